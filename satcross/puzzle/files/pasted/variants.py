"""The lists of clues that one found list can be: where the numbers have gaps, and where one line holds several clues.

In: the lists of one puzzle.  Out: the ways to read them, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, product
from typing import Final

from satcross.base.wording import listed
from satcross.errors import PuzzleError
from satcross.puzzle.files.pasted.arranging import hexagon_lengths
from satcross.puzzle.files.pasted.fact_values import joined
from satcross.puzzle.files.pasted.pieces import Piece, Value, piece_of
from satcross.puzzle.files.pasted.roles import Line, Listing
from satcross.puzzle.files.pasted.scanner import unescaped
from satcross.puzzle.files.pasted.words import direction_in_hexagon

MOST: Final = 64  # ways of one text
_MOST_LINES: Final = 1000  # that numbers may leave out


def variants(
    lists: Sequence[Listing], sizes: Mapping[str, int], outlines: Sequence[Value]
) -> Iterator[tuple[tuple[Listing, ...], int]]:
    """Yield the ways to read `lists`, each with how unlikely it is.

    Args:
        sizes: The number of "rows" and of "columns", if the text has them.
        outlines: The lengths of the rows of the hexagon that is drawn beside them, if one is.
    """
    for outline in outlines:
        yield from ((way, 0) for way in _of_outline(lists, outline))
        return
    texts = [piece.text for each in lists if each.is_inline for line in each.lines for piece in line]
    has_commas = all(re.search(r",\s", text) or not re.search(r"\s", text) for text in texts)
    options = [list(_inline(each, has_commas)) if each.is_inline else [("", each.lines)] for each in lists]
    for chosen in islice(product(*options), MOST):
        if len({separator for separator, _ in chosen if separator}) < 2:
            cut = [each._replace(lines=lines) for each, (_, lines) in zip(lists, chosen, strict=True)]
            crossed = [each for each in cut if _is_of_crossword(each, cut)]
            is_crossword = any(len(each.lines) > 1 and each.numbers[1] > 3 and not _is_row(each) for each in crossed)
            ways = {
                _without_gaps(cut, sizes, may_go_on, crossed if may_cross else ()): int(is_crossword and not may_cross)
                for may_cross, may_go_on in product((False, True), repeat=2)
            }
            yield from reversed(ways.items())


def _of_outline(lists: Sequence[Listing], outline: Value) -> Iterator[tuple[Listing, ...]]:
    """Yield the lists of a hexagon whose rows are drawn, with a place for each line, whether it has a clue or not.

    Raises:
        PuzzleError: If the clues do not fit the hexagon.
    """
    lengths = [int(text) for text in joined(outline).split()]
    named = {name: each for each in lists if (name := direction_in_hexagon(each.label)) in _DIRECTIONS}
    growth, lower = max(lengths) - lengths[0], len(lengths) - 1
    is_found = False
    for upper in dict.fromkeys((growth, lower - growth)):
        counts = (len(lengths), lengths[0] + upper, lengths[0] + lower - upper)
        sides = [named.get(name, Listing((name,), ())) for name in _DIRECTIONS]
        if (
            len(named) == len(lists)
            and hexagon_lengths(counts)[:1] == [lengths]
            and all(max((*each.numbers, len(each.lines))) <= count for each, count in zip(sides, counts, strict=True))
        ):
            yield tuple(_placed(each, range(1, count + 1)) for each, count in zip(sides, counts, strict=True))
            is_found = True
    if not is_found:
        raise PuzzleError(
            f"the rows of the drawn hexagon have {listed(list(map(str, lengths)))} cells, but not all clues fit them",
            place=[f"line {outline.line}"],
            code="clue-count",
        )


_DIRECTIONS: Final = ("horizontal", "rising", "falling")


def _placed(each: Listing, places: range) -> Listing:
    """Return a list with a line for each of these numbers; a number that it does not have gets an empty line."""
    numbers = each.numbers or range(places.start, places.start + len(each.lines))
    line_of = dict(zip(numbers, each.lines, strict=True))
    nothing: Line = (Piece("", each.lines[0][0].line if each.lines and each.lines[0] else 0, "empty"),)
    return each._replace(lines=tuple(line_of.get(n, nothing) for n in places))


def _is_row(each: Listing) -> bool:
    return not {"row", "rows"}.isdisjoint(each.label)


def _is_of_crossword(each: Listing, lists: Sequence[Listing]) -> bool:
    """Return whether a list may have the numbers of a crossword: 1, and those behind the numbers of the columns."""
    others = [other for other in lists if other is not each]
    width = max((len(other.lines) for other in others), default=0)
    return (
        each.numbers == (1, *range(1 + width, width + len(each.lines)))
        and all(other.numbers == tuple(range(1, len(other.lines) + 1)) for other in others)
        and (width > 2 or not _is_row(each))
    )


def _without_gaps(
    lists: Sequence[Listing], sizes: Mapping[str, int], may_go_on: bool, whole: Sequence[Listing]
) -> tuple[Listing, ...]:
    """Return the lists with an empty place for each number that is left out; the lists in `whole` stay as they are.

    Numbers may begin with 0, or go on from one list to the next.
    """
    base = 0 if any(each.numbers[:1] == (0,) for each in lists) else 1
    before, filled = base - 1, []
    for each in lists:
        if not each.numbers:
            filled.append(each)
            continue
        known = min(sizes.get(f"{each.seat.axis}s", 0), _MOST_LINES) if each.seat else 0
        goes_on = may_go_on and each.numbers[0] == before + 1 and before >= base and known in (0, len(each.lines))
        start = each.numbers[0] if goes_on else base
        before = each.numbers[-1]
        if each in whole or before - start > _MOST_LINES:
            filled.append(each)
            continue
        filled.append(_placed(each, range(start, start + max(before - start + 1, known))))
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
            parts = parts[: -1 if separator.strip(" ") and not parts[-1] else None]
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

    A quotation mark within them is doubled or has a backslash: the quotation marks of `"[^"]"` belong to the clue.
    """
    quoted = [QUOTED(text) for text in texts]
    inner = [_content(match) if match else text for match, text in zip(quoted, texts, strict=True)]
    strings = [match is not None and match[1] == "" and match[2] is not None for match in quoted]
    escaped = "".join(text for text, is_string in zip(inner, strings, strict=True) if is_string)
    if "\\" in escaped and re.fullmatch(r'(?:[^\\]|\\[\\"])*+', escaped):
        return [unescaped(text) if is_string else text for text, is_string in zip(inner, strings, strict=True)]
    return inner
