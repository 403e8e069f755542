// What is kept in the browser, and what a link carries.

// Private windows may keep nothing; the game continues without.
const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    return null;
  }
};
const write = (key, text) => {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    // nothing is kept
  }
};

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return null;
  }
};

export const loadSetting = (name) => read(`satcross:${name}`);
export const saveSetting = (name, value) => write(`satcross:${name}`, value);

// Lets `game` go on where it was left.  Returns whether anything was kept that it can go on with.  What cannot be read is put
// aside under a key of its own, and `onDamage` is called.
export const resumeGame = (puzzle, game, onDamage = () => {}) => {
  const text = read(puzzle.key);
  if (text === null || game.unpack(parsed(text), false)) return text !== null;
  write(`${puzzle.key}:aside`, text);
  onDamage();
  return false;
};
export const saveGame = (puzzle, game) => write(puzzle.key, JSON.stringify(game.pack(true)));

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
