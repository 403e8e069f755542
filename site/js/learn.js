// The puzzles in a lesson: their clues can be changed, and what satcross says of them changes too.
//
// In: elements of the class `try`, whose `data-puzzle` is a puzzle in JSON.  Out: in each of them a picture, a field for
// each clue with the clue in words, and the verdict.

import {createConnection} from "../page/connection.js";
import {cluesOf, withClue} from "../page/document.js";
import {toFragment} from "../page/link.js";
import {capital, problemText, sentences, solutionsText} from "../page/wording.js";
import {createElement} from "../player/elements.js";
import {tellState} from "./again.js";
import {isPossible, savesData} from "./engine.js";
import {createViewer} from "./viewer.js";
import {pageOf} from "./reading.js";
import "./plain.js";

const WANTED = ["layout", "parse", "verdict"];
const MOST_MARKS = 9; // letters of a cell that are shown

const lessons = [];
let connection = null, isOpen = false, asked = null, layout = null;
const waiting = []; // puzzles to look at, in their order

const VERDICTS = {
  unique: () => "Exactly one solution.",
  several: (verdict) => `${capital(solutionsText(verdict))}.`,
  none: () => "No solution.",
  unknown: () => "Not known.",
};

const next = () => {
  if (!isOpen || asked || !waiting.length) return;
  asked = waiting.shift();
  asked.answers = {};
  connection.edit({puzzle: asked.puzzle}, WANTED);
};

let isLoadingAllowed = !savesData();

// Asks for each puzzle whether satcross may be loaded.
const askToLoad = (begin) => {
  for (const {verdict} of lessons) {
    const button = createElement("button", "", "Load satcross (8 MB) to check these clues");
    button.type = "button";
    button.addEventListener("click", () => {
      isLoadingAllowed = true;
      for (const each of lessons) each.verdict.textContent = "";
      begin();
    });
    verdict.replaceChildren(button);
  }
};

// Looks at a puzzle again.  What is still being found out about another state of it is of no use any more.
const look = (lesson) => {
  if (!isLoadingAllowed) return;
  if (asked === lesson) asked = null;
  if (!waiting.includes(lesson)) waiting.unshift(lesson);
  lesson.verdict.classList.add("late");
  connection ??= createConnection({
    onAnswer: receive,
    onState: (isNowOpen, note) => {
      isOpen = isNowOpen;
      if (isOpen) next(); // the connection itself asks again about the puzzle that was being looked at
      else if (note) for (const each of lessons) if (!each.answers.verdict) tellState(each.verdict, {...note, hint: ""}, () => connection.tryAgain());
    },
  });
  next();
};

const receive = (answer) => {
  if (answer.type === "layout") layout = answer;
  if (!asked) return;
  asked.answers[answer.type] = answer;
  if (layout && answer.type !== "layout") asked.layout = layout;
  if (answer.type !== "layout") asked.show();
  if (answer.type === "done" || answer.type === "refusal") {
    asked = null;
    next();
  }
};

// Returns the lines of a puzzle that have clues: {name, ref, clues}.
const linesOf = (puzzle) => {
  const families = Object.entries(puzzle.clues ?? {}).filter(([, list]) => Array.isArray(list));
  const lines = families.flatMap(([family, list]) => list.map((_, index) =>
    ({name: `${{rows: "Row", columns: "Column"}[family] ?? capital(family)} ${index + 1}`, ref: {family, index, size: list.length}})));
  const free = (puzzle.line ?? []).map(({name}, index) => ({name: capital(name), ref: {family: "", index, size: 0}}));
  return [...lines, ...free].map((line) => ({...line, clues: cluesOf({puzzle}, line.ref)}));
};

