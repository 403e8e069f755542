"""Plain text: a clue on each line, with headings, numbers, names, arrows; and what satcross itself prints."""

import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from satcross.cli import main
from satcross.pictures.rendering import render
from satcross.puzzle.files import to_text
from tests.writers.drawn import Drawn
from tests.writers.layouts import Unclear, is_equal_but_alphabet, layout

BARE: Final = r"^\s|\s$|^$"
"""A clue that a plain line cannot hold."""

LOOKS_MARKED: Final = r"^[-*+>#•=~_|/\"'`.,:;!&<%({\[]|^\d|[:.,;!?]$|^\w+$"
"""A clue that may be taken for prose, a heading, a rule or a mark where no sign shows where it begins."""

HEADINGS: Final = (
    ("Rows", "Columns"), ("Rows:", "Columns:"), ("ROWS", "COLUMNS"), ("Across", "Down"), ("Across:", "Down:"),
    ("## Rows", "## Columns"), ("**Rows**", "**Columns**"), ("Horizontal:", "Vertical:"), ("# rows", "# cols"),
    ("=== ROWS ===", "=== COLUMNS ==="), ("Row clues:", "Column clues:"), ("Rows (from top to bottom):",
    "Columns (left to right):"),
    ("[Rows]", "[Columns]"), ("Rows\n----", "Columns\n-------"), ("// rows", "// columns"),
)  # fmt: skip
HEXAGON_HEADINGS: Final = (
    ("Horizontal", "Rising", "Falling"), ("Horizontal:", "Rising:", "Falling:"), ("## Horizontal", "## Rising",
    "## Falling"),
)  # fmt: skip
PROSE: Final = (
    "Here is my first puzzle!", "Can you solve this?", "Regex crossword", "Problem 4. Solve the following crossword.",
    "Hi all,\n\nthis is the crossword I promised.", "Puzzle no. 17 (easy)", "From the forum, by Kim",
    "- my first puzzle\n- rather hard", "* easy\n* no backreferences", "I made this (with a pencil, no tool).",
)  # fmt: skip
BELOW: Final = (
    "Thanks!",
    "Let me know what you think.",
    "Best,\nKim",
    "-- \nKim",
    "(10 points)",
    "Good luck, have fun.",
)


def with_prose(text: str, random: Random) -> str:
    """Return a text as people post it: with sentences around it, indented, quoted, in fences, with other line ends."""
    kind = random.random()
    if kind < 0.08:
        text = re.sub("(?m)^", "> ", text)
    elif kind < 0.16:
        text = f"```\n{text}\n```"
    elif kind < 0.24:
        text = re.sub("(?m)^(?=.)", random.choice(["    ", "  ", "\t"]), text)
    elif kind < 0.28:
        text = "\n" + text + "\n"
    if random.random() < 0.3:
        text = random.choice(PROSE) + "\n\n" + text
    if random.random() < 0.2:
        text = text + "\n\n" + random.choice(BELOW)
    text += "\n" * random.choice((0, 1, 1, 1, 2))
    return text.replace("\n", "\r\n") if random.random() < 0.1 else text


def _headings(drawn: Drawn, random: Random) -> Sequence[str]:
    return random.choice(HEXAGON_HEADINGS if drawn.is_hexagon else HEADINGS)


def _with_headings(drawn: Drawn, listed: Sequence[Sequence[str]], random: Random) -> str:
    """Return lists below headings, the columns first in some."""
    gap, after = random.choice(["\n", "\n\n"]), random.choice(["\n", "\n\n"])
    blocks = [
        heading + after + "\n".join(lines) for heading, lines in zip(_headings(drawn, random), listed, strict=True)
    ]
    if random.random() < 0.2 and not drawn.is_hexagon:
        blocks.reverse()
    return with_prose(gap.join(blocks), random)


@layout("lines: apart by an empty line", "hexagon", cannot=BARE, unclear=LOOKS_MARKED)
def bare(drawn: Drawn, random: Random) -> str:
    return with_prose("\n\n".join("\n".join(clues) for clues in drawn.families), random)


@layout("lines: apart by dashes", "hexagon", cannot=BARE + "|^-+$", unclear=LOOKS_MARKED)
def dashes(drawn: Drawn, random: Random) -> str:
    rule = random.choice(["-----", "---", "--", "====="])
    return with_prose(f"\n{rule}\n".join("\n".join(clues) for clues in drawn.families), random)


