// The puzzle as the page's data describe it, and what follows from that.

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

  // Returns the neighbour of `cell` that lies most nearly in the direction (dx, dy), with its line, or null.
  // A neighbour on the line `preferred` wins a tie.
  const neighbour = (cell, dx, dy, preferred) => {
    const [x, y] = data.places[cell];
    let best = null, bestScore = 0.3; // the cosine of 72 degrees: beyond that it is another direction
    const consider = (other, line) => {
      const [u, v] = data.places[other];
      const length = Math.hypot(u - x, v - y);
      if (!length) return;
      const score = ((u - x) * dx + (v - y) * dy) / length + (line === preferred ? 0.01 : 0);
      if (score > bestScore + 1e-9) [best, bestScore] = [{cell: other, line}, score];
    };
    for (const number of linesOf[cell]) {
      const {cells} = data.lines[number];
      cells.forEach((each, index) => {
        if (each !== cell) return;
        for (const other of [cells[index - 1], cells[index + 1]]) if (other !== undefined) consider(other, number);
      });
    }
    return best;
  };

  return {...data, count: data.places.length, linesOf, isInAlphabet, isLetter, meantLetter, neighbour};
};
