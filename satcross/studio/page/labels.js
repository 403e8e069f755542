// The clues beside the grid: at each label of the layout the line's clues, one below the other, as fields.
//
// In: the layout, the document, what the server has read in the clues.  Out: elements, and changes of the document.

import {createElement} from "../player/elements.js";
import {createClueField} from "./clue-field.js";
import {cluesOf, withClue, withoutEmptyClues} from "./document.js";
import {setAttribute, setSize} from "./elements.js";
import {notesAt} from "./findings.js";
import {linkedRanges, piecesOf} from "./highlight.js";

const TYPE = 12; // units: the type size of a clue that stands alone
const ADVANCE = 0.602; // the width of a letter of the typeface, in type sizes
const LEAST_LETTERS = 9; // room for an empty field
const STEP = 4; // letters; the picture does not get larger with each letter
const MOST_LETTERS = 40; // a longer clue scrolls in its field; the panel shows it as a whole
const BESIDE = 30; // units that a label takes besides its letters and its tag: the arrow, the frame of the field
const TAG_ADVANCE = 5.6; // units of a letter of a tag, the number or name of the line
const LONGEST_TAG = 18; // letters of a tag that are shown

const MARGIN = 10; // units around the picture

const isSmall = matchMedia("(max-width: 48rem) and (pointer: coarse)");

const tagOf = ({tag}) => tag.length > LONGEST_TAG ? `${tag.slice(0, LONGEST_TAG - 1)}…` : tag;

const typeSize = (count) => Math.max(7, Math.min(TYPE, 34 / count));

/** Returns a clue as it is shown to people. */
export const textOf = (clue) => "words" in clue ? `words of ${clue.words}` : clue.regex;

// Returns where the caret is, in code points.
const caretOf = ({value, selectionEnd}) => Array.from(value.slice(0, selectionEnd)).length;

/** Shows what is known of clue `number` of a line in its field: colours, and what is wrong. */
export const showClue = (store, field, line, number, clue) => {
  const text = textOf(clue);
  const parsed = store.parsed(line, number);
  const error = parsed?.error ?? null;
  const linked = field.input === document.activeElement && parsed ? linkedRanges(parsed.groups, caretOf(field.input)) : [];
  const wrong = error && {start: error.start ?? 0, end: error.end ?? Infinity};
  field.set(text, piecesOf(text, parsed?.tokens ?? [], wrong, linked));
  const blamed = (store.answers().conflict?.causes ?? []).some((each) => each.line === line && (each.clue ?? 0) === number);
  field.setError(error && clue.regex !== "" ? error.message : "");
  field.root.classList.toggle("blamed", blamed);
  field.root.classList.toggle("noted", notesAt(store, line, number).length > 0 && !blamed);
};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{onBox: (box: number[]) => void, onSmall: (line: number, clue: number) => void}} listeners  `onBox` is called
 *   when the labels need more or less room, `onSmall` for a clue that is too small to be edited where it is
 */
