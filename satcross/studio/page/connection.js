// The connection to what answers: it is made again when it breaks.
//
// In: edits and questions.  Out: the answers, as satcross/studio/answers.py describes them.  An answer about an older
// revision than the last edit is dropped here, so that what is shown always belongs to the document on the page.  Only a
// layout is not: it is not sent again if the next revision has the same.

import {connect} from "./connect.js";

const WAITS = [250, 500, 1000, 2000, 5000]; // milliseconds before each further try to connect
const MOST_STARTS = 3; // of an engine that cannot be started
const MOST_DEATHS = 2; // of the engine, one after the other, while it works on one revision
const LAST = new Set(["shown", "documents", "saved", "exported", "done"]); // types that answer a question completely
const TIMELESS = new Set(["import", "open"]); // questions that are about no revision
const ENDING = new Set(["show", "mend", "complete", "fill"]); // questions that another edit ends

const CANCELLED = {code: "cancelled", message: "The question was cancelled.", hint: ""};

/**
 * `onState` is called when the connection is there, and with a note for the reader while it is not; `isOver` says that
 * it is not tried again unless somebody asks for that.
 *
 * @param {{
 *   onAnswer: (answer: any) => void,
 *   onState: (isOpen: boolean, note?: {message: string, hint: string, share?: number, isOver?: boolean}) => void,
 * }} listeners
 */
export const createConnection = ({onAnswer, onState}) => {
  let way = null, tries = 0, revision = 0, lastEdit = null, lastId = 0, deaths = 0, failures = 0;
  let lost = null; // why no question waits for a connection, or null
  const questions = new Map(); // by id: the functions of the promise, and `send`, which is null once it was called

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
    if (answer.type === "done") deaths = 0;
    if (answer.id !== undefined) readAnswer(answer);
    else if (answer.type === "layout" || [undefined, revision].includes(answer.revision)) onAnswer(answer);
  };

  // Says what is known of a revision at which the engine dies again and again.
  const refuse = () => onAnswer({
    type: "refusal", code: "died", revision, place: [],
    message: "this puzzle is too much for the engine of this page", hint: "simplify the puzzle",
  });

  const open = () => {
    way = connect({
      onOpen: () => {
        tries = failures = 0;
        lost = null;
        const before = lastEdit;
        onState(true);
        if (deaths >= MOST_DEATHS) refuse();
        else if (lastEdit && lastEdit === before) way.post(lastEdit); // else the page has sent something newer
        for (const question of questions.values()) question.send?.();
      },
      onMessage,
      onWait: (note) => onState(false, note),
      onClose: (reason) => {
        if (reason.code === "died") deaths += 1;
        if (reason.code === "unavailable") failures += 1;
        const isOver = failures >= MOST_STARTS;
        lost = isOver || reason.code === "lost" ? reason : null;
        for (const [id, {send, reject}] of questions) if (lost || !send) {
          questions.delete(id);
          reject(reason);
        }
        onState(false, {...reason, isOver});
        if (!isOver) setTimeout(open, WAITS[Math.min(tries++, WAITS.length - 1)]);
      },
    });
  };
  open();

  return {
    /** Sends the document, with the parts that are wanted; what is still on its way about older ones is dropped. */
    edit: (document, want) => {
      revision += 1;
      deaths = 0;
      lastEdit = {type: "edit", revision, document, want};
      for (const [id, question] of questions) if (ENDING.has(question.type)) {
        questions.delete(id);
        question.reject(CANCELLED);
      }
      way.post(lastEdit);
    },
    /**
     * Asks a question about the last edit, as soon as there is a connection.  Returns its id, and a promise of the answer
     * that completes it; `onPart` is called with those before it.  The promise is rejected with a refusal: {code, message,
     * hint}.
     */
    ask: (type, details = {}, onPart = () => {}) => {
      const id = String(++lastId);
      const answer = new Promise((resolve, reject) => {
        if (lost) {
          reject(lost);
          return;
        }
        const question = {type, resolve, reject, onPart, send: () => {
          question.send = null;
          way.post({type, id, ...(!TIMELESS.has(type) && {revision}), ...details});
        }};
        questions.set(id, question);
        if (way.isOpen()) question.send();
      });
      return {id, answer};
    },
    /** Tries to connect once more, after that has failed too often. */
    tryAgain: () => {
      failures = tries = 0;
      lost = null;
      open();
    },
    /** Stops the work on a question. */
    cancel: (id) => {
      if (questions.get(id)?.send) questions.delete(id);
      else way.post({type: "cancel", id});
    },
  };
};
