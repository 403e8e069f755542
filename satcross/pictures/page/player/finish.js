// The end of a game: the hidden answer lights up in the grid, and a card beside the grid says how it went.

import {answerCells} from "./answer.js";
import {copyText} from "./dialogs.js";
import {createElement} from "./elements.js";
import {listed} from "./hint.js";
import {loadSetting, saveSetting} from "./keeping.js";
import {placeNotices} from "./notice.js";
import {kindsOf, picture, shadesOf, silhouette, symbolRows} from "./silhouette.js";
import {timeText} from "./timer.js";

const WAVE = 900; // milliseconds for which the grid is watched before the card opens
const NO_HELP = "no help";
const LETTER = 220; // milliseconds from one letter of the answer to the next
const KINDS = {own: "found by yourself", hinted: "after a hint", revealed: "revealed"};

const count = (number, one, many) => (number === 0 ? `no ${many}` : number === 1 ? `one ${one}` : `${number} ${many}`);

const unpacked = (text) => new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

/**
 * `site` tells what only a site knows: `begun(difficulty, earlier)` is called with the first letter, or if there are
 * letters from an earlier version of the puzzle, whose game has the key `earlier`; `solved(result)` with each new end,
 * `streak()` and `best()` return a sentence or "", and `next()` returns a promise of links {address, about, name} to go on
 * with.  `end(isNews)` takes the place of the card.
 */
export const createFinish = ({puzzle, game, selection, board, say, isSolved}, site) => {
  const card = document.getElementById("finish"), title = document.getElementById("finish-title");
  const again = document.getElementById("show-finish");
  const part = (name) => card.querySelector(`[data-part="${name}"]`);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const answer = puzzle.answer ? unpacked(puzzle.answer) : "";
  let opening = 0;

  const result = () => {
    const kinds = kindsOf(puzzle, game);
    const revealed = kinds.filter((kind) => kind === "revealed").length;
    const {seconds, hints, checks} = game.stats;
    const parts = [count(hints, "hint", "hints"), count(checks, "check", "checks")];
    if (revealed) parts.push(count(revealed, "revealed letter", "revealed letters"));
    return {seconds, hints, checks, revealed, kinds, difficulty: puzzle.difficulty, help: hints + checks + revealed ? listed(parts) : NO_HELP};
  };

  const heading = () => document.querySelector("h1").textContent;

  const howItWent = () => {
    const {seconds, help, difficulty} = result();
    const label = difficulty?.split(",")[0] ?? "";
    const how = [label, `solved in ${timeText(seconds)}`, `with ${help}`].filter(Boolean).join(", ");
    return `${how[0].toUpperCase()}${how.slice(1)}.`;
  };

  const textToShare = () =>
    [heading(), howItWent(), site.streak?.() ?? "", ...symbolRows(puzzle, shadesOf(puzzle, game)), puzzle.link ?? ""].filter(Boolean).join("\n");

  const note = (text) => part("note").textContent = text;

  const copy = async () => note((await copyText(textToShare())) ? "Copied: paste it wherever you like." : "The browser does not allow copying.");

  const pictureFile = async () => new File([await picture(puzzle, shadesOf(puzzle, game), board.outlines, heading(), howItWent())], "solved.png", {type: "image/png"});

  // The system's sheet takes the picture too, where it can.
  const share = async () => {
    if (!navigator.share) return copy();
    const files = [await pictureFile()];
    try {
      await navigator.share(navigator.canShare?.({files}) ? {text: textToShare(), files} : {text: textToShare()});
    } catch (error) {
      if (error.name !== "AbortError") await copy();
    }
  };

  const save = async () => {
    const link = createElement("a", "");
    link.href = URL.createObjectURL(await pictureFile());
    link.download = "solved.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    note("The picture is saved.");
  };

  const setOpen = (isOpen) => {
    card.hidden = !isOpen;
    placeNotices();
  };

  const close = () => {
    setOpen(false);
    board.focus();
  };

  // Where the answer is a picture, the letters may be hidden at the end; this is kept for all puzzles.
  const hiding = card.querySelector('[data-do="hide"]');
  const hideLetters = (isHidden) => {
    hiding.setAttribute("aria-pressed", String(isHidden));
    document.body.classList.toggle("picture", isHidden);
  };
  const hide = () => {
    const isHidden = hiding.getAttribute("aria-pressed") !== "true";
    saveSetting("picture", isHidden ? "on" : "off");
    hideLetters(isHidden);
  };
  hiding.hidden = !board.hasPaints;
  hideLetters(loadSetting("picture") === "on");

  const fill = () => {
    const {seconds, help, kinds} = result();
    part("time").textContent = timeText(seconds);
    part("help").textContent = help === NO_HELP ? "Without any help." : `With ${help}.`;
    part("best").textContent = site.best?.() ?? "";
    part("streak").textContent = site.streak?.() ?? "";
    part("answer").textContent = answer && `The hidden answer: ${answer}`;
    note("");
    const seen = Object.keys(KINDS).filter((kind) => kinds.includes(kind));
    const drawn = silhouette(puzzle, kinds, board.outlines);
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", seen.map((kind) => `${kinds.filter((each) => each === kind).length} cells ${KINDS[kind]}`).join(", "));
    part("picture").replaceChildren(drawn);
    part("legend").replaceChildren(...seen.map((kind) => createElement("span", kind, KINDS[kind])));
    site.next?.().then((links) => part("next").replaceChildren(...links.map(({address, name, about}) => {
      const item = createElement("li"), link = createElement("a", "", about);
      link.href = address;
      link.append(createElement("span", "", name));
      item.append(link);
      return item;
    })));
  };

  const open = () => {
    if (!isSolved()) return; // it may have been undone
    fill();
    setOpen(true);
    card.scrollTop = 0;
    title.focus({preventScroll: true});
  };

  for (const [name, action] of Object.entries({share, copy, save, close, hide})) {
    card.querySelector(`[data-do="${name}"]`).addEventListener("click", action);
  }
  card.querySelector('[data-do="copy"]').hidden = !navigator.share; // it is what Share does then
  card.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  again.addEventListener("click", open);

  // Shows whether the puzzle is solved; `isNews` says whether the player has just done that.
  const show = (isNews) => {
    clearTimeout(opening);
    again.hidden = !isSolved() || Boolean(site.end) || game.stats.gaveUp > 0;
    document.getElementById("progress").hidden = isSolved();
    const cells = isSolved() ? answerCells(puzzle, game.letters(), answer) : [];
    board.showAnswer(cells, isNews && !isCalm.matches ? LETTER : 0);
    if (!isSolved()) setOpen(false);
    if (isSolved() && site.end) {
      site.end(isNews);
      return;
    }
    if (!isSolved() || !isNews) return;
    if (game.stats.gaveUp || puzzle.places.every((_, cell) => game.isFixed(cell) || game.cell(cell).isRevealed)) {
      say("The whole grid is revealed, so it does not count as solved.");
      return;
    }
    site.solved?.(result());
    say("Solved: every clue is satisfied.");
    board.celebrate(selection.cell());
    opening = setTimeout(open, isCalm.matches ? 0 : Math.min(3000, WAVE + cells.length * LETTER));
  };
  return {show};
};
