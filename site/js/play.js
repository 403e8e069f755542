// The first page: a puzzle to play.  The address says which one:
//
//     #puzzle=...         the puzzle in the link itself
//     #name=owl           a puzzle of the gallery
//     #day=2026-11-24     the long puzzle of a day
//     #mini=2026-11-24    its mini
//     nothing             the puzzle of the page (p/owl.html, day/2026-11-24.html, mini/2026-11-24.html), or one of today

import {createElement} from "../player/elements.js";
import {play} from "../player/main.js";
import {withoutGame} from "../player/keeping.js";
import {button, focusCell, showNotice} from "../player/notice.js";
import {createTheme} from "../player/theme.js";
import {timeText} from "../player/timer.js";
import {readFragment} from "../page/link.js";
import {notePuzzle} from "./back.js";
import {figuresOf, fillBoard, fillClues} from "./board.js";
import {askedOf, dayAfter, dayInWords, daysOfPage, dayText, hasMini, nameOfDay, problemOfDay} from "./days.js";
import {home} from "./home.js";
import {offerLearning} from "./offer.js";
import {pageOf, ProblemError} from "./reading.js";
import {idOfLink, kindBegunLast, LABELS, loadRecord, note, streaksOf} from "./record.js";
import {bestOf} from "./times.js";

const part = (id) => document.getElementById(id);
const GLANCE = 30_000; // milliseconds from one look at the calendar to the next

const UNKNOWN = "There is no puzzle of this name in the gallery.";

const loadJson = async (path) => {
  const response = await fetch(`${home}${path}`).catch(() => null);
  if (response?.status === 404) throw new ProblemError(UNKNOWN);
  if (!response?.ok) throw new ProblemError("This puzzle cannot be loaded. Is there a connection to the network?");
  return response.json();
};

const loadNamed = async (name) => {
  if (!/^[\w-]+$/.test(name)) throw new ProblemError(UNKNOWN);
  const {svg, ...parts} = await loadJson(`puzzles/${name}.json`);
  return {...parts, figures: figuresOf(svg)};
};

// Returns the content of an element of the page, such as <meta name="satcross-puzzle">.
const ofPage = (name) => document.querySelector(`meta[name="satcross-${name}"]`)?.getAttribute("content");

// Returns which puzzle of which day the address names, or the page, or which one of today is shown first.
const askedHere = (named) => {
  const kind = ["day", "mini"].find((each) => ofPage(each) !== undefined);
  if (kind && !/^(day|mini)=/.test(named)) return {kind, day: ofPage(kind)};
  return askedOf(daysOfPage(), named, kindBegunLast());
};

// Returns what the address names: the parts of the page, its title, the address that others get, and the ids in the record;
// and of a puzzle of a day, its kind and its day.
const load = async () => {
  const named = withoutGame(location.hash);
  const {document: linked, problem} = await readFragment(named);
  if (problem) throw new ProblemError(problem);
  if (linked) {
    const parts = await pageOf(linked, named);
    return {...parts, link: `#${named}`, address: `${home}#${named}`, document: linked, ids: [idOfLink(named)]};
  }
  const [, name = /^(day|mini)=/.test(named) ? undefined : ofPage("puzzle")] = /^name=(.*)$/.exec(named) ?? [];
  if (name !== undefined) return {...(await loadNamed(name)), address: `${home}p/${name}.html`, ids: [`name:${name}`]};
  return loadOfDay(askedHere(named));
};

const loadOfDay = async ({kind, day}) => {
  const days = daysOfPage(), closed = problemOfDay({kind, day}, days);
  if (closed) throw new ProblemError(closed);
  const name = nameOfDay(days, {kind, day}), isShared = kind === "day" && name !== day; // with the gallery
  const parts = await loadNamed(name);
  const address = isShared ? addressOfDay(kind, day) : `${home}${kind}/${day}.html`;
  const when = kind === "mini" ? `Mini of ${dayInWords(day)}` : dayInWords(day);
  const credit = [when, parts.credit].filter(Boolean).join(" · ");
  return {...parts, credit, address, kind, day, ids: [`${kind}:${day}`, ...(isShared ? [`name:${name}`] : [])]};
};

