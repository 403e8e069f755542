// The service worker: keeps the site for visits without a network, and adds the headers that plain hosts do not send.
//
// Each version of the site has a cache of its own, and a file is kept only if it has the hash that this version knows,
// so that two versions never mix.  A newer version takes over the files that have not changed, and waits until no page of
// the older one is open.

const {version, engine, first, later, asked} = "SETTINGS"; // the build writes them here

const CACHE = `satcross-${version}`;
const MEMORY = `satcross-engine-${engine}`; // for the memory of Python, which the engine keeps (engine/worker.js)
const HOME = new URL("./", self.location.href);
const HASHES = {...first, ...later, ...asked};

const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

const withHeaders = (response) => {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
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

const onTheirWay = new Map(); // promises of the files that are being fetched and kept, by their paths

const keep = async (cache, path) => {
  const response = await fetchFresh(path, {signal: leaving.signal, priority: "low"});
  await cache.put(new URL(path, HOME), response);
};

// Returns a file for a page, and keeps it too.
const fetchAndKeep = (cache, path) => {
  const fetching = fetchFresh(path);
  const keeping = fetching.then((response) => cache.put(new URL(path, HOME), response.clone()));
  onTheirWay.set(path, keeping.catch(() => {}).finally(() => onTheirWay.delete(path))); // there may be no room
  return fetching;
};

// Keeps a file unless it has been kept meanwhile; no file is downloaded twice.
const keepOnce = async (cache, path) => {
  await onTheirWay.get(path)?.catch(() => {});
  if (await cache.match(new URL(path, HOME))) return;
  const kept = keep(cache, path);
  onTheirWay.set(path, kept);
  await kept.finally(() => onTheirWay.delete(path));
};

const missing = async (cache, paths) => {
  const kept = new Set((await cache.keys()).map(({url}) => url));
  return paths.filter((path) => !kept.has(new URL(path, HOME).href));
};

// Some of the files may have come through this worker already.
const keepMissing = async (paths) => {
  const cache = await caches.open(CACHE);
  await Promise.all((await missing(cache, paths)).map((path) => keep(cache, path)));
};

const hashOf = async (response) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
};

const others = async () => {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith("satcross-") && name !== CACHE && name !== MEMORY);
};

// Takes from the caches of other versions the files that are the same in this one.
const takeOver = async (paths) => {
  const cache = await caches.open(CACHE);
  for (const name of await others()) {
    const other = await caches.open(name);
    for (const path of await missing(cache, paths)) {
      const address = new URL(path, HOME);
      const kept = await other.match(address);
      if (kept && await hashOf(kept.clone()) === HASHES[path]) await cache.put(address, kept);
    }
  }
};

// Keeps one file after the other, so that what a page asks for meanwhile does not have to wait.
const keepInTurn = async (paths) => {
  const cache = await caches.open(CACHE);
  for (const path of await missing(cache, paths)) await keepOnce(cache, path);
};

const prepare = async () => {
  const paths = Object.keys(first);
  await takeOver(paths);
  await keepMissing(paths);
};

const begin = async () => {
  await caches.open(MEMORY);
  await takeOver(Object.keys(HASHES)).catch(() => {}); // there may be no room
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await self.clients.claim();
};

// A newer version is complete before it takes over.  The first one begins immediately, so that pages are isolated soon.
self.addEventListener("install", (event) => {
  if (self.registration.active) event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("message", (event) => {
  if (event.data === "replace") self.skipWaiting();
  if (event.data === "opened") event.waitUntil(giveWay(event.source));
  const kept = {"keep pages": first, "keep pages and engine": {...first, ...later}}[event.data];
  if (kept) event.waitUntil(keepInTurn(Object.keys(kept)).catch(() => {})); // the next visit tries again
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
  "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:",
};

const sentencePage = (title, sentence) => `<!DOCTYPE html><html lang="en"><title>${title} · satcross</title><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<style>body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; }</style><main><h1>${title}</h1>
<p>${sentence}</p>
<p><a href="${HOME.pathname}">Play today's puzzle</a> or <a href="${HOME.pathname}gallery.html">browse the gallery</a>.</p></main>`;
const UNREAD = sentencePage("Not here yet", "There is no network, and you have not read this page of the documentation in this browser before.");
const UNKNOWN = sentencePage("No page here", "The site has no page at this address.");

// Returns what the host says of an address that the site does not have.
const fromHost = async (request) => {
  if (request.mode !== "navigate") return fetch(request);
  const found = await fetch(request).catch(() => null);
  return found ?? new Response(UNKNOWN, {status: 404, headers: EMPTY_HEADERS});
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

// Where the page of a puzzle cannot be had, the first page shows it.
const elsewhere = (path) => {
  const [, folder, name] = /^(p|day|mini)\/([\w-]+)\.html$/.exec(path) ?? [];
  return name === undefined ? null : Response.redirect(`${HOME.href}#${folder === "p" ? "name" : folder}=${name}`);
};

const answer = async ({request, resultingClientId}, path) => {
  const empty = request.destination === "document" ? await emptyPage(resultingClientId) : null;
  if (empty) return empty;
  const cache = await caches.open(CACHE);
  if (path in HASHES) await onTheirWay.get(path)?.catch(() => {});
  const kept = await cache.match(new URL(path, HOME));
  if (kept) return withHeaders(kept);
  if (!(path in HASHES)) return fromHost(request);
  try {
    return withHeaders(await fetchAndKeep(cache, path));
  } catch (error) {
    // a newer one is better than none
    if (path.startsWith("docs/")) return fetch(request).catch(() => new Response(UNREAD, {headers: EMPTY_HEADERS}));
    if (path in asked) return elsewhere(path);
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
