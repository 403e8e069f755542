// The keyboard: what each key does in the grid, in a clue, and everywhere.
//
// In: events of keys.  Out: calls of the actions.  `KEYS` is also the list that the dialog "Help" shows.

import {along, lineAfter, neighbour, otherLine} from "./moves.js";
import {letterAt, withLetters} from "./document.js";

/** @type {[keys: string, meaning: string][]} */
export const KEYS = [
  ["Tab", "goes from part to part: the grid, the clues beside it, the panel"],
  ["arrow keys", "go to the neighbour in that direction; in a clue, up and down go to the next line"],
  ["a letter", "in a cell: fills it and moves on along the line"],
  ["Enter", "in a cell: goes to the clue of the line; in a clue: to the next line, with Shift to the one before"],
  ["Escape", "in a clue: goes to the grid; closes a shown solution"],
  ["space bar", "in a cell: another line through the cell (unless a space is a letter here)"],
  ["Backspace, Delete", "in a cell: take its letter away"],
  ["Ctrl+Enter", "in a clue: adds another clue to the line"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+S", "save"],
  ["Ctrl+O", "open"],
  ["F8", "goes to the next clue with something wrong"],
];

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{board: any, say: (text: string) => void, save: () => void, open: () => void, addClue: (line: number) => void,
 *   focusClue: (line: number, clue?: number) => void, nextProblem: () => void}} actions
 */
export const createKeys = (store, actions) => {
  const {board, say} = actions;

  const goTo = (cell, line = store.line()) => {
    if (cell === null) return;
    store.select(cell, line);
    board.focusCell(cell);
  };

  // Goes on after a letter: along the line, and at its end to the next line, as the player does.
  const goOn = (cell) => {
    const next = along(store.stretch(), cell, 1);
    if (next !== null) goTo(next);
    else goTo(...lineAfter(store.layout(), store.line(), (each) => letterOf(each) === ""));
  };

  const letterOf = (cell) => letterAt(store.document(), store.layout().cells[cell].address);

  const write = (cell, letter) => {
    const {address} = store.layout().cells[cell];
    store.change(withLetters(store.document(), {[address]: letter}), `letters ${store.line()}`);
  };

  const erase = () => {
    const cell = store.cell();
    if (letterOf(cell) === "") goTo(along(store.stretch(), cell, -1));
    write(store.cell(), "");
  };

  const hasSpace = () => store.document().puzzle.alphabet?.includes(" ") ?? false;

  const inCell = (event) => {
    const cell = store.cell(), layout = store.layout();
    if (event.key in ARROWS) return () => goTo(neighbour(layout, cell, ...ARROWS[event.key]));
    switch (event.key) {
      case "Home": return () => goTo(store.stretch()[0] ?? null);
      case "End": return () => goTo(store.stretch().at(-1) ?? null);
      case "Backspace": return erase;
      case "Delete": return () => write(cell, "");
      case "Enter": return () => actions.focusClue(store.line());
      case " ": return hasSpace() ? null : () => {
        store.select(cell, otherLine(layout, cell, store.line()));
        say(layout.lines[store.line()]?.name ?? "This cell is on no line.");
      };
      default: return null;
    }
  };

  const nextLine = (line, step) => {
    const count = store.layout().lines.length;
    actions.focusClue((line + step + count) % count);
  };

  const inClue = (event, line) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return () => actions.addClue(line);
    switch (event.key) {
      case "Enter": return () => nextLine(line, event.shiftKey ? -1 : 1);
      case "ArrowDown": return () => nextLine(line, 1);
      case "ArrowUp": return () => nextLine(line, -1);
      case "Escape": return () => {
        if (store.preview()) store.setPreview(null);
        else board.focusCell(store.cell());
      };
      default: return null;
    }
  };

  const everywhere = (event) => {
    if (event.key === "F8") return actions.nextProblem;
    if (event.key === "Escape" && store.preview()) return () => store.setPreview(null);
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
    switch (event.key.toLowerCase()) {
      case "z": return event.shiftKey ? store.redo : store.undo;
      case "y": return store.redo;
      case "s": return actions.save;
      case "o": return actions.open;
      default: return null;
    }
  };

  document.addEventListener("keydown", (/** @type {any} */ event) => {
    const {target} = event;
    if (target.closest("dialog") || event.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const {cell, line} = target.dataset;
    const special =
      cell !== undefined && isPlain ? inCell(event) :
      target.matches(".clue-input") ? inClue(event, Number(line)) : null;
    const action = special ?? everywhere(event);
    if (!action) return;
    event.preventDefault();
    action();
  });

  // What the browser has put into a cell: perhaps the old letter with a new one beside it.
  document.addEventListener("input", (/** @type {any} */ event) => {
    const {target} = event;
    if (target.dataset?.cell === undefined) return;
    const cell = Number(target.dataset.cell);
    const old = letterAt(store.document(), store.layout().cells[cell].address);
    const fresh = Array.from(target.value);
    if (fresh.length > 1 && fresh.includes(old)) fresh.splice(fresh.indexOf(old), 1);
    if (event.isComposing && fresh.length > 1) return;
    const typed = fresh.at(-1) ?? "";
    const letter = meantLetter(typed, store.answers().verdict?.alphabet ?? store.document().puzzle.alphabet);
    target.value = letter;
    write(cell, letter);
    if (letter !== "") goOn(cell);
    board.inputs()[store.cell()].select();
  });

  return {goTo};
};

/** Returns the letter that is meant by a typed one: the capital if the alphabet has only that. */
const meantLetter = (typed, alphabet = "") => {
  const upper = typed.toUpperCase();
  return Array.from(upper).length === 1 && !alphabet.includes(typed) && (alphabet.includes(upper) || /A-Z/.test(alphabet))
    ? upper : typed;
};
