// The end of a game.

import {copyText, createDialog} from "./dialogs.js";
import {timeText} from "./timer.js";

const WAVE = 900; // milliseconds for which the grid is watched before the dialog opens

const count = (number, one, many) => (number === 0 ? `no ${many}` : number === 1 ? `one ${one}` : `${number} ${many}`);

const unpacked = (text) => new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

export const createFinish = ({puzzle, game, selection, board, say, isSolved}) => {
  const dialog = createDialog("finish", board.focus);

  const result = () => {
    const {seconds, hints, checks} = game.stats;
    const revealed = puzzle.places.filter((_, cell) => game.cell(cell).isRevealed).length;
    const help = `${count(hints, "hint", "hints")}, ${count(checks, "check", "checks")} and ` +
      count(revealed, "revealed letter", "revealed letters");
    return {time: timeText(seconds), help};
  };

  dialog.on("copy", async () => {
    const {time, help} = result();
    const isCopied = await copyText(`${document.title}: solved in ${time}, with ${help}.${puzzle.link ? ` ${puzzle.link}` : ""}`);
    dialog.part("note").textContent = isCopied ? "Copied." : "The browser does not allow copying.";
  });

  // Shows that the puzzle is solved.
  const show = () => {
    if (puzzle.places.every((_, cell) => game.isFixed(cell) || game.cell(cell).isRevealed)) {
      say("The whole grid is revealed.");
      return;
    }
    const {time, help} = result();
    dialog.part("time").textContent = time;
    dialog.part("help").textContent = `With ${help}.`;
    dialog.part("answer").hidden = !puzzle.answer;
    dialog.part("answer").textContent = puzzle.answer ? `The hidden answer: ${unpacked(puzzle.answer)}` : "";
    dialog.part("note").textContent = "";
    say("Solved: every clue is satisfied.");
    board.celebrate(selection.cell());
    const open = () => isSolved() && dialog.open(); // it may have been undone
    setTimeout(open, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : WAVE);
  };
  return {show};
};
