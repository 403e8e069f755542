"""A regular clue on a line: what it leaves of the letters, its cubes, what it accepts, and its merged layers.

In: the table of a clue (`satcross.solver.constraints.layers`), and a letter mask for each index.  Out: what
`LineConstraint` asks.

Whether all choices match is decided by quick tests, and by an exact one that determinises the clue's table: the
states reached are sets of positions.  What tells two clues apart is found by running both tables side by side, over
all strings together: the states reached are pairs of such sets.  A string that only one clue accepts ends in a pair
that accepts in that one only.

A clue can be a conjunction of regular ones: lookaheads at its start, and the rest of it.  `conjuncts` returns regular
core regexes (a line matches the clue if and only if it matches all of
them), and the positions of all of them together.

    (?=.*A).*B     asks for .*A.* and for .*B
    (?!.*A).*B     for [^A]* and for .*B
    ^.*B$          for .*B, as nothing is before a line or after it

The positions are the product of the positions of each regex.  A position of the product is a pair of positions that
share letters.  It holds the letters they share, and pairs follow each other as their members do.  A string matches the
product iff it matches both clues.

Reference: M. O. Rabin and D. Scott, Finite automata and their decision problems, IBM Journal 3 (1959), theorem 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import compress
from math import log2, prod
from operator import ne
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget, Tuning
from satcross.base.records import NamedTuple
from satcross.regex.core import EMPTY, Core, Letters, Look, Repeat, Seq, alt, repeat, seq
from satcross.regex.letters import LetterSet, difference, intersection
from satcross.solver.constraints import LetterReader
from satcross.solver.constraints.layers import Grouped, Positions, Table, forward_and_backward, incremental, positions

if TYPE_CHECKING:
    from satcross.solver.cnf import Encoder, Lit
    from satcross.solver.merged_layers import MergedLayer


Way: TypeAlias = tuple[int, int, int, int, int]
"""A way from an index to the end: its choices (as a logarithm, relative to the best way from the next index), minus the
lowest position where it can begin, the letters there, the positions that can come before, and which way from the next
index it continues with.  Of two ways the greater one is better; ties go to the lower position."""

Ways: TypeAlias = tuple[Way, ...]
"""The best ways from the positions of an index, the best one first."""

END: Final[Ways] = ((0, 0, 0, -1, 0),)
"""The way after the last index, which any position can come before."""


def widest_cube(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return the letters of the way through `layers` that has the most choices of letters from `domains`.

    By dynamic programming from the last layer to the first.  Positions of a layer that hold the same letters and have
    the same best way onward are extended together, so a layer costs as much as it has such groups.

    Along a line the same layers come again and again, and so do the best ways through the rest of the line, if choices
    are counted relative to the best of them.  What is worked out once is remembered while the cube is sought.

    Args:
        layers: For each index, at least one, the positions on some way through all layers.
    """
    ways_by_index: list[Ways] = []
    known: dict[tuple[int, int, int], Ways] = {}
    equal: dict[Ways, Ways] = {}  # so that equal ways are the same object
    onward = END
    for layer, domain in zip(reversed(layers), reversed(domains), strict=True):
        key = (layer, domain, id(onward))
        ways = known.get(key)
        if ways is None:
            ways = _best_ways(table, layer, domain, onward)
            ways = known[key] = equal.setdefault(ways, ways)
        ways_by_index.append(ways)
        onward = ways
    cube = []
    number = 0
    for ways in reversed(ways_by_index):
        _, _, letters, _, number = ways[number]
        cube.append(letters)
    return cube


