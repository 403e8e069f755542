"""Regexes over one alphabet, and the strings that some of them match and others do not.

In: patterns of one dialect, and where each has to match a string.  Out: automata of these regexes, and `Wanted`, which
finds strings, the shortest first.

Automata (`satcross.regex.analysis`) decide for strings of any length.  A regex that compares letters has none, and
neither have some atomic groups.  Then the automaton of its outline may still show that nothing matches.  If it does
not, or if there are too many states, the solver looks at one length after another, up to a bound.  Every string is
checked by the reference matcher, and by `re` where that is quick.
"""

from __future__ import annotations

import re
import warnings
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import accumulate
from random import Random
from typing import Final, Literal, TypeAlias, TypedDict

from satcross.author.counting import Marginals, draws, marginals
from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.errors import (
    LimitError,
    ManyErrors,
    OptionError,
    RegexError,
    SatcrossError,
    TimeUp,
    TooManyStates,
    wrong_type,
)
from satcross.puzzle import ANY, Clue, Dialect, Line
from satcross.puzzle.shapes import line
from satcross.regex.analysis.automata import Automaton
from satcross.regex.analysis.outline import outline
from satcross.regex.analysis.strings import Lettering, Product, Strings
from satcross.regex.core import Alt, Core, Letters, Repeat, leaves_of, rejecting, repeat, seq
from satcross.regex.letters import LetterSet, contains, intersection, iterate, size, to_text
from satcross.regex.letters.classes import split
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import (
    MOST_ERRORS,
    PresolvedPuzzle,
    PuzzleLetters,
    alphabet_of,
    bytes_of_classes,
    letter_classes,
    propagate,
)
from satcross.solver.solutions import Search
from satcross.solver.verify import WrongAnswerError

Place: TypeAlias = Literal["whole", "prefix", "search"]
"""Where a regex has to match a string: as a whole, from its beginning (`re.match`), or somewhere (`re.search`)."""


class Settings(TypedDict, total=False):
    """How patterns are read.

    Attributes:
        alphabet: None: the letters that the patterns mention, and one for each kind of others; else as for a puzzle.
        place: Where a pattern has to match.
        names: What messages call the patterns; default: "pattern 1" and so on.
    """

    dialect: Dialect
    flags: str
    alphabet: str | None
    place: Place
    names: Sequence[str]


class Regexes:
    """Regexes over one alphabet.

    Attributes:
        cores: The meaning of each.
        inexact: The numbers of the regexes without an automaton of their language; they have the automaton of an
            outline that means more.
        named: The letters that are listed one by one in an open alphabet; any other one stands for its class.
    """

    def __init__(
        self,
        patterns: Sequence[str],
        budget: Budget,
        *,
        dialect: Dialect = "python",
        flags: str = "",
        alphabet: str | None = None,
        place: Place = "whole",
        names: Sequence[str] = (),
    ) -> None:
        if not patterns:
            raise OptionError("there is no pattern to look at")
        self.patterns: Final = patterns
        self.budget: Final = budget
        self.names: Final = names or [f"pattern {number}" for number in range(1, len(patterns) + 1)]
        self.puzzle: Final = line("", 0, ANY if alphabet is None else alphabet, dialect, flags)
        self._place: Final = place
        trees = self._parsed()
        self.alphabet: Final = alphabet_of(self.puzzle, trees)
        self.cores: Final[list[Core]] = []
        for tree in trees:
            budget.check()
            self.cores.append(self._placed(lower(tree, self.alphabet)))
        outlines = [outline(core, self.alphabet) for core in self.cores]
        self.inexact: Final = {number for number, (_, is_same) in enumerate(outlines) if not is_same}
        self.named: Final = intersection(mentioned(*trees).all, self.alphabet) if alphabet is None else ()
        sets, _ = leaves_of([core for core, _ in outlines])
        self._classes: Final = split(self.alphabet, {*sets, self.named})
        every = zip(self._classes.members, self._classes.shown, strict=True)
        texts = [shown if self._is_represented(letters) else to_text(letters) for letters, shown in every]
        self.lettering: Final = Lettering(texts)
        self.automaton: Final = cache(lambda number: Automaton(outlines[number][0], self._classes, budget))
        self._matchers: Final = [Matcher(core, budget) for core in self.cores]

    def _parsed(self) -> list[Tree]:
        trees: list[Tree] = []
        errors: list[SatcrossError] = []
        for pattern, name in zip(self.patterns, self.names, strict=True):
            self.budget.check()
            if not isinstance(pattern, str):
                raise wrong_type(name, pattern, "a string")
            try:
                trees.append(parse(pattern, self.puzzle.dialect, self.puzzle.flags))
            except RegexError as error:
                errors.append(error.at(name))
                if len(errors) == MOST_ERRORS:
                    break
        if errors:
            raise errors[0] if len(errors) == 1 else ManyErrors(errors)
        return trees

    def _placed(self, core: Core) -> Core:
        anything = repeat(Letters(self.alphabet), 0, None)
        before = [anything] if self._place == "search" else []
        return core if self._place == "whole" else seq([*before, core, anything])

    def _is_represented(self, letters: LetterSet) -> bool:
        """Return whether one letter of the class `letters` is listed for all."""
        return self.puzzle.alphabet == ANY and not contains(self.named, letters[0][0])

    def others(self, texts: Iterable[str]) -> str:
        """Return the letters in `texts` that stand for others as well."""
        mask_of, members = self._classes.mask_of, self._classes.members
        class_of = {letter: members[mask_of(letter).bit_length() - 1] for letter in sorted(set("".join(texts)))}
        return "".join([each for each, same in class_of.items() if size(same) > 1 and self._is_represented(same)])

    def checked(self, text: str, accepts: Sequence[int], rejects: Sequence[int] = ()) -> str:
        """Return `text`.  Raises WrongAnswerError unless all regexes `accepts` match it, and none of `rejects`."""
        for number in (*accepts, *rejects):
            is_wanted = number in accepts
            answers = {
                "the reference matcher": self._matchers[number].matches(text),
                "re, which has known defects (tests/engine-defects.md),": self._real_match(number, text),
            }
            for judge, is_match in answers.items():
                if is_match not in (is_wanted, None):
                    message = f"{judge} says otherwise of {self.names[number]} and the witness {text!r}"
                    raise WrongAnswerError(message, hint="please report the patterns")
        return text

    def _real_match(self, number: int, text: str) -> bool | None:
        """Return whether `re` finds a match of the regex; None if it cannot, or may take too long."""
        longest = SLOW_LETTERS if _is_nested(self.cores[number]) else QUICK_LETTERS
        if self.puzzle.dialect != "python" or len(text) > longest:
            return None
        with warnings.catch_warnings(), suppress(re.error, OverflowError, RecursionError):
            warnings.simplefilter("ignore")  # of classes that future versions may read as set operations
            real = re.compile(self.patterns[number], sum([re.RegexFlag[each.upper()] for each in self.puzzle.flags]))
            find = {"whole": real.fullmatch, "prefix": real.match, "search": real.search}[self._place]
            return find(text) is not None
        return None


