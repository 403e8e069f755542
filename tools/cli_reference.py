"""Print docs/cli.md: which command to use, the options of each, what `--json` prints.

`make accept` writes the page.
"""

from __future__ import annotations

import re
from argparse import Action
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from satcross.cli.parser import Parser
from satcross.cli.registry import all_parsers

INTRODUCTION: Final = """\
# The command line

`satcross COMMAND FILE` answers one question about the puzzles in a file. The file may be in any format that satcross
reads, including plain text with pasted clues, and `-` is standard input. The first command to try is
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
| repair a puzzle, or make its clues leaner | [repair](#satcross-repair), [lint](#satcross-lint) |
| print a puzzle, or bring it into another format | [render](#satcross-render), [convert](#satcross-convert) |
| understand one regex, or try it on a text | [regex](#satcross-regex), [match](#satcross-match) |
| fill a word crossword | [template](#satcross-template), [slots](#satcross-slots), [fill](#satcross-fill) |
| make a site on which people play your puzzles | [site](#satcross-site) |
| prove an answer to other people | [prove](#satcross-prove), [verify](#satcross-verify) |
| mark the answers of a class or of a program | [mark](#satcross-mark) |
| use another SAT solver | [export](#satcross-export), [decode](#satcross-decode), [encodings](#satcross-encodings) |
| complete commands by the tab key | [completion](#satcross-completion) |

`satcross COMMAND -h` shows the most used options of a command and some examples, and `--help` shows all of them. They
are all on this page, too: the options of each command, then [the options of several
commands](#options-of-several-commands). The last part, [what `--json` prints](#json-for-programs), is for programs.

## What all commands share

Results go to standard output, all else to standard error. An error or a warning ends with its code in brackets, such as
`[regex-class]`, which `satcross help regex-class` explains. Colours are used only on terminals, unless `NO_COLOR` is
set. Ctrl-C keeps what has been printed.

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

COMMANDS: Final = """\
## Commands

`satcross --help` lists them on the terminal.
"""

SHARED: Final = """\
## Options of several commands

These options mean the same in every command that has them.
"""

JSON: Final = """\
## JSON for programs

`solve --json` and `check --json` print one object for each puzzle, on a separate line, with the keys below. Other
commands have other keys; [answers.schema.json](answers.schema.json) describes them. `solve --all --json` first prints
each solution on a separate line as it is found; then the object has no `solutions`. `check --json --stream` first
prints `verdict` as soon as it is known, after `schema`, `file` and `name`, on a separate line.

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
| `more` | "not computed": the reason after a long `solve`, and details with `check -q` or several files (`--details`) |
| `unique_over_any_alphabet` | `check`, unique: whether it is so over all of Unicode (null: not known) |
| `breaches` | `check`, unique: each cell that could hold letters outside the alphabet, and such letters |
| `breaches_exact` | `check`, unique: whether `breaches` has them all; not if the time ran out |
| `alphabet`, `dialect` | the letters, or `any`; `python` or `javascript` |
| `difficulty` | `check --difficulty`, unique: `value`, `label`, `steps`, `length` (null: that takes more time) |
| `diagnosis` | none: why there is no solution (`kind`, `message`, `clues`, `remedies`, `complete`) |
| `wrong_letter` | `check --grid`: the letter of the grid that the puzzle cannot have; `status` is then none |
| `mismatches` | if the file expects solutions: how they disagree with those found |
| `stats` | sizes, and seconds by stage |
| `exit_status` | the exit status of the command for this puzzle alone |

Rows run from top to bottom, each read from left to right, without padding. A cell's address is its row and column from
1, both within the drawn rows; in a puzzle of shape `lines` it is the cell's name.

A file that cannot be read, a puzzle with an error, and a puzzle whose time was up have a line too. In it, `status` is
`error` or `unknown`, and `errors` lists what is wrong (an answer for which the time was too short has no `errors`):

| key | value |
|---|---|
| `code`, `message`, `hint` | [what is wrong](errors.md), and what to do (null: nothing in particular) |
| `place` | where, as in the message on standard error |
| `line` | the line of the file, from 1 (null: not known) |
| `column` | the letter of the clue, or of the line in a file that is not TOML or JSON, from 1 (null: not known) |

`generate --json` prints an object with other keys for each puzzle that it makes:

