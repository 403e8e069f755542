"""Every step follows from the clues it names and what was known before, and from no fewer; nothing is left unsaid."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from pathlib import Path
from random import Random

import pytest

from satcross import load
from satcross.author.explanation import LEVELS, explain, next_hint
from satcross.author.half_filled_grids import filled_from_text
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import PuzzleError, TimeUp
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, line, lines, rectangle
from satcross.solver.diagnosis import Reason, reason_of
from tests.small_puzzles import small_puzzles, word_grids

PUZZLES = Path(__file__).parents[2] / "puzzles"
matches = cache(lambda pattern, text: re.fullmatch(pattern, text) is not None)


def grids(puzzle: Puzzle, candidates: Sequence[str], reasons: Sequence[Reason]) -> list[tuple[str, ...]]:
    """Return the grids within `candidates` that the clues `reasons` accept, by `re`."""
    chosen = [(each.cells, reason.pattern) for each in puzzle.lines for reason in reasons if reason.line == each.name]
    return [
        letters
        for letters in product(*candidates)
        if all(matches(pattern, "".join([letters[cell] for cell in cells])) for cells, pattern in chosen)
    ]


def possible(found: list[tuple[str, ...]], cells: int) -> tuple[str, ...]:
    return tuple("".join(sorted({letters[cell] for letters in found})) for cell in range(cells))


def test_each_step_follows_from_its_clues_and_what_was_known_and_from_no_fewer() -> None:
    several = 0
    for puzzle, expected in chain(small_puzzles(100, seed=41), word_grids(60, seed=42)):
        told = explain(puzzle)
        number_of = {address: number for number, address in enumerate(puzzle.cells)}
        before = told.start
        for step in told.steps:
            left = grids(puzzle, before, step.reasons)
            if step.is_contradiction:
                assert not left
                assert not expected
                continue
            assert step.ruled_out
            for address, letters in step.ruled_out:
                cell = number_of[address]
                assert not {grid[cell] for grid in left} & set(letters)
                assert set(before[cell]) - set(letters) == set(step.candidates[cell])
            if len(step.reasons) > 1:
                several += 1
                for spared in step.reasons:
                    fewer = grids(puzzle, before, [each for each in step.reasons if each != spared])
                    gone = [(number_of[address], letter) for address, letters in step.ruled_out for letter in letters]
                    assert any(grid[cell] == letter for grid in fewer for cell, letter in gone)
            before = step.candidates
        assert told.is_complete
        assert told.status == ("none", "unique", "several")[min(2, len(expected))]
        if expected:
            assert before == possible([tuple(each) for each in expected], len(puzzle.cells))
        else:
            assert told.steps[-1].is_contradiction
    assert several > 5


@pytest.mark.long
def test_where_several_clues_are_needed_no_smaller_set_says_anything_new() -> None:
    sizes = set()
    for number in range(25):
        puzzle = alternatives(3, Random(number))
        clues = [reason_of(puzzle, line, 0) for line in range(6)]
        told = explain(puzzle)
        before, seen = told.start, {0}
        for step in told.steps:
            if len(step.reasons) > 2 and step.round not in seen:  # the first of its round: what is known is `before`
                together = [each for each in told.steps if each.round == step.round]
                fewest = min(len(each.reasons) for each in together)
                sizes.add(fewest)
                for fewer in combinations(clues, fewest - 1):
                    left = grids(puzzle, before, fewer)
                    assert [*map(set, possible(left, 9))] == [*map(set, before)]
            seen.add(step.round)
            before = step.candidates
    assert max(sizes) > 3


def alternatives(size: int, random: Random) -> Puzzle:
    """Return a square of which each line is one of four texts, so that single clues say little."""
    texts = ["".join(letters) for letters in product("AB", repeat=size)]
    clues = ["|".join(sorted(random.sample(texts, 4))) for _ in range(2 * size)]
    return rectangle(rows=clues[:size], columns=clues[size:], alphabet="AB")


def test_the_order_of_the_lines_does_not_change_how_many_clues_a_step_needs() -> None:
    texts = {
        "r2": ("x2 x3", ["AA|BB"]), "c1": ("x0 x2", ["AA|BB"]), "c2": ("x1 x3", ["AA|BB"]),
        "r1": ("x0 x1", ["AA|BA|BB", "AA|AB|BA"]),
    }  # fmt: skip
    for order in permutations(texts):
        puzzle = lines(
            [NamedLine(texts[name][0].split(), [*map(Clue, texts[name][1])], name) for name in order], alphabet="AB"
        )
        assert [len(step.reasons) for step in explain(puzzle).steps] == [2, 1, 1, 1]


def without(*texts: str) -> str:
    """Return a clue that every text of A and B matches but these."""
    return f"(?!(?:{'|'.join(texts)})$)[AB]*"


def tables(seed: int) -> Iterator[Puzzle]:
    """Yield random puzzles over A and B whose clues list the texts that do not match."""
    random = Random(seed)
    texts = ["".join(letters) for letters in product("AB", repeat=3)]
    while True:
        first, second, *columns = [without(*random.sample(texts, random.randint(1, 6))) for _ in range(5)]
        third = random.choice(["AAA|BBB|AB.", "A.B|BA.", "(.).\\1"])
        yield rectangle(rows=[first, second, third], columns=columns, alphabet="AB")


def test_several_clues_are_named_only_where_no_single_one_says_anything() -> None:
    joint = 0
    for puzzle in islice(tables(seed=44), 60):
        told = explain(puzzle)
        before = told.start
        for step in told.steps:
            if len(step.reasons) > 1:
                joint += 1
                for each in puzzle.lines:
                    assert isinstance(each.clues[0], Clue)
                    alone = grids(puzzle, before, [Reason(each.name, 1, each.clues[0].pattern)])
                    assert possible(alone, len(puzzle.cells)) == before
            before = step.candidates
    assert joint > 5


def test_a_step_is_a_sentence() -> None:
    steps = explain(rectangle(rows=["AB|AC"], columns=["", "[^C]"])).steps
    assert [step.sentence for step in steps] == [
        "Row 1 AB|AC: letter 1 is A.",
        "Row 1 AB|AC: letter 2 is B or C.",
        "Column 2 [^C]: letter 1 is B, not C.",
    ]


def test_a_letter_is_placed_where_no_other_one_is_left() -> None:
    puzzles = [puzzle._replace(alphabet="ABCDEF") for puzzle, _ in small_puzzles(60, seed=8)]
    for puzzle in (*puzzles, rectangle(rows=["[AB]", "A"], columns=1, alphabet="ABC")):
        for step in explain(puzzle).steps:
            left = dict(zip(puzzle.cells, step.candidates, strict=True))
            narrowed = [(cell, left[cell]) for cell, _ in step.ruled_out]
            assert step.placed == tuple((cell, letters) for cell, letters in narrowed if len(letters) == 1)


def test_over_any_alphabet_a_letter_that_stands_for_others_is_called_like_them() -> None:
    (step,) = explain(rectangle(rows=[r"\d\d"], columns=2, alphabet="any")).steps
    assert step.sentence == r"Row 1 \d\d: letters 1 and 2 are a letter like 0."
    assert (step.placed, step.technique) == ((), "narrow")
    steps = explain(rectangle(rows=["[^A]"], columns=["[^B]"], alphabet="any")).steps
    assert [step.sentence for step in steps] == [
        "Row 1 [^A]: letter 1 is a letter like C or B.",
        "Column 1 [^B]: letter 1 is a letter like C, not B.",
    ]


def test_a_half_filled_grid_is_taken_up() -> None:
    puzzle = rectangle(rows=["AB|BA", ".."], columns=["", ".."])._replace(alphabet="AB")
    chain = explain(puzzle, filled_from_text(puzzle, "A.\n.B"))
    assert chain.start == ("A", "AB", "AB", "B")
    assert chain.steps[0].placed == (((1, 2), "B"),)
    assert chain.status == "several"


def test_letters_that_no_solution_has_and_clues_already_violated_are_named() -> None:
    puzzle = rectangle(rows=["AB|AC"], columns=["", "B"])
    chain = explain(puzzle, filled_from_text(puzzle, "AC"))
    assert chain.wrong == (((1, 2), "C"),)
    assert [each.line for each in chain.violated] == ["column 2"]
    assert chain.steps == ()


def test_a_clue_that_nothing_matches_is_violated_whatever_is_filled_in() -> None:
    """Pruning does not see that no string of two letters matches."""
    clue = Clue("(?<!BC)(C{1,}+){2}?", is_reversed=True)
    puzzle = rectangle(rows=[[clue], ".."], columns=["", ""], alphabet="ABC")
    chain = explain(puzzle, filled_from_text(puzzle, "..\nA."))
    assert [reason.line for reason in chain.violated] == ["row 1"]


def test_a_grid_that_contradicts_a_given_letter_is_refused_and_no_clue_is_blamed() -> None:
    puzzle = rectangle(rows=[".*"], columns=["", ""], given={(1, 1): "A"}, alphabet="AB")
    with pytest.raises(PuzzleError, match="the grid has B in cell 1,1, but A is given there"):
        explain(puzzle, filled_from_text(puzzle, "B."))


@pytest.mark.parametrize("grid", ["A", "ABC", "AZ", "A.\n..", ""])
def test_grids_of_another_shape_or_with_foreign_letters_are_refused(grid: str) -> None:
    puzzle = rectangle(rows=["AB|AC"], columns=["", "B"])
    with pytest.raises(PuzzleError):
        explain(puzzle, filled_from_text(puzzle, grid))


def test_hints_say_more_the_more_is_asked_for() -> None:
    puzzle = rectangle(rows=["AB|AC"], columns=["", "B"])
    texts = [next_hint(puzzle, level=level).text for level in LEVELS]
    assert texts == ["Look at row 1.", "Use row 1 AB|AC.", "Row 1 AB|AC: letter 1 is A."]
    assert next_hint(puzzle, ("A", "B")).step is None
    with pytest.raises(PuzzleError, match="no solution has C in 1,2"):
        next_hint(puzzle, ("", "C"))


def test_a_grid_may_have_blanks_between_letters_or_blanks_that_are_letters() -> None:
    puzzle = rectangle(rows=["AB", "  "], columns=["", ""])
    assert filled_from_text(puzzle, "A.\n  \n") == ("A", "", " ", " ")
    assert filled_from_text(rectangle(rows=["AB", ".."], columns=["", ""]), "\n A .\n . B \n") == ("A", "", "", "B")


def test_lines_are_filled_line_by_line() -> None:
    puzzle = lines([NamedLine(["a", "b"], "X."), NamedLine(["b", "c"], "[XY]Y")])
    assert filled_from_text(puzzle, "X.\n.Y") == ("X", "", "Y")
    with pytest.raises(PuzzleError, match="holds X and Y"):
        filled_from_text(puzzle, "XX\nYY")


def test_time_up_leaves_what_was_found() -> None:
    puzzle = load(PUZZLES / "mit-2013.toml")
    seconds = 0.01
    chain = None
    while chain is None or not chain.is_complete:
        seconds *= 1.5
        try:
            chain = explain(puzzle, budget=Budget(seconds))
        except TimeUp:
            continue  # before there was anything to explain
        assert chain.is_complete or chain.status == "unknown"


def test_a_cell_of_letters_that_no_clue_tells_apart_is_not_placed() -> None:
    puzzle = lines([NamedLine(["e", "a"], "(?=.*b).*"), NamedLine(["a"], "a|A")])
    assert [(step.technique, step.candidates) for step in explain(puzzle).steps] == [
        ("narrow", ("Aab", "Aa")),
        ("mark", ("b", "Aa")),
    ]


@pytest.mark.parametrize(("letter", "is_wrong"), [("B", False), ("M", False), ("X", True)])
def test_a_letter_filled_in_need_not_be_told_apart_by_any_clue(letter: str, is_wrong: bool) -> None:
    """The clue tells M from no letter but X, so M stands for others; filled in, it stands for itself."""
    puzzle = rectangle(rows=["[^X]A"], columns=["", ""], alphabet="A-Z")
    chain = explain(puzzle, (letter, ""))
    assert [cell for cell, _ in chain.wrong] == ([(1, 1)] if is_wrong else [])
    assert chain.start[0] == letter
    if not is_wrong:
        assert chain.status == "unique"
        assert chain.steps[-1].candidates == (letter, "A")


def test_a_step_is_found_however_few_letters_it_may_ask_about() -> None:
    puzzle = rectangle(rows=["AA|BB", "AA|BB"], columns=["AA|BB", "AB|BA|AA"])
    chain = explain(puzzle, budget=UNLIMITED.tuned(explained_letters=1))
    assert chain.status == "unique"
    assert chain.steps[-1].candidates == ("A", "A", "A", "A")


def sentences(puzzle: Puzzle) -> list[str]:
    return [step.sentence for step in explain(puzzle).steps]


def test_neighbours_with_equal_news_share_a_phrase_in_reading_order() -> None:
    assert sentences(line("C*MC(CCC|MM)*[AB]", 7)) == [
        "Row 1 C*MC(CCC|MM)*[AB]: letters 1 to 6 are C or M (from C*MC(CCC|MM)*); letter 7 is A or B (from [AB])."
    ]
    assert sentences(line("C[AB]+TH.R", 7, "A-Z"))[0].startswith(
        "Row 1 C[AB]+TH.R: letter 1 is C (the start of the clue); "
    )
    assert sentences(line("(NAH|HAN)", 3)) == [
        "Row 1 (NAH|HAN): letter 2 is A.",
        "Row 1 (NAH|HAN): letter 1 is H or N; letter 3 is H or N.",
    ]


def test_settled_neighbours_are_spelled_out() -> None:
    assert sentences(line("(AB|AC).?EE", 4, "A-E"))[0].endswith("; letters 3 and 4 are E (the end of the clue).")
    assert sentences(line("AB.*", 4))[0] == "Row 1 AB.*: letters 1 and 2 spell AB (the start of the clue)."


def test_a_clue_read_backwards_says_so_and_its_letters_are_numbered_along_the_line() -> None:
    puzzle = rectangle(rows=[[Clue("AB.", is_reversed=True)]], columns=["", "", ""])
    step = explain(puzzle).steps[0]
    assert step.sentence == "Row 1 AB. (read backwards): letters 2 and 3 spell BA."
    assert step.reasons[0].is_reversed


def test_a_step_says_which_earlier_letters_it_needs_and_which_alternatives_are_left() -> None:
    puzzle = rectangle(rows=["NAH|HAN"], columns=["", "", "[^N]"])
    assert sentences(puzzle)[-1] == "Row 1 NAH|HAN: as letter 3 is H, only NAH is left, so letter 1 is N."


def test_an_alternative_that_stands_twice_is_named_once() -> None:
    puzzle = rectangle(rows=["NAH|HAN|NAH|NUH"], columns=["", "", "[^N]"])
    assert (
        sentences(puzzle)[-1] == "Row 1 NAH|HAN|NAH|NUH: as letter 3 is H, only NAH and NUH are left, so letter 1 is N."
    )


def test_no_alternative_is_named_that_cannot_stand_on_a_line_which_visits_a_cell_twice() -> None:
    """ABC is no string of a line that ends where it begins."""
    puzzle = lines([NamedLine(["a", "b", "a"], "ABC|ABA|CAC|BBA|BBB"), NamedLine(["b"], "B"), NamedLine(["a"], "[AC]")])
    assert all("ABC" not in sentence.partition(": ")[2] for sentence in sentences(puzzle))


def test_no_alternative_is_ruled_out_by_what_the_step_itself_says() -> None:
    """HEX and HUM both begin with H; that letter 2 cannot be E yet is not a reason for letter 1."""
    puzzle = rectangle(rows=["HUM|HEX"], columns=["[HI]", "", "M"])
    assert all("so letter 1" not in sentence for sentence in sentences(puzzle))


def test_every_fact_that_a_step_names_is_needed_and_they_are_enough() -> None:
    """Given the facts alone, the clue rules the same letters out; without any one of them, it does not."""
    told = 0
    for puzzle, _ in small_puzzles(60, seed=43):
        before = explain(puzzle).start
        start = before
        for step in explain(puzzle).steps:
            found = re.search(r": as (.*?), (?:only|letter|no )", step.sentence)
            if len(step.reasons) == 1 and found and "spell" not in step.sentence and "letters" not in found[1]:
                told += 1
                line_cells = next(each.cells for each in puzzle.lines if each.name == step.reasons[0].line)
                facts = [line_cells[int(number) - 1] for number in re.findall(r"letter (\d+)", found[1])]
                known = [before[cell] if cell in facts else letters for cell, letters in enumerate(start)]
                gone = [(puzzle.cells.index(cell), letter) for cell, letters in step.ruled_out for letter in letters]
                assert not any(
                    grid[cell] == letter for grid in grids(puzzle, known, step.reasons) for cell, letter in gone
                )
                is_regular = not re.search(r"\\|\(\?[^:]", step.reasons[0].pattern)  # circuits do not prune everything
                for spared in facts if is_regular else ():
                    fewer = [start[cell] if cell == spared else letters for cell, letters in enumerate(known)]
                    left = grids(puzzle, fewer, step.reasons)
                    assert (
                        left if step.is_contradiction else any(g[cell] == letter for g in left for cell, letter in gone)
                    )
            before = step.candidates
    assert told > 10
