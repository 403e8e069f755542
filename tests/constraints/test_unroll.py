"""Clues that are more than regular: their circuits are true of exactly the strings that the engine accepts.

Captures can be carried in the states or by choices.  Both must mean the same.
"""

import re
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import pytest

from bench.giant import nonogram, nonogram_clue, picture
from satcross.api import line, solutions
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, TimeUp
from satcross.regex.core import Core, seq
from satcross.regex.letters.folding import PYTHON
from satcross.solver.compile import compile_puzzle
from satcross.solver.constraints.choosable_groups import choosable_groups
from satcross.solver.constraints.circuit import FALSE, SAME, TRUE, Builder, Circuit, Leaves
from satcross.solver.constraints.unroll import circuit_of, unroll
from satcross.solver.posting import fold_blocks
from tests.clues import accepted, core, mask, referring_pattern, single_letters, some_domains, spelled
from tests.formulas import is_true, lines_of_clauses
from tests.pace import ENDLESS

CLUES = [
    "", "A", "$", "^A", r"(A|B)C\1", r"(.)\1", r"(.*)\1", r"(.+)(.+)\2\1", r"(?:(A)|B)*\1", r"(A)?\1B|C",
    r"((A|B)C?)\1\2", r"(?:(.)\1)+", r"(?:(.)(?=\1))+.", r"(?!AB).*", r"(?!.*(.)\1).*", r"(?=.*(.)\1$).*",
    r".*(?<=AB)C?", r".*(?<!A)B", r"\b.*\b", r"(?>A|AB)C", r"(?>A*)A", r"(?>(?>A|AB)C|A.B|AB)", r"A*+B", r"(?:A|AB)++C",
    r"(A)?(?(1)B|C)", r"(?>(A|AB))\1?", r"(?=(A+))\1A?B", r"(?=(A+?))\1A?B", r"(?:A|B(?=C))+C?", r"(?>A??)(?:B|AB)",
    r"(.)(?:\1|B)*", r"(|A)\1B", r"(A*)*\1", r"(?:|(A))+\1", r"(a|b)?", r"[^A](?<=B|C).", r"(.?)(.?)(?!\1\2)..",
    r"(?=(AB))..\1?", r"(..)\1?.?", r"(..)A?\1",
]  # fmt: skip


EVERY = (7,)


def strings_of_clauses(circuit: Circuit, domains: Sequence[int] | None = None) -> list[str]:
    return spelled(lines_of_clauses(circuit, domains or EVERY * circuit.n))


def lines(circuit: Circuit, domains: Sequence[str] | None = None) -> list[str]:
    every = map("".join, product(*(domains or ["ABC"] * circuit.n)))
    return [text for text in every if is_true(circuit, ["ABC".index(letter) for letter in text])]


def unrolled(root: Core, n: int, budget: Budget = UNLIMITED) -> Circuit:
    """Return the circuit over all strings of A, B and C."""
    return unroll(root, single_letters(), EVERY * n, budget=budget)


def within(root: Core, domains: Sequence[str]) -> Circuit:
    """Return the circuit within `domains`."""
    return unroll(root, single_letters(), [mask(letters) for letters in domains])


def leaves(n: int, domains: Sequence[int] | None, budget: Budget = UNLIMITED) -> Leaves:
    return Leaves(Builder(budget), domains or EVERY * n, single_letters(), lambda fold: ())


def carried(root: Core, n: int, domains: Sequence[int] | None = None) -> Circuit:
    """Return the circuit whose states carry all captures."""
    return circuit_of(root, leaves(n, domains), {})


def chosen(root: Core, n: int, domains: Sequence[int] | None = None) -> Circuit:
    """Return the circuit in which every group that may have choices has them."""
    return circuit_of(root, leaves(n, domains), choosable_groups(root))


@pytest.mark.parametrize("pattern", CLUES)
@pytest.mark.parametrize("n", range(5))
def test_circuits_are_true_of_the_strings_within_domains_that_the_engine_accepts(pattern: str, n: int) -> None:
    root, random = core(pattern), Random(n)
    for domains in (["ABC"] * n, *(some_domains(n, random) for _ in range(5))):
        circuit = within(root, domains)
        assert lines(circuit, domains) == accepted(pattern, domains), domains
        assert len(circuit.nodes) <= len(unrolled(root, n).nodes)


