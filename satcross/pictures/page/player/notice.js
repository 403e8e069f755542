// Notices beside the grid, which stay until the player answers them.

import {createElement} from "./elements.js";

/** Returns a button with a label, which calls `action`. */
export const button = (label, action) => {
  const made = createElement("button", "", label);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
};

/** Shows a notice: a sentence, and buttons or links to answer it.  Returns its element. */
export const showNotice = (name, sentence, answers) => {
  const box = createElement("section", "notice"), row = createElement("p", "row"), text = createElement("p", "", sentence);
  box.setAttribute("aria-label", name);
  text.setAttribute("role", "status");
  row.append(...answers);
  box.append(text, row);
  document.getElementById("told").append(box);
  return box;
};
