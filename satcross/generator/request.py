"""What an author asks for, which shapes can have it, and what a puzzle lacks of it.

In: the values of a `Request`: the shape, the letters that are wanted, how hard it should be, and what clues may look
like.  Out: the same values, checked: an error names the two that cannot be combined.  And in: a puzzle.  Out: an
`Examination` by `check`, `lint` and `explain`, and what is `Unmet`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Final

from satcross.author.difficulty import EASIEST, LABELS, greatest_difficulty
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.errors import Field, OptionError, PuzzleError, did_you_mean, naming, wrong_type
from satcross.generator.families import FAMILIES
from satcross.generator.pool import CONSTRUCTS
from satcross.generator.solution_kinds import KINDS, SolutionKind
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Dialect, Line, Puzzle, address_text
from satcross.regex.letters import has_units_for_letters

if TYPE_CHECKING:
    from satcross.puzzle.wordlists import WordList

TOLERANCE: Final = 0.3
"""How far the number of a puzzle's difficulty may be from the number that was asked for."""

SYNONYMS: Final = {"easy": "gentle", "medium": "moderate", "expert": "fiendish"}
"""Words that people use for labels of difficulty."""

MOST_PER_CELL: Final = 1.5
"""Clues, on average; with more than that, some can always be left out."""

SHORTEST: Final = 5
"""Characters.  Shorter clues than this cannot say enough of a line."""


FAMILIES_WITH: Final = {
    "references": ("echoes", "frames", "loops", "mirrors", "repeats", "bans", "guards"),
    "lookarounds": ("bans", "demands", "guards"),
}
"""The families of clues that use a construct, where they are few."""

SHORTEST_LOOKAROUND: Final = 7
"""Characters of the shortest clue with a lookaround."""


class Request(NamedTuple):
    """What an author asks for.

    Attributes:
        shape: A puzzle whose cells and lines are taken; its clues are not.
        solution: The wanted letter of each cell, None where it may be any; empty: all may be any.
        words: Rows (the lines of the first family) that hold no wanted letter become words of this list.
        letters: What the other cells are drawn from.
        difficulty: "gentle", "moderate", "hard" or "fiendish" (or "easy", "medium", "expert"), or the number of
            `Difficulty.value`, which is met within 0.3; "": any difficulty.
        is_sparse: Whether lines may stay without a clue.
        clues_per_line: 1, or 2, as on both sides of a rectangle.
        constructs: "references", "lookarounds", "classes" or "alternatives" that some clue must use.
        without: The constructs that no clue may use.
        style: How much each family of clues is wanted, by its name (`satcross.generator.families`); 1.0 is usual, 0
            never.
        alphabet: The letters over which the solution must be the only one; "any": over every alphabet.
        allows_words: Whether a clue may be the text of its line itself.
        seed: Another seed gives another puzzle.
        kind: What the solution is if neither letters nor words are wanted: "saying", "square", "set", "words" or
            "letters" (`satcross.generator.solution_kinds`); "": the first of these that the shape has room for.  With
            "letters", cells for which nothing is wanted have random letters; otherwise they become words where they
            can.
    """

    shape: Puzzle
    solution: tuple[str | None, ...] = ()
    words: WordList | None = None
    letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    difficulty: str | float = ""
    clues_per_line: int = 1
    constructs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    style: Mapping[str, float] = {}
    dialect: Dialect = "python"
    max_length: int = 18
    alphabet: str = ANY
    allows_words: bool = False
    seed: int = 0
    kind: SolutionKind = ""
    is_sparse: bool = False

    def __hash__(self) -> int:
        values = {**self._asdict(), "style": frozenset(self.style.items())}
        return hash(tuple(values.values()))

    @property
    def label(self) -> str:
        """The label of the wanted difficulty; "" if any difficulty or a number is wanted."""
        return SYNONYMS.get(self.difficulty, self.difficulty) if isinstance(self.difficulty, str) else ""

    @property
    def number(self) -> float | None:
        """The number of the wanted difficulty; None if a label or any difficulty is wanted."""
        return None if isinstance(self.difficulty, str) else self.difficulty

    @property
    def brings_solution(self) -> bool:
        """Whether the generator chooses what the solution says."""
        return self.words is None and not any(self.solution)

    @property
    def most_marking(self) -> int | None:
        """How many marking rounds the puzzle may take; None: any number."""
        _, high = self.band
        if self.difficulty == "":
            return 2
        below_hardest, _ = LABELS[-2]
        if high >= below_hardest:
            return None
        return max(0, 2 * int(high) - 3)  # a stretch of one round, and half of others

    @property
    def is_gentle(self) -> bool:
        """Whether beginners should be able to solve the puzzle."""
        return self.label == "gentle"

    @property
    def forbidden(self) -> frozenset[str]:
        """The constructs that no clue may use."""
        unasked = {*NOT_FOR_BEGINNERS, "counts"}.difference(self.constructs) if self.is_gentle else ()
        return frozenset([*self.without, *unasked])

    @property
    def text(self) -> str:
        """All that makes a difference to the puzzle, as a text: the source of random choices is made of it."""
        plain: list[object] = []
        for name, value in self._asdict().items():
            if name not in ("shape", "words", "style"):
                plain += [self.label, self.number] if name == "difficulty" else [value]
        lines = [line.cells for line in self.shape.lines]
        return repr((plain, sorted(self.style.items()), len(self.shape.cells), lines, self.words is not None))

    @property
    def band(self) -> tuple[float, float]:
        """The lowest and the highest number of the difficulty that is good enough."""
        if self.number is not None:
            return self.number - TOLERANCE, self.number + TOLERANCE
        low = 0.0  # of the label that comes next
        for bound, label in LABELS:
            if label == self.label:
                return low, bound - 0.01
            low = bound
        return 0.0, inf


