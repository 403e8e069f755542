// The picture of the puzzle: the grid, a field for the letter of each cell, and the clues beside their lines.
//
// In: the server's layout (geometry is the server's), the document, the candidates.  Out: elements in #board, and the
// author's changes.  One unit of the layout is --u pixels.

import {createElement} from "../player/elements.js";
import {isGiven, letterAt} from "./document.js";
import {createLabels} from "./labels.js";
import {fillCell} from "./cell-letters.js";
import {part, partsOf, setAttribute} from "./elements.js";
import {createZoom} from "./zoom.js";

const SVG = "http://www.w3.org/2000/svg";

// Returns whether a pointer is above an element.
const isWithin = (element, {clientX, clientY}) => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
};

const shape = (name, className, points) => {
  const made = document.createElementNS(SVG, name);
  made.setAttribute("class", className);
  made.setAttribute("points", points.map((point) => point.join(",")).join(" "));
  return made;
};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{onCellClick: (cell: number, letter: string) => void,
 *   onSmallClue: (line: number, clue: number) => void}} actions
 */
export const createBoard = (store, {onCellClick, onSmallClue}) => {
  const board = part("board");
  const zoom = createZoom(board);
  const labels = createLabels(store, {onBox: (box) => zoom.setBox(box, store.layout().box, place), onSmall: onSmallClue});
  let polygons = [], inputs = [], holders = [], shown = [], tracks = [];

  // Puts an element's middle at a point of the layout.
  const put = (element, [x, y]) => {
    const [left, top] = zoom.box();
    element.style.left = `calc(var(--u) * ${x - left})`;
    element.style.top = `calc(var(--u) * ${y - top})`;
  };

  const place = () => {
    const {cells} = store.layout();
    const box = zoom.box();
    board.querySelector("svg").setAttribute("viewBox", box.join(" "));
    holders.forEach((holder, cell) => put(holder, cells[cell].at));
    labels.place(put);
  };

  const makeCell = (each, cell) => {
    const holder = createElement("div", "cell-holder");
    const letters = createElement("span", "cell-letters");
    letters.setAttribute("aria-hidden", "true");
    const input = createElement("input", "letter");
    Object.assign(input, {autocomplete: "off", spellcheck: false, tabIndex: -1});
    input.setAttribute("autocapitalize", "characters");
    input.setAttribute("aria-label", each.name);
    input.dataset.cell = String(cell);
    input.addEventListener("focus", () => {
      store.select(cell);
      input.select();
    });
    // a click on a small letter shows a solution with it
    input.addEventListener("click", (event) => {
      const letter = partsOf(letters, "[data-letter]").find((each) => isWithin(each, event));
      if (letter) onCellClick(cell, letter.dataset.letter);
    });
    holder.append(letters, input);
    return holder;
  };

  // Makes the elements of another layout; the keyboard's focus stays in the picture.
  const build = () => {
    const {cell: focusedCell, line: focusedLine} = partsOf(board, ":focus")[0]?.dataset ?? {};
    const layout = store.layout();
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("aria-hidden", "true");
    drawing.append(...layout.blocks.map((points) => shape("polygon", "block", points)));
    polygons = layout.cells.map((each) => shape("polygon", "cell", each.outline));
    tracks = layout.tracks.map(({line, start, end}) => [line, shape("polyline", "track", [start, end])]);
    drawing.append(...tracks.map(([, drawn]) => drawn), ...polygons);
    drawing.append(...layout.bars.map((points) => shape("polyline", "bar", points)));
    const ring = shape("polygon", "", []);
    ring.id = "ring";
    drawing.append(ring);
    holders = layout.cells.map(makeCell);
    inputs = holders.map((holder) => holder.querySelector("input"));
    shown = [];
    board.style.setProperty("--inside", String(layout.inside));
    board.replaceChildren(drawing, ...holders, ...labels.build());
    labels.show();
    zoom.setBox(labels.box(), layout.box, place);
    showLetters();
    showSelection();
    if (focusedCell !== undefined) inputs[store.cell()]?.focus();
    else if (focusedLine !== undefined) labels.focus(store.line());
  };

  const showLetters = () => {
    const layout = store.layout();
    if (!layout) return;
    const puzzle = store.document();
    const {verdict, words} = store.answers();
    const preview = store.preview();
    const wrong = new Set(verdict?.wrong ?? []);
    const unfillable = new Set(words?.unfillable ?? []);
    layout.cells.forEach((each, cell) => {
      const letter = letterAt(puzzle, each.address);
      const input = inputs[cell];
      if (input.value !== letter && !(document.activeElement === input && input.dataset.composing)) input.value = letter;
      const state = {
        letter: preview ? "" : letter,
        preview: preview?.letters[cell] ?? null,
        candidates: verdict?.cells[cell] ?? [],
        isExact: verdict?.are_letters_exact ?? false,
        certain: verdict?.certain[cell] ?? "",
        possible: words && !letter ? words.letters[cell] : "",
      };
      const key = JSON.stringify(state);
      if (shown[cell] !== key) fillCell(holders[cell].firstChild, state);
      shown[cell] = key;
      input.classList.toggle("hidden-letter", Boolean(preview));
      const isWrong = wrong.has(cell) || unfillable.has(cell);
      setAttribute(input, "aria-invalid", String(isWrong));
    });
    showNumbers();
    showLines();
    labels.showSelection();
  };

  // Writes the numbers of a word crossword into the cells in which its words begin.
  const showNumbers = () => {
    const isWords = store.document().mode === "words";
    const slots = (isWords && store.answers().words?.slots) || [];
    const numbers = new Map(slots.map(({name, cells}) => [cells[0], name.split(" ")[0]]));
    holders.forEach((holder, cell) => setAttribute(holder, "data-number", numbers.get(cell) ?? ""));
  };

  // Colours the cells of the current line, and those that a clash names.
  const showLines = () => {
    const {cells} = store.layout();
    const on = new Set(store.stretch());
    for (const [line, track] of tracks) setAttribute(track, "class", line === store.line() ? "track on" : "track");
    const changed = new Set(store.preview()?.changed ?? []);
    const blamed = new Set((store.answers().clash?.causes ?? []).flatMap((cause) => cause.cell ?? []));
    polygons.forEach((polygon, cell) => {
      const classes = [
        isGiven(store.document(), cells[cell].address) ? "given" : "cell",
        on.has(cell) && "on",
        cell === store.cell() && "here",
        changed.has(cell) && "hinted",
        (blamed.has(cell) || inputs[cell].getAttribute("aria-invalid") === "true") && "wrong",
      ];
      setAttribute(polygon, "class", classes.filter(Boolean).join(" "));
      setAttribute(holders[cell], "class", cell === store.cell() ? "cell-holder here" : "cell-holder");
    });
  };

  const showSelection = () => {
    if (!inputs.length) return;
    inputs.forEach((input, cell) => setAttribute(input, "tabindex", cell === store.cell() ? "0" : "-1"));
    const outline = store.layout().cells[store.cell()]?.outline ?? [];
    part("ring").setAttribute("points", outline.map((point) => point.join(",")).join(" "));
    showLines();
    labels.showSelection();
  };

  let mode = store.document().mode;
  store.on(["layout"], build);
  store.on(["document"], () => {
    const isOther = mode !== store.document().mode;
    mode = store.document().mode;
    if (isOther && store.layout()) build();
  });
  store.on(["selection"], showSelection);
  // what belongs together at the caret
  document.addEventListener("selectionchange", () => {
    if (document.activeElement?.matches(".label .clue-input")) labels.show();
  });
  store.on(["document", "verdict", "words", "preview"], showLetters);
  store.on(["document", "parse", "verdict", "lint"], () => store.layout() && labels.show());
  return {
    /** Puts the keyboard's focus into a cell. */
    focusCell: (cell) => inputs[cell]?.focus(),
    /** Puts the keyboard's focus into a clue beside the grid; returns whether there is such a field. */
    focusClue: labels.focus,
    inputs: () => inputs,
  };
};
