// The puzzles in a lesson: their clues can be changed, and what satcross says of them changes too.
//
// In: elements of the class `try`, whose `data-puzzle` is a puzzle in JSON.  Out: in each of them a picture, a field for
// each clue with the clue in words, and the verdict.

import {createConnection} from "../page/connection.js";
import {toFragment} from "../page/link.js";
import {capital, problemText, sentences, solutionsText} from "../page/wording.js";
import {createElement} from "../player/elements.js";
import {tellState} from "./again.js";
import {isPossible} from "./engine.js";
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

// Looks at a puzzle again.  What is still being found out about another state of it is of no use any more.
const look = (lesson) => {
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

const textOf = (clue) => (typeof clue === "string" ? clue : clue.regex ?? "");

// Returns the places of all clues in a puzzle: {name, get, set}.
const cluesIn = (puzzle) => {
  const places = [];
  const add = (name, list, index) => {
    const entry = list[index];
    if (Array.isArray(entry)) entry.forEach((_, place) => add(entry.length > 1 ? `${name}, clue ${place + 1}` : name, entry, place));
    else if (entry !== "" && typeof entry !== "number") {
      const set = (text) => {
        list[index] = typeof entry === "string" ? text : {...entry, regex: text};
      };
      places.push({name, get: () => textOf(list[index]), set});
    }
  };
  for (const [family, list] of Object.entries(puzzle.clues ?? {})) {
    const singular = {rows: "Row", columns: "Column"}[family] ?? capital(family);
    if (Array.isArray(list)) list.forEach((_, index) => add(`${singular} ${index + 1}`, list, index));
  }
  for (const line of puzzle.line ?? []) if (line.clues) add(capital(line.name), line, "clues");
  return places;
};

const createLesson = (root) => {
  const puzzle = JSON.parse(root.dataset.puzzle);
  const original = JSON.stringify(puzzle);
  const places = cluesIn(puzzle);
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
  const lesson = {puzzle, answers: {}, layout: null, verdict, show: () => {}};

  const rows = places.map(({name, get, set}) => {
    const row = createElement("label", "clue-field");
    const field = createElement("input");
    field.type = "text";
    field.value = get();
    Object.assign(field, {spellcheck: false, autocomplete: "off", autocapitalize: "off"});
    const words = createElement("span", "words");
    row.append(createElement("span", "line", name), field, words);
    field.addEventListener("input", () => {
      set(field.value);
      isRevealed = true;
      reset.hidden = JSON.stringify(puzzle) === original;
      look(lesson);
    });
    return {row, field, words, name, get};
  });
  table.append(...rows.map(({row}) => row));
  reset.addEventListener("click", () => {
    const before = JSON.parse(original);
    cluesIn(before).forEach((each, place) => {
      places[place].set(each.get());
      rows[place].field.value = each.get();
    });
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
    location.href = `../#${await toFragment({puzzle})}`;
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
    const grid = createViewer(await pageOf({puzzle}, ""));
    grid.show({cell});
    picture.replaceChildren(grid.element);
  };

  // Clues that are empty have no words; the others are told in the order of the fields.
  lesson.show = () => {
    const {parse, verdict: known, refusal} = lesson.answers;
    const told = [...(parse?.clues ?? [])];
    for (const {field, words, get} of rows) {
      const clue = get() === "" ? undefined : told.shift();
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
  for (const root of places) seen.observe(root);
};

start();
