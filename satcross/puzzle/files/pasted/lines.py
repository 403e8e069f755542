"""The clues of plain text: one clue per line, or a line for each list.

In: a text.  Out: `Pieces` for each way in which its lines can be told apart: by the name of each line, by headings, by
empty lines and lines of dashes, or by the sizes that contests write before each puzzle.  A line that is none of the
clues is in the remainder.

    HE|LL|O+            Rows:                 Row 1: HE|LL|O+
    [PLEASE]+           1. `HE|LL|O+`         Row 2: [PLEASE]+
                        2. `[PLEASE]+`        Column 1: [^SPEAK]+
    [^SPEAK]+           Columns:              Column 2: EP|IP|EF
    EP|IP|EF            ...
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, pairwise
from typing import Final

from satcross.puzzle.files.pasted.facts import Facts, number_piece, without_facts
from satcross.puzzle.files.pasted.fitting import looks_like_regexes
from satcross.puzzle.files.pasted.headings import (
    DASHES,
    SIZE,
    Label,
    announced,
    heading,
    is_marked,
    is_prose,
    is_sentence,
    line_label,
    says_order,
)
from satcross.puzzle.files.pasted.markup import line_of_latex
from satcross.puzzle.files.pasted.numbering import (
    BULLET,
    INLINE,
    MARKS,
    marks_of,
    numbered,
    place_of,
    section,
    without_bullets,
)
from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces, listed, number_of, piece_of
from satcross.puzzle.files.pasted.words import OF_HEXAGONS, seat_of, words_of

_MOST_WORDS: Final = 4  # lines below the last list that are tried as remarks
MOST_BLOCKS: Final = 12  # lists and other paragraphs of a puzzle in plain lines

_REMARK: Final = re.compile(r"[ \t]{2}(#|//|--)[ \t]").search
_ARROWS: Final = {"→": "Row", "↓": "Column", "←": "Right", "↑": "Bottom"}
_ARROWS_OF_HEXAGONS: Final = {"→": "Horizontal", "↖": "Rising", "↙": "Falling"}
_ARROWS_OF_EMOJI: Final = str.maketrans("➡⬇⬅⬆", "→↓←↑")


def from_lines(text: str) -> list[Pieces]:
    """Return the ways in which plain text can have its clues line by line."""
    texts = [line.strip() for line in text.split("\n")]
    for _ in range(3 if sum(line.startswith("> ") for line in texts) > 1 else 0):
        texts = ["" if line == ">" else line.removeprefix("> ").strip() for line in texts]
    for right, down in (("-> ", "v "), ("=> ", "|| ")):
        if all(any(line.startswith(arrow) for line in texts) for arrow in (right, down)):
            texts = [f"↓ {line.removeprefix(down)}" if line.startswith(down) else line for line in texts]
            texts = [f"→ {line.removeprefix(right)}" if line.startswith(right) else line for line in texts]
    if {"→", "↖", "↙"} <= {line[:1] for line in texts}:
        texts = [f"{_ARROWS_OF_HEXAGONS[line[0]]}: {line[1:].strip()}" if line[:1] in _ARROWS_OF_HEXAGONS else line
                 for line in texts]  # fmt: skip
    elif {"→", "↓"} <= {line[:1].translate(_ARROWS_OF_EMOJI) for line in texts}:
        texts = list(map(_without_arrow, texts))
    if "\\item" in text or "\\begin{" in text:
        texts = list(map(line_of_latex, texts))
    pieces = [piece_of(line, n) for n, line in enumerate(texts, 1)]
    pieces, signature = _without_signature(pieces)
    contests = _contests(pieces)
    traits = {"escapes"} if re.search(r"^[ \t]*+(?:\*\*|#{1,6} |[-*+] )\S", text, re.M) else set()
    lines, facts, rest = without_facts(*_without_remarks(pieces))
    rest += signature
    found = contests + [
        each._replace(
            root=Node((*facts, *each.root.items), 1), rest=(*rest, *below, *each.rest), traits=each.traits | traits
        )
        for lines, below in _without_last_words(lines)
        for layout in (_command_line, _labelled_lines, _under_headings, _in_blocks)
        for each in layout(lines)
    ]
    plain = [each for each in found if each.traits & {"named", "headed"} and not looks_like_regexes(each.rest)]
    return contests or plain or found


def _without_signature(lines: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Return the lines without the name below a mail, which two hyphens announce, and that name."""
    cut = next((n for n in range(len(lines) - 1, max(-1, len(lines) - 8), -1) if lines[n].text == "--"), None)
    below = lines[cut + 1 :] if cut is not None else []
    if not any(each.text for each in below) or not all(is_prose(each.text) for each in below if each.text):
        return lines, []
    return lines[:cut], [each._replace(kind="empty") for each in below]


