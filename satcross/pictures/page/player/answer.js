// Where the hidden answer stands in a solved grid.

const NEAR = 48; // units of the picture; neighbours are nearer

// Returns the cells at the edge of the grid in the order in which they surround it.
const borderOf = ({places}) => {
  const neighbours = places.map(([x, y]) => places.filter(([u, v]) => Math.hypot(u - x, v - y) < NEAR).length);
  const edge = [...places.keys()].filter((cell) => neighbours[cell] < Math.max(...neighbours));
  const middle = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const angle = (cell) => Math.atan2(places[cell][1] - middle[1], places[cell][0] - middle[0]);
  return edge.sort((one, other) => angle(one) - angle(other));
};

// Yields paths through the grid: all lines, rows of cells at equal distances in any direction, such as diagonals, and twice
// round the edge.
const pathsOf = function* (puzzle) {
  for (const {cells} of puzzle.lines) {
    yield cells;
    yield [...cells].reverse();
  }
  const at = new Map(puzzle.places.map(([x, y], cell) => [`${Math.round(x)},${Math.round(y)}`, cell]));
  for (const [start, [x, y]] of puzzle.places.entries()) {
    for (const [u, v] of puzzle.places) {
      const [dx, dy] = [u - x, v - y];
      if ((dx === 0 && dy === 0) || Math.hypot(dx, dy) > 80) continue;
      const path = [start];
      for (let k = 1; at.has(`${Math.round(x + k * dx)},${Math.round(y + k * dy)}`); k++) path.push(at.get(`${Math.round(x + k * dx)},${Math.round(y + k * dy)}`));
      yield path;
    }
  }
  const border = borderOf(puzzle);
  yield [...border, ...border];
  yield [...border, ...border].reverse();
};

const MOST_CELLS = 400; // of a grid in which an answer is looked for in all directions

// Returns the part of a path that spells the word, or null.
const partThatSpells = (path, letters, word) => {
  const text = path.map((cell) => letters[cell]);
  const start = text.findIndex((_, place) => word.every((letter, k) => text[place + k] === letter));
  return start < 0 ? null : path.slice(start, start + word.length);
};

const cellsOfWord = (puzzle, letters, word) => {
  for (const path of pathsOf(puzzle)) {
    const found = path.length >= word.length && partThatSpells(path, letters, word);
    if (found) return found;
  }
  return null;
};

// Returns the first cells, in reading order, that spell the letters one after the other, or null.
const cellsInOrder = (letters, wanted) => {
  const cells = [];
  for (const letter of wanted) {
    const next = letters.indexOf(letter, (cells.at(-1) ?? -1) + 1);
    if (next < 0) return null;
    cells.push(next);
  }
  return cells;
};

const LETTER = /[\p{L}\p{M}\p{N}]/u;

// Returns the letters of each word of an answer, folded as those of the grid are; a sign such as + or a comma counts only if
// the grid has it.
const wordsOf = (answer, letters) => answer.split(/\s+/)
  .map((word) => Array.from(word, folded).filter((letter) => LETTER.test(letter) || letters.includes(letter)))
  .filter((word) => word.length);

const folded = (letter) => letter.toUpperCase();

/**
 * Returns the cells that spell the answer, whatever the case of its letters: the whole of it along one path, else word by
 * word, else its letters in reading order; none if it is not in the grid.
 */
export const answerCells = (puzzle, grid, answer) => {
  const letters = grid.map(folded);
  const words = wordsOf(answer, letters);
  if (!words.length || letters.length > MOST_CELLS) return [];
  const whole = cellsOfWord(puzzle, letters, words.flat());
  if (whole) return whole;
  const each = words.map((word) => cellsOfWord(puzzle, letters, word));
  return each.every(Boolean) ? each.flat() : cellsInOrder(letters, words.flat()) ?? [];
};
