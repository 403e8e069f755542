// The colours of a regex as one types.
//
// In: a text, and the tokens and groups that the server's parse answer gives for it, in code points.  Out: the text in
// pieces, each with the classes of its token, to be shown below the field.

/**
 * @typedef {{start: number, end: number, kind: string, group?: number}} Token
 * @typedef {{number: number, start: number, end: number, references: [number, number][]}} Group
 * @typedef {{text: string, className: string}} Piece
 */

const COLOURS = 6; // of groups; a seventh group has the colour of the first

/** @param {Token} token */
const classOf = ({kind, group}) =>
  group ? `re-${kind} re-group-${(group - 1) % COLOURS + 1}` : `re-${kind}`;

/**
 * Returns the ranges that belong together at the caret: a group with its references, if the caret is at one of them.
 * @param {Group[]} groups  @param {number} caret  @returns {[number, number][]}
 */
export const linkedRanges = (groups, caret) => {
  const isAt = ([start, end]) => start < caret && caret <= end;
  const referred = groups.find(({references}) => references.some(isAt));
  const around = groups.filter(({start, end, references}) => references.length && isAt([start, end])).at(-1);
  const group = referred ?? around;
  return group ? [[group.start, group.end], ...group.references] : [];
};

/**
 * Returns the pieces of `text`; `error` and the ranges `linked` are marked besides.
 * @param {string} text  @param {Token[]} tokens  @param {{start: number, end: number} | null} error
 * @param {[number, number][]} linked  @returns {Piece[]}
 */
export const piecesOf = (text, tokens, error = null, linked = []) => {
  const letters = Array.from(text);
  const classes = letters.map(() => "");
  for (const token of tokens) {
    for (let place = token.start; place < Math.min(token.end, letters.length); place++) classes[place] = classOf(token);
  }
  for (const [start, end] of linked) {
    for (let place = start; place < Math.min(end, letters.length); place++) classes[place] += " re-linked";
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
