// The picture of a puzzle whose link is played before satcross has been loaded: the measures and places are those of
// satcross/pictures/layout (a test compares them).
//
// In: cells and lines.  Out: {figures, numbers, places, inside, box, grid}: elements of SVG from back to front; the
// numbers of lines whose clues are listed below; the middle of each cell; the side of the square for a letter; left, top,
// width and height of the picture and of the cells.

import {svgElement} from "../player/grid.js";

const CELL = 40;
const TYPE = 13, LEAST_TYPE = 8.5, LEADING = 1.2, GAP = 5, MARGIN = 12;
const ARROW = 0.9, TAG_TYPE = 0.68, CAPTION_TYPE = 0.85, SPACE = 0.3; // in type sizes
const ADVANCE = 0.6; // ems of a letter
const BAND = 0.94, LABEL_REACH = 6.5 * CELL, DROP = 0.34;
const PITCH = (CELL * Math.sqrt(3)) / 2; // between neighbouring lines of hexagonal cells
const HEXAGON = [0, 1, 2, 3, 4, 5].map((k) => [(CELL / Math.sqrt(3)) * Math.sin((Math.PI * k) / 3), (CELL / Math.sqrt(3)) * Math.cos((Math.PI * k) / 3)]);
const MOST_NAME = 6; // letters of a cell's name that it has room for
const SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [(x * CELL) / 2, (y * CELL) / 2]);

const round = (value, digits = 2) => Number(value.toFixed(digits));
const width = (text) => ADVANCE * Array.from(text).length;

// Collects figures, and how far they reach.
const createCanvas = () => {
  const figures = [];
  const xs = [], ys = [];
  const reach = ([x, y]) => {
    xs.push(x);
    ys.push(y);
  };
  return {
    figures,
    polygon: (style, points, marks = {}) => {
      points.forEach(reach);
      const written = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
      figures.push(svgElement("polygon", {class: style, points: written, ...marks}));
    },
    text: (style, [x, y], content, size, {anchor = "start", angle = 0, ...marks} = {}) => {
      const length = width(content) * size;
      const start = {start: 0, middle: -length / 2, end: -length}[anchor];
      const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      for (const along of [start, start + length]) {
        for (const across of [-0.8 * size, 0.25 * size]) reach([x + along * c - across * s, y + along * s + across * c]);
      }
      const made = svgElement("text", {
        class: style, x: round(x), y: round(y), "font-size": round(size), "text-anchor": anchor,
        transform: angle ? `rotate(${round(angle)} ${round(x)} ${round(y)})` : undefined,
        textLength: Array.from(content).length > 1 ? round(length) : undefined,
        lengthAdjust: Array.from(content).length > 1 ? "spacingAndGlyphs" : undefined,
        direction: "ltr", "unicode-bidi": "bidi-override", ...marks,
      }, content);
      figures.push(made);
    },
    box: () => {
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      return [left - MARGIN, top - MARGIN, Math.max(...xs) - left + 2 * MARGIN, Math.max(...ys) - top + 2 * MARGIN].map((each) => round(each));
    },
  };
};

const arrow = (canvas, [x, y], [u, v], length, line) => {
  const outline = [[0.5, 0], [0, 0.38], [0, 0.11], [-0.5, 0.11], [-0.5, -0.11], [0, -0.11], [0, -0.38]];
  canvas.polygon("arrow", outline.map(([along, across]) => [
    x + length * (along * u - across * v), y + length * (along * v + across * u),
  ]), {"data-line": line});
};

// Returns a clue in rows of at most `most` letters; a row ends after a bar, a bracket or a quantifier if one is near.
const wrapped = (text, most) => {
  const rows = [];
  let rest = Array.from(text);
  while (rest.length > most) {
    let end = most;
    for (let place = most; place > most / 2; place--) {
      if ("|)]}*+?".includes(rest[place - 1]) && !"*+?{".includes(rest[place])) {
        end = place;
        break;
      }
    }
    if (rest[end - 1] === "\\" && rest[end - 2] !== "\\" && end > 1) end -= 1;
    rows.push(rest.slice(0, end).join(""));
    rest = rest.slice(end);
  }
  return [...rows, rest.join("")];
};

const textStart = (room) => ARROW + SPACE + (room ? room + SPACE : 0);

