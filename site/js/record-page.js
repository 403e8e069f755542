// The page about the player's record: a calendar of the days, games to go on with, statistics, and the file.

import {createDialog} from "../player/dialogs.js";
import {createElement} from "../player/elements.js";
import {onRefused, tryToWrite} from "../player/keeping.js";
import {timeText} from "../player/timer.js";
import {dayAfter, dayInWords, daysOfPage, dayText} from "./days.js";
import "./plain.js";
import {addToRecord, eraseRecord, LABELS, loadRecord, longestStreakOf, readRecord, recordText, streakOf} from "./record.js";

const MOST_BEGUN = 12; // games that are listed
const MOST_BYTES = 5_000_000; // of a file

const part = (id) => document.getElementById(id);
const today = dayText(new Date());
const {first} = daysOfPage();
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
  if (day > today || day < first) {
    cell.append(createElement("span", "closed", number));
    return cell;
  }
  const entry = entries.get(`day:${day}`);
  const state = entry?.solved ? "solved" : entry ? "begun" : "";
  const link = createElement("a", `${state} ${day === today ? "today" : ""}`, number);
  link.href = `./#day=${day}`;
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
  return id.startsWith("name:") ? `p/${id.slice(5)}.html` : id.startsWith("day:") ? `./#day=${id.slice(4)}` : "";
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

const middle = (numbers) => numbers.sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];

const showStatistics = (entries) => {
  // a puzzle of a day that is in the gallery too counts once
  const solved = [...new Map([...entries.values()].filter((entry) => entry.solved).map((entry) => [entry.key, entry])).values()];
  const days = streakOf(entries, today), longest = longestStreakOf(entries);
  part("streak").textContent = longest === 0
    ? "Solve today's puzzle and come back tomorrow: days in a row are counted here."
    : `${count(days, "day", "days")} in a row. The longest was ${count(longest, "day", "days")}.`;
  const own = solved.filter(({hints, checks, revealed}) => hints + checks + revealed === 0).length;
  const hours = solved.reduce((sum, {seconds}) => sum + seconds, 0);
  part("totals").textContent = solved.length
    ? `${count(solved.length, "puzzle", "puzzles")} solved, ${own} of them without any help, in ${timeText(hours)} altogether.`
    : "No puzzles solved yet.";
  part("by-label").hidden = solved.length === 0;
  part("by-label").querySelector("tbody").replaceChildren(...[...LABELS, ""].flatMap((label) => {
    const members = solved.filter((entry) => entry.label === label);
    if (!members.length) return [];
    const times = members.map(({seconds}) => seconds);
    const alone = members.filter(({hints, checks, revealed}) => hints + checks + revealed === 0).length;
    const row = createElement("tr");
    for (const text of [label || "not rated", members.length, alone, timeText(Math.min(...times)), timeText(middle(times))]) row.append(createElement("td", "", String(text)));
    return [row];
  }));
};

const show = () => {
  const {entries, problem} = loadRecord();
  part("problem").hidden ||= problem === "";
  if (problem) {
    part("problem").hidden = false;
    part("problem").textContent = problem;
  }
  showMonth();
  showBegun(entries);
  showStatistics(entries);
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
