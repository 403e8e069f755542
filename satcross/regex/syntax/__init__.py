"""The syntax tree: a clue as it was written; every part knows where it was written.

Nodes are immutable.  `start` and `end` delimit a node in the pattern (code points, half-open).  `spelling` is the text
of a node without parts, or the text of a node that does not belong to its parts.  If the meaning of a node depends on
the flags, it has the flags in force where it is as `flags` (a bit set, `satcross.regex`).
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, assert_never, cast, get_args

from satcross.base.records import NamedTuple
from satcross.errors import RegexError, Span

GREEDY: Final = ""
LAZY: Final = "?"
POSSESSIVE: Final = "+"

CAPTURING: Final = "capturing"
PLAIN: Final = "plain"
ATOMIC: Final = "atomic"


class SyntaxNode:
    """What every part of a pattern has; `Syntax` is the type of all kinds of parts."""

    __slots__ = ("end", "start")

    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def parts(self) -> tuple[Syntax, ...]:
        """The nodes directly below, in the order they are written."""
        return ()

    @property
    def nodes(self) -> list[Syntax]:
        """This node and all nodes below it, those above before those below."""
        nodes: list[Syntax] = [cast("Syntax", self)]
        for node in nodes:  # the list grows while it is walked through
            nodes += node.parts
        return nodes

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).__slots__)
        return f"{type(self).__name__}({self.start}, {self.end}, {shown})"


class Literal(SyntaxNode):
    """The letters of `text`, one after the other; an escape is always a literal by itself."""

    __slots__ = ("flags", "spelling", "text")

    def __init__(self, start: int, end: int, text: str, spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.text: Final = text
        self.spelling: Final = spelling
        self.flags: Final = flags


class Dot(SyntaxNode):
    """Any letter, or any letter that does not end a line."""

    __slots__ = ("flags",)

    def __init__(self, start: int, end: int, flags: int) -> None:
        self.start = start
        self.end = end
        self.flags: Final = flags


ClassName: TypeAlias = typing.Literal["d", "s", "w"]
CLASS_NAMES: Final[Mapping[str, ClassName]] = {name: name for name in get_args(ClassName)}
"""The names of letter classes; `satcross.regex.lower.LETTER_CLASSES` has what they mean."""


class LetterClass(SyntaxNode):
    r"""A letter class with a name: `\d`, `\W`."""

    __slots__ = ("flags", "is_negative", "name", "spelling")

    def __init__(self, start: int, end: int, name: ClassName, is_negative: bool, spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.name: Final = name
        self.is_negative: Final = is_negative
        self.spelling: Final = spelling
        self.flags: Final = flags


class Property(SyntaxNode):
    r"""A letter with a property: `\p{Lu}`, `\P{Lu}`; `name` is between the braces."""

    __slots__ = ("flags", "is_negative", "name", "spelling")

    def __init__(self, start: int, end: int, name: str, is_negative: bool, spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.name: Final = name
        self.is_negative: Final = is_negative
        self.spelling: Final = spelling
        self.flags: Final = flags


class Range(SyntaxNode):
    """The letters from `low` to `high`, inside a class."""

    __slots__ = ("high", "low")

    def __init__(self, low: Literal, high: Literal) -> None:
        self.start = low.start
        self.end = high.end
        self.low: Final = low
        self.high: Final = high

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return (self.low, self.high)


class Strings(SyntaxNode):
    r"""The strings of `\q{...}`, inside a class under the flag v."""

    __slots__ = ("flags", "spelling", "strings")

    def __init__(self, start: int, end: int, strings: tuple[str, ...], spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.strings: Final = strings
        self.spelling: Final = spelling
        self.flags: Final = flags


class StringProperty(SyntaxNode):
    r"""Any of the strings with a property, under the flag v: `\p{RGI_Emoji}`; `name` is between the braces."""

    __slots__ = ("flags", "name", "spelling")

    def __init__(self, start: int, end: int, name: str, spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.name: Final = name
        self.spelling: Final = spelling
        self.flags: Final = flags


class Class(SyntaxNode):
    """A class in brackets.

    Args:
        operator: How `members` combine: "" is their union, "&&" their intersection, "--" the first without the others.
    """

    __slots__ = ("flags", "is_negative", "members", "operator")

    def __init__(
        self, start: int, end: int, is_negative: bool, members: tuple[Syntax, ...], flags: int, operator: str = ""
    ) -> None:
        self.start = start
        self.end = end
        self.is_negative: Final = is_negative
        self.members: Final = members
        self.flags: Final = flags
        self.operator: Final = operator

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return self.members


class Anchor(SyntaxNode):
    r"""An assertion without a body: `^ $ \b \B \A \Z \z`, as in `spelling`."""

    __slots__ = ("flags", "spelling")

    def __init__(self, start: int, end: int, spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.spelling: Final = spelling
        self.flags: Final = flags


class Reference(SyntaxNode):
    """The string that a group matched; it has several `numbers` if groups in different alternatives share a name."""

    __slots__ = ("flags", "numbers", "spelling")

    def __init__(self, start: int, end: int, numbers: tuple[int, ...], spelling: str, flags: int) -> None:
        self.start = start
        self.end = end
        self.numbers: Final = numbers
        self.spelling: Final = spelling
        self.flags: Final = flags


class SyntaxGroup(SyntaxNode):
    """A group: capturing (then it has a `number`, from 1), plain, or atomic."""

    __slots__ = ("body", "name", "number", "opener")

    def __init__(self, start: int, end: int, opener: str, number: int | None, name: str | None, body: Syntax) -> None:
        self.start = start
        self.end = end
        self.opener: Final = opener
        self.number: Final = number
        self.name: Final = name
        self.body: Final = body

    @property
    def kind(self) -> str:
        """CAPTURING, PLAIN or ATOMIC."""
        if self.number is not None:
            return CAPTURING
        return ATOMIC if self.opener == "(?>" else PLAIN

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return (self.body,)


class SyntaxLook(SyntaxNode):
    """A lookahead or lookbehind."""

    __slots__ = ("body", "is_behind", "is_negative")

    def __init__(self, start: int, end: int, is_behind: bool, is_negative: bool, body: Syntax) -> None:
        self.start = start
        self.end = end
        self.is_behind: Final = is_behind
        self.is_negative: Final = is_negative
        self.body: Final = body

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return (self.body,)


class Conditional(SyntaxNode):
    """The first of `branches` if group `number` is set, else the second, which follows the bar at `bar`.

    Without a bar, `bar` is None, and there is one branch.
    """

    __slots__ = ("bar", "branches", "number", "opener")

    def __init__(
        self, start: int, end: int, opener: str, number: int, branches: tuple[Syntax, ...], bar: int | None
    ) -> None:
        self.start = start
        self.end = end
        self.opener: Final = opener
        self.number: Final = number
        self.branches: Final = branches
        self.bar: Final = bar

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return self.branches

    @property
    def yes(self) -> Syntax:
        """What has to match if the group is set."""
        return self.branches[0]

    @property
    def no(self) -> Syntax | None:
        """What has to match if the group is not set; None: nothing."""
        return self.branches[1] if len(self.branches) > 1 else None


class Quantifier(NamedTuple):
    """At least `low` and at most `high` rounds (None: no bound); `mode` is GREEDY, LAZY or POSSESSIVE."""

    low: int
    high: int | None
    mode: str
    spelling: str


class SyntaxRepeat(SyntaxNode):
    """`item`, as often as `quantifier` says."""

    __slots__ = ("item", "quantifier")

    def __init__(self, start: int, end: int, item: Syntax, quantifier: Quantifier) -> None:
        self.start = start
        self.end = end
        self.item: Final = item
        self.quantifier: Final = quantifier

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return (self.item,)


class SyntaxSequence(SyntaxNode):
    """No items, or two or more items one after the other."""

    __slots__ = ("items",)

    def __init__(self, start: int, end: int, items: tuple[Syntax, ...]) -> None:
        self.start = start
        self.end = end
        self.items: Final = items

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return self.items


class Choice(SyntaxNode):
    """Two or more branches, tried in order; `bars` are the places of the bars between them."""

    __slots__ = ("bars", "branches")

    def __init__(self, branches: tuple[Syntax, ...], bars: tuple[int, ...]) -> None:
        self.start = branches[0].start
        self.end = branches[-1].end
        self.branches: Final = branches
        self.bars: Final = bars

    @property
    def parts(self) -> tuple[Syntax, ...]:
        return self.branches


class Remark(SyntaxNode):
    """A text between the parts that matches nothing: a comment, blanks under the flag x, or flags such as `(?i)`."""

    __slots__ = ("spelling",)

    def __init__(self, start: int, end: int, spelling: str) -> None:
        self.start = start
        self.end = end
        self.spelling: Final = spelling


class Groups(NamedTuple):
    """The capturing groups of a pattern.

    Attributes:
        total: How many there are.
        numbers_by_name: The groups of each group name.
        referred: Numbers of the groups that a reference or a condition names.
    """

    total: int
    numbers_by_name: dict[str, tuple[int, ...]]
    referred: frozenset[int] = frozenset()


class Tree:
    """A whole pattern.

    Args:
        pattern: The text that was read.
        dialect: "python" or "javascript".
        flags: The flags in force everywhere, inline ones at the start included (bit set).
        root: The top of the tree.
        remarks: The texts that the tree leaves out, in the order of the pattern.
    """

    __slots__ = ("dialect", "flags", "groups", "pattern", "remarks", "root")

    def __init__(
        self,
        pattern: str,
        dialect: str,
        flags: int,
        root: Syntax,
        remarks: tuple[Remark, ...],
        groups: Groups,
    ) -> None:
        self.pattern: Final = pattern
        self.dialect: Final = dialect
        self.flags: Final = flags
        self.root: Final = root
        self.remarks: Final = remarks
        self.groups: Final = groups


Syntax: TypeAlias = (
    Literal
    | Dot
    | LetterClass
    | Property
    | Range
    | Strings
    | StringProperty
    | Class
    | Anchor
    | Reference
    | SyntaxGroup
    | SyntaxLook
    | Conditional
    | SyntaxRepeat
    | SyntaxSequence
    | Choice
)
"""All kinds of nodes; a match over them ends in `assert_never`, so that mypy finds what forgets a new kind."""


def with_all_groups(tree: Tree) -> Tree:
    """Return `tree` as if every group were referred to, so that a match, and warnings, tell of each."""
    groups = tree.groups._replace(referred=frozenset(range(1, tree.groups.total + 1)))
    return Tree(tree.pattern, tree.dialect, tree.flags, tree.root, tree.remarks, groups)


UNBOUNDED = 1 << 64  # `re` limits widths to this

Width = tuple[int, int]
"""The lengths of the shortest and the longest match."""


def lookbehind_widths(root: Syntax, pattern: str) -> dict[int, int]:
    """Return the width of each lookbehind of Python's dialect below `root`, by the place where it starts.

    Raises:
        RegexError: At the first one that can match strings of different lengths.
    """
    widths = Widths("python")
    widths.of(root)
    for look, (low, high) in widths.of_lookbehind.items():
        if low != high:
            possible = f"{low} or more" if high >= UNBOUNDED else f"{low} to {high}"
            raise RegexError(
                f"a lookbehind needs one fixed width; this one matches {possible} letters",
                text=pattern,
                span=look.span,
                code="regex-lookbehind",
                hint="write one lookbehind for each width: (?:(?<=A)|(?<=BC))",
            )
    return {look.start: low for look, (low, _) in widths.of_lookbehind.items()}


class Widths:
    """Computes widths; the widths of groups and lookbehinds on the way stay in `of_group` and `of_lookbehind`.

    They are computed as `re` does: Python's lookbehinds must have one fixed width.
    """

    def __init__(self, dialect: str) -> None:
        self.dialect: Final = dialect
        self.of_group: dict[int, Width] = {}
        self.of_lookbehind: dict[SyntaxLook, Width] = {}

    def of(self, node: Syntax) -> Width:
        """Return the width of `node`."""
        # one case for each kind of node, hence so long
        match node:
            case Literal():
                return len(node.text), len(node.text)
            case Dot() | LetterClass() | Property() | Range():
                return 1, 1
            case Class():
                has_strings = any(isinstance(each, Strings | StringProperty) for each in node.nodes)
                return (0, UNBOUNDED) if has_strings else (1, 1)
            case Reference() if self.dialect == "python":
                return self.of_group.get(node.numbers[0], (0, UNBOUNDED))
            case Reference() | StringProperty() | Strings():
                return 0, UNBOUNDED  # in JavaScript a reference to an unset group matches the empty string
            case SyntaxSequence():
                widths = [self.of(item) for item in node.items]
                least, most = sum(low for low, _ in widths), sum(high for _, high in widths)
            case Choice():
                least, most = self._of_either(node.branches)
            case SyntaxRepeat():
                low, high = self.of(node.item)
                least = low * node.quantifier.low
                most = high * (UNBOUNDED if node.quantifier.high is None else node.quantifier.high)
            case SyntaxGroup():
                least, most = self.of(node.body)
                if node.number is not None:
                    self.of_group[node.number] = least, most
            case Conditional():
                least, most = self._of_either((node.yes, node.no))
            case SyntaxLook():
                width = self.of(node.body)
                if node.is_behind:
                    self.of_lookbehind[node] = width
                return 0, 0
            case Anchor():
                return 0, 0
            case _:
                assert_never(node)
        return min(least, UNBOUNDED), min(most, UNBOUNDED)

    def _of_either(self, branches: Iterable[Syntax | None]) -> Width:
        """Return the width of these branches; None is an empty one."""
        widths = [(0, 0) if branch is None else self.of(branch) for branch in branches]
        return min(low for low, _ in widths), max(high for _, high in widths)
