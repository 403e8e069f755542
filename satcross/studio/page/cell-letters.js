// What a cell shows: the letters that it has over all solutions, sized by how many solutions have them.
//
// In: the letter of the author, the candidates, the letter that is certain.  Out: elements in the cell.  The letter of
// the author itself is in the cell's input.

import {createElement} from "../player/elements.js";

const MOST = 9; // candidates that a cell has room for; of more, it shows how many there are

const visible = (letter) => letter === " " ? "␣" : letter;

// The size of a candidate in shares of the cell: its area follows the share of the solutions.
const sizeOf = (share, columns) => Math.max(0.3, Math.min(1, Math.sqrt(share) * 1.1)) * (0.92 / columns);

const candidateElement = ({letter, share}, columns) => {
  const made = createElement("span", "candidate", visible(letter));
  made.dataset.letter = letter;
  made.style.setProperty("--size", String(Math.max(0.19, sizeOf(share, columns))));
  return made;
};

/**
 * @param {HTMLElement} holder
 * @param {{letter: string, preview: string | null, candidates: {letter: string, share: number}[], isExact: boolean,
 *   certain: string, possible: string}} state  `preview` is shown instead of all else
 *   if it is not null; `possible` are the letters that words can have there
 */
export const fillCell = (holder, {letter, preview, candidates, isExact, certain, possible}) => {
  holder.style.removeProperty("--columns");
  if (preview === "") {
    holder.replaceChildren();
  } else if (preview !== null) {
    const isOne = Array.from(preview).length === 1;
    holder.replaceChildren(createElement("span", isOne ? "shown-letter" : "how-many", visible(preview)));
  } else if (letter !== "") {
    holder.replaceChildren();
  } else if (certain !== "") {
    holder.replaceChildren(createElement("span", "certain-letter", visible(certain)));
  } else if (possible !== "") {
    holder.replaceChildren(createElement("span", "how-many", possible.length > 4 ? String(possible.length) : possible));
  } else if (candidates.length > MOST) {
    holder.replaceChildren(createElement("span", "how-many", `${candidates.length}${isExact ? "" : "+"}`));
  } else {
    const columns = Math.ceil(Math.sqrt(candidates.length));
    holder.style.setProperty("--columns", String(columns));
    holder.replaceChildren(...candidates.map((each) => candidateElement(each, columns)));
  }
};
