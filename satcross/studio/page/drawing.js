// The small grid in which blocks and bars are drawn.
//
// In: clicks and keys.  Out: {holes, bars}, as `Reshape` wants them: addresses "row,column" from 1, and pairs of those.

import {createElement} from "../player/elements.js";
import {partsOf} from "./elements.js";

const EDGE = 0.28; // a click so near to an edge, in shares of the cell, means the bar there
const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

const addressOf = (row, column) => `${row + 1},${column + 1}`;
const barOf = (one, other) => [one, other].sort().join(" ");

/** @param {HTMLElement} root */
export const createDrawing = (root) => {
  let rows = 0, columns = 0, hasBars = false, holes = new Set(), bars = new Set(), here = "1,1";

  const cellAt = (address) => partsOf(root, `[data-address="${address}"]`)[0];
  const inside = (row, column) => row >= 0 && column >= 0 && row < rows && column < columns;
  const placeOf = (address) => address.split(",").map((part) => Number(part) - 1);

  const toggle = (set, value) => {
    if (!set.delete(value)) set.add(value);
    paint();
  };

  /** @param {string} address  @param {number[]} step */
  const toggleBar = (address, [down, right]) => {
    const [row, column] = placeOf(address);
    if (hasBars && inside(row + down, column + right)) toggle(bars, barOf(address, addressOf(row + down, column + right)));
  };

  const paint = () => {
    for (const button of root.querySelectorAll("button")) {
      const {address} = button.dataset;
      const [row, column] = placeOf(address);
      const isBarred = (down, right) => hasBars && bars.has(barOf(address, addressOf(row + down, column + right)));
      button.classList.toggle("is-block", holes.has(address));
      button.classList.toggle("bar-right", isBarred(0, 1));
      button.classList.toggle("bar-below", isBarred(1, 0));
      button.setAttribute("aria-pressed", String(holes.has(address)));
      const named = [isBarred(0, 1) && "bar at the right", isBarred(1, 0) && "bar below"].filter(Boolean).join(", ");
      button.setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}${named && `, ${named}`}`);
      button.tabIndex = address === here ? 0 : -1;
    }
  };

  // The edge that a click is near to, as a step, or null.
  const edgeAt = (button, event) => {
    if (event.detail === 0) return null; // a key, not a pointer
    const {left, top, width, height} = button.getBoundingClientRect();
    const x = (event.clientX - left) / width, y = (event.clientY - top) / height;
    const edges = [{gap: x, step: [0, -1]}, {gap: 1 - x, step: [0, 1]}, {gap: y, step: [-1, 0]}, {gap: 1 - y, step: [1, 0]}];
    const nearest = edges.sort((one, other) => one.gap - other.gap)[0];
    return nearest.gap < EDGE ? nearest.step : null;
  };

  root.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (!button) return;
    here = button.dataset.address;
    const edge = hasBars ? edgeAt(button, event) : null;
    if (edge) toggleBar(here, edge);
    else toggle(holes, here);
  });
  root.addEventListener("keydown", (/** @type {any} */ event) => {
    const step = STEPS[event.key];
    if (!step || event.target.dataset.address === undefined) return;
    event.preventDefault();
    here = event.target.dataset.address;
    if (event.shiftKey) {
      toggleBar(here, step);
      return;
    }
    const [row, column] = placeOf(here);
    if (!inside(row + step[0], column + step[1])) return;
    here = addressOf(row + step[0], column + step[1]);
    paint();
    cellAt(here).focus();
  });

  return {
    /** Shows a grid of this size. */
    show: (newRows, newColumns, withBars) => {
      hasBars = withBars;
      if (newRows !== rows || newColumns !== columns) {
        [rows, columns] = [newRows, newColumns];
        if (!inside(...placeOf(here))) here = "1,1";
        root.style.setProperty("--columns", String(columns));
        root.replaceChildren(...Array.from({length: rows * columns}, (_, place) => {
          const button = createElement("button");
          button.type = "button";
          button.dataset.address = addressOf(Math.floor(place / columns), place % columns);
          return button;
        }));
      }
      paint();
    },
    /** Takes over blocks and bars. */
    take: (newHoles, newBars) => {
      holes = new Set(newHoles.map((each) => each.replaceAll(" ", "")));
      bars = new Set(newBars.map(([one, other]) => barOf(one, other)));
    },
    /** The blocks and bars within the grid. */
    drawn: () => ({
      holes: [...holes].filter((each) => inside(...placeOf(each))),
      bars: [...bars].map((each) => each.split(" ")).filter((pair) => pair.every((each) => inside(...placeOf(each)))),
    }),
  };
};
