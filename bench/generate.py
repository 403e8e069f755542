"""Generated puzzles: how good they are, and how long they take; and the puzzles of other generators beside them.

`python -m bench.generate --seeds 50` makes 50 puzzles of each kind and label, on one core, and prints a row for each.
`--kind` and `--label` choose some of them.  Everything is judged by the project's own `check`, `lint` and
`explain`, again and from outside, whatever the generator has said.  Seconds are those of the processor, so that other
programs on the machine count less.

The columns: puzzles; those with one solution; those without findings of `lint`; those of the label that was asked for;
lines without a clue; the mean length of a clue; the share of the most common skeleton in a puzzle, on average and at
most; how evenly skeletons are spread; the share of clues with a star; and the seconds, the median and the most.
A second table says how many of the clues have each construct.

`python -m bench.generate --judge FILE...` judges the puzzles of files, of whatever origin, in the same way.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from statistics import mean, median
from time import process_time
from typing import Any, Final, NamedTuple

import satcross
from satcross.author.difficulty import LABELS
from satcross.generator.examination import FAULTS
from satcross.generator.tidy import alternatives_of_groups, tokens
from satcross.generator.variety import evenness, has_star, skeleton
from satcross.puzzle import ANY
from satcross.puzzle.files import open_source

SEEDS: Final = 5  # of each kind and label, if no number is given


class Kind(NamedTuple):
    """A kind of puzzle.

    Attributes:
        seconds: The goals: the median, and the most that one puzzle may take.
    """

    name: str
    shape: Callable[[], satcross.Puzzle]
    seconds: tuple[float, float]


ASKED: Final = [label for _, label in LABELS]
"""The labels that are asked for."""

KINDS: Final = (
    Kind("5 x 5", partial(satcross.rectangle, rows=5, columns=5), (1, 1)),
    Kind("6 x 6", partial(satcross.rectangle, rows=6, columns=6), (5, 20)),
    Kind("8 x 8", partial(satcross.rectangle, rows=8, columns=8), (5, 20)),
    Kind("hexagon of side 3", partial(satcross.hexagon, side=3), (5, 20)),
    Kind("hexagon of side 5", partial(satcross.hexagon, side=5), (5, 20)),
    Kind("hexagon of side 7", partial(satcross.hexagon, side=7), (60, 60)),
)


BY_NUMBER: Final = ("(A|B)", "(A|B|C)", "(A|B|C|D)")
"""How a group with two, three, and four or more alternatives is called."""

CONSTRUCTS: Final = ("*", "+", "?", "{2}", "{2,3}", "\\1", "[AB]", "[^AB]", *BY_NUMBER)
"""What clues are looked through for: repetitions, backreferences, classes, and groups of alternatives."""


class Judgement(NamedTuple):
    """What is known of one puzzle.

    Attributes:
        is_unique: Whether it has one solution, over its alphabet and over any.
        redundant: Clues that can be left out.
        idle: Parts of clues that have no effect.
        looser: Clues with a looser form that is enough.
        bare: Lines without a clue.
        clues: The texts of its clues.
    """

    is_unique: bool
    redundant: int
    idle: int
    looser: int
    difficulty: float
    steps: int
    joint_steps: int
    label: str
    bare: int
    clues: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return not self.redundant and not self.idle and not self.looser

    @property
    def length(self) -> float:
        """The mean length of its clues."""
        return mean(map(len, self.clues))

    @property
    def most_alike(self) -> float:
        """The share of its most common skeleton among its clues."""
        return max(Counter(map(skeleton, self.clues)).values()) / len(self.clues)

    @property
    def evenness(self) -> float:
        """How evenly skeletons are spread over its clues."""
        return evenness(self.clues)

    @property
    def stars(self) -> float:
        """The share of its clues with a star."""
        return mean(map(has_star, self.clues))


def judge(puzzle: satcross.Puzzle) -> Judgement:
    """Return what `check`, `lint` and `explain` say of `puzzle`."""
    puzzle = puzzle._replace(expected=(), expects_all=False)
    is_unique = all(
        satcross.check(puzzle._replace(alphabet=each)).status == "unique" for each in (puzzle.alphabet, ANY)
    )
    found = [FAULTS[finding.code] for finding in satcross.lint(puzzle).findings if finding.code in FAULTS]
    difficulty = satcross.difficulty(puzzle)
    clues = tuple(clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, satcross.Clue))
    return Judgement(
        is_unique,
        found.count("redundant-clue"),
        found.count("no-effect"),
        found.count("looser-clue"),
        difficulty.value,
        difficulty.steps,
        difficulty.joint_steps,
        difficulty.label,
        sum(not line.clues for line in puzzle.lines if line.cells),
        clues,
    )


def constructs(pattern: str) -> frozenset[str]:
    r"""Return which of CONSTRUCTS the clue `pattern` has.

    >>> sorted(constructs(r"[AB]+(.|CD|E)?\1")), sorted(constructs(r"A|B{3}"))
    (['(A|B|C)', '+', '?', '[AB]', '\\1'], ['(A|B)', '{2}'])
    """
    parts = tokens(pattern)
    numbers = map(len, alternatives_of_groups(parts))
    found = {BY_NUMBER[min(number, len(BY_NUMBER) + 1) - 2] for number in numbers if number > 1}
    for token in parts:
        if token[0] == "{":
            found.add("{2,3}" if "," in token else "{2}")
        elif token[0] == "[":
            found.add("[^AB]" if token.startswith("[^") else "[AB]")
        elif token[0] == "\\" and token[1:].isdigit():
            found.add("\\1")
        elif token in CONSTRUCTS:
            found.add(token)
    return frozenset(found)


class PuzzleMeasurement(NamedTuple):
    """A puzzle that has been made for the seed `seed`; `asked` is the label that was asked for."""

    kind: str
    seed: int
    asked: str
    seconds: float
    cost: int
    families: int
    judged: Judgement


def measure(kind: Kind, seed: int, asked: str) -> PuzzleMeasurement:
    """Return what the puzzle of this seed is like if the label `asked` is asked for."""
    start = process_time()
    made = next(satcross.generate(satcross.Request(kind.shape(), difficulty=asked, seed=seed)))
    seconds = process_time() - start
    return PuzzleMeasurement(kind.name, seed, asked, seconds, made.cost, len(set(made.families)), judge(made.puzzle))


def summary(kind: Kind, label: str, measured: Sequence[PuzzleMeasurement]) -> dict[str, Any]:
    """Return what these puzzles of one kind and label are like, all together."""
    share = 100 / len(measured)
    judged = [each.judged for each in measured]
    return {
        "kind": kind.name,
        "asked": label,
        "puzzles": len(judged),
        "unique": share * sum(each.is_unique for each in judged),
        "clean": share * sum(each.is_clean for each in judged),
        "length": mean(each.length for each in judged),
        "label": share * sum(each.judged.label == each.asked for each in measured),
        "bare": sum(each.bare for each in judged),
        "alike": mean(each.most_alike for each in judged),
        "most_alike": max(each.most_alike for each in judged),
        "evenness": mean(each.evenness for each in judged),
        "stars": mean(each.stars for each in judged),
        "cost": mean(each.cost for each in measured) / 10,
        "families": mean(each.families for each in measured),
        "median": median(each.seconds for each in measured),
        "most": max(each.seconds for each in measured),
        "goals": kind.seconds,
    }


HEADER: Final = (
    f"{'generated':<28}{'puzzles':>8}{'unique':>8}{'clean':>7}{'label':>8}{'bare':>6}{'length':>8}"
    f"{'alike':>8}{'most':>6}{'even':>6}{'stars':>8}{'median':>9}{'most':>8}"
)


def row(found: dict[str, Any]) -> str:
    """Return the row of the table that shows what `summary` has found."""
    return (
        f"{found['kind'] + ', ' + found['asked']:<28}{found['puzzles']:>8}{found['unique']:>6.0f} %"
        f"{found['clean']:>5.0f} %"
        f"{found['label']:>6.0f} %{found['bare']:>6}{found['length']:>8.1f}{100 * found['alike']:>6.0f} %"
        f"{100 * found['most_alike']:>4.0f} %"
        f"{found['evenness']:>6.2f}{100 * found['stars']:>6.0f} %{found['median']:>7.1f} s{found['most']:>6.1f} s"
    )


def shares_row(name: str, clues: Sequence[str]) -> str:
    """Return the row of the second table: for each of CONSTRUCTS, the share of `clues` that have it."""
    having = Counter(construct for clue in clues for construct in constructs(clue))
    return f"{name:<28}{len(clues):>8}" + "".join(f"{100 * having[each] / len(clues):>9.0f} %" for each in CONSTRUCTS)


def judge_files(names: Sequence[str]) -> None:
    """Print what the puzzles of the files are like, one row for each."""
    print(f"{'puzzle':<32}{'unique':>8}{'redundant':>11}{'idle':>6}{'looser':>8}{'length':>8}{'steps':>7}  difficulty")
    for name in names:
        try:
            puzzles = open_source(name).puzzles
        except satcross.SatcrossError as error:
            raise SystemExit(str(error)) from None
        for number, puzzle in enumerate(puzzles, 1):
            found = judge(puzzle)
            title = puzzle.title or f"{name}, {number}"
            print(f"{title[-31:]:<32}{judged_row(found)}", flush=True)


def judged_row(found: Judgement) -> str:
    """Return what is known of one puzzle; a dash where `lint` and `explain` say nothing unless it has one solution."""
    if found.is_unique:
        return (
            f"{'yes':>8}{found.redundant:>11}{found.idle:>6}{found.looser:>8}{found.length:>8.1f}{found.steps:>7}"
            f"  {found.difficulty:.2f}, {found.label}"
        )
    return f"{'no':>8}{'-':>11}{found.idle:>6}{'-':>8}{found.length:>8.1f}{'-':>7}  -"


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.generate", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, metavar="N", help="puzzles of each kind and label")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
    parser.add_argument("--kind", action="append", choices=[kind.name for kind in KINDS], help="only these kinds")
    parser.add_argument("--label", choices=ASKED, help="only puzzles of this label; default: of each")
    parser.add_argument("--json", action="store_true", help="one JSON object for each row")
    parser.add_argument("--keep", metavar="FILE", help="append a JSON line for each puzzle as soon as it is measured")
    parser.add_argument(
        "--read", metavar="FILE", help="print the table of what --keep has written, and measure nothing"
    )
    parser.add_argument("--judge", nargs="+", metavar="FILE", help="judge the puzzles of these files instead")
    given = parser.parse_args(arguments)
    if given.judge:
        judge_files(given.judge)
        return
    kinds = [kind for kind in KINDS if not given.kind or kind.name in given.kind]
    labels = [given.label] if given.label else ASKED
    seeds = range(given.first, given.first + given.seeds)
    found = list(read(given.read) if given.read else measure_all(kinds, labels, seeds, given.keep))
    if not given.json:
        print(HEADER)
    for kind, label in product(kinds, labels):
        measured = [each for each in found if (each.kind, each.asked) == (kind.name, label)]
        if measured:
            told = summary(kind, label, measured)
            print(json.dumps(told) if given.json else row(told))
    if not given.json:
        print(f"\n{'share of clues with':<28}{'clues':>8}" + "".join(f"{name:>11}" for name in CONSTRUCTS))
        for kind in kinds:
            clues = [clue for each in found if each.kind == kind.name for clue in each.judged.clues]
            if clues:
                print(shares_row(kind.name, clues))


def measure_all(
    kinds: Sequence[Kind], labels: Sequence[str], seeds: Iterable[int], file: str | None
) -> Iterator[PuzzleMeasurement]:
    """Yield the puzzles, for each seed one of each kind and label, and append them to `file`."""
    for seed, kind, label in product(seeds, kinds, labels):
        found = measure(kind, seed, label)
        if file is not None:
            with open(file, "a", encoding="utf-8") as out:
                out.write(json.dumps({**found._asdict(), "judged": found.judged._asdict()}) + "\n")
        yield found


def read(file: str) -> Iterator[PuzzleMeasurement]:
    """Yield what `measure_all` has appended to `file`."""
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            values = json.loads(line)
            judged = Judgement(**{**values["judged"], "clues": tuple(values["judged"]["clues"])})
            yield PuzzleMeasurement(**{**values, "judged": judged})


if __name__ == "__main__":
    main()
