"""What an author asks for: the shape, the letters that are wanted, how hard it should be, and what clues may look like.

In: the values of a `Request`.  Out: the same values, checked: an error names the two that cannot be combined.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from satcross.author.difficulty import EASIEST, HARDEST, LABELS
from satcross.base import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import ErrorCode, Field, OptionError, PuzzleError, did_you_mean, naming, wrong_type
from satcross.generator.families import FAMILIES
from satcross.generator.pool import CONSTRUCTS
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Dialect, Line, Puzzle, address_text
from satcross.regex import has_units_for_letters

if TYPE_CHECKING:
    from satcross.puzzle.wordlists import WordList

TOLERANCE: Final = 0.3
"""How far the hardness of a puzzle may be from the one that was asked for."""

MOST_PER_CELL: Final = 1.5
"""Clues, on average; with more than that, some can always be left out."""

SHORTEST: Final = 5
"""Characters.  Shorter clues than this cannot say enough of a line."""


FAMILIES_WITH: Final = {
    "references": ("echoes", "frames", "loops", "mirrors", "repeats", "bans", "guards"),
    "look-arounds": ("bans", "demands", "guards"),
}
"""The families of clues that use a construct, where they are few."""

LEAST_LENGTH: Final = {"look-arounds": 7}
"""Characters of the shortest clue with a construct, if they are more than `SHORTEST`."""


class Request(NamedTuple):
    """What an author asks for.

    Attributes:
        shape: A puzzle whose cells and lines are taken; its clues are not.
        solution: The wanted letter of each cell, None where it may be any; empty: all may be any.
        words: Rows (the lines of the first family) that hold no wanted letter become words of this list.
        letters: What the other cells are drawn from.
        difficulty: "gentle", "moderate", "hard" or "fiendish"; "": any difficulty.
        rating: The hardness of `satcross.difficulty` that is wanted, instead of `difficulty`.
        is_sparse: Whether lines may stay without a clue.
        clues_per_line: 1, or 2, as on both sides of a rectangle.
        constructs: "references", "look-arounds", "classes" or "alternatives" that some clue must use.
        without: The constructs that no clue may use.
        style: How much each family of clues is wanted, by its name (`satcross.generator.families`); 1.0 is usual, 0
            never.
        alphabet: The letters over which the solution must be the only one; "any": over every alphabet.
        allows_words: Whether a clue may be the text of its line itself.
        seed: Another seed gives another puzzle.
        is_random: Whether the other cells are random letters.  Otherwise the rows become common words where they can,
            and if nothing is wanted, the generator brings a theme (`satcross.generator.theme`).
    """

    shape: Puzzle
    solution: tuple[str | None, ...] = ()
    words: WordList | None = None
    letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    difficulty: str = ""
    rating: float | None = None
    clues_per_line: int = 1
    constructs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    style: Mapping[str, float] = {}
    dialect: Dialect = "python"
    max_length: int = 18
    alphabet: str = ANY
    allows_words: bool = False
    seed: int = 0
    is_random: bool = False
    is_sparse: bool = False

    def __hash__(self) -> int:
        values = {**self._asdict(), "style": frozenset(self.style.items())}
        return hash(tuple(values.values()))

    @property
    def brings_theme(self) -> bool:
        """Whether the generator chooses what the solution says."""
        return not self.is_random and self.words is None and not any(self.solution)

    @property
    def most_marking(self) -> int | None:
        """How many marking rounds the puzzle may take; None: any number."""
        _, high = self.band
        if not self.difficulty and self.rating is None:
            return USUAL_MARKING
        hardest_bound, _ = LABELS[-1]
        return (
            None if high >= hardest_bound else max(0, 2 * int(high) - 3)
        )  # a stretch of one round, and half of others

    @property
    def is_gentle(self) -> bool:
        """Whether beginners should be able to solve the puzzle."""
        return self.difficulty == "gentle"

    @property
    def forbidden(self) -> frozenset[str]:
        """The constructs that no clue may use."""
        return frozenset([*self.without, *(NOT_FOR_BEGINNERS if self.is_gentle else ())])

    @property
    def text(self) -> str:
        """All that makes a difference to the puzzle, as a text: the source of random choices is made of it."""
        plain = [value for name, value in self._asdict().items() if name not in ("shape", "words", "style")]
        lines = [line.cells for line in self.shape.lines]
        return repr((plain, sorted(self.style.items()), len(self.shape.cells), lines, self.words is not None))

    @property
    def band(self) -> tuple[float, float]:
        """The lowest and the highest hardness that is good enough."""
        if self.rating is not None:
            return self.rating - TOLERANCE, self.rating + TOLERANCE
        low = 0.0  # of the label that comes next
        for bound, label in LABELS:
            if label == self.difficulty:
                return low, bound - 0.01
            low = bound
        return (low, 99.0) if self.difficulty == HARDEST else (0.0, 99.0)


USUAL_MARKING: Final = 2
"""How many marking rounds puzzles may take if no difficulty is asked for."""

NOT_FOR_BEGINNERS: Final = ("references", "look-arounds", "counts")
"""The constructs that no clue of a gentle puzzle uses."""

BEGUN: Final = 4
"""At least one line in this many of a gentle puzzle can be begun at once."""


def check_request(request: Request) -> None:
    """Raise OptionError or PuzzleError if `request` cannot be carried out, whatever the seed."""
    _check_types(request)
    _check_options(request)
    _check_solution(request)
    _check_combinations(request)


TEXTS: Final = ("letters", "difficulty", "dialect", "alphabet")
NUMBERS: Final = ("clues_per_line", "max_length", "seed", "allows_words", "is_random", "is_sparse")


def _check_types(request: Request) -> None:
    """Raise OptionError for a field of a wrong type; its place is the field."""
    for name, value in request._asdict().items():
        place = f"request.{name}"
        if name in TEXTS and not isinstance(value, str):
            raise wrong_type(place, value, "a string")
        if name in NUMBERS and not isinstance(value, int):
            raise wrong_type(place, value, "a whole number")
        if name in ("constructs", "without", "solution"):
            sequences = (str, tuple, list) if name == "solution" else (tuple, list)
            is_right = isinstance(value, sequences) and all(isinstance(each, str | None) for each in value)
            if not is_right or (name != "solution" and None in value):
                raise wrong_type(place, value, "a sequence of strings")
    if not isinstance(request.shape, Puzzle):
        raise wrong_type("request.shape", request.shape, "Puzzle")
    if request.words is not None and not hasattr(request.words, "of_length"):
        raise wrong_type("request.words", request.words, "WordList or None")
    if not isinstance(request.rating, int | float | None):
        raise wrong_type("request.rating", request.rating, "a number or None")
    is_mapping = isinstance(request.style, Mapping)
    if not is_mapping or not all(isinstance(each, int | float) for each in request.style.values()):
        raise wrong_type("request.style", request.style, "a mapping to numbers")


def _check_options(request: Request) -> None:
    labels = [label for _, label in LABELS] + [HARDEST]
    if request.difficulty not in ("", *labels):
        raise _unknown("difficulty", request.difficulty, labels)
    if request.clues_per_line not in (1, 2):
        message = f"a line can have 1 or 2 clues, not {request.clues_per_line}"
        raise OptionError(message, hint=naming("choose {}", Field("clues_per_line", "1 or 2")))
    if request.max_length < SHORTEST:
        message = f"clues of at most {counted(request.max_length, 'character')} say too little of their lines"
        raise OptionError(message, hint=naming("choose {}", Field("max_length", f"{SHORTEST} or more")))
    for name in (*request.constructs, *request.without):
        if name not in CONSTRUCTS:
            raise _unknown("construct", name, CONSTRUCTS)
    for name, weight in request.style.items():
        if name not in FAMILIES:
            raise _unknown("family of clues", name, FAMILIES)
        if not 0 <= weight <= 100:
            raise OptionError(f"the weight of {name} must be from 0 to 100, not {weight}", hint="1 is usual, 0 never")
    if request.style and all(request.style.get(name, 1.0) == 0 for name in FAMILIES):
        raise OptionError("every family of clues has the weight 0", hint="leave at least one family its weight")
    if request.alphabet in (MENTIONED, POSITIVE):
        message = f"a generated puzzle cannot have the alphabet {request.alphabet!r}"
        raise OptionError(message, hint="name the letters, or choose any", code=ErrorCode.OPTION_ALPHABET)
    if not request.alphabet:
        raise OptionError(
            "the alphabet is empty", hint="name its letters, or choose any", code=ErrorCode.OPTION_ALPHABET
        )
    if not request.letters:
        hint = naming("name some, for instance {}", Field("letters", "A-Z"))
        raise OptionError("there are no letters to fill the grid with", hint=hint)


def _unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> OptionError:
    hint = did_you_mean(name, known) or "choose one of " + ", ".join(known)
    return OptionError(f"there is no {what} {name!r}", hint=hint)


def _check_solution(request: Request) -> None:
    shape = request.shape
    if not lines_with_cells(shape):
        raise PuzzleError("the shape has no lines that could get clues", code=ErrorCode.NO_CELLS)
    if request.solution and len(request.solution) != len(shape.cells):
        message = f"the grid has {counted(len(request.solution), 'letter')}, but the shape has {len(shape.cells)} cells"
        raise PuzzleError(message, code=ErrorCode.SOLUTION_SHAPE, hint="write one letter, or '.', for each cell")
    _check_variety(request)
    _check_units(request)
    if request.alphabet == ANY:
        return
    alphabet = frozenset(request.alphabet)
    for cell, letter in zip(shape.cells, request.solution, strict=False):
        if letter is not None and letter not in alphabet:
            message = f"the letter {letter!r} of cell {address_text(cell)} is not in the alphabet"
            hint = naming("add it to {}, or change the grid", Field("alphabet"))
            raise PuzzleError(message, code=ErrorCode.FOREIGN_LETTER, hint=hint)
    foreign = [letter for letter in request.letters if letter not in alphabet]
    if foreign and request.letters != Request._field_defaults["letters"]:
        reason = f"the letter {foreign[0]!r} is not in the alphabet"
        hint = naming("leave it out of {}, or add it to {}", Field("letters"), Field("alphabet"))
        raise _together(Field("letters"), Field("alphabet"), reason, hint)


def _check_units(request: Request) -> None:
    """Raise OptionError for a letter that the engine of the dialect takes for two."""
    if has_units_for_letters(request.dialect, request.shape.flags):
        wanted = "".join([letter or "" for letter in request.solution])
        alphabet = "" if request.alphabet == ANY else request.alphabet
        for field, letters in (
            (naming("{} or {}", Field("solution"), Field("theme")), wanted),
            (Field("letters"), request.letters),
            (Field("alphabet"), alphabet),
        ):
            for letter in letters:
                if letter > "\uffff":
                    reason = f"the letter {letter!r} is two letters in JavaScript without the flag u"
                    hint = naming("choose another letter, or {}", Field("dialect", "python"))
                    raise _together(Field("dialect", "javascript"), field, reason, hint)


def _check_variety(request: Request) -> None:
    """Raise OptionError if all cells of the solution, or all solutions, would have the same letter."""
    wanted = [letter for letter in request.solution if letter is not None]
    is_open = len(wanted) < len(request.shape.cells)
    if request.alphabet == ANY:
        letter = next(iter([*wanted, *request.letters[:1]]))
        is_varied = any(each != letter for each in chain(wanted, request.letters if is_open else ()))
        is_certain = request.words is None and not is_varied
    else:
        letter = request.alphabet[0]
        is_certain = all(each == letter for each in request.alphabet)
    if is_certain:
        message = f"every cell would hold {letter}, so that no clue would be needed"
        raise OptionError(
            message,
            hint=naming("allow a second letter, for instance {}", Field("letters", "A-Z")),
            code=ErrorCode.FOREIGN_LETTER,
        )


def _check_combinations(request: Request) -> None:
    if request.difficulty and request.rating is not None:
        hint = naming("leave out {}", Field("rating"))
        raise _together(Field("difficulty"), Field("rating"), "both say how hard the puzzle should be", hint)
    for name in request.constructs:
        if name in request.without:
            hint = naming(f"leave {name} out of {{}}", Field("without"))
            raise _together(Field("constructs"), Field("without"), f"both name {name}", hint)
        _check_wanted_construct(request, name)
    most = MOST_PER_CELL * len(request.shape.cells)
    if request.clues_per_line > 1 and len(lines_with_cells(request.shape)) * request.clues_per_line > most:
        reason = "so many clues for so few cells would not all be needed"
        hint = naming("choose {}, or a larger shape", Field("clues_per_line", "1"))
        raise _together(Field("clues_per_line", str(request.clues_per_line)), "this shape", reason, hint)
    if request.rating is not None and not request.band[1] >= EASIEST:  # NaN, too
        wanted = Field("rating", f"{request.rating:g}")
        message = naming(f"no puzzle has a hardness below {EASIEST:g}, so that {{}} is too low", wanted)
        raise OptionError(message, hint=naming("choose {} or more", Field("rating", f"{EASIEST:g}")))
    for name in request.constructs:
        if request.is_gentle and name in NOT_FOR_BEGINNERS:
            hint = naming("choose {} or a harder one", Field("difficulty", "moderate"))
            reason = "beginners do not know these clues"
            raise _together(Field("constructs", name), Field("difficulty", "gentle"), reason, hint)


def _check_wanted_construct(request: Request, name: str) -> None:
    """Raise OptionError if no clue with the construct `name` can be made as the other options want it."""
    families = FAMILIES_WITH.get(name, ())
    if families and all(request.style.get(family) == 0 for family in families):
        hint = naming("give {} the weight 1 in {}", listed(families, "or"), Field("style"))
        raise _together(Field("constructs", name), Field("style"), f"it gives the weight 0 to {listed(families)}", hint)
    least = LEAST_LENGTH.get(name, 0)
    if request.max_length < least:
        reason = f"such clues have at least {least} characters"
        hint = naming("choose {} or more", Field("max_length", str(least)))
        raise _together(Field("constructs", name), Field("max_length", str(request.max_length)), reason, hint)


def lines_with_cells(shape: Puzzle) -> list[Line]:
    """Return the lines of `shape` that can get clues; a line of holes cannot."""
    return [line for line in shape.lines if line.cells]


def covering(shape: Puzzle) -> list[int]:
    """Return the numbers of lines that reach every cell of `shape` together; long lines are taken first."""
    left = {cell for line in shape.lines for cell in line.cells}
    chosen = []
    for number in sorted(range(len(shape.lines)), key=lambda number: -len(shape.lines[number].cells)):
        if not left.isdisjoint(shape.lines[number].cells):
            left -= set(shape.lines[number].cells)
            chosen.append(number)
    return chosen


def _together(one: Field | str, other: Field | str, reason: str, hint: str) -> OptionError:
    message = naming("{} and {} cannot be combined: {}", one, other, reason)
    return OptionError(message, hint=hint, code=ErrorCode.OPTION_TOGETHER)
