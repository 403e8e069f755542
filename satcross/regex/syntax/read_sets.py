"""Classes of ECMAScript under the flag v: nested classes, differences, intersections and strings."""

from __future__ import annotations

import re
from typing import Final

from satcross.errors import ErrorCode
from satcross.regex.syntax.reader import OpenClass, Reader, Token
from satcross.regex.syntax.tree import Class, Literal, Range, StringProperty, Strings, Syntax

SET_PUNCTUATION: Final = "&-!#%,:;<=>@`~"  # what a backslash may precede within a class under v, beside SYNTAX
SET_SYNTAX: Final = "()[]{}/-\\|"
DOUBLE_PUNCTUATION: Final = "&!#$%*+,.:;<=>?@^`~"  # reserved in pairs within a class under v
STRING_LETTER: Final = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|c[A-Za-z]|.)|.", re.DOTALL)


class SetReader(Reader):
    """The part of ECMAScript's reader that reads classes under the flag v."""

    def literal(self, terminal: int, start: int, end: int, text: str) -> Token:
        """Return the token of the letters `text`, written from `start` to `end`."""
        raise NotImplementedError

    def escape(self, terminal: int, start: int, end: int, also: str) -> Token:
        """Return the token of a letter escape; under u and v a backslash may precede SYNTAX and `also`."""
        raise NotImplementedError

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
            raise self.error(message, start, end + 1, code=ErrorCode.REGEX_CLASS, hint=hint)
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
                raise self.error(message, at, at + 1, code=ErrorCode.REGEX_CLASS, hint=f"write \\{self.pattern[at]}")
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
            raise self.error(message, open_class.start, close + 1, code=ErrorCode.REGEX_CLASS)
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
