// The time that was played.  It begins with the first letter, and stands still while the page is hidden and when the
// puzzle is solved.

import {loadSetting, saveSetting} from "./keeping.js";

export const timeText = (seconds) => {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  return parts[0] ? `${parts[0]}:${minutes}:${rest}` : `${Number(minutes)}:${rest}`;
};

// `stats.seconds` counts the time; `isRunning()` says whether it should go on.
export const createTimer = (stats, isRunning, onMinute) => {
  const button = document.getElementById("timer");
  const shown = document.getElementById("time");
  let isHidden = loadSetting("timer") === "hidden";

  const show = () => {
    shown.textContent = isHidden ? "–:––" : timeText(stats.seconds);
    button.setAttribute("aria-label", isHidden ? "Show the time" : `Time ${timeText(stats.seconds)}. Hide it`);
    button.title = isHidden ? "Show the time" : "Hide the time. It begins with the first letter.";
  };
  button.addEventListener("click", () => {
    isHidden = !isHidden;
    saveSetting("timer", isHidden ? "hidden" : "shown");
    show();
  });
  setInterval(() => {
    if (document.hidden || !isRunning()) return;
    stats.seconds += 1;
    show();
    if (stats.seconds % 60 === 0) onMinute();
  }, 1000);
  show();
};
