"""Print docs/cli.md: which command to use, the help of each, what `--json` prints.  `make accept` writes the page."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Final

from satcross.cli.commands import help_text
from satcross.cli.registry import all_parsers

INTRODUCTION: Final = """\
# The command line

`satcross COMMAND FILE` answers one question about the puzzles in a file. The file may be in any format that satcross
reads, also a text in which somebody has pasted the clues, and `-` is standard input. The first command to try is
`satcross solve FILE`.

| you want to | command |
|---|---|
| see the solution of a puzzle | [solve](#satcross-solve) |
| get one hint, or the way to the solution step by step | [hint](#satcross-hint), [explain](#satcross-explain) |
| play | [play](#satcross-play), or [render](#satcross-render) a page |
| know whether a puzzle has exactly one solution, and if not, why | [check](#satcross-check) |
| know how many solutions there are | [count](#satcross-count) |
| see what is in a file, and what looks like a mistake | [show](#satcross-show) |
| make a puzzle | [generate](#satcross-generate), or [studio](#satcross-studio) to do it by hand |
| mend a puzzle, or make its clues leaner | [repair](#satcross-repair), [lint](#satcross-lint) |
| print a puzzle, or bring it into another format | [render](#satcross-render), [convert](#satcross-convert) |
| understand one regex, or try it on a text | [regex](#satcross-regex), [match](#satcross-match) |
| fill a word crossword | [template](#satcross-template), [slots](#satcross-slots), [fill](#satcross-fill) |
| convince a stranger | [prove](#satcross-prove), [verify](#satcross-verify) |
| mark the answers of a class or of a program | [mark](#satcross-mark) |
| use another SAT solver | [export](#satcross-export), [decode](#satcross-decode), [encodings](#satcross-encodings) |
| complete commands by the tab key | [completion](#satcross-completion) |

`satcross COMMAND --help` shows the options of a command and some examples. They are all on this page, too. The last
part, [what `--json` prints](#json-for-programs), is for programs.

## What all commands share

Results go to standard output, all else to standard error. Colours are used on terminals only, and not where `NO_COLOR`
is set. Ctrl-C keeps what has been printed.

The *status* of a puzzle is `unique`, `several`, `none` or `unknown`: what is known of its solutions. A search that was
stopped, by `--limit` or by `--timeout`, is never complete. With `--limit 1` a found solution alone leaves the puzzle
`unknown`.

| exit status | meaning |
|---|---|
| 0 | yes: solved, unique, decoded |
| 1 | no: no solution, not unique, an answer that is wrong |
| 2 | misuse or bad input |
| 3 | unknown: out of time, or a limit was reached |
| 129, 130, 143, 141 | interrupted by SIGHUP, by Ctrl-C, by SIGTERM, by a reader that went away |

With several files the worst counts: 2 before 3 before 1 before 0.
"""

JSON: Final = """\
## JSON for programs

`solve --json` and `check --json` print one object for each puzzle, on a line of its own, with the keys below. Other
commands have other keys; [answers.schema.json](answers.schema.json) describes them. `solve --all --json` first prints
each solution on a line of its own as it is found; then the object has no `solutions`.

| key | value |
|---|---|
| `schema` | 1 |
| `file`, `name` | the file (null: the command line) and the puzzle's name |
| `status` | what is known: `unique`, `several`, `none` or `unknown` |
| `complete`, `count` | whether these are all solutions, how many were found (`check`: how many there are) |
| `searched` | false if propagation alone decided |
| `solutions` | each `{"rows": [...]}`, or `{"cells": {...}}` for a puzzle of shape `lines` |
| `free_cells` | the addresses of the cells that no clue covers, and that may therefore hold any letter |
| `differing_cells` | `check` only: the addresses of the cells in which the two solutions differ |
| `differ_least` | `check`, several: whether no two solutions differ in fewer cells |
| `candidates`, `certain_cells` | `check`, several: each cell's letters over all solutions; the cells with one |
| `candidates_exact` | `check`, several: whether `candidates` is proved to have all letters |
| `unique_over_any_alphabet` | `check`, unique: whether it is so over all of Unicode (null: not known) |
| `breaches` | `check`, unique: each cell that could hold letters outside the alphabet, and such letters |
| `breaches_exact` | `check`, unique: whether `breaches` has them all; not if the time ran out |
| `alphabet`, `dialect` | the letters, or `any`; `python` or `javascript` |
| `difficulty` | `check --difficulty`, unique: `value`, `label`, `steps`, `length` (null: that takes more time) |
| `diagnosis` | none: why there is no solution (`kind`, `message`, `clues`, `remedies`, `complete`) |
| `mismatches` | if the file expects solutions: how they disagree with those found |
| `stats` | sizes, and seconds by stage |
| `exit_status` | that of the command for this puzzle alone |

Rows run from top to bottom, each read from left to right, without padding. A cell's address is its row and column from
1, both within the drawn rows; in a puzzle of shape `lines` it is the cell's name.

A file that cannot be read, a puzzle with an error, and a puzzle whose time was up have a line too. In it, `status` is
`error` or `unknown`, and `errors` lists what is wrong (an answer for which the time was too short has no `errors`):

| key | value |
|---|---|
| `code`, `message`, `hint` | [what is wrong](errors.md), and what to do (null: nothing in particular) |
| `place` | where, as the message on standard error says it |
| `line` | the line of the file, from 1 (null: not known) |
| `column` | the letter of the clue, or of the line in a file that is no TOML or JSON, from 1 (null: not known) |

`generate --json` prints an object with other keys for each puzzle that it makes:

| key | value |
|---|---|
| `schema` | 1 |
| `seed` | the seed that gives this puzzle |
| `difficulty`, `label` | how hard it is, as a number and in a word, as `explain` says |
| `steps`, `length` | how long it takes, as a number and in words |
| `cost` | what its clues cost, in tenths of a character |
| `families` | the kind of each clue, line by line |
| `unmet` | what was not reached, each with its `code` and `message` |
| `puzzle` or `file` | the text of the puzzle, or the file that it was written to |
"""


def reference() -> str:
    """Return the page."""
    with redirect_stdout(StringIO()):  # no terminal, so the help has its full width
        helps = {name: parser.format_help() for name, parser in all_parsers().items()}
    sections = [f"## satcross {name}\n\n```text\n{text}```\n" for name, text in helps.items()]
    overview = f"## Commands\n\n```text\n{help_text()}```\n"
    return "\n".join([INTRODUCTION, overview, *sections, JSON])


if __name__ == "__main__":
    print(reference(), end="")
