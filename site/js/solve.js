// The page for somebody who is stuck: hints, steps in words, letters, and the answer, each only when it is asked for.
//
// In: clues in a form, a text or a file.  Out: what satcross says of them, over the same connection as the studio's.

import {createConnection} from "../page/connection.js";
import {readFragment, toFragment} from "../page/link.js";
import {hintOf, lettersAfter} from "../page/step.js";
import {capital, problemText, sentences, solutionsText, statusText} from "../page/wording.js";
import {createElement} from "../player/elements.js";
import {createHint} from "../player/hint.js";
import {isPossible} from "./engine.js";
import {createViewer} from "./viewer.js";
import "./plain.js";
import {pageOf} from "./reading.js";
import {KEYS} from "./shapes.js";

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
let grid = null; // the picture of the puzzle, or null where this page cannot draw it
let addresses = []; // of its cells
const own = new Map(); // letters that the reader has already, by cell
let isStopped = false; // whether the reader has ended the work on the puzzle

// -- the form

// Returns the clues in a text: one line for each line of the puzzle.
const linesOf = (text) => text.trimEnd().split("\n").map((line) => {
  const clues = line.trim().split(/\t| {3,}/).map((clue) => clue.trim()).filter(Boolean);
  return clues.length > 1 ? clues : (clues[0] ?? "");
});

const details = () => ({
  ...(part("alphabet").value.trim() && {alphabet: part("alphabet").value.trim()}),
  dialect: part("javascript").checked ? "javascript" : "python",
});

const puzzleOf = (shape) => ({shape, clues: Object.fromEntries(KEYS[shape].map((key) => [key, linesOf(part(key).value)])), ...details()});

const showFields = () => {
  for (const fields of document.querySelectorAll("[data-for]")) fields.toggleAttribute("hidden", !fields.dataset.for.split(" ").includes(kindOf()));
};

// -- what is known

let told = 0, written = 0; // how many steps were told, and how many of them are written into the picture
let marked = {lines: [], cells: []}; // what the hint is about
const hint = createHint({
  lines: () => known.page?.data.lines ?? known.layout.lines,
  mark: (lines, cells) => {
    marked = {lines, cells};
    showPicture();
  },
  write: () => {
    written = told;
    hint.say("");
  },
  focus: (button) => button.hidden && part("next-hint").focus(),
});

const nextHint = () => {
  const {steps, is_complete: isComplete} = known.steps;
  written = told;
  told = Math.min(steps.length, told + 1);
  if (written === told) hint.say(isComplete ? "There are no more steps." : "No further steps were found in time.");
  else hint.tell({...hintOf(steps[told - 1]), head: `Step ${told} of ${steps.length}. `});
};

const forgetSteps = () => {
  told = written = 0;
  hint.say("");
};

// Returns what a cell shows; `left` are the letters that the steps so far have left in it.
const cellShown = (cell, left) => {
  const {verdict, conflict, steps, page} = known;
  if (own.has(cell)) return {own: own.get(cell), style: conflict?.causes.some((cause) => cause.cell === cell) ? "wrong" : ""};
  if (isDrawn && verdict) return {letter: verdict.certain[cell]};
  if (isMapped && verdict) {
    const letters = verdict.cells[cell].map(({letter}) => letter).join("");
    return verdict.certain[cell] ? {letter: verdict.certain[cell]} : {marks: letters, style: "open"};
  }
  const style = marked.cells.includes(cell) ? "hinted" : "", given = page?.data.given[cell];
  if (given || left === steps?.start[cell]) return {letter: given, style};
  return Array.from(left).length === 1 ? {letter: left, style} : {marks: left, style};
};

const showPicture = () => {
  const left = known.steps ? lettersAfter(known.steps, written) : [];
  grid?.show({
    cell: (cell) => cellShown(cell, left[cell]),
    lines: marked.lines,
    conflicting: new Set((known.conflict?.causes ?? []).flatMap(({line, clue = 0}) => (line === undefined ? [] : `${line}.${clue}`))),
  });
};

// Draws the puzzle, or lets satcross draw it where this page cannot.
const draw = async (document) => {
  const begun = known;
  grid = null;
  try {
    known.page = await pageOf(document, "");
    if (known !== begun) return;
    addresses = known.page.addresses;
    grid = createViewer(known.page, {onLetters: take, say: (sentence) => {
      part("letters-note").textContent = sentence;
    }});
    part("picture").replaceChildren(grid.element);
    part("letters-help").hidden = false;
    showPicture();
  } catch (error) {
    part("picture").replaceChildren();
  }
};

const withOwn = ({puzzle}) => {
  if (!own.size) return {puzzle};
  return {puzzle: {...puzzle, given: {...puzzle.given, ...Object.fromEntries([...own].map(([cell, letter]) => [addresses[cell], letter]))}}};
};

