// The grid of a puzzle that is looked at rather than played: with arrows and names, letters, and what is marked in it.
//
// In: the parts of a page (reading.js), and what is known of cells, lines and clues.  Out: an element.

import {createElement} from "../player/elements.js";
import {createGrid, fillGrid, largeLetter, setBox, shortText, smallLetters} from "../player/grid.js";
import {gridFromText} from "../player/gridtext.js";
import {readPuzzle} from "../player/puzzle.js";
import {fieldsOf} from "./board.js";

const MOST_MARKS = 16; // letters of a cell that are drawn; more are only counted
const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

// Returns the letter of a cell, or the letters that it can have.
const inCell = (place, inside, {letter = "", marks = ""}) => {
  if (letter !== "") return [largeLetter(place, inside, letter, "letter")];
  const letters = Array.from(marks);
  return letters.length > MOST_MARKS
    ? [shortText(place, inside, String(letters.length), "pencil")]
    : smallLetters(place, inside, letters, "pencil");
};

// Returns the clues for which there is no room in the picture, with the cells of their lines.
const listOf = ({data, numbers, addresses}) => {
  const list = createElement("ul", "plain listed");
  list.append(...data.lines.flatMap(({name, cells, clues}, line) => !(line in numbers) ? [] : clues.map(({text}, clue) => {
    const item = createElement("li", "", `${name} (${cells.map((cell) => addresses[cell]).join(" ")}): `);
    item.dataset.clue = `${line}.${clue}`;
    item.append(createElement("code", "", text));
    return item;
  })));
  return list;
};

/**
 * @param {{figures: any[], numbers: Record<number, number>, addresses: string[], data: any}} parts  what `pageOf` returns
 * @param {{onLetters: (letters: [cell: number, letter: string][]) => void, say: (sentence: string) => void} | null} typing
 *   what is told of letters that the reader types ("" takes one away) or pastes; null: typing is off
 * @returns {{element: HTMLElement, show: (shown: {cell: (cell: number) => {letter?: string, marks?: string, style?: string,
 *   own?: string}, lines?: number[], conflicting?: Set<string>}) => void}}  `lines` are the lines of a hint, `conflicting` the clues
 *   that conflict, such as "3.0"; `own` is a letter of the reader
 */
export const createViewer = (parts, typing = null) => {
  const {figures, data} = parts;
  const puzzle = readPuzzle(data);
  const root = createElement("div"), element = createElement("div", "grid shown-grid");
  const listed = listOf(parts);
  root.append(element, ...(listed.children.length ? [listed] : []));
  const inputs = typing ? fieldsOf(data) : [];
  fillGrid(element, figures, inputs);
  setBox(element, data, inputs.map((input, cell) => [input, data.places[cell]]));
  element.style.setProperty("--wide", `${data.box[2]}px`);
  element.style.setProperty("--ratio", String(data.box[2] / data.box[3]));
  element.setAttribute("role", typing ? "group" : "img");
  if (typing) element.setAttribute("aria-label", "Grid: type the letters that you have already");
  const grid = createGrid(element, data);
  const labels = [...figures, ...listed.children].filter(({dataset}) => dataset?.clue !== undefined || dataset?.line !== undefined);

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
  inputs.forEach((input, cell) => {
    // the grid is one stop of Tab; arrow keys go on in it
    input.tabIndex = cell === 0 ? 0 : -1;
    input.addEventListener("focus", () => inputs.forEach((each) => {
      each.tabIndex = each === input ? 0 : -1;
    }));
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
  });

  const show = ({cell, lines = [], conflicting = new Set()}) => {
    const onLine = new Set(lines.flatMap((line) => puzzle.lines[line].cells));
    const states = data.places.map((_, number) => cell(number));
    grid.outlines.forEach((outline, number) => {
      const {own, style = ""} = states[number];
      outline.classList.toggle("on", onLine.has(number));
      for (const name of ["hinted", "open", "wrong"]) outline.classList.toggle(name, style === name);
      grid.draw(number, own ? [] : inCell(data.places[number], data.inside, states[number]));
    });
    grid.showDirection(lines.length === 1 ? puzzle.lines[lines[0]].cells : []);
    for (const label of labels) {
      const line = parseInt(label.dataset.line ?? label.dataset.clue, 10);
      label.classList.toggle("on", lines.includes(line));
      label.classList.toggle("bad", conflicting.has(label.dataset.clue));
    }
    const texts = states.map(({letter = "", marks = "", own = ""}) => own || letter || (marks && `${Array.from(marks).join(" or ")}`));
    const known = texts.flatMap((text, number) => (text ? [`${data.names[number]}: ${text}`] : []));
    if (!typing) element.setAttribute("aria-label", known.length ? `The puzzle. ${known.join("; ")}.` : "The puzzle, without letters.");
    inputs.forEach((input, number) => {
      const {own = ""} = states[number];
      if (input.value !== own) input.value = own;
      input.setAttribute("aria-label", [data.names[number], !own && texts[number]].filter(Boolean).join(": "));
      input.setAttribute("aria-invalid", String(states[number].style === "wrong"));
    });
  };
  return {element: root, show};
};
