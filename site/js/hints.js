// The hints of a puzzle, step by step: where to look, the step in words, then its letters.
//
// In: the message `steps` (satcross/studio/answers.py).  Out: texts, and what is known of each cell so far.

import {capital} from "../page/wording.js";

const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/**
 * @param {() => any} known  what is known of the puzzle: {layout, steps}
 * @param {() => void} onChange
 */
export const createHints = (known, onChange) => {
  let step = -1, level = 0; // the step that is told, and how much of it: 1 its lines, 2 its words, 3 its letters

  const steps = () => known().steps?.steps ?? [];
  const isAtEnd = () => step >= steps().length;
  const to = (newStep, newLevel) => {
    step = newStep;
    level = newLevel;
    onChange();
  };

  // Returns the letters that a cell can still have after the steps whose letters were shown, and those that are certain.
  const stateOf = (cell) => {
    const shown = steps().slice(0, level === 3 ? step + 1 : Math.max(0, step));
    const placed = shown.flatMap((each) => each.placed).find(([number]) => number === cell);
    return placed ? {letter: placed[1]} : {};
  };

  return {
    forget: () => {
      step = -1;
      level = 0;
    },
    next: () => to(Math.min(step + 1, steps().length), 1),
    say: () => to(step, 2),
    show: () => to(step, 3),
    canSay: () => level === 1 && !isAtEnd() && step >= 0,
    canShow: () => (level === 1 || level === 2) && !isAtEnd() && step >= 0,
    text: () => {
      if (step < 0) return "";
      if (isAtEnd()) {
        return known().steps.is_complete ? "There are no more steps." : "No further steps were found in time.";
      }
      const {sentence, reasons, placed} = steps()[step];
      const names = [...new Set(reasons.map(({line}) => known().layout.lines[line].name))];
      const head = `Step ${step + 1} of ${steps().length}.`;
      if (level === 1) return `${head} Look at ${list(names)}.`;
      const letters = placed.map(([cell, letter]) => `${known().layout.cells[cell].name} is ${letter}`);
      const tail = level === 3 && letters.length ? ` So ${list(letters)}.` : "";
      return `${head} ${capital(sentence)}${tail}`;
    },
    /** Returns the lines at which the present step looks. */
    lines: () => (level > 0 ? steps()[step]?.reasons ?? [] : []).map(({line}) => line),
    /** Returns how a cell is shown: its letter, if a step has placed it, and whether the present step is about it. */
    cell: (cell) => {
      const isMeant = level >= 2 && steps()[step]?.ruled_out.some(([number]) => number === cell);
      return {...stateOf(cell), style: isMeant ? "hinted" : ""};
    },
  };
};
