"""The state of one game: what is in each cell, what can be undone, and how much help there was.

A `Game` never changes.  Each function takes one and returns another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, Literal, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.pictures.layout import lay_out
from satcross.pictures.text import arrow_along
from satcross.puzzle import AnyClue, Clue, Puzzle, lines_of_cells
from satcross.regex.letters import contains
from satcross.regex.matcher import Matcher
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.constraints import Constraint

Verdict: TypeAlias = Literal["", "ok", "bad", "stuck"]
"""Nothing; the full line satisfies it; the full line does not; no letters in the open cells can satisfy it any more."""

_SAME_DIRECTION: Final = 0.3  # the cosine of 72 degrees: beyond that it is another direction
_TIE: Final = 0.01  # what a neighbour on the preferred line has in advance


class PlayBoard:
    """A puzzle that is being played.

    In: a puzzle.  Out: a `PlayBoard`, which never changes while the puzzle is played.

    Attributes:
        lines_of: The lines through each cell, by number.
        constraint_of: The clue of a line as a constraint, by the numbers of line and clue.
        places: Where the middle of each cell is, as in pictures.
        tree_of: The syntax tree of each regex.
        verdicts_of: What is known of the clues of a line, by its number and its letters; `play.session` fills it.
    """

    __slots__ = (
        "_matchers",
        "compiled",
        "constraint_of",
        "given",
        "lines_of",
        "places",
        "puzzle",
        "tree_of",
        "verdicts_of",
    )

    def __init__(self, puzzle: Puzzle, budget: Budget = UNLIMITED) -> None:
        """Raise what `compile_puzzle` raises: RegexError for a clue that cannot be read, LimitError, PuzzleError."""
        self.puzzle: Final = puzzle
        self.compiled: Final[CompiledPuzzle] = compile_puzzle(puzzle, budget)
        self.given: Final = dict(puzzle.given)
        self.lines_of: Final = lines_of_cells(puzzle)
        self.constraint_of: Final[dict[tuple[int, int], Constraint]] = {
            (each.line, each.clue): each for each in self.compiled.constraints
        }
        self.places: Final = lay_out(puzzle).centres
        self.verdicts_of: Final[dict[tuple[int, tuple[str, ...]], tuple[Verdict, ...]]] = {}
        self._matchers: Final = {pattern: Matcher(core) for pattern, core in self.compiled.letters.cores.items()}

    def is_letter(self, letter: str) -> bool:
        """Return whether `letter` is one letter of the alphabet."""
        return len(letter) == 1 and contains(self.compiled.alphabet, ord(letter))

    def meant_letter(self, typed: str) -> str | None:
        """Return the letter that was meant; capitals and small letters may be mixed up.  None: no letter of here."""
        return next(filter(self.is_letter, (typed, typed.upper(), typed.lower())), None)

    def matches(self, clue: AnyClue, text: str) -> bool:
        """Return whether the letters of a full line, in reading order, satisfy `clue`."""
        if not isinstance(clue, Clue):
            return text in clue.words
        return self._matchers[clue.pattern].matches(clue.read(text))

    def arrow(self, line: int) -> str:
        """Return the direction in which a line is read; "" if it has none."""
        cells = self.puzzle.lines[line].cells
        (x, y), (u, v) = ((0.0, 0.0), (0.0, 0.0)) if not cells else (self.places[cells[0]], self.places[cells[-1]])
        return "" if hypot(u - x, v - y) < 1 else arrow_along(u - x, v - y)

    def neighbour(self, cell: int, right: int, down: int, preferred: int) -> tuple[int, int] | None:
        """Return the neighbour of `cell` that is most nearly in a direction, and the line to it; None: there is none.

        Args:
            preferred: The line that wins a tie.
        """
        x, y = self.places[cell]
        best, best_score = None, _SAME_DIRECTION
        for number in self.lines_of[cell]:
            cells = self.puzzle.lines[number].cells
            for index, each in enumerate(cells):
                if each != cell:
                    continue
                for other in (*cells[max(0, index - 1) : index], *cells[index + 1 : index + 2]):
                    u, v = self.places[other]
                    length = hypot(u - x, v - y)
                    if not length:
                        continue
                    score = ((u - x) * right + (v - y) * down) / length + (_TIE if number == preferred else 0.0)
                    if score > best_score + 1e-9:
                        best, best_score = (other, number), score
        return best


NO_LINE = -1


class Cursor(NamedTuple):
    """Where the player is.

    A `Cursor` never changes.  Each function returns the cursor after a move, or the same one if there is nowhere to go.

    Attributes:
        line: The line along which letters are typed, by number; NO_LINE if no line goes through the cell.
        place: Which cell of the line it is, from 0: a line may visit a cell twice.
        is_past_end: Whether the last letter of the line has just been typed.
        came_from: The cell, line and place that typing has just gone on from to another line; None: it has not.
    """

    cell: int
    line: int = NO_LINE
    place: int = 0
    is_past_end: bool = False
    came_from: tuple[int, int, int] | None = None


def start(board: PlayBoard, letters: Sequence[str]) -> Cursor:
    """Return the cursor at the first open cell of the first line that has a clue."""
    lines = board.puzzle.lines
    first = next((number for number, line in enumerate(lines) if line.clues and line.cells), None)
    return at_cell(board, 0, NO_LINE) if first is None else along_line(board, letters, first)


def at_cell(board: PlayBoard, cell: int, line: int) -> Cursor:
    """Return the cursor at `cell`, on `line` if that goes through it."""
    through = board.lines_of[cell]
    line = line if line in through else through[0] if through else NO_LINE
    return Cursor(cell, line, board.puzzle.lines[line].cells.index(cell) if through else 0)


def towards(board: PlayBoard, cursor: Cursor, right: int, down: int) -> Cursor:
    """Return the cursor at the neighbour in a direction."""
    neighbour = board.neighbour(cursor.cell, right, down, cursor.line)
    return cursor if neighbour is None else at_cell(board, *neighbour)


def along(board: PlayBoard, cursor: Cursor, step: int) -> Cursor:
    """Return the cursor `step` cells further along its line."""
    place = cursor.place + step
    if cursor.line == NO_LINE or not 0 <= place < len(board.puzzle.lines[cursor.line].cells):
        return cursor
    return Cursor(board.puzzle.lines[cursor.line].cells[place], cursor.line, place)


def back(board: PlayBoard, cursor: Cursor) -> Cursor:
    """Return the cursor at the letter before."""
    return along(board, cursor, -1) if cursor.came_from is None else Cursor(*cursor.came_from)


def advanced(board: PlayBoard, letters: Sequence[str], cursor: Cursor, *, goes_on: bool) -> Cursor:
    """Return the cursor after a letter was typed.

    At the end of the line it is on the next line with an open cell, if it `goes_on`; else, and in a full grid, the next
    letter has no cell.
    """
    further = along(board, cursor, 1)
    if further != cursor:
        return further
    lines = board.puzzle.lines
    for step in range(1, len(lines)) if goes_on and cursor.line != NO_LINE else ():
        line = (cursor.line + step) % len(lines)
        if not all(letters[cell] for cell in lines[line].cells):
            return along_line(board, letters, line)._replace(came_from=cursor[:3])
    return cursor._replace(is_past_end=True)


def to_end(board: PlayBoard, cursor: Cursor, *, is_last: bool) -> Cursor:
    """Return the cursor at the first or the last cell of its line."""
    if cursor.line == NO_LINE:
        return cursor
    place = len(board.puzzle.lines[cursor.line].cells) - 1 if is_last else 0
    return Cursor(board.puzzle.lines[cursor.line].cells[place], cursor.line, place)


def on_next_line(board: PlayBoard, cursor: Cursor) -> Cursor:
    """Return the cursor at the same cell, on the next of the lines through it."""
    through = board.lines_of[cursor.cell]
    if not through:
        return cursor
    return at_cell(board, cursor.cell, through[(through.index(cursor.line) + 1) % len(through)])


def on_other_line(board: PlayBoard, letters: Sequence[str], cursor: Cursor, step: int) -> Cursor:
    """Return the cursor on the line that comes `step` lines later in the puzzle."""
    lines = len(board.puzzle.lines)
    return along_line(board, letters, (cursor.line + step) % lines) if lines else cursor


def along_line(board: PlayBoard, letters: Sequence[str], line: int) -> Cursor:
    """Return the cursor at the first open cell of `line`, or else at its first cell."""
    cells = board.puzzle.lines[line].cells
    if not cells:
        return Cursor(0)
    place = next((place for place, cell in enumerate(cells) if not letters[cell]), 0)
    return Cursor(cells[place], line, place)


MOST_STEPS: Final = 500  # that can be undone


class CellContent(NamedTuple):
    """What is in a cell: its letter ("" for none), pencil marks (sorted), and whether the letter was revealed."""

    letter: str = ""
    marks: str = ""
    is_revealed: bool = False


Contents: TypeAlias = Mapping[int, CellContent]
"""Cells, by number, and what is in them."""


class Game(NamedTuple):
    """A game.

    Attributes:
        contents: What is in each cell, by cell number.
        fixed: The cells whose letter was given.
        done: For each step that can be undone, what was in the cells that it changed; the last step comes last.
        undone: The same for each step that can be done again.
        seconds: How long it has been played.
        hints: How often the player has asked for a hint.
        checks: How often the player has asked for a check.
    """

    contents: tuple[CellContent, ...]
    fixed: frozenset[int] = frozenset()
    done: tuple[Contents, ...] = ()
    undone: tuple[Contents, ...] = ()
    seconds: int = 0
    hints: int = 0
    checks: int = 0

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each cell, "" where there is none."""
        return tuple(content.letter for content in self.contents)

    @property
    def filled(self) -> int:
        """How many cells have a letter."""
        return sum(content.letter != "" for content in self.contents)

    @property
    def is_full(self) -> bool:
        """Whether every cell has a letter."""
        return self.filled == len(self.contents)

    @property
    def revealed(self) -> int:
        """How many letters were revealed."""
        return sum(content.is_revealed for content in self.contents)


