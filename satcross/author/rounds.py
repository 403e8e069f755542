"""The easiest way through a puzzle, in rounds, as a person with a pencil goes it.

In: the clues of a puzzle, and what is known of its cells.  Out: the next `Round`, and what is known after it.

- *Reading*: each clue places every letter that it implies together with the letters already placed.
- *Marking*: only if nothing can be read.  A person now keeps in each cell the letters that are still possible (pencil
  marks).  Each clue narrows the marks, once, by what was known when the round began.
- If no clue narrows any mark, several clues are needed at once, and this module has no more to say.

All clues of a round start from the same knowledge.  So the rounds do not depend on the order of the clues, and two
copies of a puzzle side by side take the same rounds as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias, assert_never

from satcross.author.possible_letters import SoughtLetters, possible_masks
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import LimitError, TimeUp
from satcross.puzzle import ANY, Puzzle, Solution
from satcross.regex import syntax
from satcross.regex.letters import to_text
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, PuzzleLetters
from satcross.solver.constraints import Constraint
from satcross.solver.residual import Masks, Residual
from satcross.solver.solutions import Search, Status

# One clue on a line of its own: which strings of the line's length match it, and which letters do they have?
#
# Pruning answers that for a clue that is regular, on a line of cells that are all different.  It keeps too much for any
# other clue, and for a line that visits a cell twice; then a search answers.


def alone(read: PuzzleLetters, line: int, place: int) -> Puzzle:
    """Return the puzzle that consists of line number `line` with its clue number `place` alone, over its alphabet."""
    puzzle = read.puzzle
    only = puzzle.lines[line]._replace(clues=puzzle.lines[line].clues[place : place + 1])
    alphabet = ANY if puzzle.alphabet == ANY else to_text(read.alphabet)
    return puzzle._replace(lines=(only,), given=(), expected=(), expects_all=False, alphabet=alphabet)


def is_matchable(
    compiled: CompiledPuzzle, line: int, place: int, constraint: Constraint | None, budget: Budget
) -> bool | None:
    """Return whether some string matches this clue of a line; None if finding out takes too long.

    Args:
        constraint: The clue unrolled; None: this takes a circuit, which is not made yet.
    """
    if constraint is not None:
        if constraint.line_constraint.prune([compiled.classes.every] * len(constraint.cells)) is None:
            return False
        if constraint.is_exact:
            return True
    status, match = searched(alone(compiled.letters, line, place), 1, budget, compiled.letters)
    return None if status == "unknown" and match is None else match is not None


def searched(
    puzzle: Puzzle, limit: int, budget: Budget, known: PuzzleLetters | None = None
) -> tuple[Status, Solution | None]:
    """Return the status of `puzzle` and its first solution.

    Args:
        known: A puzzle whose clues need not be parsed again.

    The status is "unknown" if the search takes longer than a question in passing may take.
    """
    search = Search(puzzle, limit=limit, budget=budget.until(budget.tuning.overview_seconds), known=known)
    try:
        first = next(search, None)
        return search.run().status, first
    except (LimitError, TimeUp):
        return "unknown", None


def letters_left(
    compiled: CompiledPuzzle,
    constraint: Constraint,
    masks: Sequence[int],
    budget: Budget = UNLIMITED,
    *,
    sought: SoughtLetters | None = None,
) -> dict[int, int] | None:
    """Return for each cell of `constraint` the letters that some match has there; None if nothing matches.

    Args:
        masks: Letter mask of each cell of the puzzle; the matches have no other letters.
        sought: Letters of each cell of the puzzle: of other letters it need not be found out whether some match has
            them, and they may be left although none has; None: the answer is exact.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a limit of the budget is exceeded.
    """
    if constraint.is_exact:
        exact = constraint.line_constraint.prune(constraint.domains(masks))
        return None if exact is None else dict(zip(constraint.cells, exact, strict=True))
    cells = tuple(dict.fromkeys(constraint.cells))
    own = constraint._replace(cells=tuple(map(cells.index, constraint.cells)))
    residual, _ = Residual.of([own], [masks[cell] for cell in cells], budget.tuning).propagated(budget)
    if residual is None:
        return None
    pruned = residual.masks
    only = PresolvedPuzzle(compiled._replace(constraints=(own,), domains=pruned), residual, 0)
    asked = SoughtLetters(pruned) if sought is None else sought._replace(masks=[sought.masks[cell] for cell in cells])
    possible = possible_masks(only, budget=budget, sought=asked)
    if possible is None:
        return None
    return {
        cell: mask & (seen | ~asked_here)
        for cell, mask, seen, asked_here in zip(cells, pruned, possible, asked.masks, strict=True)
    }


# The constructs of clues by their names, and those among them that are hard to read.
#
# In: a syntax tree.  Out: the names of the kinds of constructs in it, as docs/glossary.md has them; plain letters and
# groups have none.  A construct is hard to read if a person has to remember something, or to look ahead or back.


HARD: Final = {
    "backreference": "backreference",
    "lookahead": "lookahead",
    "negative lookahead": "negative lookahead",
    "lookbehind": "lookbehind",
    "negative lookbehind": "negative lookbehind",
    "conditional": "conditional",
    "anchor": "anchor",
    "word boundary": "anchor",
    "atomic group": "atomic group",
    "possessive repetition": "atomic group",
}
"""The constructs that are hard to read, and the kind under which explanations count each."""


def hard_constructs(root: syntax.Syntax) -> frozenset[str]:
    """Return the kinds of constructs below `root` that are hard to read."""
    return frozenset([HARD[name] for name in constructs(root) if name in HARD])


def constructs(root: syntax.Syntax) -> Iterator[str]:
    """Yield the constructs below `root` by their names, each as often as it occurs."""
    for node in root.nodes:
        match node:
            case syntax.Dot():
                yield "any letter"
            case syntax.Class():
                yield "negated letter class" if node.is_negative else "letter class"
            case syntax.LetterClass() | syntax.Property() | syntax.StringProperty():
                yield "named letter class"
            case syntax.Anchor():
                yield "word boundary" if node.spelling in (r"\b", r"\B") else "anchor"
            case syntax.Reference():
                yield "backreference"
            case syntax.SyntaxGroup():
                if node.kind == syntax.ATOMIC:
                    yield "atomic group"
            case syntax.SyntaxLook():
                negative = "negative " if node.is_negative else ""
                yield f"{negative}look-{'behind' if node.is_behind else 'ahead'}"
            case syntax.Conditional():
                yield "conditional"
            case syntax.SyntaxRepeat():
                modes = {syntax.GREEDY: "repetition", syntax.LAZY: "lazy repetition"}
                yield modes.get(node.quantifier.mode, "possessive repetition")
            case syntax.Choice():
                yield "alternatives"
            case syntax.Literal() | syntax.Range() | syntax.Strings() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)


RoundKind: TypeAlias = Literal["read", "mark", "join"]

Left: TypeAlias = Mapping[int, int]
"""What a clue leaves: for each cell that it reads, a letter mask."""

Ask: TypeAlias = Callable[[int, Masks, RoundKind], Left | None]
"""Returns what the clue with this number leaves of the masks of all cells; None if nothing matches.

