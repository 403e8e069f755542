// Sentences about what the server has found out.
//
// In: answers.  Out: text.

const LONGEST = 15; // digits of a number that is written in full

/** @param {string} digits  @returns {string} the number for people: "12,345", or "about 3.2 × 10^20" */
export const numberText = (digits) => {
  if (digits.length <= LONGEST) return BigInt(digits).toLocaleString("en");
  const power = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `about ${digits[0]}.${digits[1]} × 10${power}`;
};

/** @returns {string} "1 solution", "at least 12 solutions" */
export const solutionsText = ({count, kind}) => {
  const number = `${kind === "exact" ? "" : "at least "}${numberText(count)}`;
  return `${number} solution${count === "1" ? "" : "s"}`;
};

/** @returns {string} a status: "✓ Exactly one solution", "12 solutions" */
export const statusText = ({status, count, kind}) => ({
  unique: "✓ Exactly one solution",
  several: count && count !== "0" ? capital(solutionsText({count, kind})) : "Several solutions",
  none: "✗ No solution",
  unknown: "Not known",
})[status];

/** @returns {string} the text with a capital at its beginning */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns {string} "1 cell", "3 cells" */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @returns {string} a refusal or an error as one text */
export const problemText = ({message, hint, place}) =>
  sentences([place?.length ? `${place.join(", ")}: ${message}` : message, hint]);

/** @returns {string} texts as sentences, one after the other */
export const sentences = (texts) =>
  texts.filter(Boolean).map((text) => capital(text).replace(/(?<![.…])$/, ".")).join(" ");

/** @returns {string} the candidates of a cell, for a screen reader */
export const candidatesText = ({candidates, isExact, certain, letter}) => {
  if (letter) return `Your letter: ${letter}.`;
  if (certain) return `Certain: ${certain}.`;
  if (!candidates.length) return "";
  const letters = candidates.map((each) => each.letter === " " ? "space" : each.letter).join(", ");
  return isExact ? `Possible: ${letters}.` : `Possible so far: ${letters}.`;
};

/** @returns {string} what is said while a question is being answered, or waits for satcross */
export const askingText = (isOpen, sentence = "") =>
  isOpen ? sentence : "satcross is still loading. This goes on as soon as it is there.";
