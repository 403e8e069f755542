"""Random strings that a core regex is likely to match: made from the regex, part by part, within a given length.

Look-arounds are not taken into account, nor the order of ways to match.  So a string need not match; whoever needs to
know asks the matcher.
"""

from __future__ import annotations

from random import Random

from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Alt, Atomic, Cond, Core, Group, Letters, Ref, Repeat, Seq


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
