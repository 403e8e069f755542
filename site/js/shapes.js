// The kinds of grids, as satcross/puzzle/kinds.py has them; the pages that know shapes ask here.
//
// In: a puzzle, and how many clues it has in each direction.  Out: its keys of clues, and for grids of hexagonal cells
// the first q and the number of places of each drawn row, in axial coordinates (a place is at x = q + r/2).

const isSize = (value) => Number.isInteger(value) && value > 0 && value < 120;
const rows = (count, span) => Array.from({length: count}, (_, r) => span(r));

// Returns three neighbouring edges of a hexagon: top, upper right, lower right.
const edgesOf = ({side, sides}, [horizontal, rising, falling]) => {
  if (side !== undefined) return [side, side, side];
  if (Array.isArray(sides) && sides.length === 3) return sides;
  return [rising + falling - horizontal, horizontal + falling - rising, horizontal + rising - falling].map((each) => (each + 1) / 2);
};

const hexagon = (puzzle, counts) => {
  const edges = edgesOf(puzzle, counts);
  if (!edges.every(isSize)) return null;
  const [a, b, c] = edges.map((edge) => edge - 1);
  return rows(b + c + 1, (r) => {
    const first = Math.max(0, c - r);
    return [first, Math.min(a + c, a + b + c - r) - first + 1];
  });
};

const triangle = ({side}, counts) => {
  const size = side ?? Math.max(...counts);
  return isSize(size) ? rows(size, (r) => [-r, r + 1]) : null;
};

/** The keys of the clues of each grid, in the order of its lines. */
export const KEYS = {
  rectangle: ["rows", "columns"],
  hexagon: ["horizontal", "rising", "falling"],
  triangle: ["horizontal", "rising", "falling"],
};

/** For each grid of hexagonal cells a function that returns its rows, or null for a size that there is not. */
export const SPANS = {hexagon, triangle};
