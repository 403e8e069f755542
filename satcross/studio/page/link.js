// Links that carry a puzzle in their fragment, which browsers do not send to any server.
//
// In: a document.  Out: the text after the #, as satcross/puzzle/files/link.py describes it: the version, and the JSON of
// the document, compressed, in base64 with the letters that links may have.

const VERSION = "1";
const MOST_LETTERS = 300_000; // of a link
const MOST_BYTES = 4_000_000; // of a document; a short link could otherwise unpack to a very long text

/** @type {Record<string, string>} why a link cannot be read, as a sentence */
const PROBLEMS = {
  long: "This link is too long to be a puzzle.",
  damaged: "This link is damaged. Perhaps a part of it is missing: copy the whole link.",
  newer: "This link was made by a newer version of satcross.",
};

const TOO_MUCH = new RangeError("too many bytes");

// Returns the bytes that come out of a stream for these bytes.  Raises TOO_MUCH.
const throughStream = async (bytes, stream) => {
  const chunks = [];
  let count = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    count += read.value.length;
    if (count > MOST_BYTES) throw TOO_MUCH;
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

/** @returns {Promise<string>} the fragment, without # */
export const toFragment = async (document) => {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const packed = await throughStream(bytes, new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `puzzle=${VERSION}.${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Reads a fragment.  Other parts of it, such as the letters of a game, follow after an &.
 *
 * @param {string} fragment  with or without #
 * @returns {Promise<{document: any, problem: string}>} the document, or null; and why it cannot be read, or ""
 */
export const readFragment = async (fragment) => {
  if (!/^#?puzzle=/.test(fragment)) return {document: null, problem: ""};
  if (fragment.length > MOST_LETTERS) return {document: null, problem: PROBLEMS.long};
  const parts = /^#?puzzle=(\d+)\.([\w-]+)(?:&.*)?$/.exec(fragment);
  if (!parts) return {document: null, problem: PROBLEMS.damaged};
  const [, version, coded] = parts;
  if (version !== VERSION) return {document: null, problem: PROBLEMS.newer};
  try {
    const binary = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const bytes = await throughStream(packed, new DecompressionStream("deflate-raw"));
    const document = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes));
    if (isObject(document) && isObject(document.puzzle)) return {document, problem: ""};
  } catch (error) {
    if (error === TOO_MUCH) return {document: null, problem: PROBLEMS.long};
  }
  return {document: null, problem: PROBLEMS.damaged};
};
