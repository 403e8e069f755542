"""Why there is no solution: each reason is compared with brute force, and each change that is named is tried."""

import re
from itertools import combinations, product
from pathlib import Path

import pytest

from satcross import load
from satcross.author.alone import searched
from satcross.author.clue_selectors import Theory
from satcross.author.diagnose import diagnose, with_given_as_clues
from satcross.author.overview import overview
from satcross.author.remedies import arrangements, remedies
from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle import ANY, Clue, Puzzle, WordClue
from satcross.puzzle.shapes import NamedLine, hexagon, line, lines, rectangle
from satcross.regex.letters import from_text
from satcross.solver.compile import read_letters
from satcross.solver.diagnosis import Diagnosis
from satcross.solver.solutions import check
from tests.clocks import hurry, out_of_time
from tests.pace import ENDLESS
from tests.small_puzzles import small_puzzles, word_grids

PUZZLES = Path(__file__).parents[2] / "puzzles"


def matching(puzzle: Puzzle, chosen: list[tuple[str, int]]) -> bool:
    """Return whether some grid satisfies the chosen clues, by `re`."""
    clues = [
        (each.cells, clue)
        for each in puzzle.lines
        for number, clue in enumerate(each.clues, 1)
        if (each.name, number) in chosen
    ]
    cells = sorted({cell for line_cells, _ in clues for cell in line_cells})
    for letters in product(puzzle.alphabet, repeat=len(cells)):
        grid = dict(zip(cells, letters, strict=True))
        texts = [("".join(grid[cell] for cell in line_cells), clue) for line_cells, clue in clues]
        if all(isinstance(clue, Clue) and re.fullmatch(clue.pattern, text) for text, clue in texts):
            return True
    return False


@pytest.mark.long
def test_the_reason_is_true_and_no_smaller_one_is() -> None:
    seen: dict[str, int] = {}
    for puzzle, expected in small_puzzles(250, seed=51):
        if expected:
            continue
        found = diagnose(puzzle, timeout=ENDLESS)
        assert found.is_complete
        seen[found.kind] = seen.get(found.kind, 0) + 1
        blamed = [(cause.line, cause.clue) for cause in found.causes]
        if found.kind != "conflict":
            everything = [(each.name, number) for each in puzzle.lines for number in range(1, len(each.clues) + 1)]
            assert blamed == [each for each in everything if not matching(puzzle, [each])]
            continue
        assert not matching(puzzle, blamed)
        everything = [(each.name, number) for each in puzzle.lines for number in range(1, len(each.clues) + 1)]
        for fewer in combinations(everything, len(blamed) - 1):
            assert matching(puzzle, list(fewer))
    assert seen["conflict"] > 10
    assert seen["length"] > 10
    assert seen["alphabet"] > 0


def test_in_a_large_puzzle_the_conflict_is_minimal() -> None:
    seen = 0
    large = UNLIMITED.tuned(smallest_size=0)
    for puzzle, expected in small_puzzles(60, seed=52):
        found = None if expected else diagnose(puzzle, budget=large)
        if found is not None and found.kind == "conflict" and len(found.causes) > 1:
            seen += 1
            blamed = [(cause.line, cause.clue) for cause in found.causes]
            assert not matching(puzzle, blamed)
            for left_out in blamed:
                assert matching(puzzle, [each for each in blamed if each != left_out])
    assert seen > 1


def test_clues_in_capitals_over_small_letters_are_blamed_on_the_alphabet() -> None:
    puzzle = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"], alphabet="a-z")
    found = diagnose(puzzle, timeout=ENDLESS)
    assert found.kind == "alphabet"
    assert [(cause.line, cause.span) for cause in found.causes] == [
        ("row 1", (0, 2)),
        ("row 2", (1, 7)),
        ("column 2", (0, 2)),
    ]
    assert found.causes[0].message == "no string of 2 letters from a-z matches, but HE would"
    assert [each.status for each in found.remedies] == ["unique", "unique"]
    assert 'alphabet = "mentioned"' in found.remedies[0].change
    assert 'flags = "i"' in found.remedies[1].change


