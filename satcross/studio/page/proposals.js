// Proposals: documents that could replace the present one, each with its verdict, taken with one click.
//
// In: a question to the server.  Out: the list #proposals, and perhaps another document.

import {createElement} from "../player/elements.js";
import {part} from "./elements.js";
import {askingText, capital, problemText, statusText} from "./wording.js";

const SIGN = {unique: "ok", several: "unknown", none: "bad", unknown: "unknown"};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {ReturnType<import("./connection.js").createConnection>} connection
 * @param {(text: string) => void} say
 */
export const createProposals = (store, connection, say) => {
  const box = part("proposals");
  const title = part("proposals-title");
  const note = part("proposals-note");
  const list = part("proposals-list");
  const more = part("proposals-more");
  const difficulty = /** @type {HTMLSelectElement} */ (part("difficulty"));
  let open = null; // the id of the question that is being answered
  let seed = 0, last = null; // the question that can be asked again, with another seed
  let aim = null; // the sentence that says which solution the proposals aim at, and its letters

  const changeElement = ({line, before, after}) => {
    const item = createElement("span", "change");
    item.append(createElement("span", "place", `${capital(store.layout().lines[line].name)} `));
    if (before) item.append(createElement("del", "", before), " ");
    item.append(after ? createElement("ins", "", after) : "no clue");
    return item;
  };

  const take = (proposal) => {
    close();
    store.change(proposal.document);
    say("Done. Undo brings the old clues back.");
  };

  const preview = (proposal) =>
    store.setPreview(proposal.letters.length ? {letters: proposal.letters, text: "The solution would be this."} : null);

  const showAim = () => store.setPreview(aim && {letters: aim.letters, text: "This solution is to be the only one."});

  const element = (proposal) => {
    const item = createElement("li", "proposal");
    const button = createElement("button", "take");
    button.type = "button";
    button.append(...proposal.changes.slice(0, 12).map(changeElement));
    if (proposal.changes.length > 12) button.append(createElement("span", "change", `and ${proposal.changes.length - 12} more`));
    const isWords = store.document().mode === "words";
    button.append(isWords ? "Write these words into the grid"
      : createElement("span", `state ${SIGN[proposal.status]}`, statusText(proposal)));
    for (const remark of proposal.remarks) button.append(createElement("span", "about", remark));
    button.addEventListener("click", () => take(proposal));
    button.addEventListener("mouseenter", () => preview(proposal));
    button.addEventListener("mouseleave", showAim);
    button.addEventListener("focus", () => preview(proposal));
    button.addEventListener("blur", showAim);
    item.append(button);
    return item;
  };

  const close = () => {
    if (open !== null) connection.cancel(open);
    open = aim = null;
    store.setPreview(null);
    box.hidden = true;
    list.replaceChildren();
  };

  /** Asks for proposals, and shows them as they come. */
  const ask = async (heading, type, details) => {
    close();
    more.hidden = true;
    box.hidden = false;
    title.textContent = heading;
    note.textContent = askingText(store.isOpen(), "Searching …");
    title.focus();
    const {id, answer} = connection.ask(type, details, (part) => {
      if (open !== id) return;
      if (part.type === "proposal") list.append(element(part));
      else if (part.type === "progress") {
        note.textContent = part.text;
        if (part.letters) {
          aim = part;
          showAim();
        }
      }
    });
    open = id;
    let outcome;
    try {
      await answer;
      outcome = ["Nothing was found.", "Press it to use it:"][list.children.length] ?? "Choose one:";
    } catch (refusal) {
      if (refusal.code === "cancelled") return;
      outcome = problemText(refusal);
    }
    if (open !== id) return;
    open = null;
    note.textContent = aim ? `${aim.text} ${outcome}` : outcome;
    more.hidden = last?.type !== type;
    list.querySelector("button")?.focus();
  };

  /** Asks for something that is drawn by lot; "Another one" asks again. */
  const draw = (heading, type) => {
    last = {heading, type};
    const isComplete = type === "complete";
    part("difficulty-label").hidden = !isComplete;
    seed += 1;
    return ask(heading, type, {seed, ...(isComplete && difficulty.value && {difficulty: difficulty.value})});
  };

  difficulty.addEventListener("change", () => {
    if (last?.type === "complete") draw(last.heading, last.type);
  });
  part("proposals-again").addEventListener("click", () => draw(last.heading, last.type));
  part("proposals-close").addEventListener("click", close);
  // proposals are about the document as it was
  store.on(["document"], () => {
    if (!box.hidden) close();
  });
  return {ask, draw};
};
