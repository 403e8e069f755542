// The current cell, and the line along which letters are typed.

// `onMove` is called after each move.
export const createSelection = (puzzle, game, onMove) => {
  let cell = 0;
  let line = puzzle.linesOf[0]?.[0] ?? -1;
  let index = line < 0 ? 0 : puzzle.lines[line].cells.indexOf(0); // of the cell on its line, which may visit it twice
  let cameFrom = null; // the last cell of the line that typing has just gone on from
  let isPastEnd = false; // whether the last letter of the line has just been typed

  const moveTo = (newCell, newLine = line, newIndex = undefined) => {
    const through = puzzle.linesOf[newCell];
    cell = newCell;
    line = through.includes(newLine) ? newLine : through[0] ?? -1;
    index = newIndex ?? (line < 0 ? 0 : puzzle.lines[line].cells.indexOf(cell));
    isPastEnd = false;
    cameFrom = null;
    onMove();
  };

  // Goes `step` cells along the line; returns whether there is such a cell.
  const goAlong = (step) => {
    const next = line < 0 ? undefined : puzzle.lines[line].cells[index + step];
    if (next === undefined) return false;
    moveTo(next, line, index + step);
    return true;
  };

  // Goes to the first open cell of a line, or to its first cell.
  const goToLine = (number) => {
    const {cells} = puzzle.lines[number];
    if (!cells.length) return;
    const open = cells.findIndex((each) => game.cell(each).letter === "");
    moveTo(cells[Math.max(0, open)], number, Math.max(0, open));
  };

  return {
    cell: () => cell,
    line: () => line,
    index: () => index,
    isPastEnd: () => isPastEnd,
    moveTo,
    goAlong,
    goToLine,
    // Goes on after a letter was typed.  At the end of the line it goes to the next line with an open cell, if
    // `toOtherLine`; else, and in a full grid, the next letter has no cell.
    advance: (toOtherLine) => {
      if (goAlong(1)) return;
      const after = puzzle.lines.map((_, step) => (line + 1 + step) % puzzle.lines.length);
      const open = after.find((number) => puzzle.lines[number].cells.some((each) => game.cell(each).letter === ""));
      if (!toOtherLine || line < 0 || open === undefined) {
        isPastEnd = true;
        return;
      }
      const last = [cell, line, index];
      goToLine(open);
      cameFrom = last;
    },
    // Goes back to the letter before; returns whether there is one.
    goBack: () => {
      if (!cameFrom) return goAlong(-1);
      moveTo(...cameFrom);
      return true;
    },
    goTowards: (dx, dy) => {
      const next = puzzle.neighbour(cell, dx, dy, line);
      if (next) moveTo(next.cell, next.line);
    },
    goToEnd: (isLast) => {
      if (line < 0) return;
      const {cells} = puzzle.lines[line];
      moveTo(isLast ? cells.at(-1) : cells[0], line, isLast ? cells.length - 1 : 0);
    },
    switchLine: () => {
      const through = puzzle.linesOf[cell];
      if (through.length) moveTo(cell, through[(through.indexOf(line) + 1) % through.length]);
    },
    changeLine: (step) => {
      if (puzzle.lines.length) goToLine((line + step + puzzle.lines.length) % puzzle.lines.length);
    },
  };
};
