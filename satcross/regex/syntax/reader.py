"""What the readers of both dialects share: how sequences, choices, groups, quantifiers and classes become nodes.

A reader has

- a method `read_<terminal>` for each terminal that carries a value.  It returns the token: the terminal with which the
  parser goes on, the value, and where the token ends.  Without a terminal, the text is a remark and leaves no token;
- a method for each action that the grammar names.

One reader reads one pattern.
"""

from __future__ import annotations

from typing import Any, Final

from satcross.base.records import NamedTuple
from satcross.errors import ErrorCode, OptionError, RegexError, Span
from satcross.regex import ASCII, DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE, VERBOSE
from satcross.regex.syntax import (
    Choice,
    Class,
    Dot,
    Groups,
    Literal,
    Quantifier,
    Range,
    Remark,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)

NESTING: Final = 60  # levels of parentheses and brackets; functions over a tree recurse, some frames for each level

Token = tuple[Any, Any, int]


class OpenGroup:
    """A parenthesis that is open: where and what it is, and the flags that hold again after it is closed."""

    __slots__ = ("end", "flags", "is_behind", "is_capturing", "is_negative", "name", "number", "opener", "start")

    def __init__(self, start: int, end: int, opener: str, flags: int) -> None:
        self.start: Final = start
        self.end: Final = end
        self.opener: Final = opener
        self.flags: Final = flags
        self.is_capturing = False
        self.number: int | None = None
        self.name: str | None = None
        self.is_behind = False
        self.is_negative = False


class OpenClass:
    """A bracket that is open: where it starts, and the members of the class so far."""

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
    """Return the number that `digits` write.

    However many digits there are, this is quick: of a very long number only the first ones count.

    >>> number_in("0" * 5000 + "12", 10)
    12
    """
    return int(digits.lstrip("0")[:20] or "0", base)


RECURSION: Final = "no dialect of satcross has it; write out as many levels as fit into the line, as in A(A(AB)?B)?B"
"""The hint about patterns that refer to themselves, such as `(?R)`."""


