"""Which values of a text are the lists of clues of one puzzle, and which say something else of it.

In: the `Pieces` of one tokenizer.  Out: for each puzzle a `Found`: its lists, each with the words beside it, and its
facts.  Lists of one call, object or section belong together.  Lists that come again with the same names begin another
puzzle.  Nothing is decided here about rows and columns beyond the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from satcross.base.records import NamedTuple
from satcross.puzzle.files.pasted.literals import A_NAME, CHANGES_LIST, EXPRESSION
from satcross.puzzle.files.pasted.numbering import INLINE
from satcross.puzzle.files.pasted.pieces import Node, Piece, Pieces, Value, number_of
from satcross.puzzle.files.pasted.tables import TABLE
from satcross.puzzle.files.pasted.words import FILLER, NUMBERS, Seat, fact_of, is_side, seat_of, word_set, words_of

Line = tuple[Piece, ...]
"""The clues of a line of the puzzle; none is an empty piece."""


class Listing(NamedTuple):
    """A list of clues.

    Attributes:
        label: The words beside it.
        lines: For each line of the puzzle its clues.
        numbers: The numbers of the lines, () if the text gives none.
        is_inline: Whether it is one piece of text, in which it is not yet known what is between the clues.
    """

    label: tuple[str, ...]
    lines: tuple[Line, ...]
    numbers: tuple[int, ...] = ()
    is_inline: bool = False

    @property
    def seat(self) -> Seat | None:
        return seat_of(self.label)

    @property
    def fault(self) -> Piece | None:
        """The first piece that cannot be read as a clue."""
        return next((piece for line in self.lines for piece in line if piece.kind in ("unreadable", "number")), None)


class Found(NamedTuple):
    """The lists of one puzzle, and the facts that are beside them: the values of each kind, in their order.

    Attributes:
        is_filled: Whether empty places at the ends of lists may only be there because another list is longer.
        penalty: How unlikely it is that these are the lists.
    """

    lists: tuple[Listing, ...]
    facts: Mapping[str, Sequence[Value]]
    is_filled: bool = False
    penalty: int = 0


def clue_lists(pieces: Pieces) -> list[Found]:
    """Return the puzzles in the lists of `pieces`."""
    found = _puzzles(pieces.root, {}, bool(pieces.traits & {"loose", "numbers"}))
    return [each for each in found if each.lists]


_LINE: Final = re.compile(r"(?:row|col(?:umn)?) ?\d+ ?\([^()\d]+\)", re.I).fullmatch
"""The name of one line, with something else."""


def _lists_and_others(
    items: Sequence[tuple[str, Value]], node: Node, is_loose: bool
) -> tuple[list[Listing], list[Node] | None]:
    """Return the lists of clues among `items`, and the other nodes; None if one item has the lists of both axes."""
    lists: list[Listing] = []
    children: list[Node] = []
    for key, value in items:
        if _kind(key, value) is not None:
            continue
        is_seated = seat_of(words_of(key)) is not None
        objects = _of_both_axes(value, is_loose) if isinstance(value, Node) and not is_seated else ()
        if objects:
            return list(objects), None
        is_of_records = (
            isinstance(value, Node) and not is_seated and _by_direction([each for _, each in value.items], is_loose)
        )
        if not is_of_records and _is_list(value, is_side(words_of(key)) or node.name not in ("", EXPRESSION)):
            lists.append(listing(words_of(key), value, is_loose))
        elif isinstance(value, Node) and is_seated and value.name in ("", EXPRESSION):
            inner = _of_sides(words_of(key), value, is_loose)
            lists += inner
            if not inner and value.name == EXPRESSION:
                lists.append(Listing(words_of(key), ((_first(value),),)))
            elif not inner:
                children.append(value)
        elif isinstance(value, Node) and is_seated and value.name != key and _has_one_list(value):
            lists.append(Listing(words_of(key), ((_first(value),),)))
        elif isinstance(value, Node):
            children.append(value)
        elif is_seated and value.kind == "unreadable":
            lists.append(Listing(words_of(key), ((value,),)))
        elif value.kind == "clue" and _LINE(key):
            lists.append(
                Listing(words_of(key), ((value._replace(kind="unreadable", why="there is more beside its number"),),))
            )
    return lists, children


def _puzzles(node: Node, around: Mapping[str, Sequence[Value]], is_loose: bool) -> list[Found]:
    """Return the puzzles in `node`; `around` are facts that hold for each of them."""
    items = _with_names_joined(_with_calls_joined(node.items))
    facts = _facts(items, around)
    if records := _by_direction([value for _, value in items], is_loose):
        return [Found(records, facts)]
    lists, children = _lists_and_others(items, node, is_loose)
    if children is None:
        return [Found(tuple(lists), facts, True)]
    lists = _without_shadowed(lists)
    own = _grouped(lists, facts) if len(lists) > 1 else []
    if own and all({seat.axis for each in found.lists if (seat := each.seat)} == {"row", "column"} for found in own):
        inner_found = [each for child in children for each in _puzzles(child, {}, is_loose)]
        return own + [each for each in inner_found if len(each.lists) > 1 and not any(map(_fault, each.lists))]
    common = {fact: values for fact, values in facts.items() if fact in ("alphabet", "author")}
    inner_found = [each for child in children for each in _puzzles(child, common, is_loose)]
    full = [each for each in inner_found if len(each.lists) > 1]
    if own and not (full and all(each.seat is None for each in lists)):
        return own
    if not full and not lists and len(inner_found) > 1:
        return _grouped([each for found in inner_found for each in found.lists], facts)
    if full:
        return [full[0]._replace(facts={**facts, **full[0].facts})] if len(full) == 1 else full
    return [Found(tuple(lists), facts)] if lists else inner_found


def _has_one_list(node: Node) -> bool:
    return sum(isinstance(each, Node) for _, each in node.items) < 2


def _fault(each: Listing) -> Piece | None:
    return each.fault


def _first(value: Value) -> Piece:
    """Return the first piece in `value`, as an unreadable one."""
    while isinstance(value, Node):
        if value.name not in ("", EXPRESSION):
            return Piece(f"{value.name}(...)", value.line, "unreadable", why="it would have to be computed")
        value = value.items[0][1] if value.items else Piece("", value.line)
    return value._replace(kind="unreadable", why=value.why or "it is not a list of clues")


def _of_sides(label: tuple[str, ...], node: Node, is_loose: bool) -> list[Listing]:
    """Return the lists of an object such as {"left": [...], "right": [...]} below `rows`."""
    lists = [
        listing((*label, *words_of(key)), value, is_loose)
        for key, value in node.items
        if key and _kind(key, value) is None and _is_list(value, True)
    ]
    axes = {seat.axis for each in lists if (seat := seat_of(each.label[len(label) :]))}
    return lists if len(lists) == len(node.items) and len(axes) == 1 else []


def _has_clue(each: Listing) -> bool:
    return any(piece.kind == "clue" or piece.why == CHANGES_LIST for line in each.lines for piece in line)


def _without_shadowed(lists: list[Listing]) -> list[Listing]:
    """Return the lists; a list that cannot be read is left out where another one has the same seat and can."""
    readable = {each.seat for each in lists if each.fault is None and each.seat}
    kept = [
        each
        for n, each in enumerate(lists)
        if each.fault is None or each.seat not in readable or _has_clue(each) or _is_changed(each, lists[:n])
    ]
    seats = [each.seat for each in kept if each.fault is None and each.seat]
    if {seat.axis for seat in seats} == {"row", "column"}:
        kept = [each for each in kept if each.fault is None or each.seat is not None]
    return kept


def _is_changed(each: Listing, before: Sequence[Listing]) -> bool:
    """Return whether a list takes the place of one of the same name, and is not only its regexes."""
    fault = each.fault
    is_same = (
        fault is None
        or (fault.why == A_NAME and words_of(fault.text) == each.label)
        or re.search("compile|reg", fault.text, re.I)
    )
    return not is_same and any(other.label == each.label and other.fault is None for other in before)


def _grouped(lists: Sequence[Listing], facts: Mapping[str, Sequence[Value]]) -> list[Found]:
    """Return the puzzles of lists that come again with the same names, such as rows, columns, rows, columns."""
    labels = [each.label for each in lists]
    for size in (2, 3, 4):
        count = len(lists) // size
        are_whole = all(any(map(_has_clue, lists[size * n : size * (n + 1)])) for n in range(count))
        is_repeated = count > 1 and labels == labels[:size] * count and are_whole
        if is_repeated and len({each.seat for each in lists[:size]} - {None}) > 1:
            return [
                Found(
                    tuple(lists[size * n : size * (n + 1)]),
                    {fact: values[n : n + 1] for fact, values in facts.items() if len(values) == count},
                )
                for n in range(count)
            ]
    return [Found(tuple(lists), facts)]


def _facts(items: Iterable[tuple[str, Value]], around: Mapping[str, Sequence[Value]]) -> dict[str, Sequence[Value]]:
    """Return the facts that the names of `items` give, each kind's values in their order."""
    facts: dict[str, Sequence[Value]] = {}
    items = list(items)
    kinds = [value.kind if isinstance(value, Piece) and not key else "" for key, value in items]
    if kinds in (["number", "number", "", ""], ["number", ""]):  # solve(2, 2, [...], [...])
        facts["size"] = (Node(tuple(items[: len(items) // 2]), items[0][1].line),)
    for key, value in items:
        if kind := _kind(key, value) or _unknown(key, value):
            facts[kind] = (*facts.get(kind, ()), value if kind != "left" else Piece(key, value.line))
    return {**around, **facts}


def _unknown(key: str, value: Value) -> str | None:
    """Return "left" for the name of a value that says something else of the puzzle, perhaps a condition."""
    words = words_of(key)
    is_text = isinstance(value, Piece) and (value.kind != "unreadable" or value.text in ("true", "True"))
    is_of_numbers = (
        isinstance(value, Node)
        and not value.name
        and not any(isinstance(each, Piece) and each.kind != "number" for _, each in value.items)
    )
    return "left" if words and seat_of(words) is None and (is_text or is_of_numbers) else None


def _kind(key: str, value: Value) -> str | None:
    """Return which fact the value of a name is, None if it is none."""
    if not key:
        return None
    is_object = isinstance(value, Node) and any(name for name, _ in value.items)
    if is_object and any(isinstance(each, Node) for _, each in value.items):  # type: ignore[union-attr]
        return None
    words = [word for word in words_of(key) if word not in ("num", "number", "count", "n", "no")]
    seat = seat_of(words)
    if isinstance(value, Piece) and value.kind == "number" and seat is not None and words[-1:] != ["2"]:
        return f"{seat.axis}s"
    fact = fact_of(words)
    is_side = fact == "size" and not {"side", "edge"}.isdisjoint(words)  # also the side on which clues stand
    return None if is_side and _is_list(value, True) else fact


def _is_list(value: Value, is_seated: bool) -> bool:
    """Return whether `value` is a list of clues, or of lists of a few; what else is in it makes it unreadable.

    Args:
        is_seated: Whether its name gives a direction.  Then it need not have a clue.
    """
    if not isinstance(value, Node) or not value.items or value.name not in ("", INLINE):
        return False
    keys = [key for key, _ in value.items if key and number_of(key) is None]
    if keys and "".join(keys).lower() != "abcdefghijklmnopqrstuvwxyz"[: len(value.items)]:
        return False
    if keys and any(isinstance(each, Node) and _clue_of(each) is None for _, each in value.items):
        return False
    clues = 0
    for _, each in value.items:
        if isinstance(each, Node) and _clue_of(each) is None:
            if each.name == EXPRESSION or (each.name and is_seated):
                continue
            pieces = [part for _, part in each.items if isinstance(part, Piece)]
            numbers = sum(part.kind == "number" for part in pieces)
            texts = sum(part.kind == "clue" for part in pieces)
            if each.name or len(pieces) < len(each.items) or (numbers and texts != 1 and not (is_seated and not texts)):
                return False
            if any(key and seat_of(words_of(key)) is None and number_of(key) is None for key, _ in each.items):
                return False
            clues += texts > 0
        else:
            clues += isinstance(each, Node) or each.kind == "clue"
    return clues > 0 or is_seated


def listing(label: tuple[str, ...], value: Value, is_loose: bool) -> Listing:
    """Return the list of clues that `value` is.

    Args:
        is_loose: Whether a number is a clue like any other.
    """
    assert isinstance(value, Node)
    numbers = [n for key, _ in value.items if (n := number_of(key)) is not None]
    values = [each for _, each in value.items] if numbers else _in_order([each for _, each in value.items])
    lines = []
    for each in values:
        pieces = [each]
        if isinstance(each, Node):
            clue = _clue_of(each)
            both = sorted(each.items, key=lambda item: (seat_of(words_of(item[0])) or Seat("")).is_second)
            pieces = [clue] if clue else [_first(each)] if each.name else [part for _, part in both]
            if clue is None and any(part.kind == "clue" for part in pieces if isinstance(part, Piece)) and not is_loose:
                pieces = [part for part in pieces if isinstance(part, Piece) and part.kind != "number"]
        lines.append(tuple(_as_clue(part, is_loose) for part in pieces if isinstance(part, Piece)))
    if len(numbers) == len(lines) and numbers:
        order = sorted(range(len(lines)), key=lambda n: numbers[n])
        return Listing(label, tuple(lines[n] for n in order), tuple(sorted(numbers)))
    return Listing(label, tuple(lines), (), value.name == INLINE)


def _as_clue(piece: Piece, is_loose: bool) -> Piece:
    return piece._replace(kind="clue") if piece.kind == "number" and is_loose else piece


def _in_order(values: Sequence[Value]) -> Sequence[Value]:
    """Return the clues of a list in the order of their numbers, if all have one: {"index": 2, "regex": "A.*"}."""
    numbers = {
        n: int(each.text)
        for n, value in enumerate(values)
        if isinstance(value, Node) and any(part.kind == "clue" for _, part in value.items if isinstance(part, Piece))
        for key, each in value.items
        if isinstance(each, Piece) and each.kind == "number" and (not key or set(words_of(key)) & _NUMBER_KEYS)
        if number_of(each.text) is not None
    }
    if len(numbers) < len(values) or len(set(numbers.values())) < len(values):
        return values
    return [values[n] for n in sorted(numbers, key=lambda n: numbers[n])]


_NUMBER_KEYS: Final = word_set("index idx i n no nr num number pos position order line row col column")
_CLUE_KEYS: Final = word_set("regex regexp re pattern clue expression expr rule hint source value")
_EXCEPT: Final = re.compile("neg|invert|not$|exclu", re.I).match
_DIRECTION_KEYS: Final = word_set("direction dir orientation axis type kind")


def _clue_of(node: Node) -> Piece | None:
    """Return the clue of an object such as {"id": 1, "regex": "A.*"}; None if it is none."""
    keyed = [(set(words_of(key)), each) for key, each in node.items]
    texts = [each for words, each in keyed if words & _CLUE_KEYS and isinstance(each, Piece) and each.kind != "number"]
    has_direction = any(words & _DIRECTION_KEYS and isinstance(each, Piece) for words, each in keyed)
    if len(texts) != 1 or has_direction or node.name or any(isinstance(each, Node) for _, each in node.items):
        return None
    flags = next((each.text for key, each in node.items if key == "flags" and isinstance(each, Piece)), "")
    if any(_EXCEPT(key) and isinstance(each, Piece) and each.text == "true" for key, each in node.items):
        return texts[0]._replace(kind="unreadable", why="it is said not to match")
    flags += "<" * any(key.startswith("revers") and each == Piece("true", each.line, "unreadable", why=A_NAME)
                       for key, each in node.items)  # fmt: skip
    return texts[0]._replace(flags=texts[0].flags or flags)


def _with_calls_joined(items: Sequence[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Return `items` with a list in place of calls that add a clue each: `p.addRow(/A.*/)`, `row(1, "A.*")`.

    Calls whose arguments name the direction, such as `add_regex(1, 'A', "A.*")`, become its records.
    """
    added: dict[str, list[tuple[str, Piece]]] = {}
    items = [_grown(key, value) or (key, _only_list(key, value) or value) for key, value in items]
    lists = {key for key, value in items if isinstance(value, Node) and not value.name}
    for key, value in items:
        if isinstance(value, Node) and value.name and key == value.name and seat_of(words_of(key)):
            pieces = [each for _, each in value.items if isinstance(each, Piece)]
            numbers = [each.text for each in pieces if each.kind == "number"]
            texts = [each for each in pieces if each.kind != "number"]
            is_name = key in lists and texts[:1] and texts[0].why == A_NAME
            if len(texts) == 1 and len(pieces) == len(value.items) and not is_name:
                added.setdefault(key, []).append((numbers[0] if len(numbers) == 1 else "", texts[0]))
    joined = {key for key, clues in added.items() if len(clues) > 1 or len(added) > 1 or key in lists}
    kept = [
        (key, value._replace(name="") if isinstance(value, Node) and _is_record_call(key, value) else value)
        for key, value in items
        if not (key in joined and isinstance(value, Node) and value.name in ("", key))
    ]
    begun = {key: value.items for key, value in items if isinstance(value, Node) and not value.name}
    return kept + [
        (key, Node((*begun.get(key, ()), *added[key]), added[key][0][1].line)) for key in added if key in joined
    ]


def _grown(key: str, value: Value) -> tuple[str, Value] | None:
    """Return the list and the clue of a call such as `table.insert(rows, "A.*")` or `append(rows, "A.*")`."""
    pieces = [each for _, each in value.items if isinstance(each, Piece)] if isinstance(value, Node) else []
    if (
        not isinstance(value, Node)
        or not value.name  # a list, not a call
        or len(pieces) != 2
        or pieces[0].why != A_NAME
        or pieces[1].kind == "unreadable"
        or not is_side(words_of(pieces[0].text))
    ):
        return None
    return f"{pieces[0].text} []", pieces[1]


def _only_list(key: str, value: Value) -> Node | None:
    """Return the list of a call such as `rows(["A", "B"])`, whose name shows what it is."""
    if not isinstance(value, Node) or not value.name or key != value.name or len(value.items) != 1:
        return None
    only = value.items[0][1]
    return only if isinstance(only, Node) and not only.name and is_side(words_of(key)) else None


def _is_record_call(key: str, value: Node) -> bool:
    return key == value.name and "direction" in _fields(value)


def _with_names_joined(items: Sequence[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Return `items` with a list in place of values whose names have a number, such as `row1`, `row 2`.

    A string of several lines under the name of a direction is a list too.
    """
    numbered: dict[tuple[str, ...], list[tuple[str, Value]]] = {}
    kept: list[tuple[str, Value]] = []
    texts = [key for key, value in items if isinstance(value, Piece) and value.kind == "clue" and is_side(words_of(key))
             and not words_of(key)[-1].isdecimal()]  # fmt: skip
    taken = {seat_of(words_of(key)) for key, value in items if _is_list(value, True)} - {None}
    free = {seat_of(words_of(key)) for key in texts} - taken
    are_texts = len(set(texts)) == len(texts) == len(free) and (len(texts) > 1 or bool(taken))
    for key, value in items:
        words = words_of(key)
        if key.endswith(" []") and is_side(words) and isinstance(value, Piece):
            numbered.setdefault(words, []).append(("", value))
        elif key.endswith(" []") and is_side(words) and isinstance(value, Node) and not value.name:
            numbered.setdefault(words, []).extend(("", each) for _, each in value.items)
        elif isinstance(value, Piece) and re.search(r"\d ?[-–] ?\d+$", key) and seat_of(words):
            kept.append((key, value._replace(kind="unreadable", why="it is for several lines")))
        elif isinstance(value, Piece) and len(words) > 1 and words[-1].isdecimal() and seat_of(words[:-1]):
            numbered.setdefault(words[:-1], []).append((words[-1], value))
        elif (
            isinstance(value, Piece) and words and seat_of(words[1:]) and (words[0] in NUMBERS or words[0].isdecimal())
        ):
            numbered.setdefault(words[1:], []).append((str(NUMBERS.get(words[0], words[0])), value))
        elif isinstance(value, Piece) and is_side(words) and re.search(r"\n|\\n", value.text):
            parts = [part.strip() for part in re.split(r"\n|\\n", value.text)]
            parts = parts[not parts[0] : len(parts) - (len(parts) > 1 and not parts[-1])]
            kinds = [(value.line, "clue" if part else "empty") for part in parts]
            pieces = [Piece(part, n, kind) for part, (n, kind) in zip(parts, kinds, strict=True)]  # type: ignore[arg-type]
            kept.append((key, Node(tuple(("", each) for each in pieces), value.line)))
        elif are_texts and key in texts and seat_of(words) and not words[-1].isdecimal():
            kept.append((key, Node((("", value),), value.line, INLINE)))
        else:
            kept.append((key, value))
    lists = {words_of(key) for key, value in items if isinstance(value, Node) and not value.name}
    return kept + [(" ".join(words), _joined(words, clues, words in lists)) for words, clues in numbered.items()]


def _joined(words: tuple[str, ...], clues: Sequence[tuple[str, Value]], has_list: bool) -> Node:
    """Return the list of clues whose names have a number; as `rows[0] = "A.*"`, they change a list of their name."""
    line = clues[0][1].line
    if not has_list or not any(key for key, _ in clues):
        return Node(tuple(clues), line)
    return Node((("", Piece(" ".join(words), line, "unreadable", why=CHANGES_LIST)),), line)


def _of_both_axes(node: Node, is_loose: bool) -> tuple[Listing, ...]:
    """Return the lists of objects that have a clue of each direction: {"row": "A.*", "col": "B"}."""
    pieces: dict[str, list[tuple[str, Value]]] = {}
    for _, value in node.items:
        if not isinstance(value, Node) or value.name or not value.items:
            return ()
        for key, each in value.items:
            if isinstance(each, Node) or (seat_of(words_of(key)) is None and each.kind != "number"):
                return ()
            if each.kind != "number":
                pieces.setdefault(key, []).append(("", each))
    axes = {seat.axis for key in pieces if (seat := seat_of(words_of(key)))}
    if len(axes) < 2 or len(pieces) < 2:
        return ()
    return tuple(listing(words_of(key), Node(tuple(each), 0), is_loose) for key, each in pieces.items())


def _by_direction(values: Sequence[Value], is_loose: bool) -> tuple[Listing, ...]:
    """Return the lists of clues of objects that each name their direction: {"dir": "across", "regex": "A.*"}."""
    objects: dict[tuple[str, ...], list[Value]] = {}
    for value in values:
        if not isinstance(value, Node) or not any(
            isinstance(each, Node) or each.kind != "unreadable" for _, each in value.items
        ):
            continue  # as the names of the columns in SQL
        direction = _fields(value).get("direction")
        words = words_of(direction.text) if isinstance(direction, Piece) else ()
        if seat_of(words) is None and value.name != EXPRESSION and any(_may_be_clue(each) for _, each in value.items):
            return ()
        if seat_of(words) is not None:
            objects.setdefault(words, []).append(value)
    lists = []
    for words, listed in objects.items():
        nodes = [_fields(each).get("regex") for each in _in_order(listed)]
        lines = tuple(
            line
            for each in nodes
            for line in (
                ((each,),)
                if isinstance(each, Piece)
                else listing((), each, is_loose).lines
                if each is not None and _is_list(each, True)
                else ((Piece("", 0, "unreadable", why="an object without a clue"),),)
            )
        )
        lists.append(Listing(words, lines))
    return tuple(lists) if len(lists) > 1 else ()


def _may_be_clue(value: Value) -> bool:
    return isinstance(value, Piece) and (value.kind == "clue" or (value.kind == "unreadable" and value.why != A_NAME))


def _fields(value: Value) -> dict[str, Value]:
    """Return the direction and the clue of an object, or of a list such as ("row", 1, "A.*")."""
    if not isinstance(value, Node):
        return {}
    texts = [
        each
        for key, each in value.items
        if not key and isinstance(each, Piece) and (each.kind in ("clue", "empty") or each.why == A_NAME)
    ]
    numbers = [each for key, each in value.items if not key and isinstance(each, Piece) and each.kind == "number"]
    if len(texts) == 2 and (
        re.fullmatch(r"[A-Za-z]{3,}", texts[0].text) or (numbers and re.fullmatch("[ADRCHVadrchv]", texts[0].text))
    ):
        return {"direction": texts[0], "regex": texts[1]} if seat_of(words_of(texts[0].text)) else {}
    fields: dict[str, Value] = {}
    for key, each in value.items:
        words = set(words_of(key))
        if words & _DIRECTION_KEYS and isinstance(each, Piece):
            fields.setdefault("direction", each)
        elif words & (_CLUE_KEYS | FILLER) and not (isinstance(each, Piece) and each.kind == "number"):
            fields.setdefault("regex", each)
    return fields if len(fields) == 2 else {}


def tables_in(pieces: Pieces) -> Iterator[Node]:
    """Yield the tables that a tokenizer found."""
    yield from (value for _, value in pieces.root.items if isinstance(value, Node) and value.name == TABLE)