@pytest.mark.parametrize("pattern", CLUES)
def test_on_one_string_a_circuit_is_a_constant(pattern: str) -> None:
    root = core(pattern)
    for text in map("".join, product("ABC", repeat=3)):
        circuit = within(root, text)
        assert circuit.nodes == ((TRUE if accepted(pattern, text) else FALSE,),)


@pytest.mark.parametrize("pattern", [r"(.)\1", r"(.).*\1", r"(.+)\1", r"(?:(.)\1)+", r"((.)\2?)\1", r"(?!.*(.)\1).*"])
@pytest.mark.parametrize("n", range(5))
def test_within_domains_letters_are_compared_in_either_case(pattern: str, n: int) -> None:
    alphabet = "ABab"
    root, classes, random = core(f"(?i){pattern}", alphabet), single_letters(alphabet), Random(n)
    blocks = fold_blocks(PYTHON, classes)
    assert set(blocks) == {0b0101, 0b1010}
    for _ in range(20):
        domains = some_domains(n, random, alphabet)
        masks = [mask(letters, alphabet) for letters in domains]
        circuit = unroll(root, classes, masks, lambda fold: blocks)
        every = map("".join, product(*domains))
        found = [text for text in every if is_true(circuit, [alphabet.index(letter) for letter in text])]
        assert found == accepted(f"(?i){pattern}", domains), domains


@pytest.mark.parametrize("way", [carried, chosen])
def test_random_references_mean_what_the_engine_says(way: Callable[..., Circuit]) -> None:
    """The clauses' models are compared: a circuit may have far too many values of its choices to try them all."""
    random = Random(6)
    have_choices = 0
    for _ in range(250):
        pattern, n = referring_pattern(random), random.randint(0, 3)
        circuit = way(core(pattern), n)
        have_choices += bool(circuit.choices)
        assert strings_of_clauses(circuit) == accepted(pattern, ["ABC"] * n), pattern
        domains = some_domains(n, random)
        masks = [mask(letters) for letters in domains]
        assert strings_of_clauses(way(core(pattern), n, masks), masks) == accepted(pattern, domains), (pattern, domains)
    assert (have_choices > 60) == (way is chosen)


@pytest.mark.parametrize("pattern", CLUES)
def test_captures_mean_the_same_in_states_and_in_choices(pattern: str) -> None:
    root = core(pattern)
    assert strings_of_clauses(chosen(root, 3)) == strings_of_clauses(carried(root, 3)) == accepted(pattern, ["ABC"] * 3)


def test_a_circuit_that_would_have_too_many_nodes_has_choices() -> None:
    root = core(r"(.*)(.*)\2\1")
    size = len(unrolled(root, 8).nodes)
    assert not unrolled(root, 8, budget=UNLIMITED.tuned(span_nodes=size)).choices
    assert unrolled(root, 8, budget=UNLIMITED.tuned(span_nodes=size - 1)).choices == (9, 9, 9, 9)


def test_a_circuit_that_would_compare_too_many_letters_has_choices() -> None:
    """Each equality counts once for each of the three letter classes; only groups of fixed length can be helped."""
    root = core(r".*(.).*\1.*")
    equalities = sum(node[0] == SAME for node in unrolled(root, 8).nodes)
    assert equalities == 8 * 7 // 2
    assert not unrolled(root, 8, budget=UNLIMITED.tuned(equalities=3 * equalities)).choices
    few = UNLIMITED.tuned(equalities=3 * equalities - 1)
    assert unrolled(root, 8, budget=few).choices == (3,)
    assert not unrolled(core(r"(.+).*\1"), 8, budget=few).choices
    assert unrolled(core(r"(..).*\1"), 8, budget=few.tuned(equalities=1)).choices == (3, 3)


@pytest.mark.parametrize("deepest", [1, 2, 5])
def test_states_put_off_mean_the_same(deepest: int) -> None:
    for pattern in CLUES:
        circuit = circuit_of(core(pattern), leaves(3, None), {}, deepest)
        assert lines(circuit) == accepted(pattern, ["ABC"] * 3), pattern


