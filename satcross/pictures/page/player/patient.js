// Checks that cannot stop the page.

import {makeChecker} from "./check.js";

// Returns a function (clue, letters) -> promise of the checker's answer.  A clue from a stranger may take forever to
// match, so clues are matched in a worker.  After `patience` milliseconds the worker is stopped, and the answer is null.
export const makePatientChecker = (data, patience) => {
  const source = `const check = (${makeChecker})(${JSON.stringify(data)});` +
    "onmessage = ({data: [id, clue, letters]}) => postMessage([id, check(clue, letters)]);";
  const checkHere = makeChecker(data);
  const waiting = new Map();
  let worker = null, used = 0;

  const start = () => {
    worker = new Worker(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    worker.onmessage = ({data: [id, answer]}) => waiting.get(id)?.answer(answer);
    // where workers are not allowed, match here
    worker.onerror = () => {
      worker = null;
      for (const {clue, letters, answer} of [...waiting.values()]) answer(checkHere(clue, letters));
    };
  };

  // the oldest question is the one that takes too long; the others are asked again
  const stop = () => {
    worker.terminate();
    const [stuck, ...others] = waiting.values();
    waiting.clear();
    start();
    stuck.answer(null);
    for (const {again} of others) again();
  };

  try {
    start();
  } catch (error) {
    worker = null;
  }

  return (clue, letters) => new Promise((resolve) => {
    if (!worker) {
      resolve(checkHere(clue, letters));
      return;
    }
    const ask = () => {
      const id = used++;
      const timer = setTimeout(() => waiting.has(id) && stop(), patience);
      const answer = (value) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(value);
      };
      const again = () => {
        clearTimeout(timer);
        ask();
      };
      waiting.set(id, {clue, letters, answer, again});
      worker.postMessage([id, clue, letters]);
    };
    ask();
  });
};
