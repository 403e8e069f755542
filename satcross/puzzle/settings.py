"""The settings of a puzzle: its alphabet, its dialect, its flags."""

from __future__ import annotations

from satcross.errors import (
    PuzzleError,
)
from satcross.puzzle import (
    DIALECTS,
    KEYWORDS,
    Dialect,
    Puzzle,
    address_text,
    expand_alphabet,
)
from satcross.regex.syntax.reader import EXCLUSIVE, FLAGS


def with_settings(
    puzzle: Puzzle, alphabet: str | None = None, dialect: Dialect | None = None, flags: str | None = None
) -> Puzzle:
    """Return `puzzle` with these settings; where an argument is None, the puzzle keeps its own setting.

    Args:
        alphabet: A text for `expand_alphabet`.

    Raises:
        PuzzleError: For an invalid setting, and for a given letter that is not in the new alphabet.
    """
    if alphabet is not None:
        puzzle = puzzle._replace(alphabet=expand_alphabet(alphabet))
        for cell, letter in puzzle.given:
            if puzzle.alphabet not in KEYWORDS and letter not in puzzle.alphabet:
                place = ["given", address_text(puzzle.cells[cell])]
                raise PuzzleError(
                    f"the letter {letter!r} is not in the alphabet", place=place, code="letter-not-in-alphabet"
                )
    dialect, flags = checked_settings(
        puzzle.dialect if dialect is None else dialect, puzzle.flags if flags is None else flags
    )
    return puzzle._replace(dialect=dialect, flags=flags)


def checked_settings(dialect: str, flags: str) -> tuple[Dialect, str]:
    """Return the dialect and its flags, sorted and each once.  Raises PuzzleError if one of them does not exist."""
    if dialect not in DIALECTS:
        raise PuzzleError(
            f"there is no dialect {dialect!r}",
            place=["dialect"],
            hint="the dialects are python and javascript",
            code="dialect",
        )
    for flag in flags:
        if flag not in FLAGS[dialect]:
            raise PuzzleError(
                f"there is no flag {flag!r}",
                place=["flags"],
                hint=f"the flags of the dialect {dialect} are {', '.join(sorted(FLAGS[dialect]))}",
                code="flags",
            )
    one, other = EXCLUSIVE[dialect]
    if one in flags and other in flags:
        raise PuzzleError(f"the flags {one} and {other} cannot be combined", place=["flags"], code="flags")
    known: Dialect = "javascript" if dialect == "javascript" else "python"
    return known, "".join(sorted(set(flags)))
