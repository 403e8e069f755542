"""Random puzzles whose solution is known, with clues that layouts tend to misread.

In: a source of randomness and what the layout can express.  Out: a `Drawn`.  Each clue matches its line of the solution
by Python's `re`, and means the same in Python and JavaScript.
"""

import re
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from satcross.puzzle import Puzzle
from satcross.puzzle.files.expressing import letters_named
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.regex.letters import contains

AWKWARD: Final = "_=-.:,|\\\"'`*+#&<>/()[]{}^$;!?%@~ "
WORDS: Final = (
    "COL", "ROW", "UP", "DOWN", "LEFT", "RIGHT", "TOP", "X", "Y", "R", "C", "H", "V", "NULL", "NONE", "TRUE", "NO",
    "ON", "OFF", "N", "A", "I", "END", "DONE", "CAT", "OWL", "HELP", "PLEASE", "EAST", "WEST", "ACROSS", "R1", "C2",
    "1", "2", "10", "12", "3X", "A1", "HTTP", "SIZE",
)  # fmt: skip
TRIES: Final = 40  # to find a clue, or a puzzle, that the layout can express

Lines: TypeAlias = tuple[str, ...]
"""The clues of parallel lines; "" for a line without one."""


class Drawn(NamedTuple):
    """A puzzle to be written.

    Attributes:
        families: The clues of rows and columns, or of the horizontal, rising and falling lines of a hexagon.
        ends: The second clues of the same lines; () for none.
        solution: The rows of the solution.
        given: The letters that the grid already has, by row and column from 1.
    """

    families: tuple[Lines, ...]
    solution: tuple[str, ...]
    ends: tuple[Lines, ...] = ()
    given: tuple[tuple[tuple[int, int], str], ...] = ()

    @property
    def rows(self) -> Lines:
        return self.families[0]

    @property
    def columns(self) -> Lines:
        return self.families[1]

    @property
    def is_hexagon(self) -> bool:
        return len(self.families) == 3

    @property
    def clues(self) -> list[str]:
        """All clues, without the empty places."""
        return [clue for family in (*self.families, *self.ends) for clue in family if clue]

    @property
    def letters(self) -> str:
        """The distinct letters of the solution, sorted."""
        return "".join(sorted(set("".join(self.solution))))

    @property
    def is_solved(self) -> bool:
        """Whether the letters of the solution are among those that the clues mention, so that it is one."""
        return all(contains(letters_named(self.puzzle()), ord(letter)) for letter in self.letters)

    def puzzle(self) -> Puzzle:
        """Return what a reader has to make of the text, as far as the readers' promise goes."""
        both = [
            [[clue for clue in line if clue] for line in zip(*families, strict=True)]
            for families in zip(self.families, *([self.ends] if self.ends else []), strict=True)
        ]
        details: dict[str, Any] = {"given": dict(self.given)}
        if self.is_hexagon:
            return hexagon(horizontal=both[0], rising=both[1], falling=both[2], **details)
        return rectangle(rows=both[0], columns=both[1], **details)


