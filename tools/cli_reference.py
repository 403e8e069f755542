"""Print docs/cli.md: what all commands share, then the help of each command.  `make accept` writes the page."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

from satcross.cli.commands import COMMANDS, help_text
from satcross.cli.registry import all_parsers

INTRODUCTION = """\
# The command line

Made from `--help` by `make accept`; a test keeps it true.

Results go to standard output, all else to standard error. Colours are used on terminals only, and not where `NO_COLOR`
is set. A file named `-` is standard input. Ctrl-C keeps what has been printed.

## Statuses

`unique`, `several`, `none` or `unknown`: what is known of the puzzle. A search that was stopped, by `--limit` or by
`--timeout`, is never complete; with `--limit 1` a found solution alone leaves the puzzle `unknown`.

| exit status | meaning |
|---|---|
| 0 | yes: solved, unique, decoded |
| 1 | no: no solution, not unique, an answer that is wrong |
| 2 | misuse or bad input |
| 3 | unknown: out of time, or a limit was reached |
| 129, 130, 143, 141 | interrupted by SIGHUP, by Ctrl-C, by SIGTERM, by a reader that went away |

With several files the worst counts: 2 before 3 before 1 before 0.

## JSON Lines

`solve --json` and `check --json` print one object for each puzzle, on a line of its own, with the keys below. Other
commands have other keys. `solve --all --json` first prints each solution on a line of its own as it is found; then the
object has no `solutions`.

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
| `difficulty` | `check --rate`, unique: `hardness`, `label`, `steps`, `length` (null: that takes more time) |
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
| `hardness`, `label` | how hard it is, as a number and in a word, as `explain` says |
| `steps`, `length` | how long it takes, as a number and in words |
| `cost` | what its clues cost, in tenths of a character |
| `families` | the kind of each clue, line by line |
| `shortfalls` | what was not reached, each with its `code` and `message` |
| `puzzle` or `file` | the text of the puzzle, or the file that it was written to |
"""


def reference() -> str:
    """Return the page."""
    with redirect_stdout(StringIO()):  # no terminal, so the help has its full width
        helps = {name: parser.format_help() for name, parser in all_parsers().items()}
    contents = "\n".join(f"- [satcross {name}](#satcross-{name}): {summary}" for name, summary in COMMANDS.items())
    sections = [f"## satcross {name}\n\n```text\n{text}```\n" for name, text in helps.items()]
    overview = f"## Commands\n\n{contents}\n\n```text\n{help_text()}```\n"
    return "\n".join([INTRODUCTION, overview, *sections])


if __name__ == "__main__":
    print(reference(), end="")
