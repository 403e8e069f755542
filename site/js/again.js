// The state of the engine in words, with a way out where it could not be started.

import {sentences} from "../page/wording.js";
import {createElement} from "../player/elements.js";

/**
 * Writes what the connection says, after `before`; with a button if it is not tried again by itself.
 *
 * @param {HTMLElement} element
 * @param {{message: string, hint: string, isOver?: boolean}} status
 * @param {() => void} tryAgain
 */
export const tellState = (element, status, tryAgain, before = "") => {
  element.replaceChildren(before + sentences(status.isOver ? [status.message] : [status.message, status.hint]));
  if (!status.isOver) return;
  const button = createElement("button", "", "Try again");
  button.type = "button";
  button.addEventListener("click", tryAgain, {once: true});
  element.append(" ", button);
};