| key | value |
|---|---|
| `schema` | 1 |
| `seed` | the seed that gives this puzzle |
| `difficulty`, `label` | how hard it is, as a number and in a word, as `explain` shows it |
| `steps`, `length` | how long it takes, as a number and in words |
| `cost` | what its clues cost, in tenths of a character |
| `families` | the kind of each clue, line by line |
| `unmet` | what was not reached, each with its `code` and `message` |
| `puzzle` or `file` | the text of the puzzle, or the file that it was written to |
"""


GROUPS: Final = {
    "Options about the input": ("--puzzle", "--from", "--charset", "--alphabet", "--dialect", "--flags", "--force"),
    "Options that limit the work": ("--timeout", "--memory", "--max-nodes", "--max-clauses"),
}
"""Shared options that most commands have together, under the title of their list."""

SHARED_BY: Final = 3
"""Commands.  An option that at least so many commands have with the same words is listed once."""


def reference() -> str:
    """Return the page."""
    parsers = all_parsers()
    uses = Counter(entry_of(action) for parser in parsers.values() for action in options_of(parser))
    shared = {entry for entry, number in uses.items() if number >= SHARED_BY}
    sections = [section(name, parser, shared) for name, parser in parsers.items()]
    return "\n".join([INTRODUCTION, COMMANDS, *sections, SHARED, *lists(sorted(shared)), JSON])


def lists(shared: Sequence[Entry]) -> Iterator[str]:
    """Yield the list of each group of shared options, and one of all others."""
    grouped = {name: title for title, group in GROUPS.items() for name in group}
    seen: Counter[str] = Counter()
    for title in (*GROUPS, "Other options"):
        items = []
        for each in shared:
            if grouped.get(names(each), "Other options") == title:
                anchor = f"option-{anchor_of(each)}"
                seen[anchor] += 1
                items.append(item(anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}", each))
        yield "\n".join([f"### {title}\n", *items, ""])


def options_of(parser: Parser) -> list[Action]:
    """Return the options and arguments of a command, besides `--help`."""
    return [each for each in parser.options if "--help" not in each.option_strings]


class Entry(NamedTuple):
    """An option or an argument as the page shows it."""

    written: str
    meaning: str


def entry_of(action: Action) -> Entry:
    """Return how `action` is written, and what it means."""
    value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.metavar or action.dest.upper()
    value = f"{value} ..." if action.nargs in ("+", "*") else str(value)
    if not action.option_strings:
        return Entry(value, action.help or "")
    names = ", ".join(action.option_strings)
    return Entry(names if action.nargs == 0 else f"{names} {value}", action.help or "")


def anchor_of(entry: Entry) -> str:
    """Return the name of an option in anchors: `rows` for `--rows CLUE ...`.

    >>> anchor_of(Entry("-o, --output OUT", "")), anchor_of(Entry("FILE ...", ""))
    ('output', 'file')
    """
    long = re.search(r"--([a-z-]+)", entry.written)
    return long[1] if long else entry.written.split()[0].lower()


def item(anchor: str, entry: Entry) -> str:
    """Return the item of a list with the option, to which a link can point."""
    return f'- <a id="{anchor}"></a>`{entry.written}`: {prose(entry.meaning)}'


def prose(text: str) -> str:
    """Return a text of the help as Markdown."""
    escaped = re.sub(r"([\\*_<>|\[\]`])", r"\\\1", text)
    return re.sub(r"(?<![\w-])--?[a-z](?:[a-z-]*[a-z])?(?![\w-])|(?<!\w)''", r"`\g<0>`", escaped)


def section(name: str, parser: Parser, shared: Collection[Entry]) -> str:
    """Return the section of a command: what it does, its options, names of those that others have too, examples."""
    entries = [entry_of(action) for action in options_of(parser)]
    own = [item(f"{name}-{anchor_of(each)}", each) for each in entries if each not in shared]
    others = shared_names([names(each) for each in entries if each in shared])
    paragraphs = (parser.description or "").split("\n\n")
    description = "\n\n".join(f"```text\n{each}\n```" if each.startswith("  ") else prose(each) for each in paragraphs)
    parts = [f"## satcross {name}", f"```text\nusage: {parser.short_usage}\n```", description]
    parts += ["\n".join(own)] if own else []
    parts += [f"[Shared options](#options-of-several-commands): {', '.join(others)}."] if others else []
    return "\n\n".join([*parts, f"```text\n{(parser.epilog or '').rstrip()}\n```"]) + "\n"


def shared_names(options: list[str]) -> list[str]:
    """Return the names of `options`, with the name of a group in place of its members if all of them are there."""
    titles = [title for title, group in GROUPS.items() if set(group) <= set(options)]
    grouped = {name for title in titles for name in GROUPS[title]}
    links = [f"[{title.lower()}](#{title.lower().replace(' ', '-')})" for title in titles]
    return [*(f"`{each}`" for each in options if each not in grouped), *links]


def names(entry: Entry) -> str:
    """Return the longest name of an option, or what stands for an argument."""
    return f"--{anchor_of(entry)}" if "--" in entry.written else entry.written


if __name__ == "__main__":
    print(reference(), end="")
