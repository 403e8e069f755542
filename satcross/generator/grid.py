"""The letters of the grid, and boards for puzzles that have clues already.

In: a request and a source of random choices.  Out: a letter for each cell: the letters that the author wants, or a
solution that the generator brings (`satcross.generator.solution_kinds`), then words, then letters of which some occur
several times.

Words are on the lines of the first direction: the rows of a rectangle, the horizontal lines of a hexagon.  They come
from the author's list, which must have one for each of these lines; or from `words.txt`, if it has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, naming
from satcross.generator.request import Request
from satcross.generator.solution_kinds import Words, find_solution
from satcross.generator.spelling import common_words
from satcross.generator.themes import Theme
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING, GeneratorTuning
from satcross.puzzle import ANY, Line
from satcross.puzzle.shapes import direction_of

if TYPE_CHECKING:
    from satcross.puzzle.wordlists import WordList

Wanted: TypeAlias = tuple[str | None, ...]
"""The wanted letter of each cell, None where it may be any; () if all may be."""

FREQUENCY: Final = "EEEEEEAAAAAIIIIOOOONNNNRRRRTTTTSSSSLLLLUUDDGGCCMMPPBBHHFFVWYKJXQZ"
"""English letters about as often as words have them, but with the rare ones more often."""

COMMON: Final = "AEINORST"
"""Letters that are drawn twice as often as the others."""

MOST_COMPARED: Final = 40
"""Words for a line that are compared by what they leave for the lines that cross it."""


class LetterGrid(NamedTuple):
    """A letter for each cell, and the theme that can be read there, if the generator has brought one."""

    letters: tuple[str, ...]
    theme: Theme | None


def make_grid(request: Request, random: Random, tuning: GeneratorTuning = DEFAULT_GENERATOR_TUNING) -> LetterGrid:
    """Return a letter for each cell of the shape.

    Raises:
        PuzzleError: If the word list has no word for a row.
    """
    cells = len(request.shape.cells)
    letters: list[str | None] = list(request.solution or [None] * cells)
    theme = None
    is_allowed = partial(_is_allowed, request)
    if request.brings_solution:
        words = Words(common_words(), is_allowed)
        theme, wanted = find_solution(request.shape, request.kind, request.seed, words, random)
        letters = list(wanted or letters)
    if request.words is not None:
        _write_words(request, request.words, letters, random)
    elif request.kind != "letters":
        _write_common_words(request, letters, random, tuning.common_words)
    drawn_from = _palette(request, letters, random, tuning)
    again = tuning.again if cells <= 36 else tuning.again_in_large
    lines_of: list[list[Line]] = [[] for _ in range(cells)]
    for line in request.shape.lines:
        for cell in line.cells:
            lines_of[cell].append(line)
    for cell in range(cells):
        if letters[cell] is None:
            near = [letters[other] for line in lines_of[cell] for other in line.cells]
            known = [letter for letter in near if letter is not None]
            beside = {letters[other] for line in lines_of[cell] for other in _neighbours(line, cell)}
            is_again = known and random.randrange(again) == 0
            new = [letter for letter in drawn_from if letter not in beside]
            letters[cell] = random.choice(known if is_again else new or drawn_from)
    return LetterGrid(tuple([letter for letter in letters if letter is not None]), theme)


def _is_allowed(request: Request, letter: str) -> bool:
    """Return whether the puzzle may have this letter though the author has not named it."""
    return letter in request.letters and (request.alphabet == ANY or letter in request.alphabet)


def _no_word(words: WordList, known: list[str | None], line: Line, used: set[str]) -> PuzzleError:
    """Return the error for a list without a word, not yet used, that has the letters `known`."""
    if any(known):
        shown = "".join(letter or "." for letter in known)
        return PuzzleError(
            f"{words.name} has no word like {shown} for {line.name} that is not used already",
            code="word-list",
            hint="use a larger list, or fewer wanted letters",
        )
    number = sum(len(word) == len(known) for word in used)
    of_length = f"{counted(number, 'word')} of {counted(len(known), 'letter')}"
    return PuzzleError(
        f"{words.name} has only {of_length}, and {line.name} needs another one",
        code="word-list",
        hint="use a larger list",
    )


def _neighbours(line: Line, cell: int) -> list[int]:
    """Return the cells beside `cell` on `line`."""
    place = line.cells.index(cell)
    return [line.cells[each] for each in (place - 1, place + 1) if 0 <= each < len(line.cells)]


def _palette(request: Request, letters: list[str | None], random: Random, tuning: GeneratorTuning) -> str:
    """Return the letters to draw from, each as often as it is wanted: not all, so that they come again."""
    allowed = frozenset(request.letters)
    if request.alphabet != ANY:
        allowed = allowed.intersection(request.alphabet) or frozenset(request.alphabet)
    most = min(max(tuning.fewest_letters, round(tuning.different_letters * len(letters) ** 0.5)), len(allowed))
    palette = sorted({letter for letter in letters if letter is not None and letter in allowed})
    common = [letter for letter in FREQUENCY if letter in allowed]
    rest: list[str] = []  # sorted only if it is needed, for there can be a million letters
    while len(palette) < most:
        left = [letter for letter in common if letter not in palette]
        if not left:
            rest = [letter for letter in rest or sorted(allowed) if letter not in palette]
        palette.append(random.choice(left or rest))
    return "".join([letter * (1 + (letter in COMMON)) for letter in palette])


def _best_word(request: Request, listed: WordList, letters: list[str | None], line: Line, words: list[str]) -> str:
    """Return the word after which the most lines that cross `line` can still become words."""
    crossing = [
        other
        for other in request.shape.lines
        if direction_of(other) != direction_of(line) and not set(other.cells).isdisjoint(line.cells)
    ]

    def completable(word: str) -> int:
        letter_at = dict(zip(line.cells, word, strict=True))
        return sum(
            [_may_be_word(listed, [letter_at.get(cell, letters[cell]) for cell in each.cells]) for each in crossing]
        )

    return max(words, key=completable)


def _may_be_word(listed: WordList, known: list[str | None]) -> bool:
    """Return whether the list has a word with the letters `known`."""
    words = listed.of_length(len(known))
    if words is None:
        return False
    places = [listed.letters.find(letter) if letter is not None else None for letter in known]
    if -1 in places:
        return False
    every = (1 << len(listed.letters)) - 1
    return bool(words.index.within([every if place is None else 1 << place for place in places]))


def _write_common_words(request: Request, letters: list[str | None], random: Random, most: int) -> None:
    """Write one of our words into each line of the first direction that still has an open cell and room for one.

    Args:
        most: How many words are looked at; the word with the fewest new letters is taken.
    """
    used = {"".join([letters[cell] or "?" for cell in line.cells]) for line in request.shape.lines}
    allowed = {letter for letter in FREQUENCY if _is_allowed(request, letter)}
    for line in _lines_for_words(request, letters):
        known = [letters[cell] for cell in line.cells]
        here = {letter for letter in letters if letter is not None}
        fitting = [
            word for word in common_words().get(len(known), ())
            if word not in used and _agrees(word, known) and allowed.issuperset(set(word).difference(known))
        ]  # fmt: skip
        if fitting:
            drawn = random.sample(fitting, min(len(fitting), most))
            word = min(drawn, key=lambda each: len(here.union(each)))
            used.add(word)
            for cell, letter in zip(line.cells, word, strict=True):
                letters[cell] = letter


def _lines_for_words(request: Request, letters: list[str | None]) -> Iterator[Line]:
    """Yield the lines of the first direction, in a grid as it is when their turn comes, that have an open cell."""
    direction = direction_of(request.shape.lines[0])
    for line in request.shape.lines:
        if direction_of(line) == direction and any(letters[cell] is None for cell in line.cells):
            yield line


def _agrees(word: str, known: list[str | None]) -> bool:
    """Return whether `word` has the letters `known` where these are known."""
    return all(wanted in (None, letter) for wanted, letter in zip(known, word, strict=True))


def _write_words(request: Request, listed: WordList, letters: list[str | None], random: Random) -> None:
    """Write a word into each line of the first direction, where it agrees with the letters that are wanted there."""
    used: set[str] = set()
    for line in _lines_for_words(request, letters):
        known = [letters[cell] for cell in line.cells]
        words = listed.of_length(len(known))
        if words is None:
            lengths = ", ".join(map(str, listed.lengths))
            raise PuzzleError(
                f"{listed.name} has no word of {counted(len(known), 'letter')} for {line.name}",
                code="word-list",
                hint=f"it has words of these lengths: {lengths}",
            )
        allowed = [word for word in sorted(words) if request.alphabet == ANY or {*request.alphabet}.issuperset(word)]
        if not allowed:
            reason = (
                f"{listed.name} has no word of {counted(len(known), 'letter')} for {line.name} whose letters are"
                " all in the alphabet"
            )
            raise OptionError(
                naming("{} and {} cannot be combined: {}", Field("words"), Field("alphabet"), reason),
                hint=naming("add letters to {}", Field("alphabet")),
                code="option-together",
            )
        fitting = [word for word in allowed if word not in used and _agrees(word, known)]
        if not fitting:
            raise _no_word(listed, known, line, used)
        word = _best_word(request, listed, letters, line, random.sample(fitting, min(len(fitting), MOST_COMPARED)))
        used.add(word)
        for cell, letter in zip(line.cells, word, strict=True):
            letters[cell] = letter
