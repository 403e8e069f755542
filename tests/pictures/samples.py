"""Puzzles of every shape, for the tests of pictures."""

from pathlib import Path

from satcross import load
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle

MIT = load(Path(__file__).parents[2] / "puzzles" / "mit-2013.toml")

LONG = "(ABC|DE[^FGH]*)" * 6


def small() -> Puzzle:
    """Two by two, clues on three sides, one read backwards; its only solution is HE, LP."""
    columns = ["[^SPEAK]+", Clue("PE|PI|FE", is_reversed=True)]
    return rectangle(rows=["HE|LL|O+", ["[PLEASE]+", ".*P"]], columns=columns, title="Small")


def fifteen() -> Puzzle:
    clues = [["(A|B)*" * (1 + number % 6), "[^C]*" * (1 + number % 4)] for number in range(15)]
    return rectangle(rows=clues, columns=clues[::-1], holes=[(3, 3), (15, 1)], given={(1, 1): "A"}, title="Fifteen")


def long_clues() -> Puzzle:
    return rectangle(rows=[LONG * 12, "A"], columns=[LONG, LONG * 2], title="Long")


def irregular() -> Puzzle:
    return hexagon(
        sides=[4, 5, 6],
        horizontal=[["(.)\\1.*", "[AB]+"]] * 10,
        rising=[["A*B*" * 4, ".*C"]] * 9,
        falling=["(A|BC)*" * 5] * 8,
    )


def holed() -> Puzzle:
    return hexagon(horizontal=["A*"] * 3, rising=["B*"] * 3, falling=["C*"] * 3, holes=[(1, 1), (2, 2)])


def triangle() -> Puzzle:
    sides = [NamedLine("abcd", "A.*B", "left"), NamedLine("defg", "[XY]+.", "right"), NamedLine("gjia", "Z.?", "base")]
    return lines(sides)


def star() -> Puzzle:
    """Five lines of four cells, as a pentagram is drawn."""
    ends = [[f"t{(i - 1) % 5}", f"p{i}", f"p{(i + 1) % 5}", f"t{(i + 1) % 5}"] for i in range(5)]
    return lines([NamedLine(cells, f"[{'ABCDE'[i]}X].*") for i, cells in enumerate(ends)], title="Star")


def crossword() -> Puzzle:
    words = ["abcde", "bfghi", "ejklm", "inom", "gpq", "crp"]
    return lines([NamedLine(word, f"{word[0].upper()}.*") for word in words])


def comb() -> Puzzle:
    """A crossword one of whose words begins with too little room for its clue: that stands at its end."""
    words = [NamedLine(word, f"{word[0].upper()}[A-Z]*") for word in ("abcde", "afg", "chi", "ejk")]
    return lines([*words, NamedLine("iok", "I[^AEIOU][KL]")])


def box() -> Puzzle:
    """Two by three by two cells with a clue along each line of each axis."""
    name = "{}{}{}".format
    along_x = [NamedLine([name(x, y, z) for x in range(2)], "X.", f"x {y}{z}") for y in range(3) for z in range(2)]
    along_y = [NamedLine([name(x, y, z) for y in range(3)], "Y..", f"y {x}{z}") for x in range(2) for z in range(2)]
    along_z = [NamedLine([name(x, y, z) for z in range(2)], ".Z", f"z {x}{y}") for x in range(2) for y in range(3)]
    return lines([*along_x, *along_y, *along_z], title="Box")


def cube() -> Puzzle:
    """Three faces of a cube; every line bends over an edge."""
    sides = range(3)
    left_right = [NamedLine([f"L{i}{j}" for j in sides] + [f"R{i}{j}" for j in sides], "L.*R") for i in sides]
    right_top = [NamedLine([f"R{2 - i}{j}" for i in sides] + [f"T{i}{j}" for i in sides], "R.*T") for j in sides]
    left_top = [NamedLine([f"L{2 - i}{j}" for i in sides] + [f"T{2 - j}{i}" for i in sides], "L.*T") for j in sides]
    return lines(left_right + right_top + left_top)


def loop() -> Puzzle:
    """A line that comes back to its first cell, and a cell on no line."""
    return lines([NamedLine("abcdefa", "A.*A")], cells=["z"])


def hebrew() -> Puzzle:
    """Three by three Hebrew letters; its only solution is the word for bread, "of them", and "hot"."""
    rows = ["(ל|ח)+ם", "[א-ש]ל.(?<!ן)", "(ח|מ)ו?."]
    columns = [["לש.", "ל..?ח"], "חל(ו|י)", "ם{3}|ן+"]
    return rectangle(rows=rows, columns=columns, title="לחם חם (1948)", author="חנה", alphabet="א-ת")


SAMPLES = {
    "mit": MIT,
    "small": small(),
    "fifteen": fifteen(),
    "long": long_clues(),
    "irregular": irregular(),
    "holed": holed(),
    "tiny hexagon": hexagon(horizontal=["A", "B.", ""], rising=["C", ""], falling=["D", ""], sides=[1, 2, 2]),
    "diagonals": rectangle(rows=["A*"] * 3, columns=["B*"] * 3, falling=["C*"], rising=["D*"]),
    "triangle": triangle(),
    "star": star(),
    "crossword": crossword(),
    "comb": comb(),
    "box": box(),
    "cube": cube(),
    "loop": loop(),
    "hebrew": hebrew(),
}
