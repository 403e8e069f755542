// The verdict: how many solutions there are, why there is none, and what can be done next.
//
// In: the answers in the store.  Out: the section #verdict, and calls of `actions`.

import {createElement} from "../player/elements.js";
import {cluesOf} from "./document.js";
import {part, setAttribute} from "./elements.js";
import {capital, counted, problemText, sentences, statusText} from "./wording.js";

const PATIENCE = 250; // milliseconds until the last answer fades

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{focusClue: (line: number, clue?: number) => void, focusCell: (cell: number) => void}} actions
 */
export const createVerdictPanel = (store, {focusClue, focusCell}) => {
  const section = part("verdict");
  const text = part("verdict-text");
  const more = part("verdict-more");
  const causes = part("causes");

  // Writes only what differs, so that screen readers are not told the same twice.
  const write = (element, wanted) => {
    if (element.textContent !== wanted) element.textContent = wanted;
  };

  const hasBareLine = () => store.layout().lines.some((_, line) => !cluesOf(store.document(), store.ref(line)).length);
  const isWords = () => store.document().mode === "words";

  // The clues that cannot be read: [line, clue, error].
  const brokenClues = () => store.layout().lines.flatMap((_, line) =>
    cluesOf(store.document(), store.ref(line)).flatMap((_, clue) => {
      const error = store.parsed(line, clue)?.error;
      return error ? [[line, clue, error]] : [];
    }));

  const causeElement = ({text: words, line, clue, cell}) => {
    const item = createElement("li");
    const button = createElement("button", "cause", capital(words));
    button.type = "button";
    button.addEventListener("click", () => line === undefined ? focusCell(cell) : focusClue(line, clue));
    item.append(button);
    return item;
  };

  const certainText = (verdict) => {
    const all = store.layout().cells.length;
    const count = verdict.certain.filter((letter) => letter !== "").length;
    if (verdict.status !== "several" || !count) return "";
    return count === all ? "" : `${count} of ${counted(all, "cell")} ${count === 1 ? "is" : "are"} certain.`;
  };

  const STOPPED = {time: "The count was stopped: it would take too long.", limit: "The count was stopped: it is too large."};

  // Returns {state, head, tail, list} for what is known.
  const known = () => {
    const {verdict, conflict, refusal, words} = store.answers();
    if (!store.isOpen()) return {state: "unknown", head: store.note().message, tail: store.note().hint};
    if (!store.layout()) return {state: "unknown", head: refusal ? problemText(refusal) : "Looking at the puzzle …"};
    const broken = brokenClues();
    if (broken.length) {
      const list = broken.map(([line, clue, error]) => ({line, clue, text: `${store.layout().lines[line].name}: ${error.message}`}));
      return {state: "none", head: `✗ ${counted(broken.length, "clue")} cannot be read`, tail: "", list};
    }
    if (refusal) return {state: "none", head: `✗ ${capital(refusal.message)}`, tail: sentences([refusal.hint]), list: refusal.line === undefined ? [] : [{...refusal, text: refusal.place.join(", ")}]};
    if (isWords() && words) return wordsKnown(words);
    if (!verdict) return {state: "unknown", head: "Looking at the puzzle …"};
    if (verdict.status === "none") {
      const tail = conflict ? sentences([conflict.message, ...conflict.remedies]) : "";
      return {state: "none", head: statusText(verdict), tail, list: conflict?.causes ?? []};
    }
    const start = store.hasClue() || isWords() ? "" : "Write a regular expression beside a line, such as [AB]+ or .*X.*, or the letters of your solution into the cells.";
    const wrong = verdict.wrong.length ? `${capital(counted(verdict.wrong.length, "letter"))} of yours ${verdict.wrong.length === 1 ? "is" : "are"} in no solution.` : "";
    const tail = [start, wrong, certainText(verdict), verdict.is_last ? STOPPED[verdict.stopped] ?? "" : ""];
    return {state: verdict.status, head: start ? "No clues yet" : statusText(verdict), tail: tail.filter(Boolean).join(" ")};
  };

  const wordsKnown = ({has_list: hasList, unfillable, slots, remarks}) => {
    const open = slots.filter(({cells}) => cells.some((cell) => !hasLetter(cell))).length;
    if (unfillable.length) return {state: "none", head: `✗ ${counted(unfillable.length, "cell")} cannot be filled`, tail: sentences(remarks)};
    if (!open) return {state: "unique", head: hasList ? "✓ Every place has its word" : "✓ Every cell has its letter", tail: sentences(remarks)};
    return {state: "several", head: `${counted(open, "place")} still open`, tail: sentences(remarks)};
  };
  const hasLetter = (cell) => {
    const {address} = store.layout().cells[cell];
    const {puzzle, letters} = store.document();
    return Boolean(puzzle.given?.[address] ?? letters?.[address]);
  };

  const show = () => {
    const {state, head, tail = "", list = []} = known();
    section.dataset.state = state;
    // the revision that everything is known about, as far as it will be
    const {verdict} = store.answers();
    if (verdict?.is_last && section.dataset.known !== String(verdict.revision)) section.dataset.known = String(verdict.revision);
    write(text, head);
    write(more, tail);
    causes.replaceChildren(...list.map(causeElement));
    causes.hidden = list.length === 0;
    const status = verdict?.status;
    part("mend").textContent = status === "none" ? "Fix it" : "Make it unique";
    part("mend").hidden = isWords() || !store.layout() || !["several", "none"].includes(status) || !store.hasClue();
    part("complete").textContent = store.layout() && store.hasClue() ? "Complete the rest" : "Find clues for me";
    part("complete").hidden = isWords() || !store.layout() || status === "unique" || brokenClues().length > 0 || !hasBareLine();
    part("fill").hidden = !isWords() || !store.layout();
    part("try-again").hidden = store.isOpen() || !store.note().isOver;
    // a document that cannot be read at all, perhaps from a broken link
    part("anew").hidden = !store.answers().refusal || store.layout() !== null;
    showAge();
  };
  // What was found out about an earlier document fades if the next answer is not there at once.
  let timer = 0;
  const showAge = () => {
    const isStale = store.isStale();
    setAttribute(section, "aria-busy", String(isStale));
    clearTimeout(timer);
    if (isStale && store.isOpen()) timer = setTimeout(() => document.body.classList.add("late"), PATIENCE);
    else document.body.classList.remove("late");
  };

  store.on(["verdict", "parse", "layout", "words"], show);
  store.on(["document"], showAge);
  show();
};
