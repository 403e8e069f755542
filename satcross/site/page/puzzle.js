// The page of one puzzle on a site of one's own.
//
// In: the element #puzzle, which satcross/site/pages.py fills, and the links to the puzzles before and after it.

import {unpack} from "../player/guide.js";
import {play} from "../player/main.js";
import {notePuzzle} from "./back.js";
import {figuresOf, fillBoard, fillClues} from "./board.js";
import {dayText} from "./days.js";
import {first} from "./home.js";
import {offerLearning} from "./offer.js";
import {loadRecord, note} from "./record.js";

const part = (id) => document.getElementById(id);
const linkTo = (relation, words) => {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector(`#about-puzzle a[rel="${relation}"]`));
  return link ? [{about: words, name: link.dataset.title, address: link.href}] : [];
};

const start = async () => {
  const {title, label, svg, numbers, data} = await unpack(part("puzzle").textContent);
  const ids = [`name:${data.key.split(":")[1]}`];
  const about = () => ({key: data.key, title, label, begun: dayText(new Date())});
  fillBoard(data, figuresOf(svg));
  fillClues(data, numbers);
  play(data, {
    begun: (difficulty, earlier) => note(ids, about(), earlier),
    solved: ({seconds, hints, checks, revealed}) => note(ids, {...about(), solved: dayText(new Date()), seconds, hints, checks, revealed}),
    next: async () => [...linkTo("next", "Next"), ...linkTo("prev", "Previous"), {about: "All", name: first.title, address: first.address}],
  });
  part("said").textContent ||= loadRecord().problem;
  offerLearning();
  notePuzzle(location.href.split("#")[0], title);
  document.body.classList.remove("loading");
};

// The address may carry the letters of a game, so the link that skips the navigation must not change it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  part("content").focus();
});

start().catch((error) => {
  document.body.classList.remove("loading");
  part("credit").textContent = `This browser cannot show the puzzle (${error.message}). A newer one can.`;
  throw error;
});
