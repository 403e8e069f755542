// A message becomes a puzzle: the message is laid out in a grid, and satcross finds clues for its lines.
//
// In: a form.  Out: the grid with the message at once; then a picture of the puzzle, and a link that holds its clues but
// neither the message nor a letter of it.

import {createConnection} from "../page/connection.js";
import {toFragment} from "../page/link.js";
import {problemText} from "../page/wording.js";
import {copyText} from "../player/dialogs.js";
import {tellState} from "./again.js";
import {isPossible} from "./engine.js";
import {home} from "./home.js";
import {laidOut} from "./layout-of-message.js";
import "./plain.js";
import {pageOf} from "./reading.js";
import {createViewer} from "./viewer.js";

const part = (id) => document.getElementById(id);
const input = (id) => /** @type {HTMLInputElement} */ (part(id));

let connection = null, seed = 1, wanted = null; // what is to be made when the engine is there

const shape = () => /** @type {HTMLInputElement} */ (document.querySelector('[name="shape"]:checked')).value;

// Draws a puzzle as players see it, with letters in some cells.
const drawn = async (puzzle, letters = {}) => {
  const viewer = createViewer(await pageOf({puzzle}, ""));
  viewer.show({cell: (cell) => ({letter: letters[cell] ?? ""})});
  return viewer.element;
};

const showLayout = async () => {
  const plan = laidOut(input("message").value, shape());
  part("room").textContent = plan.problem || plan.note;
  /** @type {HTMLButtonElement} */ (part("make")).disabled = Boolean(plan.problem) || !plan.letters;
  const isExample = input("message").value === ""; // what the field proposes shows what will be made
  const shown = isExample ? laidOut(input("message").placeholder, shape()) : plan;
  part("preview").classList.toggle("example", isExample);
  part("preview").replaceChildren(...(shown.letters ? [await drawn(shown.puzzle, shown.letters)] : []));
  return plan;
};

const say = (text) => part("progress-note").textContent = text;

const show = async (proposal) => {
  const {solutions, complete, ...puzzle} = proposal.document.puzzle;
  const named = {...puzzle, title: input("title").value.trim() || "A message for you", answer: wanted.text};
  if (input("author").value.trim()) named.author = input("author").value.trim();
  const address = `${home}#${await toFragment({puzzle: named})}`;
  part("picture").replaceChildren(await drawn(named));
  part("made-about").textContent = proposal.status === "unique"
    ? "It has exactly one solution, and that is your message."
    : "These clues have more than one solution. Other clues may do better.";
  input("link").value = address;
  /** @type {HTMLAnchorElement} */ (part("play")).href = address;
  part("sent").textContent = "";
  part("made").hidden = false;
  say("");
  part("made-title").focus();
};

const ask = async () => {
  const asked = wanted;
  connection.edit({puzzle: asked.puzzle, letters: asked.byAddress}, []);
  say("Looking for clues. This takes a few seconds.");
  let proposal = null;
  try {
    await connection.ask("complete", {seed, difficulty: "gentle"}, (answer) => {
      if (answer.type === "proposal") proposal = answer;
      if (answer.type === "progress") say(`${answer.text} …`);
    }).answer;
    if (wanted !== asked) return;
    await show(proposal);
    wanted = {...asked, isMade: true};
  } catch (refusal) {
    if (["cancelled", "lost", "died"].includes(refusal.code)) return; // it is asked again when satcross is back
    say(refusal.code ? `No clues were found: ${problemText(refusal)}` : "No puzzle could be made of this message.");
  }
};

const make = (plan) => {
  wanted = plan;
  part("made").hidden = true;
  if (connection) {
    ask();
    return;
  }
  connection = createConnection({
    onAnswer: () => {},
    onState: (isOpen, status) => {
      if (isOpen && wanted && !wanted.isMade) ask();
      else if (!isOpen && status && !wanted?.isMade) tellState(part("progress-note"), status, () => connection.tryAgain());
    },
  });
};

part("message-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const plan = await showLayout();
  if (!plan.problem && plan.letters) make(plan);
});
part("message-form").addEventListener("input", showLayout);
part("another").addEventListener("click", () => {
  seed += 1;
  make({...wanted, isMade: false});
});
part("send").addEventListener("click", async () => {
  const link = input("link").value;
  if (navigator.share) {
    try {
      await navigator.share({text: `I have hidden a message in this puzzle: ${link}`});
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  input("link").select();
  part("sent").textContent = (await copyText(link)) ? "The link is copied." : "The browser does not allow copying; the link is selected.";
});

if (!isPossible()) {
  say("This browser cannot run satcross: it needs WebAssembly and workers.");
  part("message-form").querySelector("button").disabled = true;
} else showLayout();
