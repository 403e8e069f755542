"""From a puzzle to constraints over letter classes: alphabet, classes, sharing, and what is refused."""

from itertools import product

import pytest

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, ManyErrors, PuzzleError, RegexError
from satcross.puzzle import Clue, Line, Puzzle, WordClue
from satcross.puzzle.shapes import line, rectangle
from satcross.regex.letters import BASIC, EVERY_LETTER, to_text
from satcross.solver.compile import CompiledPuzzle, compile_clues, compile_puzzle, read_letters
from satcross.solver.constraints.circuit import TRUE
from satcross.solver.constraints.general import GeneralConstraint
from tests.residuals import propagate

AS_CIRCUITS = UNLIMITED.tuned(table_strings=0)
"""No clue becomes the list of its matches."""


def lines(*clues: str, cells: int = 2, **settings) -> Puzzle:
    """Return a puzzle of one line with these clues."""
    made = Line("line", tuple(range(cells)), tuple(map(Clue, clues)))
    return Puzzle(tuple(f"c{k}" for k in range(cells)), (made,), **settings)


def alphabet(puzzle: Puzzle) -> str:
    return to_text(compile_puzzle(puzzle).alphabet)


def test_the_alphabet_is_what_the_clues_mention() -> None:
    assert alphabet(lines("A.", "[^C-E]*")) == "ACDE"
    assert alphabet(lines("A.", "[^C-E]*", alphabet="positive")) == "A"


def test_given_letters_and_words_are_mentioned_too() -> None:
    assert alphabet(lines("A.", given=((0, "X"),))) == "AX"
    words = Puzzle(("a", "b"), (Line("line", (0, 1), (WordClue(("DO", "IT")),)),))
    assert alphabet(words) == "DIOT"


