"""The reader of Python's dialect: values of tokens, and what `re` (3.11) checks beyond the grammar.

The checks come in the order in which `re` makes them, and errors point where `re.error.pos` does.
"""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.errors import RegexError, did_you_mean
from satcross.regex import VERBOSE
from satcross.regex.syntax import (
    CLASS_NAMES,
    Anchor,
    Conditional,
    LetterClass,
    Literal,
    Quantifier,
    Reference,
    Remark,
    Syntax,
    Tree,
    lookbehind_widths,
)
from satcross.regex.syntax.reader import (
    QUANTIFIERS,
    OpenClass,
    OpenGroup,
    Reader,
    Token,
    flags_of,
    number_in,
    read_flags,
)

MAXIMUM_COUNT: Final = 2**32 - 1  # `re` rejects this count and larger ones
OCTAL_DIGITS: Final = "01234567"
CONTROLS: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class PythonReader(Reader):
    """Reads a str pattern of `re`."""

    dialect = "python"

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, flags_of(flags, self.dialect))
        self.kinds_of_text = "".join(sorted(set(flags) & {"a", "u"})) if flags else ""
        self.closed: set[int] = set()
        self.behind_from: int | None = None  # the first group that lies in the outermost open lookbehind
        self.has_behind = False
        self.number_conditions: list[tuple[int, int, int]] = []

    # tokens outside classes

    def read_text(self, terminal: int, start: int, end: int) -> Token:
        text = self.pattern[start:end]
        return terminal, Literal(start, end, text, text, self.flags), end

    def read_blank(self, terminal: int, start: int, end: int) -> Token:
        if not self.flags & VERBOSE:
            return self.read_text(terminal, start, end)
        match = re.compile(r"(?:[ \t\n\r\v\f]|#(?:\\.|[^\n\\])*)+", re.DOTALL).match(self.pattern, start)
        assert match is not None
        return self.read_comment(terminal, start, match.end())

    def read_comment(self, terminal: int, start: int, end: int) -> Token:
        self.remarks.append(Remark(start, end, self.pattern[start:end]))
        return None, None, end

    def read_brace(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Literal(start, end, "{", "{", self.flags), end

    def read_anchor(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        if spelling == r"\z" and not HAS_RE_OF_3_14:
            message, hint = r"\z means nothing in Python before 3.14", r"write \Z for the end"
            raise self.error(message, start, end, code="regex-escape", hint=hint)
        return terminal, Anchor(start, end, spelling, self.flags), end

    def read_letter_class(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        mark = spelling[1]
        name = CLASS_NAMES[mark.lower()]
        return terminal, LetterClass(start, end, name, mark.isupper(), spelling, self.flags), end

    def read_quantifier(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        known = QUANTIFIERS.get(spelling)
        if known is not None:
            return terminal, known, end
        counts, _, mode = spelling[1:].partition("}")
        first, comma, second = counts.partition(",")
        low = number_in(first, 10)
        high = low if not comma else number_in(second, 10) if second else None
        if low >= MAXIMUM_COUNT or (high is not None and high >= MAXIMUM_COUNT):
            message = f"the count is too large; it must be less than {MAXIMUM_COUNT:,}"
            raise self.error(message, start, end, code="regex-quantifier")
        if high is not None and high < low:
            message = f"the counts are out of order: at least {low} but at most {high} rounds"
            raise self.error(message, start + 1, end, code="regex-quantifier", hint=f"write {{{high},{low}}}")
        return terminal, Quantifier(low, high, mode, spelling), end

    def read_escape(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        return terminal, Literal(start, end, self.escaped(spelling, start, end), spelling, self.flags), end

    def escaped(self, spelling: str, start: int, end: int) -> str:
        """Return the letter that the escape `spelling` stands for."""
        mark = spelling[1]
        if mark in "xuU":
            code = int(spelling[2:], 16)
            if code > 0x10FFFF:
                message = f"{spelling} is beyond the last code point, U+10FFFF"
                raise self.error(message, start, end, code="regex-escape")
            return chr(code)
        if mark in OCTAL_DIGITS:
            code = int(spelling[1:], 8)
            if code > 0o377:
                message = f"the octal escape {spelling} is larger than \\377"
                raise self.error(message, start, end, code="regex-escape")
            return chr(code)
        if mark == "N":
            from unicodedata import lookup

            name = spelling[3:-1]
            try:
                letter = lookup(name)
            except KeyError:
                letter = ""
            if len(letter) != 1:
                raise self.error(f"there is no letter named {name!r}", start, end, code="regex-escape")
            return letter
        return CONTROLS.get(mark, mark)

    def read_reference(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        if spelling[0] == "(":
            name = spelling[4:-1]
            number = self.number_of(name, start + 4)
            at = start + 4
        else:
            number = int(spelling[1:])
            at = start
            if number > self.groups:
                raise self.no_group(number, start + 1, end)
        if number not in self.closed:
            raise self.open_group(at, end)
        self.check_behind(number, end)
        self.referred.add(number)
        return terminal, Reference(start, end, (number,), spelling, self.flags), end

    def no_group(self, number: int, start: int, end: int) -> RegexError:
        count = "no group" if not self.groups else "one group" if self.groups == 1 else f"{self.groups} groups"
        message = f"there is no group {number}; the pattern has {count} up to here"
        return self.error(message, start, end, code="regex-reference")

    def open_group(self, start: int, end: int) -> RegexError:
        message = "a group cannot be referred to from within itself"
        return self.error(message, start, end, code="regex-reference")

    def number_of(self, name: str, start: int) -> int:
        """Return the number of the group `name`, which is written at `start`."""
        self.check_name(name, start)
        if name not in self.numbers_by_name:
            hint = did_you_mean(name, self.numbers_by_name)
            message = f"there is no group named {name!r} up to here"
            raise self.error(message, start, start + len(name), code="regex-reference", hint=hint)
        return self.numbers_by_name[name][0]

    def check_name(self, name: str, start: int) -> None:
        if not name.isidentifier():
            message = f"{name!r} is not a group name; names are Python identifiers"
            raise self.error(message, start, start + len(name), code="regex-name")

    def check_behind(self, number: int, at: int) -> None:
        """Reject a reference that ends at `at`, to a group of the lookbehind that it is in."""
        if self.behind_from is None:
            return
        if number not in self.closed:
            raise self.open_group(at, at)
        if number >= self.behind_from:
            message = "a lookbehind cannot refer to a group within itself"
            raise self.error(message, at, at, code="regex-reference")

    # groups

    def read_open(self, terminal: int, start: int, end: int) -> Token:
        name = None
        inner = self.flags
        is_capturing = True
        if end - start > 1:
            mark = self.pattern[start + 2]
            if mark == "P":
                name = self.pattern[start + 4 : end - 1]
                self.check_name(name, start + 4)
            else:
                is_capturing = False
                if mark not in ":>":
                    flags = read_flags(self, start + 2)
                    inner = (inner | flags.added) & ~flags.removed
        group = self.enter(start, end)
        if is_capturing:
            self.groups += 1
            group.is_capturing = True
            group.number = self.groups
            if name is not None:
                if name in self.numbers_by_name:
                    message = f"the name {name!r} is taken by group {self.numbers_by_name[name][0]}"
                    raise self.error(message, start + 4, end - 1, code="regex-name")
                self.numbers_by_name[name] = (self.groups,)
                group.name = name
        else:
            self.flags = inner
        return terminal, group, end

    def read_look_open(self, terminal: int, start: int, end: int) -> Token:
        _, group, _ = super().read_look_open(terminal, start, end)
        if group.is_behind:
            self.has_behind = True
            if self.behind_from is None:
                self.behind_from = self.groups + 1
                group.number = 0  # the lookbehind that ends what `behind_from` marks
        return terminal, group, end

    def read_condition(self, terminal: int, start: int, end: int) -> Token:
        name = self.pattern[start + 3 : end - 1]
        at = start + 3
        if name.isidentifier():
            number = self.number_of(name, at)
        else:
            try:
                number = int(name)
            except ValueError:
                number = -1
            if number < 0:
                message = f"{name!r} is neither the number nor the name of a group"
                raise self.error(message, at, end - 1, code="regex-name")
            if number == 0:
                raise self.error("groups are numbered from 1", at, end - 1, code="regex-reference")
            self.number_conditions.append((number, at, end - 1))
        self.check_behind(number, end)
        self.referred.add(number)
        group = self.enter(start, end)
        group.number = number
        return terminal, group, end

    def leave(self, group: OpenGroup) -> None:
        self.flags = group.flags
        if group.is_behind and group.number == 0:
            self.behind_from = None
        elif group.is_capturing and group.number is not None:
            self.closed.add(group.number)

    def conditional(self, group: OpenGroup, yes: list[Syntax], *rest: Any) -> Conditional:
        assert group.number is not None
        self.at = rest[0] if len(rest) > 1 else rest[-1] - 1
        first = self.finished(yes)
        if len(rest) == 1:
            return Conditional(group.start, rest[0], group.opener, group.number, (first,), None)
        bar, no, end = rest
        self.at = end - 1
        return Conditional(group.start, end, group.opener, group.number, (first, self.finished(no)), bar)

    def read_settings(self, terminal: int, start: int, end: int) -> Token:
        flags = read_flags(self, start + 2)
        if sum(len(remark.spelling) for remark in self.remarks) < start:
            message = "flags for the whole pattern must be at its start"
            hint = f"write {self.pattern[start : end - 1]}:...) for a part"
            raise self.error(message, start, end, code="regex-flags", hint=hint)
        self.flags |= flags.added
        self.kinds_of_text += "".join(kind for kind in "au" if kind in flags.named)
        return self.read_comment(terminal, start, end)

    # classes

    def read_class_bracket(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Literal(start, end, "]", "]", self.flags), end

    read_class_text = read_text
    read_class_escape = read_escape
    read_class_letters = read_letter_class

    one_member = Reader.member
    one_range = Reader.range

    def range_of_classes(self, open_class: OpenClass, low: Syntax, hyphen: int, high: Syntax) -> NoReturn:
        message = "a range goes from a letter to a letter, not to or from a class"
        raise self.error(message, low.start, high.end, code="regex-class", hint="write \\- for a hyphen")

    # the whole

    def tree(self, root: Syntax) -> Tree:
        if "a" in self.kinds_of_text and "u" in self.kinds_of_text:
            raise self.error("the flags a and u exclude each other", 0, len(self.pattern), code="regex-flags")
        for number, start, end in self.number_conditions:
            if number > self.groups:
                raise self.no_group(number, start, end)
        if self.has_behind:
            lookbehind_widths(root, self.pattern)  # raises RegexError
        return super().tree(root)
