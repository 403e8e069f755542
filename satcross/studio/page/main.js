// The studio: makes the parts of the page and connects them.

import {createDialog} from "../player/dialogs.js";
import {createElement} from "../player/elements.js";
import {onRefused} from "../player/keeping.js";
import {createTheme} from "../player/theme.js";
import {createBoard} from "./board.js";
import {createCellPanel} from "./cell-panel.js";
import {createClueList} from "./clue-list.js";
import {readColours, writtenColours} from "./colours.js";
import {createConnection} from "./connection.js";
import {isSame, newDocument, withCrossword, withLetters, withValue} from "./document.js";
import {part, partsOf, setAttribute} from "./elements.js";
import {createFiles} from "./files.js";
import {createFindings, findingsOf} from "./findings.js";
import {beginAnother, keep, loadKept} from "./keeping.js";
import {createKeys, KEYS} from "./keys.js";
import {createLinePanel} from "./line-panel.js";
import {readFragment} from "./link.js";
import {createProposals} from "./proposals.js";
import {createShapeDialog} from "./shape-dialog.js";
import {createSteps} from "./steps.js";
import {createStore} from "./store.js";
import {createVerdictPanel} from "./verdict-panel.js";
import {problemText} from "./wording.js";

const isSmall = matchMedia("(max-width: 48rem) and (pointer: coarse)");

const say = (text) => {
  part("said").textContent = text;
};

// Returns the document to begin with: that of the link, or that of the last visit, or an empty one.  `problem` says why
// the link cannot be read.
const firstDocument = async () => {
  const {document: linked, problem} = await readFragment(location.hash);
  const kept = await loadKept();
  if (linked || problem) {
    beginAnother();
    if (linked) keep(linked, null); // the page may be loaded again before it is changed
    history.replaceState(null, "", location.pathname);
    return {document: linked ?? newDocument(), file: null, isFresh: false, isLinked: Boolean(linked), problem};
  }
  if (kept) return {document: kept.document, file: kept.file ?? null, isFresh: false, isLinked: false, problem};
  return {document: newDocument(), file: null, isFresh: true, isLinked: false, problem};
};

