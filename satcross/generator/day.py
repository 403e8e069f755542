"""The puzzles of a day, which are the same for everybody because they follow from the date alone.

In: a date, and perhaps a difficulty.  Out: a puzzle with one solution: the long one, or the mini.

Mondays are gentle, Sundays hard.  Three candidates are generated for a day, of which the first has a saying for its
solution if the shape has room for one, and the best candidate is taken.  All effort is counted in work, not in seconds,
so that a browser makes the same puzzle as a terminal.

The mini is a gentle square of 3 x 3 or 4 x 4 cells for two to five minutes.  Its rows are words of one set, such as "At
the zoo".
"""

from __future__ import annotations

from datetime import date
from random import Random
from statistics import mean
from typing import Final

from satcross.author.difficulty import LABELS
from satcross.errors import OptionError, did_you_mean
from satcross.generator.maker import generate
from satcross.generator.request import Request
from satcross.generator.results import Generated, Watch
from satcross.generator.solution_kinds import sayings_in_turn, sets_in_turn
from satcross.generator.spelling import WORDS
from satcross.generator.themes import Theme, themes, themes_in_turn
from satcross.generator.tidy import tokens
from satcross.generator.variety import evenness, skeleton
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

CANDIDATES: Final = 3
"""Puzzles that are made for a day; with more of them, few people would notice a better one."""

THEMES: Final = 32
"""The themes are shuffled once, and each day has the next ones: enough that some fit into any shape.  So no answer
comes again before all themes have had their day, which takes six weeks."""

IN_GALLERY: Final = frozenset("""
    APPLE, BEACH, BETTER LATE THAN NEVER, BREAD, BREAK THE ICE, CHESS, CLOUD, COMPASS, CRANE, CROWN, DRAGON, DREAM,
    FROST, GARDEN, GHOST, GIANT, GOOD MORNING, HELLO WORLD, HOME SWEET HOME, HONEY, JOURNEY, KNOT, LANTERN,
    LOVE IS BLIND, LYNX, MAGIC, MAZE, MYSTERY, NIGHT, NOW OR NEVER, ORCHID, OVER THE MOON, OWL, PIECE OF CAKE, PLANET,
    PUZZLE, RAINBOW, RIDDLE, SHADOW, SHARK, SINK OR SWIM, SPIDER, SPRING, SPRING + WINTER, STAR, STILL WATERS RUN DEEP,
    STONE, STORM, SUNSET, SWORD, TIGER, TIME WILL TELL, TREE, TULIP, TUNNEL, VOLCANO, WINTER, WITCH, WIZARD
""".replace("\n    ", " ").strip().split(", "))  # fmt: skip
"""The answers of puzzles that everybody can play on any day."""

USUAL_LENGTH: Final = 10
"""Characters: clues that are longer by this much on average cost one point of taste."""


def _square(size: int) -> Puzzle:
    return rectangle(rows=size, columns=size)


WEEK: Final = (
    ("gentle", (_square(5), hexagon(side=3))),
    ("gentle", (hexagon(side=3), _square(6))),
    ("moderate", (_square(5), _square(6))),
    ("moderate", (hexagon(side=3), _square(6))),
    ("moderate", (_square(6), hexagon(side=4))),
    ("hard", (hexagon(side=3), _square(5))),
    ("hard", (_square(7), hexagon(side=4))),
)
"""From Monday to Sunday: how hard the puzzle is, and its shapes, which take turns from week to week."""

SHAPES: Final = (_square(5), hexagon(side=3))
"""The shapes of puzzles whose difficulty is asked for, which take turns from day to day."""


MINIS: Final = (3, 4, 3, 4, 4, 4, 4)
"""Rows of the minis from Monday to Sunday."""

WEEKS: Final = 53
"""The weeks, a year at least, after which the minis have the same sets of words again."""

MINUTES: Final = (2.0, 5.0)
"""The least and the most minutes that a mini should take."""

MINI_CANDIDATES: Final = 4
"""Minis that are made for a day at most, until one takes neither more nor less."""


def daily(day: date, difficulty: str = "", watch: Watch | None = None) -> Generated:
    """Return the puzzle of a day.

    Args:
        difficulty: "gentle", "moderate", "hard" or "fiendish"; "": the difficulty of the day of the week.
        watch: Called with how far the search has come.

    Raises:
        OptionError: For another difficulty.
        KeyboardInterrupt: If the search was interrupted: there is no puzzle then that others get as well.

    >>> from datetime import date
    >>> made = daily(date(2026, 11, 23))
    >>> made.difficulty.label, made.unmet
    ('gentle', ())
    """
    labels = [label for _, label in LABELS]
    if difficulty and difficulty not in labels:
        raise OptionError(
            f"there is no difficulty {difficulty!r}; there are {', '.join(labels)}",
            place=["difficulty"],
            hint=did_you_mean(difficulty, labels),
        )
    candidates = []
    for request in requests_of_day(day.toordinal(), difficulty):
        made = next(generate(request, watch=watch))
        if any(each.code == "time" for each in made.unmet):
            raise KeyboardInterrupt
        candidates.append(made)
    best = max(candidates, key=lambda made: (-len(made.unmet), taste(made.puzzle), -made.seed))
    heading = f"{day.isoformat()}: {best.puzzle.title}" if best.puzzle.title else f"Puzzle of {day.isoformat()}"
    return best._replace(puzzle=best.puzzle._replace(title=heading))


