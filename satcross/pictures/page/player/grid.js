// The grid of a puzzle in a page: its picture, a field over each cell, and what is drawn in cells.  The player, the studio
// and the site draw with these functions only; satcross/pictures draws files.
//
// In: figures of SVG, and what is known of cells.  Out: elements.  Measures are units of the picture.

const SVG = Object.assign(document.createElement("template"), {innerHTML: "<svg></svg>"}).content.firstElementChild.namespaceURI;

/** Returns an element of SVG; attributes that are undefined are left out. */
export const svgElement = (name, attributes, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
};

const visible = (letter) => (letter === " " ? "␣" : letter);

/** Returns a letter that fills a cell. */
export const largeLetter = ([x, y], inside, letter, name) =>
  svgElement("text", {class: name, x, y: y + inside * 0.21, "font-size": inside * 0.62, "text-anchor": "middle"}, visible(letter));

/** Returns a short text in a cell, such as how many letters are possible there. */
export const shortText = ([x, y], inside, text, name) =>
  svgElement("text", {class: name, x, y: y + inside * 0.1, "font-size": inside * 0.3, "text-anchor": "middle"}, text);

/** Returns small letters in rows; `sizeOf` says how much of its place a letter takes, by its number. */
export const smallLetters = ([x, y], inside, letters, name, sizeOf = (_) => 1) => {
  const columns = Math.ceil(Math.sqrt(letters.length)), rows = Math.ceil(letters.length / columns);
  const pitch = (inside * 0.92) / Math.max(2.3, columns);
  return letters.map((letter, k) => svgElement("text", {
    class: name,
    x: x + ((k % columns) - (columns - 1) / 2) * pitch,
    y: y + (Math.floor(k / columns) - (rows - 1) / 2) * pitch + pitch * 0.36 * sizeOf(k),
    "font-size": pitch * 1.05 * sizeOf(k),
    "text-anchor": "middle",
    "data-letter": letter,
  }, visible(letter)));
};

/** Returns a field for the letter of a cell. */
export const createField = (cell, label, capitals = "characters") => {
  const input = document.createElement("input");
  const attributes = {
    autocomplete: "off", autocorrect: "off", spellcheck: "false", autocapitalize: capitals, inputmode: "text", tabindex: "-1",
    "data-cell": cell, "aria-label": label,
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, String(value));
  return input;
};

/** Fills `root` with a picture of these figures, and with elements over it. */
export const fillGrid = (root, figures, over) => {
  const svg = svgElement("svg", {"aria-hidden": "true", focusable: "false"});
  svg.append(...figures, svgElement("g", {class: "marks"}), svgElement("polygon", {class: "ring", points: ""}));
  root.replaceChildren(svg, ...over);
};

/**
 * Gives the picture in `root` a size and its fields theirs, and puts elements into their places.
 *
 * @param {HTMLElement} root
 * @param {{box: number[], inside: number}} measures  left, top, width and height; the side of the square for a letter
 * @param {[element: any, place: number[]][]} placed
 */
export const setBox = (root, {box, inside}, placed) => {
  const [left, top, wide, high] = box;
  const percent = (part, whole) => `${(part / whole) * 100}%`;
  root.querySelector("svg").setAttribute("viewBox", box.join(" "));
  root.style.aspectRatio = `${wide}/${high}`;
  root.style.setProperty("--cell-width", percent(inside * 0.98, wide));
  root.style.setProperty("--cell-height", percent(inside * 0.98, high));
  root.style.setProperty("--letter", `${((inside * 0.66) / wide) * 100}cqw`);
  for (const [element, [x, y]] of placed) {
    element.style.left = percent(x - left, wide);
    element.style.top = percent(y - top, high);
  }
};

/**
 * Returns the parts of the grid in `root`, and what can be shown in it.
 *
 * @param {Element} root  what `fillGrid` or satcross/pictures has filled
 * @param {{places: number[][], inside: number}} measures  the middle of each cell
 */
export const createGrid = (root, {places, inside}) => {
  const marks = root.querySelector(".marks"), ring = root.querySelector(".ring");
  const way = marks.parentNode.insertBefore(svgElement("g", {class: "way"}), marks);
  const outlines = /** @type {SVGElement[]} */ (Array.from(root.querySelectorAll("polygon[data-cell]")))
    .sort((one, other) => Number(one.dataset.cell) - Number(other.dataset.cell));
  const drawn = new Map(); // the group of a cell's figures
  let current = -1; // the current cell
  return {
    inputs: /** @type {HTMLInputElement[]} */ (Array.from(root.querySelectorAll("input[data-cell]"))),
    outlines,
    /** Draws figures in a cell, in place of those that are there. */
    draw: (cell, figures) => {
      if (figures.length && !drawn.has(cell)) {
        drawn.set(cell, marks.appendChild(svgElement("g", {"data-of": cell, class: cell === current ? "here" : undefined})));
      }
      drawn.get(cell)?.replaceChildren(...figures);
    },
    /** Draws the frame of the current cell. */
    showCurrent: (cell) => {
      drawn.get(current)?.classList.remove("here");
      drawn.get(cell)?.classList.add("here");
      current = cell;
      ring.setAttribute("points", outlines[cell]?.getAttribute("points") ?? "");
    },
    /** Shows by small arrow heads between cells in which direction they are read. */
    showDirection: (cells) => {
      const size = inside * 0.08;
      way.replaceChildren(...cells.slice(1).map((cell, place) => {
        const [x, y] = places[cells[place]], [u, v] = places[cell];
        const length = Math.hypot(u - x, v - y) || 1;
        const [dx, dy] = [((u - x) / length) * size, ((v - y) / length) * size];
        const [cx, cy] = [(x + u) / 2, (y + v) / 2];
        const points = [[cx + dx, cy + dy], [cx - dx - dy, cy - dy + dx], [cx - dx + dy, cy - dy - dx]];
        return svgElement("polygon", {points: points.map((each) => each.join(",")).join(" ")});
      }));
    },
  };
};
