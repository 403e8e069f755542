"""The commands, and the help that lists them."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "solve": "print the solutions of puzzles, and whether there are more",
    "check": "tell whether each puzzle has exactly one solution",
    "count": "count the solutions of puzzles without listing them",
    "explain": "show how to solve a puzzle, step by step",
    "mark": "mark the grids of a class or of a program: which solve the puzzle, and how far the others are",
    "hint": "give a hint: the next step, in as much detail as you want",
    "lint": "find redundant clues, parts without effect, and contradictory clues",
    "prove": "write a proof of a puzzle's verdict that anyone can check",
    "verify": "check a proof that prove has written",
    "export": "write a puzzle as a formula (DIMACS) for any SAT solver",
    "encodings": "compare the ways to encode clues as clauses",
    "decode": "turn a SAT solver's answer to an exported formula into a grid",
    "render": "draw a puzzle or its solution, make a page to play it on, or a book of puzzles",
    "site": "write a site of pages on which puzzles are chosen and played",
    "play": "play a puzzle in the terminal",
    "show": "show a puzzle at a glance: size, alphabet, directions, likely mistakes",
    "convert": "write a puzzle in another file format",
    "generate": "make a puzzle with exactly one solution, of the difficulty you want",
    "repair": "change clues so that the puzzle has exactly one solution",
    "studio": "open a page for making puzzles",
    "fill": "fill a crossword template with dictionary words",
    "slots": "list the slots of a template, and which words and letters may go there",
    "template": "draw a block pattern for a crossword",
    "regex": "show what a regex means, or what strings several regexes match in common",
    "match": "tell whether and how a regex matches a text",
    "completion": "print the completion script for a shell",
}
"""Each command and what it does, in the order in which the help lists them."""

MOST_USED: Final = {
    "solve": "rows columns all limit json trace grid puzzle alphabet timeout",
    "check": "difficulty json format watch grid puzzle alphabet timeout jobs results",
    "count": "at-least method json grid puzzle alphabet dialect timeout jobs results",
    "explain": "brief plain grid json puzzle alphabet dialect timeout ascii color",
    "mark": "csv json puzzle from alphabet dialect flags quiet timeout memory",
    "hint": "level grid json puzzle from alphabet dialect flags timeout quiet",
    "lint": "ignore all json format puzzle alphabet dialect timeout jobs results",
    "prove": "output solver json puzzle from alphabet dialect flags timeout memory",
    "verify": "checker json puzzle from alphabet dialect flags quiet timeout memory",
    "export": "output simplify encoding competition puzzle from alphabet dialect timeout max-clauses",
    "encodings": "json puzzle from alphabet dialect flags timeout memory max-nodes max-clauses",
    "decode": "json puzzle from alphabet dialect flags timeout memory ascii color",
    "render": "output format solution candidates differences page no-hints grid ascii puzzle",
    "site": "output title author about url order page no-hints allow-several timeout",
    "play": "new daily date difficulty puzzle from alphabet dialect flags unlock",
    "show": "json recursive puzzle from charset alphabet dialect flags ascii color",
    "convert": "output format from link puzzle charset alphabet dialect flags force",
    "generate": "rows columns side theme theme-at difficulty solution seed output count",
    "repair": "solution patch output pick vary loosen line count json timeout",
    "studio": "words port no-browser",
    "fill": "words seed count prefer require exclude min-score output format timeout",
    "slots": "words json exclude min-score min-length accents capitals unlock timeout memory",
    "template": "word-count with symmetry seed min-length max-length output style timeout memory",
    "regex": "explain length dialect flags same within disjoint sample json svg",
    "match": "dialect flags json quiet timeout memory",
    "completion": "",
}
"""The options of each command that `-h` shows, at most ten."""

EXAMPLES: Final = """\
examples:
  satcross solve puzzles/mit-2013.toml
  satcross solve --rows 'HE|LL|O+' '[PLEASE]+' --columns '[^SPEAK]+' 'EP|IP|EF'
  satcross check puzzles/*.toml
"""

EXIT_STATUS: Final = """\
exit status:
  0  yes: solved, unique, ...        2  misuse or bad input
  1  no: no solution, not unique     3  unknown: out of time, or a limit was reached
  129, 130, 143  interrupted; with several files the worst of 2, 3, 1, 0 in this order
"""


def help_text() -> str:
    """Return what `satcross --help` prints."""
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items())
    return f"""\
usage: satcross COMMAND [OPTION...] [FILE...]

Solve regular-expression crosswords, and prove how many solutions they have.

commands:
{listed}

options:
  -h, --help     show this; after a command, -h shows its most used options, and --help all of them
  -V, --version  show the version

{EXAMPLES}
{EXIT_STATUS}
A message ends with its code in brackets, such as [regex-class]; satcross help regex-class explains it.
"""
