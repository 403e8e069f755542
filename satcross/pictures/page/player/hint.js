// Hints: at which lines to look, then which cells follow, then the step in words, then what it says in the grid.
//
// In: steps, as the guide has them (satcross/pictures/page.py, `GuideStep`).  Out: the box #hint, and what is marked.

import {createElement, writeSentence} from "./elements.js";

/** Returns a list in words: "A, B and C". */
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** How much of a step is told: 1 its lines, 2 its cells, and this much: all. */
export const WHOLE = 3;

/**
 * @param {{lines: () => any[], mark: (lines: number[], cells: number[]) => void, write?: (step: any) => void,
 *   focus: (button: HTMLElement) => void}} page  `lines` have names, and clues with texts where they are known; `mark`
 *   shows in the grid what a step is about; `write` does what it says; `focus` is called after a button was pressed
 */
export const createHint = ({lines, mark, write, focus}) => {
  const box = document.getElementById("hint");
  const text = createElement("p", "");
  const row = createElement("p", "row");
  text.id = "hint-text";
  text.setAttribute("role", "status");
  box.append(text, row);
  let step = null, level = 0;

  const addButton = (id, name, action) => {
    const button = createElement("button", "", name);
    Object.assign(button, {id, type: "button"});
    button.addEventListener("click", () => {
      action();
      focus(button);
    });
    row.append(button);
    return button;
  };
  const moreButton = addButton("hint-more", "Say more", () => tell(step));
  const doButton = addButton("hint-do", "Write it down", () => write(step));
  const closeButton = addButton("hint-close", "Close", () => say(""));

  // The box is only moved out of sight, so that a screen reader hears what is written into it.
  const show = (sentence, codes = []) => {
    box.classList.toggle("closed", sentence === "");
    writeSentence(text, sentence, codes);
    moreButton.hidden = !step || level === WHOLE;
    doButton.hidden = !step || level < WHOLE || !write;
    closeButton.hidden = sentence === "";
  };

  // Shows a sentence that is about no step; "" closes the box.
  const say = (sentence) => {
    step = null;
    level = 0;
    show(sentence);
    mark([], []);
  };

  // Tells a step, or more of the current step, after the text of its `head`; returns how much is told.
  const tell = (newStep, newLevel = newStep === step ? Math.min(WHOLE, level + 1) : 1) => {
    step = newStep;
    level = newLevel;
    const known = lines(), numbers = [...new Set(step.clues.map(([line]) => line))];
    const where = `Look at ${listed(numbers.map((line) => known[line].name))}`;
    const sentence = level === 1 ? `${where}.` : level === 2 ? `${where}: the marked cells follow.` : step.sentence;
    const codes = step.clues.map(([line, clue]) => known[line].clues?.[clue]?.text ?? "");
    show(`${step.head ?? ""}${sentence}`, level === WHOLE ? codes : []);
    mark(numbers, level === 1 ? [] : step.leaves.map(([cell]) => cell));
    return level;
  };

  show("");
  return {say, tell, isTelling: () => step !== null};
};
