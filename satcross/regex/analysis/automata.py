"""The automaton of a regex: it reads a string of any length, letter by letter.

In: a core regex without groups, references and atomic parts (`satcross.regex.analysis.outline`), and letter classes.
Out: an `Automaton`, which is deterministic.  Its states are made when they are asked for.

A state is a *formula* about the letters to come.  Its atoms are the leaves of the regex (Glushkov's positions): an atom
is true if its letter comes next and the rest of the string matches what follows the leaf.  One more atom, `END`, is
true if no letter comes next.  So `A|BC` is "A comes, then the end; or B comes, then C, then the end".  A lookahead is
one more condition on the same letters: a conjunction, or a negation.  To read a letter, each atom is replaced by what
follows it, or by falsehood if the letter is another one.

Formulas are in disjunctive normal form, so that equal states are mostly recognised.  In a regex without lookaheads they
are plain sets of positions, and the automaton comes from the usual subset construction.

A lookbehind is its own regex, which may begin anywhere.  A state also has a formula for each lookbehind, in which
an atom `here` is true if a match ends at this place.  What the lookbehind says here is what is asked beside that atom.

References: J. Brzozowski, Derivatives of regular expressions, JACM 1964; A. Chandra, D. Kozen and L. Stockmeyer,
Alternation, JACM 1981.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, assert_never

from satcross.base.bits import parts, single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import TooManyStates
from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq
from satcross.regex.letters.classes import Classes

Formula: TypeAlias = frozenset[int]
"""A disjunction of conjunctions.  Each conjunction is a bit set of literals: bit 2a for atom a, bit 2a + 1 for its
negation."""

State: TypeAlias = tuple[Formula, ...]
"""What the letters to come must fulfil, and then the formula of each lookbehind."""

Moves: TypeAlias = tuple[tuple[int, int], ...]
"""Disjoint masks of letters, and the number of the state after each; letters that lead to failure are left out."""

TRUE: Final[Formula] = frozenset((0,))
FALSE: Final[Formula] = frozenset()
END: Final = 1
"""The literal of the atom that is true at the end of the string."""

MOST_TERMS: Final = 2_000
"""Conjunctions of one formula."""


class Automaton:
    """The automaton of a core regex; its states are numbered from 0, the first one.

    Its methods raise TooManyStates if the tuning does not allow so many states or atoms, and TimeUp.
    """

    __slots__ = ("_formulas", "_moves", "_numbers", "_states")

    def __init__(self, core: Core, classes: Classes, budget: Budget = UNLIMITED) -> None:
        self._formulas: Final = _Formulas(classes, budget)
        start = self._formulas.start(core)
        self._states: Final = [start]
        self._numbers: Final = {start: 0}
        self._moves: Final[list[Moves | None]] = [None]

    def accepts(self, number: int) -> bool:
        """Return whether the string may end in the state with this number."""
        return self._formulas.holds_at_end(self._states[number][0])

    def moves(self, number: int) -> Moves:
        """Return the moves from the state with this number."""
        known = self._moves[number]
        if known is None:
            known = self._moves[number] = self._moves_from(self._states[number])
        return known

    def _moves_from(self, state: State) -> Moves:
        letters_to: dict[int, int] = {}
        for letters in self._formulas.letters_told_apart(state):
            after = self._formulas.after(state, letters & -letters)
            if after[0]:
                number = self._numbers.setdefault(after, len(self._states))
                if number == len(self._states):
                    self._formulas.check(number)
                    self._states.append(after)
                    self._moves.append(None)
                letters_to[number] = letters_to.get(number, 0) | letters
        return tuple([(letters, number) for number, letters in letters_to.items()])


class _Formulas:
    """The atoms of a regex, and what its formulas become when a letter is read."""

    def __init__(self, classes: Classes, budget: Budget) -> None:
        self._classes: Final = classes
        self._budget: Final = budget
        self._masks: Final[list[int]] = []  # of each atom: the letters with which it can be true
        self._following: Final[list[Formula]] = []  # of each atom: what has to be true after its letter
        # atoms that stand for a formula at the same place: the rounds of a loop, and lookbehinds by their numbers
        self._loops: Final[dict[int, Formula]] = {}
        self._behinds: Final[dict[int, int]] = {}
        self._standing = 0  # the literals of both kinds of atoms
        self._starts: Final[list[tuple[int, Formula]]] = []  # of each lookbehind: its literal `here`, and its formula
        self._behind_letters: Final[dict[object, int]] = {}
        self._known: Final[dict[tuple[int, int], Formula]] = {}
        self._resolved: Final[dict[tuple[Formula, State], Formula]] = {}
        self._positive = 0
        self._atom(0)  # END

    def check(self, number: int) -> None:
        """Raise TooManyStates if there may not be `number` states or atoms, TimeUp if the time is up."""
        if number >= self._budget.tuning.automaton_states:
            raise TooManyStates
        if number and not number & 255:
            self._budget.check("the regex")

    # from a regex to formulas

    def start(self, core: Core) -> State:
        """Return the state before the first letter."""
        first = self._built(core, frozenset((END,)))
        self._positive = ((1 << 2 * len(self._masks)) - 1) // 3
        return self._at(first, [FALSE] * len(self._starts))

    def _atom(self, letters: int, following: Formula = FALSE) -> int:
        """Return the literal of a new atom."""
        self.check(len(self._masks))
        self._masks.append(letters)
        self._following.append(following)
        return 1 << 2 * (len(self._masks) - 1)

    def _built(self, node: Core, after: Formula) -> Formula:
        """Return the formula of `node` followed by `after`."""
        match node:
            case Letters():
                letters = self._classes.mask(node.letters)
                return frozenset((self._atom(letters, after),)) if letters and after else FALSE
            case Seq():
                for item in reversed(node.items):
                    after = self._built(item, after)
                return after
            case Alt():
                return self._any([self._built(branch, after) for branch in node.branches])
            case Repeat():
                return self._rounds(node, after)
            case Look():
                return self._looked(node, after)
            case Group():  # in a negative lookaround, and read only outside it
                return self._built(node.item, after)
            case Ref() | Cond() | Atomic():
                raise AssertionError("the outline has no such node")
            case _:
                assert_never(node)

    def _rounds(self, loop: Repeat, after: Formula) -> Formula:
        low = loop.low
        if loop.high is None:
            round_ = self._atom(self._classes.every)
            self._standing |= round_ | round_ << 1
            one = self._built(loop.item, frozenset((round_,)))
            # a round without letters that leads to another round is of no use
            begun = frozenset([each for each in one if not each & round_])
            self._loops[round_] = whole = self._any([after, begun])
            after = whole
            if low:
                low -= 1
                skipped = frozenset([each ^ round_ for each in one if each & round_])
                after = self._any([begun, self._all([skipped, whole])])
        else:
            out = after
            for _ in range(loop.high - low):
                before, after = after, self._any([out, self._built(loop.item, after)])
                if after == before:
                    break
        for _ in range(low):
            before, after = after, self._built(loop.item, after)
            if after == before:
                break
        return after

    def _looked(self, look: Look, after: Formula) -> Formula:
        if not look.is_behind:
            ahead = self._built(look.item, TRUE)
            return self._all([self._negated(ahead) if look.is_negative else ahead, after])
        key: object = look.item.letters if isinstance(look.item, Letters) else look
        literal = self._behind_letters.get(key)
        if literal is None:
            here = self._atom(self._classes.every)
            begun = self._built(look.item, frozenset((here,)))
            literal = self._behind_letters[key] = self._atom(self._classes.every)
            self._behinds[literal] = len(self._starts)
            self._starts.append((here, begun))
            self._standing |= literal | literal << 1
        return self._all([frozenset((literal << look.is_negative,)), after])

    # logic

    def _any(self, formulas: Iterable[Formula]) -> Formula:
        return self._simplified(set().union(*formulas))

    def _all(self, formulas: Sequence[Formula]) -> Formula:
        result = TRUE
        for formula in formulas:
            if result is TRUE or formula == TRUE:
                result = formula if result is TRUE else result
            elif len(result) == len(formula) == 1:
                result = self._simplified({one | other for one in result for other in formula})
            else:
                if len(result) * len(formula) > MOST_TERMS:
                    raise TooManyStates
                result = self._simplified({one | other for one in result for other in formula})
        return result

    def _negated(self, formula: Formula) -> Formula:
        swapped = []
        for term in formula:
            literals = single_bits(term)
            swapped.append(frozenset([bit << 1 if bit.bit_length() & 1 else bit >> 1 for bit in literals]))
        return self._all(swapped)

    def _simplified(self, terms: set[int]) -> Formula:
        """Return the disjunction of `terms` without contradictions, and without terms that others imply."""
        if 0 in terms:
            return TRUE
        longer = [term for term in terms if term & (term - 1)]
        if not longer:
            return frozenset(terms)
        kept: list[int] = []
        for term in sorted(terms, key=int.bit_count):
            if not self._is_contradiction(term) and not any([each & term == each for each in kept]):
                kept.append(term)
        return frozenset(kept)

    def _is_contradiction(self, term: int) -> bool:
        """Return whether atoms of `term` need different letters, or one is asked to be true and false."""
        letters = every = self._classes.every
        for bit in single_bits(term):
            if bit.bit_length() & 1:
                if term & bit << 1:
                    return True
                if bit != END:
                    letters &= self._masks[bit.bit_length() >> 1]
        return not letters or (term & END != 0 and letters != every)

    # from one letter to the next

    def letters_told_apart(self, state: State) -> tuple[int, ...]:
        """Return the letters of the alphabet in parts that `state` cannot tell apart."""
        atoms = 0
        for formula in state:
            for term in formula:
                atoms |= term
        atoms |= atoms >> 1
        masks = {self._masks[bit.bit_length() >> 1] for bit in single_bits(atoms & self._positive)}
        return parts(self._classes.every, masks)

    def after(self, state: State, letter: int) -> State:
        """Return the state after `letter`, a mask of one class."""
        first, *behinds = [self._any([self._read(term, letter) for term in formula]) for formula in state]
        return self._at(first, behinds)

    def _read(self, term: int, letter: int) -> Formula:
        """Return the rest of a conjunction after `letter`."""
        key = (term, letter)
        known = self._known.get(key)
        if known is None:
            left = []
            for bit in single_bits(term):
                atom = bit.bit_length() - 1 >> 1
                following = self._following[atom] if self._masks[atom] & letter else FALSE
                left.append(following if bit.bit_length() & 1 else self._negated(following))
            known = self._known[key] = self._all(left)
        return known

    def _at(self, formula: Formula, behinds: Sequence[Formula]) -> State:
        """Return the state at a place; `behinds` are the lookbehinds that have begun before it."""
        truths: list[Formula] = []
        state = []
        for (here, begun), formula_behind in zip(self._starts, behinds, strict=True):
            reached = self._resolve(self._any([formula_behind, begun]), tuple(truths))
            state.append(reached)
            truths.append(frozenset([term ^ here for term in reached if term & here]))
        return self._resolve(formula, tuple(truths)), *state

    def _resolve(self, formula: Formula, truths: State) -> Formula:
        """Return `formula` with what loops and lookbehinds stand for; `truths` says so of the lookbehinds."""
        if not any([term & self._standing for term in formula]):
            return formula
        key = (formula, truths)
        known = self._resolved.get(key)
        if known is None:
            terms = []
            for term in formula:
                standing = [self._meaning(bit, truths) for bit in single_bits(term & self._standing)]
                terms.append(self._all([frozenset((term & ~self._standing,)), *standing]))
            known = self._resolved[key] = self._any(terms)
        return known

    def _meaning(self, literal: int, truths: State) -> Formula:
        if not literal.bit_length() & 1:
            return self._negated(self._meaning(literal >> 1, truths))
        number = self._behinds.get(literal)
        return self._resolve(self._loops[literal], truths) if number is None else truths[number]

    def holds_at_end(self, formula: Formula) -> bool:
        """Return whether `formula` is true where no letter comes next."""
        return any([not term & (self._positive ^ END) and not term & END << 1 for term in formula])
