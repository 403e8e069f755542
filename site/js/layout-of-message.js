// Where the letters of a message stand in a grid.
//
// In: a message and a shape.  Out: an empty puzzle, the smallest one with room for the message, and the letters of its cells,
// by number and by address: each word begins a row if there are enough rows, else the words run on.

const SIZES = {hexagon: [2, 3, 4], square: [2, 3, 4, 5, 6]};

// How long people need for a gentle puzzle of each size: the middle of what satcross estimated for three of each.
const TIMES = {
  square: {2: "3 minutes", 3: "3 minutes", 4: "5 minutes", 5: "5 minutes", 6: "10 minutes"},
  hexagon: {2: "3 minutes", 3: "10 minutes", 4: "10 minutes"},
};

const rowsOf = (shape, size) => (shape === "square"
  ? Array(size).fill(size)
  : Array.from({length: 2 * size - 1}, (_, row) => 2 * size - 1 - Math.abs(row - size + 1)));

// The alphabet has the letters from A to Z, and those of the message.
const alphabetOf = (letters) => `A-Z${[...new Set(letters)].filter((letter) => !/[A-Z]/.test(letter)).sort().join("")}`;

const puzzleOf = (shape, size, alphabet) => {
  const none = (count) => Array(count).fill("");
  return shape === "square"
    ? {shape: "rectangle", alphabet, clues: {rows: none(size), columns: none(size)}}
    : {shape: "hexagon", side: size, alphabet, clues: {horizontal: none(2 * size - 1), rising: none(2 * size - 1), falling: none(2 * size - 1)}};
};

// Returns the pieces of the message, one for each row, or null: each word begins a row, and goes on in the next one where it is
// longer than its row.
const piecesOf = (words, lengths) => {
  const pieces = [];
  for (const word of words) {
    for (let start = 0; start < word.length; start += lengths[pieces.length - 1]) {
      if (pieces.length === lengths.length) return null;
      pieces.push(word.slice(start, start + lengths[pieces.length]));
    }
  }
  return pieces;
};

const plan = (words, shape, size) => {
  const lengths = rowsOf(shape, size);
  const starts = lengths.map((_, row) => lengths.slice(0, row).reduce((sum, length) => sum + length, 0));
  const letters = {}, byAddress = {};
  const put = (row, column, letter) => {
    letters[starts[row] + column] = letter;
    byAddress[`${row + 1},${column + 1}`] = letter;
  };
  const pieces = piecesOf(words, lengths);
  if (pieces) pieces.forEach((piece, row) => piece.forEach((letter, column) => put(row, column, letter)));
  else {
    const run = words.flat();
    let used = 0;
    lengths.forEach((length, row) => {
      for (let column = 0; column < length && used < run.length; column++) put(row, column, run[used++]);
    });
  }
  return {puzzle: puzzleOf(shape, size, alphabetOf(words.flat())), letters, byAddress, areWordsApart: pieces !== null};
};

/** Returns {puzzle, letters, byAddress, text, note}, or {problem} with a sentence. */
export const laidOut = (message, shape) => {
  const text = message.normalize("NFC").toUpperCase().replace(/[^\p{L}\p{N}\s]/gu, "").trim().replace(/\s+/g, " ");
  if (text === "") return {problem: "", note: "Only letters and digits go into the grid."};
  const words = text.split(" ").map((word) => Array.from(word));
  const count = words.flat().length;
  const room = (size) => rowsOf(shape, size).reduce((sum, length) => sum + length, 0);
  const fitting = SIZES[shape].filter((size) => room(size) >= count);
  if (!fitting.length) return {problem: `The message has ${count} letters. ${shape === "square" ? "A square" : "A hexagon"} has room for ${room(SIZES[shape].at(-1))}.`};
  const [size] = fitting;
  const made = plan(words, shape, size);
  const open = room(size) - count;
  const rest = open ? ` ${open === 1 ? "One cell is" : `${open} cells are`} filled for you.` : "";
  return {...made, text, problem: "", note: `${count} letters.${rest}${made.areWordsApart ? "" : " Words run on from row to row."} Your friend will need about ${TIMES[shape][size]}.`};
};
