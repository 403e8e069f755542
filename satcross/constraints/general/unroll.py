"""From a core regex and a line's length to a circuit, for clues that are more than regular.

The circuit says "some way of matching reaches the end of the line".  It is built from *states* (k, i, captures): the
continuation k still to be matched, the index i reached, the captures that k may still read.  Each state is one node,
made once; a state reached by consuming a letter is promised first and worked out later, so recursion never runs along
the line.  Matching runs left to right, but inside a JavaScript look-behind right to left.

Continuations are chains of frames (`satcross.constraints.general.continuation`).  Before a COMMIT, the end of an atomic construct,
the order of ways can be seen.  With k any continuation that ends so, write good(x, k) for "the first
way through x and then k to the COMMIT satisfies what follows it", and can(x, k) for "there is a way to the COMMIT",
which is the same state with the COMMIT cut off (REACHED).  Then

    good(a|b, k) = good(a, k) or (not can(a, k) and good(b, k))

and a greedy loop is the choice body|exit, a lazy one exit|body.  Everywhere else a choice is a plain disjunction.

Captures multiply where several groups of unknown place are alive at once, and comparing every place of a group with
every place of a reference takes O(n^2) equalities.  Where that grows large `unroll` starts anew and gives the groups
*choices* (`satcross.constraints.general.nodes`), auxiliary values that the states need not carry.  Of a group of fixed length the
choices are its letters: O(n) equalities.  Of any other group they are where it starts and ends, and a reference walks
along the group's letters step by step: O(n^2) states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.general.builder import Builder
from satcross.constraints.general.continuation import (
    ALONG,
    CLOSE,
    END,
    HERE,
    MATCH,
    REACHED,
    ROUND,
    Continuations,
    Frame,
)
from satcross.constraints.general.nodes import FALSE, TRUE, Circuit
from satcross.errors import LimitError
from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq

Captures: TypeAlias = tuple[tuple[int, int, int], ...]
"""(group, start, end) of the set groups that are still needed, by group; CHOSEN twice where choices hold the group."""

CHOSEN: Final = -1

SPAN_NODES = 40_000
"""Size from which captures are given choices instead of being carried in the states, if the clue allows it."""

COMPARISONS = 8_000
"""Equalities times letter classes from which groups of fixed length are given choices."""

LONGEST_CHOSEN = 8
"""Length in letters up to which a group of fixed length is given its letters as choices."""

DEPTH = 60
"""Frames worked through by recursion before a state is put off; keeps Python's stack shallow."""

Relations: TypeAlias = Callable[[str], tuple[int, ...]]


def unroll(
    root: Core,
    n: int,
    classes: Classes,
    blocks_of: Relations = lambda fold: (),
    budget: Budget = UNLIMITED,
    domains: Sequence[int] | None = None,
) -> Circuit:
    """Return the circuit that is true of exactly the strings of `n` letters that `root` matches.

    classes    the letter classes; letters that a `Ref` compares must be classes of their own
    blocks_of  masks of the blocks of "same" letters under a fold's name
    domains    letter mask of each index: what the circuit says of strings outside does not matter; None: all letters

    Raises LimitError when the circuit exceeds the budget's nodes, TimeUp when its time is up.
    """
    if domains is None:
        domains = (classes.every,) * n
    lengths = _choosable_groups(root)
    if lengths and n > 1:
        is_fixed = any(length is not None for length in lengths.values())
        comparisons = COMPARISONS // len(classes.members) if is_fixed else None
        try:
            small = budget._replace(nodes=min(budget.nodes, budget.used + SPAN_NODES))
            return _Unroller(domains, classes, blocks_of, small, {}, comparisons).circuit(root)
        except LimitError:
            pass
    return _Unroller(domains, classes, blocks_of, budget, lengths).circuit(root)