const start = async () => {
  createTheme();
  const first = await firstDocument();
  const store = createStore(first.document);
  /** @type {{name: string, version: string} | null} */
  let file = first.file;
  let hello = null;

  const keepDocument = () => keep(store.document(), file);
  const setFile = (value) => {
    file = value;
    keepDocument();
  };

  // Whether the engine can do what not every engine can.
  const can = (capability) => Boolean(hello?.capabilities.includes(capability));
  const showCapabilities = () => {
    for (const element of partsOf(document, "[data-needs]")) element.hidden = !can(element.dataset.needs);
  };

  const receive = {
    hello: (answer) => {
      const isFirst = hello === null;
      hello = answer;
      showCapabilities();
      if (!isFirst) return;
      files.showPossible();
      if (can("files") && !first.isLinked) openNamedFile();
    },
  };
  const connection = createConnection({
    onAnswer: (answer) => (receive[answer.type] ?? store.receive)(answer),
    onState: store.setOpen,
  });

  const wanted = () => {
    const parts = ["layout", "parse", "verdict", "lint"];
    if (findings.isTasteWanted()) parts.push("taste");
    if (steps.isWanted()) parts.push("steps");
    if (store.document().mode === "words") parts.push("words");
    return parts;
  };
  const send = () => connection.edit(store.document(), wanted());
  store.on(["document"], send); // the server begins before the page has shown the change

  const complete = (document) => ({letters: {}, mode: "regex", ...document});

  // Takes over another document; the present one can be had again by undo, and stays among those of this browser.
  const replace = (document, newFile) => {
    beginAnother();
    store.change(complete(document));
    setFile(newFile ?? null);
    say("");
  };

  // A file that was named on the command line is opened, unless this browser has a changed version of it.
  const openNamedFile = async () => {
    const named = hello.files.find(({version}) => version !== "");
    if (!named) {
      const empty = hello.files[0];
      if (empty && !file) setFile({name: empty.name, version: ""});
      return;
    }
    if (file?.name === named.name && file.version === named.version) return;
    try {
      const answer = await connection.ask("open", {name: named.name}).answer;
      beginAnother();
      const take = store.canUndo() ? store.change : store.begin; // somebody may have begun to write meanwhile
      take(complete(answer.documents[0].document));
      setFile({name: named.name, version: answer.version});
    } catch (refusal) {
      say(problemText(refusal));
    }
  };

  // -- the parts of the page

  let lastShown = ""; // the last question for a solution
  const showSolution = async (cell, letter) => {
    const {name} = store.layout().cells[cell];
    const {id, answer} = connection.ask("show", {cell, letter});
    lastShown = id;
    try {
      const {letters} = await answer;
      if (id !== lastShown) return;
      store.setPreview(letters.length ? {letters, changed: [cell], isSolution: true, text: `A solution with ${letter} in ${name}`} : null);
    } catch (refusal) {
      if (!["stale", "cancelled"].includes(refusal.code)) say(problemText(refusal));
    }
  };

  const linePanel = createLinePanel(store);
  const board = createBoard(store, {
    onCellClick: showSolution, onSmallClue: (_, clue) => linePanel.focus(clue),
  });
  // On a phone, and where a line has no room beside the grid, clues are written in the panel.
  const focusClue = (line, clue = 0) => {
    store.selectLine(line);
    if (isSmall.matches || !board.focusClue(line, clue)) linePanel.focus(clue);
  };
  createVerdictPanel(store, {focusClue, focusCell: (cell) => board.focusCell(cell)});
  const proposals = createProposals(store, connection, say);
  createCellPanel(store, {
    showSolution,
    settle: (cell, letter) => proposals.ask(
      `${letter} in ${store.layout().cells[cell].name}`, "mend", {how: "repair", cell, letter, most: 5},
    ),
  });
  createClueList(store, focusClue);
  const findings = createFindings(store, focusClue, () => send());
  const steps = createSteps(store, () => send());
  const shapes = createShapeDialog(store, connection, replace);
  const files = createFiles(store, connection, {replace, say, file: () => file, setFile, hello: () => hello, can});
  const help = createDialog("help-dialog", () => {});

  const nextProblem = () => {
    if (!store.layout()) return;
    const {lines} = store.layout();
    const isBad = (line) => [0, 1, 2, 3].some((clue) => store.parsed(line, clue)?.error) ||
      (store.answers().conflict?.causes ?? []).some((cause) => cause.line === line) ||
      findingsOf(store).some((finding) => finding.line === line);
    const order = lines.map((_, index) => (store.line() + 1 + index) % lines.length);
    const found = order.find(isBad);
    if (found === undefined) say("Nothing is wrong with any clue.");
    else focusClue(found);
  };

  createKeys(store, {
    board, say, focusClue, nextProblem, save: files.save, open: files.open, addClue: linePanel.addClue,
  });

  // -- buttons and fields

  onRefused(() => {
    part("unkept").hidden = false;
  });
  part("unkept-link").addEventListener("click", files.copyLink);
  part("unkept-close").addEventListener("click", () => {
    part("unkept").hidden = true;
  });
  part("new").addEventListener("click", shapes.open);
  part("anew").addEventListener("click", () => store.change(newDocument()));
  part("try-again").addEventListener("click", connection.tryAgain);
  part("undo").addEventListener("click", store.undo);
  part("redo").addEventListener("click", store.redo);
  part("help").addEventListener("click", help.open);
  part("keys").replaceChildren(...KEYS.flatMap(([keys, meaning]) => [createElement("dt", "", keys), createElement("dd", "", meaning)]));
  part("mend").addEventListener("click", () => proposals.ask("Changes that leave one solution", "mend", {how: "repair", most: 5}));
  part("complete").addEventListener("click", () => proposals.draw("Clues for the lines without one", "complete"));
  part("fill").addEventListener("click", () => proposals.draw("Words for the rest", "fill"));
  for (const [id, heading] of [["loosen", "Clues that are easier to match"], ["vary", "Other clues"]]) {
    part(id).addEventListener("click", () =>
      proposals.ask(heading, "mend", {how: id, line: store.line(), clue: store.clue(), most: 5}));
  }

  const colours = part("colors");
  colours.addEventListener("input", () => {
    const {colors, unread} = readColours(colours.value);
    setAttribute(colours, "aria-invalid", String(unread.length > 0));
    store.change(withValue(store.document(), "colors", colors), "colors");
  });
  part("hide-letters").addEventListener("change", () => document.body.classList.toggle("picture", part("hide-letters").checked));

  const properties = partsOf(document, "[data-property]");
  const copyright = part("copyright");
  copyright.addEventListener("input", () => store.change(withCrossword(store.document(), "copyright", copyright.value), "copyright"));
  for (const field of properties) {
    field.addEventListener("input", () => {
      const {property} = field.dataset;
      store.change(withValue(store.document(), property, field.value), property);
    });
  }
  const showFields = () => {
    const {puzzle} = store.document();
    const write = (field, value) => {
      if (field.value !== value) field.value = value;
    };
    if (document.activeElement !== colours) write(colours, writtenColours(puzzle.colors));
    write(copyright, store.document().crossword?.copyright ?? "");
    part("copyright-field").hidden = store.document().mode !== "words";
    for (const field of properties) {
      const {property} = field.dataset;
      write(field, puzzle[property] ?? {alphabet: "mentioned", dialect: "python"}[property] ?? "");
    }
    part("undo").disabled = !store.canUndo();
    part("redo").disabled = !store.canRedo();
  };
  for (const field of [copyright, colours, ...properties]) field.addEventListener("blur", store.settle);

  part("preview-close").addEventListener("click", () => store.setPreview(null));
  part("preview-use").addEventListener("click", () => {
    const {letters} = store.preview();
    const {cells} = store.layout();
    const changes = letters.map((letter, cell) => [cells[cell].address, letter]);
    store.setPreview(null);
    store.change(withLetters(store.document(), Object.fromEntries(changes)));
  });
  store.on(["preview"], () => {
    const preview = store.preview();
    part("preview").hidden = preview === null;
    part("preview-text").textContent = preview?.text ?? "";
    part("preview-use").hidden = !preview?.isSolution;
  });

  store.on(["document"], () => {
    keepDocument();
    showFields();
  });
  showFields();
  send();
  say(first.problem);
  document.body.classList.remove("loading"); // from now on the buttons do something
  // one can begin to type at once, where no keyboard would cover the screen
  let isStarted = !first.isFresh || matchMedia("(pointer: coarse)").matches;
  store.on(["layout"], () => {
    if (!isStarted && document.activeElement === document.body) focusClue(0);
    isStarted = true;
  });
  const laidOut = part("first-layout"); // that of an empty puzzle, if the page has it, so that nobody waits for the engine
  if (laidOut && isSame(first.document, newDocument())) store.receive(JSON.parse(laidOut.textContent));
};

// Another link needs another page.
window.addEventListener("hashchange", () => {
  if (location.hash.startsWith("#puzzle=")) location.reload();
});

start();
