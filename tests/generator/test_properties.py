"""Random requests: what every generated puzzle promises, with Python's own `re` and the grid as judges."""

import re
from random import Random

import pytest

import satcross
from satcross.generator.examination import FAULTS
from satcross.generator.pool import CONSTRUCTS, constructs_of
from satcross.puzzle import ANY, Clue

SHAPES = (
    satcross.rectangle(rows=1, columns=1),
    satcross.rectangle(rows=1, columns=4),
    satcross.rectangle(rows=2, columns=2),
    satcross.rectangle(rows=2, columns=4),
    satcross.rectangle(rows=3, columns=3),
    satcross.rectangle(rows=3, columns=4, holes=[(2, 2)]),
    satcross.hexagon(side=2),
    satcross.hexagon(side=3),
)


def random_request(random: Random) -> satcross.Request:
    """Return a request for a small puzzle; some cannot be carried out."""
    return satcross.Request(
        random.choice(SHAPES),
        difficulty=random.choice(("", "", "gentle", "moderate", "hard")),
        letters=random.choice(("ABCDE", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789+*")),
        without=random.choice(((), (), ("lookarounds",), ("references", "lookarounds"))),
        max_length=random.choice((12, 18)),
        seed=random.randrange(1_000),
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_a_random_request_gets_what_it_promises_or_one_error(number: int) -> None:
    request = random_request(Random(number))
    try:
        made = next(satcross.generate(request))
    except satcross.SatcrossError:
        return  # one error, and no traceback
    puzzle, lacks = made.puzzle, {each.code for each in made.unmet}
    patterns = []
    for line in puzzle.lines:
        text = "".join(made.solution.letters[cell] for cell in line.cells)
        for clue in line.clues:
            assert isinstance(clue, Clue)
            assert re.fullmatch(clue.pattern, text)
            assert clue.pattern not in (text, re.escape(text))
            assert len(clue.pattern) <= request.max_length
            assert not constructs_of(clue.pattern) & set(request.without)
            patterns.append(clue.pattern)
    assert set(CONSTRUCTS) >= set(request.without)
    if "equal-clues" not in lacks:
        assert len(set(patterns)) == len(patterns)
    if "not-unique" not in lacks:
        verdict = satcross.check(puzzle._replace(alphabet=ANY))
        assert verdict.status == "unique"
        assert verdict.witnesses[0].letters == made.solution.letters
    found = {FAULTS[finding.code] for finding in satcross.lint(puzzle).findings if finding.code in FAULTS}
    assert found <= lacks
    difficulty = satcross.difficulty(puzzle)
    if request.difficulty and "difficulty" not in lacks:
        assert difficulty.label == request.difficulty
    assert difficulty.joint_steps == 0
