// Check, hint and reveal.

import {createDialog} from "./dialogs.js";
import {writeSentence} from "./elements.js";
import {changesOf, nextStep, wrongCells} from "./guide.js";

const list = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const createHelp = ({puzzle, game, selection, board, verdicts, say, guide}) => {
  const box = document.getElementById("hint");
  const text = document.getElementById("hint-text");
  const moreButton = document.getElementById("hint-more");
  const doButton = document.getElementById("hint-do");
  const closeButton = document.getElementById("hint-close");
  let step = null, level = 0; // the step that is being told, and how much of it: 1 the lines, 2 the cells, 3 all
  let mistake = ""; // what the last hint said to be wrong: the same one counts once

  // The box is only moved out of sight, so that a screen reader hears what is written into it.
  const show = (said, {hasMore = false, canDo = false, codes = []} = {}) => {
    box.classList.toggle("closed", said === "");
    writeSentence(text, said, codes);
    moreButton.hidden = !hasMore;
    doButton.hidden = !canDo;
    closeButton.hidden = said === "";
  };

  const forget = () => {
    if (!step && closeButton.hidden) return;
    step = null;
    level = 0;
    show("");
    board.showHinted([]);
  };

  // -- check

  const check = async () => {
    forget();
    game.stats.checks += 1;
    const known = await guide();
    const wrong = known ? wrongCells(known, game) : [];
    board.showWrong(wrong);
    if (known?.status === "none") show("This puzzle has no solution.");
    else if (wrong.length) {
      show(wrong.length === 1 ? "One letter is wrong; it is struck out." : `${wrong.length} letters are wrong; they are struck out.`);
    } else {
      const lines = verdicts.lines("bad", "stuck");
      if (lines.length) show(`The clues contradict the letters on ${list(lines.map((line) => puzzle.lines[line].name))}.`);
      else if (known) show("No letter is wrong so far.");
      else show("No line is contradicted so far.");
    }
    board.focus();
  };

  // -- hint

  const tellMistake = (sentence) => {
    forget();
    if (sentence !== mistake) game.stats.hints += 1;
    mistake = sentence;
    show(sentence);
  };

  const tell = () => {
    const names = [...new Set(step.clues.map(([line]) => puzzle.lines[line].name))];
    const cells = step.leaves.map(([cell]) => cell);
    if (level === 1) {
      show(`Look at ${list(names)}.`, {hasMore: true});
      selection.goToLine(step.clues[0][0]);
    } else if (level === 2) {
      show(`Look at ${list(names)}: the marked cells follow.`, {hasMore: true});
      board.showHinted(cells);
      game.noteHinted(cells);
    } else {
      const codes = step.clues.map(([line, clue]) => puzzle.lines[line].clues[clue].text);
      show(step.sentence, {canDo: true, codes});
      board.showHinted(cells);
    }
  };

  const hint = async () => {
    const known = await guide();
    const [wrong] = wrongCells(known, game);
    const [clash] = verdicts.lines("bad", "stuck");
    if (known.status === "none") show("This puzzle has no solution.");
    else if (wrong !== undefined) {
      tellMistake(`Something is wrong already: look at ${puzzle.names[wrong]}.`);
      game.noteHinted([wrong]);
      selection.moveTo(wrong);
    } else if (clash !== undefined) {
      tellMistake(`Some letters contradict a clue already: look at ${puzzle.lines[clash].name}.`);
      selection.goToLine(clash);
    } else {
      const next = nextStep(known, game);
      if (!next) {
        forget();
        show(game.isFull() ? "The grid is full." : "Nothing more can be concluded: several letters fit the open cells.");
      } else {
        level = next === step ? Math.min(3, level + 1) : 1;
        if (level === 1) game.stats.hints += 1;
        step = next;
        tell();
      }
    }
    board.focus();
  };

  moreButton.addEventListener("click", hint);
  doButton.addEventListener("click", () => {
    game.change(changesOf(step, game));
    board.focus();
  });
  closeButton.addEventListener("click", () => {
    forget();
    board.focus();
  });

  // -- reveal

  const dialog = createDialog("reveal", board.focus);
  // Writes letters of the solution.  Where several letters are possible, only the whole grid is revealed.
  const reveal = async (cells, isAll = false) => {
    dialog.close();
    const known = await guide();
    const isOpen = (cell) => known.possible[cell] !== undefined && Array.from(known.possible[cell]).length > 1;
    const wanted = cells.filter((cell) => isAll || !isOpen(cell));
    if (!known.solution.length) show("This puzzle has no solution.");
    else if (!wanted.length) {
      const letters = cells.length === 1 ? `: ${Array.from(known.possible[cells[0]]).join(", ")}` : "";
      show(`Several letters are possible there${letters}.`);
    }
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

  return {forget, isOnlySolution, showPossible};
};
