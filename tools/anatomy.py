"""The page docs/generated/anatomy.md: one clue on one line in every encoding, with all its variables and clauses.

Sphinx writes it before it reads the pages (docs/conf.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from pysat.solvers import Solver

from satcross.base.wording import counted
from satcross.puzzle.shapes import line
from satcross.solver.compile import compile_puzzle
from satcross.solver.encode import Encoding, encode_whole
from satcross.solver.encodings import ENCODINGS, encoding_named

CLUE, CELLS, ALPHABET = "A*BC*", 3, "ABC"
INITIALS = {"merged": "m", "states": "q", "transitions": "t", "reached": "r", "bits": "b"}

OPENING = """\
# Anatomy of a formula

The clauses of one clue in every encoding that `satcross encodings` lists, to look things up. [From a clue to
clauses](../tutorials/from-a-clue-to-clauses.md) explains how such clauses come about, and [Encodings](../encodings.md)
compares the encodings.

The clue is `{clue}` on a line of {cells} cells over the letters {letters}. It matches {strings}. A letter and a number,
such as `B2`, is the variable "cell 2 holds B". A minus sign negates. Each line is a clause: at least one of its
literals has to be true. The other variables are auxiliary. The tables list the solutions in which each is true; "or
not" means that it may be either there.

## The letters

Every encoding begins with the same clauses: each cell holds exactly one letter.

```text
{letter_clauses}
```
"""

SECTION = """
## {name}

{idea}. {size}.

- Unit propagation: {propagation}
- Published: {reference}
- Function: `add_{name}` in `satcross/solver/encodings.py`

{meanings}:

| variable | true in |
|---|---|
{rows}

```text
{clauses}
```
"""


def page() -> str:
    """Return the text of the page."""
    puzzle = line(CLUE, CELLS, alphabet=ALPHABET)
    compiled = compile_puzzle(puzzle, single_letters=True)
    formulas = {name: encode_whole(compiled, with_selectors=False, encoding=name) for name in ENCODINGS}
    matching = [text for text in map("".join, product(ALPHABET, repeat=CELLS)) if re.fullmatch(CLUE, text)]
    first = formulas["positions"]
    letters = first.groups[0].clauses
    opening = OPENING.format(
        clue=CLUE,
        cells=CELLS,
        letters=", ".join(ALPHABET[:-1]) + f" and {ALPHABET[-1]}",
        strings=", ".join(matching[:-1]) + f" and {matching[-1]}",
        letter_clauses=_clauses_text(first, letters, {}),
    )
    return opening + "".join([_section(name, formula, matching) for name, formula in formulas.items()])


def _section(name: str, formula: Encoding, matching: Sequence[str]) -> str:
    (group,) = formula.groups[1:]
    encoding = encoding_named(name)
    names = {variable: f"{_initial(variable, formula, matching)}{variable}" for variable in group.variables}
    rows = [
        f"| `{names[variable]}` | {', '.join(_where(variable, formula, matching)) or 'no solution'} |"
        for variable in group.variables
    ]
    meanings = "; ".join(group.meanings).replace(": ", ", ")
    return SECTION.format(
        name=name,
        idea=encoding.idea[0].upper() + encoding.idea[1:],
        propagation=encoding.propagation,
        reference=encoding.reference,
        size=f"{counted(len(group.variables), 'auxiliary variable')}, {counted(len(group.clauses), 'clause')}",
        meanings=meanings[0].upper() + meanings[1:],
        rows="\n".join(rows),
        clauses=_clauses_text(formula, group.clauses, names),
    )


def _initial(variable: int, formula: Encoding, matching: Sequence[str]) -> str:
    """Return the letter for an auxiliary variable: that of its family if the clue has only one, else `v`."""
    meanings = formula.groups[1].meanings
    return INITIALS[meanings[0].split()[0].rstrip(":")] if len(meanings) == 1 else "v"


def _where(variable: int, formula: Encoding, matching: Sequence[str]) -> Iterator[str]:
    """Yield the solutions in which `variable` is true, and those in which it may be true."""
    with Solver("minisat22", bootstrap_with=list(formula.clauses)) as solver:
        for text in matching:
            held = [
                lits[1 << ALPHABET.index(letter)] for letter, lits in zip(text, formula.variables.lits, strict=False)
            ]
            can_be, can_be_false = solver.solve([*held, variable]), solver.solve([*held, -variable])
            if can_be:
                yield f"{text} (or not)" if can_be_false else text


def _clauses_text(formula: Encoding, numbers: range, names: dict[int, str]) -> str:
    """Return the clauses with these numbers, from 1, one a line."""
    shown = dict(names)
    for cell, lits in enumerate(formula.variables.lits, 1):
        for bit, lit in lits.items():
            shown[lit] = f"{ALPHABET[bit.bit_length() - 1]}{cell}"
    clauses = list(formula.clauses)
    return "\n".join(
        " ".join([shown[lit] if lit > 0 else f"-{shown[-lit]}" for lit in clauses[number - 1]]) for number in numbers
    )
