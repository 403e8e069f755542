"""What the solution of a generated puzzle is, where the author does not say: a saying, a word square, a set or words.

In: a shape, a number and a source of random choices.  Out: letters for the cells, and the title that hints at them.
The kinds are, in the order in which they are tried,

    saying   one of our sayings, which fills all cells, row after row; words may run over the ends of rows
    square   words across and down
    set      words in the rows that have something in common, which the title names
    words    a word or phrase of the built-in list at a place of its choice, and common words
    letters  letters at random, which are used only if they are asked for
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import isqrt
from random import Random
from typing import Final, Literal, TypeAlias

from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import Field, OptionError, naming
from satcross.generator.squares import word_square
from satcross.generator.themes import Theme, place_theme, read_themes
from satcross.puzzle import Puzzle, drawn_rows

SolutionKind: TypeAlias = Literal["", "saying", "square", "set", "words", "letters"]

KINDS: Final = ("saying", "square", "set", "words", "letters")

Wanted: TypeAlias = tuple[str | None, ...]


class Found(NamedTuple):
    """A letter for each cell, None where it may be any, and the title and answer that go with them."""

    theme: Theme | None
    letters: Wanted


class Words(NamedTuple):
    """What solutions are made of.

    Attributes:
        listed: Words by their length.
        allows: Whether a cell may hold this letter.
    """

    listed: Mapping[int, Sequence[str]]
    allows: Callable[[str], bool]

    def usable(self) -> dict[int, list[str]]:
        """Return the words whose letters are all allowed, by their length."""
        return {n: [word for word in words if all(map(self.allows, word))] for n, words in self.listed.items()}


def find_solution(shape: Puzzle, kind: str, turn: int, words: Words, random: Random) -> Found:
    """Return the letters of a solution of this kind, or of the first kind that `shape` has room for.

    Args:
        kind: One of KINDS, or "" for the first that can be.
        turn: The number of a saying or theme in the order in which they take turns.

    Raises:
        OptionError: If there is none of the kind that is asked for.
    """
    if kind == "letters":
        return Found(None, ())
    for name in (kind,) if kind else ("saying", "square", "set"):
        found = _FINDERS[name](shape, turn, words, random) if name in _FINDERS else None
        if found is not None:
            return found
    if kind in _FINDERS:
        raise _none_of(kind, shape)
    placed = place_theme(shape, turn, random, words.allows)
    return Found(None, ()) if placed is None else Found(*placed)


@cache
def sayings() -> dict[int, tuple[Theme, ...]]:
    """Return our sayings, by the number of their letters."""
    by_length: defaultdict[int, list[Theme]] = defaultdict(list)
    for saying in read_themes("sayings.txt"):
        by_length[len("".join(saying.words))].append(saying)
    return {n: tuple(each) for n, each in sorted(by_length.items())}


def cells_in_order(shape: Puzzle) -> list[int]:
    """Return the cells as people read them, row after row; [] for a shape that is not a grid without holes."""
    if not shape.shape.is_grid or shape.shape.holes:
        return []
    return [cell for row in drawn_rows(shape) for cell in row]


def sayings_in_turn(shape: Puzzle, allows: Callable[[str], bool]) -> list[Theme]:
    """Return the sayings that fill `shape`, in the order in which they take turns, which is always the same."""
    fitting = [
        saying
        for saying in sayings().get(len(cells_in_order(shape)), ())
        if all(allows(letter) for word in saying.words for letter in word)
    ]
    return Random(len(fitting)).sample(fitting, len(fitting))


def _saying(shape: Puzzle, turn: int, words: Words, random: Random) -> Found | None:
    in_turn = sayings_in_turn(shape, words.allows)
    if not in_turn:
        return None
    saying = in_turn[turn % len(in_turn)]
    return Found(saying, filled(shape, "".join(saying.words)))


def filled(shape: Puzzle, text: str) -> Wanted:
    """Return the letters of `text` in the order in which people read the cells."""
    letter_by_cell = dict(zip(cells_in_order(shape), text, strict=True))
    return tuple([letter_by_cell[cell] for cell in range(len(shape.cells))])


LONGEST_ROW: Final = 4
"""A row of a rectangle for a saying has at most this many times as many cells as a column."""


def rows_for(letters: int) -> int:
    """Return the rows of the rectangle that is most like a square and not too long; 0 if there is none."""
    rows = next(rows for rows in range(isqrt(letters), 0, -1) if letters % rows == 0)
    return rows if rows > 1 and letters <= LONGEST_ROW * rows * rows else 0


SQUARE: Final = Theme((), "It reads across and down", is_pair=False)


def _square(shape: Puzzle, turn: int, words: Words, random: Random) -> Found | None:
    if shape.shape.lattice != "square" or not cells_in_order(shape):
        return None
    rows = drawn_rows(shape)
    square = word_square(len(rows), len(rows[0]), words.usable(), random)
    return Found(SQUARE, filled(shape, "".join(square))) if square else None


def _set(shape: Puzzle, turn: int, words: Words, random: Random) -> Found | None:
    """Put words of one of our sets into the rows, no word twice."""
    if not cells_in_order(shape):
        return None
    rows = drawn_rows(shape)
    usable = [each._replace(words=tuple(w for w in each.words if all(map(words.allows, w)))) for each in _sets()]
    fitting = [each for each in usable if _has_words(each.words, map(len, rows))]
    if not fitting:
        return None
    chosen = fitting[turn % len(fitting)]
    left = random.sample(chosen.words, len(chosen.words))
    drawn: list[str] = []
    for row in rows:
        word = next(word for word in left if len(word) == len(row))
        left.remove(word)
        drawn.append(word)
    return Found(chosen._replace(words=tuple(drawn)), filled(shape, "".join(drawn)))


@cache
def _sets() -> tuple[Theme, ...]:
    """Return our sets; each with the words that its title is about."""
    lines = files(__package__).joinpath("sets.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("; ") for line in lines if not line.startswith("#")]
    return tuple([Theme(tuple(words.split()), title, is_pair=False) for title, words in pairs])


@cache
def sets_in_turn(rows: int, wanted: int) -> tuple[Theme, ...]:
    """Return about `wanted` sets of words that fill a square of so many rows, in the order in which they take turns.

    No title has many more sets than the others, and the sets of a title are spread evenly.
    """
    by_title = []
    for each in _sets():
        fitting = combinations([word for word in each.words if len(word) == rows], rows)
        found = [each._replace(words=words) for words in fitting]
        by_title.append(Random(each.title).sample(found, len(found)))
    most = next(most for most in range(1, wanted + 1) if sum(len(found[:most]) for found in by_title) >= wanted)
    taken = [found[:most] for found in by_title]
    spread = [((place + 0.5) / len(found), theme) for found in taken for place, theme in enumerate(found)]
    return tuple([theme for _, theme in sorted(spread, key=lambda each: each[0])])


def _has_words(words: Sequence[str], lengths: Iterable[int]) -> bool:
    wanted = list(lengths)
    return all(sum(len(word) == n for word in words) >= wanted.count(n) for n in wanted)


_FINDERS: Final[dict[str, Callable[[Puzzle, int, Words, Random], Found | None]]] = {
    "saying": _saying,
    "square": _square,
    "set": _set,
}


def _none_of(kind: str, shape: Puzzle) -> OptionError:
    """Return the error for a shape for which there is no solution of this kind; it says which shapes have one."""
    cells = counted(len(shape.cells), "cell")
    if kind == "saying":
        lengths = [n for n in sayings() if rows_for(n)]
        near = sorted(sorted(lengths, key=lambda n: (abs(n - len(shape.cells)), n))[:3])
        sizes = listed([f"{rows_for(n)} x {n // rows_for(n)}" for n in near], "or")
        message, hint = f"no saying of ours fills a shape of {cells}", f"choose {sizes} cells, or {{}}"
        return OptionError(message, hint=naming(hint, Field("saying", "TEXT")), code="outside")
    noun = {"square": "word square", "set": "set of words"}[kind]
    fits = {"square": "3 x 3, 3 x 4, 4 x 4 or 5 x 5", "set": "rectangles of up to 7 columns"}[kind]
    return OptionError(f"no {noun} of ours was found for a shape of {cells}", hint=f"choose {fits}", code="outside")
