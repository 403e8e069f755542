// The guide: the steps to the solution, the letters that each cell has in some solution, and one solution.
// It is packed in the page, so that nobody reads the solution by accident.

// Returns a promise of the guide, or of null if the page has none.
export const unpackGuide = async (packed) => {
  if (!packed) return null;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

// Returns the cells whose letter no solution has.
export const wrongCells = (guide, game) => guide.possible.flatMap((letters, cell) => {
  const {letter} = game.cell(cell);
  return letter !== "" && !letters.includes(letter) ? [cell] : [];
});

// Returns whether the player knows what a step says: each of its cells has a letter, or marks that say as much.
const isKnown = (step, game) => step.leaves.every(([cell, left]) => {
  const {letter, marks} = game.cell(cell);
  return letter !== "" || (marks !== "" && Array.from(marks).every((mark) => left.includes(mark)));
});

// Returns the first step that the player does not know, or null.
export const nextStep = (guide, game) => guide.steps.find((step) => !isKnown(step, game)) ?? null;

// Returns the changes that write down what a step says: the letter of a cell, or pencil marks for several.
export const changesOf = (step, game) => step.leaves
  .filter(([cell]) => game.cell(cell).letter === "")
  .map(([cell, left]) => [cell, Array.from(left).length === 1 ? {letter: left, marks: ""} : {marks: left}]);
