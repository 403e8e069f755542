r"""Syntax tree to core regex: the meaning of a dialect is written out, so that later stages need not know the dialect.

Every letter set of the result is a subset of the alphabet, and "any letter" is the alphabet itself.

- Anchors and word boundaries become look-arounds over single letters: `\b` becomes (?<=w)(?!w)|(?<!w)(?=w), where w are
  the word letters of the dialect.
- A group that no reference or condition names leaves no node.
- Python: a reference to an unset group fails.  Captures stay from round to round.  An empty optional round counts and
  ends the loop.  Look-behinds are matched from left to right over their fixed width.
- JavaScript: a reference to an unset group matches the empty string.  Each round forgets the groups inside.  An empty
  optional round fails.  Look-behinds are matched from right to left (ECMA-262: RepeatMatcher, BackreferenceMatcher,
  CompileAssertion).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Final

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.regex.flags import MULTILINE, UNICODE
from satcross.regex.letters import folding
from satcross.regex.letters.sets import BASIC, LetterSet, contains, difference, intersection, union
from satcross.regex.meaning.core import (
    EMPTY,
    FAIL,
    Cond,
    Core,
    Group,
    Letters,
    Look,
    Ref,
    Seq,
    alt,
    atomic,
    repeat,
    seq,
)
from satcross.regex.meaning.letter_meaning import (
    NEWLINE,
    JavaScriptLetterMeaning,
    LetterMeaning,
    PythonLetterMeaning,
)
from satcross.regex.syntax.tree import (
    ATOMIC,
    POSSESSIVE,
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Reference,
    Repeat,
    Sequence,
    StringProperty,
    Syntax,
    Tree,
)
from satcross.regex.syntax.tree import Group as SyntaxGroup
from satcross.regex.syntax.tree import Look as SyntaxLook


def lower(tree: Tree, alphabet: LetterSet) -> Core:
    """Return what `tree` means over `alphabet`.

    Under JavaScript without u or v no letter above U+FFFF is ever matched, because it would be two letters there.

    >>> from satcross.regex.syntax.parse import parse
    >>> lower(parse("[^A]"), ((65, 90),)).letters
    ((66, 90),)
    """
    return next(lower_all([tree], alphabet))


def lower_all(trees: Iterable[Tree], alphabet: LetterSet) -> Iterator[Core]:
    """Yield what each of `trees` means over `alphabet`.

    The trees come from one dialect and have the same flags.  Equal letters become one node for all trees.
    """
    meaning: LetterMeaning | None = None
    nodes: dict[tuple[str, int], Letters] = {}
    for tree in trees:
        if meaning is None:
            meaning = _meaning(tree, alphabet)
        yield _Lowering(tree, meaning, nodes).of(tree.root)


def _meaning(tree: Tree, alphabet: LetterSet) -> LetterMeaning:
    if tree.dialect != "javascript":
        return PythonLetterMeaning(alphabet)
    if not tree.flags & UNICODE and alphabet and alphabet[-1][1] > 0xFFFF:
        alphabet = intersection(alphabet, BASIC)
    return JavaScriptLetterMeaning(alphabet)


class _Lowering:
    """Lowers one tree.

    Args:
        nodes: The nodes of single letters so far, by letter and flags.
    """

    def __init__(self, tree: Tree, meaning: LetterMeaning, nodes: dict[tuple[str, int], Letters]) -> None:
        self.tree: Final = tree
        self.meaning: Final = meaning
        self.nodes: Final = nodes
        self.alphabet: Final = meaning.alphabet
        self.is_javascript: Final = tree.dialect == "javascript"

    def of(self, node: Syntax) -> Core:
        """Return the meaning of `node`."""
        return _METHODS[type(node)](self, node)

    def literal(self, node: Literal) -> Core:
        letters = self.letters(node)
        return letters[0] if len(letters) == 1 else Seq(tuple(letters))

    def letters(self, node: Literal) -> list[Letters]:
        nodes, flags = self.nodes, node.flags
        letters = []
        for letter in node.text:
            leaf = nodes.get((letter, flags))
            if leaf is None:
                leaf = nodes[letter, flags] = Letters(self.meaning.letter(letter, flags))
            letters.append(leaf)
        return letters

    def dot(self, node: Dot) -> Core:
        return Letters(self.meaning.dot(node.flags))

    def letter_class(self, node: LetterClass) -> Core:
        return Letters(self.meaning.named(node))

    def class_(self, node: Class | StringProperty) -> Core:
        letters, strings = self.meaning.contents(node)
        if not strings:
            return Letters(letters)
        from satcross.regex.letters.products import products

        matched = ([self.meaning.letter(letter, node.flags) for letter in string] for string in strings if string)
        possible = sorted(tuple(each) for each in matched if all(each))
        # Longer strings are tried first (ECMA-262, CompileAtom of a CharacterClass).  Of each length at most one string
        # matches at a place of a text, so the order of strings of one length cannot be seen.
        branches = [seq(map(Letters, product)) for product in products(possible)]
        if letters:
            branches.append(Letters(letters))
        if "" in strings:
            branches.append(EMPTY)
        return alt(branches)

    def sequence(self, node: Sequence) -> Core:
        items: list[Core] = []
        methods = _METHODS
        for item in node.items:
            if type(item) is Literal:
                items += self.letters(item)
            else:
                items.append(methods[type(item)](self, item))
        return seq(items)

    def choice(self, node: Choice) -> Core:
        branches: list[Core] = []
        for branch in node.branches:
            branches.append(_METHODS[type(branch)](self, branch))
        return _alt(branches)

    def repeat(self, node: Repeat) -> Core:
        item = _METHODS[type(node.item)](self, node.item)
        is_greedy = node.quantifier.mode != "?"
        if self.is_javascript:
            return repeat(
                item,
                node.quantifier.low,
                node.quantifier.high,
                is_greedy=is_greedy,
                resets=item.writes,
                empty_round_fails=True,
            )
        if node.quantifier.mode == POSSESSIVE:
            # each round is atomic too: `(?:A{1,2}){2}+` does not match "AA"
            return atomic(repeat(atomic(item), node.quantifier.low, node.quantifier.high))
        return repeat(item, node.quantifier.low, node.quantifier.high, is_greedy=is_greedy)

    def group(self, node: SyntaxGroup) -> Core:
        body = _METHODS[type(node.body)](self, node.body)
        if node.kind == ATOMIC:
            return atomic(body)
        return (
            Group(node.number, body) if node.number in self.tree.groups.referred and node.number is not None else body
        )

    def reference(self, node: Reference) -> Core:
        return Ref(node.numbers, self.is_javascript, folding.fold_of(self.tree.dialect, node.flags))

    def conditional(self, node: Conditional) -> Core:
        return Cond(node.number, self.of(node.yes), EMPTY if node.no is None else self.of(node.no))

    def look(self, node: SyntaxLook) -> Core:
        width = self._behind_widths[node.start] if node.is_behind and not self.is_javascript else None
        return Look(self.of(node.body), node.is_behind, node.is_negative, width)

    @cached_property
    def _behind_widths(self) -> dict[int, int]:
        """The width of each look-behind, by the place where it starts."""
        from satcross.regex.syntax.width import look_behind_widths

        return look_behind_widths(self.tree.root, self.tree.pattern)

    def anchor(self, node: Anchor) -> Core:
        kind = node.spelling
        if kind in (r"\b", r"\B"):
            return self._boundary(self.meaning.word(node.flags), kind == r"\B")
        if kind == r"\A":
            return _behind(self.alphabet, is_negative=True)
        if kind in (r"\Z", r"\z"):
            return _ahead(self.alphabet, is_negative=True)
        if node.flags & MULTILINE:
            inside = difference(self.alphabet, self.meaning.line_ends)  # the letters of a line
            return _behind(inside, is_negative=True) if kind == "^" else _ahead(inside, is_negative=True)
        if kind == "^":
            return _behind(self.alphabet, is_negative=True)
        at_end = _ahead(self.alphabet, is_negative=True)
        if self.is_javascript or not contains(self.alphabet, 10):
            return at_end
        # Python's $ is also before a newline that ends the text
        return Look(seq([repeat(Letters(NEWLINE), 0, 1), at_end]), False, False, None)

    def _boundary(self, word: LetterSet, is_negative: bool) -> Core:
        if not is_negative:
            return _alt([_between(word, False, word, True), _between(word, True, word, False)])
        if self.is_javascript or HAS_RE_OF_3_14:
            return _alt([_between(word, False, word, False), _between(word, True, word, True)])
        # not in an empty text: a letter outside of words stands before or after
        other = difference(self.alphabet, word)
        return _alt(
            [_between(word, False, word, False), _between(other, False, word, True), _between(word, True, other, False)]
        )


def _alt(branches: list[Core]) -> Core:
    """Return the choice of `branches` without those that always fail; a choice of single letters becomes one node."""
    branches = [branch for branch in branches if branch is not FAIL]
    sets: list[LetterSet] = []
    for branch in branches:
        if not isinstance(branch, Letters):
            return alt(branches)
        sets.append(branch.letters)
    return Letters(union(*sets)) if sets else FAIL


def _ahead(letters: LetterSet, is_negative: bool) -> Core:
    """Return the look-ahead for one of `letters`, or (`is_negative`) for none of them."""
    if not letters:
        return EMPTY if is_negative else FAIL
    return Look(Letters(letters), False, is_negative, None)


def _behind(letters: LetterSet, is_negative: bool) -> Core:
    """Return the look-behind for one of `letters`, or (`is_negative`) for none of them."""
    if not letters:
        return EMPTY if is_negative else FAIL
    return Look(Letters(letters), True, is_negative, 1)


def _between(before: LetterSet, not_before: bool, after: LetterSet, not_after: bool) -> Core:
    """Return the conjunction of a look-behind over `before` and a look-ahead over `after`."""
    looks = [_behind(before, not_before), _ahead(after, not_after)]
    return FAIL if FAIL in looks else seq(looks)


_METHODS: Final[dict[type[Syntax], Callable[[_Lowering, Any], Core]]] = {
    Literal: _Lowering.literal,
    Dot: _Lowering.dot,
    LetterClass: _Lowering.letter_class,
    Class: _Lowering.class_,
    StringProperty: _Lowering.class_,
    Sequence: _Lowering.sequence,
    Choice: _Lowering.choice,
    Repeat: _Lowering.repeat,
    SyntaxGroup: _Lowering.group,
    Reference: _Lowering.reference,
    Conditional: _Lowering.conditional,
    SyntaxLook: _Lowering.look,
    Anchor: _Lowering.anchor,
}
