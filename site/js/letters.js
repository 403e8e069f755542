// What a page needs to know of a clue without satcross: the letters that it names, and how the browser reads it.
//
// In: the text of a clue.  Out: ranges of code points; a pattern for RegExp, or null.

const NAMED = {n: 10, r: 13, t: 9, f: 12, v: 11, a: 7, 0: 0};
const DIGITS = [48, 57];

// Reads the escape that begins at `place`, the backslash.  Returns its end, and the letters that it names.
const readEscape = (pattern, place, isClass) => {
  const rest = pattern.slice(place + 1);
  const coded = /^(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/.exec(rest);
  if (coded) {
    const code = parseInt(coded[1] ?? coded[2] ?? coded[3] ?? coded[4], 16);
    return {end: place + 1 + coded[0].length, ranges: [[code, code]], isLetter: true};
  }
  const [letter = ""] = rest;
  const end = place + 1 + letter.length;
  if (/[dD]/.test(letter)) return {end, ranges: [DIGITS]};
  if (/[sS]/.test(letter)) return {end, ranges: [[32, 32]]};
  if (letter === "k" || letter === "g") return {end: place + 1 + (/^.<[^>]*>/.exec(rest)?.[0].length ?? 1), ranges: []};
  if (/[pP]/.test(letter)) return {end: place + 1 + (/^.\{[^}]*\}/.exec(rest)?.[0].length ?? 1), ranges: []};
  if (/[wWBAZ]/.test(letter) || (letter === "b" && !isClass)) return {end, ranges: []};
  if (/[1-9]/.test(letter) && !isClass) return {end: place + 1 + /^\d{1,2}/.exec(rest)[0].length, ranges: []};
  const code = letter === "" ? 92 : Object.hasOwn(NAMED, letter) ? NAMED[letter] : letter === "b" ? 8 : letter.codePointAt(0);
  return {end, ranges: [[code, code]], isLetter: true};
};

// Reads the class whose [ is at `place`.
const readClass = (pattern, place, isPython) => {
  let end = place + 1;
  const isNegated = pattern[end] === "^";
  if (isNegated) end += 1;
  const ranges = [];
  const first = end;
  const readMember = () => {
    if (pattern[end] === "\\") {
      const escape = readEscape(pattern, end, true);
      end = escape.end;
      return escape;
    }
    const code = pattern.codePointAt(end);
    end += code > 0xffff ? 2 : 1;
    return {ranges: [[code, code]], isLetter: true};
  };
  while (end < pattern.length && (pattern[end] !== "]" || (isPython && end === first))) {
    const member = readMember();
    if (member.isLetter && pattern[end] === "-" && end + 1 < pattern.length && pattern[end + 1] !== "]") {
      end += 1;
      const last = readMember();
      ranges.push(last.isLetter ? [member.ranges[0][0], last.ranges[0][0]] : member.ranges[0], ...(last.isLetter ? [] : last.ranges));
    } else ranges.push(...member.ranges);
  }
  return {end: end + 1, ranges, isNegated};
};

const GROUP = /^\((?:\?(?:[:=!>|]|<[=!]|P?<[^>]*>|P=[^)]*\)|#[^)]*\)|\([^)]*\)|[a-zA-Z-]+[:)]))?/;

// With the flag i, a letter stands for both its cases.
const bothCases = (ranges) => ranges.flatMap(([low, high]) => {
  const others = [];
  for (let code = low; code <= Math.min(high, low + 500); code++) {
    const letter = String.fromCodePoint(code);
    for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
      if (Array.from(other).length === 1) others.push([other.codePointAt(0), other.codePointAt(0)]);
    }
  }
  return [[low, high], ...others];
});

/**
 * Returns the letters that a clue names, as ranges of code points.
 *
 * @param {string} pattern
 * @param {string} dialect
 * @param {string} flags
 * @param {boolean} isPositive  leave out what stands in negated classes and negative lookarounds
 */
export const lettersOf = (pattern, dialect = "python", flags = "", isPositive = false) => {
  const ranges = [];
  const negations = []; // for each open group whether it is, or stands in, a negative lookaround
  const add = (found) => {
    if (!(isPositive && negations.at(-1))) ranges.push(...found);
  };
  let place = 0;
  while (place < pattern.length) {
    const rest = pattern.slice(place);
    const sign = pattern[place];
    const quantifier = /^\{\d*(?:,\d*)?\}/.exec(rest);
    if (sign === "\\") {
      const {end, ranges: found} = readEscape(pattern, place, false);
      add(found);
      place = end;
    } else if (sign === "[") {
      const found = readClass(pattern, place, dialect === "python");
      if (!(isPositive && found.isNegated)) add(found.ranges);
      place = found.end;
    } else if (sign === "(") {
      const [opening] = GROUP.exec(rest);
      if (!(opening.length > 1 && opening.endsWith(")") && !opening.startsWith("(?("))) negations.push(Boolean(negations.at(-1)) || /^\(\?<?!/.test(opening));
      place += opening.length;
    } else if (sign === ")") {
      negations.pop();
      place += 1;
    } else if (quantifier && quantifier[0].length > 2) place += quantifier[0].length;
    else if ("|*+?.^$".includes(sign)) place += 1;
    else {
      const code = pattern.codePointAt(place);
      add([[code, code]]);
      place += code > 0xffff ? 2 : 1;
    }
  }
  return flags.includes("i") ? bothCases(ranges) : ranges;
};

// What Python reads otherwise than JavaScript, or JavaScript not at all.
const FOREIGN = /\(\?(?:>|\(|[a-zA-Z-]+[:)])|[*+?}]\+|\\[NgUa]|\[\^?\]|\(\?#/;

/** @returns {string | null} the pattern for RegExp, or null where it would be read otherwise or not at all */
export const asJavaScript = (pattern, dialect, flags) => {
  let translated = pattern;
  if (dialect === "python") {
    if (FOREIGN.test(pattern) || /[xa]/.test(flags)) return null;
    translated = pattern
      .replaceAll("(?P<", "(?<")
      .replace(/\(\?P=([^()]*)\)/g, "\\k<$1>")
      .replace(/(^|[^\\])\{,(\d+)\}/g, "$1{0,$2}")
      .replace(/(^|[^\\])\\A/g, "$1^")
      .replace(/(^|[^\\])\\Z/g, "$1$");
  }
  try {
    new RegExp(translated, flags.replace(/[^imsuv]/g, ""));
    return translated;
  } catch (error) {
    return null;
  }
};
