// The engine of the site: starts Python, and carries messages between the page and satcross.
//
// In: {kind: "start", version, interrupts, posted}, then {kind: "message", number, text}.  `interrupts` and `posted` are
// arrays of one number in shared memory, or null.  The page writes the signal that goes with a message into the
// first, and the number of the last message into the other.
// Out: {kind: "loading", loaded, total} in bytes, {kind: "ready"}, {kind: "message", text}, {kind: "file", key, data,
// type}, {kind: "taken", number} as soon as a message has been read, {kind: "worn"} when nothing is left to do and another
// worker should go on because this one holds too much memory, {kind: "dropped"} when a signal has had no effect, {kind:
// "died", reason}.

import {unpack} from "./archive.js";
import {PARTS, PYTHON, VERSION} from "./parts.js";

const post = (message, transfer = []) => self.postMessage(message, transfer);
const die = async (reason) => {
  await forgetSnapshot(); // what was wrong may be in it; the page ends this worker as soon as it knows
  post({kind: "died", reason: String(reason)});
};

// A part is packed by gzip, whatever the host does about that, so that its size is known.
const fetchPart = async (name, onBytes) => {
  const response = await fetch(new URL(PARTS[name].file, import.meta.url));
  if (!response.ok) throw new Error(`${PARTS[name].file}: ${response.status}`);
  const counted = new TransformStream({
    transform: (chunk, controller) => {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
};

// The memory of Python after its modules have been imported is kept for the next visit, as long as the engine stays the
// same.  It is made here, because it is larger than all that it is made of.  Another browser may need another one.
const CACHE = `satcross-engine-${VERSION}`;
const SNAPSHOT = new URL(`snapshot?${encodeURIComponent(navigator.userAgent)}`, import.meta.url).href;
const IMPORTS = "import satcross.studio.in_worker, satcross.regex.syntax.read_python";

// The service worker makes the cache, and removes it.
const openCache = async () => await caches.has(CACHE) ? caches.open(CACHE) : null;

const keepSnapshot = async (memory) => {
  try {
    const cache = await openCache();
    await cache?.delete(SNAPSHOT, {ignoreSearch: true});
    await cache?.put(SNAPSHOT, new Response(memory));
  } catch (error) {
    // there may be no room
  }
};

const forgetSnapshot = async () => {
  try {
    const cache = await openCache();
    await cache?.delete(SNAPSHOT, {ignoreSearch: true});
  } catch (error) {
    // then there is none
  }
};

const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

// Starts fetching all parts together, and tells the page how far that is.
const fetchParts = () => {
  const total = Object.values(PARTS).reduce((sum, {bytes}) => sum + bytes, 0);
  let loaded = 0, told = 0;
  const onBytes = (count) => {
    loaded += count;
    if (loaded - told > total / 100 || loaded === total) {
      told = loaded;
      post({kind: "loading", loaded, total});
    }
  };
  post({kind: "loading", loaded, total});
  return Object.fromEntries(Object.keys(PARTS).map((name) => [name, fetchPart(name, onBytes)]));
};

// Starts Python, from `snapshot` if there is one; `isKept` says whether a snapshot is to be made.
const python = async (snapshot, isKept) => {
  const parts = fetchParts();
  const library = URL.createObjectURL(new Blob([await bytesOf(await parts.library)]));
  // Pyodide asks for its WebAssembly by its own name, and compiles it while it comes in.
  const home = new URL("./", import.meta.url).href;
  const fetchOther = self.fetch;
  self.fetch = async (address, ...options) => {
    if (String(address) !== `${home}pyodide.asm.wasm`) return fetchOther(address, ...options);
    return new Response(await parts.python, {headers: {"Content-Type": "application/wasm"}});
  };
  const {loadPyodide} = await import("./pyodide.mjs");
  const pyodide = await loadPyodide({
    indexURL: home,
    packageBaseUrl: home,
    stdLibURL: library,
    _loadSnapshot: snapshot ?? undefined,
    _makeSnapshot: isKept && !snapshot,
    lockFileContents: JSON.stringify({info: PYTHON, packages: {}}),
    fsInit: async (FS, {sitePackages}) => unpack(FS, await bytesOf(await parts.satcross), sitePackages),
  });
  self.fetch = fetchOther;
  URL.revokeObjectURL(library);
  pyodide.runPython(IMPORTS);
  if (isKept && !snapshot) keepSnapshot(pyodide.makeMemorySnapshot());
  pyodide.runPython("import random; random.seed()"); // a snapshot has the numbers of the first visit
  return pyodide;
};

const waiting = []; // messages that came before satcross was ready
let take = (message) => {
  waiting.push(message);
};

// Forgets a signal that came with this message, or before: what it was to end has ended.
const forget = (number, {interrupts, posted}) => {
  const signal = Atomics.exchange(interrupts, 0, 0);
  if (Atomics.load(posted, 0) !== number) Atomics.compareExchange(interrupts, 0, 0, signal);
};

const begin = async (shared) => {
  const {version, interrupts} = shared;
  if (version !== VERSION) {
    die("The site has changed while this page was loading. Load it again.");
    return;
  }
  const cache = await openCache().catch(() => null); // a private window may forbid it
  const snapshot = await cache?.match(SNAPSHOT).then((response) => response?.arrayBuffer());
  const pyodide = await python(snapshot, Boolean(cache));
  if (interrupts) pyodide.setInterruptBuffer(interrupts);
  const postText = (text) => post({kind: "message", text});
  const postFile = (key, data, type) => {
    const bytes = data.toJs();
    data.destroy();
    post({kind: "file", key, data: bytes, type}, [bytes.buffer]);
  };
  const tell = (text) => console.info(text);
  const wearOut = () => post({kind: "worn"}); // memory of WebAssembly only grows
  const interruptAgain = () => post({kind: "dropped"});
  const takeText = pyodide.pyimport("satcross.studio.in_worker").start(postText, postFile, tell, wearOut, interruptAgain);
  post({kind: "ready"});
  take = ({number, text}) => {
    post({kind: "taken", number});
    if (interrupts) forget(number, shared);
    takeText(text);
  };
  for (const message of waiting) take(message);
};

self.addEventListener("message", async ({data}) => {
  try {
    if (data.kind === "start") await begin(data);
    else take(data);
  } catch (error) {
    die(error);
  }
});
self.addEventListener("unhandledrejection", ({reason}) => die(reason));
