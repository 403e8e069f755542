r"""The tokens of source text: strings, regexes, names, numbers, signs and line ends.

Strings are read as authors of regexes mean them, whatever the language: `\\` is a backslash, and `\d` stays `\d`.  Each
language's strings without escapes, lists of words and regexes have their own delimiters.  The time is linear in the
text: a search for the end of a string that found none is not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from satcross.base.records import NamedTuple


class Token(NamedTuple):
    """A token and where it stands.

    Attributes:
        kind: "text", "words", "name", "number", "sign", "comment", or "other" for what is none of these.
        text: The content of a string or regex, the words of a list of words; for others what is written.
        flags: The flags of a regex.
        note: "regex"; "template" for a string into which values are put; "raw" if it holds no escapes.
    """

    kind: str
    text: str
    line: int
    start: int
    end: int
    flags: str = ""
    note: str = ""
    quote: str = ""


QUOTES: Final = {'"': '"', "'": "'", "`": "`", "“": "”“", "‘": "’‘", "„": "“”", "«": "»"}
_PREFIX: Final = re.compile(r"(?:String\.raw|raw|[rRbBuUfF@$L]{1,2}|#)(?=[\"'`])")
_VERBATIM: Final = re.compile(r'(?:@\$?|\$@)"((?:[^"]|"")*+)"')  # of C#
_QUOTING: Final = re.compile(r"(%[rwWiqQ]|q[rwq]|~[rRwWsS])(?=[\[({<\"'/!|])")
_RAW: Final = {
    "Rust": (re.compile(r'r(#{1,9})"'), r'"\1'),
    "Swift": (re.compile(r'(#{1,9})"'), r'"\1'),
    "C++": (re.compile(r'R"(\w{0,16})\('), r')\1"'),
    "R": (re.compile(r"[rR](['\"])(-{0,9})\("), r")\2\1"),
    "Lua": (re.compile(r"\[(={0,9})\["), r"]\1]"),
    "OCaml": (re.compile(r"\{(\w{0,16})\|"), r"|\1}"),
}
"""How strings begin and end in which nothing is escaped; in Rust, Lua and OCaml they may span lines."""

# Signs of languages in which something is written that means another thing elsewhere.
LISP: Final = re.compile(
    r"^[ \t]*\((?:def\w*|let\*?|setq|setf|set!|list|ns|require)\b|^[ \t]*\{:\w|^[ \t]*\(\w[\w-]*+[ ](?:'\(|\[)", re.M
)
SHELL: Final = re.compile(r"^[ \t]*(?:declare -a |local )?[A-Za-z_]\w*=\(", re.M)
JAVASCRIPT: Final = re.compile(
    r"\bconst\s+\w+\s*[=:]|\b(?:let|var)\s+\w+\s*=\s*[\[{]|\bfunction\b|new RegExp\b|\bexport\b|module\.exports"
)
_DOUBLES: Final = re.compile(
    r"\bVALUES\b|\bINSERT INTO\b|\bDim\b|array of string|^[ \t]*\$\w+ *= *(?:@[({]|\(|'[^\n]*[^;\n]$)", re.I | re.M
)
_MATLAB: Final = re.compile(r"=[ \t]?\{'[^':\n]*+'").search
"""Signs of languages in which a quotation mark in a string is doubled, and backslashes mean nothing."""
_RAW_BACKQUOTES: Final = re.compile(
    r"#crossregex\b|\[\][ ]?\w+\{|^package \w|^func |^[ \t]*(?:auto|\w+\[\])[ \t]+\w+[ \t]*=[ \t]*\[", re.M
)
"""Signs of Go, D and Typst, in which nothing is escaped between backquotes."""
_PHP: Final = re.compile(r"<\?php|^\$\w+ ?= ?(?:\[|array\()|\bDict\(", re.M)
"""Signs of PHP and Julia, in which `$` between double quotation marks is escaped."""
_RAW_BLOCKS: Final = re.compile(r"\bval\b|^[ \t]*let\b|\blistOf\(|\bList\(|= ?\[\|", re.M)
"""Signs of Kotlin, Scala and F#, in which nothing is escaped between three quotation marks."""
STRICT: Final = re.compile(
    r"\bval\b|\blistOf\(|\bList\(|\blet\b|\bnew\b|\bString\[\]|^package |^func |\[\]string\b", re.M
)
_LUA: Final = re.compile(r"^[ \t]*local[ \t]+\w+[ \t]*=|^[ \t]*\w+[ \t]*=[ \t]*\{|^--[ ]|\btable\.insert\b", re.M)
_OCAML: Final = re.compile(r"^[ \t]*let[ \t][^\n{]*\[", re.M)
_R: Final = re.compile(r"<-|\bc\([ \t]*(?:[rR]?[\"']|$)", re.M)
_CPP: Final = re.compile(
    r"std::|#include|push_back|\bconst char\b|\bauto\b|\bvector<|\{R\x22\w{0,16}\(|^[^={\n]*=[ \t]?\{|\};$", re.M
)


