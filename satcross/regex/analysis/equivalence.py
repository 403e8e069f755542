"""Whether two clues accept the same lines of one length, one of them perhaps read from the other end.

In: two core regexes over one alphabet, and the length of a line.  Out: how they differ, or a line that only one of them
accepts.

1. If both are the same tree (or mirror images, and nothing reads captures), no line distinguishes them.
2. Automata decide for clues without captures and atomic parts.
3. If there are few strings of the length over the letter classes of both, the reference matcher decides all of them.
   Clues that compare cells get as many letters of each class as the line has cells, so this is exact, too.
4. Otherwise the matcher decides all strings of each shorter length of which there are few.  Here None means that no
   difference was found, not that there is none.

The trees of one clue in two dialects are compared, too.
"""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from itertools import islice, product
from operator import and_
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import RegexError, Span, TooManyStates
from satcross.regex.analysis.automata import Automaton
from satcross.regex.analysis.outline import with_parts
from satcross.regex.analysis.strings import FAILED, Lettering, Product, Strings
from satcross.regex.core import (
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
    is_stateless,
    leaves_of,
    seq,
)
from satcross.regex.letters import LetterSet
from satcross.regex.letters.classes import Classes, split
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse

STRINGS: Final = 2_000  # if there are not more, all are decided; this takes some hundredths of a second


class Difference(NamedTuple):
    """Whether there is a string that only the first of two clues accepts, and one that only the second accepts."""

    only_first: bool
    only_second: bool


def difference_on_line(
    first: Core, second: Core, n: int, classes: Classes, budget: Budget = UNLIMITED
) -> Difference | None:
    """Return how the strings of `n` letters differ that two clues accept.

    Return None if a clue has captures or atomic parts, or if there are too many states.

    Args:
        classes: A partition of the alphabet into which the letter sets of both fall.

    Raises:
        TimeUp: If the time is up.
    """
    if is_stateless(first) and is_stateless(second):
        with suppress(TooManyStates):
            automata = [Automaton(each, classes, budget) for each in (first, second)]
            ends = Product([], automata, Lettering(classes.shown), budget).states_after(n)
            accepted = {
                tuple([number != FAILED and each.accepts(number) for each, number in zip(automata, state, strict=True)])
                for state in ends
            }
            return Difference((True, False) in accepted, (False, True) in accepted)
    return None


def distinguishing_line(
    left: Core, right: Core, length: int, alphabet: LetterSet, *, is_reversed: bool = False, most: int = STRINGS
) -> str | None:
    """Return a line that only one of two clues accepts; None if none is known (see the module).

    It has `length` letters, or fewer if there are too many strings of this length.

    Args:
        is_reversed: `right` reads the line from its last letter to its first.
        most: If there are not more strings of a length, all are decided.

    >>> A, B = (Letters(((code, code),)) for code in b"AB")
    >>> distinguishing_line(Seq((A, B)), Seq((A, B)), 2, ((65, 66),), is_reversed=True)
    'AB'
    """
    if _are_one_tree(left, right, is_reversed):
        return None
    sets, relations = leaves_of([left, right])
    if is_stateless(left) and is_stateless(right):
        with suppress(TooManyStates):
            return _first_difference(left, _mirrored(right) if is_reversed else right, length, split(alphabet, sets))
    lefts, rights = Matcher(left), Matcher(right)
    for n in (length, *range(length)):
        shown = split(alphabet, sets, n if relations else 0, sorted(relations)).shown
        if len(shown) ** n <= most:
            for text in map("".join, product(shown, repeat=n)):
                if lefts.matches(text) != rights.matches(text[::-1] if is_reversed else text):
                    return text
            if n == length:
                break
    return None


def _first_difference(left: Core, right: Core, length: int, classes: Classes) -> str | None:
    """Return the first string of this length that only one of two clues without captures accepts, if there is any."""
    one, other = ([Automaton(each, classes)] for each in (left, right))
    products = [Product(*each, Lettering(classes.shown)) for each in ((one, other), (other, one))]
    return min([text for each in products for text in islice(Strings(each).of_length(length), 1)], default=None)


def _mirrored(node: Core) -> Core:
    """Return the clue without captures that accepts what `node` accepts, read from the other end."""
    if isinstance(node, Seq):
        return seq(map(_mirrored, reversed(node.items)))
    if isinstance(node, Look):
        return Look(_mirrored(node.item), not node.is_behind, node.is_negative, None)
    return node if isinstance(node, Letters) else with_parts(node, _mirrored)


def _are_one_tree(left: Core, right: Core, is_reversed: bool) -> bool:
    """Return whether both are the same tree, or (`is_reversed`) mirror images that mean the same.

    Allowed are differences between the dialects that no line shows: how loops and lookarounds treat captures that
    nothing reads, and what a reference to an unset group matches, where the group is certainly set.
    """
    reads = left.reads | right.reads
    if is_reversed and (reads or left.is_ordered or right.is_ordered):
        return False
    return _Shapes(False, reads).of(left, 0) == _Shapes(is_reversed, reads).of(right, 0)


class _Shapes:
    """Makes values that are equal for equal trees, or (`is_mirrored`) the values of their mirror images.

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
            return ("lookaround", inner, node.is_behind is not self.is_mirrored, node.is_negative, width), known
        return ("atomic", inner), known


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
