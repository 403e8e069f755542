"""Why a puzzle has no solution, and what would give it one.

In: a puzzle without a solution, and a budget.  Out: a `Diagnosis`.  It looks, in this order,

1. for clues that no string of their line's length matches: because of the length, or only because of the alphabet;
2. else for clues of long lines that are given letter by letter, and do not match them (of short lines, the smallest
   clash says more);
3. else for two clues (or given letters) that allow different letters in a cell;
4. else for the smallest set of clues and given letters that clash.

Then it tries changes that authors often need: another alphabet, other flags, the other dialect, and, in hexagons and
rectangles, another order or direction of the lines.  A change is only named if the puzzle then has a solution.  What
the time does not suffice for is left out, and the diagnosis says so.

Given letters are treated like clues of lines of one cell, so that they can be blamed as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Final, NamedTuple, TypeAlias

from satcross.author.hitting_sets import HittingSets
from satcross.author.rounds import alone, letters_left, searched
from satcross.author.theory import Theory
from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted, listed
from satcross.errors import LimitError, SatcrossError, Span, TimeUp
from satcross.puzzle.alphabet import contract_alphabet
from satcross.puzzle.model import ANY, DIALECTS, MENTIONED, AnyClue, Cell, Clue, Line, Puzzle, WordClue, address_text
from satcross.puzzle.shapes import direction_of
from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters.classes import Classes
from satcross.regex.letters.sets import EVERY_LETTER, LetterSet, contains, size, to_text
from satcross.regex.meaning.core import NEVER, Letters, Seq
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Reference,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)
from satcross.solver.compile import (
    CompiledPuzzle,
    PresolvedPuzzle,
    compile_letters,
    compile_plain,
    opened,
    plain_part,
    unpropagated,
)
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.expected import Cause, Diagnosis, DiagnosisKind, Remedy, reason_of

# Changes that may give a puzzle without a solution one, each of them tried.
#
# In: a puzzle without a solution.  Out: `Remedy`s: at most one other alphabet, one other way to read the clues, and one
# other order of its lines, in each case the one that changes least.
#
# Sources differ in which direction of a hexagon or rectangle comes first, at which end a list of lines begins, and from
# which end lines are read.  An `Arrangement` is a puzzle as it then is: the clues of each direction may move to another
# one with as many lines, their order may be reversed, and so may the direction in which they are read.  Two
# arrangements that a symmetry of the grid turns into each other have the same solutions, rotated or mirrored.  Only the
# one that is easier to describe is kept.
#
# An arrangement gives each list of clues a *seat*: the direction it goes to, whether its order is reversed, and whether
# its lines are read backwards.  A symmetry is a matrix that permutes coordinates and changes signs.  Applied to the
# vectors of a direction, it says which direction that becomes, and what is reversed then.


def remedies(puzzle: Puzzle, *, with_arrangements: bool, budget: Budget, tuning: Tuning) -> Iterator[Remedy]:
    """Yield changes after which `puzzle` has a solution: settings first, then at most one other order of its lines.

    Args:
        with_arrangements: Whether to try other orders and directions of the lines.

    A change whose puzzle takes too long to solve is left out.

    Raises:
        TimeUp: If the time is up.
    """
    bare = puzzle._replace(expected=(), expects_all=False)
    for each in (_tried(settings, budget, tuning) for settings in (_alphabets(bare), _readings(bare))):
        yield from each
    if with_arrangements:
        yield from _tried(arrangements(bare), budget, tuning)


def _tried(changes: Iterable[tuple[Puzzle, str]], budget: Budget, tuning: Tuning) -> Iterator[Remedy]:
    """Yield the first of `changes` with exactly one solution, or else the first with several; nothing without any."""
    second: Remedy | None = None
    for changed, change in changes:
        budget.check()
        try:
            status, _ = searched(changed, 2, budget, tuning)
        except SatcrossError:
            continue  # with these settings the clues cannot be read, or the given letters are not letters
        if status == "unique":
            yield Remedy(change, "unique")
            return
        if status == "several" and second is None:
            second = Remedy(change, "several")
    if second is not None:
        yield second


def _alphabets(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """Yield `puzzle` with other alphabets."""
    if puzzle.alphabet not in (MENTIONED, ANY):
        yield puzzle._replace(alphabet=MENTIONED), 'with the letters that the clues mention (alphabet = "mentioned")'
    if puzzle.alphabet != ANY:
        yield puzzle._replace(alphabet=ANY), 'over any alphabet (alphabet = "any")'


def _readings(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """Yield `puzzle` with clues that are read in another way."""
    if "i" not in puzzle.flags:
        yield puzzle._replace(flags=puzzle.flags + "i"), 'if case were ignored (flags = "i")'
    for dialect in DIALECTS:
        if dialect != puzzle.dialect:
            flags = "i" if "i" in puzzle.flags else ""
            yield puzzle._replace(dialect=dialect, flags=flags), f'in the other dialect (dialect = "{dialect}")'


_Vector: TypeAlias = tuple[int, ...]

_Seat: TypeAlias = tuple[int, bool, bool]
"""A direction (its place among those of the puzzle), whether the order is reversed, and whether the reading is."""

_VECTORS: Final[dict[str, tuple[_Vector, _Vector]]] = {
    "row": ((1, 0), (0, 1)),
    "column": ((0, 1), (1, 0)),
    "falling diagonal": ((-1, 1), (1, 1)),
    "rising diagonal": ((1, 1), (-1, 1)),
    "horizontal": ((0, 1, 0), (1, 0, -1)),
    "rising": ((1, 0, 0), (0, -1, 1)),
    "falling": ((0, 0, 1), (-1, 1, 0)),
}
"""For each direction, the vector along which its lines are listed, and the one along which they are read.

