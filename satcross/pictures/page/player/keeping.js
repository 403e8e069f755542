// What is kept in the browser, and what a link carries.

/** The keys of games: of puzzles, of those in links, and of lessons; and of games that could not be read. */
export const GAME = /^satcross:(?:[0-9a-f]{24}|link:.*|lesson:\d+)(?::aside)?$/s;

const PROBE = "satcross:probe";
const PROBE_LETTERS = 1000; // about as many as a game has

let isRefused = false;
let tell = () => {};

/** `listener` is called once, as soon as the browser refuses to keep a text: its storage is full or switched off. */
export const onRefused = (listener) => {
  tell = listener;
  if (isRefused) tell();
};

/** Returns the text under a key, or null. */
export const readText = (key) => {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    return null;
  }
};

/** Keeps a text under a key.  Returns whether the browser allows it. */
export const writeText = (key, text) => {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch (error) {
    if (!isRefused) {
      isRefused = true;
      tell();
    }
    return false;
  }
};

/** Finds out whether the browser keeps anything; `onRefused` says so on a page that writes nothing else. */
export const tryToWrite = () => {
  if (writeText(PROBE, " ".repeat(PROBE_LETTERS))) localStorage.removeItem(PROBE);
};

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return null;
  }
};

export const loadSetting = (name) => readText(`satcross:${name}`);
export const saveSetting = (name, value) => writeText(`satcross:${name}`, value);

const isLesson = (key) => key.startsWith("satcross:lesson:");

// Returns the keys of the games of puzzles that are kept and can be read.
const gameKeys = () => {
  try {
    return Object.keys(localStorage).filter((key) => GAME.test(key) && !isLesson(key) && !key.endsWith(":aside"));
  } catch (error) {
    return [];
  }
};

// What a kept game tells about its puzzle: for each line the number of its cells, and its clues.
const linesOf = (puzzle) => puzzle.lines.map(({cells, clues}) => [cells.length, ...clues.map(({text}) => text)]);

// Returns how many lines with clues have the same clues in a kept game; 0 if its puzzle has another shape.
const sameClues = (lines, kept) => {
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const shape = (all) => all.map(([length]) => length);
  if (!Array.isArray(kept) || !kept.every(Array.isArray) || !isSame(shape(lines), shape(kept))) return 0;
  return lines.filter((line, number) => line.length > 1 && isSame(line, kept[number])).length;
};

// Returns the kept games of earlier versions of `puzzle`, the best one first: their lines have the same lengths, and at least half
// of the lines with clues have the same clues.
const earlierGames = (puzzle) => {
  const lines = linesOf(puzzle), count = lines.filter((line) => line.length > 1).length;
  return gameKeys().filter((key) => key !== puzzle.key).map((key) => {
    const state = parsed(readText(key) ?? "null");
    return {key, state, same: sameClues(lines, state?.lines), seconds: state?.stats?.seconds ?? 0};
  })
    .filter(({state, same, seconds}) => same && 2 * same >= count && (seconds > 0 || state.steps?.length))
    // a later version has taken over the time of an earlier one
    .sort((one, other) => other.same - one.same || other.seconds - one.seconds);
};

// Lets `game` go on where it was left.  Returns whether anything was kept that it can go on with.  What cannot be read is put
// aside under a separate key, and `onDamage` is called.
export const resumeGame = (puzzle, game, onDamage = () => {}) => {
  const text = readText(puzzle.key);
  if (text === null || game.unpack(parsed(text), false)) return text !== null;
  writeText(`${puzzle.key}:aside`, text);
  onDamage();
  return false;
};

/** Lets `game` begin with the letters of an earlier version of its puzzle.  Returns the key of that version, or "". */
export const takeEarlierGame = (puzzle, game) => {
  if (isLesson(puzzle.key) || readText(puzzle.key) !== null) return "";
  return earlierGames(puzzle).find(({state}) => game.unpack(state, false))?.key ?? "";
};

export const saveGame = (puzzle, game) => writeText(puzzle.key, JSON.stringify({...game.pack(true), lines: linesOf(puzzle)}));

// Returns the part of a link behind the #: the state in base64, in the letters that links may have.
export const toFragment = (puzzle, game) => {
  const {cells} = game.pack(false);
  const bytes = new TextEncoder().encode(JSON.stringify({key: puzzle.key, cells}));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `play=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};

// Returns the part of a fragment that names the puzzle, without the state of a game: #puzzle=...&play=... holds both.
export const withoutGame = (fragment) => fragment.replace(/^#/, "").replace(/(?:^|&)play=[^&]*$/, "");

// Returns the state in a fragment, or null if it holds none for this puzzle.
export const fromFragment = (puzzle, fragment) => {
  const found = /(?:^#?|&)play=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return state.key === puzzle.key ? state : null;
  } catch (error) {
    return null;
  }
};