NOT_FOR_BEGINNERS: Final = ("references", "lookarounds")
"""The constructs that no clue of a gentle puzzle uses.  It has counts only if they are asked for."""

BEGUN: Final = 4
"""At least one line in this many of a gentle puzzle can be begun immediately."""


def check_request(request: Request) -> None:
    """Raise OptionError or PuzzleError if `request` cannot be carried out, whatever the seed."""
    _check_types(request)
    _check_options(request)
    _check_solution(request)
    _check_combinations(request)


FIELDS: Final = (
    (("letters", "dialect", "alphabet", "kind"), str, "a string"),
    (("clues_per_line", "max_length", "seed", "allows_words", "is_sparse"), int, "a whole number"),
    (("difficulty",), str | int | float, "a string or a number"),
    (("shape",), Puzzle, "Puzzle"),
    (("constructs", "without"), tuple | list, "a sequence of strings"),
    (("solution",), str | tuple | list, "a sequence of strings"),
    (("style",), Mapping, "a mapping to numbers"),
)
"""Fields of a request, their type, and how a message says it."""


def _check_types(request: Request) -> None:
    """Raise OptionError for a field of a wrong type; its place is the field."""
    for names, kind, expected in FIELDS:
        for name in names:
            if not isinstance(getattr(request, name), kind):
                raise wrong_type(f"request.{name}", getattr(request, name), expected)
    for name in ("constructs", "without", "solution"):
        values = getattr(request, name)
        if not all(isinstance(each, str) or (each is None and name == "solution") for each in values):
            raise wrong_type(f"request.{name}", values, "a sequence of strings")
    if request.words is not None and not hasattr(request.words, "of_length"):
        raise wrong_type("request.words", request.words, "WordList or None")
    if not all(isinstance(each, int | float) for each in request.style.values()):
        raise wrong_type("request.style", request.style, "a mapping to numbers")