@pytest.mark.parametrize(
    ("clue", "length", "message"),
    [
        ("ABC", 2, "no string of 2 letters matches: its shortest match has 3 letters"),
        ("A", 2, "no string of 2 letters matches: its longest match has one letter"),
        ("(AB)*", 3, "no string of 3 letters matches: its matches have 2 or 4 letters, or are further off"),
        (r"(.)\1A{9}", 3, "no string of 3 letters matches: its nearest match has 11 letters"),
        (r"(.)(?!\1).", 0, "no string of no letters matches: its nearest match has 2 letters"),
        ("A(?!A)A", 2, "no string of 2 letters matches"),
        ("(?!)", 1, "no string of one letter matches: no match has more than no letters"),
        ("(?=A)(B|CC)", 4, "no string of 4 letters matches: no match has more than 2 letters"),
        ("(?=A)(BBB|CC)", 1, "no string of one letter matches: every match has 2 letters or more"),
        ("[^A-Z]", 1, "no string of one letter from A-Z matches, but a would"),
    ],
)
def test_a_clue_that_cannot_match_says_what_it_could(clue: str, length: int, message: str) -> None:
    found = diagnose(line(clue, length, "A-Z"))
    assert [cause.message for cause in found.causes] == [message]


def test_two_clues_that_disagree_in_a_cell_are_shown_with_the_parts_that_do() -> None:
    found = diagnose(rectangle(rows=["A[BC]+", "..."], columns=["", "X.", ""]))
    assert found.message == "these two conflict in cell 1,2"
    assert [(cause.line, cause.message, cause.span) for cause in found.causes] == [
        ("row 1", "allows only B or C in cell 1,2", (1, 5)),
        ("column 2", "allows only X in cell 1,2", (0, 1)),
    ]


def test_a_given_letter_can_be_to_blame_and_a_clue_read_backwards_says_so() -> None:
    puzzle = rectangle(rows=[[Clue("AB", is_reversed=True)]], columns=["", ""], given={(1, 2): "B"})
    found = diagnose(puzzle)
    assert [str(cause) for cause in found.causes] == [
        "row 1, clue 1 AB (read backwards)",
        "the letter B given in cell 1,2",
    ]


def test_a_line_that_visits_a_cell_twice_says_so() -> None:
    found = diagnose(lines([NamedLine(["a", "a"], "AB")]))
    assert [cause.message for cause in found.causes] == [
        "no string of 2 letters, some of them in the same cell, matches"
    ]


def test_a_line_that_visits_a_cell_twice_is_blamed_alone_though_another_clue_conflicts_with_it() -> None:
    puzzle = lines([NamedLine(["a", "a"], "AB"), NamedLine(["a"], "A")])
    found = diagnose(puzzle)
    assert (found.kind, [cause.line for cause in found.causes]) == ("length", ["line 1"])
    assert [(each.code, each.place) for each in overview(puzzle).warnings] == [("unmatchable", "line 1, clue 1")]


def test_a_clue_is_blamed_only_on_the_line_that_visits_a_cell_twice() -> None:
    puzzle = lines([NamedLine(["a", "a"], r"(?!(.)\1).."), NamedLine(["b", "c"], r"(?!(.)\1)..")], alphabet="AB")
    assert [cause.line for cause in diagnose(puzzle).causes] == ["line 1"]


def test_what_a_clue_allows_in_a_cell_is_exact_though_pruning_keeps_more() -> None:
    """Of AB and BA neither reads the same in both cells, so only CC is left; pruning allows A, B and C."""
    twice = diagnose(lines([NamedLine(["a", "b", "a", "b"], "ABBA|BAAB|CCCC"), NamedLine(["a"], "A")]))
    assert [cause.message for cause in twice.causes] == ["allows only C in cell a", "allows only A in cell a"]
    ahead = diagnose(rectangle(rows=[r"(?!AA|AB|BA)[AB][AB]"], columns=["A", ""]))
    assert [cause.message for cause in ahead.causes] == ["allows only B in cell 1,1", "allows only A in cell 1,1"]


