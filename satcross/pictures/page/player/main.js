// Plays one puzzle: connects the parts of the page.

import {createBoard} from "./board.js";
import {createElement, writeSentence} from "./elements.js";
import {createFinish} from "./finish.js";
import {createGame} from "./game.js";
import {unpack} from "./guide.js";
import {createHelp} from "./help.js";
import {resumeGame, takeEarlierGame} from "./keeping.js";
import {createKeyboard} from "./keyboard.js";
import {createPanel} from "./panel.js";
import {makePatientChecker} from "./patient.js";
import {readPuzzle} from "./puzzle.js";
import {createSaving} from "./saving.js";
import {createSelection} from "./selection.js";
import {createSettings} from "./settings.js";
import {createSharing} from "./sharing.js";
import {createTheme} from "./theme.js";
import {createTimer} from "./timer.js";
import {createTyping} from "./typing.js";
import {WORDS, createVerdicts} from "./verdicts.js";
import {createZoom} from "./zoom.js";

const PATIENCE = 3000; // milliseconds for one clue

// `say` answers the player's last action.  `addNews` adds what is found out later, such as the verdict of a clue.  The next
// action ends both.
const createSpeaker = (element) => {
  let said = null; // what was said since the last action
  for (const action of ["keydown", "pointerdown"]) {
    document.addEventListener(action, () => {
      said = null;
      element.textContent = "";
    }, {capture: true});
  }
  const say = (text, codes = []) => {
    said = {text, codes};
    writeSentence(element, text, codes);
  };
  const addNews = (text, codes) => {
    if (said) say(`${said.text} ${text}`, [...said.codes, ...codes]);
    else say(text, codes);
  };
  return {say, addNews};
};

// Shows the author's note to players below the title; on a small screen, a tap shows the whole of it.
const showNote = (text) => {
  const note = createElement("button", "note", text);
  Object.assign(note, {type: "button", dir: "auto"});
  const set = (isWhole) => note.setAttribute("aria-expanded", String(isWhole));
  note.addEventListener("click", () => set(note.getAttribute("aria-expanded") === "false"));
  set(false);
  document.getElementById("heading").append(note);
};

/**
 * Lets people play the puzzle that `data` describe (see satcross/pictures/page.py), in the elements of the page.
 *
 * @param {any} data
 * @param {any} site  what the end of a game needs to know of the site, if there is one (see finish.js)
 * @returns {{improve: (better: any) => Promise<void>}} `improve` takes over checks and a guide that are better than
 *   those of `data`, about the same puzzle
 */
