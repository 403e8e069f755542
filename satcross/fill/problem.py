"""From a template and a word list to what the engines work on: candidate words for each slot, letters for each cell.

A regex on a slot filters its candidates; one on any other line stays a constraint of its own, pruned together with the
words.  Letter k of every mask is letter k of the word list (in code-point order), for words and regexes alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.protocol import Constraint
from satcross.constraints.words.index import numbers
from satcross.errors import ErrorCode, PuzzleError
from satcross.fill.slots import BLOCK, OPEN, Grid, without
from satcross.fill.template import LineClue, Template
from satcross.model import Clue, Line, Puzzle, WordClue
from satcross.regex.matching.matcher import matches
from satcross.regex.meaning.core import Core
from satcross.words.folding import extended, fold
from satcross.words.wordlist import DEFAULT_READING, Reading, WordList, Words


class Choice(NamedTuple):
    """Which words of the list may, should and must be used.

    min_score, min_length  words below them are not used
    excluded   words not to use
    preferred  words to use where possible, in the list or not
    required   words of which each must appear, in the list or not
    """

    min_score: int = 0
    min_length: int = 1
    excluded: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    allow_repeats: bool = False


DEFAULT_CHOICE: Final = Choice()


class Problem(NamedTuple):
    """What is to be filled, and with what.

    rows       of the template, given letters folded as the words are
    grid       its cells and the slots to be filled
    taken      slots all of whose letters are given and that are no words: (name, letters); they stay as they are
    reading    how its words were folded
    words      the words of each slot's length (all of them)
    allowed    for each slot the set of the words that may go there
    domains    for each cell the mask of the letters it may hold (none, for a given letter that no word has)
    extra      constraints on lines that are no slots
    preferred  for each slot the set of preferred words among those allowed
    required   words that must appear, each as (length, word number)
    line_clues, cores  the clues of the template and what their regexes mean, for checking answers
    """

    rows: tuple[str, ...]
    grid: Grid
    taken: tuple[tuple[str, str], ...]
    word_list: WordList
    reading: Reading
    words: tuple[Words, ...]
    allowed: tuple[int, ...]
    domains: tuple[int, ...]
    extra: tuple[Constraint, ...]
    preferred: tuple[int, ...]
    required: tuple[tuple[int, int], ...]
    allow_repeats: bool
    line_clues: tuple[LineClue, ...]
    cores: dict[str, Core]

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
    choice: Choice = DEFAULT_CHOICE,
    reading: Reading = DEFAULT_READING,
    budget: Budget = UNLIMITED,
) -> Problem:
    """Return the problem.

    Raises PuzzleError for a template without slots to fill, a slot longer than every word, or a required "word" that is
    none; RegexError for a clue that cannot be read; TimeUp.
    """
    word_list = extended(word_list, (*choice.preferred, *choice.required), reading)
    rows = tuple("".join([_folded(letter, reading) for letter in row]) for row in template.rows)
    letters = word_list.letters
    grid = template.grid
    givens = [rows[row - 1][column - 1] for row, column in grid.places]
    written = {slot: "".join([givens[cell] for cell in slot.cells]) for slot in grid.slots}
    taken = {slot: word for slot, word in written.items() if OPEN not in word and word not in word_list}
    grid = without(grid, taken)
    if not grid.slots:
        hint = "a slot is two or more places in a row or a column, not all of them given"
        raise PuzzleError("the template has no slot to fill", hint=hint, code=ErrorCode.TEMPLATE_FULL)
    _check_lengths(grid, word_list)
    every = (1 << len(letters)) - 1
    number_of = {letter: number for number, letter in enumerate(letters)}
    domains = [every if given == OPEN else 1 << number_of[given] if given in number_of else 0 for given in givens]
    lengths = sorted({len(slot.cells) for slot in grid.slots})
    excluded = _sets(choice.excluded, word_list, reading)
    preferred = _sets(choice.preferred, word_list, reading)
    by_length = {n: _usable(word_list.of_length(n), n, choice) & ~excluded.get(n, 0) for n in lengths}
    words = tuple([_words(word_list, len(slot.cells)) for slot in grid.slots])
    allowed = [by_length[len(slot.cells)] for slot in grid.slots]
    cores: dict[str, Core] = {}
    extra: tuple[Constraint, ...] = ()
    if template.clues:
        cores, constraints = _compile(template, word_list, len(domains), budget)
        extra = tuple(_filter(template.clues, constraints, grid, words, allowed, cores, domains, budget))
    required = []
    for word in choice.required:
        folded = fold(word, reading)
        found = word_list.of_length(len(folded))
        number = None if found is None else found.find(folded)
        if number is None:
            raise PuzzleError(f"{word!r} is to appear, but is no word", code=ErrorCode.REQUIRED_WORD)
        if (len(folded), number) not in required:
            required.append((len(folded), number))
    return Problem(
        rows,
        grid,
        tuple([(slot.name, word) for slot, word in taken.items()]),
        word_list,
        reading,
        words,
        tuple(allowed),
        tuple(domains),
        extra,
        tuple([preferred.get(len(slot.cells), 0) & each for slot, each in zip(grid.slots, allowed, strict=True)]),
        tuple(required),
        choice.allow_repeats,
        template.clues,
        cores,
    )


def _folded(letter: str, reading: Reading) -> str:
    if letter in (BLOCK, OPEN):
        return letter
    folded = fold(letter, reading)
    return folded if len(folded) == 1 else letter.upper()


def _check_lengths(grid: Grid, word_list: WordList) -> None:
    longest = max(word_list.lengths)
    for slot in grid.slots:
        if len(slot.cells) > longest:
            row, column = grid.places[slot.cells[0]]
            message = f"the slot has {len(slot.cells)} cells; the longest word of {word_list.name} has {longest}"
            place = f"{slot.name} (row {row}, column {column})"
            raise PuzzleError(message, place=[place], hint="put a block into it", code=ErrorCode.SLOT_TOO_LONG)


def _words(word_list: WordList, n: int) -> Words:
    return word_list.of_length(n) or Words(n, "", None, word_list.letters)


def _usable(words: Words | None, n: int, choice: Choice) -> int:
    """Return the set of the words of length `n` that `choice` lets in."""
    if words is None or n < choice.min_length:
        return 0
    usable = words.index.every
    if choice.min_score > 0:
        digits = "".join(["1" if words.score(number) >= choice.min_score else "0" for number in range(words.count)])
        usable = int(digits[::-1], 2)
    return usable


def _sets(chosen: Iterable[str], word_list: WordList, reading: Reading) -> dict[int, int]:
    """Return the set of those words of the list that are in `chosen`, by length."""
    found: dict[int, int] = {}
    for word in chosen:
        folded = fold(word, reading)
        words = word_list.of_length(len(folded))
        number = None if words is None else words.find(folded)
        if number is not None:
            found[len(folded)] = found.get(len(folded), 0) | 1 << number
    return found


def _compile(
    template: Template, word_list: WordList, cells: int, budget: Budget
) -> tuple[dict[str, Core], tuple[Constraint, ...]]:
    """Return the meanings of the template's regexes, and its clues as constraints on cells."""
    from satcross.solve.compile import compile_puzzle

    lines = tuple(Line(clue.name, clue.cells, (clue.constraint,)) for clue in template.clues)
    puzzle = Puzzle(
        tuple(map(str, range(cells))), lines, alphabet=word_list.letters, dialect=template.dialect, flags=template.flags
    )
    compiled = compile_puzzle(puzzle, budget, single_letters=True)
    return compiled.cores, compiled.constraints


