"""The letters of the grid, and boards for puzzles that have clues already.

In: a request and a source of random choices.  Out: a letter for each cell: the letters that the author wants, or a
solution that the generator brings (`satcross.generator.solution_kinds`), then words, then letters of which some occur
several times.

Words stand on the lines of the first direction: the rows of a rectangle, the horizontal lines of a hexagon.  They come
from the author's list, which must have one for each of these lines; or from `words.txt`, as far as it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.author.possible_letters import possible_masks
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, naming
from satcross.generator.board import Board, BoardTerms, ClueSlot
from satcross.generator.request import Request
from satcross.generator.solution_kinds import Words, find_solution
from satcross.generator.theme import Theme
from satcross.generator.tuning import DEFAULT_GENERATOR_TUNING, GeneratorTuning
from satcross.puzzle import ANY, MENTIONED, POSITIVE, AnyClue, Line, Puzzle, WordClue, address_text
from satcross.puzzle.shapes import direction_of
from satcross.regex.letters import to_text
from satcross.regex.lower import lower, mentioned
from satcross.solver.compile import parse_clues, presolve, read_letters
from satcross.solver.constraints import LineConstraint
from satcross.solver.expected import expected_solution, mismatches
from satcross.solver.posting import occurrences_of, post
from satcross.solver.solutions import solutions

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


@cache
def common_words() -> dict[int, tuple[str, ...]]:
    """Return common English words, in capitals, by their length."""
    text = files(__package__).joinpath("words.txt").read_text(encoding="utf-8")
    words = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    return {n: tuple([word for word in words if len(word) == n]) for n in set(map(len, words))}


def _write_common_words(request: Request, letters: list[str | None], random: Random, most: int) -> None:
    """Write one of our words into each line of the first direction that still has an open cell and room for one.

    Args:
        most: Words of which the one with the fewest new letters is taken.
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


# Boards of puzzles that have clues already: these stay, or can be compared with others.
#
# In: a puzzle, and the letters that its solution should have.  Out: a board with slots for clues to come and, behind
# them, one for each clue that stays, and the constraints of the latter.


RANDOM_CELLS: Final = 40
"""Cells that get random letters, if the clues allow it; each costs a search for a solution."""


class Existing(NamedTuple):
    """A board, the constraint in each slot whose clue stays, and the theme that the generator has brought."""

    board: Board
    fixed: dict[int, LineConstraint]
    theme: Theme | None = None


