// Plays the puzzle of this page.  Its data are in the element #data.

import {play} from "./main.js";

play(JSON.parse(document.getElementById("data").textContent));
