// Plays one puzzle; follows check.js in the page.  Its data are in the element #data (see satcross/pictures/html.py);
// cells are the inputs with data-cell, clues whatever carries data-clue="line.clue".  Puzzle text only ever becomes
// textContent.

// Returns a function (check, text) -> promise of the answer.  Clues from strangers may take for ever to match, so they
// are matched in a worker that is given up after a while; the answer then is null.
const makePatientChecker = (data, patience) => {
  const source = `const check = (${makeChecker})(${JSON.stringify(data)});` +
    "onmessage = ({data: [id, clue, text]}) => postMessage([id, check(clue, text)]);";
  const checkHere = makeChecker(data);
  let worker = null, waiting = new Map(), used = 0;
  const start = () => {
    worker = new Worker(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    worker.onmessage = ({data: [id, answer]}) => waiting.get(id)?.answer(answer);
    // where workers are not allowed, match here
    worker.onerror = () => {
      worker = null;
      for (const {clue, text, answer} of waiting.values()) answer(checkHere(clue, text));
    };
  };
  try {
    start();
  } catch (error) {
    worker = null;
  }
  const stuck = () => {
    worker.terminate();
    const others = [...waiting.values()];
    waiting = new Map();
    start();
    others.forEach(({answer}, place) => place === 0 ? answer(null) : others[place].again());
  };
  return (clue, text) => new Promise((resolve) => {
    if (!worker) {
      resolve(checkHere(clue, text));
      return;
    }
    const post = () => {
      const id = used++;
      const timer = setTimeout(() => waiting.has(id) && stuck(), patience);
      const answer = (value) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(value);
      };
      const again = () => {
        clearTimeout(timer);
        post();
      };
      waiting.set(id, {clue, text, answer, again});
      worker.postMessage([id, clue, text]);
    };
    post();
  });
};

