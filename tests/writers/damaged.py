"""Texts that a reader must not take at face value: what is missing, computed, cut off, or out of order.

Most of them are to be refused.  The others may be refused, or read as the language means them.
"""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from satcross.puzzle import Puzzle
from tests.writers.drawn import Drawn
from tests.writers.layouts import Conditioned, Unclear, is_equal, layout
from tests.writers.lines import BARE, LOOKS_MARKED
from tests.writers.source_code import LANGUAGES, named_lists


def never(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return that a puzzle which was read is not the one that was written: nobody can know which that is."""
    return False


def is_hexagon(drawn: Drawn, puzzle: Puzzle) -> bool:
    return len({line.name.rpartition(" ")[0] for line in puzzle.lines}) == 3


STRICT = ("JavaScript", "Go", "Java", "Rust", "Kotlin", "Swift", "TypeScript", "C#")
"""Languages in which two strings side by side are an error."""


def _literals(clues: Sequence[str]) -> list[str]:
    return [json.dumps(clue, ensure_ascii=False) for clue in clues]


def _damaged(drawn: Drawn, random: Random, change: Callable[[list[str], Random], str | None]) -> Unclear | None:
    """Return lists of strings in JSON, JavaScript or Python, one of which is what `change` makes of its items."""
    named = named_lists(drawn, random)
    chosen = random.randrange(len(named))
    lists = []
    for number, (name, clues) in enumerate(named):
        inner = change(_literals(clues), random) if number == chosen else ", ".join(_literals(clues))
        if inner is None:
            return None
        lists.append((name, inner if inner.startswith(("[", "(")) else f"[{inner}]"))
    form = random.choice(["{} = {}\n", "const {} = {};\n", "let {} = {};\n", "{} = {}\n"])
    return Unclear("".join(form.format(name, inner) for name, inner in lists))


def _without_comma(items: list[str], random: Random) -> str | None:
    if len(items) < 2:
        return None
    place = random.randrange(1, len(items))
    return ", ".join(items[:place]) + random.choice([" ", "\n  "]) + ", ".join(items[place:])


@layout("damaged: JSON without a comma", "hexagon ends", is_same=never)
def json_without_comma(drawn: Drawn, random: Random) -> Unclear | None:
    named = named_lists(drawn, random)
    chosen = random.randrange(len(named))
    parts = []
    for number, (name, clues) in enumerate(named):
        inner = _without_comma(_literals(clues), random) if number == chosen else ", ".join(_literals(clues))
        if inner is None:
            return None
        parts.append(f'"{name}": [{inner}]')
    beside = random.choice(["", '"title": "Owl", ', '"solution": ["AB"], '])
    return Unclear("{" + beside + ", ".join(parts) + random.choice(["", ', "notes": ["x"]']) + "}\n")


@layout("damaged: source code without a comma", "hexagon ends", is_same=never)
def code_without_comma(drawn: Drawn, random: Random) -> Unclear | None:
    chosen_name = random.choice(STRICT)
    language = next(each for each in LANGUAGES if each.name == chosen_name)
    named = named_lists(drawn, random)
    chosen = random.randrange(len(named))
    form = language.lists[0]
    parts = []
    for number, (name, clues) in enumerate(named):
        inner = _without_comma(_literals(clues), random) if number == chosen else ", ".join(_literals(clues))
        if inner is None:
            return None
        parts.append(form.format(name=name, list=inner, lines=inner, haskell=inner))
    return Unclear("\n".join(parts) + "\n")


def is_joined(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return whether two neighbouring clues of one list are one: Python, C and Ruby join such strings."""
    for number, family in enumerate(drawn.families):
        for place in range(1, len(family)):
            joined = (*family[: place - 1], family[place - 1] + family[place], *family[place + 1 :])
            families = (*drawn.families[:number], joined, *drawn.families[number + 1 :])
            if is_equal(Drawn(families, ("",)), puzzle._replace(expected=())):
                return True
    return False


@layout("damaged: Python without a comma", is_same=is_joined)
def python_without_comma(drawn: Drawn, random: Random) -> Unclear | None:
    named = named_lists(drawn, random)
    chosen = random.randrange(2)
    parts = []
    for number, (name, clues) in enumerate(named):
        inner = _without_comma(list(map(repr, clues)), random) if number == chosen else ", ".join(map(repr, clues))
        if inner is None:
            return None
        parts.append(f"{name} = [{inner}]\n")
    return Unclear("".join(parts))


def _replaced(items: list[str], new: str, random: Random) -> str:
    place = random.randrange(len(items))
    return ", ".join([*items[:place], new, *items[place + 1 :]])


@layout("damaged: a name among the clues", is_same=never)
def with_name(drawn: Drawn, random: Random) -> Unclear | None:
    name = random.choice(["NAME", "clue", "word", "x", "ANY", "self.first", "words[0]", "WORD_1", "puzzle.first"])
    return _damaged(drawn, random, lambda items, random: _replaced(items, name, random))


@layout("damaged: a computed clue", is_same=never)
def computed(drawn: Drawn, random: Random) -> Unclear | None:
    new = random.choice(['"A" + x', 'x + "B"', '"P" + v + "E"', 'repeat("A", 3)', '"A" * n', 'f"{x}B"', "`${x}B`",
        '"A%s" % x', '"{}B".format(x)',
                         'paste0("A", x)', 'sprintf("%sB", x)', 'word("A")', '"|".join(words)',
                         'str.replace("A", "B")', '"A".lower()',
                         '"AB"[0]', 'x if y else "A"', 'x ? "A" : "B"', 'reverse("AB")', '*rest', "...rest",
                         '"A" .. x', '"A" . x', '"A" <> x'])  # fmt: skip
    return _damaged(drawn, random, lambda items, random: _replaced(items, new, random))


@layout("damaged: a computed list", is_same=never)
def computed_list(drawn: Drawn, random: Random) -> Unclear | None:
    def change(items: list[str], random: Random) -> str:
        whole = "[" + ", ".join(items) + "]"
        return whole + random.choice([" + more", " * 2", "[:1] + rest", ".concat(more)", ".map(f)",
        " + [x for x in more]", " + other_rows",
                                      ".map(x => x + 'A')", " ++ more", ".slice(1)", "[1:]", " | more"])  # fmt: skip

    return _damaged(drawn, random, change)


@layout("damaged: a list that is turned round")
def turned_round(drawn: Drawn, random: Random) -> Unclear | None:
    named = named_lists(drawn, random)
    chosen = random.randrange(2)
    turn = random.choice(["[::-1]", ".reverse()"])
    parts = []
    for number, (name, clues) in enumerate(named):
        if number == chosen and (len(clues) < 2 or clues == clues[::-1]):
            return None
        listed = ", ".join(_literals(clues[::-1] if number == chosen else clues))
        parts.append(f"{name} = [{listed}]{turn if number == chosen else ''}\n")
    return Unclear("".join(parts))


@layout("damaged: source code that is cut off", "empty")
def cut_off(drawn: Drawn, random: Random) -> Unclear | None:
    named = named_lists(drawn, random)
    whole = (
        json.dumps({name: list(clues) for name, clues in named})
        if random.random() < 0.5
        else "".join(f"{name} = [{', '.join(_literals(clues))}]\n" for name, clues in named)
    )
    last = whole.rindex("[") + 1
    text = whole[: random.randrange(last, len(whole.rstrip("}\n]")) + 1)]
    return Unclear(text)


@layout("damaged: a wrong size", is_same=never, cannot=BARE)
def wrong_size(drawn: Drawn, random: Random) -> Unclear | None:
    height, width = len(drawn.rows), len(drawn.columns)
    other, another = random.randint(1, 5), random.randint(1, 5)
    if {other, another} == {height, width} or other * another == height * width:
        return None
    kind = random.random()
    if kind < 0.5:
        form = random.choice(["{} x {}", "Size: {}x{}", "{}x{}", "size: {} by {}", "Grid: {} × {}"])
        blocks = [f"{name}:\n" + "\n".join(f"{n}. {clue}" for n, clue in enumerate(clues, 1))
                  for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True)]  # fmt: skip
        return Unclear(form.format(other, another) + "\n\n" + "\n\n".join(blocks) + "\n")
    if kind < 0.7 and other != height and another != width:
        blocks = [f"{name} ({number}):\n" + "\n".join(clues)
                  for name, number, clues in zip(("Rows", "Columns"), (other, another), drawn.families,
                  strict=True)]  # fmt: skip
        return Unclear("\n\n".join(blocks) + "\n")
    sizes: list[dict[str, object]] = [
        {"size": [other, another]},
        {"height": other, "width": another},
        {"dimensions": {"rows": other, "columns": another}},
    ]
    return Unclear(json.dumps({**random.choice(sizes), "across": drawn.rows, "down": drawn.columns}))


