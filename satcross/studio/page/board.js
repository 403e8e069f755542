// The picture of the puzzle: the grid, a field for the letter of each cell, and the clues beside their lines.
//
// In: the server's layout (geometry is the server's), the document, the candidates.  Out: elements in #board, and the
// author's changes.

import {createField, createGrid, fillGrid, setBox, svgElement} from "../player/grid.js";
import {paintsOf} from "../player/paints.js";
import {createZoom} from "../player/zoom.js";
import {isGiven, letterAt} from "./document.js";
import {figuresOf} from "./cell-letters.js";
import {createLabels} from "./labels.js";
import {part, partsOf, setAttribute, setSize} from "./elements.js";

// Returns whether a pointer is above an element.
const isWithin = (element, {clientX, clientY}) => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
};

const shape = (name, className, points, marks = {}) =>
  svgElement(name, {class: className, points: points.map((point) => point.join(",")).join(" "), ...marks});

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {{onCellClick: (cell: number, letter: string) => void,
 *   onSmallClue: (line: number, clue: number) => void}} actions
 */
export const createBoard = (store, {onCellClick, onSmallClue}) => {
  const board = part("board");
  const labels = createLabels(store, {onBox: (box) => takeBox(box), onSmall: onSmallClue});
  let zoom = null, grid = null, inputs = [], shown = [], tracks = [];

  const takeBox = (box) => {
    const {cells, inside, box: cellsBox} = store.layout();
    setBox(board, {box, inside}, [...inputs.map((input, cell) => /** @type {[any, number[]]} */ ([input, cells[cell].at])), ...labels.places()]);
    setSize(board, "--wide", box[2]);
    if (zoom) zoom.setBox(box, cellsBox);
    else zoom = createZoom(box, cellsBox);
  };

  const makeField = ({name}, cell) => {
    const input = createField(cell, name);
    input.className = "letter";
    input.addEventListener("focus", () => {
      store.select(cell);
      input.select();
    });
    // a click on a small letter shows a solution with it
    input.addEventListener("click", (event) => {
      const letter = partsOf(board, `[data-of="${cell}"] [data-letter]`).find((each) => isWithin(each, event));
      if (letter) onCellClick(cell, letter.dataset.letter);
    });
    return input;
  };

  // Makes the elements of another layout; the keyboard's focus stays in the picture.
  const build = () => {
    const {cell: focusedCell, line: focusedLine} = partsOf(board, ":focus")[0]?.dataset ?? {};
    const {blocks, bars, cells, inside, tracks: lines} = store.layout();
    tracks = lines.map(({line, start, end}) => [line, shape("polyline", "track", [start, end])]);
    fillGrid(board, [
      ...blocks.map((points) => shape("polygon", "block", points)),
      ...tracks.map(([, track]) => track),
      ...cells.map(({outline}, cell) => shape("polygon", "cell", outline, {"data-cell": cell})),
      ...bars.map((points) => shape("polyline", "bar", points)),
    ], [...cells.map(makeField), ...labels.build()]);
    grid = createGrid(board, {places: cells.map(({at}) => at), inside});
    ({inputs} = grid);
    shown = [];
    labels.show();
    takeBox(labels.box());
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
    const paints = paintsOf(puzzle.puzzle.colors);
    const wrong = new Set(verdict?.wrong ?? []);
    const unfillable = new Set(words?.unfillable ?? []);
    // the cells in which words begin have numbers
    const slots = (puzzle.mode === "words" && words?.slots) || [];
    const numbers = new Map(slots.map(({name, cells}) => [cells[0], name.split(" ")[0]]));
    layout.cells.forEach((each, cell) => {
      const letter = letterAt(puzzle, each.address);
      const input = inputs[cell];
      if (input.value !== letter && !(document.activeElement === input && input.dataset.composing)) input.value = letter;
      const state = {
        letter: preview ? "" : letter,
        preview: preview?.letters[cell] ?? null,
        candidates: (store.hasClue() && verdict?.cells[cell]) || [], // without clues, all letters are possible
        isExact: verdict?.are_letters_exact ?? false,
        certain: verdict?.certain[cell] ?? "",
        possible: words && !letter ? words.letters[cell] : "",
        number: numbers.get(cell) ?? "",
      };
      const key = JSON.stringify(state);
      if (shown[cell] !== key) grid.draw(cell, figuresOf(each.at, layout.inside, state));
      shown[cell] = key;
      input.classList.toggle("hidden-letter", Boolean(preview));
      const paint = paints.get(state.preview ?? (letter || state.certain));
      grid.outlines[cell].style.fill = paint?.fill ?? "";
      for (const element of [input, ...partsOf(board, `[data-of="${cell}"] :is(.shown-letter, .certain-letter)`)]) {
        element.classList.toggle("painted", paint !== undefined);
        element.style.color = element.style.fill = paint?.ink ?? "";
      }
      const isWrong = wrong.has(cell) || unfillable.has(cell);
      setAttribute(input, "aria-invalid", String(isWrong));
    });
    showLines();
    labels.showSelection();
  };

  // Colours the cells of the current line, and those that a conflict names.
  const showLines = () => {
    const {cells} = store.layout();
    const on = new Set(store.stretch());
    for (const [line, track] of tracks) setAttribute(track, "class", line === store.line() ? "track on" : "track");
    const changed = new Set(store.preview()?.changed ?? []);
    const blamed = new Set((store.answers().conflict?.causes ?? []).flatMap((cause) => cause.cell ?? []));
    grid.outlines.forEach((outline, cell) => {
      const classes = [
        isGiven(store.document(), cells[cell].address) ? "given" : "cell",
        on.has(cell) && "on",
        cell === store.cell() && "here",
        changed.has(cell) && "hinted",
        (blamed.has(cell) || inputs[cell].getAttribute("aria-invalid") === "true") && "wrong",
      ];
      setAttribute(outline, "class", classes.filter(Boolean).join(" "));
    });
    grid.showDirection(store.stretch());
  };

  const showSelection = () => {
    if (!inputs.length) return;
    inputs.forEach((input, cell) => setAttribute(input, "tabindex", cell === store.cell() ? "0" : "-1"));
    grid.showCurrent(store.cell());
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
