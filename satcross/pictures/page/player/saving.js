// Keeps a game in the browser: after each change, when the page is left, and together with other pages of the same game.

import {readText, resumeGame, saveGame} from "./keeping.js";

const REST = 300; // milliseconds without a change before the game is kept, and until other pages know of it

/** `onTaken` is called when what another page has kept of this game has been taken over. */
export const createSaving = (puzzle, game, onTaken) => {
  let known = readText(puzzle.key); // what is kept, as far as this page knows
  let timer = 0;
  let waiting = new Set(); // the cells with changes that are not kept yet
  let recent = new Set(); // the cells with changes that other pages may not know yet

  // The cells that have just been changed here stay as they are; otherwise the page that keeps its game last would take
  // letters away from the other one.
  const takeOver = () => {
    const kept = readText(puzzle.key);
    if (kept === known) return;
    known = kept;
    const own = [...waiting, ...recent].map((cell) => [cell, game.cell(cell)]);
    if (!resumeGame(puzzle, game)) return;
    onTaken();
    game.change(own);
  };
  const keep = () => {
    takeOver();
    clearTimeout(timer);
    saveGame(puzzle, game);
    known = readText(puzzle.key);
    const kept = waiting;
    [recent, waiting] = [kept, new Set()];
    setTimeout(() => {
      if (recent === kept) recent = new Set();
    }, REST);
  };
  const keepSoon = (cells) => {
    cells.forEach((cell) => waiting.add(cell));
    clearTimeout(timer);
    timer = setTimeout(keep, REST);
  };
  window.addEventListener("pagehide", keep);
  window.addEventListener("storage", ({key}) => key === puzzle.key && takeOver());
  window.addEventListener("pageshow", ({persisted}) => persisted && takeOver());
  return {keep, keepSoon};
};