def test_letters_that_no_clue_tells_apart_share_a_class() -> None:
    assert len(compile_puzzle(lines("[A-M]Z", "..", alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")).classes.members) == 3


def test_cells_that_are_compared_need_single_letters() -> None:
    compiled = compile_puzzle(lines(r"(.)\1", alphabet="ABCDEFGH"))
    assert len(compiled.classes.members) == 8
    assert compiled.letters.plural == 0


def test_the_open_alphabet_has_few_classes_even_where_cells_are_compared() -> None:
    compiled = compile_puzzle(lines(r"(.)\1A?", cells=3, alphabet="any"))
    assert compiled.alphabet == EVERY_LETTER
    # A, a newline (which the dot leaves out), and of all others as many as there are cells
    assert len(compiled.classes.members) == 5


def test_equal_clues_on_lines_of_equal_length_share_their_work() -> None:
    compiled = compile_puzzle(rectangle(rows=["A*B", "A*B"], columns=["A*B", "A*B"]))
    assert len({id(each.line_constraint) for each in compiled.constraints}) == 1


def test_every_clue_that_cannot_be_read_is_reported_with_its_place() -> None:
    with pytest.raises(ManyErrors) as caught:
        compile_puzzle(rectangle(rows=["A(", "B"], columns=["*", "C"]))
    assert [error.place for error in caught.value.errors] == [("row 1", "clue 1"), ("column 1", "clue 1")]
    with pytest.raises(RegexError) as one:
        compile_puzzle(lines("A", "B(", cells=1))
    assert one.value.place == ("line", "clue 2")


SMILE = "\U0001f600"


@pytest.mark.parametrize(
    "puzzle",
    [
        line("^..$", 1, SMILE, "javascript"),
        line(".*", 1, f"A{SMILE}", "javascript", "i"),
        line("A|B", 1, "mentioned", "javascript")._replace(given=((0, SMILE),)),
        line("A|B", 1, "any", "javascript")._replace(given=((0, SMILE),)),
        Puzzle(("a", "b"), (Line("top", (0, 1), (WordClue((f"A{SMILE}",), "words.txt"),)),), dialect="javascript"),
    ],
)
def test_a_letter_that_is_two_to_javascript_is_refused_by_name(puzzle: Puzzle) -> None:
    with pytest.raises(PuzzleError) as caught:
        compile_puzzle(puzzle)
    assert caught.value.code == "letter"
    assert SMILE in caught.value.message
    assert compile_puzzle(puzzle._replace(flags="u"))
    assert compile_puzzle(puzzle._replace(flags="v"))


def test_the_open_alphabet_of_javascript_holds_what_is_one_letter_to_it() -> None:
    assert compile_puzzle(line(".", 1, "any", "javascript")).alphabet == BASIC
    assert compile_puzzle(line(".", 1, "any", "javascript", "u")).alphabet == EVERY_LETTER
    assert compile_puzzle(line(".", 1, "any", "python")).alphabet == EVERY_LETTER


GRID = rectangle(rows=["A."], columns=2, alphabet="AB")


@pytest.mark.parametrize(
    ("puzzle", "code", "message"),
    [
        (lines(".."), "alphabet-empty", "the alphabet is empty: no clue mentions a letter"),
        (
            GRID._replace(given=((1, "X"),)),
            "letter-not-in-alphabet",
            "the given letter 'X' of cell 1,2 is not in the alphabet",
        ),
        (GRID._replace(given=((1, "A"), (1, "B"))), "given-twice", "the cell 1,2 is given two different letters"),
    ],
)
def test_letters_that_make_no_sense_are_refused(puzzle: Puzzle, code: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message) as caught:
        compile_puzzle(puzzle)
    assert caught.value.code == code


@pytest.mark.parametrize("pattern", ["(?:A{0,99}B?){0,99}", r"(?:(.+)(.+)(?!\1\2))+"])
def test_a_clue_that_would_grow_beyond_the_budget_is_refused_with_its_place(pattern: str) -> None:
    with pytest.raises(LimitError) as caught:
        compile_puzzle(lines(pattern, cells=99, alphabet="AB"), Budget(nodes=20_000))
    assert caught.value.place == ("line", "clue 1")


def test_the_budget_is_for_all_clues_together() -> None:
    patterns = [f"(?:[AB]{{1,{k}}}C)*" for k in range(20, 30)]
    compile_puzzle(lines(patterns[0], cells=60), Budget(nodes=6000))
    with pytest.raises(LimitError):
        compile_puzzle(lines(*patterns, cells=60), Budget(nodes=6000))


def kept(compiled: CompiledPuzzle, cells: tuple[int, ...], domains: tuple[int, ...]) -> list[set[str]]:
    """Return for each clue the strings within `domains` (letter masks of `cells`) that it accepts."""
    grids = list(product(*[single_bits(domains[cell]) for cell in cells]))
    return [
        {
            "".join(map(compiled.letters.of, grid))
            for grid in grids
            if each.line_constraint.prune([grid[c] for c in each.cells])
        }
        for each in compiled.constraints
    ]


def test_clues_with_circuits_are_unrolled_within_what_the_others_leave() -> None:
    puzzle = lines(r"(.)\1.", r"[AB]+C", r"(?!B.*B).*", "A.*", cells=3, alphabet="ABC")
    letters = read_letters(puzzle)
    plain = compile_clues(letters, with_circuits=False)
    assert [each.clue for each in plain.constraints] == [1, 3]
    domains = propagate(plain.constraints, plain.domains).domains
    assert domains is not None
    whole = compile_puzzle(puzzle)
    rest = compile_clues(letters, budget=AS_CIRCUITS, known=plain.constraints, within=domains)
    assert [each.place for each in rest.constraints] == [each.place for each in whole.constraints]
    assert rest.domains == domains
    assert kept(rest, (0, 1, 2), domains) == kept(whole, (0, 1, 2), domains)
    assert kept(rest, (0, 1, 2), domains)[0] == {"AAC"}
    first, second = rest.constraints[0].line_constraint, rest.constraints[2].line_constraint
    assert not first.is_exact
    assert first.size == 1  # nothing but "the second letter is A", as the first one is
    assert isinstance(second, GeneralConstraint)
    assert second.circuit.nodes == ((TRUE,),)


def test_equal_clues_share_a_circuit_within_the_letters_of_all_of_their_lines() -> None:
    puzzle = rectangle(rows=["A.", "B."], columns=[[r"(.)(?!\1)."], [r"(.)(?!\1)."]], alphabet="ABC")
    letters = read_letters(puzzle)
    plain = compile_clues(letters, with_circuits=False)
    rest = compile_clues(letters, known=plain.constraints, within=(1, 7, 2, 4))
    one, two = (each.line_constraint for each in rest.constraints if each.name.startswith("column"))
    assert one is two
    whole = compile_puzzle(puzzle)
    assert kept(rest, (0, 1, 2, 3), (1, 7, 2, 4)) == kept(whole, (0, 1, 2, 3), (1, 7, 2, 4))


def test_a_circuit_that_grows_too_large_is_refused_wherever_it_is_unrolled() -> None:
    puzzle = lines(".*", r"(.+)(.+)(?!\1\2).*", cells=30, alphabet="ABC")
    for made in (
        lambda: compile_puzzle(puzzle, Budget(nodes=300)),
        lambda: compile_clues(read_letters(puzzle), Budget(nodes=300), within=(7,) * 30),
    ):
        with pytest.raises(LimitError) as caught:
            made()
        assert caught.value.place == ("line", "clue 2")


def test_nodes_of_plain_clues_count_as_used() -> None:
    puzzle = lines("A.*", r"(.)(.).*\2\1", cells=8, alphabet="ABC")
    letters = read_letters(puzzle)
    plain = compile_clues(letters, with_circuits=False)
    alone = compile_clues(letters, budget=AS_CIRCUITS, within=(7,) * 8).constraints[1].line_constraint
    assert not alone.is_exact
    nodes = alone.size
    assert compile_clues(
        letters, AS_CIRCUITS._replace(nodes=nodes + 16), known=plain.constraints, within=(7,) * 8
    ).constraints
    with pytest.raises(LimitError):
        compile_clues(letters, AS_CIRCUITS._replace(nodes=nodes + 15), known=plain.constraints, within=(7,) * 8)
