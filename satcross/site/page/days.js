// Which puzzle is that of which day.
//
// In: the list of days that the build has made, {first, names, made}: the days that have a puzzle of their own, which is
// called after them; and, for all other days, the first day and the puzzles that follow each other from then on.  Days
// are written 2026-11-24, and begin at midnight where the player is.

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

/** @returns {string} the day that the address names, or today */
export const dayOf = (fragment, now = new Date()) => {
  const [, day] = /^day=(.*)$/.exec(fragment) ?? [];
  return day !== undefined && isDay(day) ? day : dayText(now);
};

/** @returns {string} why there is no puzzle of a day for players yet, or any more; "" if there is one */
export const problemOfDay = (day, {first}, now = new Date()) => {
  if (!isDay(day)) return "The address does not name a day of the calendar.";
  if (day < first) return `The first puzzle is that of ${dayInWords(first)}.`;
  const today = dayText(now);
  return day > today ? `The puzzle of ${dayInWords(day)} opens on that day. Where you are, it is still ${dayInWords(today)}.` : "";
};

/** @returns {string} the name of the puzzle of a day */
export const nameOfDay = ({first, names, made}, day) => {
  if (made.includes(day)) return day;
  const passed = numberOf(day) - numberOf(first);
  return names[((passed % names.length) + names.length) % names.length];
};
