// The colours of letters, as their author writes them in one row: X gold, Y #c0392b.

import {paintsOf} from "../player/paints.js";

/** @returns {string} the row that `readColours` reads */
export const writtenColours = (colors) => Object.entries(colors ?? {}).map(([letter, colour]) => `${letter} ${colour}`).join(", ");

/**
 * Returns the colours in a row by letter, and the parts that cannot be read.
 * @param {string} text
 */
export const readColours = (text) => {
  const colors = {}, unread = [];
  for (const part of text.split(/,(?=\s|$)/).map((each) => each.trim()).filter(Boolean)) {
    const letter = String.fromCodePoint(part.codePointAt(0));
    const colour = part.slice(letter.length).trim();
    if (paintsOf({[letter]: colour}).size) colors[letter] = colour;
    else unread.push(part);
  }
  return {colors, unread};
};