@layout("damaged: a number is missing", "empty", cannot=r"^\s|\s$")
def missing_number(drawn: Drawn, random: Random) -> Unclear | None:
    """A line without a clue is left out, and the numbers of the others show it."""
    form = random.choice(["{}. {}", "{}: {}", "{}) {}"])
    if "" not in drawn.rows[1:-1] + drawn.columns[1:-1] or "" in (drawn.rows[-1], drawn.columns[-1]):
        return None
    blocks = []
    for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True):
        blocks.append(f"{name}:\n" + "".join(form.format(n, clue) + "\n" for n, clue in enumerate(clues, 1) if clue))
    return Unclear("\n".join(blocks))


@layout("damaged: numbers out of order", cannot=BARE)
def out_of_order(drawn: Drawn, random: Random) -> Unclear | None:
    form = random.choice(["{}. {}", "{}: {}", "{}) {}"])
    blocks = []
    for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True):
        listed = [form.format(n, clue) + "\n" for n, clue in enumerate(clues, 1)]
        random.shuffle(listed)
        blocks.append(f"{name}:\n" + "".join(listed))
    return Unclear("\n".join(blocks))


@layout("damaged: rows, columns and diagonals of a hexagon", "hexagon only", is_same=is_hexagon)
def rows_and_diagonals(drawn: Drawn, random: Random) -> Unclear:
    names = random.choice(
        [
            ("rows", "cols", "diags"),
            ("rows", "columns", "diagonals"),
            ("horizontal", "vertical", "diagonal"),
            ("h", "v", "d"),
        ]
    )
    kind = random.random()
    named = list(zip(names, drawn.families, strict=True))
    if kind < 0.4:
        return Unclear("".join(f"{name} = {list(clues)!r}\n" for name, clues in named))
    if kind < 0.7:
        return Unclear(json.dumps({name: list(clues) for name, clues in named}))
    return Unclear(
        "\n".join(
            f"{name.capitalize()}\n" + "".join(f"{n}. {clue}\n" for n, clue in enumerate(clues, 1))
            for name, clues in named
        )
    )


