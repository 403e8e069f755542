r"""Likely mistakes in clues: what is written means something here, but hardly what its author meant.

In: a puzzle whose clues can be read.  Out: a `LikelyMistake` for each of them: a code, a place, and what was meant.

    homoglyph       a Cyrillic, Greek or full-width letter beside Latin ones, or a sign of a PDF such as ˆ for ^
    invisible       a no-break, thin or zero-width space, or a mark for the direction of writing
    curly-quote     a quotation mark of word processors
    dash            a dash between two letters of a class, where a hyphen makes a range
    foreign-escape  an escape of other engines that is a plain letter here: \h \R \K \Q..\E \g{1} \p{..}, \< and \>
    posix-class     [[:alpha:]], which is a class of the letters : a l p h
    class-operator  && in a class, which is the letter & here
    class-bar       [O|A], which also accepts the letter |
    dead-anchor     a ^ after a letter, or a $ before one
    branch-length   EC|CD[ABS] on three cells: one branch does not fit, but all do as (EC|CD)[ABS]
    delimiter       /.../ around the clue
    html-entity     &amp; and the like
    trailing-comma  a comma at the end
    line-break      a line end within the clue

Mistakes of one kind in one clue are reported once, and the proposal corrects all of them.  A clue is proposed only if
it can be read, and some string of its line matches it.

A kind is listed because it is nearly always a mistake.  Other clues of the puzzle may show that it is not: a bar in a
class is a letter if another clue has `\|`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, assert_never

from satcross.author.alone import searched
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import RegexError, SatcrossError, Span, TimeUp
from satcross.puzzle import ANY, KEYWORDS, Clue, Puzzle, Solution, shapes
from satcross.regex import DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE, VERBOSE, syntax
from satcross.regex.analysis.lengths import lengths
from satcross.regex.core import Core
from satcross.regex.letters import EVERY_LETTER, contains
from satcross.regex.lower import lower, mentioned
from satcross.regex.syntax import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Literal,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
    Widths,
)
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import PuzzleLetters
from satcross.solver.solutions import Status

CODES: Final = (
    "homoglyph", "invisible", "curly-quote", "dash", "foreign-escape", "posix-class", "class-operator", "class-bar",
    "dead-anchor", "branch-length", "delimiter", "html-entity", "trailing-comma", "line-break",
)  # fmt: skip


MOST_REWRITES: Final = 50  # of one clue, until no mistake is left in it; one with more gets no proposal


class LikelyMistake(NamedTuple):
    """A likely mistake.

    Attributes:
        code: One of `CODES`.
        message: A sentence without a full stop.
        line: The line's name.
        clue: The clue's number from 1.
        pattern: The clue's text.
        span: The part of it that is meant.
        rewrite: The clue as it was probably meant, or "".
        effect: What the clue as it was meant gives the puzzle, if that explains the verdict (`explained_mistakes`):
            "exactly one solution" or "solutions", or one of these "with the other proposals".
    """

    code: str
    message: str
    line: str
    clue: int
    pattern: str
    span: Span
    rewrite: str = ""
    effect: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the mistake as a JSON object, as `satcross check` prints it."""
        return {**self._asdict(), "span": list(self.span)}

    @property
    def sentence(self) -> str:
        """The message with what was meant."""
        if not self.rewrite:
            return self.message
        return f"{self.message}; perhaps {self.rewrite} was meant" + (
            f", which gives {self.effect}" if self.effect else ""
        )


_Found = tuple[str, str, Span, str]
"""A mistake in a clue: its code, its message, its span, the rewrite."""

