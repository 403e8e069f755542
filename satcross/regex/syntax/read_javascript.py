"""The reader of ECMAScript's dialect: values of tokens, and what V8 checks beyond the grammar.

Without the flags u and v it reads the legacy syntax of Annex B, and the engine matches units of UTF-16.  A letter above
U+FFFF is two units there, so it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from satcross.errors import RegexError, did_you_mean
from satcross.regex import SETS, UNICODE
from satcross.regex.letters import contains
from satcross.regex.syntax import (
    CLASS_NAMES,
    Anchor,
    Class,
    Groups,
    LetterClass,
    Literal,
    Property,
    Quantifier,
    Range,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxLook,
)
from satcross.regex.syntax.reader import (
    QUANTIFIERS,
    OpenClass,
    OpenGroup,
    Reader,
    Token,
    flags_of,
    number_in,
    read_modifiers,
)
from satcross.regex.syntax.tables_javascript import TERMINALS

SET_PUNCTUATION: Final = "&-!#%,:;<=>@`~"  # what a backslash may precede within a class under v, beside SYNTAX
SET_SYNTAX: Final = "()[]{}/-\\|"
DOUBLE_PUNCTUATION: Final = "&!#$%*+,.:;<=>?@^`~"  # reserved in pairs within a class under v
STRING_LETTER: Final = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|c[A-Za-z]|.)|.", re.DOTALL)


def _may_hold_strings(operator: str, members: list[Syntax]) -> bool:
    """Return whether a class of these members may hold other strings than single letters (MayContainStrings)."""
    each = (
        any(len(string) != 1 for string in member.strings)
        if isinstance(member, Strings)
        else isinstance(member, StringProperty)
        or (
            isinstance(member, Class)
            and not member.is_negative
            and _may_hold_strings(member.operator, list(member.members))
        )
        for member in members
    )
    return all(each) if operator == "&&" else next(each) if operator == "--" else any(each)


PAIR: Final = r"\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})"
CODE: Final = r"\\u\{([0-9A-Fa-f]+)\}"
OPENING: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]?|(?P<open>\((?:(?!\?)|\?<(?![=!])(?P<name>[^>(]*)>))", re.DOTALL)
"""An escape, a class, or the parenthesis of a capturing group."""

Path: TypeAlias = tuple[tuple[int, int], ...]
"""A branch of a pattern: for each parenthesis around it, outermost first, its place (-1: the whole pattern) and the
number of the branch in it."""


def groups_in(reader: Reader) -> Groups:
    """Return the capturing groups of the reader's whole pattern, including groups that have not been read yet."""
    count = 0
    numbers: dict[str, tuple[int, ...]] = {}
    for opening in OPENING.finditer(reader.pattern):
        if opening["open"] is not None:
            count += 1
            if opening["name"] is not None:
                name = read_name(reader, opening.start("name"), opening.end("name"))
                numbers[name] = (*numbers.get(name, ()), count)
    return Groups(count, numbers)


def read_name(reader: Reader, start: int, end: int) -> str:
    """Return the group name written from `start` to `end`, with its escapes resolved."""
    written = reader.pattern[start:end]
    name = re.sub(f"{PAIR}|{CODE}", _letter, written)
    name = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda escape: chr(int(escape[1], 16)), name)
    if not name:
        raise reader.error("a group name is missing here", start, start, code="regex-name")
    if not all(_is_in_name(letter, i == 0) for i, letter in enumerate(name)):
        raise reader.error(f"{written!r} is not a group name", start, end, code="regex-name")
    return name


def _letter(escape: re.Match[str]) -> str:
    if escape[3]:
        return chr(min(int(escape[3][-8:], 16), 0x110000 - 1))
    code = int(escape[1], 16)
    return chr(0x10000 + (code - 0xD800) * 0x400 + int(escape[2], 16) - 0xDC00)


def _is_in_name(letter: str, is_first: bool) -> bool:
    """Return whether `letter` may be in a group's name."""
    if letter.isascii():
        return letter in "$_" or letter.isalpha() or (letter.isdecimal() and not is_first)
    from satcross.regex.letters.properties import letters_with

    if not is_first and letter in "\u200c\u200d":
        return True
    return contains(letters_with("ID_Start" if is_first else "ID_Continue"), ord(letter))


