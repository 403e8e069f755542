// The first page: a puzzle to play.  The address says which one:
//
//     #puzzle=...         the puzzle in the link itself
//     #name=owl           a puzzle of the gallery
//     #day=2026-11-24     the puzzle of a day
//     nothing             the puzzle of the page (p/owl.html, day/2026-11-24.html), or of today

import {play} from "../player/main.js";
import {withoutGame} from "../player/keeping.js";
import {createTheme} from "../player/theme.js";
import {readFragment} from "../page/link.js";
import {figuresOf, fillBoard, fillClues} from "./board.js";
import {dayOf, daysOfPage, nameOfDay} from "./days.js";
import {pageOf, ProblemError} from "./reading.js";

const part = (id) => document.getElementById(id);
const home = new URL("../", import.meta.url).href;

const loadJson = async (path) => {
  const response = await fetch(`${home}${path}`);
  if (!response.ok) throw new ProblemError("This puzzle cannot be loaded. Is there a connection to the network?");
  return response.json();
};

const loadNamed = async (name) => {
  if (!/^[\w-]+$/.test(name)) throw new ProblemError("There is no puzzle of this name.");
  const {svg, ...parts} = await loadJson(`puzzles/${name}.json`);
  return {...parts, figures: figuresOf(svg)};
};

// Returns what a page says of itself: <meta name="satcross-puzzle"> or <meta name="satcross-day">.
const ofPage = (name) => document.querySelector(`meta[name="satcross-${name}"]`)?.getAttribute("content");

// Returns what the address names: the parts of the page, its title, and the address that others get.
const load = async () => {
  const named = withoutGame(location.hash);
  const {document: linked, problem} = await readFragment(named);
  if (problem) throw new ProblemError(problem);
  if (linked) {
    const parts = await pageOf(linked, named);
    return {...parts, link: `#${named}`, address: `${home}#${named}`, document: linked};
  }
  const [, name = named.startsWith("day=") ? undefined : ofPage("puzzle")] = /^name=(.*)$/.exec(named) ?? [];
  if (name !== undefined) return {...(await loadNamed(name)), address: `${home}p/${name}.html`};
  const day = dayOf(named.startsWith("day=") ? named : `day=${ofPage("day")}`);
  const days = daysOfPage();
  const parts = await loadNamed(nameOfDay(days, day));
  const address = days.made.includes(day) ? `${home}day/${day}.html` : `${home}#day=${day}`;
  return {...parts, credit: [`Puzzle of ${day}`, parts.credit].filter(Boolean).join(" · "), address};
};

// Only the puzzle of today is the page that the navigation calls so.
const showPlace = () => {
  const named = withoutGame(location.hash);
  if (named !== "" && named !== "content") document.querySelector("#site [aria-current]")?.removeAttribute("aria-current");
};

// Adds what satcross knows of a puzzle in a link; others have that with them.
const improve = async (linked, player) => {
  try {
    const {improved} = await import("./engine.js");
    improved(linked, player, part("engine-note"));
  } catch (error) {
    part("engine-note").textContent = "Hints cannot be loaded. Is there a connection to the network?";
  }
};

const show = ({title, credit, figures, numbers, data, address, link, document: linked}) => {
  const shown = title || "Regular-expression crossword";
  part("content").textContent = shown;
  part("credit").textContent = credit;
  document.title = shown;
  fillBoard(data, figures);
  fillClues(data, numbers);
  part("edit-link").href = `${home}make.html${link}`;
  part("edit-link").hidden = false;
  const player = play({...data, link: address});
  if (linked) improve(linked, player);
};

// There is no puzzle: the page says why, and what to do instead.
const refuse = (problem) => {
  createTheme();
  document.body.classList.add("without-puzzle");
  part("content").textContent = "There is no puzzle here";
  const paragraph = document.createElement("p"), links = document.createElement("p");
  paragraph.textContent = problem;
  paragraph.setAttribute("role", "alert");
  for (const [address, name] of [["", "Play the puzzle of today"], ["gallery.html", "Look at the gallery"], ["make.html", "Make a puzzle"]]) {
    const link = document.createElement("a");
    link.href = `${home}${address}`;
    link.textContent = name;
    links.append(link, " ");
  }
  links.className = "row choices-of-pages";
  part("stage").replaceChildren(paragraph, links);
};

const start = async () => {
  showPlace();
  try {
    show(await load());
  } catch (error) {
    if (!(error instanceof ProblemError)) console.error(error);
    refuse(error instanceof ProblemError ? error.message : "This puzzle cannot be shown.");
  }
  document.body.classList.remove("loading"); // from now on the buttons do something
};

// The address says which puzzle this is, so the link that skips the navigation must not change it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  part("content").focus();
});

// Another puzzle needs another page; the letters of a game do not (the player reads them).
let named = withoutGame(location.hash);
addEventListener("hashchange", () => {
  const now = withoutGame(location.hash);
  if (now !== named && now !== "content") location.reload();
  named = now;
});

start();