@layout("lines: the size first", cannot=BARE, unclear=LOOKS_MARKED)
def size_first(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{} {}", "{}x{}", "{} x {}", "{}\n{}", "Size: {}x{}", "{}, {}"])
    gap = random.choice(["\n", "\n\n"])
    return form.format(*map(len, drawn.families)) + "\n" + gap.join("\n".join(clues) for clues in drawn.families) + "\n"


@layout("lines: headings", "hexagon", cannot=BARE, unclear=LOOKS_MARKED)
def headings(drawn: Drawn, random: Random) -> str:
    return _with_headings(drawn, drawn.families, random)


@layout("lines: numbers", "hexagon", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def numbers(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{}. {}", "{}) {}", "{}: {}", "{} {}", "#{} {}", "({}) {}", "- {}: {}"])
    return _with_headings(
        drawn, [[form.format(n, clue) for n, clue in enumerate(clues, 1)] for clues in drawn.families], random
    )


@layout("lines: numbers, some without a clue", "empty", cannot=r"^\s|\s$", unclear=r"^[\"'`]|[\"'`]$")
def numbers_with_gaps(drawn: Drawn, random: Random) -> str | None:
    if all(all(family) for family in drawn.families):
        return None
    form = random.choice(["{}. {}", "{}) {}", "{}: {}"])
    return _with_headings(
        drawn, [[form.format(n, clue).rstrip() for n, clue in enumerate(clues, 1)] for clues in drawn.families], random
    )


@layout("lines: numbers in code", "hexagon", cannot=BARE + "|`")
def numbers_in_code(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{}. `{}`", "- **{}**: `{}`", "{}) `{}`", "* {}: `{}`", "- `{1}`"])
    return _with_headings(
        drawn, [[form.format(n, clue) for n, clue in enumerate(clues, 1)] for clues in drawn.families], random
    )


@layout("lines: bullets", "hexagon", cannot=BARE, unclear=r"^[-*+•\"'`>#|]|[\"'`]$|^\d")
def bullets(drawn: Drawn, random: Random) -> str:
    sign = random.choice("-*+•–")
    return _with_headings(drawn, [[f"{sign} {clue}" for clue in clues] for clues in drawn.families], random)


@layout("lines: letters", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def letters(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{}) {}", "{}: {}", "{}. {}", "({}) {}"])
    signs = random.choice(["abcdefgh", "ABCDEFGH"])
    return _with_headings(
        drawn,
        [[form.format(sign, clue) for sign, clue in zip(signs, clues, strict=False)] for clues in drawn.families],
        random,
    )


@layout("lines: quotation marks", cannot=r"\"|^\s|\s$|^$")
def quotation_marks(drawn: Drawn, random: Random) -> str:
    """A line with a backslash means the backslash: nothing in this text is source code."""
    form = random.choice(['"{}"', '"{}",', '{n}) "{}"', '- "{}"'])
    listed = [[form.format(clue, n=n) for n, clue in enumerate(clues, 1)] for clues in drawn.families]
    if random.random() < 0.5:
        return _with_headings(drawn, listed, random)
    return with_prose("\n\n".join(map("\n".join, listed)), random)


@layout("lines: slashes", cannot=BARE + "|/")
def slashes(drawn: Drawn, random: Random) -> str:
    listed = [[f"/{clue}/" for clue in clues] for clues in drawn.families]
    return (
        _with_headings(drawn, listed, random)
        if random.random() < 0.5
        else with_prose("\n\n".join(map("\n".join, listed)), random)
    )


NAMED: Final = (
    ("Row {}: ", "Column {}: "), ("R{} ", "C{} "), ("R{}: ", "C{}: "), ("{} across: ", "{} down: "), ("row-{} = ",
    "col-{} = "),
    ("Row {} - ", "Col {} - "), ("H{}: ", "V{}: "), ("R{} = ", "C{} = "), ("Across {}. ", "Down {}. "), ("Row {} ",
    "Col {} "),
    ("row {}\t", "column {}\t"), ("- Row {}: ", "- Column {}: "), ("A{}. ", "D{}. "), ("{}A ", "{}D "), ("→ ", "↓ "),
    ("→{} ", "↓{} "),
    ("➡ ", "⬇ "), ("r{}=", "c{}="), ("**Row {}:** ", "**Column {}:** "), ("ROW {}: ", "COL {}: "), ("row[{}] = ",
    "col[{}] = "),
    ("-> ", "v "), ("=> ", "|| "), ("Row #{}: ", "Column #{}: "), ("(row {}) ", "(col {}) "),
)  # fmt: skip


def _named(drawn: Drawn, forms: Sequence[str]) -> list[list[str]]:
    return [
        [form.format(n) + clue for n, clue in enumerate(clues, 1)]
        for form, clues in zip(forms, drawn.families, strict=True)
    ]


@layout("named lines", cannot=BARE, unclear=r"^[-=.:,;>|\"'`\s]|[\"'`]$|^\d|,$")
def named_lines(drawn: Drawn, random: Random) -> str:
    listed = _named(drawn, random.choice(NAMED))
    gap = random.choice(["\n", "\n", "\n\n"])
    return with_prose(gap.join(map("\n".join, listed)), random)


@layout("named lines, some without a clue", "empty", cannot=r"^\s|\s$", unclear=r"^[-=.:,;>|\"'`\s]|[\"'`]$|^\d|,$")
def named_lines_with_gaps(drawn: Drawn, random: Random) -> str | None:
    if all(all(family) for family in drawn.families):
        return None
    listed = _named(
        drawn, random.choice([forms for forms in NAMED if forms[0][-2:] in (": ", "= ") and "{}" in forms[0]])
    )
    return with_prose("\n".join(line.rstrip() for lines in listed for line in lines), random)


@layout("named lines out of order", cannot=BARE, unclear=r"^[-=.:,;>|\"'`\s]|[\"'`]$|^\d|,$")
def named_lines_shuffled(drawn: Drawn, random: Random) -> str:
    forms = random.choice([("Row {}: ", "Column {}: "), ("R{}: ", "C{}: "), ("row {} = ", "col {} = ")])
    listed = [line for lines in _named(drawn, forms) for line in lines]
    random.shuffle(listed)
    return "\n".join(listed) + "\n"


@layout("ordinals", cannot=BARE, unclear=r"^[-=.:,;>|\"'`\s]|[\"'`]$|,$")
def ordinals(drawn: Drawn, random: Random) -> str:
    words = ("First", "Second", "Third", "Fourth")
    return (
        "\n".join(
            f"{word} {kind}: {clue}"
            for kind, clues in zip(("row", "column"), drawn.families, strict=True)
            for word, clue in zip(words, clues, strict=False)
        )
        + "\n"
    )


@layout("a list in a line", cannot=BARE + r"|,\ |,$|^['\"]")
def list_in_a_line(drawn: Drawn, random: Random) -> str:
    forms = random.choice(
        [
            ("Rows: ", "Columns: "),
            ("rows = ", "cols = "),
            ("Across: ", "Down: "),
            ("R: ", "C: "),
            ("- Rows: ", "- Columns: "),
        ]
    )
    return with_prose(
        "\n".join(form + ", ".join(clues) for form, clues in zip(forms, drawn.families, strict=True)), random
    )


@layout("a list in a line, in code", cannot=BARE + "|`")
def list_of_code(drawn: Drawn, random: Random) -> str:
    separator = random.choice([", ", " ", "; "])
    return (
        "\n".join(
            form + separator.join(f"`{clue}`" for clue in clues)
            for form, clues in zip(("Rows: ", "Columns: "), drawn.families, strict=True)
        )
        + "\n"
    )


@layout("two lines without names", cannot=r"\s|^$", unclear=LOOKS_MARKED)
def two_lines(drawn: Drawn, random: Random) -> str | None:
    return None if len(drawn.clues) < 4 else "\n".join(" ".join(clues) for clues in drawn.families) + "\n"


@layout("with the solution below", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def with_solution(drawn: Drawn, random: Random) -> str | None:
    if any(row != row.strip() or not row.isalnum() for row in drawn.solution):
        return None
    blocks = [f"{heading}\n" + "\n".join(f"{n}. {clue}" for n, clue in enumerate(clues, 1))
              for heading, clues in zip(("Across", "Down"), drawn.families, strict=True)]  # fmt: skip
    return "\n\n".join([*blocks, "Solution:\n" + "\n".join(drawn.solution)]) + "\n"


@layout("input and output", cannot=BARE, unclear=LOOKS_MARKED)
def input_and_output(drawn: Drawn, random: Random) -> str | None:
    if any(row != row.strip() or not row.isalnum() for row in drawn.solution):
        return None
    lines = ["Input:", ""]
    for clues in drawn.families:
        lines += [*(f"    {clue}" for clue in clues), ""]
    return "\n".join([*lines, "Output:", "", *(f"    {row}" for row in drawn.solution)]) + "\n"


@layout("four sides below headings", "always ends ends", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def four_sides(drawn: Drawn, random: Random) -> str | None:
    if not drawn.ends:
        return None
    names = random.choice([("Left", "Top", "Right", "Bottom"),
                           ("Rows (left to right)", "Columns (top to bottom)", "Rows (right to left)",
                           "Columns (bottom to top)")])  # fmt: skip
    blocks = []
    for name, clues in zip(names, (*drawn.families, *drawn.ends), strict=True):
        blocks.append(f"{name}:\n" + "\n".join(f"{n}. {clue or '.*'}" for n, clue in enumerate(clues, 1)))
    return None if "" in drawn.ends[0] + drawn.ends[1] else "\n\n".join(blocks) + "\n"


@layout("a hexagon with directions in words", "hexagon only", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def directions(drawn: Drawn, random: Random) -> str:
    names = random.choice([("East", "Northwest", "Southwest"), ("→", "↖", "↙"), ("East:", "North-west:", "South-west:"),
                           ("Horizontal (left to right)", "Rising (up to the left)",
                           "Falling (down to the left)")])  # fmt: skip
    numbered = random.random() < 0.5
    blocks = [name + "\n" + "\n".join(f"{n}. {clue}" if numbered else clue for n, clue in enumerate(clues, 1))
              for name, clues in zip(names, drawn.families, strict=True)]  # fmt: skip
    return "\n\n".join(blocks) + "\n"


@layout("printed by satcross render", "empty hexagon ends given", cannot=r"^\s|\s$")
def rendered(drawn: Drawn, random: Random) -> str:
    return render(drawn.puzzle(), "txt").decode()


@layout("printed by satcross show", "hexagon ends", cannot=r"^\s|\s$|.{55}", is_same=is_equal_but_alphabet)
def shown(drawn: Drawn, random: Random) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.toml")
        path.write_text(to_text(drawn.puzzle(), "toml"), encoding="utf-8")
        with redirect_stdout(StringIO()) as printed:
            main(["show", str(path)])
    return printed.getvalue().replace(str(path), "puzzle.toml")


@layout("lines: sizes in the headings", cannot=BARE, unclear=LOOKS_MARKED)
def sized_headings(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{} ({}):", "{} [{}]", "{} - {}", "## {} ({})"])
    return (
        "\n\n".join(
            form.format(name, len(clues)) + "\n" + "\n".join(clues)
            for name, clues in zip(
                random.choice([("Rows", "Columns"), ("Across", "Down")]), drawn.families, strict=True
            )
        )
        + "\n"
    )


@layout("lines: the size with a remark", cannot=BARE, unclear=LOOKS_MARKED)
def size_with_remark(drawn: Drawn, random: Random) -> str | None:
    height, width = map(len, drawn.families)
    lines = [f"{height} {width}   # rows, columns", *drawn.rows, *drawn.columns]
    if height == width and random.random() < 0.7:
        lines[0] = f"{height}           # size of the table (both width and height)"
    return "\n".join(lines) + "\n"


@layout("lines: lengths behind the clues", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$|\)$")
def lengths(drawn: Drawn, random: Random) -> str:
    height, width = map(len, drawn.families)
    blocks = []
    for name, clues, length in zip(("ACROSS", "DOWN"), drawn.families, (width, height), strict=True):
        blocks.append(name + "\n" + "".join(f"{n}. {clue} ({length})\n" for n, clue in enumerate(clues, 1)))
    return "".join(blocks)


@layout("lines: remarks behind the clues", cannot=BARE + r"|\#", unclear=LOOKS_MARKED)
def remarks(drawn: Drawn, random: Random) -> str:
    words = ("first", "second", "third", "fourth", "fifth")
    return "\n".join(
        f"{name}:\n" + "".join(f"{clue:12}  # {word}\n" for word, clue in zip(words, clues, strict=False))
        for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True)
    )


@layout("lines: numbers that go on", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def numbers_that_go_on(drawn: Drawn, random: Random) -> str | None:
    if len(drawn.rows) != len(drawn.columns):
        return None
    form = random.choice(["{}. {}", "{}) {}", "{}: {}"])
    return "\n".join(form.format(n, clue) for n, clue in enumerate((*drawn.rows, *drawn.columns), 1)) + "\n"


@layout("lines: the numbers of a crossword", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$")
def crossword_numbers(drawn: Drawn, random: Random) -> str:
    width = len(drawn.columns)
    rows = [f"{1 if n == 0 else width + n}. {clue}" for n, clue in enumerate(drawn.rows)]
    columns = [f"{n}. {clue}" for n, clue in enumerate(drawn.columns, 1)]
    text = "Across:\n" + "\n".join(rows) + "\nDown:\n" + "\n".join(columns) + "\n"
    return Unclear(text) if width == 2 else text  # 1 and 3 may also leave out a row


@layout("lines: numbers within numbers", cannot=BARE + "|`")
def nested_numbers(drawn: Drawn, random: Random) -> str:
    outer, code = random.choice([("1.", "`"), ("-", "`"), ("1.", "")])
    blocks = []
    for number, (name, clues) in enumerate(zip(("Rows", "Columns"), drawn.families, strict=True), 1):
        head = f"{number}." if outer == "1." else outer
        inner = "".join(
            f"   {f'{n}.' if outer == '1.' else outer} {code}{clue}{code}\n" for n, clue in enumerate(clues, 1)
        )
        blocks.append(f"{head} {name}\n{inner}")
    return "".join(blocks)


@layout("a hexagon with coordinates", "hexagon only", cannot=BARE, unclear=r"^[\"'`]|[\"'`]$|^\d")
def coordinates(drawn: Drawn, random: Random) -> str:
    """As one repository has it: where a line begins, its length, its clue."""
    blocks = []
    longest = max(len(clues) for clues in drawn.families)
    for name, clues in zip(("Horizontal", "Rising", "Falling"), drawn.families, strict=True):
        lines = [f"(0,{n}) {longest - abs(n - len(clues) // 2)} {clue}" for n, clue in enumerate(clues)]
        blocks.append(name + "\n" + "\n".join(lines))
    return "\n\n".join(blocks) + "\n"


@layout("a chat", cannot=BARE, unclear=LOOKS_MARKED)
def chat(drawn: Drawn, random: Random) -> str:
    rows, columns = random.choice([("across:", "down:"), ("rows", "columns"), ("the rows are", "the columns are")])
    above = random.choice(
        ["hey can you solve this one?", "hi, is this unique?", f"{len(drawn.rows)} rows, {len(drawn.columns)} columns"]
    )
    return (
        "\n".join([above, rows, *drawn.rows, columns, *drawn.columns, *random.choice([[], ["thanks!!"], ["", "tia"]])])
        + "\n"
    )


SIDES: Final = (
    ("Down the left side", "Across the top"), ("On the left", "On top"), ("Left edge", "Top edge"),
    ("Horizontally", "Vertically"), ("→", "↓"),
    ("Horizontais", "Verticais"), ("Vågrätt", "Lodrätt"), ("Zeilen", "Spalten"), ("Filas", "Columnas"),
    ("Orizzontali", "Verticali"), ("Строки", "Столбцы"), ("横", "縦"), ("Left to right", "Top to bottom"),
    ("ヨコのカギ", "タテのカギ"), ("West", "North"),
)  # fmt: skip


@layout("lines: sides in other words", cannot=BARE + r"|^[\"'`]|[\"'`]$", unclear=LOOKS_MARKED)
def sides_in_words(drawn: Drawn, random: Random) -> str:
    colon, numbered = random.choice([":", ":", ""]), random.random() < 0.5
    blocks = [
        f"{name}{colon}\n" + "\n".join(f"{n}. {clue}" if numbered else clue for n, clue in enumerate(clues, 1))
        for name, clues in zip(random.choice(SIDES), drawn.families, strict=True)
    ]
    return "\n\n".join(blocks if random.random() < 0.4 else blocks[::-1]) + "\n"
