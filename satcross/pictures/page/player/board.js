// The grid on the page: letters, pencil marks, the current cell and its lines, and what is known of the clues around it.

import {createGrid, shortText, smallLetters, svgElement} from "./grid.js";
import {paintsOf} from "./paints.js";

const LISTED = 25; // pencil marks of one cell; more are only counted

export const createBoard = (puzzle, game, selection, verdicts) => {
  const grid = createGrid(document.getElementById("board"), puzzle);
  const {inputs, outlines} = grid;
  const names = inputs.map((input) => input.getAttribute("aria-label"));
  const wrong = new Set(); // cells that a check has found wrong
  const hinted = new Set(); // cells that a hint is about
  const paints = paintsOf(puzzle.colors);
  let lit = [], litLines = [], tabbed = 0;

  const labelsOf = puzzle.lines.map(() => []);
  for (const label of document.querySelectorAll("#board [data-clue], #board [data-line]")) {
    labelsOf[parseInt(label.dataset.line ?? label.dataset.clue, 10)].push(label);
  }

  // Texts that run against the letters of their line, as upright text has to on some slanted lines; with their transforms.
  const against = labelsOf.flatMap((labels, line) => labels.flatMap((label) => {
    const turned = label.getAttribute("transform"), angle = /^rotate\(([-\d.]+)/.exec(turned ?? "")?.[1];
    const [first, second] = puzzle.lines[line].cells;
    if (label.tagName !== "text" || second === undefined || angle === undefined) return [];
    const [x, y] = puzzle.places[first], [u, v] = puzzle.places[second];
    const turn = (Number(angle) * Math.PI) / 180;
    const isReversed = puzzle.lines[line].clues[label.dataset.clue?.split(".")[1]]?.reversed;
    return ((u - x) * Math.cos(turn) + (v - y) * Math.sin(turn)) * (isReversed ? -1 : 1) < -1e-6 ? [{label, turned}] : [];
  }));
  // Turns these texts round, or writes them upright.
  const turnClues = (isAlong) => {
    for (const {label, turned} of against) {
      const {x, y, width, height} = label.getBBox();
      label.setAttribute("transform", isAlong ? `${turned} rotate(180 ${x + width / 2} ${y + height / 2})` : turned);
    }
  };

  // `name` says whether the letters are pencil marks, or crossed out.
  const marksFigures = (cell, marks, name) => {
    const letters = Array.from(marks), place = puzzle.places[cell];
    return letters.length > LISTED
      ? [shortText(place, puzzle.inside, String(letters.length), name)]
      : smallLetters(place, puzzle.inside, letters, name);
  };

  const strike = (cell) => {
    const [x, y] = puzzle.places[cell];
    const half = puzzle.inside * 0.42;
    return svgElement("line", {class: "strike", x1: x - half, y1: y + half, x2: x + half, y2: y - half});
  };

  // Paints a cell in the colour of its letter, unless it shows that the letter is wrong or what a hint is about.
  const paint = (cell, letter) => {
    const known = wrong.has(cell) || hinted.has(cell) ? undefined : paints.get(letter);
    outlines[cell].style.fill = known?.fill ?? "";
    inputs[cell].style.color = known?.ink ?? "";
    for (const element of [outlines[cell], inputs[cell]]) element.classList.toggle("painted", known !== undefined);
  };

  const showCell = (cell) => {
    const {letter, marks, isRevealed, crossed} = game.cell(cell);
    const input = inputs[cell];
    if (input.value !== letter) input.value = letter;
    const isOpen = letter === "";
    const figures = isOpen && marks !== "" ? marksFigures(cell, marks, "pencil") : isOpen && crossed !== "" ? marksFigures(cell, crossed, "crossed") : [];
    if (wrong.has(cell)) figures.push(strike(cell));
    grid.draw(cell, figures);
    input.classList.toggle("revealed", isRevealed);
    input.classList.toggle("wrong", wrong.has(cell));
    if (paints.size) paint(cell, letter);
    const notes = [
      names[cell],
      isOpen && marks !== "" && `pencil marks ${Array.from(marks).join(" ")}`,
      isOpen && marks === "" && crossed !== "" && `not ${Array.from(crossed).join(" ")}`,
      wrong.has(cell) && "wrong",
      isRevealed && "revealed",
    ];
    input.setAttribute("aria-label", notes.filter(Boolean).join(", "));
  };

  const showSelection = () => {
    const cell = selection.cell(), line = selection.line();
    for (const each of lit) outlines[each].classList.remove("through", "on", "here");
    for (const each of litLines) for (const label of labelsOf[each]) label.classList.remove("through", "on");
    litLines = puzzle.linesOf[cell];
    lit = [cell, ...litLines.flatMap((each) => puzzle.lines[each].cells)];
    for (const each of litLines) {
      const name = each === line ? "on" : "through";
      for (const member of puzzle.lines[each].cells) outlines[member].classList.add(name);
      for (const label of labelsOf[each]) label.classList.add(name);
    }
    outlines[cell].classList.add("here");
    grid.showDirection(line < 0 ? [] : puzzle.lines[line].cells);
    grid.showCurrent(cell);
    inputs[tabbed].tabIndex = -1;
    tabbed = cell;
    inputs[cell].tabIndex = 0;
  };

  const showVerdict = (line, clue) => {
    const verdict = verdicts.of(line, clue);
    for (const label of labelsOf[line]) {
      if (label.dataset.clue !== `${line}.${clue}`) continue;
      label.classList.remove("ok", "bad", "stuck", "unknown");
      if (verdict) label.classList.add(verdict);
    }
  };

  const mark = (set, name, cells) => {
    const before = [...set];
    set.clear();
    for (const cell of cells) set.add(cell);
    for (const cell of new Set([...before, ...set])) {
      outlines[cell].classList.toggle(name, set.has(cell));
      showCell(cell);
    }
  };

  // Lights up the cells of the hidden answer, one every `pace` milliseconds.
  const showAnswer = (cells, pace) => {
    for (const [cell, outline] of outlines.entries()) {
      outline.classList.toggle("answering", cells.includes(cell));
      outline.style.setProperty("--turn", `${cells.indexOf(cell) * pace}ms`);
    }
  };

  // Lets the cells light up one after the other, starting from `start`.
  const celebrate = (start) => {
    const [x, y] = puzzle.places[start];
    outlines.forEach((outline, cell) => {
      const [u, v] = puzzle.places[cell];
      outline.style.animationDelay = `${Math.round(Math.hypot(u - x, v - y) * 1.5)}ms`;
      outline.classList.remove("wave");
      outline.getBoundingClientRect(); // so that the animation starts again
      outline.classList.add("wave");
    });
  };

  inputs.forEach((_, cell) => showCell(cell));
  return {
    inputs,
    showCell,
    showSelection,
    showVerdict,
    celebrate,
    showAnswer,
    outlines,
    turnClues,
    hasPaints: paints.size > 0,
    canTurn: against.length > 0,
    showWrong: (cells) => mark(wrong, "wrong", cells),
    showHinted: (cells) => mark(hinted, "hinted", cells),
    forgetWrong: (cells) => {
      for (const cell of cells) {
        wrong.delete(cell);
        outlines[cell].classList.remove("wrong");
      }
    },
    // Gives the focus to the current cell.  The grid moves only if the cell is not seen.
    focus: () => {
      const input = inputs[selection.cell()];
      const cell = input.getBoundingClientRect(), seen = document.getElementById("scroll").getBoundingClientRect();
      const isInside = cell.left >= seen.left && cell.right <= seen.right && cell.top >= seen.top && cell.bottom <= seen.bottom;
      input.focus({preventScroll: isInside && seen.top >= 0 && seen.bottom <= innerHeight});
    },
  };
};
