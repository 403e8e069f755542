"""Reads Python's dialect: what `re` (3.11) checks beyond the grammar, in the order in which it checks.

Errors point where `re.error.pos` does.
"""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

from satcross.errors import ErrorCode, OptionError, RegexError, did_you_mean
from satcross.regex.flags import ASCII, DOT_ALL, IGNORE_CASE, MULTILINE, VERBOSE
from satcross.regex.syntax.reader import QUANTIFIERS, ClassHead, Frame, Quantifier, Reader, Token, number_in
from satcross.regex.syntax.tree import (
    ATOMIC,
    PLAIN,
    Anchor,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Reference,
    Remark,
    Syntax,
    Tree,
)

FLAGS: Final = {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "x": VERBOSE, "a": ASCII, "u": 0, "L": 0, "t": 0}
KINDS_OF_TEXT: Final = "auL"  # flags that exclude each other
MAXIMUM_COUNT: Final = 2**32 - 1  # `re` rejects counts from here on
DIGITS: Final = "0123456789"
OCTAL_DIGITS: Final = "01234567"
HEX_DIGITS: Final = "0123456789abcdefABCDEF"
CONTROLS: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
HEX_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}


def flags_of(names: str) -> int:
    """Return the flags named by letters such as "im"; raises OptionError for one that does not exist."""
    flags = 0
    for name in names:
        if name not in FLAGS or name in "Lt":
            raise OptionError(f"the python dialect has no flag {name!r}", hint="the flags are a, i, m, s, u and x")
        flags |= FLAGS[name]
    if "a" in names and "u" in names:
        raise OptionError("the flags a and u exclude each other")
    return flags