def mini(day: date, watch: Watch | None = None) -> Generated:
    """Return the mini of a day.

    Args:
        watch: Called with how far the search has come.

    Raises:
        KeyboardInterrupt: If the search was interrupted.

    >>> from datetime import date
    >>> made = mini(date(2026, 11, 23))
    >>> made.puzzle.title, made.puzzle.answer, made.difficulty.label, made.unmet
    ('In the kitchen', 'CUP, JUG, JAR', 'gentle', ())
    """
    theme, number = set_of_mini(day), day.toordinal()
    words = Random(number).sample(theme.words, len(theme.words))
    request = Request(
        _square(len(words)),
        solution=tuple("".join(words)),
        difficulty="gentle",
        alphabet=LETTERS,
    )
    candidates: list[Generated] = []
    for seed in range(MINI_CANDIDATES):
        made = next(generate(request._replace(seed=number * MINI_CANDIDATES + seed), watch=watch))
        if any(each.code == "time" for each in made.unmet):
            raise KeyboardInterrupt
        candidates.append(made)
        if not made.unmet and _minutes_beside(made) == 0:
            break
    best = min(candidates, key=lambda made: (len(made.unmet), _minutes_beside(made), made.seed))
    return best._replace(puzzle=best.puzzle._replace(title=theme.title, answer=", ".join(words)))


def set_of_mini(day: date) -> Theme:
    """Return the set of words of a day's mini.  It does not come again within a year."""
    rows = MINIS[day.weekday()]
    week, size = (day.toordinal() - 1) // 7, MINIS.count(rows)
    in_turn = sets_in_turn(rows, WEEKS * size)
    return in_turn[(week * size + MINIS[: day.weekday()].count(rows)) % len(in_turn)]


def _minutes_beside(made: Generated) -> float:
    """Return by how many minutes a mini is too short or too long."""
    least, most = MINUTES
    return max(0.0, least - made.difficulty.minutes, made.difficulty.minutes - most)


def requests_of_day(day: int, difficulty: str) -> list[Request]:
    """Return the requests for the candidates of a day, which is given by its number (`date.toordinal`)."""
    label, shape = _label_and_shape(day, difficulty)
    in_turn = themes_in_turn(shape, LETTERS.__contains__)
    own = [theme for theme in _themes_of(day) if theme in in_turn][:CANDIDATES]
    seeds = [day * len(in_turn) + in_turn.index(theme) for theme in own] or [day]
    request = Request(shape, difficulty=label, kind="words", alphabet=LETTERS)
    sayings = len(sayings_in_turn(shape, LETTERS.__contains__))
    if not sayings:
        return [request._replace(seed=seed) for seed in seeds]
    with_saying = request._replace(seed=day * sayings + _turn_of_shape(day, difficulty) % sayings, kind="saying")
    return [with_saying, *[request._replace(seed=seed) for seed in seeds[: CANDIDATES - 1]]]


def _label_and_shape(day: int, difficulty: str) -> tuple[str, Puzzle]:
    label, shapes = (difficulty, SHAPES) if difficulty else WEEK[date.fromordinal(day).weekday()]
    turn = day if difficulty else day // 7
    return label, shapes[turn % len(shapes)]


def _turn_of_shape(day: int, difficulty: str) -> int:
    """Return a number that the next day with the same shape exceeds by one: the shapes come again in a fortnight."""
    fortnight, shape = day - day % 14, _label_and_shape(day, difficulty)[1]
    same = [each for each in range(fortnight, fortnight + 14) if _label_and_shape(each, difficulty)[1] == shape]
    return day // 14 * len(same) + same.index(day)


def _themes_of(day: int) -> list[Theme]:
    """Return the themes of a day, which no day of the six weeks before and after it has."""
    shuffled = Random(0).sample(themes(), len(themes()))
    days = len(shuffled) // THEMES
    start = day % days * THEMES
    return [theme for theme in shuffled[start : start + THEMES] if theme.answer not in IN_GALLERY]


def taste(puzzle: Puzzle) -> float:
    """Return how much pleasure `puzzle` promises; more is better.

    It is the sum of four numbers: how evenly skeletons are spread over the clues; the share of different signs that
    some clue has, of star, plus, question mark, count, class, alternatives and reference; the share of classes that
    spell a word; and the part of the cells that the answer fills.  Clues of more than ten characters on average count
    against it.

    >>> from satcross.puzzle.shapes import rectangle
    >>> plain = rectangle(rows=["A.", "B."], columns=[".B", ".A"])
    >>> varied = rectangle(rows=["A[AN]", "(.)+"], columns=["C?A*.", "(A|B)N"])
    >>> taste(plain) < taste(varied)
    True
    """
    patterns = [clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    if not patterns:
        return 0.0
    signs = "".join(map(skeleton, patterns))
    kinds = sum([sign in signs for sign in ("*", "+", "?", "{", "[]", "|", "\\")]) / 7
    classes = [token.strip("[^]") for pattern in patterns for token in tokens(pattern) if token[0] == "["]
    spelt = mean([each in WORDS for each in classes]) if classes else 0.0
    answer_share = sum(map(str.isalpha, puzzle.answer)) / len(puzzle.cells)
    too_long = max(0.0, mean(map(len, patterns)) / USUAL_LENGTH - 1)
    return evenness(patterns) + kinds + spelt + answer_share - too_long
