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
from functools import reduce
from itertools import product
from operator import and_
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
    left: Core, right: Core, length: int, alphabet: LetterSet, *, is_reversed: bool = False, most: int = STRINGS
) -> str | None:
    """Return a line of `length` letters that only one of two clues accepts; None if none is known (see the module).

    Args:
        is_reversed: `right` reads the line from its last letter to its first.
        most: If there are not more strings, all are decided.

    >>> A, B = (Letters(((code, code),)) for code in b"AB")
    >>> distinguishing_line(Seq((A, B)), Seq((A, B)), 2, ((65, 66),), is_reversed=True)
    'AB'
    """
    if _are_one_tree(left, right, is_reversed):
        return None
    sets, relations = leaves_of([left, right])
    classes = split(alphabet, sets, length if relations else 0, sorted(relations))
    texts: Iterator[str]
    if len(classes.shown) ** length <= most:
        texts = map("".join, product(classes.shown, repeat=length))
    else:
        texts = _samples(left, right, length, classes, is_reversed)
    lefts, rights = Matcher(left), Matcher(right)
    for text in texts:
        if lefts.matches(text) != rights.matches(text[::-1] if is_reversed else text):
            return text
    return None


def _are_one_tree(left: Core, right: Core, is_reversed: bool) -> bool:
    """Return whether both are the same tree, or (`is_reversed`) mirror images that mean the same.

    Allowed are differences between the dialects that no line shows: how loops and look-arounds treat captures that
    nothing reads, and what a reference to an unset group matches, where the group is certainly set.
    """
    reads = left.reads | right.reads
    if is_reversed and (reads or left.is_ordered or right.is_ordered):
        return False
    return _Shapes(False, reads).of(left, 0) == _Shapes(is_reversed, reads).of(right, 0)


class _Shapes:
    """Makes values that are equal for equal trees, or (`is_mirrored`) those of their mirror images.

    Args:
        reads: The groups that are read (bit g: group g); what happens to another one makes no difference.
    """

    def __init__(self, is_mirrored: bool, reads: int) -> None:
        self.is_mirrored = is_mirrored
        self.reads = reads

    def of(self, node: Core, known: int) -> tuple[object, int]:
        """Return the value of `node`, and the groups that are certainly set after it, as `known` are before it."""
        if isinstance(node, Letters):
            return node.letters, known
        if isinstance(node, Seq):
            shapes = []
            for item in node.items:
                shape, known = self.of(item, known)
                shapes.append(shape)
            return ("sequence", shapes[::-1] if self.is_mirrored else shapes), known
        if isinstance(node, Alt):
            ends = [self.of(branch, known) for branch in node.branches]
            return ("choice", [shape for shape, _ in ends]), reduce(and_, [after for _, after in ends] or [known])
        if isinstance(node, Group):
            shape, known = self.of(node.item, known)
            return ("group", shape, node.number), known | 1 << node.number
        if isinstance(node, Ref):
            is_set = any(known >> number & 1 for number in node.numbers)
            return ("reference", node.numbers, is_set or node.unset_matches, node.fold), known
        if isinstance(node, Cond):
            return ("condition", node.number, self.of(node.yes, known), self.of(node.no, known)), known
        assert isinstance(node, (Repeat, Look, Atomic))
        inner = self.of(node.item, known)[0]
        if isinstance(node, Repeat):
            return ("loop", inner, node.low, node.high, node.is_greedy, node.resets & self.reads), known
        if isinstance(node, Look):
            width = node.width if (node.item.writes | node.item.reads) & self.reads else None
            return ("look-around", inner, node.is_behind is not self.is_mirrored, node.is_negative, width), known
        return ("atomic", inner), known


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


def other_meaning(
    pattern: str, dialect: str, other: str, alphabet: LetterSet, *, mentions: bool = False
) -> RegexError | None:
    r"""Return why `pattern`, valid in `dialect`, may mean something else in the `other` dialect; None: certainly not.

    The two core trees are compared, so an error may be wrong (it is for `(?:(A)|B)?`), but None never is.

    Args:
        mentions: Whether it also counts which letters the pattern mentions.

    >>> other_meaning(r"(A)*", "python", "javascript", ((65, 66),)) is None
    True
    """
    try:
        theirs = parse(pattern, other)
    except RegexError as error:
        return error
    ours = parse(pattern, dialect)
    if not _are_one_tree(lower(ours, alphabet), lower(theirs, alphabet), False):
        message = "its captures or its letter classes may have another meaning"
    elif mentions and mentioned(ours).all != mentioned(theirs).all:
        message = "it mentions other letters"
    else:
        return None
    return RegexError(message, text=pattern, span=Span(0, len(pattern)), code="regex-dialect")