def new_game(given: Mapping[int, str], cells: int) -> Game:
    """Return the game in which only the `given` letters are there.

    >>> put(new_game({0: "A"}, 3), 1, "B").letters
    ('A', 'B', '')
    """
    return Game(tuple(CellContent(given.get(cell, "")) for cell in range(cells)), frozenset(given))


def changed(game: Game, wanted: Contents) -> Game:
    """Return `game` with `wanted` in its cells, as one step that can be undone; given letters stay."""
    new = {
        cell: content for cell, content in wanted.items() if cell not in game.fixed and content != game.contents[cell]
    }
    if not new:
        return game
    before = {cell: game.contents[cell] for cell in new}
    return _with(game, new)._replace(done=(*game.done, before)[-MOST_STEPS:], undone=())


def put(game: Game, cell: int, letter: str) -> Game:
    """Return `game` with `letter` in `cell`."""
    return changed(game, {cell: CellContent(letter)})


def erase(game: Game, cell: int) -> Game:
    """Return `game` with nothing in `cell`."""
    return changed(game, {cell: CellContent()})


def toggle_mark(game: Game, cell: int, letter: str) -> Game:
    """Return `game` with the pencil mark `letter` in `cell`, or without it if it was there.

    >>> game = toggle_mark(toggle_mark(new_game({}, 1), 0, "B"), 0, "A")
    >>> game.contents[0].marks, toggle_mark(game, 0, "B").contents[0].marks
    ('AB', 'A')
    """
    content = game.contents[cell]
    marks = content.marks.replace(letter, "") if letter in content.marks else content.marks + letter
    return changed(game, {cell: content._replace(marks="".join(sorted(marks)))})


def undo(game: Game) -> Game:
    """Return `game` before its last step; the same game if there is none."""
    if not game.done:
        return game
    after = {cell: game.contents[cell] for cell in game.done[-1]}
    return _with(game, game.done[-1])._replace(done=game.done[:-1], undone=(*game.undone, after))


def redo(game: Game) -> Game:
    """Return `game` with the step done again that was undone last; the same game if there is none.

    >>> game = put(new_game({}, 1), 0, "A")
    >>> redo(undo(game)) == game
    True
    """
    if not game.undone:
        return game
    before = {cell: game.contents[cell] for cell in game.undone[-1]}
    return _with(game, game.undone[-1])._replace(done=(*game.done, before), undone=game.undone[:-1])


def changed_cells(before: Game, after: Game) -> Sequence[int]:
    """Return the cells in which the two games differ."""
    pairs = zip(before.contents, after.contents, strict=True)
    return [cell for cell, (old, new) in enumerate(pairs) if old != new]


def _with(game: Game, contents: Contents) -> Game:
    cells = list(game.contents)
    for cell, content in contents.items():
        cells[cell] = content
    return game._replace(contents=tuple(cells))
