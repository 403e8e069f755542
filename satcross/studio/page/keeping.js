// What is kept in the browser: the document, after each change, and the choices of the author.
//
// In and out: values that JSON can say.  Private windows may keep nothing; the studio continues without.

const KEY = "satcross:studio:document";
const EARLIER = "satcross:studio:earlier";
const MOST_EARLIER = 20;

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch (error) {
    return null;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // nothing is kept
  }
};

/** @returns {{document: object, file: any} | null} the document of the last visit, and the file it belongs to */
export const loadKept = () => read(KEY);

/** Keeps the present document. */
export const keep = (document, file) => write(KEY, {document, file});

/** Keeps a document before another one takes its place, so that it can be opened again. */
export const keepEarlier = (document) => {
  const others = loadEarlier().filter((each) => JSON.stringify(each.document) !== JSON.stringify(document));
  write(EARLIER, [{document, when: new Date().toISOString()}, ...others].slice(0, MOST_EARLIER));
};

/** @returns {{document: object, when: string}[]} the documents that others took the place of, the latest first */
export const loadEarlier = () => {
  const found = read(EARLIER);
  return Array.isArray(found) ? found : [];
};
