// The lessons: tiny puzzles that are played in the page, one after the other.  The address says which: learn.html#3.
//
// In: the element #lessons, which satcross/site/lessons.py fills.  Nothing else is loaded.

import {createElement} from "../player/elements.js";
import {loadSetting, saveSetting} from "../player/keeping.js";
import {play} from "../player/main.js";
import {focusCell, showNotice} from "../player/notice.js";
import {puzzleBefore} from "./back.js";
import {figuresOf, fillBoard, fillClues} from "./board.js";
import {first, home, siteName} from "./home.js";
import {forgetOffer} from "./offer.js";

const DONE = "lessons"; // the setting with the numbers of the lessons that are done

const part = (id) => document.getElementById(id);
const lessons = JSON.parse(part("lessons").textContent);
const before = puzzleBefore(home);

const done = () => new Set((loadSetting(DONE) ?? "").split(",").map(Number).filter((number) => number >= 1 && number <= lessons.length));

// Writes a sentence, in which clues stand between backquotes.
const write = (element, sentence) => {
  element.replaceChildren(...sentence.split("`").map((text, place) => (place % 2 ? createElement("code", "", text) : text)));
};

const showSteps = (number) => {
  const known = done();
  part("steps").replaceChildren(...lessons.map(({title}, place) => {
    const item = createElement("li"), link = createElement("a", known.has(place + 1) ? "done" : "", String(place + 1));
    link.href = `#${place + 1}`;
    link.title = title;
    link.setAttribute("aria-label", `Lesson ${place + 1}: ${title}${known.has(place + 1) ? ", done" : ""}`);
    if (place + 1 === number) link.setAttribute("aria-current", "step");
    item.append(link);
    return item;
  }));
};

// What is said when a lesson is done, with the way on.
const praise = (number) => {
  const isLast = number === lessons.length;
  const next = createElement("a", "strong", isLast ? (before ? `Back to ${before.title}` : `Play ${first.title}`) : "Next");
  next.href = isLast ? before?.address ?? first.address : `#${number + 1}`;
  write(showNotice("Done", "", [next]).querySelector("p"), `Right. ${lessons[number - 1].praise}`);
  return next;
};

const start = () => {
  const wanted = Number(location.hash.slice(1));
  const number = Number.isInteger(wanted) && wanted >= 1 && wanted <= lessons.length ? wanted : 1;
  const {title, sentence, data, svg, numbers} = lessons[number - 1];
  forgetOffer();
  part("content").textContent = title;
  const skip = createElement("a", "", before ? `Back to ${before.title}` : `Skip to ${first.title}`);
  skip.href = before?.address ?? first.address;
  part("credit").replaceChildren(`Lesson ${number} of ${lessons.length} · `, skip);
  document.title = `${title} · Learn · ${siteName}`;
  write(part("sentence"), sentence);
  showSteps(number);
  fillBoard(data, figuresOf(svg));
  fillClues(data, numbers);
  let onward = null; // the link to the next lesson
  const end = (isNews) => {
    saveSetting(DONE, [...done().add(number)].join(","));
    showSteps(number);
    onward ??= praise(number);
    if (isNews) onward.focus();
  };
  play(data, {end});
  document.body.classList.remove("loading");
  focusCell();
};

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  part("content").focus();
});
// another lesson needs another page
addEventListener("hashchange", () => location.reload());

start();
