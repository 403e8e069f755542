"""The intermediate form of a clue that is more than regular: an acyclic circuit over the letters of its line.

A circuit is a tuple of nodes, children before parents, the last one its root.  A node is a tuple of ints:

    (TRUE,)  (FALSE,)
    (LETTER, i, mask)    the letter at index i is in a class of `mask`
    (SAME, i, j, r)      the letters at the indices i < j are the same under relation r (0: identical)
    (AND, a, b, ...)     (OR, a, b, ...)     (NOT, a)          with a, b, ... smaller node numbers

Indices from n on are *choices*: auxiliary values such as "where did group 1 start" or "which letter did it capture".
The line satisfies the clue iff some values of the choices make the root true.  A choice never stands below a NOT.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.errors import LimitError

Node: TypeAlias = tuple[int, ...]

TRUE, FALSE, LETTER, SAME, AND, OR, NOT, _LATER = range(8)


class Circuit:
    """A finished circuit.

    nodes      children before parents; the root is the last
    n          length of the line
    choices    number of values of each choice; the first has index n
    relations  relation r > 0 is relations[r - 1]: the masks of its blocks of "same" letters, a partition of the classes
    """

    __slots__ = ("choices", "has_negation", "n", "nodes", "relations")

    def __init__(
        self,
        nodes: tuple[Node, ...],
        n: int,
        choices: tuple[int, ...] = (),
        relations: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.nodes: Final = nodes
        self.n: Final = n
        self.choices: Final = choices
        self.relations: Final = relations
        self.has_negation: Final = any(node[0] == NOT for node in nodes)

    def is_true(self, letters: Sequence[int]) -> bool:
        """Return whether the line satisfies the clue; `letters` holds the class number of each letter.

        Tries all values of the choices, so it is for tests and small circuits.
        """
        return any(self._evaluate((*letters, *values)) for values in product(*map(range, self.choices)))

    def _evaluate(self, values: Sequence[int]) -> bool:
        truth: list[bool] = []
        for kind, *rest in self.nodes:
            if kind == LETTER:
                truth.append(bool(rest[1] >> values[rest[0]] & 1))
            elif kind == SAME:
                truth.append(self.is_same(rest[2], values[rest[0]], values[rest[1]]))
            elif kind == AND:
                truth.append(all(truth[child] for child in rest))
            elif kind == OR:
                truth.append(any(truth[child] for child in rest))
            elif kind == NOT:
                truth.append(not truth[rest[0]])
            else:
                truth.append(kind == TRUE)
        return truth[-1]

    def is_same(self, relation: int, left: int, right: int) -> bool:
        """Return whether the letter classes `left` and `right` are the same under `relation`."""
        if not relation:
            return left == right
        return any(block >> left & 1 and block >> right & 1 for block in self.relations[relation - 1])


class Builder:
    """Builds a circuit: equal nodes are made once, and constants are folded away.

    A node may be used before its parts are known: `later()` promises one, `define` keeps the promise.
    """

    __slots__ = ("_budget", "_comparisons_left", "_defined", "_number", "nodes")

    def __init__(self, budget: Budget = UNLIMITED, comparisons: int | None = None) -> None:
        self._comparisons_left = comparisons
        self.nodes: list[Node] = [(TRUE,), (FALSE,)]
        self._number: dict[Node, int] = {}
        self._defined: dict[int, int] = {}
        self._budget = budget

    def _node(self, node: Node) -> int:
        number = self._number.get(node)
        if number is None:
            number = len(self.nodes)
            if not number & 4095:
                self.check()
            self._number[node] = number
            self.nodes.append(node)
        return number

    def check(self, states: int = 0) -> None:
        """Raise LimitError or TimeUp once the budget is used up; states that came to nothing count as nodes too."""
        self._budget.check_nodes(max(len(self.nodes), states), "the clue")
        self._budget.check("the clue")

    def letter(self, i: int, mask: int, domain: int) -> int:
        """Return the node "index i holds a class of `mask`"; only classes of `domain` can be there."""
        inside = mask & domain
        return TRUE if inside == domain else self._node((LETTER, i, inside)) if inside else FALSE

    def same(self, i: int, j: int, relation: int = 0) -> int:
        """Return the node "the indices i and j hold the same letter under `relation`".

        Raises LimitError when there are more of them than `comparisons` allows.
        """
        if i == j:
            return TRUE
        node = (SAME, min(i, j), max(i, j), relation)
        if self._comparisons_left is not None and node not in self._number:
            self._comparisons_left -= 1
            if self._comparisons_left < 0:
                raise LimitError("the clue compares too many pairs of letters")
        return self._node(node)

    def conj(self, *parts: int) -> int:
        """Return the conjunction of `parts`."""
        kept = []
        for part in parts:
            if part == FALSE:
                return FALSE
            if part != TRUE and part not in kept:
                kept.append(part)
        return kept[0] if len(kept) == 1 else self._node((AND, *kept)) if kept else TRUE

    def disj(self, *parts: int) -> int:
        """Return the disjunction of `parts`."""
        kept = []
        for part in parts:
            if part == TRUE:
                return TRUE
            if part != FALSE and part not in kept:
                kept.append(part)
        return kept[0] if len(kept) == 1 else self._node((OR, *kept)) if kept else FALSE

    def negation(self, part: int) -> int:
        """Return the negation of `part`."""
        if part <= FALSE:
            return FALSE - part
        return self.nodes[part][1] if self.nodes[part][0] == NOT else self._node((NOT, part))

    def later(self) -> int:
        """Return a new node whose meaning `define` will give."""
        self.nodes.append((_LATER, len(self.nodes)))
        return len(self.nodes) - 1

    def define(self, promised: int, number: int) -> None:
        """Let the node `promised` be the node `number`."""
        self._defined[promised] = number

    def finish(
        self, root: int, n: int, choices: tuple[int, ...] = (), relations: tuple[tuple[int, ...], ...] = ()
    ) -> Circuit:
        """Return the circuit of `root`, with nothing in it that the root does not need."""
        if not self._defined:
            return Circuit(self._trimmed(root), n, choices, relations)
        final = Builder(self._budget)
        nodes, meaning = self.nodes, self._meanings()
        renumbered = {TRUE: TRUE, FALSE: FALSE}
        stack = [meaning.get(root, root)]
        while stack:
            number = stack[-1]
            if number in renumbered:
                stack.pop()
                continue
            node = nodes[number]
            kind = node[0]
            if kind in (LETTER, SAME):
                renumbered[number] = final._node(node)
                continue
            parts = []
            for child in node[1:]:
                child = meaning.get(child, child)
                part = renumbered.get(child)
                if part is None:
                    stack.append(child)
                else:
                    parts.append(part)
            if len(parts) < len(node) - 1:
                continue
            if kind == AND:
                renumbered[number] = final.conj(*parts)
            elif kind == OR:
                renumbered[number] = final.disj(*parts)
            else:
                renumbered[number] = final.negation(parts[0])
        return Circuit(final._trimmed(renumbered[meaning.get(root, root)]), n, choices, relations)

    def _meanings(self) -> dict[int, int]:
        """Return for each promised node the node that it is, itself no promise."""
        meaning: dict[int, int] = {}
        for promised, number in self._defined.items():
            chain = [promised]
            while number in self._defined and number not in meaning:
                chain.append(number)
                number = self._defined[number]
            for each in chain:
                meaning[each] = meaning.get(number, number)
        return meaning

    def _trimmed(self, root: int) -> tuple[Node, ...]:
        """Return the nodes below `root` in their order, renumbered."""
        if root <= FALSE:
            return ((root,),)
        wanted = {root}
        for number in range(root, FALSE, -1):
            if number in wanted:
                node = self.nodes[number]
                if node[0] in (AND, OR, NOT):
                    wanted.update(node[1:])
        place = {number: position for position, number in enumerate(sorted(wanted))}
        trimmed: list[Node] = []
        for number in sorted(wanted):
            node = self.nodes[number]
            is_inner = node[0] in (AND, OR, NOT)
            trimmed.append((node[0], *(place[child] for child in node[1:])) if is_inner else node)
        return tuple(trimmed)
