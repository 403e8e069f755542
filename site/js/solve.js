// The page for somebody who is stuck: hints, steps in words, letters, and the answer, each only when it is asked for.
//
// In: clues in a form, a text or a file.  Out: what satcross says of them, over the same connection as the studio's.

import {createConnection} from "../page/connection.js";
import {readFragment, toFragment} from "../page/link.js";
import {capital, problemText, sentences, solutionsText, statusText} from "../page/wording.js";
import {createElement} from "../player/elements.js";
import {isPossible} from "./engine.js";
import {createHints} from "./hints.js";
import {pictureOf} from "./picture-of-layout.js";
import "./plain.js";

const WANTED = ["layout", "parse", "verdict", "steps"];
const LARGEST_FILE = 700_000; // bytes; with a third more it is a message that satcross takes

const part = (id) => document.getElementById(id);
const kindOf = () => document.querySelector('input[name="kind"]:checked').value;

/** @type {any} what is known of the puzzle: the document, and the answers about it by their type */
let known = {document: null, layout: null};
let connection = null;
let isOpen = false;
let note = null; // what the reader is told while satcross is not there
let isDrawn = false, isMapped = false; // whether the answer, or the letters of all solutions, were asked for
let isStopped = false; // whether the reader has ended the work on the puzzle

// -- the form

// Returns the clues in a text: one line for each line of the puzzle.
const linesOf = (text) => text.replace(/\s+$/, "").split("\n").map((line) => {
  const clues = line.trim().split(/\t| {3,}/).map((clue) => clue.trim()).filter(Boolean);
  return clues.length > 1 ? clues : (clues[0] ?? "");
});

const details = () => ({
  ...(part("alphabet").value.trim() && {alphabet: part("alphabet").value.trim()}),
  dialect: part("javascript").checked ? "javascript" : "python",
});

const PUZZLES = {
  rectangle: () => ({shape: "rectangle", clues: {rows: linesOf(part("rows").value), columns: linesOf(part("columns").value)}, ...details()}),
  hexagon: () => ({
    shape: "hexagon",
    clues: {horizontal: linesOf(part("horizontal").value), rising: linesOf(part("rising").value), falling: linesOf(part("falling").value)},
    ...details(),
  }),
};

const showFields = () => {
  for (const fields of document.querySelectorAll("[data-for]")) fields.hidden = !fields.dataset.for.split(" ").includes(kindOf());
};

// -- what is known

const cluesOf = (line) => {
  const {family, index} = known.layout.lines[line];
  const {clues, line: lines} = known.document.puzzle;
  const entry = family === "" ? lines?.[index]?.clues : clues?.[family]?.[index];
  return (Array.isArray(entry) ? entry : [entry ?? ""]).map((each) => (typeof each === "string" ? each : each?.regex ?? "")).filter(Boolean);
};

const hints = createHints(() => known, () => {
  showHint();
  showPicture();
});

const cellShown = (cell) => {
  const {verdict} = known;
  if (isDrawn && verdict) return {letter: verdict.certain[cell]};
  if (isMapped && verdict) {
    const letters = verdict.cells[cell].map(({letter}) => letter).join("");
    return verdict.certain[cell] ? {letter: verdict.certain[cell]} : {marks: letters, style: "open"};
  }
  return hints.cell(cell);
};

const showPicture = () => {
  if (known.layout) part("picture").replaceChildren(pictureOf(known.layout, {cluesOf, cell: cellShown}));
  else part("picture").replaceChildren();
};

const brokenClues = () => (known.parse?.clues ?? []).filter(({error}) => error).map(({line, error}) =>
  `${capital(known.layout?.lines[line]?.name ?? "a line")}: ${error.message}${error.hint ? ` (${error.hint})` : ""}`);

// Likely mistakes in clues.
const slips = () => (known.parse?.slips ?? []).map(({line, message}) =>
  `${capital(known.layout?.lines[line]?.name ?? "a clue")}: ${message}.`);

// Returns {head, tail, list} for what is known.
const summary = () => {
  const {refusal, verdict, clash, isDone} = known;
  const broken = brokenClues();
  if (broken.length) return {head: broken.length === 1 ? "One clue cannot be read." : `${broken.length} clues cannot be read.`, list: broken};
  if (refusal) return {head: problemText(refusal)};
  if (!verdict) return {head: isStopped ? "The work was stopped." : "Looking at the puzzle …"};
  if (verdict.status === "unique") return {head: "This puzzle has exactly one solution."};
  if (verdict.status === "several") {
    const count = verdict.certain.filter((letter) => letter !== "").length;
    const tail = `${count} of ${verdict.certain.length} cells are the same in all of them.`;
    return {head: `This puzzle has ${solutionsText(verdict)}.`, tail: `${tail} No chain of steps leads to a single answer.`};
  }
  if (verdict.status === "none") {
    const tail = clash ? sentences([clash.message, ...clash.remedies]) : isDone ? "" : "Looking for the clues that clash …";
    return {head: "This puzzle has no solution.", tail, list: clash?.causes.map(({text}) => capital(text))};
  }
  return {head: verdict.is_last ? "Whether this puzzle has a solution is not known: it takes too long to find out." : "Looking at the puzzle …"};
};

const showHint = () => {
  part("hint-text").textContent = hints.text();
  part("say").hidden = !hints.canSay();
  part("letters").hidden = !hints.canShow();
};

