// The current cell: its letters over all solutions as buttons, and what can be done about them.
//
// In: the store.  Out: the section #cell-panel, and calls of `actions`.

import {createElement} from "../player/elements.js";
import {isGiven, letterAt, withCrossword, withGiven, withLetters} from "./document.js";
import {part, partsOf} from "./elements.js";
import {candidatesText, capital, counted, numberText} from "./wording.js";

const LISTED = 9; // letters that are equally possible and still get buttons
const FIRST = 12; // words of a slot that are shown at once
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
  let shown = "", longListsOf = -1;
  const longLists = new Set(); // slots through the current cell of which more than the first words are shown

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

  const clueOf = (key) => store.document().crossword?.clues?.[key] ?? "";

  // Writes the clues into their fields again, as after undo.
  const showClues = () => {
    for (const input of partsOf(words, ".slot-clue")) {
      const clue = clueOf(input.dataset.slot);
      if (input.value !== clue) input.value = clue;
    }
  };

  // The clue of a slot, for people; it is kept by the slot's first cell, so that other blocks do not change it.
  const clueElement = ({name: slot, cells}) => {
    const key = `${store.layout().cells[cells[0]].address} ${slot.split(" ")[1]}`;
    const input = createElement("input", "slot-clue");
    Object.assign(input, {value: clueOf(key), dir: "auto", autocomplete: "off", placeholder: "Clue"});
    input.setAttribute("aria-label", `Clue of ${slot}`);
    input.dataset.slot = key;
    input.addEventListener("input", () => {
      const {[key]: _, ...others} = store.document().crossword?.clues ?? {};
      const changed = input.value === "" ? others : {...others, [key]: input.value};
      store.change(withCrossword(store.document(), "clues", changed), `clue ${key}`);
    });
    input.addEventListener("blur", store.settle);
    return input;
  };

  // The words that can still go through the current cell, in a word crossword.
  const slotElement = (slotPart, hasList) => {
    const {name: slot, cells, count, words: first} = slotPart;
    const root = createElement("div", "slot");
    const known = count ? `: ${counted(count, "word")}` : hasList ? ": no word fits" : "";
    root.append(createElement("h3", "", capital(slot) + known), clueElement(slotPart));
    const isLong = longLists.has(slot);
    for (const word of isLong ? first : first.slice(0, FIRST)) {
      const button = createElement("button", "word", word);
      button.type = "button";
      button.addEventListener("click", () => {
        const {cells: places} = store.layout();
        const letters = Array.from(word);
        store.change(withLetters(store.document(), Object.fromEntries(cells.map((each, index) => [places[each].address, letters[index]]))));
      });
      root.append(button);
    }
    if (!isLong && first.length > FIRST) {
      const more = createElement("button", "plain more-words", `${first.length - FIRST} more`);
      more.type = "button";
      more.setAttribute("aria-label", `${first.length - FIRST} more words for ${slot}`);
      more.addEventListener("click", () => {
        longLists.add(slot);
        shown = "";
        show();
      });
      root.append(more);
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
    part("cell-panel").hidden = false;
    given.checked = isGiven(store.document(), address);
    given.disabled = letter === "";
    if (cell !== longListsOf) longLists.clear();
    longListsOf = cell;
    showClues();
    const key = JSON.stringify([cell, state, fitting?.slots]);
    if (key === shown) return;
    shown = key;
    name.textContent = capital(title);
    const isAny = letter === "" && candidates.length > LISTED && isEven(candidates);
    const sentence = isAny ? `Any of ${candidates.length} letters is possible. Type one to settle it.` : candidatesText(state);
    if (note.textContent !== sentence) note.textContent = sentence;
    const isNumbered = !isEven(candidates);
    // where every letter is as good as every other one, typing one says more than a long list of buttons
    const isLong = candidates.length > LISTED && !isNumbered;
    list.replaceChildren(...(isLong ? [] : candidates).map((each) => letterElement(cell, each, candidates.length === 1, isNumbered)));
    const slots = (fitting?.slots ?? []).filter((slot) => slot.cells.includes(cell));
    words.hidden = !slots.length;
    words.replaceChildren(...slots.map((slot) => slotElement(slot, fitting.has_list)));
  };

  given.addEventListener("change", () => {
    const {address} = store.layout().cells[store.cell()];
    store.change(withGiven(store.document(), address, given.checked));
  });
  store.on(["layout", "selection", "document", "verdict", "words"], show);
};
