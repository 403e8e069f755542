"""Whether two clues accept the same lines of one length, one of them perhaps read from the other end.

In: two core regexes over one alphabet, and the length of a line.  Out: a line that only one of them accepts, or None.

1. If both are the same tree (or mirror images, and nothing reads captures), no line distinguishes them.
2. If there are few strings of the length over the letter classes of both, the reference matcher decides all of them.
   Clues that compare cells get as many letters of each class as the line has cells, so this is exact, too.
3. Otherwise the matcher decides strings that are made to match one of the two, and strings that differ from these in
   one letter; each time the same ones.  Here None means that no difference was found, not that there is none.

The strings that are made are random and likely to match: they are made from the regex, part by part, within the given
length.  Look-arounds are not taken into account, nor the order of ways to match.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from satcross.errors import RegexError, Span
from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq, leaves_of
from satcross.regex.letters import Classes, LetterSet, split
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse

STRINGS: Final = 2_000  # if there are not more, all are decided; this takes some hundredths of a second
SAMPLES: Final = 100  # strings that are made to match each of the two
SEED: Final = 1


def distinguishing_line(
    left: Core, right: Core, length: int, alphabet: LetterSet, *, is_reversed: bool = False
) -> str | None:
    """Return a line of `length` letters that only one of two clues accepts; None if none is known (see the module).

    Args:
        is_reversed: `right` reads the line from its last letter to its first.

    >>> A, B = (Letters(((code, code),)) for code in b"AB")
    >>> distinguishing_line(Seq((A, B)), Seq((A, B)), 2, ((65, 66),), is_reversed=True)
    'AB'
    """
    if _are_one_tree(left, right, is_reversed):
        return None
    sets, relations = leaves_of([left, right])
    classes = split(alphabet, sets, length if relations else 0, sorted(relations))
    texts: Iterator[str]
    if len(classes.shown) ** length <= STRINGS:
        texts = map("".join, product(classes.shown, repeat=length))
    else:
        texts = _samples(left, right, length, classes, is_reversed)
    lefts, rights = Matcher(left), Matcher(right)
    for text in texts:
        if lefts.matches(text) != rights.matches(text[::-1] if is_reversed else text):
            return text
    return None


def _are_one_tree(left: Core, right: Core, is_reversed: bool) -> bool:
    """Return whether both are the same tree, or (`is_reversed`) mirror images that mean the same."""
    reads = left.reads | right.reads
    if is_reversed and (reads or left.is_ordered or right.is_ordered):
        return False
    return _shape(left, False, reads) == _shape(right, is_reversed, reads)


def _shape(node: Core, is_mirrored: bool, reads: int) -> object:
    """Return a value that is equal for equal trees, or (`is_mirrored`) the value of the mirror image.

    Args:
        reads: The groups that are read (bit g: group g); to reset another one makes no difference.
    """
    if isinstance(node, Letters):
        return node.letters
    if isinstance(node, Seq):
        items = [_shape(item, is_mirrored, reads) for item in node.items]
        return "sequence", *(reversed(items) if is_mirrored else items)
    if isinstance(node, Alt):
        return "choice", *(_shape(branch, is_mirrored, reads) for branch in node.branches)
    if isinstance(node, Repeat):
        empty_round_fails = node.empty_round_fails and not node.item.least
        rounds = node.low, node.high, node.is_greedy, node.resets & reads, empty_round_fails
        return "loop", _shape(node.item, is_mirrored, reads), *rounds
    if isinstance(node, Look):
        return "look-around", _shape(node.item, is_mirrored, reads), node.is_behind is not is_mirrored, node.is_negative
    if isinstance(node, Group):
        return "group", _shape(node.item, is_mirrored, reads), node.number
    if isinstance(node, Ref):
        return "reference", node.numbers, node.unset_matches, node.fold
    if isinstance(node, Cond):
        return "condition", node.number, _shape(node.yes, is_mirrored, reads), _shape(node.no, is_mirrored, reads)
    assert isinstance(node, Atomic)
    return "atomic", _shape(node.item, is_mirrored, reads)


def _samples(left: Core, right: Core, length: int, classes: Classes, is_reversed: bool) -> Iterator[str]:
    """Yield lines that are made to match one of two clues, each followed by one that differs from it in one letter."""
    random = Random(SEED)
    for core, is_backward in ((left, False), (right, is_reversed)):
        for _ in range(SAMPLES):
            text = sample(core, length, classes, random)
            if text is not None:
                text = text[::-1] if is_backward else text
                yield text
                place = random.randrange(length)
                yield text[:place] + random.choice(classes.shown) + text[place + 1 :]


def sample(core: Core, length: int, classes: Classes, random: Random) -> str | None:
    """Return a string of `length` shown letters that `core` is likely to match; None if this attempt makes none."""
    return _Sampler(classes, random).make(core, length)


class _Sampler:
    """Makes one string; `captured` are the strings of the groups so far."""

    def __init__(self, classes: Classes, random: Random) -> None:
        self.classes = classes
        self.random = random
        self.captured: dict[int, str] = {}

    def make(self, node: Core, length: int) -> str | None:
        """Return a string of `length` letters for `node`; None if there is none, or this attempt makes none."""
        if not self.may_have(node, length):
            return None
        if isinstance(node, Letters):
            return self.random.choice(self.classes.letters(self.classes.mask(node.letters)))
        if isinstance(node, Seq):
            return self.make_all(node.items, length)
        if isinstance(node, Alt):
            branches = [branch for branch in node.branches if self.may_have(branch, length)]
            return self.make(self.random.choice(branches), length) if branches else None
        if isinstance(node, Repeat):
            return self.make_rounds(node, length)
        if isinstance(node, Group):
            text = self.make(node.item, length)
            if text is not None:
                self.captured[node.number] = text
            return text
        if isinstance(node, Cond):
            return self.make(node.yes if node.number in self.captured else node.no, length)
        if isinstance(node, Atomic):
            return self.make(node.item, length)
        return self.referred(node) if isinstance(node, Ref) else ""

    def may_have(self, node: Core, length: int) -> bool:
        """Return whether a match of `node` may have `length` letters."""
        if isinstance(node, Ref):
            text = self.referred(node)
            return text is not None and len(text) == length
        return node.least <= length and (node.most is None or length <= node.most)

    def referred(self, ref: Ref) -> str | None:
        """Return the string that `ref` must match; None if it fails."""
        captured = [self.captured[number] for number in ref.numbers if number in self.captured]
        return captured[0] if captured else "" if ref.unset_matches else None

    def make_all(self, items: tuple[Core, ...], length: int) -> str | None:
        """Return strings for `items`, one after the other, with `length` letters together."""
        made = ""
        for number, item in enumerate(items):
            rest = items[number + 1 :]
            least = sum(each.least for each in rest)
            most = None if any(each.most is None for each in rest) else sum(each.most or 0 for each in rest)
            left = length - len(made)
            lengths = [
                each
                for each in range(max(0, left - least) + 1)
                if self.may_have(item, each) and (most is None or left - each <= most)
            ]
            text = self.make(item, self.random.choice(lengths)) if lengths else None
            if text is None:
                return None
            made += text
        return made if len(made) == length else None

    def make_rounds(self, loop: Repeat, length: int) -> str | None:
        """Return strings for the rounds of `loop`, with `length` letters together."""
        low = loop.low if loop.item.least else min(loop.low, length)  # more rounds than letters would only be empty
        high = max(low, length) if loop.high is None else min(loop.high, max(low, length))
        rounds = self.random.randint(low, high)
        return self.make_all((loop.item,) * rounds, length)


# Whether a pattern means the same in both dialects.
#
# The two core trees are compared node by node.  Some differences are allowed, because no string shows them: how a loop
# treats captures and empty rounds, if nothing reads the captures made in it; and what a reference to an unset group
# matches, if the group is certainly set.  So "no" may be wrong (it is for `(?:(A)|B)\1?`), but "yes" never is.


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
        return RegexError(message, text=pattern, span=Span(0, len(pattern)), code="regex-dialect")
    return None


def other_letters(pattern: str, dialect: str, other: str) -> RegexError | None:
    r"""Return why `pattern`, valid in both dialects, mentions other letters in the `other` one; None: it does not.

    >>> other_letters(r"A{,2}", "python", "javascript").message
    'it mentions other letters'
    """
    if mentioned(parse(pattern, dialect)).all == mentioned(parse(pattern, other)).all:
        return None
    return RegexError("it mentions other letters", text=pattern, span=Span(0, len(pattern)), code="regex-dialect")


def other_line(pattern: str, dialect: str, other: str, length: int, alphabet: LetterSet) -> RegexError | None:
    """Return the error for a line of `length` letters that `pattern` matches in one dialect only; None: none is known.

    The reference matcher decides, and tries as many lines as `distinguishing_line` does.
    """
    ours, theirs = (lower(parse(pattern, each), alphabet) for each in (dialect, other))
    line = distinguishing_line(ours, theirs, length, alphabet)
    if line is None:
        return None
    message = f"it has another meaning for the line {line!r}"
    return RegexError(message, text=pattern, span=Span(0, len(pattern)), code="regex-dialect")


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
