// A field for one clue, with the colours of the regex.
//
// In: a text, and the pieces of it that `highlight.js` makes.  Out: an element, and a call of `onInput` for each change.
// The text that one edits is transparent and lies over the same text in colours.

import {createElement} from "../player/elements.js";
import {setAttribute} from "./elements.js";

// A regex is one line of text: line breaks that are pasted into it are left out.
const oneLine = (text) => text.replaceAll(/[\r\n]+/g, "");

/**
 * @param {{label: string, onInput: (text: string) => void}} options
 */
export const createClueField = ({label, onInput}) => {
  const root = createElement("span", "clue-field");
  const shown = createElement("span", "clue-shown");
  shown.setAttribute("aria-hidden", "true");
  const input = /** @type {HTMLTextAreaElement} */ (createElement("textarea", "clue-input"));
  Object.assign(input, {rows: 1, spellcheck: false, autocapitalize: "off", autocomplete: "off"});
  input.setAttribute("aria-label", label);
  input.setAttribute("autocorrect", "off");
  root.append(shown, input);
  let kept = "";

  const show = (pieces) => {
    const parts = pieces.map(({text, className}) => createElement("span", className, text));
    shown.replaceChildren(...parts, "\u200b"); // an empty field is as high as a full one
  };

  /** Shows `text`, in the colours of `pieces` if they are known. */
  const set = (text, pieces = [{text, className: ""}]) => {
    if (input.value !== text) input.value = text;
    const wanted = JSON.stringify(pieces);
    if (wanted !== kept) show(pieces);
    kept = wanted;
  };

  const setError = (message) => {
    root.classList.toggle("wrong", message !== "");
    setAttribute(input, "aria-invalid", String(message !== ""));
    setAttribute(input, "title", message);
  };

  input.addEventListener("input", () => {
    const text = oneLine(input.value);
    set(text);
    onInput(text);
  });
  return {root, input, set, setError};
};
