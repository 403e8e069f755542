// Lets the service worker keep the site, so that it works offline and pages are isolated from other sites.
//
// A page that asks for it with <meta name="satcross-isolated"> is loaded once more on the first visit, as soon as the
// service worker can add the headers that isolate it, unless the reader has begun to use it.

const home = new URL("../", import.meta.url);

let isTouched = false;
for (const type of ["keydown", "pointerdown", "input"]) {
  addEventListener(type, () => { isTouched = true; }, {once: true, capture: true});
}

const wantsIsolation = () => document.querySelector('meta[name="satcross-isolated"]') !== null;

// Keeps the other pages as soon as this one has had time for what it needs first.  The engine is kept for those who go to a
// page that needs it, or who install the site.  A browser that saves data keeps only what is opened.
const ENGINE = 'meta[name="satcross-isolated"], meta[name="satcross-needs-engine"]';
const PAUSE = 4000; // milliseconds
const keep = async (message) => {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const {active} = await navigator.serviceWorker.ready;
  active.postMessage(message);
};
const keepLater = () => {
  const isIdle = globalThis.requestIdleCallback ?? setTimeout; // Safari has none
  const needsEngine = document.querySelector(ENGINE) !== null || matchMedia("(display-mode: standalone)").matches;
  setTimeout(() => isIdle(() => keep(needsEngine ? "keep pages and engine" : "keep pages")), PAUSE);
  addEventListener("appinstalled", () => keep("keep pages and engine"));
};

const EARLY = 2500; // milliseconds in which a page may be loaded again; the engine waits for that (page/worker.js)

const registerWorker = async () => {
  if (!crossOriginIsolated && wantsIsolation() && !navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!isTouched && performance.now() < EARLY) location.reload();
    }, {once: true});
  }
  try {
    await navigator.serviceWorker.register(new URL("sw.js", home), {scope: home.pathname, updateViaCache: "none"});
    keepLater();
  } catch (error) {
    // a private window may forbid it; the site works without, but not offline
  }
};

if ("serviceWorker" in navigator) registerWorker();
