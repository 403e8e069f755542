"""Compare satcross with the real regex engines for as long as asked; shrink and save what differs.

    python -m tests.differential --seconds 600 [--dialect javascript] [--seed 1] [--cases 300000]

Differences go to tests/regressions/ as cases that the tests then run.  Exit status 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic

from tests.judges.compare import Verdict, compare
from tests.judges.engines import Engine, Undecided, find_engine
from tests.judges.generate import Generator, Question
from tests.judges.shrink import shrink

REGRESSIONS = Path(__file__).parent.parent / "regressions"
REPORT = 5_000  # cases


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--cases", type=int, default=None, help="stop each dialect after so many cases")
    parser.add_argument("--dialect", choices=["python", "javascript"], action="append")
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else Random().randrange(10**9)
    dialects = options.dialect or ["python", "javascript"]
    differences = 0
    for dialect in dialects:
        engine = find_engine(dialect)
        if engine is None:
            print(f"{dialect}: not compared, there is no `node` (npm install --prefix tests/judges)")
            continue
        differences += fuzz(engine, seed, options.seconds / len(dialects), options.cases)
    return 1 if differences else 0


def fuzz(engine: Engine, seed: int, seconds: float, cases: int | None) -> int:
    """Return the number of differences found; print the counts of all outcomes."""
    generator = Generator(engine.dialect, Random(seed), newest=engine.is_newest)
    outcomes: Counter[str] = Counter()
    started = monotonic()
    done = 0
    print(f"{engine.dialect}: seed {seed}, judge {engine.version}", flush=True)
    while monotonic() - started < seconds and (cases is None or done < cases):
        question = generator.question()
        done += 1
        verdict = judge(question, engine)
        outcomes[verdict.outcome] += 1
        if verdict.outcome == "differ":
            kind = verdict.detail.split(",")[0]

            def fails(smaller: Question, kind: str = kind) -> bool:
                outcome, detail = judge(smaller, engine)
                return outcome == "differ" and detail.split(",")[0] == kind

            small = shrink(question, fails)
            print(f"  {small}\n    {judge(small, engine).detail}", flush=True)
            save(small, engine)
        if done % REPORT == 0:
            print(f"  {done:,} cases in {monotonic() - started:.0f} s: {_counts(outcomes)}", flush=True)
    print(f"{engine.dialect}: {done:,} cases in {monotonic() - started:.0f} s: {_counts(outcomes)}", flush=True)
    return outcomes["differ"]


def judge(question: Question, engine: Engine) -> Verdict:
    """Return the verdict; a crash of satcross is a difference too."""
    try:
        return compare(question, engine, thorough=False)
    except Exception as error:
        return Verdict("differ", f"crash: {type(error).__name__}, {error}")


def save(question: Question, engine: Engine) -> None:
    """Write `question`, with the engine's answer, as a case file."""
    try:
        ways = engine.ways(question.pattern, question.flags, question.texts)
        accepted = [text for text, way in zip(question.texts, ways, strict=True) if way is not None]
    except (Undecided, ValueError):
        return
    name = sha256(repr(question).encode()).hexdigest()[:10]
    lines = [
        f"# found by the differential test; judge: {engine.version}",
        "[[case]]",
        f"pattern = {json.dumps(question.pattern)}",
        f'dialect = "{question.dialect}"',
        f'flags = "{question.flags}"',
        f"alphabet = {json.dumps(question.alphabet)}",
        f"longest = {question.longest}",
        f"accepts = {json.dumps(accepted)}",
    ]
    (REGRESSIONS / f"{question.dialect}-{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _counts(outcomes: Counter[str]) -> str:
    return ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))


if __name__ == "__main__":
    raise SystemExit(main())
