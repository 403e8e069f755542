// The current cell: its letters over all solutions as buttons, and what can be done about them.
//
// In: the store.  Out: the section #cell-panel, and calls of `actions`.

import {createElement} from "../player/elements.js";
import {isGiven, letterAt, withGiven, withLetters} from "./document.js";
import {part} from "./elements.js";
import {candidatesText, capital, counted, numberText} from "./wording.js";

const LONGEST = 7; // digits of a number of solutions that one can compare at a glance

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{showSolution: (cell: number, letter: string) => void, settle: (cell: number, letter: string) => void}} actions
 */
export const createCellPanel = (store, {showSolution, settle}) => {
  const name = part("cell-name");
  const note = part("cell-note");
  const list = part("cell-letters");
  const words = part("slot-words");
  const given = part("given");
  let shown = "";

  // How many solutions have a letter: the number, or its share if the number would say little.
  const shareText = ({count, share}) =>
    count && count.length <= LONGEST ? numberText(count) : `${Math.max(1, Math.round(share * 100))} %`;

  // Letters that all have the same number of solutions need no numbers.
  const isEven = (candidates) => candidates.every(({share, count}) =>
    count === candidates[0].count && Math.abs(share - candidates[0].share) < 0.001);

  // A letter: a click shows a solution with it; the button beside it makes the puzzle have only that.
  const letterElement = (cell, candidate, isAlone, isNumbered) => {
    const item = createElement("span", "letter-choice");
    const letter = candidate.letter === " " ? "␣" : candidate.letter;
    const button = createElement("button", "candidate-button");
    button.type = "button";
    button.append(createElement("b", "", letter), isNumbered ? createElement("small", "", shareText(candidate)) : "");
    button.setAttribute("aria-label", `Show a solution with ${letter}${isNumbered ? `, one of ${shareText(candidate)}` : ""}`);
    button.addEventListener("click", () => showSolution(cell, candidate.letter));
    item.append(button);
    if (!isAlone) {
      const only = createElement("button", "plain only", "only");
      only.type = "button";
      only.setAttribute("aria-label", `Find clues for which ${letter} is the only letter here`);
      only.title = `Change clues so that ${letter} is the only letter here`;
      only.addEventListener("click", () => settle(cell, candidate.letter));
      item.append(only);
    }
    return item;
  };

  // The words that can still go through the current cell, in a word crossword.
  const slotElement = ({name: slot, cells, count, words: first}) => {
    const root = createElement("div", "slot");
    root.append(createElement("h3", "", `${capital(slot)}: ${count ? counted(count, "word") : "no word fits"}`));
    for (const word of first.slice(0, 12)) {
      const button = createElement("button", "word", word);
      button.type = "button";
      button.addEventListener("click", () => {
        const {cells: places} = store.layout();
        const letters = Array.from(word);
        store.change(withLetters(store.document(), Object.fromEntries(cells.map((each, index) => [places[each].address, letters[index]]))));
      });
      root.append(button);
    }
    return root;
  };

  const show = () => {
    const layout = store.layout();
    const cell = store.cell();
    if (!layout?.cells[cell]) return;
    const {verdict, words: fitting} = store.answers();
    const {address, name: title} = layout.cells[cell];
    const letter = letterAt(store.document(), address);
    const candidates = verdict?.cells[cell] ?? [];
    const state = {
      letter, candidates, certain: verdict?.certain[cell] ?? "", isExact: verdict?.are_letters_exact ?? false,
    };
    given.checked = isGiven(store.document(), address);
    given.disabled = letter === "";
    const key = JSON.stringify([cell, state, fitting?.slots]);
    if (key === shown) return;
    shown = key;
    name.textContent = capital(title);
    const sentence = candidatesText(state);
    if (note.textContent !== sentence) note.textContent = sentence;
    const isNumbered = !isEven(candidates);
    list.replaceChildren(...candidates.map((each) => letterElement(cell, each, candidates.length === 1, isNumbered)));
    const slots = (fitting?.slots ?? []).filter((slot) => slot.cells.includes(cell));
    words.hidden = !slots.length;
    words.replaceChildren(...slots.map(slotElement));
  };

  given.addEventListener("change", () => {
    const {address} = store.layout().cells[store.cell()];
    store.change(withGiven(store.document(), address, given.checked));
  });
  store.on(["layout", "selection", "document", "verdict", "words"], show);
};
