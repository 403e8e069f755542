// Where the letters of a message stand in a grid.
//
// In: a message and a shape.  Out: an empty puzzle, and the letters of its cells, by number and by address: each word on a
// row of its own if the grid stays small then, else one letter after the other.

const SIZES = {hexagon: [2, 3, 4], square: [2, 3, 4, 5, 6]};

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

// Returns the row in which each word begins, if every word can have a row of its own, or null.
const rowsForWords = (words, lengths) => {
  const rows = [];
  for (const word of words) {
    let row = rows.length ? rows.at(-1) + 1 : 0;
    while (row < lengths.length && lengths[row] < word.length) row += 1;
    if (row >= lengths.length) return null;
    rows.push(row);
  }
  return rows;
};

const plan = (words, shape, size) => {
  const lengths = rowsOf(shape, size);
  const starts = lengths.map((_, row) => lengths.slice(0, row).reduce((sum, length) => sum + length, 0));
  const letters = {}, byAddress = {};
  const put = (row, column, letter) => {
    letters[starts[row] + column] = letter;
    byAddress[`${row + 1},${column + 1}`] = letter;
  };
  const rows = rowsForWords(words, lengths);
  if (rows) words.forEach((word, place) => word.forEach((letter, column) => put(rows[place], column, letter)));
  else {
    const run = words.flat();
    let used = 0;
    lengths.forEach((length, row) => {
      for (let column = 0; column < length && used < run.length; column++) put(row, column, run[used++]);
    });
  }
  return {puzzle: puzzleOf(shape, size, alphabetOf(words.flat())), letters, byAddress, isCut: !rows};
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
  const whole = fitting.find((size) => rowsForWords(words, rowsOf(shape, size)));
  const made = plan(words, shape, whole ?? fitting[0]);
  const open = room(whole ?? fitting[0]) - count;
  const rest = open ? ` ${open === 1 ? "One cell is" : `${open} cells are`} filled for you.` : "";
  return {...made, text, problem: "", note: `${count} letters.${rest}${made.isCut ? " Words run on from row to row." : ""}`};
};
