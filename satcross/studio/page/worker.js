// The way to satcross in this browser: a Web Worker, in which Python runs.
//
// In: messages to satcross.  Out: its messages, and what its loading and its end tell the reader of the page.
//
// The worker reads no message while it is at work.  What has to end that is written into memory that both share, where
// the browser allows that (pages that are isolated from other sites); otherwise the worker is replaced.

/** @typedef {import("./connect.js").Listeners} Listeners */

const INTERRUPTING = new Set(["edit", "cancel"]); // types of messages that end what is at work
const SIGINT = 2, SIGUSR1 = 10; // the second lets only what can wait give way (satcross/studio/in_worker.py)
const PATIENCE = {shared: 4000, alone: 1500, question: 200_000}; // milliseconds in which a message has to be read
const MOST_FILES = 30; // which wait for the reader to fetch them

const STOPPED = {
  code: "died",
  message: "The engine of this page has stopped, perhaps because memory ran out.",
  hint: "Another one is starting. Nothing of yours is lost.",
};
const NOT_STARTED = {
  code: "unavailable",
  message: "The engine of this page could not be started.",
  hint: "Is there a connection to the network? What you have written is kept in this browser.",
};
const ENDED = {code: "cancelled", message: "The work was ended.", hint: "The engine starts again."};

const RENEWED = {
  code: "renewed",
  message: "The engine of this page holds much memory.",
  hint: "Another one is starting. Nothing of yours is lost.",
};

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

const ISOLATION = 2500; // milliseconds in which a page that wants to be isolated may be loaded again for that

// Waits until a page that wants to be isolated from other sites is so, or cannot be: no worker should start in vain.
const isolation = async () => {
  const isWanted = document.querySelector('meta[name="satcross-isolated"]') !== null;
  const left = ISOLATION - performance.now();
  if (crossOriginIsolated || !isWanted || left <= 0 || navigator.serviceWorker?.controller !== null) return;
  await new Promise((resolve) => {
    setTimeout(resolve, left);
  });
};

/** @type {Map<string, string>} the addresses of files that satcross has made, the oldest first */
const addresses = new Map();

const keepFile = ({key, data, type}) => {
  addresses.set(key, URL.createObjectURL(new Blob([data], {type})));
  const [oldest] = addresses;
  if (addresses.size <= MOST_FILES) return;
  URL.revokeObjectURL(oldest[1]);
  addresses.delete(oldest[0]);
};

let lastEdit = ""; // the last message of this type
let renewedAt = ""; // the edit after which a worker was last replaced because of its memory: once is enough

const withAddress = (message) => message.type === "exported" ? {...message, url: addresses.get(message.url) ?? message.url} : message;

/**
 * Starts a worker of the script `address`.
 *
 * @param {string} address
 * @param {Listeners} listeners
 */
export const connectWorker = (address, {onOpen, onMessage, onClose, onWait}) => {
  const version = document.querySelector('meta[name="satcross-version"]')?.getAttribute("content") ?? "";
  const interrupts = crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
  const posted = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const unread = new Map(); // timers by the numbers of messages
  let isOpen = false, isClosed = false, lastNumber = 0;

  const close = (reason) => {
    if (isClosed) return;
    isClosed = true;
    isOpen = false;
    worker?.terminate();
    for (const timer of unread.values()) clearTimeout(timer);
    onClose(reason);
  };
  const died = () => close(isOpen ? STOPPED : NOT_STARTED);

  const receive = {
    loading: ({loaded, total}) => onWait({
      message: loaded < total ? `Loading satcross: ${megabytes(loaded)} of ${megabytes(total)} MB` : "Starting satcross …",
      hint: "What you write is kept in this browser.",
      share: loaded / total,
    }),
    ready: () => {
      isOpen = true;
      onOpen();
    },
    message: ({text}) => onMessage(withAddress(JSON.parse(text))),
    file: keepFile,
    taken: ({number}) => {
      clearTimeout(unread.get(number));
      unread.delete(number);
    },
    dropped: () => {
      if (interrupts && unread.size > 0) Atomics.store(interrupts, 0, SIGINT);
    },
    worn: () => {
      if (unread.size > 0 || lastEdit === renewedAt) return;
      renewedAt = lastEdit;
      close(RENEWED);
    },
    died: ({reason}) => {
      console.info(`satcross has ended: ${reason}`);
      died();
    },
  };

  let worker = null;
  const begin = () => {
    if (isClosed) return;
    // it comes from a script of this page, so that it may do what this page may, whatever headers the host sends
    const script = `import ${JSON.stringify(new URL(address, document.baseURI).href)};`;
    worker = new Worker(URL.createObjectURL(new Blob([script], {type: "text/javascript"})), {type: "module"});
    worker.addEventListener("message", ({data}) => {
      if (!isClosed) receive[data.kind](data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      died();
    });
    worker.postMessage({kind: "start", version, interrupts, posted});
  };
  onWait({message: "Loading satcross …", hint: "What you write is kept in this browser.", share: 0});
  isolation().then(begin);

  return {
    post: (message) => {
      if (!isOpen) return;
      const number = ++lastNumber;
      const isInterrupting = INTERRUPTING.has(message.type);
      const patience = !isInterrupting ? PATIENCE.question : interrupts ? PATIENCE.shared : PATIENCE.alone;
      unread.set(number, setTimeout(() => close(ENDED), patience));
      if (interrupts) {
        Atomics.store(posted, 0, number);
        if (isInterrupting) Atomics.store(interrupts, 0, SIGINT);
        else Atomics.compareExchange(interrupts, 0, 0, SIGUSR1);
      }
      const text = JSON.stringify(message);
      if (message.type === "edit") lastEdit = text;
      worker.postMessage({kind: "message", number, text});
    },
    isOpen: () => isOpen,
  };
};
