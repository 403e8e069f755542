"""What the readers of both dialects share: sequences, choices, groups, quantifiers, classes as they are reduced.

A reader has a method `read_<terminal>` for each terminal that carries a value (it returns the terminal to go on with,
the value, and where the token ends; no terminal: a remark that leaves no token), a method for each action that the
grammar names, and the two that explain what went wrong.  One reader reads one pattern.
"""

from __future__ import annotations

from typing import Any, Final

from satcross.errors import ErrorCode, RegexError, Span
from satcross.regex.syntax.tree import (
    CAPTURING,
    Choice,
    Class,
    Group,
    Literal,
    Look,
    Range,
    Remark,
    Repeat,
    Sequence,
    Syntax,
    Tree,
)

NESTING = 60  # parentheses and brackets within each other; whatever walks a tree may recurse, some frames a level

Token = tuple[Any, Any, int]


class Frame:
    """A parenthesis that is open: where and what, and the flags to return to when it closes."""

    __slots__ = ("end", "flags", "is_behind", "is_negative", "kind", "name", "number", "opener", "start")

    def __init__(self, start: int, end: int, opener: str, flags: int) -> None:
        self.start: Final = start
        self.end: Final = end
        self.opener: Final = opener
        self.flags: Final = flags
        self.kind = CAPTURING
        self.number: int | None = None
        self.name: str | None = None
        self.is_behind = False
        self.is_negative = False


class Quantifier:
    """`low` and `high` rounds (None: no bound), and how."""

    __slots__ = ("high", "low", "mode", "spelling")

    def __init__(self, low: int, high: int | None, mode: str, spelling: str) -> None:
        self.low: Final = low
        self.high: Final = high
        self.mode: Final = mode
        self.spelling: Final = spelling


class ClassHead:
    """An open class: where it starts, and its members so far."""

    __slots__ = ("flags", "is_negative", "members", "start")

    def __init__(self, start: int, is_negative: bool, flags: int) -> None:
        self.start: Final = start
        self.is_negative: Final = is_negative
        self.flags: Final = flags
        self.members: list[Syntax] = []


QUANTIFIERS: Final = {
    spelling + mode: Quantifier(low, high, mode, spelling + mode)
    for spelling, low, high in (("*", 0, None), ("+", 1, None), ("?", 0, 1))
    for mode in ("", "?", "+")
}


def number_in(digits: str, base: int) -> int:
    """Return the number that `digits` write, however many they are; huge ones are cut to something huge.

    >>> number_in("0" * 5000 + "12", 10)
    12
    """
    return int(digits.lstrip("0")[:20] or "0", base)


