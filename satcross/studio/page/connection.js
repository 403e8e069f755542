// The connection to what answers: it is made again when it breaks.
//
// In: edits and questions.  Out: the answers, as satcross/studio/answers.py describes them.  An answer about an older
// revision than the last edit is dropped here, so that what is shown always belongs to the document on the page.

import {connect, LOST} from "./socket.js";

const WAITS = [250, 500, 1000, 2000, 5000]; // milliseconds before each further try to connect
const LAST = new Set(["shown", "documents", "saved", "exported", "done"]); // types that answer a question completely
const TIMELESS = new Set(["import", "open"]); // questions that are about no revision

/**
 * @param {{onAnswer: (answer: any) => void, onState: (isOpen: boolean) => void}} listeners
 */
export const createConnection = ({onAnswer, onState}) => {
  let way = null, tries = 0, revision = 0, lastEdit = null, lastId = 0;
  const questions = new Map(); // by id: the functions of the promise, and what has come so far

  const readAnswer = (answer) => {
    const question = questions.get(answer.id);
    if (!question) return;
    if (answer.type === "refusal") {
      questions.delete(answer.id);
      question.reject(answer);
    } else if (LAST.has(answer.type)) {
      questions.delete(answer.id);
      question.resolve(answer);
    } else question.onPart(answer);
  };

  const onMessage = (answer) => {
    if (answer.id !== undefined) readAnswer(answer);
    else if (answer.revision === undefined || answer.revision === revision) onAnswer(answer);
  };

  const open = () => {
    way = connect({
      onOpen: () => {
        tries = 0;
        onState(true);
        if (lastEdit) way.post(lastEdit);
      },
      onMessage,
      onClose: () => {
        for (const {reject} of questions.values()) reject(LOST);
        questions.clear();
        onState(false);
        setTimeout(open, WAITS[Math.min(tries++, WAITS.length - 1)]);
      },
    });
  };
  open();

  return {
    /** Sends the document, with the parts that are wanted; what is still on its way about older ones is dropped. */
    edit: (document, want) => {
      revision += 1;
      lastEdit = {type: "edit", revision, document, want};
      way.post(lastEdit);
    },
    /**
     * Asks a question about the last edit.  Returns its id, and a promise of the answer that completes it; `onPart` is
     * called with those before it.  The promise is rejected with a refusal: {code, message, hint}.
     */
    ask: (type, details = {}, onPart = () => {}) => {
      const id = String(++lastId);
      const answer = new Promise((resolve, reject) => {
        if (!way.isOpen()) {
          reject(LOST);
          return;
        }
        questions.set(id, {resolve, reject, onPart});
        way.post({type, id, ...(!TIMELESS.has(type) && {revision}), ...details});
      });
      return {id, answer};
    },
    /** Stops the work on a question. */
    cancel: (id) => way.post({type: "cancel", id}),
  };
};
