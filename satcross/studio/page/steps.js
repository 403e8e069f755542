// How hard the puzzle is: the steps by which a person finds the solution, as a list and as an animation over the grid.
//
// In: the answer about the steps, which is wanted while the section is open.  Out: the section #steps, and the letters of
// each step as a preview over the grid.

import {createElement} from "../player/elements.js";
import {createHint, WHOLE} from "../player/hint.js";
import {cluesOf} from "./document.js";
import {part} from "./elements.js";
import {textOf} from "./labels.js";
import {hintOf, lettersAfter} from "./step.js";
import {counted} from "./wording.js";

const PAUSE = 1400; // milliseconds between two steps
const MOST = 4; // letters that a cell has room for

/**
 * @param {ReturnType<import("./store.js").createStore>} store
 * @param {() => void} onWanted  called when the steps are wanted, or no longer are
 */
export const createSteps = (store, onWanted) => {
  const section = part("steps");
  const label = part("steps-label");
  const note = part("steps-note");
  const list = part("steps-list");
  const button = (name) => part(`steps-${name}`);
  let at = -1, timer = 0; // how many steps are shown; -1: none is

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button("play").textContent = "Show the steps";
  };

  const hint = createHint({
    lines: () => store.layout().lines.map(({name}, line) =>
      ({name, clues: cluesOf(store.document(), store.ref(line)).map((clue) => ({text: textOf(clue)}))})),
    mark: (lines, changed) => {
      const {steps} = store.answers();
      if (!steps || at < 0) return;
      const letters = lettersAfter(steps, at).map((each) => (Array.from(each).length > MOST ? "" : each));
      store.setPreview({isStep: true, letters, changed, lines, text: `Step ${at} of ${steps.steps.length}`});
    },
    focus: () => {
      store.setPreview(null);
      button("next").focus();
    },
  });

  const showStep = () => {
    const {steps} = store.answers();
    const step = steps?.steps[at - 1];
    if (step) hint.tell(hintOf(step), WHOLE);
    else if (steps && at === 0) hint.say("At the beginning.");
    [...list.children].forEach((item, index) => item.classList.toggle("here", index === at - 1));
    button("back").disabled = at <= 0;
    button("next").disabled = !steps || at >= steps.steps.length;
  };

  const go = (number) => {
    const last = store.answers().steps?.steps.length ?? 0;
    at = Math.max(0, Math.min(number, last));
    if (at >= last) stop();
    showStep();
  };

  const play = () => {
    if (timer) {
      stop();
      return;
    }
    button("play").textContent = "Pause";
    go(at >= (store.answers().steps?.steps.length ?? 0) ? 0 : Math.max(at, 0));
    timer = setInterval(() => go(at + 1), PAUSE);
  };

  const show = () => {
    const {steps} = store.answers();
    const count = steps?.steps.length ?? 0;
    label.textContent = steps?.label && store.hasClue() ? `${steps.label}, ${counted(count, "step")}` : "";
    note.textContent = !section.open ? "" : !store.hasClue() ? "There are no clues yet." : !steps ? "Looking for the steps …"
      : steps.is_complete ? `Difficulty ${steps.difficulty.toFixed(1)} (${steps.label}), length: ${steps.length}.` : "These steps do not lead to one solution.";
    part("steps-do").hidden = !count;
    list.replaceChildren(...(steps?.steps ?? []).map((step, index) => {
      const item = createElement("li");
      const choose = createElement("button", "cause", `${step.sentence} (${step.technique})`);
      choose.type = "button";
      choose.addEventListener("click", () => {
        stop();
        go(index + 1);
      });
      item.append(choose);
      return item;
    }));
  };

  button("play").addEventListener("click", play);
  button("back").addEventListener("click", () => {
    stop();
    go(at - 1);
  });
  button("next").addEventListener("click", () => {
    stop();
    go(at + 1);
  });
  section.addEventListener("toggle", () => {
    onWanted();
    show();
  });
  // the steps end when something else is shown, or nothing
  store.on(["preview"], () => {
    if (store.preview()?.isStep) return;
    stop();
    at = -1;
    hint.say("");
  });
  store.on(["steps", "verdict"], show);
  show();
  return {isWanted: () => section.open};
};