_LATIN: Final = "ABCEHIKMOPTXYaceopxysijABEZHIKMNOPTYXo"
_ALIKE: Final = "АВСЕНІКМОРТХУасеорхуѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
_SIGNS: Final = {"ˆ": "^", "⌃": "^", "∗": "*", "⁎": "*", "⁺": "+", "∖": "\\", "∣": "|", "❘": "|", "│": "|", "․": ".",
                 "…": "...", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff"}  # fmt: skip
_FULL_WIDTH: Final = {chr(0xFEE0 + n): chr(n) for n in range(0x21, 0x7F)}
_LOOKS_LIKE: Final = {**dict(zip(_ALIKE, _LATIN, strict=True)), **_FULL_WIDTH, **_SIGNS}
_INVISIBLE: Final = {"\u00a0": "a no-break space", "\u00ad": "a soft hyphen", "\u200b": "a zero-width space",
                     "\u200c": "a zero-width non-joiner", "\u200d": "a zero-width joiner", "\u2060": "a word joiner",
                     "\u202f": "a narrow no-break space", "\ufeff": "a byte-order mark", "\u2009": "a thin space",
                     "\u2003": "an em space", "\u3000": "an ideographic space", "\u200e": "a left-to-right mark",
                     "\u200f": "a right-to-left mark"}  # fmt: skip
_QUOTES: Final = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"}
_POSIX: Final = {"alpha": "A-Za-z", "digit": "0-9", "alnum": "A-Za-z0-9", "upper": "A-Z", "lower": "a-z",
                 "space": r"\s", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "word": r"\w", "blank": r" \t",
                 "cntrl": r"\x00-\x1f\x7f", "graph": "!-~", "print": " -~", "ascii": r"\x00-\x7f"}  # fmt: skip
_POSIX_CLASS: Final = re.compile(rf"\[:(\^?)({'|'.join(_POSIX)}):\]")
_POSIX_BRACKETS: Final = re.compile(r"\[(\^?)(\]?(?:\[:\^?\w+:\]|\\.|[^]\\])*)\]", re.S)
"""A class as other engines read it, which know `[:alpha:]`: whether it is negated, and its members."""
_MEANINGS: Final = {"h": "a blank", "H": "no blank", "R": "a line end", "X": "a letter with its marks",
                    "K": "a new start", "z": "the end", "Z": "the end", "A": "the start", "G": "the last match",
                    "a": "a bell", "e": "an escape"}  # fmt: skip
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|vert|#\d{2,5}|#x[0-9a-fA-F]{2,5});")
_REPEATED: Final = re.compile(r"\{\d*(?:,\d*)?\}")
_DELIMITED: Final = re.compile(r"/(.+)/[a-z]*", re.S)
_QUOTED: Final = re.compile(r"([\"'`])((?:(?!\1).)+)\1", re.S)
_BAR: Final = re.compile(r"(?<=[A-Za-z0-9])\|(?=[A-Za-z0-9])")
_DASH: Final = re.compile("[A-Za-z0-9]([\u2010-\u2015\u2212])[A-Za-z0-9]")
_SUSPECT: Final = re.compile(r"[^ -~]|[&|]|^[/\"'`]|,$|\\[HhRXKzZAGaeQpPg<>]|\[:|(?:(?<!^)(?<!\[)|(?<=\\\[))\^|\$(?!$)")
"""What every clue with a likely mistake has in its text."""


def likely_mistakes(puzzle: Puzzle) -> tuple[LikelyMistake, ...]:
    """Return the likely mistakes in the clues of `puzzle`.  Clues that cannot be read are left to their errors.

    >>> from satcross.puzzle.shapes import rectangle
    >>> for mistake in likely_mistakes(rectangle(rows=["[O|A]."], columns=["A|B", "B"])):
    ...     print(mistake.line, mistake.code, mistake.rewrite)
    row 1 class-bar [OA].
    """
    return _Reader(puzzle, {}).likely_mistakes()


def mistakes_in(read: PuzzleLetters) -> tuple[LikelyMistake, ...]:
    """Return what `likely_mistakes` returns for a puzzle that has been read."""
    return _reader_of(read).likely_mistakes()


class _Reader:
    """Looks for likely mistakes in the clues of `puzzle`.

    Args:
        trees: The syntax trees that are known, by the text of the regex; trees that are parsed here are added.
        known: A puzzle with these trees; None: there is none.
    """

    def __init__(self, puzzle: Puzzle, trees: dict[str, Tree], known: PuzzleLetters | None = None) -> None:
        self._puzzle: Final = puzzle
        self._trees: Final = trees
        self._known: Final = known
        self._texts: Final = [clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
        self._others: Final = "\n".join(self._texts)

    def likely_mistakes(self) -> tuple[LikelyMistake, ...]:
        """Return the likely mistakes, in the order of the clues."""
        known: dict[tuple[str, int], list[_Found]] = {}
        hits: list[LikelyMistake] = []
        for line in self._puzzle.lines:
            for number, clue in enumerate(line.clues, 1):
                if not isinstance(clue, Clue) or _SUSPECT.search(clue.pattern) is None:
                    continue  # most clues
                key = clue.pattern, len(line.cells)
                if key not in known:
                    known[key] = list(self._in_clue(*key))
                for code, message, span, rewrite in known[key]:
                    hits.append(LikelyMistake(code, message, line.name, number, clue.pattern, span, rewrite))
        return tuple(hits)

    def tree(self, pattern: str) -> Tree:
        """Return the syntax tree of a regex.  Raises RegexError."""
        if pattern not in self._trees:
            self._trees[pattern] = parse(pattern, self._puzzle.dialect, self._puzzle.flags)
        return self._trees[pattern]

    def searched(self, puzzle: Puzzle, limit: int, budget: Budget) -> tuple[Status, Solution | None]:
        """Return the status of a puzzle whose clues read like the clues of this one, and its first solution."""
        for pattern in {clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)}:
            self.tree(pattern)
        return searched(puzzle, limit, budget, self._known)

    def _in_clue(self, pattern: str, length: int) -> Iterator[_Found]:
        """Yield one finding for each kind of mistake in a clue; none if it cannot be read."""
        with suppress(RegexError):
            found: dict[str, list[_Found]] = {}
            for each in self._found(pattern, length):
                found.setdefault(each[0], []).append(each)
            for code, (first, *more) in found.items():
                message = first[1] + (f" (and {counted(len(more), 'more place')} in the clue)" if more else "")
                rewrite = self._corrected(first, length)
                yield code, message, first[2], rewrite if self._matches_something(rewrite, length) else ""

    def _found(self, pattern: str, length: int) -> list[_Found]:
        # in Python, $ also matches before a line feed that ends the line
        spare = int(self._puzzle.dialect == "python" and "$" in pattern and self._has_line_feed())
        return list(mistakes_of_clue(self.tree(pattern), length, self._others, self._texts, spare))

    def _has_line_feed(self) -> bool:
        """Return whether the alphabet may have the line feed."""
        if self._puzzle.alphabet not in KEYWORDS:
            return "\n" in self._puzzle.alphabet
        trees = []
        for text in self._texts:
            with suppress(RegexError):
                trees.append(self.tree(text))
        return self._puzzle.alphabet == ANY or contains(mentioned(*trees).all, ord("\n"))

    def _corrected(self, mistake: _Found, length: int) -> str:
        """Return the clue without any mistake of the kind of `mistake`; "" if no such clue can be read."""
        code, _, _, rewrite = mistake
        for _ in range(MOST_REWRITES):
            try:
                others = [each for each in self._found(rewrite, length) if each[0] == code]
            except RegexError:
                return ""
            if not others:
                return rewrite
            rewrite = next((each[3] for each in others if each[3]), "")
        return ""

    def _matches_something(self, pattern: str, length: int) -> bool:
        """Return whether it is known that some string of this length matches `pattern`."""
        if not pattern:
            return False
        alone = shapes.line(pattern, length, ANY, self._puzzle.dialect, self._puzzle.flags)
        return self.searched(alone, 1, UNLIMITED)[1] is not None

    def all_fixed(self) -> Puzzle:
        """Return the puzzle with the rewrites of all its likely mistakes, one in each clue at a time."""
        puzzle = self._puzzle
        for _ in range(MOST_REWRITES):
            hits = _Reader(puzzle, self._trees, self._known).likely_mistakes()
            first = {(mistake.line, mistake.clue): mistake for mistake in reversed(hits) if mistake.rewrite}
            if not first:
                break
            puzzle = _fixed(puzzle, list(first.values()))
        return puzzle


def _reader_of(read: PuzzleLetters) -> _Reader:
    trees = dict(read.trees)
    return _Reader(read.puzzle, trees, read._replace(trees=trees))


def explained_mistakes(read: PuzzleLetters, status: Status, budget: Budget = UNLIMITED) -> tuple[LikelyMistake, ...]:
    """Return the likely mistakes in a puzzle with what the clues as they were meant would change.

    Args:
        status: The status of the puzzle. A mistake explains "none" if its rewrite gives a solution, and "several" if
            its rewrite leaves only one.  If no mistake explains it alone, all of them are tried together.  Mistakes
            that explain it come first.
    """
    puzzle, reader = read.puzzle, _reader_of(read)
    hits = reader.likely_mistakes()
    if status not in ("none", "several"):
        return hits

    def effect_on(fixed: Puzzle) -> str:
        try:
            known = reader.searched(fixed, 2, budget)[0]
        except (SatcrossError, TimeUp):
            return ""
        return "exactly one solution" if known == "unique" else "solutions" * (known == "several" and status == "none")

    effects = [effect_on(_fixed(puzzle, [mistake])) if mistake.rewrite else "" for mistake in hits]
    if (
        not any(effects)
        and sum(mistake.rewrite != "" for mistake in hits) > 1
        and (joint := effect_on(reader.all_fixed()))
    ):
        effects = [f"{joint} with the other proposals" if mistake.rewrite else "" for mistake in hits]
    explained = [mistake._replace(effect=effect) for mistake, effect in zip(hits, effects, strict=True)]
    return tuple(sorted(explained, key=lambda mistake: not mistake.effect))


def _fixed(puzzle: Puzzle, hits: Sequence[LikelyMistake]) -> Puzzle:
    """Return `puzzle` with the rewrites of these likely mistakes, and without what its author expects."""
    lines = []
    for line in puzzle.lines:
        clues = list(line.clues)
        for mistake in hits:
            clue = clues[mistake.clue - 1] if mistake.line == line.name else None
            if isinstance(clue, Clue):
                clues[mistake.clue - 1] = clue._replace(pattern=mistake.rewrite)
        lines.append(line._replace(clues=tuple(clues)))
    return puzzle._replace(lines=tuple(lines), expected=(), expects_all=False)


def mistakes_of_clue(tree: Tree, length: int, others: str, texts: Sequence[str], spare: int = 0) -> Iterator[_Found]:
    """Yield the likely mistakes in a clue: of each its code, its message, its span and the rewrite.

    Args:
        length: How many cells its line has.
        texts: All clues of the puzzle; `others` has them one per line.
        spare: How many letters may follow a `$` that matches.
    """
    yield from _in_text(tree.pattern, others, texts)
    nodes = tree.root.nodes
    yield from _escapes(tree, nodes, others)
    for node in nodes:
        if isinstance(node, Class):
            yield from _in_class(tree, node, others)
    is_plain = not any(set("xm") & set(remark.spelling) for remark in tree.remarks)
    if is_plain and not tree.flags & MULTILINE:
        yield from _dead_anchors(tree, tree.root, 0, 0, spare)
    yield from _branches(tree, length)


def _in_text(pattern: str, others: str, texts: Sequence[str]) -> Iterator[_Found]:
    """Yield what the letters of a clue give away, whatever they mean."""
    for place, letter in enumerate(pattern):
        if (plain := _LOOKS_LIKE.get(letter)) and _is_beside_latin(letter, others):
            message = f"{letter} (U+{ord(letter):04X}) only looks like {plain}"
            yield _replaced("homoglyph", message, pattern, place, place + 1, plain)
        elif letter in _INVISIBLE:
            message = f"this is {_INVISIBLE[letter]} (U+{ord(letter):04X}), which is its own letter"
            yield _replaced("invisible", message, pattern, place, place + 1, " " * letter.isspace())
        elif letter in _QUOTES:
            message = f"{letter} is a curly quotation mark"
            yield _replaced("curly-quote", message, pattern, place, place + 1, _QUOTES[letter])
        elif letter in "\r\n" and "(?x" not in pattern:
            yield _replaced("line-break", "the clue has a line end in it", pattern, place, place + 1, "")
    for hits in _ENTITY.finditer(pattern):
        plain = html.unescape(hits[0])
        new = plain if plain.isalnum() or plain in "&<>\"'" else "\\" + plain
        yield _replaced("html-entity", f"{hits[0]} is how HTML writes {plain}", pattern, *hits.span(), new)
    if whole := _DELIMITED.fullmatch(pattern):
        wrapped = sum(_DELIMITED.fullmatch(text) is not None for text in texts)
        if 2 * wrapped > len(texts):
            yield "delimiter", "the slashes around the clue are letters here", Span(0, len(pattern)), whole[1]
    if (quoted := _QUOTED.fullmatch(pattern)) and all(
        quoted[1] not in text or _QUOTED.fullmatch(text) for text in texts
    ):
        message = "the quotation marks around the clue are letters here"
        yield "delimiter", message, Span(0, len(pattern)), quoted[2]
    if re.search(r"[^\\,],$", pattern) and not any("," in _REPEATED.sub("", text.rstrip(",")) for text in texts):
        yield _replaced(
            "trailing-comma", "the comma at the end is a letter here", pattern, len(pattern) - 1, len(pattern), ""
        )


@lru_cache(maxsize=100)
def _is_beside_latin(letter: str, others: str) -> bool:
    """Return whether the clues have Latin letters, and of the script of `letter` only letters that look like them."""
    script = (0x370, 0x3FF) if letter < "\u0400" else (0x400, 0x4FF) if letter < "\u0500" else (0xFF00, 0xFFEF)
    if re.search("[A-Za-z]", re.sub(r"\\.", "", others)) is None:
        return False
    return all(each in _LOOKS_LIKE for each in others if script[0] <= ord(each) <= script[1])


def _replaced(code: str, message: str, pattern: str, start: int, end: int, new: str) -> _Found:
    return code, message, Span(start, end), pattern[:start] + new + pattern[end:]


def _escapes(tree: Tree, nodes: Sequence[Syntax], others: str) -> Iterator[_Found]:
    """Yield the escapes that mean something in other engines and a plain letter here."""
    pattern = tree.pattern
    in_classes = {member.start for node in nodes if isinstance(node, Class) for member in node.members}
    for node in nodes:
        if not isinstance(node, Literal) or node.spelling != "\\" + node.text:
            continue
        letter, span = node.text, Span(node.start, node.end)
        rest = pattern[node.end :]
        if letter in _MEANINGS and (letter == "h" or node.start not in in_classes):
            message = f"\\{letter} is the letter {letter} here; in other engines it means {_MEANINGS[letter]}"
            blank = r" \t" if node.start in in_classes else r"[ \t]"
            rewrite = pattern[: span.start] + {"z": "$", "Z": "$", "A": "^", "h": blank}.get(letter, letter) + rest
            yield "foreign-escape", message, span, rewrite
        elif letter == "Q" and "\\E" in rest:
            inner, _, after = rest.partition("\\E")
            rewrite = pattern[: span.start] + re.sub(r"[\\^$.*+?()\[\]{}|/]", r"\\\g<0>", inner) + after
            message = r"\Q and \E are the letters Q and E in this dialect; in other engines they quote what is between"
            yield "foreign-escape", message, Span(span.start, node.end + len(inner) + 2), rewrite
        elif letter in "pP" and (hits := re.match(r"\{[\w=^]+\}", rest)):
            message = f"\\{letter}{hits[0]} is the letter {letter} here: only with the flag u is it a class"
            yield "foreign-escape", message, Span(span.start, node.end + hits.end()), ""
        elif letter == "g" and (hits := re.match(r"\{?(-?)(\d{1,3})\}?", rest)):
            groups = [each for each in nodes if isinstance(each, SyntaxGroup) and each.number]
            before = sum(each.start < node.start for each in groups)
            group = before + 1 - int(hits[2]) if hits[1] else int(hits[2])
            if not 1 <= group <= tree.groups.total:
                continue
            after = rest[hits.end() :]
            reference = f"(?:\\{group})" if after[:1].isdigit() else f"\\{group}"
            rewrite = pattern[: span.start] + reference + after
            message = f"\\g is the letter g in this dialect; write \\{group} for what group {group} matched"
            yield "foreign-escape", message, Span(span.start, node.end + hits.end()), rewrite
        elif (
            letter in "<>"
            and 0 <= pattern.find(r"\<") < pattern.rfind(r"\>")
            and not re.search(r"(?<![\\?Pk])[<>]", others)
        ):
            message = f"\\{letter} is the letter {letter} here; in other engines it is the edge of a word"
            yield "foreign-escape", message, span, re.sub(r"(\\[^<>])|\\[<>]", lambda hit: hit[1] or r"\b", pattern)


def _in_class(tree: Tree, node: Class, others: str) -> Iterator[_Found]:
    """Yield what does not mean in a class what it means outside, or in other engines."""
    pattern, end = tree.pattern, node.end
    text = pattern[node.start : end]
    if hits := _POSIX_CLASS.search(pattern, node.start, end + 1):
        message = f"{hits[0]} lists its own letters in this dialect"
        yield "posix-class", message, Span(*hits.span()), _without_posix(pattern, node.start, hits)
        return
    if not node.operator and (place := text.find("&&")) > 1:
        message = "&& is the letter & in a class of this dialect, not an intersection"
        yield "class-operator", message, Span(node.start + place, node.start + place + 2), ""
    for hits in _DASH.finditer(pattern, node.start, end):
        low, dash, high = tuple(hits[0])
        if low < high:
            message = f"{dash} (U+{ord(dash):04X}) is a letter; a range has a hyphen: {low}-{high}"
            yield _replaced("dash", message, pattern, hits.start(1), hits.end(1), "-")
    bars = list(_BAR.finditer(text))
    if bars and not re.search(r"\\\||\[\^?\|\]", others):
        new = _BAR.sub("", text)
        start = node.start + bars[0].start()
        message = "in a class, | is a letter, which the cell can then hold"
        yield "class-bar", message, Span(start, start + 1), pattern[: node.start] + new + pattern[end:]


def _without_posix(pattern: str, start: int, name: re.Match[str]) -> str:
    """Return the clue with a class written without names such as `[:alpha:]`, as other engines read it.

    Args:
        start: Where the class begins; if `name` begins there too, the brackets around it are missing.
    """
    if name.start() == start:
        return f"{pattern[:start]}[{name[1]}{_POSIX[name[2]]}]{pattern[name.end() :]}"
    if (whole := _POSIX_BRACKETS.match(pattern, start)) is None:
        return ""
    outside = [f"[^{_POSIX[each[2]]}]" for each in _POSIX_CLASS.finditer(whole[2]) if each[1]]
    inside = _POSIX_CLASS.sub(lambda each: "" if each[1] else _POSIX[each[2]], whole[2])
    inside = re.sub(r"^\]", r"\]", inside)
    parts = ([f"[{inside}]"] if inside else []) + outside
    if not outside:
        new = f"[{whole[1]}{inside}]"
    elif len(parts) == 1:
        new = parts[0].replace("[^", "[") if whole[1] else parts[0]
    else:
        new = f"(?!{'|'.join(parts)})[\\s\\S]" if whole[1] else "|".join(parts)
        new = f"(?:{new})"
    return pattern[:start] + new + pattern[whole.end() :]


def _dead_anchors(tree: Tree, node: Syntax, before: int, after: int, spare: int) -> Iterator[_Found]:
    """Yield each `^` after a letter, and each `$` before one.

    Args:
        before: How many letters are before `node` at least, in the string that its anchors look at.
        after: The same behind it.
        spare: How many letters may follow a `$` that matches.
    """
    match node:
        case Anchor():
            if (node.spelling == "^" and before) or (node.spelling == "$" and after > spare):
                where = "after at least one letter" if node.spelling == "^" else "before at least one letter"
                escape = f"\\{node.spelling}"
                message = f"{node.spelling} stands {where}, so it never matches; the letter is written {escape}"
                yield _replaced("dead-anchor", message, tree.pattern, node.start, node.end, escape)
        case SyntaxSequence():
            widths = [Widths(tree.dialect).of(item)[0] for item in node.items]
            for place, item in enumerate(node.items):
                yield from _dead_anchors(
                    tree, item, before + sum(widths[:place]), after + sum(widths[place + 1 :]), spare
                )
        case SyntaxLook():
            beyond = (0, after) if node.is_behind else (before, 0)
            yield from _dead_anchors(tree, node.body, *beyond, spare)
        case SyntaxRepeat():
            if node.quantifier.high != 0:
                yield from _dead_anchors(tree, node.item, before, after, spare)
        case SyntaxGroup() | Choice() | Conditional():
            for part in node.parts:
                yield from _dead_anchors(tree, part, before, after, spare)
        case Literal() | syntax.Dot() | syntax.LetterClass() | syntax.Property() | Class() | syntax.Range():
            pass
        case syntax.Strings() | syntax.StringProperty() | syntax.Reference():
            pass
        case _:
            assert_never(node)


def _branches(tree: Tree, length: int) -> Iterator[_Found]:
    """Yield the brackets with which all branches fit the line, if some do not and others do."""
    root = tree.root
    if not isinstance(root, Choice) or length > 60:
        return
    texts = [tree.pattern[branch.start : branch.end] for branch in root.branches]
    fits = [_can_have(text, tree, length) for text in texts]
    if all(fits) or not any(fits) or None in fits:
        return
    opening = "(?:" if tree.groups.referred else "("  # a group would change the number of the others
    for rewrite in _bracketed(root, texts, tree.pattern, opening):
        if all(_can_have(each, tree, length) for each in rewrite[1]):
            misfit = texts[fits.index(False)]
            message = f"{misfit} alone does not fit {counted(length, 'cell')}"
            branch = root.branches[fits.index(False)]
            yield "branch-length", message, Span(branch.start, branch.end), rewrite[0]
            return


def _bracketed(root: Choice, texts: Sequence[str], pattern: str, opening: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the clue with brackets around its bars, each with its branches written out: A|B[CD] as (A|B)[CD]."""
    last, first = root.branches[-1], root.branches[0]
    if isinstance(last, SyntaxSequence):
        for item in last.items[1:]:
            start, end = pattern[last.start : item.start], pattern[item.start : last.end]
            inner = [*texts[:-1], start]
            yield f"{opening}{'|'.join(inner)}){end}", [f"(?:{each}){end}" for each in inner]
    if isinstance(first, SyntaxSequence):
        for item in first.items[1:]:
            start, end = pattern[first.start : item.start], pattern[item.start : first.end]
            inner = [end, *texts[1:]]
            yield f"{start}{opening}{'|'.join(inner)})", [f"{start}(?:{each})" for each in inner]


def _can_have(text: str, tree: Tree, length: int) -> bool | None:
    """Return whether a match of `text` can have this length; None if that is not known."""
    bits = {"i": IGNORE_CASE, "s": DOT_ALL, "x": VERBOSE, "v" if tree.flags & SETS else "u": UNICODE}
    core = _meaning(text, tree.dialect, "".join(letter for letter, bit in bits.items() if tree.flags & bit))
    known = None if core is None else lengths(core, length)
    return None if known is None else bool(known >> length & 1)


@lru_cache(maxsize=1_000)
def _meaning(text: str, dialect: str, flags: str) -> Core | None:
    """Return what the regex `text` means; None if it cannot be read.  The branches of equal clues are read once."""
    try:
        return lower(parse(text, dialect, flags), EVERY_LETTER)
    except RegexError:
        return None
