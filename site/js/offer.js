// What a first visit offers: to learn in a minute.  It stands where hints do, and goes with the first letter.

import {createElement} from "../player/elements.js";
import {loadSetting, saveSetting} from "../player/keeping.js";
import {loadRecord} from "./record.js";

const WELCOMED = "welcomed"; // the setting that says that the offer has been seen

/** Notes that the offer is no longer needed. */
export const forgetOffer = () => saveSetting(WELCOMED, "yes");

/** Shows the offer, if this is a first visit. */
export const offerLearning = () => {
  if (loadSetting(WELCOMED) !== null || loadRecord().entries.size) return;
  const box = createElement("section", "offer");
  box.setAttribute("aria-label", "New here?");
  const learn = createElement("a", "strong", "Learn in one minute"), close = createElement("button", "", "I know how");
  learn.href = new URL("../learn.html", import.meta.url).href;
  close.type = "button";
  const row = createElement("p", "row");
  row.append(learn, close);
  box.append(createElement("p", "", "New here? Each clue says which letters its line can have."), row);
  document.getElementById("told").append(box);
  const end = () => {
    box.remove();
    forgetOffer();
  };
  close.addEventListener("click", () => {
    end();
    /** @type {HTMLElement} */ (document.querySelector('#board input[tabindex="0"]'))?.focus();
  });
  document.getElementById("board").addEventListener("input", end, {once: true});
  document.getElementById("keyboard").addEventListener("click", end, {once: true});
};
