"""From a template and a word list to the problem that the engines solve: words for each slot, letters for each cell.

A regex on a slot filters its candidates; one on any other line stays its own constraint, pruned together with the
words.  Letter k of every mask is letter k of the word list (in code-point order), for words and regexes alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import PuzzleError
from satcross.puzzle import AnyClue, Line, Puzzle, WordClue
from satcross.puzzle.word_index import numbers
from satcross.puzzle.wordlists import DEFAULT_READING, Reading, WordList, Words, extended, fold
from satcross.regex.core import Core
from satcross.regex.matcher import matches
from satcross.solver.compile import compile_puzzle
from satcross.solver.constraints import Constraint
from satcross.words.template import BLOCK, OPEN, Grid, LineClue, Template, without

NumberedWord: TypeAlias = tuple[int, int]
"""A word of a list: its length, and its number among the words of this length."""


class WordChoice(NamedTuple):
    """Which words of the list may, should and must be used.

    Attributes:
        min_score: Words to which the list gives a lower score are not used, unless they are required.
        min_length: Shorter words are not used, unless they are required.
        excluded: Words that are not used.
        preferred: Words that are used where possible, whether the list has them or not.
        required: Words each of which must appear, whether the list has them or not.
        allow_repeats: Whether a word may appear twice.
    """

    min_score: int = 0
    min_length: int = 1
    excluded: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    allow_repeats: bool = False


DEFAULT_CHOICE: Final = WordChoice()


class Problem(NamedTuple):
    """What is to be filled, and with what.

    Attributes:
        rows: The rows of the template, given letters folded as the words are.
        grid: Its cells and the slots to be filled.
        kept: Slots whose letters are all given and are not a word, as (name, letters); they stay as they are.
        word_list: The list, with the preferred and required words that it lacks.
        reading: How its words were folded.
        words: For each slot all words of its length.
        allowed: For each slot the set of the words that may go there.
        domains: For each cell the mask of the letters it may hold.
        extra: Constraints on lines that are not slots.
        lone: The open cells that are in no slot but on a line with a clue; they get letters of the list, too.
        preferred: For each slot the set of preferred words among those allowed.
        preferred_texts: All preferred words, including words that no slot may hold.
        required: Words that must appear.
        line_clues: The clues of the template; verification uses them.
        cores: The meaning of each regex among them, by its text.
        choice: Which words were allowed.
    """

    rows: tuple[str, ...]
    grid: Grid
    kept: tuple[tuple[str, str], ...]
    word_list: WordList
    reading: Reading
    words: tuple[Words, ...]
    allowed: tuple[int, ...]
    domains: tuple[int, ...]
    extra: tuple[Constraint, ...]
    lone: tuple[int, ...]
    preferred: tuple[int, ...]
    preferred_texts: tuple[str, ...]
    required: tuple[NumberedWord, ...]
    allow_repeats: bool
    line_clues: tuple[LineClue, ...]
    cores: Mapping[str, Core]
    choice: WordChoice

    @property
    def decided(self) -> tuple[int, ...]:
        """The cells that a fill gives letters to, in ascending order; all others stay as they are."""
        return tuple(sorted({*self.lone, *[cell for slot in self.grid.slots for cell in slot.cells]}))

    def text_of(self, word: NumberedWord) -> str:
        """Return the letters of a word of the list."""
        words = self.word_list.of_length(word[0])
        assert words is not None
        return words[word[1]]

    def filled_rows(self, letters: Sequence[str]) -> tuple[str, ...]:
        """Return the rows with `letters` in the open cells."""
        letter_at = dict(zip(self.grid.places, letters, strict=True))
        return tuple(
            "".join([letter_at[row, column] if place == OPEN else place for column, place in enumerate(text, 1)])
            for row, text in enumerate(self.rows, 1)
        )

    def spelled(self, masks: Sequence[int]) -> tuple[str, ...]:
        """Return the letter of each cell, `OPEN` where its mask has another number of letters than one."""
        letters = self.word_list.letters
        return tuple([OPEN if mask & (mask - 1) or not mask else letters[mask.bit_length() - 1] for mask in masks])


def build_problem(
    template: Template,
    word_list: WordList,
    choice: WordChoice = DEFAULT_CHOICE,
    reading: Reading = DEFAULT_READING,
    budget: Budget = UNLIMITED,
) -> Problem:
    """Return the problem of filling `template` with words of `word_list`.

    Raises:
        PuzzleError: For no slot to fill, a slot longer than every word, and a required word that is none or excluded.
        RegexError: For a clue that cannot be read.
        TimeUp: If the time is up.
    """
    budget.note("fitting words into slots")
    rows = tuple("".join([_folded(letter, reading) for letter in row]) for row in template.rows)
    named = _NamedWords.of(choice, reading)
    lacking = {word for word in (*named.preferred, *named.required) if word not in word_list}
    word_list = extended(word_list, lacking, set().union(*rows) - {BLOCK, OPEN})
    grid, kept = _slots_to_fill(template.grid, rows, word_list)
    words = tuple([_words_of_length(word_list, len(slot.cells)) for slot in grid.slots])
    domains = _domains(grid, rows, word_list)
    allowed = _allowed(grid, word_list, choice, named, lacking)
    slot_at = {slot.cells: number for number, slot in enumerate(grid.slots)}
    constraints, cores = _post(template, word_list, len(domains), budget)
    posted = [*zip(template.clues, constraints, strict=True)]
    for clue, constraint in posted:
        if (slot := slot_at.get(clue.cells)) is not None:
            fitting = allowed[slot] & _fitting(constraint, clue.cells, words[slot], domains)
            allowed[slot] = _matching(fitting, words[slot], clue.constraint, cores, budget)
    extra = tuple([constraint for clue, constraint in posted if clue.cells not in slot_at])
    preferred = _sets(named.preferred, word_list)
    return Problem(
        rows, grid, kept, word_list, reading, words, tuple(allowed), domains, extra, _lone(grid, rows, extra),
        tuple([preferred.get(len(slot.cells), 0) & each for slot, each in zip(grid.slots, allowed, strict=True)]),
        named.preferred,
        tuple([(len(word), number) for word in named.required if (number := word_list.find(word)) is not None]),
        choice.allow_repeats, template.clues, cores, choice,
    )  # fmt: skip


class _NamedWords(NamedTuple):
    """The words that a choice names, each once, folded like the words of the list."""

    excluded: tuple[str, ...]
    preferred: tuple[str, ...]
    required: tuple[str, ...]

    @classmethod
    def of(cls, choice: WordChoice, reading: Reading) -> _NamedWords:
        """Return the words that `choice` names.  Raises PuzzleError for a required word that is none or is excluded."""
        excluded, preferred, required = (
            {fold(word, reading): word for word in words}
            for words in (choice.excluded, choice.preferred, choice.required)
        )
        for folded, word in required.items():
            if not folded or folded in excluded:
                reason = "is excluded, too" if folded else "is not a word"
                raise PuzzleError(f"{word!r} is required, but it {reason}", code="required-word")
        return cls(tuple(excluded), tuple(word for word in preferred if word), tuple(required))


def _folded(letter: str, reading: Reading) -> str:
    """Return a place of the template, its letter folded as words are."""
    if letter in (BLOCK, OPEN):
        return letter
    folded = fold(letter, reading)
    return folded if len(folded) == 1 else letter.upper()


def _slots_to_fill(grid: Grid, rows: Sequence[str], word_list: WordList) -> tuple[Grid, tuple[tuple[str, str], ...]]:
    """Return `grid` without the slots that are all given and no words, and these slots, as (name, letters).

    Raises:
        PuzzleError: If no slot is left, or one is longer than every word.
    """
    givens = [rows[row - 1][column - 1] for row, column in grid.places]
    written = {slot: "".join([givens[cell] for cell in slot.cells]) for slot in grid.slots}
    kept = {slot: word for slot, word in written.items() if OPEN not in word and word not in word_list}
    grid = without(grid, kept)
    if not grid.slots:
        raise PuzzleError(
            "the template has no slot to fill",
            hint="a slot is two or more places in a row or a column, not all of them given",
            code="template-full",
        )
    longest = max(word_list.lengths)
    for slot in grid.slots:
        if len(slot.cells) > longest:
            row, column = grid.places[slot.cells[0]]
            message = f"the slot has {len(slot.cells)} cells; the longest word of {word_list.name} has {longest}"
            place = f"{slot.name} (row {row}, column {column})"
            raise PuzzleError(message, place=[place], hint="put a block into it", code="slot-too-long")
    return grid, tuple([(slot.name, word) for slot, word in kept.items()])


def _allowed(
    grid: Grid, word_list: WordList, choice: WordChoice, named: _NamedWords, lacking: Collection[str]
) -> list[int]:
    """Return for each slot the set of the words of its length that `choice` allows.

    Args:
        lacking: The words that the choice names and that the list did not have, so that it has no score for them.
    """
    excluded, required, unscored = (_sets(words, word_list) for words in (named.excluded, named.required, lacking))
    by_length: dict[int, int] = {}
    for n in {len(slot.cells) for slot in grid.slots}:
        words = word_list.of_length(n)
        usable = 0
        if words is not None and n >= choice.min_length:
            usable = (_well_scored(words, choice.min_score) | unscored.get(n, 0)) & ~excluded.get(n, 0)
        by_length[n] = usable | required.get(n, 0)
    return [by_length[len(slot.cells)] for slot in grid.slots]


def _domains(grid: Grid, rows: Sequence[str], word_list: WordList) -> tuple[int, ...]:
    """Return for each cell the mask of the letters it may hold."""
    letters = word_list.letters
    every = (1 << len(letters)) - 1
    mask_of = {OPEN: every, **{letter: 1 << number for number, letter in enumerate(letters)}}
    return tuple([mask_of.get(rows[row - 1][column - 1], 0) for row, column in grid.places])


def _words_of_length(word_list: WordList, n: int) -> Words:
    return word_list.of_length(n) or Words(n, "", None, word_list.letters)


def _well_scored(words: Words, min_score: int) -> int:
    """Return the set of the words that have the score `min_score` or a better one."""
    if min_score <= 0:
        return words.index.every
    return _set_of([number for number in range(words.count) if words.score(number) >= min_score], words.count)


def _sets(chosen: Iterable[str], word_list: WordList) -> dict[int, int]:
    """Return for each length the set of the words of `chosen` that the list has."""
    sets: dict[int, int] = {}
    for word in chosen:
        number = word_list.find(word)
        if number is not None:
            sets[len(word)] = sets.get(len(word), 0) | 1 << number
    return sets


def _lone(grid: Grid, rows: Sequence[str], extra: Iterable[Constraint]) -> tuple[int, ...]:
    """Return the open cells that are in no slot but on the line of one of the constraints `extra`."""
    clued = {cell for each in extra for cell in each.cells}
    return tuple(
        [
            cell
            for cell, (row, column) in enumerate(grid.places)
            if cell in clued and not grid.crossings[cell] and rows[row - 1][column - 1] == OPEN
        ]
    )


def _post(
    template: Template, word_list: WordList, cells: int, budget: Budget
) -> tuple[Sequence[Constraint], Mapping[str, Core]]:
    """Return the constraint of each clue of the template, and the meaning of each regex; there are `cells` cells."""
    if not template.clues:
        return (), {}
    lines = tuple(Line(clue.name, clue.cells, (clue.constraint,)) for clue in template.clues)
    puzzle = Puzzle(
        tuple(map(str, range(cells))), lines, alphabet=word_list.letters, dialect=template.dialect, flags=template.flags
    )
    compiled = compile_puzzle(puzzle, budget, single_letters=True)
    return compiled.constraints, compiled.letters.cores


def _fitting(constraint: Constraint, cells: tuple[int, ...], words: Words, domains: Sequence[int]) -> int:
    """Return the words whose letters `constraint`, of a clue on the slot `cells`, allows one by one."""
    pruned = constraint.line_constraint.prune(constraint.domains(domains))
    if pruned is None:
        return 0
    return words.index.within(pruned if constraint.cells == cells else pruned[::-1])  # it may be read backwards


def _matching(fitting: int, words: Words, clue: AnyClue, cores: Mapping[str, Core], budget: Budget) -> int:
    """Return those words of the set `fitting` that match `clue`."""
    if isinstance(clue, WordClue):
        return fitting & sum([1 << number for number in map(words.find, clue.words) if number is not None])
    core = cores[clue.pattern]
    kept = []
    for place, number in enumerate(numbers(fitting)):
        if not place & 255:
            budget.check()
        if matches(core, clue.read(words[number])):
            kept.append(number)
    return _set_of(kept, words.count)


def _set_of(kept: Iterable[int], count: int) -> int:
    """Return the set of the numbers `kept`, which are below `count`."""
    digits = bytearray(b"0" * (count + 1))
    for number in kept:
        digits[-1 - number] = ord("1")
    return int(digits, 2)
