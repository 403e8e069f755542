// The remarks of `lint` about the puzzle, in a list, and those of taste in another one, if they are wanted.
//
// In: the answers about lint and taste.  Out: the list, and calls of `focusClue`.

import {createElement} from "../player/elements.js";
import {part} from "./elements.js";
import {capital} from "./wording.js";

// Findings that say how a puzzle could go on, rather than that something is wrong with a clue; they are in the list only.
const SUGGESTIONS = new Set(["line-without-clue", "several-solutions", "give-letters", "tighten-clue"]);

// Findings that are a matter of taste: a + could be a *, a clue could accept more, or a decoy does not mislead.
const OF_TASTE = new Set(["no-effect-loop", "looser-clue", "dead-decoy"]);

const isOfTaste = ({code}) => OF_TASTE.has(code);

/** Returns the findings that are shown without being asked for. */
export const findingsOf = (store) => (store.answers().lint?.findings ?? []).filter((each) => !isOfTaste(each));

/** Returns the findings about clue `number` of a line that are shown at the clue. */
export const notesAt = (store, line, number) => findingsOf(store).filter((each) =>
  each.line === line && (each.clue ?? 0) === number && !SUGGESTIONS.has(each.code));

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {(line: number, clue?: number) => void} focusClue
 * @param {() => void} onWanted  called when remarks of taste are wanted, or no longer are
 */
export const createFindings = (store, focusClue, onWanted) => {
  const count = part("findings-count");
  const list = part("findings-list");
  const choice = part("taste");
  const tasteList = part("taste-list");

  const element = ({message, line, clue, rewrite}) => {
    const item = createElement("li");
    const place = line === undefined ? "" : `${capital(store.layout().lines[line].name)}: `;
    const text = `${place}${message}`;
    if (line === undefined) item.append(text);
    else {
      const button = createElement("button", "cause", text);
      button.type = "button";
      button.addEventListener("click", () => focusClue(line, clue));
      item.append(button);
    }
    if (rewrite) item.append(" ", createElement("code", "", rewrite));
    return item;
  };

  const show = () => {
    const {lint} = store.answers();
    const isOn = store.hasClue();
    const findings = isOn ? findingsOf(store) : [];
    count.textContent = lint && isOn ? String(findings.length) : "";
    list.replaceChildren(...findings.map(element));
    const nothing = isOn ? "Nothing to remark." : "There are no clues yet.";
    if (lint && !findings.length) list.replaceChildren(createElement("li", "about", nothing));
  };

  const showTaste = () => {
    const {taste, lint} = store.answers();
    const known = [...(lint?.findings ?? []).filter(isOfTaste), ...(taste?.remarks ?? [])];
    const remarks = choice.checked && store.hasClue() ? known : [];
    tasteList.replaceChildren(...remarks.map(element));
    const nothing = taste?.is_complete ? "There are no remarks of taste." : "The time was not enough for remarks of taste.";
    if (choice.checked && taste && store.hasClue() && !remarks.length) {
      tasteList.replaceChildren(createElement("li", "about", nothing));
    }
  };
  choice.addEventListener("change", () => {
    onWanted();
    showTaste();
  });
  store.on(["lint", "verdict"], show);
  store.on(["taste", "lint", "verdict"], showTaste);
  return {isTasteWanted: () => choice.checked};
};
