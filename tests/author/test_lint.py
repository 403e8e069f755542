"""Lint says what trying every grid confirms: what can go can go, what is said to suffice suffices, and nothing less."""

import re
from itertools import chain, combinations, product
from pathlib import Path
from random import Random

import pytest

import satcross
from satcross import count, load
from satcross.author.lint import Finding, lint
from satcross.author.rewrites import same_strings
from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle import Clue, Puzzle, WordClue
from satcross.puzzle.shapes import line, rectangle
from tests.clocks import hurry
from tests.clues import core, regular_pattern, single_letters
from tests.small_puzzles import brute_force, small_puzzles, word_grids

MIT = Path(__file__).parents[2] / "puzzles" / "mit-2013.toml"


def without(puzzle: Puzzle, spared: set[tuple[str, int]]) -> Puzzle:
    """Return `puzzle` without the clues `spared`: (line, number from 1) pairs."""
    return puzzle._replace(
        lines=tuple(
            each._replace(
                clues=tuple(clue for number, clue in enumerate(each.clues, 1) if (each.name, number) not in spared)
            )
            for each in puzzle.lines
        )
    )


def with_clue(puzzle: Puzzle, finding: Finding, pattern: str) -> Puzzle:
    """Return `puzzle` with the clue of `finding` reading `pattern`."""
    return puzzle._replace(
        lines=tuple(
            each._replace(
                clues=tuple(
                    clue._replace(pattern=pattern)
                    if (each.name, number) == (finding.line, finding.clue) and isinstance(clue, Clue)
                    else clue
                    for number, clue in enumerate(each.clues, 1)
                )
            )
            for each in puzzle.lines
        )
    )


def every_clue(puzzle: Puzzle) -> set[tuple[str, int]]:
    return {(each.name, number) for each in puzzle.lines for number in range(1, len(each.clues) + 1)}


def coded(findings: tuple[Finding, ...], code: str) -> list[Finding]:
    return [finding for finding in findings if finding.code == code]


def test_redundant_clues_are_exactly_those_without_which_the_solution_stays_the_only_one() -> None:
    unique = 0
    for puzzle, expected in chain(small_puzzles(60, seed=51), word_grids(100, seed=51)):
        if len(expected) != 1:
            continue
        unique += 1
        found = lint(puzzle, with_rewrites=False)
        redundant = {(each.line, each.clue) for each in coded(found.findings, "redundant-clue")}
        assert redundant == {each for each in every_clue(puzzle) if brute_force(without(puzzle, {each})) == expected}
        sufficient = {(reason.line, reason.clue) for reason in found.sufficient}
        assert brute_force(without(puzzle, every_clue(puzzle) - sufficient)) == expected
        for each in sufficient:
            assert brute_force(without(puzzle, (every_clue(puzzle) - sufficient) | {each})) != expected
    assert unique > 10


@pytest.mark.long
def test_rewrites_keep_what_they_promise() -> None:
    """Idle parts can go without any effect; with a looser clue the solution stays the only one."""
    seen = set()
    for puzzle, expected in small_puzzles(50, seed=52):
        if len(expected) > 1:
            continue
        for finding in lint(puzzle).findings:
            if not finding.rewrite:
                continue
            seen.add(finding.code)
            after = with_clue(puzzle, finding, finding.rewrite)
            assert brute_force(after) == expected, finding
            cells = next(each.cells for each in puzzle.lines if each.name == finding.line)
            grids = [dict(zip(sorted(set(cells)), each, strict=True))
                     for each in product(puzzle.alphabet, repeat=len(set(cells)))]  # fmt: skip
            texts = ["".join([letters[cell] for cell in cells]) for letters in grids]
            before, now = ({text for text in texts if re.fullmatch(pattern, text)}
                           for pattern in (finding.pattern, finding.rewrite))  # fmt: skip
            relation = {"looser-clue": set.__lt__, "dead-decoy": set.__ge__}.get(finding.code, set.__eq__)
            assert relation(before, now), finding
    assert seen >= {"no-effect-alternative", "no-effect-loop", "no-effect-group", "looser-clue"}


@pytest.mark.parametrize(
    ("clue", "n", "part"),
    [
        ("(?=.*)[AB]*", 3, "(?=.*)"),
        ("(?=..).[^A]", 2, "(?=..)"),
        (r"A\BB", 2, r"\B"),
        (r"(A(?<=A)|B)\1{11}", 12, "(?<=A)"),  # too many strings to be compared one by one
        (r"(?=.B)..", 2, ""),
        (r"(?!(A)\1)..", 2, ""),
        ("(?=..)..|.", 1, "(?=..).."),  # it is the alternative that has no effect
    ],
)
def test_a_lookaround_that_every_string_satisfies_has_no_effect(clue: str, n: int, part: str) -> None:
    found = [each for each in lint(line(clue, n, "AB")).findings if each.code.startswith("no-effect-")]
    parts = [each.pattern[slice(*each.span)].strip("|") for each in found if each.span]
    assert part in parts if part else "no-effect-lookaround" not in {each.code for each in found}
    before = count(line(clue, n, "AB")).value
    assert [count(line(each.rewrite, n, "AB")).value for each in found] == [before] * len(found)


