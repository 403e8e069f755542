"""Write random puzzles in all layouts and have them read: `make fuzz-readers`, or

    python -m tests.writers --seconds 600 [--seed 1] [--only 'YAML'] [--findings build/fuzz/misread]

The share of texts that were refused or misread is printed for each layout.  The shortest misread texts of each layout
are kept in the folder of findings, each with the puzzle that it should give.  The exit status is 1 if there are any.
"""

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from tests.writers.every import LAYOUTS
from tests.writers.judge import Verdict, shrunk, summary, verdicts

KEPT: Final = 3  # findings of each layout that are shrunk and saved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="default 60")
    parser.add_argument(
        "--rounds", type=int, default=0, help="texts of each layout; default: as many as there is time for"
    )
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument("--only", default="", help="only layouts whose names have this text")
    parser.add_argument("--findings", default="build/fuzz/misread", help="default build/fuzz/misread")
    parser.add_argument("--refused", action="store_true", help="print refused texts too")
    options = parser.parse_args()
    names = [name for name in LAYOUTS if options.only in name]
    seed = options.seed if options.seed is not None else time.time_ns() % 10**6
    print(f"seed {seed}, {len(names)} layouts", flush=True)
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    found: list[Verdict] = []
    end = time.monotonic() + options.seconds
    for verdict in verdicts(names, Random(seed)):
        count = counts[verdict.layout]
        count[verdict.outcome] += 1
        count["excused"] += verdict.outcome == "refused" and verdict.is_excused
        if verdict.outcome in ("misread", "crashed") and count[verdict.outcome] <= KEPT:
            found.append(verdict)
        if options.refused and verdict.outcome == "refused" and not verdict.is_excused:
            print(f"--- {verdict.layout}: {verdict.detail}\n{verdict.text}")
        if time.monotonic() > end or (
            options.rounds and all(each.total() - each["excused"] >= options.rounds for each in counts.values())
        ):
            break
    _save([shrunk(verdict) for verdict in found], Path(options.findings))
    print(table(counts))
    return int(bool(found))


def table(counts: dict[str, Counter[str]]) -> str:
    """Return the counts of texts by layout, in Markdown."""
    lines = ["| layout | texts | misread | refused without need | refused, unclear |", "|---|---|---|---|---|"]
    for name, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        total = count.total() - count["excused"]
        wrong, refused = count["misread"] + count["crashed"], count["refused"] - count["excused"]
        lines.append(f"| {name} | {total} | {wrong} | {refused} ({refused / max(total, 1):.1%}) | {count['excused']} |")
    return "\n".join(lines)


def _save(found: list[Verdict], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for number, verdict in enumerate(found, 1):
        name = f"{number:03}-{re.sub(r'[^A-Za-z0-9]+', '-', verdict.layout).strip('-').lower()}.txt"
        (folder / name).write_text(verdict.text, encoding="utf-8", newline="")
        wanted = "; ".join(summary(each.puzzle()) for each in verdict.puzzles)
        index.append(
            f"{name}\n  layout: {verdict.layout}\n  {verdict.outcome}: {verdict.detail}\n  should be: {wanted}\n"
        )
    (folder / "index.txt").write_text("\n".join(index), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
