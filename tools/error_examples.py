"""Print docs/error-examples.md: for each error code what it means, what to do, and an example.

    docs/errors.md, EXAMPLES  ->  docs/error-examples.md

`make accept` writes the page.  A test runs every example, and checks that its error has the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent

INTRODUCTION: Final = """\
# Errors, one by one

An example of each error in [the list of errors](errors.md), with what it means and what to do. Made by `make accept`.
"""


class Meaning(NamedTuple):
    """A row of the tables in docs/errors.md."""

    code: str
    wrong: str
    remedy: str


EXAMPLES: Final = {
    "regex-class": "satcross regex '[Z-A]C'",
    "regex-conditional": "satcross regex '(A)?(?(1)B|C|D)'",
    "regex-escape": "satcross regex 'A\\q'",
    "regex-flags": "satcross regex 'A(?i)B'",
    "regex-length": "satcross match \"$(printf 'A%.0s' $(seq 100001))\" A 2>&1 | cut -c 1-70",
    "regex-letter": '>>> satcross.line("\\ud83d", 1)',
    "regex-look-behind": "satcross regex '(?<=A|BC)D'",
    "regex-name": "satcross regex '(?P<1a>A)'",
    "regex-nesting": "satcross regex \"$(printf '(%.0s' $(seq 100))\" 2>&1 | cut -c 1-70",
    "regex-parenthesis": "satcross regex 'A(B'",
    "regex-quantifier": "satcross regex 'A{3,2}'",
    "regex-reference": "satcross regex '(A)\\2'",
    "regex-unsupported": "satcross regex '(?t)A'",
    "address": """printf 'holes = ["here"]\\n[clues]\\nrows = 2\\ncolumns = 2' | satcross check -""",
    "alphabet": "satcross check --alphabet Z-A puzzles/hello.toml",
    "alphabet-empty": "satcross solve --rows . --columns .",
    "binary": "printf 'A\\000B' | satcross check -",
    "cell-name": """printf 'shape = "lines"\\n[[line]]\\ncells = ["a", ""]\\nclues = "AB"' | satcross check -""",
    "clue-count": """printf 'shape = "hexagon"\\nside = 2\\n[clues]\\nhorizontal = ["A", "B"]' > puzzle.toml
satcross check puzzle.toml""",
    "dialect": """printf 'dialect = "perl"\\n[clues]\\nrows = 1\\ncolumns = 1' | satcross check -""",
    "duplicate-cell": """printf 'shape = "lines"\\ncells = ["a", "a"]\\n[[line]]\\ncells = ["a"]' > puzzle.toml
satcross check puzzle.toml""",
    "duplicate-line": """printf 'shape = "lines"\\n' > puzzle.toml
printf '[[line]]\\nname = "x"\\ncells = ["a"]\\n[[line]]\\nname = "x"\\ncells = ["b"]' >> puzzle.toml
satcross check puzzle.toml""",
    "empty": "printf '' | satcross check -",
    "encoding": "printf 'title = \"caf\\351\"' | satcross check -",
    "flags": "satcross check --flags g puzzles/hello.toml",
    "foreign-letter": """printf 'alphabet = "A"\\ngiven = { "1,1" = "X" }\\n[clues]\\nrows = 1\\ncolumns = 1' > x.toml
satcross check x.toml""",
    "format": "satcross convert puzzles/hello.toml hello.docx",
    "given-foreign": '>>> satcross.check(puzzle._replace(given=((0, "X"),), alphabet="HIKNO"))',
    "given-twice": '>>> satcross.check(puzzle._replace(given=((0, "H"), (0, "N"))))',
    "inexpressible": "satcross convert puzzles/star.toml star.json --to hexregex",
    "ipuz": "printf '{}' > empty.ipuz; satcross slots empty.ipuz --words puzzles/words/small.txt",
    "json-key": """printf '{"title": "a", "title": "b"}' | satcross check -""",
    "json-syntax": """printf '{"title": }' | satcross check -""",
    "key": """printf 'template = [".."]\\nsolt = 1' > typo.toml
satcross fill typo.toml --words puzzles/words/small.txt""",
    "letter": """printf 'given = { "1,1" = "AB" }\\n[clues]\\nrows = ["A"]\\ncolumns = 1' | satcross check -""",
    "link": "satcross check 'https://regexcrossword.com/playground?puzzle=%%%'",
    "missing-key": """printf '[clues]\\nrows = ["A"]' | satcross check -""",
    "no-cells": """printf '[clues]\\nrows = 0\\ncolumns = 0' | satcross check -""",
    "no-such-cell": """printf 'given = { "3,1" = "A" }\\n[clues]\\nrows = ["A"]\\ncolumns = 1' | satcross check -""",
    "outside": """printf '[clues]\\nrows = [{ words = "../words.txt" }]\\ncolumns = 2' > far.toml
satcross check far.toml""",
    "puzzle-choice": "satcross check --puzzle Goodbye puzzles/hello.toml",
    "schema": """printf 'schema = 99\\n[clues]\\nrows = ["A"]\\ncolumns = 1' | satcross check -""",
    "shape": """printf 'shape = "circle"' | satcross check -""",
    "size": """printf '[clues]\\nrows = 1000\\ncolumns = 1000' | satcross check -""",
    "solution-shape": """printf '[clues]\\nrows = ["A"]\\ncolumns = 1\\n[[solutions]]\\nrows = ["AB"]' > puzzle.toml
