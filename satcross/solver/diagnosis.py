"""Why a puzzle has no solution, as values: clues that are to blame, and remedies.

`satcross.author` finds them.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.errors import Span
from satcross.puzzle import Clue, Puzzle

WORD_LIST: Final = "(word list)"
"""What is in place of the text of a clue that is a word list."""

DiagnosisKind: TypeAlias = Literal["length", "alphabet", "conflict", "unknown"]


class Reason(NamedTuple):
    """A clue: the name of its line, its number on the line (from 1), and its text ("" for a word list).

    Attributes:
        is_reversed: Whether the clue reads its line from the end.
    """

    line: str
    clue: int
    pattern: str
    is_reversed: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the clue as a JSON object."""
        return {"line": self.line, "clue": self.clue, "pattern": self.pattern, "reversed": self.is_reversed}

    def __str__(self) -> str:
        if not self.pattern:
            return f"{self.line} {WORD_LIST}"
        return f"{self.line} {self.pattern}{' (read backwards)' if self.is_reversed else ''}"


def reason_of(puzzle: Puzzle, line: int, place: int) -> Reason:
    """Return clue number `place` of line number `line`, both from 0."""
    name, clue = puzzle.lines[line].name, puzzle.lines[line].clues[place]
    if isinstance(clue, Clue):
        return Reason(name, place + 1, clue.pattern, clue.is_reversed)
    return Reason(name, place + 1, "")


class Cause(NamedTuple):
    """A clue, or a given letter, because of which there is no solution.

    Attributes:
        line: The line's name; for a given letter "the letter A given in cell 2,3".
        clue: The clue's number on the line, from 1; 0 for a given letter.
        pattern: The clue's text; "" for a word list or a given letter.
        is_reversed: Whether the clue reads its line from the end.
        message: What is the matter with it, without a full stop; "" if that cannot be said of it alone.
        span: The part of `pattern` that the message is about, or None.
        cell: The index of a given letter in `Puzzle.cells`; None for a clue.
    """

    line: str
    clue: int
    pattern: str
    is_reversed: bool = False
    message: str = ""
    span: Span | None = None
    cell: int | None = None

    def __str__(self) -> str:
        backwards = " (read backwards)" if self.is_reversed else ""
        if not self.clue:
            return self.line
        return f"{self.line}, clue {self.clue} {self.pattern or WORD_LIST}{backwards}"


class Remedy(NamedTuple):
    """A change of the puzzle after which it has a solution; this has been tried.

    Attributes:
        change: What to change, as the end of a sentence: "if ..."
        status: What the puzzle then is: "unique" or "several".
    """

    change: str
    status: Literal["unique", "several"]

    def __str__(self) -> str:
        number = "exactly one solution" if self.status == "unique" else "several solutions"
        return f"there would be {number} {self.change}"


class Diagnosis(NamedTuple):
    """Why a puzzle has no solution.

    Attributes:
        kind: "length": no string as long as their lines matches these clues, whatever its letters.  "alphabet": only
            strings with letters outside the alphabet match.  "conflict": these clues and given letters cannot all hold,
            although fewer of them can; clues alone cannot hold with the letters given on their lines.  "unknown": the
            time or the memory was too short to find the reason.
        message: The reason as a sentence without a full stop.
        causes: The clues and given letters to blame.
        remedies: Changes after which there is a solution, the best first.
        is_complete: Whether everything was tried; False: there may be a smaller reason, or another remedy.
    """

    kind: DiagnosisKind
    message: str
    causes: tuple[Cause, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    is_complete: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the entry "diagnosis" of the JSON of an answer."""
        return {
            "kind": self.kind,
            "message": self.message,
            "complete": self.is_complete,
            "clues": [
                {
                    "line": cause.line,
                    "clue": cause.clue,
                    "pattern": cause.pattern,
                    "reversed": cause.is_reversed,
                    "message": cause.message,
                    "span": None if cause.span is None else list(cause.span),
                }
                for cause in self.causes
            ],
            "remedies": [{"change": remedy.change, "status": remedy.status} for remedy in self.remedies],
        }

    def __repr__(self) -> str:
        return in_one_line("Diagnosis", self.kind, self.message)

    def __str__(self) -> str:
        lines = [self.message, *[f"{cause}: {cause.message}" if cause.message else str(cause) for cause in self.causes]]
        return "\n".join([*lines, *map(str, self.remedies)])