def _check_options(request: Request) -> None:
    labels = [label for _, label in LABELS]
    if request.label not in ("", *labels):
        raise _unknown("difficulty", request.label, labels)
    if request.kind not in ("", *KINDS):
        raise _unknown("kind of solution", request.kind, KINDS)
    if request.clues_per_line not in (1, 2):
        raise OptionError(
            f"a line can have 1 or 2 clues, not {request.clues_per_line}",
            hint=naming("choose {}", Field("clues_per_line", "1 or 2")),
        )
    if request.max_length < SHORTEST:
        raise OptionError(
            f"clues of at most {counted(request.max_length, 'character')} say too little of their lines",
            hint=naming("choose {}", Field("max_length", f"{SHORTEST} or more")),
        )
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
        raise OptionError(
            f"a generated puzzle cannot have the alphabet {request.alphabet!r}",
            hint="name the letters, or choose any",
            code="option-alphabet",
        )
    if not request.alphabet:
        raise OptionError("the alphabet is empty", hint="name its letters, or choose any", code="option-alphabet")
    if not request.letters:
        raise OptionError(
            "there are no letters to fill the grid with",
            hint=naming("name some, for instance {}", Field("letters", "A-Z")),
        )


def _unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> OptionError:
    return OptionError(
        f"there is no {what} {name!r}", hint=did_you_mean(name, known) or "choose one of " + ", ".join(known)
    )


def _check_solution(request: Request) -> None:
    shape = request.shape
    if not lines_with_cells(shape):
        raise PuzzleError("the shape has no lines that could get clues", code="no-cells")
    if request.solution and len(request.solution) != len(shape.cells):
        raise PuzzleError(
            f"the grid has {counted(len(request.solution), 'letter')}, but the shape has {len(shape.cells)} cells",
            code="solution-shape",
            hint="write one letter, or '.', for each cell",
        )
    _check_variety(request)
    _check_units(request)
    if request.alphabet == ANY:
        return
    alphabet = frozenset(request.alphabet)
    for cell, letter in zip(shape.cells, request.solution, strict=False):
        if letter is not None and letter not in alphabet:
            raise PuzzleError(
                f"the letter {letter!r} of cell {address_text(cell)} is not in the alphabet",
                code="letter-not-in-alphabet",
                hint=naming("add it to {}, or change the grid", Field("alphabet")),
            )
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
        raise OptionError(
            f"every cell would hold {letter}, so that no clue would be needed",
            hint=naming("allow a second letter, for instance {}", Field("letters", "A-Z")),
            code="letter-not-in-alphabet",
        )


def _check_combinations(request: Request) -> None:
    if request.kind not in ("", "letters") and not request.brings_solution:
        hint = naming("leave out {}", Field("kind"))
        raise _together(Field("kind", request.kind), "wanted letters or words", "they say what the solution is", hint)
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
    if request.number is not None and not request.band[1] >= EASIEST:  # NaN, too
        wanted = Field("difficulty", f"{request.number:g}")
        raise OptionError(
            naming(f"no puzzle has a difficulty below {EASIEST:g}, so {{}} is too low", wanted),
            hint=naming("choose {} or more", Field("difficulty", f"{EASIEST:g}")),
        )
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
    if name == "lookarounds" and request.max_length < SHORTEST_LOOKAROUND:
        reason = f"such clues have at least {SHORTEST_LOOKAROUND} characters"
        hint = naming("choose {} or more", Field("max_length", str(SHORTEST_LOOKAROUND)))
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
    return OptionError(
        naming("{} and {} cannot be combined: {}", one, other, reason), hint=hint, code="option-together"
    )


LEAST_CELLS: Final = {"gentle": 2, "moderate": 4, "hard": 8, "fiendish": 16}
"""The fewest cells of shapes for which the generator finds puzzles of a label, by trying small shapes."""

MARKED_LETTERS: Final = 3
"""The fewest letters of an alphabet in which a cell can lose a letter without being settled."""


