// Runs in the page itself, before its style sheet and script have come: fetches the puzzle meanwhile.
//
// In: the days of the page, its address, and the record.  Out: a link that preloads the puzzle, unless the address holds it;
// and the class `of-day` if it is one of a day that has a mini, so that the page keeps room for the choice between the two.

import {askedOf, daysOfPage, hasMini, nameOfDay, problemOfDay} from "./days.js";
import {kindBegunLast} from "./record.js";

const named = location.hash.slice(1).split("&")[0];
const [, name] = /^name=([\w-]+)$/.exec(named) ?? [];

const preload = (puzzle) => {
  const link = document.createElement("link");
  Object.assign(link, {rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `puzzles/${puzzle}.json`});
  document.head.append(link);
};

if (name) {
  preload(name);
} else if (!named.startsWith("puzzle=")) {
  const days = daysOfPage(), asked = askedOf(days, named, kindBegunLast());
  document.documentElement.classList.toggle("of-day", hasMini(days, asked.day));
  if (!problemOfDay(asked, days)) preload(nameOfDay(days, asked));
}
