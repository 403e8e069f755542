// The clues of the current line, as long as they are, with what is wrong with them.
//
// In: the store.  Out: the section #line-panel, and changes of the document.

import {createElement} from "../player/elements.js";
import {createClueField} from "./clue-field.js";
import {cluesOf, isEmpty, withClue, withoutEmptyClues} from "./document.js";
import {part} from "./elements.js";
import {notesAt} from "./findings.js";
import {showClue} from "./labels.js";
import {capital, problemText} from "./wording.js";

const WIDEST = 30; // letters of a clue that stay on one line; the carets below it would not fit a longer one

// Returns carets that stand below the letters of a clue between `start` and `end`.
const caretText = (text, start, end) => {
  const count = Array.from(text).length;
  const first = Math.min(start, count), last = Math.max(first + 1, Math.min(end, count));
  return `${" ".repeat(first)}${"^".repeat(last - first)}`;
};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 */
export const createLinePanel = (store) => {
  const name = part("line-name");
  const list = part("line-clues");
  let rows = [], shownLine = -1;

  const save = (line, number, clue) =>
    store.change(withClue(store.document(), store.ref(line), number, clue), `clue ${line}.${number}`);

  const makeRow = (line, number) => {
    const root = createElement("div", "clue-editor");
    const about = createElement("p", "clue-about");
    about.id = `clue-about-${number}`;
    const carets = createElement("pre", "carets");
    carets.setAttribute("aria-hidden", "true");
    const clue = () => cluesOf(store.document(), store.ref(line))[number] ?? {regex: "", reversed: false};
    const field = createClueField({
      label: `Clue ${number + 1} of ${store.layout().lines[line].name}`,
      onInput: (text) => save(line, number, {regex: text, reversed: clue().reversed === true}),
    });
    field.input.dataset.line = String(line);
    field.input.setAttribute("aria-describedby", about.id);
    field.input.addEventListener("focus", () => store.selectLine(line, number));
    field.input.addEventListener("blur", () => {
      store.change(withoutEmptyClues(store.document(), store.ref(line)), `clue ${line}.${number}`);
      store.settle();
    });
    const turn = createElement("button", "plain", "⇄");
    turn.type = "button";
    turn.setAttribute("aria-label", "Read backwards");
    turn.title = "The clue reads the line from its end";
    turn.addEventListener("click", () => save(line, number, {...clue(), reversed: !clue().reversed}));
    const fieldRow = createElement("div", "clue-line");
    fieldRow.append(field.root, turn);
    const words = createElement("p", "clue-words"); // the clue in plain words
    const rewrites = createElement("div", "row");
    root.append(fieldRow, carets, about, words, rewrites);
    return {root, field, turn, about, carets, words, rewrites};
  };

  // Returns the text below a clue, and the carets if a part of it is meant.
  const remarksOf = (line, number, clue) => {
    const parsed = store.parsed(line, number);
    if (parsed?.error && !isEmpty(clue)) {
      const {start, end} = parsed.error;
      const isPart = start !== undefined && clue.regex.length <= WIDEST;
      return {text: problemText(parsed.error), carets: isPart ? caretText(clue.regex, start, end ?? start + 1) : "", isWrong: true};
    }
    const messages = new Set(notesAt(store, line, number).map(({message}) => `${capital(message)}.`));
    return {text: [...messages].join(" "), carets: "", isWrong: false};
  };

  const showRow = ({field, turn, about, carets, words, rewrites, root}, line, number, clue) => {
    showClue(store, field, line, number, clue);
    field.input.readOnly = "words" in clue;
    turn.setAttribute("aria-pressed", String(clue.reversed === true));
    turn.hidden = "words" in clue || isEmpty(clue);
    const remarks = remarksOf(line, number, clue);
    if (about.textContent !== remarks.text) about.textContent = remarks.text;
    words.textContent = isEmpty(clue) ? "" : store.parsed(line, number)?.words ?? "";
    carets.textContent = remarks.carets;
    carets.hidden = remarks.carets === "";
    root.classList.toggle("wrong", remarks.isWrong);
    rewrites.replaceChildren(...notesAt(store, line, number).filter(({rewrite}) => rewrite).map(({rewrite}) => {
      const button = createElement("button", "rewrite", "Write ");
      button.type = "button";
      button.append(createElement("code", "", rewrite));
      button.addEventListener("click", () => save(line, number, {...clue, regex: rewrite}));
      return button;
    }));
  };

  const show = () => {
    const layout = store.layout();
    if (!layout?.lines.length) return;
    const line = store.line();
    const hasRegexes = store.document().mode !== "words";
    for (const id of ["line-panel", "findings", "steps"]) part(id).hidden = !hasRegexes;
    if (line !== shownLine) {
      rows = [];
      list.replaceChildren();
      shownLine = line;
    }
    const {name: title, cells} = layout.lines[line];
    name.textContent = `${title.charAt(0).toUpperCase()}${title.slice(1)} · ${cells.length} cells`;
    const clues = cluesOf(store.document(), store.ref(line));
    const focused = rows.findIndex(({field}) => field.input === document.activeElement);
    const wanted = Math.max(1, clues.length, focused + 1);
    while (rows.length < wanted) {
      const row = makeRow(line, rows.length);
      rows.push(row);
      list.append(row.root);
    }
    while (rows.length > wanted) rows.pop().root.remove();
    rows.forEach((row, number) => showRow(row, line, number, clues[number] ?? {regex: "", reversed: false}));
    const isUnique = store.answers().verdict?.status === "unique";
    const isWords = store.document().mode === "words";
    for (const id of ["loosen", "vary"]) part(id).hidden = !isUnique || !clues.length || isWords;
  };

  // Adds an empty field below the others, and goes there.
  const addClue = (line) => {
    store.selectLine(line);
    show();
    const number = cluesOf(store.document(), store.ref(line)).length;
    if (rows.length <= number) {
      const row = makeRow(line, number);
      rows.push(row);
      list.append(row.root);
      showRow(row, line, number, {regex: "", reversed: false});
    }
    rows[number].field.input.focus();
  };

  // all lines can be reached from here, also those without room beside the grid
  const goBy = (step) => {
    const count = store.layout()?.lines.length;
    if (count) store.selectLine((store.line() + step + count) % count);
  };
  part("line-back").addEventListener("click", () => goBy(-1));
  part("line-next").addEventListener("click", () => goBy(1));
  part("add-clue").addEventListener("click", () => addClue(store.line()));
  document.addEventListener("selectionchange", () => {
    if (list.contains(document.activeElement)) show();
  });
  store.on(["layout"], () => {
    shownLine = -1;
  });
  store.on(["layout", "document", "selection", "parse", "lint", "verdict"], show);

  return {
    addClue,
    focus: (number = 0) => (rows[number] ?? rows[0])?.field.input.focus(),
  };
};
