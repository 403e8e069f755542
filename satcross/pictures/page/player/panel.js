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

  // where there is little room, the line to which letters go is the one in sight
  const now = document.getElementById("now");
  const showSelected = () => {
    const selected = /** @type {HTMLElement} */ (nowLines.querySelector('[aria-pressed="true"]'));
    if (selected) now.scrollTop = selected.offsetTop - nowLines.offsetTop;
  };
  new ResizeObserver(showSelected).observe(now);

  const showNow = () => {
    const through = puzzle.linesOf[selection.cell()];
    nowName.textContent = puzzle.names[selection.cell()] + (through.length ? "" : ": on no line");
    nowLines.replaceChildren(...through.map(lineElement));
    showSelected();
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

  // Lets a screen reader say the clues of the current line in words.  Elements that change to the same text are not read again.
  const heard = document.getElementById("heard");
  const tellLine = () => {
    const line = puzzle.lines[selection.line()];
    if (!line) return;
    const clues = line.clues.map(({text, words, reversed}) => `${words || text}${reversed ? ", read backwards" : ""}`);
    heard.textContent = "";
    setTimeout(() => {
      heard.textContent = `${line.name}: ${clues.join("; and ") || "no clue"}`;
    });
  };

  for (const button of document.querySelectorAll("#clues [data-go]")) {
    button.addEventListener("click", () => onLine(Number(button.dataset.go)));
  }
  return {showNow, showVerdict, tellLine};
};
