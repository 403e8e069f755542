// The keyboard on the screen: the puzzle's letters, for screens without keys.

import {loadSetting, saveSetting} from "./keeping.js";

// `onKey(letter)` is called with a letter, or "" for the key that deletes.  Returns functions to show and hide it.
export const createKeyboard = (puzzle, inputs, onKey) => {
  const keyboard = document.getElementById("keyboard");
  const isPossible = puzzle.keys.length > 0;
  const isTouch = matchMedia("(pointer: coarse)").matches;

  const key = (letter, label, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key";
    button.textContent = text;
    if (label !== text) button.setAttribute("aria-label", label);
    // the cell keeps the focus
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => onKey(letter));
    return button;
  };

  const show = (isShown) => {
    keyboard.hidden = !isShown;
    document.body.classList.toggle("has-keyboard", isShown);
    // the device's own keyboard would cover the grid
    for (const input of inputs) input.inputMode = isShown ? "none" : "text";
  };

  keyboard.append(...puzzle.keys.map((letter) => letter === " " ? key(" ", "space", "␣") : key(letter, letter, letter)));
  keyboard.append(key("", "Delete", "⌫"));
  const count = puzzle.keys.length + 1, most = count > 30 ? 12 : 10;
  const columns = Math.ceil(count / Math.ceil(count / most));
  keyboard.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  const wanted = loadSetting("keyboard") ?? (isTouch ? "shown" : "hidden");
  show(isPossible && wanted === "shown");
  return {
    isPossible,
    toggle: () => {
      show(keyboard.hidden);
      saveSetting("keyboard", keyboard.hidden ? "hidden" : "shown");
    },
  };
};
