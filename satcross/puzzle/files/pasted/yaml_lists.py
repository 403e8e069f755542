"""The mappings and lists of YAML.

In: a text.  Out: `Pieces` with its tree if each line of it is YAML, nothing otherwise.  A scalar needs no quotation
marks: `rows: [HE|LL|O+, "[PLEASE]+"]` are two clues.  Where people write brackets that YAML would have them quote, as
in `[C[AO]T, (O|W)+L]`, a comma with a blank behind it separates.
"""

from __future__ import annotations

import re
from typing import Final

from satcross.errors import PuzzleError
from satcross.puzzle.files.pasted.pieces import Kind, Node, Piece, Pieces, Value, listed, number_of
from satcross.puzzle.files.pasted.scanner import unescaped
from satcross.puzzle.files.pasted.words import NUMBERS, words_of

DEEPEST: Final = 12  # blocks within each other
_KEY: Final = re.compile(r"""("[^"]*+"|'[^']*+'|\w[\w ./()-]{0,60}):(?:[ \t]+(.*)|$)""", re.S)
_QUOTED: Final = re.compile(r"""(?:"((?:[^"\\]|\\.)*+)"|'((?:[^']|'')*+)')(?:\s+#.*)?""", re.S)
_ITEM: Final = re.compile(
    r"""\s*(?:"((?:[^"\\]|\\.)*+)"|'((?:[^']|'')*+)'|([^\[\]{},"'\s#&*!|>%@`](?:[^\[\]{},:#\n]|[:#](?![\s]))*+)?)\s*"""
)
_COMMENT: Final = re.compile(r"(?:^|\s)#\s.*|(?:^|\s)#$")
_NULLS: Final = ("", "~", "null", "Null", "NULL")


def from_yaml(text: str) -> list[Pieces]:
    """Return what `text` has if all of it is YAML."""
    if text.lstrip()[:1] in ("{", "["):
        flow = _flow(text.strip(), 1) if "\n\n" not in text.strip() else None
        return (
            [Pieces("YAML", Node((("", flow),), 1), (), frozenset({"source", "numbers"}))]
            if isinstance(flow, Node)
            else []
        )
    if re.search(r"^\.\.\.[ \t]*\n\s*\S", text, re.M):
        return []  # something is left out there
    documents = re.split(r"^(---[ \t]*)$", text, flags=re.M)
    if sum(map(bool, map(str.strip, documents[::2]))) > 1:
        return _documents(documents)
    if anchors := set(_ANCHOR.findall(text)) & set(_ALIAS.findall(text)):
        raise PuzzleError(
            f"the anchor &{min(anchors)} of YAML is not read here",
            hint=f"write its value in place of *{min(anchors)}",
            code="format",
        )
    block = _Block(text)
    try:
        root = block.value(0)
    except _NoYamlError:
        return []
    is_mapping = isinstance(root, Node) and any(
        key or (isinstance(value, Node) and any(name for name, _ in value.items)) for key, value in root.items
    )
    if not is_mapping or block.lines:
        return []
    assert isinstance(root, Node)
    traits = {"source", "numbers"} | ({"loose"} if "plain" in _whys(root) else set())
    return [Pieces("YAML", root, tuple(block.rest), frozenset(traits))]


_ANCHOR: Final = re.compile(r"[:-][ \t]+&(\w+)[ \t]")
_ALIAS: Final = re.compile(r"[:-][ \t]+\*(\w+)[ \t]*$", re.M)


def _documents(parts: list[str]) -> list[Pieces]:
    """Return the documents of YAML between three hyphens as one list."""
    found = [
        from_yaml("\n" * "".join(parts[:n]).count("\n") + part)
        for n, part in enumerate(parts)
        if n % 2 == 0 and part.strip()
    ]
    if not all(found):
        return []
    (first, *_), rest = found[0], [piece for each in found for piece in each[0].rest]
    root = Node(tuple(("", each[0].root) for each in found), 1)
    return [first._replace(root=root, rest=tuple(rest), traits=frozenset().union(*[each[0].traits for each in found]))]


def _whys(value: Value) -> set[str]:
    return {value.why} if isinstance(value, Piece) else set().union(*[_whys(each) for _, each in value.items])


class _NoYamlError(Exception):
    """A line is not as YAML has it."""


def _is_remark(indent: int, content: str) -> bool:
    """Return whether a line is a comment, or a mark at the beginning or the end of a document."""
    return re.match(r"#(?:\s|$)", content) is not None or (indent == 0 and content in ("---", "..."))


