// Runs in the page itself, before its style sheet and script have come: fetches the puzzle meanwhile.
//
// In: the days of the page, and its address.  Out: a link that preloads the puzzle, unless the address holds it.

import {dayOf, daysOfPage, nameOfDay} from "./days.js";

const named = location.hash.slice(1).split("&")[0];
const [, name = nameOfDay(daysOfPage(), dayOf(named))] = /^name=([\w-]+)$/.exec(named) ?? [];

if (!named.startsWith("puzzle=")) {
  const link = document.createElement("link");
  Object.assign(link, {rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `puzzles/${name}.json`});
  document.head.append(link);
}