@layout("damaged: a list that is assigned twice", "empty")
def assigned_twice(drawn: Drawn, random: Random) -> Unclear:
    """The second list counts."""
    (first, one), (second, other) = named_lists(drawn, random)
    older = [clue + "X" for clue in one]
    if random.random() < 0.3:
        return Unclear(
            f'{{"{first}": {json.dumps(older)}, "{first}": {json.dumps(one)}, "{second}": {json.dumps(other)}}}'
        )
    return Unclear(f"{first} = {older!r}\n{first} = {list(one)!r}\n{second} = {list(other)!r}\n")


@layout("damaged: a clue in a comment", "empty")
def commented(drawn: Drawn, random: Random) -> str:
    sign = random.choice(["# ", "// "])
    parts = []
    for name, clues in named_lists(drawn, random):
        items = [f"    {item},\n" for item in _literals(clues)]
        items.insert(random.randint(0, len(items)), f'    {sign}"{random.choice("ABC")}",\n')
        start = f"{name} = [\n" if sign == "# " else f"const {name} = [\n"
        parts.append(start + "".join(items) + ("]\n" if sign == "# " else "];\n"))
    return "".join(parts)


CONDITIONS: Final = (
    ("flags", "i"), ("ignore_case", True), ("match", "search"), ("diagonal", "AB?"),
    ("diagonals", ["A.*", ".*B"]), ("blocked", [[0, 0]]), ("mask", ["#.", ".."]), ("forbidden", "XYZ"),
    ("all_different", True), ("reverse", ["columns"]), ("corners", "A.|.B"),
)  # fmt: skip
SENTENCES: Final = (
    "Every letter is used only once.", "The diagonal reads A.B.", "Ignore case.", "Rows are read from right to left.",
    "The cell in row 1, column 1 is black.", "Flags: i", "Diagonal: A.*", "Box 1: [AB]+", "Given: the first is A.",
    "The clues need only match a part of a line.", "Only vowels are used.", "Corners: AB", "Depth: A*, B*",
)  # fmt: skip
CHANGES: Final = (
    "{0}.clear()", "{0} = list(map(f, {0}))", '{0}.remove("A")', "{0}.pop()", '{0}.insert(0, "QQ")',
    "{0} += more", "{0}.reverse!",
)  # fmt: skip
ORDERS: Final = (
    "def solve(cols, rows): ...\nsolve({}, {})\n", "function solve(columns, rows) {{}}\nsolve({}, {});\n",
    "solve({},  # columns\n      {})  # rows\n", "solve(/* columns */ {}, /* rows */ {});\n",
    "# columns\na = {}\n# rows\nb = {}\n", "cols, rows = {}, {}\n",
    "# solve(columns, rows)\nsolve({}, {})\n", "a = {}\nb = {}\nrows, cols = b, a\n",
    "solve = lambda cols, rows: None\nsolve({}, {})\n",
)  # fmt: skip