def test_a_plus_that_repeats_the_whole_clue_is_as_good_as_a_star() -> None:
    """The two mean the same on every line, and people write either: there is nothing to say about this clue."""
    puzzle = rectangle(rows=["[AB]+", "(C|DA)+"], columns=["A+C", "BC+"])
    about_loops = [finding.pattern for finding in lint(puzzle).findings if finding.code == "no-effect-loop"]
    assert about_loops == ["A+C", "BC+"]
    assert not [finding for finding in lint(puzzle).findings if finding.rewrite == "[AB]*"]


def test_a_part_of_an_atomic_group_is_not_loosened_if_the_clue_then_asks_more() -> None:
    """`(?>.*)B` loses the solution and gains nothing."""
    puzzle = rectangle(rows=["(?>A*)B"], columns=["[AB]", "[AB]"], given={(1, 1): "A"}, alphabet="ABC")
    rewrites = [each.rewrite for each in coded(lint(puzzle).findings, "looser-clue")]
    assert rewrites == ["(?>A*)."]


def test_a_letter_twice_in_a_class_and_one_never_possible_do_no_work() -> None:
    puzzle = rectangle(rows=["[ABA]", "(?=B)[AB]"], columns=["A."])
    idle = coded(lint(puzzle).findings, "no-effect-letter")
    assert [(each.line, each.rewrite) for each in idle] == [
        ("row 1", "[BA]"), ("row 1", "[AB]"), ("row 2", "(?=B)[B]"),
    ]  # fmt: skip


def test_conflicting_clues_conflict_and_none_can_be_spared() -> None:
    none = 0
    for puzzle, expected in small_puzzles(120, seed=53):
        if expected:
            continue
        none += 1
        found = lint(puzzle, with_rewrites=False)
        assert found.status == "none"
        conflict = coded(found.findings, "conflict")
        assert len(conflict) == 1
        assert conflict[0].message
    assert none > 5
    single = coded(lint(line("A", 2), with_rewrites=False).findings, "conflict")[0]
    assert (single.line, single.clue, single.pattern) == ("row 1", 1, "A")


def test_as_few_letters_as_possible_are_asked_to_be_given() -> None:
    tried = 0
    for puzzle, expected in small_puzzles(150, seed=54):
        if not 1 < len(expected) < 40:
            continue
        tried += 1
        found = lint(puzzle, with_rewrites=False)
        told = coded(found.findings, "give-letters")[0].message.partition(": ")[2].split("  ")
        number_of = {
            str(cell) if isinstance(cell, str) else f"{cell[0]},{cell[1]}": n for n, cell in enumerate(puzzle.cells)
        }
        given = [(number_of[each.rpartition(" ")[0]], each.rpartition(" ")[2]) for each in told]
        assert len(brute_force(puzzle._replace(given=tuple(given)))) == 1
        target = brute_force(puzzle._replace(given=tuple(given))).pop()
        for fewer in combinations(range(len(puzzle.cells)), len(given) - 1):
            letters = tuple((cell, target[cell]) for cell in fewer)
            assert len(brute_force(puzzle._replace(given=letters))) > 1
        named = {(finding.line, finding.clue): finding for finding in coded(found.findings, "tighten-clue")}
        for each in puzzle.lines:
            text = "".join(target[cell] for cell in each.cells)
            for number in range(1, len(each.clues) + 1):
                clue = Finding("tighten-clue", "", each.name, number)
                is_enough = brute_force(with_clue(puzzle, clue, re.escape(text))) == {target}
                assert is_enough == ((each.name, number) in named)
                assert not is_enough or f"only {text}," in named[each.name, number].message
    assert tried > 10


def test_letters_that_are_not_known_to_be_the_fewest_are_called_so_and_none_can_be_spared() -> None:
    """Where the fewest take too long, letters are added until one solution is left."""
    puzzle = rectangle(rows=[".*", ".*", ".*"], columns=["A*B?", ".*", "B?.*"])._replace(alphabet="AB")
    found = lint(puzzle, with_rewrites=False, budget=UNLIMITED.tuned(rivals=2))
    message = coded(found.findings, "give-letters")[0].message
    assert "fewer may be enough" in message
    told = [each.rpartition(" ") for each in message.partition(": ")[2].split("  ")]
    given = [(puzzle.cells.index(tuple(map(int, cell.split(",")))), letter) for cell, _, letter in told]
    assert len(brute_force(puzzle._replace(given=tuple(given)))) == 1
    for fewer in combinations(given, len(given) - 1):
        assert len(brute_force(puzzle._replace(given=fewer))) > 1