def _choosable_groups(root: Core) -> dict[int, int | None]:
    """Return the groups that may have choices, seen by no loop, priority order or negation, and their fixed lengths."""
    chosen: dict[int, int | None] = {}
    banned = 0

    def visit(node: Core, is_plain: bool) -> None:
        nonlocal banned
        if isinstance(node, Group):
            length = node.item.least if node.item.least == node.item.most else None
            if is_plain and node.number not in chosen and (length is None or length <= LONGEST_CHOSEN):
                chosen[node.number] = length
            else:
                banned |= 1 << node.number
            visit(node.item, is_plain)
        elif isinstance(node, Seq):
            for item in node.items:
                visit(item, is_plain)
        elif isinstance(node, Alt):
            for branch in node.branches:
                visit(branch, is_plain)
        elif isinstance(node, Repeat):
            visit(node.item, is_plain and node.high == 1)
        elif isinstance(node, Cond):
            visit(node.yes, is_plain)
            visit(node.no, is_plain)
        elif isinstance(node, Look | Atomic):
            banned |= node.item.reads | node.item.writes

    visit(root, True)
    if root.is_ordered:
        return {}
    return {number: length for number, length in chosen.items() if not banned >> number & 1}


class _Unroller:
    def __init__(
        self,
        domains: Sequence[int],
        classes: Classes,
        blocks_of: Relations,
        budget: Budget,
        chosen: dict[int, int | None],
        comparisons: int | None = None,
    ) -> None:
        self.n = len(domains)
        self.domains = domains
        self.classes = classes
        self.blocks_of = blocks_of
        self.budget = budget
        self.builder = Builder(budget, comparisons)
        self.chosen = chosen
        self.chains = Continuations()
        self.states: dict[tuple[Frame, int, Captures], int] = {}
        self.waiting: list[tuple[int, Frame, int, Captures]] = []
        self.mask_memo: dict[Core, int] = {}
        self.relations: list[tuple[int, ...]] = []
        self.relation_memo: dict[str, int] = {"": 0}
        self.slot: dict[int, int] = {}
        self.free: dict[Repeat, Repeat] = {}
        self.choices: list[int] = []
        self.depth = 0
        self.steps = 0

    def circuit(self, root: Core) -> Circuit:
        builder = self.builder
        number = self.run(self.chains.match(root, False, self.chains.end), 0, ())
        while self.waiting:
            promised, frame, i, captures = self.waiting.pop()
            builder.define(promised, self.step(frame, i, captures))
        circuit = builder.finish(number, self.n, tuple(self.choices), tuple(self.relations))
        self.budget.check_nodes(len(circuit.nodes), "the clue")
        return circuit

    # -- states

    def run(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state (`frame`, `i`, `captures`)."""
        kind = frame.kind
        if kind == END:
            return TRUE if i == self.n else FALSE
        if kind == REACHED:
            return TRUE
        room = i if frame.is_back else self.n - i
        if frame.least > room or (frame.most is not None and frame.most < room and not frame.is_back):
            return FALSE
        if captures:
            live = frame.live
            captures = tuple([each for each in captures if live >> each[0] & 1])
        key = (frame, i, captures)
        number = self.states.get(key)
        if number is None:
            if self.depth >= DEPTH:
                return self.later(key)
            self.depth += 1
            number = self.states[key] = self.step(frame, i, captures)
            self.depth -= 1
        return number

    def later(self, key: tuple[Frame, int, Captures]) -> int:
        """Return a promised node for a state, to be worked out from the work list."""
        number = self.states[key] = self.builder.later()
        self.waiting.append((number, *key))
        return number

    def run_moved(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the node of the state after a letter has been consumed."""
        return self.run(self.chains.moved(frame), i, captures)

    def step(self, frame: Frame, i: int, captures: Captures) -> int:
        """Work out the state: do what the first frame says."""
        self.steps += 1
        if not self.steps & 1023:
            self.builder.check(self.steps)
        kind = frame.kind
        follow = frame.follow
        assert follow is not None
        if kind == MATCH:
            return self.step_match(frame.node, frame.is_back, follow, i, captures)
        if kind == ROUND:
            assert isinstance(frame.node, Repeat)
            return self.end_round(frame.node, frame.place, frame.detail, frame.is_back, follow, i, captures)
        if kind == CLOSE:
            assert isinstance(frame.node, Group)
            return self.close(frame.node, frame.place, frame.is_back, follow, i, captures)
        if kind == ALONG:
            assert isinstance(frame.node, Ref)
            return self.go_along(frame, i, captures)
        return self.run(follow, i if frame.place == HERE else frame.place, captures)

    def step_match(self, node: Core, is_back: bool, follow: Frame, i: int, captures: Captures) -> int:
        if isinstance(node, Letters):
            return self.consume(node, is_back, follow, i, captures)
        if isinstance(node, Alt):
            chains = [self.chains.match(branch, is_back, follow) for branch in node.branches]
            return self.choose(follow.is_first, [(chain, captures) for chain in chains], i)
        if isinstance(node, Repeat):
            if node.high is None and isinstance(node.item, Letters) and not follow.is_first:
                return self.run_of_letters(node, node.item, is_back, follow, i, captures)
            return self.loop(node, 0, True, is_back, follow, i, captures)
        if isinstance(node, Group):
            return self.open(node, is_back, follow, i, captures)
        if isinstance(node, Ref):
            return self.refer(node, is_back, follow, i, captures)
        if isinstance(node, Look):
            return self.look(node, follow, i, captures)
        if isinstance(node, Cond):
            is_set = any(group == node.number for group, _, _ in captures)
            return self.run(self.chains.match(node.yes if is_set else node.no, is_back, follow), i, captures)
        assert isinstance(node, Atomic)
        inner = follow if follow is self.chains.reached else self.chains.commit(HERE, follow)
        return self.run(self.chains.match(node.item, is_back, inner), i, captures)

    def mask(self, node: Letters) -> int:
        found = self.mask_memo.get(node)
        if found is None:
            found = self.mask_memo[node] = self.classes.mask(node.letters)
        return found

    def consume(self, node: Letters, is_back: bool, follow: Frame, i: int, captures: Captures) -> int:
        index, onward = (i - 1, i - 1) if is_back else (i, i + 1)
        if not 0 <= index < self.n:
            return FALSE
        letter = self.builder.letter(index, self.mask(node), self.domains[index])
        if letter == FALSE:
            return FALSE
        return self.builder.conj(letter, self.run_moved(follow, onward, captures))

    def choose(self, is_first: bool, ways: Sequence[tuple[Frame, Captures]], i: int) -> int:
        """Return "one of `ways` succeeds", or if `is_first` "the first of `ways` that can, does"."""
        builder = self.builder
        if not is_first:
            return builder.disj(*[self.run(frame, i, captures) for frame, captures in ways])
        number = FALSE
        for frame, captures in reversed(ways):
            good = self.run(frame, i, captures)
            if number != FALSE:
                can = self.run(self.chains.cut(frame), i, captures)
                number = builder.conj(builder.negation(can), number)
            number = builder.disj(good, number)
        return number

    def run_of_letters(
        self, node: Repeat, item: Letters, is_back: bool, follow: Frame, i: int, captures: Captures
    ) -> int:
        """Return the state "`node`, at least `node.low` letters of `item`, then `follow`".

        Says what `loop` would say, but works the states along the line out from the far end, each from the one beyond
        it, without a promise.
        """
        builder, chains, states = self.builder, self.chains, self.states
        mask, domains = self.mask(item), self.domains
        step, behind = (-1, -1) if is_back else (1, 0)
        moved = chains.moved(follow)
        if node.low:
            far = i + step * node.low
            if not 0 <= far <= self.n:
                return FALSE
            indices = [place + behind for place in range(i, far, step)]
            letters = [builder.letter(index, mask, domains[index]) for index in indices]
            if FALSE in letters:
                return FALSE
            return builder.conj(*letters, self.run(chains.match(self.any_number(node), is_back, moved), far, captures))
        leave = self.run(follow, i, captures)
        chain = chains.match(node, is_back, moved)
        live = chain.live
        captures = tuple([each for each in captures if live >> each[0] & 1])
        number: int | None = None
        places = []
        most = self.n - chain.least
        j = i + step
        while (j >= chain.least if is_back else j <= most) and number is None and mask & domains[j - step + behind]:
            number = states.get((chain, j, captures))
            if number is None:
                places.append(j)
                j += step
        beyond = FALSE if number is None else number
        for j in reversed(places):
            if beyond != FALSE:
                beyond = builder.conj(builder.letter(j + behind, mask, domains[j + behind]), beyond)
            beyond = states[chain, j, captures] = builder.disj(self.run(moved, j, captures), beyond)
        if beyond == FALSE:
            return leave
        return builder.disj(leave, builder.conj(builder.letter(i + behind, mask, domains[i + behind]), beyond))

    def any_number(self, node: Repeat) -> Repeat:
        """Return `node` without its least number of rounds."""
        found = self.free.get(node)
        if found is None:
            found = self.free[node] = Repeat(node.item, 0, None, node.is_greedy, node.resets, node.empty_round_fails)
        return found

    def loop(
        self, node: Repeat, rounds: int, may_go_on: bool, is_back: bool, follow: Frame, i: int, captures: Captures
    ) -> int:
        """Return the state between two rounds of `node`, `rounds` of which are done."""
        low, high = self._bounds(node)
        inner = captures
        if node.resets:
            inner = tuple([each for each in captures if not node.resets >> each[0] & 1])
        if rounds < low:
            chain = self.chains.match(node.item, is_back, self.chains.round(node, rounds, 1, is_back, follow))
            return self.run(chain, i, inner)
        if not may_go_on or (high is not None and rounds >= high):
            return self.run(follow, i, captures)
        done = low if high is None else rounds
        has_moved = 0 if node.item.least == 0 else 1
        again = (
            self.chains.match(node.item, is_back, self.chains.round(node, done, has_moved, is_back, follow)),
            inner,
        )
        leave = (follow, captures)
        return self.choose(follow.is_first, (again, leave) if node.is_greedy else (leave, again), i)

    def _bounds(self, node: Repeat) -> tuple[int, int | None]:
        """Return the bounds of a loop, with rounds not counted that cannot make a difference on this line."""
        low, high = node.low, node.high
        if not node.writes and not node.reads:
            # of more than n rounds one consumes nothing, and so might any number more of the same
            low = min(low, self.n + 1)
        if high is not None and high - node.low > self.n:
            # each optional round but the last consumes something
            high = None
        elif high is not None:
            high = low + high - node.low
        return low, high

    def end_round(
        self, node: Repeat, rounds: int, has_moved: int, is_back: bool, follow: Frame, i: int, captures: Captures
    ) -> int:
        if not has_moved and node.empty_round_fails:
            return FALSE
        return self.loop(node, rounds + 1, bool(has_moved), is_back, follow, i, captures)

    # -- captures

    def open(self, node: Group, is_back: bool, follow: Frame, i: int, captures: Captures) -> int:
        if not follow.live >> node.number & 1:
            return self.run(self.chains.match(node.item, is_back, follow), i, captures)
        if node.number not in self.chosen:
            return self.run(
                self.chains.match(node.item, is_back, self.chains.close(node, i, is_back, follow)), i, captures
            )
        rest = self.run(
            self.chains.match(node.item, is_back, self.chains.close(node, CHOSEN, is_back, follow)), i, captures
        )
        if self.chosen[node.number] is not None:
            return rest
        return self.builder.conj(self._chosen_bound(node.number, is_back, i), rest)

    def close(self, node: Group, start: int, is_back: bool, follow: Frame, i: int, captures: Captures) -> int:
        others = [each for each in captures if each[0] != node.number]
        if start >= 0:
            span = (node.number, i, start) if is_back else (node.number, start, i)
            return self.run(follow, i, tuple(sorted([*others, span])))
        rest = self.run(follow, i, tuple(sorted([*others, (node.number, CHOSEN, CHOSEN)])))
        length = self.chosen[node.number]
        if length is not None:
            return self.builder.conj(self._chosen_letters(node.number, length, i - length, 0), rest)
        return self.builder.conj(self._chosen_bound(node.number, not is_back, i), rest)

    def _slot(self, group: int, values: tuple[int, ...]) -> int:
        """Return the index of the first choice of `group`; `values` are the numbers of values of its choices."""
        slot = self.slot.get(group)
        if slot is None:
            slot = self.slot[group] = self.n + len(self.choices)
            self.choices += values
        return slot

    def _chosen_bound(self, group: int, is_end: bool, i: int) -> int:
        """Return the node "group `group` starts (`is_end`: ends) at `i`"."""
        slot = self._slot(group, (self.n + 1, self.n + 1))
        return self.builder.letter(slot + is_end, 1 << i, (2 << self.n) - 1)

    def _chosen_letters(self, group: int, length: int, start: int, relation: int) -> int:
        """Return the node "the letters from index `start` on are the same as those chosen for `group`"."""
        slot = self._slot(group, (len(self.classes.members),) * length)
        return self.builder.conj(*[self.same(start + k, slot + k, relation) for k in range(length)])

    def same(self, i: int, j: int, relation: int) -> int:
        """Return the node "the letters at the indices `i` and `j` are the same under `relation`"."""
        if not self.can_be_same(i, j, relation):
            return FALSE
        either = self.domains[i] | (self.domains[j] if j < self.n else self.classes.every)
        blocks = self.relations[relation - 1] if relation else (either & -either,)
        is_certain = any([not either & ~block for block in blocks])
        return TRUE if is_certain else self.builder.same(i, j, relation)

    def can_be_same(self, i: int, j: int, relation: int) -> bool:
        """Return whether some letters of the domains at the indices `i` and `j` are the same under `relation`."""
        left = self.domains[i]
        right = self.domains[j] if j < self.n else self.classes.every
        if not relation:
            return left & right != 0
        return any([left & block and right & block for block in self.relations[relation - 1]])

    def relation(self, fold: str) -> int:
        found = self.relation_memo.get(fold)
        if found is None:
            self.relations.append(self.blocks_of(fold))
            found = self.relation_memo[fold] = len(self.relations)
        return found

    def refer(self, node: Ref, is_back: bool, follow: Frame, i: int, captures: Captures) -> int:
        builder = self.builder
        found = next((each for each in captures if each[0] in node.numbers), None)
        if found is None:
            return self.run(follow, i, captures) if node.unset_matches else FALSE
        group, start, end = found
        relation = self.relation(node.fold)
        chosen_length = self.chosen.get(group)
        if start == CHOSEN and chosen_length is not None:
            if i + chosen_length > self.n:
                return FALSE
            rest = (
                self.run_moved(follow, i + chosen_length, captures) if chosen_length else self.run(follow, i, captures)
            )
            return (
                FALSE if rest == FALSE else builder.conj(self._chosen_letters(group, chosen_length, i, relation), rest)
            )
        if start == CHOSEN:
            starts = range(self.n + 1)
            return builder.disj(*[
                builder.conj(
                    self._chosen_bound(group, is_back, start),
                    self.run(self.chains.along(node, group, start, is_back, follow), i, captures),
                )
                for start in starts
            ])  # fmt: skip
        length = end - start
        index = i - length if is_back else i
        if index < 0 or index + length > self.n:
            return FALSE
        if not all([self.can_be_same(index + k, start + k, relation) for k in range(length)]):
            return FALSE
        onward = index if is_back else index + length
        rest = self.run_moved(follow, onward, captures) if length else self.run(follow, i, captures)
        if rest == FALSE:
            return FALSE
        return builder.conj(*[self.same(index + k, start + k, relation) for k in range(length)], rest)

    def go_along(self, frame: Frame, i: int, captures: Captures) -> int:
        """Return the state in a reference to a chosen span: it ends here, or one more letter is the same."""
        builder = self.builder
        node, group, follow, is_back = frame.node, frame.detail, frame.follow, frame.is_back
        assert isinstance(node, Ref)
        assert follow is not None
        ends = builder.conj(self._chosen_bound(group, not is_back, frame.place), self.run(follow, i, captures))
        here, there = (i - 1, frame.place - 1) if is_back else (i, frame.place)
        if not (0 <= here < self.n and 0 <= there < self.n):
            return ends
        same = self.same(here, there, self.relation(node.fold))
        if same == FALSE:
            return ends
        step = -1 if is_back else 1
        rest = self.chains.along(node, group, frame.place + step, is_back, self.chains.moved(follow))
        return builder.disj(ends, builder.conj(same, self.run_moved(rest, i + step, captures)))

    # -- look-around

    def look(self, node: Look, follow: Frame, i: int, captures: Captures) -> int:
        is_back = node.is_behind and node.width is None
        start = i
        if node.is_behind and node.width is not None:
            start = i - node.width
            if start < 0:
                return self.run(follow, i, captures) if node.is_negative else FALSE
        builder = self.builder
        if not node.is_negative and node.writes & follow.live:
            return self.run(self.chains.match(node.item, is_back, self.chains.commit(i, follow)), start, captures)
        seen = self.run(self.chains.match(node.item, is_back, self.chains.reached), start, captures)
        if node.is_negative:
            seen = builder.negation(seen)
        return FALSE if seen == FALSE else builder.conj(seen, self.run(follow, i, captures))
