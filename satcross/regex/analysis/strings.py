"""The strings that some automata accept and others reject: the first one, all in order, how many of each length, draws.

In: automata over the same letter classes.  Out: a `Product`, which is explored only on request, and
`Strings`, for which it is explored to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Final

from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import TooManyStates
from satcross.regex.analysis.automata import Automaton

FAILED: Final = -1
"""In place of the state of an automaton that accepts nothing any more."""


class Lettering:
    """The letters that stand for each class, in the order of the alphabet.

    Attributes:
        of: Returns the letters of a mask as one string.
    """

    __slots__ = ("every", "of")

    def __init__(self, letters_by_class: Sequence[str]) -> None:
        self.every: Final = (1 << len(letters_by_class)) - 1
        self.of: Final = cache(lambda mask: "".join(sorted("".join([letters_by_class[k] for k in members(mask)]))))


class Product:
    """What automata that must accept a string, and automata that must not, have in common.

    Attributes:
        accepting: Of each state, whether the string may end there.
        moves: Of each state, the letters and the number of the state after them.
    """

    def __init__(
        self,
        accepts: Sequence[Automaton],
        rejects: Sequence[Automaton],
        lettering: Lettering,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.lettering: Final = lettering
        self.accepting: Final[list[bool]] = []
        self.moves: Final[list[list[tuple[int, int]]]] = []
        self._accepts: Final = accepts
        self._rejects: Final = rejects
        self._budget: Final = budget

    def explored(self) -> Iterator[str]:
        """Yield the least string that leads to each state, in order of length, then of the alphabet.

        Raises:
            TooManyStates: If there are more states than allowed.
            TimeUp: If the time is up.
        """
        states = [(0,) * (len(self._accepts) + len(self._rejects))]
        numbers = {states[0]: 0}
        came_from: list[tuple[int, str]] = [(0, "")]
        letters_of = self.lettering.of
        for number, state in enumerate(states):  # the list grows meanwhile
            if not number & 63:
                self._budget.check("comparing regexes")
            self.accepting.append(self._is_accepting(state))
            moves = []
            for letters, after in sorted(self._moves_from(state), key=lambda move: letters_of(move[0])[0]):
                reached = numbers.setdefault(after, len(states))
                if reached == len(states):
                    if reached == self._budget.tuning.automaton_states:
                        raise TooManyStates
                    states.append(after)
                    came_from.append((number, letters_of(letters)[0]))
                moves.append((letters, reached))
            self.moves.append(moves)
            yield _spelled(came_from, number) if self.accepting[-1] else ""

    def first(self) -> str | None:
        """Return the shortest string, of these the first one in the alphabet; None if there is none.

        Raises what `explored` raises.
        """
        return next((text for text in self.explored() if self.accepting[-1]), None)

    def states_after(self, length: int) -> set[tuple[int, ...]]:
        """Return the states of the automata after all strings of this length, `FAILED` in place of some.

        Raises:
            TooManyStates: If there are more after some letter than are compared.
            TimeUp: If the time is up.
        """
        states = {(0,) * (len(self._accepts) + len(self._rejects))}
        moves_from = cache(self._moves_from)
        for _ in range(length):
            states = {after for state in states for _, after in moves_from(state)}
            if len(states) > self._budget.tuning.compared_states:
                raise TooManyStates
        self._budget.check("comparing regexes")
        return states

    def _is_accepting(self, state: tuple[int, ...]) -> bool:
        if not all([each.accepts(number) for each, number in zip(self._accepts, state, strict=False)]):
            return False
        rejects = zip(self._rejects, state[len(self._accepts) :], strict=True)
        return not any([number != FAILED and each.accepts(number) for each, number in rejects])

    def _moves_from(self, state: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        moves: list[tuple[int, tuple[int, ...]]] = [(self.lettering.every, ())]
        middle = len(self._accepts)
        for place, automaton in enumerate((*self._accepts, *self._rejects)):
            own = automaton.moves(state[place]) if state[place] != FAILED else ()
            joined = []
            for letters, after in moves:
                joined += [(letters & mask, (*after, reached)) for mask, reached in own if letters & mask]
            if place >= middle:
                failing = self.lettering.every
                for mask, _ in own:
                    failing &= ~mask
                joined += [(rest, (*after, FAILED)) for letters, after in moves if (rest := letters & failing)]
            moves = joined
        return moves


def _spelled(came_from: Sequence[tuple[int, str]], number: int) -> str:
    """Return the string that has led to the state `number`."""
    letters = []
    while number:
        number, letter = came_from[number]
        letters.append(letter)
    return "".join(reversed(letters))


class Strings:
    """All strings that a product accepts, which may be infinitely many.

    Attributes:
        total: How many there are; None: infinitely many.

    Raises what `Product.explored` raises.
    """

    def __init__(self, product: Product) -> None:
        for _ in product.explored():
            pass
        before: list[list[int]] = [[] for _ in product.moves]
        for number, moves in enumerate(product.moves):
            for _, reached in moves:
                before[reached].append(number)
        live = [number for number, is_accepting in enumerate(product.accepting) if is_accepting]
        self._ways: Final[list[dict[int, int]]] = [dict.fromkeys(live, 1)]
        useful = set(live)
        for number in live:  # the list grows meanwhile
            new = set(before[number]) - useful
            useful |= new
            live += new
        self._letters_of: Final = product.lettering.of
        self._moves: Final = {
            number: [move for move in product.moves[number] if move[1] in useful] for number in sorted(useful)
        }
        self.total: Final = self._total()

    def _total(self) -> int | None:
        entries = dict.fromkeys(self._moves, 0)
        for moves in self._moves.values():
            for _, reached in moves:
                entries[reached] += 1
        free = [state for state, number in entries.items() if not number]
        for state in free:  # the list grows meanwhile
            for _, reached in self._moves[state]:
                entries[reached] -= 1
                if not entries[reached]:
                    free.append(reached)
        if len(free) < len(self._moves):  # some state can be reached from itself
            return None
        ways: dict[int, int] = {}
        for state in reversed(free):
            moves = self._moves[state]
            ends = self._ways[0].get(state, 0)
            ways[state] = ends + sum([len(self._letters_of(mask)) * ways[reached] for mask, reached in moves])
        return ways.get(0, 0)

    def has_longer(self, length: int) -> bool:
        """Return whether some of these strings is longer than `length`."""
        return self.total is None or self.total > sum(map(self.number, range(length + 1)))

    def number(self, length: int) -> int:
        """Return how many strings of this length there are."""
        return self._ways_in(length).get(0, 0)

    def in_order(self) -> Iterator[str]:
        """Yield the strings in order of length, then of the alphabet."""
        for length in count():
            if self.total is not None and not self._ways_in(length):
                return
            yield from self.of_length(length)

    def of_length(self, length: int) -> Iterator[str]:
        """Yield the strings of this length in the order of the alphabet."""
        letters = [""] * length
        pending = [iter([("", 0)] if self.number(length) else [])]
        while pending:
            letter, state = next(pending[-1], ("", FAILED))
            place = len(pending) - 1
            if state == FAILED:
                pending.pop()
                continue
            if place:
                letters[place - 1] = letter
            if place == length:
                yield "".join(letters)
            else:
                pending.append(iter(self._letters_onward(state, self._ways_in(length - place - 1))))

    def _letters_onward(self, state: int, onward: Mapping[int, int]) -> list[tuple[str, int]]:
        moves = [move for move in self._moves[state] if move[1] in onward]
        return sorted([(letter, reached) for mask, reached in moves for letter in self._letters_of(mask)])

    def _ways_in(self, length: int) -> dict[int, int]:
        """Return for each state how many strings of this length lead from it to the end, if there are any."""
        while len(self._ways) <= length:
            last = self._ways[-1]
            ways = {}
            for state, moves in self._moves.items():
                number = sum([len(self._letters_of(mask)) * last.get(reached, 0) for mask, reached in moves])
                if number:
                    ways[state] = number
            self._ways.append(ways)
        return self._ways[length]
