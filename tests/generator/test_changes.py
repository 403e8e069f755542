"""No changes are cheaper than those of a repair: all choices of clues are tried on all grids, by Python's `re`."""

import re
from functools import cache
from itertools import islice, product
from random import Random

import pytest

import satcross
from satcross.base.budget import UNLIMITED
from satcross.generator.pool import AUTHORS
from satcross.generator.repair import chooser_for, drafts_of
from satcross.generator.tidy import shortened
from satcross.puzzle import MENTIONED, Puzzle
from tests.selection import slow_but

LETTERS = "ABC"


def a_puzzle(random: Random) -> Puzzle:
    """Return a small puzzle whose wanted solution is hardly ever the only one; many take steps of several clues."""
    rows, columns = random.choice([(2, 2), (2, 3)])
    grid = [random.choices(LETTERS[: random.randint(2, 3)], k=columns) for _ in range(rows)]

    def clue(text: str) -> str:
        other = "".join(random.choices(LETTERS, k=len(text)))
        some = "".join(letter if random.random() < 0.5 else "." for letter in text)
        return random.choice(
            [f"{text}|{other}", f"{other}|{text}", some, ".*", f"[{''.join(sorted({*text}))}]*", other]
        )

    return satcross.rectangle(
        rows=[clue("".join(row)) for row in grid],
        columns=[clue("".join(column)) for column in zip(*grid, strict=True)],
        expected=[["".join(row) for row in grid]],
        alphabet=random.choice([LETTERS, MENTIONED]),
    )


def least_cost(puzzle: Puzzle, limit: int) -> int:
    """Return what the cheapest choice costs for which the wanted solution is the only one, if it is at most `limit`.

    Each clue is a whole number that has a bit for each grid which it accepts.
    """
    wanted = puzzle.expected[0]
    drafts = drafts_of(puzzle)
    chooser = chooser_for(puzzle, drafts, wanted, 18, Random(0), UNLIMITED)
    grids = ["".join(letters) for letters in product(LETTERS, repeat=len(puzzle.cells))]
    options: list[list[tuple[int, int, frozenset[str]]]] = []
    for slot, draft in enumerate(drafts):
        accepted: dict[tuple[int, frozenset[str]], int] = {}
        for each in chooser.pool.candidates[slot]:
            if each.family in AUTHORS or shortened(chooser.board.plain(each.pattern, len(draft.cells))) == each.pattern:
                matches = cache(re.compile(each.pattern or ".*").fullmatch)
                bits = [bool(matches("".join([grid[cell] for cell in draft.cells]))) for grid in grids]
                key = sum(bit << place for place, bit in enumerate(bits)), frozenset(re.findall("[A-Z]", each.pattern))
                accepted[key] = min(each.cost, accepted.get(key, each.cost))
        options.append(sorted((cost, *key) for key, cost in accepted.items()))
    within = {
        named: sum(1 << place for place, grid in enumerate(grids) if {*grid} <= named)
        for named in map(frozenset, ["", *"ABC", "AB", "AC", "BC", "ABC"])
    }
    right = 1 << grids.index("".join(wanted))
    best = limit + 1

    def choose(slot: int, cost: int, left: int, named: frozenset[str]) -> None:
        nonlocal best
        if slot == len(options):
            best = cost if left & within[named] == right else best
            return
        for more, bits, letters in options[slot]:
            if cost + more >= best:
                return
            choose(slot + 1, cost + more, left & bits, named | letters)

    choose(0, 0, (1 << len(grids)) - 1, frozenset("" if puzzle.alphabet == MENTIONED else LETTERS))
    return best


@pytest.mark.parametrize("seed", slow_but(range(8), range(16)))
def test_no_changes_are_cheaper(seed: int) -> None:
    puzzle = a_puzzle(Random(seed))
    found = next(satcross.repair(puzzle))
    assert found.is_proven
    assert found.bound == found.cost
    assert found.cost == least_cost(puzzle, found.cost)
    verdict = satcross.check(found.puzzle)
    assert (verdict.status, verdict.witnesses[0].letters) == ("unique", puzzle.expected[0])


def test_one_change_is_enough_where_the_last_letters_take_two_clues_at_once() -> None:
    puzzle = satcross.rectangle(
        rows=[".A", "AA|BB"], columns=["(B|.)*", "[A]*"], alphabet="AB", expected=[["BA", "AA"]]
    )
    found = next(satcross.repair(puzzle))
    assert [(change.before, change.after) for change in found.changes] == [(".A", "BA")]


def test_a_letter_that_no_clue_mentions_gets_mentioned() -> None:
    puzzle = satcross.rectangle(rows=["A."], columns=["A", "."], expected=[["AZ"]])
    assert satcross.check(puzzle).witnesses[0].rows == ("AA",)
    found = next(satcross.repair(puzzle))
    assert satcross.check(found.puzzle).witnesses[0].rows == ("AZ",)
    assert len(found.changes) == 1


def test_changes_that_contain_earlier_ones_are_not_offered() -> None:
    puzzle = satcross.rectangle(rows=["A.", "[AB]B"], columns=[".*", "A|B"], expected=[["AA", "BB"]], alphabet="AB")
    offers = [frozenset(found.changes) for found in islice(satcross.repair(puzzle), 30)]
    assert not [(one, other) for place, one in enumerate(offers) for other in offers[place + 1 :] if one <= other]
