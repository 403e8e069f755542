// The player's record: which puzzles were begun and solved in this browser, when, how fast, and with how much help.
//
// It is one text under one key, apart from the games themselves.  Whatever stands there, or in a file that is imported, is
// read entry by entry; what is no entry is left out, and text only ever becomes textContent.

import {GAME, readText, writeText} from "../player/keeping.js";
import {dayAfter, isDay} from "./days.js";

const KEY = "satcross:record", ASIDE = "satcross:record:aside";
const MOST_ENTRIES = 5000;
const MOST_TEXT = 300;
const MOST_LINK = 8000; // letters
const MOST_COUNTED = 9_999_999; // seconds, hints and the like
export const LABELS = ["gentle", "moderate", "hard", "fiendish"];

/**
 * @typedef {object} Entry  about one puzzle: "name:owl" of the gallery, "day:2026-11-24", "mini:2026-11-24", or "link:..." of a link
 * @property {string} key  under which its game is kept; puzzles that are the same have the same
 * @property {string} title
 * @property {string} label  its difficulty, or ""
 * @property {string} begun  the day
 * @property {string} solved  the day, or ""
 * @property {number} seconds
 * @property {number} hints
 * @property {number} checks
 * @property {number} revealed
 * @property {string} [link]  the end of the address of a puzzle in a link, from # on
 */

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const text = (value) => (typeof value === "string" ? Array.from(value).slice(0, MOST_TEXT).join("") : "");
const count = (value) => (Number.isFinite(value) && value >= 0 ? Math.min(Math.floor(value), MOST_COUNTED) : 0);

// Returns an entry with nothing in it but what entries have, or null.
const entryOf = (value) => {
  if (!isObject(value) || !isDay(value.begun)) return null;
  const {key, title, label, begun, solved, seconds, hints, checks, revealed, link} = value;
  return {
    key: text(key), title: text(title), label: LABELS.includes(label) ? label : "", begun,
    solved: typeof solved === "string" && isDay(solved) ? solved : "",
    seconds: count(seconds), hints: count(hints), checks: count(checks), revealed: count(revealed),
    ...(typeof link === "string" && link.length <= MOST_LINK && /^#puzzle=[\w.-]+$/.test(link) ? {link} : {}),
  };
};

/** Returns the entries in a text by their ids, or null if it is no record. */
export const readRecord = (written) => {
  try {
    const {entries} = JSON.parse(written);
    if (!isObject(entries)) return null;
    const known = Object.entries(entries).filter(([id]) => /^(name|day|mini|link):[\w-]{1,100}$/.test(id)).slice(0, MOST_ENTRIES);
    return new Map(known.map(([id, value]) => [id, entryOf(value)]).filter(([, entry]) => entry));
  } catch (error) {
    return null;
  }
};

/** Returns the record as text, also for a file. */
export const recordText = (entries) => JSON.stringify({satcross: "record", version: 1, entries: Object.fromEntries(entries)});

const keep = (entries) => writeText(KEY, recordText(entries));

/**
 * Returns {entries, problem, isStuck}; a damaged record is put aside, and the problem is a sentence about that.  If there is no
 * room to put it aside, it is stuck: nothing may be written over it.
 */
export const loadRecord = () => {
  const written = readText(KEY);
  const entries = written === null ? new Map() : readRecord(written);
  if (entries) return {entries, problem: "", isStuck: false};
  const isAside = writeText(ASIDE, written);
  if (isAside) keep(new Map());
  const rest = isAside ? "It was put aside, and a new one begins." : "There is no room to put it aside, so nothing is added to it.";
  return {entries: new Map(), isStuck: !isAside, problem: `The record of your games could not be read. ${rest}`};
};

/** Erases the record and all games; what the player has chosen, and made in the studio, stays. */
export const eraseRecord = () => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (GAME.test(key) || key === KEY || key === ASIDE) localStorage.removeItem(key);
    }
  } catch (error) {
    // nothing is kept
  }
};

const isBetter = (one, other) => !other || (one.solved !== "" && (other.solved === "" || one.seconds < other.seconds));

/**
 * Adds the entries of another record; of two about one puzzle the solved one stays, and the faster of two solved ones.
 * Returns whether the browser allows it.
 */
export const addToRecord = (others) => {
  const {entries, isStuck} = loadRecord();
  for (const [id, entry] of others) if (isBetter(entry, entries.get(id))) entries.set(id, entry);
  return !isStuck && keep(entries);
};

/**
 * Notes what has happened to a puzzle, under each of `ids`.  An entry that is solved stays as it is.  The entry of a game that
 * goes on here, which has the key `earlier`, is removed.
 */
export const note = (ids, about, earlier = "") => {
  const {entries, isStuck} = loadRecord();
  if (isStuck) return;
  for (const [id, {key, solved}] of entries) if (earlier && key === text(earlier) && !solved) entries.delete(id);
  for (const id of ids) {
    const known = entries.get(id);
    if (known?.solved) continue;
    const entry = entryOf({...about, begun: known?.begun ?? about.begun});
    if (entry) entries.set(id, entry);
  }
  keep(entries);
};

/** Returns the kind of the puzzle of a day that was begun last in this browser, "mini" or "day"; "" if none was. */
export const kindBegunLast = () => {
  const ids = [...(readRecord(readText(KEY))?.keys() ?? [])];
  return ids.findLast((id) => /^(mini|day):/.test(id))?.split(":")[0] ?? "";
};

// Returns how many days in a row are among `days`; the last of them is `today` or the day before.
const endingAt = (days, today) => {
  let day = days.has(today) ? today : dayAfter(today, -1), count = 0;
  for (; days.has(day); day = dayAfter(day, -1)) count += 1;
  return count;
};

const longestOf = (days) => {
  let longest = 0, count = 0;
  for (const day of [...days].sort()) {
    count = days.has(dayAfter(day, -1)) ? count + 1 : 1;
    longest = Math.max(longest, count);
  }
  return longest;
};

/**
 * @typedef {object} Streak
 * @property {number} days  how many days count
 * @property {number} current  how many days in a row count, up to today or yesterday
 * @property {number} longest  the largest number of days in a row that ever counted
 */

/**
 * @param {string} kind  "day" for the long puzzles, or "mini"
 * @returns {{played: Streak, solved: Streak}} A day is played if its puzzle was begun on that day.  It is solved if the
 *   puzzle was also solved on that day, without revealed letters.
 */
export const streaksOf = (entries, kind, today) => {
  const own = [...entries].filter(([id]) => id.startsWith(`${kind}:`)).map(([id, entry]) => [id.slice(kind.length + 1), entry]);
  const played = new Set(own.filter(([day, {begun}]) => begun === day).map(([day]) => day));
  const solved = new Set(own.filter(([day, entry]) => entry.solved === day && entry.revealed === 0).map(([day]) => day));
  const isOver = Boolean(entries.get(`${kind}:${today}`)?.solved) && !solved.has(today);
  const streak = (days, current) => ({days: days.size, current, longest: longestOf(days)});
  return {played: streak(played, endingAt(played, today)), solved: streak(solved, isOver ? 0 : endingAt(solved, today))};
};

/** Returns an id for a puzzle in a link: a number of 53 bits that its text makes. */
export const idOfLink = (fragment) => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of fragment) {
    const code = letter.codePointAt(0);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return `link:${((other >>> 0) & 0x1fffff).toString(16)}${(one >>> 0).toString(16).padStart(8, "0")}`;
};
