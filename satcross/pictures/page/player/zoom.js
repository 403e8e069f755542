// How large the grid is: it fits the screen at first, and can be made larger and smaller.

const CELL = 40; // units of the picture
// pixels of a cell; if the clues around the grid make cells smaller, only the grid has to fit
const COARSE = matchMedia("(pointer: coarse)").matches;
const COMFORTABLE = COARSE ? 30 : 22;
const LEAST = 18; // pixels of a cell that fits the screen; a larger grid can be scrolled
const TIGHT = COMFORTABLE * 0.8; // pixels of a cell that the clues around the grid may leave
const MOST = 110; // pixels of a cell that fits the screen
const STEP = 1.25;

const isSmall = matchMedia("(max-width: 48rem), (max-height: 30rem)");

// Whether this is a page that the browser shows at about 200 %, which has half the room: a small page on a screen that is not
// a telephone's, with more than one pixel of the screen for each of the page.
const isZoomedPage = () => !COARSE && devicePixelRatio >= 1.5 && isSmall.matches;

// Returns how many pixels a cell has there so that it is larger than at 100 %: of the window at 100 %, with its header and the
// panel beside the grid, half of a cell, and a tenth more.
const leastInZoomedPage = (box) => {
  if (!isZoomedPage()) return 0;
  const whole = Math.min((2 * innerWidth - 416) / box[2], (2 * innerHeight - 112) / box[3]);
  return 1.1 * Math.min(MOST, whole * CELL) / 2;
};

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
 * `areCluesElsewhere` says whether the clues of the current cell are beside the grid, too.
 *
 * @param {number[]} box  @param {number[]} grid
 * @returns {{setBox: (box: number[], grid: number[]) => void}} `setBox` takes over another picture
 */
export const createZoom = (box, grid, areCluesElsewhere = false) => {
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
    board.classList.remove("bare");
    board.style.translate = "";
    apply(scale * factor, x, y);
  };

  const fit = () => {
    isFitted = true;
    const {clientWidth: wide, clientHeight: high} = area;
    if (!wide || !high) return;
    const whole = Math.min(wide / box[2], high / box[3]);
    const gridAlone = Math.min(wide / (grid[2] + CELL / 4), high / (grid[3] + CELL / 4));
    const comfortable = Math.min(gridAlone, COMFORTABLE / CELL);
    // on a small screen, either all clues around the grid are seen or none
    const isAllOrNone = areCluesElsewhere && isSmall.matches && !isZoomedPage();
    const isBare = isAllOrNone && whole * CELL < Math.min(TIGHT, comfortable * CELL) && gridAlone * CELL >= LEAST;
    board.classList.toggle("bare", isBare);
    board.style.translate = "";
    const least = Math.max(isAllOrNone ? 0 : comfortable, leastInZoomedPage(box) / CELL, LEAST / CELL);
    const wanted = isBare ? gridAlone : Math.max(whole, least);
    apply(Math.min(MOST / CELL, wanted), 0, 0);
    area.scrollLeft = (grid[0] + grid[2] / 2 - box[0]) * scale - wide / 2;
    area.scrollTop = (grid[1] + grid[3] / 2 - box[1]) * scale - high / 2;
    // the room of clues that are not seen does not push the grid out of the middle
    const left = board.getBoundingClientRect().left - area.getBoundingClientRect().left;
    if (isBare) board.style.translate = `${wide / 2 - left - (grid[0] + grid[2] / 2 - box[0]) * scale}px`;
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
