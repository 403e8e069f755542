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
    "render": "draw a puzzle or its solution, or make a page to play it on",
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
  -h, --help     show this; after a command, that command's options and examples
  -V, --version  show the version

{EXAMPLES}
{EXIT_STATUS}"""
