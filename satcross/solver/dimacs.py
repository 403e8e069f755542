"""DIMACS: writing formulas for other programs, and reading those programs' answers.

A formula file starts with comments.  After its header it has the projection for model counters:

    c t pmc                     the track: projected model counting
    p cnf V C
    c p show v1 v2 ... 0        the variables whose assignments are counted (also as "c ind", for older tools)

An answer is what SAT competitions define: a line "s SATISFIABLE" or "s UNSATISFIABLE", and lines "v l1 l2 ...", of
which the last ends in 0.  The form of MiniSat's files ("SAT" or "UNSAT" alone, then the literals) is read as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import SatcrossError
from satcross.solver.cnf import FlatSink, Lit

SHOWN_PER_LINE: Final = 20
"""Variables in one line of a projection, so that people can read it."""

VERDICTS: Final = {"SATISFIABLE": True, "SAT": True, "UNSATISFIABLE": False, "UNSAT": False, "INDET": None}
"""The words that stand alone on a line, or after "s", and what they say; None: the solver does not know."""


class AnswerError(SatcrossError):
    """A solver's output that cannot be read."""

    code = "answer"


class Answer(NamedTuple):
    """A solver's answer.

    Attributes:
        is_satisfiable: Whether the formula is satisfiable; None: the solver did not say.
        true: The variables that it calls true.
        variables: The highest variable that it names, 0 if it names none.
    """

    is_satisfiable: bool | None
    true: frozenset[int]
    variables: int = 0


def to_dimacs(variables: int, sink: FlatSink, shown: Sequence[int], comments: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a DIMACS file, without line ends.

    Args:
        variables: The highest variable.
        shown: The variables to project on.
        comments: Lines for people (and for `satcross decode`), without the leading "c ".
    """
    yield from (f"c {comment}" for comment in comments)
    yield "c t pmc"
    yield f"p cnf {variables} {sink.clauses}"
    for kind in ("p show", "ind"):
        for start in range(0, len(shown), SHOWN_PER_LINE):
            yield f"c {kind} {' '.join(map(str, shown[start : start + SHOWN_PER_LINE]))} 0"
    for clause in sink:
        yield " ".join(map(str, [*clause, 0]))


def to_competition(sink: FlatSink) -> Iterator[str]:
    """Yield the lines of a DIMACS file as the SAT competitions ask for, without line ends.

    There are no comments.  The variables are numbered from 1 in the order in which they occur, so each number occurs.
    No clause holds a literal twice or a literal and its negation, and the header has the exact counts.
    """
    number_of: dict[int, int] = {}
    clauses = []
    for clause in sink:
        lits = dict.fromkeys(clause)
        if any(-lit in lits for lit in lits):
            continue
        numbers = [number_of.setdefault(abs(lit), len(number_of) + 1) for lit in lits]
        clauses.append([number if lit > 0 else -number for lit, number in zip(lits, numbers, strict=True)])
    yield f"p cnf {len(number_of)} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def read_answer(text: str) -> Answer:
    """Return the answer in a solver's output.  Raises AnswerError if there is none, or it is not complete."""
    verdict: bool | None = None
    literals: list[Lit] = []
    has_spoken = False
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if word == "s" or line.strip() in VERDICTS:
            has_spoken = True
            verdict = VERDICTS.get(rest.strip() if word == "s" else line.strip())
        elif word == "v":
            literals += _literals(rest, number)
        elif verdict is True and word.lstrip("-").isdigit():
            literals += _literals(line, number)
    if not has_spoken and not any(literals):
        raise AnswerError(
            "the answer has neither an 's' line nor a 'v' line",
            hint="give the solver's whole output, in the form of the SAT competitions",
        )
    is_ended = 0 in literals
    if any(literals) and not is_ended:
        raise AnswerError("the answer is not complete: its 'v' lines do not end in 0")
    if verdict and not literals:
        raise AnswerError(
            "the answer says SATISFIABLE but has no 'v' line", hint="some solvers print it only with an option"
        )
    true = frozenset(literal for literal in literals if literal > 0)
    return Answer(verdict, true, max(map(abs, literals), default=0))


def _literals(text: str, number: int) -> list[Lit]:
    """Return the literals in `text`, which is on line `number` of an answer; a 0 among them ends the answer."""
    literals = []
    for item in text.split():
        try:
            literals.append(int(item))
        except ValueError:
            raise AnswerError(f"line {number} of the answer: {item[:40]!r} is not a literal") from None
    return literals
