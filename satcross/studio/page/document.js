// The document: what an author makes, as an immutable value.
//
// In: a document and a change.  Out: the changed document.  Nothing here changes its arguments, so that each revision
// can be kept.  What a clue means, and whether the document is right, is for the server to say; satcross/studio/messages.py
// describes the parts of a document, docs/puzzle.schema.json those of its puzzle.

/**
 * @typedef {{clues?: Record<string, string>, copyright?: string, ipuz?: string, puz?: string}} Crossword
 * @typedef {{puzzle: Record<string, any>, letters?: Record<string, string>, mode?: "regex" | "words",
 *   crossword?: Crossword}} Document
 * @typedef {{regex?: string, reversed?: boolean, words?: string}} Clue  a regex that perhaps reads the line from its end,
 *   or the path of a list of words
 * @typedef {{family: string, index: number, size: number}} LineRef  the line at `index` of a family of `size` lines;
 *   the family "" is the list `line` of a puzzle
 */

/** @returns {Document} the document that the studio starts with: a rectangle without clues */
export const newDocument = (rows = 5, columns = 5) => ({
  puzzle: {schema: 1, shape: "rectangle", alphabet: "A-Z", dialect: "python", clues: {rows, columns}},
  letters: {},
  mode: "regex",
});

/** @returns {Clue} the clue as an object, however it was written */
export const asClue = (written) => {
  if (typeof written === "string") return {regex: written, reversed: false};
  return "words" in written ? {words: written.words} : {regex: written.regex, reversed: written.reversed === true};
};

/** @param {Clue} clue  @returns the shortest way to write it */
const asWritten = (clue) => "words" in clue || clue.reversed ? clue : clue.regex;

/** @returns {boolean} whether there is nothing in a clue */
export const isEmpty = (clue) => clue.regex === "";

// Returns the clues of a family, one entry a line.  A family may be written as a number, so many lines without clues, or
// be missing; only then the number of its lines is taken from `size`.
const familyOf = (puzzle, {family, size}) => {
  const written = puzzle.clues?.[family];
  return Array.isArray(written) ? written : Array(written ?? size).fill("");
};

/**
 * Returns the clues of a line, in the order in which the server numbers them.
 * @param {Document} document  @param {LineRef} ref  @returns {Clue[]}
 */
export const cluesOf = ({puzzle}, ref) => {
  const written = (ref.family === "" ? puzzle.line?.[ref.index]?.clues : familyOf(puzzle, ref)[ref.index]) ?? "";
  if (written === "") return [];
  return (Array.isArray(written) ? written : [written]).map(asClue);
};

// Returns the document with a part of its puzzle changed.
const withPuzzle = (document, parts) => ({...document, puzzle: {...document.puzzle, ...parts}});

// Returns whether the document has the line.  It may not, while the layout of another shape is on its way.
const hasLine = ({puzzle}, ref) => ref.index < (ref.family === "" ? puzzle.line ?? [] : familyOf(puzzle, ref)).length;

/**
 * Returns the document with other clues on one line.
 * @param {Document} document  @param {LineRef} ref  @param {Clue[]} clues
 */
export const withClues = (document, ref, clues) => {
  if (!hasLine(document, ref)) return document;
  const {puzzle} = document;
  const written = clues.map(asWritten);
  while (written.at(-1) === "") written.pop();
  const value = written.length > 1 ? written : written[0] ?? "";
  if (ref.family === "") return withPuzzle(document, {line: puzzle.line.with(ref.index, {...puzzle.line[ref.index], clues: value})});
  return withPuzzle(document, {clues: {...puzzle.clues, [ref.family]: familyOf(puzzle, ref).with(ref.index, value)}});
};

/** Returns the document with clue `number` of a line replaced; it may be the first that is not there yet. */
export const withClue = (document, ref, number, clue) => {
  const clues = cluesOf(document, ref);
  clues[number] = clue;
  return withClues(document, ref, clues);
};

/** Returns the document without the empty clues of a line. */
export const withoutEmptyClues = (document, ref) => {
  const clues = cluesOf(document, ref);
  const full = clues.filter((clue) => !isEmpty(clue));
  return full.length === clues.length ? document : withClues(document, ref, full);
};

// Returns letters by address, with some of them changed; "" takes a letter away.
const changedLetters = (letters, changes) => {
  const changed = {...letters, ...changes};
  for (const [address, letter] of Object.entries(changed)) if (letter === "") delete changed[address];
  return changed;
};

/** Returns the document with some of the author's letters changed, by address; "" takes a letter away. */
export const withLetters = (document, changes) => {
  const letters = changedLetters(document.letters, changes);
  const {given} = document.puzzle;
  // a letter that players are given is one of the author's too, and changes with it
  const known = Object.fromEntries(Object.entries(changes).filter(([address]) => given && address in given));
  const next = {...document, letters};
  return Object.keys(known).length ? withValue(next, "given", changedLetters(given, known)) : next;
};

/** @returns {string} the letter in a cell: the one that players are given, or the author's own, or "" */
export const letterAt = ({puzzle, letters}, address) => puzzle.given?.[address] ?? letters?.[address] ?? "";

/** @returns {boolean} whether players are given the letter of a cell */
export const isGiven = ({puzzle}, address) => puzzle.given?.[address] !== undefined;

/** Returns the document in which players are given the letter of a cell, or no longer are. */
export const withGiven = (document, address, isWanted) => {
  const letter = letterAt(document, address);
  const given = changedLetters(document.puzzle.given, {[address]: isWanted ? letter : ""});
  return withValue({...document, letters: changedLetters(document.letters, {[address]: letter})}, "given", given);
};

/** Returns the document with a property of its puzzle changed, such as "title"; "" or {} leaves the property out. */
export const withValue = (document, name, value) => {
  const isMissing = value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  if (!isMissing) return withPuzzle(document, {[name]: value});
  const {[name]: _, ...others} = document.puzzle;
  return {...document, puzzle: others};
};

/** Returns the document with a property of its word crossword changed, such as "copyright"; "" and {} leave it out. */
export const withCrossword = (document, name, value) => {
  const {[name]: _, ...others} = document.crossword ?? {};
  const isMissing = value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  return {...document, crossword: isMissing ? others : {...others, [name]: value}};
};

/** Returns the document without clues and letters, and without anything that its author has said about these. */
export const cleared = (document) => {
  const {given, solutions, complete, title, author, source, notes, licence, answer, colors, ...puzzle} = document.puzzle;
  const {crossword, ...rest} = document;
  const clues = puzzle.clues && Object.fromEntries(
    Object.entries(puzzle.clues).map(([family, lines]) => [family, Array.isArray(lines) ? lines.length : lines]),
  );
  const line = puzzle.line?.map((each) => ({...each, clues: ""}));
  return {...rest, letters: {}, puzzle: {...puzzle, ...(clues && {clues}), ...(line && {line})}};
};

/** @returns {boolean} whether two documents say the same */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
