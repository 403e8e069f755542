"""Whether two clues accept the same lines of one length, one of them perhaps read from the other end.

In: two core regexes over one alphabet, and the length of a line.  Out: a line that only one of them accepts, or None.

1. If both are the same tree (or mirror images, and nothing reads captures), no line distinguishes them.
2. If there are few strings of the length over the letter classes of both, the reference matcher decides all of them.
   Clues that compare cells get as many letters of each class as the line has cells, so this is exact, too.
3. Otherwise the matcher decides strings that are made to match one of the two, and strings that differ from these in
   one letter; each time the same ones.  Here None means that no difference was found, not that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from satcross.regex.analysis.sampling import sample
from satcross.regex.letters.classes import Classes, split
from satcross.regex.letters.sets import LetterSet
from satcross.regex.matching.matcher import Matcher
from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq, leaves_of

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
