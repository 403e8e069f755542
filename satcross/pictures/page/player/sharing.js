// The dialog "More": grids as text, links, printing, clearing.

import {copyText, createDialog} from "./dialogs.js";
import {gridFromText, gridToText} from "./gridtext.js";
import {fromFragment, onRefused, toFragment, withoutGame} from "./keeping.js";
import {button, showNotice} from "./notice.js";

const UNKEPT = "This browser cannot store your letters, because its storage is full or turned off: they are lost when you close the page.";

export const createSharing = ({puzzle, game, board, say}) => {
  const more = createDialog("more", board.focus);
  const dialogs = {};
  for (const name of ["text", "link", "clear", "about"]) {
    dialogs[name] = createDialog(name, board.focus);
    more.on(name, () => more.close(() => {
      fill[name]?.(dialogs[name]);
      dialogs[name].open();
    }));
  }
  const {text, link, clear} = dialogs;
  document.getElementById("menu").addEventListener("click", more.open);

  const address = () => {
    // the first page is another puzzle tomorrow, so the site names an address at which this one stays
    const [page, named = ""] = (puzzle.link ?? location.href).split("#"), about = withoutGame(named);
    return `${page}#${about && `${about}&`}${toFragment(puzzle, game)}`;
  };

  // what a dialog shows when it opens
  const fill = {
    text: () => {
      text.part("grid").value = gridToText(puzzle, game.letters());
      text.part("note").textContent = "";
    },
    link: () => {
      link.part("link").value = address();
      link.part("note").textContent = "";
    },
  };

  const copyFrom = async (dialog, name) => {
    dialog.part(name).select();
    const isCopied = await copyText(dialog.part(name).value);
    dialog.part("note").textContent = isCopied ? "Copied." : "The browser does not allow copying; the text is selected.";
  };
  text.on("copy", () => copyFrom(text, "grid"));
  link.on("copy", () => copyFrom(link, "link"));

  // Writes the grid that a text shows; returns a sentence if that is not possible, else "".
  const useText = (written) => {
    const {letters, error} = gridFromText(puzzle, written);
    if (error) return error;
    game.putAll(letters);
    say("The grid now holds the text. Undo brings the old letters back.");
    return "";
  };
  text.on("use", () => {
    const error = useText(text.part("grid").value);
    text.part("note").textContent = error;
    if (!error) text.close();
  });

  clear.on("clear", () => {
    clear.close();
    game.clear();
    say("All letters are cleared. Undo brings them back.");
  });
  more.on("print", () => more.close(() => {
    board.focus();
    window.print();
  }));
  more.on("clues", () => more.close(() => {
    const title = document.getElementById("clues-title");
    title.focus({preventScroll: true});
    title.scrollIntoView();
  }));

  onRefused(() => {
    const copy = async () => {
      const isCopied = await copyText(address());
      close();
      if (isCopied) say("Copied: open the link to continue with these letters.");
      else {
        fill.link();
        link.open();
      }
    };
    const close = () => {
      notice.remove();
      board.focus();
    };
    const notice = showNotice("Nothing is stored", UNKEPT, [button("Copy this grid as a link", copy), button("OK", close)]);
  });

  // Takes over the grid that the address carries.
  const readLink = () => {
    if (!/[#&]play=/.test(location.hash)) return;
    const state = fromFragment(puzzle, location.hash);
    if (state && game.unpack(state, true)) say("The grid comes from the link. Undo brings yours back.");
    else say("The link belongs to another puzzle.");
    history.replaceState(null, "", `#${withoutGame(location.hash)}`);
  };
  window.addEventListener("hashchange", readLink);

  const signs = createDialog("signs", board.focus);
  document.getElementById("show-signs").addEventListener("click", signs.open);

  return {more, useText, openSigns: signs.open, readLink, openKeys: dialogs.about.open};
};