def test_lines_without_clues_are_named() -> None:
    found = lint(rectangle(rows=["AB"], columns=["", "B"]), with_rewrites=False)
    assert [each.line for each in coded(found.findings, "line-without-clue")] == ["column 1"]


def test_the_part_that_does_no_work_is_underlined() -> None:
    found = lint(rectangle(rows=["(AB|CCC)+"], columns=["", ""]))
    idle = coded(found.findings, "no-effect-alternative")
    assert [each.rewrite for each in idle] == ["(AB)+"] or idle == []  # C would be lost from the alphabet
    found = lint(rectangle(rows=["(AB|BBB)+"], columns=["", ""]))
    [idle] = coded(found.findings, "no-effect-alternative")
    assert (idle.rewrite, idle.span) == ("(AB)+", (3, 7))


@pytest.mark.parametrize("n", range(4))
def test_two_regular_clues_are_the_same_iff_they_accept_the_same_strings(n: int) -> None:
    random = Random(n)
    verdicts = set()
    for _ in range(150):
        one, two = regular_pattern(random, 1), regular_pattern(random, 1)
        texts = ["".join(each) for each in product("ABC", repeat=n)]
        expected = all(bool(re.fullmatch(one, text)) == bool(re.fullmatch(two, text)) for text in texts)
        assert same_strings(core(one), core(two), n, single_letters()) == expected, (one, two)
        verdicts.add(expected)
    assert verdicts == {True, False}


def test_comparing_two_clues_may_take_too_long() -> None:
    """Then nothing is said: neither that they mean the same, nor that they differ."""
    two = UNLIMITED.tuned(compared_states=2)
    one, other = core("(A|B)*A(A|B){3}"), core("[AB]*A[AB][AB][AB]")
    assert same_strings(one, other, 8, single_letters()) is True
    assert same_strings(one, other, 8, single_letters(), two) is None
    few = UNLIMITED.tuned(matched_strings=26)
    one, other = core(r"(.)\1\1"), core(r"(.)(\1\1)")
    assert same_strings(one, other, 3, single_letters()) is True
    assert same_strings(one, other, 3, single_letters(), few) is None


def test_the_mit_puzzle_can_spare_clues() -> None:
    found = lint(load(MIT), with_rewrites=False)
    assert found.is_complete
    assert coded(found.findings, "redundant-clue")
    assert len(found.sufficient) < 39


def test_time_up_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    assert not lint(load(MIT), budget=Budget(1.0)).is_complete


def test_a_looser_clue_matches_the_solution() -> None:
    """In a negative lookahead a dot forbids more, so that no solution would be left."""
    puzzle = rectangle(rows=["(?!.*B)A.*"], columns=["A|B", "B|C"], alphabet="ABC")
    rewrites = [finding.rewrite for finding in lint(puzzle).findings if finding.code == "looser-clue"]
    assert "(?!.*.)A.*" not in rewrites


def test_letters_of_word_lists_stay_in_the_alphabet_when_a_clue_is_rewritten() -> None:
    puzzle = rectangle(rows=[WordClue(("AZ", "BA")), "A(A|AB)"], columns=["A.", ".*"])
    assert [each.rewrite for each in coded(lint(puzzle).findings, "no-effect-alternative")] == ["A(A)"]


def test_a_decoy_that_never_misleads_is_dead_and_others_are_not() -> None:
    """With one of CD and EF, column 1 is open until it is read; AX keeps the row from giving B after that."""
    puzzle = rectangle(rows=["AB|CD|EF|AX"], columns=["A", "[BD]"], alphabet="ABCDEFX")
    assert [each.rewrite for each in coded(lint(puzzle).findings, "dead-decoy")] == ["AB|EF|AX", "AB|CD|AX"]
    few = rectangle(rows=["AB|CD|AX"], columns=["A", "[BD]"], alphabet="ABCDEFX")
    assert not coded(lint(few).findings, "dead-decoy")


@pytest.mark.parametrize("name", ["box", "hive", "hundred"])
def test_without_a_dead_decoy_every_step_of_the_explanation_stays(name: str) -> None:
    puzzle = satcross.load(f"puzzles/{name}.toml")
    dead = coded(lint(puzzle).findings, "dead-decoy")
    assert dead
    for finding in dead[:2]:
        other = with_clue(puzzle, finding, finding.rewrite)
        for one, two in zip(satcross.explain(puzzle).steps, satcross.explain(other).steps, strict=True):
            assert one.placed == two.placed
            assert one.candidates == two.candidates
            assert [each.line for each in one.reasons] == [each.line for each in two.reasons]