class NameClaims:
    """Which part of each branch holds the groups of each name.

    Groups may have the same name if they are in different alternatives, so that no match goes through both.
    """

    __slots__ = ("_places",)

    def __init__(self) -> None:
        # by name and branch: the place of the only parenthesis in it that may hold groups of this name
        self._places: dict[str, dict[Path, int]] = {}

    def may_claim(self, name: str, opened: Sequence[OpenGroup], branches: Sequence[int]) -> bool:
        """Return whether the group opened last may have `name`, which is its own from now on.

        Args:
            opened: The open parentheses, outermost first.
            branches: Which branch is being read of the whole pattern, and of each open parenthesis.
        """
        if any(group.name == name for group in opened):
            return False
        places = self._places.setdefault(name, {})
        path: Path = ()
        for place, branch in zip([-1, *(group.start for group in opened)], branches, strict=True):
            if places.setdefault(path, place) != place:
                return False
            path = (*path, (place, branch))
        return True


INFINITE: Final = 2**31 - 1  # to V8 this count and larger ones are no bound
CONTROLS: Final = {"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
SYNTAX: Final = "^$\\.*+?()[]{}|/"  # what a backslash may precede under u and v
OCTAL_DIGITS: Final = "01234567"
SET_OPEN: Final = TERMINALS.index("SET_OPEN")


class JavaScriptReader(Reader):
    """Reads an ECMAScript pattern."""

    dialect = "javascript"

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, flags_of(flags, self.dialect))
        self.is_unicode: Final = bool(self.flags & UNICODE)
        self.is_sets: Final = bool(self.flags & SETS)
        self.branches: list[int] = [0]  # which branch is being read, of the whole and of each open parenthesis
        self.claims: Final = NameClaims()
        self.referred_together: set[tuple[int, ...]] = set()

    @cached_property
    def declared(self) -> Groups:
        """The capturing groups of the whole pattern."""
        return groups_in(self)

    # letters and escapes

    def literal(self, terminal: int, start: int, end: int, text: str) -> Token:
        if not self.is_unicode and not text.isascii():
            for i, letter in enumerate(text):
                if letter > "\uffff":
                    is_plain = len(text) == end - start
                    first, last = (start + i, start + i + 1) if is_plain else (start, end)
                    what = f"U+{ord(letter):X} without the flag u (JavaScript takes it for two letters)"
                    raise self.unsupported(what, first, last, hint='set flags = "u"')
        return terminal, Literal(start, end, text, self.pattern[start:end], self.flags), end

    def read_text(self, terminal: int, start: int, end: int) -> Token:
        return self.literal(terminal, start, end, self.pattern[start:end])

    read_class_text = read_text

    def read_brace(self, terminal: int, start: int, end: int) -> Token:
        if self.is_unicode:
            letter = self.pattern[start]
            message = f"a lone {letter} is not allowed under the flags u and v"
            raise self.error(message, start, end, hint=f"write \\{letter} for the letter")
        return self.literal(terminal, start, end, self.pattern[start])

    def read_anchor(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Anchor(start, end, self.pattern[start:end], self.flags), end

    def read_escape(self, terminal: int, start: int, end: int) -> Token:
        return self.escape(terminal, start, end, "")

    def read_class_escape(self, terminal: int, start: int, end: int) -> Token:
        if self.pattern[start:end] == r"\b":
            return self.literal(terminal, start, end, "\b")
        return self.escape(terminal, start, end, "-")

    def escape(self, terminal: int, start: int, end: int, also: str) -> Token:
        pattern = self.pattern
        spelling = pattern[start:end]
        mark = spelling[1:2]
        if not mark:
            # \c without a control letter is the backslash itself
            if self.is_unicode:
                raise self.bad_escape(start, start + 2)
            return self.literal(terminal, start, end, "\\")
        if mark in "ux" and end - start > 2:
            return self.escape_by_code(terminal, start, end)
        if mark == "c" and end - start == 3:
            if self.is_unicode and not spelling[2].isalpha():
                raise self.bad_escape(start, end)
            return self.literal(terminal, start, end, chr(ord(spelling[2]) % 32))
        if mark in OCTAL_DIGITS:
            if not self.is_unicode:
                return self.octal(terminal, start)
            if spelling != r"\0" or pattern[end : end + 1].isdecimal():
                raise self.bad_escape(start, end)
            return self.literal(terminal, start, end, "\0")
        if mark in CONTROLS:
            return self.literal(terminal, start, end, CONTROLS[mark])
        if self.is_unicode and mark not in SYNTAX + also:
            raise self.bad_escape(start, end)
        if mark == "k" and self.declared.numbers_by_name:
            message = r"\k takes the name of a group, as in \k<name>"
            raise self.error(message, start, end, code="regex-reference")
        return self.literal(terminal, start, end, mark)

    def escape_by_code(self, terminal: int, start: int, end: int) -> Token:
        r"""Return the token of `\x41`, `\u0041`, `\u{41}`, or of both halves of a letter such as `\ud83d\ude00`."""
        spelling = self.pattern[start:end]
        if spelling[2] == "{":
            if not self.is_unicode:
                return self.literal(terminal, start, start + 2, "u")
            code = number_in(spelling[3:-1], 16)
            if code > 0x10FFFF:
                message = f"{spelling} is beyond the last code point, U+10FFFF"
                raise self.error(message, start, end, code="regex-escape")
            return self.literal(terminal, start, end, chr(code))
        code = int(spelling[2:], 16)
        if self.is_unicode and 0xD800 <= code <= 0xDBFF:
            low = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})").match(self.pattern, end)
            if low is not None:
                code = 0x10000 + (code - 0xD800) * 0x400 + int(low[1], 16) - 0xDC00
                end = low.end()
        return self.literal(terminal, start, end, chr(code))

    def octal(self, terminal: int, start: int) -> Token:
        """Return the token of the legacy octal escape at `start`: up to three digits, less than 256."""
        pattern = self.pattern
        code = 0
        end = start + 1
        while end < min(start + 4, len(pattern)) and pattern[end] in OCTAL_DIGITS and code < 32:
            code = code * 8 + int(pattern[end])
            end += 1
        return self.literal(terminal, start, end, chr(code))

    def bad_escape(self, start: int, end: int) -> RegexError:
        spelling = self.pattern[start:end]
        message = f"the escape {spelling} is not allowed under the flags u and v"
        return self.error(message, start, end, code="regex-escape")

    def read_letter_class(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        mark = spelling[1]
        if mark not in "pP":
            name = CLASS_NAMES[mark.lower()]
            return terminal, LetterClass(start, end, name, mark.isupper(), spelling, self.flags), end
        if not self.is_unicode:
            return self.literal(terminal, start, start + 2, mark)
        text = spelling[3:-1]
        if self.is_string_property(text, mark == "P", start, end):
            return terminal, StringProperty(start, end, text, spelling, self.flags), end
        return terminal, Property(start, end, text, mark.isupper(), spelling, self.flags), end

    read_class_letters = read_letter_class
    read_set_letters = read_letter_class

    def is_string_property(self, name: str, is_negative: bool, start: int, end: int) -> bool:
        """Return whether `name` is a property of strings, not of letters.  Raises RegexError if it is neither here."""
        from satcross.regex.letters.properties import PROPERTIES_OF_STRINGS, has_property

        if name not in PROPERTIES_OF_STRINGS:
            if not has_property(name):
                raise self.error(f"there is no property {name!r}", start, end, code="regex-class")
            return False
        if not self.is_sets:
            message = f"{name} is a property of strings, which needs the flag v"
            raise self.error(message, start, end, code="regex-class")
        if is_negative:
            message = f"{name} is a property of strings, which cannot be negated"
            raise self.error(message, start, end, code="regex-class", hint=f"write (?!\\p{{{name}}})")
        return True

    # references

    def read_reference(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        numbers_by_name = self.declared.numbers_by_name
        if spelling[1] == "k":
            if not numbers_by_name and not self.is_unicode:
                return self.literal(terminal, start, start + 2, "k")
            name = read_name(self, start + 3, end - 1)
            if name not in numbers_by_name:
                message, hint = f"there is no group named {name!r}", did_you_mean(name, numbers_by_name)
                raise self.error(message, start + 3, end - 1, code="regex-reference", hint=hint)
            numbers = numbers_by_name[name]
        else:
            number = number_in(spelling[1:], 10)
            if number > self.declared.total:
                if self.is_unicode:
                    message = f"there is no group {spelling[1:]}"
                    raise self.error(message, start, end, code="regex-reference")
                if spelling[1] in OCTAL_DIGITS:
                    return self.octal(terminal, start)
                return self.literal(terminal, start, start + 2, spelling[1])
            numbers = (number,)
        if numbers not in self.referred_together:
            self.referred_together.add(numbers)
            self.referred.update(numbers)
        return terminal, Reference(start, end, numbers, spelling, self.flags), end

    # quantifiers

    def read_quantifier(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        known = QUANTIFIERS.get(spelling)
        if known is not None:
            return terminal, known, end
        counts, _, mode = spelling[1:].partition("}")
        first, comma, second = counts.partition(",")
        low = min(number_in(first, 10), INFINITE)
        high: int | None = low if not comma else min(number_in(second, 10), INFINITE) if second else INFINITE
        if high is not None and high < low:
            message = f"the counts are out of order: at least {low} but at most {high} rounds"
            hint = f"write {{{high},{low}}}"
            raise self.error(message, start, end, code="regex-quantifier", hint=hint)
        return terminal, Quantifier(low, None if high == INFINITE else high, mode, spelling), end

    def repeated_look(self, items: list[Syntax], look: SyntaxLook, quantifier: Quantifier) -> list[Syntax]:
        if self.is_unicode:
            message = "a lookahead cannot be repeated under the flags u and v"
            raise self.error(message, self.at, self.at + len(quantifier.spelling), code="regex-quantifier")
        return self.repeated(items, look, quantifier)

    # groups

    def read_bar(self, terminal: int, start: int, end: int) -> Token:
        self.branches[-1] += 1
        return terminal, start, end

    def read_open(self, terminal: int, start: int, end: int) -> Token:
        pattern = self.pattern
        name = None
        inner = self.flags
        is_capturing = True
        if end - start > 1:
            if pattern[start + 2] == "<":
                name = read_name(self, start + 3, end - 1)
            else:
                is_capturing = False
                if end - start > 3:
                    inner = read_modifiers(self, start + 2, end - 1)
        group = self.enter(start, end)
        if is_capturing:
            self.groups += 1
            group.number = self.groups
            if name is not None:
                self.declare(name, start + 3, end - 1)
                group.name = name
        else:
            self.flags = inner
        return terminal, group, end

    def declare(self, name: str, start: int, end: int) -> None:
        """Give `name`, written from `start` to `end`, to the group just opened."""
        if not self.claims.may_claim(name, self.open_groups, self.branches):
            message = f"the name {name!r} is taken by another group that can match along with this one"
            raise self.error(message, start, end, code="regex-name")
        self.numbers_by_name[name] = (*self.numbers_by_name.get(name, ()), self.groups)

    def enter(self, start: int, end: int) -> OpenGroup:
        self.branches.append(0)
        return super().enter(start, end)

    read_behind_open = Reader.read_look_open

    def leave(self, group: OpenGroup) -> None:
        self.flags = group.flags
        self.branches.pop()

    def behind(self, items: list[Syntax], group: OpenGroup, branches: list[Any], end: int) -> list[Syntax]:
        items.append(super().look(group, branches, end))
        return items

    # classes

    def read_class_open(self, terminal: int, start: int, end: int) -> Token:
        if self.is_sets:
            return self.read_set_open(SET_OPEN, start, end)
        return super().read_class_open(terminal, start, end)

    def read_plain_class(self, terminal: int, start: int, end: int) -> Token:
        if self.is_sets:
            return self.read_set_open(SET_OPEN, start, start + 1 + (self.pattern[start + 1] == "^"))
        return super().read_plain_class(terminal, start, end)

    def range_of_classes(self, open_class: OpenClass, low: Syntax, hyphen: int, high: Syntax) -> OpenClass:
        if self.is_unicode:
            message = "a range goes from a letter to a letter, not to or from a class"
            raise self.error(message, low.start, high.end, code="regex-class", hint="write \\- for a hyphen")
        open_class.members += [low, Literal(hyphen, hyphen + 1, "-", "-", self.flags), high]
        return open_class

    # classes under the flag v

    def read_set_open(self, terminal: int, start: int, end: int) -> Token:
        self.check_nesting(len(self.open_groups) + len(self.open_sets), start)
        open_class = OpenClass(start, end - start == 2, self.flags)
        self.open_sets.append(open_class)
        return terminal, open_class, end

    read_set_nested = read_set_open

    def read_set_close(self, terminal: int, start: int, end: int) -> Token:
        self.open_sets.pop()
        return terminal, start, end

    def read_set_letter(self, terminal: int, start: int, end: int) -> Token:
        letter = self.pattern[start]
        if letter == "\\":
            if self.pattern[start:end] == r"\b":
                return self.literal(terminal, start, end, "\b")
            return self.escape(terminal, start, end, SET_PUNCTUATION)
        if letter in DOUBLE_PUNCTUATION and self.pattern[end : end + 1] == letter:
            message = f"{letter * 2} is reserved within a class under the flag v"
            hint = f"write \\{letter} for the letter"
            raise self.error(message, start, end + 1, code="regex-class", hint=hint)
        return self.literal(terminal, start, end, letter)

    def read_set_strings(self, terminal: int, start: int, end: int) -> Token:
        strings = [""]
        at = start + 3
        while at < end - 1:
            if self.pattern[at] == "|":
                strings.append("")
                at += 1
                continue
            if self.pattern[at] in SET_SYNTAX and self.pattern[at] != "\\":
                message = f"{self.pattern[at]} must be escaped within a class under the flag v"
                raise self.error(message, at, at + 1, code="regex-class", hint=f"write \\{self.pattern[at]}")
            match = STRING_LETTER.match(self.pattern, at)
            assert match is not None
            _, letter, at = self.read_set_letter(terminal, at, match.end())
            strings[-1] += letter.text
        return terminal, Strings(start, end, tuple(strings), self.pattern[start:end], self.flags), end

    def empty_set(self, open_class: OpenClass, close: int) -> Class:
        return Class(open_class.start, close + 1, open_class.is_negative, (), open_class.flags)

    def letter_set(self, open_class: OpenClass, contents: tuple[str, list[Syntax]], close: int) -> Class:
        operator, members = contents
        class_ = Class(open_class.start, close + 1, open_class.is_negative, tuple(members), open_class.flags, operator)
        if open_class.is_negative and _may_hold_strings(operator, members):
            message = "a negated class cannot hold strings"
            raise self.error(message, open_class.start, close + 1, code="regex-class")
        return class_

    def first_operand(self, operand: Syntax) -> tuple[str, list[Syntax]]:
        return "", [operand]

    def next_operand(self, contents: tuple[str, list[Syntax]], operand: Syntax) -> tuple[str, list[Syntax]]:
        contents[1].append(operand)
        return contents

    def intersection(self, first: Syntax, operator: int, second: Syntax) -> tuple[str, list[Syntax]]:
        return "&&", [first, second]

    def subtraction(self, first: Syntax, operator: int, second: Syntax) -> tuple[str, list[Syntax]]:
        return "--", [first, second]

    def operation(self, contents: tuple[str, list[Syntax]], operator: int, operand: Syntax) -> tuple[str, list[Syntax]]:
        contents[1].append(operand)
        return contents

    def set_range(self, low: Literal, hyphen: int, high: Literal) -> Range:
        self.check_range(low, high)
        return Range(low, high)
