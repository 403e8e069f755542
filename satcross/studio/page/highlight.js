// The colours of a regex as one types.
//
// In: a text, and the spans that the server's parse answer gives for it, in code points.  Out: the text in pieces, each
// with the classes of its innermost span, to be shown below the field.

/**
 * @typedef {{start: number, end: number, kind: string, group?: number | null}} Span
 * @typedef {{text: string, className: string}} Piece
 */

const COLOURS = 6; // of groups; a seventh group has the colour of the first

const classOf = ({kind, group}) =>
  group ? `re-${kind} re-group-${(group - 1) % COLOURS + 1}` : `re-${kind}`;

/**
 * Returns the pieces of `text`.  Of two spans that overlap, the shorter one decides; `error` is marked besides.
 * @param {string} text  @param {Span[]} spans  @param {{start: number, end: number} | null} error  @returns {Piece[]}
 */
export const piecesOf = (text, spans, error = null) => {
  const letters = Array.from(text);
  const classes = letters.map(() => "");
  for (const span of spans.toSorted((one, other) => (other.end - other.start) - (one.end - one.start))) {
    for (let place = span.start; place < Math.min(span.end, letters.length); place++) classes[place] = classOf(span);
  }
  if (error) {
    // an error at the end, such as a missing bracket, marks the last letter
    const start = Math.min(error.start, letters.length - 1);
    for (let place = start; place < Math.min(Math.max(error.end, start + 1), letters.length); place++) {
      classes[place] += " re-error";
    }
  }
  const pieces = [];
  letters.forEach((letter, place) => {
    const last = pieces.at(-1);
    if (last && last.className === classes[place]) last.text += letter;
    else pieces.push({text: letter, className: classes[place]});
  });
  return pieces;
};
