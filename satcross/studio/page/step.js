// Steps of satcross (satcross/studio/answers.py, `StepsMessage`): as hints, and what they leave in cells.

/** Returns a step as the guide of a player has it, for `createHint`. */
export const hintOf = ({sentence, reasons, ruled_out: leaves}) =>
  ({sentence, clues: reasons.map(({line, clue}) => [line, clue]), leaves});

/** Returns the letters that each cell can still have after `count` steps. */
export const lettersAfter = ({start, steps}, count) => {
  const left = start.map((letters) => new Set(letters));
  for (const {ruled_out: ruledOut, placed} of steps.slice(0, count)) {
    for (const [cell, letters] of ruledOut) for (const letter of letters) left[cell].delete(letter);
    for (const [cell, letter] of placed) left[cell] = new Set([letter]);
  }
  return left.map((letters) => [...letters].join(""));
};