const addressOfDay = (kind, day) => `${home}#${kind}=${day}`;

// Shows the choice between the mini and the long puzzle of a day, with the time that each takes.
const showKinds = ({kind, day}) => {
  const days = daysOfPage(), box = part("kinds"), isOfPair = day !== undefined && hasMini(days, day);
  document.documentElement.classList.toggle("of-day", isOfPair);
  if (!isOfPair) return;
  for (const [each, title] of [["mini", "Mini "], ["day", "Long "]]) {
    const link = createElement("a", "", title), minutes = days.lengths[nameOfDay(days, {kind: each, day})];
    link.href = addressOfDay(each, day);
    if (minutes) link.append(createElement("span", "", minutes));
    if (each === kind) link.setAttribute("aria-current", "true");
    box.append(link);
  }
};

// Only a puzzle of today is on the page that the navigation calls so.
const showPlace = () => {
  const named = withoutGame(location.hash), today = dayText(new Date());
  if (!["", "content", `day=${today}`, `mini=${today}`].includes(named)) document.querySelector("#site [aria-current]")?.removeAttribute("aria-current");
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

// What the player tells the site, and what the card at the end gets from it.
const siteOf = ({title, data, ids, kind, day, document: linked, address}) => {
  const today = () => dayText(new Date()); // a game may go on after midnight
  const link = linked ? address.slice(address.indexOf("#")) : ""; // no other address leads to it
  const about = (difficulty) => ({key: data.key, title, label: difficulty?.split(",")[0] ?? "", begun: today(), link});
  // who goes to the lessons finds the puzzle in the record too
  document.addEventListener("click", ({target}) => {
    if (/** @type {Element} */ (target).closest('a[href$="learn.html"]')) note(ids, about(data.difficulty));
  });
  return {
    begun: (difficulty, earlier) => note(ids, about(difficulty), earlier),
    solved: ({difficulty, seconds, hints, checks, revealed}) => note(ids, {...about(difficulty), solved: today(), seconds, hints, checks, revealed}),
    streak: () => (day === undefined ? "" : streakInWords(streaksOf(loadRecord().entries, kind, today()), kind)),
    best: () => bestInWords(loadRecord().entries, ids[0]),
    next: () => nextPuzzles(ids, data.key, {kind, day}),
  };
};

const streakInWords = ({played, solved}, kind) => {
  if (played.current < 2) return "";
  const days = `${played.current} ${kind === "mini" ? "minis" : "days"} in a row`;
  if (!solved.current) return `${days}.`;
  const which = solved.current === played.current ? "all of them" : solved.current === 1 ? "the last one" : `the last ${solved.current}`;
  return `${days}, ${which} solved on the day without revealed letters.`;
};

// Compares the time of a solved puzzle with the best earlier one: of minis, or of other puzzles with the same label.
const bestInWords = (entries, id) => {
  const own = entries.get(id), isMini = (each) => each.startsWith("mini:");
  if (!own?.solved || own.revealed) return "";
  const others = [...entries].filter(([each, {key, label, solved}]) =>
    solved && key !== own.key && isMini(each) === isMini(id) && (isMini(id) || label === own.label));
  const best = bestOf(others.map(([, entry]) => entry));
  if (!best) return "";
  const name = isMini(id) ? "a mini" : `a ${own.label} puzzle`.replace("  ", " ");
  return own.seconds < best.seconds ? `Your best time for ${name}.` : `Your best time for ${name} is ${timeText(best.seconds)}.`;
};

// Returns the links to the other puzzle of a day and to the day before.
const puzzlesAround = ({kind, day}) => {
  const today = dayText(new Date()), before = day && dayAfter(day, -1), days = daysOfPage();
  const to = (about, other, wanted) => ({about, name: dayInWords(wanted), address: addressOfDay(other, wanted)});
  if (day === undefined) return [{about: "Today", name: dayInWords(today), address: home}];
  const links = [];
  if (kind === "mini") links.push(to(`The long puzzle, ${days.lengths[nameOfDay(days, {kind: "day", day})]}`, "day", day));
  else if (hasMini(days, day)) links.push(to(`The mini, ${days.lengths[nameOfDay(days, {kind: "mini", day})]}`, "mini", day));
  if (!problemOfDay({kind, day: before}, days)) links.push(to(day === today ? "Yesterday" : "The day before", kind, before));
  return links;
};

// Returns the links to go on with: the puzzles around this one, a gentler and a harder puzzle, and the next one that is not
// solved yet.
const nextPuzzles = async (ids, key, ofDay) => {
  const {puzzles} = await loadJson("puzzles/index.json");
  const {entries} = loadRecord();
  const isOpen = ({name}) => !entries.get(`name:${name}`)?.solved && !ids.includes(`name:${name}`);
  const to = (about, puzzle) => ({about, name: puzzle.title, address: `${home}p/${puzzle.name}.html`});
  const links = puzzlesAround(ofDay);
  // they are in the order of the gallery; others come first within their label
  const rank = ({label}) => LABELS.indexOf(label);
  const own = puzzles.findIndex(({name}) => ids.includes(`name:${name}`));
  const level = rank(puzzles[own] ?? [...entries.values()].find((entry) => entry.key === key) ?? {label: ""});
  const place = own >= 0 ? own : Math.max(0, puzzles.findIndex((each) => rank(each) === level));
  const gentler = puzzles.slice(0, place).findLast((each) => isOpen(each) && rank(each) <= level);
  const harder = level < 0 ? undefined : puzzles.slice(place).find((each) => isOpen(each) && rank(each) > level);
  const next = [...puzzles.slice(own + 1), ...puzzles].find((each) => isOpen(each) && each !== gentler && each !== harder);
  if (gentler) links.push(to("A gentler one", gentler));
  if (harder) links.push(to("A harder one", harder));
  if (next) links.push(to("Next in the gallery", next));
  return links;
};

// Says in a page with today's puzzle that midnight has passed.
const tellNewDay = (day) => {
  const look = () => {
    if (document.hidden || dayText(new Date()) === day) return;
    clearInterval(looking);
    document.removeEventListener("visibilitychange", look);
    const play = createElement("a", "strong", "Play it");
    play.href = home;
    const notice = showNotice("A new day", "A new puzzle is here. Your letters in this one are kept.", [play, button("Stay here", () => {
      notice.remove();
      focusCell();
    })]);
  };
  const looking = setInterval(look, GLANCE);
  document.addEventListener("visibilitychange", look);
};

const show = (parts) => {
  const {title, credit, figures, numbers, data, address, link, document: linked} = parts;
  const shown = title || "Regular-expression crossword";
  part("content").textContent = shown;
  part("credit").textContent = credit;
  document.title = `${shown} · satcross`;
  fillBoard(data, figures);
  fillClues(data, numbers);
  showKinds(parts);
  part("edit-link").href = `${home}make.html${link}`;
  part("edit-link").hidden = false;
  // room is kept for hints where satcross can find them
  const mayImprove = Boolean(linked) && typeof WebAssembly === "object" && typeof Worker === "function";
  const player = play({...data, link: address, mayImprove}, siteOf(parts));
  part("said").textContent ||= loadRecord().problem;
  offerLearning();
  notePuzzle(address, parts.day !== dayText(new Date()) ? shown : parts.kind === "mini" ? "today's mini" : "today's puzzle");
  if (parts.day === dayText(new Date())) tellNewDay(parts.day);
  if (linked) improve(linked, player);
};

// There is no puzzle: the page shows why, and what to do instead.
const refuse = (problem) => {
  createTheme();
  document.body.classList.add("without-puzzle");
  document.querySelector(".skip")?.setAttribute("href", "#content"); // there is no grid
  part("content").textContent = "No puzzle here";
  const paragraph = document.createElement("p"), links = document.createElement("p");
  paragraph.textContent = problem;
  paragraph.setAttribute("role", "alert");
  for (const [address, name] of [["", "Play today's puzzle"], ["gallery.html", "Browse the gallery"], ["make.html", "Make a puzzle"]]) {
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