def _best_ways(table: Table, layer: int, domain: int, onward: Ways) -> Ways:
    """Return the best ways from the positions of `layer`, which go on with one of `onward`."""
    masks, precede = table.masks, table.precede
    best = onward[0][0]
    ways: list[Way] = []
    for number, way in enumerate(onward):
        starts = layer & way[3]  # those that no better way can follow
        if not starts:
            continue
        layer ^= starts
        choices = way[0] - best
        if not starts & (starts - 1):  # one position: most often so where there are many letters
            position = starts.bit_length() - 1
            letters = masks[position] & domain
            ways.append((choices + _LOGARITHMS[letters.bit_count()], -position, letters, precede[position], number))
            continue
        begun: dict[int, tuple[int, int]] = {}
        for position in members(starts):
            letters = masks[position] & domain
            if letters in begun:
                first, preceding = begun[letters]
                begun[letters] = first, preceding | precede[position]
            else:
                begun[letters] = position, precede[position]
        for letters, (first, preceding) in begun.items():
            ways.append((choices + _LOGARITHMS[letters.bit_count()], -first, letters, preceding, number))
    ways.sort(reverse=True)
    return tuple(ways)


class _Logarithms(dict[int, int]):
    """The binary logarithms of numbers of choices, in units of 2**-40.

    Whole numbers have the same sum in whatever order they are added, so ways with equally many choices tie.
    """

    def __missing__(self, choices: int) -> int:
        logarithm = self[choices] = round(log2(choices) * 2**40)
        return logarithm


_LOGARITHMS: Final = _Logarithms()


RightMerged: TypeAlias = tuple[list[int], list[int], tuple[int, ...]]
"""The letters of each state of an index, a bit set of the states after it, and its positions."""


