"""The encodings of regular clues: six published ways to write the layers of a clue as clauses.

In: the layers of a clue on its line, and the variables of its cells.  Out: clauses.  `ENCODINGS` names them all.

All encodings speak of the same letters: x[c, B], "cell c holds a letter of block B" (`solver.cnf`).  All of
them start from the same layers of merged states.  Projected on the letters, they all have the same models.  They
differ in their size, and in what unit propagation finds out.

A literal may be None here.  Then it stands for something that is always true: an index with one state, or a cell with
one block of letters.

To add an encoding, write a function that adds its clauses, and name it in `ENCODINGS`.  The text below it says what the
variables mean, its clauses, its size and where it was published.
"""

from __future__ import annotations

from codecs import lookup
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.errors import Field, OptionError, did_you_mean, naming
from satcross.solver.cnf import COUNTERS, Encoder, FlatSink, Lit, Sink, exactly_one
from satcross.solver.merged_layers import MergedLayer, deterministic, state_count

AddClauses: TypeAlias = Callable[[Sequence[MergedLayer], Encoder, Sequence[int], Lit | None], object]
"""Adds clauses that bind the letters of some cells to the layers, where a selector (None: always) is true."""


class LineEncoding(NamedTuple):
    """A way to write a regular clue as clauses.

    Attributes:
        idea: What its variables say, in a few words.
        size: What the number of its clauses for one letter of a line grows with.
        propagation: What unit propagation on the clauses of one clue finds out.
        reference: Where it was published.
    """

    idea: str
    size: str
    propagation: str
    reference: str
    add_clauses: AddClauses


Known: TypeAlias = "Lit | None"
"""A literal; None: always true."""


def imply(encoder: Encoder, conditions: Sequence[Known], one_of: Sequence[Known], selector: Lit | None = None) -> None:
    """Add: if `selector` (if any) and all of `conditions` are true, then one of `one_of` is true."""
    clause = [-lit for lit in conditions if lit is not None]
    for lit in one_of:
        if lit is None:
            return
        clause.append(lit)
    encoder.require(clause, selector)


def some_state(encoder: Encoder, count: int, family: str) -> list[Known]:
    """Return a fresh variable for each of `count` states; None if there is only one."""
    if count == 1:
        return [None]
    first = encoder.variables.fresh(count, family)
    return [*range(first, first + count)]


def exactly_one_state(encoder: Encoder, states: Sequence[Known]) -> None:
    """Add "exactly one of `states`", whatever any selector says: this restricts no letters."""
    lits = [lit for lit in states if lit is not None]
    if lits:
        exactly_one(lits, lambda: encoder.variables.fresh(1, COUNTERS), encoder.sink)


def blocks_of(encoder: Encoder, cell: int) -> list[tuple[int, Known]]:
    """Return the blocks of letters of `cell`, each with the literal "the cell holds a letter of the block"."""
    lits = encoder.variables.lits[cell]
    return [*lits.items()] if lits else [(encoder.variables.domains[cell], None)]


States: TypeAlias = range
"""The variables of the merged states of one index; empty before the first index, and where there is one state."""

PART: Final = "merged states: a part of the clue takes the letter"


