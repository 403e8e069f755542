// The page about the player's record: the streaks and a calendar of the days for the minis or the long puzzles, games to go
// on with, statistics, and the file.

import {createDialog} from "../player/dialogs.js";
import {createElement} from "../player/elements.js";
import {onRefused, tryToWrite} from "../player/keeping.js";
import {timeText} from "../player/timer.js";
import {askedOf, dayAfter, dayInWords, daysOfPage, dayText, hasMini} from "./days.js";
import "./plain.js";
import {addToRecord, eraseRecord, kindBegunLast, LABELS, loadRecord, readRecord, recordText, streaksOf} from "./record.js";
import {bestOf, graphOf, middle} from "./times.js";

const MOST_BEGUN = 12; // games that are listed
const MOST_BYTES = 5_000_000; // of a file

const part = (id) => document.getElementById(id);
const today = dayText(new Date());
const days = daysOfPage(), {first} = days;
let kind = askedOf(days, "", kindBegunLast()).kind; // whose days are shown
let month = today.slice(0, 7);

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const monthAfter = (text, months) => {
  const [year, number] = text.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};
const monthInWords = (text) => new Intl.DateTimeFormat("en-GB", {month: "long", year: "numeric", timeZone: "UTC"}).format(Date.parse(`${text}-01`));

const dayCell = (entries, day) => {
  const cell = createElement("td");
  if (!day.startsWith(month)) return cell;
  const number = String(Number(day.slice(-2)));
  const entry = entries.get(`${kind}:${day}`);
  if (day > today || day < first || (kind === "mini" && !hasMini(days, day) && !entry)) {
    cell.append(createElement("span", "closed", number));
    return cell;
  }
  const state = entry?.solved ? "solved" : entry ? "begun" : "";
  const link = createElement("a", `${state} ${day === today ? "today" : ""}`, number);
  link.href = `./#${kind}=${day}`;
  link.setAttribute("aria-label", [dayInWords(day), state, day === today ? "today" : ""].filter(Boolean).join(", "));
  if (entry?.solved) link.title = `${entry.title}: ${timeText(entry.seconds)}`;
  link.append(createElement("span", "", {solved: "✓", begun: "•"}[state] ?? ""));
  cell.append(link);
  return cell;
};

const showMonth = () => {
  const {entries} = loadRecord();
  part("month").textContent = monthInWords(month);
  /** @type {HTMLButtonElement} */ (part("earlier")).disabled = month <= first.slice(0, 7);
  /** @type {HTMLButtonElement} */ (part("later")).disabled = month >= today.slice(0, 7);
  let day = `${month}-01`;
  day = dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)); // weeks begin on Mondays
  const weeks = Array.from({length: 6}, () => { // always as many, so that nothing moves
    const row = createElement("tr");
    for (let k = 0; k < 7; k++, day = dayAfter(day, 1)) row.append(dayCell(entries, day));
    return row;
  });
  part("weeks").replaceChildren(...weeks);
};

const addressOf = (id, {link}) => {
  if (link) return `./${link}`;
  const [sort, name] = id.split(":");
  return sort === "name" ? `p/${name}.html` : sort === "link" ? "" : `./#${sort}=${name}`;
};

const showBegun = (entries) => {
  const open = [...entries].filter(([id, entry]) => !entry.solved && addressOf(id, entry) !== "");
  // a puzzle of a day that is in the gallery too is listed once
  const begun = [...new Map(open.map((each) => [each[1].key, each])).values()].slice(-MOST_BEGUN).reverse();
  part("open-games").hidden = begun.length === 0;
  part("begun").replaceChildren(...begun.map(([id, entry]) => {
    const item = createElement("li"), link = createElement("a", "", entry.title || "A puzzle");
    link.href = addressOf(id, entry);
    link.dir = "auto";
    item.append(link);
    return item;
  }));
};

const rowOf = (name, ...texts) => {
  const row = createElement("tr"), head = createElement("th", "", name);
  head.setAttribute("scope", "row");
  row.append(head, ...texts.map((text) => createElement("td", "", String(text))));
  return row;
};

