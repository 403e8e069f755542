// Plays one puzzle.  Its data are in the element #data (see satcross/pictures/page/html.py).  Text of the puzzle only ever
// becomes textContent.

import {createBoard} from "./board.js";
import {copyText, createDialog} from "./dialogs.js";
import {createGame} from "./game.js";
import {writeSentence} from "./elements.js";
import {gridFromText, gridToText} from "./gridtext.js";
import {unpackGuide} from "./guide.js";
import {createHelp} from "./help.js";
import {fromFragment, loadGame, saveGame, toFragment} from "./keeping.js";
import {createKeyboard} from "./keyboard.js";
import {createPanel} from "./panel.js";
import {makePatientChecker} from "./patient.js";
import {readPuzzle} from "./puzzle.js";
import {createSelection} from "./selection.js";
import {createTheme} from "./theme.js";
import {createTimer, timeText} from "./timer.js";
import {createTyping} from "./typing.js";
import {WORDS, createVerdicts} from "./verdicts.js";
import {createZoom} from "./zoom.js";

const PATIENCE = 3000; // milliseconds for one clue

const say = (text, codes) => writeSentence(document.getElementById("said"), text, codes);

const play = () => {
  const puzzle = readPuzzle(JSON.parse(document.getElementById("data").textContent));
  const game = createGame(puzzle);
  game.unpack(loadGame(puzzle), false);
  const check = makePatientChecker(puzzle.check, PATIENCE);
  let isSolved = false, isPencil = false;

  const selection = createSelection(puzzle, game, () => {
    board.showSelection();
    panel.showNow();
  });
  const verdicts = createVerdicts(puzzle, game, check, (line, clue, isNews) => {
    board.showVerdict(line, clue);
    panel.showVerdict(line, clue);
    const verdict = verdicts.of(line, clue);
    const {name, clues} = puzzle.lines[line];
    if (isNews && verdict) say(`${name}: ${clues[clue].text} ${WORDS[verdict]}.`, [clues[clue].text]);
  });
  const board = createBoard(puzzle, game, selection, verdicts);
  const goToLine = (number) => {
    selection.goToLine(number);
    board.focus();
  };
  const panel = createPanel(puzzle, game, selection, verdicts, goToLine);
  const keep = () => saveGame(puzzle, game);
  let keeping = 0;
  const keepSoon = () => {
    clearTimeout(keeping);
    keeping = setTimeout(keep, 300);
  };
  const timer = createTimer(game.stats, () => !isSolved, keep);
  let unpacked = null; // the guide, once it is needed
  const guide = () => (unpacked ??= unpackGuide(puzzle.guide));
  const help = createHelp({puzzle, game, selection, board, verdicts, say, guide});

  // -- the end

  const finish = createDialog("finish", board.focus);
  const result = () => {
    const {seconds, hints, checks} = game.stats;
    const revealed = puzzle.places.filter((_, cell) => game.cell(cell).isRevealed).length;
    const count = (number, one, many) => (number === 0 ? `no ${many}` : number === 1 ? `one ${one}` : `${number} ${many}`);
    return {
      time: timeText(seconds),
      text: `${count(hints, "hint", "hints")}, ${count(checks, "check", "checks")} and ` +
        `${count(revealed, "revealed letter", "revealed letters")}`,
    };
  };
  finish.on("copy", async () => {
    const {time, text} = result();
    const isCopied = await copyText(`${document.title}: solved in ${time}, ${text}.`);
    finish.part("note").textContent = isCopied ? "Copied." : "The browser does not allow copying.";
  });
  // Where a clue cannot be checked here, the solution decides, if there is only one.
  const isRight = async () => game.isFull() &&
    (verdicts.allAre("ok") || (verdicts.allAre("ok", "unknown") && await help.isOnlySolution()));
  const showSolved = async (isNews) => {
    const isNowRight = await isRight();
    const wasSolved = isSolved;
    isSolved = isNowRight;
    document.body.classList.toggle("solved", isSolved);
    if (!isSolved || wasSolved || !isNews) return;
    if (puzzle.places.every((_, cell) => game.isFixed(cell) || game.cell(cell).isRevealed)) {
      say("The whole grid is revealed.");
      return;
    }
    const {time, text} = result();
    finish.part("time").textContent = time;
    finish.part("text").textContent = `With ${text}.`;
    finish.part("note").textContent = "";
    say("Solved: every clue is satisfied.");
    board.celebrate(selection.cell());
    keep();
    setTimeout(finish.open, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 900);
  };

  // -- changes

  const progress = document.getElementById("progress");
  const undo = document.getElementById("undo"), redo = document.getElementById("redo");
  const showState = () => {
    progress.textContent = `${game.filled()}/${puzzle.count}`;
    progress.title = `${game.filled()} of ${puzzle.count} cells are filled`;
    undo.disabled = !game.canUndo();
    redo.disabled = !game.canRedo();
  };
  // `isPlayed` says whether the player has done something; of larger changes only the end is announced.
  const checkLines = async (numbers, isPlayed, isLetter) => {
    await verdicts.checkLines(numbers, isLetter);
    await showSolved(isPlayed);
  };
  game.onChange((cells) => {
    board.forgetWrong(cells);
    cells.forEach(board.showCell);
    showState();
    panel.showNow();
    help.forget();
    keepSoon();
    checkLines(new Set(cells.flatMap((cell) => puzzle.linesOf[cell])), true, cells.length === 1);
  });
  const goBack = (cells, text) => {
    if (!cells.length) return;
    if (cells.length === 1) selection.moveTo(cells[0]);
    say(text);
    board.focus();
  };
  const undoStep = () => goBack(game.undo(), "Undone.");
  const redoStep = () => goBack(game.redo(), "Done again.");
  undo.addEventListener("click", undoStep);
  redo.addEventListener("click", redoStep);

  const pencil = document.getElementById("pencil");
  const togglePencil = () => {
    isPencil = !isPencil;
    pencil.setAttribute("aria-pressed", String(isPencil));
    document.body.classList.toggle("pencilling", isPencil);
    say(isPencil ? "Pencil: letters become small marks." : "Pen: letters fill cells.");
  };
  pencil.addEventListener("click", () => {
    togglePencil();
    board.focus();
  });

  // -- grids as text, links

  const more = createDialog("more", board.focus);
  const text = createDialog("text", board.focus);
  const link = createDialog("link", board.focus);
  const clear = createDialog("clear", board.focus);
  const about = createDialog("about", board.focus);
  document.getElementById("menu").addEventListener("click", more.open);
  const useText = (written) => {
    const {letters, error} = gridFromText(puzzle, written);
    if (error) return error;
    game.putAll(letters);
    say("The grid has been taken over. Undo brings the old one back.");
    return "";
  };
  more.on("text", () => {
    more.close();
    text.part("grid").value = gridToText(puzzle, game.letters());
    text.part("note").textContent = "";
    text.open();
  });
  text.on("copy", async () => {
    text.part("grid").select();
    const isCopied = await copyText(text.part("grid").value);
    text.part("note").textContent = isCopied ? "Copied." : "The browser does not allow copying; the text is selected.";
  });
  text.on("use", () => {
    const error = useText(text.part("grid").value);
    text.part("note").textContent = error;
    if (!error) text.close();
  });
  more.on("link", () => {
    more.close();
    link.part("link").value = `${location.href.split("#")[0]}#${toFragment(puzzle, game)}`;
    link.part("note").textContent = "";
    link.open();
  });
  link.on("copy", async () => {
    link.part("link").select();
    const isCopied = await copyText(link.part("link").value);
    link.part("note").textContent = isCopied ? "Copied." : "The browser does not allow copying; the link is selected.";
  });
  more.on("clear", () => {
    more.close();
    clear.open();
  });
  clear.on("clear", () => {
    clear.close();
    game.clear();
    say("All letters are cleared. Undo brings them back.");
  });
  more.on("about", () => {
    more.close();
    about.open();
  });
  more.on("print", () => {
    more.close();
    window.print();
  });
  const readLink = () => {
    const state = fromFragment(puzzle, location.hash);
    if (state && game.unpack(state, true)) say("The grid comes from the link. Undo brings yours back.");
    else if (location.hash.startsWith("#play=") && !state) say("The link belongs to another puzzle.");
    if (location.hash.startsWith("#play=")) history.replaceState(null, "", "#");
  };

  // -- letters

  const typing = createTyping({
    puzzle, game, selection, board, say, undoStep, redoStep, togglePencil, useText, isPencil: () => isPencil,
  });
  const keyboard = createKeyboard(puzzle, board.inputs, typing.press);
  const keyboardButton = more.part("keyboard");
  keyboardButton.hidden = !keyboard.isPossible;
  keyboardButton.addEventListener("click", () => {
    keyboard.toggle();
    more.close();
  });

  // a click on a clue beside the grid goes to its line
  document.getElementById("board").addEventListener("click", (event) => {
    const label = event.target.closest("[data-clue], [data-line]");
    if (label) goToLine(parseInt(label.dataset.line ?? label.dataset.clue, 10));
  });

  createTheme();
  createZoom(puzzle.box, puzzle.grid);
  board.showSelection();
  panel.showNow();
  showState();
  timer.show();
  readLink();
  window.addEventListener("hashchange", readLink);
  window.addEventListener("pagehide", keep);
  checkLines(puzzle.lines.keys(), false, false);
};

play();
