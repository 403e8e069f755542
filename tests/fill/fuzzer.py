"""Compare the fills of random templates with brute force, for as long as asked.

    python -m tests.fill.fuzzer --seconds 60 [--seed 1] [--first 0]

A case is a template, clues on its rows and columns (also on cells of no slot), a word list with scores as a file, and a
choice of words, some of which the list lacks.  All fills that each engine finds are compared.  The judge reads the list
by code of its own, matches clues with Python's `re`, and tries all letters.  Exit status 1 if a case differs.
"""

import argparse
import re
from collections.abc import Iterator
from itertools import count, product
from math import prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from satcross import load
from satcross.author.proof import verify
from satcross.puzzle import Clue
from satcross.puzzle.wordlists import read_words
from satcross.words.filling import ENGINES, PUZZLE, Filling, certify
from satcross.words.problem import WordChoice
from satcross.words.quality import PREFERRED_SCORE
from satcross.words.template import BLOCK, OPEN, LineClue, Template

MOST_GRIDS = 6_000  # that brute force tries
UNSCORED = 50
SHAPES = (
    "..\n..", "...\n#.#\n...", "..#.\n....", "..#.", ".#..\n...#", "#..\nA..", "...\n.#.\n...", "..#\n..#\n##.",
    "....\n.##.\n..B.", "..#\n...\n#..", ".#.#\n#...", ".A.\n...", "AB#..", "..#Z", "##\n..", ".#..#.",
    "..\n##\n..", "...\n...",
)  # fmt: skip
PATTERNS = (
    ".*", "", "A.*", ".*B", "[^A]*", r"(.).*\1", r".*(.)\1.*", "(?:AB|C|.)*", "[AB]*.?", "(?!AA).*", "..?C?.*", "[AC]+",
    r"(?:(.)(?!\1))*", "Z?[^Z]*", ".*Z",
)  # fmt: skip


class Case(NamedTuple):
    """A template, the content of a word list, and the choice of words."""

    template: Template
    words: str
    choice: WordChoice

    def __str__(self) -> str:
        clues = [f"{clue.name}: {clue.constraint}" for clue in self.template.clues]
        return "\n".join([*self.template.rows, *clues, self.words.replace("\n", " "), str(self.choice)])


def case(seed: str) -> Case:
    """Return the case of `seed`."""
    random = Random(seed)
    rows = tuple(random.choice(SHAPES).split("\n"))
    lines = lines_of(rows)
    letters = random.choice(["AB", "ABC", "ABCD"])
    longest = max(map(len, runs(rows)))

    def word() -> str:
        return "".join(random.choices(letters, k=random.choice([longest, *map(len, filter(None, runs(rows)))])))

    listed = sorted({word() for _ in range(random.choice([3, 10, 30]))} | {"A" * longest})
    random.shuffle(listed)
    scored = [f"{each};{random.randrange(0, 101, 10)}" if random.random() < 0.6 else each for each in listed]

    def some(chance: float) -> tuple[str, ...]:
        named = dict.fromkeys([random.choice([*listed, word()]) for _ in range(4)])
        return tuple(named) if random.random() < chance else ()

    required = some(0.3)[:1]
    choice = WordChoice(
        random.choice([0, 0, 40, 60]),
        random.choice([1, 1, 1, 3]),
        tuple(each for each in some(0.3) if each not in required),
        some(0.6),
        required,
        random.random() < 0.3,
    )
    clues = [
        LineClue(name, cells, Clue(random.choice(PATTERNS), random.random() < 0.2))
        for name, cells in lines.items()
        if random.random() < 0.4
    ]
    return Case(Template(rows, clues=tuple(clues)), "\n".join(scored) + "\n", choice)