def merge_states(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[MergedLayer]:
    """Return the merged states of each index.

    In: for each index of a line, the positions on some way through all layers.  Out: the *merged states* of each index,
    and which of them can follow which.  Ways through merged states spell the same strings as ways through positions.  A
    formula has a variable for each merged state, so fewer of them mean fewer clauses and shorter searches.

    Two positions of a layer become one state if they hold the same letters of the cell and the same states can follow
    them.  Of these states two are merged if they hold the same letters and follow the same merged states.  (These are
    the right and left equivalence of L. Ilie and S. Yu, Reducing NFAs by invariant equivalences, Theoretical Computer
    Science 306, 2003, here for each layer by itself.)

    Args:
        layers: For each index, the positions of `table` on some way through all layers.
        domains: Letter mask of each index.

    Along a line with few letters the same layers come again and again.  What is merged once is remembered.
    """
    merged = []
    known: dict[tuple[int, tuple[int, ...]], tuple[MergedLayer, tuple[int, ...]]] = {}
    reaching: tuple[int, ...] = ()
    for right in reversed(_right_merged(table, layers, domains)):
        key = (id(right), reaching)
        merged_layer = known.get(key)
        if merged_layer is None:
            merged_layer = known[key] = _left_merged(right, reaching)
        layer, reaching = merged_layer
        merged.append(layer)
    return merged


def _left_merged(right: RightMerged, reaching: Sequence[int]) -> tuple[MergedLayer, tuple[int, ...]]:
    """Return the merged states of an index, and a bit set of the states after each.

    Args:
        reaching: For each merged state of the index before, a bit set of the states of this index that can follow it.
    """
    from satcross.solver.merged_layers import MergedLayer

    masks, reached, _ = right
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    reaching_here: list[int] = []
    for mask, before, reach in zip(masks, _preceding(reaching, len(masks)), reached, strict=True):
        number = numbers.setdefault((mask, tuple(before)), len(reaching_here))
        if number == len(reaching_here):
            reaching_here.append(reach)
        else:
            reaching_here[number] |= reach
    after: list[list[int]] = [[] for _ in reaching]
    for number, (_, places) in enumerate(numbers):
        for place in places:
            after[place].append(number)
    layer = MergedLayer([mask for mask, _ in numbers], [before for _, before in numbers], after)
    return layer, tuple(reaching_here)


def _right_merged(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[RightMerged]:
    """Return for each index, the last one first, its states; equal ones are the same object."""
    by_follow = table.by_follow()
    merged = []
    known: dict[tuple[int, int, tuple[int, ...]], RightMerged] = {}
    onward: tuple[int, ...] = ()
    for here, domain in zip(reversed(layers), reversed(domains), strict=True):
        key = (here, domain, onward)
        states = known.get(key)
        if states is None:
            states = known[key] = _states(table, by_follow, *key)
        merged.append(states)
        onward = states[2]
    return merged


def _states(table: Table, by_follow: Grouped, here: int, domain: int, onward: Sequence[int]) -> RightMerged:
    """Return the states of the layer `here`: positions with the same letters of `domain` and the same states after.

    Args:
        onward: The positions of each state of the next index.
    """
    number_of = {position: number for number, state in enumerate(onward) for position in members(state)}
    everything = sum(onward)
    by_reach: dict[int, int] = {}
    for group, after in by_follow:
        some = group & here
        if some:
            reach = 0
            unseen = after & everything
            while unseen:
                number = number_of[(unseen & -unseen).bit_length() - 1]
                reach |= 1 << number
                unseen &= ~onward[number]
            by_reach[reach] = by_reach.get(reach, 0) | some
    by_letters: dict[int, int] = {}
    for group, mask in table.by_letters:
        some = group & here
        if some:
            mask &= domain
            by_letters[mask] = by_letters.get(mask, 0) | some
    states = [
        (mask, reach, state)
        for reach, reaching in by_reach.items()
        for mask, holding in by_letters.items()
        if (state := reaching & holding)
    ]
    masks, reached, positions = zip(*states, strict=True)
    return list(masks), list(reached), positions


def _preceding(reaching: Sequence[int], width: int) -> list[list[int]]:
    """Return for each of `width` states the merged states that reach it."""
    preceding: list[list[int]] = [[] for _ in range(width)]
    for number, reach in enumerate(reaching):
        for state in members(reach):
            preceding[state].append(number)
    return preceding


def accepts_all(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether every choice of letters from `domains` matches.

    If one way through all layers holds every letter, all match.  Else two strings are tried, of the first letters and
    of the last, because most lines that are open reject one of them.  Only then is the table determinised.  The answer
    is False if more than `most_states` sets of positions meet at one index.
    """
    if _has_way(table, table.covering, domains):  # the converse holds if each domain is one letter
        return True
    first = [domain & -domain for domain in domains]
    last = [1 << domain.bit_length() - 1 for domain in domains]
    if not (_has_way(table, table.holding, first) and _has_way(table, table.holding, last)):
        return False
    return _has_no_counterexample(table, domains, most_states)


def _has_no_counterexample(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether a search finds no string of `domains`, at least one domain, that does not match.

    It goes depth first.  Where few positions are left such a string is most likely, so these go first.
    """
    last = len(domains) - 1
    seen: list[set[int]] = [set() for _ in domains]
    pending = [(0, table.first)]
    while pending:
        index, active = pending.pop()
        for here in sorted(
            {active & holding for holding in table.kinds[domains[index]]}, key=int.bit_count, reverse=True
        ):
            if not here or (index == last and not here & table.last):
                return False
            if index < last and here not in seen[index]:
                seen[index].add(here)
                pending.append((index + 1, table.after[here]))
        if len(seen[index]) > most_states:
            return False
    return True


def _has_way(table: Table, admitted: Mapping[int, int], domains: Sequence[int]) -> bool:
    """Return whether some way through all layers keeps to the positions that are `admitted` for each domain."""
    active = table.first
    here = 0
    for domain in domains:
        here = active & admitted[domain]
        if not here:
            return False
        active = table.after[here]
    return bool(here & table.last) if domains else table.is_nullable


class PassResult(NamedTuple):
    """What a pass has found.

    Attributes:
        letters: The remaining letters at each index.
        layers: The positions on some way through all layers.
    """

    letters: Sequence[int]
    layers: Sequence[int]


class RegularConstraint:
    """A regular clue on a line of `n` letters (`satcross.solver.constraints.LineConstraint`).

    A regular clue on a line is a layered graph.  All layers share one table (`solver.constraints.layers`), which says
    which letters a position holds and which positions follow it.  A pass computes, for given domains, the positions
    that are on some way through all layers.  The letters that remain possible, cubes of matches and the clauses all
    follow from these.

    What only some puzzles need (cubes, clauses) is imported when it is asked for, to keep start-up short.

    References: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004; C.-G.
    Quimper and T. Walsh, Global grammar constraints, CP 2006, section 4.
    """

    __slots__ = ("_last", "_most_states", "n", "size", "table")

    is_exact: Final = True

    def __init__(self, table: Table, n: int, tuning: Tuning) -> None:
        self.table: Final = table
        self.n: Final = n
        self.size: Final = len(table.masks) * n
        self._most_states: Final = tuning.entailment_states
        self._last: PassResult | None = None

    def layers(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the positions on some way through all layers; None if there is no way.

        Args:
            domains: Letter mask of each index.
        """
        passes = forward_and_backward(self.table, domains)
        return None if passes is None else passes[0]

    def prune(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return for each index the letters that occur there in some match within `domains`; None if none matches.

        While searches narrow a line step by step, most layers stay as they are.  So the last layers are kept, and where
        `domains` are within the domains of that time, only layers around the indices that matter are computed again.
        """
        last = self._last
        affected = None if last is None else _affected(self.table, last, domains)
        if last is None or affected is None:
            passes = forward_and_backward(self.table, domains)
        elif affected:
            passes = incremental(self.table, domains, last.layers, affected)
        else:
            return domains
        if passes is None:
            return None
        layers, ruled_out = passes
        left = list(domains)
        for i, kept in ruled_out:
            left[i] = kept
        self._last = PassResult(left, layers)
        return left if ruled_out else domains

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` matches, unless too many sets of positions occur."""

        return accepts_all(self.table, domains, self._most_states)

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return the letters of the way with the most choices of letters from `domains`; None if there is no way."""

        layers = self.layers(domains)
        return widest_cube(self.table, layers, domains) if layers else layers

    def replacements(self, string: Sequence[int]) -> list[int]:
        """Return for each index all letters with which `string` matches if no other index changes."""
        holding, after, before = self.table.holding, self.table.after, self.table.before
        possible = []  # the positions that can come after the letters before each index
        following = self.table.first
        for letter in string:
            possible.append(following)
            following = after[following & holding[letter]]
        letters = []
        preceding = self.table.last
        for here, letter in zip(reversed(possible), reversed(string), strict=True):
            letters.append(before[here & preceding][0])
            preceding = before[preceding & holding[letter]][1]
        return letters[::-1]

    def letter_sets(self, domains: Sequence[int]) -> list[set[int]]:
        """Return for each index the letter masks of the positions there."""
        masks = self.table.masks
        layers = self.layers(domains) or [0] * len(domains)
        return [{masks[position] for position in members(layer)} for layer in layers]

    def is_list(self, domains: Sequence[int]) -> bool:
        """Return whether the clue is a list of words, whose letters say nothing about each other.

        It is one if there are no more ways through its layers than positions in the widest of them.  Other clues say
        much in few positions, which many ways share.
        """
        layers = self.layers(domains) or []
        most = max(map(int.bit_count, layers), default=0)
        ways: dict[int, int] = {}  # how many lead to each position of a layer
        for layer in layers:
            ways = {
                position: sum([ways.get(before, 0) for before in members(self.table.precede[position])]) if ways else 1
                for position in members(layer)
            }
            if sum(ways.values()) > most:
                return False
        return True

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        from satcross.solver.encodings import encoding_named

        domains = encoder.domains(cells)
        layers = self.layers(domains)
        if layers is None:
            encoder.require([], selector)
        else:
            merged = merge_states(self.table, layers, domains)
            encoding_named(encoder.encoding).add_clauses(merged, encoder, cells, selector)

    def reader(self, domains: Sequence[int], order: Sequence[Sequence[int]]) -> LetterReader:
        """Return what reads the letters of a line."""
        from satcross.solver.constraints.line_states import RegularReader

        return RegularReader(self.table, self.layers(domains), order)


def _affected(table: Table, last: PassResult, domains: Sequence[int]) -> list[int] | None:
    """Return the indices where some position of the last layers has lost all its letters.

    None: `domains` do not are within the domains of that time.
    """
    letters, layers = last
    holding = table.holding
    affected = []
    for i in compress(range(len(letters)), map(ne, letters, domains)):
        new = domains[i]
        if new & ~letters[i]:
            return None
        if layers[i] & ~holding[new]:
            affected.append(i)
    return affected


def conjuncts(core: Core, alphabet: LetterSet) -> tuple[Core, ...] | None:
    """Return the regular regexes that a whole line must match to match `core`; None if no such regexes are known.

    >>> [each.is_regular for each in conjuncts(Look(Letters(((65, 65),)), False, False, None), ((65, 70),))]
    [True, True]
    """
    if core.is_regular:
        return (core,)
    items = list(core.items) if isinstance(core, Seq) else [core]
    while items and _is_nothing_ahead(items[-1]):
        items.pop()
    asked: list[Core] = []
    first = 0
    while first < len(items) and not items[first].is_regular:
        look = items[first]
        if not isinstance(look, Look) or not look.item.is_regular:
            return None
        if look.is_behind:
            if not look.is_negative or not isinstance(look.item, Letters):
                return None
        else:
            piece = _without(look.item, alphabet) if look.is_negative else seq([look.item, _any(alphabet)])
            if piece is None:
                return None
            asked.append(piece)
        first += 1
    rest = seq(items[first:])
    return (*asked, rest) if rest.is_regular else None


def _any(alphabet: LetterSet) -> Core:
    return repeat(Letters(alphabet), 0, None)


def _is_nothing_ahead(node: Core) -> bool:
    """Return whether `node` says that some letter does not come next, which always holds at the end of a line."""
    return isinstance(node, Look) and node.is_negative and not node.is_behind and isinstance(node.item, Letters)


def _without(item: Core, alphabet: LetterSet) -> Core | None:
    """Return a regular core for the lines of which `item` matches no prefix; None if none is known.

    One is known if `item` is a letter, which then must not come first, and if `item` is any letters followed by a
    letter, which then must not occur at all.
    """
    if isinstance(item, Letters):
        return alt([EMPTY, seq([Letters(difference(alphabet, item.letters)), _any(alphabet)])])
    if not isinstance(item, Seq) or len(item.items) != 2:
        return None
    before, last = item.items
    if not isinstance(before, Repeat) or (before.low, before.high) != (0, None) or not isinstance(last, Letters):
        return None
    if not isinstance(before.item, Letters) or before.item.letters != alphabet:
        return None
    return repeat(Letters(difference(alphabet, last.letters)), 0, None)


def positions_of_all(cores: Sequence[Core], n: int, budget: Budget = UNLIMITED) -> Positions | None:
    """Return the positions of the strings of `n` letters that all of `cores`, which are regular, match.

    Return None if there are several and their product could have more positions than the tuning allows.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    positions_of_each = [positions(core, n, budget) for core in cores]
    if (
        len(positions_of_each) > 1
        and prod(len(each.letters) for each in positions_of_each) > budget.tuning.product_pairs
    ):
        return None
    return reduce(_product, positions_of_each)


def _product(one: Positions, other: Positions) -> Positions:
    numbers: dict[tuple[int, int], int] = {}
    letters: list[LetterSet] = []
    waiting: list[tuple[int, int]] = []

    def pairs(left: int, right: int) -> int:
        """Return the bit set of the pairs of these positions; pairs that are new get the next numbers."""
        pairs_reached = []
        for p in members(left):
            for q in members(right):
                number = numbers.get((p, q))
                if number is None:
                    shared = intersection(one.letters[p], other.letters[q])
                    if not shared:
                        continue
                    number = numbers[p, q] = len(letters)
                    letters.append(shared)
                    waiting.append((p, q))
                pairs_reached.append(number)
        return sum([1 << number for number in pairs_reached])

    first = pairs(one.first, other.first)
    follow = [pairs(one.follow[p], other.follow[q]) for p, q in waiting]  # `waiting` grows meanwhile
    last = sum([1 << number for number, (p, q) in enumerate(waiting) if one.last >> p & other.last >> q & 1])
    precede = [0] * len(follow)
    for number, following in enumerate(follow):
        for after in members(following):
            precede[after] |= 1 << number
    is_nullable = one.is_nullable and other.is_nullable
    return Positions(tuple(letters), first, last, tuple(follow), tuple(precede), is_nullable)
