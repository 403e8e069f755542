"""The commands, and the help that lists them."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "solve": "print the solutions of puzzles, and whether there are more",
    "check": "tell whether the solution of each puzzle is the only one",
    "count": "count the solutions of puzzles without listing them",
    "explain": "show how the solution of a puzzle follows, step by step",
    "hint": "give the next step of a puzzle, as much of it as you ask for",
    "lint": "find clues that could go, parts that do no work, clues that clash",
    "prove": "write a proof of a puzzle's verdict that anyone can check",
    "verify": "check a proof that prove has written",
    "export": "write a puzzle as a formula (DIMACS) for any SAT solver",
    "encodings": "compare the ways in which clues become clauses",
    "family": "write puzzles and formulas of a family, for experiments with solvers",
    "decode": "turn a SAT solver's answer to an exported formula back into a grid",
    "render": "draw a puzzle or its solution, or make a page to play it on",
    "play": "play a puzzle in the terminal",
    "show": "show a puzzle at a glance: size, alphabet, directions, likely mistakes",
    "convert": "write a puzzle in another file format",
    "report": "describe a collection of results, and draw or export it",
    "generate": "make a puzzle with one solution, as hard as you ask for",
    "repair": "offer other clues, so that the solution is the only one",
    "studio": "open the page on which puzzles are made",
    "fill": "fill a crossword template with dictionary words",
    "slots": "list the slots of a template, and which words and letters may go there",
    "template": "draw a block pattern for a crossword",
    "regex": "show what a regex means on a line: its parts, its graph, the strings that match",
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
