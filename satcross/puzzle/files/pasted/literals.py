"""The tree of lists, objects and calls that source text and JSON write down.

In: a text.  Out: `Pieces` whose root has everything that is written as a literal, each with the name before it.
Nothing is evaluated.  A value that the language would have to compute, such as `'A' + x`, becomes an unreadable piece,
or a node called `EXPRESSION` if there are brackets in it; only strings that the language joins, the usual constructors
of lists and regexes, and `"A B".split()` are understood.

    rows = ["A", 'B']       const rows = [/A/, /B/i];       {rows: ["A", "B",],}       ("A", r"B")       (`A`, `B`)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces, Value, listed, piece_of
from satcross.puzzle.files.pasted.scanner import JAVASCRIPT, LISP, SHELL, STRICT, TOML, Scanner, Strings, Token, doubles
from satcross.puzzle.files.pasted.words import is_side, word_set, words_of

DEEPEST: Final = 40  # groups within each other; brackets of deeper ones are skipped
COMMA: Final = "a comma is missing before it"
NEVER_CLOSED: Final = "it is never closed"
CLOSES_NOTHING: Final = "it closes nothing"
EXPRESSION: Final = "an expression"
A_NAME: Final = "it is a name"

_CLOSING: Final = {"[": "]", "(": ")", "{": "}", "<|": "|>"}
_JOINS: Final = ("+", "++", "..", ".", "<>", "~", "&")
_ASSIGNS: Final = ("=", ":=", "<-", "=>", "<<", "+=")
_GOES_ON: Final = ("=", ":=", "<-", "=>", "+=", "<<", ":", "+", "++", "->", "|", "&", "..", "<>", "?", "::")
_NOISE: Final = word_set(
    "new const return await yield as static var let val my our mut ref private public final export"
)
_NULLS: Final = word_set("null None nil undef undefined NULL nullptr Nothing nothing NA $null")
_MAKES_LIST: Final = re.compile(
    r"c|tuple|asarray|(?:mutable|immutable|as)?(?:list|array|vec|vector|seq|set)(?:of)?|of|frozenset|from|\w+!", re.I
)
_MAKES_MAP: Final = re.compile(r"(?:mutable|linked|hash|sorted)?Map(?:Of)?", re.I)
_MAKES_REGEX: Final = re.compile(r"reg|compile$|^(?:pattern|raw|re|r|rx)$", re.I)
_PUSH: Final = re.compile(r"^([ \t]*push) @\$?(\w+) *,(.*);$", re.M)
"""Adds a clue to a list in Perl, whose calls need no brackets."""
_KEEPS: Final = word_set("r re freeze to_string to_owned into as_str iter to_vec collect toList trim strip dedent")
_SPLITS: Final = word_set("split splitlines lines split_whitespace fields")
CHANGES_LIST: Final = "it changes the list"
_CHANGES: Final = word_set("reverse reverse! sort sort! pop remove insert clear shuffle shift unshift splice swap")
_ADDS: Final = word_set("append push push_back add emplace_back")
_FLAG_NAMES: Final = {"I": "i", "IGNORECASE": "i", "CASE_INSENSITIVE": "i", "X": "x", "VERBOSE": "x", "S": "s",
                      "DOTALL": "s", "M": "m", "MULTILINE": "m"}  # fmt: skip


class _Group:
    """A pair of brackets: what is in it so far, and the parts since the last comma."""

    __slots__ = ("bracket", "has_comma", "items", "line", "name", "pending", "start")

    def __init__(self, bracket: str, line: int, start: int = 0) -> None:
        self.bracket: Final = bracket
        self.line: Final = line
        self.start: Final = start
        self.has_comma = False
        self.name = ""  # the first word in the brackets of Lisp
        self.items: Final[list[tuple[str, Value]]] = []
        self.pending: list[_Part] = []

    def node(self, name: str = "") -> Node:
        return Node(tuple(self.items), self.line, name)


_Part: TypeAlias = Token | _Group


def from_source(text: str, strings: Strings = "usual") -> Pieces:
    """Return what source text or JSON has.

    >>> from_source("const rows = [/A/i, 'B'];").root.items[0]
    ('rows', Node(items=(('', Piece(text='A', line=1, kind='clue', flags='i', why='')), ('', Piece(text='B', line=1, kind='clue', flags='', why=''))), line=1, name=''))
    """  # noqa: E501
    return _Parser(text, strings).run()


class _Parser:
    """Puts the tokens of a text together."""

    def __init__(self, text: str, strings: Strings) -> None:
        self._text: Final = _PUSH.sub(r"\1(\2,\3);", text)
        self._strings: Final = strings
        self._is_lisp: Final = LISP.search(text) is not None
        is_shell = SHELL.search(text) is not None and re.search(r"['\"],\s", text) is None
        self._needs_no_commas: Final = self._is_lisp or is_shell
        self._is_json: Final = re.match(r"\s*[\[{]", text) is not None and not TOML(text)
        self._is_javascript: Final = not self._is_lisp and JAVASCRIPT.search(text) is not None
        self._is_strict: Final = self._is_json or self._is_javascript or STRICT.search(text) is not None
        self._doubles: Final = doubles(text)
        self._open: Final = [_Group("", 1)]
        self._rest: Final[list[Piece]] = []
        self._goes_on = False  # whether a comma was the end of the last item of the program
        self._targets: list[tuple[str, int]] = []  # the names that still wait for their values, with their line
        self._traits: Final = {"source"} | ({"javascript"} if self._is_javascript else set())

    def run(self) -> Pieces:
        names: list[Token] = []
        for token in Scanner(self._text, self._strings).tokens():
            self._take(token)
            names += [token] if token.kind in ("name", "number", "text", "words") else []
        while len(self._open) > 1:
            self._close(NEVER_CLOSED)
        self._finish_item()
        layout = "JSON" if self._is_json and not re.search(r"//|/\*|\bfunction\b", self._text) else "source code"
        if re.search(r"#crossregex\b", self._text):
            self._traits.add("right")
            layout = "a call of crossregex"
        found = Pieces(layout, self._open[0].node(), tuple(self._rest), frozenset(self._traits))
        kept = Counter(found.words())
        for name in names:
            words = re.findall(r"\w+", name.text)
            if any(kept[word] <= 0 for word in words):
                self._rest.append(Piece(name.text, name.line, "empty", why="beside the values"))
            kept.subtract(words)
        return found._replace(rest=tuple(self._rest))

    def _take(self, token: Token) -> None:
        group, sign = self._open[-1], token.text if token.kind in ("sign", "other") else ""
        if token.kind == "comment":
            self._rest.append(Piece(token.text, token.line, "empty", why="a comment"))
        elif sign in _CLOSING and len(self._open) <= DEEPEST:
            self._open.append(_Group(sign, token.line, token.start))
        elif sign in (")", "]", "}") or (sign == "|>" and "<|" in [each.bracket for each in self._open[-3:]]):
            self._take_closing(token)
        elif sign in (",", ";"):
            if not group.pending and group.bracket and sign == "," and not (group.items and not group.has_comma):
                group.items.append(("", Piece(",", token.line, "unreadable", why="nothing is before it")))
            group.has_comma = True
            self._finish_item()
            self._goes_on = sign == "," and not group.bracket
        elif sign == "\n":
            self._take_line_end(group)
        elif sign == '"' and not group.pending:
            self._rest.append(Piece(sign, token.line, "unreadable", why=NEVER_CLOSED))
        else:
            self._append(token)

    def _take_closing(self, token: Token) -> None:
        wanted = [_CLOSING.get(each.bracket, "") for each in self._open[-3:]]
        if token.text not in wanted:
            is_list = token.text == "]" and not self._needs_no_commas
            why = CLOSES_NOTHING if is_list else "beside the values"  # the end of a program's block, or :)
            self._rest.append(Piece(token.text, token.line, "unreadable", why=why))
            return
        while _CLOSING[self._open[-1].bracket] != token.text:
            self._close(NEVER_CLOSED)
        self._close()

    def _take_line_end(self, group: _Group) -> None:
        """End an item of a program; but a string may go on in the next line, and what ends in an operator does."""
        if group.bracket not in ("", "{") or not group.pending:
            return
        last = group.pending[-1]
        goes_on = isinstance(last, Token) and last.kind == "sign" and last.text in _GOES_ON
        is_string = all(isinstance(each, Token) and each.kind == "text" for each in group.pending)
        if not goes_on and not (is_string and group.bracket == "{"):
            self._finish_item()
            self._goes_on = False

    def _append(self, part: _Part) -> None:
        """Add a part to the pending ones, which end where the next assignment begins without a comma before it."""
        pending = self._open[-1].pending
        if (
            _sign(part) == "="
            and len(pending) > 3
            and _kind(pending[-1]) == "name"
            and _kind(pending[-2]) in ("group", "text")
            and "=" in map(_sign, pending)
        ):
            name = pending.pop()
            self._finish_item()
            pending = self._open[-1].pending
            pending.append(name)
        is_maker = self._is_lisp and _name(part) in ("list", "vector", "array", "quote")
        if self._is_lisp and self._open[-1].bracket == "(" and not pending and not self._open[-1].items:
            if is_side(words_of(_name(part).lstrip(":"))) and not self._open[-1].name:
                self._open[-1].name = _name(part)
            if is_maker or self._open[-1].name == _name(part) != "" or _sign(part) == ".":
                return
        pending.append(part)
        if isinstance(part, Token) and part.note == "regex":
            self._traits.add(
                "javascript" if part.end - part.start - len(part.text) - len(part.flags) < 4 else "regexes"
            )
        if self._needs_no_commas and (
            _kind(part) in ("group", "text") or (len(pending) == 1 and _name(part) in _NULLS)
        ):
            self._finish_item()

    def _close(self, why: str = "") -> None:
        group = self._open[-1]
        if group.bracket == "{" and [each for each in group.pending if _name(each) in ("NULL", "nullptr")]:
            group.pending = []  # the end of a list in C
        self._finish_item()
        if why:
            if group.bracket == "[" or (group.bracket == "(" and group.has_comma):
                self._rest.append(Piece(group.bracket, group.line, "unreadable", why=why))
            group.items.append(("", Piece(group.bracket, group.line, "unreadable", why=why)))
        self._open.pop()
        parent = self._open[-1]
        if group.name:
            only = group.items[0][1] if len(group.items) == 1 else None
            parent.items.append((group.name, only if isinstance(only, Node) else group.node()))
        elif self._is_lisp and group.bracket == "(" and len(group.items) == 1 and group.items[0][0]:
            parent.items.append(group.items[0])
        else:
            self._append(group)

    def _finish_item(self) -> None:
        """Add what the pending parts stand for to the items of the innermost group."""
        group = self._open[-1]
        parts, group.pending = group.pending, []
        if not parts:
            return
        if changed := _changed(parts):
            group.items.append(changed)
            return
        signs = list(map(_sign, parts))
        assigns = [n for n, sign in enumerate(signs) if sign in _ASSIGNS and n]
        colons = [n for n, sign in enumerate(signs) if sign == ":" and n]
        colons += [1] if len(parts) > 2 and _kind(parts[0]) in ("text", "number") and _is_arrow(parts[1]) else []
        place = [-1, *colons[:1], *assigns][-1]
        left, right = parts[: max(place, 0)], parts[place + 1 :]
        if assigns and colons and colons[0] < place:
            left = left[: colons[0]]
        if not assigns and "?" in map(_sign, left[:-1]):  # x ? "A" : "B"
            left, right = [], parts
        key = _key(left) + " []" * (place >= 0 and signs[place] in ("<<", "+="))
        if self._is_lisp and place <= 0 and len(parts) > 1 and _kind(parts[-1]) == "group":
            key, right = _key(parts[:-1]), parts[-1:]
        elif place < 0 and len(parts) > 1 and _kind(parts[-2]) == "name" and _bracket(parts[-1]) == "{":
            key, right = _key(parts[-2:-1]), parts[-1:]  # std::vector<std::string> rows{"A"}
        late = [n for n in colons[1:] if not assigns and n > 2 and _kind(parts[n - 1]) == "text"]
        if late and _kind(parts[late[0] - 2]) in ("text", "group", "number"):
            second = parts[late[0] - 1]
            assert isinstance(second, Token)
            value: Value = Piece(second.text, second.line, "unreadable", why=COMMA)
        else:
            value = self._expression(parts) if right is parts else self._value(right)
        if not group.bracket and (lists := self._lists_behind_names(parts)):
            group.items.extend(lists)
            return
        if not group.bracket:
            key = self._target(key, parts[0].line, bool(assigns))
            if not key and self._goes_on and self._add_to_last(group, value):
                return
        group.items.append((key or (value.name if isinstance(value, Node) and value.name != EXPRESSION else ""), value))

    def _add_to_last(self, group: _Group, value: Value) -> bool:
        """Add a value behind a comma to the list before it, as in `rows = "A", "B"`; return whether there is one."""
        name, before = group.items[-1] if group.items else ("", value)
        is_computed = isinstance(value, Node) and value.name != EXPRESSION
        if is_computed or not is_side(words_of(name)) or (isinstance(before, Node) and before.name):
            return False
        items = before.items if isinstance(before, Node) else (("", before),)
        group.items[-1] = (name, Node((*items, ("", value)), before.line))
        return True

    def _target(self, key: str, line: int, is_assigned: bool) -> str:
        """Return the name of a value of a program: in `rows, columns = ["A"], ["B"]` the name at its place."""
        items = self._open[0].items
        if is_assigned:
            names: list[str] = [key]
            while items and isinstance(value := items[-1][1], Piece) and value.line == line and value.why == A_NAME:
                names.insert(0, items.pop()[1].text)  # type: ignore[union-attr]
            self._targets, key = [(name, line) for name in names[1:]], names[0]
        elif not key and self._targets and self._targets[0][1] == line:
            return self._targets.pop(0)[0]
        return key

    def _lists_behind_names(self, parts: Sequence[_Part]) -> list[tuple[str, Value]]:
        """Return the lists that are in a sentence, each with the words before it: `the rows are ["A"], and ...`."""
        lists: list[tuple[str, Value]] = []
        names: list[str] = []
        for before, part in zip([None, *parts], parts, strict=False):
            if _sign(part) in ("=", ":") and names:
                continue
            if isinstance(part, _Group):
                is_apart = isinstance(before, Token) and (before.end < part.start or before.kind == "sign")
                if part.bracket != "[" or not is_apart or not any(is_side(words_of(name)) for name in names):
                    return []
                lists.append((" ".join(names), part.node()))
                names = []
            elif part.kind != "name":
                return []
            else:
                names.append(part.text)
        is_sentence = len(lists) > 1 or {"are", "is"} & {_name(part) for part in parts}
        return lists if is_sentence and not names else []

    def _value(self, parts: Sequence[_Part]) -> Value:
        """Return what `parts` stand for."""
        values = [n for n, part in enumerate(parts[:-1]) if _name(part).upper() == "VALUES"]
        parts = parts[values[0] + 1 :] if values else parts
        while len(parts) > 1 and (_name(parts[0]) in _NOISE or _sign(parts[0]) in ("&", "*", ":", "@", "|", "'")):
            parts = parts[1:]
        while len(parts) > 1 and _sign(parts[-1]) in ("|", "."):
            parts = parts[:-1]
        if not parts:
            return Piece("", 0, "unreadable", why="nothing is behind the name")
        place = next((n for n, part in enumerate(parts) if _kind(part) in ("text", "words", "number", "group")), None)
        first = parts[0]
        if place is None:
            is_null = len(parts) == 1 and _name(first) in _NULLS
            return Piece("", first.line, "empty") if is_null else self._expression(parts)
        if place == 0 and isinstance(first, Token):
            if first.kind == "number":
                return Piece(first.text, first.line, "number") if len(parts) == 1 else self._expression(parts)
            value: Value = listed([piece_of(each, first.line) for each in first.text.split()])
            return value if first.kind == "words" and len(parts) == 1 else self._string(first, parts)
        group = parts[place]
        if not isinstance(group, _Group):
            return self._expression(parts)
        later = [n for n, part in enumerate(parts) if _bracket(part) == "{"]
        is_size = group.bracket == "[" and all(_is_number(value) for _, value in group.items[:2])
        if is_size and len(group.items) < 2 and later and later[-1] == len(parts) - 1:
            return parts[-1].node()  # type: ignore[union-attr] # []string{"A"}, new String[] {"A"}
        return self._of_group(group, parts, place)

    def _of_group(self, group: _Group, parts: Sequence[_Part], place: int) -> Value:
        before = parts[place - 1] if place else None
        is_plain = all(_sign(part) in ("", "::", "<", ">", "&", "*", ":", "?", ".") for part in parts[:place])
        value: Value = group.node()
        if group.bracket == "{" and len(group.items) == 1 and not group.items[0][0]:
            value = group.items[0][1] if isinstance(group.items[0][1], Node) else value
        if group.bracket == "(" and _kind(before) == "name":
            value = self._called(_name(before), group)
        elif group.bracket == "(":
            only = group.items[0][1] if len(group.items) == 1 and not group.items[0][0] else None
            value = only if isinstance(only, Node) and not group.has_comma else value
        elif group.bracket == "[" and _kind(before) == "name" and not _name(before).endswith("!"):
            return self._expression(parts)
        if not is_plain or (
            place > 1 and group.bracket != "{" and _sign(before) != ">" and _kind(parts[place - 2]) == "name"
        ):
            return self._expression(parts)
        tail = list(parts[place + 1 :])
        while tail:
            if _sign(tail[0]) == "." and _name(tail[1] if len(tail) > 1 else None) in _KEEPS:
                tail = tail[3 if len(tail) > 2 and _bracket(tail[2]) == "(" else 2 :]
            elif _name(tail[0]) in ("as", "satisfies") or all(_sign(each) in ("!", ">", "/") for each in tail):
                tail = []
            elif _bracket(tail[0]) == "[" and group.bracket == "[":
                return Piece("[", tail[0].line, "unreadable", why=COMMA)
            else:
                return self._expression(parts)
        return value

    def _called(self, name: str, group: _Group) -> Value:
        """Return what a call of the function `name` stands for: a regex, a list, or its arguments."""
        names = name.split(".")
        values = [value for _, value in group.items]
        first = values[0] if values else None
        if isinstance(first, Piece) and first.kind == "clue" and len(values) <= 2 and _MAKES_REGEX.search(names[-1]):
            if "Exp" in names[-1]:
                self._traits.add("javascript")
            return first._replace(flags="".join(map(flags_of, values[1:])))
        if _MAKES_MAP.fullmatch(names[-1]):
            return group.node()
        if _MAKES_LIST.fullmatch(names[-1]) and all(
            not key or (isinstance(value, Node) and value.name == key) for key, value in group.items
        ):
            group.items[:] = [("", value) for value in values]
            if len(values) == 1 and isinstance(first, Node) and not first.name:
                return first
            if len(values) == 1 and isinstance(first, Piece) and names[-1] in ("list", "set", "tuple"):
                return listed([piece_of(letter, first.line) for letter in first.text])
            return group.node()
        if len(names) > 1 and names[-1] in _CHANGES and is_side(words_of(names[-2])):
            return listed([Piece(name, group.line, "unreadable", why=CHANGES_LIST)])._replace(name=names[-2])
        return group.node(names[-2] if len(names) > 1 and names[-1].lower() in _ADDS else names[-1])

    def _string(self, first: Token, parts: Sequence[_Part]) -> Value:
        """Return the string that begins with `first`, with the strings that are joined to it."""
        text, why = first.text, ""
        texts = [first]
        tail = list(parts[1:])
        while tail:
            following = tail[1] if len(tail) > 1 else None
            if isinstance(tail[0], Token) and tail[0].kind == "text":
                is_doubled = tail[0].start == texts[-1].end
                if self._is_strict or first.quote == "`" or (is_doubled and not self._doubles):
                    return Piece(tail[0].text, tail[0].line, "unreadable", why=COMMA)
                text, why = text + tail[0].quote * is_doubled + tail[0].text, why if is_doubled else "joined"
                texts.append(tail[0])
                tail = tail[1:]
            elif _sign(tail[0]) in _JOINS and isinstance(following, Token) and following.kind == "text":
                text += following.text
                texts.append(following)
                tail = tail[2:]
            elif _sign(tail[0]) == "." and _name(following) in _KEEPS:
                text = text.strip() if _name(following) in ("strip", "trim") else text
                tail = tail[3 if len(tail) > 2 and _bracket(tail[2]) == "(" else 2 :]
            elif _sign(tail[0]) == "." and _name(following) in _SPLITS and len(tail) == 3:
                return _split(text, first.line, tail[2], _name(following).endswith("lines"))
            else:
                return self._expression(parts)
        if any(each.note == "template" for each in texts):
            return Piece(text, first.line, "unreadable", why="values are put into this string")
        return Piece(text, first.line, "clue" if text else "empty", first.flags, why)

    def _expression(self, parts: Sequence[_Part]) -> Value:
        """Return what has no value here, with the groups in it."""
        written = [self._text[part.start : part.end] if isinstance(part, Token) else part.bracket for part in parts]
        text = " ".join(written)
        why = A_NAME if len(parts) == 1 and _name(parts[0]) else "it would have to be computed"
        piece = Piece(text, parts[0].line, "unreadable", why=why)
        nodes: list[tuple[str, Value]] = []
        for before, part in zip([None, *parts], parts, strict=False):
            if isinstance(part, _Group):
                is_call = part.bracket == "(" and _kind(before) == "name"
                nodes.append(("", self._called(_name(before), part) if is_call else part.node()))
        return Node((("", piece), *nodes), piece.line, EXPRESSION) if nodes else piece


def _changed(parts: Sequence[_Part]) -> tuple[str, Piece] | None:
    """Return the list that a statement such as `del rows[0]` or `rows.reverse!` changes."""
    name, _, change = _name(parts[0]).partition(".")
    if name == "del" and len(parts) > 1:
        name, change = _name(parts[1]), "remove"
    if change not in _CHANGES or not is_side(words_of(name)) or _bracket(parts[-1]) == "(":
        return None
    return name, Piece(f"{change} {name}", parts[0].line, "unreadable", why=CHANGES_LIST)


def _is_number(value: Value) -> bool:
    return isinstance(value, Piece) and (value.kind == "number" or value.text in ("...", "_"))


def _kind(part: _Part | None) -> str:
    return "" if part is None else "group" if isinstance(part, _Group) else part.kind


def _sign(part: _Part | None) -> str:
    return part.text if isinstance(part, Token) and part.kind in ("sign", "other") else ""


def _name(part: _Part | None) -> str:
    return part.text if isinstance(part, Token) and part.kind == "name" else ""


def _is_arrow(part: _Part) -> bool:
    """Return whether a part is between a key and its value in Kotlin, Scala or Mathematica."""
    return _name(part) == "to" or _sign(part) == "->"


def _bracket(part: _Part | None) -> str:
    return part.bracket if isinstance(part, _Group) else ""


def _key(parts: Sequence[_Part]) -> str:
    """Return the last name or string of the parts before a separator, with the number in brackets behind it."""
    number = ""
    typed = next((n for n, part in enumerate(parts) if n and _name(part).lower() == "as"), len(parts))
    for part in reversed(parts[:typed]):
        if isinstance(part, _Group):
            only = part.items[0][1] if len(part.items) == 1 else None
            if part.bracket == "[" and isinstance(only, Piece) and only.kind == "clue":
                return only.text
            number = (
                only.text if isinstance(only, Piece) and only.kind == "number" else "[]" if not part.items else number
            )
        elif part.kind in ("text", "name"):
            name = part.text if part.kind == "text" else part.text.rpartition(".")[2]
            return f"{name} {number}".rstrip()
        elif part.kind == "number":
            number = part.text
    return number


def flags_of(value: Value) -> str:
    """Return the flags that an argument or a name beside regexes gives; "?" if they are not known."""
    if not isinstance(value, Piece):
        return "?"
    if value.kind != "unreadable":
        return value.text
    names = [name.rpartition(".")[2] for name in map(str.strip, value.text.split("|"))]
    return "".join(_FLAG_NAMES.get(name, "?") for name in names)


def _split(text: str, line: int, group: _Part, is_at_lines: bool) -> Value:
    """Return the list that `"A B".split(" ")` or `splitlines()` gives."""
    by = group.items[0][1] if isinstance(group, _Group) and group.items else None
    separator = by.text.replace("\\n", "\n") if isinstance(by, Piece) and by.text else "\n" if is_at_lines else None
    text = text.replace("\\n", "\n") if separator == "\n" else text
    return listed([piece_of(part.strip(), line) for part in text.split(separator)])
