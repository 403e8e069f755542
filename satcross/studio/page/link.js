// Links that carry a puzzle in their fragment, which browsers do not send to any server.
//
// In: a document.  Out: the text after the #: its JSON, compressed, in base64 with the letters that links may have.

const MOST_BYTES = 4_000_000; // of a document; a short link could otherwise unpack to a very long text

// Returns the bytes that come out of a stream for these bytes.  Raises RangeError if there are too many.
const throughStream = async (bytes, stream) => {
  const chunks = [];
  let count = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    count += read.value.length;
    if (count > MOST_BYTES) throw new RangeError("the link holds too much");
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

/** @returns {Promise<string>} the fragment, without # */
export const toFragment = async (document) => {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const packed = await throughStream(bytes, new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `puzzle=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
};

/** @returns {Promise<object | null>} the document in a fragment, or null if there is none */
export const fromFragment = async (fragment) => {
  const found = /^#?puzzle=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const bytes = await throughStream(packed, new DecompressionStream("deflate-raw"));
    const document = JSON.parse(new TextDecoder().decode(bytes));
    return document !== null && typeof document === "object" && !Array.isArray(document) ? document : null;
  } catch (error) {
    return null;
  }
};