export const play = (data, site = {}) => {
  createTheme();
  const {say, addNews} = createSpeaker(document.getElementById("said"));
  const puzzle = readPuzzle(data);
  if (puzzle.notes) showNote(puzzle.notes);
  // the panel has room for the lines of each cell, so that nothing moves when another cell is the current one
  document.body.style.setProperty("--most-lines", String(Math.max(1, ...puzzle.linesOf.map((lines) => lines.length))));
  const game = createGame(puzzle);
  resumeGame(puzzle, game, () => say("The letters that were kept of this puzzle could not be read. They were put aside."));
  const earlier = takeEarlierGame(puzzle, game); // the key of the version that the letters come from, if the puzzle was corrected

  const selection = createSelection(puzzle, game, () => {
    board.showSelection();
    panel.showNow();
    if (selection.line() !== told) panel.tellLine();
    told = selection.line();
    help.leave();
  });
  let told = selection.line(); // the line that a screen reader has been told
  let check = makePatientChecker(puzzle.check, PATIENCE);
  const settings = createSettings((name) => {
    if (name === "stuck") verdicts.showAll();
    if (name === "typewriter") keyboard.arrange();
    if (name === "along") board.turnClues(settings.is("along"));
  });
  // of a puzzle in prose no verdict is shown, because it would give the words away
  const isShown = (verdict) => !puzzle.inProse && (verdict !== "stuck" || settings.is("stuck"));
  const verdicts = createVerdicts(puzzle, game, (clue, letters) => check(clue, letters), isShown, (line, clue, isNews) => {
    board.showVerdict(line, clue);
    panel.showVerdict(line, clue);
    const verdict = verdicts.of(line, clue);
    const {name, clues} = puzzle.lines[line];
    if (isNews && verdict) addNews(`${name}: ${clues[clue].text} ${WORDS[verdict]}.`, [clues[clue].text]);
  });
  const board = createBoard(puzzle, game, selection, verdicts);
  if (settings.is("along")) board.turnClues(true);
  const goToLine = (number) => {
    selection.goToLine(number);
    board.focus();
  };
  const panel = createPanel(puzzle, game, selection, verdicts, goToLine);
  let unpacked = null; // the guide, once it is needed
  const page = {puzzle, game, selection, verdicts, board, say, guide: () => (unpacked ??= unpack(puzzle.guide))};
  const help = createHelp(page);
  const finish = createFinish({...page, isSolved: () => isSolved}, site);
  const sharing = createSharing(page);

  // -- the end

  let isSolved = false;
  // where a clue cannot be checked here, the solution decides, if there is only one
  const isRight = async () => game.isFull() &&
    (verdicts.allAre("ok") || (verdicts.allAre("ok", "unknown") && await help.isOnlySolution()));
  // `isPlayed` says whether the player has done something; of larger changes only the end is announced
  const checkLines = async (numbers, isPlayed, isLetter) => {
    await verdicts.checkLines(numbers, isLetter);
    const isNowRight = await isRight();
    const isChanged = isNowRight !== isSolved;
    isSolved = isNowRight;
    document.body.classList.toggle("solved", isSolved);
    if (isChanged) finish.show(isSolved && isPlayed);
    if (!isSolved && isPlayed && isLetter && game.isFull()) say(mistakes());
  };
  // Returns a sentence about a full grid that is not the solution.
  const mistakes = () => {
    if (puzzle.inProse) return "Some letters are wrong; Check strikes them out.";
    const count = puzzle.lines.flatMap((_, line) => verdicts.ofLine(line)).filter((verdict) => verdict === "bad").length;
    if (count === 0 && !puzzle.guide) return "The grid is full. Not every clue can be checked here.";
    if (count === 0) return "Not yet: a letter is still wrong.";
    return count === 1 ? "Not yet: 1 clue is not satisfied." : `Not yet: ${count} clues are not satisfied.`;
  };

  // -- changes

  let isTold = false; // whether the site knows that this puzzle has been begun
  const tellBegun = () => {
    if (!isTold) site.begun?.(puzzle.difficulty, earlier);
    isTold = true;
  };
  const saving = createSaving(puzzle, game, () => {
    help.forget();
    board.showWrong([]);
    board.inputs.forEach((_, cell) => board.showCell(cell));
    showState();
    panel.showNow();
    checkLines(puzzle.lines.keys(), false, false);
  });
  createTimer(game.stats, () => game.hasBegun() && !isSolved, saving.keep);

  const progress = document.getElementById("progress");
  const undo = document.getElementById("undo"), redo = document.getElementById("redo");
  const showState = () => {
    progress.textContent = `${game.filled()}/${puzzle.count}`;
    progress.title = `${game.filled()} of ${puzzle.count} cells are filled`;
    undo.disabled = !game.canUndo();
    redo.disabled = !game.canRedo();
  };
  game.onChange((cells) => {
    board.forgetWrong(cells);
    cells.forEach(board.showCell);
    showState();
    panel.showNow();
    help.forget();
    saving.keepSoon(cells);
    if (game.hasBegun()) tellBegun();
    checkLines(new Set(cells.flatMap((cell) => puzzle.linesOf[cell])), true, cells.length === 1);
  });
  const goBack = (cells, text) => {
    if (!cells.length) return;
    if (cells.length === 1) selection.moveTo(cells[0]);
    say(text);
    board.focus();
  };
  page.undoStep = () => goBack(game.undo(), "Undone.");
  page.redoStep = () => goBack(game.redo(), "Done again.");
  undo.addEventListener("click", page.undoStep);
  redo.addEventListener("click", page.redoStep);

  // -- letters

  let isPencil = false;
  const pencil = document.getElementById("pencil");
  page.isPencil = () => isPencil;
  page.togglePencil = () => {
    isPencil = !isPencil;
    pencil.setAttribute("aria-pressed", String(isPencil));
    document.body.classList.toggle("pencilling", isPencil);
    say(isPencil ? "Pencil: letters become small marks." : "Pen: letters fill cells.");
    board.focus();
  };
  pencil.addEventListener("click", page.togglePencil);
  const typing = createTyping({...page, settings, tellLine: panel.tellLine, useText: sharing.useText, openKeys: sharing.openKeys, openSigns: sharing.openSigns});
  const keyboard = createKeyboard(puzzle, board.inputs, () => settings.is("typewriter"), typing.press, () => settings.turn("typewriter"));
  sharing.more.part("keyboard").hidden = !keyboard.isPossible;
  sharing.more.part("typewriter").hidden = !keyboard.isLatin;
  sharing.more.part("along").hidden = !board.canTurn;
  sharing.more.part("keyboard").addEventListener("click", () => {
    keyboard.toggle();
    sharing.more.close();
  });

  // a click on a clue beside the grid goes to its line
  document.getElementById("board").addEventListener("click", (event) => {
    const label = event.target.closest("[data-clue], [data-line]");
    if (label) goToLine(parseInt(label.dataset.line ?? label.dataset.clue, 10));
  });

  const address = puzzle.link ?? location.href.split("#")[0]; // on paper; a long one cannot be typed
  if (/^https?:.{1,150}$/.test(address)) document.getElementById("heading").append(createElement("p", "address", address));
  createZoom(puzzle.box, puzzle.grid, true);
  board.showSelection();
  panel.showNow();
  showState();
  if (earlier) {
    saving.keep();
    tellBegun();
    say("This puzzle was corrected: your letters are kept.");
  }
  sharing.readLink();
  checkLines(puzzle.lines.keys(), false, false);

  const improve = async (better) => {
    check = makePatientChecker(better.check, PATIENCE);
    better.lines.forEach(({clues}, line) => clues.forEach((clue, place) => {
      Object.assign(puzzle.lines[line].clues[place], {check: clue.check, words: clue.words});
    }));
    puzzle.guide = better.guide;
    puzzle.hasHints = better.hasHints;
    puzzle.mayImprove = false;
    if (better.difficulty && !puzzle.difficulty) {
      puzzle.difficulty = better.difficulty;
      const credit = document.querySelector(".credit");
      credit.textContent = [better.difficulty, credit.textContent].filter(Boolean).join(" · ");
    }
    unpacked = null;
    help.showPossible();
    panel.showNow();
    await checkLines(puzzle.lines.keys(), false, false);
  };
  return {improve};
};
