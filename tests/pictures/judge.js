// Reads JSON {data, queries: [[clue, letters], ...]} and prints what the checker of the page answers to each query.
"use strict";
const fs = require("fs");
const source = fs.readFileSync(process.argv[2], "utf8").replace(/^export /gm, "");
const makeChecker = new Function(`${source}; return makeChecker;`)();
const {data, queries} = JSON.parse(fs.readFileSync(0, "utf8"));
const check = makeChecker(data);
console.log(JSON.stringify(queries.map(([clue, letters]) => check(clue, letters))));