def test_a_word_list_can_be_to_blame() -> None:
    found = diagnose(rectangle(rows=[WordClue(("ABC",), "list.txt"), "A"], columns=1))
    assert found.causes[0].message == "no word of the list has one letter"


def test_a_word_list_without_a_word_over_the_alphabet_is_blamed_on_the_alphabet() -> None:
    """Letters that no clue tells apart are one class then, which the index of the words does not know."""
    found = diagnose(rectangle(rows=[WordClue(("CA",), "list.txt")], columns=2, alphabet="XY"))
    assert (found.kind, found.causes[0].message) == ("alphabet", "no string of 2 letters from XY matches, but CA would")
    assert [each.code for each in overview(rectangle(rows=[WordClue(("CA",))], columns=2, alphabet="XY")).warnings] == [
        "unmatchable"
    ]


def test_given_letters_are_clues_that_leave_the_alphabet_as_it_is() -> None:
    puzzle = rectangle(rows=["[^A]"], columns=1, given={(1, 1): "B"})
    assert check(with_given_as_clues(puzzle, from_text("AB"))).status == check(puzzle).status == "unique"


def test_each_wrong_order_of_a_hexagon_is_found_out() -> None:
    """The clues of the MIT puzzle fit its lines in one order only, so each other order is told how to get there."""
    told = 0
    for wrong, _ in list(arrangements(load(PUZZLES / "mit-2013.toml")))[::6]:
        found = diagnose(wrong, timeout=ENDLESS)
        assert found.causes
        assert [each.status for each in found.remedies][:1] == ["unique"]
        told += 1
    assert told > 4


def test_the_change_that_is_named_is_the_change_that_was_made() -> None:
    whole = load(PUZZLES / "mit-2013.toml")
    clues = {name: [each.clues[0].pattern for each in whole.lines if each.name.startswith(name)]  # type: ignore[union-attr]
             for name in ("horizontal", "rising", "falling")}  # fmt: skip
    reversed_list = hexagon(**{**clues, "rising": clues["rising"][::-1]})  # type: ignore[arg-type]
    exchanged = hexagon(horizontal=clues["horizontal"], rising=clues["falling"], falling=clues["rising"])
    changes = [diagnose(wrong, timeout=ENDLESS).remedies[0].change for wrong in (reversed_list, exchanged)]
    assert changes == [
        "if the clues of `rising` were listed in the opposite order",
        "if the lists `rising` and `falling` were exchanged",
    ]


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (rectangle(rows=["A."] * 2, columns=["A."] * 2), 3),
        (rectangle(rows=["A."] * 3, columns=["A."] * 2), 3),
        (hexagon(horizontal=["A."] * 3, rising=["B."] * 3, falling=["C."] * 3), 31),
        (line("AB", 2), 0),
    ],
)
def test_no_two_arrangements_are_images_of_each_other(puzzle: Puzzle, count: int) -> None:
    assert sum(1 for _ in arrangements(puzzle)) == count


def test_every_arrangement_of_a_rectangle_is_an_image_of_one_that_is_tried() -> None:
    """Reversing the rows' order, or reading the columns upwards, is the same: both are tried as one."""
    puzzle = rectangle(rows=["AB", "CD"], columns=["CA", "DB"])
    assert check(puzzle).status == "none"
    assert [each.status for each in diagnose(puzzle, timeout=ENDLESS).remedies] == ["unique"]


def test_too_little_time_is_admitted() -> None:
    puzzle = load(PUZZLES / "pigeons.toml")
    found = diagnose(puzzle, budget=Budget(0.0))
    assert found == Diagnosis("unknown", "the time or the memory was too short to find out why", is_complete=False)