const showStreaks = (entries) => {
  const {played, solved} = streaksOf(entries, kind, today);
  part("streaks").querySelector("tbody").replaceChildren(
    ...[["Played", played], ["Solved", solved]].map(([name, {days: total, current, longest}]) => rowOf(name, total, current, longest)),
  );
};

const isAlone = ({hints, checks, revealed}) => hints + checks + revealed === 0;

const showTimes = (solved) => {
  const best = bestOf(solved);
  part("times").hidden = solved.length === 0;
  part("graph").replaceChildren(...(solved.length ? [graphOf(solved)] : []));
  part("best").textContent = best ? `Your best time: ${timeText(best.seconds)} for ${best.title || "a puzzle"}, on ${dayInWords(best.solved)}.` : "";
};

const showStatistics = (entries) => {
  // a puzzle of a day that is in the gallery too counts once
  const solved = [...new Map([...entries].filter(([, entry]) => entry.solved).map(([id, entry]) => [entry.key, {...entry, isMini: id.startsWith("mini:")}])).values()];
  const hours = solved.reduce((sum, {seconds}) => sum + seconds, 0);
  part("totals").textContent = solved.length
    ? `${count(solved.length, "puzzle", "puzzles")} solved, ${solved.filter(isAlone).length} of them without any help, in ${timeText(hours)} altogether.`
    : "No puzzles solved yet.";
  part("by-label").hidden = solved.length === 0;
  part("by-label").querySelector("tbody").replaceChildren(...["mini", ...LABELS, ""].flatMap((label) => {
    const members = solved.filter((entry) => (entry.isMini ? "mini" : entry.label) === label);
    if (!members.length) return [];
    const times = members.map(({seconds}) => seconds);
    return [rowOf(label || "not rated", members.length, members.filter(isAlone).length, timeText(Math.min(...times)), timeText(middle(times)))];
  }));
  showTimes(solved.filter(({isMini}) => isMini === (kind === "mini")));
};

// Shows the days and times of the minis or of the long puzzles.
const showKind = () => {
  const {entries} = loadRecord();
  part("kind").hidden = days.minis.length === 0;
  for (const button of part("kind").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  showStreaks(entries);
  showMonth();
  showStatistics(entries);
};

part("kind").addEventListener("click", ({target}) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  if (!button) return;
  kind = button.dataset.kind;
  showKind();
});

const show = () => {
  const {entries, problem} = loadRecord();
  part("problem").hidden ||= problem === "";
  if (problem) {
    part("problem").hidden = false;
    part("problem").textContent = problem;
  }
  showBegun(entries);
  showKind();
};

const say = (text) => part("kept-note").textContent = text;

for (const [id, step] of /** @type {[string, number][]} */ ([["earlier", -1], ["later", 1]])) {
  part(id).addEventListener("click", () => {
    month = monthAfter(month, step);
    showMonth();
  });
}

part("export").addEventListener("click", () => {
  const link = createElement("a");
  link.href = URL.createObjectURL(new Blob([recordText(loadRecord().entries)], {type: "application/json"}));
  link.download = `satcross-record-${today}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say("Your record is in the downloaded file.");
});

part("import").addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  const entries = file.size > MOST_BYTES ? null : readRecord(await file.text());
  if (!entries) {
    say("This file is not a record of satcross. Nothing was changed.");
    return;
  }
  if (!addToRecord(entries)) {
    say("Nothing was imported, because this browser cannot store it.");
    return;
  }
  show();
  say(`${count(entries.size, "entry", "entries")} read. Where both records have the same puzzle, the better result stays.`);
});

const sure = createDialog("sure", () => part("erase").focus());
part("erase").addEventListener("click", sure.open);
sure.on("erase", () => {
  eraseRecord();
  sure.close();
  show();
  say("Your record is erased.");
});

show();
onRefused(() => {
  part("unkept").hidden = false;
});
tryToWrite();
document.body.classList.remove("loading"); // nothing moves when the record has been read