_LAST_WORD: Final = re.compile(r"[A-Za-z ',]*[a-z]{2}[.,!?:;)( ]*").fullmatch


def _without_last_words(lines: list[Piece]) -> Iterator[tuple[list[Piece], tuple[Piece, ...]]]:
    """Yield the lines with and without those at the end that may be remarks, such as "thanks!", and these remarks.

    Whether a word is the last clue or a remark is known only where the clues are fitted.
    """
    ends = [n for n, line in enumerate(lines, 1) if line.text][: -_MOST_WORDS - 2 : -1]
    below: list[Piece] = []
    for end in ends:
        yield lines[:end], tuple(below)
        last = lines[end - 1]
        if line_label(last.text) or not (is_sentence(last.text) or _LAST_WORD(last.text)):
            break
        below.append(last._replace(why="below", kind="empty"))


def _without_arrow(text: str) -> str:
    """Return `text` with the name of the direction to which the arrow in front points, if one does."""
    text = text[:1].translate(_ARROWS_OF_EMOJI) + text[1:]
    if text[:1] not in _ARROWS:
        return text
    rest = text[1:].removeprefix("\ufe0f")
    if heading(rest):
        return text
    number = re.match(r"\d{1,3}\s", rest)
    place = number.end() if number else 0
    return f"{_ARROWS[text[0]]} {rest[:place]}: {rest[place:].strip()}"


