"""The problem as a formula: for small templates, and for proofs that no fill exists.

In: a problem, and the state that propagation left.  Out: fills, or the certainty that there is none.  "No word twice"
would need clauses for every pair of equally long slots; they are added for a pair once an answer repeats a word there.

Variables: words and letters (see `solver.constraints.word_constraint`); r[s, v], "slot s holds the required or
preferred word v"; p[v], "some slot holds the preferred word v". Clauses, besides the clauses of the constraints:
    OR r[s, v] over the slots s;  r[s, v] -> x[c(s, i), v(i)]        for each required word v
    p[v] -> OR r[s, v] over the slots s                              for each preferred word v
    at least k of all p[v]                                           if k preferred words are asked for
    OR (cells c(s, i) and c(t, i) differ) over i                     for slots s and t that an answer filled alike
"""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.solver.cnf import Encoder, Lit, Sink, VariableMap, at_least
from satcross.solver.constraints.word_constraint import WordConstraint
from satcross.solver.python_sat import Solver
from satcross.words.problem import NumberedWord, Problem
from satcross.words.propagation import State, preferred_words
from satcross.words.search import Accepts, accept_all


def formula_size(problem: Problem, state: State) -> int:
    """Return about how many clauses the words of all slots with several candidates take."""
    return sum([words.n * size for words, size in zip(problem.words, state.sizes, strict=True) if size > 1])


def encode_fill(problem: Problem, state: State, sink: Sink) -> Encoder:
    """Put the clauses of `problem`, within `state`, into `sink`; return the encoder that wrote them.

    These clauses do not exclude that a word appears twice.
    """
    variables = VariableMap([single_bits(domain) for domain in state.cells], is_compact=True)
    variables.one_block_each(sink)
    encoder = Encoder(variables, sink)
    for slot, words, index in zip(problem.grid.slots, state.words, problem.words, strict=True):
        WordConstraint(index.index, words).clauses(encoder, slot.cells)
    for constraint in problem.extra:
        constraint.line_constraint.clauses(encoder, constraint.cells)
    for word in problem.required:
        sink.add(_holding(problem, state, encoder, word))
    return encoder


def _holding(problem: Problem, state: State, encoder: Encoder, word: NumberedWord) -> list[Lit]:
    """Return a literal for each slot that may hold `word`; each implies that its slot does."""
    letters = [1 << problem.word_list.letters.index(letter) for letter in problem.text_of(word)]
    literals: list[Lit] = []
    for slot, words in zip(problem.grid.slots, state.words, strict=True):
        if len(slot.cells) == word[0] and words >> word[1] & 1:
            literals.append(encoder.variables.fresh())
            for cell, letter in zip(slot.cells, letters, strict=True):
                encoder.sink.add([-literals[-1], encoder.member(cell, letter)])
    return literals


def hold_preferred(problem: Problem, state: State, encoder: Encoder, least: int) -> None:
    """Add "at least `least` preferred words are held by slots"."""
    held: list[Lit] = []
    for word in sorted(preferred_words(problem, state)):
        held.append(encoder.variables.fresh())
        encoder.sink.add([-held[-1], *_holding(problem, state, encoder, word)])
    at_least(held, least, encoder.variables.fresh, encoder.sink)


def differ(problem: Problem, encoder: Encoder, one: int, other: int) -> None:
    """Add "the slots `one` and `other`, equally long, hold different words"."""
    pairs = zip(problem.grid.slots[one].cells, problem.grid.slots[other].cells, strict=True)
    encoder.sink.add([-encoder.same(left, right, (), is_negated=True) for left, right in pairs])


class FormulaSearch:
    """The fills of a problem, found by a SAT solver.

    Attributes:
        is_complete: Whether all fills have been found.

    Args:
        accepts: A last test that a fill must pass.
        least_preferred: How many preferred words each fill must hold.
        most_conflicts: After this many conflicts without a fill the iteration ends without an answer; None: never.
    """

    def __init__(
        self,
        problem: Problem,
        state: State,
        budget: Budget,
        accepts: Accepts = accept_all,
        least_preferred: int = 0,
        most_conflicts: int | None = None,
    ) -> None:
        self.problem = problem
        self.is_complete = False
        self._least_preferred = least_preferred
        self._most_conflicts = most_conflicts
        self._state = state
        self._budget = budget
        self._accepts = accepts

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """Yield fills, each different from those before.  Raises TimeUp, and LimitError for a formula too large."""
        problem = self.problem
        decided = problem.decided
        with Solver(budget=self._budget) as solver:
            self._budget.note("writing the formula")
            encoder = encode_fill(problem, self._state, solver)
            if self._least_preferred:
                hold_preferred(problem, self._state, encoder, self._least_preferred)
            self._budget.note("searching by a SAT solver, clauses", solver.clauses)
            variables = encoder.variables
            while answer := solver.solve_within(None, conflicts=self._most_conflicts):
                masks = variables.decode(solver.is_true)
                pair = None if problem.allow_repeats else _repeated(problem, masks)
                if pair is not None:
                    differ(problem, encoder, *pair)
                    continue
                blocking = [-variables.lits[cell][masks[cell]] for cell in decided if variables.lits[cell]]
                known = list(self._state.cells)
                for cell in decided:
                    known[cell] = masks[cell]
                fill = problem.spelled(known)
                if self._accepts(problem, fill):
                    yield fill
                if not blocking:
                    answer = False
                    break
                solver.add(blocking)
            self.is_complete = answer is False


def _repeated(problem: Problem, masks: tuple[int, ...]) -> tuple[int, int] | None:
    """Return two slots that hold the same word, or None."""
    slot_of: dict[tuple[int, ...], int] = {}
    for number, slot in enumerate(problem.grid.slots):
        word = tuple([masks[cell] for cell in slot.cells])
        other = slot_of.setdefault(word, number)
        if other != number:
            return other, number
    return None
