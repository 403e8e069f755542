"""Solve regular-expression crosswords with SAT, and prove how many solutions they have.

    >>> import satcross
    >>> puzzle = satcross.rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
    >>> print(satcross.check(puzzle))
    <Check unique, HE LP>

Make a puzzle

    rectangle, hexagon, triangle        from its clues
    lines, line                         the same for lines of named cells, and for one line
    load, loads, save, dumps            from a file or a text, and into a file or a text
    generate, complete                  a new one; clues for the lines that have none
    daily                               the puzzle of a day, the same for everybody
    themed                              the letters of a theme in their cells, for the solution of a Request

Solve it

    solutions                           its solutions, as they are found
    check                               has it one solution, several, or none, and why none?
    count, sample                       how many solutions; some of them, drawn at random
    Search                              the same search, with all its limits and figures
    trace                               each step of propagation

Understand it

    explain, next_hint, player_steps    the solution step by step; only the next step; all steps, for a page to play on
    difficulty                          how hard these steps are
    overview, likely_mistakes           size, shape, alphabet, and what looks like a mistake

Repair it

    diagnose                            why it has no solution, and what change would give it one
    ambiguity                           which cells vary over all solutions, and which two solutions differ least
    alphabet_dependence                 whether the solution is the only one over any alphabet
    lint                                clues that can be left out, could be looser or could be tighter
    repair, alternatives                changes that leave one solution; other clues that do
    mismatches                          how the puzzle and the solutions that its author expects disagree

Ask about many of them

    check_many, solve_many, count_many  puzzles or files, by several processes, any executor, or a cluster; the answers
                                        as they come
    lint_many, generate_many            the same for lint, and for new puzzles

Show it

    render                              as SVG, PDF, PNG, text, or a page to play on
    print(solution), and a puzzle, solution, check or explanation at the end of a notebook's cell

Prove it, and use other solvers

    prove, verify                       a proof that the solution is the only one, and its verification
    export, decode, encode              the formula as DIMACS, another solver's answer as a grid, the formula as clauses

Compare regexes

    common, same, within, disjoint      strings that several match; whether two match the same strings, or one all that
                                        another matches; which pairs match a string in common

Fill word crosswords

    load_template, read_words, Filling  a template, a word list, and the fills

A function that may take long takes `timeout`, in seconds, and `budget`, a `Budget` with further limits.  `TimeUp` is
raised if the time is too short for an answer.  A mistake in a call of a function is a `SatcrossError`.  `as_json()` of
an answer returns what the command prints with --json.

The page docs/python.md has examples.  The module `satcross.api` defines the names.  The modules behind them are
imported when a name is first used.
"""

TYPE_CHECKING = False  # for type checkers this is true, as `typing.TYPE_CHECKING` is, whose import takes a while

__version__ = "2.0.0"

if TYPE_CHECKING:
    from satcross.api import *  # noqa: F403


def __getattr__(name: str) -> object:
    # Python also asks here for submodules that have not been imported; leave those to the import system
    if name == "__all__" or (name != "api" and not name.startswith("__")):
        from importlib import import_module

        api = import_module("satcross.api")
        if name in ("__all__", *api.__all__):
            return getattr(api, name)
    raise AttributeError(f"module 'satcross' has no attribute {name!r}")


def __dir__() -> list[str]:
    from importlib import import_module

    return sorted([*import_module("satcross.api").__all__, "__version__"])
