// What a solved grid looks like without its letters: how each cell was found, and when.
//
// In: the puzzle and the game.  Out: a kind for each cell ("given", "own", "hinted" or "revealed") and a picture of the kinds;
// and a shade for each cell, which shows in which order the cells were filled, as rows of symbols to send in a chat, and as PNG.

import {svgElement} from "./grid.js";

// of the cells that were filled first, then, and last, and of those whose letters were given or revealed
const SHADES = [{symbol: "🟫", colour: "#8a5a3c"}, {symbol: "🟧", colour: "#e8842c"}, {symbol: "🟨", colour: "#f6cf4a"}];
const NOT_FOUND = {symbol: "⬜", colour: "#ffffff"};
const MOST_CELLS = 150; // of a text
const CELL = 40; // units of the picture between neighbours
const WIDE = "\u3000", NARROW = "\u2002"; // as wide as a symbol, and half as wide
const PIXELS = 600; // of the picture

export const kindsOf = (puzzle, game) => puzzle.places.map((_, cell) =>
  game.isFixed(cell) ? "given" : game.cell(cell).isRevealed ? "revealed" : game.isHinted(cell) ? "hinted" : "own");

/** Returns a shade {symbol, colour} for each cell, which says in which third of the player's letters it was filled. */
export const shadesOf = (puzzle, game) => {
  const shades = Array(puzzle.count).fill(NOT_FOUND), order = game.order();
  order.forEach((cell, place) => {
    shades[cell] = SHADES[Math.floor((place * SHADES.length) / order.length)];
  });
  return shades;
};

/** Returns rows of the symbols of these shades; none for a puzzle that would be too long, or whose cells do not stand in rows. */
export const symbolRows = (puzzle, shades) => {
  const rows = new Map();
  puzzle.places.forEach(([x, y], cell) => {
    const row = Math.round(y / 5);
    rows.set(row, [...(rows.get(row) ?? []), {x, symbol: shades[cell].symbol}]);
  });
  const isInRows = shades.length <= MOST_CELLS && rows.size <= Math.max(1, shades.length / 1.5);
  const start = Math.min(...puzzle.places.map(([x]) => x));
  return !isInRows ? [] : [...rows.keys()].sort((one, other) => one - other).map((row) => {
    let text = "", end = start; // the place of the next symbol
    for (const {x, symbol} of rows.get(row).sort((one, other) => one.x - other.x)) {
      const halves = Math.max(0, Math.round((x - end) / (CELL / 2)));
      text += WIDE.repeat(Math.floor(halves / 2)) + NARROW.repeat(halves % 2) + symbol;
      end = x + CELL;
    }
    return text;
  });
};

/** Returns the picture as an element, drawn after the outlines of the cells on the page. */
export const silhouette = (puzzle, kinds, outlines) => {
  const svg = svgElement("svg", {viewBox: puzzle.grid.join(" ")});
  svg.append(...outlines.map((outline, cell) => svgElement("polygon", {points: outline.getAttribute("points"), class: kinds[cell]})));
  return svg;
};

/** Returns a promise of the cells in these shades as a PNG, below a title and a sentence. */
export const picture = (puzzle, shades, outlines, title, sentence) => new Promise((resolve) => {
  const [left, top, wide, high] = puzzle.grid;
  const margin = PIXELS * 0.07, inside = PIXELS - 2 * margin, scale = inside / Math.max(wide, high), size = PIXELS / 24;
  const canvas = document.createElement("canvas");
  canvas.width = PIXELS;
  canvas.height = Math.round(high * scale + 4 * margin);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f5f3ee";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#1d2025";
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.fillText(title, margin, 1.2 * margin, inside);
  context.font = `${size * 0.8}px system-ui, sans-serif`;
  context.fillText(sentence, margin, 2 * margin, inside);
  context.lineWidth = 1.5;
  context.strokeStyle = "#5d4a3c";
  outlines.forEach((outline, cell) => {
    context.beginPath();
    for (const [x, y] of outline.getAttribute("points").split(" ").map((each) => each.split(",").map(Number))) {
      context.lineTo((PIXELS - wide * scale) / 2 + (x - left) * scale, 2.8 * margin + (y - top) * scale);
    }
    context.closePath();
    context.fillStyle = shades[cell].colour;
    context.fill();
    context.stroke();
  });
  canvas.toBlob(resolve, "image/png");
});
