// Light or dark colours: those of the system, or those that the player has chosen.

import {loadSetting, saveSetting} from "./keeping.js";

const NEXT = {system: "light", light: "dark", dark: "system"};
const NAMES = {system: "as the system", light: "light", dark: "dark"};

export const createTheme = () => {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button.theme"));
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = NEXT[loadSetting("theme")] ? loadSetting("theme") : "system";

  const show = () => {
    const isDark = chosen === "dark" || (chosen === "system" && system.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    for (const button of buttons) {
      button.dataset.chosen = chosen;
      button.title = `Colours: ${NAMES[chosen]}`;
      if (button.querySelector("svg")) button.setAttribute("aria-label", `Colours: ${NAMES[chosen]}. Change to ${NAMES[NEXT[chosen]]}`);
      else button.textContent = `Colours: ${NAMES[chosen]}`;
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      chosen = NEXT[chosen];
      saveSetting("theme", chosen);
      show();
    });
  }
  system.addEventListener("change", show);
  show();
};