def is_kept(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return whether a puzzle is that of `drawn`, if it may have flags, letters and given letters besides."""
    return is_equal(drawn, puzzle._replace(flags="", given=(), alphabet="mentioned"))


@layout("damaged: a condition among the lists", is_same=is_kept)
def condition_among_lists(drawn: Drawn, random: Random) -> Conditioned:
    name, value = random.choice(CONDITIONS)
    items: list[tuple[str, object]] = [*((n, list(c)) for n, c in named_lists(drawn, random)), (name, value)]
    random.shuffle(items)
    text = random.choice([
        json.dumps(dict(items)) + "\n",
        "solve(" + ", ".join(f"{n}={v!r}" for n, v in items) + ")\n",
        "".join(f"{n} = {v!r}\n" for n, v in items),
    ])  # fmt: skip
    return Conditioned(text, name)


@layout("damaged: a condition in words", is_same=is_kept, cannot=BARE, unclear=LOOKS_MARKED)
def condition_in_words(drawn: Drawn, random: Random) -> Conditioned:
    sentence = random.choice(SENTENCES)
    forms = random.choice([("Row {}: ", "Column {}: "), ("R{}: ", "C{}: ")])
    kind, gap = random.random(), random.choice(["\n", "\n\n"])
    if kind < 0.5:
        lists = [f"{name}:\n" + "\n".join(f"{n}. {clue}" for n, clue in enumerate(clues, 1))
                 for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True)]  # fmt: skip
    else:
        lists = ["\n".join(form.format(n) + clue for n, clue in enumerate(clues, 1))
                 for form, clues in zip(forms, drawn.families, strict=True)]  # fmt: skip
    lists.insert(random.choice([0, 2]), sentence)
    return Conditioned(gap.join(lists) + "\n", sentence.split()[0].rstrip(":"))


def is_changed(drawn: Drawn, puzzle: Puzzle) -> bool:
    return not is_equal(drawn, puzzle)


@layout("damaged: a list that a later statement changes", is_same=is_changed)
def changed_later(drawn: Drawn, random: Random) -> Unclear | None:
    (first, one), (second, other) = named_lists(drawn, random)
    if one == other:
        return None
    change = random.choice(CHANGES)
    return Unclear(f"{first} = {list(one)!r}\n{second} = {list(other)!r}\n{change.format(first, second)}\n")


@layout("damaged: parameters or remarks that say the order")
def order_told(drawn: Drawn, random: Random) -> Unclear:
    """The columns come first, and only words around the lists say so."""
    lists = [f"[{', '.join(_literals(clues))}]" for clues in drawn.families[::-1]]
    return Unclear(random.choice(ORDERS).format(*lists))
