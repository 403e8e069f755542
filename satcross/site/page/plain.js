// Pages that only show something: light or dark colours, as chosen on the other pages.

import {loadSetting} from "../player/keeping.js";

const chosen = loadSetting("theme");
const system = matchMedia("(prefers-color-scheme: dark)");
const show = () => {
  const isDark = chosen === "dark" || (chosen !== "light" && system.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
};
system.addEventListener("change", show);
show();