const play = () => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const inputs = Array.from(document.querySelectorAll("input[data-cell]"));
  const outlines = Array.from(document.querySelectorAll("polygon[data-cell]"));
  const nowName = document.getElementById("now-name");
  const nowClues = document.getElementById("now-clues");
  const said = document.getElementById("said");
  const check = makePatientChecker(data.check, 3000);
  const linesOf = inputs.map(() => []);
  data.lines.forEach((line, number) => {
    for (const cell of new Set(line.cells)) linesOf[cell].push(number);
  });
  const letters = inputs.map((input) => input.value);
  const states = data.lines.map((line) => line.clues.map(() => ""));
  const SIGNS = {"": "", ok: "✓", bad: "✗", unknown: "?"};
  const WORDS = {ok: "satisfied", bad: "not satisfied", unknown: "cannot be checked here"};
  let current = 0, active = linesOf[0]?.[0] ?? -1, isSolved = false;

  // The letters, and the grid that was last cleared, are kept in the browser.
  const clearedKey = `${data.key}:cleared`;
  const store = {
    load(key) {
      try {
        const kept = JSON.parse(localStorage.getItem(key));
        return Array.isArray(kept) && kept.length === inputs.length ? kept : null;
      } catch (error) {
        return null;
      }
    },
    save(key, grid) {
      try {
        if (grid) localStorage.setItem(key, JSON.stringify(grid));
        else localStorage.removeItem(key);
      } catch (error) {
        // private windows may keep nothing; the game goes on
      }
    },
  };

  // the letter of the alphabet that was meant, or null
  const inAlphabet = (letter) => {
    const code = letter.codePointAt(0);
    return data.alphabet.some(([low, high]) => low <= code && code <= high);
  };
  const meant = (letter) => {
    for (const form of [letter, letter.toUpperCase(), letter.toLowerCase()]) {
      if (Array.from(form).length === 1 && inAlphabet(form)) return form;
    }
    return null;
  };

  const tell = (text) => {
    said.textContent = text;
  };

  const showNow = () => {
    nowClues.replaceChildren();
    if (active < 0) {
      nowName.textContent = "This cell is on no line.";
      return;
    }
    const line = data.lines[active];
    nowName.textContent = line.name;
    line.clues.forEach((clue, number) => {
      const item = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = clue.text;
      const state = states[active][number];
      item.className = state;
      item.append(code, ` ${clue.reversed ? "(read backwards) " : ""}${SIGNS[state]}`);
      nowClues.append(item);
    });
  };

  const showLine = () => {
    const cells = new Set(active < 0 ? [] : data.lines[active].cells);
    outlines.forEach((outline) => {
      const cell = Number(outline.dataset.cell);
      outline.classList.toggle("on", cells.has(cell));
      outline.classList.toggle("here", cell === current);
    });
    for (const element of document.querySelectorAll("[data-clue]")) {
      element.classList.toggle("on", element.dataset.clue.split(".")[0] === String(active));
    }
    showNow();
  };

  const showState = (line, clue) => {
    const state = states[line][clue];
    for (const element of document.querySelectorAll(`[data-clue="${line}.${clue}"]`)) {
      element.classList.remove("ok", "bad", "unknown");
      if (state) element.classList.add(state);
      const sign = element.querySelector(".state");
      if (sign) sign.textContent = state ? `${SIGNS[state]} ${WORDS[state]}` : "";
    }
    if (line === active) showNow();
  };

  const announceSolved = () => {
    const known = states.every((line) => line.every((state) => state === "ok"));
    const solved = known && letters.every((letter) => letter !== "");
    if (solved && !isSolved) tell("Solved: every clue is satisfied.");
    isSolved = solved;
    document.body.classList.toggle("solved", solved);
  };

  const checkLine = async (number, isSpoken) => {
    const line = data.lines[number];
    const text = line.cells.map((cell) => letters[cell]);
    const isFull = text.every((letter) => letter !== "");
    await Promise.all(line.clues.map(async (clue, place) => {
      const answer = isFull ? await check(clue.check, text.join("")) : undefined;
      if (line.cells.some((cell, index) => letters[cell] !== text[index])) return; // changed while it was matched
      const state = answer === undefined ? "" : answer === null ? "unknown" : answer ? "ok" : "bad";
      if (states[number][place] !== state) {
        states[number][place] = state;
        showState(number, place);
        if (isSpoken && state) tell(`${line.name}: ${clue.text} is ${WORDS[state]}.`);
      }
    }));
    announceSolved();
  };

  const put = (cell, letter) => {
    if (inputs[cell].readOnly) return;
    letters[cell] = letter;
    inputs[cell].value = letter;
    store.save(data.key, letters);
    showClearButton();
    for (const number of linesOf[cell]) checkLine(number, true);
  };

  const goTo = (cell, line) => {
    inputs[current].tabIndex = -1;
    current = cell;
    if (line !== undefined) active = line;
    else if (!linesOf[cell].includes(active)) active = linesOf[cell][0] ?? -1;
    inputs[cell].tabIndex = 0;
    if (document.activeElement !== inputs[cell]) inputs[cell].focus();
    inputs[cell].select();
    showLine();
  };

  const along = (step) => {
    if (active < 0) return;
    const cells = data.lines[active].cells;
    const cell = cells[cells.indexOf(current) + step];
    if (cell !== undefined) goTo(cell, active);
  };

  const switchLine = () => {
    const through = linesOf[current];
    if (!through.length) return;
    goTo(current, through[(through.indexOf(active) + 1) % through.length]);
    tell(`${data.lines[active].name}: ${data.lines[active].clues.map((clue) => clue.text).join(" and ") || "no clue"}`);
  };

  const changeLine = (step) => {
    if (!data.lines.length) return;
    const next = (active + step + data.lines.length) % data.lines.length;
    const {cells} = data.lines[next];
    if (cells.length) goTo(cells.find((cell) => letters[cell] === "") ?? cells[0], next);
  };

  // the neighbour on a line that lies most nearly in the direction (dx, dy); the active line wins a tie
  const towards = (dx, dy) => {
    const [x, y] = data.places[current];
    let best = null, bestScore = 0.3; // the cosine of 72 degrees: beyond that it is another direction
    const consider = (cell, line) => {
      const [u, v] = data.places[cell];
      const length = Math.hypot(u - x, v - y);
      if (!length) return;
      const score = ((u - x) * dx + (v - y) * dy) / length + (line === active ? 0.01 : 0);
      if (score > bestScore + 1e-9) [best, bestScore] = [[cell, line], score];
    };
    for (const number of linesOf[current]) {
      const {cells} = data.lines[number];
      cells.forEach((cell, index) => {
        if (cell === current) {
          for (const other of [cells[index - 1], cells[index + 1]]) if (other !== undefined) consider(other, number);
        }
      });
    }
    if (best) goTo(...best);
  };

  const KEYS = {
    ArrowLeft: () => towards(-1, 0),
    ArrowRight: () => towards(1, 0),
    ArrowUp: () => towards(0, -1),
    ArrowDown: () => towards(0, 1),
    Home: () => active >= 0 && goTo(data.lines[active].cells[0], active),
    End: () => active >= 0 && goTo(data.lines[active].cells.at(-1), active),
    Enter: switchLine,
    PageDown: () => changeLine(1),
    PageUp: () => changeLine(-1),
    Delete: () => put(current, ""),
    Backspace: () => {
      if (letters[current] === "" || inputs[current].readOnly) along(-1);
      put(current, "");
    },
  };

  const typed = (cell, text, isComposing) => {
    const fresh = Array.from(text);
    const old = fresh.indexOf(letters[cell]);
    if (fresh.length > 1 && old >= 0) fresh.splice(old, 1);
    const letter = fresh.length ? meant(fresh[0]) : "";
    if (letter === null) {
      // a phone composes Latin letters too, so only what is no letter here may be on its way to becoming one
      if (isComposing) return;
      inputs[cell].value = letters[cell];
      tell(`${fresh[0]} is not in this puzzle's alphabet.`);
      return;
    }
    put(cell, letter);
    if (letter) along(1);
    inputs[current].select();
  };

  inputs.forEach((input, cell) => {
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const action = KEYS[event.key] ?? (event.key === " " && !inAlphabet(" ") ? switchLine : null);
      if (action) {
        event.preventDefault();
        action();
      }
    });
    input.addEventListener("input", (event) => typed(cell, input.value, event.isComposing));
    input.addEventListener("compositionend", () => {
      if (input.value !== letters[cell]) typed(cell, input.value, false);
    });
    input.addEventListener("focus", () => {
      if (cell !== current) goTo(cell);
      else input.select();
    });
    input.addEventListener("pointerdown", (event) => {
      if (document.activeElement === input) {
        event.preventDefault();
        switchLine();
      }
    });
  });

  // Writes a whole grid into the cells that are not given, after testing each letter of it.
  const putAll = (grid) => {
    grid.forEach((letter, cell) => {
      const isLetter = typeof letter === "string" && Array.from(letter).length === 1 && inAlphabet(letter);
      if (!inputs[cell].readOnly) letters[cell] = inputs[cell].value = isLetter ? letter : "";
    });
    data.lines.forEach((line, number) => checkLine(number, false));
  };

  // The grid that was cleared can be brought back until a letter is written, also after a reload.
  const clearButton = document.getElementById("clear");
  const showClearButton = () => {
    const isBack = store.load(clearedKey) !== null && inputs.every((input) => input.readOnly || input.value === "");
    clearButton.textContent = isBack ? "Bring the cleared letters back" : "Clear all letters";
    return isBack;
  };
  clearButton.addEventListener("click", () => {
    if (showClearButton()) {
      putAll(store.load(clearedKey));
      store.save(clearedKey, null);
      tell("The letters are back.");
    } else {
      if (inputs.every((input) => input.readOnly || input.value === "")) return;
      store.save(clearedKey, letters);
      putAll(letters.map(() => ""));
      tell("All letters cleared. The same button brings them back.");
    }
    store.save(data.key, letters);
    showClearButton();
  });

  putAll(store.load(data.key) ?? letters.slice());
  showClearButton();
  inputs.forEach((input, cell) => {
    input.tabIndex = cell === 0 ? 0 : -1;
  });
  showLine();
};

play();