def test_too_little_memory_for_the_formula_is_admitted() -> None:
    puzzle = rectangle(rows=["AA|BB", "AB|BA"], columns=["AA|BB", "AA|BB"])
    assert diagnose(puzzle).kind == "conflict"
    found = diagnose(puzzle, budget=Budget(clauses=3))
    assert (found.kind, found.is_complete) == ("unknown", False)


def test_without_a_deadline_it_takes_no_longer_than_the_tuning_says() -> None:
    found = diagnose(load(PUZZLES / "pigeons.toml"), budget=UNLIMITED.tuned(diagnosis_seconds=0.0))
    assert not found.is_complete


def test_changes_have_a_time_limit_of_their_own_unless_the_user_sets_one() -> None:
    puzzle = rectangle(rows=["AB", "CD"], columns=["CA", "DB"])
    budget = UNLIMITED.tuned(remedies_seconds=0.0)
    hasty = diagnose(puzzle, budget=budget)
    assert (hasty.kind, hasty.remedies, hasty.is_complete) == ("conflict", (), False)
    assert diagnose(puzzle, timeout=ENDLESS, budget=budget).remedies


def test_a_change_that_was_found_is_named_though_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another order the lists leave several solutions, and there is no time to look for an order that leaves one."""
    puzzle = hexagon(
        horizontal=["..", "...", ".A"], rising=[".A", "BA.", ".."], falling=[".B", "...", ".."], alphabet="AB"
    )
    whole = diagnose(puzzle, timeout=ENDLESS)
    assert ([each.status for each in whole.remedies], whole.is_complete) == (["several"], True)
    hurry(monkeypatch)
    hasty = [diagnose(puzzle, timeout=seconds) for seconds in (1, 2)]
    assert any(each.remedies == whole.remedies and not each.is_complete for each in hasty)


def test_a_deadline_in_the_far_future_is_no_lack_of_time() -> None:
    puzzle = rectangle(rows=["AB|BB"], columns=["A", "A"])
    assert diagnose(puzzle, budget=UNLIMITED._replace(deadline=1e308)) == diagnose(puzzle, timeout=ENDLESS)


def test_clues_that_clash_are_named_though_the_time_does_not_suffice_for_a_minimal_set() -> None:
    """A search refutes them at once.  Which of the given letters are needed, it does not find out."""
    text = "The quick brown fox jumps over the lazy"
    clue = r"^(?>.*?([A-Z])(?!.*\1)){26}"
    puzzle = line(clue, len(text), flags="i")._replace(given=tuple(enumerate(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theory, "mus", out_of_time)
        found = diagnose(puzzle, timeout=ENDLESS, budget=UNLIMITED.tuned(overview_seconds=0.0))
    assert (found.kind, found.is_complete) == ("conflict", False)
    assert found.message == f"these {len(found.causes)} conflict: they cannot all be satisfied"
    assert found.causes[0].pattern == clue
    assert not re.fullmatch(clue, text, re.IGNORECASE)


@pytest.mark.parametrize("clue", ["AB", "A."])
def test_a_puzzle_with_a_solution_needs_no_remedy(clue: str) -> None:
    found = diagnose(rectangle(rows=[clue], columns=["A", "[AB]"]))
    assert (found.kind, found.message) == ("unknown", "the puzzle has a solution")
    assert (found.causes, found.remedies, found.is_complete) == ((), (), True)


def test_a_clue_that_could_not_be_tried_leaves_the_diagnosis_incomplete() -> None:
    puzzle = lines([NamedLine(["a", "a"], [Clue("(?>)")]), NamedLine(["a", "b"], [Clue("A")])], alphabet="AB")
    assert [cause.pattern for cause in diagnose(puzzle).causes] == ["(?>)", "A"]
    hurried = diagnose(puzzle, budget=UNLIMITED.tuned(overview_seconds=0.0))
    assert [cause.pattern for cause in hurried.causes] == ["A"]
    assert not hurried.is_complete


def test_a_line_whose_letters_are_all_given_is_compared_with_its_clue_at_once() -> None:
    """The 26 letters of which some may go make the smallest conflict slow to find, and nobody needs it."""
    text = "The quick brown fox jumps over the lazy"
    clue = r"^(?>.*?([A-Z])(?!.*\1)){26}"
    puzzle = line(clue, len(text), flags="i")._replace(given=tuple(enumerate(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theory, "mus", out_of_time)
        found = diagnose(puzzle, timeout=ENDLESS)
    assert (found.kind, found.message, found.is_complete) == (
        "conflict",
        "the given letters contradict this clue",
        True,
    )
    assert [cause.message for cause in found.causes] == [f"does not match the given letters {text}"]
    whole = text.replace("the lazy", "the lazy dog")
    assert re.fullmatch(clue, whole, re.IGNORECASE)
    fitting = line(clue, len(whole), flags="i")._replace(given=tuple(enumerate(whole)))
    assert check(fitting).status == "unique"


def test_a_clue_that_takes_long_to_refute_is_blamed_alone() -> None:
    """No time is left for the search that shows that no string matches; the conflict of one clue says the same."""
    clue = r"(?!.*(.).*\1).*"
    budget = UNLIMITED.tuned(overview_seconds=0.0)
    found = diagnose(rectangle(rows=[clue, "AB.."], columns=4, alphabet="ABC"), budget=budget)
    assert (found.kind, found.message) == ("length", "no string of the right length matches one clue")
    assert [cause.line for cause in found.causes] == ["row 1"]


def test_the_cause_of_a_given_letter_names_its_cell_by_number() -> None:
    puzzle = rectangle(rows=["AB"], columns=2, given={(1, 2): "A"})
    assert [(cause.clue, cause.cell) for cause in diagnose(puzzle).causes] == [(1, None), (0, 1)]


@pytest.mark.parametrize(
    ("pattern", "length", "lengths"),
    [(r"(..)\1", 3, "4"), (r"(?:(.)\1)+", 5, "4 or 6"), (r"(.+)\1\1", 7, "6 or 9"), (r"(.)\1(?=$)", 1, "2")],
)
def test_a_clue_with_a_backreference_names_the_lengths_that_it_can_have(
    pattern: str, length: int, lengths: str
) -> None:
    """`re` is the oracle: it matches some text of each of these lengths, and none of the lengths between."""
    diagnosis = diagnose(line(pattern, length, "AB"))
    assert re.search(f"its nearest match(es)? ha(s|ve) {lengths} letters", diagnosis.causes[0].message)
    numbers = [int(each) for each in lengths.split(" or ")]
    for n in range(min(numbers), max(numbers) + 1):
        texts = map("".join, product("AB", repeat=n))
        assert any(re.fullmatch(pattern, text) for text in texts) == (n in numbers)


def test_settings_under_which_the_clues_mean_the_same_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Puzzle] = []

    def recorded(puzzle: Puzzle, *arguments: object) -> object:
        tried.append(puzzle)
        return searched(puzzle, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("satcross.author.remedies.searched", recorded)
    words = rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", "AB|BA"], alphabet="AB")
    assert not list(remedies(words, read_letters(words), with_arrangements=False, budget=UNLIMITED))
    assert not tried
    negated = words._replace(lines=rectangle(rows=["AB|BA", "AB|BA"], columns=["[^A][^B]", "AA"]).lines)
    list(remedies(negated, read_letters(negated), with_arrangements=False, budget=UNLIMITED))
    assert [each.alphabet for each in tried] == [ANY]


def test_the_smallest_conflict_of_lists_of_words_is_as_brute_force_finds() -> None:
    found = 0
    for puzzle, expected in word_grids(60, seed=12):
        if expected:
            continue
        diagnosis = diagnose(puzzle)
        sizes = (
            size
            for size in range(2, 7)
            for chosen in combinations([(each.name, 1) for each in puzzle.lines], size)
            if not matching(puzzle, list(chosen))
        )
        assert len(diagnosis.causes) == next(sizes)
        assert not matching(puzzle, [(cause.line, cause.clue) for cause in diagnosis.causes])
        found += 1
    assert found > 5
