// Talks to the engine of a built site, in node: node talk.mjs PYODIDE ENGINE < messages > answers
//
// In: messages to satcross, one a line; each is sent when the one before it has been answered.  Out: its messages, one a
// line.  Python is started as site/engine/worker.js does it, from the same parts.

import {mkdtempSync, readFileSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {gunzipSync} from "node:zlib";
import {unpack} from "../../site/engine/archive.js";

const [home, engine] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${home}/pyodide.mjs`));

const part = (name) => gunzipSync(readFileSync(`${engine}/${name}.part`));
const library = join(mkdtempSync(join(tmpdir(), "satcross-")), "library.zip");
writeFileSync(library, part("library"));
const pyodide = await loadPyodide({
  indexURL: home,
  stdLibURL: library,
  fsInit: (FS, {sitePackages}) => unpack(FS, new Uint8Array(part("satcross")), sitePackages),
});

const LAST = new Set(["done", "refusal", "shown", "documents", "saved", "exported"]);
const messages = readFileSync(0, "utf8").split("\n").filter(Boolean);
let send = null;
const next = () => {
  const message = messages.shift();
  if (message === undefined) process.exit(0);
  send(message);
};
const post = (text) => {
  process.stdout.write(`${text}\n`);
  if (LAST.has(JSON.parse(text).type)) setTimeout(next, 0);
};
const postFile = (key, data, type) => process.stdout.write(`${JSON.stringify({type: "file", key, length: data.length, media: type})}\n`);
send = pyodide.pyimport("satcross.studio.in_worker").start(post, postFile, (text) => process.stderr.write(`${text}\n`));
next();
