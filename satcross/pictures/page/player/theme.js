// Light or dark colours: those of the system, or those that the player has chosen.

import {loadSetting, saveSetting} from "./keeping.js";

const NEXT = {system: "light", light: "dark", dark: "system"};
const NAMES = {system: "as the system", light: "light", dark: "dark"};

export const createTheme = () => {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = NEXT[loadSetting("theme")] ? loadSetting("theme") : "system";

  const show = () => {
    const isDark = chosen === "dark" || (chosen === "system" && system.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    button.dataset.chosen = chosen;
    button.setAttribute("aria-label", `Colours: ${NAMES[chosen]}. Change to ${NAMES[NEXT[chosen]]}`);
    button.title = `Colours: ${NAMES[chosen]}`;
  };
  button.addEventListener("click", () => {
    chosen = NEXT[chosen];
    saveSetting("theme", chosen);
    show();
  });
  system.addEventListener("change", show);
  show();
};
