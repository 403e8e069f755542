// What is known of each clue: nothing (""), that its line satisfies it ("ok"), does not ("bad"), can no longer satisfy it
// although it is not full ("stuck"), or that this cannot be checked here ("unknown").

export const WORDS = {
  "": "",
  ok: "is satisfied",
  bad: "is not satisfied",
  stuck: "can no longer be satisfied",
  unknown: "cannot be checked here",
};
export const SIGNS = {"": "", ok: "✓", bad: "✗", stuck: "✗", unknown: "?"};

// `check` is what makePatientChecker returns.  `isShown(verdict)` says whether players see such verdicts.  `onVerdict(line, clue, isNews)` is called after each change of a verdict.
export const createVerdicts = (puzzle, game, check, isShown, onVerdict) => {
  const verdicts = puzzle.lines.map((line) => line.clues.map(() => ""));
  const checks = puzzle.lines.map(() => 0); // how often each line has been checked

  const verdictOf = (answer, isFull) => {
    if (answer === true) return "ok";
    if (answer === false) return isFull ? "bad" : "stuck";
    return isFull ? "unknown" : "";
  };

  // Checks a line again; `isNews` says whether the player should hear of a change.
  const checkLine = async (number, isNews) => {
    const line = puzzle.lines[number];
    const own = checks[number] += 1;
    const letters = line.cells.map((cell) => game.cell(cell).letter);
    const isFull = letters.every((letter) => letter !== "");
    const isEmpty = letters.every((letter) => letter === "");
    await Promise.all(line.clues.map(async (clue, place) => {
      const answer = isEmpty ? null : await check(clue.check, letters);
      if (own !== checks[number]) return; // the line has been checked again while its clue was matched
      const verdict = isEmpty && !isFull ? "" : verdictOf(answer, isFull);
      if (verdicts[number][place] === verdict) return;
      verdicts[number][place] = verdict;
      onVerdict(number, place, isNews);
    }));
  };

  return {
    of: (line, clue) => (isShown(verdicts[line][clue]) ? verdicts[line][clue] : ""),
    // Shows all verdicts again, when other ones are to be seen.
    showAll: () => verdicts.forEach((line, number) => line.forEach((_, place) => onVerdict(number, place, false))),
    ofLine: (line) => verdicts[line],
    allAre: (...wanted) => verdicts.every((line) => line.every((verdict) => wanted.includes(verdict))),
    lines: (...wanted) => verdicts.flatMap((line, number) =>
      line.some((verdict) => wanted.includes(verdict)) ? [number] : []),
    checkLines: (numbers, isNews) => Promise.all(Array.from(numbers, (number) => checkLine(number, isNews))),
  };
};