const show = () => {
  const {head, tail: said = "", list = []} = summary();
  const tail = isStopped && known.verdict ? sentences([said, "The work was stopped."]) : said;
  const status = known.verdict?.status;
  if (part("verdict").textContent !== head) part("verdict").textContent = head;
  part("verdict").dataset.status = status ?? "";
  part("more").textContent = tail;
  const isRead = !brokenClues().length;
  part("causes").replaceChildren(...[...(isRead ? slips() : []), ...list].map((each) => createElement("li", "", each)));
  const isUnique = status === "unique";
  part("next-hint").hidden = !(isUnique || status === "several") || isDrawn;
  part("next-hint").disabled = !known.steps;
  part("answer").hidden = !isUnique || isDrawn;
  part("map").hidden = status !== "several" || isMapped;
  part("stop").hidden = known.isDone || !connection;
  showHint();
  showPicture();
};

const showLinks = async () => {
  const {puzzle} = known.document;
  const {solutions, complete, ...unsolved} = puzzle;
  const fragment = await toFragment({puzzle: unsolved});
  part("play-link").href = `./#${fragment}`;
  part("make-link").href = `make.html#${fragment}`;
  part("play-link").hidden = false;
  part("make-link").hidden = false;
};

// -- the way to satcross

let layout = null; // the last one; it is sent again only if it has changed

const receive = (answer) => {
  if (answer.type === "layout") layout = answer;
  if (!known.document) return; // it is about the puzzle before this one, which is still being read
  if (["parse", "verdict"].includes(answer.type)) known.layout = layout;
  if (answer.type === "done") known.isDone = true;
  else if (answer.type !== "layout") known[answer.type] = answer;
  if (answer.type === "refusal") known.isDone = true;
  show();
};

// Says what is done next, or, while satcross is not there, what the reader waits for.
const wait = (sentence) => {
  part("verdict").textContent = !isOpen && note ? sentences([note.message]) : sentence;
  part("loading").hidden = isOpen || note?.share === undefined;
  if (note?.share !== undefined) part("loading").value = note.share;
};

const waiting = []; // what is done once the connection is there
const connected = () => {
  connection ??= createConnection({
    onAnswer: receive,
    onState: (isNowOpen, newNote) => {
      isOpen = isNowOpen;
      note = newNote;
      part("loading").hidden = true;
      if (isOpen) for (const action of waiting.splice(0)) action();
      else if (!known.verdict && !isStopped) wait("");
    },
  });
  return new Promise((resolve) => {
    if (isOpen) resolve(connection);
    else waiting.push(() => resolve(connection));
  });
};

const begin = (heading = "What is known") => {
  known = {document: null, layout: null};
  isDrawn = isMapped = isStopped = false;
  hints.forget();
  part("result").hidden = false;
  part("result-title").textContent = heading;
  for (const id of ["next-hint", "say", "letters", "answer", "map", "stop", "play-link", "make-link"]) part(id).hidden = true;
  part("choices").replaceChildren();
  part("causes").replaceChildren();
  part("picture").replaceChildren();
  part("reading").textContent = "";
  part("more").textContent = "";
  part("hint-text").textContent = "";
};

const refuse = (sentence) => {
  part("verdict").textContent = sentence;
};

const look = async (document, reading = "") => {
  begin(document.puzzle.title || "What is known");
  part("reading").textContent = reading; // how a pasted text was read
  known.document = document;
  wait("Looking at the puzzle …");
  (await connected()).edit({puzzle: document.puzzle}, WANTED);
  showLinks();
};

const read = async (question) => {
  begin();
  const begun = known; // another one as soon as the reader asks for something else
  wait("Reading the puzzle …");
  try {
    const {documents, reading} = await (await connected()).ask("import", question).answer;
    if (known !== begun) return;
    const said = reading ? sentences([capital(reading)]) : "";
    if (documents.length === 1) return look(documents[0].document, said);
    refuse(`There are ${documents.length} puzzles in it. Which one?`);
    part("choices").replaceChildren(...documents.map(({name, document}) => {
      const button = createElement("button", "", name);
      button.type = "button";
      button.addEventListener("click", () => look(document, said));
      return button;
    }));
  } catch (refusal) {
    if (known === begun) refuse(problemText(refusal));
  }
};

const readFile = async (file) => {
  begin();
  const begun = known;
  if (file.size > LARGEST_FILE) {
    refuse("This file is too large for a puzzle.");
    return;
  }
  const data = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
    reader.readAsDataURL(file);
  });
  if (known === begun) await read({data, name: file.name});
};

// -- buttons and fields

part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (kindOf() === "text") read({text: part("text").value});
  else look({puzzle: PUZZLES[kindOf()]()});
  part("result-title").focus();
});
for (const choice of document.querySelectorAll('input[name="kind"]')) choice.addEventListener("change", showFields);
part("file").addEventListener("change", () => {
  const [file] = part("file").files;
  if (file) readFile(file);
  part("file").value = "";
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) readFile(file);
});
part("next-hint").addEventListener("click", hints.next);
part("say").addEventListener("click", hints.say);
part("letters").addEventListener("click", hints.show);
part("answer").addEventListener("click", () => {
  isDrawn = true;
  hints.forget();
  show();
});
part("map").addEventListener("click", () => {
  isMapped = true;
  show();
});
part("stop").addEventListener("click", async () => {
  known.isDone = isStopped = true;
  show();
  (await connected()).edit({puzzle: known.document?.puzzle ?? {}}, []);
});

const start = async () => {
  showFields();
  part("look").disabled = false; // before, the browser would have sent the form, and loaded the page again
  if (!isPossible()) {
    begin();
    refuse("This browser cannot run satcross: it needs WebAssembly and workers. The puzzles of the gallery can be played in it, with hints.");
    return;
  }
  const {document: linked, problem} = await readFragment(location.hash);
  if (problem) {
    begin();
    refuse(problem);
  } else if (linked) look({puzzle: linked.puzzle});
};

// Another link needs another page.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#puzzle=")) location.reload();
});

start();