_NAME: Final = re.compile(r"[^\W\d][\w$-]*+(?:\.[^\W\d][\w$-]*+)*+!?|\$[\w$]+").match
_NUMBER: Final = re.compile(r"\d++(?:\.\d++)?").match
_REGEX: Final = re.compile(r"/(?![*/])((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([a-z]*)")
_BLANK: Final = re.compile(r"[ \t\r\f\v\u00a0\u200b\ufeff]+")
_NO_COMMENT: Final = re.compile(r"#(?:let|import|set|show|crossregex)\b")
_SIGN: Final = re.compile(
    r"[\[\](){},;\n]|<\||\|>|=>|:=|\+=|::|<-|->|\+\+|\.\.+|<<|<>|[=!<>]=+|[=:+.*/%&|<>!?@^~-]"
).match
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\n)|(.))", re.S)
_FLAGS: Final = re.compile("[a-z]*")
_FILLED: Final = re.compile(rf"\bval\b|\blistOf\(|{_PHP.pattern}|{SHELL.pattern}|^[ \t]*(?:my [@$%]|push @)", re.M)
"""Signs of Kotlin, PHP, shells and Perl, in which names behind `$` are put into strings."""
_INTO_TEMPLATE: Final = re.compile(r"\$\{|#\{[a-z_@]")


Strings: TypeAlias = Literal["usual", "signs", "all signs", "literal", "raw"]
r"""How strings are read where the language is not known: `\$` and `\#` stay as in Python; or they stand for
`$` and `#` between double quotation marks, as in PHP and Ruby, or between all, as in Dart; or nothing is escaped
between single quotation marks, as in TOML, or nowhere."""
TOML: Final = re.compile(r"\s*\[\[?[\w.-]+\]\]?[ \t]*\n\s*[\w-]+ ?=").match
_ESCAPED_SIGN: Final = re.compile(r"\\[$#]").search
_BOTH_ESCAPED: Final = re.compile(r"(?<!\\)(?:\\\\)++\\[$#]").search
_IS_JSON: Final = re.compile(r"\s*+(?:\{\s*+\"|\[\s*+[\[{\"])").match


def doubles(text: str) -> bool:
    """Return whether `text` is in a language in which a quotation mark in a string is doubled."""
    if _IS_JSON(text):
        return False
    is_matlab = any(line.rstrip().endswith("};") and _MATLAB(line) for line in text.split("\n") if "{'" in line)
    return is_matlab or _DOUBLES.search(text) is not None


def ways_to_read_strings(text: str) -> Iterator[tuple[Strings, bool]]:
    """Yield how the strings of a program can be read, and whether only to be tried if clues do not fit otherwise."""
    yield "signs" if _PHP.search(text) else "literal" if TOML(text) else "usual", False
    if not _PHP.search(text) and _ESCAPED_SIGN(text):
        yield "signs", not _BOTH_ESCAPED(text)
        yield "all signs", not _BOTH_ESCAPED(text)
    if "\\\\" in text:
        yield "raw", True


def unescaped(text: str, signs: str = "") -> str:
    r"""Return the content of a string without the escapes of its language, `signs` too; the regex's escapes stay.

    >>> print(unescaped(r"\\d\d \"\x41\u0042\/"))
    \d\d "AB/
    """

    def replace(hit: re.Match[str]) -> str:
        code = hit[1] or hit[2] or hit[3]
        if code:
            number = int(code, 16)
            return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else hit[0]
        return "" if hit[4] else hit[5] if hit[5] in "\\\"'`/" + signs else hit[0]

    return _ESCAPE.sub(replace, text) if "\\" in text else text


