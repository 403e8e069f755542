// Opening, saving, publishing and playing.
//
// In: the document and the server's files.  Out: dialogs, downloads, another document.

import {createElement} from "../player/elements.js";
import {copyText, createDialog} from "../player/dialogs.js";
import {newDocument} from "./document.js";
import {part} from "./elements.js";
import {forget, loadOthers} from "./keeping.js";
import {toFragment} from "./link.js";
import {askingText, capital, problemText, statusText} from "./wording.js";

const LARGEST_FILE = 700_000; // bytes of a file; with a third more it is a message that the server takes

/** @type {[format: string, name: string, mode?: "regex" | "words"][]} those with a mode are for it only */
const FORMATS = [
  ["html", "Page to play on (HTML)"],
  ["pdf", "To print (PDF)"],
  ["svg", "Picture (SVG)"],
  ["png", "Picture (PNG)"],
  ["toml", "satcross file (TOML)"],
  ["json", "satcross file (JSON)"],
  ["regexcrossword", "For regexcrossword.com (JSON)", "regex"],
  ["board", "For the board player (JSON)", "regex"],
  ["trux", "Trux text", "regex"],
  ["proof", "Proof that the solution is the only one (ZIP)", "regex"],
  ["ipuz", "For crossword programs (IPUZ)", "words"],
  ["puz", "For crossword programs (PUZ)", "words"],
  ["xd", "Text with clues (XD)", "words"],
  ["grid", "Grid (text)", "words"],
];

/** Formats that cannot say every puzzle, which only satcross knows. */
const ASKED = new Set(["regexcrossword", "board", "trux"]);

// Returns the content of a file in base64.
const base64Of = (file) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
  reader.addEventListener("error", () => reject(reader.error));
  reader.readAsDataURL(file);
});

