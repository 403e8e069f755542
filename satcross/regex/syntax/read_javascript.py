"""Reads ECMAScript's dialect: what V8 checks beyond the grammar; Annex B's legacy syntax where no flag forbids it.

Without u and v the engine matches units of UTF-16; letters above U+FFFF would be two, and are refused.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Final

from satcross.errors import ErrorCode, OptionError, RegexError, did_you_mean
from satcross.regex.flags import DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE
from satcross.regex.syntax.reader import QUANTIFIERS, ClassHead, Frame, Quantifier, Reader, Token, number_in
from satcross.regex.syntax.tables_javascript import TERMINALS
from satcross.regex.syntax.tree import (
    PLAIN,
    Anchor,
    Class,
    Dot,
    LetterClass,
    Literal,
    Look,
    Range,
    Reference,
    Strings,
    Syntax,
)

FLAGS: Final = {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "u": UNICODE, "v": UNICODE | SETS}
MODIFIERS: Final = "ims"
INFINITE: Final = 2**31 - 1  # V8 takes counts from here on for no bound
CONTROLS: Final = {"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
SYNTAX: Final = "^$\\.*+?()[]{}|/"  # what a backslash may precede under u and v
SET_PUNCTUATION: Final = "&-!#%,:;<=>@`~"  # and within a class under v, too
SET_SYNTAX: Final = "()[]{}/-\\|"
DOUBLE_PUNCTUATION: Final = "&!#$%*+,.:;<=>?@^`~"  # reserved in pairs within a class under v
OCTAL_DIGITS: Final = "01234567"
SET_OPEN: Final = TERMINALS.index("SET_OPEN")


def flags_of(names: str) -> int:
    """Return the flags named by letters such as "im"; raises OptionError for one that is not supported."""
    flags = 0
    for name in names:
        if name not in FLAGS:
            hint = "a clue matches a whole line, so d, g and y would mean nothing" if name in "dgy" else None
            hint = hint or "the flags are i, m, s, u and v"
            raise OptionError(f"the javascript dialect has no flag {name!r} here", hint=hint)
        flags |= FLAGS[name]
    if "u" in names and "v" in names:
        raise OptionError("the flags u and v exclude each other")
    return flags


class JavaScriptReader(Reader):
    """Reads an ECMAScript pattern."""

    dialect = "javascript"

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, flags_of(flags))
        self.is_unicode: Final = bool(self.flags & UNICODE)
        self.is_sets: Final = bool(self.flags & SETS)
        self.branches: list[int] = [0]  # which branch is being read, of the whole and of each open parenthesis
        # for each name: within a branch (its path from the top), the place of the parenthesis that holds its groups
        self.claims: dict[str, dict[tuple[tuple[int, int], ...], int]] = {}
        self.referred_together: set[tuple[int, ...]] = set()
        self.open_sets: list[ClassHead] = []

    @cached_property
    def declared(self) -> tuple[int, dict[str, tuple[int, ...]]]:
        """The number of capturing groups of the whole pattern, and their numbers by name."""
        count = 0
        numbers: dict[str, tuple[int, ...]] = {}
        for found in re.finditer(
            r"\\.|\[(?:\\.|[^\]\\])*\]?|(?P<open>\((?:(?!\?)|\?<(?![=!])(?P<name>[^>(]*)>))", self.pattern, re.DOTALL
        ):
            if found["open"] is not None:
                count += 1
                if found["name"] is not None:
                    name = self.name_in(found.start("name"), found.end("name"))
                    numbers[name] = (*numbers.get(name, ()), count)
        return count, numbers

    # letters and escapes

    def literal(self, terminal: int, start: int, end: int, text: str) -> Token:
        """Return the token of the letters `text`, written from `start` to `end`."""
        if not self.is_unicode and not text.isascii():
            for i, letter in enumerate(text):
                if letter > "\uffff":
                    place = start + i if len(text) == end - start else start
                    width = 1 if len(text) == end - start else end - start
                    raise self.unsupported(
                        f"U+{ord(letter):X} without the flag u (JavaScript takes it for two letters)",
                        place,
                        place + width,
                        hint='set flags = "u"',
                    )
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

    def read_dot(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Dot(start, end, self.flags), end

    def read_anchor(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Anchor(start, end, self.pattern[start:end], self.flags), end

    def read_escape(self, terminal: int, start: int, end: int) -> Token:
        return self.escape(terminal, start, end, "")

    def read_class_escape(self, terminal: int, start: int, end: int) -> Token:
        if self.pattern[start:end] == r"\b":
            return self.literal(terminal, start, end, "\b")
        return self.escape(terminal, start, end, "-")

    def escape(self, terminal: int, start: int, end: int, also: str) -> Token:
        """Return the token of a letter escape; under u and v a backslash may precede SYNTAX and `also`."""
        pattern = self.pattern
        spelling = pattern[start:end]
        mark = spelling[1:2]
        if not mark:
            # \c without a control letter is the backslash itself
            if self.is_unicode:
                raise self.bad_escape(start, start + 2)
            return self.literal(terminal, start, end, "\\")
        if mark in "ux" and end - start > 2:
            if spelling[2] == "{":
                if not self.is_unicode:
                    return self.literal(terminal, start, start + 2, "u")
                code = number_in(spelling[3:-1].lstrip("0") or "0", 16)
                if code > 0x10FFFF:
                    raise self.error(
                        f"{spelling} is beyond the last code point", start, end, code=ErrorCode.REGEX_ESCAPE
                    )
                return self.literal(terminal, start, end, chr(code))
            code = int(spelling[2:], 16)
            if self.is_unicode and 0xD800 <= code <= 0xDBFF:
                low = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})").match(pattern, end)
                if low is not None:
                    code = 0x10000 + (code - 0xD800) * 0x400 + int(low[1], 16) - 0xDC00
                    end = low.end()
            return self.literal(terminal, start, end, chr(code))
        if mark == "c" and end - start == 3:
            if self.is_unicode and not spelling[2].isalpha():
                raise self.bad_escape(start, end)
            return self.literal(terminal, start, end, chr(ord(spelling[2]) % 32))
        if mark in OCTAL_DIGITS:
            if self.is_unicode:
                if spelling != r"\0" or pattern[end : end + 1].isdecimal():
                    raise self.bad_escape(start, end)
                return self.literal(terminal, start, end, "\0")
            return self.octal(terminal, start)
        if mark in CONTROLS:
            return self.literal(terminal, start, end, CONTROLS[mark])
        if self.is_unicode and mark not in SYNTAX + also:
            raise self.bad_escape(start, end)
        if mark == "k" and self.declared[1]:
            raise self.error(
                r"\k takes the name of a group, as in \k<name>", start, end, code=ErrorCode.REGEX_REFERENCE
            )
        return self.literal(terminal, start, end, mark)

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
        return self.error(message, start, end, code=ErrorCode.REGEX_ESCAPE)

    def read_letter_class(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        mark = spelling[1]
        name = mark.lower()
        if name == "p":
            if not self.is_unicode:
                return self.literal(terminal, start, start + 2, mark)
            name = spelling[3:-1]
            self.check_property(name, mark == "P", start, end)
        return terminal, LetterClass(start, end, name, mark.isupper(), spelling, self.flags), end

    read_class_letters = read_letter_class
    read_set_letters = read_letter_class

    def check_property(self, name: str, is_negative: bool, start: int, end: int) -> None:
        from satcross.regex.letters.properties import PROPERTIES_OF_STRINGS, has_property

        if self.is_sets and name in PROPERTIES_OF_STRINGS and not is_negative:
            raise self.unsupported(f"\\p{{{name}}}, a property of strings,", start, end)
        if not has_property(name):
            raise self.error(f"there is no property {name!r}", start, end, code=ErrorCode.REGEX_CLASS)

    # references

    def read_reference(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        count, numbers_by_name = self.declared
        if spelling[1] == "k":
            if not numbers_by_name and not self.is_unicode:
                return self.literal(terminal, start, start + 2, "k")
            name = self.name_in(start + 3, end - 1)
            if name not in numbers_by_name:
                raise self.unknown_group(name, start + 3, end - 1, numbers_by_name)
            numbers = numbers_by_name[name]
        else:
            number = number_in(spelling[1:], 10)
            if number > count:
                if self.is_unicode:
                    message = f"there is no group {spelling[1:]}"
                    raise self.error(message, start, end, code=ErrorCode.REGEX_REFERENCE)
                if spelling[1] in OCTAL_DIGITS:
                    return self.octal(terminal, start)
                return self.literal(terminal, start, start + 2, spelling[1])
            numbers = (number,)
        if numbers not in self.referred_together:
            self.referred_together.add(numbers)
            self.referred.update(numbers)
        return terminal, Reference(start, end, numbers, spelling, self.flags), end

    def unknown_group(self, name: str, start: int, end: int, known: dict[str, tuple[int, ...]]) -> RegexError:
        hint = did_you_mean(name, known)
        return self.error(f"there is no group named {name!r}", start, end, code=ErrorCode.REGEX_REFERENCE, hint=hint)

    def name_in(self, start: int, end: int) -> str:
        """Return the group name written from `start` to `end`, its escapes resolved."""

        def letter(found: re.Match[str]) -> str:
            if found[3]:
                return chr(min(int(found[3][-8:], 16), 0x110000 - 1))
            code = int(found[1], 16)
            return chr(0x10000 + (code - 0xD800) * 0x400 + int(found[2], 16) - 0xDC00 if found[2] else code)

        written = self.pattern[start:end]
        pair = r"\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})"
        name = re.sub(pair + r"|\\u\{([0-9A-Fa-f]+)\}", letter, written)
        name = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), name)
        if not name:
            raise self.error("here a group name is missing", start, start, code=ErrorCode.REGEX_NAME)
        if not all(_is_in_name(each, i == 0) for i, each in enumerate(name)):
            raise self.error(f"{written!r} is no group name", start, end, code=ErrorCode.REGEX_NAME)
        return name

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
            message = f"at least {low} but at most {high} rounds"
            hint = f"write {{{high},{low}}}"
            raise self.error(message, start, end, code=ErrorCode.REGEX_QUANTIFIER, hint=hint)
        return terminal, Quantifier(low, None if high == INFINITE else high, mode, spelling), end

    def repeated_look(self, items: list[Syntax], look: Look, quantifier: Quantifier) -> list[Syntax]:
        if self.is_unicode:
            message = "a look-ahead cannot be repeated under the flags u and v"
            raise self.error(message, self.at, self.at + len(quantifier.spelling), code=ErrorCode.REGEX_QUANTIFIER)
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
                name = self.name_in(start + 3, end - 1)
            else:
                is_capturing = False
                if end - start > 3:
                    inner = self.modified(start + 2, end - 1)
        frame = self.enter(start, end)
        if is_capturing:
            self.groups += 1
            frame.number = self.groups
            if name is not None:
                self.declare(name, start + 3, end - 1)
                frame.name = name
        else:
            frame.kind = PLAIN
            self.flags = inner
        self.branches.append(0)
        return terminal, frame, end

    def declare(self, name: str, start: int, end: int) -> None:
        """Take `name` for the group just opened; others may have it only in other alternatives."""
        claims = self.claims.setdefault(name, {})
        path: tuple[tuple[int, int], ...] = ()
        places = [-1, *(frame.start for frame in self.frames)]
        is_inside = any(frame.name == name for frame in self.frames)
        for place, branch in zip(places, [*self.branches, 0], strict=True):
            # of each branch, only one parenthesis may hold groups of this name
            if is_inside or claims.setdefault(path, place) != place:
                message = f"the name {name!r} is taken by another group that can match along with this one"
                raise self.error(message, start, end, code=ErrorCode.REGEX_NAME)
            path = (*path, (place, branch))
        self.numbers_by_name[name] = (*self.numbers_by_name.get(name, ()), self.groups)

    def modified(self, start: int, end: int) -> int:
        """Return the flags inside a group with the modifiers written from `start` to `end`."""
        added, hyphen, removed = self.pattern[start:end].partition("-")
        for i, name in enumerate(self.pattern[start:end]):
            if name not in MODIFIERS and name != "-":
                message = f"{name!r} is no flag that a group can change; i, m and s are"
                raise self.error(message, start + i, start + i + 1, code=ErrorCode.REGEX_FLAGS)
        if len(set(added + removed)) < len(added + removed):
            raise self.error("a flag is named twice", start, end, code=ErrorCode.REGEX_FLAGS)
        if hyphen and not added and not removed:
            raise self.error("here flags are missing", start, end, code=ErrorCode.REGEX_FLAGS)
        flags = self.flags
        for name in added:
            flags |= FLAGS[name]
        for name in removed:
            flags &= ~FLAGS[name]
        return flags

    def read_look_open(self, terminal: int, start: int, end: int) -> Token:
        frame = self.enter(start, end)
        frame.is_behind = end - start == 4
        frame.is_negative = self.pattern[end - 1] == "!"
        self.branches.append(0)
        return terminal, frame, end

    read_behind_open = read_look_open

    def leave(self, frame: Frame) -> None:
        self.flags = frame.flags
        self.branches.pop()

    def behind(self, items: list[Syntax], frame: Frame, branches: list[Any], end: int) -> list[Syntax]:
        items.append(super().look(frame, branches, end))
        return items

    # classes

    def read_class_open(self, terminal: int, start: int, end: int) -> Token:
        if self.is_sets:
            return self.read_set_open(SET_OPEN, start, end)
        return super().read_class_open(terminal, start, end)

    def range_of_classes(self, head: ClassHead, low: Syntax, hyphen: int, high: Syntax) -> ClassHead:
        if self.is_unicode:
            message = "a range goes from a letter to a letter, not to or from a class"
            raise self.error(message, low.start, high.end, code=ErrorCode.REGEX_CLASS, hint="write \\- for a hyphen")
        head.members += [low, Literal(hyphen, hyphen + 1, "-", "-", self.flags), high]
        return head

    def read_set_open(self, terminal: int, start: int, end: int) -> Token:
        self.check_nesting(len(self.frames) + len(self.open_sets), start)
        head = ClassHead(start, end - start == 2, self.flags)
        self.open_sets.append(head)
        return terminal, head, end

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
        token = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|c[A-Za-z]|.)|.", re.DOTALL)
        while at < end - 1:
            if self.pattern[at] == "|":
                strings.append("")
                at += 1
                continue
            if self.pattern[at] in SET_SYNTAX and self.pattern[at] != "\\":
                message = f"{self.pattern[at]} must be escaped within a class under the flag v"
                raise self.error(message, at, at + 1, code=ErrorCode.REGEX_CLASS, hint=f"write \\{self.pattern[at]}")
            found = token.match(self.pattern, at)
            assert found is not None
            _, letter, at = self.read_set_letter(terminal, at, found.end())
            strings[-1] += letter.text
        return terminal, Strings(start, end, tuple(strings), self.pattern[start:end], self.flags), end

    def empty_set(self, head: ClassHead, close: int) -> Class:
        return Class(head.start, close + 1, head.is_negative, (), head.flags)

    def letter_set(self, head: ClassHead, contents: tuple[str, list[Syntax]], close: int) -> Class:
        operator, members = contents
        found = Class(head.start, close + 1, head.is_negative, tuple(members), head.flags, operator)
        if head.is_negative and _may_hold_strings(operator, members):
            message = "a negated class cannot hold strings"
            raise self.error(message, head.start, close + 1, code=ErrorCode.REGEX_CLASS)
        return found

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

    # errors

    def unreadable(self, at: int) -> RegexError:
        pattern = self.pattern
        letter = pattern[at]
        if letter == "\\":
            message = "the pattern ends in a backslash"
            return self.error(message, at, at + 1, code=ErrorCode.REGEX_ESCAPE, hint=r"write \\ for the letter")
        if letter == "(" and not self.open_sets:
            return self.bad_parenthesis(at)
        if self.open_sets:
            message = f"{letter} cannot stand here within a class under the flag v"
            return self.error(message, at, at + 1, code=ErrorCode.REGEX_CLASS, hint=f"write \\{letter} for the letter")
        return self.error(f"{letter} cannot stand here", at, at + 1)

    def bad_parenthesis(self, at: int) -> RegexError:
        """Return the error of a parenthesis with a question mark that opens nothing known."""
        rest = self.pattern[at + 2 : at + 4]
        hint = None
        if rest == "P<":
            hint = "write (?<name>"
        elif rest == "P=":
            hint = r"write \k<name>"
        elif rest[:1] == ">":
            hint = r"JavaScript has no atomic groups; (?=(...))\1 does the same"
        elif rest[:1] == "#":
            hint = "JavaScript has no comments"
        elif rest[:1] == "(":
            hint = "JavaScript has no conditionals"
        elif rest[:1] == "<":
            return self.error("the group name is never closed by >", at, len(self.pattern), code=ErrorCode.REGEX_NAME)
        elif re.compile(r"[a-z]+\)").match(self.pattern, at + 2):
            hint = "write (?i:...) for a part, or set flags for the whole puzzle"
        message = f"(?{rest[:1]} opens nothing" if rest else "the pattern ends within this"
        return self.error(message, at, at + 2 + len(rest[:1]), code=ErrorCode.REGEX_PARENTHESIS, hint=hint)

    def unexpected(self, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
        if terminal == "END":
            if self.open_sets:
                self.open_class = self.open_sets[-1]
            return self.unclosed()
        if terminal == "CLOSE":
            message = "this parenthesis closes nothing"
            return self.error(message, start, end, code=ErrorCode.REGEX_PARENTHESIS, hint=r"write \) for the letter")
        if terminal == "QUANTIFIER":
            if self.is_after_quantifier(values):
                hint = "put the repeated part into (?:...)"
                if self.pattern[start:end] == "+":
                    hint = r"JavaScript has no possessive quantifiers; (?=(...))\1 does the same"
                return self.error(
                    "a quantifier cannot follow another", start, end, code=ErrorCode.REGEX_QUANTIFIER, hint=hint
                )
            hint = f"write \\{self.pattern[start]} for the letter"
            return self.error("there is nothing to repeat", start, end, code=ErrorCode.REGEX_QUANTIFIER, hint=hint)
        message = "this cannot stand here within a class under the flag v"
        hint = "put brackets around what belongs together: an operator has single letters or classes on its sides"
        return self.error(message, start, end, code=ErrorCode.REGEX_CLASS, hint=hint)


def _may_hold_strings(operator: str, members: list[Syntax]) -> bool:
    """Return whether a class of these members may hold other strings than single letters (MayContainStrings)."""
    each = (
        any(len(string) != 1 for string in member.strings)
        if isinstance(member, Strings)
        else isinstance(member, Class)
        and not member.is_negative
        and _may_hold_strings(member.operator, list(member.members))
        for member in members
    )
    return all(each) if operator == "&&" else next(each) if operator == "--" else any(each)


def _is_in_name(letter: str, is_first: bool) -> bool:
    """Return whether `letter` may stand in a group's name."""
    if letter.isascii():
        return letter in "$_" or letter.isalpha() or (letter.isdecimal() and not is_first)
    from satcross.regex.letters.properties import letters_with
    from satcross.regex.letters.sets import contains

    if not is_first and letter in "\u200c\u200d":
        return True
    return contains(letters_with("ID_Start" if is_first else "ID_Continue"), ord(letter))