def _without_remarks(lines: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Return the lines without the remarks behind them and on lines by themselves, and these remarks."""
    kept, remarks = [], []
    for line in lines:
        match = _REMARK(line.text)
        match = match if match and any(letter.islower() for letter in line.text[match.end() :]) else None
        kept.append(piece_of(line.text[: match.start()].rstrip(), line.line) if match else line)
        remarks += [Piece(line.text[match.start(1) :], line.line, "empty", why="a remark")] if match else []
    signs = {remark.text[:2].strip() for remark in remarks}
    whole = [line for line in kept if line.text.partition(" ")[0] in signs and is_prose(line.text.partition(" ")[2])]
    return [line for line in kept if line not in whole], remarks + [line._replace(kind="empty") for line in whole]


def _rest(lines: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the lines as a remainder: a sentence cannot be a clue, anything else may be one."""
    return tuple(
        line._replace(kind="empty" if is_prose(line.text) else "unreadable")
        for line in lines
        if line.text and not DASHES.fullmatch(line.text)
    )


def _command_line(lines: Sequence[Piece]) -> list[Pieces]:
    """Return what a command such as `solve --rows 'A.*' B --columns '[AB]*'` has, cut into words."""
    line = next((line for line in lines if re.search(r" --?[A-Za-z]", line.text)), None)
    try:
        words = shlex.split(line.text) if line and len(line.text) < 5000 else []
    except ValueError:  # a quotation mark that is never closed
        return []
    lists: dict[str, list[Piece]] = {}
    option = ""
    for word in words:
        if re.fullmatch(r"--?[A-Za-z][\w-]*", word):
            option = word
        elif line and seat_of(words_of(option)):
            is_variable = re.match(r"\$[\w({]", word)
            piece = Piece(word, line.line, "unreadable", why="a variable") if is_variable else piece_of(word, line.line)
            lists.setdefault(option, []).append(piece)
    rest = _rest([each for each in lines if each is not line])
    root = Node(tuple((key, listed(each)) for key, each in lists.items()), 1)
    return [Pieces("a command", root, rest, frozenset({"source"}))] if len(lists) > 1 else []


_SIGNS: Final = (
    re.compile(r"\s*+:\s*+").match,
    re.compile(r"\s*+=\s*+").match,
    re.compile(r"\s*+\)\s*+").match,
    re.compile(r"\s*+→\s*+").match,
    re.compile(r"\.(?:\s++|$)").match,
    re.compile(r"\s++[-–—](?:\s++|$)").match,
    re.compile(r"\s++|$").match,
)
"""What is between the name of a line and its clue, the same in all lines."""


_WORD_BEHIND_ARROW: Final = re.compile(r"[→↓] [A-Z]+").fullmatch  # a clue that says a direction, such as LR


def _are_lists(named: Sequence[tuple[Label, Piece]]) -> bool:
    """Return whether the lines with these names may be lists of clues, and not source code."""
    texts = [clue.text.strip(" :=,;") for _, clue in named]
    return not (
        _is_interrupted([label for label, _ in named])
        or len({label[0] for label, _ in named}) < 2
        or (any(n is None for (_, n), _ in named) and any(heading(clue.text) for _, clue in named))
        or (all(text[:1] + text[-1:] == "[]" for text in texts) and re.search("['\"]", "".join(texts)))
    )


def _labelled_lines(lines: Sequence[Piece]) -> list[Pieces]:
    """Return the lists of lines that each say what they are: `Row 1: A.*`, or `Rows: A.*, B`."""
    named, rest = [], []
    for line in lines:
        found = line_label(line.text)
        if found and (found[0][1] is not None or re.match(r"\s*[:=)→]|\s", found[1])):
            named.append((found[0], line._replace(text=found[1])))
        elif line.text:
            rest.append(line)
    sign = next((sign for sign in _SIGNS if all(sign(clue.text) for _, clue in named)), None)
    if sign is None or not _are_lists(named) or any(_WORD_BEHIND_ARROW(line.text) for line in rest):
        return []
    puzzles: list[dict[tuple[str, ...], list[tuple[int | None, Piece]]]] = [{}]
    seen: set[Label] = set()
    last: Label | None = None
    for label, clue in named:
        if label in seen and label != last and label[1] is not None:  # the first line of another puzzle
            puzzles.append({})
            seen.clear()
        seen.add(label)
        last = label
        match = sign(clue.text)
        assert match is not None
        piece = place_of(clue.text[match.end() :], clue)
        if label[1] is None and not piece.text:
            return []  # a heading
        puzzles[-1].setdefault(label[0], []).append((label[1], piece))
    nodes = [
        Node(tuple((" ".join(words), numbered(clues)) for words, clues in families.items()), 1) for families in puzzles
    ]
    if not any(piece.kind == "clue" for families in puzzles for clues in families.values() for _, piece in clues):
        return []
    others = [each for each in rest if not re.fullmatch(r"\[\w+\]", each.text) and not heading(each.text)]
    root = nodes[0] if len(nodes) == 1 else Node(tuple(("", node) for node in nodes), 1)
    return [Pieces("lines with names", root, _rest(others), frozenset({"named", "loose"}))]


def _is_interrupted(labels: Sequence[Label]) -> bool:
    """Return whether a name without a number comes again, but not in turn with all others, as in two puzzles."""
    runs = [label for label, _ in groupby(labels)]
    counts = [runs.count(label) for label in dict.fromkeys(runs) if label[1] is None]
    return len(set(counts)) > 1


def _under_headings(lines: Sequence[Piece]) -> list[Pieces]:
    """Return the lists that each have a heading; words without a sign may be headings, or clues if others have one."""
    words = [heading(line.text) or announced(line.text) if line.text else None for line in lines]
    places = [n for n, each in enumerate(words) if each is not None]
    marked = [n for n in places if is_marked(lines[n].text) or heading(lines[n].text) is None]
    first = [n for n in places if n == 0 or not lines[n - 1].text or lines[n - 1].text[:1] in "`-="]
    found: list[Pieces] = []
    unnumbered = [n for n in places if not lines[n].text[0].isdecimal() and lines[n].text[:2] != "- "]
    long = [n for n in places if len(words[n] or ()) > 1]
    for chosen in dict.fromkeys(map(tuple, (marked, places, first, unnumbered, long))):
        if len(chosen) > 1:
            found += _sections(lines, {n: words[n] or () for n in chosen})
    return found


def _sections(lines: Sequence[Piece], heads: dict[int, tuple[str, ...]]) -> Iterator[Pieces]:
    """Yield the lists below these headings, if each has one."""
    families: list[tuple[str, list[Piece]]] = []
    before: list[Piece] = []
    rest: list[Piece] = []
    is_beside = False  # below a heading of Markdown for something else
    for place, line in enumerate(lines):
        if place in heads:
            families.append((" ".join(heads[place]), []))
            seat = seat_of(heads[place])
            if seat and not seat.is_second and OF_HEXAGONS.isdisjoint(heads[place]) and says_order(line.text):
                rest.append(line._replace(kind="empty"))
            is_beside = False
        elif families and (re.fullmatch(r"#{1,6}\s+[A-Z][\w ]*|[A-Z][a-z]{2,}:", line.text) or line.text == "~~~"):
            is_beside = True
        elif _TITLE.fullmatch(line.text) and len(heads) > 3 and _is_before_heading(lines, place, heads):
            rest.append(line._replace(kind="empty"))
        elif is_beside or not families:
            (rest if is_beside else before).append(line)
        elif line.text and not (DASHES.fullmatch(line.text) and _is_rule(lines, place, heads)):
            families[-1][1].append(line)
    if not all(clues for _, clues in families):
        return
    gaps = [(lines, n) for _, lines in families for n, (a, b) in enumerate(pairwise(lines), 1) if b.line > a.line + 1]
    facts = _above(before, rest)
    if len(gaps) == 1 and gaps[0][0] is families[-1][1] and any(len(lines) > 1 for _, lines in families[:-1]):
        last, cut = gaps[0]
        below = [each._replace(why="below", kind="empty") for each in last[cut:]]
        yield _headed([*families[:-1], (families[-1][0], last[:cut])], facts, [*rest, *below])
    yield _headed(families, facts, rest)


def _headed(families: Sequence[tuple[str, list[Piece]]], facts: Facts, rest: Sequence[Piece]) -> Pieces:
    """Return the lists with these headings and lines."""
    sizes: Facts = []
    lists: Facts = []
    firsts = [_FIRST_NUMBER(clues[0].text) for _, clues in families]
    is_numbered = len({first and first[1] for first in firsts}) == 1 and None not in firsts
    bare = without_bullets([clues for _, clues in families])
    for (name, _), clues in zip(families, bare, strict=True):
        count = name.rpartition(" ")[2]
        if number_of(count) is not None:
            name = name.removesuffix(f" {count}")
            seat = seat_of(words_of(name))
            sizes += [("height" if seat.axis == "row" else "width", number_piece(count, clues[0]))] if seat else []
        lists.append((name, section(clues, is_numbered)))
    return Pieces("lists with headings", Node((*facts, *sizes, *lists), 1), _rest(rest), frozenset({"headed", "loose"}))


_FIRST_NUMBER: Final = re.compile(r"1(?:([.):])(?:\s|$)|\s)").match


def _above(lines: Sequence[Piece], rest: list[Piece]) -> Facts:
    """Return the sizes above the first heading; the other lines there are added to the remainder."""
    facts: Facts = []
    for line in lines:
        if size := SIZE.fullmatch(line.text):
            facts.append(("size", listed([Piece(each, line.line, "number") for each in size.groups() if each])))
        elif line.text.startswith("#") or re.match(r"\w+: ", line.text):
            rest.append(Piece(line.text, line.line, "empty"))
        else:
            rest.append(line)
    return facts


def _is_rule(lines: Sequence[Piece], place: int, heads: Mapping[int, object]) -> bool:
    """Return whether a line of one sign is a rule: only below and before a heading, and at the end."""
    is_below_heading = place - 1 in heads and lines[place].text[0] not in "#%/"
    return is_below_heading or _is_before_heading(lines, place, heads) or place == len(lines) - 1


_TITLE: Final = re.compile(r"[#*= -]{0,9}[A-Z][a-z]+?\.?(?: [a-z]+)? #?\d{1,4}[.:]?[*= ]{0,9}")


def _is_before_heading(lines: Sequence[Piece], place: int, heads: Mapping[int, object]) -> bool:
    following = next((n for n in range(place + 1, min(place + 4, len(lines))) if lines[n].text), -1)
    return following in heads


_SIGN_OF_REGEX: Final = re.compile(r"[\[\]|*+\\^$?.{}()]")


def _in_blocks(lines: Sequence[Piece]) -> list[Pieces]:
    """Return the lists with an empty line or a line of dashes between them."""
    names = [line for line in lines if re.fullmatch(r"[A-Za-z][a-z ]{2,}:", line.text)]
    lines = [line for line in lines if line not in names]
    found: list[Pieces] = []
    seen: list[list[list[Piece]]] = []
    signs = dict.fromkeys(line.text[0] for line in lines if line.text == "--" or DASHES.fullmatch(line.text))
    ways = [partial(_divides, sign, or_empty) for or_empty in (True, False) for sign in signs]
    for divides in (*ways, partial(_divides, "", True)):
        parts = _blocks(lines, divides)
        if len(parts) > MOST_BLOCKS and signs:
            continue
        blocks, rest = _without_sentences(parts)
        rest += [line._replace(kind="empty") for line in names]
        if blocks not in seen and blocks:
            seen.append(blocks)
            if len(blocks) > 4 and all(len(block) == 1 for block in blocks) and not signs:
                blocks = [[line for block in blocks for line in block]]
            if len(blocks) <= MOST_BLOCKS:
                found += _block_pieces(blocks, rest)
    return found


def _divides(sign: str, or_empty: bool, text: str) -> bool:
    """Return whether a line is between two lists: a rule of this sign, or an empty line if these are."""
    if not text:
        return or_empty
    return text[0] == sign and (text == "--" or DASHES.fullmatch(text) is not None)


def _blocks(lines: Sequence[Piece], divides: Callable[[str], bool]) -> list[list[Piece]]:
    """Return the blocks of lines between dividing lines, without empty lines."""
    blocks = [
        [line for line in group if line.text]
        for is_between, group in groupby(lines, lambda line: divides(line.text))
        if not is_between
    ]
    return [block for block in blocks if block]


def _without_sentences(blocks: list[list[Piece]]) -> tuple[list[list[Piece]], list[Piece]]:
    """Return the blocks without sentences before and after them, and these sentences."""
    rest: list[Piece] = []
    while len(blocks) > 1 and all(is_sentence(line.text) or _is_point(line.text) for line in blocks[0]):
        rest += blocks.pop(0)
    while (
        len(blocks) > 1
        and all(is_prose(line.text) for line in blocks[-1])
        and any(is_sentence(line.text) for line in blocks[-1])
    ):
        rest += blocks.pop()
    while blocks and len(blocks[0]) > 1 and is_sentence(blocks[0][0].text):
        rest.append(blocks[0].pop(0))
    while blocks and len(blocks[-1]) > 1 and is_sentence(blocks[-1][-1].text):
        rest.append(blocks[-1].pop())
    for block in blocks:
        if len(block) > 1 and marks_of([block[0].text]) is None and marks_of([line.text for line in block[1:]]):
            rest.append(block.pop(0))  # a name above numbered lines
    return blocks, rest


def _is_point(text: str) -> bool:
    """Return whether a line is a point of a list in words."""
    return BULLET.match(text) is not None and is_prose(BULLET.sub("", text, count=1)) and text[-1:].islower()


def _block_pieces(blocks: list[list[Piece]], rest: Sequence[Piece]) -> Iterator[Pieces]:
    first, traits = blocks[0], frozenset({"loose"})
    size = SIZE.fullmatch(first[0].text)
    if size:
        second = re.fullmatch(r"\d{1,5}", first[1].text) if len(first) > 1 and size[2] is None else None
        numbers = [*filter(None, size.groups()), *([second[0]] if second else [])]
        taken = 2 if second else 1
        total = sum(map(len, blocks)) - taken
        sides = listed([number_piece(each, first[0]) for each in numbers])
        if total > 1 and (len(numbers) == 1 or sum(map(int, numbers)) == total or len(blocks) > 1):
            without = [block for block in (first[taken:], *blocks[1:]) if block]
            yield from _lists_of(without, [("size", sides)], rest, traits)
        elif len(numbers) == 2 and (answer := _answer(first[taken:], *map(int, numbers))):
            facts: Facts = [("size", sides), ("solution", listed(answer))]
            yield from _lists_of([first[taken : -len(answer)]], facts, rest, traits)
            return
    if not size or not re.search(r"[^\d\s]", first[0].text):  # the number may be a clue
        yield from _lists_of(blocks, [], rest, traits)


def _answer(lines: Sequence[Piece], height: int, width: int) -> list[Piece]:
    """Return the rows of the solution that a contest writes below the clues of the rows and the columns, if any."""
    answer = list(lines[height + width :])
    is_grid = len(answer) == height and all(each.text.isalnum() and len(each.text) == width for each in answer)
    return answer if is_grid else []


def _lists_of(
    blocks: list[list[Piece]], facts: Facts, rest: Sequence[Piece], traits: frozenset[str]
) -> Iterator[Pieces]:
    texts = [line.text for block in blocks for line in block]
    has_marks = bool(marks_of(texts))
    if any(is_sentence(text) or (text[-1] in "([{" and text[-2:-1] != "\\") for text in texts) or not (
        facts or any(map(_SIGN_OF_REGEX.search, texts)) or has_marks or all(re.match("[\"'`/]", text) for text in texts)
    ):
        return
    if any(re.match(r"[A-Za-z]{3}[\w ]*:", text) and line_label(text) for text in texts):
        return
    if any(re.fullmatch(r"\w+ \W ?\d+", line.text) and line_label(line.text) for line in rest):
        return  # headings with sizes, and not sentences
    if len(texts) < 2 or sum(len(text) > 1 and text[0] == text[-1] == "|" for text in texts) > 1:
        return  # one line, or a table
    if len(blocks) == 1:
        blocks = _cut_at_numbers(blocks[0])
    bare = without_bullets(blocks)
    nodes = [Node((("", line),), line.line, INLINE) for block in bare for line in block]
    two_lines = Pieces("two lines", Node(tuple(("", node) for node in nodes), 1), _rest(rest), traits)
    is_pair = len(texts) == 2 and not (facts or has_marks)
    if is_pair and len(blocks) == 1:
        yield two_lines
        return
    is_plain = all(re.fullmatch(r"[\w.# ]+", text) for text in texts)
    if len(blocks) == 1 and not facts and not has_marks and is_plain:
        return  # a template of words
    if len(blocks) == 3 and (answer := _answer([*chain(*blocks)], len(blocks[0]), len(blocks[1]))):
        facts = [*facts, ("solution", listed(answer))]
        bare = without_bullets(blocks[:2])
    lists = tuple(("", section(block) if len(block) > 1 else listed(block)) for block in bare)
    yield Pieces("plain lines", Node((*facts, *lists), 1), _rest(rest), traits)
    if all(marks_of([line.text for line in block]) for block in bare) and any(len(block) == 1 for block in bare):
        lists = tuple(("", section(block)) for block in bare)
        yield Pieces("plain lines", Node((*facts, *lists), 1), _rest(rest), traits)
    if is_pair:
        yield two_lines


def _cut_at_numbers(block: list[Piece]) -> list[list[Piece]]:
    """Return the lists in one block whose lines have numbers or letters in front, which begin again with each list."""
    marks = [mark[1] if (mark := MARKS[0].match(line.text) or MARKS[3].match(line.text)) else "" for line in block]
    starts = [n for n, mark in enumerate(marks) if mark in ("1", "a", "A")]
    if not all(marks) or len(starts) < 2 or starts[0] or "." in (each.text[:1] for each in block):
        return [block]
    return [block[start:end] for start, end in pairwise([*starts, len(block)])]


def _contests(lines: Sequence[Piece]) -> list[Pieces]:
    """Return the puzzles of a contest: the two sizes, then the clues of the rows and of the columns, again and again.

    The end is the end of the text, or the sizes 0 and 0.
    """
    listing = [line for line in lines if line.text]
    puzzles: Facts = []
    place = 0
    while place < len(listing):
        sizes = re.fullmatch(r"(\d{1,4})\s+(\d{1,4})", listing[place].text)
        if sizes is None:
            return []
        height, width = int(sizes[1]), int(sizes[2])
        if height == width == 0 and place == len(listing) - 1:
            break
        rows, columns = (
            listing[place + 1 : place + 1 + height],
            listing[place + 1 + height : place + 1 + height + width],
        )
        if not rows or len(columns) < width or not width:
            return []
        puzzles.append(("", Node((("rows", listed(rows)), ("columns", listed(columns))), rows[0].line)))
        place += 1 + height + width
    return (
        [Pieces("the data of a contest", Node(tuple(puzzles), 1), (), frozenset({"loose"}))] if len(puzzles) > 1 else []
    )
