"""Random puzzles that are solvable by construction.

A hidden grid is drawn; each line gets clues that its string satisfies, in the styles of real puzzles: some letters in
order, a class where the line uses few letters, tokens that a forbidden letter must be part of, alternatives at the
end, a backreference, a lookahead.  *Tight* puzzles get clues until they have one solution only.  From *minimal*
ones every clue that is not needed is removed, so that proving uniqueness takes search.  Puzzles *as published* have
one solution, and one or two clues on each line, which spell it piece by piece.

`bench.compare` runs this module on older revisions of satcross.  So it does not use `bench.crafted`, which
needs today's satcross, although two of its styles of clue stand there too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from satcross.puzzle import AnyClue, Clue, Line, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solver.solutions import check

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CJK = 0x4E00


def only(style: str) -> Styles:
    """Return this style alone; where a line admits no such clue it gets letters in order."""
    return Styles(*[float(field == style) for field in Styles._fields])


def alphabet(letters: int) -> str:
    """Return `letters` letters: Latin ones, or Chinese ones if there are not enough."""
    return LATIN[:letters] if letters <= len(LATIN) else "".join(map(chr, range(CJK, CJK + letters)))


class Styles(NamedTuple):
    """How often each style of clue is drawn."""

    in_order: float = 0.30
    one_class: float = 0.15
    tokens: float = 0.35
    endings: float = 0.10
    reference: float = 0.05
    lookahead: float = 0.05


MIXED = Styles()
REGULAR = Styles(reference=0, lookahead=0)
TOKENS = Styles(in_order=0.4, one_class=0, tokens=0.5, endings=0.1, reference=0, lookahead=0)
REFERRING = Styles(in_order=0.2, one_class=0, tokens=0.2, endings=0, reference=0.35, lookahead=0.25)


def clue(text: str, letters: str, styles: Styles, random: Random) -> str:
    """Return a random clue that matches `text`."""
    (style,) = random.choices(Styles._fields, styles)
    return _STYLES[style](text, letters, random) or _in_order(text, letters, random)


def _in_order(text: str, letters: str, random: Random) -> str:
    count = min(len(text), random.randint(2, max(2, min(6, len(text) // 2))))
    chosen = sorted(random.sample(range(len(text)), count))
    pieces = [text[chosen[0]]]
    for before, place in pairwise(chosen):
        pieces.append(("" if place == before + 1 else ".*") + text[place])
    return f".*{''.join(pieces)}.*"


def _one_class(text: str, letters: str, random: Random) -> str | None:
    used = set(text)
    if len(used) > 0.6 * len(letters):
        return None
    return f"[{''.join(sorted(used | set(random.sample(letters, 2))))}]*"


def _tokens(text: str, letters: str, random: Random) -> str | None:
    used = sorted(set(text))
    bad = random.sample(used, min(3, len(used)))
    tokens: set[str] = set()
    place = 0
    while place < len(text):
        length = random.randint(2, 3) if text[place] in bad else 1
        if length > 1:
            tokens.add(text[place : place + length])
        place += length
    return f"([^{''.join(bad)}]|{'|'.join(sorted(tokens))})*"


def _endings(text: str, letters: str, random: Random) -> str:
    length = min(3, len(text))
    ends = {text[-length:]}
    while len(ends) < 4:
        ends.add("".join(random.choices(letters, k=length)))
    shuffled = sorted(ends)
    random.shuffle(shuffled)
    return f".*({'|'.join(shuffled)})"


def _reference(text: str, letters: str, random: Random) -> str | None:
    pairs = [(i, j) for i in range(len(text)) for j in range(i + 3, len(text)) if text[i] == text[j]]
    if not pairs:
        return None
    i, _ = random.choice(pairs)
    return rf".*(.){text[i + 1]}.*\1.*"


def _lookahead(text: str, letters: str, random: Random) -> str:
    absent = sorted(set(letters) - set(text))
    first = f"(?!.*{random.choice(absent)})" if absent and random.random() < 0.5 else f"(?=.*{random.choice(text)})"
    return first + _in_order(text, letters, random)


_STYLES: dict[str, Callable[[str, str, Random], str | None]] = {
    "in_order": _in_order,
    "one_class": _one_class,
    "tokens": _tokens,
    "endings": _endings,
    "reference": _reference,
    "lookahead": _lookahead,
}


def random_rectangle(n: int, *, letters: int = 26, per_line: int = 2, styles: Styles = MIXED, seed: int = 1) -> Puzzle:
    """Return an n x n puzzle."""
    return _with_clues(rectangle(rows=[""] * n, columns=[""] * n), letters, per_line, styles, Random(f"{seed} {n}"))


def random_hexagon(side: int, *, letters: int = 26, per_line: int = 2, styles: Styles = MIXED, seed: int = 1) -> Puzzle:
    """Return a hexagon of this side."""
    none = [""] * (2 * side - 1)
    blank = hexagon(horizontal=none, rising=none, falling=none)
    return _with_clues(blank, letters, per_line, styles, Random(f"{seed} {side}"))


def tight_rectangle(
    n: int, *, letters: int = 6, per_line: int = 1, added: int = 2, styles: Styles = MIXED, seed: int = 1
) -> Puzzle:
    """Return an n x n puzzle with one solution: to clues on each line others are added until no other is left.

    They go to lines on which the two solutions differ that `check` shows, so another version may make other puzzles.

    Args:
        added: How many at a time.
    """
    random = Random(f"tight {seed} {n}")
    puzzle = _with_clues(rectangle(rows=[""] * n, columns=[""] * n), letters, per_line, styles, random)
    hidden = puzzle.expected[0]
    while True:
        verdict = check(puzzle)
        if verdict.status == "unique":
            return puzzle._replace(expects_all=True)
        differing = {puzzle.cells.index(cell) for cell in verdict.differing_cells}
        touched = [number for number, line in enumerate(puzzle.lines) if differing.intersection(line.cells)]
        for number in random.sample(touched, min(added, len(touched))):
            line = puzzle.lines[number]
            text = "".join(hidden[cell] for cell in line.cells)
            puzzle = _with_line(puzzle, number, (*line.clues, Clue(clue(text, alphabet(letters), styles, random))))


def minimal_rectangle(n: int, *, letters: int = 4, styles: Styles = TOKENS, seed: int = 1) -> Puzzle:
    """Return an n x n puzzle with one solution, and with others if any one of its clues is left out."""
    puzzle = tight_rectangle(n, letters=letters, styles=styles, seed=seed)
    clues = [(number, each) for number, line in enumerate(puzzle.lines) for each in line.clues]
    Random(f"minimal {seed} {n}").shuffle(clues)
    for number, each in clues:
        rest = list(puzzle.lines[number].clues)
        rest.remove(each)
        smaller = _with_line(puzzle, number, tuple(rest))
        if check(smaller).status == "unique":
            puzzle = smaller
    return puzzle


def published_rectangle(n: int, *, letters: int = 8, seed: int = 1) -> Puzzle:
    """Return an n x n puzzle with one solution, as people publish them: one clue a line up to 3 x 3, two from there on.

    Clues spell their line piece by piece: letters, classes, alternatives, loops; one in five refers to a group, one in
    twenty looks ahead (the shares among 1,160 published clues).  Where two solutions differ, clues are drawn anew, each
    time with fewer loose pieces.
    """
    random = Random(f"published {seed} {n}")
    used = alphabet(letters)
    hidden = random.choices(used, k=n * n)
    puzzle = rectangle(rows=[""] * n, columns=[""] * n)._replace(alphabet=used, expected=(tuple(hidden),))
    looseness = [0.9] * len(puzzle.lines)
    redrawn = list(range(len(puzzle.lines)))
    while True:
        for number in redrawn:
            text = "".join(hidden[cell] for cell in puzzle.lines[number].cells)
            drawn = [_piecewise(text, used, looseness[number], random) for _ in range(1 if n <= 3 else 2)]
            puzzle = _with_line(puzzle, number, tuple(map(Clue, drawn)))
            looseness[number] *= 0.8
        verdict = check(puzzle)
        if verdict.status == "unique":
            return puzzle._replace(expects_all=True)
        differing = {puzzle.cells.index(cell) for cell in verdict.differing_cells}
        touched = [number for number, line in enumerate(puzzle.lines) if differing.intersection(line.cells)]
        redrawn = random.sample(touched, max(1, len(touched) // 3))


def _piecewise(text: str, letters: str, looseness: float, random: Random) -> str:
    kind = random.random()
    if kind < 0.05:
        return _lookahead(text, letters, random)
    if kind < 0.25 and len(text) > 1:
        place = random.randrange(1, len(text))
        again = random.randrange(place)
        if text[again] == text[place]:
            before, between, after = text[:again], text[again + 1 : place], text[place + 1 :]
            pieces = [_pieces(each, letters, looseness, random) for each in (before, between, after)]
            return rf"{pieces[0]}(.){pieces[1]}\{pieces[0].count('(') + 1}{pieces[2]}"
    return _pieces(text, letters, looseness, random)


def _pieces(text: str, letters: str, looseness: float, random: Random) -> str:
    pieces = []
    while text:
        length = random.randint(1, min(4, len(text)))
        piece, text = text[:length], text[length:]
        others = random.sample(letters, 2)
        if random.random() < looseness:
            kinds = [
                f"[{''.join(sorted({*piece, *others}))}]+",
                ".*",
                f"[^{''.join(sorted(set(others) - set(piece)))}]+",
            ]
            pieces.append(random.choice(kinds).replace("[^]", "."))
        elif random.random() < 0.5:
            branches = [piece, "".join(random.sample(letters, length)), *others][: random.randint(2, 4)]
            random.shuffle(branches)
            pieces.append(f"({'|'.join(branches)})" + random.choice(["", "", "+"]))
        else:
            pieces.append(piece + random.choice(["", f"{others[0]}?", f"{others[1]}*"]))
    return "".join(pieces)


def _with_line(puzzle: Puzzle, number: int, clues: tuple[AnyClue, ...]) -> Puzzle:
    lines = list(puzzle.lines)
    lines[number] = lines[number]._replace(clues=clues)
    return puzzle._replace(lines=tuple(lines))


def grid(rows: int, columns: int, pattern: str, letters: str) -> Puzzle:
    """Return a rectangle with the same clue on every line."""
    return rectangle(rows=[pattern] * rows, columns=[pattern] * columns, alphabet=letters)


def one_line(pattern: str, n: int, letters: str) -> Puzzle:
    """Return a puzzle of one line of n cells."""
    return rectangle(rows=[pattern], columns=[""] * n, alphabet=letters)


def _with_clues(blank: Puzzle, letters: int, per_line: int, styles: Styles, random: Random) -> Puzzle:
    letters_used = alphabet(letters)
    grid = random.choices(letters_used, k=len(blank.cells))
    lines = [_with_line_clues(line, grid, letters_used, per_line, styles, random) for line in blank.lines]
    return blank._replace(lines=tuple(lines), alphabet=letters_used, expected=(tuple(grid),))


def _with_line_clues(
    line: Line, grid: Sequence[str], letters: str, per_line: int, styles: Styles, random: Random
) -> Line:
    text = "".join(grid[cell] for cell in line.cells)
    return line._replace(clues=tuple(Clue(clue(text, letters, styles, random)) for _ in range(per_line)))


def word_lists(n: int, letters: int, seed: int = 0) -> Puzzle:
    """Return a square whose clues are random lists of words, so many that one solution is to be expected."""
    random = Random(f"words {n} {letters} {seed}")
    names = alphabet(letters)

    def listed() -> str:
        words: set[str] = set()
        while len(words) < round(letters ** (n / 2)):
            words.add("".join(random.choices(names, k=n)))
        return "|".join(sorted(words))

    return rectangle(rows=[listed() for _ in range(n)], columns=[listed() for _ in range(n)], alphabet=names)


def nonogram(rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> Puzzle:
    """Return the nonogram whose lines have blocks of X of these lengths, with O between them."""
    clues = [
        [f"O*{'O+'.join(f'X{{{length}}}' for length in blocks)}O*" for blocks in lines] for lines in (rows, columns)
    ]
    return rectangle(rows=clues[0], columns=clues[1], alphabet="OX")


def random_nonogram(n: int, seed: int = 0) -> Puzzle:
    """Return the nonogram of a random picture."""
    random = Random(f"nonogram {n} {seed}")
    picture = ["".join(random.choices("OX", [2, 3], k=n)) for _ in range(n)]
    columns = ["".join(column) for column in zip(*picture, strict=True)]
    rows, down = [
        [[len(block) for block in text.split("O") if block] for text in lines] for lines in (picture, columns)
    ]
    return nonogram(rows, down)._replace(expected=(tuple("".join(picture)),))


def domino_nonogram(n: int) -> Puzzle:
    """Return the nonogram `dom_N` of the MiniZinc benchmarks: N dominoes, whose order search has to find."""
    pair = ([3, 1], [1]) * (n - 1)
    return nonogram([[3], [1], *pair, [1]], [[1], [1], *[blocks[::-1] for blocks in pair], [3]])


def minizinc_nonogram(text: str) -> Puzzle:
    """Return the nonogram of the MiniZinc benchmarks that a `.dzn` file with this text describes.

    Its matrices `rows` and `cols` give each line as ones, with a zero between blocks, and -1 from the end on.

    >>> minizinc_nonogram("rows = [|1, 0, 1 |1, 1, -1|]; cols = [|1, 1|1, -1|1, -1|];").lines[0].clues[0].pattern
    'O*X{1}O+X{1}O*'
    """
    lines = {}
    for name in ("rows", "cols"):
        matrix = re.search(rf"\b{name}\s*=\s*\[\|(.*?)\|\s*\]", text, re.DOTALL)
        assert matrix, name
        shown = [re.sub(r"-1|[\s,]", "", line) for line in matrix[1].split("|")]
        lines[name] = [[len(block) for block in line.split("0") if block] for line in shown]
    return nonogram(lines["rows"], lines["cols"])


def words_on_one_line(number: int, seed: int = 0) -> Puzzle:
    """Return a line with so many clues `.*WORD.*`, each with another word of four letters."""
    random = Random(f"words on one line {number} {seed}")
    words = ["".join(random.choices(LATIN[:8], k=4)) for _ in range(number)]
    return rectangle(rows=[[f".*{word}.*" for word in words]], columns=4 * number + 10)


def long_list(number: int, length: int, is_repeated: bool = False, seed: int = 0) -> Puzzle:
    """Return a line whose clue is a list of random words of this length.

    Args:
        is_repeated: Whether the line holds ten of the words, one after another.
    """
    random = Random(f"long list {number} {length} {seed}")
    words = "|".join("".join(random.choices(LATIN[:10], k=length)) for _ in range(number))
    pattern, n = (f"({words})*", 10 * length) if is_repeated else (words, length)
    return one_line(pattern, n, LATIN[:10])
