// Where the keyboard goes from a cell or a clue.
//
// In: the layout and a direction.  Out: a cell number, or a line.

const SAME_DIRECTION = 0.3; // the least cosine of the angle between a direction and a neighbour that lies in it

/** Returns the cell next to `cell` that lies most nearly in the direction (dx, dy), or null. */
export const neighbour = (layout, cell, dx, dy) => {
  const [x, y] = layout.cells[cell].at;
  let best = null, bestScore = SAME_DIRECTION;
  for (const {cells} of layout.lines) {
    cells.forEach((each, index) => {
      if (each !== cell) return;
      for (const other of [cells[index - 1], cells[index + 1]]) {
        if (other === undefined) continue;
        const [u, v] = layout.cells[other].at;
        const score = ((u - x) * dx + (v - y) * dy) / (Math.hypot(u - x, v - y) || 1);
        if (score > bestScore + 1e-9) [best, bestScore] = [other, score];
      }
    });
  }
  return best;
};

/** Returns the cell `step` places after `cell` among `cells`, or null at their end. */
export const along = (cells, cell, step) => cells[cells.indexOf(cell) + step] ?? null;

/** Returns the next line through a cell, after `line`. */
export const otherLine = (layout, cell, line) => {
  const through = layout.lines.flatMap((each, number) => each.cells.includes(cell) ? [number] : []);
  return through.length ? through[(through.indexOf(line) + 1) % through.length] : line;
};