def add_positions(merged: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
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
                sink = encoder.sink
                encoder.sink = kept = FlatSink()
                _add_index(layer, encoder, cell, before, states, selector)
                encoder.sink = sink
                clauses = list(kept)
                sink.add_all(clauses)
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


POSITIONS: Final = LineEncoding(
    idea="which part of the clue takes each letter",
    size="states, letters",
    propagation="nearly domain consistent",
    reference="Bacchus, CP 2007",
    add_clauses=add_positions,
)
"""The positions of a regex with support clauses: which part of the clue takes each letter.  The default.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters spell some way through all
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


Template: TypeAlias = list[Callable[[Sequence[Lit]], tuple[Lit, ...]]]
"""For each clause what picks its literals from the literals of a layer. A literal has a *local number*, its place among
them from 1, and its negation has minus that, which counts from the end of a list."""


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


STATES: Final = "states: the letters so far lead to the state"


def add_transitions(
    layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None
) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    blocks = [blocks_of(encoder, cell) for cell in cells]
    automaton = deterministic(layers, [[block for block, _ in each] for each in blocks])
    before = some_state(encoder, 1, STATES)
    for here, steps in zip(blocks, automaton, strict=True):
        after = some_state(encoder, state_count(steps), STATES)
        for state, row in zip(before, steps, strict=True):
            for block, letter in here:
                imply(encoder, [state, letter], [after[row[block]]] if block in row else [], selector)
        before = after


TRANSITIONS: Final = LineEncoding(
    idea="the state after each letter (deterministic)",
    size="states x letters",
    propagation="forwards only",
    reference="Quimper and Walsh, CP 2006",
    add_clauses=add_transitions,
)
"""The transitions of a deterministic automaton as implications: a state and a letter lead to the next state.

In: the layers of a regular clue, made deterministic.  Out: clauses that are satisfied iff the letters lead from the
first state to the last.

Variables: q[i, s], "the first i letters lead to state s".  Where there is one state (at least before the first letter
and after the last) it has no variable.

Clauses, with d(s, B) the state to which the letters of block B lead from s:

    selector, q[i, s], x[c(i), B] -> q[i+1, d(s, B)]
    selector, q[i, s] -> not x[c(i), B]                  if no letter of B can come after s

Other states may be true as well, which only rules out letters.  Clauses for "exactly one state" make the search for
words take twice as long.

Size: a clause for each state and block.

Unit propagation follows a string forwards, letter by letter.  It finds less from the end backwards, and it does not
see that a letter has lost its last transition.  So it is not domain consistent.

Reference: C.-G. Quimper and T. Walsh, Global grammar constraints, CP 2006, where "regular" is a chain of ternary
constraints on a letter and the states before and after it.
"""


TABLE_STATES: Final = "states: the letters so far lead to the state"
TABLE_TRANSITIONS: Final = "transitions: the letter comes after the state"


def add_table(
    layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None
) -> list[list[Known]]:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true.

    Return the states after each index.
    """
    blocks = [blocks_of(encoder, cell) for cell in cells]
    automaton = deterministic(layers, [[block for block, _ in each] for each in blocks])
    before = some_state(encoder, 1, TABLE_STATES)
    states = []
    for here, steps in zip(blocks, automaton, strict=True):
        after = some_state(encoder, state_count(steps), TABLE_STATES)
        into: list[list[Known]] = [[] for _ in after]
        holding: dict[int, list[Known]] = {block: [] for block, _ in here}
        for state, row in zip(before, steps, strict=True):
            transitions = {block: encoder.variables.fresh(1, TABLE_TRANSITIONS) for block in row}
            imply(encoder, [state], [*transitions.values()])
            for block, transition in transitions.items():
                imply(encoder, [transition], [state])
                imply(encoder, [transition], [after[row[block]]])
                into[row[block]].append(transition)
                holding[block].append(transition)
        for state, transitions_into in zip(after, into, strict=True):
            imply(encoder, [state], transitions_into)
        for block, letter in here:
            for each in holding[block]:
                imply(encoder, [each], [letter], selector)
            imply(encoder, [letter], holding[block], selector)
        states.append(after)
        before = after
    return states


TABLE: Final = LineEncoding(
    idea="the transition of each letter (deterministic)",
    size="3 x transitions",
    propagation="domain consistent",
    reference="Bacchus, CP 2007",
    add_clauses=add_table,
)
"""The transitions of a deterministic automaton as tables: a variable for each tuple of state, letter and next state.

In: the layers of a regular clue, made deterministic.  Out: clauses that are satisfied iff the letters lead from the
first state to the last.

Variables: q[i, s], "the first i letters lead to state s", and t[i, s, B], "letter i is in block B, and comes after
state s".  Where there is one state it has no variable.

Clauses, with d(s, B) the state to which the letters of block B lead from s:

    t[i, s, B] -> q[i, s]
    t[i, s, B] -> q[i+1, d(s, B)]
    selector, t[i, s, B] -> x[c(i), B]
    q[i, s] -> OR t[i, s, B]
    q[i+1, r] -> OR t[i, s, B], d(s, B) = r
    selector, x[c(i), B] -> OR t[i, s, B]

Size: a variable and three clauses of two literals for each transition; a clause for each state from either side, and
one for each block.

Unit propagation is domain consistent: a transition loses its state or its letter, a state loses its last transition
on one side, a letter loses its last transition, and so on to the fixpoint that the forward and backward passes find.

Reference: F. Bacchus, GAC via unit propagation, CP 2007, which has this form for tables and for "regular".
"""


REACHED: Final = "reached states: the letters so far lead to the merged state"


def add_reachability(
    layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None
) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    before: list[Lit] = []
    for i, (cell, layer) in enumerate(zip(cells, layers, strict=True)):
        first = encoder.variables.fresh(len(layer.letters), REACHED)
        here = list(range(first, first + len(layer.letters)))
        for state, mask, earlier in zip(here, layer.letters, layer.before, strict=True):
            held = _held(encoder, cell, mask)
            sources: list[Known] = [before[number] for number in earlier] if i else [None]
            for source in sources:
                imply(encoder, [source, held], [state], selector)
            imply(encoder, [state], sources)
            imply(encoder, [state], [held], selector)
        before = here
    if layers:
        encoder.require([*before], selector)


def _held(encoder: Encoder, cell: int, mask: int) -> Known:
    """Return the literal "`cell` holds a letter of `mask`", None if it always does."""
    domain = encoder.variables.domains[cell]
    return None if mask & domain == domain else encoder.member(cell, mask)


REACHABILITY: Final = LineEncoding(
    idea="all states that the letters so far lead to",
    size="pairs of states",
    propagation="forwards only",
    reference="Lotz and others, CAV 2023",
    add_clauses=add_reachability,
)
"""Reachability in a nondeterministic automaton: all states that the letters so far lead to are true together.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters lead to a merged state of the last
layer.

Variables: r[i, s], "the letters up to index i lead to the merged state s, which holds the letter at i".

Clauses, with S(s) the letters of the merged state s:

    selector, r[i, s], x[c(i+1)] in S(t) -> r[i+1, t]    for each t after s
    selector, x[c(0)] in S(s) -> r[0, s]
    selector, r[i, s] -> x[c(i)] in S(s)
    r[i+1, t] -> OR r[i, s], t after s
    selector -> OR r[n-1, s]

Size: a clause for each pair of merged states that can follow each other, and two for each merged state.

A string makes exactly the states true that it reaches.  Unit propagation follows a string forwards; it is not domain
consistent.

Reference: K. Lotz, A. Goel, B. Dutertre, B. Kiesl-Reiter, S. Kong, R. Majumdar and D. Nowotka, Solving string
constraints using SAT, CAV 2023 (the solver nfa2sat), where membership in a regular language is reachability in a
nondeterministic automaton, within a bound on the length.
"""


def add_diagram(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    for states in add_table(layers, encoder, cells, selector):
        exactly_one_state(encoder, states)


DIAGRAM: Final = LineEncoding(
    idea="a path through a layered decision diagram",
    size="3 x transitions, states",
    propagation="complete",
    reference="Abío and others, CPAIOR 2016",
    add_clauses=add_diagram,
)
"""A layered decision diagram on which unit propagation is complete.

In: the layers of a regular clue, made deterministic, which is a multi-valued decision diagram: its nodes are the
states and its edges the transitions.  Out: clauses that are satisfied iff the letters are the letters of a path through
the diagram.

Variables and clauses: as for the tables (`add_table`), and

    exactly one q[i, s], for each i

Size: the size of the tables, and "exactly one" for each index.

Unit propagation is complete, not only on letters: whatever letters, nodes and edges are decided, it finds every other
one of them that must be true or false.  An edge that is true makes its nodes and its letter true.  A node or a letter
that is true excludes the others of its index.  The rest is on some path, and a rest of one letter must be taken.
(The variables inside "exactly one" are not counted here.)

Reference: I. Abío, V. Gange, V. Mayer-Eichberger and P. J. Stuckey, On CNF encodings of decision diagrams, CPAIOR
2016.
"""


BINARY_STATES: Final = "merged states: a part of the clue takes the letter"


def add_binary(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    before: list[Known] = []
    for cell, layer in zip(cells, layers, strict=True):
        here = some_state(encoder, len(layer.letters), BINARY_STATES)
        imply(encoder, [], here, selector)
        for state, mask in zip(here, layer.letters, strict=True):
            _state_implies_bits(encoder, state, cell, mask, selector)
        for state, after in zip(before, layer.after, strict=False):
            imply(encoder, [state], [here[number] for number in after])
        before = here


def _state_implies_bits(encoder: Encoder, state: Known, cell: int, mask: int, selector: Lit | None) -> None:
    """Add `state` -> `cell` holds a letter of `mask`, in terms of bits."""
    codes = encoder.codes(cell)
    inside = [codes[block] for block, _ in blocks_of(encoder, cell) if block & mask]
    shared = set(inside[0]).intersection(*inside[1:])
    for bit in inside[0]:
        if bit in shared:
            imply(encoder, [state], [bit], selector)
    for block, code in codes.items():
        if not block & mask and not any(-bit in shared for bit in code):
            imply(encoder, [state, *code], [], selector)


BINARY: Final = LineEncoding(
    idea="as positions, but letters are binary numbers",
    size="states x letters",
    propagation="weak",
    reference="Walsh, CP 2000",
    add_clauses=add_binary,
)
"""Letters in binary, with channelling: merged states say which bits the number of their letter has.

In: the layers of a regular clue.  Out: clauses that are satisfied iff the letters spell some way through all
layers.

Variables: b[c, j], "bit j of the number of the block that cell c holds", and m[i, s], "merged state s consumes the
letter at index i".  An index with one merged state has no variable.

Clauses, with S(s) the letters of the merged state s:

    x[c, B] -> the bits of B;   the bits of B -> x[c, B]        channelling, once for each cell
    selector -> OR m[i, s]
    selector, m[i, s] -> the bits that all letters of S(s) share
    selector, m[i, s] -> not the bits of B                      for every other block B that is not in S(s)
    m[i, s] -> OR m[i+1, t], t after s

Size: a clause for each merged state and shared bit, one for each merged state and block outside it that the bits do
not exclude, and 2 log k clauses for each of the k blocks of a cell.

Unit propagation finds out little: a merged state excludes letters, but letters exclude merged states only when enough
bits are known, and no letter sees that it has lost its last merged state.  It is not domain consistent.

Reference: T. Walsh, SAT v CSP, CP 2000, which has the logarithmic encoding of domains and what unit propagation does
on it.
"""


ENCODINGS: Final = {
    "positions": POSITIONS,
    "transitions": TRANSITIONS,
    "table": TABLE,
    "reachability": REACHABILITY,
    "diagram": DIAGRAM,
    "binary": BINARY,
}
"""The encodings by their names, the default first."""


def encoding_named(name: str) -> LineEncoding:
    """Return the encoding with this name.  Raises OptionError for an unknown name."""
    check_encoding(name)
    return ENCODINGS[name]


def _is_charset(name: str) -> bool:
    try:
        return bool(lookup(name))
    except (LookupError, ValueError):
        return False


def check_encoding(name: str) -> None:
    """Raise OptionError unless `name` is an encoding."""
    if name not in ENCODINGS:
        hint = did_you_mean(name, ENCODINGS) or "choose one of " + ", ".join(ENCODINGS)
        if _is_charset(name):
            hint = naming(
                "{} is the character encoding of a file; this is the encoding of clues", Field("charset", name)
            )
        raise OptionError(f"there is no encoding named {name!r}", code="option-encoding", hint=hint)
