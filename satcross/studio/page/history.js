// Undo and redo over everything: the documents before and after the present one.
//
// In: a history and a change.  Out: the new history.  Changes with the same `key` that follow each other, such as the
// letters typed into one clue, are undone together; `settle` ends such a run.

/**
 * @template T
 * @typedef {{past: T[], present: T, future: T[], key: string}} History
 */

const MOST = 500; // documents that can be undone

/** @returns the history of a document that nobody has changed yet */
export const startHistory = (present) => ({past: [], present, future: [], key: ""});

/** Returns the history after a change to `next`; `key` names the run of changes that it belongs to, "" for none. */
export const record = (history, next, key) => {
  const isContinued = key !== "" && key === history.key;
  const past = isContinued ? history.past : [...history.past, history.present].slice(-MOST);
  return {past, present: next, future: [], key};
};

/** Returns the history in which the next change begins a run of its own. */
export const settle = (history) => ({...history, key: ""});

/** Returns the history after one step back; the same one if there is none. */
export const undo = (history) => {
  if (!history.past.length) return history;
  return {
    past: history.past.slice(0, -1), present: history.past.at(-1), future: [history.present, ...history.future], key: "",
  };
};

/** Returns the history after one step forward again; the same one if there is none. */
export const redo = (history) => {
  if (!history.future.length) return history;
  const [present, ...future] = history.future;
  return {past: [...history.past, history.present], present, future, key: ""};
};
