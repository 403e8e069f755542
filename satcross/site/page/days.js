// Which puzzles are those of which day: a long one, and often a mini.
//
// In: the list of days that the build has made, {first, week, made, minis, lengths}: the first day; for each day of the
// week from Monday on, the puzzles that take turns; the days that have a long puzzle for them alone, and those with a mini,
// which are called after them; and how long the puzzles take, in words.  Days are written 2026-11-24, and begin at midnight
// where the player is.

const DAY = 86_400_000; // milliseconds

const numberOf = (day) => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);

/** @returns {string} the day of a time, where the player is */
export const dayText = (time) => {
  const two = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
};

/** @returns {string} the day so many days later, or earlier */
export const dayAfter = (day, days) => new Date((numberOf(day) + days) * DAY).toISOString().slice(0, 10);

/** @returns {boolean} whether a text is a day of the calendar */
export const isDay = (text) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  return Number.isFinite(numberOf(text)) && dayAfter(text, 0) === text;
};

/** @returns {string} a day in words */
export const dayInWords = (day) =>
  new Intl.DateTimeFormat("en-GB", {weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC"}).format(numberOf(day) * DAY);

/** Returns the list of days, which the page holds. */
export const daysOfPage = () => JSON.parse(document.getElementById("days").textContent);

/** @returns {boolean} whether a day has a mini */
export const hasMini = ({minis}, day) => minis.includes(day);

const SMALL = "(max-width: 48rem), (max-height: 30rem)"; // the screens of phones

/**
 * @param {string} begunLast  the kind of the puzzle of a day that was begun last in this browser, or ""
 * @returns {{kind: string, day: string}} what the end of an address asks for: the "mini" or the long puzzle ("day") of a
 *   day.  If it names none, that is a puzzle of today: on a phone the mini, elsewhere the kind that was begun last, and for
 *   new visitors the mini.
 */
export const askedOf = (days, fragment, begunLast, now = new Date()) => {
  const [, kind, day] = /^(day|mini)=(.*)$/.exec(fragment) ?? [];
  if (kind) return {kind, day};
  const today = dayText(now);
  const isMini = hasMini(days, today) && (begunLast !== "day" || matchMedia(SMALL).matches);
  return {kind: isMini ? "mini" : "day", day: today};
};

/** @returns {string} why there is no such puzzle of a day for players yet, or any more; "" if there is one */
export const problemOfDay = ({kind, day}, days, now = new Date()) => {
  if (!isDay(day)) return "The address does not name a day of the calendar.";
  if (day < days.first) return `The first puzzle is that of ${dayInWords(days.first)}.`;
  const today = dayText(now), name = kind === "mini" ? "mini" : "puzzle";
  if (day > today) return `The ${name} of ${dayInWords(day)} opens on that day. Where you are, it is still ${dayInWords(today)}.`;
  return kind === "mini" && !hasMini(days, day) ? `There is no mini of ${dayInWords(day)}.` : "";
};

/** @returns {string} the name of a puzzle of a day */
export const nameOfDay = ({first, week, made}, {kind, day}) => {
  if (kind === "mini") return `mini-${day}`;
  if (made.includes(day)) return day;
  const weekday = (new Date(numberOf(day) * DAY).getUTCDay() + 6) % 7; // weeks begin on Mondays
  const names = week[weekday], weeks = Math.floor((numberOf(day) - numberOf(first)) / 7);
  return names[((weeks % names.length) + names.length) % names.length];
};
