// The state of one game.  It changes in steps, each of which can be undone and redone.

const MOST_STEPS = 500; // that can be undone
const MOST_SAVED = 2000; // changed cells in the steps that are kept in the browser

// What is in one cell: its letter ("" for none), pencil marks (sorted), whether the letter was revealed, and the letters
// that are crossed out (sorted).
const EMPTY = {letter: "", marks: "", isRevealed: false, crossed: ""};

const isEqual = (one, other) => Object.keys(EMPTY).every((name) => one[name] === other[name]);

const pack = ({letter, marks, isRevealed, crossed}) => [letter, marks, isRevealed ? 1 : 0, ...(crossed ? [crossed] : [])];
const packStep = (step) => step.map(({cell, before, after}) => [cell, pack(before), pack(after)]);

export const createGame = (puzzle) => {
  const cells = puzzle.given.map((letter) => (letter === "" ? EMPTY : {...EMPTY, letter}));
  const stats = {seconds: 0, hints: 0, checks: 0, gaveUp: 0}; // gaveUp: whether the whole grid was revealed
  const hinted = new Set(); // the cells that a hint has pointed at
  const listeners = [];
  let done = [], undone = [];
  let filled = cells.filter(({letter}) => letter !== "").length;

  const isFixed = (cell) => puzzle.given[cell] !== "";

  const write = (step, side) => {
    for (const change of step) {
      filled += Number(change[side].letter !== "") - Number(cells[change.cell].letter !== "");
      cells[change.cell] = change[side];
    }
    const changed = step.map((change) => change.cell);
    for (const listener of listeners) listener(changed);
    return changed;
  };

  // Changes cells in one step: `wanted` has pairs of a cell and the properties that change.  Given letters stay.
  // Returns the cells that have changed.
  const change = (wanted) => {
    const step = wanted
      .filter(([cell]) => !isFixed(cell))
      .map(([cell, properties]) => ({cell, before: cells[cell], after: {...cells[cell], ...properties}}))
      .filter(({before, after}) => !isEqual(before, after));
    if (!step.length) return [];
    done.push(step);
    if (done.length > MOST_STEPS) done.shift();
    undone = [];
    return write(step, "after");
  };

  // Reads the cell state that was packed, whoever wrote it.
  const unpack = (packed, cell) => {
    const [letter, marks, revealed, crossed] = Array.isArray(packed) ? packed : [];
    const lettersIn = (text) => (typeof text === "string" ? Array.from(text).filter(puzzle.isLetter).join("") : "");
    return {
      letter: isFixed(cell) ? puzzle.given[cell] : puzzle.isLetter(letter) ? letter : "",
      marks: lettersIn(marks),
      isRevealed: revealed === 1,
      crossed: lettersIn(crossed),
    };
  };
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < puzzle.count;
  const unpackStep = (packed) => packed
    .filter((each) => Array.isArray(each) && isCell(each[0]))
    .map(([cell, before, after]) => ({cell, before: unpack(before, cell), after: unpack(after, cell)}));

  return {
    stats,
    change,
    isFixed,
    cell: (cell) => cells[cell],
    letters: () => cells.map(({letter}) => letter),
    filled: () => filled,
    isFull: () => filled === puzzle.count,
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    onChange: (listener) => listeners.push(listener),

    // Whether anything has been written, now or earlier: then the clock runs.
    hasBegun: () => stats.seconds > 0 || done.length > 0,
    // The cells that the player has filled, in the order in which they got their present letters.
    order: () => {
      const ranks = new Map();
      done.forEach((step, rank) => step.forEach(({cell, before, after}) => {
        if (after.letter !== before.letter && after.letter === cells[cell].letter) ranks.set(cell, rank);
      }));
      const own = cells.map((_, cell) => cell).filter((cell) => !isFixed(cell) && cells[cell].letter && !cells[cell].isRevealed);
      return own.sort((one, other) => (ranks.get(one) ?? -1) - (ranks.get(other) ?? -1));
    },
    isHinted: (cell) => hinted.has(cell),
    noteHinted: (numbers) => numbers.forEach((cell) => hinted.add(cell)),

    put: (cell, letter) => change([[cell, {letter, marks: letter === "" ? cells[cell].marks : "", isRevealed: false}]]),
    // A mark appears, or goes; a letter that is crossed out is first possible again.
    toggleMark: (cell, letter) => {
      const crossed = Array.from(cells[cell].crossed);
      if (crossed.includes(letter)) return change([[cell, {crossed: crossed.filter((each) => each !== letter).join("")}]]);
      const marks = Array.from(cells[cell].marks);
      const without = marks.filter((mark) => mark !== letter);
      return change([[cell, {marks: (without.length < marks.length ? without : [...marks, letter].sort()).join("")}]]);
    },
    // Writes a whole grid; pencil marks stay where there is no letter.
    putAll: (letters) => change(letters.map((letter, cell) => [
      cell,
      letter === cells[cell].letter ? {} : {letter, marks: letter === "" ? cells[cell].marks : "", isRevealed: false},
    ])),
    clear: () => change(cells.map((_, cell) => [cell, EMPTY])),

    undo: () => {
      if (!done.length) return [];
      undone.push(done.pop());
      return write(undone.at(-1), "before");
    },
    redo: () => {
      if (!undone.length) return [];
      done.push(undone.pop());
      return write(done.at(-1), "after");
    },

    // The state as plain values, to be kept or sent; `withSteps` says whether what can be undone is part of it.
    pack: (withSteps) => {
      let size = 0;
      const isKept = (step) => (size += step.length) <= MOST_SAVED;
      const steps = withSteps ? done.slice().reverse().filter(isKept).reverse().map(packStep) : [];
      return {version: 2, cells: cells.map(pack), steps, hinted: [...hinted], stats: {...stats}};
    },

    // Takes over a state that was packed.  As a step of its own it can be undone; otherwise it is where the game starts.
    unpack: (packed, isStep) => {
      if (!Array.isArray(packed?.cells) || packed.cells.length !== puzzle.count) return false;
      const wanted = packed.cells.map((each, cell) => [cell, unpack(each, cell)]);
      if (isStep) {
        change(wanted);
        return true;
      }
      for (const [cell, content] of wanted) cells[cell] = content;
      filled = cells.filter(({letter}) => letter !== "").length;
      if (Array.isArray(packed.steps)) done = packed.steps.filter(Array.isArray).map(unpackStep).filter((step) => step.length);
      if (Array.isArray(packed.hinted)) packed.hinted.filter(isCell).forEach((cell) => hinted.add(cell));
      undone = [];
      for (const name of Object.keys(stats)) {
        if (Number.isFinite(packed.stats?.[name])) stats[name] = Math.max(0, packed.stats[name]);
      }
      return true;
    },
  };
};
