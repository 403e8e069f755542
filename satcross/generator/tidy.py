r"""Clues as people would write them: `.+` for `.*..*`, no part without effect; and clues with one part less.

In: the text of a clue, and the length of its line.  Out: texts that mean the same, or that are simpler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satcross.author.rewrites import loosenings
from satcross.generator.board import Board
from satcross.generator.pieces import literal

_TOKEN: Final = re.compile(r"\\.|\[(?:\\(?:.|\Z)|[^\]\\])*(?:\]|\Z)|\(\?[=!:]|\{[^{}]*\}|.", re.DOTALL)


def tokens(pattern: str) -> list[str]:
    r"""Return the parts of `pattern`: escapes, classes, and single characters.

    >>> tokens(r"[A-C]*\.(?=B)")
    ['[A-C]', '*', '\\.', '(?=', 'B', ')']
    """
    return _TOKEN.findall(pattern)


def is_loop(parts: list[str]) -> bool:
    """Return whether the clue of these tokens repeats one letter, class or group, and has nothing else.

    >>> is_loop(tokens("[AB]+")), is_loop(tokens("(A|BC)+")), is_loop(tokens("A(BC)+"))
    (True, True, False)
    """
    if len(parts) < 2 or parts[-1] not in ("*", "+"):
        return False
    return len(parts) == 2 or (parts[0].startswith("(") and _closing(parts, 0) == len(parts) - 2)


def is_same_loop(one: str, two: str) -> bool:
    """Return whether two clues repeat the same part, so that they mean the same on any line that has cells.

    >>> is_same_loop("[AB]+", "[AB]*"), is_same_loop("A[AB]+", "A[AB]*")
    (True, False)
    """
    return one[:-1] == two[:-1] and is_loop(tokens(one)) and is_loop(tokens(two))


def shortened(pattern: str) -> str:
    """Return `pattern` with each run of dots, and each class of one letter, written the short way.

    >>> shortened(".*.*A.*.B..*..[C]"), shortened("..{4}S.*.{2}")
    ('.*A.+B...+C', '.{5}S.{2}.*')
    """
    parts = [*tokens(pattern), ""]
    written: list[str] = []
    place = 0
    while place < len(parts) - 1:
        least, signs, start = 0, "", place
        while parts[place] == "." and (letters := _letters_at_least(parts[place + 1])) is not None:
            sign = parts[place + 1] if parts[place + 1][:1] in ("*", "+", "{") else ""
            least += letters
            signs += sign
            place += 2 if sign else 1
        is_open = "*" in signs or "+" in signs
        if place == start:
            written.append(_single(parts[place]))
            place += 1
        elif "{" in signs:
            written.append(f".{{{least}}}{'.*' if is_open else ''}")
        elif is_open:
            written.append("." * (least - 1) + ".+" if least else ".*")
        else:
            written.append("." * least)
    return "".join(written)


def _letters_at_least(sign: str) -> int | None:
    """Return how many letters a dot before `sign` stands for at least; None if it cannot be joined with other dots."""
    if sign == "?" or (sign.startswith("{") and not sign[1:-1].isdecimal()):
        return None
    return int(sign[1:-1]) if sign.startswith("{") else int(sign != "*")


def _single(token: str) -> str:
    """Return `token`, but the letter itself for a class of one letter."""
    is_single = len(token) == 3 and token[0] == "[" and token[2] == "]" and token[1] not in "\\^"
    return literal(token[1]) if is_single else token


def alternatives_of_groups(parts: list[str]) -> list[list[str]]:
    """Return the alternatives of each group among these tokens of a clue, inner groups first, and of the whole clue.

    >>> alternatives_of_groups(tokens("A(B|C(D))*|E"))
    [['D'], ['B', 'C(D)'], ['A(B|C(D))*', 'E']]
    """
    complete: list[list[str]] = []
    groups: list[list[str]] = [[""]]  # that are still open, the whole clue first
    for token in parts:
        if token == "|":
            groups[-1].append("")
        elif token == ")" and len(groups) > 1:  # in a quotation it closes nothing
            complete.append(groups.pop())
            groups[-1][-1] += f"{'|'.join(complete[-1])})"
        else:
            groups[-1][-1] += token
            if token[0] == "(":
                groups.append([""])
    return [*complete, *reversed(groups)]


def in_any_order(pattern: str) -> str:
    """Return `pattern` with the alternatives of each group, and the letters of each class without a range, in order.

    Two clues have the same one if they differ only in such an order.

    >>> in_any_order("A(C|B(E|D)*)|[YX]"), in_any_order("[YX]|A(B(D|E)*|C)")
    ('A(B(D|E)*|C)|[XY]', 'A(B(D|E)*|C)|[XY]')
    """
    groups: list[list[str]] = [[""]]  # that are still open, the whole clue first
    for token in tokens(pattern):
        if token == "|":
            groups[-1].append("")
        elif token == ")" and len(groups) > 1:
            alternatives = groups.pop()
            groups[-1][-1] += f"{'|'.join(sorted(alternatives))})"
        else:
            is_list = token[0] == "[" and len(token) > 1 and not set("-\\^[").intersection(token[1:])
            groups[-1][-1] += f"[{''.join(sorted(token[1:-1]))}]" if is_list else token
            if token[0] == "(":
                groups.append([""])
    return ")".join("|".join(sorted(alternatives)) for alternatives in groups)


def has_equal_alternatives(pattern: str) -> bool:
    """Return whether two alternatives of a group, or of the whole clue, are the same text.

    >>> has_equal_alternatives("A(BC|BC)*"), has_equal_alternatives("A(BC|CB)*|A")
    (True, False)
    """
    return any(len(set(each)) < len(each) for each in alternatives_of_groups(tokens(pattern)))


def simpler(board: Board, pattern: str, n: int, *, everywhere: bool = False) -> Iterator[str]:
    """Yield clues that are easier to read than `pattern`; many of them ask less, some ask for something else.

    They are the rewrites that lint would try, and `pattern` without a `B?` or `B*`, without a letter of a negated
    class, and without a lookahead.

    Args:
        everywhere: Offer dots where they are harder to read, too (`satcross.author.rewrites.loosenings`).
    """
    seen = {pattern, ""}
    parts = tokens(pattern)
    lists = [each.pattern for each in loosenings(board.unrolled(pattern, n).tree, everywhere=everywhere)]
    for place, part in enumerate(parts):
        before, after = "".join(parts[:place]), "".join(parts[place + 1 :])
        if part in ("?", "*") and place and parts[place - 1] not in (")", "."):
            lists.append("".join(parts[: place - 1]) + after)
        elif part.startswith("[^") and len(part) > 4 and "\\" not in part:
            lists += [f"{before}[^{part[2:k]}{part[k + 1 : -1]}]{after}" for k in range(2, len(part) - 1)]
        elif part in ("(?=", "(?!"):
            lists.append(before + "".join(parts[_closing(parts, place) + 1 :]))
    for text in map(shortened, lists):
        if text not in seen:
            seen.add(text)
            yield text


def _closing(parts: list[str], opening: int) -> int:
    """Return the place of the parenthesis that closes the one at `opening`."""
    depth = 0
    for place in range(opening, len(parts)):
        depth += parts[place].startswith("(") - (parts[place] == ")")
        if depth == 0:
            return place
    return len(parts)
