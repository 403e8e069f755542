// A puzzle from a link, read without satcross, so that it can be played at once.
//
// In: a document as docs/puzzle.schema.json describes its puzzle.  Out: the parts of a playable page, as
// satcross/pictures/page.py makes them (`PlayerParts`), without a guide.  Clues are checked by the browser's own
// regular expressions until satcross has been loaded, or stay unchecked where those read them otherwise.
//
// Everything in a link may be a stranger's: each value is looked at before it is used, and text only becomes textContent.

import {asClue} from "../page/document.js";
import {asJavaScript, lettersOf} from "./letters.js";
import {drawLines, drawRectangle, drawTriangular} from "./picture.js";
import {KEYS, SPANS} from "./shapes.js";

const MOST_CELLS = 2500; // as in the studio
const MOST_LINES = 1000;
const MOST_CLUES = 20; // of a line
const MOST_LETTERS = 5000; // of a clue
const MOST_TEXT = 500; // letters of a title or a name that are shown
const MOST_KEYS = 60; // letters on the keyboard on the screen
const ANY = [[0, 0x10ffff]];

/** Why there is no puzzle, as a sentence for the reader. */
export class ProblemError extends Error {}

const refuse = (sentence) => {
  throw new ProblemError(sentence);
};

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const text = (value) => (typeof value === "string" ? Array.from(value).slice(0, MOST_TEXT).join("") : "");
// Letters that cannot be seen are written as escapes, so that nothing in a title or a clue can hide or turn other text.
const visible = (value) => value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);

// Returns a text lightly obfuscated, so that you do not read it by accident.
const packed = (value) => btoa(Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join(""));

const clueOf = (entry) => {
  const {regex, reversed} = typeof entry === "string" || isObject(entry) ? asClue(entry) : {};
  if (typeof regex !== "string") return refuse("This puzzle has clues that are not regular expressions. This page cannot play it.");
  if (regex.length > MOST_LETTERS) return refuse("A clue of this puzzle is too long for this page.");
  return {pattern: regex, isReversed: reversed};
};

const cluesOf = (entry) => {
  const entries = Array.isArray(entry) ? entry : [entry];
  if (entries.length > MOST_CLUES) refuse("A line of this puzzle has too many clues for this page.");
  return entries.map(clueOf).filter(({pattern}) => pattern !== "");
};

// Returns the clues of each line of a family; a number stands for that many lines without clues.
const familyOf = (value) => {
  if (Number.isInteger(value) && value >= 0 && value <= MOST_LINES) return Array.from({length: value}, () => []);
  if (value === undefined) return [];
  if (!Array.isArray(value)) return refuse("The clues of this puzzle cannot be read.");
  if (value.length > MOST_LINES) return refuse("This puzzle is too large for this page.");
  return value.map(cluesOf);
};

// Refuses a puzzle without cells, or with too many of them.
const checkCells = (count) => {
  if (count === 0) refuse("This puzzle has no cells.");
  if (count <= MOST_CELLS) return;
  const [cells, most] = [count, MOST_CELLS].map((each) => each.toLocaleString("en"));
  refuse(`This puzzle has ${cells} cells; pages take up to ${most}. Larger puzzles can be solved on the command line.`);
};

// Returns the numbers of the cells by their addresses, such as "2,3".
const numbered = (addresses) => new Map(addresses.map((address, number) => [address, number]));

const holesOf = (puzzle) => {
  const {holes = []} = puzzle;
  if (!Array.isArray(holes)) refuse("The shape of this puzzle cannot be read.");
  return new Set(holes.map((each) => text(each).replaceAll(" ", "")));
};

const asLines = (family, entries, places, number) => entries.map((clues, index) => ({
  name: `${family} ${index + 1}`, family, index, clues, cells: places(index).map(number).filter((cell) => cell !== undefined),
}));

