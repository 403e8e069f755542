r"""A regex without captures that matches the same strings as another regex, or more.

In: a core regex.  Out: its *outline*, which has no groups, references or atomic parts, and whether it means the same.

    A++B              means A+(?!A)B
    (?>A|AB)C         means (?:A|(?!A)AB)C
    (["']).*\1        is written out for each quotation mark
    (A+)B\1           becomes A+BA+, which also matches ABAA: this outline means more

An outline that means more still shows which strings and lengths are impossible.

Of an atomic part an outline that means the same has the first way to match, in the order in which engines try.

An outline that means more has, instead of a reference, any string that its group can match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, assert_never

from satcross.regex.core import (
    EMPTY,
    NEVER,
    Alt,
    Atomic,
    Cond,
    Core,
    Group,
    Letters,
    Look,
    Ref,
    Repeat,
    Seq,
    alt,
    is_stateless,
    repeat,
    seq,
)
from satcross.regex.letters import LetterSet, intersection, iterate, size
from satcross.regex.letters.folding import closure

WRITTEN_OUT: Final = 64
"""Letters of captured sets, up to which a regex is written out for each of them."""


class _InexactError(Exception):
    """No outline means the same."""


def outline(core: Core, alphabet: LetterSet) -> tuple[Core, bool]:
    """Return the outline of `core`, and whether it means the same.

    >>> A, B = (Letters(((code, code),)) for code in b"AB")
    >>> outline(Atomic(repeat(A, 1, None)), ((65, 90),))[1]
    True
    """
    if is_stateless(core):
        return core, True
    core = _written_out(core, WRITTEN_OUT)
    try:
        return _exact(core), True
    except _InexactError:
        return _loose(core, _items_of_groups(core), alphabet, ()), False


def with_parts(node: Core, of: Callable[[Core], Core]) -> Core:
    """Return `node` with `of(part)` in place of each of its parts."""
    match node:
        case Seq():
            return seq(map(of, node.items))
        case Alt():
            return alt(map(of, node.branches))
        case Repeat():
            return Repeat(of(node.item), node.low, node.high, node.is_greedy, node.resets, node.empty_round_fails)
        case Look():
            return Look(of(node.item), node.is_behind, node.is_negative, node.width)
        case Group():
            return Group(node.number, of(node.item))
        case Atomic():
            return Atomic(of(node.item))
        case Cond():
            return Cond(node.number, of(node.yes), of(node.no))
        case Letters() | Ref():
            return node
        case _:
            assert_never(node)


def _written_out(core: Core, most: int) -> Core:
    """Return `core` for each letter of a group that is set exactly once, to one of few letters, before it is read.

    Args:
        most: Copies of `core` that may be made, for several groups.
    """
    items = core.items if isinstance(core, Seq) else (core,)
    read = 0
    for place, group in enumerate(items):
        if isinstance(group, Group) and isinstance(group.item, Letters) and not read >> group.number & 1:
            number, rest = size(group.item.letters), seq(items[place + 1 :])
            letters = [Letters(((code, code),)) for code in iterate(group.item.letters)] if number <= most else []
            with suppress(_InexactError):
                branches = [seq([*items[:place], each, _replaced(rest, group.number, each)]) for each in letters]
                if branches:
                    return alt([_written_out(branch, most // number) for branch in branches])
        read |= group.reads
    return core


def _replaced(node: Core, number: int, letter: Letters) -> Core:
    """Return `node` with `letter` for each reference to the group `number`.

    Raises:
        _InexactError: If something else reads the group.
    """
    if not node.reads >> number & 1:
        return node
    if isinstance(node, Ref) and node.numbers == (number,) and not node.fold:
        return letter
    if isinstance(node, Ref) or (isinstance(node, Cond) and node.number == number):
        raise _InexactError
    return with_parts(node, lambda part: _replaced(part, number, letter))


def _exact(node: Core) -> Core:
    """Return the outline that means the same.  Raises _InexactError if none is known."""
    if isinstance(node, Ref | Cond):
        raise _InexactError
    if isinstance(node, Group):
        return _exact(node.item)
    return _first(_exact(node.item)) if isinstance(node, Atomic) else with_parts(node, _exact)


def _first(node: Core) -> Core:
    """Return a regex that matches only the first way to match `node`, which is an outline."""
    if node.least == node.most or node.least >= NEVER:  # all ways end at one place, or there are none
        return node
    if isinstance(node, Alt):
        branches = node.branches
        return alt([seq([_not_ahead(alt(branches[:k])), _first(each)]) for k, each in enumerate(branches)])
    if not isinstance(node, Repeat) or node.item.least != node.item.most:
        raise _InexactError
    item, low, high = node.item, node.low, node.high
    if not node.is_greedy:
        return repeat(item, low, low)
    stopped = seq([repeat(item, low, None if high is None else high - 1), _not_ahead(item)])
    return stopped if high is None else alt([repeat(item, high, high), stopped])


def _not_ahead(item: Core) -> Core:
    return Look(item, is_behind=False, is_negative=True, width=None)


def _items_of_groups(root: Core) -> dict[int, Core]:
    """Return the item of each group, by its number."""
    items = {}
    nodes = [root]
    for node in nodes:  # the list grows meanwhile
        nodes += () if isinstance(node, Letters) else node.parts
        if isinstance(node, Group):
            items[node.number] = node.item
    return items


def _loose(node: Core, items: Mapping[int, Core], alphabet: LetterSet, within: tuple[Ref, ...]) -> Core:
    """Return an outline of `node` that may mean more.

    Args:
        items: The item of each group, by its number.
        within: The references of whose strings `node` is a part: there it may be anywhere, and case may be ignored.
    """

    def of(part: Core) -> Core:
        return _loose(part, items, alphabet, within)

    if isinstance(node, Letters):
        letters = node.letters
        for fold in [ref.fold for ref in within if ref.fold]:
            letters = intersection(closure(letters, fold), alphabet)
        return Letters(letters)
    if isinstance(node, Look) and (within or node.is_negative):
        try:
            return EMPTY if within else _exact(node)
        except _InexactError:
            return EMPTY
    if isinstance(node, Ref):
        if node in within:
            return repeat(Letters(alphabet), 0, None)
        strings = [_loose(items[each], items, alphabet, (*within, node)) for each in node.numbers if each in items]
        return alt([*strings, EMPTY] if node.unset_matches else strings)
    if isinstance(node, Cond):
        return alt(map(of, node.parts))
    return of(node.item) if isinstance(node, Group | Atomic) else with_parts(node, of)
