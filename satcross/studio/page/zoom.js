// How large the picture is: it fits the screen at first, and can be made larger and smaller.
//
// In: the box of the picture and that of the grid alone, in units of the layout.  Out: --u, the pixels of a unit, and the
// size of the board.

import {listenForZoom} from "../player/zoom.js";
import {part} from "./elements.js";

const CELL = 40; // units of a cell
const LEAST = 26; // pixels of a cell that fits the screen; a larger picture can be scrolled
const MOST = 68; // pixels of a cell that fits the screen

/** @param {HTMLElement} board */
export const createZoom = (board) => {
  const area = part("scroll");
  let box = [0, 0, 1, 1], grid = [0, 0, 1, 1], scale = 1, isFitted = true;

  const apply = (wanted, x = 0, y = 0) => {
    // the point of the picture that is at (x, y) of the area stays there
    const across = (area.scrollLeft + x) / scale, down = (area.scrollTop + y) / scale;
    scale = Math.min(160 / CELL, Math.max(6 / CELL, wanted));
    board.style.setProperty("--u", `${scale}px`);
    board.style.width = `${box[2] * scale}px`;
    board.style.height = `${box[3] * scale}px`;
    area.scrollLeft = across * scale - x;
    area.scrollTop = down * scale - y;
  };

  const fit = () => {
    isFitted = true;
    const {clientWidth: wide, clientHeight: high} = area;
    if (!wide || !high) return;
    const whole = Math.min(wide / box[2], high / box[3]);
    apply(Math.min(MOST / CELL, Math.max(whole, LEAST / CELL)));
    area.scrollLeft = (grid[0] + grid[2] / 2 - box[0]) * scale - wide / 2;
    area.scrollTop = (grid[1] + grid[3] / 2 - box[1]) * scale - high / 2;
  };

  const zoomBy = (factor, x = area.clientWidth / 2, y = area.clientHeight / 2) => {
    isFitted = false;
    apply(scale * factor, x, y);
  };

  listenForZoom(area, zoomBy, fit);
  new ResizeObserver(() => isFitted && fit()).observe(area);

  return {
    box: () => box,
    /** Takes another box; `place` is called to put everything into its place. */
    setBox: (newBox, newGrid, place) => {
      [box, grid] = [newBox, newGrid];
      if (isFitted) fit();
      else apply(scale);
      place();
    },
  };
};
