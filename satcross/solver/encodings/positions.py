"""The positions of a regex with support clauses: which part of the clue takes each letter.  The default.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters are those of some way through all
layers.

Variables: m[i, s], "merged state s consumes the letter at index i".  An index with one merged state has no variable:
the selector stands for it, or it is simply true.

Clauses, with S(s) the letters of the merged state s:

    selector -> OR m[i, s]
    m[i, s] -> x[c(i)] in S(s)
    selector, x[c(i), a] -> OR m[i, s], a in S(s)     unless all merged states hold a
    m[i, s] -> OR m[i+1, t], t after s                unless all of index i+1 are after s
    m[i+1, t] -> OR m[i, s], t after s                unless t is after all of index i; redundant

The first, second and fourth kind would be enough.  The third lets unit propagation see which letters have lost their
merged states; together with the fifth it finds all consequences of the clue (F. Bacchus, GAC via unit propagation, CP
2007).  The fifth kind adds a third more clauses and is worth it where the search is long
(docs/decisions/005-clauses-of-regular-clues.md).

Clauses that come again with other literals, as most do along a line, are kept as a *template*: filled in with the
literals of a layer like the one it was made from, in the same order, it gives the clauses of that layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit, Sink
from satcross.solver.encodings.layers import MergedLayer
from satcross.solver.encodings.line_encoding import LineEncoding

States: TypeAlias = range
"""The variables of the merged states of one index; empty before the first index, and where there is one state."""

PART: Final = "merged states: a part of the clue takes the letter"


def add_clauses(merged: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to the layers `merged` where `selector` (if any) is true.

    Along a line with few letters the same layers come again and again.  The clauses of an index depend on its layer, on
    whether the index before it has variables, and on the blocks of its cell.  Where these come for the second time, the
    clauses become a template, and from the third time on it is filled in.
    """
    templates: dict[tuple[int, bool, tuple[int, ...]], Template | None] = {}
    before: States = range(0)
    for cell, layer in zip(cells, merged, strict=True):
        if len(layer.letters) == 1:
            encoder.imply_member(selector, cell, layer.letters[0])
            before = range(0)
            continue
        first = encoder.variables.fresh(len(layer.letters), PART)
        states = range(first, first + len(layer.letters))
        lits = encoder.variables.lits[cell]
        key = (id(layer), bool(before), tuple(lits))
        if key not in templates:
            _add_index(layer, encoder, cell, before, states, selector)
            templates[key] = None
        else:
            literals = [*lits.values(), *before, *states, *([] if selector is None else [selector])]
            template = templates[key]
            if template is None:
                with encoder.recorded() as clauses:
                    _add_index(layer, encoder, cell, before, states, selector)
                templates[key] = template_of(clauses, literals)
            else:
                fill_in(template, literals, encoder.sink)
        before = states


def _add_index(
    layer: MergedLayer,
    encoder: Encoder,
    cell: int,
    before: States,
    states: States,
    selector: Lit | None,
) -> None:
    """Add the clauses of an index with several states."""
    encoder.require([*states], selector)
    for state, mask in zip(states, layer.letters, strict=True):
        encoder.imply_member(state, cell, mask)
    _letter_implies_state(encoder, cell, layer.letters, states, selector)
    if before:
        _state_implies_one_after(encoder.sink, before, states, layer.after)
        if encoder.redundant_clauses:
            _state_implies_one_before(encoder.sink, before, states, layer.before)


def _state_implies_one_after(sink: Sink, before: States, states: States, after: Sequence[Sequence[int]]) -> None:
    """Add m[i, s] -> OR m[i+1, t], t after s, unless all merged states are after s."""
    for state, others in zip(before, after, strict=True):
        if len(others) < len(states):
            clause = [states[other] for other in others]
            clause.append(-state)
            sink.add(clause)


def _state_implies_one_before(sink: Sink, before: States, states: States, earlier: Sequence[Sequence[int]]) -> None:
    """Add m[i+1, t] -> OR m[i, s], t after s, unless t is after all merged states."""
    for state, others in zip(states, earlier, strict=True):
        if len(others) < len(before):
            clause = [before[other] for other in others]
            clause.append(-state)
            sink.add(clause)


def _letter_implies_state(
    encoder: Encoder, cell: int, held: Sequence[int], states: States, selector: Lit | None
) -> None:
    """Add selector, x[c(i), a] -> OR m[i, s], a in S(s), unless all merged states hold a.

    Without redundant clauses, letters held by the same merged states share one clause, "one of these merged states, or
    another letter", where there are more than two of them and more than of other letters.  (Such a clause is weaker
    under unit propagation than a clause for each letter, but it saves a sixth of all clauses.)

    Args:
        held: The letters of each merged state.
    """
    lits = encoder.variables.lits[cell]
    alike: dict[tuple[int, ...], list[Lit]] = {}
    for block, letter in lits.items():
        support = tuple([state for state, mask in zip(states, held, strict=True) if mask & block])
        alike.setdefault(support, []).append(letter)
    for support, letters in alike.items():
        if len(support) == len(held):
            continue
        if not encoder.redundant_clauses and len(letters) > max(2, len(lits) - len(letters)):
            others = [letter for letter in lits.values() if letter not in letters]
            encoder.require([*support, *others], selector)
        else:
            for letter in letters:
                encoder.require([*support, -letter], selector)


ENCODING: Final = LineEncoding(
    idea="which part of the clue takes each letter",
    size="states, letters",
    propagation="nearly domain consistent",
    reference="Bacchus, CP 2007",
    add_clauses=add_clauses,
)


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
