// The graph of the times that the player took for puzzles of a kind.
//
// In: solved entries of the record.  Out: a picture as SVG with a point for each of the last ones, and the best entry.

import {svgElement} from "../player/grid.js";
import {timeText} from "../player/timer.js";

const MOST = 30; // puzzles in the graph
const WIDE = 480, HIGH = 190, LEFT = 58, TOP = 14, BOTTOM = 22, RIGHT = 12; // units of the picture
const STEPS = [30, 60, 120, 300, 600, 1200, 1800, 3600]; // seconds between two lines
const MOST_LINES = 5;

/** Returns the median of some numbers. */
export const middle = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];

/** Returns the entry with the least time among those without revealed letters, or undefined. */
export const bestOf = (solved) =>
  solved.filter(({revealed}) => revealed === 0).reduce((best, each) => (best && best.seconds <= each.seconds ? best : each), undefined);

/** Returns the graph of the last of these entries, by the day on which they were solved. */
export const graphOf = (solved) => {
  const shown = [...solved].sort((one, other) => (one.solved < other.solved ? -1 : Number(one.solved > other.solved))).slice(-MOST);
  const best = bestOf(shown), times = shown.map(({seconds}) => seconds), most = Math.max(60, ...times);
  const step = STEPS.find((each) => most / each <= MOST_LINES) ?? 3600 * Math.ceil(most / 3600 / MOST_LINES);
  const top = step * Math.ceil(most / step);
  const x = (place) => LEFT + ((WIDE - LEFT - RIGHT) * (place + 0.5)) / shown.length;
  const y = (seconds) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * seconds) / top;
  const label = `Times of the last ${shown.length}: the best is ${timeText(Math.min(...times))}, the typical one ${timeText(middle(times))}, the last ${timeText(times.at(-1))}`;
  const svg = svgElement("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label});
  for (let seconds = 0; seconds <= top; seconds += step) {
    svg.append(svgElement("line", {x1: LEFT, x2: WIDE - RIGHT, y1: y(seconds), y2: y(seconds)}));
    svg.append(svgElement("text", {x: LEFT - 8, y: y(seconds) + 4, "text-anchor": "end"}, timeText(seconds)));
  }
  svg.append(svgElement("polyline", {points: times.map((seconds, place) => `${x(place)},${y(seconds)}`).join(" ")}));
  shown.forEach((each, place) => {
    const point = svgElement("circle", {cx: x(place), cy: y(each.seconds), r: each === best ? 6 : 4, class: each === best ? "best" : undefined});
    point.append(svgElement("title", {}, `${each.title}: ${timeText(each.seconds)}`));
    svg.append(point);
  });
  svg.append(svgElement("text", {x: x(0), y: HIGH - 4, "text-anchor": "start"}, shown[0].solved));
  if (shown.length > 1) svg.append(svgElement("text", {x: WIDE - RIGHT, y: HIGH - 4, "text-anchor": "end"}, shown.at(-1).solved));
  return svg;
};
