// How large the grid is: it fits the screen at first, and can be made larger and smaller.

const CELL = 40; // units of the picture
// pixels of a cell; if the clues around the grid make cells smaller, only the grid has to fit
const COMFORTABLE = matchMedia("(pointer: coarse)").matches ? 30 : 22;
const LEAST = 18; // pixels of a cell that fits the screen; a larger grid can be scrolled
const MOST = 110; // pixels of a cell that fits the screen
const STEP = 1.25;

// Calls `zoomBy` with a factor and a point of the area, for two fingers, for the wheel with Ctrl and for the buttons, and
// `fit` for the button that does that.
export const listenForZoom = (area, zoomBy, fit) => {
  const gap = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  let pinched = 0;
  area.addEventListener("touchstart", (event) => {
    pinched = event.touches.length === 2 ? gap(event.touches) : 0;
  }, {passive: true});
  area.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !pinched) return;
    event.preventDefault();
    const now = gap(event.touches), around = area.getBoundingClientRect();
    const [one, other] = event.touches;
    zoomBy(now / pinched, (one.clientX + other.clientX) / 2 - around.left, (one.clientY + other.clientY) / 2 - around.top);
    pinched = now;
  }, {passive: false});
  area.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const around = area.getBoundingClientRect();
    zoomBy(Math.exp(-event.deltaY / 300), event.clientX - around.left, event.clientY - around.top);
  }, {passive: false});

  const actions = {in: () => zoomBy(STEP), out: () => zoomBy(1 / STEP), fit};
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zoom]"))) {
    button.addEventListener("click", actions[button.dataset.zoom]);
  }
};

/**
 * Lets the board be zoomed.  `box` is left, top, width and height of the picture, `grid` those of the cells alone.
 *
 * @param {number[]} box  @param {number[]} grid
 * @returns {{setBox: (box: number[], grid: number[]) => void}} `setBox` takes over another picture
 */
export const createZoom = (box, grid) => {
  const area = document.getElementById("scroll");
  const board = document.getElementById("board");
  let scale = 1, isFitted = true;

  const apply = (wanted, x, y) => {
    // the point of the grid that is at (x, y) of the area stays there
    const old = board.getBoundingClientRect(), around = area.getBoundingClientRect();
    const across = (around.left + x - old.left) / (old.width || 1), down = (around.top + y - old.top) / (old.height || 1);
    scale = Math.min(160 / CELL, Math.max(6 / CELL, wanted));
    board.style.width = `${Math.round(box[2] * scale)}px`;
    const now = board.getBoundingClientRect();
    area.scrollLeft += now.left + across * now.width - (around.left + x);
    area.scrollTop += now.top + down * now.height - (around.top + y);
  };

  const zoomBy = (factor, x = area.clientWidth / 2, y = area.clientHeight / 2) => {
    isFitted = false;
    apply(scale * factor, x, y);
  };

  const fit = () => {
    isFitted = true;
    const {clientWidth: wide, clientHeight: high} = area;
    if (!wide || !high) return;
    const whole = Math.min(wide / box[2], high / box[3]);
    const gridAlone = Math.min(wide / (grid[2] + CELL / 4), high / (grid[3] + CELL / 4));
    const comfortable = Math.min(gridAlone, COMFORTABLE / CELL);
    const wanted = Math.max(whole, comfortable, LEAST / CELL);
    apply(Math.min(MOST / CELL, wanted), 0, 0);
    area.scrollLeft = (grid[0] + grid[2] / 2 - box[0]) * scale - wide / 2;
    area.scrollTop = (grid[1] + grid[3] / 2 - box[1]) * scale - high / 2;
  };

  listenForZoom(area, zoomBy, fit);
  new ResizeObserver(() => isFitted && fit()).observe(area);
  fit();
  return {
    setBox: (newBox, newGrid) => {
      [box, grid] = [newBox, newGrid];
      if (isFitted) fit();
      else apply(scale, 0, 0);
    },
  };
};
