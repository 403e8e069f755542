r"""Whether a pattern means the same in both dialects.

The two core trees are compared node by node.  Some differences are allowed, because no string shows them: how a loop
treats captures and empty rounds, if nothing reads the captures made in it; and what a reference to an unset group
matches, if the group is certainly set.  So "no" may be wrong (it is for `(?:(A)|B)\1?`), but "yes" never is.
"""

from __future__ import annotations

from satcross.errors import ErrorCode, RegexError, Span
from satcross.regex.analysis.equivalence import distinguishing_line
from satcross.regex.analysis.mentioned import mentioned
from satcross.regex.letters.sets import LetterSet
from satcross.regex.meaning.core import Alt, Core, Group, Letters, Look, Ref, Repeat, Seq
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse


def disagreement(pattern: str, dialect: str, other: str, alphabet: LetterSet) -> RegexError | None:
    r"""Return why `pattern`, valid in `dialect`, may match other strings over `alphabet` in the `other` dialect.

    None: it certainly matches the same strings.

    >>> disagreement(r"(A)\1*", "python", "javascript", ((65, 66),)) is None
    True
    """
    try:
        theirs = lower(parse(pattern, other), alphabet)
    except RegexError as error:
        return error
    ours = lower(parse(pattern, dialect), alphabet)
    if _surely_set(ours, theirs, ours.reads | theirs.reads, 0) is None:
        message = "its captures or its letter classes may have another meaning"
        return RegexError(message, text=pattern, span=Span(0, len(pattern)), code=ErrorCode.REGEX_DIALECT)
    return None


def other_letters(pattern: str, dialect: str, other: str) -> RegexError | None:
    r"""Return why `pattern`, valid in both dialects, mentions other letters in the `other` one; None: it does not.

    >>> other_letters(r"A{,2}", "python", "javascript").message
    'it mentions other letters'
    """
    if mentioned(parse(pattern, dialect)).all == mentioned(parse(pattern, other)).all:
        return None
    return RegexError(
        "it mentions other letters", text=pattern, span=Span(0, len(pattern)), code=ErrorCode.REGEX_DIALECT
    )


def other_line(pattern: str, dialect: str, other: str, length: int, alphabet: LetterSet) -> RegexError | None:
    """Return the error for a line of `length` letters that `pattern` matches in one dialect only; None: none is known.

    The reference matcher decides; `satcross.regex.analysis.equivalence` says for how many lines.
    """
    ours, theirs = (lower(parse(pattern, each), alphabet) for each in (dialect, other))
    line = distinguishing_line(ours, theirs, length, alphabet)
    if line is None:
        return None
    message = f"it has another meaning for the line {line!r}"
    return RegexError(message, text=pattern, span=Span(0, len(pattern)), code=ErrorCode.REGEX_DIALECT)


def _surely_set_in_turn(left: Seq, right: Seq, read: int, known: int) -> int | None:
    for ours, theirs in zip(left.items, right.items, strict=True):
        after = _surely_set(ours, theirs, read, known)
        if after is None:
            return None
        known = after
    return known


def _surely_set(left: Core, right: Core, read: int, known: int) -> int | None:
    """Return the groups that are certainly set after these nodes; None if the nodes may differ.

    Args:
        read: The groups that something in the clue reads.
        known: The groups that are certainly set before the nodes.

    All are bit sets of group numbers.
    """
    if isinstance(left, Letters) and isinstance(right, Letters):
        return known if left.letters == right.letters else None
    if isinstance(left, Seq) and isinstance(right, Seq) and len(left.items) == len(right.items):
        return _surely_set_in_turn(left, right, read, known)
    if isinstance(left, Alt) and isinstance(right, Alt) and len(left.branches) == len(right.branches):
        pairs = zip(left.branches, right.branches, strict=True)
        ends = [_surely_set(ours, theirs, read, known) for ours, theirs in pairs]
        common = -1 if ends else known
        for end in ends:
            if end is None:
                return None
            common &= end
        return common
    if isinstance(left, Group) and isinstance(right, Group) and left.number == right.number:
        after = _surely_set(left.item, right.item, read, known)
        return None if after is None else after | 1 << left.number
    if isinstance(left, Ref) and isinstance(right, Ref) and (left.numbers, left.fold) == (right.numbers, right.fold):
        is_set = any(known >> number & 1 for number in left.numbers)
        return known if is_set or left.unset_matches == right.unset_matches else None
    if isinstance(left, Repeat) and isinstance(right, Repeat) and (left.low, left.high) == (right.low, right.high):
        captures = (left.item.writes | right.item.writes) & read
        return None if captures or _surely_set(left.item, right.item, read, known) is None else known
    if isinstance(left, Look) and isinstance(right, Look) and left.is_behind == right.is_behind:
        captures = (left.item.writes | right.item.writes | left.item.reads) & read
        same = left.is_negative == right.is_negative and _surely_set(left.item, right.item, read, known) is not None
        return known if same and not captures else None
    return None
