// All clues in a list, for small screens, for screen readers, and where clues in the picture are small.
//
// In: the layout, the document, what is wrong with clues.  Out: the list, and calls of `focusClue`.

import {createElement} from "../player/elements.js";
import {cluesOf} from "./document.js";
import {part} from "./elements.js";
import {textOf} from "./labels.js";
import {capital} from "./wording.js";

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {(line: number, clue?: number) => void} focusClue
 */
export const createClueList = (store, focusClue) => {
  const section = part("clues");
  const list = part("clues-list");
  let shown = "";

  // Returns [line, clue, text, what is wrong with it] for each clue, and for each line without one.
  const entries = () => store.layout().lines.flatMap((_, line) => {
    const clues = cluesOf(store.document(), store.ref(line));
    if (!clues.length) return [[line, 0, "", ""]];
    return clues.map((each, clue) => [line, clue, textOf(each), store.parsed(line, clue)?.error?.message ?? ""]);
  });

  const element = ([line, clue, text, wrong]) => {
    const item = createElement("li");
    const button = createElement("button", "cause", `${capital(store.layout().lines[line].name)}: `);
    button.type = "button";
    button.append(text ? createElement("code", "", text) : "no clue", wrong && ` ✗ ${wrong}`);
    button.addEventListener("click", () => focusClue(line, clue));
    item.append(button);
    return item;
  };

  const show = () => {
    section.hidden = store.document().mode === "words";
    if (!section.open || !store.layout()) return;
    const wanted = entries();
    const key = JSON.stringify([store.layout().lines.map(({name}) => name), wanted]);
    if (key === shown) return;
    shown = key;
    list.replaceChildren(...wanted.map(element));
  };
  section.addEventListener("toggle", show);
  store.on(["layout", "document", "parse"], show);
};
