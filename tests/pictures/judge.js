// Reads JSON, a list of {data, queries: [[clue, letters], ...]}, and prints what the checker of each page answers.
"use strict";
const fs = require("fs");
const source = fs.readFileSync(process.argv[2], "utf8").replace(/^export /gm, "");
const makeChecker = new Function(`${source}; return makeChecker;`)();
const answers = JSON.parse(fs.readFileSync(0, "utf8")).map(({data, queries}) => {
  const check = makeChecker(data);
  return queries.map(([clue, letters]) => check(clue, letters));
});
console.log(JSON.stringify(answers));