class Reader:
    """Reads one pattern; see the module for the methods it has."""

    dialect = ""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern: Final = pattern
        self.flags = flags
        self.at = 0  # where the token starts that is being parsed
        self.frames: list[Frame] = []
        self.open_class: ClassHead | None = None
        self.groups = 0
        self.numbers_by_name: dict[str, tuple[int, ...]] = {}
        self.referred: set[int] = set()
        self.widths: dict[int, int] = {}
        self.remarks: list[Remark] = []

    # errors

    def error(
        self,
        message: str,
        start: int,
        end: int,
        *,
        code: ErrorCode = ErrorCode.REGEX_SYNTAX,
        hint: str | None = None,
    ) -> RegexError:
        """Return an error about the pattern from `start` to `end`."""
        return RegexError(message, text=self.pattern, span=Span(start, max(start, end)), code=code, hint=hint)

    def unsupported(self, what: str, start: int, end: int, *, hint: str | None = None) -> RegexError:
        """Return the error that refuses `what` by name."""
        return self.error(f"{what} is not supported", start, end, code=ErrorCode.REGEX_UNSUPPORTED, hint=hint)

    def unreadable(self, at: int) -> RegexError:
        """Return the error for a place where no token starts."""
        raise NotImplementedError

    def unexpected(self, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
        """Return the error for a token that cannot stand where it does; `values` is the parser's stack."""
        raise NotImplementedError

    def unclosed(self) -> RegexError:
        """Return the error for the end of the pattern inside a class or a group."""
        if self.open_class is not None:
            start = self.open_class.start
            message = "this bracket is never closed"
            raise self.error(message, start, start + 1, code=ErrorCode.REGEX_CLASS, hint=r"write \[ for the letter")
        frame = self.frames[-1]
        message = "this parenthesis is never closed"
        return self.error(
            message, frame.start, frame.end, code=ErrorCode.REGEX_PARENTHESIS, hint=r"write \( for the letter"
        )

    # tokens

    def enter(self, start: int, end: int) -> Frame:
        """Return a frame for the parenthesis opened at `start`."""
        self.check_nesting(len(self.frames), start)
        frame = Frame(start, end, self.pattern[start:end], self.flags)
        self.frames.append(frame)
        return frame

    def check_nesting(self, depth: int, start: int) -> None:
        if depth >= NESTING:
            message = f"nested too deeply; the limit is {NESTING} levels"
            raise self.error(message, start, start + 1, code=ErrorCode.REGEX_NESTING)

    def read_open(self, terminal: int, start: int, end: int) -> Token:
        """Open the group whose parenthesis, with its options, stands from `start` to `end`."""
        raise NotImplementedError

    def read_close(self, terminal: int, start: int, end: int) -> Token:
        if self.frames:
            self.leave(self.frames.pop())
        return terminal, end, end

    def leave(self, frame: Frame) -> None:
        """Return to the flags outside `frame`."""
        self.flags = frame.flags

    def read_class_open(self, terminal: int, start: int, end: int) -> Token:
        self.open_class = ClassHead(start, end - start == 2, self.flags)
        return terminal, self.open_class, end

    def read_class_close(self, terminal: int, start: int, end: int) -> Token:
        self.open_class = None
        return terminal, start, end

    # reductions

    def whole(self, branches: list[Any]) -> Syntax:
        return self.body(branches)

    def first_branch(self, items: list[Syntax]) -> list[Any]:
        return [self.finished(items)]

    def next_branch(self, branches: list[Any], bar: int, items: list[Syntax]) -> list[Any]:
        branches.append(bar)
        branches.append(self.finished(items))
        return branches

    def empty(self) -> list[Syntax]:
        return []

    def item(self, items: list[Syntax], item: Syntax) -> list[Syntax]:
        items.append(item)
        return items

    def repeated(self, items: list[Syntax], item: Syntax, quantifier: Quantifier) -> list[Syntax]:
        if type(item) is Literal and len(item.text) > 1:
            # a quantifier binds to the last letter of a run
            last = item.end - 1
            items.append(Literal(item.start, last, item.text[:-1], item.text[:-1], item.flags))
            item = Literal(last, item.end, item.text[-1], item.text[-1], item.flags)
        spelling = quantifier.spelling
        end = self.at + len(spelling)
        items.append(Repeat(item.start, end, item, quantifier.low, quantifier.high, quantifier.mode, spelling))
        return items

    def finished(self, items: list[Syntax]) -> Syntax:
        """Return `items` as one node; no items are an empty sequence before the token that ends them."""
        if len(items) == 1:
            return items[0]
        if not items:
            return Sequence(self.at, self.at, ())
        return Sequence(items[0].start, items[-1].end, tuple(items))

    def body(self, branches: list[Any]) -> Syntax:
        node: Syntax = branches[0] if len(branches) == 1 else Choice(tuple(branches[::2]), tuple(branches[1::2]))
        return node

    def group(self, frame: Frame, branches: list[Any], end: int) -> Group:
        return Group(frame.start, end, frame.opener, frame.kind, frame.number, frame.name, self.body(branches))

    def look(self, frame: Frame, branches: list[Any], end: int) -> Look:
        return Look(frame.start, end, frame.is_behind, frame.is_negative, self.body(branches))

    def is_after_quantifier(self, values: list[Any]) -> bool:
        """Return whether the last item on the parser's stack is repeated already."""
        items = values[-1] if values else None
        return isinstance(items, list) and bool(items) and isinstance(items[-1], Repeat)

    # classes

    def no_members(self, head: ClassHead) -> ClassHead:
        return head

    def member(self, head: ClassHead, member: Syntax | int) -> ClassHead:
        head.members.append(self.as_member(member))
        return head

    def range(self, head: ClassHead, low: Syntax | int, hyphen: int, high: Syntax | int) -> ClassHead:
        low = self.as_member(low)
        high = self.as_member(high)
        if type(low) is not Literal or type(high) is not Literal:
            return self.range_of_classes(head, low, hyphen, high)
        rest = None
        if len(high.text) > 1:
            # of a run only the first letter belongs to the range
            rest = Literal(high.start + 1, high.end, high.text[1:], high.text[1:], high.flags)
            high = Literal(high.start, high.start + 1, high.text[0], high.text[0], high.flags)
        self.check_range(low, high)
        head.members.append(Range(low, high))
        if rest is not None:
            head.members.append(rest)
        return head

    def check_range(self, low: Literal, high: Literal) -> None:
        if low.text > high.text:
            message = f"the range {low.spelling}-{high.spelling} is upside down"
            hint = f"write {high.spelling}-{low.spelling}, or \\- for a hyphen"
            raise self.error(message, low.start, high.end, code=ErrorCode.REGEX_CLASS, hint=hint)

    def range_of_classes(self, head: ClassHead, low: Syntax, hyphen: int, high: Syntax) -> ClassHead:
        """Take `low`-`high` where one of them is no single letter."""
        raise NotImplementedError

    def as_member(self, member: Syntax | int) -> Syntax:
        """Return a member as a node; a hyphen that is a letter comes as its place."""
        return Literal(member, member + 1, "-", "-", self.flags) if isinstance(member, int) else member

    def letter_class(self, head: ClassHead, close: int) -> Class:
        return Class(head.start, close + 1, head.is_negative, tuple(head.members), head.flags)

    # the whole

    def tree(self, root: Syntax) -> Tree:
        """Return the tree of a pattern that has been read to its end."""
        return Tree(
            self.pattern,
            self.dialect,
            self.flags,
            root,
            tuple(self.remarks),
            self.groups,
            self.numbers_by_name,
            frozenset(self.referred),
            self.widths,
        )
