// What is kept in the browser, and what a link carries.

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

// Lets `game` go on where it was left.  Returns whether anything was kept that it can go on with.  What cannot be read is put
// aside under a separate key, and `onDamage` is called.
export const resumeGame = (puzzle, game, onDamage = () => {}) => {
  const text = readText(puzzle.key);
  if (text === null || game.unpack(parsed(text), false)) return text !== null;
  writeText(`${puzzle.key}:aside`, text);
  onDamage();
  return false;
};
export const saveGame = (puzzle, game) => writeText(puzzle.key, JSON.stringify(game.pack(true)));

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
