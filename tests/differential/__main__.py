"""Compare satcross with the real regex engines for as long as asked; shrink and save what differs.

    python -m tests.differential --seconds 600 [--dialect javascript] [--seed 1] [--cases 300000]

Differences go to tests/regressions/ as cases that the tests then run.  Exit status 1 if there are any.
"""

import argparse
import gc
import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic

from tests.judges.cases import text_of
from tests.judges.compare import Verdict, compare
from tests.judges.engines import Engine, Rejected, Undecided, find_engine
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
            print(f"{dialect}: not compared, there is no `node` (npm ci --prefix tests/judges)")
            continue
        differences += fuzz(engine, seed, options.seconds / len(dialects), options.cases)
    return 1 if differences else 0


def fuzz(engine: Engine, seed: int, seconds: float, cases: int | None) -> int:
    """Return the number of differences found; print the counts of all outcomes."""
    gc.set_threshold(50_000)  # next to nothing lives longer than its case
    generator = Generator(engine.dialect, Random(seed), newest=engine.is_newest)
    outcomes: Counter[str] = Counter()
    started = monotonic()
    done = 0
    print(f"{engine.dialect}: seed {seed}, judge {engine.version}", flush=True)
    while done != cases and monotonic() - started < seconds:
        question = generator.question()
        done += 1
        verdict = judge(question, engine)
        outcomes[verdict.outcome] += 1
        if verdict.outcome == "differ":
            kind = kind_of(verdict)

            def fails(smaller: Question, kind: str = kind) -> bool:
                found = judge(smaller, engine)
                return found.outcome == "differ" and kind_of(found) == kind

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


def kind_of(verdict: Verdict) -> str:
    """Return what kind of difference it is: shrinking must not turn one into another."""
    return re.split("[,:]", verdict.detail)[0]


def save(question: Question, engine: Engine) -> None:
    """Write `question`, with the engine's answer, as a case file."""
    entry: dict[str, object] = {"about": "found by the differential test", "pattern": question.pattern}
    if question.flags:
        entry["flags"] = question.flags
    entry |= {"alphabet": question.alphabet, "longest": question.longest}
    try:
        ways = engine.ways(question.pattern, question.flags, question.texts)
    except Rejected:
        entry[question.dialect] = "refused"
    except Undecided:
        return
    else:
        pairs = zip(question.texts, ways, strict=True)
        entry[question.dialect] = [text for text, way in pairs if way is not None]
    name = sha256(repr(question).encode()).hexdigest()[:10]
    text = f"# answers of {engine.version}\n\n{text_of(entry)}"
    REGRESSIONS.mkdir(exist_ok=True)
    (REGRESSIONS / f"{question.dialect}-{name}.toml").write_text(text, encoding="utf-8")


def _counts(outcomes: Counter[str]) -> str:
    return ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))


if __name__ == "__main__":
    raise SystemExit(main())
