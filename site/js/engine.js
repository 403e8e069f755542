// What satcross adds to a puzzle from a link: hints, letters to reveal, and the exact meaning of every clue.
//
// In: the document, and the player that already plays it.  Out: a better player, once satcross has been loaded.  Without
// WebAssembly or workers people play on without hints.

import {createConnection} from "../page/connection.js";
import {problemText} from "../page/wording.js";
import {createElement} from "../player/elements.js";
import {tellState} from "./again.js";

/** @returns {boolean} whether satcross can run in this browser */
export const isPossible = () => typeof WebAssembly === "object" && typeof Worker === "function";

// Returns the data of the page at which people play, which satcross makes.
const dataOf = async (url) => {
  const response = await fetch(url);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return JSON.parse(page.getElementById("data").textContent);
};

/** @returns {boolean} whether the browser is to save data, so that the reader is asked before satcross is loaded */
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/**
 * @param {any} document
 * @param {{improve: (data: any) => Promise<void>}} player
 * @param {HTMLElement} note  tells the player what is going on
 */
export const improved = (document, player, note) => {
  if (!isPossible()) {
    note.textContent = "This browser cannot run satcross, so there are no hints for this puzzle.";
    return;
  }
  // Who pays for each megabyte is asked first.
  if (savesData()) {
    const button = createElement("button", "", "Load hints (8 MB)");
    button.type = "button";
    button.addEventListener("click", () => load(document, player, note), {once: true});
    note.replaceChildren(button);
  } else load(document, player, note);
};

const load = (document, player, note) => {
  let isDone = false;
  const ask = async () => {
    try {
      connection.edit({puzzle: document.puzzle}, []);
      const {url} = await connection.ask("play").answer;
      await player.improve(await dataOf(url));
      note.textContent = "Hints are ready.";
      isDone = true;
    } catch (refusal) {
      if (refusal.code === "cancelled" || refusal.code === "lost") return; // it is asked again when satcross is back
      note.textContent = refusal.code ? `There are no hints: ${problemText(refusal)}` : "There are no hints for this puzzle.";
      isDone = true;
    }
  };
  const connection = createConnection({
    onAnswer: () => {},
    onState: (isOpen, status) => {
      if (isDone) return;
      if (isOpen) {
        note.textContent = "Looking for hints …";
        ask();
      } else if (status?.isOver) tellState(note, status, () => connection.tryAgain(), "There are no hints. ");
      else note.textContent = status?.share === undefined ? "" : `Hints are being prepared. ${status.message}`;
    },
  });
};
