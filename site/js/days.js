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

/** Returns the list of days, which stands in the page. */
export const daysOfPage = () => JSON.parse(document.getElementById("days").textContent);

/** @returns {string} the day that the address names, or today */
export const dayOf = (fragment, now = new Date()) => {
  const [, day] = /^day=(\d{4}-\d\d-\d\d)$/.exec(fragment) ?? [];
  return day !== undefined && Number.isFinite(numberOf(day)) ? day : dayText(now);
};

/** @returns {string} the name of the puzzle of a day */
export const nameOfDay = ({first, names, made}, day) => {
  if (made.includes(day)) return day;
  const passed = numberOf(day) - numberOf(first);
  return names[((passed % names.length) + names.length) % names.length];
};
