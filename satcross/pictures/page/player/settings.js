// What the player has chosen, and keeps for all puzzles: boxes in the dialog "More".  A box is checked at first if it is in
// the page.

import {loadSetting, saveSetting} from "./keeping.js";

// `onChange(name)` is called when the player changes a setting.
export const createSettings = (onChange) => {
  const boxes = {};
  for (const box of document.querySelectorAll("[data-setting]")) {
    const name = box.dataset.setting;
    boxes[name] = box;
    box.checked = (loadSetting(name) ?? (box.defaultChecked ? "on" : "off")) === "on";
    box.addEventListener("change", () => {
      saveSetting(name, box.checked ? "on" : "off");
      onChange(name);
    });
  }
  return {
    // Changes a setting, as a click on its box does.
    turn: (name) => boxes[name].click(),
    // Returns whether a setting is chosen: "stuck" (marks of clues that can no longer be satisfied), "on" (typing goes on to
    // another line at the end of one), "typewriter" (letters on the screen stand as on a keyboard) or "along" (slanted clues
    // are turned so that they are read along their letters).
    is: (name) => boxes[name].checked,
  };
};