const button = (text, action, className = "") => {
  const made = createElement("button", className, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
};

const download = ({url, name}) => {
  const link = document.createElement("a");
  Object.assign(link, {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
};

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {ReturnType<import("./connection.js").createConnection>} connection
 * @param {{replace: (document: object, file?: {name: string, version: string}) => void, say: (text: string) => void,
 *   file: () => {name: string, version: string} | null, setFile: (file: object | null) => void, hello: () => any,
 *   can: (capability: string) => boolean}} page  what the page knows; `hello` is the first message of the engine
 */
export const createFiles = (store, connection, page) => {
  const dialogs = Object.fromEntries(["open", "save", "publish", "play"].map((name) => [name, createDialog(`${name}-dialog`, () => {
    if (name === "play") part("player").src = "about:blank";
  })]));

  const files = () => page.can("files") ? page.hello().files : [];

  // -- open

  // Takes over one of the documents in an answer, or lets the author choose.
  const takeOne = (answer, name) => {
    const take = ({document: chosen}) => {
      page.replace(chosen, name === undefined ? undefined : {name, version: answer.version});
      dialogs.open.close();
      if (answer.reading) page.say(`${capital(answer.reading)}.`);
    };
    if (answer.documents.length === 1) take(answer.documents[0]);
    else part("open-choices").replaceChildren(...answer.documents.map((each) => button(each.name, () => take(each))));
    part("open-note").textContent = answer.documents.length > 1 ? "Which of these?" : "";
  };

  let reading = null; // what is being read; an answer about something before it comes too late
  const read = async (type, details, name) => {
    const begun = reading = {};
    const note = part("open-note");
    note.textContent = askingText(store.isOpen());
    note.classList.add("waiting");
    try {
      const answer = await connection.ask(type, details).answer;
      if (reading === begun && part("open-dialog").open) takeOne(answer, name);
    } catch (refusal) {
      if (reading !== begun) return;
      note.classList.remove("waiting");
      note.textContent = problemText(refusal);
    }
  };

  const showNamedFiles = () => {
    const existing = files().filter(({version}) => version !== "");
    part("open-files").replaceChildren(...existing.map(({name}) => button(name, () => read("open", {name}, name))));
  };

  const open = () => {
    reading = null;
    part("open-note").textContent = "";
    part("open-note").classList.remove("waiting");
    part("open-choices").replaceChildren();
    showNamedFiles();
    showOthers();
    dialogs.open.open();
  };

  // Lists the other puzzles of this browser: each can be opened, or deleted.
  const showOthers = () => {
    const others = loadOthers();
    part("earlier").hidden = !others.length;
    part("earlier-list").replaceChildren(...others.map(({id, document: kept, when}) => {
      const name = kept.puzzle.title || "Untitled puzzle";
      const row = createElement("div", "kept");
      const openIt = button(`${name}, ${new Date(when).toLocaleString()}`, () => {
        takeOne({documents: [{name: "", document: kept}]});
        forget(id); // it is kept again as the present one
      });
      const deleteIt = button("Delete", () => {
        forget(id);
        showOthers();
        part("open-note").textContent = `${name} is deleted.`;
        part("open-text").focus();
      }, "plain");
      deleteIt.setAttribute("aria-label", `Delete ${name}`);
      row.append(openIt, deleteIt);
      return row;
    }));
  };

  const readFile = async (file) => {
    if (file.size > LARGEST_FILE) part("open-note").textContent = "This file is too large for a puzzle.";
    else {
      const begun = reading = {};
      const data = await base64Of(file);
      if (reading === begun) await read("import", {data, name: file.name});
    }
  };
  part("open-file").addEventListener("change", async () => {
    const [chosen] = part("open-file").files;
    if (chosen) await readFile(chosen);
    part("open-file").value = "";
  });
  dialogs.open.on("empty", () => {
    page.replace(newDocument());
    dialogs.open.close();
  });
  dialogs.open.on("read", () => read("import", {text: part("open-text").value}));

  // A puzzle that is pasted beside the fields, or dropped anywhere, is taken over.
  const take = (text) => {
    part("open-text").value = text;
    if (!part("open-dialog").open) open();
    read("import", {text});
  };
  document.addEventListener("paste", (/** @type {any} */ event) => {
    if (event.target.closest?.("dialog, textarea, input:not(.letter)")) return;
    const text = event.clipboardData.getData("text");
    if (Array.from(text.trim()).length < 2) return;
    event.preventDefault();
    take(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    if (!part("open-dialog").open) open();
    await readFile(dropped);
  });

  // -- save

  const saveTo = async ({name, version}, overwrite) => {
    const file = page.file();
    part("save-note").textContent = "";
    try {
      const saved = await connection.ask("save", {name, version, ...(overwrite && {overwrite})}).answer;
      if (page.file() === file) page.setFile({name, version: saved.version}); // unless another puzzle is there by now
      dialogs.save.close();
      page.say(`Saved to ${name}.`);
    } catch (refusal) {
      part("save-note").textContent = problemText(refusal);
      const isChanged = refusal.code === "changed-on-disk";
      if (isChanged) part("save-files").replaceChildren(button(`Overwrite ${name}`, () => saveTo({name, version}, true)));
      else showFiles();
      if (!part("save-dialog").open) dialogs.save.open();
    }
  };

  const exportAs = async (format, note) => {
    note.textContent = askingText(store.isOpen());
    try {
      const file = await connection.ask("export", {format, letters: part("with-letters").checked}).answer;
      download(file);
      note.textContent = file.left_out && `This format has no place for ${file.left_out}.`;
    } catch (refusal) {
      note.textContent = problemText(refusal);
    }
  };

  const showFiles = () => {
    part("save-files").replaceChildren(
      ...files().filter((each) => each.is_writable).map((each) => button(`Save to ${each.name}`, () => saveTo(each))),
      button("Download as TOML", () => exportAs("toml", part("save-note"))),
      button("Download as JSON", () => exportAs("json", part("save-note"))),
    );
  };

  let saving = Promise.resolve(); // the next save needs the version that the one before has left
  const saveAgain = () => page.file() && saveTo(page.file());

  const save = () => {
    if (page.file()) {
      saving = saving.then(saveAgain);
      return;
    }
    const isWithout = page.can("files") && !files().length;
    part("save-note").textContent = isWithout ? "No file was named when the studio was started." : "";
    showFiles();
    dialogs.save.open();
  };

  // -- publish

  // Returns why a format cannot say this puzzle, or "".
  const obstacle = async (format) => {
    const missing = page.hello()?.exports[format];
    if (missing) return missing;
    const {verdict} = store.answers();
    if (format === "proof" && verdict?.status !== "unique") return "there has to be exactly one solution";
    if (!ASKED.has(format)) return "";
    try {
      await connection.ask("export", {format, letters: false}).answer;
      return "";
    } catch (refusal) {
      return refusal.code === "inexpressible" ? refusal.message : "";
    }
  };

  const showFormats = async () => {
    const note = part("publish-note");
    const known = page.hello()?.exports ?? {};
    const mode = store.document().mode ?? "regex";
    const isFor = ([format, , only]) => format in known && (only ?? mode) === mode;
    const begun = store.document();
    const buttons = FORMATS.filter(isFor).map(([format, name]) => [format, name, button(name, () => exportAs(format, note))]);
    part("formats").replaceChildren(...buttons.map(([, , made]) => made));
    await Promise.all(buttons.map(async ([format, name, made]) => {
      const reason = await obstacle(format);
      if (!reason || store.document() !== begun) return;
      made.disabled = true;
      made.textContent = `${name}: ${reason}`;
    }));
  };

  // Returns the link with this puzzle for authors, or "" where there is none.
  const ownLink = async () => {
    const links = page.hello()?.links; // the path of this page may be a secret, so there is no link without it
    const home = new URL(links ?? "", location.origin + location.pathname);
    return links === undefined ? "" : `${home.href}#${await toFragment(store.document())}`;
  };
  const copyLink = async () => {
    const link = await ownLink();
    if (link && await copyText(link)) page.say("Copied: open the link to continue with this puzzle.");
    else publish();
  };
  const showLinks = async () => {
    part("link").value = await ownLink();
    const {solutions, complete, ...unsolved} = store.document().puzzle;
    const hasLink = page.can("players") && store.document().mode !== "words"; // links hold no words
    part("for-players").hidden = !hasLink;
    part("page-for-players").hidden = hasLink || !page.hello();
    if (!hasLink) return;
    const address = `${new URL(page.hello().players, location.href.split("#")[0]).href}#${await toFragment({puzzle: unsolved})}`;
    part("players-link").value = address;
    part("try-players").href = address;
  };

  // Shows the card that appears beside the link in a chat.
  const showCard = () => {
    const {title, author, notes} = store.document().puzzle;
    const {verdict} = store.answers();
    part("publish-name").textContent = title || "Untitled puzzle";
    part("publish-by").textContent = [author && `by ${author}`, notes].filter(Boolean).join(" · ");
    const isUnsolved = Boolean(verdict?.is_last) && verdict.status !== "unique" && store.document().mode !== "words";
    const missing = (store.answers().lint?.findings ?? []).find(({code}) => code === "missing-answer");
    const warnings = [
      isUnsolved ? `${statusText(verdict)}: players expect exactly one.` : "",
      missing ? `${capital(missing.message)}, so it will not light up.` : "",
    ].filter(Boolean);
    part("publish-warning").hidden = !warnings.length;
    part("publish-warning").textContent = warnings.join(" ");
  };

  const showPicture = async () => {
    const picture = part("publish-picture");
    try {
      const {url} = await connection.ask("export", {format: "svg", letters: false}).answer;
      picture.src = url;
      picture.hidden = false;
    } catch (refusal) {
      picture.hidden = true;
    }
  };

  const showPublished = () => Promise.all([showFormats(), showLinks(), showCard(), showPicture()]);
  const publish = async () => {
    part("publish-note").textContent = page.hello() ? "" : "The formats are listed here as soon as satcross is there.";
    if (!page.can("players")) part("more-formats").open = true;
    showPublished();
    dialogs.publish.open();
  };
  // the fields of the dialog change the puzzle, and so the link
  store.on(["document"], () => {
    if (!part("publish-dialog").open) return;
    showCard();
    showLinks();
  });
  store.on(["verdict", "lint"], () => part("publish-dialog").open && showCard());
  for (const [name, id] of [["copy", "link"], ["copy-players", "players-link"]]) {
    dialogs.publish.on(name, async () => {
      part(id).select();
      const isCopied = await copyText(part(id).value);
      part("publish-note").textContent = isCopied ? "Copied." : "The browser does not allow copying; the text is selected.";
    });
  }

  part("save-page").addEventListener("click", () => exportAs("html", part("publish-note")));

  // -- play

  let lastPlay = ""; // the last question for a page
  const play = async () => {
    const player = part("player");
    player.hidden = true;
    part("play-note").textContent = askingText(store.isOpen(), "Making the page …");
    dialogs.play.open();
    const {id, answer} = connection.ask("play");
    lastPlay = id;
    try {
      const {url} = await answer;
      if (id !== lastPlay || !part("play-dialog").open) return;
      player.src = url;
      player.hidden = false;
      part("play-note").textContent = "";
      player.focus();
    } catch (refusal) {
      if (id === lastPlay) part("play-note").textContent = problemText(refusal);
    }
  };

  // Shows what the engine can do, which it has just said, in dialogs that may be open already.
  const showPossible = () => {
    showNamedFiles();
    showFiles();
    if (part("publish-dialog").open) showPublished();
    part("publish-note").textContent = "";
  };

  part("open").addEventListener("click", open);
  part("save").addEventListener("click", save);
  part("publish").addEventListener("click", publish);
  part("play").addEventListener("click", play);
  return {open, save, copyLink, showPossible};
};