The coordinates are (row, column), or (q, r, -q - r) in a hexagon."""

_KEYS: Final = {"row": "rows", "column": "columns", "falling diagonal": "falling", "rising diagonal": "rising"}

_MOVED, _REORDERED, _TURNED = 2, 3, 4  # how tedious each change of a file is; to turn means to mark every clue


class Arrangement(NamedTuple):
    """A puzzle whose clues are arranged in another way; `change` says how, as the end of a sentence: "if ..."."""

    puzzle: Puzzle
    change: str


class _Direction(NamedTuple):
    """Parallel lines: their name, and their numbers in the puzzle."""

    name: str
    lines: tuple[int, ...]

    @property
    def key(self) -> str:
        """What their list of clues is called in a file."""
        return _KEYS.get(self.name, self.name)


def arrangements(puzzle: Puzzle) -> Iterator[Arrangement]:
    """Yield the other arrangements of `puzzle`, none twice; none for lines of named cells.

    >>> from satcross.puzzle.shapes import hexagon, rectangle
    >>> for each in arrangements(rectangle(rows=["AB", "CD"], columns=["AC", ""])):
    ...     print(each.change)
    if the clues of `columns` were listed in the opposite order
    if the clues of `rows` were listed in the opposite order
    if the clues of `rows` and of `columns` were listed in the opposite order
    >>> sum(1 for _ in arrangements(hexagon(horizontal=["A."] * 3, rising=["B."] * 3, falling=["C."] * 3)))
    31
    """
    directions = _directions(puzzle)
    if any(direction.name not in _VECTORS for direction in directions):
        return
    symmetries = _symmetries(puzzle, directions)
    seen = {_canonical(_as_it_is(directions), symmetries)}
    for seats in sorted(_all_seats(directions), key=lambda each: (_effort(each), each)):
        key = _canonical(seats, symmetries)
        if key not in seen:
            seen.add(key)
            yield Arrangement(_arranged(puzzle, directions, seats), _change_text(directions, seats))


def _directions(puzzle: Puzzle) -> list[_Direction]:
    numbers: dict[str, list[int]] = {}
    for number, line in enumerate(puzzle.lines):
        numbers.setdefault(direction_of(line), []).append(number)
    return [_Direction(name, tuple(lines)) for name, lines in numbers.items()]


def _as_it_is(directions: Sequence[_Direction]) -> tuple[_Seat, ...]:
    return tuple((place, False, False) for place in range(len(directions)))


def _all_seats(directions: Sequence[_Direction]) -> Iterator[tuple[_Seat, ...]]:
    """Yield every way to seat each list of clues on a direction with as many lines."""
    orders = [[False, True] if len(direction.lines) > 1 else [False] for direction in directions]
    for places in permutations(range(len(directions))):
        if all(len(directions[here].lines) == len(directions[there].lines) for here, there in enumerate(places)):
            for reordered in product(*orders):
                for turned in product([False, True], repeat=len(directions)):
                    yield tuple(zip(places, reordered, turned, strict=True))


def _effort(seats: Sequence[_Seat]) -> int:
    return sum(
        _MOVED * (here != there) + _REORDERED * is_reordered + _TURNED * is_turned
        for here, (there, is_reordered, is_turned) in enumerate(seats)
    )


def _canonical(seats: Sequence[_Seat], symmetries: Sequence[Sequence[_Seat]]) -> tuple[_Seat, ...]:
    """Return the first of the arrangements that the symmetries make of this one."""
    return min(
        tuple(
            (images[there][0], is_reordered ^ images[there][1], is_turned ^ images[there][2])
            for there, is_reordered, is_turned in seats
        )
        for images in symmetries
    )


def _symmetries(puzzle: Puzzle, directions: Sequence[_Direction]) -> list[tuple[_Seat, ...]]:
    """Return for each symmetry of the grid where it moves each direction.

    Letters that are given stay where they are, so then there is only the identity.
    """
    if puzzle.given:
        return [_as_it_is(directions)]
    points = [_point(puzzle, cell) for cell in puzzle.cells]
    place_of = {_VECTORS[direction.name]: place for place, direction in enumerate(directions)}
    symmetries = []
    for axes, signs in _matrices(puzzle):
        if _is_on_grid(points, [_moved(point, axes, signs) for point in points]):
            images = [_image(place_of, *_VECTORS[direction.name], axes, signs) for direction in directions]
            seats = tuple(image for image in images if image is not None)
            if len(seats) == len(directions):
                symmetries.append(seats)
    return symmetries


def _matrices(puzzle: Puzzle) -> Iterator[tuple[_Vector, _Vector]]:
    """Yield the symmetries of a square, or those of a regular hexagon: which axis comes where, and its sign."""
    if puzzle.shape.kind == "hexagon":
        for axes in permutations(range(3)):
            yield axes, (1, 1, 1)
            yield axes, (-1, -1, -1)
    else:
        yield from product(permutations(range(2)), product((1, -1), repeat=2))


def _moved(vector: _Vector, axes: _Vector, signs: _Vector) -> _Vector:
    return tuple(sign * vector[axis] for axis, sign in zip(axes, signs, strict=True))


def _is_on_grid(points: Sequence[_Vector], moved: Sequence[_Vector]) -> bool:
    """Return whether `moved` are the same points, apart from a shift."""
    shift = [
        min(one) - min(other) for one, other in zip(zip(*points, strict=True), zip(*moved, strict=True), strict=True)
    ]
    return set(points) == {tuple(value + add for value, add in zip(each, shift, strict=True)) for each in moved}


def _image(
    place_of: dict[tuple[_Vector, _Vector], int], listing: _Vector, reading: _Vector, axes: _Vector, signs: _Vector
) -> _Seat | None:
    """Return where the symmetry moves the direction with these vectors; None: to no direction."""
    listing, reading = _moved(listing, axes, signs), _moved(reading, axes, signs)
    for is_reordered, is_turned in product([False, True], repeat=2):
        vectors = _negated(listing, is_reordered), _negated(reading, is_turned)
        if vectors in place_of:
            return place_of[vectors], is_reordered, is_turned
    return None


def _negated(vector: _Vector, is_negated: bool) -> _Vector:
    return tuple(-each for each in vector) if is_negated else vector


def _point(puzzle: Puzzle, cell: Cell) -> _Vector:
    """Return the coordinates of a cell: (row, column), or (q, r, -q - r) in a hexagon."""
    assert isinstance(cell, tuple)
    row, column = cell
    if puzzle.shape.kind == "rectangle":
        return row, column
    q, r = column + max(0, puzzle.shape.sizes[2] - row), row
    return q, r, -q - r


def _arranged(puzzle: Puzzle, directions: Sequence[_Direction], seats: Sequence[_Seat]) -> Puzzle:
    """Return `puzzle` with each list of clues on its seat."""
    lines = list(puzzle.lines)
    for direction, (there, is_reordered, is_turned) in zip(directions, seats, strict=True):
        clued = direction.lines[::-1] if is_reordered else direction.lines
        for source, target in zip(clued, directions[there].lines, strict=True):
            clues = puzzle.lines[source].clues
            lines[target] = puzzle.lines[target]._replace(clues=tuple(map(_turned_clue, clues)) if is_turned else clues)
    return puzzle._replace(lines=tuple(lines), expected=(), expects_all=False)


def _turned_clue(clue: AnyClue) -> AnyClue:
    if isinstance(clue, Clue):
        return clue._replace(is_reversed=not clue.is_reversed)
    return WordClue(tuple(sorted(word[::-1] for word in clue.words)), clue.source)


def _change_text(directions: Sequence[_Direction], seats: Sequence[_Seat]) -> str:
    """Return what has to be done to the lists of a puzzle file, as the end of a sentence."""
    key = [f"`{direction.key}`" for direction in directions]
    moved = [here for here, (there, _, _) in enumerate(seats) if here != there]
    changes = []
    if len(moved) == 2:
        changes.append(f"the lists {key[moved[0]]} and {key[moved[1]]} were exchanged")
    elif moved:
        changes.append("the list " + listed([f"{key[here]} were called {key[seats[here][0]]}" for here in moved]))
    reordered = [f"of {key[here]}" for here, (_, is_reordered, _) in enumerate(seats) if is_reordered]
    if reordered:
        changes.append(f"the clues {listed(reordered)} were listed in the opposite order")
    turned = [f"of {key[here]}" for here, (_, _, is_turned) in enumerate(seats) if is_turned]
    if turned:
        changes.append(f"the clues {listed(turned)} were read in the opposite direction (reversed = true)")
    return f"if {', and '.join(changes)}"


# Which parts of a clue can hold which letter of its line: the "because" of an explanation.
#
# In: a clue's syntax tree, and the letters that each cell of its line can still hold.  Out: for each index of the line,
# the places in the clue's text that some match may take that letter from.
#
# Indices between letters are bits: bit i of a mask stands for the place before letter i.  Every part of the clue is
# asked twice, as in a forward and backward pass: which ends it reaches from the possible starts, and then which of its
# letters lie on a way to an end from which the rest of the clue can be completed.
#
# Look-arounds are taken to hold, and a back-reference may hold any string.  So a place that is left out is never used
# by any match, and a place that is listed need not be used by one.


_STEPS: Final = 200_000  # visits of a node; about a second of work, and a clue that people can read takes a few hundred


class _TooLarge(Exception):  # noqa: N818 - not an error: there is no explanation then
    """The clue has too many nested repetitions, or strings of several letters inside of a class."""


def parts_by_index(tree: Tree, classes: Classes, domains: Sequence[int]) -> tuple[frozenset[Span], ...] | None:
    """Return for each index of the line the places in the clue that may hold its letter; None if that takes too long.

    Args:
        domains: The letter mask of each index, in the order in which the clue reads the line.

    >>> from satcross.regex.letters.classes import split
    >>> from satcross.regex.letters.sets import from_text
    >>> from satcross.regex.syntax.parse import parse
    >>> alphabet = from_text("AHN")
    >>> classes = split(alphabet, [from_text(letter) for letter in "AHN"])
    >>> held = parts_by_index(parse("NAH|HAN"), classes, [classes.every, classes.every, classes.mask_of("H")])
    >>> [[span.start for span in spans] for spans in held]
    [[0], [1], [2]]
    """
    walk = _Walk(tree, classes, domains)
    try:
        walk.live(tree.root, 1, 1 << len(domains))
    except _TooLarge:
        return None
    spans: list[set[Span]] = [set() for _ in domains]
    for span, indices in walk.indices_by_span.items():
        for index in members(indices):
            spans[index].add(span)
    return tuple(map(frozenset, spans))


class _Walk:
    """One clue on one line; `indices_by_span` collects the indices of the letters that each place may hold, as bits."""

    def __init__(self, tree: Tree, classes: Classes, domains: Sequence[int]) -> None:
        self._tree: Final = tree
        self._classes: Final = classes
        self._domains: Final = domains
        self._every: Final = (2 << len(domains)) - 1
        self._steps = 0
        self._letters: Final[dict[int, list[tuple[Span, int]]]] = {}
        self.indices_by_span: Final[defaultdict[Span, int]] = defaultdict(int)

    def ends(self, node: Syntax, starts: int) -> int:
        """Return where `node` may end if it starts at one of `starts`."""
        self._count()
        if not starts:
            return 0
        if isinstance(node, SyntaxSequence):
            for item in node.items:
                starts = self.ends(item, starts)
            return starts
        if isinstance(node, Choice | Conditional):
            return self._union([self.ends(branch, starts) for branch in self._branches(node)], node, starts)
        if isinstance(node, SyntaxGroup):
            return self.ends(node.body, starts)
        if isinstance(node, SyntaxRepeat):
            rounds = self._rounds(node, starts)
            return self._union(rounds[min(node.quantifier.low, len(rounds) - 1) :], node, 0)
        if isinstance(node, SyntaxLook | Anchor):
            return starts
        if isinstance(node, Reference):
            lowest = starts & -starts
            return self._every & ~(lowest - 1)
        for _, fitting in self._held(node):
            starts = (starts & fitting) << 1
        return starts

    def live(self, node: Syntax, starts: int, goals: int) -> int:
        """Return from which of `starts` the node reaches one of `goals`, and note the letters on the way."""
        self._count()
        if not starts or not goals:
            return 0
        if isinstance(node, SyntaxSequence):
            before = [starts]
            for item in node.items:
                before.append(self.ends(item, before[-1]))
            for item, here in zip(reversed(node.items), reversed(before[:-1]), strict=True):
                goals = self.live(item, here, goals)
            return goals & starts
        if isinstance(node, Choice | Conditional):
            return self._union([self.live(each, starts, goals) for each in self._branches(node)], node, starts & goals)
        if isinstance(node, SyntaxGroup):
            return self.live(node.body, starts, goals)
        if isinstance(node, SyntaxRepeat):
            rounds = self._rounds(node, starts)
            low = min(node.quantifier.low, len(rounds) - 1)
            reached = goals & rounds[-1]
            for number in range(len(rounds) - 2, -1, -1):
                reached = self.live(node.item, rounds[number], reached)
                if number >= low:
                    reached |= goals & rounds[number]
            return reached
        if isinstance(node, SyntaxLook | Anchor):
            return starts & goals
        return (
            self._live_reference(node, starts, goals)
            if isinstance(node, Reference)
            else self._live_letters(node, starts, goals)
        )

    def _live_letters(self, node: Syntax, starts: int, goals: int) -> int:
        before = [starts]
        held = self._held(node)
        for _, fitting in held:
            before.append((before[-1] & fitting) << 1)
        goals &= before[-1]
        for (span, fitting), here in zip(reversed(held), reversed(before[:-1]), strict=True):
            goals = here & goals >> 1 & fitting
            self.indices_by_span[span] |= goals
        return goals

    def _live_reference(self, node: Reference, starts: int, goals: int) -> int:
        highest = goals.bit_length() - 1
        lowest = (starts & -starts).bit_length() - 1
        if lowest < highest:
            self.indices_by_span[node.span] |= (1 << highest) - (1 << lowest)
        return starts & ((2 << highest) - 1)

    def _rounds(self, node: SyntaxRepeat, starts: int) -> list[int]:
        """Return where a round of the repetition may start, for the first, the second and so on, and the last ends.

        There are no more rounds than letters, besides one that consumes nothing.
        """
        most = len(self._domains) + 1
        high = most if node.quantifier.high is None else min(node.quantifier.high, most)
        rounds = [starts]
        while len(rounds) <= max(high, min(node.quantifier.low, most)) and rounds[-1]:
            rounds.append(self.ends(node.item, rounds[-1]))
        return rounds

    def _branches(self, node: Choice | Conditional) -> tuple[Syntax, ...]:
        return node.branches if isinstance(node, Choice) else node.parts

    def _union(self, masks: Sequence[int], node: Syntax, otherwise: int) -> int:
        """Return the union of `masks`, and `otherwise` if the node is a condition that need not match anything."""
        union = otherwise if isinstance(node, Conditional) and node.no is None else 0
        for mask in masks:
            union |= mask
        return union

    def _held(self, node: Syntax) -> list[tuple[Span, int]]:
        """Return the letters of a node one after the other: the place of each in the clue, and the indices it fits."""
        spans = self._letters.get(id(node))
        if spans is None:
            assert isinstance(node, Literal | Dot | Class | LetterClass)
            tree = self._tree
            part = Tree(tree.pattern, tree.dialect, tree.flags, node, (), tree.groups)
            core = lower(part, self._classes.alphabet)
            letters = core.items if isinstance(core, Seq) else (core,)
            is_plain = len(letters) == node.end - node.start
            spans = []
            for place, each in enumerate(letters):
                if not isinstance(each, Letters):
                    raise _TooLarge  # a class that holds strings
                span = Span(node.start + place, node.start + place + 1) if is_plain else node.span
                spans.append((span, self._fitting(each.letters)))
            self._letters[id(node)] = spans
        return spans

    def _fitting(self, letters: LetterSet) -> int:
        """Return the indices at which the line can hold a letter of `letters`, as bits."""
        mask = self._classes.mask(letters) if letters else 0
        return sum([1 << index for index, domain in enumerate(self._domains) if domain & mask])

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _STEPS:
            raise _TooLarge


# The smallest set of clues and given letters that contradict each other.
#
# In: a puzzle without a solution.  Out: a `Clash`.  Two clues that allow different letters in a cell are found by
# looking at each alone (`satcross.author.rounds`).  Else a minimal set is found by deletion (`Theory.mus`), and then
# the smallest one by hitting sets: clues that can all be satisfied leave out at least one clue of every set that
# clashes.  So a set that clashes hits whatever any consistent set leaves out, and the smallest set that hits all of
# this is tried next (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, Smallest MUS extraction with minimal
# hitting set dualization, CP 2015).


LETTERS: Final = 8  # that a message lists as allowed in a cell; where more are, it lists those that are not


class Clash(NamedTuple):
    """Clues and given letters that contradict each other.

    Attributes:
        clues: The same as (line, clue) from 0; lines beyond those of the puzzle are given letters.
        cell: The address of the cell in which two of them disagree; "" if they do not clash in one cell.
        is_minimal: Whether they can be satisfied as soon as any one of them is left out; False: this is not known.
        is_smallest: Whether no other set that clashes is smaller; False: this is not known.
    """

    causes: tuple[Cause, ...]
    clues: tuple[tuple[int, int], ...]
    cell: str
    is_minimal: bool
    is_smallest: bool


def clash_of(plain: CompiledPuzzle, budget: Budget, tuning: Tuning) -> Clash | None:
    """Return the smallest clash of a puzzle that `compile_plain` has compiled; None if it has a solution.

    Its letters stay the same when a clue is left out.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up before any clash is found.
    """
    puzzle = plain.puzzle
    if puzzle.given:
        presolved = unpropagated(with_given_as_clues(puzzle, plain.alphabet), tuning, budget)
    else:
        presolved = opened(plain, tuning, budget)
    pair = _pair(puzzle, presolved.compiled, budget, tuning)
    return pair or _smallest(puzzle, presolved, budget)


def with_given_as_clues(puzzle: Puzzle, alphabet: LetterSet) -> Puzzle:
    """Return `puzzle` with a line of one cell for each given letter instead of the letter."""
    given = tuple(
        Line(f"given {address_text(puzzle.cells[cell])}", (cell,), (WordClue((letter,), "given"),))
        for cell, letter in puzzle.given
    )
    letters = ANY if puzzle.alphabet == ANY else to_text(alphabet)
    return puzzle._replace(lines=puzzle.lines + given, given=(), alphabet=letters, expected=(), expects_all=False)


def cause_of(puzzle: Puzzle, line: int, place: int) -> Cause:
    """Return clue number `place`, from 0, of line number `line`.

    Lines beyond those of `puzzle` are given letters (`with_given_as_clues`).
    """
    if line >= len(puzzle.lines):
        cell, letter = puzzle.given[line - len(puzzle.lines)]
        return Cause(f"the letter {letter} given in cell {address_text(puzzle.cells[cell])}", 0, "", cell=cell)
    return Cause(*reason_of(puzzle, line, place))


def _pair(puzzle: Puzzle, compiled: CompiledPuzzle, budget: Budget, tuning: Tuning) -> Clash | None:
    """Return two clues that allow different letters in a cell, of several pairs one that allows the fewest; or None.

    If searching clues takes longer than a question in passing may take, the others are left out.

    Raises:
        TimeUp: If the time is up.
    """
    allowing, are_all_known = _clues_by_cell(compiled, budget, tuning)
    best = min(
        (
            ((one[1][cell] | two[1][cell]).bit_count(), cell, one, two)
            for cell, each in sorted(allowing.items())
            for one, two in combinations(each, 2)
            if not one[1][cell] & two[1][cell]
        ),
        key=lambda pair: pair[:2],
        default=None,
    )
    if best is None:
        return None
    _, cell, one, two = best
    place = address_text(compiled.puzzle.cells[cell])
    causes = []
    for (constraint, left), (_, other) in ((one, two), (two, one)):
        cause = cause_of(puzzle, constraint.line, constraint.clue)
        if cause.clue:
            message = _allowed_text(compiled, left[cell], other[cell], place)
            cause = cause._replace(message=message, span=_span(compiled, constraint, left, cell))
        causes.append(cause)
    blamed = ((one[0].line, one[0].clue), (two[0].line, two[0].clue))
    return Clash(tuple(causes), blamed, place, is_minimal=are_all_known, is_smallest=are_all_known)


def _clues_by_cell(
    compiled: CompiledPuzzle, budget: Budget, tuning: Tuning
) -> tuple[dict[int, list[tuple[Constraint, dict[int, int]]]], bool]:
    """Return for each cell its clues, each with the letters that it leaves in its cells, and whether these are all.

    There are none if a clue leaves no letters: then it takes no second one to contradict it.
    """
    allowing: dict[int, list[tuple[Constraint, dict[int, int]]]] = {}
    are_all_known = True
    searching = budget.until(tuning.overview_seconds)
    for constraint in compiled.constraints:
        budget.check()
        try:
            within = budget if constraint.is_exact else searching
            left = letters_left(compiled, constraint, compiled.domains, within, tuning)
        except (TimeUp, LimitError):
            are_all_known = False
            continue
        if left is None:
            return {}, are_all_known
        for cell in left:
            allowing.setdefault(cell, []).append((constraint, left))
    return allowing, are_all_known


def _allowed_text(compiled: CompiledPuzzle, mask: int, other: int, place: str) -> str:
    letters = compiled.letters(mask)
    if len(letters) <= LETTERS:
        return f"allows only {listed(list(letters), 'or')} in cell {place}"
    return f"does not allow {listed(list(compiled.letters(other)[:LETTERS]), 'or')} in cell {place}"


def _span(compiled: CompiledPuzzle, constraint: Constraint, left: dict[int, int], cell: int) -> Span | None:
    """Return the part of the clue that may hold the letter of `cell`; None if that is not known.

    Args:
        left: The letters that matches have in each cell of the clue.
    """
    puzzle = compiled.puzzle
    clue = puzzle.lines[constraint.line].clues[constraint.clue]
    if not isinstance(clue, Clue):
        return None
    held = parts_by_index(
        parse(clue.pattern, puzzle.dialect, puzzle.flags), compiled.classes, [left[each] for each in constraint.cells]
    )
    spans = held[constraint.cells.index(cell)] if held is not None else frozenset()
    return Span(min(span.start for span in spans), max(span.end for span in spans)) if spans else None


def _smallest(puzzle: Puzzle, presolved: PresolvedPuzzle, budget: Budget) -> Clash | None:
    with Theory(presolved, budget) as theory:
        best = theory.clashing(theory.clues)
        if best is None:
            return None
        is_minimal = is_smallest = False
        try:
            best, is_minimal = theory.mus(best) or best, True
            best, is_smallest = _hitting(theory, best, budget), True
        except (TimeUp, LimitError):
            pass
    compiled = presolved.compiled
    constraints = [compiled.constraints[clue] for clue in best]
    causes = tuple(cause_of(puzzle, each.line, each.clue) for each in constraints)
    return Clash(causes, tuple((each.line, each.clue) for each in constraints), "", is_minimal, is_smallest)


def _hitting(theory: Theory, known: tuple[int, ...], budget: Budget) -> tuple[int, ...]:
    """Return the smallest set of clues that clashes; `known` is a minimal one.  Raises TimeUp, LimitError."""
    hitting_sets = HittingSets(budget)
    for _ in theory.clues:
        hitting_sets.add(1)
    while True:
        budget.check()
        chosen = hitting_sets.cheapest().items
        if chosen is None:
            raise TimeUp
        if len(chosen) >= len(known):
            return known
        if not theory.is_possible(chosen):
            return chosen
        consistent = list(chosen)
        for clue in theory.clues:
            if clue not in chosen and theory.is_possible([*consistent, clue]):
                consistent.append(clue)
        hitting_sets.hit(sorted(set(theory.clues) - set(consistent)))


_REMEDIES: Final = 3  # named; the first ones change least
_FURTHER: Final = 30  # letters: so much longer than its line a match of a clue is looked for
_PASSING: Final = 0.2  # of the time for the reason, at most, for each question that need not be answered
_SHARE: Final = 0.5  # of the time, for the reason; the rest is for the remedies


def diagnose(
    puzzle: Puzzle,
    *,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
    presolved: PresolvedPuzzle | None = None,
) -> Diagnosis:
    """Return why `puzzle`, which has no solution, has none.

    Args:
        presolved: What `presolve` returns for the puzzle, if that is known already.

    Without a deadline in `budget` it takes `tuning.diagnosis_seconds` at most.

    >>> from satcross.puzzle.shapes import rectangle
    >>> print(diagnose(rectangle(rows=["AB|BB"], columns=["A", "A"])))
    these two clash in cell 1,2
    row 1, clue 1 AB|BB: allows only B in cell 1,2
    column 2, clue 1 A: allows only A in cell 1,2
    """
    if budget.deadline is None:
        budget = budget.until(tuning.diagnosis_seconds)
    return _Doctor(puzzle, budget, tuning, presolved).diagnosis()


class _Doctor:
    """One diagnosis; `_is_complete` becomes False as soon as something could not be tried to its end."""

    def __init__(self, puzzle: Puzzle, budget: Budget, tuning: Tuning, presolved: PresolvedPuzzle | None) -> None:
        self._puzzle: Final = puzzle
        self._presolved: Final = presolved
        self._budget: Final = budget
        left = budget.share(_SHARE * _PASSING).seconds_left
        passing = tuning.overview_seconds if left is None else min(tuning.overview_seconds, left)
        self._tuning: Final = tuning._replace(overview_seconds=passing)
        self._is_complete = True

    def diagnosis(self) -> Diagnosis:
        """Return the reason and the remedies, as far as the time suffices."""
        try:
            kind, message, causes = self._reason(self._budget.share(_SHARE))
        except (TimeUp, LimitError):
            kind, message, causes = "unknown", "the time or the memory was too short to find out why", ()
            self._is_complete = False
        remedies = self._remedies(kind)
        return Diagnosis(kind, message, causes, remedies, self._is_complete)

    def _reason(self, budget: Budget) -> tuple[DiagnosisKind, str, tuple[Cause, ...]]:
        """Return the kind of the reason, the reason as a sentence, and the clues to blame."""
        if self._presolved is None:
            compiled = compile_plain(compile_letters(self._puzzle, budget), budget, self._tuning)
        else:
            compiled = plain_part(self._presolved.compiled)
        unmatchable = self._unmatchable(compiled, budget)
        if unmatchable:
            causes = tuple(cause for _, cause in unmatchable)
            is_short = any(kind == "length" for kind, _ in unmatchable)
            return ("length" if is_short else "alphabet"), _unmatchable_text(compiled, unmatchable), causes
        contradicted = tuple(self._contradicted(compiled.alphabet, budget))
        if contradicted:
            clues = "this clue" if len(contradicted) == 1 else f"these {len(contradicted)} clues"
            return "clash", f"the given letters contradict {clues}", contradicted
        clash = clash_of(compiled, budget, self._tuning)
        if clash is None:  # the puzzle has a solution
            return "unknown", "no reason was found", ()
        if len(clash.clues) == 1 and clash.clues[0][0] < len(self._puzzle.lines):
            # only a search that takes long shows that no string matches this clue
            unmatchable = [self._without_match(compiled.alphabet, *clash.clues[0], budget)]
            return unmatchable[0][0], _unmatchable_text(compiled, unmatchable), (unmatchable[0][1],)
        self._is_complete &= clash.is_smallest
        return "clash", _clash_text(clash), clash.causes

    def _unmatchable(self, compiled: CompiledPuzzle, budget: Budget) -> list[tuple[DiagnosisKind, Cause]]:
        """Return the clues that no string of their line's length matches, each with the reason for it."""
        unmatchable: list[tuple[DiagnosisKind, Cause]] = []
        known: dict[tuple[AnyClue, tuple[int, ...]], tuple[DiagnosisKind, Cause] | None] = {}
        plain = {(each.line, each.clue): each for each in compiled.constraints}
        for number, line in enumerate(self._puzzle.lines):
            for place, clue in enumerate(line.clues):
                key = (clue, tuple(map(line.cells.index, line.cells)))  # equal cells hold equal letters
                if key not in known:
                    known[key] = self._fault(compiled, number, place, plain.get((number, place)), budget)
                fault = known[key]
                if fault is not None:
                    kind, cause = fault
                    unmatchable.append((kind, cause._replace(line=line.name, clue=place + 1)))
        return unmatchable

    def _fault(
        self, compiled: CompiledPuzzle, line: int, place: int, constraint: Constraint | None, budget: Budget
    ) -> tuple[DiagnosisKind, Cause] | None:
        """Return why no string matches this clue of a line; None if some string does, or if that takes too long.

        Args:
            constraint: The clue unrolled, if it needs no circuit; pruning decides unless the line visits a cell twice,
                and otherwise a search does.
        """
        puzzle = self._puzzle
        clue, count = puzzle.lines[line].clues[place], len(puzzle.lines[line].cells)
        alphabet = ANY if puzzle.alphabet == ANY else to_text(compiled.alphabet)
        if constraint is not None and constraint.is_exact:
            if constraint.line_constraint.prune([compiled.classes.every] * count) is not None:
                return None
        elif searched(alone(puzzle, line, clue, alphabet), 1, budget, self._tuning)[0] != "none":
            return None
        return self._without_match(compiled.alphabet, line, place, budget)

    def _contradicted(self, alphabet: LetterSet, budget: Budget) -> Iterator[Cause]:
        """Yield the clues that are violated by given letters alone, because every cell of their long line has one."""
        puzzle = self._puzzle
        letters = ANY if puzzle.alphabet == ANY else to_text(alphabet)
        given = dict(puzzle.given)
        for number, line in enumerate(puzzle.lines):
            if len(line.cells) <= LETTERS or not given.keys() >= set(line.cells):
                continue
            for place, clue in enumerate(line.clues):
                filled = alone(puzzle, number, clue, letters)._replace(given=puzzle.given)
                if searched(filled, 1, budget, self._tuning)[0] == "none":
                    cause = cause_of(puzzle, number, place)
                    text = "".join(given[cell] for cell in line.cells)
                    read = text[::-1] if cause.is_reversed else text
                    yield cause._replace(message=f"does not match the given letters {read}")

    def _without_match(self, alphabet: LetterSet, line: int, place: int, budget: Budget) -> tuple[DiagnosisKind, Cause]:
        """Return what is the matter with this clue of a line, which no string over `alphabet` matches."""
        puzzle = self._puzzle
        clue, count = puzzle.lines[line].clues[place], len(puzzle.lines[line].cells)
        cause = cause_of(puzzle, line, place)
        text = f"no string of {counted(count, 'letter')}"
        if len(set(puzzle.lines[line].cells)) < count:
            text += ", some of them in the same cell,"
        if puzzle.alphabet != ANY:
            _, example = searched(alone(puzzle, line, clue, ANY), 1, budget, self._tuning)
            if example is not None:
                letters = [example.letters[cell] for cell in puzzle.lines[line].cells]
                read = "".join(letters[::-1] if cause.is_reversed else letters)
                text += f" from {_alphabet_text(alphabet)} matches, but {read} would"
                span = _foreign(parse(cause.pattern, puzzle.dialect, puzzle.flags), alphabet)
                return "alphabet", cause._replace(message=text, span=span)
        if not isinstance(clue, Clue):
            return "length", cause._replace(message=f"no word of the list has {counted(count, 'letter')}")
        text += f" matches{_lengths_text(parse(clue.pattern, puzzle.dialect, puzzle.flags), count)}"
        return "length", cause._replace(message=text, span=Span(0, len(clue.pattern)))

    def _remedies(self, kind: DiagnosisKind) -> tuple[Remedy, ...]:
        """Return the changes that help, those that leave exactly one solution first."""
        is_hexagon = self._puzzle.shape.kind == "hexagon"
        # in a rectangle every line keeps its length, whatever is reversed
        with_arrangements = kind in ("clash", "unknown") or (kind == "length" and is_hexagon)
        offers: list[Remedy] = []
        try:
            for remedy in remedies(
                self._puzzle, with_arrangements=with_arrangements, budget=self._budget, tuning=self._tuning
            ):
                offers.append(remedy)
        except (TimeUp, LimitError):
            self._is_complete = False
        return tuple(sorted(offers, key=lambda each: each.status != "unique")[:_REMEDIES])