const rectangleOf = (puzzle) => {
  const families = puzzle.clues;
  const [rows, columns] = [familyOf(families.rows), familyOf(families.columns)];
  const high = rows.length, wide = columns.length;
  checkCells(high * wide);
  const holes = holesOf(puzzle);
  const all = Array.from({length: high * wide}, (_, place) => `${Math.floor(place / wide) + 1},${(place % wide) + 1}`);
  const addresses = all.filter((address) => !holes.has(address));
  const cells = numbered(addresses);
  const range = (count) => Array.from({length: count}, (_, place) => place);
  const at = ([row, column]) => cells.get(`${row + 1},${column + 1}`);
  const inside = ([row, column]) => row >= 0 && column >= 0 && row < high && column < wide;
  const falling = (index) => range(high).map((row) => [row, row + index - (high - 1)]).filter(inside);
  const rising = (index) => range(high).map((row) => [row, index - row]).filter(inside).reverse();
  // a single entry is the main diagonal
  const diagonals = (name, entries, places) => asLines(name, entries, (index) => places(entries.length === 1 ? high - 1 : index), at);
  const lines = [
    ...asLines("row", rows, (row) => range(wide).map((column) => [row, column]), at),
    ...asLines("column", columns, (column) => range(high).map((row) => [row, column]), at),
    ...diagonals("falling diagonal", familyOf(families.falling), falling),
    ...diagonals("rising diagonal", familyOf(families.rising), rising),
  ];
  const drawn = all.filter((address) => holes.has(address)).map((address) => address.split(",").map(Number));
  return {addresses, lines, draw: (parts) => drawRectangle({...parts, high, wide, holes: drawn})};
};

// Returns the places of a grid of hexagonal cells in the groups that have the same `key`, the lowest first.
const groupsOf = (places, key) => {
  const groups = new Map();
  for (const place of places) groups.set(key(place), [...(groups.get(key(place)) ?? []), place]);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
};

const triangularOf = (puzzle) => {
  const given = KEYS[puzzle.shape].map((key) => familyOf(puzzle.clues[key]));
  const spans = SPANS[puzzle.shape](puzzle, given.map((each) => each.length));
  if (!spans) return refuse("The shape of this puzzle cannot be read.");
  checkCells(spans.reduce((sum, [, width]) => sum + width, 0));
  const drawn = spans.map(([first, width], r) =>
    Array.from({length: width}, (_, index) => ({q: first + index, r, address: `${r + 1},${index + 1}`})));
  const all = drawn.flat();
  const families = {
    horizontal: drawn,
    rising: groupsOf(all, ({q}) => q).map((places) => places.reverse()),
    falling: groupsOf(all, ({q, r}) => q + r).reverse(),
  };
  const holes = holesOf(puzzle);
  const places = all.filter(({address}) => !holes.has(address));
  const addresses = places.map(({address}) => address);
  const cells = numbered(addresses);
  const lines = Object.entries(families).flatMap(([family, listed], direction) => {
    const entries = given[direction].length ? given[direction] : listed.map(() => []);
    if (entries.length !== listed.length) refuse(`This puzzle has ${entries.length} lists of ${family} clues for ${listed.length} lines.`);
    return asLines(family, entries, (index) => listed[index], ({address}) => cells.get(address));
  });
  return {addresses, lines, draw: (parts) => drawTriangular({...parts, places, families})};
};

const freeOf = (puzzle) => {
  const entries = Array.isArray(puzzle.line) ? puzzle.line.filter(isObject) : [];
  if (!entries.length || entries.length > MOST_LINES) refuse("This puzzle has no lines, or too many for this page.");
  const namesOf = (value) => (Array.isArray(value) ? value.filter((each) => typeof each === "string").map(text) : []);
  const addresses = [...new Set([...namesOf(puzzle.cells), ...entries.flatMap(({cells}) => namesOf(cells))])];
  checkCells(addresses.length);
  const cells = numbered(addresses);
  const lines = entries.map(({name, cells: visited, clues = [], words}, index) => {
    if (words !== undefined) refuse("This puzzle has clues that are not regular expressions. This page cannot play it.");
    return {
      name: text(name) || `line ${index + 1}`, family: "", index, clues: cluesOf(clues), cells: namesOf(visited).map((each) => cells.get(each)),
    };
  });
  return {addresses, lines, draw: drawLines, isFree: true};
};

const readerOf = (shape) => (Object.hasOwn(SPANS, shape) ? triangularOf : {rectangle: rectangleOf, lines: freeOf}[shape]);

// Returns the letters that cells can have, as ranges of code points in their order.
const alphabetOf = (puzzle, lines) => {
  const {alphabet = "mentioned"} = puzzle;
  if (typeof alphabet !== "string") return refuse("The letters of this puzzle cannot be read.");
  if (alphabet === "any") return ANY;
  const isPositive = alphabet === "positive";
  const ranges = alphabet === "mentioned" || isPositive
    ? lines.flatMap(({clues}) => clues.flatMap(({pattern}) => lettersOf(pattern, puzzle.dialect, puzzle.flags, isPositive)))
    : listed(Array.from(alphabet));
  const given = isObject(puzzle.given) ? Object.values(puzzle.given).filter((each) => typeof each === "string" && each !== "") : [];
  return merged([...ranges, ...given.map((each) => [each.codePointAt(0), each.codePointAt(0)])]);
};

