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

// Keeps what comes later, as soon as the page has had time for what it needs first.
const PAUSE = 4000; // milliseconds
const keepAll = async () => {
  const {active} = await navigator.serviceWorker.ready;
  setTimeout(() => active.postMessage("keep"), PAUSE);
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
    await keepAll();
  } catch (error) {
    // a private window may forbid it; the site works without, but not offline
  }
};

if ("serviceWorker" in navigator) registerWorker();
