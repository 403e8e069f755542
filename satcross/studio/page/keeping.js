// What is kept in the browser: every document, after each change, under a name of its own.
//
// In and out: values that JSON can say.  Private windows may keep nothing; the studio continues without, and says so.
//
//     satcross:studio:document       the document of the last visit: {document, file, id}
//     satcross:studio:document:ID    each document: {document, file, when}
//
// The session storage has the ID of the document of this tab, so that a reload does not bring that of another tab.  Two tabs
// never work on the same document: the one that opens it second gets a copy.

import * as storage from "../player/keeping.js";

const LAST = "satcross:studio:document";
const EACH = `${LAST}:`;
const MOST = 50; // documents
const PATIENCE = 300; // milliseconds until a page that was left has let go of its document

/** @typedef {{id: string, document: any, when: string}} Kept */

let present = ""; // the id of the document that this page works on

const read = (key) => {
  try {
    return JSON.parse(storage.readText(key) ?? "null");
  } catch (error) {
    return null;
  }
};

const write = (key, value) => storage.writeText(key, JSON.stringify(value));

const remove = (key) => {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    // nothing was kept
  }
};

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns a promise of whether this page alone works on the document from now on.
const claim = (id) => new Promise((resolve) => {
  if (!navigator.locks) {
    resolve(true);
    return;
  }
  const hold = () => {
    resolve(true);
    return new Promise(() => {}); // until the page is closed
  };
  navigator.locks.request(EACH + id, {signal: AbortSignal.timeout(PATIENCE)}, hold).catch(() => resolve(false));
});

const keys = () => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(EACH));
  } catch (error) {
    return [];
  }
};

const isDocument = (value) => value !== null && typeof value === "object" && value.puzzle !== null && typeof value.puzzle === "object";

/** @returns {Kept[]} all documents that are kept, the latest first */
const all = () => keys()
  .map((key) => ({...read(key), id: key.slice(EACH.length)}))
  .filter((each) => isDocument(each.document))
  .sort((one, other) => String(other.when).localeCompare(String(one.when)));

const workOn = (id) => {
  present = id;
  try {
    sessionStorage.setItem(LAST, id);
  } catch (error) {
    // a reload brings the document of the last visit
  }
};

/** The next document that is kept is another one; the present one stays. */
export const beginAnother = () => {
  workOn(newId());
  claim(present);
};

// Returns the document that this tab has worked on, or null.
const ofThisTab = () => {
  try {
    const id = sessionStorage.getItem(LAST);
    const each = id === null ? null : read(EACH + id);
    return isDocument(each?.document) ? {...each, id} : null;
  } catch (error) {
    return null;
  }
};

/**
 * @returns {Promise<{document: object, file: any} | null>} the document of this tab or else of the last visit, and the file it
 *   belongs to
 */
export const loadKept = async () => {
  const last = ofThisTab() ?? read(LAST);
  const isAlone = typeof last?.id === "string" && await claim(last.id);
  if (isAlone) workOn(last.id);
  else beginAnother();
  return isDocument(last?.document) ? last : null;
};

/** Keeps the present document. */
export const keep = (document, file) => {
  write(LAST, {document, file, id: present});
  write(EACH + present, {document, file, when: new Date().toISOString()});
  for (const {id} of all().slice(MOST)) remove(EACH + id);
};

/** @returns {Kept[]} the other documents, the latest first */
export const loadOthers = () => all().filter(({id}) => id !== present);

/** Forgets one of the other documents. */
export const forget = (id) => remove(EACH + id);
