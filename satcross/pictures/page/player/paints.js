// The colours of letters: how a cell looks that holds a letter which has one.
//
// The browser knows the names of CSS.  satcross/puzzle/colors.py says what a colour may be, and uses the same contrast.

const COLOUR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+)$/i;
const BLACK = "#000000", WHITE = "#ffffff", NONE = "none";

const known = new Map(); // colours as #rrggbb

// Returns a colour as #rrggbb; "" if the browser does not know it.
const hexadecimal = (colour) => {
  if (!known.has(colour)) known.set(colour, found(colour));
  return known.get(colour);
};

const found = (colour) => {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen || !COLOUR.test(colour)) return "";
  const read = [BLACK, WHITE].map((before) => {
    pen.fillStyle = before;
    pen.fillStyle = colour; // it stays as it was if this is not a colour
    return String(pen.fillStyle);
  });
  return read[0] === read[1] && /^#[0-9a-f]{6}$/.test(read[0]) ? read[0] : "";
};

const luminance = (colour) => {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const channel = parseInt(colour.slice(place, place + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast ratio of two colours #rrggbb, from 1 to 21 (WCAG 2.x). */
export const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
};

/** Returns black or white, whichever is easier to read on a colour #rrggbb. */
export const inkOn = (fill) => (contrast(BLACK, fill) >= contrast(WHITE, fill) ? BLACK : WHITE);

/**
 * Returns the paint {fill, ink} of each letter, with "" for both where the cell keeps its colour; entries that are not
 * letters with colours are left out.
 * @param {unknown} colours  what a puzzle has as `colors`
 * @returns {Map<string, {fill: string, ink: string}>}
 */
export const paintsOf = (colours) => new Map(Object.entries(Object(colours)).flatMap(([letter, colour]) => {
  if (typeof colour !== "string") return [];
  if (colour.toLowerCase() === NONE) return [[letter, {fill: "", ink: ""}]];
  const fill = hexadecimal(colour);
  return fill ? [[letter, {fill, ink: inkOn(fill)}]] : [];
}));