In a reading round, it need not be exact where several letters are left: only their being several counts."""


class Notes(NamedTuple):
    """What a person knows.

    Attributes:
        start: What each cell can hold before any clue is read.
        marks: What each cell can hold now; a mask of one class is a letter that is placed, unless it is plural.
        plural: The classes of letters that no clue tells apart; a cell that holds one of these is not read.
    """

    start: Masks
    marks: Masks
    plural: int = 0

    @property
    def letters(self) -> Masks:
        """What each cell can hold for somebody who has placed the letters but keeps no marks."""
        return tuple(
            [
                mark if is_single(mark) and not mark & self.plural else mask
                for mask, mark in zip(self.start, self.marks, strict=True)
            ]
        )


class Round(NamedTuple):
    """One round.

    Attributes:
        kind: "read" or "mark"; "join" if several clues are needed at once.
        news: For each clue that leads on, by its number: the cells that it narrows, and what is left of them.  After
            reading, these are the cells that hold a new letter.
        open: How many clues lead on.
        unfinished: How many clues have a cell without a letter when the round begins.
        conflict: The number of a clue that nothing matches any more; None if each can be satisfied.
    """

    kind: RoundKind
    news: Mapping[int, Left]
    open: int
    unfinished: int
    conflict: int | None = None


def is_single(mask: int) -> bool:
    """Return whether a letter mask has one letter."""
    return not mask & (mask - 1)


def unfinished_clues(marks: Masks, clues: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the numbers of the clues with a cell that can hold several letters."""
    return [number for number, cells in clues.items() if any([marks[cell] & (marks[cell] - 1) for cell in cells])]


def next_round(notes: Notes, clues: Mapping[int, Sequence[int]], ask: Ask) -> Round | None:
    """Return the next round of clues that are read one at a time; None if they have no more to say.

    Args:
        clues: The cells of each clue, by its number.
    """
    unfinished = unfinished_clues(notes.marks, clues)
    kinds: tuple[tuple[RoundKind, Masks], ...] = (("read", notes.letters), ("mark", notes.marks))
    for kind, known in kinds:
        news: dict[int, Left] = {}
        for number in unfinished:
            left = ask(number, known, kind)
            if left is None:
                return Round(kind, {}, 1, len(unfinished), number)
            new = {
                cell: mask
                for cell, mask in left.items()
                if mask != known[cell] and (kind == "mark" or (is_single(mask) and not mask & notes.plural))
            }
            if new:
                news[number] = new
        if news:
            return Round(kind, news, len(news), len(unfinished))
    return None