def lines_of(rows: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Return the cells of each row and column."""
    places = [(r, c) for r, row in enumerate(rows) for c, place in enumerate(row) if place != BLOCK]
    across = {f"row {r + 1}": tuple(i for i, place in enumerate(places) if place[0] == r) for r in range(len(rows))}
    down = {f"column {c + 1}": tuple(i for i, place in enumerate(places) if place[1] == c) for c in range(len(rows[0]))}
    return across | down


def runs(rows: tuple[str, ...]) -> list[str]:
    """Return what is between the blocks, across and then down, if it is longer than one place."""
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return [run for line in lines for run in line.split(BLOCK) if len(run) > 1]


def scores_of(case: Case) -> dict[str, int]:
    """Return the score of each word of the list."""
    parts = [line.split(";") for line in case.words.split()]
    return {word: int(score[0]) if score else UNSCORED for word, *score in parts}


def is_usable(word: str, scores: dict[str, int], choice: WordChoice) -> bool:
    """Return whether a fill may have `word`."""
    if word in choice.required:
        return True
    if word in choice.excluded or len(word) < choice.min_length:
        return False
    return scores[word] >= choice.min_score if word in scores else word in choice.preferred


def words_in(case: Case, rows: tuple[str, ...]) -> list[str]:
    """Return the words of the slots that had an open cell, or are filled with a known word."""
    known = {*scores_of(case), *case.choice.preferred, *case.choice.required}
    return [
        word
        for wanted, word in zip(runs(case.template.rows), runs(rows), strict=True)
        if OPEN in wanted or word in known
    ]


def fills(case: Case) -> set[tuple[str, ...]] | None:
    """Return every fill, by trying all letters; None if there are too many to try."""
    template, choice, scores = case.template, case.choice, scores_of(case)
    rows = template.rows
    places = [(r, c) for r, row in enumerate(rows) for c, place in enumerate(row) if place != BLOCK]
    clued = {cell for clue in template.clues for cell in clue.cells}
    neighbours = [{(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & {*places} for r, c in places]
    choices = sorted(set("".join([*scores, *choice.preferred, *choice.required, *rows])) - {BLOCK, OPEN})
    options = [
        (choices if neighbours[cell] or cell in clued else [OPEN]) if rows[r][c] == OPEN else [rows[r][c]]
        for cell, (r, c) in enumerate(places)
    ]
    if prod(map(len, options)) > MOST_GRIDS:
        return None
    found = set()
    for letters in product(*options):
        if not all(
            re.fullmatch(clue.constraint.pattern, clue.constraint.read("".join(letters[cell] for cell in clue.cells)))
            for clue in template.clues
            if isinstance(clue.constraint, Clue)
        ):
            continue
        each = iter(letters)
        grid = tuple("".join(BLOCK if place == BLOCK else next(each) for place in row) for row in rows)
        words = words_in(case, grid)
        if (
            all(is_usable(word, scores, choice) for word in words)
            and (choice.allow_repeats or len({*words}) == len(words))
            and {*words}.issuperset(choice.required)
        ):
            found.add(grid)
    return found


def difference(case: Case, folder: Path, seed: int) -> str | None:
    """Return how the answers on `case` differ from brute force; None if they agree, or if there are too many grids."""
    expected = fills(case)
    if expected is None:
        return None
    path = folder / "words.txt"
    path.write_text(case.words)
    scores = scores_of(case)
    has_scores = any(score != UNSCORED for score in scores.values())
    for engine in ENGINES:
        filling = Filling(case.template, read_words([path], use_cache=False), case.choice, seed=seed, engine=engine)
        found = [*filling]
        if engine == "auto" and not expected and case.choice.allow_repeats and not case.choice.required:
            reason = certify(case.template, filling.problem, folder / "proof")
            if reason is not None:
                if reason.startswith("a line without cells"):
                    return None
                return f"there is no proof that there is no fill: {reason}"
            verification = verify(load(folder / "proof" / PUZZLE), folder / "proof")
            if (verification.is_verified, verification.claim) != (True, "none"):
                return f"the proof is that {verification}"
        if sorted(fill.rows for fill in found) != sorted(expected) or not filling.is_complete:
            return f"{engine}: {[fill.rows for fill in found]}, expected {sorted(expected)}"
        preferred = {*case.choice.preferred}
        if found:
            most = max(len(preferred.intersection(runs(rows))) for rows in expected)
            if found[0].is_maximal < (engine != "search") or len(preferred) - len(found[0].missing) != most:
                return f"{engine}: {found[0]}, but {most} of the preferred words can be placed"
        for fill in found:
            words = words_in(case, fill.rows)
            if {*fill.missing} != preferred.difference(words):
                return f"{engine}: wrong words are missing in {fill}"
            if fill.quality is None:
                assert not has_scores
                continue
            marks = [max(scores.get(word, UNSCORED), PREFERRED_SCORE * (word in preferred)) for word in words]
            if (fill.quality.worst, round(fill.quality.mean, 6)) != (min(marks), round(sum(marks) / len(marks), 6)):
                return f"{engine}: {fill}, but the scores are {marks}"
    return None


def has_something_to_fill(case: Case) -> bool:
    """Return whether a slot is open: other templates are refused."""
    return any(OPEN in run for run in runs(case.template.rows))


def differences(seed: int, numbers: Iterator[int] | range) -> Iterator[tuple[int, str | None]]:
    """Yield the number of each case, and how it differs from brute force, or None."""
    with TemporaryDirectory() as folder:
        for number in numbers:
            drawn = case(f"{seed} {number}")
            if has_something_to_fill(drawn):
                found = difference(drawn, Path(folder), number)
                yield number, None if found is None else f"{drawn}\n{found}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fill.fuzzer", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time")
    parser.add_argument("--first", type=int, default=0, help="number of the first case of the seed")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else Random().randrange(10**9)
    started = monotonic()
    differing = number = 0
    for number, found in differences(seed, count(options.first)):
        if found is not None:
            differing += 1
            print(f"case {number} of seed {seed}:\n{found}\n", flush=True)
        if monotonic() - started > options.seconds:
            break
    print(f"seed {seed}, cases {options.first} to {number}: {differing} differ")
    return int(differing > 0)


if __name__ == "__main__":
    raise SystemExit(main())
