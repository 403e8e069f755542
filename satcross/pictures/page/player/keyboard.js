// The keyboard on the screen: the puzzle's letters, for screens without keys.

import {loadSetting, saveSetting} from "./keeping.js";

const MANY = 20; // letters, from which on their order matters
const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]; // of a keyboard

// Returns the letters in the rows of a keyboard, capitals before small letters; letters that it does not have come last.
const asTyped = (letters) => {
  const rows = [[ROWS[0]], ...ROWS.slice(1).map((row) => [row.toUpperCase()]), ...ROWS.slice(1).map((row) => [row])].flat();
  const rest = letters.filter((letter) => !rows.some((row) => row.includes(letter)));
  return [...rows.map((row) => Array.from(row).filter((letter) => letters.includes(letter))), rest].filter((row) => row.length);
};

// Returns the letters in rows of the same length, in their own order; the last row has room for `more` keys.
const inOrder = (letters, more) => {
  const count = letters.length + more, most = count > 30 ? 12 : 10;
  const columns = Math.ceil(count / Math.ceil(count / most));
  return Array.from({length: Math.ceil(count / columns)}, (_, row) => letters.slice(row * columns, (row + 1) * columns));
};

// `isTyped()` says whether letters stand as on a keyboard; `onKey(letter)` is called with a letter, or "" for the key that
// deletes.  Returns functions to show and hide the keyboard, and to arrange its keys again.
// `onOrder()` is called when the letters are wanted in the other order.
export const createKeyboard = (puzzle, inputs, isTyped, onKey, onOrder) => {
  const keyboard = document.getElementById("keyboard");
  const isPossible = puzzle.keys.length > 0;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const hasOrder = isTouch && puzzle.keys.length >= MANY; // where there is no other keyboard, its order is one key away

  const key = (letter, label, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key";
    button.textContent = text;
    if (label !== text) button.setAttribute("aria-label", label);
    // the cell keeps the focus
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => (letter === null ? onOrder() : onKey(letter)));
    return button;
  };

  const arrange = () => {
    const rows = isTyped() ? asTyped(puzzle.keys) : inOrder(puzzle.keys, hasOrder ? 2 : 1);
    const made = rows.map((row) => row.map((letter) => (letter === " " ? key(" ", "space", "␣") : key(letter, letter, letter))));
    made.at(-1)?.push(key("", "Delete", "⌫"));
    if (hasOrder) {
      const order = key(null, isTyped() ? "A–Z: letters in the order of the alphabet" : "QWE: letters in the order of a keyboard", isTyped() ? "A–Z" : "QWE");
      order.classList.add("order");
      made.at(-1).push(order);
    }
    keyboard.style.setProperty("--keys", String(Math.max(1, ...made.map((row) => row.length))));
    keyboard.classList.toggle("typewriter", isTyped());
    keyboard.replaceChildren(...made.map((row) => {
      const element = document.createElement("div");
      element.className = "keys";
      element.append(...row);
      return element;
    }));
  };

  const show = (isShown) => {
    keyboard.hidden = !isShown;
    document.body.classList.toggle("has-keyboard", isShown);
    // the device's own keyboard would cover the grid
    for (const input of inputs) input.inputMode = isShown ? "none" : "text";
  };

  arrange();
  const wanted = loadSetting("keyboard") ?? (isTouch ? "shown" : "hidden");
  show(isPossible && wanted === "shown");
  return {
    isPossible,
    isLatin: puzzle.keys.some((letter) => /[A-Za-z]/.test(letter)),
    arrange,
    toggle: () => {
      show(keyboard.hidden);
      saveSetting("keyboard", keyboard.hidden ? "hidden" : "shown");
    },
  };
};
