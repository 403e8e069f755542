"""Which parts of a clue can hold which letter of its line: the "because" of an explanation.

In: a clue's syntax tree, and the letters that each cell of its line can still hold.  Out: for each index of the line,
the places in the clue's text that some match may take that letter from.

Indices between letters are bits: bit i of a mask stands for the place before letter i.  Every part of the clue is
asked twice, as in a forward and backward pass: which ends it reaches from the possible starts, and then which of its
letters are on a way to an end from which the rest of the clue can be completed.

Lookarounds are taken to hold, and a backreference may hold any string.  So a place that is left out is never used
by any match, and a place that is listed need not be used by one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, assert_never

from satcross.base.bits import members
from satcross.errors import Span
from satcross.regex.core import Letters, Seq
from satcross.regex.letters.classes import Classes
from satcross.regex.lower import lower
from satcross.regex.syntax import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Property,
    Range,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)

LetterSyntax: TypeAlias = Literal | Dot | LetterClass | Property | Class | Range | Strings | StringProperty
"""What matches letters, and has no parts that match some of them."""


_STEPS: Final = 200_000  # visits of a node; about a second of work, and a clue that people can read takes a few hundred


class _TooLarge(Exception):  # noqa: N818 - not an error: there is no explanation then
    """The clue has too many nested repetitions, or strings of several letters inside of a class."""


def parts_by_index(tree: Tree, classes: Classes, domains: Sequence[int]) -> tuple[frozenset[Span], ...] | None:
    """Return for each index of the line the places in the clue that may hold its letter; None if that takes too long.

    Args:
        domains: The letter mask of each index, in the order in which the clue reads the line.

    >>> from satcross.regex.letters.classes import split
    >>> from satcross.regex.letters import from_text
    >>> from satcross.regex.syntax.parse import parse
    >>> alphabet = from_text("AHN")
    >>> classes = split(alphabet, [from_text(letter) for letter in "AHN"])
    >>> held = parts_by_index(parse("NAH|HAN"), classes, [classes.every, classes.every, classes.mask_of("H")])
    >>> [[span.start for span in spans] for spans in held]
    [[0], [1], [2]]
    """
    return ClueParts(tree, classes).by_index(domains)


class ClueParts:
    """A clue whose parts are asked for several times; equal questions are answered from memory."""

    def __init__(self, tree: Tree, classes: Classes) -> None:
        self._tree: Final = tree
        self._classes: Final = classes
        self._places: Final[dict[int, list[tuple[Span, int]]]] = {}
        self._known: Final[dict[tuple[int, ...], tuple[frozenset[Span], ...] | None]] = {}

    def by_index(self, domains: Sequence[int]) -> tuple[frozenset[Span], ...] | None:
        """Return what `parts_by_index` returns."""
        key = tuple(domains)
        if key not in self._known:
            self._known[key] = self._by_index(domains)
        return self._known[key]

    def _by_index(self, domains: Sequence[int]) -> tuple[frozenset[Span], ...] | None:
        walk = _Walk(self._places_of, domains)
        try:
            walk.live(self._tree.root, 1, 1 << len(domains))
        except _TooLarge:
            return None
        spans: list[set[Span]] = [set() for _ in domains]
        for span, indices in walk.indices_by_span.items():
            for index in members(indices):
                spans[index].add(span)
        return tuple(map(frozenset, spans))

    def _places_of(self, node: LetterSyntax) -> list[tuple[Span, int]]:
        """Return the letters of a node one after the other: the place of each in the clue, and its letter mask."""
        places = self._places.get(id(node))
        if places is None:
            tree = self._tree
            part = Tree(tree.pattern, tree.dialect, tree.flags, node, (), tree.groups)
            core = lower(part, self._classes.alphabet)
            letters = core.items if isinstance(core, Seq) else (core,)
            is_plain = len(letters) == node.end - node.start
            places = []
            for place, each in enumerate(letters):
                if not isinstance(each, Letters):
                    raise _TooLarge  # a class that holds strings
                span = Span(node.start + place, node.start + place + 1) if is_plain else node.span
                places.append((span, self._classes.mask(each.letters) if each.letters else 0))
            self._places[id(node)] = places
        return places


class _Walk:
    """One clue on one line; `indices_by_span` collects the indices of the letters that each place may hold, as bits."""

    def __init__(self, places_of: Callable[[LetterSyntax], list[tuple[Span, int]]], domains: Sequence[int]) -> None:
        self._places_of: Final = places_of
        self._domains: Final = domains
        self._every: Final = (2 << len(domains)) - 1
        self._steps = 0
        self._letters: Final[dict[int, list[tuple[Span, int]]]] = {}
        self.indices_by_span: Final[defaultdict[Span, int]] = defaultdict(int)

    def ends(self, node: Syntax, starts: int) -> int:
        """Return where `node` may end if it starts at one of `starts`."""
        self._count()
        if not starts:
            return 0
        match node:
            case SyntaxSequence():
                for item in node.items:
                    starts = self.ends(item, starts)
                return starts
            case Choice() | Conditional():
                return self._union([self.ends(branch, starts) for branch in self._branches(node)], node, starts)
            case SyntaxGroup():
                return self.ends(node.body, starts)
            case SyntaxRepeat():
                rounds = self._rounds(node, starts)
                return self._union(rounds[min(node.quantifier.low, len(rounds) - 1) :], node, 0)
            case SyntaxLook() | Anchor():
                return starts
            case Reference():
                lowest = starts & -starts
                return self._every & ~(lowest - 1)
            case Literal() | Dot() | LetterClass() | Property() | Class() | Range() | Strings() | StringProperty():
                for _, fitting in self._held(node):
                    starts = (starts & fitting) << 1
                return starts
            case _:
                assert_never(node)

    def live(self, node: Syntax, starts: int, goals: int) -> int:
        """Return from which of `starts` the node reaches one of `goals`, and note the letters on the way."""
        self._count()
        if not starts or not goals:
            return 0
        match node:
            case SyntaxSequence():
                before = [starts]
                for item in node.items:
                    before.append(self.ends(item, before[-1]))
                for item, here in zip(reversed(node.items), reversed(before[:-1]), strict=True):
                    goals = self.live(item, here, goals)
                return goals & starts
            case Choice() | Conditional():
                live = [self.live(each, starts, goals) for each in self._branches(node)]
                return self._union(live, node, starts & goals)
            case SyntaxGroup():
                return self.live(node.body, starts, goals)
            case SyntaxRepeat():
                rounds = self._rounds(node, starts)
                low = min(node.quantifier.low, len(rounds) - 1)
                reached = goals & rounds[-1]
                for number in range(len(rounds) - 2, -1, -1):
                    reached = self.live(node.item, rounds[number], reached)
                    if number >= low:
                        reached |= goals & rounds[number]
                return reached
            case SyntaxLook() | Anchor():
                return starts & goals
            case Reference():
                return self._live_reference(node, starts, goals)
            case Literal() | Dot() | LetterClass() | Property() | Class() | Range() | Strings() | StringProperty():
                return self._live_letters(node, starts, goals)
            case _:
                assert_never(node)

    def _live_letters(self, node: LetterSyntax, starts: int, goals: int) -> int:
        before = [starts]
        held = self._held(node)
        for _, fitting in held:
            before.append((before[-1] & fitting) << 1)
        goals &= before[-1]
        for (span, fitting), here in zip(reversed(held), reversed(before[:-1]), strict=True):
            goals = here & goals >> 1 & fitting
            self.indices_by_span[span] |= goals
        return goals

    def _live_reference(self, node: Reference, starts: int, goals: int) -> int:
        highest = goals.bit_length() - 1
        lowest = (starts & -starts).bit_length() - 1
        if lowest < highest:
            self.indices_by_span[node.span] |= (1 << highest) - (1 << lowest)
        return starts & ((2 << highest) - 1)

    def _rounds(self, node: SyntaxRepeat, starts: int) -> list[int]:
        """Return where a round of the repetition may start, for the first, the second and so on, and the last ends.

        There are no more rounds than letters, besides one that consumes nothing.
        """
        most = len(self._domains) + 1
        high = most if node.quantifier.high is None else min(node.quantifier.high, most)
        rounds = [starts]
        while len(rounds) <= max(high, min(node.quantifier.low, most)) and rounds[-1]:
            rounds.append(self.ends(node.item, rounds[-1]))
        return rounds

    def _branches(self, node: Choice | Conditional) -> tuple[Syntax, ...]:
        return node.branches if isinstance(node, Choice) else node.parts

    def _union(self, masks: Sequence[int], node: Syntax, otherwise: int) -> int:
        """Return the union of `masks`, and `otherwise` if the node is a condition that need not match anything."""
        union = otherwise if isinstance(node, Conditional) and node.no is None else 0
        for mask in masks:
            union |= mask
        return union

    def _held(self, node: LetterSyntax) -> list[tuple[Span, int]]:
        """Return the letters of a node one after the other: the place of each in the clue, and the indices it fits."""
        held = self._letters.get(id(node))
        if held is None:
            held = self._letters[id(node)] = [(span, self._fitting(mask)) for span, mask in self._places_of(node)]
        return held

    def _fitting(self, mask: int) -> int:
        """Return the indices at which the line can hold a letter of `mask`, as bits."""
        return sum([1 << index for index, domain in enumerate(self._domains) if domain & mask])

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _STEPS:
            raise _TooLarge