// Returns the largest type size, and the rows, for clues within `band` and `reach`; or null.
const fitted = (clues, band, reach, room) => {
  for (let size = TYPE; size >= LEAST_TYPE; size -= 0.5) {
    const letters = Math.max(1, Math.floor((reach / size - textStart(room)) / ADVANCE + 1e-9));
    const rows = clues.flatMap(({text, clue, isReversed}) =>
      wrapped(text, letters).map((part, place) => ({part, clue, isReversed, isFirst: place === 0})));
    if (rows.length * LEADING * size <= band) return {size, rows};
  }
  return null;
};

// Writes the clues of a line where it begins, or only its number in a ring.
const label = (canvas, line, {at, outward, angle, tag, room, fit, reading}) => {
  const turn = (angle * Math.PI) / 180;
  const isOutward = Math.cos(turn) * outward[0] + Math.sin(turn) * outward[1] > 0;
  const anchor = isOutward ? "start" : "end";
  const size = fit?.size ?? TYPE;
  const point = (row, along) => {
    const across = fit ? (row - (fit.rows.length - 1) / 2) * LEADING * size : 0;
    return [at[0] + along * outward[0] - across * Math.sin(turn), at[1] + along * outward[1] + across * Math.cos(turn)];
  };
  const baseline = ([x, y], type) => [x - Math.sin(turn) * DROP * type, y + Math.cos(turn) * DROP * type];
  if (!fit) {
    const centre = point(0, textStart(room) * TYPE + 0.8 * TYPE);
    canvas.polygon("disc", Array.from({length: 24}, (_, k) => [
      centre[0] + 0.8 * TYPE * Math.sin((Math.PI * k) / 12), centre[1] + 0.8 * TYPE * Math.cos((Math.PI * k) / 12),
    ]));
    const type = tag.length < 3 ? 0.9 * TYPE : 0.65 * TYPE;
    canvas.text("number", [centre[0], centre[1] + DROP * type], tag, type, {anchor: "middle", "data-line": line});
    arrow(canvas, point(0, (ARROW * TYPE) / 2), reading, ARROW * TYPE, line);
    return;
  }
  const small = size * TAG_TYPE;
  canvas.text("tag", baseline(point(0, (ARROW + SPACE) * size), small), tag, small, {anchor, angle, "data-line": line});
  fit.rows.forEach(({part, clue, isReversed, isFirst}, row) => {
    canvas.text("clue", baseline(point(row, textStart(room) * size), size), part, size, {anchor, angle, "data-clue": `${line}.${clue}`});
    const towards = isReversed ? [-reading[0], -reading[1]] : reading;
    if (isFirst) arrow(canvas, point(row, (ARROW * size) / 2), towards, ARROW * size, line);
  });
};

const tagRoom = (count) => width(String(count)) * TAG_TYPE;
const textsOf = (line) => line.clues.map(({text, isReversed}, clue) => ({text, clue, isReversed}));

const cells = (canvas, outline, centres, lines, given) => {
  const onLine = new Set(lines.flatMap((line) => (line.clues.length ? line.cells : [])));
  centres.forEach(([x, y], cell) => {
    const style = given[cell] !== "" ? "given" : onLine.has(cell) ? "cell" : "free";
    canvas.polygon(style, outline.map(([dx, dy]) => [x + dx, y + dy]), {"data-cell": cell});
  });
};

const finish = (canvas, outline, centres, inside, numbers) => {
  const xs = centres.flatMap(([x]) => outline.map(([dx]) => x + dx)), ys = centres.flatMap(([, y]) => outline.map(([, dy]) => y + dy));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    figures: canvas.figures,
    numbers,
    places: centres.map(([x, y]) => [round(x, 1), round(y, 1)]),
    inside: round(inside, 1),
    box: canvas.box(),
    grid: [left, top, Math.max(...xs) - left, Math.max(...ys) - top].map((each) => round(each)),
  };
};

// Puts a number, such as that of a line whose clues are listed below the grid, or a name into the corner of a cell.
const tagCell = (canvas, [x, y], tag) => canvas.text("number", [x - 0.46 * CELL, y - 0.33 * CELL + DROP * 9], String(tag), 9);

