// What is packed in a page, so that nobody reads the solution by accident: above all the guide, which has the steps to
// the solution, the letters that each cell has in some solution, and one solution.

// Returns a promise of what `packed` of satcross/pictures/page.py has packed, or of null if there is nothing.
export const unpack = async (packed) => {
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

const isWithin = (letters, others) => Array.from(letters).every((letter) => others.includes(letter));

// Returns whether the player knows what a step says: each of its cells has a letter, or marks that say as much, or the
// letters are crossed out.
const isKnown = (step, game) => step.leaves.every(([cell, left], place) => {
  const {letter, marks, crossed} = game.cell(cell);
  return letter !== "" || (marks !== "" && isWithin(marks, left)) || isWithin(step.lost[place], crossed);
});

// Returns the first step that the player does not know, or null.
export const nextStep = (guide, game) => guide.steps.find((step) => !isKnown(step, game)) ?? null;

const MOST_MARKS = 6; // letters that are written as pencil marks; of more letters, those that are ruled out are crossed out

const sorted = (letters) => [...new Set(letters)].sort().join("");

// Returns the changes that write down what a step says: the letter of a cell, pencil marks for a few letters, or the
// letters that are ruled out, where many are left.
export const changesOf = (step, game) => step.leaves.flatMap(([cell, left], place) => {
  const {letter, marks, crossed} = game.cell(cell);
  if (letter !== "") return [];
  const count = Array.from(left).length;
  if (count === 1) return [[cell, {letter: left, marks: ""}]];
  if (count <= MOST_MARKS || marks !== "") return [[cell, {marks: left}]];
  return [[cell, {crossed: sorted(crossed + step.lost[place])}]];
});
