"""A step of an explanation in words: which clue, because of what, says what about which letters.

In: the clues of a step, what every cell could hold before it, and the remaining letters.  Out: the sentence, and the
part of the clue that holds the letters it speaks of.

    Horizontal 6 C*MC(CCC|MM)*: letters 1 to 12 are C or M.
    Rising 2 (NAH|HAN): as letter 3 is H, only NAH is left, so letter 1 is N.
    Rising 1 O[XN]: letter 1 is O (the start of the clue); letter 2 is N or X (from [XN]).

Letters are numbered along their line, from 1, and are spoken of in that order, even if the clue is read backwards.
Neighbours with equal news share a phrase.  The facts after "as" are cells known from earlier steps without which the
clue would say less; it needs each of them.  Alternatives that are left, and what is in parentheses, are
derived from the clue's text (`ClueParts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from satcross.author.alone import CluesAlone
from satcross.author.clue_parts import ClueParts
from satcross.author.possible_letters import SoughtLetters
from satcross.base.records import NamedTuple
from satcross.base.wording import capital, letter_in_words, listed
from satcross.errors import Span
from satcross.puzzle import Clue, address_text
from satcross.regex.syntax import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Property,
    Range,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints import Constraint
from satcross.solver.diagnosis import reason_of
from satcross.solver.residual import Masks

LISTED: Final = 6  # letters that a sentence lists as left; where more are left, it lists those that are ruled out
_FACTS: Final = 3  # phrases about what was known before; of more of them only the places are named
_LOST: Final = 2  # letters that a cell loses and that a sentence lists beside those that are left
_SHOWN_PART: Final = 16  # letters of a part of a clue that a sentence quotes; a longer part says too little


class _News(NamedTuple):
    """Neighbouring letters of a line, from index `first` to index `last`, that hold the same, or one letter each.

    Attributes:
        text: What they hold, as a sentence says it: "C or M", "not A".
        word: The letters, if each of them is settled, else "".
    """

    first: int
    last: int
    text: str
    word: str

    def __str__(self) -> str:
        if self.first == self.last:
            return f"letter {self.first + 1} is {self.text}"
        between = "and" if self.last == self.first + 1 else "to"
        letters = f"letters {self.first + 1} {between} {self.last + 1}"
        is_word = len(set(self.word)) > 1
        return f"{letters} spell {self.word}" if is_word else f"{letters} are {self.text}"


def sentence_of(
    clues: CluesAlone, constraints: Sequence[Constraint], before: Masks, after: Masks
) -> tuple[str, Span | None]:
    """Return a step in words, and the part of its one clue that holds the letters it speaks of (None: not derived).

    Args:
        before: The letter masks of all cells before the step.
        after: The letter masks of all cells after it; if they are equal, the clues contradict what is known.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a limit of the budget is exceeded.
    """
    compiled = clues.compiled
    who = capital(listed([str(reason_of(compiled.puzzle, each.line, each.clue)) for each in constraints]))
    is_joint = len(constraints) > 1
    changed = {cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
    known = compiled.domains if is_joint else _needed(clues, constraints[0], before, after)
    facts = _facts(compiled, constraints[0], known)
    if not changed:
        if is_joint:
            return f"{who} together contradict what is known.", None
        return f"{who}: {_facts_text(facts)}no letters fit.", None
    if len({each.line for each in constraints}) > 1:
        return f"{who} together: {'; '.join(_cell_news(compiled, before, after, changed))}.", None
    line = compiled.puzzle.lines[constraints[0].line].cells
    news = _line_news(compiled, line, before, after, changed)
    if is_joint:
        return f"{who} together: {'; '.join(map(str, news))}.", None
    news_text, span = _news_with_parts(news, _Parts.of(clues, constraints[0], known, after))
    return f"{who}: {_facts_text(facts)}{news_text}.", span


def _news_with_parts(news: Sequence[_News], parts: _Parts | None) -> tuple[str, Span | None]:
    """Return the news of one clue with the parts of it that they come from, and the span of these parts."""
    if parts is None:
        return "; ".join(map(str, news)), None
    sources = [parts.source(each) for each in news]
    texts = [
        f"{each}{source if source != following else ''}"
        for each, source, following in zip(news, sources, [*sources[1:], ""], strict=True)
    ]
    span = parts.cover([index for each in news for index in range(each.first, each.last + 1)])
    return f"{parts.branches_left}{'; '.join(texts)}", span


def _line_news(
    compiled: CompiledPuzzle, line: Sequence[int], before: Masks, after: Masks, wanted: set[int]
) -> list[_News]:
    """Return what the letters of `line` whose cells are in `wanted` hold now, neighbours with equal news together."""
    news: list[_News] = []
    seen: set[int] = set()
    for index, cell in enumerate(line):
        if cell not in wanted or cell in seen:
            continue
        seen.add(cell)
        text = _held(compiled, cell, before[cell], after[cell])
        left = compiled.letters.of(after[cell])
        is_letter = len(left) == 1 and not after[cell] & compiled.letters.representatives
        word = left if is_letter and left.isprintable() and left != " " else ""
        last = news[-1] if news and news[-1].last == index - 1 else None
        if last is not None and last.word and word:
            news[-1] = _News(last.first, index, last.text, last.word + word)
        elif last is not None and last.text == text and not word:
            news[-1] = last._replace(last=index)
        else:
            news.append(_News(index, index, text, word))
    return news


def _cell_news(compiled: CompiledPuzzle, before: Masks, after: Masks, changed: set[int]) -> list[str]:
    """Return what the cells of several lines hold now, cells with equal news together."""
    cells_by_text: dict[str, list[str]] = {}
    for cell in sorted(changed):
        text = _held(compiled, cell, before[cell], after[cell])
        cells_by_text.setdefault(text, []).append(address_text(compiled.puzzle.cells[cell]))
    return [
        f"cell {cells[0]} is {text}" if len(cells) == 1 else f"cells {listed(cells)} are {text}"
        for text, cells in cells_by_text.items()
    ]


def _held(compiled: CompiledPuzzle, cell: int, before: int, after: int) -> str:
    """Return what a cell can hold: the letters that are left, or, if these are many, the letters that it lost.

    If a cell was known to hold one of few letters, the letters that it lost are named as well.
    """
    left, lost = _letters_in_words(compiled, after), _letters_in_words(compiled, before & ~after)
    if len(left) <= LISTED:
        text = listed(left, "or")
        is_old = before != compiled.domains[cell] and 0 < len(lost) <= _LOST
        return f"{text}, not {listed(lost, 'or')}" if is_old else text
    if lost:
        return f"not {listed(lost, 'or')}"
    return f"one of {len(left)} letters"


def _letters_in_words(compiled: CompiledPuzzle, mask: int) -> list[str]:
    """Return the letters of a mask in words; a letter of the open alphabet may stand for others like it."""
    return [
        f"{'a letter like ' if compiled.classes.mask_of(letter) & compiled.letters.representatives else ''}"
        f"{letter_in_words(letter)}"
        for letter in compiled.letters.of(mask)
    ]


def _needed(clues: CluesAlone, constraint: Constraint, before: Masks, after: Masks) -> Masks:
    """Return `before` with each cell of the line widened again if the clue rules out as much without that narrowing.

    Cells are tried one after the other.
    """
    domains = clues.compiled.domains
    lost = [old & ~new for old, new in zip(before, after, strict=True)]
    masks = list(before)
    for cell in dict.fromkeys(constraint.cells):
        if before[cell] == domains[cell]:
            continue
        masks[cell] = domains[cell]
        left = clues.letters_left(constraint, masks, SoughtLetters(lost, is_any=True))
        if left is not None and (not any(lost) or any(mask & lost[each] for each, mask in left.items())):
            masks[cell] = before[cell]
    return tuple(masks)


def _facts(compiled: CompiledPuzzle, constraint: Constraint, known: Masks) -> list[_News]:
    """Return what is `known` of the line of `constraint` beyond the puzzle itself."""
    line = compiled.puzzle.lines[constraint.line].cells
    narrowed = {cell for cell in line if known[cell] != compiled.domains[cell]}
    return _line_news(compiled, line, compiled.domains, known, narrowed)


def _facts_text(facts: Sequence[_News]) -> str:
    """Return the beginning of a sentence that follows from `facts`."""
    if not facts:
        return ""
    if len(facts) <= _FACTS:
        return f"as {listed(list(map(str, facts)))}, "
    places = [f"{each.first + 1}" if each.first == each.last else f"{each.first + 1}-{each.last + 1}" for each in facts]
    return f"with what is known of letters {listed(places)}, "


class _Parts:
    """The clue of a step and which of its parts can hold letters of the line.

    Args:
        held: After the step, by the letter's index.
        branches_left: The alternatives that are left where others cannot occur any more, as the beginning of a
            sentence; "" if all can, or it is not known.
    """

    def __init__(self, tree: Tree, held: Sequence[frozenset[Span]], branches_left: str) -> None:
        self._tree: Final = tree
        self._held: Final = held
        self.branches_left: Final = branches_left

    @classmethod
    def of(cls, clues: CluesAlone, constraint: Constraint, known: Masks, after: Masks) -> _Parts | None:
        """Return the parts of the clue of `constraint`; None for a word list, or if they cannot be derived."""
        compiled = clues.compiled
        clue = compiled.puzzle.lines[constraint.line].clues[constraint.clue]
        if not isinstance(clue, Clue):
            return None
        tree = compiled.letters.trees[clue.pattern]
        parts = clues.parts_of(tree)
        held = parts.by_index(constraint.domains(after))
        if held is None:
            return None
        domains = [constraint.domains(masks) for masks in (compiled.domains, known)]
        reads_twice = len(set(constraint.cells)) < len(constraint.cells)  # parts take each index for its own cell
        branches_left = "" if reads_twice else _branches_left(tree, parts, *domains)
        return cls(tree, held[::-1] if clue.is_reversed else held, branches_left)

    def cover(self, indices: Sequence[int]) -> Span | None:
        """Return the shortest part of the clue's text that holds the letters at `indices`; None for the whole clue.

        What is repeated comes with its quantifier, and no group or choice is cut into pieces.
        """
        spans = [span for index in indices for span in self._held[index]]
        if not spans:
            return None
        part = Span(min(span.start for span in spans), max(span.end for span in spans))
        whole = None
        while whole != part:
            whole = part
            for node in self._tree.root.nodes:
                if _is_cut(node, part):
                    part = Span(min(part.start, node.start), max(part.end, node.end))
        return part if part.end - part.start < len(self._tree.pattern) else None

    def source(self, news: _News) -> str:
        """Return which part of the clue the letters come from, in parentheses; "" if that would say nothing."""
        indices = range(news.first, news.last + 1)
        span = self.cover(indices)
        if span is None:
            return ""
        pattern = self._tree.pattern
        part = pattern[span.start : span.end]
        if part == news.word:
            if any(
                isinstance(node, Choice | SyntaxRepeat | Conditional) and _meets(node, frozenset([span]))
                for node in self._tree.root.nodes
            ):
                return ""
            at_start = span.start == 0 and 0 in indices
            at_end = span.end == len(pattern) and len(self._held) - 1 in indices
            return " (the start of the clue)" if at_start else " (the end of the clue)" if at_end else ""
        is_short = len(part) <= _SHOWN_PART and part != "."
        return f" (from {part})" if is_short and not part.isalnum() else ""


def _branches_left(tree: Tree, parts: ClueParts, start: Sequence[int], known: Sequence[int]) -> str:
    """Return which alternatives the letters `known` leave, of the alternatives that the letters at `start` leave."""
    choices = [
        node for node in tree.root.nodes if isinstance(node, Choice) and not any(map(_may_be_empty, node.branches))
    ]
    if not choices or start == known:
        return ""
    at_all, by_fact = parts.by_index(start), parts.by_index(known)
    if at_all is None or by_fact is None:
        return ""
    none = frozenset[Span]()
    for node in choices:
        before = [branch for branch in node.branches if _meets(branch, none.union(*at_all))]
        left = [branch for branch in before if _meets(branch, none.union(*by_fact))]
        if left and len(left) < len(before):
            texts = list(dict.fromkeys(tree.pattern[branch.start : branch.end] for branch in left))
            if sum(map(len, texts)) <= _SHOWN_PART:
                return f"only {listed(texts)} {'is' if len(texts) == 1 else 'are'} left, so "
    return ""


def _meets(node: Syntax, spans: frozenset[Span]) -> bool:
    return any(node.start <= span.start and span.end <= node.end for span in spans)


def _is_cut(node: Syntax, part: Span) -> bool:
    """Return whether `part` holds some of `node` and yet cannot stand alone without the rest of it."""
    if part.start >= node.end or part.end <= node.start:
        return False
    match node:
        case SyntaxRepeat():
            return True
        case Choice():
            return sum(part.start < branch.end and branch.start < part.end for branch in node.branches) > 1
        case SyntaxGroup() | Conditional():
            whole = [each for each in node.parts if each.start <= part.start and part.end <= each.end]
            return all(each.span == part for each in whole)
        case Literal() | Dot() | LetterClass() | Property() | Class() | Range() | Strings() | StringProperty():
            return False
        case Anchor() | Reference() | SyntaxLook() | SyntaxSequence():
            return False
        case _:
            assert_never(node)


def _may_be_empty(node: Syntax) -> bool:
    """Return whether `node` may match the empty string, as far as its syntax tells."""
    match node:
        case Literal() | Dot() | Class() | LetterClass() | Property() | Range():
            return False
        case SyntaxRepeat():
            return not node.quantifier.low or _may_be_empty(node.item)
        case Choice():
            return any(map(_may_be_empty, node.branches))
        case SyntaxSequence() | SyntaxGroup():
            return all(map(_may_be_empty, node.parts))
        case Strings() | StringProperty() | Anchor() | Reference() | SyntaxLook() | Conditional():
            return True
        case _:
            assert_never(node)
