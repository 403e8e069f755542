// Where the keyboard goes from a cell or a clue.
//
// In: the layout and a direction.  Out: a cell number, or a line.

import {neighbourOf} from "../player/puzzle.js";

/** Returns the cell next to `cell` that lies most nearly in the direction (dx, dy), or null. */
export const neighbour = ({cells, lines}, cell, dx, dy) => neighbourOf(cells.map(({at}) => at), lines, cell, dx, dy)?.cell ?? null;

/** Returns the cell `step` places after `cell` among `cells`, or null at their end. */
export const along = (cells, cell, step) => cells[cells.indexOf(cell) + step] ?? null;

/**
 * Returns the first open cell of the lines after `line`, and its line; of a full grid, the first cell of the next line.
 * @param {{lines: {cells: number[]}[]}} layout
 * @param {number} line
 * @param {(cell: number) => boolean} isOpen
 * @returns {[cell: number | null, line: number]}
 */
export const lineAfter = ({lines}, line, isOpen) => {
  const after = lines.map((_, step) => (line + 1 + step) % lines.length).filter((number) => lines[number].cells.length);
  const open = after.find((number) => lines[number].cells.some(isOpen));
  const next = open ?? after[0] ?? line;
  return [lines[next]?.cells.find((cell) => open === undefined || isOpen(cell)) ?? null, next];
};

/** Returns the next line through a cell, after `line`. */
export const otherLine = (layout, cell, line) => {
  const through = layout.lines.flatMap((each, number) => each.cells.includes(cell) ? [number] : []);
  return through.length ? through[(through.indexOf(line) + 1) % through.length] : line;
};