def _unmatchable_text(compiled: CompiledPuzzle, unmatchable: list[tuple[DiagnosisKind, Cause]]) -> str:
    clues = counted(len(unmatchable), "clue")
    if any(kind == "length" for kind, _ in unmatchable):
        return f"no string of the right length matches {clues}"
    return f"no string from the alphabet {_alphabet_text(compiled.alphabet)} matches {clues}"


def _clash_text(clash: Clash) -> str:
    count = len(clash.causes)
    if clash.cell:
        return f"these two clash in cell {clash.cell}"
    if count == 1:
        return "this cannot be satisfied"
    if not clash.is_minimal:
        return f"these {count} clash: they cannot all be satisfied"
    if count == 2:
        return "these two clash"
    return f"these {count} clash: they cannot all be satisfied, but any {count - 1} of them can"


def _alphabet_text(alphabet: LetterSet) -> str:
    """Return the alphabet as people write it; of a long one, the number of its letters."""
    letters = contract_alphabet(to_text(alphabet))
    return letters if len(letters) <= 2 * LETTERS else f"the {size(alphabet):,} letters of the alphabet"


def _lengths_text(tree: Tree, count: int) -> str:
    """Return which lengths the clue does match, as the end of a sentence; "" if that is not known."""
    core = lower(tree, EVERY_LETTER)
    if core.least >= NEVER:
        return ", and none of any other length"
    possible = lengths(core, count + _FURTHER)
    if possible is not None and core.is_regular:
        return _lengths_of_matches(possible, count)
    least, most = core.least, core.most
    if possible:  # look-arounds may exclude some of these lengths, but no match has another one
        least = max(least, (possible & -possible).bit_length() - 1)
        most = possible.bit_length() - 1 if most is not None and most <= count + _FURTHER else most
    if least > count:
        return f": every match has {counted(least, 'letter')} or more"
    return f": no match has more than {counted(most, 'letter')}" if most is not None and most < count else ""