// Returns the ranges of a list such as A-Z0-9.
const listed = (letters) => {
  const ranges = [];
  for (let place = 0; place < letters.length; place++) {
    const isRange = letters[place + 1] === "-" && place + 2 < letters.length;
    ranges.push([letters[place].codePointAt(0), letters[place + (isRange ? 2 : 0)].codePointAt(0)]);
    if (isRange) place += 2;
  }
  return ranges;
};

const merged = (ranges) => {
  const kept = [];
  for (const [low, high] of ranges.filter(([low, high]) => low <= high).sort(([one], [other]) => one - other)) {
    const last = kept.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else kept.push([low, high]);
  }
  return kept;
};

const keysOf = (ranges) => {
  const count = ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  if (count > MOST_KEYS) return [];
  return ranges.flatMap(([low, high]) => Array.from({length: high - low + 1}, (_, place) => String.fromCodePoint(low + place)));
};

const rowsOf = (addresses, lines, isFree) => {
  if (isFree) return lines.map(({cells}) => cells);
  const rows = new Map();
  addresses.forEach((address, cell) => {
    const [row] = address.split(",");
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  });
  return [...rows.values()];
};

const checkOf = ({pattern, isReversed}, dialect, flags) => {
  const translated = asJavaScript(pattern, dialect, flags);
  return translated === null
    ? {kind: "unchecked", reversed: isReversed}
    : {kind: "regexp", pattern: translated, partial: null, reversed: isReversed};
};

/**
 * Returns the parts of the page on which a puzzle can be played.  Raises ProblemError.
 *
 * @param {any} document
 * @param {string} fragment  the link's; games are kept under it, so that no link can name the game of another puzzle
 */
export const pageOf = async (document, fragment) => {
  const {puzzle} = document;
  const {shape = "rectangle", dialect = "python", flags = "", given = {}} = puzzle;
  if (!["lines", ...Object.keys(KEYS)].includes(shape) || (shape !== "lines" && !isObject(puzzle.clues))) refuse("The shape of this puzzle cannot be read.");
  if (!["python", "javascript"].includes(dialect) || typeof flags !== "string" || !/^[a-z]{0,8}$/.test(flags)) {
    refuse("The clues of this puzzle are of a kind that this page does not know.");
  }
  const {addresses, lines, draw, isFree = false} = readerOf(shape)(puzzle);
  const ranges = alphabetOf(puzzle, lines);
  const letters = addresses.map((address) => {
    const letter = isObject(given) && Object.hasOwn(given, address) ? given[address] : "";
    return typeof letter === "string" && Array.from(letter).length === 1 ? letter : "";
  });
  const named = lines.map(({name, clues, ...line}) => ({
    ...line, name: visible(name), clues: clues.map((clue) => ({...clue, text: visible(clue.pattern)})),
  }));
  const {figures, numbers, ...measures} = draw({addresses, lines: named, given: letters});
  return {
    addresses,
    title: visible(text(puzzle.title)),
    credit: [puzzle.author, puzzle.source].map(text).map(visible).filter(Boolean).join(" · "),
    figures,
    numbers,
    data: {
      key: `satcross:link:${fragment}`,
      names: addresses.map((address) => (isFree ? `cell ${visible(address)}` : `row ${address.replace(",", ", cell ")}`)),
      given: letters,
      ...measures,
      alphabet: ranges,
      keys: keysOf(ranges),
      rows: rowsOf(addresses, lines, isFree),
      blanks: "._",
      colors: isObject(puzzle.colors) ? puzzle.colors : {},
      lines: named.map((line) => ({
        name: line.name, cells: line.cells, clues: line.clues.map((clue) => ({
          text: clue.text, words: "", reversed: clue.isReversed, check: checkOf(clue, dialect, flags),
        })),
      })),
      check: {flags: flags.replace(/[^imsuv]/g, ""), starts: [0], classes: [0], tables: [], circuits: [], words: []},
      inProse: false,
      hasHints: false,
      notes: visible(text(puzzle.notes)),
      answer: packed(visible(text(puzzle.answer))),
      guide: "",
    },
  };
};
