"""What is written in a clue: tokens to be coloured, groups and the references to them, or the error.

In: the text of a clue.  Out: the message `ParsedClue`, without the clue's place.  The tokens are the leaves of the
syntax tree, and what its inner nodes write themselves: parentheses, bars, quantifiers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from satcross.errors import RegexError
from satcross.regex.analysis.in_words import in_words
from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters.sets import EVERY_LETTER
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    Group,
    Literal,
    Look,
    Reference,
    Repeat,
    Sequence,
    Syntax,
    Tree,
)
from satcross.studio.answers import ClueError, GroupPart, TokenKind, TokenPart

LONGEST: Final = 60
"""Letters: whether a clue can match longer strings than this is not looked at, and said to be open."""


class ReadClue(NamedTuple):
    """What is written in a clue; see `ParsedClue`."""

    tokens: tuple[TokenPart, ...]
    groups: tuple[GroupPart, ...]
    error: ClueError | None
    lengths: tuple[int, int | None] | None
    words: str = ""


@lru_cache(maxsize=4096)
def read_clue(pattern: str, dialect: str, flags: str) -> ReadClue:
    """Return what is written in the clue `pattern`."""
    try:
        tree = parse(pattern, dialect, flags)
    except RegexError as error:
        return ReadClue((), (), clue_error(error), None)
    words = "; ".join(part.words for part in in_words(tree))
    tokens = sorted([*_tokens(tree.root), *_remarks(tree)], key=lambda token: token["start"])
    return ReadClue(tuple(tokens), tuple(_groups(tree)), None, _lengths(tree), words)


def clue_error(error: RegexError) -> ClueError:
    """Return `error` as a part of a message."""
    answer: ClueError = {"code": str(error.code), "message": error.message, "hint": error.hint or ""}
    if error.span is not None:
        answer["start"], answer["end"] = error.span
    return answer


def _lengths(tree: Tree) -> tuple[int, int | None] | None:
    """Return the least and the greatest length of a match; None if none is possible, or if it is not known."""
    try:
        possible = lengths(lower(tree, EVERY_LETTER), LONGEST)
    except RegexError:
        return None
    if not possible:
        return None
    longest = possible.bit_length() - 1
    return (possible & -possible).bit_length() - 1, None if longest == LONGEST else longest


def _tokens(node: Syntax) -> Iterator[TokenPart]:
    """Yield the tokens of `node`; none of them overlap."""
    if isinstance(node, Group):
        yield _token(node.start, node.start + len(node.opener), "group", node.number)
        yield from _tokens(node.body)
        yield _token(node.end - 1, node.end, "group", node.number)
    elif isinstance(node, Look):
        yield _token(node.start, node.start + 3 + node.is_behind, "look")
        yield from _tokens(node.body)
        yield _token(node.end - 1, node.end, "look")
    elif isinstance(node, Conditional):
        yield _token(node.start, node.start + len(node.opener), "reference", node.number)
        for part in node.parts:
            yield from _tokens(part)
        if node.bar is not None:
            yield _token(node.bar, node.bar + 1, "alternation")
        yield _token(node.end - 1, node.end, "group")
    elif isinstance(node, Repeat):
        yield from _tokens(node.item)
        yield _token(node.end - len(node.quantifier.spelling), node.end, "quantifier")
    elif isinstance(node, Choice):
        for part in node.branches:
            yield from _tokens(part)
        for bar in node.bars:
            yield _token(bar, bar + 1, "alternation")
    elif isinstance(node, Sequence):
        for part in node.items:
            yield from _tokens(part)
    elif isinstance(node, Reference):
        yield _token(node.start, node.end, "reference", node.numbers[0] if node.numbers else None)
    elif node.end > node.start:
        yield _token(node.start, node.end, _kind(node))


def _kind(node: Syntax) -> TokenKind:
    """Return the kind of a leaf of the tree."""
    if isinstance(node, Literal):
        return "escape" if node.spelling.startswith("\\") else "literal"
    if isinstance(node, Dot):
        return "any"
    if isinstance(node, Class):
        return "class"
    return "anchor" if isinstance(node, Anchor) else "escape"


def _token(start: int, end: int, kind: TokenKind, group: int | None = None) -> TokenPart:
    token: TokenPart = {"start": start, "end": end, "kind": kind}
    if group is not None:
        token["group"] = group
    return token


def _remarks(tree: Tree) -> Iterator[TokenPart]:
    return (_token(remark.start, remark.end, "comment") for remark in tree.remarks if remark.end > remark.start)


def _groups(tree: Tree) -> Iterator[GroupPart]:
    """Yield the capturing groups in the order of their numbers, each with the references to it."""
    nodes = list(_below(tree.root))
    references: dict[int, list[Any]] = {}
    for node in nodes:
        if isinstance(node, Reference):
            for number in node.numbers:
                references.setdefault(number, []).append([node.start, node.end])
        elif isinstance(node, Conditional):
            references.setdefault(node.number, []).append([node.start, node.start + len(node.opener)])
    for node in sorted((each for each in nodes if isinstance(each, Group) and each.number is not None), key=_number):
        yield {
            "number": _number(node),
            "name": node.name or "",
            "start": node.start,
            "end": node.end,
            "references": references.get(_number(node), []),
        }


def _number(group: Group) -> int:
    assert group.number is not None
    return group.number


def _below(node: Syntax) -> Iterator[Syntax]:
    yield node
    for part in node.parts:
        yield from _below(part)