def _lengths_of_matches(possible: int, count: int) -> str:
    """Return which lengths matches have, nearest to `count`, given all of them as bits (`lengths`)."""
    if possible >> count & 1:
        return ""  # the length is right; something else is the matter
    shorter = [length for length in range(count) if possible >> length & 1]
    longer = [length for length in range(count + 1, count + _FURTHER + 1) if possible >> length & 1]
    if shorter and longer:
        return f": its matches have {shorter[-1]} or {longer[0]} letters, or are further off"
    if shorter:
        return f": its longest match has {counted(shorter[-1], 'letter')}"
    return f": its shortest match has {counted(longer[0], 'letter')}" if longer else ""


def _foreign(tree: Tree, alphabet: LetterSet) -> Span | None:
    """Return the first letters of the clue that the alphabet lacks; None if it names none, or only rules them out."""
    waiting: list[Syntax] = [tree.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, SyntaxLook) or (isinstance(node, Class) and node.is_negative):
            continue
        waiting += reversed(node.parts)
        if isinstance(node, Literal):
            lacks = [not contains(alphabet, ord(letter)) for letter in node.text]
            if any(lacks):
                if len(lacks) != node.end - node.start:
                    return node.span
                first = lacks.index(True)
                after = next((place for place in range(first, len(lacks)) if not lacks[place]), len(lacks))
                return Span(node.start + first, node.start + after)
    return None
