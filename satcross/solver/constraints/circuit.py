"""Circuits: the form of a clue that is more than regular, and the builder that makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError
from satcross.regex.core import Letters
from satcross.regex.letters.classes import Classes

Node: TypeAlias = tuple[int, ...]

TRUE, FALSE, LETTER, SAME, AND, OR, NOT, LATER = range(8)
"""The kinds of nodes; LATER occurs in this module only."""

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2
"""What is known of the truth of a node."""


class Circuit:
    """A finished circuit.

    A circuit is a tuple of nodes, children before parents, the last one its root.  A node is a tuple of ints:

        (TRUE,)  (FALSE,)
        (LETTER, i, mask)    the letter at index i is in a class of `mask`
        (SAME, i, j, r)      the letters at the indices i < j are the same under relation r (0: identical)
        (AND, a, b, ...)     (OR, a, b, ...)     (NOT, a)          where a, b, ... are smaller node numbers

    Indices from n on are *choices*: auxiliary values such as "where did group 1 start" or "which letter did it
    capture". The line satisfies the clue iff some values of the choices make the root true.  No choice is below a
    NOT.

    Given the domains of the letters, a node is IMPOSSIBLE if no assignment within the domains makes it true, CERTAIN if
    all of them do, and OPEN if this is not known.  The truth of a node follows from the truth of its parts alone, so
    OPEN may hide an IMPOSSIBLE or a CERTAIN.

    Args:
        nodes: Children before parents; the root is the last.
        n: Length of the line.
        choices: Number of values of each choice; the first has index n.
        relations: Relation r > 0 is relations[r - 1]: the masks of its blocks of "same" letters, a partition of the
            classes.
    """

    __slots__ = ("choices", "has_negation", "n", "nodes", "relations")

    def __init__(
        self,
        nodes: tuple[Node, ...],
        n: int,
        choices: tuple[int, ...],
        relations: tuple[tuple[int, ...], ...],
    ) -> None:
        self.nodes: Final = nodes
        self.n: Final = n
        self.choices: Final = choices
        self.relations: Final = relations
        self.has_negation: Final = any(node[0] == NOT for node in nodes)


def truth_of(circuit: Circuit, domains: Sequence[int], cubes: Sequence[int] | None = None) -> list[int]:
    """Return the truth of each node.

    Args:
        domains: Letter mask of each index; masks of the choices may follow, else nothing is known of these.
        cubes: The cube of each node (`satcross.solver.constraints.general`): a node with none is IMPOSSIBLE.
    """
    known = len(domains)
    truth: list[int] = []
    relations = circuit.relations
    for number, node in enumerate(circuit.nodes):
        kind = node[0]
        if cubes is not None and not cubes[number]:
            value = IMPOSSIBLE
        elif kind == AND:
            value = min([truth[child] for child in node[1:]])
        elif kind == OR:
            value = max([truth[child] for child in node[1:]])
        elif kind == NOT:
            value = CERTAIN - truth[node[1]]
        elif kind == LETTER:
            _, i, mask = node
            if i < known:
                value = CERTAIN if not domains[i] & ~mask else OPEN if domains[i] & mask else IMPOSSIBLE
            else:
                value = OPEN
        elif kind == SAME:
            _, i, j, relation = node
            if j >= known:
                value = OPEN
            elif relation:
                value = _truth_of_related(domains[i], domains[j], relations[relation - 1])
            else:
                value = _truth_of_identical(domains[i], domains[j])
        else:
            value = IMPOSSIBLE if kind == FALSE else CERTAIN
        truth.append(value)
    return truth


def _truth_of_identical(left: int, right: int) -> int:
    """Return the truth of "the letters are identical" for letters of the masks `left` and `right`."""
    if not left & (left - 1) and not (left | right) & ~left:
        return CERTAIN
    return OPEN if left & right else IMPOSSIBLE


def _truth_of_related(left: int, right: int, blocks: Sequence[int]) -> int:
    """Return the truth of "the letters are in the same of `blocks`" for letters of the masks `left` and `right`."""
    if any([not (left | right) & ~block for block in blocks]):
        return CERTAIN
    return OPEN if any([left & block and right & block for block in blocks]) else IMPOSSIBLE


def set_of_root(circuit: Circuit, every: int, of_leaf: Callable[[Node], int]) -> int:
    """Return which of many assignments make the root true: each node becomes the set of assignments that make it true.

    Args:
        every: The set of all assignments, a bit for each.
        of_leaf: Returns the set of the assignments that make a LETTER or SAME node true.
    """
    sets: list[int] = []
    for node in circuit.nodes:
        kind = node[0]
        if kind in (AND, OR):
            found = sets[node[1]]
            for child in node[2:]:
                found = found & sets[child] if kind == AND else found | sets[child]
        elif kind == NOT:
            found = every ^ sets[node[1]]
        elif kind in (LETTER, SAME):
            found = of_leaf(node)
        else:
            found = every if kind == TRUE else 0
        sets.append(found)
    return sets[-1]


def changes_of(circuit: Circuit, string: Sequence[int], choices: Sequence[int], width: int) -> int:
    """Return the changes of one letter of `string` after which the root is true.

    Bit `i * width + k` stands for the change that puts
    letter class k at index i.

    Args:
        choices: A mask of one value for each choice.
    """
    every = (1 << circuit.n * width) - 1
    at_index = (1 << width) - 1
    values = [*string, *choices]

    def of_leaf(node: Node) -> int:
        first, *others = _letters_wanted(circuit, node, values)
        changes = every if values[first[0]] & first[1] else 0
        for i, letters in (first, *others):
            if i < circuit.n:
                changes = changes & ~(at_index << i * width) | (letters & at_index) << i * width
        return changes

    return set_of_root(circuit, every, of_leaf)


def _letters_wanted(circuit: Circuit, node: Node, values: Sequence[int]) -> list[tuple[int, int]]:
    """Return the indices that a LETTER or SAME node reads, each with the letters there that make it true.

    Args:
        values: A mask of one letter for each index, and of one value for each choice.
    """
    if node[0] == LETTER:
        return [(node[1], node[2])]
    _, i, j, relation = node
    blocks = circuit.relations[relation - 1] if relation else ()
    same = [sum([block for block in blocks if block & values[k]]) if relation else values[k] for k in (j, i)]
    return [(i, same[0]), (j, same[1])]


Relations: TypeAlias = Callable[[str], tuple[int, ...]]
"""Returns the masks of the blocks of letters that are the same under a fold, given the fold's name."""