export const drawRectangle = ({addresses, lines, given, high, wide, holes}) => {
  const canvas = createCanvas();
  const centre = ([row, column]) => [(column - 0.5) * CELL, (row - 0.5) * CELL];
  const centres = addresses.map((address) => centre(address.split(",").map(Number)));
  for (const hole of holes) {
    const [x, y] = centre(hole);
    canvas.polygon("block", SQUARE.map(([dx, dy]) => [x + dx, y + dy]));
  }
  cells(canvas, SQUARE, centres, lines, given);
  const longest = Math.max(high, wide);
  const reach = longest < 20 ? LABEL_REACH : (CELL * longest) / 3;
  const numbers = {};
  let listed = 0;
  lines.forEach((line, number) => {
    const texts = textsOf(line);
    if (!texts.length || !line.cells.length) return;
    if (line.family !== "row" && line.family !== "column") {
      listed += 1;
      numbers[number] = listed;
      tagCell(canvas, centres[line.cells[0]], listed);
      return;
    }
    const isRow = line.family === "row";
    const middle = (line.index + 0.5) * CELL;
    const room = tagRoom(isRow ? high : wide);
    const reading = isRow ? [1, 0] : [0, 1], angle = isRow ? 0 : 90, tag = String(line.index + 1);
    const ends = isRow
      ? [{at: [-GAP, middle], outward: [-1, 0]}, {at: [wide * CELL + GAP, middle], outward: [1, 0]}]
      : [{at: [middle, -GAP], outward: [0, -1]}, {at: [middle, high * CELL + GAP], outward: [0, 1]}];
    const sides = [0, 1].map((side) => texts.filter((_, place) => place % 2 === side)).filter((each) => each.length);
    const fits = sides.map((each) => fitted(each, CELL * BAND, reach, room));
    if (fits.every(Boolean)) {
      fits.forEach((fit, side) => label(canvas, number, {...ends[side], angle, tag, room, fit, reading}));
    } else {
      numbers[number] = line.index + 1;
      label(canvas, number, {...ends[0], angle, tag, room: 0, fit: null, reading});
    }
  });
  return finish(canvas, SQUARE, centres, CELL * 0.9, numbers);
};

const READING = {horizontal: [1, 0], rising: [-0.5, -Math.sqrt(3) / 2], falling: [-0.5, Math.sqrt(3) / 2]};
const ANGLES = {horizontal: 0, rising: 60, falling: -60};

export const drawTriangular = ({lines, given, places, families}) => {
  const canvas = createCanvas();
  const centre = ({q, r}) => [(q + r / 2) * CELL, r * PITCH];
  const centres = places.map(centre);
  cells(canvas, HEXAGON, centres, lines, given);
  const longest = Math.max(...Object.values(families).flat().map((each) => each.length));
  const numbers = {};
  const reach = Math.max(LABEL_REACH, (CELL * longest) / 2);
  lines.forEach((line, number) => {
    const texts = textsOf(line);
    if (!texts.length) return;
    const reading = READING[line.family];
    const [x, y] = centre(families[line.family][line.index][0]);
    const outward = [-reading[0], -reading[1]];
    const at = [x + outward[0] * (CELL / 2 + GAP), y + outward[1] * (CELL / 2 + GAP)];
    const room = tagRoom(families[line.family].length);
    const fit = fitted(texts, PITCH * BAND, reach, room);
    if (!fit) numbers[number] = line.index + 1;
    label(canvas, number, {at, outward, angle: ANGLES[line.family], tag: String(line.index + 1), room: fit ? room : 0, fit, reading});
  });
  // the names of the directions with clues, each where its lines begin
  for (const [family, side, drop] of [["horizontal", -1, -0.75], ["falling", 1, -0.1], ["rising", -1, 0.75]]) {
    if (!lines.some((line) => line.family === family && line.clues.length)) continue;
    const [x, y] = centre(families[family][0][0]), size = CAPTION_TYPE * TYPE;
    canvas.text("note", [x + side * (CELL / 2 + GAP), y + drop * PITCH + DROP * size], family, size, {anchor: side < 0 ? "end" : "start"});
  }
  return finish(canvas, HEXAGON, centres, CELL * 0.76, numbers);
};

// Free lines: satcross finds good places for their cells.  Here they stand in rows, and every line has a number.
export const drawLines = ({addresses, lines, given}) => {
  const canvas = createCanvas();
  const columns = Math.ceil(Math.sqrt(addresses.length));
  const centres = addresses.map((_, cell) => [((cell % columns) + 0.5) * CELL * 1.25, (Math.floor(cell / columns) + 0.5) * CELL * 1.25]);
  cells(canvas, SQUARE, centres, lines, given);
  centres.forEach((centre, cell) => tagCell(canvas, centre, Array.from(addresses[cell]).slice(0, MOST_NAME).join("")));
  const numbers = Object.fromEntries(lines.flatMap((line, number) => (line.clues.length ? [[number, number + 1]] : [])));
  return finish(canvas, SQUARE, centres, CELL * 0.9, numbers);
};
