r"""Texts in which people have puzzles: lists in source code and JSON, tables, and plain lines.

In: a text that is in no known format.  Out: the puzzles in it, each with a line that says how it was read.  Lists in
source text (`literals`) may have any keys, and stand in a list or an object of puzzles.  Tables are those of Markdown,
HTML, CSV and TSV, and drawn ones; clues are at their edges, letters or nothing inside.  Plain text has one clue a line,
and the lists are apart by an empty line, a line of dashes, or a heading.  Around all of that there may be fences,
quotation marks, numbers, bullets, and sentences.

    HE|LL|O+            |           | [^SPEAK]+ | EP\|IP\|EF |         Rows:
    [PLEASE]+           |-----------|-----------|------------|         1. HE|LL|O+
                        | HE\|LL\|O+|           |            |         2. [PLEASE]+
    [^SPEAK]+           | [PLEASE]+ |           |            |         Columns:
    EP|IP|EF                                                           ...

Each layout is a function from the text to what it finds, an empty list if the text has another layout.  Nothing is
evaluated, and the time is linear in the length of the text.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from satcross.errors import LimitError, PuzzleError
from satcross.puzzle.files.clue_lists import (
    FILLER,
    Family,
    FoundLists,
    Seat,
    entry_of,
    fact_of,
    seat_of,
    word_set,
    words_of,
)
from satcross.puzzle.files.literals import Group, Literals, SourceText, Value, literals, unescaped
from satcross.puzzle.files.pasted_lines import FENCE, from_lines, numbered_lines
from satcross.puzzle.files.pasted_tables import from_edges, from_html, from_markdown, from_markup, from_separated
from satcross.puzzle.files.source import MOST_PUZZLES, Entry, Path, WordSource

SMALLEST: Final = "three lines are enough: A|B (the clue of a row), an empty line, and [BC] (the clue of a column)"
SMALLEST_JSON: Final = 'lists under two names are enough: {"rows": ["A|B"], "columns": ["[BC]"]}'
MOST_LETTERS: Final = 120_000
"""Letters of a text: no puzzle that people paste has more, and these are read within a second."""


IS_JSON: Final = re.compile(
    r"""(?!\s*+\[(["'])(?:(?!\1)[^\n\]])*+\](?:(?!\1)[^\n])*+\n)"""  # a class that holds a quotation mark
    r"""\s*+(?://[^\n]*+\n\s*+)*+(?:\{\s*+(?:["'“]|\}|$)|\[\s*+(?:\{|\]\s*$|(?:\[\s*+)?["'“]))"""
)


class NothingFoundError(PuzzleError):
    """The text has no layout in which clues can be told from the rest."""


def read(text: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the puzzles of `text`.

    Raises:
        PuzzleError: If no layout fits (code `format`), or if the lists of clues make no puzzle.
        LimitError: If the text is too long (code `size`).
    """
    if len(text) > MOST_LETTERS:
        raise LimitError(f"this text is in no known format, and has more than {MOST_LETTERS:,} letters", code="size")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first: PuzzleError | None = None
    for part in _parts(text) if text.lstrip()[:1] not in (")", "]", "}") else ():
        for layout in (from_source,) if IS_JSON.match(part) else LAYOUTS:
            try:
                if pasted := layout(part):
                    return [entry_of(each, force) for found in pasted for each in _repeated(found)]
            except PuzzleError as error:
                first = first or error
    is_json = IS_JSON.match(text) is not None
    smallest = SMALLEST_JSON if is_json else SMALLEST
    if first is not None:
        raise first.replace(hint="; ".join(filter(None, [first.hint, smallest])))
    found = "JSON: it is in no known format, and has" if is_json else "text:"
    lists = "no lists of clues" + ("" if is_json else ", no table, and no clues line by line")
    raise NothingFoundError(f"no puzzle was found in this {found} {lists}", hint=smallest, code="format")


def _repeated(found: FoundLists) -> list[FoundLists]:
    """Return the puzzles of lists that come again with the same two names: rows, columns, rows, columns."""
    labels = [family.label for family in found.families]
    count = len(labels) // 2
    if count < 2 or labels != labels[:2] * count or len({seat_of(label) for label in labels} - {None}) < 2:
        return [found]
    return [found._replace(families=found.families[2 * n : 2 * n + 2]) for n in range(count)]


def line_numbers(text: str) -> Mapping[Path, int]:
    """Return the line of each path: a path of this format is ("line", number)."""
    return {("line", number): number for number in range(1, text.count("\n") + 2)}


def _parts(text: str) -> Iterator[str]:
    """Yield the texts in which a puzzle is looked for; each has as many lines before anything as `text` has."""
    if text.lstrip().startswith("{") and '"cells"' in text and (cells := _cells_of_notebook(text)):
        yield cells
        return
    if re.match(r"\s*(?:>[^\n]*\n\s*)*>[^\n]*\s*$", text):
        text = re.sub(r"^[ \t]*> ?", "", text, flags=re.M)
    text = _PROMPT.sub("", _without_bbcode(text))
    without_fences = FENCE.sub("", text)
    if fenced := _fenced(text):
        if len(FENCE.findall(text)) > 2:
            yield without_fences
        yield fenced
    yield without_fences
    text = without_fences
    if "&quot;" in text or "&lt;" in text:
        yield html.unescape(text)


_PROMPT: Final = re.compile(r"^(?:(?:In|Out) ?\[\d+\]:|>>>) ?", re.M)
_BBCODE: Final = re.compile(r"\[(/?)(\w+)(?:=[^][\n]{0,200})?\]|\[\*\]")


def _without_bbcode(text: str) -> str:
    """Return `text` with HTML in place of the tables of forums, `[td]`, and without their other tags, `[b]`."""
    closed = {hit[2].lower() for hit in _BBCODE.finditer(text) if hit[1]}

    def replace(hit: re.Match[str]) -> str:
        tag = (hit[2] or "").lower()
        if tag in closed:
            return f"<{hit[1]}{tag}>" if tag in ("table", "tr", "td", "th") else ""
        return "- " if not tag and closed else hit[0]

    return _BBCODE.sub(replace, text) if closed & _OF_FORUMS else text


_OF_FORUMS: Final = word_set("b i u code list quote spoiler pre tt table td th tr size color font")


def _fenced(text: str) -> str:
    """Return what is between fences, with empty lines in place of all others; "" without fences."""
    pieces = [piece if n % 2 else "\n" * piece.count("\n") for n, piece in enumerate(FENCE.split(text))]
    return "".join(pieces) if "".join(pieces).strip("\n") else ""


def _cells_of_notebook(text: str) -> str:
    """Return the text of all cells of a Jupyter notebook, "" if `text` is none."""
    try:
        return "\n\n".join(["".join(cell["source"]) for cell in json.loads(text)["cells"]])
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""


def from_source(text: str) -> list[FoundLists]:
    """Return the puzzles whose clues are lists of strings in source text or JSON."""
    if not re.search(r"[\[({]", text):
        return []
    pasted = literals(text)
    if text.lstrip()[:1] in ("[", "{") and not pasted.is_balanced:
        return []
    is_json = text.lstrip()[:1] in ("{", "[") and not re.search(r"//|/\*|\bfunction\b", text)
    layout = "JSON" if is_json else "lists in source code"
    is_javascript = bool(re.search(r"\b(?:const|let|var|function)\s|new RegExp\b", text)) or _has_regex(pasted.root)
    puzzles = [each for each in _puzzles(pasted.root, {}) if each.families]
    if all(len(each.families) < 2 for each in puzzles):
        _refuse_missing_commas(pasted)
    if len(puzzles) > MOST_PUZZLES:
        raise LimitError(f"this text has more puzzles than the limit of {MOST_PUZZLES:,}", code="size")
    if not puzzles:
        long_texts = [
            value.text for _, value in pasted.root.items if isinstance(value, SourceText) and value.text.count("\n") > 2
        ]
        return [each for text in long_texts[:9] for each in from_markdown(text) or from_lines(text)]
    found = sum(len(line) for each in puzzles for family in each.families for line in family.lines)
    if not is_json and found < numbered_lines(text):
        return []  # of lines with names, only some clues are between quotation marks or brackets
    is_typst = re.search(r"\bcrossregex\b", text) is not None
    return [
        each._replace(
            layout="a call of crossregex" if is_typst else layout,
            from_right=is_typst,
            is_javascript=is_javascript and not is_typst,
            is_source=True,
        )
        for each in puzzles
    ]


def _has_regex(group: Group) -> bool:
    """Return whether some list holds literals of regexes."""
    return any(
        (isinstance(value, SourceText) and value.flags != "") or (isinstance(value, Group) and _has_regex(value))
        for _, value in group.items
    )


def _refuse_missing_commas(pasted: Literals) -> None:
    for first, second in pasted.missing[:1]:
        raise PuzzleError(
            "a comma is missing between two strings",
            place=[f"line {second.line}"],
            hint=f"write a comma between them: {first.text[:20]!r}, {second.text[:20]!r}",
            code="format",
        )


def _puzzles(group: Group, facts: dict[str, Any]) -> list[FoundLists]:
    """Return the puzzles in `group`, without the name of their layout; `facts` stand around it."""
    group = _with_calls_joined(group)
    own = _gathered(group, facts)
    direct = _direct_facts(group) | facts
    if objects := _by_direction(group):
        return [FoundLists("", objects, direct)]
    here = [value for key, value in group.items if _is_list_of_clues(value) and _kind(key, value) is None]
    children = [(key, value) for key, value in group.items if isinstance(value, Group) and not _is_list_of_clues(value)]
    if len(here) >= 2 or (_is_of_directions(children) and len(own.families) >= 2):
        return [own]
    common = {fact: value for fact, value in direct.items() if fact in ("alphabet", "author")}
    inner = [each for _, child in children for each in _puzzles(child, common)]
    if inner:
        return [inner[0]._replace(facts={**direct, **inner[0].facts})] if len(inner) == 1 else inner
    if len(here) == 1:
        value = here[0]
        assert isinstance(value, Group)
        parts = [each for _, each in value.items if isinstance(each, Group)]
        if len(parts) == len(value.items) and (edges := _edges(parts)):
            return [edges[0]._replace(facts=own.facts)]
        if 2 <= len(parts) == len(value.items) <= 4:
            return [own._replace(families=tuple(Family((), _lines(part)) for part in parts))]
        return [own]
    return [own] if len(own.families) >= 2 else []


def _with_calls_joined(group: Group) -> Group:
    """Return `group` with a list in place of calls that add a clue each: `p.addRow(/A.*/)`, `row(1, "A.*")`."""
    added: dict[str, list[tuple[int, SourceText]]] = {}
    for key, value in group.items:
        if isinstance(value, Group) and key == value.name and seat_of(words_of(key)):
            texts = [each for _, each in value.items if isinstance(each, SourceText)]
            number = next((each for _, each in value.items if isinstance(each, int)), 0)
            added.setdefault(key, []).extend((number, text) for text in texts if len(texts) == 1)
    joined = {key: sorted(clues, key=lambda each: each[0]) for key, clues in added.items() if len(clues) > 1}
    kept = [(key, value) for key, value in group.items if key not in joined]
    lists = [
        (key, Group(tuple(("", text) for _, text in clues), clues[0][1].line, key)) for key, clues in joined.items()
    ]
    return group._replace(items=(*kept, *lists))


def _edges(rows: Sequence[Group]) -> list[FoundLists]:
    """Return the puzzle of lists that are the rows of a table, with nothing in its corner and clues at its edges."""
    cells = [[each if isinstance(each, SourceText) else SourceText("", 0) for _, each in row.items] for row in rows]
    widths = {len(row) for row in cells}
    if len(widths) > 1 or len(cells) < 2 or max(widths) < 2 or len(cells) + max(widths) < 5 or cells[0][0].text:
        return []
    return from_edges(cells, "") if all(row[0].text for row in cells[1:]) else []


def _is_of_directions(children: Sequence[tuple[str, Value]]) -> bool:
    """Return whether objects hold the lists of one direction each, as in {"rows": {"left": [...], "right": [...]}}."""
    for _, value in children:
        seats = [seat_of(words_of(key)) for key, _ in value.items] if isinstance(value, Group) else []
        if len({seat.axis for seat in seats if seat}) == 2:
            return False
    return any(seat_of(words_of(key)) is not None for key, _ in children)


def _gathered(group: Group, facts: dict[str, Any], label: tuple[str, ...] = ()) -> FoundLists:
    """Return all lists of clues and all facts in `group`, those of the objects within included."""
    families: list[Family] = []
    numbered: dict[tuple[str, ...], list[tuple[int, SourceText]]] = {}
    facts = facts | _direct_facts(group)
    for key, value in group.items:
        words = words_of(key)
        if _kind(key, value):
            continue
        if isinstance(value, SourceText) and words and words[-1].isdecimal() and seat_of(words[:-1]):
            numbered.setdefault(label + words[:-1], []).append((int(words[-1]), value))
        elif isinstance(value, SourceText) and re.search(r"\n|\\n", value.text) and seat_of(label + words):
            parts = [part.strip() for part in re.split(r"\n|\\n", value.text)]
            families.append(Family(label + words, tuple((value._replace(text=part),) for part in parts if part)))
        elif isinstance(value, Group) and _is_list_of_clues(value):
            families.append(Family(label + words, _lines(value)))
        elif isinstance(value, Group) and len(label) < 12:
            inner = _gathered(value, {}, label + words)
            families += inner.families
            facts = {**inner.facts, **facts}
    families += [
        Family(words, tuple((clue,) for _, clue in sorted(clues, key=lambda each: each[0])))
        for words, clues in numbered.items()
    ]
    return FoundLists("", tuple(families), facts)


def _direct_facts(group: Group) -> dict[str, Any]:
    """Return the facts that the keys of `group` give, the first of each kind."""
    facts: dict[str, Any] = {}
    for key, value in group.items:
        if kind := _kind(key, value):
            facts.setdefault(kind, _plain(value))
    return facts


def _kind(key: str, value: Value) -> str | None:
    """Return which fact the value of a key is."""
    if not key:
        return None
    if (
        isinstance(value, Group)
        and any(name for name, _ in value.items)
        and any(isinstance(each, Group) for _, each in value.items)
    ):
        return None
    words = words_of(key)
    seat = seat_of([word for word in words if word not in ("num", "number", "count", "n", "no")])
    if isinstance(value, int) and seat is not None:
        return f"{seat.axis}s"
    fact = fact_of(words)
    is_side = fact == "size" and not {"side", "edge"}.isdisjoint(words)  # also the side on which clues stand
    return None if is_side and _is_list_of_clues(value) else fact


def _is_list_of_clues(value: Value) -> bool:
    """Return whether `value` is a list of strings, or of lists of one to three strings; nothing else is in it."""
    if not isinstance(value, Group) or not value.items:
        return False
    keys = [key for key, _ in value.items if key and not key.isdecimal()]
    if keys and "".join(keys).lower() != "abcdefghijklmnopqrstuvwxyz"[: len(value.items)]:
        return False
    texts = 0
    for _, each in value.items:
        if isinstance(each, Group) and _clue_of(each) is None:
            inner = sum(isinstance(part, SourceText) for _, part in each.items)
            if any(not (part is None or isinstance(part, SourceText | int)) for _, part in each.items) or (
                inner != 1 and any(isinstance(part, int) for _, part in each.items)
            ):
                return False
            if any(key and seat_of(words_of(key)) is None for key, _ in each.items):
                return False
            texts += inner > 0
        elif each is not None and not isinstance(each, int):
            texts += 1
        elif each is not None:
            return False
    return texts > 0


def _lines(group: Group) -> tuple[tuple[SourceText, ...], ...]:
    """Return the clues of each line of a list."""
    lines = []
    for value in _in_order([value for _, value in group.items]):
        if isinstance(value, Group):
            clue = _clue_of(value)
            both = sorted(value.items, key=lambda each: (seat_of(words_of(each[0])) or Seat("", False)).is_second)
            lines.append((clue,) if clue else tuple(each for _, each in both if isinstance(each, SourceText)))
        else:
            lines.append((value,) if isinstance(value, SourceText) else ())
    return tuple(lines)


def _in_order(values: Sequence[Value]) -> Sequence[Value]:
    """Return the clues of a list in the order of their numbers, if all have one: {"index": 2, "regex": "A.*"}."""
    numbers = {
        n: number
        for n, value in enumerate(values)
        if isinstance(value, Group)
        for key, number in value.items
        if isinstance(number, int) and (not key or set(words_of(key)) & _NUMBER_KEYS)
    }
    if len(numbers) < len(values) or len(set(numbers.values())) < len(values):
        return values
    return [values[n] for n in sorted(numbers, key=lambda n: numbers[n])]


_NUMBER_KEYS: Final = word_set("index idx i n no nr num number pos position order line row col column")


def _clue_of(group: Group) -> SourceText | None:
    """Return the clue of an object such as {"id": 1, "regex": "A.*"}; None if it is none."""
    texts = [each for key, each in group.items if set(words_of(key)) & _CLUE_KEYS and isinstance(each, SourceText)]
    has_direction = any(
        set(words_of(key)) & _DIRECTION_KEYS and isinstance(each, SourceText) for key, each in group.items
    )
    if len(texts) != 1 or has_direction or any(isinstance(each, Group) for _, each in group.items):
        return None
    flags = next((each.text for key, each in group.items if key == "flags" and isinstance(each, SourceText)), "")
    return texts[0]._replace(flags=texts[0].flags or flags)


def _plain(value: Value) -> Any:
    """Return `value` as Python has it: strings, numbers, and lists of them."""
    if isinstance(value, SourceText):
        return value.text
    if isinstance(value, Group):
        return [_plain(each) for _, each in value.items]
    return value


_CLUE_KEYS: Final = word_set("regex regexp re pattern clue expression expr rule hint source value")
_DIRECTION_KEYS: Final = word_set("direction dir orientation axis type kind")


def _by_direction(group: Group) -> tuple[Family, ...]:
    """Return the lists of clues of objects that each name their direction: {"dir": "across", "regex": "A.*"}."""
    objects: dict[tuple[str, ...], list[Value]] = {}
    for _, value in group.items:
        if value is None or (isinstance(value, Group) and all(each is None for _, each in value.items)):
            continue  # as the names of the columns in SQL
        fields = _fields(value)
        direction = next((each for key, each in fields.items() if set(words_of(key)) & _DIRECTION_KEYS), None)
        words = words_of(direction.text) if isinstance(direction, SourceText) else ()
        if seat_of(words) is None:
            return ()
        objects.setdefault(words, []).append(value)
    families = tuple(Family(words, _lines_of(_in_order(values))) for words, values in objects.items())
    return families if len(families) > 1 and all(family.lines for family in families) else ()


def _lines_of(values: Sequence[Value]) -> tuple[tuple[SourceText, ...], ...]:
    """Return the clues of objects that name their direction, nothing unless each has one clue or one list of them."""
    lines: list[tuple[SourceText, ...]] = []
    for value in values:
        pasted = [
            each
            for key, each in _fields(value).items()
            if set(words_of(key)) & (_CLUE_KEYS | FILLER) and not set(words_of(key)) & _DIRECTION_KEYS
        ]
        if len(pasted) != 1:
            return ()
        if isinstance(pasted[0], SourceText):
            lines.append((pasted[0],))
        elif _is_list_of_clues(pasted[0]) and isinstance(pasted[0], Group):
            lines += _lines(pasted[0])
    return tuple(lines)


def _fields(value: Value) -> dict[str, Value]:
    """Return the fields of an object; of a list such as ("row", 1, "A.*"), its name and its clue."""
    if not isinstance(value, Group):
        return {}
    texts = [each for key, each in value.items if not key and isinstance(each, SourceText)]
    if len(texts) == 2 and re.fullmatch(r"[A-Za-z]{3,}", texts[0].text):
        return {"direction": texts[0], "regex": texts[1]}
    return dict(value.items)


def from_records(text: str) -> list[FoundLists]:
    """Return the puzzle of YAML with an object for each clue: `- dir: row`, and below it `  regex: A.*`."""
    objects: list[list[tuple[str, Value]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        field = re.fullmatch(r"[ \t]*(-[ \t]+)?(\w+):[ \t]+(.*\S)[ \t]*", line)
        if field is None and (objects or not re.fullmatch(r"\w+:|-{3}|", line.strip())):
            if line.strip():
                return []
        elif field is not None:
            if field[1]:
                objects.append([])
            if not objects:
                return []
            quoted = re.fullmatch(r"'(.*)'|\"(.*)\"", field[3])
            clue = field[3] if quoted is None else quoted[1] or unescaped(quoted[2] or "")
            objects[-1].append((field[2], int(clue) if re.fullmatch(r"\d{1,4}", clue) else SourceText(clue, number)))
    families = _by_direction(Group(tuple(("", Group(tuple(fields), 0)) for fields in objects), 0))
    return [FoundLists("YAML with an object for each clue", families, {})] if families else []


LAYOUTS: Final[tuple[Callable[[str], list[FoundLists]], ...]] = (
    from_html,
    from_markup,
    from_markdown,
    from_source,
    from_separated,
    from_records,
    from_lines,
)
"""The layouts in the order in which they are tried; the first that finds a puzzle has it."""
