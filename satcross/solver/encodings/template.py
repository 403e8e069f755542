"""Clauses that come again with other literals: kept as a template, which is then filled in.

In: the clauses of a layer, and the literals that occur in them, in some order.  Out: a template.  Filled in with the
literals of a layer like it, in the same order, it gives the clauses of that layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TypeAlias

from satcross.solver.cnf.sink import Lit, Sink

Template: TypeAlias = list[Callable[[Sequence[Lit]], tuple[Lit, ...]]]
"""For each clause what picks its literals from those of a layer.  A literal has a *local number*, its place among them
from 1, and its negation has minus that, which counts from the end of a list."""


def template_of(clauses: Iterable[Sequence[Lit]], literals: Sequence[Lit]) -> Template:
    """Return the template of `clauses`, in which nothing but `literals` and their negations occurs."""
    local: dict[Lit, int] = {}
    for number, literal in enumerate(literals, 1):
        local.setdefault(literal, number)
        local.setdefault(-literal, -number)
    return [_picking([local[literal] for literal in clause]) for clause in clauses]


def fill_in(template: Template, literals: Sequence[Lit], sink: Sink) -> None:
    """Put the clauses of `template` with these literals into `sink`."""
    by_number = [0, *literals, *[-literal for literal in reversed(literals)]]
    sink.add_all([pick(by_number) for pick in template])


def _picking(numbers: Sequence[int]) -> Callable[[Sequence[Lit]], tuple[Lit, ...]]:
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return lambda by_number: tuple([by_number[number] for number in numbers])  # itemgetter would return no tuple
