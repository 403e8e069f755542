// Check, hint and reveal.

import {createDialog} from "./dialogs.js";
import {changesOf, nextStep, wrongCells} from "./guide.js";
import {createHint, listed} from "./hint.js";

export const createHelp = ({puzzle, game, selection, board, verdicts, guide}) => {
  let mistake = ""; // what the last hint said to be wrong: the same one counts once
  const {say, tell, isTelling} = createHint({
    lines: () => puzzle.lines,
    mark: ([line], cells) => {
      board.showHinted(cells);
      game.noteHinted(cells);
      if (line !== undefined && !cells.length) selection.goToLine(line);
    },
    write: (step) => game.change(changesOf(step, game)),
    focus: board.focus,
  });
  const forget = () => say("");

  // -- check

  const check = async () => {
    forget();
    game.stats.checks += 1;
    const known = await guide();
    const wrong = known ? wrongCells(known, game) : [];
    board.showWrong(wrong);
    if (known?.status === "none") say("This puzzle has no solution.");
    else if (wrong.length) {
      say(wrong.length === 1 ? "One letter is wrong; it is struck out." : `${wrong.length} letters are wrong; they are struck out.`);
    } else {
      const lines = verdicts.lines("bad", "stuck");
      if (lines.length) say(`The clues contradict the letters on ${listed(lines.map((line) => puzzle.lines[line].name))}.`);
      else if (known) say("No letter is wrong so far.");
      else say("No line is contradicted so far.");
    }
    board.focus();
  };

  // -- hint

  const tellMistake = (sentence) => {
    if (sentence !== mistake) game.stats.hints += 1;
    mistake = sentence;
    say(sentence);
  };

  const hint = async () => {
    const known = await guide();
    const [wrong] = wrongCells(known, game);
    const [conflict] = verdicts.lines("bad", "stuck");
    if (known.status === "none") say("This puzzle has no solution.");
    else if (wrong !== undefined) {
      selection.moveTo(wrong);
      game.noteHinted([wrong]);
      tellMistake(`Something is wrong already: look at ${puzzle.names[wrong]}.`);
    } else if (conflict !== undefined) {
      selection.goToLine(conflict);
      tellMistake(`Some letters contradict a clue already: look at ${puzzle.lines[conflict].name}.`);
    } else {
      const next = nextStep(known, game);
      if (!next) {
        say(game.isFull() ? "The grid is full." : "Nothing more can be concluded: several letters fit the open cells.");
      } else if (tell(next) === 1) game.stats.hints += 1;
    }
    board.focus();
  };

  // -- reveal

  const dialog = createDialog("reveal", board.focus);
  // Writes letters of the solution.  Where several letters are possible, only the whole grid is revealed.
  const reveal = async (cells, isAll = false) => {
    dialog.close();
    const known = await guide();
    const isOpen = (cell) => known.possible[cell] !== undefined && Array.from(known.possible[cell]).length > 1;
    const wanted = cells.filter((cell) => isAll || !isOpen(cell));
    if (!known.solution.length) say("This puzzle has no solution.");
    else if (!wanted.length) {
      const letters = cells.length === 1 ? `: ${Array.from(known.possible[cells[0]]).join(", ")}` : "";
      say(`Several letters are possible there${letters}.`);
    }
    else if (isAll) game.stats.gaveUp = 1;
    game.change(wanted.flatMap((cell) => {
      const letter = known.solution[cell];
      return letter === undefined || game.cell(cell).letter === letter ? [] : [[cell, {letter, marks: "", isRevealed: true}]];
    }));
  };
  dialog.on("cell", () => reveal([selection.cell()]));
  dialog.on("line", () => reveal([...new Set(puzzle.lines[selection.line()]?.cells ?? [selection.cell()])]));
  dialog.on("all", () => reveal([...puzzle.places.keys()], true));

  document.getElementById("check").addEventListener("click", check);
  document.getElementById("show-hint").addEventListener("click", hint);
  document.getElementById("show-reveal").addEventListener("click", dialog.open);
  // Shows the buttons for what is possible: hints and letters come from the guide, which may be on its way.
  const showPossible = () => {
    const buttons = /** @type {[string, boolean][]} */ ([["show-hint", Boolean(puzzle.hasHints)], ["show-reveal", Boolean(puzzle.guide)]]);
    for (const [id, isPossible] of buttons) {
      const button = /** @type {HTMLButtonElement} */ (document.getElementById(id));
      button.hidden = !isPossible && !puzzle.mayImprove;
      button.disabled = !isPossible;
    }
  };
  showPossible();
  const isOnlySolution = async () => {
    const known = await guide();
    return known?.status === "unique" && known.solution.every((letter, cell) => letter === game.cell(cell).letter);
  };

  // Takes a sentence away when the player goes on to another cell; a step stays, because its cells are marked.
  const leave = () => {
    if (!isTelling()) forget();
  };
  return {forget, leave, isOnlySolution, showPossible};
};
