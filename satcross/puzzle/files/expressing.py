"""Checks for features that another format cannot express, and clues in the direction in which the format reads them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from satcross.errors import ClueName, Field, PuzzleError, RegexError, naming
from satcross.puzzle import ANY, KEYWORDS, MENTIONED, Clue, Dialect, Puzzle, WordClue
from satcross.puzzle.files.source import InexpressibleError
from satcross.puzzle.shapes import direction_of
from satcross.regex.letters import EVERY_LETTER, LetterSet, from_text, has_units_for_letters, union


def refuse_shape(puzzle: Puzzle, name: str, format: str) -> None:
    """Raise InexpressibleError unless the shape of `puzzle` can be written in the format `name`.

    Args:
        format: The usual name of the format.
    """
    if name not in puzzle.shape.formats:
        raise InexpressibleError(format, puzzle.shape.feature)


def refuse_extras(puzzle: Puzzle, format: str, dialect: Dialect, *, has_alphabet: bool = False) -> None:
    """Raise InexpressibleError for features of satcross's own formats, and for clues that `dialect` reads differently.

    Args:
        has_alphabet: Whether the format can list the letters of the alphabet.
    """
    if puzzle.given:
        raise InexpressibleError(format, "given letters")
    if puzzle.shape.holes:
        raise InexpressibleError(format, "holes")
    if any(direction_of(line).endswith("diagonal") for line in puzzle.lines):
        raise InexpressibleError(format, "diagonals")
    if puzzle.alphabet != MENTIONED and (puzzle.alphabet in KEYWORDS or not has_alphabet):
        raise InexpressibleError(
            format,
            "an alphabet",
            hint=naming(
                "with {} it is written without one; its cells then hold the letters that clues name",
                Field("alphabet", "mentioned"),
            ),
        )
    if puzzle.alphabet not in KEYWORDS and has_units_for_letters(dialect, ""):
        for letter in puzzle.alphabet:
            if letter > "\uffff":
                raise InexpressibleError(format, f"the letter {letter!r}, which is two letters in JavaScript there")
    if puzzle.flags:
        raise InexpressibleError(
            format,
            f"the flags {puzzle.flags!r}",
            hint=naming(
                "with {} it is written without them; then the clues may mean something else", Field("flags", "''")
            ),
        )
    for line in puzzle.lines:
        if any(isinstance(clue, WordClue) for clue in line.clues):
            raise InexpressibleError(format, "word lists", [line.name])
    if puzzle.dialect != dialect:
        _refuse_changes(puzzle, format, dialect)


def forward_patterns(puzzle: Puzzle, format: str, dialect: Dialect, backward: Collection[str] = ()) -> list[list[str]]:
    """Return the patterns of each line for a format that reads lines in the directions `backward` from the other end.

    If a line and its clue have different directions, the text of the clue is reversed in the dialect of the format;
    `refuse_extras` has made sure that the clue has the same meaning there.

    Raises:
        InexpressibleError: If a clue cannot be reversed exactly.
    """
    alphabet: LetterSet = ()
    patterns: list[list[str]] = []
    for line in puzzle.lines:
        patterns.append([])
        for number, clue in enumerate(line.clues, 1):
            assert isinstance(clue, Clue)
            pattern = clue.pattern or "(?:)"  # in a file, an empty string means that there is no clue
            if clue.is_reversed != (direction_of(line) in backward):
                place = [line.name, ClueName(number)]
                alphabet = alphabet or letters_named(puzzle)
                pattern = _reversed(pattern, format, dialect, place, len(line.cells), alphabet)
            patterns[-1].append(pattern)
    return patterns


def undo_reversals(puzzle: Puzzle) -> Puzzle:
    """Return `puzzle` with the texts of its reversed clues reversed, wherever that is exact."""
    if not any(isinstance(clue, Clue) and clue.is_reversed for line in puzzle.lines for clue in line.clues):
        return puzzle
    from satcross.regex.analysis.reverse import verified_reverse

    lines = []
    for line in puzzle.lines:
        clues = list(line.clues)
        for number, clue in enumerate(clues):
            if isinstance(clue, Clue) and clue.is_reversed:
                length, alphabet = len(line.cells), letters_named(puzzle)
                try:
                    text = verified_reverse(clue.pattern, puzzle.dialect, puzzle.flags, length, alphabet)
                except RegexError:
                    continue
                clues[number] = Clue(text)
        lines.append(line._replace(clues=tuple(clues)))
    return puzzle._replace(lines=tuple(lines))


def _reversed(
    pattern: str, format: str, dialect: Dialect, place: Sequence[str], length: int, alphabet: LetterSet
) -> str:
    from satcross.regex.analysis.reverse import verified_reverse

    try:
        return verified_reverse(pattern, dialect, "", length, alphabet)
    except RegexError as error:
        message = f"{format} reads this line in the opposite direction, and the clue has no reverse: {error.message}"
        raise _inexpressible(error, message, place) from None


def _refuse_changes(puzzle: Puzzle, format: str, dialect: Dialect) -> None:
    """Raise InexpressibleError if a clue of `puzzle` may have another meaning in `dialect`."""
    from satcross.regex.analysis.equivalence import other_meaning

    alphabet = letters_named(puzzle)
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            assert isinstance(clue, Clue)
            error = other_meaning(
                clue.pattern, puzzle.dialect, dialect, alphabet, mentions=puzzle.alphabet == MENTIONED
            )
            if error is not None:
                message = f"{format} has {dialect} clues, but this is a {puzzle.dialect} clue: {error.message}"
                raise _inexpressible(error, message, [line.name, ClueName(number)])


def _inexpressible(error: RegexError, message: str, place: Sequence[str]) -> PuzzleError:
    return error.replace(message=message, place=place, code="inexpressible").convert(PuzzleError)


def letters_named(puzzle: Puzzle) -> LetterSet:
    """Return the alphabet of `puzzle`, or a larger one; clues that cannot be read mention nothing."""
    from satcross.regex.lower import mentioned
    from satcross.regex.syntax.parse import parse

    if puzzle.alphabet == ANY:
        return EVERY_LETTER
    if puzzle.alphabet not in KEYWORDS:
        return from_text(puzzle.alphabet)
    letters = [from_text("".join(letter for _, letter in puzzle.given))]
    for pattern in {clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)}:
        with suppress(RegexError):
            letters.append(mentioned(parse(pattern, puzzle.dialect, puzzle.flags)).all)
    return union(*letters)