// Takes over letters that the reader has already, and goes on from there.
const take = (letters) => {
  for (const [cell, letter] of letters) {
    if (letter === "") own.delete(cell);
    else if (known.page.data.given[cell] === "") own.set(cell, letter);
  }
  part("letters-note").textContent = "";
  part("forget").hidden = !own.size;
  const {document, layout: before, page} = known;
  known = {document, layout: before, page};
  isDrawn = isMapped = isStopped = false;
  forgetSteps();
  show();
  ask();
};

const brokenClues = () => (known.parse?.clues ?? []).filter(({error}) => error).map(({line, error}) =>
  `${capital(known.layout?.lines[line]?.name ?? "a line")}: ${error.message}${error.hint ? ` (${error.hint})` : ""}`);

// Likely mistakes in clues.
const likelyMistakes = () => (known.parse?.likely_mistakes ?? []).map(({line, message}) =>
  `${capital(known.layout?.lines[line]?.name ?? "a clue")}: ${message}.`);

// Returns {head, tail, list} for what is known.
const summary = () => {
  const {refusal, verdict, conflict, isDone} = known;
  const broken = brokenClues();
  if (broken.length) return {head: broken.length === 1 ? "One clue cannot be read." : `${broken.length} clues cannot be read.`, list: broken};
  if (refusal) return {head: problemText(refusal)};
  if (!verdict) return {head: isStopped ? "The work was stopped." : "Looking at the puzzle …"};
  if (verdict.status === "unique") return {head: own.size ? "With your letters, there is exactly one solution." : "This puzzle has exactly one solution."};
  if (verdict.status === "several") {
    const count = verdict.certain.filter((letter) => letter !== "").length;
    const tail = `${count} of ${verdict.certain.length} cells are the same in all of them.`;
    return {head: `This puzzle has ${solutionsText(verdict)}.`, tail: `${tail} No chain of steps leads to a single answer.`};
  }
  if (verdict.status === "none") {
    const remedies = own.size ? [] : conflict?.remedies ?? []; // for the reader's letters, other clues do not help
    const tail = conflict ? sentences([conflict.message, ...remedies]) : isDone ? "" : "Looking for the clues that conflict …";
    return {head: own.size ? "With your letters, this puzzle has no solution." : "This puzzle has no solution.", tail, list: conflict?.causes.map(({text}) => capital(text))};
  }
  return {head: verdict.is_last ? "Whether this puzzle has a solution is not known: it takes too long to find out." : "Looking at the puzzle …"};
};

const show = () => {
  const {head, tail: said = "", list = []} = summary();
  const tail = isStopped && known.verdict ? sentences([said, "The work was stopped."]) : said;
  const status = known.verdict?.status;
  if (part("verdict").textContent !== head) part("verdict").textContent = head;
  part("verdict").dataset.status = status ?? "";
  part("more").textContent = tail;
  const isRead = !brokenClues().length;
  part("causes").replaceChildren(...[...(isRead ? likelyMistakes() : []), ...list].map((each) => createElement("li", "", each)));
  const isUnique = status === "unique";
  part("next-hint").hidden = !(isUnique || status === "several") || isDrawn;
  part("next-hint").disabled = !known.steps;
  part("answer").hidden = !isUnique || isDrawn;
  part("map").hidden = status !== "several" || isMapped;
  part("stop").hidden = known.isDone || !connection;
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
      part("try-again").hidden = isOpen || !note?.isOver;
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
  forgetSteps();
  part("result").hidden = false;
  part("result-title").textContent = heading;
  for (const id of ["next-hint", "answer", "map", "stop", "play-link", "make-link"]) part(id).hidden = true;
  part("choices").replaceChildren();
  part("causes").replaceChildren();
  part("picture").replaceChildren();
  part("reading").textContent = "";
  grid = null;
  own.clear();
  part("forget").hidden = part("letters-help").hidden = true;
  part("letters-note").textContent = "";
  part("more").textContent = "";
};

const refuse = (sentence) => {
  part("verdict").textContent = sentence;
};

const look = async (document, reading = "") => {
  begin(document.puzzle.title || "What is known");
  const begun = known;
  known.document = document;
  wait("Looking at the puzzle …");
  await draw(document); // before the parts below it, so that nothing moves
  if (known !== begun) return;
  part("reading").textContent = reading; // how a pasted text was read
  showLinks();
  await ask();
};

const ask = async () => {
  const begun = known;
  const way = await connected();
  if (known === begun) way.edit(withOwn(known.document), WANTED);
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
  else look({puzzle: puzzleOf(kindOf())});
  part("result").scrollIntoView();
  part("result-title").focus({preventScroll: true});
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
part("next-hint").addEventListener("click", nextHint);
part("answer").addEventListener("click", () => {
  isDrawn = true;
  forgetSteps();
  show();
});
part("map").addEventListener("click", () => {
  isMapped = true;
  show();
});
part("forget").addEventListener("click", () => take([...own.keys()].map((cell) => [cell, ""])));
part("try-again").addEventListener("click", () => connection.tryAgain());
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
  } else if (linked) {
    look({puzzle: linked.puzzle});
    part("result").scrollIntoView();
  }
};

// Another link needs another page.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#puzzle=")) location.reload();
});

start();
