// What a first visit offers: to learn the signs.  It stands where hints do, and goes with the first letter.

import {createElement} from "../player/elements.js";
import {loadSetting, saveSetting} from "../player/keeping.js";
import {button, focusCell, showNotice} from "../player/notice.js";
import {home} from "./home.js";
import {loadRecord} from "./record.js";

const WELCOMED = "welcomed"; // the setting that says that the offer has been seen

/** Notes that the offer is no longer needed. */
export const forgetOffer = () => saveSetting(WELCOMED, "yes");

/** Shows the offer, if this is a first visit. */
export const offerLearning = () => {
  if (loadSetting(WELCOMED) !== null || loadRecord().entries.size) return;
  const learn = createElement("a", "strong", "Learn in three minutes");
  learn.href = `${home}learn.html`;
  const end = () => {
    box.remove();
    forgetOffer();
  };
  const close = button("I know how", () => {
    end();
    focusCell();
  });
  const box = showNotice("New here?", "New here? Each clue says which letters its line can have.", [learn, close]);
  document.getElementById("board").addEventListener("input", end, {once: true});
  document.getElementById("keyboard").addEventListener("click", end, {once: true});
};