def attainable_labels(shape: Puzzle, clues_per_line: int = 1, alphabet: str = ANY) -> tuple[str, ...]:
    """Return the labels that generated puzzles of `shape` can have, the easiest first.

    In: a shape, and how many clues a line has.  Out: the labels, and the greatest difficulty; or an error that names
    what to change.

    Where no two clues read a common cell, each gives its own letters immediately.  Where a clue only meets clues of
    single letters, these say all that they know in the first marking round, and the clue uses it in the second, which
    is hardly ever moderate.  Over two letters, whatever narrows a cell gives its letter, so that nothing is ever
    marked. And a puzzle of few cells has no room for many steps.

    Args:
        alphabet: As in a `Request`.

    >>> from satcross import rectangle
    >>> attainable_labels(rectangle(rows=1, columns=8))
    ('gentle',)
    >>> attainable_labels(rectangle(rows=4, columns=4))
    ('gentle', 'moderate', 'hard', 'fiendish')
    """
    lines = lines_with_cells(shape)
    readers = Counter(cell for line in lines if len(set(line.cells)) > 1 for cell in set(line.cells))
    has_crossing = max(readers.values(), default=0) > 1
    has_marks = has_crossing and (alphabet == ANY or len(set(alphabet)) >= MARKED_LETTERS)
    labels = [label for _, label in LABELS]
    most = len(labels) if has_marks or clues_per_line > 1 else 1
    return tuple([each for each in labels[:most] if len(shape.cells) >= LEAST_CELLS[each]])


def check_attainable(request: Request) -> None:
    """Raise OptionError or PuzzleError if no generated puzzle of the shape can be as hard as `request` wants it."""
    few = _few_letters(request)
    labels = attainable_labels(request.shape, request.clues_per_line, few.value if few else ANY)
    if not labels:
        raise PuzzleError(
            f"{counted(len(request.shape.cells), 'cell')} cannot make a puzzle: one clue would say everything",
            code="no-cells",
            hint="choose a shape of at least 2 cells",
        )
    if request.label and request.label not in labels:
        wanted = Field("difficulty", request.label)
        others = naming("choose {}", Field("difficulty", listed(labels, "or")))
        if few and request.label in attainable_labels(request.shape, request.clues_per_line):
            message = naming("{} and {} cannot be combined: over two letters there is nothing to mark", wanted, few)
            hint = naming("{}, or a third letter in {}", others, Field(few.name))
        else:
            message = naming("this shape is too simple for {}", wanted)
            larger = f"a shape of at least {LEAST_CELLS[request.label]} cells whose lines cross"
            hint = naming("{}, or {}", others, larger)
        raise OptionError(message, hint=hint, code="option-together")
    if request.number is not None:
        _check_number(request, request.number, labels)


def _few_letters(request: Request) -> Field | None:
    """Return what leaves so few letters that no cell can be marked, if something does; its value is these letters."""
    field = Field("letters", request.letters)  # clues name these, and those of the grid
    if request.alphabet != ANY:
        field = Field("alphabet", request.alphabet)
    elif request.words is not None or not {letter for letter in request.solution if letter} <= set(request.letters):
        return None
    return field if len(set(field.value)) < MARKED_LETTERS else None


def _check_number(request: Request, number: float, labels: tuple[str, ...]) -> None:
    low, _ = request.band
    bounds = {label: bound for bound, label in LABELS}
    most = bounds[labels[-1]]
    if most == inf:
        most = round(greatest_difficulty(len(request.shape.cells)), 1)
    if low >= most:
        wanted = Field("difficulty", f"{number:g}")
        raise OptionError(
            naming(f"generated puzzles of this shape have a difficulty below {most:g}, so {{}} is too high", wanted),
            hint=naming("choose {} or less, or {}", Field("difficulty", f"{most:g}"), Field("difficulty", labels[-1])),
        )
