"""Syntax tree to core regex: the meaning of a dialect is written out, so that later stages need not know the dialect.

Every letter set of the result is a subset of the alphabet, and "any letter" is the alphabet itself.

- Anchors and word boundaries become lookarounds over single letters.  The word boundary `\\b` becomes
  (?<=w)(?!w)|(?<!w)(?=w), where w are the word letters of the dialect.
- A group that no reference or condition names leaves no node.
- Python: a reference to an unset group fails.  Captures stay from round to round.  An empty optional round counts and
  ends the loop.  Lookbehinds are matched from left to right over their fixed width.
- JavaScript: a reference to an unset group matches the empty string.  Each round forgets the groups inside.  An empty
  optional round fails.  Lookbehinds are matched from right to left (ECMA-262: RepeatMatcher, BackreferenceMatcher,
  CompileAssertion).
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.base.records import NamedTuple
from satcross.regex import ASCII, DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE
from satcross.regex.core import EMPTY, FAIL, Cond, Core, Group, Letters, Look, Ref, Seq, alt, atomic, repeat, seq
from satcross.regex.letters import (
    BASIC,
    EVERY_LETTER,
    LetterSet,
    complement,
    contains,
    difference,
    from_ranges,
    from_text,
    intersection,
    union,
)
from satcross.regex.letters.folding import closure, closure_of_class, fold_of, partners, representative
from satcross.regex.syntax import (
    ATOMIC,
    POSSESSIVE,
    Anchor,
    Choice,
    Class,
    ClassName,
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
    lookbehind_widths,
)

NEWLINE: Final[LetterSet] = ((10, 10),)
LINE_ENDS: Final = from_text("\n\r\u2028\u2029")  # ECMAScript's
DIGITS: Final = from_ranges([(48, 57)])
WORD: Final = from_ranges([(48, 57), (65, 90), (95, 95), (97, 122)])
WORD_FOLDED: Final = union(WORD, from_text("\u017f\u212a"))  # under u or v with i: the letters that fold to one of WORD
SPACE: Final = from_ranges(
    [(9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)]
    + [(code, code) for code in (0x202F, 0x205F, 0x3000, 0xFEFF)]
)


class NamedLetters(NamedTuple):
    """A letter class with a name.

    Attributes:
        letters: What it matches in JavaScript; in Python, the running `re` says.
        mentioned: What it adds to the alphabet of a puzzle that lists none.
        words: The usual words for such a letter.
    """

    letters: LetterSet
    mentioned: LetterSet
    words: str


LETTER_CLASSES: Final[Mapping[ClassName, NamedLetters]] = {
    "d": NamedLetters(DIGITS, DIGITS, "digit"),
    "s": NamedLetters(SPACE, ((32, 32),), "blank"),
    "w": NamedLetters(WORD, (), "word letter"),
}

UTF_32: Final = f"utf-32-{sys.byteorder[0]}e"  # as an array of numbers has its bytes

Contents = tuple[LetterSet, frozenset[str]]
"""What a class holds: single letters and, under the flag v, strings of none or of two or more letters."""


class LetterMeaning:
    r"""The meaning of single letters in one dialect over one alphabet.

    Every result is a subset of the alphabet.  Python's `\d \w \s` mean what they mean in the running `re`.
    """

    def __init__(self, alphabet: LetterSet) -> None:
        self.alphabet: Final = alphabet

    def letter(self, letter: str, flags: int) -> LetterSet:
        """Return the letters that the literal `letter` matches."""
        code = ord(letter)
        if flags & IGNORE_CASE:
            fold = fold_of(self.dialect, flags)
            return intersection(closure(((code, code),), fold), self.alphabet)
        return ((code, code),) if contains(self.alphabet, code) else ()

    dialect = ""

    def dot(self, flags: int) -> LetterSet:
        """Return the letters that a dot matches."""
        return self.alphabet if flags & DOT_ALL else difference(self.alphabet, self.line_ends)

    line_ends: LetterSet = ()

    def named(self, node: LetterClass | Property) -> LetterSet:
        """Return the letters that a class with a name, or a property, matches."""
        raise NotImplementedError

    def word(self, flags: int) -> LetterSet:
        r"""Return the letters that are parts of words for `\b`."""
        raise NotImplementedError

    def contents(self, node: Class | StringProperty) -> Contents:
        """Return what a class in brackets, or a property of strings, matches."""
        raise NotImplementedError


class PythonLetterMeaning(LetterMeaning):
    """Single letters as `re` matches them."""

    dialect = "python"
    line_ends = NEWLINE

    def named(self, node: LetterClass | Property) -> LetterSet:
        letters = _python_named(node.name, bool(node.flags & ASCII), self.alphabet)
        return difference(self.alphabet, letters) if node.is_negative else letters

    def word(self, flags: int) -> LetterSet:
        return _python_named("w", bool(flags & ASCII), self.alphabet)

    def contents(self, node: Class | StringProperty) -> Contents:
        assert isinstance(node, Class)
        singles = ""
        ranges: list[tuple[int, int]] = []
        named: list[LetterSet] = []
        for member in node.members:
            if isinstance(member, Literal):
                singles += member.text
            elif isinstance(member, Range):
                ranges.append((ord(member.low.text), ord(member.high.text)))
            else:
                assert isinstance(member, LetterClass)
                named.append(self.named(member))
        single = from_text(singles)
        if node.flags & IGNORE_CASE:
            fold = fold_of("python", node.flags)
            if not ranges and not named and len(set(singles)) == 1:
                letters = closure(single, fold)  # `re` treats it as a literal
            else:
                letters = closure_of_class(single, ranges, fold)
        else:
            letters = from_ranges((*single, *ranges)) if ranges else single
        letters = union(letters, *named)
        combine = difference if node.is_negative else intersection
        return combine(self.alphabet, letters), frozenset()


@lru_cache(maxsize=32)
def _python_named(name: str, is_ascii: bool, alphabet: LetterSet) -> LetterSet:
    r"""Return the letters of `alphabet` that `\d`, `\w` or `\s` matches in the running `re`."""
    runs = re.compile(f"\\{name}+", re.ASCII if is_ascii else 0)
    spans: list[tuple[int, int]] = []
    for low, high in alphabet:
        text = _letters_between(low, high)
        spans += [(low + match.start(), low + match.end() - 1) for match in runs.finditer(text)]
    return from_ranges(spans)


@lru_cache(maxsize=32)  # which keeps the text of all letters of Unicode, 4 MB, once it was needed
def _letters_between(low: int, high: int) -> str:
    """Return the letters with these numbers and all between them; there may be a million of them.

    >>> _letters_between(65, 70)
    'ABCDEF'
    """
    return array("I", range(low, high + 1)).tobytes().decode(UTF_32, "surrogatepass")


class JavaScriptLetterMeaning(LetterMeaning):
    """Single letters as ECMAScript matches them."""

    dialect = "javascript"
    line_ends = LINE_ENDS

    def named(self, node: LetterClass | Property) -> LetterSet:
        return intersection(self._everywhere(node), self.alphabet)

    def word(self, flags: int) -> LetterSet:
        return intersection(_word(flags), self.alphabet)

    def _everywhere(self, node: LetterClass | Property) -> LetterSet:
        """Return what `node` matches among all letters."""
        flags = node.flags
        if isinstance(node, LetterClass):
            letters = _word(flags) if node.name == "w" else LETTER_CLASSES[node.name].letters
            return complement(letters) if node.is_negative else letters
        from satcross.regex.letters.properties import letters_with

        letters = letters_with(node.name)
        fold = fold_of("javascript", flags)
        if node.is_negative:
            if fold and flags & SETS:
                letters = closure(letters, fold)
            letters = complement(letters)
        return closure(letters, fold) if fold and not (flags & SETS and node.is_negative) else letters

    def contents(self, node: Class | StringProperty) -> Contents:
        letters, strings = self._operand(node, node.flags)
        return intersection(letters, self.alphabet), strings

    def _set(self, node: Class) -> Contents:
        """Return what a class matches among all letters and, under the flag v, strings."""
        letters: LetterSet = ()
        strings: frozenset[str] = frozenset()
        for i, member in enumerate(node.members):
            more, more_strings = self._operand(member, node.flags)
            if i == 0 or not node.operator:
                letters = union(letters, more)
                strings |= more_strings
            elif node.operator == "&&":
                letters = intersection(letters, more)
                strings &= more_strings
            else:
                letters = difference(letters, more)
                strings -= more_strings
        if node.flags & IGNORE_CASE and not node.flags & SETS:
            letters = closure(letters, fold_of("javascript", node.flags))
        return (complement(letters), frozenset()) if node.is_negative else (letters, strings)

    def _operand(self, node: Syntax, flags: int) -> Contents:
        fold = fold_of("javascript", flags)
        none: frozenset[str] = frozenset()
        if isinstance(node, Class):
            return self._set(node)
        if isinstance(node, LetterClass | Property):
            return self._everywhere(node), none
        if isinstance(node, StringProperty):
            from satcross.regex.letters.properties import strings_with

            letters, strings = strings_with(node.name)
            if fold:
                same = representative(fold)
                letters = closure(letters, fold)
                strings = frozenset("".join(chr(same(ord(letter))) for letter in each) for each in strings)
            return letters, strings
        if isinstance(node, Strings):
            same = representative(fold)
            folded = ["".join(chr(same(ord(letter))) for letter in each) for each in node.strings]
            letters = from_text("".join(each for each in folded if len(each) == 1))
            return (closure(letters, fold) if fold else letters), frozenset(each for each in folded if len(each) != 1)
        if isinstance(node, Range):
            letters = ((ord(node.low.text), ord(node.high.text)),)
        else:
            assert isinstance(node, Literal)
            letters = from_text(node.text)
        letters = intersection(letters, EVERY_LETTER)
        return (closure(letters, fold) if fold else letters), none


def _word(flags: int) -> LetterSet:
    return WORD_FOLDED if flags & IGNORE_CASE and flags & UNICODE else WORD


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

    def letter_class(self, node: LetterClass | Property) -> Core:
        return Letters(self.meaning.named(node))

    def class_(self, node: Class | StringProperty) -> Core:
        letters, strings = self.meaning.contents(node)
        if not strings:
            return Letters(letters)

        matched = ([self.meaning.letter(letter, node.flags) for letter in string] for string in strings if string)
        possible = sorted(tuple(each) for each in matched if all(each))
        # Longer strings are tried first (ECMA-262, CompileAtom of a CharacterClass).  Of each length at most one string
        # matches at a place of a text, so the order of strings of one length cannot be seen.
        branches = [seq(map(Letters, string)) for string in sorted(possible, key=len, reverse=True)]
        if letters:
            branches.append(Letters(letters))
        if "" in strings:
            branches.append(EMPTY)
        return alt(branches)

    def sequence(self, node: SyntaxSequence) -> Core:
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

    def repeat(self, node: SyntaxRepeat) -> Core:
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
        return Ref(node.numbers, self.is_javascript, fold_of(self.tree.dialect, node.flags))

    def conditional(self, node: Conditional) -> Core:
        return Cond(node.number, self.of(node.yes), EMPTY if node.no is None else self.of(node.no))

    def look(self, node: SyntaxLook) -> Core:
        width = self._behind_widths[node.start] if node.is_behind and not self.is_javascript else None
        return Look(self.of(node.body), node.is_behind, node.is_negative, width)

    @cached_property
    def _behind_widths(self) -> dict[int, int]:
        """The width of each lookbehind, by the place where it starts."""

        return lookbehind_widths(self.tree.root, self.tree.pattern)

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
    """Return the choice of the `branches` that can match; a choice of single letters becomes one node."""
    branches = [branch for branch in branches if branch is not FAIL]
    sets: list[LetterSet] = []
    for branch in branches:
        if not isinstance(branch, Letters):
            return alt(branches)
        sets.append(branch.letters)
    return Letters(union(*sets)) if sets else FAIL


def _ahead(letters: LetterSet, is_negative: bool) -> Core:
    """Return the lookahead for one of `letters`, or (`is_negative`) for none of them."""
    if not letters:
        return EMPTY if is_negative else FAIL
    return Look(Letters(letters), False, is_negative, None)


def _behind(letters: LetterSet, is_negative: bool) -> Core:
    """Return the lookbehind for one of `letters`, or (`is_negative`) for none of them."""
    if not letters:
        return EMPTY if is_negative else FAIL
    return Look(Letters(letters), True, is_negative, 1)


def _between(before: LetterSet, not_before: bool, after: LetterSet, not_after: bool) -> Core:
    """Return the conjunction of a lookbehind over `before` and a lookahead over `after`."""
    looks = [_behind(before, not_before), _ahead(after, not_after)]
    return FAIL if FAIL in looks else seq(looks)


_METHODS: Final[dict[type[Syntax], Callable[[_Lowering, Any], Core]]] = {
    Literal: _Lowering.literal,
    Dot: _Lowering.dot,
    LetterClass: _Lowering.letter_class,
    Property: _Lowering.letter_class,
    Class: _Lowering.class_,
    StringProperty: _Lowering.class_,
    SyntaxSequence: _Lowering.sequence,
    Choice: _Lowering.choice,
    SyntaxRepeat: _Lowering.repeat,
    SyntaxGroup: _Lowering.group,
    Reference: _Lowering.reference,
    Conditional: _Lowering.conditional,
    SyntaxLook: _Lowering.look,
    Anchor: _Lowering.anchor,
}


class MentionedLetters(NamedTuple):
    """The letters that a clue mentions.

    Attributes:
        all: Wherever it mentions them.
        positive: Only those mentioned outside of negated classes (`[^...]`, `\\D`, `\\S`) and negative lookarounds.
    """

    all: LetterSet
    positive: LetterSet


def mentioned(*trees: Tree) -> MentionedLetters:
    r"""Return the letters that the clues `trees` mention, all together.

    Mentioned are the letters of literals, escapes, ranges, negated classes and lookarounds, and where case is ignored
    the upper and lower case of each.  `\s` and `\S` mention the space, `\d` and `\D` the ten digits.  `\w`, `\W`, `.`
    and properties mention nothing.

    >>> from satcross.regex.syntax.parse import parse
    >>> mentioned(parse("[^B]A"))
    MentionedLetters(all=((65, 66),), positive=((65, 65),))
    """
    texts: defaultdict[_Kind, set[str]] = defaultdict(set)
    ranges: defaultdict[_Kind, set[tuple[int, int]]] = defaultdict(set)
    for tree in trees:
        dialect = tree.dialect
        waiting: list[tuple[Syntax, bool]] = [(tree.root, True)]
        while waiting:
            node, is_positive = waiting.pop()
            if isinstance(node, Literal):
                texts[is_positive, dialect, node.flags].add(node.text)
            elif isinstance(node, Range):
                ranges[is_positive, dialect, node.low.flags].add((ord(node.low.text), ord(node.high.text)))
            elif isinstance(node, LetterClass):
                ranges[is_positive and not node.is_negative, dialect, 0].update(LETTER_CLASSES[node.name].mentioned)
            elif isinstance(node, Strings):
                texts[is_positive, dialect, node.flags].update(node.strings)
            else:
                if isinstance(node, Class | SyntaxLook) and node.is_negative:
                    is_positive = False
                waiting += [(part, is_positive) for part in node.parts]
    for key, texts_of_key in texts.items():
        ranges[key].update((code, code) for code in map(ord, set("".join(texts_of_key))))
    positive = _gathered(ranges, True)
    if all(is_positive for is_positive, _, _ in ranges):
        return MentionedLetters(positive, positive)
    return MentionedLetters(union(positive, _gathered(ranges, False)), positive)


_Kind: TypeAlias = tuple[bool, str, int]
"""Whether letters are mentioned outside of negations, in which dialect, and under which flags."""


def _gathered(named: Mapping[_Kind, set[tuple[int, int]]], polarity: bool) -> LetterSet:
    """Return the letters of `named` outside of negations (inside, if `polarity` is False) with their case partners."""
    sets: list[LetterSet] = []
    for (is_positive, dialect, flags), ranges in named.items():
        if is_positive is polarity:
            letters, fold = from_ranges(ranges), fold_of(dialect, flags)
            sets.append(partners(letters, fold) if fold else letters)
    letters = sets[0] if len(sets) == 1 else union(*sets)
    return letters if not letters or letters[-1][1] < 0xD800 else intersection(letters, EVERY_LETTER)