class Scanner:
    """Cuts a text into tokens."""

    def __init__(self, text: str, strings: Strings) -> None:
        self._text: Final = text
        self._strings: Final = strings
        self._is_lisp: Final = LISP.search(text) is not None
        self._is_plain: Final = doubles(text) and '"""\n' not in text
        self._has_raw_blocks: Final = _RAW_BLOCKS.search(text) is not None
        self._is_filled: Final = _FILLED.search(text) is not None
        self._is_shell: Final = SHELL.search(text) is not None
        self._has_raw_backquotes: Final = _RAW_BACKQUOTES.search(text) is not None
        signs = {"Lua": _LUA, "R": _R, "C++": _CPP, "OCaml": _OCAML}
        self._raw: Final = {
            name: raw
            for name, raw in _RAW.items()
            if not self._is_lisp and (name not in signs or signs[name].search(text))
        }
        self._line = 1
        self._this_line = 1, 0  # a stretch of text without a line end, and where it ends
        self._before = Token("sign", "\n", 1, 0, 0)
        self._dead: Final[dict[str, int]] = {}  # for each kind of string and comment, up to where none ends

    def tokens(self) -> Iterator[Token]:
        """Yield each token, comments included."""
        text, place = self._text, 0
        while place < len(text):
            if blank := _BLANK.match(text, place):
                place = blank.end()
                continue
            token = self._comment(place) or self._literal(place) or self._plain(place)
            yield token
            if token.kind != "comment":
                self._before = token
            self._line += text.count("\n", place, token.end)
            place = token.end

    def _token(self, kind: str, text: str, start: int, end: int, flags: str = "", note: str = "") -> Token:
        return Token(kind, text, self._line, start, end, flags, note)

    def _plain(self, place: int) -> Token:
        for kind, pattern in (("name", _NAME), ("number", _NUMBER), ("sign", _SIGN)):
            if hit := pattern(self._text, place):
                return self._token(kind, hit[0], place, hit.end())
        return self._token("other", self._text[place], place, place + 1)

    def _comment(self, place: int) -> Token | None:
        text = self._text
        for opening, closing in (("/*", "*/"), ("<!--", "-->"), ("#if 0\n", "#endif")):
            if text.startswith(opening, place):
                end = self._find(closing, place + len(opening))
                end = end + len(closing) if end >= 0 else self._end_of_line(place) if opening == "<!--" else -1
                return None if end < 0 else self._token("comment", text[place:end], place, end)
        is_first = place == 0 or text[place - 1].isspace()
        if (
            text.startswith("//", place)
            or (is_first and text.startswith("-- ", place))
            or (self._is_lisp and text[place] == ";")
            or (
                is_first
                and text[place] == "#"
                and not _NO_COMMENT.match(text, place)
                and not (text.startswith('#"', place) if self._is_lisp else self._raw_string(place))
            )
        ):
            end = self._end_of_line(place)
            return self._token("comment", text[place:end], place, end)
        return None

    def _end_of_line(self, place: int) -> int:
        if not self._this_line[0] <= place <= self._this_line[1]:
            self._this_line = place, self._text.find("\n", place) % (len(self._text) + 1)
        return self._this_line[1]

    def _find(self, closing: str, place: int) -> int:
        """Return where `closing` begins after `place`, -1 if nowhere; a search that fails is not repeated."""
        end = -1 if closing in self._dead else self._text.find(closing, place)
        if end < 0:
            self._dead[closing] = len(self._text)
        return end

    def _literal(self, place: int) -> Token | None:
        """Return the string, the regex literal or the list of words that begins at `place`."""
        text, before = self._text, self._before
        if text[place] == "/" and before.kind == "sign" and before.text not in ")]}":
            stop = self._end_of_line(place) + 1
            if hit := _REGEX.match(text, place, stop) if place >= self._dead.get("/", 0) else None:
                return self._token("text", hit[1].replace("\\/", "/"), place, hit.end(), hit[2], "regex")
            self._dead["/"] = stop
            return None
        return self._raw_string(place) or self._quoting(place) or self._string(place)

    def _raw_string(self, place: int) -> Token | None:
        """Return the string at `place` in which nothing is escaped."""
        for language, (opening, closing) in self._raw.items():
            if hit := opening.match(self._text, place):
                mark, start = hit.expand(closing), hit.end()
                spans_lines = language in ("Rust", "Lua", "OCaml")
                stop = self._end_of_line(place)
                is_dead = not spans_lines and place < self._dead.get(f"{mark} in a line", 0)
                end = self._find(mark, start) if spans_lines else -1 if is_dead else self._text.find(mark, start, stop)
                if end < 0 and not spans_lines:
                    self._dead[f"{mark} in a line"] = stop
                if end >= 0:
                    return self._token("text", self._text[start:end], place, end + len(mark), note="raw")
        return None

    def _quoting(self, place: int) -> Token | None:
        """Return the regex or the list of words at `place` that has its own delimiters, as in Ruby, Perl and Elixir.

        They are `%r{A.*}i`, `qr/A.*/`, `~r/A.*/`; `%w[A B]`, `qw(A B)` and `~w(A B)`.
        """
        text, quoting = self._text, _QUOTING.match(self._text, place)
        if quoting is None or place < self._dead.get(quoting[0], 0):
            return None
        opening = text[quoting.end()]
        closing = {"[": "]", "(": ")", "{": "}", "<": ">"}.get(opening, opening)
        is_words = quoting[0][1] in "wWi"
        is_text = quoting[0] in ("%q", "%Q", "qq", "~s", "~S")
        end, depth, stop = quoting.end() + 1, 1, len(text) if is_words else self._end_of_line(place)
        while end < stop and depth:
            if text[end] == "\\":
                end += 1
            elif text[end] == closing:
                depth -= 1
            elif text[end] == opening:
                depth += 1
            end += 1
        if depth:
            self._dead[quoting[0]] = stop
            return None
        content = text[quoting.end() + 1 : end - 1]
        if is_words:
            return self._token("words", content, place, end)
        if is_text:
            return self._token("text", content if quoting[0] == "~S" else unescaped(content), place, end)
        flags = _FLAGS.match(text, end)
        assert flags is not None
        return self._token("text", content.replace("\\/", "/"), place, flags.end(), flags[0], "regex")

    def _string(self, place: int) -> Token | None:
        text = self._text
        if verbatim := _VERBATIM.match(text, place) if place >= self._dead.get('@"', 0) else None:
            return self._token("text", verbatim[1].replace('""', '"'), place, verbatim.end(), note="raw")
        if text.startswith(('@"', '@$"', '$@"'), place):
            self._dead['@"'] = len(text)
        prefix = _PREFIX.match(text, place)
        start = prefix.end() if prefix else place
        quote = text[start]
        if quote not in QUOTES or (quote == "'" and self._is_lisp):
            return None
        letters = prefix[0].lower() if prefix else ""
        is_raw = (
            re.search("[r@#]", letters) is not None
            or (self._has_raw_backquotes and quote == "`")
            or self._is_plain
            or (self._strings == "literal" and quote == "'")
            or (self._has_raw_blocks and text.startswith('"""', start))
            or (self._is_shell and quote == "'")
        )
        end, width = -1, 3
        if text.startswith(quote * 3, start) and quote in "\"'`" and not self._is_plain:
            end = self._find(quote * 3, start + 3)
        if end < 0:
            end, width = self._end_of_string(start, quote, is_raw and (quote == "`" or not letters)), 1
        if end < 0:
            return None
        content = text[start + width : end]
        into = not is_raw and self._has_values(content, quote, letters)
        if "f" in letters or "$" in letters:
            bare = content.replace("{{", "").replace("}}", "")
            into = "{" in bare or "}" in bare
            content = content.replace("{{", "{").replace("}}", "}")
        note = "template" if into else "raw" if is_raw else ""
        if not is_raw and self._strings != "raw":
            has_signs = self._strings == "all signs" or quote == "`" or (self._strings == "signs" and quote == '"')
            content = unescaped(content, "$#" if has_signs else "")
        token = self._token("text", content, place, end + width, note=note)
        return token._replace(quote=quote)

    def _has_values(self, content: str, quote: str, letters: str) -> bool:
        """Return whether the language puts values into a string."""
        is_template = quote in '`"' or "$" in letters
        is_filled = quote == '"' and self._is_filled and re.search(r"(?<!\\)\$[a-z]", content)
        return bool((is_template and _INTO_TEMPLATE.search(content)) or is_filled)

    def _end_of_string(self, start: int, quote: str, is_raw: bool) -> int:
        """Return where the string ends whose quotation mark is at `start`; -1: nowhere.  Only `...` spans lines."""
        text = self._text
        if start < self._dead.get(quote, 0):
            return -1
        stop = len(text) if quote == "`" else self._end_of_line(start)
        place = start + 1
        while place < stop:
            if text[place] == "\\" and not is_raw:
                place += 2
            elif text[place] in QUOTES[quote]:
                return place
            else:
                place += 1
        self._dead[quote] = stop
        return -1
