"""How regular-expression crosswords work, in half a page: the rules, and the signs that occur in the clues.

In: the puzzles.  Out: rows of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from satcross.pictures.lettering import width
from satcross.puzzle import Clue, Puzzle
from satcross.regex import syntax
from satcross.regex.syntax.parse import parse

HEADING: Final = "How to solve these puzzles"

TEXT: Final = (
    "Fill every cell with a character so that each line of cells, read in the direction of its arrow, matches all of"
    " its clues. A clue is a regular expression. It describes its whole line, from the first character to the last."
)

SIGNS: Final = {
    "letter": ("A", "the character itself", "CAT is CAT"),
    "dot": (".", "any character", "C.T: CAT, CUT, CXT"),
    "class": ("[AB]", "one of these characters", "[BC]AT: BAT, CAT"),
    "range": ("[A-F]", "a character from A to F", "[A-F]X: AX, DX"),
    "negative": ("[^AB]", "any character except these", "[^C]AT: BAT, not CAT"),
    "named": (r"\d \w", "a digit; a letter, a digit or _", r"\d\d: 42, 07"),
    "choice": ("|", "or", "CAT|DOG: CAT, DOG"),
    "group": ("( )", "belongs together", "(C|R)AT: CAT, RAT"),
    "star": ("*", "the part before it, any number of times, even none", "AB*: A, AB, ABB"),
    "plus": ("+", "the part before it, once or more", "AB+: AB, ABB"),
    "optional": ("?", "the part before it, once or not at all", "CATS?: CAT, CATS"),
    "counted": ("{2}", "the part before it, twice; {2,4} two to four times", "BO{2}K: BOOK"),
    "reference": (r"\1", "again what the first parentheses matched", r"(..)\1: PAPA, MAMA"),
    "ahead": ("(?=A)", "an A comes next", "(?=A)..: AB, not BA"),
    "not ahead": ("(?!A)", "no A comes next", "(?!A)..: BA, not AB"),
    "behind": ("(?<=A)", "an A comes before", ".(?<=A).: AB, not BA"),
    "not behind": ("(?<!A)", "no A comes before", ".(?<!A).: BA, not AB"),
    "anchor": ("^ $", "the line begins here; it ends here", "^A.*: AB, not BA"),
    "boundary": (r"\b", "a word begins or ends here", r"A\b.: A-, not AB"),
    "conditional": ("(?(1)A|B)", "A if the first parentheses matched something, else B", "(X)?(?(1)A|B): XA, B"),
    "escape": (r"\.", "the sign itself", r"A\.: A."),
}
"""Each sign: how it is written, what it means, and an example."""


def rules(puzzles: Sequence[Puzzle]) -> list[tuple[str, str, str]]:
    """Return the signs that occur in the clues of `puzzles`, in the order of `SIGNS`."""
    found = {sign for puzzle in puzzles for sign in _signs_of(puzzle)}
    return [row for sign, row in SIGNS.items() if sign in found]


def rule_rows(puzzles: Sequence[Puzzle], heading: float, prose: float) -> list[tuple[str, str, float]]:
    """Return the rules as the styles, texts and type sizes of rows.

    Args:
        heading, prose: The type sizes.
    """
    signs = rules(puzzles)
    longest = max([width(sign) for sign, _, _ in signs], default=0.0)
    rows = [
        ("clue", f"{_filled(sign, longest)}   {meaning}; {example}", prose - 1.0) for sign, meaning, example in signs
    ]
    return [("title", HEADING, heading), ("clue", TEXT, prose), *rows]


def _filled(text: str, ems: float) -> str:
    """Return `text` with spaces, so that it is `ems` wide."""
    return text + " " * round((ems - width(text)) / width(" "))


def _signs_of(puzzle: Puzzle) -> Iterator[str]:
    for line in puzzle.lines:
        for clue in line.clues:
            if isinstance(clue, Clue):
                for node in parse(clue.pattern, puzzle.dialect, puzzle.flags).root.nodes:
                    yield from _signs_of_node(node)


def _signs_of_node(node: syntax.Syntax) -> Iterator[str]:
    """Yield the keys in `SIGNS` of a node, without the nodes below it."""
    match node:
        case syntax.Literal():
            yield "letter"
            if node.text.startswith("\\"):
                yield "escape"
        case syntax.Dot():
            yield "dot"
        case syntax.Class():
            yield "negative" if node.is_negative else "class"
        case syntax.Range():
            yield "range"
        case syntax.LetterClass() | syntax.Property() | syntax.StringProperty():
            yield "named"
        case syntax.Choice():
            yield "choice"
        case syntax.SyntaxGroup():
            yield "group"
        case syntax.SyntaxRepeat():
            bounds = (node.quantifier.low, node.quantifier.high)
            yield {(0, None): "star", (1, None): "plus", (0, 1): "optional"}.get(bounds, "counted")
        case syntax.Reference():
            yield "reference"
        case syntax.SyntaxLook():
            yield ("not " if node.is_negative else "") + ("behind" if node.is_behind else "ahead")
        case syntax.Anchor():
            yield "boundary" if node.spelling in (r"\b", r"\B") else "anchor"
        case syntax.Conditional():
            yield "conditional"
        case syntax.Strings() | syntax.SyntaxSequence():
            pass
        case _:
            assert_never(node)