const createLesson = (root) => {
  const original = JSON.parse(root.dataset.puzzle);
  const lines = linesOf(original);
  const verdict = createElement("p", "verdict", "Change a clue to see what satcross says.");
  verdict.setAttribute("role", "status");
  const picture = createElement("div", "picture");
  const table = createElement("div", "clue-fields");
  const reset = createElement("button", "", "Reset");
  reset.type = "button";
  reset.hidden = true;
  const reveal = createElement("button", "", "Show the letters");
  reveal.type = "button";
  reveal.hidden = true;
  let isRevealed = false; // a reader may want to solve it first
  const link = createElement("a", "", "Play it");
  const lesson = {puzzle: original, answers: {}, layout: null, verdict, show: () => {}};

  const rows = lines.flatMap(({name, ref, clues}) => clues.map((clue, number) => {
    const row = createElement("label", "clue-field");
    const field = createElement("input");
    field.type = "text";
    field.value = clue.regex;
    Object.assign(field, {spellcheck: false, autocomplete: "off", autocapitalize: "off"});
    const words = createElement("span", "words");
    row.append(createElement("span", "line", clues.length > 1 ? `${name}, clue ${number + 1}` : name), field, words);
    field.addEventListener("input", () => {
      lesson.puzzle = withClue({puzzle: lesson.puzzle}, ref, number, {...clue, regex: field.value}).puzzle;
      isRevealed = true;
      reset.hidden = JSON.stringify(lesson.puzzle) === JSON.stringify(original);
      look(lesson);
    });
    return {row, field, words, before: clue.regex};
  }));
  table.append(...rows.map(({row}) => row));
  reset.addEventListener("click", () => {
    lesson.puzzle = original;
    for (const {field, before} of rows) field.value = before;
    reset.hidden = true;
    look(lesson);
    rows[0].field.focus();
  });
  reveal.addEventListener("click", () => {
    isRevealed = true;
    lesson.show();
    rows[0].field.focus();
  });
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    location.href = `../#${await toFragment({puzzle: lesson.puzzle})}`;
  });
  link.href = "../";

  const cell = (number) => {
    const {verdict: known} = lesson.answers;
    if (!known?.cells.length || !isRevealed) return {};
    if (known.certain[number]) return {letter: known.certain[number]};
    const letters = known.cells[number].map(({letter}) => letter);
    return letters.length > 1 && letters.length <= MOST_MARKS ? {marks: letters.join(""), style: "open"} : {};
  };
  const draw = async () => {
    const grid = createViewer(await pageOf({puzzle: lesson.puzzle}, ""));
    grid.show({cell});
    picture.replaceChildren(grid.element);
  };

  // Clues that are empty have no words; the others are told in the order of the fields.
  lesson.show = () => {
    const {parse, verdict: known, refusal} = lesson.answers;
    const told = [...(parse?.clues ?? [])];
    for (const {field, words} of rows) {
      const clue = field.value === "" ? undefined : told.shift();
      const problem = clue?.error ? sentences([clue.error.message, clue.error.hint]) : "";
      words.textContent = problem || (clue?.words ?? "");
      field.setAttribute("aria-invalid", String(Boolean(clue?.error)));
    }
    const isBroken = parse?.clues.some(({error}) => error);
    const text = isBroken ? "A clue cannot be read." : refusal ? problemText(refusal) : known ? VERDICTS[known.status](known) : "";
    if (text) {
      verdict.textContent = text;
      verdict.dataset.status = isBroken || refusal ? "none" : known.status;
      verdict.classList.remove("late");
    }
    reveal.hidden = isRevealed || isBroken || !known || known.status === "none";
    if (!isBroken) draw();
  };

  const buttons = createElement("p", "row");
  buttons.append(reveal, reset, link);
  root.append(verdict, picture, table, buttons);
  draw(); // satcross is not needed for that
  return lesson;
};

const start = () => {
  const places = document.querySelectorAll(".try");
  for (const root of places) lessons.push(createLesson(root));
  if (!isPossible()) {
    for (const {verdict} of lessons) verdict.textContent = "This browser cannot run satcross: it needs WebAssembly and workers.";
    return;
  }
  // satcross is loaded when a puzzle comes into sight
  const seen = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      look(lessons[Array.from(places).indexOf(target)]);
    }
  }, {rootMargin: "200px"});
  const begin = () => places.forEach((root) => seen.observe(root));
  if (isLoadingAllowed) begin();
  else askToLoad(begin);
};

start();
