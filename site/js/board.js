// The grid of a puzzle, as the player's script expects it.
//
// In: the parts of a playable puzzle (satcross/pictures/page.py, `PlayerParts`).  Out: elements of the page.

import {createElement} from "../player/elements.js";

const SVG = "http://www.w3.org/2000/svg";

const linesThrough = (data) => {
  const names = data.places.map(() => []);
  for (const line of data.lines) for (const cell of new Set(line.cells)) names[cell].push(line.name);
  return names;
};

const hasSmallLetters = ({alphabet}) => alphabet.some(([low, high]) => low <= 122 && high >= 97);

const inputs = (data) => {
  const [left, top, wide, high] = data.box;
  const through = linesThrough(data);
  const capitals = hasSmallLetters(data) ? "none" : "characters";
  return data.places.map(([x, y], cell) => {
    const input = createElement("input");
    const on = through[cell].length ? `on ${through[cell].join(", ")}` : "on no line";
    const attributes = {
      type: "text", autocomplete: "off", autocorrect: "off", spellcheck: "false", autocapitalize: capitals, inputmode: "text",
      tabindex: "-1", "data-cell": cell, "aria-label": `${data.names[cell]}, ${on}`,
    };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, String(value));
    input.value = data.given[cell];
    input.readOnly = data.given[cell] !== "";
    input.style.left = `${((x - left) / wide) * 100}%`;
    input.style.top = `${((y - top) / high) * 100}%`;
    return input;
  });
};

const drawing = (data, figures) => {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", data.box.join(" "));
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const marks = document.createElementNS(SVG, "g"), ring = document.createElementNS(SVG, "polygon");
  marks.id = "marks";
  ring.id = "ring";
  ring.setAttribute("points", "");
  svg.append(...figures, marks, ring);
  return svg;
};

/** Returns the elements that a text of SVG elements describes. */
export const figuresOf = (text) => {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return Array.from(read.documentElement.children, (each) => document.importNode(each, true));
};

/** Fills the element #board with the picture and an input over each cell. */
export const fillBoard = (data, figures) => {
  const board = document.getElementById("board");
  const [, , wide, high] = data.box;
  board.style.aspectRatio = `${wide}/${high}`;
  board.style.width = `${wide}px`;
  board.style.setProperty("--cell-width", `${((data.inside * 0.98) / wide) * 100}%`);
  board.style.setProperty("--cell-height", `${((data.inside * 0.98) / high) * 100}%`);
  board.style.setProperty("--letter", `${((data.inside * 0.66) / wide) * 100}cqw`);
  board.replaceChildren(drawing(data, figures), ...inputs(data));
};

const clueItem = (line, number, place) => {
  const item = createElement("li");
  const clue = line.clues[place];
  item.dataset.clue = `${number}.${place}`;
  item.append(createElement("code", "", clue.text), clue.reversed ? " (read backwards) " : " ", createElement("span", "state"));
  return item;
};

/** Fills the list of all clues; `numbers` has the numbers that stand in the picture for lines without room for clues. */
export const fillClues = (data, numbers) => {
  document.getElementById("clues").replaceChildren(...data.lines.flatMap((line, number) => {
    if (!line.clues.length) return [];
    const item = createElement("li", number in numbers ? "printed" : "");
    const button = createElement("button", "go");
    button.type = "button";
    button.dataset.go = String(number);
    button.append(createElement("bdi", "", line.name));
    const size = line.cells.length === 1 ? "1 cell" : `${line.cells.length} cells`;
    const clues = createElement("ul");
    clues.append(...line.clues.map((_, place) => clueItem(line, number, place)));
    if (number in numbers) item.append(createElement("span", "place", String(numbers[number])), " ");
    item.append(button, " ", createElement("span", "about", `(${size})`), clues);
    return [item];
  }));
};
