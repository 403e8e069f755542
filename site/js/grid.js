// The grid of a puzzle that is looked at rather than played: with arrows and names, letters, and what is marked in it.
//
// In: the parts of a page (reading.js), and what is known of cells, lines and clues.  Out: an element.

import {readPuzzle} from "../player/puzzle.js";
import {gridFromText} from "../player/gridtext.js";
import {createElement} from "../player/elements.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_MARKS = 16; // letters of a cell that are drawn; more are only counted
const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

const drawn = (name, attributes, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
};

// Returns the letter of a cell, or the letters that it can have.
const inCell = ([x, y], inside, {letter = "", marks = ""}) => {
  const write = (name, text, left, down, size) =>
    drawn("text", {class: name, x: left, y: down, "font-size": size, "text-anchor": "middle"}, text === " " ? "␣" : text);
  if (letter !== "") return [write("letter", letter, x, y + inside * 0.21, inside * 0.62)];
  const letters = Array.from(marks);
  if (!letters.length) return [];
  if (letters.length > MOST_MARKS) return [write("pencil", String(letters.length), x, y + inside * 0.1, inside * 0.3)];
  const columns = Math.ceil(Math.sqrt(letters.length)), rows = Math.ceil(letters.length / columns);
  const pitch = (inside * 0.92) / Math.max(2.3, columns);
  return letters.map((each, k) => write(
    "pencil", each, x + ((k % columns) - (columns - 1) / 2) * pitch, y + (Math.floor(k / columns) - (rows - 1) / 2) * pitch + pitch * 0.36, pitch,
  ));
};

/**
 * @param {{figures: any[], data: any}} parts  what `pageOf` returns
 * @param {{onLetters: (letters: [cell: number, letter: string][]) => void, say: (sentence: string) => void} | null} typing
 *   what is told of letters that the reader types ("" takes one away) or pastes; null: nobody can type
 * @returns {{element: HTMLElement, show: (shown: {cell: (cell: number) => {letter?: string, marks?: string, style?: string,
 *   own?: string}, lines?: number[], clashing?: Set<string>}) => void}}  `lines` are those of a hint, `clashing` the clues
 *   that clash, such as "3.0"; `own` is a letter of the reader
 */
export const createGrid = ({figures, data}, typing = null) => {
  const puzzle = readPuzzle(data);
  const [left, top, wide, high] = data.box;
  const element = createElement("div", "shown-grid");
  const svg = drawn("svg", {class: "puzzle-picture", viewBox: data.box.join(" ")});
  const title = drawn("title", {}), letters = drawn("g", {});
  svg.append(title, ...figures, letters);
  svg.setAttribute(typing ? "aria-hidden" : "role", typing ? "true" : "img");
  element.style.maxWidth = `${Math.round(wide * 1.25)}px`;
  element.append(svg);
  const outlines = new Map(figures.filter(({dataset}) => dataset?.cell !== undefined).map((each) => [Number(each.dataset.cell), each]));
  const labels = figures.filter(({dataset}) => dataset?.clue !== undefined || dataset?.line !== undefined);

  const type = (cell, text) => {
    const typed = Array.from(text).at(-1) ?? "";
    const letter = typed === "" || typed === " " && !puzzle.isLetter(" ") ? "" : puzzle.meantLetter(typed);
    if (letter === null) typing.say(`${typed} is not a letter of this puzzle.`);
    else typing.onLetters([[cell, letter]]);
    if (letter) inputs[cell + 1]?.focus();
  };
  const paste = (cell, text) => {
    const {letters: pasted, error} = gridFromText(puzzle, text);
    if (error) typing.say(error);
    else typing.onLetters(pasted.map((letter, number) => [number, letter]));
  };
  const inputs = !typing ? [] : data.places.map(([x, y], cell) => {
    const input = createElement("input", "own-letter");
    Object.assign(input, {type: "text", autocomplete: "off", spellcheck: false, readOnly: data.given[cell] !== ""});
    input.setAttribute("autocapitalize", "characters");
    Object.assign(input.style, {
      left: `${((x - left) / wide) * 100}%`, top: `${((y - top) / high) * 100}%`,
      width: `${((data.inside * 0.98) / wide) * 100}%`, height: `${((data.inside * 0.98) / high) * 100}%`,
    });
    // what was typed takes the place of the letter, wherever the caret is
    input.addEventListener("input", (event) => type(cell, /** @type {InputEvent} */ (event).data ?? input.value));
    input.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text");
      if (Array.from(text.trim()).length < 2) return;
      event.preventDefault();
      paste(cell, text);
    });
    input.addEventListener("keydown", (event) => {
      const next = STEPS[event.key] && puzzle.neighbour(cell, ...STEPS[event.key], -1);
      if (event.key === "Backspace" && input.value === "") inputs[cell - 1]?.focus();
      else if (next) inputs[next.cell].focus();
      else return;
      event.preventDefault();
    });
    return input;
  });
  if (typing) {
    const group = createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Grid: type the letters that you have already");
    group.append(...inputs);
    element.append(group);
  }

  const show = ({cell, lines = [], clashing = new Set()}) => {
    const onLine = new Set(lines.flatMap((line) => puzzle.lines[line].cells));
    const states = data.places.map((_, number) => cell(number));
    for (const [number, outline] of outlines) {
      const {style = ""} = states[number];
      outline.classList.toggle("on", onLine.has(number));
      for (const name of ["hinted", "open", "wrong"]) outline.classList.toggle(name, style === name);
    }
    for (const label of labels) {
      const line = parseInt(label.dataset.line ?? label.dataset.clue, 10);
      label.classList.toggle("on", lines.includes(line));
      label.classList.toggle("bad", clashing.has(label.dataset.clue));
    }
    letters.replaceChildren(...states.flatMap(({own, ...state}, number) =>
      own ? [] : inCell(data.places[number], data.inside, state)));
    const texts = states.map(({letter = "", marks = "", own = ""}) => own || letter || (marks && `${Array.from(marks).join(" or ")}`));
    const known = texts.flatMap((text, number) => (text ? [`${data.names[number]}: ${text}`] : []));
    title.textContent = known.length ? `The puzzle. ${known.join("; ")}.` : "The puzzle, without letters.";
    inputs.forEach((input, number) => {
      const {own = ""} = states[number];
      if (input.value !== own) input.value = own;
      input.setAttribute("aria-label", [data.names[number], !own && texts[number]].filter(Boolean).join(": "));
      input.setAttribute("aria-invalid", String(states[number].style === "wrong"));
    });
  };
  return {element, show};
};
