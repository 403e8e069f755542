// What a cell shows: the letters that it has over all solutions, sized by how many solutions have them.
//
// In: the letter of the author, the candidates, the letter that is certain.  Out: figures in the cell.  The letter of the
// author itself is in the cell's field.

import {largeLetter, shortText, smallLetters, svgElement} from "../player/grid.js";

const MOST = 9; // candidates that a cell has room for; of more, it shows how many there are

// The size of a candidate: its area follows the share of the solutions, as far as one can still read it.
const sizeOf = ({share}) => Math.max(0.5, Math.min(1, Math.sqrt(share) * 1.1));

/**
 * @param {[number, number]} place  the middle of the cell
 * @param {number} inside  the side of the square for a letter
 * @param {{letter: string, preview: string | null, candidates: {letter: string, share: number}[], isExact: boolean,
 *   certain: string, possible: string, number: string}} state  `preview` is shown instead of all else
 *   if it is not null; `possible` are the letters that words can have there, `number` is that of a word
 */
export const figuresOf = (place, inside, {letter, preview, candidates, isExact, certain, possible, number}) => {
  const count = (text) => [shortText(place, inside, text, "how-many")];
  const shown = () => {
    if (preview === "") return [];
    if (preview !== null) return Array.from(preview).length === 1 ? [largeLetter(place, inside, preview, "shown-letter")] : count(preview);
    if (letter !== "") return [];
    if (certain !== "") return [largeLetter(place, inside, certain, "certain-letter")];
    if (possible !== "") return count(possible.length > 4 ? String(possible.length) : possible);
    if (candidates.length > MOST) return count(`${candidates.length}${isExact ? "" : "+"}`);
    return smallLetters(place, inside, candidates.map((each) => each.letter), "candidate", (k) => sizeOf(candidates[k]));
  };
  const [x, y] = place;
  const corner = {class: "number", x: x - inside * 0.5, y: y - inside * 0.3, "font-size": inside * 0.24};
  return [...(number ? [svgElement("text", corner, number)] : []), ...shown()];
};
