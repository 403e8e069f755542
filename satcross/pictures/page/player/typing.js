// Letters and keys that the player types.

export const createTyping = (page) => {
  const {puzzle, game, selection, board, say, undoStep, redoStep, togglePencil, useText, isPencil, openKeys, openSigns, settings, tellLine} = page;

  // Types one letter into the current cell, or "" to clear it.
  const press = (letter) => {
    const cell = selection.cell();
    if (letter === "") {
      erase();
      return;
    }
    if (isPencil()) {
      if (game.cell(cell).letter === "") game.toggleMark(cell, letter);
      else say("This cell has a letter; pencil marks are for open cells.");
      return;
    }
    if (selection.isPastEnd() && game.cell(cell).letter !== "") {
      say("The line ends here. Arrow keys move on, Enter changes to another line through this cell.");
      return;
    }
    game.put(cell, letter);
    selection.advance(settings.is("on"));
  };

  const erase = () => {
    const {letter, marks} = game.cell(selection.cell());
    const isEmpty = letter === "" && marks === "";
    if ((isEmpty || game.isFixed(selection.cell())) && !selection.goBack()) return;
    game.change([[selection.cell(), {letter: "", marks: "", isRevealed: false}]]);
  };

  const KEYS = {
    ArrowLeft: () => selection.goTowards(-1, 0),
    ArrowRight: () => selection.goTowards(1, 0),
    ArrowUp: () => selection.goTowards(0, -1),
    ArrowDown: () => selection.goTowards(0, 1),
    Home: () => selection.goToEnd(false),
    End: () => selection.goToEnd(true),
    Enter: () => {
      selection.switchLine();
      tellLine();
    },
    PageDown: () => selection.changeLine(1),
    PageUp: () => selection.changeLine(-1),
    Delete: () => game.change([[selection.cell(), {letter: "", marks: "", isRevealed: false}]]),
    Backspace: erase,
    F2: togglePencil,
  };

  // what a key does besides typing itself; the space bar and the full stop only where they are no letters
  const actionOf = (event) => {
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (event.altKey) return null;
      if (key === "z") return event.shiftKey ? redoStep : undoStep;
      return key === "y" ? redoStep : null;
    }
    if (event.altKey || event.isComposing) return null;
    if (event.key === " " && !puzzle.isInAlphabet(" ")) return KEYS.Enter;
    if (event.key === "." && !puzzle.isInAlphabet(".")) return togglePencil;
    if (event.key === "?" && !puzzle.isInAlphabet("?")) return openKeys;
    if (event.key === "F1" && !puzzle.inProse) return openSigns;
    return KEYS[event.key] ?? null;
  };

  // A selected letter is replaced by what is typed.  On touch screens a selection would open a menu.
  const select = (input) => {
    if (input.inputMode !== "none") input.select();
  };

  // Reads what the browser has put into a cell's input: perhaps the old letter with a new one beside it.
  const read = (cell, isComposing) => {
    const input = board.inputs[cell];
    const old = game.cell(cell).letter;
    const fresh = Array.from(input.value);
    if (fresh.length > 1 && fresh.includes(old)) fresh.splice(fresh.indexOf(old), 1);
    const letter = fresh.length ? puzzle.meantLetter(fresh[0]) : "";
    // a phone composes Latin letters too, so only what is no letter here may be on its way to becoming one
    if (letter === null && isComposing) return;
    input.value = old;
    if (letter === null) say(`${fresh[0]} is not in this puzzle's alphabet.`);
    else press(letter);
    board.focus();
    select(board.inputs[selection.cell()]);
  };

  board.inputs.forEach((input, cell) => {
    input.addEventListener("input", (event) => read(cell, event.isComposing));
    input.addEventListener("compositionend", () => {
      if (input.value !== game.cell(cell).letter) read(cell, false);
    });
    input.addEventListener("focus", () => {
      if (cell !== selection.cell()) selection.moveTo(cell);
      select(input);
    });
    // a second tap changes the line; a finger that moves the grid is no tap
    let hadFocus = false;
    input.addEventListener("pointerdown", () => {
      hadFocus = document.activeElement === input;
    });
    input.addEventListener("click", () => {
      select(input);
      if (!hadFocus) return;
      selection.switchLine();
      tellLine();
    });
  });

  // Keys work wherever the focus is, except in dialogs; the keys of a button stay its own.
  document.addEventListener("keydown", (event) => {
    const {target} = event;
    if (target.closest("dialog, textarea, summary, a")) return;
    const isCell = target.dataset?.cell !== undefined;
    const isButton = target.closest("button") !== null;
    if (isButton && [" ", "Enter"].includes(event.key)) return;
    const action = actionOf(event);
    if (action) {
      event.preventDefault();
      action();
      if (action !== openKeys && action !== openSigns) board.focus();
    } else if (!isCell && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      board.focus(); // the letter then goes to the cell
    }
  });

  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("dialog, textarea")) return;
    const text = event.clipboardData.getData("text");
    if (Array.from(text.trim()).length <= 1) return;
    event.preventDefault();
    const error = text.trim().includes("\n") || puzzle.rows.length === 1 ? useText(text) : typeAll(text);
    if (error) say(error);
  });

  // Writes one row of text along the line, as far as it goes.
  const typeAll = (text) => {
    const changes = [];
    const cells = puzzle.lines[selection.line()]?.cells.slice(selection.index()) ?? [selection.cell()];
    for (const [place, sign] of Array.from(text.trim()).entries()) {
      if (place >= cells.length) return "The text is longer than the rest of the line.";
      const letter = puzzle.meantLetter(sign);
      if (letter === null && !puzzle.blanks.includes(sign)) return `${sign} is not in this puzzle's alphabet.`;
      if (letter !== null) changes.push([cells[place], {letter, marks: "", isRevealed: false}]);
    }
    game.change(changes);
    return "";
  };

  return {press};
};