def test_several_open_groups_stay_polynomial() -> None:
    """Four groups, each with O(n) starts and ends, and references that walk along them: O(n^2) nodes."""
    root = core(r"(.*)(.*)(.*)(.*)\4\3\2\1")
    assert len(chosen(root, 24).nodes) < 4.5 * len(chosen(root, 12).nodes)
    assert len(unrolled(root, 40).nodes) < 16 * 40 * 41


@pytest.mark.parametrize("pattern", [r"(.)(?!\1)", r"(?:(.)(?!\1))*", r"(?:A(?=.*B)|.)*", r"(?>(?:A|B.)*)C?"])
def test_long_lines_do_not_exhaust_the_stack(pattern: str) -> None:
    unrolled(core(pattern), 400, Budget(ENDLESS))


def test_a_circuit_beyond_the_budget_is_refused() -> None:
    with pytest.raises(LimitError):
        unrolled(core(r"(?:(.+)(.+)(?!\1\2))+"), 60, Budget(nodes=5000))


def test_states_that_come_to_nothing_count_too() -> None:
    root = core(r"(.*)(.*)(.*)\1\2\3(?!)")
    assert len(carried(root, 30).nodes) <= 2
    with pytest.raises(LimitError):
        circuit_of(root, leaves(30, None, Budget(nodes=5000)), {})


def test_a_group_that_stands_twice_has_no_choices() -> None:
    """It may be set twice; a choice would stand for one of them."""
    root = core(r"(..|.)A?\1")
    assert choosable_groups(root) == {1: None}
    assert choosable_groups(seq([root, root])) == {}


# what JavaScript's lookbehind says, which matches from right to left, Python can only say in another way
BEHIND = [
    (r"A*(?<=A{2,})B", "AA+B"),
    (r".*(?<=^A{2,}).*", "AA.*"),
    (r"A*(?<=^A+)B", "A+B"),
    (r".*(?<=[AB]{3,})C?", ".*[AB]{3}C?"),
    (r".*(?<=AB)C", ".*ABC"),
    (r".*(?<=^B?A)C*", "B?AC*"),
    (r".*(?<=\1(.)).", ".*(?:AA|BB|CC)."),
    (r".*(?<=B(A|C)\1).", ".*B[AC]."),
    (r".*(?<=(A)B*)\1C?", ".*AB*AC?"),
]


@pytest.mark.parametrize(("pattern", "same"), BEHIND)
@pytest.mark.parametrize("n", range(5))
def test_letters_before_a_place_are_matched_from_right_to_left(pattern: str, same: str, n: int) -> None:
    root, random = core(pattern, dialect="javascript"), Random(n)
    assert lines(unrolled(root, n)) == accepted(same, ["ABC"] * n)
    for _ in range(12):
        domains = some_domains(n, random)
        circuit = within(root, domains)
        assert lines(circuit, domains) == accepted(same, domains), domains


def test_unrolling_stops_when_the_time_is_up() -> None:
    with pytest.raises(TimeUp):
        unrolled(core(r"(?:(.+)(.+)(?!\1\2))+"), 60, Budget(0))


def test_the_same_letter_may_be_a_relation() -> None:
    """Under the flag i of this alphabet A and B are the same letter: `(.)\\1` matches AB."""
    relation = (3, 4)
    circuit = unroll(core(r"(?i)(.)\1"), single_letters(), EVERY * 2, lambda fold: relation if fold else ())
    assert lines(circuit) == ["AA", "AB", "BA", "BB", "CC"]


@pytest.mark.parametrize("seed", range(12))
def test_a_nonogram_in_one_clue_means_what_the_engine_says(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.choice(((1, 3), (2, 2), (2, 3), (3, 2), (3, 3)))
    clue = nonogram_clue(picture(rows, columns, random))
    cells = rows * columns
    texts = map("".join, product("#.", repeat=cells))
    expected = {text for text in texts if re.fullmatch(clue, text)}
    assert {each.text for each in solutions(line(clue, cells, alphabet="#."), limit=None)} == expected


def test_a_row_of_a_picture_in_one_clue_is_unrolled_up_to_its_end_only() -> None:
    """The lookbehinds say where each row ends.  Without them this takes more than 16,000 nodes."""
    compile_puzzle(nonogram(30, 12, seed=1), UNLIMITED._replace(nodes=16_000))
