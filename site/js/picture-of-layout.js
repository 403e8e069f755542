// The picture of a puzzle, as satcross has laid it out, with letters in its cells.
//
// In: the message `layout` (satcross/studio/messages.py), the clues of each line, and what is in each cell.  Out: an SVG
// element with a description for screen readers.

const SVG = "http://www.w3.org/2000/svg";
const TYPE = 13, ADVANCE = 0.6, MOST_ROWS = 2, LEADING = 1.2, LONGEST = 40; // letters of a clue that are drawn

const element = (name, attributes, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
};

const written = (points) => points.map(([x, y]) => `${x},${y}`).join(" ");
const shortened = (text) => (Array.from(text).length > LONGEST ? `${Array.from(text).slice(0, LONGEST - 1).join("")}…` : text);

const inCell = ({at: [x, y]}, inside, {letter = "", marks = ""}) => {
  if (letter !== "") {
    const size = inside * 0.62;
    return [element("text", {class: "letter", x, y: y + size * 0.34, "font-size": size, "text-anchor": "middle"}, letter === " " ? "␣" : letter)];
  }
  const letters = Array.from(marks);
  if (!letters.length) return [];
  if (letters.length > 16) {
    return [element("text", {class: "pencil", x, y: y + inside * 0.1, "font-size": inside * 0.3, "text-anchor": "middle"}, letters.length)];
  }
  const columns = Math.ceil(Math.sqrt(letters.length)), rows = Math.ceil(letters.length / columns);
  const pitch = (inside * 0.92) / Math.max(2.3, columns);
  return letters.map((each, k) => element("text", {
    class: "pencil", "text-anchor": "middle", "font-size": pitch, x: x + ((k % columns) - (columns - 1) / 2) * pitch,
    y: y + (Math.floor(k / columns) - (rows - 1) / 2) * pitch + pitch * 0.36,
  }, each));
};

/**
 * @param {any} layout
 * @param {{cluesOf: (line: number) => string[], cell: (cell: number) => {letter?: string, marks?: string, style?: string}}} shown
 * @returns {SVGSVGElement}
 */
export const pictureOf = (layout, {cluesOf, cell}) => {
  const [left, top, wide, high] = layout.box;
  let reach = [left, top, left + wide, top + high];
  const stretch = (x, y) => {
    reach = [Math.min(reach[0], x), Math.min(reach[1], y), Math.max(reach[2], x), Math.max(reach[3], y)];
  };
  const cells = layout.cells.map((each, number) => {
    const {style = ""} = cell(number);
    return element("polygon", {class: `cell ${style}`, points: written(each.outline)});
  });
  const letters = layout.cells.flatMap((each, number) => inCell(each, layout.inside, cell(number)));
  const labels = layout.lines.flatMap((line, number) => {
    const clues = cluesOf(number).slice(0, MOST_ROWS);
    if (!line.label || !clues.length) return [];
    const {at: [x, y], outward: [u, v], angle, tag} = line.label;
    const turn = (angle * Math.PI) / 180;
    const isOutward = Math.cos(turn) * u + Math.sin(turn) * v > 0;
    return clues.map((clue, row) => {
      const text = isOutward ? `${tag}  ${shortened(clue)}` : `${shortened(clue)}  ${tag}`;
      const across = (row - (clues.length - 1) / 2) * LEADING * TYPE + 0.34 * TYPE;
      const [cx, cy] = [x - Math.sin(turn) * across, y + Math.cos(turn) * across];
      const length = Array.from(text).length * ADVANCE * TYPE;
      stretch(cx + u * length, cy + v * length);
      return element("text", {
        class: "clue", x: cx, y: cy, "font-size": TYPE, "text-anchor": isOutward ? "start" : "end", transform: `rotate(${angle} ${cx} ${cy})`,
        direction: "ltr", "unicode-bidi": "bidi-override",
      }, text);
    });
  });
  const tracks = layout.tracks.map(({line, start, end}) => element("polyline", {class: `track track${line % 8}`, points: written([start, end])}));
  const blocks = layout.blocks.map((corners) => element("polygon", {class: "block", points: written(corners)}));
  const bars = layout.bars.map((bar) => element("polyline", {class: "bar", points: written(bar)}));
  const margin = 8;
  const [x, y, right, bottom] = reach;
  const svg = element("svg", {
    class: "puzzle-picture", role: "img", viewBox: [x - margin, y - margin, right - x + 2 * margin, bottom - y + 2 * margin].join(" "),
  });
  const known = layout.cells.flatMap(({name}, number) => (cell(number).letter ? [`${name}: ${cell(number).letter}`] : []));
  svg.append(
    element("title", {}, known.length ? `The puzzle. ${known.join("; ")}.` : "The puzzle, without letters."),
    ...tracks, ...blocks, ...cells, ...bars, ...letters, ...labels,
  );
  svg.style.maxWidth = `${Math.round((right - x + 2 * margin) * 1.25)}px`;
  return svg;
};