class Reader:
    """Reads one pattern; the docstring of the module says which methods it has."""

    dialect = ""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern: Final = pattern
        self.flags = flags
        self.at = 0  # where the token starts that is being parsed
        self.open_groups: list[OpenGroup] = []
        self.open_class: OpenClass | None = None
        self.open_sets: list[OpenClass] = []  # classes under JavaScript's flag v
        self.groups = 0
        self.numbers_by_name: dict[str, tuple[int, ...]] = {}
        self.referred: set[int] = set()
        self.remarks: list[Remark] = []

    # errors

    def error(
        self,
        message: str,
        start: int,
        end: int,
        *,
        code: ErrorCode = "regex-syntax",
        hint: str | None = None,
    ) -> RegexError:
        """Return an error about the pattern from `start` to `end`."""
        return RegexError(message, text=self.pattern, span=Span(start, max(start, end)), code=code, hint=hint)

    def unsupported(self, what: str, start: int, end: int, *, hint: str | None = None) -> RegexError:
        """Return the error that refuses `what` by name."""
        return self.error(f"{what} is not supported", start, end, code="regex-unsupported", hint=hint)

    def unclosed(self) -> RegexError:
        """Return the error for the end of the pattern inside a class or a group."""
        if self.open_class is not None:
            start = self.open_class.start
            message = "this bracket is never closed"
            return self.error(message, start, start + 1, code="regex-class", hint=r"write \[ for the letter")
        group = self.open_groups[-1]
        message = "this parenthesis is never closed"
        hint = r"write \( for the letter"
        return self.error(message, group.start, group.end, code="regex-parenthesis", hint=hint)

    # tokens

    def enter(self, start: int, end: int) -> OpenGroup:
        """Return the group that the parenthesis from `start` to `end` opens, options included."""
        self.check_nesting(len(self.open_groups), start)
        group = OpenGroup(start, end, self.pattern[start:end], self.flags)
        self.open_groups.append(group)
        return group

    def check_nesting(self, depth: int, start: int) -> None:
        if depth >= NESTING:
            message = f"nested too deeply; the limit is {NESTING} levels"
            raise self.error(message, start, start + 1, code="regex-nesting")

    def read_open(self, terminal: int, start: int, end: int) -> Token:
        """Return the token that opens the group whose parenthesis is from `start` to `end`."""
        raise NotImplementedError

    def read_look_open(self, terminal: int, start: int, end: int) -> Token:
        group = self.enter(start, end)
        group.is_behind = end - start == 4
        group.is_negative = self.pattern[end - 1] == "!"
        return terminal, group, end

    def read_dot(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Dot(start, end, self.flags), end

    def read_plain_group(self, terminal: int, start: int, end: int) -> Token:
        """Return the token of a whole group whose branches are words."""
        _, group, at = self.read_open(terminal, start, start + 1)
        branches: list[Any] = []
        for text in self.pattern[at : end - 1].split("|"):
            if branches:
                branches.append(at)
                at += 1
            branches.append(Literal(at, at + len(text), text, text, self.flags))
            at += len(text)
        self.read_close(terminal, at, end)
        return terminal, self.group(group, branches, end), end

    def read_plain_class(self, terminal: int, start: int, end: int) -> Token:
        """Return the token of a whole class that lists letters and digits."""
        is_negative = self.pattern[start + 1] == "^"
        first = start + 1 + is_negative
        text = self.pattern[first : end - 1]
        letters = Literal(first, end - 1, text, text, self.flags)
        return terminal, Class(start, end, is_negative, (letters,), self.flags), end

    def read_close(self, terminal: int, start: int, end: int) -> Token:
        if self.open_groups:
            self.leave(self.open_groups.pop())
        return terminal, end, end

    def leave(self, group: OpenGroup) -> None:
        """Return to the flags outside `group`, which is closed now."""
        self.flags = group.flags

    def read_class_open(self, terminal: int, start: int, end: int) -> Token:
        self.open_class = OpenClass(start, end - start == 2, self.flags)
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
        items.append(SyntaxRepeat(item.start, self.at + len(quantifier.spelling), item, quantifier))
        return items

    def finished(self, items: list[Syntax]) -> Syntax:
        """Return `items` as one node; if there are none, an empty sequence before the latest token."""
        if len(items) == 1:
            return items[0]
        if not items:
            return SyntaxSequence(self.at, self.at, ())
        return SyntaxSequence(items[0].start, items[-1].end, tuple(items))

    def body(self, branches: list[Any]) -> Syntax:
        node: Syntax = branches[0] if len(branches) == 1 else Choice(tuple(branches[::2]), tuple(branches[1::2]))
        return node

    def group(self, group: OpenGroup, branches: list[Any], end: int) -> SyntaxGroup:
        return SyntaxGroup(group.start, end, group.opener, group.number, group.name, self.body(branches))

    def look(self, group: OpenGroup, branches: list[Any], end: int) -> SyntaxLook:
        return SyntaxLook(group.start, end, group.is_behind, group.is_negative, self.body(branches))

    def is_after_quantifier(self, values: list[Any]) -> bool:
        """Return whether the last item on the parser's stack already has a quantifier."""
        items = values[-1] if values else None
        return isinstance(items, list) and bool(items) and isinstance(items[-1], SyntaxRepeat)

    # classes

    def no_members(self, open_class: OpenClass) -> OpenClass:
        return open_class

    def read_class_hyphen(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Literal(start, end, "-", "-", self.flags), end

    def member(self, open_class: OpenClass, member: Syntax) -> OpenClass:
        open_class.members.append(member)
        return open_class

    def range(self, open_class: OpenClass, low: Syntax, hyphen: int, high: Syntax) -> OpenClass:
        if type(low) is not Literal or type(high) is not Literal:
            return self.range_of_classes(open_class, low, hyphen, high)
        rest = None
        if len(high.text) > 1:
            # of a run only the first letter belongs to the range
            rest = Literal(high.start + 1, high.end, high.text[1:], high.text[1:], high.flags)
            high = Literal(high.start, high.start + 1, high.text[0], high.text[0], high.flags)
        self.check_range(low, high)
        open_class.members.append(Range(low, high))
        if rest is not None:
            open_class.members.append(rest)
        return open_class

    def check_range(self, low: Literal, high: Literal) -> None:
        if low.text > high.text:
            message = f"the range {low.spelling}-{high.spelling} is out of order"
            hint = f"write {high.spelling}-{low.spelling}, or \\- for a hyphen"
            raise self.error(message, low.start, high.end, code="regex-class", hint=hint)

    def range_of_classes(self, open_class: OpenClass, low: Syntax, hyphen: int, high: Syntax) -> OpenClass:
        """Return the class after `low`-`high`, one of which is not a single letter; or raise RegexError."""
        raise NotImplementedError

    def letter_class(self, open_class: OpenClass, close: int) -> Class:
        return Class(open_class.start, close + 1, open_class.is_negative, tuple(open_class.members), open_class.flags)

    # the whole

    def tree(self, root: Syntax) -> Tree:
        """Return the tree of the pattern, which has been read to its end."""
        groups = Groups(self.groups, self.numbers_by_name, frozenset(self.referred))
        return Tree(self.pattern, self.dialect, self.flags, root, tuple(self.remarks), groups)


FLAGS: Final = {
    "python": {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "x": VERBOSE, "a": ASCII, "u": 0},
    "javascript": {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "u": UNICODE, "v": UNICODE | SETS},
}
"""The bits of the flags that may be beside a pattern."""

EXCLUSIVE: Final = {"python": ("a", "u"), "javascript": ("u", "v")}
"""Two flags of each dialect that exclude each other."""

INLINE: Final = {**FLAGS["python"], "L": 0, "t": 0}
"""The flags that `re` knows inside a pattern; satcross refuses L and t by name."""

KINDS_OF_TEXT: Final = "auL"  # flags of `re` that exclude each other
MODIFIERS: Final = "ims"  # flags that a group of ECMAScript can change


def flags_of(names: str, dialect: str) -> int:
    """Return the flags named by letters such as "im"; raises OptionError for one that the dialect does not have."""
    flags = 0
    for name in names:
        if name not in FLAGS[dialect]:
            raise _no_such_flag(name, dialect)
        flags |= FLAGS[dialect][name]
    one, other = EXCLUSIVE[dialect]
    if one in names and other in names:
        raise OptionError(f"the flags {one} and {other} exclude each other")
    return flags


def _no_such_flag(name: str, dialect: str) -> OptionError:
    if dialect == "python":
        return OptionError(f"the python dialect has no flag {name!r}", hint="the flags are a, i, m, s, u and x")
    hint = "a clue matches a whole line, so d, g and y would mean nothing" if name in "dgy" else None
    return OptionError(
        f"the javascript dialect has no flag {name!r} here", hint=hint or "the flags are i, m, s, u and v"
    )


class InlineFlags(NamedTuple):
    """The flags that are turned on and off (bit sets); `named` are the letters that turn flags on."""

    added: int
    removed: int
    named: str


def read_flags(reader: Reader, start: int) -> InlineFlags:
    """Return the inline flags written from `start` on.

    Raises the errors of `re`, at the places where `re` raises them.

    Python's `re` has `(?im)` for a whole pattern, `(?i:...)` and `(?i-s:...)` for a group; ECMAScript has only flags of
    groups.
    """
    pattern = reader.pattern
    named, at = "", start
    if pattern[at] != "-":
        named, at = _read_names(reader, start, removes=False)
    if "t" in named:
        raise reader.unsupported("the flag t", start, at)
    added = sum({INLINE[name] for name in named})
    if pattern[at] == ")":
        return InlineFlags(added, 0, named)
    removed = 0
    if pattern[at] == "-":
        without, at = _read_names(reader, at + 1, removes=True)
        removed = sum({INLINE[name] for name in without})
    if added & removed:
        message = "a flag is turned on and off at the same time"
        raise reader.error(message, at, at + 1, code="regex-flags")
    return InlineFlags(added, removed | ASCII if "u" in named else removed, named)


def _read_names(reader: Reader, at: int, *, removes: bool) -> tuple[str, int]:
    """Return the flags that are turned on, or off (`removes`), and where they end."""
    end = len(reader.pattern)
    ends, otherwise = (":", "a flag must follow the hyphen") if removes else (")-:", "-, : or ) must follow the flags")
    named = ""
    while at < end and (not named or reader.pattern[at] not in ends):
        flag = reader.pattern[at]
        if flag not in INLINE:
            raise _unknown(reader, at, otherwise)
        otherwise = ": must follow the flags" if removes else otherwise
        at += 1
        if removes and flag in KINDS_OF_TEXT:
            raise _bad(reader, "the flags a, u and L cannot be turned off", at)
        if removes and flag == "t":
            raise reader.unsupported("the flag t", at - 1, at)
        if flag == "L":
            raise _bad(reader, "the flag L is for bytes patterns", at)
        named += flag
        if flag in KINDS_OF_TEXT and any(other in named for other in KINDS_OF_TEXT if other != flag):
            raise _bad(reader, "the flags a and u exclude each other", at)
    if at == end:
        raise _bad(reader, otherwise, at)
    return named, at


def _bad(reader: Reader, message: str, at: int) -> RegexError:
    return reader.error(message, at, at, code="regex-flags")


def _unknown(reader: Reader, at: int, otherwise: str) -> RegexError:
    letter = reader.pattern[at]
    message = f"there is no flag {letter!r}" if letter.isalpha() else otherwise
    return reader.error(message, at, at + 1, code="regex-flags")


def read_modifiers(reader: Reader, start: int, end: int) -> int:
    """Return the flags inside a group whose modifiers are written from `start` to `end`."""
    code: Final = "regex-flags"
    added, hyphen, removed = reader.pattern[start:end].partition("-")
    for i, name in enumerate(reader.pattern[start:end]):
        if name not in MODIFIERS and name != "-":
            message = f"a group cannot change the flag {name!r}; it can change i, m and s"
            raise reader.error(message, start + i, start + i + 1, code=code)
    if len(set(added + removed)) < len(added + removed):
        raise reader.error("a flag is named twice", start, end, code=code)
    if hyphen and not added and not removed:
        raise reader.error("flags are missing here", start, end, code=code)
    flags = reader.flags
    for name in added:
        flags |= FLAGS["javascript"][name]
    for name in removed:
        flags &= ~FLAGS["javascript"][name]
    return flags
