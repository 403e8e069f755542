// The dialog "Shape": a new puzzle, or another shape for this one.
//
// In: what the author chooses and draws.  Out: another document, which the server makes (`Reshape`).

import {createElement} from "../player/elements.js";
import {createDialog} from "../player/dialogs.js";
import {cleared} from "./document.js";
import {createDrawing} from "./drawing.js";
import {part, partsOf} from "./elements.js";
import {askingText, problemText} from "./wording.js";

const DRAWN = ["rectangle", "words", "barred"]; // rectangles in which blocks and bars are drawn
const NOTES = {
  rectangle: "Click a cell to take it out of the grid.",
  words: "Click a cell to make it a block.",
  barred: "Click a cell to make it a block, or near an edge for a bar. Keys: the space bar for a block, Shift and an arrow for a bar.",
};

/** Returns the lines in a text with one line in each row: "name: cell cell cell", or only the cells. */
const linesIn = (text) => text.split("\n").flatMap((row, index) => {
  const [, name, written] = /^(?:([^:]*):)?(.*)$/.exec(row.trim());
  const cells = written.split(/[\s,]+/).filter((cell) => cell !== "");
  return cells.length ? [{name: name?.trim() || `line ${index + 1}`, cells}] : [];
});

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {ReturnType<import("./connection.js").createConnection>} connection
 * @param {(document: any) => void} replace  takes over another document
 */
export const createShapeDialog = (store, connection, replace) => {
  const root = part("shape-dialog");
  const dialog = createDialog("shape-dialog", () => {});
  const drawing = createDrawing(part("draw"));
  const chosen = () => root.querySelector("[name=shape]:checked").value;
  const numberIn = ({max, value}) => Math.max(1, Math.min(Number(max), Math.round(Number(value)) || 1));

  const show = () => {
    for (const each of root.querySelectorAll("[data-for]")) each.hidden = !each.dataset.for.split(" ").includes(chosen());
    part("draw-note").textContent = NOTES[chosen()] ?? "";
    drawing.show(numberIn(part("rows")), numberIn(part("columns")), chosen() === "barred");
  };

  const fieldsOf = (kind, name) => partsOf(root, `[data-for~=${kind}] [data-size${name ? `=${name}` : ""}]`);

  // Returns the numbers in the fields of the chosen shape; several fields of a name are a list.
  const sizes = () => {
    const found = {};
    for (const field of fieldsOf(chosen())) (found[field.dataset.size] ??= []).push(numberIn(field));
    return Object.fromEntries(Object.entries(found).map(([name, numbers]) => [name, numbers.length > 1 ? numbers : numbers[0]]));
  };

  const shape = () => {
    if (chosen() === "lines") return {kind: "lines", lines: linesIn(part("lines-text").value)};
    const isDrawn = DRAWN.includes(chosen());
    const {holes, bars} = drawing.drawn();
    return {kind: isDrawn ? "rectangle" : chosen(), ...sizes(), ...(isDrawn && {holes}), ...(chosen() === "barred" && {bars})};
  };

  const make = async () => {
    const note = part("shape-note");
    note.textContent = askingText(store.isOpen());
    note.classList.add("waiting");
    try {
      const made = (await connection.ask("reshape", {shape: shape()}).answer).documents[0].document;
      if (!root.open) return; // it was closed, or answered twice
      const mode = chosen() === "words" ? "words" : "regex";
      replace({...(part("keep-clues").checked ? made : cleared(made)), mode});
      dialog.close();
    } catch (refusal) {
      note.classList.remove("waiting");
      note.textContent = problemText(refusal);
    }
  };

  // Shows the shape of the present puzzle.
  const begin = () => {
    const present = store.layout()?.shape;
    if (present) {
      const kind = store.document().mode === "words" ? "words" : present.bars?.length ? "barred" : present.kind;
      root.querySelector(`[name=shape][value=${kind}]`).checked = true;
      for (const name of Object.keys(present)) {
        fieldsOf(kind, name).forEach((field, index) => {
          field.value = [present[name]].flat()[index];
        });
      }
      if (present.lines) part("lines-text").value = present.lines.map(({name, cells}) => `${name}: ${cells.join(" ")}`).join("\n");
      drawing.take(present.holes ?? [], present.bars ?? []);
    }
    part("shape-note").textContent = "";
    show();
    dialog.open();
  };

  root.addEventListener("input", show);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && /** @type {HTMLElement} */ (event.target).matches("[type=number], [type=radio]")) make();
  });
  dialog.on("make", make);
  return {open: begin};
};