COUNTED_STATES: Final = 50_000
"""States of all positions together up to which the strings of one length are counted: about half a second."""

QUICK_LETTERS: Final = 64
SLOW_LETTERS: Final = 16
"""Letters of the longest witness that `re` is asked about, where it cannot and where it can take exponential time."""


def _is_nested(node: Core, *, in_loop: bool = False) -> bool:
    """Return whether a loop holds another one, or a choice."""
    is_loop = isinstance(node, Repeat)
    if in_loop and (is_loop or isinstance(node, Alt)):
        return True
    return not isinstance(node, Letters) and any([_is_nested(each, in_loop=in_loop or is_loop) for each in node.parts])


class Wanted:
    """The strings that the regexes `accepts` match and the regexes `rejects` do not.

    Its methods raise TimeUp if the time is up.

    Attributes:
        looked: The solver has looked at all strings up to this length; -1: at none.
    """

    def __init__(self, regexes: Regexes, accepts: Sequence[int], rejects: Sequence[int] = ()) -> None:
        self._regexes: Final = regexes
        self._accepts: Final = accepts
        self._rejects: Final = rejects
        self._inexact: Final = sorted(regexes.inexact.intersection((*accepts, *rejects)))
        self.looked = -1

    @property
    def reason(self) -> str:
        """Why not all lengths are decided."""
        if self._regexes.budget.seconds_left == 0:
            return "the time is up"
        if self._inexact:
            name = self._regexes.names[self._inexact[0]]
            return f"{name} compares letters or has an atomic group, so that it has no automaton"
        return f"more than {self._regexes.budget.tuning.automaton_states:,} states"

    def product(self) -> Product:
        """Return the product of the automata.  Raises TooManyStates."""
        automaton = self._regexes.automaton
        rejects = [automaton(number) for number in self._rejects if number not in self._regexes.inexact]
        return Product(list(map(automaton, self._accepts)), rejects, self._regexes.lettering, self._regexes.budget)

    @cached_property
    def outlined(self) -> Strings | None:
        """These strings, and more if a regex has no automaton; None if there are too many states."""
        with suppress(TooManyStates):
            return Strings(self.product())
        return None

    @property
    def strings(self) -> Strings | None:
        """These strings; None if automata do not decide."""
        is_decided = not self._inexact or (self.outlined is not None and self.outlined.total == 0)
        return self.outlined if is_decided else None

    def has_longer(self, length: int) -> bool:
        """Return whether there may be longer strings."""
        return self.outlined is None or self.outlined.has_longer(length)

    def first(self, up_to: int) -> tuple[str | None, int | None]:
        """Return the first string; and if there is none, the length up to which that is known (None: all lengths).

        If the time is up, that length is smaller than `up_to`.
        """
        with suppress(TimeUp):
            with suppress(TooManyStates):
                text = self.product().first()
                if text is None or not self._inexact:
                    return text if text is None else self.checked(text), None
            for _, presolved in self.by_length(range(up_to + 1)):
                for text in self.in_order(presolved):
                    return text, None
            if not self.has_longer(self.looked):
                return None, None
        return None, self.looked

    def checked(self, text: str) -> str:
        """Return `text`.  Raises WrongAnswerError if it is none of these strings."""
        return self._regexes.checked(text, self._accepts, self._rejects)

    def by_length(self, lengths: Sequence[int]) -> Iterator[tuple[int, PresolvedPuzzle]]:
        """Yield the lengths that are possible, each with a puzzle of one line; stop where a limit is reached."""
        for length in lengths:
            self._regexes.budget.note("looking at strings, letters", length)
            try:
                if self.outlined is None or self.outlined.number(length):
                    yield length, self.presolved(length)
            except LimitError:
                return
            self.looked = length

    def presolved(self, length: int) -> PresolvedPuzzle:
        """Return the puzzle whose solutions are the strings of this length.  Raises LimitError."""
        regexes, puzzle = self._regexes, self._regexes.puzzle
        cores = {f"{number}: {regexes.patterns[number]}": regexes.cores[number] for number in self._accepts}
        for number in self._rejects:
            cores[f"not {number}: {regexes.patterns[number]}"] = rejecting(regexes.cores[number], regexes.alphabet)
        row = Line("the string", tuple(range(length)), tuple(map(Clue, cores)))
        puzzle = line("", length, puzzle.alphabet, puzzle.dialect, puzzle.flags)._replace(lines=(row,))
        regexes.budget.check_memory(bytes_of_classes(size(regexes.named)))
        cores |= {str(code): Letters(((code, code),)) for code in iterate(regexes.named)}  # separate classes
        is_open = puzzle.alphabet == ANY
        classes = letter_classes(puzzle, cores, regexes.alphabet, regexes.budget, single_letters=not is_open)
        plural = sum([1 << place for place, letters in enumerate(classes.members) if size(letters) > 1])
        domains = (classes.every,) * length
        return propagate(PuzzleLetters(puzzle, {}, cores, regexes.alphabet, classes, plural, domains), regexes.budget)

    def in_order(self, presolved: PresolvedPuzzle) -> Iterator[str]:
        """Yield the strings of one length in the order of the alphabet."""
        letters_of, budget = presolved.letters.of, self._regexes.budget
        pending = [] if presolved.residual is None else [(presolved.residual, 0)]
        while pending:
            residual, place = pending.pop()
            here = presolved._replace(residual=residual)
            search = Search(presolved.compiled.puzzle, limit=1, budget=budget, presolved=here).run()
            if search.stopped == "timeout":
                raise TimeUp
            if search.count and place == len(residual.masks):
                yield self.checked("".join(map(letters_of, residual.masks)))
            elif search.count:
                for letter in sorted(single_bits(residual.masks[place]), key=letters_of, reverse=True):
                    narrowed = residual.restrict({place: letter})
                    pending += [] if narrowed is None else [(narrowed, place + 1)]

    def counted(self, presolved: PresolvedPuzzle) -> Marginals | None:
        """Return how many strings of one length there are, and their letters; None if there are too many states."""
        return marginals(presolved, self._regexes.budget.tuned(kept_states=COUNTED_STATES))

    def draws(self, lengths: Sequence[int], number: int, random: Random) -> tuple[str, ...]:
        """Return `number` strings of these lengths, drawn at random; none if there is none.

        Raises:
            LimitError: If there are too many to count.
        """
        ends = list(accumulate(map(self._number, lengths)))
        places = [bisect(ends, random.randrange(ends[-1])) for _ in range(number if ends[-1] else 0)]
        drawn = []
        for place, times in Counter(places).items():
            solutions = draws(self.presolved(lengths[place]), times, random, self._regexes.budget)
            drawn += [self.checked("".join(letters)) for letters in solutions]
        random.shuffle(drawn)
        return tuple(drawn)

    def _number(self, length: int) -> int:
        if self.strings is not None:
            return self.strings.number(length)
        counted = self.counted(self.presolved(length))
        if counted is None:
            raise LimitError("there are too many strings to draw from", hint="ask about shorter strings")
        return counted.total
