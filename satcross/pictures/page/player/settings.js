// What the player has chosen, and keeps for all puzzles: boxes in the dialog "More".

import {loadSetting, saveSetting} from "./keeping.js";

// `onChange(name)` is called when the player changes a setting.
export const createSettings = (onChange) => {
  const boxes = {};
  for (const box of document.querySelectorAll("[data-setting]")) {
    const name = box.dataset.setting;
    boxes[name] = box;
    box.checked = loadSetting(name) !== "off";
    box.addEventListener("change", () => {
      saveSetting(name, box.checked ? "on" : "off");
      onChange(name);
    });
  }
  return {
    // Returns whether the setting "stuck" (marks of clues that can no longer be satisfied) or "on" (typing goes on to
    // another line at the end of one) is chosen.
    is: (name) => boxes[name].checked,
  };
};
