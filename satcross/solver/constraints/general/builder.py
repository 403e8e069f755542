"""Builds circuits (`solver.constraints.general.nodes`): equal nodes are made once, and constants are folded away."""

from __future__ import annotations

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError
from satcross.solver.constraints.general.nodes import AND, FALSE, LATER, LETTER, NOT, OR, SAME, TRUE, Circuit, Node


class Builder:
    """Builds one circuit.

    A node may be used before its parts are known: `later()` promises a node, and `define` keeps the promise.

    Attributes:
        nodes: The nodes so far; the first two are TRUE and FALSE, so a node's number says whether it is constant.
    """

    __slots__ = ("_budget", "_comparisons_left", "_defined", "_number", "nodes")

    def __init__(self, budget: Budget = UNLIMITED, comparisons: int | None = None) -> None:
        """Start with the constants; `comparisons` is how many SAME nodes may be made (None: any number)."""
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
        """Raise LimitError or TimeUp once the budget is used up.

        Args:
            states: How many states have been worked out; those that came to nothing count as nodes, too.
        """
        self._budget.check_nodes(max(len(self.nodes), states), "the clue")
        self._budget.check("the clue")

    def letter(self, i: int, mask: int, domain: int) -> int:
        """Return the node "index i holds a class of `mask`"; only classes of `domain` can be there."""
        inside = mask & domain
        return TRUE if inside == domain else self._node((LETTER, i, inside)) if inside else FALSE

    def same(self, i: int, j: int, relation: int = 0) -> int:
        """Return the node "the indices i and j hold the same letter under `relation`".

        Raises:
            LimitError: If there would be more such nodes than `comparisons` allowed.
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
        self.nodes.append((LATER, len(self.nodes)))
        return len(self.nodes) - 1

    def define(self, promised: int, number: int) -> None:
        """Let the node `promised` be the node `number`."""
        self._defined[promised] = number

    def finish(
        self, root: int, n: int, choices: tuple[int, ...] = (), relations: tuple[tuple[int, ...], ...] = ()
    ) -> Circuit:
        """Return the circuit of `root`, with nothing in it that the root does not need.

        Raises:
            LimitError: When its nodes exceed the budget.
            TimeUp: If the time is up.
        """
        final, root = self._without_promises(root) if self._defined else (self, root)
        return Circuit(final._trimmed(root), n, choices, relations)

    def _without_promises(self, root: int) -> tuple[Builder, int]:
        """Return a builder in which every promised node is the one that it was defined as, and its number of `root`."""
        final = Builder(self._budget)
        meaning = self._meanings()
        renumbered = {TRUE: TRUE, FALSE: FALSE}
        root = meaning.get(root, root)
        stack = [root]
        while stack:
            number = stack[-1]
            if number in renumbered:
                stack.pop()
                continue
            node = self.nodes[number]
            if node[0] in (LETTER, SAME):
                renumbered[number] = final._node(node)
                continue
            children = [meaning.get(child, child) for child in node[1:]]
            unknown = [child for child in children if child not in renumbered]
            if unknown:
                stack += unknown
            else:
                renumbered[number] = final._inner(node[0], [renumbered[child] for child in children])
        return final, renumbered[root]

    def _inner(self, kind: int, parts: list[int]) -> int:
        """Return the node of an AND, OR or NOT of `parts`."""
        if kind == AND:
            return self.conj(*parts)
        return self.disj(*parts) if kind == OR else self.negation(parts[0])

    def _meanings(self) -> dict[int, int]:
        """Return for each promised node the node that it was defined as, which is not itself a promise."""
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
        """Return `root` and the nodes below it in their order, renumbered.  Raises LimitError if they are too many."""
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
        self._budget.check_nodes(len(trimmed), "the clue")
        return tuple(trimmed)
