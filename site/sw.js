// The service worker: keeps the site for visits without a network, and adds the headers that plain hosts do not send.
//
// Each version of the site has a cache of its own, and a file is kept only if it has the hash that this version knows,
// so that two versions never mix.  A newer version waits until no page of the older one is open.

const {version, policy, first, later, docs} = "SETTINGS"; // the build writes them here

const CACHE = `satcross-${version}`;
const HOME = new URL("./", self.location.href);
const HASHES = {...first, ...later, ...docs};

const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

const withHeaders = (response, path) => {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (path.endsWith("engine/worker.js")) headers.set("Content-Security-Policy", policy);
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
};

// Returns the file as this version knows it.  Raises TypeError if the host has another one, or cannot be reached.
const fetchKnown = async (path, settings = {}) => {
  const response = await fetch(new URL(path, HOME), {integrity: HASHES[path], ...settings});
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
  return response;
};

const fetchFresh = (path, settings) =>
  fetchKnown(path, settings).catch(() => fetchKnown(path, {...settings, cache: "reload"}));

// A worker at work is not replaced.  So this one stops keeping files when a newer one is to take over.
const leaving = new AbortController();

const keep = async (cache, path) => {
  const response = await fetchFresh(path, {signal: leaving.signal});
  await cache.put(new URL(path, HOME), response);
};

// Some of the files may have come through this worker already.
const keepMissing = async (paths) => {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({url}) => url));
  await Promise.all(paths.filter((path) => !kept.has(new URL(path, HOME).href)).map((path) => keep(cache, path)));
};

// What the pages consist of comes first, then what they need only when the engine runs.
const keepAll = async () => {
  await keepMissing(Object.keys(first));
  await keepMissing(Object.keys(later));
};

const forgetOthers = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("satcross-") && name !== CACHE).map((name) => caches.delete(name)));
};

// A newer version is complete before it takes over.  The first one begins at once, so that pages are isolated soon.
self.addEventListener("install", (event) => {
  if (self.registration.active) event.waitUntil(keepMissing(Object.keys(first)));
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "replace") self.skipWaiting();
  if (event.data === "opened") event.waitUntil(giveWay(event.source));
  if (event.data === "keep") event.waitUntil(keepAll().catch(() => {})); // the next visit tries again
});

// A newer version takes over when the page that is being opened is the only one.  The page that it takes the place of is
// still there, and looks like one in another tab.  So the tab gets an empty page first, which asks whether there are
// others (engine/between.js).  This worker must not be asked for a page while it is replaced: the answer might never come.
const emptyPages = new Set(); // the ids of their clients

const EMPTY = `<!DOCTYPE html><title>satcross</title><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><script type="module" src="${HOME.pathname}engine/between.js"></script>`;
const EMPTY_HEADERS = {
  ...HEADERS,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; script-src 'self'; img-src data:",
};

// Returns an empty page for the client `id` if a newer version may take over, and null otherwise.
const emptyPage = async (id) => {
  if (!leaving.signal.aborted) {
    if (!self.registration.waiting) return null;
    const pages = await self.clients.matchAll({type: "window"});
    if (pages.length > 1 || pages.some((page) => emptyPages.has(page.id))) return null;
  }
  emptyPages.add(id);
  return new Response(EMPTY, {headers: EMPTY_HEADERS});
};

// Lets the newer version take over if `asking`, an empty page, is the only one.
const giveWay = async (asking) => {
  const pages = await self.clients.matchAll({type: "window"});
  const {waiting} = self.registration;
  if (!waiting || pages.some(({id}) => id !== asking.id)) {
    asking.postMessage("stay");
    return;
  }
  leaving.abort();
  waiting.postMessage("replace");
};

const answer = async ({request, resultingClientId}, path) => {
  const empty = request.destination === "document" ? await emptyPage(resultingClientId) : null;
  if (empty) return empty;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(new URL(path, HOME));
  if (kept) return withHeaders(kept, path);
  if (!(path in HASHES)) return fetch(request);
  try {
    const response = await fetchFresh(path);
    const copy = response.clone();
    cache.put(new URL(path, HOME), copy).catch(() => {}); // there may be no room
    return withHeaders(response, path);
  } catch (error) {
    if (path.startsWith("docs/")) return fetch(request); // a newer one is better than none
    return new Response("This file belongs to another version of the site. Load the page again.\n", {status: 503});
  }
};

self.addEventListener("fetch", (event) => {
  const {request} = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== HOME.origin || !address.pathname.startsWith(HOME.pathname)) return;
  const path = decodeURIComponent(address.pathname.slice(HOME.pathname.length));
  event.respondWith(answer(event, path === "" || path.endsWith("/") ? `${path}index.html` : path));
});
