"""The lists of clues that one found list can be: where the numbers have gaps, and where one line holds several clues.

In: the lists of one puzzle.  Out: the ways to read them, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, product
from typing import Final

from satcross.puzzle.files.pasted.pieces import Piece, piece_of
from satcross.puzzle.files.pasted.roles import Line, Listing
from satcross.puzzle.files.pasted.scanner import unescaped

MOST: Final = 64  # ways of one text
_MOST_LINES: Final = 1000  # that numbers may leave out


def variants(lists: Sequence[Listing], sizes: Mapping[str, int]) -> Iterator[tuple[Listing, ...]]:
    """Yield the ways to read `lists`.

    Args:
        sizes: The number of "rows" and of "columns", if the text has them.
    """
    texts = [piece.text for each in lists if each.is_inline for line in each.lines for piece in line]
    has_commas = all(re.search(r",\s", text) or not re.search(r"\s", text) for text in texts)
    options = [list(_inline(each, has_commas)) if each.is_inline else [("", each.lines)] for each in lists]
    for chosen in islice(product(*options), MOST):
        if len({separator for separator, _ in chosen if separator}) < 2:
            cut = [each._replace(lines=lines) for each, (_, lines) in zip(lists, chosen, strict=True)]
            ways = [_without_gaps(cut, sizes, *allowed) for allowed in product((True, False), repeat=2)]
            yield from dict.fromkeys(ways)


def _without_gaps(
    lists: Sequence[Listing], sizes: Mapping[str, int], may_go_on: bool, may_cross: bool
) -> tuple[Listing, ...]:
    """Return the lists with an empty place for each number that is left out.

    Numbers may begin with 0, go on from one list to the next, or be those of a crossword, whose rows begin at 1 and
    then go on behind those of the columns.
    """
    base = 0 if any(each.numbers[:1] == (0,) for each in lists) else 1
    before, filled = base - 1, []
    for each in lists:
        if not each.numbers:
            filled.append(each)
            continue
        goes_on = may_go_on and each.numbers[0] == before + 1 and before >= base
        start = each.numbers[0] if goes_on else base
        before = each.numbers[-1]
        others = [len(other.lines) for other in lists if other is not each]
        of_crossword = (
            start,
            *range(start + max(others, default=0), start + max(others, default=0) + len(each.lines) - 1),
        )
        are_others_whole = all(
            other is each or other.numbers == tuple(range(start, start + len(other.lines))) for other in lists
        )
        missing = before - start + 1 - len(each.lines)
        if (
            each.numbers == of_crossword
            and are_others_whole
            and may_cross
            and (missing > 1 or {"row", "rows"}.isdisjoint(each.label))
        ) or before - start > _MOST_LINES:
            filled.append(each)
            continue
        seat = each.seat
        count = max(before - start + 1, min(sizes.get(f"{seat.axis}s", 0), _MOST_LINES) if seat else 0)
        line_of = dict(zip(each.numbers, each.lines, strict=True))
        nothing: Line = (Piece("", each.lines[0][0].line if each.lines[0] else 0, "empty"),)
        filled.append(each._replace(lines=tuple(line_of.get(start + n, nothing) for n in range(count))))
    return tuple(filled)


_SEPARATORS: Final = {
    "\t": re.compile("\t").split,
    "; ": re.compile(r";\s").split,
    ", ": re.compile(r",\s").split,
    "  ": re.compile(r"\s\s").split,
    " ": re.compile(r"\s").split,
    ",": re.compile(",").split,
}


def _inline(each: Listing, has_commas: bool) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """Yield the ways to cut one line into clues, each with the sign between them: the same in all lists of a puzzle.

    It is a comma, a semicolon, a tab or blanks, or "" if there is one clue.  A comma with a blank after it is between
    two clues if all lists with blanks have commas.
    """
    if len(each.lines) != 1 or len(each.lines[0]) != 1:
        yield "", each.lines
        return
    piece = each.lines[0][0]
    text = piece.text
    if len(text) > 1 and text[0] + text[-1] == "[]" and re.search("[,;]", text) and _is_one_bracket(text):
        if not re.search(r"[,;]\s", text):
            yield "", each.lines
        text = text[1:-1]
    is_whole = text == piece.text
    for separator, split in _SEPARATORS.items():
        if is_whole and separator == " ":
            yield "", each.lines
        parts = [part.strip() for part in split(text.strip()) if part.strip() or separator.strip(" ")]
        if separator == "," and (len(parts) < 2 or any(part.count("[") != part.count("]") for part in parts)):
            break
        if len(parts) > 1:
            quoted = [QUOTED(part) is not None for part in parts]
            if text != piece.text and any(quoted) and not all(quoted):
                return  # in source code, a name among strings; YAML has a reader of its own
            yield separator.strip(" ") or " ", tuple((piece_of(part, piece.line),) for part in _unquoted(parts))
            if separator in ("\t", "; ") or (separator == ", " and has_commas):
                return


def _is_one_bracket(text: str) -> bool:
    """Return whether the bracket that opens `text` closes at its end, as in `[A[BC], D]`, not in `[A]B, [C]`."""
    depths = list(accumulate((letter == "[") - (letter == "]") for letter in re.sub(r"\\.", "..", text)))
    return depths[-1] == 0 and 0 not in depths[:-1]


QUOTED: Final = re.compile(r"""([rRbBuU]?)(?:"((?:[^"\\]|\\.|"")*+)"|'((?:[^'\\]|\\.|'')*+)'),?""").fullmatch


def _unquoted(texts: list[str]) -> list[str]:
    """Return the texts without quotation marks if all have them."""
    return between_quotes(texts) if all(map(QUOTED, texts)) else texts


def _content(quoted: re.Match[str]) -> str:
    return str(quoted[2]) if quoted[3] is None else str(quoted[3]).replace("''", "'")


def between_quotes(texts: list[str]) -> list[str]:
    r"""Return the texts without the quotation marks around them; where backslashes are all doubled, `"\\d"` is `\d`.

    A quotation mark within them is doubled or has a backslash: those of `"[^"]"` belong to the clue.
    """
    quoted = [QUOTED(text) for text in texts]
    inner = [_content(match) if match else text for match, text in zip(quoted, texts, strict=True)]
    strings = [match is not None and match[1] == "" and match[2] is not None for match in quoted]
    escaped = "".join(text for text, is_string in zip(inner, strings, strict=True) if is_string)
    if "\\" in escaped and re.fullmatch(r'(?:[^\\]|\\[\\"])*+', escaped):
        return [unescaped(text) if is_string else text for text, is_string in zip(inner, strings, strict=True)]
    return inner