class Builder:
    """Builds one circuit.

    A node may be used before its parts are known: `later()` promises a node, and `define` keeps the promise.

    The leaves ask something of single letters, or which letters are the same.  `Leaves` says it within the domains of
    the letters: what they decide becomes a constant.

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
            states: How many states have been worked out; states that came to nothing count as nodes, too.
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
        """Return a builder in which every promised node is what it was defined as, and its number of `root`."""
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
        """Return `root` and the nodes below it.  Raises LimitError if they are too many."""
        nodes = trimmed(self.nodes, root)
        if root > FALSE:
            self._budget.check_nodes(len(nodes), "the clue")
        return nodes


def trimmed(nodes: Sequence[Node], root: int) -> tuple[Node, ...]:
    """Return `root` and the nodes below it in their order, renumbered."""
    wanted = {root}
    for number in range(root, -1, -1):
        if number in wanted and nodes[number][0] in (AND, OR, NOT):
            wanted.update(nodes[number][1:])
    kept = sorted(wanted)
    place = {number: position for position, number in enumerate(kept)}
    renumbered: list[Node] = []
    for number in kept:
        node = nodes[number]
        is_inner = node[0] in (AND, OR, NOT)
        renumbered.append((node[0], *[place[child] for child in node[1:]]) if is_inner else node)
    return tuple(renumbered)


class Leaves:
    """Makes leaves with `builder`, on a line whose indices have the letter masks `domains`.

    Attributes:
        n: Length of the line.
        width: Number of letter classes.
        relations: The blocks of each relation that is in use; relation r > 0 is relations[r - 1].
    """

    __slots__ = ("_blocks_of", "_classes", "_masks", "_relation_of", "builder", "domains", "n", "relations", "width")

    def __init__(self, builder: Builder, domains: Sequence[int], classes: Classes, blocks_of: Relations) -> None:
        self.builder: Final = builder
        self.domains: Final = domains
        self.n: Final = len(domains)
        self.width: Final = len(classes.members)
        self.relations: Final[list[tuple[int, ...]]] = []
        self._classes: Final = classes
        self._blocks_of: Final = blocks_of
        self._masks: Final[dict[Letters, int]] = {}
        self._relation_of: Final[dict[str, int]] = {"": 0}

    def mask(self, node: Letters) -> int:
        """Return the mask of the letters of `node`."""
        mask = self._masks.get(node)
        if mask is None:
            mask = self._masks[node] = self._classes.mask(node.letters)
        return mask

    def is_any(self, node: Letters) -> bool:
        """Return whether `node` holds every letter that some index can hold."""
        mask = self.mask(node)
        return all([not domain & ~mask for domain in self.domains])

    def letter(self, i: int, mask: int) -> int:
        """Return the node "index i holds a letter of `mask`"."""
        return self.builder.letter(i, mask, self.domains[i])

    def relation(self, fold: str) -> int:
        """Return the number of the relation of letters that are the same under `fold`."""
        relation = self._relation_of.get(fold)
        if relation is None:
            self.relations.append(self._blocks_of(fold))
            relation = self._relation_of[fold] = len(self.relations)
        return relation

    def same(self, i: int, j: int, relation: int) -> int:
        """Return the node "the letters at the indices i and j are the same under `relation`".

        Args:
            j: May be the index of a choice, which can be any letter.
        """
        left, right = self.domains[i], self._domain(j)
        if not self._can_be_same(left, right, relation):
            return FALSE
        either = left | right
        blocks = self.relations[relation - 1] if relation else (either & -either,)
        is_certain = any([not either & ~block for block in blocks])
        return TRUE if is_certain else self.builder.same(i, j, relation)

    def can_be_same(self, i: int, j: int, relation: int) -> bool:
        """Return whether some letters of the domains at the indices i and j are the same under `relation`."""
        return self._can_be_same(self.domains[i], self._domain(j), relation)

    def same_run(self, i: int, j: int, length: int, relation: int) -> list[int]:
        """Return the nodes "the letters at i + k and j + k are the same under `relation`", for k below `length`."""
        return [self.same(i + k, j + k, relation) for k in range(length)]

    def _domain(self, index: int) -> int:
        return self.domains[index] if index < self.n else self._classes.every

    def _can_be_same(self, left: int, right: int, relation: int) -> bool:
        if not relation:
            return left & right != 0
        return any([left & block and right & block for block in self.relations[relation - 1]])
