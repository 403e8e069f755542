// What the page knows: the document with its history, the server's answers about it, and what the author looks at.
//
// In: changes of the document, answers, choices.  Out: calls of the listeners of what has changed.  The parts of the page
// read from here and are told from here; they do not call each other.

import {cluesOf, isSame} from "./document.js";
import {record, redo, settle, startHistory, undo} from "./history.js";

/**
 * @typedef {import("./document.js").Document} Document
 * Topics: "document", "layout", "parse", "verdict" (verdict, conflict, refusal), "lint", "taste", "steps", "words", "selection",
 * "preview", "connection".
 */

// The answers that are about one revision; a layout holds until another one comes.
const NOTHING = {verdict: null, conflict: null, refusal: null, lint: null, taste: null, steps: null, words: null, isDone: false};

/** @param {Document} document */
export const createStore = (document) => {
  let history = startHistory(document);
  let answers = {...NOTHING};
  let layout = null, refs = [], parsed = new Map(), preview = null, isOpen = false, isStale = true;
  let note = {message: "There is no connection to satcross yet.", hint: ""};
  let cell = 0, line = 0, clue = 0;
  const listeners = new Map();

  const tell = (...topics) => {
    const called = new Set(topics.flatMap((topic) => listeners.get(topic) ?? []));
    for (const listener of called) listener();
  };

  // Answers that come together are shown together, in the next frame.
  const waiting = new Set();
  const flush = () => {
    const topics = [...waiting];
    waiting.clear();
    tell(...topics);
  };
  const tellSoon = (...topics) => {
    if (!waiting.size) {
      if (globalThis.document.hidden) setTimeout(flush); // there are no frames
      else requestAnimationFrame(flush);
    }
    for (const topic of topics) waiting.add(topic);
  };

  const go = (next) => {
    if (next === history) return;
    const isChanged = !isSame(next.present, history.present);
    history = next;
    if (!isChanged) return;
    isStale = true;
    preview = null;
    tell("document", "preview");
  };

  // Answers of an older revision stay visible, marked as such, until the first verdict about the new one.
  const renew = () => {
    if (isStale) answers = {...NOTHING};
    isStale = false;
  };

  const receive = {
    layout: ({revision, ...answer}) => {
      if (layout && isSame(answer, layout)) return; // it comes again with a new connection
      layout = answer;
      const sizes = Object.groupBy(layout.lines, ({family}) => family);
      refs = layout.lines.map(({family, index}) => ({family, index, size: sizes[family].length}));
      // what is known is about the lines and cells of another shape
      answers = {...NOTHING};
      parsed = new Map();
      cell = Math.min(cell, Math.max(0, layout.cells.length - 1));
      line = Math.min(line, Math.max(0, layout.lines.length - 1));
      tell("layout", "selection", "parse", "verdict", "lint", "taste", "steps", "words");
    },
    parse: (answer) => {
      // what is as it was stays the same object
      parsed = new Map(answer.clues.map((each) => {
        const name = `${each.line}.${each.clue}`;
        const before = parsed.get(name);
        return [name, before && isSame(each, before) ? before : each];
      }));
      if (answer.clues.some((each) => each.error)) renew();
      tellSoon("parse", "verdict");
    },
    done: () => {
      renew();
      answers.isDone = true;
      tellSoon("verdict", "lint", "taste", "steps", "words");
    },
  };
  for (const type of ["verdict", "conflict", "refusal", "lint", "taste", "steps", "words"]) {
    receive[type] = (answer) => {
      renew();
      answers[type] = answer;
      tellSoon(["conflict", "refusal"].includes(type) ? "verdict" : type);
    };
  }

  return {
    /** Calls `listener` when something of `topics` has changed. */
    on: (topics, listener) => {
      for (const topic of topics) listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },

    document: () => history.present,
    /** Changes the document; changes with the same key that follow each other are undone together. */
    change: (next, key = "") => {
      if (!isSame(next, history.present)) go(record(history, next, key));
    },
    /** Begins with another document, which cannot be undone. */
    begin: (next) => {
      go(startHistory(next));
    },
    /** Ends a run of changes that are undone together. */
    settle: () => {
      history = settle(history);
    },
    undo: () => go(undo(history)),
    redo: () => go(redo(history)),
    canUndo: () => history.past.length > 0,
    canRedo: () => history.future.length > 0,

    /** Takes an answer of the server that does not belong to a question. */
    receive: (answer) => receive[answer.type]?.(answer),
    layout: () => layout,
    answers: () => answers,
    /** Whether `answers` are about an earlier document than the one on the page. */
    isStale: () => isStale,
    /** What the server has read in a clue, or undefined. */
    parsed: (number, clue) => parsed.get(`${number}.${clue}`),
    /** Where the clues of a line are in the document. */
    ref: (number) => refs[number],
    /** Whether any line has a clue. */
    hasClue: () => refs.some((ref) => cluesOf(history.present, ref).length > 0),

    cell: () => cell,
    line: () => line,
    /** The cells along which letters are written: those of the current line, or of a word on it. */
    stretch: () => {
      const cells = layout.lines[line]?.cells ?? [];
      const slots = answers.words?.slots ?? [];
      return slots.find((slot) => slot.cells.includes(cell) && slot.cells.every((each) => cells.includes(each)))?.cells ?? cells;
    },
    /** Goes to a cell, on a line through it. */
    select: (newCell, newLine = line) => {
      const through = layout.lines.flatMap((each, number) => each.cells.includes(newCell) ? [number] : []);
      const isOn = through.includes(newLine);
      if (cell === newCell && line === (isOn ? newLine : through[0] ?? line)) return;
      cell = newCell;
      clue = 0;
      line = isOn ? newLine : through[0] ?? line;
      tell("selection");
    },
    /** The number of the current clue among those of the current line. */
    clue: () => clue,
    /** Goes to a line, and to one of its clues; the cell stays if it is on the line. */
    selectLine: (number, newClue = 0) => {
      const {cells} = layout.lines[number];
      clue = newClue;
      if (line === number && cells.includes(cell)) return;
      line = number;
      if (!cells.includes(cell)) cell = cells[0] ?? cell;
      tell("selection");
    },

    /** The letters shown instead of the candidates, with a sentence about them: null, or
     * {letters, text, changed?: cells, lines?: lines that explain them, isSolution?, isStep?}. */
    preview: () => preview,
    setPreview: (shown) => {
      if (preview === shown) return;
      preview = shown;
      tell("preview");
    },

    isOpen: () => isOpen,
    /** What the reader is told while there is no connection: {message, hint, share?}. */
    note: () => note,
    setOpen: (value, newNote = note) => {
      isOpen = value;
      note = newNote;
      tell("connection", "verdict");
    },
  };
};