class PythonReader(Reader):
    """Reads a str pattern of `re`."""

    dialect = "python"

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, flags_of(flags))
        self.kinds_of_text = "".join(sorted(set(flags) & {"a", "u"})) if flags else ""
        self.closed: set[int] = set()
        self.behind_from: int | None = None  # the first group that lies in the outermost open look-behind
        self.has_behind = False
        self.number_conditions: list[tuple[int, int, int]] = []

    # tokens outside classes

    def read_text(self, terminal: int, start: int, end: int) -> Token:
        text = self.pattern[start:end]
        return terminal, Literal(start, end, text, text, self.flags), end

    def read_blank(self, terminal: int, start: int, end: int) -> Token:
        if not self.flags & VERBOSE:
            return self.read_text(terminal, start, end)
        found = re.compile(r"(?:[ \t\n\r\v\f]|#(?:\\.|[^\n\\])*)+", re.DOTALL).match(self.pattern, start)
        assert found is not None
        return self.read_comment(terminal, start, found.end())

    def read_comment(self, terminal: int, start: int, end: int) -> Token:
        self.remarks.append(Remark(start, end, self.pattern[start:end]))
        return None, None, end

    def read_brace(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Literal(start, end, "{", "{", self.flags), end

    def read_dot(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Dot(start, end, self.flags), end

    def read_anchor(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Anchor(start, end, self.pattern[start:end], self.flags), end

    def read_letter_class(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        name = spelling[1].lower()
        return terminal, LetterClass(start, end, name, name != spelling[1], spelling, self.flags), end

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
            raise self.error(message, start, end, code=ErrorCode.REGEX_QUANTIFIER)
        if high is not None and high < low:
            message = f"at least {low} but at most {high} rounds"
            raise self.error(message, start + 1, end, code=ErrorCode.REGEX_QUANTIFIER, hint=f"write {{{high},{low}}}")
        return terminal, Quantifier(low, high, mode, spelling), end

    def read_escape(self, terminal: int, start: int, end: int) -> Token:
        spelling = self.pattern[start:end]
        return terminal, Literal(start, end, self.escaped(spelling, start, end), spelling, self.flags), end

    def escaped(self, spelling: str, start: int, end: int) -> str:
        """Return the letter that the escape `spelling` stands for."""
        mark = spelling[1]
        if mark in HEX_LENGTHS:
            code = int(spelling[2:], 16)
            if code > 0x10FFFF:
                raise self.error(f"{spelling} is beyond the last code point", start, end, code=ErrorCode.REGEX_ESCAPE)
            return chr(code)
        if mark in OCTAL_DIGITS:
            code = int(spelling[1:], 8)
            if code > 0o377:
                message = f"the octal escape {spelling} is outside of 0 to 0o377"
                raise self.error(message, start, end, code=ErrorCode.REGEX_ESCAPE)
            return chr(code)
        if mark == "N":
            from unicodedata import lookup

            name = spelling[3:-1]
            try:
                letter = lookup(name)
            except KeyError:
                letter = ""
            if len(letter) != 1:
                raise self.error(f"there is no letter named {name!r}", start, end, code=ErrorCode.REGEX_ESCAPE)
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
        return self.error(message, start, end, code=ErrorCode.REGEX_REFERENCE)

    def open_group(self, start: int, end: int) -> RegexError:
        message = "a group cannot be referred to from within itself"
        return self.error(message, start, end, code=ErrorCode.REGEX_REFERENCE)

    def number_of(self, name: str, start: int) -> int:
        """Return the number of the group `name`, which is written at `start`."""
        self.check_name(name, start)
        if name not in self.numbers_by_name:
            raise self.unknown_group(name, start)
        return self.numbers_by_name[name][0]

    def unknown_group(self, name: str, start: int) -> RegexError:
        hint = did_you_mean(name, self.numbers_by_name)
        message = f"there is no group named {name!r} up to here"
        return self.error(message, start, start + len(name), code=ErrorCode.REGEX_REFERENCE, hint=hint)

    def check_name(self, name: str, start: int) -> None:
        if not name.isidentifier():
            message = f"{name!r} is no group name; names are Python identifiers"
            raise self.error(message, start, start + len(name), code=ErrorCode.REGEX_NAME)

    def check_behind(self, number: int, at: int) -> None:
        """Reject a reference that ends at `at`, to a group of the look-behind that it stands in."""
        if self.behind_from is None:
            return
        if number not in self.closed:
            raise self.open_group(at, at)
        if number >= self.behind_from:
            message = "a look-behind cannot refer to a group within itself"
            raise self.error(message, at, at, code=ErrorCode.REGEX_REFERENCE)

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
                    added, removed, _ = self.flags_at(start + 2)
                    inner = (inner | added) & ~removed
        frame = self.enter(start, end)
        if is_capturing:
            self.groups += 1
            frame.number = self.groups
            if name is not None:
                if name in self.numbers_by_name:
                    message = f"the name {name!r} is taken by group {self.numbers_by_name[name][0]}"
                    raise self.error(message, start + 4, end - 1, code=ErrorCode.REGEX_NAME)
                self.numbers_by_name[name] = (self.groups,)
                frame.name = name
        else:
            frame.kind = ATOMIC if self.pattern[start + 2] == ">" else PLAIN
            self.flags = inner
        return terminal, frame, end

    def read_look_open(self, terminal: int, start: int, end: int) -> Token:
        frame = self.enter(start, end)
        frame.is_behind = end - start == 4
        frame.is_negative = self.pattern[end - 1] == "!"
        if frame.is_behind:
            self.has_behind = True
            if self.behind_from is None:
                self.behind_from = self.groups + 1
                frame.number = 0  # the look-behind that ends what `behind_from` marks
        return terminal, frame, end

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
                raise self.error(message, at, end - 1, code=ErrorCode.REGEX_NAME)
            if number == 0:
                raise self.error("groups are numbered from 1", at, end - 1, code=ErrorCode.REGEX_REFERENCE)
            self.number_conditions.append((number, at, end - 1))
        self.check_behind(number, end)
        self.referred.add(number)
        frame = self.enter(start, end)
        frame.kind = PLAIN
        frame.number = number
        return terminal, frame, end

    def leave(self, frame: Frame) -> None:
        self.flags = frame.flags
        if frame.is_behind and frame.number == 0:
            self.behind_from = None
        elif frame.number is not None and frame.kind not in (PLAIN, ATOMIC):
            self.closed.add(frame.number)

    def conditional(self, frame: Frame, yes: list[Syntax], *rest: Any) -> Conditional:
        assert frame.number is not None
        self.at = rest[0] if len(rest) > 1 else rest[-1] - 1
        first = self.finished(yes)
        if len(rest) == 1:
            return Conditional(frame.start, rest[0], frame.opener, frame.number, first, None, None)
        bar, no, end = rest
        self.at = end - 1
        return Conditional(frame.start, end, frame.opener, frame.number, first, bar, self.finished(no))

    def read_settings(self, terminal: int, start: int, end: int) -> Token:
        added, _, _ = self.flags_at(start + 2)
        if sum(len(remark.spelling) for remark in self.remarks) < start:
            message = "flags for the whole pattern stand at its start"
            hint = f"write {self.pattern[start : end - 1]}:...) for a part"
            raise self.error(message, start, end, code=ErrorCode.REGEX_FLAGS, hint=hint)
        self.flags |= added
        return self.read_comment(terminal, start, end)

    def flags_at(self, start: int) -> tuple[int, int, bool]:
        """Return the flags that the letters from `start` on turn on and off, and whether a body follows them.

        Raises what `re` raises where it does.
        """
        pattern = self.pattern
        i = start
        added = removed = 0
        seen = ""
        if pattern[i] != "-":
            while True:
                flag = pattern[i]
                i += 1
                if flag == "L":
                    raise self.bad_flags("the flag L is for bytes patterns", i)
                seen += flag
                if flag in KINDS_OF_TEXT and any(other in seen for other in KINDS_OF_TEXT if other != flag):
                    raise self.bad_flags("the flags a and u exclude each other", i)
                added |= FLAGS[flag]
                if i == len(pattern):
                    raise self.bad_flags("after the flags -, : or ) is missing", i)
                if pattern[i] in ")-:":
                    break
                if pattern[i] not in FLAGS:
                    raise self.unknown_flag(i, "after the flags -, : or ) is missing")
        if "t" in seen:
            raise self.unsupported("the flag t", start, i)
        if pattern[i] == ")":
            self.kinds_of_text += "".join(kind for kind in "au" if kind in seen)
            return added, 0, False
        if pattern[i] == "-":
            i += 1
            if i == len(pattern):
                raise self.bad_flags("after the hyphen a flag is missing", i)
            if pattern[i] not in FLAGS:
                raise self.unknown_flag(i, "after the hyphen a flag is missing")
            while True:
                flag = pattern[i]
                i += 1
                if flag in KINDS_OF_TEXT:
                    raise self.bad_flags("the flags a, u and L cannot be turned off", i)
                if flag == "t":
                    raise self.unsupported("the flag t", i - 1, i)
                removed |= FLAGS[flag]
                if i == len(pattern):
                    raise self.bad_flags("after the flags : is missing", i)
                if pattern[i] == ":":
                    break
                if pattern[i] not in FLAGS:
                    raise self.unknown_flag(i, "after the flags : is missing")
        if added & removed:
            raise self.error("a flag is turned on and off at once", i, i + 1, code=ErrorCode.REGEX_FLAGS)
        if "u" in seen:
            removed |= ASCII
        return added, removed, True

    def bad_flags(self, message: str, at: int) -> RegexError:
        return self.error(message, at, at, code=ErrorCode.REGEX_FLAGS)

    def unknown_flag(self, at: int, otherwise: str) -> RegexError:
        letter = self.pattern[at]
        message = f"there is no flag {letter!r}" if letter.isalpha() else otherwise
        return self.error(message, at, at + 1, code=ErrorCode.REGEX_FLAGS)

    # classes

    def read_class_bracket(self, terminal: int, start: int, end: int) -> Token:
        return terminal, Literal(start, end, "]", "]", self.flags), end

    def read_class_text(self, terminal: int, start: int, end: int) -> Token:
        text = self.pattern[start:end]
        return terminal, Literal(start, end, text, text, self.flags), end

    read_class_escape = read_escape
    read_class_letters = read_letter_class

    def one_member(self, head: ClassHead, bracket: Syntax) -> ClassHead:
        head.members.append(bracket)
        return head

    def one_range(self, head: ClassHead, bracket: Syntax, hyphen: int, high: Syntax | int) -> ClassHead:
        return self.range(head, bracket, hyphen, high)

    def range_of_classes(self, head: ClassHead, low: Syntax, hyphen: int, high: Syntax) -> NoReturn:
        message = "a range goes from a letter to a letter, not to or from a class"
        raise self.error(message, low.start, high.end, code=ErrorCode.REGEX_CLASS, hint="write \\- for a hyphen")

    # errors

    def unreadable(self, at: int) -> RegexError:
        if self.pattern[at] == "\\":
            return self.bad_escape(at)
        return self.bad_parenthesis(at)

    def bad_escape(self, at: int) -> RegexError:
        pattern = self.pattern
        if at + 1 == len(pattern):
            message = "the pattern ends in a backslash"
            return self.error(message, at, at + 1, code=ErrorCode.REGEX_ESCAPE, hint=r"write \\ for the letter")
        mark = pattern[at + 1]
        if mark in HEX_LENGTHS:
            end = at + 2
            while end < len(pattern) and end < at + 2 + HEX_LENGTHS[mark] and pattern[end] in HEX_DIGITS:
                end += 1
            message = f"\\{mark} takes {HEX_LENGTHS[mark]} hexadecimal digits"
            return self.error(message, at, end, code=ErrorCode.REGEX_ESCAPE)
        if mark == "N":
            start = at + 3
            if pattern[at + 2 : start] != "{":
                return self.error(r"\N takes a name in braces", at + 2, at + 2, code=ErrorCode.REGEX_ESCAPE)
            if pattern[start : start + 1] == "}" or start == len(pattern):
                return self.error(r"\N{} takes the name of a letter", start, start + 1, code=ErrorCode.REGEX_ESCAPE)
            return self.error("the name is never closed by }", start, len(pattern), code=ErrorCode.REGEX_ESCAPE)
        hint = None
        if mark in "zG":
            hint = r"write \Z for the end" if mark == "z" else None
        elif mark == "k":
            hint = "write (?P=name)"
        elif mark in "pP":
            hint = "list the letters in a class; or the javascript dialect with the flag u has \\p{...}"
        return self.error(f"\\{mark} means nothing in Python", at, at + 2, code=ErrorCode.REGEX_ESCAPE, hint=hint)

    def bad_parenthesis(self, at: int) -> RegexError:
        """Return the error of a parenthesis with a question mark that opens nothing known."""
        pattern = self.pattern
        end = len(pattern)
        rest = pattern[at + 2 :]
        if not rest:
            return self.error("the pattern ends within this", end, end, code=ErrorCode.REGEX_PARENTHESIS)
        mark = rest[0]
        if mark == "#":
            return self.error("this comment is never closed", at, end, code=ErrorCode.REGEX_PARENTHESIS)
        if mark == "(":
            return self.bad_name(at + 3, ")")
        if mark == "P":
            if len(rest) == 1:
                return self.error("the pattern ends within this", end, end, code=ErrorCode.REGEX_PARENTHESIS)
            if rest[1] in "<=":
                return self.bad_name(at + 4, ">" if rest[1] == "<" else ")")
            return self.error(f"(?P{rest[1]} opens nothing", at + 1, at + 4, code=ErrorCode.REGEX_PARENTHESIS)
        if mark == "<":
            if len(rest) == 1:
                return self.error("the pattern ends within this", end, end, code=ErrorCode.REGEX_PARENTHESIS)
            name = rest[1:].partition(">")[0]
            hint = f"write (?P<{name}>" if name.isidentifier() else "write (?<= or (?<!"
            return self.error(
                f"(?<{rest[1]} opens nothing", at + 1, at + 4, code=ErrorCode.REGEX_PARENTHESIS, hint=hint
            )
        if mark in FLAGS or mark == "-":
            self.flags_at(at + 2)
        return self.error(f"(?{mark} opens nothing", at + 1, at + 3, code=ErrorCode.REGEX_PARENTHESIS)

    def bad_name(self, start: int, terminator: str) -> RegexError:
        """Return the error of a name that starts at `start` and is empty or never ends."""
        if start >= len(self.pattern) or self.pattern[start] == terminator:
            return self.error("here a group name is missing", start, start, code=ErrorCode.REGEX_NAME)
        message = f"the group name is never closed by {terminator}"
        return self.error(message, start, len(self.pattern), code=ErrorCode.REGEX_NAME)

    def unexpected(self, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
        if terminal == "END" or terminal.startswith("CLASS"):
            return self.unclosed()
        if terminal == "CLOSE":
            message = "this parenthesis closes nothing"
            return self.error(message, start, end, code=ErrorCode.REGEX_PARENTHESIS, hint=r"write \) for the letter")
        if terminal == "BAR":
            message = "a conditional has at most two branches"
            return self.error(
                message, start, end, code=ErrorCode.REGEX_CONDITIONAL, hint="put the alternatives into (?:...)"
            )
        if self.is_after_quantifier(values):
            hint = "put the repeated part into (?:...)"
            return self.error(
                "a quantifier cannot follow another", start, end, code=ErrorCode.REGEX_QUANTIFIER, hint=hint
            )
        hint = f"write \\{self.pattern[start]} for the letter"
        return self.error("there is nothing to repeat", start, end, code=ErrorCode.REGEX_QUANTIFIER, hint=hint)

    def tree(self, root: Syntax) -> Tree:
        if "a" in self.kinds_of_text and "u" in self.kinds_of_text:
            raise self.error("the flags a and u exclude each other", 0, len(self.pattern), code=ErrorCode.REGEX_FLAGS)
        for number, start, end in self.number_conditions:
            if number > self.groups:
                raise self.no_group(number, start, end)
        if self.has_behind:
            from satcross.regex.syntax.width import look_behind_widths

            self.widths = look_behind_widths(root, self.pattern)
        return super().tree(root)