class _Block:
    """The lines that are not read yet, the next one last: the indentation, the content and the number of each."""

    def __init__(self, text: str) -> None:
        numbered = [(len(line) - len(line.lstrip(" ")), line.strip(), n) for n, line in enumerate(text.split("\n"), 1)]
        self.rest: Final[list[Piece]] = []
        self.lines: Final = numbered[::-1]

    def _next(self) -> tuple[int, str, int]:
        """Return the next line with content; comments before it, and marks between documents, remain."""
        while self.lines and (not self.lines[-1][1] or _is_remark(*self.lines[-1][:2])):
            _, content, number = self.lines.pop()
            if content:
                self.rest.append(Piece(content, number, "empty"))
        return self.lines[-1] if self.lines else (-1, "", 0)

    def _literal(self, indent: int) -> list[tuple[str, int]]:
        """Return the lines of a block of text and their numbers: all that are indented further, even comments."""
        texts: list[tuple[str, int]] = []
        while self.lines and (self.lines[-1][0] > indent or not self.lines[-1][1]):
            _, content, number = self.lines.pop()
            texts += [(content, number)] if content else []
        return texts

    def value(self, depth: int) -> Value:
        """Return the block that begins in the next line.  Raises _NoYamlError."""
        indent, _, number = self._next()
        if indent < 0:
            raise _NoYamlError
        items: list[tuple[str, Value]] = []
        is_list: bool | None = None
        keys: set[str] = set()
        while (each := self._next())[0] == indent and depth < DEEPEST:
            content = each[1]
            match = re.match(r"-(?:[ \t]+|$)", content)
            if is_list is not None and is_list != (match is not None):
                break  # the next key of a mapping in which this list stands
            is_list = match is not None
            self.lines.pop()
            if match:
                items.append(("", self._item(content[match.end() :], indent, each[2], match.end(), depth)))
            elif (key := _KEY.fullmatch(content)) and key[1] not in keys:
                keys.add(key[1])
                items.append(
                    (
                        key[1].strip("\"'"),
                        self._behind_key(key[2] or "", indent, each[2], depth, is_numbered=_is_numbered(key[1])),
                    )
                )
            else:
                raise _NoYamlError
        if not items or each[0] > indent:
            raise _NoYamlError
        if is_list and all(isinstance(each, Node) and len(each.items) == 1 and each.items[0][0] for _, each in items):
            items = [each.items[0] for _, each in items if isinstance(each, Node)]
        return Node(tuple(items), number)

    def _item(self, content: str, indent: int, number: int, width: int, depth: int) -> Value:
        if _KEY.fullmatch(content) or re.match(r"-[ \t]", content):
            self.lines.append((indent + width, content, number))
            return self.value(depth + 1)
        return self._behind_key(content, indent, number, depth, is_item=True)

    def _behind_key(
        self, content: str, indent: int, number: int, depth: int, is_item: bool = False, is_numbered: bool = False
    ) -> Value:
        if not content or content.startswith("#"):
            following = self._next()
            is_below = following[0] > indent or (
                not is_item and following[0] == indent and re.match(r"-(?:[ \t]|$)", following[1])
            )
            nothing = Piece("", number, "empty", why="plain" if content else "")
            return self.value(depth + 1) if is_below and following[1] else nothing
        if re.fullmatch(r"[|>][+-]?\d?", content):
            kind: Kind = "clue" if content[0] == "|" else "unreadable"
            return listed([Piece(text, n, kind) for text, n in self._literal(indent)])
        closer = {"[": "]", "{": "}"}.get(content[0], "")
        while closer and not _COMMENT.sub("", content).rstrip().endswith(closer) and self._next()[0] > indent:
            content = f"{content} {self.lines.pop()[1]}"
        if not is_numbered:
            return _scalar(content, number)
        piece = _plain(content, number)  # row 1: [AB]
        return piece._replace(why="plain") if piece.kind == "empty" else piece  # row 1: NULL may be a clue


def _is_numbered(key: str) -> bool:
    words = words_of(key)
    return bool(words) and (words[-1].isdecimal() or words[0] in NUMBERS)


def _scalar(text: str, line: int) -> Value:
    """Return the value of one line."""
    if text[:1] in ("[", "{"):
        bare = _COMMENT.sub("", text).rstrip()
        if (flow := _flow(bare, line)) is not None:
            return flow
        if text[0] == "[" and bare.endswith("]"):
            return Node(tuple(("", _plain(part.strip(), line)) for part in re.split(r",\s+", bare[1:-1])), line)
    return _plain(text, line)


def _plain(text: str, line: int) -> Piece:
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        text = unescaped(quoted[1]) if quoted[1] is not None else quoted[2].replace("''", "'")
        return Piece(text, line, "clue" if text else "empty")
    bare = _COMMENT.sub("", text).rstrip()
    why = "plain" if bare != text or text == "~" or text[:1] in tuple("[]{},*&!|>%@`\"'#") else ""
    text = bare
    kind = "number" if number_of(text) is not None else "clue"
    if text in _NULLS:
        return Piece("", line, "empty", why=why)
    if text[0] in "`\"'":  # which cannot begin a scalar, or never end
        raise _NoYamlError
    return Piece(text, line, kind, why=why)  # type: ignore[arg-type]


def _flow(text: str, line: int) -> Value | None:
    """Return the list or the mapping that `text` writes in brackets; None if it is not as YAML has it."""
    try:
        value, end = _group(text, 0, line, 0)
    except _NoYamlError:
        return None
    return value if end == len(text) else None


def _group(text: str, place: int, line: int, depth: int) -> tuple[Node, int]:
    """Return the group that begins at `place`, and its end with the blanks behind it.  Raises _NoYamlError."""
    closer = {"[": "]", "{": "}"}[text[place]]
    items: list[tuple[str, Value]] = []
    place = _after_blanks(text, place + 1)
    while text[place : place + 1] != closer:
        key, (value, place) = "", _flow_item(text, place, line, depth)
        if text[place : place + 1] == ":" and isinstance(value, Piece):
            key, (value, place) = value.text, _flow_item(text, _after_blanks(text, place + 1), line, depth)
        elif closer == "}":
            raise _NoYamlError
        items.append((key, value))
        if text[place : place + 1] == ",":
            place = _after_blanks(text, place + 1)
        elif text[place : place + 1] != closer:
            raise _NoYamlError
    return Node(tuple(items), line), _after_blanks(text, place + 1)


def _flow_item(text: str, place: int, line: int, depth: int) -> tuple[Value, int]:
    if text[place : place + 1] in ("[", "{") and depth < DEEPEST:
        return _group(text, place, line, depth + 1)
    item = _ITEM.match(text, place)
    if item is None or (not item[0] and text[place : place + 1] not in (",", "]", "}")):
        raise _NoYamlError
    return _plain(item[0].strip(), line), item.end()


def _after_blanks(text: str, place: int) -> int:
    while text[place : place + 1].isspace():
        place += 1
    return place
