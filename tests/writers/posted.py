"""Lines of clues as they come out of comments, notes and pages, with uncommon signs before and between them."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Final

from tests.writers.drawn import Drawn
from tests.writers.layouts import Unclear, layout
from tests.writers.lines import BARE, LOOKS_MARKED

QUOTED: Final = BARE + r"|^[\"'`]|[\"'`]$"

BEFORE: Final = ("# ", "// ", "-- ", "% ", "; ", " * ", "+", "| ", "    # ", "//")


def _listed(clues: Sequence[str], form: str) -> list[str]:
    return [form.format(n) + clue for n, clue in enumerate(clues, 1)]


def _below_headings(drawn: Drawn, form: str, gap: str = "\n\n") -> str:
    return gap.join(
        f"{name}\n" + "\n".join(_listed(clues, form))
        for name, clues in zip(("Rows:", "Columns:"), drawn.families, strict=True)
    )


def _plain(drawn: Drawn, random: Random) -> str:
    """Return a puzzle in one of the simplest layouts."""
    kind = random.randrange(4)
    if kind == 0 and len(drawn.clues) > 3:
        return "\n\n".join(map("\n".join, drawn.families))
    if kind == 1:
        names = random.choice([("Row {}: ", "Column {}: "), ("R{} = ", "C{} = ")])
        return "\n".join("\n".join(_listed(c, name)) for name, c in zip(names, drawn.families, strict=True))
    return _below_headings(drawn, random.choice(["", "{}. ", "{}) ", "- "]), random.choice(["\n", "\n\n"]))


@layout("posted: the same sign before every line", cannot=QUOTED, unclear=LOOKS_MARKED)
def in_comment(drawn: Drawn, random: Random) -> Unclear:
    """In a comment of source code, or in a difference between two files."""
    sign = random.choice(BEFORE)
    text = re.sub("(?m)^", sign.replace("\\", r"\\"), _plain(drawn, random))
    return Unclear((f"/*\n{text}\n */" if sign == " * " else text) + "\n")


@layout("posted: names and uncommon signs", cannot=QUOTED, unclear=LOOKS_MARKED)
def uncommon_separators(drawn: Drawn, random: Random) -> Unclear:
    sign = random.choice(["=>", "::", ":=", "⇒", "»", "~", "—", "/", "...", "->", "|", "\t:", ">"])
    names = random.choice([("Row {}", "Column {}"), ("R{}", "C{}"), ("{} across", "{} down")])
    forms = [f"{name} {sign} " for name in names]
    return Unclear("\n".join("\n".join(_listed(c, f)) for f, c in zip(forms, drawn.families, strict=True)) + "\n")


@layout("posted: two numbered lists side by side", cannot=QUOTED + r"|\s", unclear=LOOKS_MARKED)
def side_by_side(drawn: Drawn, random: Random) -> str:
    form = random.choice(["{}. ", "{}) ", "{}: "])
    names = random.choice([("Rows", "Columns"), ("ACROSS", "DOWN")])
    columns = [[name, *_listed(clues, form)] for name, clues in zip(names, drawn.families, strict=True)]
    columns = columns if random.random() < 0.6 else columns[::-1]
    width = max(map(len, columns[0])) + random.randint(2, 8)
    lines = [f"{left:{width}}{right}".rstrip() for left, right in zip_longest(*columns, fillvalue="")]
    return "\n".join(lines) + "\n"
