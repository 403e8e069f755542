"""The state of one game: what is in each cell, what can be undone, and how much help there was.

A `Game` never changes.  Each function takes one and returns another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

MOST_STEPS: Final = 500  # that can be undone


class CellContent(NamedTuple):
    """What is in a cell: its letter ("" for none), pencil marks (sorted), and whether the letter was revealed."""

    letter: str = ""
    marks: str = ""
    is_revealed: bool = False


EMPTY: Final = CellContent()

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
    return changed(game, {cell: EMPTY})


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
