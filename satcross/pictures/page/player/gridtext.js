// The grid as text, in the form that `satcross explain --grid` reads: its rows, one per line, with a sign for open cells.

// Returns the text of `letters` ("" for an open cell).
export const gridToText = (puzzle, letters) =>
  puzzle.rows.map((row) => row.map((cell) => letters[cell] || puzzle.blanks[0] || "·").join("")).join("\n");

// Returns {letters} for the text of a grid, or {error} with a sentence.
export const gridFromText = (puzzle, text) => {
  const lengths = puzzle.rows.map((row) => row.length);
  const fits = (rows) => rows.length === lengths.length && rows.every((row, k) => row.length === lengths[k]);
  let rows = text.replaceAll("\r\n", "\n").split("\n").map((row) => Array.from(row));
  while (rows.length && !rows[rows.length - 1].length) rows.pop();
  if (!fits(rows)) {
    // blanks and empty lines do not count then
    rows = rows.map((row) => row.filter((letter) => letter.trim() !== "")).filter((row) => row.length);
  }
  if (!fits(rows)) {
    const found = rows.map((row) => row.length).join(", ") || "no";
    return {error: `The rows of this text have ${found} letters; the rows of the grid have ${lengths.join(", ")}.`};
  }
  const letters = Array(puzzle.count).fill("");
  for (const [k, row] of rows.entries()) {
    for (const [index, sign] of row.entries()) {
      const cell = puzzle.rows[k][index];
      if (puzzle.blanks.includes(sign) || sign === "·") continue;
      const letter = puzzle.meantLetter(sign);
      if (letter === null) return {error: `${sign} is not in this puzzle's alphabet.`};
      if (letters[cell] !== "" && letters[cell] !== letter) {
        return {error: `${puzzle.names[cell]} would hold both ${letters[cell]} and ${letter}.`};
      }
      letters[cell] = letter;
    }
  }
  return {letters};
};
