"""Changes that may give a puzzle without a solution one, each of them tried.

In: a puzzle without a solution.  Out: `Remedy`s: at most one other alphabet, one other way to read the clues, and one
other order of its lines, in each case the change that alters least.

Sources differ in which direction of a hexagon or rectangle comes first, at which end a list of lines begins, and from
which end lines are read.  An *arrangement* is a puzzle as it then is: the clues of each direction may move to another
one with as many lines, their order may be reversed, and so may the direction in which they are read.  Two
arrangements that a symmetry of the grid turns into each other have the same solutions, rotated or mirrored.  Only the
arrangement that is easier to describe is kept.

An arrangement gives each list of clues a *seat*: the direction it goes to, whether its order is reversed, and whether
its lines are read backwards.  A symmetry is a matrix that permutes coordinates and changes signs.  Applied to the
vectors of a direction, it says which direction that becomes, and what is reversed then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import TypeAlias

from satcross.author.alone import searched
from satcross.base.budget import Budget
from satcross.base.wording import listed
from satcross.errors import SatcrossError
from satcross.puzzle import ANY, DIALECTS, MENTIONED, AnyClue, Clue, Puzzle, WordClue
from satcross.puzzle.kinds import Vector
from satcross.puzzle.shapes import direction_of
from satcross.regex.core import are_alike
from satcross.solver.compile import PuzzleLetters, read_letters
from satcross.solver.diagnosis import Remedy


def remedies(
    puzzle: Puzzle, read: PuzzleLetters | None, *, with_arrangements: bool, budget: Budget
) -> Iterator[Remedy]:
    """Yield changes after which `puzzle` has a solution: settings first, then at most one other order of its lines.

    Args:
        read: What `read_letters` returns for the puzzle, if that is known already.
        with_arrangements: Whether to try other orders and directions of the lines.

    A change whose puzzle takes too long to solve is left out.

    Raises:
        TimeUp: If the time is up.
    """
    bare = puzzle._replace(expected=(), expects_all=False)
    for each in (_tried(settings, read, budget) for settings in (_alphabets(bare), _readings(bare))):
        yield from each
    if with_arrangements:
        yield from _tried(arrangements(bare), read, budget)


def _tried(changes: Iterable[tuple[Puzzle, str]], read: PuzzleLetters | None, budget: Budget) -> Iterator[Remedy]:
    """Yield the first of `changes` with exactly one solution, or else the first with several; nothing without any.

    Raises TimeUp if the time is up; what has been found by then is yielded before.
    """
    several: Remedy | None = None
    for changed, change in changes:
        if budget.seconds_left == 0:
            break
        try:
            known = read_letters(changed, budget, known=read)
            if read is not None and _asks_the_same(known, read):
                continue
            status, _ = searched(changed, 2, budget, known)
        except SatcrossError:
            continue  # with these settings the clues cannot be read, or the given letters are not letters
        if status == "unique":
            yield Remedy(change, "unique")
            return
        if status == "several" and several is None:
            several = Remedy(change, "several")
    if several is not None:
        yield several
    budget.check()


def _asks_the_same(one: PuzzleLetters, two: PuzzleLetters) -> bool:
    """Return whether the lines of two puzzles have the same clues, and these accept the same strings."""
    lines = one.puzzle.lines
    return (
        lines == two.puzzle.lines
        and not any(isinstance(clue, WordClue) for line in lines for clue in line.clues)
        and all(are_alike(core, two.cores[pattern]) for pattern, core in one.cores.items())
    )


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


_Seat: TypeAlias = tuple[int, bool, bool]
"""A direction (its place among the directions of the puzzle), whether the order is reversed, and whether the reading
is."""

_MOVED, _REORDERED, _TURNED = 2, 3, 4  # how tedious each change of a file is; to turn means to mark every clue


_Directions: TypeAlias = Sequence[tuple[str, Sequence[int]]]
"""The directions of a puzzle: the name of each, and the numbers of its lines."""


def arrangements(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """Yield the other arrangements of `puzzle`, none twice; none for lines of named cells.

    Each is the puzzle, and how it was changed, as the end of a sentence: "if ...".

    >>> from satcross.puzzle.shapes import hexagon, rectangle
    >>> for _, change in arrangements(rectangle(rows=["AB", "CD"], columns=["AC", ""])):
    ...     print(change)
    if the clues of `columns` were listed in the opposite order
    if the clues of `rows` were listed in the opposite order
    if the clues of `rows` and of `columns` were listed in the opposite order
    >>> sum(1 for _ in arrangements(hexagon(horizontal=["A."] * 3, rising=["B."] * 3, falling=["C."] * 3)))
    31
    """
    directions = _directions(puzzle)
    if not puzzle.shape.is_grid:
        return
    symmetries = _symmetries(puzzle, directions)
    seen = {_canonical(_as_it_is(directions), symmetries)}
    for seats in sorted(_all_seats(directions), key=lambda each: (_effort(each), each)):
        key = _canonical(seats, symmetries)
        if key not in seen:
            seen.add(key)
            yield _arranged(puzzle, directions, seats), _change_text(puzzle, directions, seats)


def _directions(puzzle: Puzzle) -> _Directions:
    numbers: dict[str, list[int]] = {}
    for number, line in enumerate(puzzle.lines):
        numbers.setdefault(direction_of(line), []).append(number)
    return list(numbers.items())


def _as_it_is(directions: _Directions) -> tuple[_Seat, ...]:
    return tuple((place, False, False) for place in range(len(directions)))


def _all_seats(directions: _Directions) -> Iterator[tuple[_Seat, ...]]:
    """Yield every way to seat each list of clues on a direction with as many lines."""
    lengths = [len(lines) for _, lines in directions]
    orders = [[False, True] if length > 1 else [False] for length in lengths]
    for places in permutations(range(len(directions))):
        if [lengths[there] for there in places] == lengths:
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


def _symmetries(puzzle: Puzzle, directions: _Directions) -> list[tuple[_Seat, ...]]:
    """Return for each symmetry of the grid where it moves each direction.

    Letters that are given, and holes, stay where they are, so then there is only the identity.
    """
    if puzzle.given or puzzle.shape.holes:
        return [_as_it_is(directions)]
    vectors = [puzzle.shape.directions[name][1:3] for name, _ in directions]
    symmetries = []
    for axes, signs in puzzle.shape.symmetries():
        images = [_image(vectors, *each, axes, signs) for each in vectors]
        seats = tuple(image for image in images if image is not None)
        if len(seats) == len(directions):
            symmetries.append(seats)
    return symmetries


def _moved(vector: Vector, axes: Vector, signs: Vector) -> Vector:
    return tuple(sign * vector[axis] for axis, sign in zip(axes, signs, strict=True))


def _image(
    all_vectors: list[tuple[Vector, Vector]], listing: Vector, reading: Vector, axes: Vector, signs: Vector
) -> _Seat | None:
    """Return where the symmetry moves the direction with these vectors; None: to no direction."""
    listing, reading = _moved(listing, axes, signs), _moved(reading, axes, signs)
    for is_reordered, is_turned in product([False, True], repeat=2):
        vectors = _negated(listing, is_reordered), _negated(reading, is_turned)
        if vectors in all_vectors:
            return all_vectors.index(vectors), is_reordered, is_turned
    return None


def _negated(vector: Vector, is_negated: bool) -> Vector:
    return tuple(-each for each in vector) if is_negated else vector


def _arranged(puzzle: Puzzle, directions: _Directions, seats: Sequence[_Seat]) -> Puzzle:
    """Return `puzzle` with each list of clues on its seat."""
    lines = list(puzzle.lines)
    for (_, numbers), (there, is_reordered, is_turned) in zip(directions, seats, strict=True):
        clued = numbers[::-1] if is_reordered else numbers
        for source, target in zip(clued, directions[there][1], strict=True):
            clues = puzzle.lines[source].clues
            lines[target] = puzzle.lines[target]._replace(clues=tuple(map(_turned_clue, clues)) if is_turned else clues)
    return puzzle._replace(lines=tuple(lines), expected=(), expects_all=False)


def _turned_clue(clue: AnyClue) -> AnyClue:
    if isinstance(clue, Clue):
        return clue._replace(is_reversed=not clue.is_reversed)
    return WordClue(tuple(sorted(word[::-1] for word in clue.words)), clue.source)


def _change_text(puzzle: Puzzle, directions: _Directions, seats: Sequence[_Seat]) -> str:
    """Return what has to be done to the lists of a puzzle file, as the end of a sentence."""
    key = [f"`{puzzle.shape.directions[name].key}`" for name, _ in directions]
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