export const createLabels = (store, {onBox, onSmall}) => {
  let labels = [], lastBox = "";

  const fieldOf = (line, number) => {
    const {name} = store.layout().lines[line];
    const field = createClueField({
      label: number ? `Clue ${number + 1} of ${name}` : `Clue of ${name}`,
      onInput: (text) => {
        const before = cluesOf(store.document(), store.ref(line))[number];
        store.change(
          withClue(store.document(), store.ref(line), number, {regex: text, reversed: before?.reversed === true}),
          `clue ${line}.${number}`,
        );
      },
    });
    field.input.dataset.line = String(line);
    field.input.dataset.clue = String(number);
    field.input.addEventListener("focus", () => {
      store.selectLine(line, number);
      if (isSmall.matches) onSmall(line, number);
    });
    // several lines of text are clues for this line and those after it
    field.input.addEventListener("paste", (event) => {
      const texts = event.clipboardData.getData("text").trim().split(/\r?\n/);
      if (texts.length < 2) return;
      event.preventDefault();
      const {family} = store.ref(line);
      const lines = store.layout().lines.flatMap((each, other) => each.family === family && other >= line ? [other] : []);
      store.change(texts.slice(0, lines.length).reduce(
        (changed, text, index) => withClue(changed, store.ref(lines[index]), 0, {regex: text, reversed: false}), store.document(),
      ));
    });
    field.input.addEventListener("blur", () => {
      store.change(withoutEmptyClues(store.document(), store.ref(line)), `clue ${line}.${number}`);
      store.settle();
    });
    return field;
  };

  const build = () => {
    const isWords = store.document().mode === "words"; // there the words are the clues
    labels = store.layout().lines.flatMap(({label}, line) => {
      if (!label || isWords) return [];
      const radians = label.angle * Math.PI / 180;
      const isOutward = Math.cos(radians) * label.outward[0] + Math.sin(radians) * label.outward[1] > 0;
      const root = createElement("div", `label ${isOutward ? "outward" : "inward"}`);
      const mark = createElement("button", "label-mark");
      mark.type = "button";
      mark.tabIndex = -1;
      mark.setAttribute("aria-hidden", "true");
      const arrow = createElement("span", "label-arrow");
      const tag = createElement("span", "label-tag", tagOf(label));
      mark.append(...(isOutward ? [arrow, tag] : [tag, arrow]));
      const clues = createElement("div", "label-clues");
      root.append(...(isOutward ? [mark, clues] : [clues, mark]));
      root.style.transform = `translate(${isOutward ? "0" : "-100%"}, -50%) rotate(${label.angle}deg)`;
      root.style.transformOrigin = isOutward ? "0 50%" : "100% 50%";
      root.dataset.line = String(line);
      const each = {line, label, root, clues, fields: []};
      mark.addEventListener("click", () => focus(line, 0));
      return [each];
    });
    return labels.map(({root}) => root);
  };

  const lettersOf = (each) => {
    const longest = Math.max(...cluesOf(store.document(), store.ref(each.line)).map((clue) => textOf(clue).length), 0);
    return Math.min(MOST_LETTERS, Math.max(LEAST_LETTERS, Math.ceil((longest + 1) / STEP) * STEP));
  };

  // The room that the grid and all labels take.
  const box = () => {
    const [x, y, wide, high] = store.layout().box;
    const edges = [[x, y], [x + wide, y + high]];
    for (const each of labels) {
      const length = BESIDE + Math.max(2, tagOf(each.label).length) * TAG_ADVANCE + lettersOf(each) * ADVANCE * typeSize(Math.max(1, each.fields.length));
      const {at, outward} = each.label;
      const end = [at[0] + outward[0] * length, at[1] + outward[1] * length];
      edges.push([end[0] - 12, end[1] - 12], [end[0] + 12, end[1] + 12]);
    }
    const [left, right] = [Math.min(...edges.map(([a]) => a)) - MARGIN, Math.max(...edges.map(([a]) => a)) + MARGIN];
    const [top, bottom] = [Math.min(...edges.map(([, b]) => b)) - MARGIN, Math.max(...edges.map(([, b]) => b)) + MARGIN];
    return [left, top, right - left, bottom - top];
  };

  /** @returns {[HTMLElement, number[]][]} each label, with its place in the picture */
  const places = () => labels.map(({root, label}) => [root, label.at]);

  // Shows as many fields as the line has clues, at least one; a field that is being typed into stays.
  const show = () => {
    for (const each of labels) {
      const clues = cluesOf(store.document(), store.ref(each.line));
      const wanted = Math.max(1, clues.length, each.fields.findLastIndex(({input}) => input === document.activeElement) + 1);
      while (each.fields.length < wanted) {
        const field = fieldOf(each.line, each.fields.length);
        each.fields.push(field);
        each.clues.append(field.root);
      }
      while (each.fields.length > wanted) each.fields.pop().root.remove();
      setSize(each.root, "--type", typeSize(wanted));
      setSize(each.root, "--letters", lettersOf(each));
      each.fields.forEach((field, number) => {
        setAttribute(field.input, "tabindex", each.line === store.line() ? "0" : "-1");
        const clue = clues[number] ?? {regex: "", reversed: false};
        field.input.readOnly = "words" in clue;
        showClue(store, field, each.line, number, clue);
      });
    }
    const now = JSON.stringify(box());
    if (now !== lastBox) {
      lastBox = now;
      onBox(JSON.parse(now));
    }
  };

  const showSelection = () => {
    const reasons = store.preview()?.lines ?? [];
    for (const {root, line, fields} of labels) {
      root.classList.toggle("on", line === store.line());
      root.classList.toggle("reason", reasons.includes(line));
      // Tab stops at the clues of the current line only; arrow keys go to the others
      for (const {input} of fields) setAttribute(input, "tabindex", line === store.line() ? "0" : "-1");
    }
  };

  const focus = (line, number = 0) => {
    const each = labels.find((label) => label.line === line);
    if (!each) return false;
    (each.fields[number] ?? each.fields.at(-1)).input.focus();
    return true;
  };

  return {build, places, show, box, showSelection, focus};
};
