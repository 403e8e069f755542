r"""The signs around clues that are not part of them: quotation marks, backquotes, slashes, commas, `^...$`, entities.

In: the lists of one puzzle.  Out: the ways to take it off, the likeliest first.  What all clues have is taken off; what
only some have is left on, unless the clues fit only without it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from satcross.base.records import NamedTuple
from satcross.puzzle.files.pasted.pieces import Piece
from satcross.puzzle.files.pasted.roles import Listing
from satcross.puzzle.files.pasted.variants import between_quotes


class Dressed(NamedTuple):
    """The lists with bare clues, what was taken off, and how unlikely that is."""

    lists: tuple[Listing, ...]
    notes: tuple[str, ...] = ()
    penalty: int = 0


_PAIRS: Final = ("==", "~~", '""', "''", "``", "“”", "‘’", "«»", "„“", "”“", "$$")
_CODE: Final = re.compile(r"(`{1,2})((?:(?!\1).)+)\1", re.S)
_ENTITY: Final = re.compile(
    r"&(?:amp|lt|gt|quot|apos|nbsp|vert|bsol|ast|lbrack|rbrack|lsqb|rsqb|#\d{1,7}|#x[0-9a-fA-F]{1,6});"
)
_DELIMITED: Final = re.compile(r"/((?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*+\])*+)/([a-z]*+)", re.S).fullmatch
_IN_GROUP: Final = re.compile(r"\(\?:((?:[^()\\]|\\.)*+)\)", re.S)

_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_ALL_ESCAPED: Final = re.compile(r"(?:[^\\]|\\[!-/:-@\[-`{-~])*+").fullmatch

Change = Callable[[list[str]], list[str]]
"""What makes other texts of all clues; the same ones if it does not apply."""


def dressings(lists: Sequence[Listing], traits: frozenset[str]) -> Iterator[Dressed]:
    """Yield the ways to take off the signs around the clues."""
    steps: list[tuple[str, Change]] = [
        ("HTML entities were read as the letters they stand for", _without_entities),
        ("slashes around the clues were left out", _without_slashes),
        ("^ and $ around the clues were left out, since the whole line must match anyway", _without_anchors),
    ]
    if "source" not in traits:
        steps = [("", _without_commas), ("", _without_code), ("", _without_quotes), *steps]
    plain = Dressed(tuple(lists) if "source" in traits else _changed(lists, _without_blanks))
    undressed, literal = [plain], []
    for note, change in steps:
        before = undressed[-1]
        if change is _without_quotes and (kept := _changed(before.lists, _without_quotes_only)) != before.lists:
            literal.append(Dressed(kept, before.notes, 1))
        after = _changed(before.lists, change, note.startswith("slashes"))
        if after != before.lists:
            undressed.append(Dressed(after, (*before.notes, *filter(None, [note]))))
    yield undressed[-1]
    for less in undressed[-2::-1]:
        yield less._replace(penalty=1)
    yield from literal
    if "blanks" in traits and (without := _changed(undressed[-1].lists, _without_blanks)) != undressed[-1].lists:
        texts = [piece.text for each in lists for line in each.lines for piece in line if piece.kind == "clue"]
        yield undressed[-1]._replace(lists=without, penalty=-all(text != text.strip() for text in texts))
    if "source" not in traits:
        beside = "what is beside the backquotes was left out"
        for note, change in (("", between_quotes), ("", _some_without_code), (beside, _only_code)):
            some = _changed(undressed[-1].lists, change)
            if some != undressed[-1].lists:
                yield Dressed(some, (*undressed[-1].notes, *filter(None, [note])), 1)
    if "escapes" in traits and _changed(plain.lists, _without_code) == plain.lists:
        escaped = _changed(undressed[-1].lists, _without_escapes)
        if escaped != undressed[-1].lists:
            note = "backslashes before signs of Markdown were left out"
            yield Dressed(escaped, (*undressed[-1].notes, note), 0)


def _changed(lists: Sequence[Listing], change: Change, has_flags: bool = False) -> tuple[Listing, ...]:
    """Return the lists with the texts that `change` makes of the texts of all clues."""
    pieces = [piece for each in lists for line in each.lines for piece in line]
    texts = [piece.text for piece in pieces if piece.kind == "clue"]
    after = change(texts) if texts else texts
    if after == texts:
        return tuple(lists)
    flags = [match[2] if has_flags and (match := _DELIMITED(text)) else "" for text in texts]
    remaining = iter(zip(after, flags, strict=True))

    def bare(piece: Piece) -> Piece:
        if piece.kind != "clue":
            return piece
        text, more = next(remaining)
        return piece._replace(text=text, flags=piece.flags + more, kind="clue" if text else "empty")

    return tuple(
        each._replace(lines=tuple(tuple(bare(piece) for piece in line) for line in each.lines)) for each in lists
    )


def _without_blanks(texts: list[str]) -> list[str]:
    return [text.strip() if len(text) > 1 else text for text in texts]


def _without_slashes(texts: list[str]) -> list[str]:
    matches = list(map(_DELIMITED, texts))
    return [match[1].replace("\\/", "/") for match in matches if match] if all(matches) else texts


def _without_commas(texts: list[str]) -> list[str]:
    """Return the texts without the commas at their ends; the last one of each list may have none."""
    for mark in (",", ";"):
        ends = [text.endswith(mark) for text in texts]
        if (
            len(texts) > 1
            and mark not in texts
            and sum(ends) >= max(1, len(texts) - 4)
            and re.search(r"['\"`]\s*$", texts[ends.index(False)] if False in ends else "'")
        ):
            return [text.removesuffix(mark).rstrip() for text in texts]
    return texts


def _without_quotes(texts: list[str]) -> list[str]:
    for pair in _PAIRS:
        if all(len(text) >= 2 and text[0] == pair[0] and text[-1] == pair[-1] for text in texts):
            bare = between_quotes(texts)
            if pair in ('""', "''") and bare == texts:
                return texts
            return [each[1:-1] if each == text else each for each, text in zip(bare, texts, strict=True)]
    return texts


def _without_quotes_only(texts: list[str]) -> list[str]:
    """Return the texts without quotation marks; their backslashes stay."""
    return [text[1:-1] for text in texts] if _without_quotes(texts) != texts else texts


def _without_code(texts: list[str]) -> list[str]:
    return [_bare_code(text) for text in texts] if all(map(_is_code, texts)) else texts


def _some_without_code(texts: list[str]) -> list[str]:
    return [_bare_code(text) if _is_code(text) else text for text in texts]


_CODE_AMONG: Final = re.compile(r"[^`]*(`{1,2})([^`]+)\1[^`]*").fullmatch


def _only_code(texts: list[str]) -> list[str]:
    """Return what is between the backquotes of each text, if each has it once."""
    matches = list(map(_CODE_AMONG, texts))
    return [match[2] for match in matches if match] if all(matches) else texts


def _is_code(text: str) -> bool:
    return _CODE.fullmatch(text) is not None or text == "``"


def _bare_code(text: str) -> str:
    match = _CODE.fullmatch(text)
    return match[2] if match else ""


def _without_entities(texts: list[str]) -> list[str]:
    return [html.unescape(text) for text in texts] if any(map(_ENTITY.search, texts)) else texts


def _without_anchors(texts: list[str]) -> list[str]:
    if not all(len(text) > 1 and text[0] == "^" and text[-1] == "$" and text[-2] != "\\" for text in texts):
        return texts
    groups = [_IN_GROUP.fullmatch(text[1:-1]) for text in texts]
    return [group[1] if group else text[1:-1] for group, text in zip(groups, texts, strict=True)]


def _without_escapes(texts: list[str]) -> list[str]:
    r"""Return the texts without the backslashes with which Markdown escapes a sign that it would take for its own.

    A writer escapes a sign everywhere or not at all.
    """
    joined = "\n".join(texts)
    escaped = [sign for sign in "*[]_" if 0 < joined.count(f"\\{sign}") == joined.count(sign)]
    if not {"*", "[", "]"} & set(escaped) and "\\\\" not in joined:
        return texts
    if "\\\\" in joined and _ALL_ESCAPED(joined):
        return [_ESCAPED.sub(r"\1", text) for text in texts]
    return [_ESCAPED.sub(lambda hit: hit[1] if hit[1] in escaped else hit[0], text) for text in texts]
