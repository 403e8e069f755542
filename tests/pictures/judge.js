// Reads JSON {data, queries: [[check, text], ...]} and prints what check.js says of each query.
"use strict";
const fs = require("fs");
const makeChecker = new Function(fs.readFileSync(process.argv[2], "utf8") + "; return makeChecker;")();
const {data, queries} = JSON.parse(fs.readFileSync(0, "utf8"));
const check = makeChecker(data);
console.log(JSON.stringify(queries.map(([clue, text]) => check(clue, text))));
