// Notices beside the grid, which stay until the player answers them; in the card at the end while it covers that place.

import {createElement} from "./elements.js";

/** Returns a button with a label, which calls `action`. */
export const button = (label, action) => {
  const made = createElement("button", "", label);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
};

/** Gives the focus to the current cell, and does not move the grid. */
export const focusCell = () => {
  /** @type {HTMLElement} */ (document.querySelector('#board input[tabindex="0"]'))?.focus({preventScroll: true});
};

/** Puts all notices where they are seen: into the card at the end if it is open, otherwise below the clues. */
export const placeNotices = () => {
  const card = document.getElementById("finish"), notices = document.querySelectorAll(".notice");
  if (card.hidden) document.getElementById("told").append(...notices);
  else card.prepend(...notices);
};

/** Shows a notice: a sentence, and buttons or links to answer it.  Returns its element. */
export const showNotice = (name, sentence, answers) => {
  const box = createElement("section", "notice"), row = createElement("p", "row"), text = createElement("p", "", sentence);
  box.setAttribute("aria-label", name);
  text.setAttribute("role", "status");
  row.append(...answers);
  box.append(text, row);
  document.getElementById("told").append(box);
  placeNotices();
  return box;
};