satcross check puzzle.toml""",
    "toml-syntax": """printf '[clues]\\nrows = ["A\\\\d"]\\ncolumns = 2' | satcross check -""",
    "trux-syntax": "printf 'A' | satcross check --from trux -",
    "type": """printf 'title = 7' | satcross check -""",
    "unknown-key": """printf 'titel = "Hello"' | satcross check -""",
    "unreadable": "satcross check puzzles",
    "font": "satcross render puzzles/kot.toml --font README -o kot.pdf",
    "limit": "satcross solve --max-nodes 5 --rows '(.)\\\\1.*' --columns . . .",
    "missing": "satcross check nowhere.toml",
    "missing-words": "satcross slots puzzles/fill/open5.txt --words nowhere.txt",
    "option-alphabet": '>>> satcross.encode(puzzle._replace(alphabet="any"))',
    "open-alphabet": "satcross export --alphabet any puzzles/hello.toml",
    "option": "satcross solve --verbose puzzles/hello.toml",
    "option-at-least": '>>> satcross.count(puzzle, at_least=0)',
    "option-guarantee": '>>> satcross.count(puzzle, epsilon=0)',
    "option-jobs": '>>> satcross.Search(puzzle, jobs=0)',
    "option-limit": '>>> satcross.Search(puzzle, limit=0)',
    "option-sample": '>>> satcross.sample(puzzle, 0)',
    "option-solver": "satcross solve --solver minisat puzzles/hello.toml",
    "option-timeout": '>>> satcross.check(puzzle, timeout=-1)',
    "option-together": "satcross generate --rows 3 --columns 3 --words WORDS.txt --letters A-Z",
    "page": '>>> satcross.render(puzzle, "pdf", page="a0")',
    "picture-format": "satcross render puzzles/hello.toml -o hello.gif",
    "pixels": "satcross render puzzles/hello.toml --pixels 1000000 -o hello.png",
    "write": "satcross convert puzzles/hello.toml nowhere/hello.json",
    "answer": """satcross export puzzles/hello.toml -o hello.cnf
printf 'yes' | satcross decode puzzles/hello.toml hello.cnf -""",
    "filled": "printf 'HI\\n' | satcross hint puzzles/hello.toml --grid -",
    "filled-wrong": "printf 'NO\\n..\\n' | satcross hint puzzles/hello.toml --grid -",
    "foreign-formula": """printf 'p cnf 1 1\\n1 0\\n' > other.cnf
printf 's SATISFIABLE\\nv 1 0\\n' | satcross decode puzzles/hello.toml other.cnf -""",
    "proof": "satcross verify nowhere puzzles/hello.toml",
    "wrong-answer": """satcross export puzzles/mirror.toml -o mirror.cnf
printf 's SATISFIABLE\\nv 1 3 5 7 0\\n' | satcross decode puzzles/mirror.toml mirror.cnf -""",
    "slot": """printf 'template = \"\"\"..\\n..\"\"\"\\n[slots]\\n99A = "AB"' > slot.toml
satcross fill slot.toml --words puzzles/words/small.txt""",
    "slot-too-long": "printf '____________________\\n' | satcross fill - --words puzzles/words/small.txt",
    "template": "printf '' | satcross fill - --words puzzles/words/small.txt",
    "template-foreign": "printf '__?\\n' | satcross fill - --words puzzles/words/small.txt",
    "template-full": "printf '#_#\\n' | satcross fill - --words puzzles/words/small.txt",
    "template-ragged": "printf '___\\n__\\n' | satcross fill - --words puzzles/words/small.txt",
    "word-list": "printf '\\n' > none.txt; satcross slots puzzles/fill/open5.txt --words none.txt",
    "option-family": "satcross family nothing",
    "option-size": "satcross family minimal --size 1",
    "option-encoding": "satcross solve --encoding tabel puzzles/hello.toml",
    "results": "satcross report puzzles/hello.toml",
    "many": '>>> satcross.rectangle(rows=["A(", "B)"], columns=1)',
}  # fmt: skip
"""For each code one or more commands, the last of which ends with the error; or an expression of Python."""

WITHOUT_EXAMPLE: Final = {
    "regex-dialect": "`satcross convert` shows it with the code `inexpressible`",
    "regex-irreversible": "`satcross convert` shows it with the code `inexpressible`",
    "regex-syntax": "each fault that we know of has a code of its own",
    "puzzle": "each fault that we know of has a code of its own",
    "missing-extra": "it shows where a package is not installed",
    "required-word": "the readers of word lists refuse such words before",
    "worker": "a process has to be killed from outside",
    "cluster": "it takes a while until a missing cluster is noticed",
    "counter": "another program has to fail",
    "error": "no error has it",
}
"""Why there is no example."""


def meanings() -> list[Meaning]:
    """Return what docs/errors.md says of each code, in its order."""
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| ?(.*?) ?\|$", text, re.MULTILINE)
    return [Meaning(code, wrong.replace(r"\|", "|"), remedy.replace(r"\|", "|")) for code, wrong, remedy in rows]


def page(shown: Callable[[str], str]) -> str:
    """Return the page.

    shown  returns an example with what it prints, for the page: of commands, or of an expression after `>>>`, which may
           use `satcross` and `puzzle`
    """
    return "\n".join([INTRODUCTION, *(_section(each, shown) for each in meanings())])


def _section(meaning: Meaning, shown: Callable[[str], str]) -> str:
    text = " ".join(part for part in (meaning.wrong, meaning.remedy) if part)
    if meaning.code in WITHOUT_EXAMPLE:
        return f"## {meaning.code}\n\n{text}\n\nThere is no example: {WITHOUT_EXAMPLE[meaning.code]}.\n"
    example = EXAMPLES[meaning.code]
    if not example.startswith(">>> "):
        return f"## {meaning.code}\n\n{text}\n\n```console\n{shown(example)}```\n"
    opening = '>>> import satcross\n>>> puzzle = satcross.load("puzzles/hello.toml")'
    return f"## {meaning.code}\n\n{text}\n\n```pycon\n{opening}\n{shown(example)}\n```\n"
