// The clues of all lines through the current cell, and the list of all clues.

import {createElement} from "./elements.js";
import {SIGNS, WORDS} from "./verdicts.js";

const verdictElement = (verdict) =>
  createElement("span", "state", verdict ? `${SIGNS[verdict]} ${WORDS[verdict]}` : "");

// `onLine(number)` is called when the player chooses a line.
export const createPanel = (puzzle, game, selection, verdicts, onLine) => {
  const nowName = document.getElementById("now-name");
  const nowLines = document.getElementById("now-lines");

  // the letters of a line so far, with the current cell marked
  const lettersElement = (line) => {
    const letters = createElement("span", "letters");
    letters.setAttribute("aria-hidden", "true");
    puzzle.lines[line].cells.forEach((cell) => {
      const {letter} = game.cell(cell);
      const name = cell === selection.cell() ? "here" : "";
      letters.append(createElement("span", name, letter === "" ? "·" : letter === " " ? "␣" : letter));
    });
    return letters;
  };

  const lineElement = (number) => {
    const line = puzzle.lines[number];
    const button = createElement("button", "line");
    button.type = "button";
    button.setAttribute("aria-pressed", String(number === selection.line()));
    const name = createElement("bdi", "name", line.name);
    const head = createElement("span", "head");
    head.append(name, lettersElement(number));
    button.append(head);
    line.clues.forEach((clue, place) => {
      const verdict = verdicts.of(number, place);
      const row = createElement("span", `clue-row ${verdict}`);
      const code = createElement("code", "", clue.text);
      row.append(code, clue.reversed ? " (read backwards) " : " ", verdictElement(verdict));
      button.append(row);
      if (number === selection.line()) button.append(createElement("span", "in-words", clue.words));
    });
    if (!line.clues.length) button.append(createElement("span", "clue-row", "no clue"));
    button.addEventListener("click", () => onLine(number));
    const item = createElement("li");
    item.append(button);
    return item;
  };

  const showNow = () => {
    const through = puzzle.linesOf[selection.cell()];
    nowName.textContent = puzzle.names[selection.cell()] + (through.length ? "" : ": on no line");
    nowLines.replaceChildren(...through.map(lineElement));
  };

  const showVerdict = (line, clue) => {
    const verdict = verdicts.of(line, clue);
    const item = document.querySelector(`#clues [data-clue="${line}.${clue}"]`);
    if (item) {
      item.className = verdict;
      item.querySelector(".state").replaceWith(verdictElement(verdict));
    }
    if (puzzle.linesOf[selection.cell()].includes(line)) showNow();
  };

  for (const button of document.querySelectorAll("#clues [data-go]")) {
    button.addEventListener("click", () => onLine(Number(button.dataset.go)));
  }
  return {showNow, showVerdict};
};