def _filter(
    clues: Sequence[LineClue],
    constraints: Sequence[Constraint],
    grid: Grid,
    words: Sequence[Words],
    allowed: list[int],
    cores: dict[str, Core],
    domains: Sequence[int],
    budget: Budget,
) -> Iterable[Constraint]:
    """Take out of `allowed` the words that clues on their slots rule out; yield the other clues."""
    slot_of = {slot.cells: number for number, slot in enumerate(grid.slots)}
    for clue, each in zip(clues, constraints, strict=True):
        number = slot_of.get(clue.cells)
        if number is None:
            yield each
            continue
        constraint = clue.constraint
        found = words[number]
        pruned = each.line_constraint.prune(each.domains(domains))
        if pruned is None:
            allowed[number] = 0
            continue
        if each.cells != clue.cells:
            pruned.reverse()
        left = allowed[number] & found.index.within(pruned)
        if isinstance(constraint, WordClue):
            left &= sum([1 << each for each in map(found.find, constraint.words) if each is not None])
        else:
            left = _matching(left, found, constraint, cores[constraint.pattern], budget)
        allowed[number] = left


def _matching(candidates: int, words: Words, clue: Clue, core: Core, budget: Budget) -> int:
    """Return those of `candidates` that match `clue`."""
    kept = []
    for place, number in enumerate(numbers(candidates)):
        if not place & 255:
            budget.check()
        word = words[number]
        if matches(core, word[::-1] if clue.is_reversed else word):
            kept.append(number)
    digits = bytearray(b"0" * words.count)
    for number in kept:
        digits[-1 - number] = 49
    return int(digits, 2) if digits else 0
