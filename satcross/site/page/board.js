// The grid of a puzzle, as the player's script expects it.
//
// In: the parts of a playable puzzle (satcross/pictures/page.py, `PlayerParts`).  Out: elements of the page.

import {createElement} from "../player/elements.js";
import {createField, fillGrid, setBox, svgElement} from "../player/grid.js";

const linesThrough = (data) => {
  const names = data.places.map(() => []);
  for (const line of data.lines) for (const cell of new Set(line.cells)) names[cell].push(line.name);
  return names;
};

const hasSmallLetters = ({alphabet}) => alphabet.some(([low, high]) => low <= 122 && high >= 97);

/** Returns a field for each cell; a letter that is given cannot be changed. */
export const fieldsOf = (data) => {
  const through = linesThrough(data);
  const capitals = hasSmallLetters(data) ? "none" : "characters";
  return data.places.map((_, cell) => {
    const on = through[cell].length ? `on ${through[cell].join(", ")}` : "on no line";
    const input = createField(cell, `${data.names[cell]}, ${on}`, capitals);
    input.value = data.given[cell];
    input.readOnly = data.given[cell] !== "";
    return input;
  });
};

/** Returns the elements that a text of SVG elements describes. */
export const figuresOf = (text) => {
  const read = new DOMParser().parseFromString(`<svg xmlns="${svgElement("svg", {}).namespaceURI}">${text}</svg>`, "image/svg+xml");
  return Array.from(read.documentElement.children, (each) => document.importNode(each, true));
};

/** Fills the element #board with the picture and an input over each cell. */
export const fillBoard = (data, figures) => {
  const board = document.getElementById("board"), fields = fieldsOf(data);
  fillGrid(board, figures, fields);
  setBox(board, data, fields.map((field, cell) => [field, data.places[cell]]));
  board.style.width = `${data.box[2]}px`;
};

const clueItem = (line, number, place) => {
  const item = createElement("li");
  const clue = line.clues[place];
  item.dataset.clue = `${number}.${place}`;
  item.append(createElement("code", "", clue.text), clue.reversed ? " (read backwards) " : " ", createElement("span", "state"));
  return item;
};

/** Fills the list of all clues; `numbers` has the numbers that the picture shows for lines without room for clues. */
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
