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

const registerWorker = async () => {
  try {
    await navigator.serviceWorker.register(new URL("sw.js", home), {scope: home.pathname, updateViaCache: "none"});
  } catch (error) {
    return; // a private window may forbid it; the site works without, but not offline
  }
  if (!crossOriginIsolated && wantsIsolation() && !navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!isTouched) location.reload();
    }, {once: true});
  }
};

if ("serviceWorker" in navigator) registerWorker();