def board_of(
    puzzle: Puzzle,
    letters: Sequence[str],
    slots: Sequence[ClueSlot],
    *,
    stays: Callable[[AnyClue], bool] = lambda clue: True,
    is_open: bool,
    budget: Budget,
) -> Existing:
    """Return the board of `puzzle`.

    Args:
        slots: The slots for further clues.
        stays: Which of the puzzle's clues stay.
        is_open: Whether cells may hold letters that neither the grid nor a clue has, if the alphabet is not fixed.

    Raises:
        RegexError: For a clue that cannot be read.
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    trees = parse_clues(puzzle, budget)
    named = "".join(to_text(mentioned(tree).all) for tree in trees.values())
    words = [word for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue) for word in clue.words]
    known = "".join(sorted({*letters, *named, *"".join(words)}))
    is_fixed = puzzle.alphabet not in (ANY, MENTIONED, POSITIVE)
    occurrences = [each for each in occurrences_of(puzzle) if stays(each.clue)]
    terms = BoardTerms(
        dialect=puzzle.dialect,
        flags=puzzle.flags,
        alphabet=puzzle.alphabet if is_fixed else "" if is_open else known,
        mentioned=known,
        given=frozenset(cell for cell, _ in puzzle.given),
    )
    board = Board([*slots, *(ClueSlot(each.line, each.cells) for each in occurrences)], letters, terms, budget)
    cores = {pattern: lower(tree, board.classes.alphabet) for pattern, tree in trees.items()}
    posted = post(occurrences, cores, board.classes, budget)
    return Existing(board, {number: each.line_constraint for number, each in enumerate(posted, len(slots))})


def target_of(puzzle: Puzzle, wanted: Wanted, letters: str, random: Random, budget: Budget) -> Wanted:
    """Return the letters that a solution of `puzzle` should have; None for cells that no clue reads.

    It is the (first) solution that the author expects, or else a solution of the clues with some random letters.

    Args:
        wanted: Letters that are asked for; () if none are.
        letters: What the random letters are drawn from.

    Raises:
        PuzzleError: If the clues have no solution with the wanted letters, or do not match what the author expects.
    """
    if not wanted and puzzle.expected:
        return _expected_letters(puzzle, budget)
    given = _given_and_wanted(puzzle, wanted)
    read = sorted({cell for line in puzzle.lines if line.clues for cell in line.cells} - given.keys())
    solution = _solution_with(puzzle, given, budget)
    if solution is None:
        raise PuzzleError(
            "the clues have no solution" + (" with the wanted letters" if wanted else ""),
            code="grid-contradiction",
            hint="change the wanted letters, or the clues that read them"
            if wanted
            else "change one of the clues that contradict each other",
        )
    for cell in random.sample(read, min(len(read), RANDOM_CELLS)):
        other = _solution_with(puzzle, {**given, cell: random.choice(letters)}, budget)
        if other is not None:
            solution = other
            given[cell] = other[cell]
    return tuple([solution[cell] if cell in read or cell in given else None for cell in range(len(puzzle.cells))])


def undecided_cells(puzzle: Puzzle, letters: Sequence[str], budget: Budget = UNLIMITED) -> tuple[int, ...]:
    """Return the cells that can hold several letters whatever clues the lines without a clue get.

    Args:
        letters: The wanted letter of each cell.  Cells on lines without a clue hold theirs.

    >>> from satcross import rectangle
    >>> undecided_cells(rectangle(rows=["[AB]C", "D."], columns=["[AB]D", ""]), "ACDE")
    (0,)
    """
    to_come = {cell for line in puzzle.lines if not line.clues for cell in line.cells}
    given = {**{cell: letters[cell] for cell in to_come}, **dict(puzzle.given)}
    if len(given) == len(puzzle.cells) or not any(line.clues for line in puzzle.lines):
        return ()
    asked = puzzle._replace(given=tuple(sorted(given.items())), expected=(), expects_all=False)
    presolved = presolve(asked, budget=budget)
    possible = possible_masks(presolved, budget=budget)
    assert possible is not None, "the wanted letters are a solution"
    compiled = presolved.compiled
    return tuple([cell for cell, mask in enumerate(possible) if mask & (mask - 1) or mask & compiled.letters.plural])


def _expected_letters(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return the (first) solution that the author expects.  Raises PuzzleError if it is none."""
    has_all_letters = puzzle.alphabet not in (MENTIONED, POSITIVE)  # clues to come may mention others
    asked = puzzle if has_all_letters else puzzle._replace(alphabet=ANY)
    expected = expected_solution(read_letters(asked, budget), budget)
    if expected is None:
        raise PuzzleError(
            mismatches(asked, budget=budget)[0].message,
            code="grid-contradiction",
            hint="change the clue or the solution",
        )
    return expected.letters


def _given_and_wanted(puzzle: Puzzle, wanted: Wanted) -> dict[int, str]:
    """Return the letters that are given or wanted, by their cells.  Raises PuzzleError where these differ."""
    letter_by_cell = {cell: letter for cell, letter in enumerate(wanted) if letter is not None}
    for cell, letter in puzzle.given:
        asked = letter_by_cell.setdefault(cell, letter)
        if asked != letter:
            raise PuzzleError(
                f"the grid wants {asked} in cell {address_text(puzzle.cells[cell])}, where {letter} is given",
                code="given-twice",
                hint="change the grid, or the given letter",
            )
    return letter_by_cell


def _solution_with(puzzle: Puzzle, given: Mapping[int, str], budget: Budget) -> tuple[str, ...] | None:
    """Return a solution with the letters `given`, None if there is none; cells that no clue reads have any letters."""
    asked = puzzle._replace(given=tuple(sorted(given.items())), expected=(), expects_all=False)
    if puzzle.alphabet in (MENTIONED, POSITIVE) and not any(line.clues and line.cells for line in puzzle.lines):
        asked = asked._replace(alphabet=ANY)  # the clues need not mention a letter
    solution = next(solutions(asked, limit=1, budget=budget), None)
    return None if solution is None else solution.letters
