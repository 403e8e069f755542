// The puzzle as the page's data describe it, and what follows from that.

const SAME_DIRECTION = 0.3; // the cosine of 72 degrees: beyond that it is another direction

/**
 * Returns the neighbour of `cell` that lies most nearly in the direction (dx, dy), with its line, or null.  A neighbour on
 * the line `preferred` wins a tie.
 */
export const neighbourOf = (places, lines, cell, dx, dy, preferred = -1) => {
  const [x, y] = places[cell];
  let best = null, bestScore = SAME_DIRECTION;
  lines.forEach(({cells}, line) => cells.forEach((each, index) => {
    if (each !== cell) return;
    for (const other of [cells[index - 1], cells[index + 1]]) {
      if (other === undefined) continue;
      const [u, v] = places[other];
      const length = Math.hypot(u - x, v - y) || 1;
      const score = ((u - x) * dx + (v - y) * dy) / length + (line === preferred ? 0.01 : 0);
      if (score > bestScore + 1e-9) [best, bestScore] = [{cell: other, line}, score];
    }
  }));
  return best;
};

// Returns the data with, for each cell, the lines through it, and with the functions below.
export const readPuzzle = (data) => {
  const linesOf = data.places.map(() => []);
  data.lines.forEach((line, number) => {
    for (const cell of new Set(line.cells)) linesOf[cell].push(number);
  });

  const isInAlphabet = (letter) => {
    const code = letter.codePointAt(0);
    return data.alphabet.some(([low, high]) => low <= code && code <= high);
  };

  // Returns whether a value from outside, such as from the browser's storage, is one letter of the alphabet.
  const isLetter = (value) => typeof value === "string" && Array.from(value).length === 1 && isInAlphabet(value);

  // Returns the letter of the alphabet that a typed letter means (capitals and small letters may be mixed up), or null.
  const meantLetter = (letter) =>
    [letter, letter.toUpperCase(), letter.toLowerCase()].find(isLetter) ?? null;

  const neighbour = (cell, dx, dy, preferred) => neighbourOf(data.places, data.lines, cell, dx, dy, preferred);

  return {...data, count: data.places.length, linesOf, isInAlphabet, isLetter, meantLetter, neighbour};
};
