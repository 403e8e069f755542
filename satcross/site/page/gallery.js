// The gallery: what the player has solved and begun, filters, and the way to the next puzzle that is not solved.
//
// In: entries with data-puzzle, data-label and data-shape.  Out: badges on them; entries that the filters leave out are hidden.

import {createElement} from "../player/elements.js";
import {loadSetting, saveSetting} from "../player/keeping.js";
import {timeText} from "../player/timer.js";
import "./plain.js";
import {loadRecord} from "./record.js";

const FILTERS = "gallery"; // the setting that keeps them

const part = (id) => document.getElementById(id);
const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-puzzle]")]);
const {entries, problem} = loadRecord();
const label = /** @type {HTMLSelectElement} */ (part("label")), shape = /** @type {HTMLSelectElement} */ (part("shape"));
const open = /** @type {HTMLInputElement} */ (part("unsolved"));

const entryOf = (card) => entries.get(`name:${card.dataset.puzzle}`);
const isSolved = (card) => Boolean(entryOf(card)?.solved);

for (const card of cards) {
  const entry = entryOf(card);
  if (!entry) continue;
  const badge = createElement("span", `badge ${entry.solved ? "solved" : "begun"}`, entry.solved ? `✓ ${timeText(entry.seconds)}` : "begun");
  badge.title = entry.solved ? `Solved on ${entry.solved}` : `Begun on ${entry.begun}`;
  card.querySelector("a").append(badge);
}

const isChosen = (card) => (label.value === "" || card.dataset.label === label.value) &&
  (shape.value === "" || card.dataset.shape === shape.value) && !(open.checked && isSolved(card));

const filter = () => {
  for (const card of cards) card.hidden = !isChosen(card);
  for (const section of document.querySelectorAll("main > section")) {
    /** @type {HTMLElement} */ (section).hidden = !section.querySelector("[data-puzzle]:not([hidden])");
  }
  const shown = cards.filter((card) => !card.hidden);
  const next = shown.find((card) => !isSolved(card));
  const link = /** @type {HTMLAnchorElement} */ (part("next-unsolved"));
  link.hidden = !next;
  if (next) link.href = next.querySelector("a").getAttribute("href");
  part("count").textContent = shown.length ? `${shown.filter(isSolved).length} of ${shown.length} solved.` : "No puzzle matches.";
};

[label.value, shape.value] = (loadSetting(FILTERS) ?? "|").split("|");
if (label.selectedIndex < 0) label.value = "";
if (shape.selectedIndex < 0) shape.value = "";
open.checked = loadSetting(FILTERS)?.split("|")[2] === "unsolved";
part("filters").addEventListener("change", () => {
  saveSetting(FILTERS, `${label.value}|${shape.value}|${open.checked ? "unsolved" : ""}`);
  filter();
});
part("filters").addEventListener("submit", (event) => event.preventDefault());
if (problem) part("problem").textContent = problem;
filter();