def matches(pattern: str, text: str) -> bool:
    """Return whether `pattern` is a regex that matches the whole `text`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.fullmatch(pattern, text) is not None
        except re.error:
            return False


def escaped(text: str, random: Random) -> str:
    """Return the regex for `text`, with escapes where they are necessary and sometimes where they are not."""
    return "".join(
        "\\" + letter if letter in r"\.^$*+?()[|{" or (random.random() < 0.1 and letter in "-/]}=:#") else letter
        for letter in text
    )


def in_class(letters: Collection[str]) -> str:
    """Return the members of a class that has these letters."""
    listed = sorted(set(letters), key=lambda letter: (letter == "-", letter == "^", letter))
    return "".join(
        "\\" + letter if letter in "\\]" or (letter == "^" and place == 0) else letter
        for place, letter in enumerate(listed)
    )


def _literal(text: str, letters: str, random: Random) -> str:
    return escaped(text, random)


def _any(text: str, letters: str, random: Random) -> str:
    return random.choice([".*", ".+", "." * len(text), f".{{{len(text)}}}", ".{1,}", "(.*)", r"\w+", r"\d*", r"\S+"])


def _alternatives(text: str, letters: str, random: Random) -> str:
    others = [
        "".join(random.choices(letters, k=random.choice((1, len(text), 2)))) for _ in range(random.choice((1, 1, 2)))
    ]
    branches = [text, *others]
    random.shuffle(branches)
    inner = "|".join(escaped(branch, random) for branch in branches)
    return random.choice(["{}", "{}", "({})", "({})+", "(?:{})"]).format(inner)


def _around(text: str, letters: str, random: Random) -> str:
    start = random.randrange(len(text))
    piece = escaped(text[start : start + random.choice((1, 2))], random)
    return random.choice([".*{}.*", ".*{}", "{}.*", ".?{}.*", "(.*{})+.*"]).format(piece)


def _set(text: str, letters: str, random: Random) -> str:
    if random.random() < 0.5:
        outside = sorted(set(letters) - set(text))
        listed = random.sample(outside, random.randint(1, min(3, len(outside)))) if outside else ["~"]
        inner = "^" + in_class(listed)
    else:
        inner = in_class([*text, *random.choices(letters, k=2)])
    return f"[{inner}]" + random.choice(["*", "+", f"{{{len(text)}}}", f"{{1,{len(text)}}}", "{1,}"])


def _parts(text: str, letters: str, random: Random) -> str:
    pattern, place = "", 0
    while place < len(text):
        piece = text[place : place + random.choice((1, 1, 2))]
        place += len(piece)
        plain = escaped(piece, random)
        extra = escaped(random.choice(letters), random)
        pattern += random.choice(
            [
                plain, plain, "." * len(piece), f"({plain}|{extra})", f"(?:{extra}|{plain})", f"{extra}*{plain}",
                f"{plain}{extra}?", f"[{in_class([*piece, extra[-1]])}]" + ("" if len(piece) == 1 else "+"),
                f"[^{in_class(sorted(set(letters) - set(piece))[:2] or ['~'])}]" + ("" if len(piece) == 1 else "{2}"),
            ]
        )  # fmt: skip
    return pattern


def _reference(text: str, letters: str, random: Random) -> str:
    return random.choice([r"(.).*\1", r".*(.)\1.*", r"(.)\1*", r"(.*)\1", r"(.)(.)\2\1", r"(.).\1"])


def _look(text: str, letters: str, random: Random) -> str:
    inside, other = escaped(random.choice(text), random), escaped(random.choice(letters), random)
    return random.choice([f"(?=.*{inside}).*", f"(?!{other}).*", f"(?!.*{other}{other}).+", f"(?:.(?!{other}))+"])


KINDS: Final[tuple[Callable[[str, str, Random], str], ...]] = (
    _literal, _literal, _any, _alternatives, _alternatives, _around, _set, _set, _parts, _parts, _parts, _reference,
    _look,
)  # fmt: skip


PLAIN: Final = (_literal, _literal, _alternatives)


def clue(
    text: str, letters: str, random: Random, is_allowed: Callable[[str], bool], is_plain: bool = False
) -> str | None:
    """Return a random clue that matches `text` and is allowed (words only if `is_plain`); None if none was found."""
    for _ in range(TRIES):
        pattern = random.choice(PLAIN if is_plain else KINDS)(text, letters, random)
        if is_allowed(pattern) and matches(pattern, text):
            return pattern
    return None


def _letters(random: Random) -> str:
    """Return the letters of a grid, most of them capitals, some of them awkward."""
    letters = "".join(random.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", random.choice((2, 3, 4, 6))))
    kind = random.random()
    if kind < 0.35:
        letters += "".join(random.sample(AWKWARD, random.choice((1, 1, 2))))
    elif kind < 0.45:
        letters += "".join(random.sample("0123456789", 2))
    elif kind < 0.6:
        letters = letters.lower()
    return letters


def _grid(random: Random) -> tuple[str, ...]:
    height, width = (random.choice((1, 2, 2, 3, 3, 4)) for _ in range(2))
    letters = _letters(random)
    rows = ["".join(random.choices(letters, k=width)) for _ in range(height)]
    if random.random() < 0.2:
        fitting = [word for word in WORDS if len(word) == width]
        rows = [random.choice(fitting) if fitting and random.random() < 0.6 else row for row in rows]
    if random.random() < 0.1:
        fitting = [word for word in WORDS if len(word) == height]
        if fitting:
            word = random.choice(fitting)
            rows = [letter + row[1:] for letter, row in zip(word, rows, strict=True)]
    return tuple(rows)


def _hexagonal_grid(random: Random) -> tuple[str, ...]:
    sizes = random.choice([(2, 2, 2), (2, 2, 2), (3, 3, 3), (1, 2, 2), (2, 3, 2)])
    letters = _letters(random)
    return tuple("".join(random.choices(letters, k=len(cells))) for cells in _cells_of_hexagon(sizes)[0])


@cache
def _cells_of_hexagon(sizes: tuple[int, int, int]) -> list[list[tuple[int, ...]]]:
    families: dict[str, list[tuple[int, ...]]] = {}
    for line in hexagon(sides=sizes).lines:
        families.setdefault(line.name.rpartition(" ")[0], []).append(line.cells)
    return [families[name] for name in ("horizontal", "rising", "falling")]


def texts_of_lines(solution: Sequence[str], is_hexagon: bool) -> list[list[str]]:
    """Return what the lines of each family spell in the solution."""
    if not is_hexagon:
        return [list(solution), ["".join(column) for column in zip(*solution, strict=True)]]
    longest = max(map(len, solution))
    top, upper = len(solution[0]), longest - len(solution[0]) + 1
    letters = "".join(solution)
    families = _cells_of_hexagon((top, upper, len(solution) - upper + 1))
    return [["".join(letters[cell] for cell in cells) for cells in family] for family in families]


def draw(random: Random, can: Collection[str], is_allowed: Callable[[str], bool]) -> Drawn | None:
    """Return a random puzzle that a layout can express, None if none was found.

    Its solution is one over the letters that the clues mention, as of all puzzles that people make.

    Args:
        can: Which of "empty", "ends", "given", "hexagon" and "rectangle" it can express.
        is_allowed: Whether a clue can be written in it.
    """
    is_hexagon = "rectangle" not in can or ("hexagon" in can and random.random() < 0.2)
    solution = _hexagonal_grid(random) if is_hexagon else _grid(random)
    letters = "".join(sorted(set("".join(solution)))) + random.choice("ABCXYZ")
    share = random.choice((0, 0, 0.15, 0.4)) if "empty" in can else 0
    is_plain = random.random() < 0.15
    families = []
    for texts in texts_of_lines(solution, is_hexagon):
        found = [clue(text, letters, random, is_allowed, is_plain) for text in texts]
        if None in found:
            return None
        family = [each for each in found if each is not None]
        emptied = ["" if random.random() < share else each for each in family]
        families.append(tuple(emptied if any(emptied) or random.random() < 0.05 else family))
    if not any(map(any, families)):
        return None
    drawn = Drawn(tuple(families), solution)
    if "ends" in can and not is_hexagon and ("always ends" in can or random.random() < 0.3):
        drawn = drawn._replace(ends=_ends(solution, letters, random, is_allowed))
    if "given" in can and not is_hexagon and random.random() < 0.4:
        drawn = drawn._replace(given=_given(solution, random))
    return drawn if drawn.is_solved else None


def _ends(
    solution: Sequence[str], letters: str, random: Random, is_allowed: Callable[[str], bool]
) -> tuple[Lines, ...]:
    """Return second clues for about half of the lines of a rectangle, at least one on each side, or none at all."""
    found = [
        tuple(clue(text, letters, random, is_allowed) or "" if random.random() < 0.6 else "" for text in texts)
        for texts in texts_of_lines(solution, False)
    ]
    return tuple(found) if all(map(any, found)) else ()


def _given(solution: Sequence[str], random: Random) -> tuple[tuple[tuple[int, int], str], ...]:
    """Return some letters of the solution, but not all of them, that are neither blank nor signs for an empty cell."""
    places = [
        ((row, column), letter)
        for row, letters in enumerate(solution, 1)
        for column, letter in enumerate(letters, 1)
        if letter.isalnum() and letter.isupper()
    ]
    return tuple(sorted(random.sample(places, random.randint(0, min(len(places), 2))))) if len(places) > 2 else ()


def smaller(drawn: Drawn) -> Iterator[Drawn]:
    """Yield puzzles that are simpler than this one and whose solution still fits, the smallest first."""
    yield from (each for each in _smaller(drawn) if each.is_solved)


def _smaller(drawn: Drawn) -> Iterator[Drawn]:
    if drawn.ends:
        yield drawn._replace(ends=())
    if drawn.given:
        yield drawn._replace(given=())
    if not drawn.is_hexagon:
        yield from _without_a_line(drawn)
    for number, family in enumerate(drawn.families):
        texts = texts_of_lines(drawn.solution, drawn.is_hexagon)[number]
        for place, (pattern, text) in enumerate(zip(family, texts, strict=True)):
            for simple in ("A" * len(text), ".*", escaped(text, Random(0))):
                if len(simple) < len(pattern) and matches(simple, text):
                    changed = (*family[:place], simple, *family[place + 1 :])
                    yield drawn._replace(families=(*drawn.families[:number], changed, *drawn.families[number + 1 :]))


def _without_a_line(drawn: Drawn) -> Iterator[Drawn]:
    """Yield a rectangle without each of its rows and columns; clues that no longer fit become plain letters."""
    for number in (0, 1):
        for place in range(len(drawn.families[number])):
            if len(drawn.families[number]) == 1:
                continue
            if number == 0:
                solution = drawn.solution[:place] + drawn.solution[place + 1 :]
            else:
                solution = tuple(row[:place] + row[place + 1 :] for row in drawn.solution)
            kept = list(drawn.families)
            kept[number] = kept[number][:place] + kept[number][place + 1 :]
            texts = texts_of_lines(solution, False)
            yield Drawn(
                tuple(
                    tuple(
                        pattern if not pattern or matches(pattern, text) else escaped(text, Random(0))
                        for pattern, text in zip(family, listed, strict=True)
                    )
                    for family, listed in zip(kept, texts, strict=True)
                ),
                solution,
            )
