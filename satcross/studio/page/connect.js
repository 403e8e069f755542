// The way to satcross: a worker of this browser if the page names one, otherwise the server that the page came from.
//
// In: messages.  Out: answers.  Nothing else on the page knows which of the two it is.

import {connectSocket} from "./socket.js";
import {connectWorker} from "./worker.js";

/**
 * @typedef {{message: string, hint: string}} Note  a sentence for the reader, and what to do
 * @typedef {object} Listeners
 * @property {() => void} onOpen
 * @property {(message: any) => void} onMessage
 * @property {(reason: Note & {code: string}) => void} onClose  the connection breaks, or cannot be made; the code is
 *   "died" if what the page asked for may be the reason, and "unavailable" if it could not be made
 * @property {(note: Note & {share: number}) => void} onWait  the connection is being made; `share` of it, 0 to 1, is done
 */

/**
 * Connects once.
 *
 * @param {Listeners} listeners
 * @returns {{post: (message: object) => void, isOpen: () => boolean}} `post` sends a message, if the connection is open
 */
export const connect = (listeners) => {
  const address = document.querySelector('meta[name="satcross-engine"]')?.getAttribute("content");
  return address ? connectWorker(address, listeners) : connectSocket(listeners);
};
