// Answers questions about regexes, one on each line, in JSON:
//   {"pattern", "flags", "texts"} -> {"ways": for each text null or, for each group, null or [start, end]}
//                                 or {"error": message} where the pattern is rejected
// The whole text must match, whatever `^`, `$` and the flag m say.
"use strict";
const { createInterface } = require("node:readline");

function answer({ pattern, flags, texts }) {
  try {
    new RegExp(pattern, flags); // on its own: "a)|(b" must not pass
  } catch (error) {
    return { error: error.message };
  }
  const whole = new RegExp(`(?:${pattern})(?![\\s\\S])`, flags + "yd");
  return {
    ways: texts.map((text) => {
      whole.lastIndex = 0;
      const found = whole.exec(text);
      return found === null ? null : found.indices.slice(1).map((span) => span ?? null);
    }),
  };
}

process.stdout.write(JSON.stringify({ version: process.version, v8: process.versions.v8 }) + "\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
