"""Filling a template, by the engine that is asked for.

    template, word list, choice -> problem -> propagation -> search, or a formula for a SAT solver -> verified fills

*search* is quick and finds fills of any size.  It ends only where the template is small.  *sat* learns from every dead
end.  So it decides templates (mostly unfillable ones) for which search would take too long; but its formula has a
clause for every letter of every candidate word.  *auto* searches first.  After some dead ends it turns to the formula,
unless that would be too large.  Several searches can run side by side; the formula has one process.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, log10
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias
from unicodedata import combining, normalize

from satcross.author.proof import proved
from satcross.base.arguments import with_checked_arguments
from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted, listed
from satcross.base.writing import write_folder
from satcross.errors import ErrorCode, LimitError, OptionError, SatcrossError, TimeUp
from satcross.puzzle.files import toml_format
from satcross.puzzle.model import Clue, Line, Puzzle, WordClue
from satcross.puzzle.wordlists import DEFAULT_READING, DEFAULT_SCORE, Reading, WordIndex, WordList, numbers
from satcross.regex.matcher import matches
from satcross.words.formula import FormulaSearch, formula_size
from satcross.words.problem import DEFAULT_CHOICE, NumberedWord, Problem, WordChoice, build_problem
from satcross.words.propagation import Network, State, preferred_words
from satcross.words.search import Accepts, FillSearch, Letters, descent_lengths
from satcross.words.template import BLOCK, OPEN, Template, word_of

if TYPE_CHECKING:
    from satcross.words.side_by_side import SideBySide


# Verification of fills, from nothing but the template's rows, the word lists, the choice of words and the clues.
#
# In: a problem, the scores of the words that the lists have, the choice of words, and filled rows.  Out: what is wrong
# with them, if anything.  Every fill passes through here before anyone sees it, so nothing here relies on what has
# found the fill: the slots are found again, by splitting rows and columns at the blocks; the files of the word lists
# are read again and their words folded by code of its own; and the words are compared as text.


_UNDIVIDED = str.maketrans(
    {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Þ": "TH", "ẞ": "SS"}
)


class WrongFillError(SatcrossError):
    """A fill that the verifier rejects: a defect in satcross."""

    code = ErrorCode.WRONG_ANSWER


def scores_in(word_list: WordList, reading: Reading) -> dict[str, int]:
    """Return the score of each word of `word_list`, from its files; if they cannot be read again, from its text.

    Files that cannot be read again are pipes, and a list that was made in memory has none.

    Raises:
        OSError: If a file can no longer be read.
    """
    if not word_list.sources or not all(map(os.path.isfile, word_list.sources)):
        lists = [each for each in map(word_list.of_length, word_list.lengths) if each is not None]
        return {each.text[w * each.n : (w + 1) * each.n]: each.score(w) for each in lists for w in range(each.count)}
    scores: dict[str, int] = {}
    for name in word_list.sources:
        for word, score in _scores_of_file(name, reading).items():
            scores[word] = max(score, scores.get(word, score))
    return scores


def _scores_of_file(name: str, reading: Reading) -> dict[str, int]:
    """Return the score of each word of one file, the highest one if the file has it several times."""
    with open(name, "rb") as file:
        text = _decoded(file.read().removeprefix(b"\xef\xbb\xbf"))
    plain: dict[str, int] = {}
    capitalised: dict[str, int] = {} if reading.drop_capitals else plain
    for line in text.split("\n"):
        written, _, rest = line.partition(";")
        word = written.upper() if written.isascii() and written.isalpha() else _bare(written, reading)
        kept = plain if written.islower() else capitalised
        score = int(rest.partition(";")[0]) if rest else DEFAULT_SCORE
        if word and kept.get(word, -1) < score:
            kept[word] = score
    return plain or capitalised


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8; a line that is not UTF-8 is Latin-1."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        if b"\n" not in data:
            return data.decode("latin-1")
        return "\n".join(map(_decoded, data.split(b"\n")))


def _bare(text: str, reading: Reading) -> str:
    """Return `text` in capitals, without apostrophes and (unless they are kept) accents; "" if it is not a word."""
    word = text.strip().upper().replace("’", "'")
    if word.endswith("'S"):
        return ""
    word = word.replace("'", "")
    if not reading.keep_accents:
        divided = normalize("NFD", word).translate(_UNDIVIDED)
        word = "".join([letter for letter in divided if not combining(letter)])
    word = normalize("NFC", word)
    return word if word.isalpha() else ""


def first_fault(problem: Problem, choice: WordChoice, scores: Mapping[str, int], rows: Sequence[str]) -> str | None:
    """Return what is wrong with the filled `rows`, in words; None if they are a fill.

    Args:
        scores: The words that the lists have, with their scores, as `scores_in` returns them.
    """
    template = problem.rows
    if [len(row) for row in rows] != [len(row) for row in template]:
        return "the grid does not have the size of the template"
    for number, (wanted, row) in enumerate(zip(template, rows, strict=True), 1):
        for place, letter in zip(wanted, row, strict=True):
            if place not in (OPEN, letter) or (place == OPEN and letter == BLOCK):
                return f"row {number} reads {row!r}; the template has {wanted!r}"
    excluded, preferred, required = (
        {_bare(word, problem.reading) for word in words}
        for words in (choice.excluded, choice.preferred, choice.required)
    )
    seen: set[str] = set()
    for wanted, word in zip(_runs(template), _runs(rows), strict=True):
        is_named = word in preferred or word in required
        if len(word) < 2 or (OPEN not in wanted and word not in scores and not is_named):
            continue  # no slot, or its letters are all given and stay as they are
        if word not in scores and not is_named:
            return f"{word!r} is not in {problem.word_list.name}"
        is_good = len(word) >= choice.min_length and scores.get(word, choice.min_score) >= choice.min_score
        if word not in required and (word in excluded or not is_good):
            return f"{word!r} must not be used"
        if word in seen and not choice.allow_repeats:
            return f"{word!r} appears twice"
        seen.add(word)
    if not required <= seen:
        return "a required word is missing"
    return clue_fault(problem, rows)


def _runs(rows: Sequence[str]) -> list[str]:
    """Return the text of each run of places between blocks or edges, across and down."""
    return [run for line in (*rows, *map("".join, zip(*rows, strict=True))) for run in line.split(BLOCK)]


def clue_fault(problem: Problem, rows: Sequence[str]) -> str | None:
    """Return which clue of the template the filled `rows` violate, in words; None if they satisfy all clues."""
    letters = [letter for row in rows for letter in row if letter != BLOCK]
    for clue in problem.line_clues:
        text = "".join([letters[cell] for cell in clue.cells])
        if OPEN in text:
            return f"{clue.name} has an open cell"
        if isinstance(clue.constraint, Clue):
            read = clue.constraint.read(text)
            if not matches(problem.cores[clue.constraint.pattern], read):
                return f"{clue.name} reads {read!r}, which {clue.constraint.pattern} does not match"
        elif text not in clue.constraint.words:
            return f"{clue.name} reads {text!r}, which is not in {clue.constraint.source}"
    return None


def satisfies_clues(problem: Problem, letters: Sequence[str]) -> bool:
    """Return whether the fill with `letters` in its cells satisfies the clues on lines that are not slots."""
    return not problem.extra or clue_fault(problem, problem.filled_rows(letters)) is None


def verify_fill(problem: Problem, choice: WordChoice, scores: Mapping[str, int], rows: Sequence[str]) -> None:
    """Raise WrongFillError unless `rows` are a fill."""
    fault = first_fault(problem, choice, scores, rows)
    if fault is not None:
        hint = (
            "unless a word list has changed meanwhile, this is a defect in satcross; please report the template and the"
            " word list"
        )
        raise WrongFillError(f"the fill found is wrong: {fault}", hint=hint)


# How good a fill is, and better ones: how many preferred words it holds, and then the scores of its words.
#
# Words that nobody has scored are not judged: without any score, and without preferred words, a fill has no quality.
#
# `MorePreferred` looks for fills that hold more of the preferred words: it requires those that the best fill holds and
# one more, sometimes in the place of another one, and at last asks a SAT solver for one more than there are.
#
# `improve` frees a few neighbouring slots of a fill at a time, preferably those with low scores, fills them again, and
# keeps what is better (large neighbourhood search: P. Shaw, Using constraint programming and local search methods to
# solve vehicle routing problems, CP 1998).


PREFERRED_SCORE: Final = 100  # the score of a preferred word is at least this, the highest of most word lists
ATTEMPT: Final = 20  # dead ends that take as long as to prepare an attempt to place one more preferred word


class Quality(NamedTuple):
    """The mean and the worst score of the words of a fill; `worst_word` has the worst score."""

    mean: float
    worst: int
    worst_word: str

    def __str__(self) -> str:
        return f"mean {self.mean:.1f}, worst {self.worst} ({self.worst_word})"


def quality(problem: Problem, letters: Sequence[str]) -> Quality | None:
    """Return the quality of the fill with `letters` in its cells; None: no word has a score, and none is preferred."""
    if not has_quality(problem):
        return None
    scored = [
        (_score(problem, number, letters), word_of(slot, letters)) for number, slot in enumerate(problem.grid.slots)
    ]
    worst, word = min(scored)
    return Quality(sum(score for score, _ in scored) / len(scored), worst, word)


def has_quality(problem: Problem) -> bool:
    """Return whether some word has a score, or is preferred."""
    return problem.word_list.has_scores or any(problem.preferred)


def preferred_in(problem: Problem, letters: Sequence[str]) -> set[NumberedWord]:
    """Return the preferred words that the fill with `letters` in its cells holds."""
    held = set()
    for number, slot in enumerate(problem.grid.slots):
        words = problem.words[number]
        found = words.find(word_of(slot, letters))
        if found is not None and problem.preferred[number] >> found & 1:
            held.add((words.n, found))
    return held


class MorePreferred:
    """Fills that hold more and more of the preferred words; iterate it once.

    Attributes:
        is_most: Whether no fill that is accepted holds more of them than the last one.

    Args:
        letters: The fill to begin with.
        root: What is possible before any decision.
        accepts: A last test that a fill must pass.
        uses_search: Whether to look for them slot by slot.
        most_clauses: The size of the largest formula that a SAT solver is asked about.
    """

    def __init__(
        self,
        problem: Problem,
        letters: Letters,
        root: State,
        seed: int | str,
        budget: Budget,
        accepts: Accepts,
        *,
        uses_search: bool,
        most_clauses: int,
        tuning: Tuning = DEFAULT_TUNING,
    ) -> None:
        self._problem = problem
        self._random = Random(f"prefer {seed}")
        self._seed = seed
        self._budget = budget
        self._accepts = accepts
        self._uses_search = uses_search
        self._most_clauses = most_clauses
        self._tuning = tuning
        self._root = root
        self._wanted = preferred_words(problem, root)
        self._held = preferred_in(problem, letters)
        self._refuted: set[frozenset[NumberedWord]] = set()  # sets of words that no fill holds together
        self.is_most = False

    def __iter__(self) -> Iterator[Letters]:
        """Yield fills, each with more preferred words than the one before, until none or no more time is left."""
        try:
            is_small = formula_size(self._problem, self._root) <= self._most_clauses
            if self._uses_search and is_small:
                yield from self._by_search(self._tuning.descent_dead_ends)
            if is_small:
                yield from self._by_formula()
            if self._uses_search and not self.is_most:
                yield from self._by_search(self._tuning.preferring_dead_ends)
        except TimeUp:
            return
        finally:
            self.is_most = self.is_most or not self._candidates()

    def _candidates(self) -> list[NumberedWord]:
        """Return the words that may be added, in exchange for others or not; none if a fill cannot hold more words.

        At least one word of each refuted set is not held; and a slot holds one word.
        """
        without: set[NumberedWord] = set()
        possible = len(self._wanted)
        for words in sorted(self._refuted, key=len):
            if without.isdisjoint(words):
                without |= words
                possible -= 1
        if len(self._held) >= possible:
            return []
        slots = Counter(words.n for words in self._problem.words)
        slots.subtract(n for n, _ in self._held)
        return sorted(word for word in self._wanted - self._held if slots[word[0]] > 0)

    def _by_search(self, most_dead_ends: int) -> Iterator[Letters]:
        """Yield fills that short searches find, until they have met `most_dead_ends` since the last one."""
        spent = 0
        for attempt, length in enumerate(descent_lengths()):
            missing = self._candidates()
            if not missing or spent > most_dead_ends:
                return
            self._budget.note("placing preferred words, best", len(self._held), len(self._wanted))
            self._budget.check()
            kept = sorted(self._held)
            if kept and self._random.random() < 0.5:
                kept.remove(self._random.choice(kept))
            word = self._random.choice(missing)
            spent += ATTEMPT
            if self._refuted.intersection([frozenset({word}), frozenset({*kept, word})]):
                continue
            required = dict.fromkeys([*self._problem.required, *kept, word])
            search = FillSearch(
                self._problem._replace(required=tuple(required)),
                f"{self._seed} prefer {attempt}",
                self._budget._replace(report=None),
                accepts=self._accepts,
                most_dead_ends=length * self._tuning.improving_dead_ends,
                tuning=self._tuning._replace(wished_words=0),
            )
            letters = next(iter(search), None)
            spent += search.dead_ends
            if letters is None:
                if search.is_complete:
                    self._refuted.add(frozenset({*kept, word}))
                continue
            before, held = len(self._held), preferred_in(self._problem, letters)
            if len(held) >= before:
                self._held = held
            if len(held) > before:
                spent = 0
                yield letters

    def _by_formula(self) -> Iterator[Letters]:
        """Yield fills that a SAT solver finds, until there are no more or it has met too many conflicts."""
        while self._candidates():
            search = FormulaSearch(
                self._problem,
                self._root,
                self._budget,
                self._accepts,
                least_preferred=len(self._held) + 1,
                most_conflicts=self._tuning.preferring_conflicts,
            )
            letters = next(iter(search), None)
            if letters is None:
                self.is_most = search.is_complete
                return
            self._held = preferred_in(self._problem, letters)
            yield letters


def improve(
    problem: Problem,
    letters: Letters,
    seed: int | str,
    budget: Budget,
    accepts: Accepts,
    tuning: Tuning = DEFAULT_TUNING,
) -> Iterator[Letters]:
    """Yield better and better fills that `accepts` accepts, starting from `letters`, until the budget's time is up.

    A fill is better if it holds more preferred words, or as many and its words have a higher mean score, or the same
    and a better worst one.  Without scores and preferred words no fill is better than another.
    """

    def value(letters: Letters) -> tuple[int, float, int]:
        judged = quality(problem, letters)
        assert judged is not None
        return len(preferred_in(problem, letters)), judged.mean, judged.worst

    random = Random(f"improve {seed}")
    if not has_quality(problem):
        return
    best = value(letters)
    attempt = 0
    silent = budget._replace(report=None)
    try:
        while True:
            budget.note("improving the fill, attempts", attempt)
            budget.check()
            attempt += 1
            freed = _neighbourhood(problem, letters, random, tuning.freed_slots)
            reopened = _reopened(problem, letters, freed)
            search = FillSearch(
                reopened,
                f"{seed} {attempt}",
                silent,
                accepts=accepts,
                most_dead_ends=tuning.improving_dead_ends,
                tuning=tuning,
            )
            improved = next(iter(search), None)
            if improved is not None and value(improved) > best:
                best, letters = value(improved), improved
                yield letters
    except TimeUp:
        return


def _score(problem: Problem, slot: int, letters: Sequence[str]) -> int:
    words = problem.words[slot]
    number = words.find(word_of(problem.grid.slots[slot], letters))
    if number is None:
        return DEFAULT_SCORE
    score = words.score(number)
    return max(score, PREFERRED_SCORE) if problem.preferred[slot] >> number & 1 else score


def _neighbourhood(problem: Problem, letters: Letters, random: Random, others: int) -> set[int]:
    """Return slots to free: one with a low score, those that cross it, and about `others` more near them."""
    slots = range(len(problem.words))
    first = min(random.sample(slots, min(3, len(slots))), key=lambda slot: _score(problem, slot, letters))
    freed = {first}
    edge = [first]
    while edge and len(freed) < others + len(problem.grid.slots[first].cells):
        slot = edge.pop(0)
        crossing = [
            other for cell in problem.grid.slots[slot].cells for other, _ in problem.grid.crossings[cell]
            if other not in freed
        ]  # fmt: skip
        random.shuffle(crossing)
        freed.update(crossing)
        edge += crossing
    return freed


def _reopened(problem: Problem, letters: Letters, freed: set[int]) -> Problem:
    """Return the problem in which the cells of slots other than `freed` keep their letters."""
    alphabet = problem.word_list.letters
    kept = {cell for number, slot in enumerate(problem.grid.slots) if number not in freed for cell in slot.cells}
    domains = [
        1 << alphabet.index(letters[cell]) if cell in kept else domain for cell, domain in enumerate(problem.domains)
    ]
    return problem._replace(domains=tuple(domains))


# What can be said about the fills of a template before any search: why there are none or few, and about how many.
#
# In: a problem.  Out: remarks for people, the most important first: slots with no or few words, given letters that
# clash; or the number of fills to expect.


FEW: Final = 20  # words: a slot with no more candidates is named as hard to fill
NAMED: Final = 5  # slots that are named for one reason; more would hide the most important ones


def remarks(problem: Problem) -> list[str]:
    """Return what prevents a fill or makes it hard, each as a sentence without a full stop."""
    without_slot = [*_required_without_slot(problem)]
    if without_slot:
        return without_slot
    notes = [*_slots_without_word(problem)]
    if not notes:
        notes = [*_clash(problem)]
    if not notes:
        notes = [*_slots_with_few_words(problem)]
    size = counted(len(problem.word_list), "word")
    return [*notes, f"a larger word list is the usual remedy; {problem.word_list.name} has {size}"]


def pattern(problem: Problem, slot: int) -> str:
    """Return the given letters of a slot, with `_` for each open cell."""
    places = [problem.grid.places[cell] for cell in problem.grid.slots[slot].cells]
    return "".join([problem.rows[row - 1][column - 1] for row, column in places]).replace(OPEN, "_")


def candidates(problem: Problem, slot: int) -> int:
    """Return the set of the words that fit a slot's given letters, whatever crosses it."""
    cells = problem.grid.slots[slot].cells
    return problem.allowed[slot] & problem.words[slot].index.within([problem.domains[cell] for cell in cells])


def _required_without_slot(problem: Problem) -> Iterator[str]:
    """Yield a remark for each required word whose length no slot has."""
    lengths = {words.n for words in problem.words}
    for word in problem.required:
        if word[0] not in lengths:
            there = listed([str(n) for n in sorted(lengths)])
            needed = f"no slot has {counted(word[0], 'cell')}, for the required word {problem.text_of(word)}"
            yield f"{needed}; the slots have {there}"


def _slots_without_word(problem: Problem) -> Iterator[str]:
    """Yield remarks about the slots that no word fits, whatever crosses them."""
    slots = [slot for slot in range(len(problem.words)) if not candidates(problem, slot)]
    for slot in slots[:NAMED]:
        shown = pattern(problem, slot)
        given = f" like {shown}" if shown.strip("_") else f" of {counted(len(shown), 'letter')}"
        clued = any(clue.name == problem.grid.slots[slot].name for clue in problem.line_clues)
        yield f"no word fits {problem.grid.slots[slot].name}: none{given}{' satisfies its clue' if clued else ''}"
    if len(slots) > NAMED:
        yield f"nor does a word fit {counted(len(slots) - NAMED, 'other slot')}"


def _clash(problem: Problem) -> Iterator[str]:
    """Yield a remark about given letters that clash, if propagation fails with them and not without them.

    It names a minimal set: one letter after the other is taken out, and stays out if the others clash without it.
    """
    givens = [
        cell for cell, (row, column) in enumerate(problem.grid.places) if problem.rows[row - 1][column - 1] != OPEN
    ]
    every = (1 << len(problem.word_list.letters)) - 1
    if not givens or not _fails(problem):
        return
    opened = problem._replace(domains=(every,) * len(problem.domains))
    if _fails(opened):
        return
    kept = list(givens)
    domains = list(problem.domains)
    for cell in givens:
        attempt = [*domains]
        attempt[cell] = every
        if _fails(problem._replace(domains=tuple(attempt))):
            domains = attempt
            kept.remove(cell)
    letters = problem.word_list.letters
    named = [
        "{} in row {}, column {}".format(letters[problem.domains[cell].bit_length() - 1], *problem.grid.places[cell])
        for cell in kept
    ]
    yield "these given letters clash: " + "; ".join(named)


def _fails(problem: Problem) -> bool:
    return bool(Network(problem).start()[1])


def _slots_with_few_words(problem: Problem) -> Iterator[str]:
    """Yield remarks about the slots with the fewest candidates after propagation, or about one that fails."""
    network = Network(problem)
    state, failing = network.start()
    slots = problem.grid.slots
    if failing:
        first = failing[0]
        name = slots[first].name if first < len(slots) else problem.line_clues[first - len(slots)].name
        yield f"no word for {name} fits together with the slots that cross it"
        return
    scarce = sorted((size, slot) for slot, size in enumerate(state.sizes) if 1 < size <= FEW)
    for size, slot in scarce[:NAMED]:
        yield f"only {size} words are left for {slots[slot].name}"


def expected_fills(problem: Problem) -> float:
    """Return log10 of the expected number of fills of `problem`; minus infinity if a crossing or a slot admits none.

    That is the number to expect if the words of each slot are drawn at random from its candidates: the product of the
    numbers of candidates, times the probability, for each crossing, that the two words agree there.  That probability
    follows from how often each letter occurs at the two indices.  Real words are not drawn at random, and crossings
    depend on each other, so the figure is good to some powers of ten.  It tells what is far beyond a word list.
    """
    left = [candidates(problem, slot) for slot in range(len(problem.words))]
    if not all(left):
        return -inf
    total = sum([log10(words.bit_count()) for words in left])
    shares: dict[tuple[int, int, int, int], list[float]] = {}
    for cell, crossing in enumerate(problem.grid.crossings):
        if len(crossing) == 2:
            letters = problem.domains[cell]
            one, other = [_shares(problem.words[slot].index, left[slot], i, letters, shares) for slot, i in crossing]
            agreeing = sum([p * q for p, q in zip(one, other, strict=True)])
            if not agreeing:
                return -inf
            total += log10(agreeing)
    return total


def _shares(
    index: WordIndex, words: int, i: int, letters: int, known: dict[tuple[int, int, int, int], list[float]]
) -> list[float]:
    """Return, for each letter of the mask `letters`, what share of the set `words` of `index` has it at index `i`."""
    key = (index.n, words, i, letters)
    shares = known.get(key)
    if shares is None:
        count = words.bit_count()
        shares = known[key] = [(index.holding[i][letter] & words).bit_count() / count for letter in members(letters)]
    return shares


# Proofs that a template has no fill, for people who do not trust the search.
#
# The template becomes a puzzle of lines whose clues are word lists.  It is written into the proof's folder
# (`puzzle.toml` and a list for each set of candidates) beside the proof that it has no solution
# (`satcross.author.proof`).  Such a puzzle cannot say that no word appears twice, nor that some word must appear.  So
# there is no certificate for a template that fails only because of these.


PUZZLE: Final = "puzzle.toml"


def certify(template: Template, problem: Problem, folder: str | os.PathLike[str], budget: Budget = UNLIMITED) -> bool:
    """Write the proof that `problem`, of `template`, has no fill into `folder`; return whether there is such a proof.

    Raises:
        TimeUp: If the time is up.
        LimitError: For a formula beyond the budget.
        SatcrossError: With the code `write`.
    """
    plain = problem._replace(allow_repeats=True, required=())
    search = FillSearch(plain, 0, budget)
    if not search.is_failing and next(iter(FormulaSearch(plain, search.root, budget)), None) is not None:
        return False
    texts, lines = _word_lists(problem)
    rows, places = problem.rows, problem.grid.places
    puzzle = Puzzle(
        tuple([f"r{row}c{column}" for row, column in places]),
        (*lines, *[Line(f"{clue.name} clue", clue.cells, (clue.constraint,)) for clue in problem.line_clues]),
        given=tuple([
            (cell, rows[row - 1][column - 1])
            for cell, (row, column) in enumerate(places) if rows[row - 1][column - 1] != OPEN
        ]),
        dialect=template.dialect,
        flags=template.flags,
        title=template.title,
    )  # fmt: skip
    proof = proved(puzzle, budget=budget)
    if isinstance(proof, str):
        return False
    write_folder(folder, {**texts, PUZZLE: toml_format.write(puzzle), **proof[1]})
    return True


def _word_lists(problem: Problem) -> tuple[dict[str, str], list[Line]]:
    """Return the text of each word list by its file's name, and the slots as lines whose clues are these lists."""
    texts: dict[str, str] = {}
    file_of: dict[tuple[str, ...], str] = {}
    lines: list[Line] = []
    for slot, words, allowed in zip(problem.grid.slots, problem.words, problem.allowed, strict=True):
        listed = tuple(sorted([words[number] for number in numbers(allowed)]))
        if listed not in file_of:
            file_of[listed] = f"words-{len(file_of) + 1}.txt"
            # a list without words would be refused; a word of another length does not fit the slot either
            text = "\n".join(listed) or problem.word_list.letters[0] * (len(slot.cells) + 1)
            texts[file_of[listed]] = text + "\n"
        lines.append(Line(slot.name, slot.cells, (WordClue(listed, file_of[listed]),)))
    return texts, lines


Engine: TypeAlias = Literal["auto", "search", "sat"]
CLAUSES_PER_DEAD_END: Final = 200
"""Clauses that are written in the time of one dead end.  Searching takes at least as long as writing."""

ENGINES: Final[tuple[Engine, ...]] = ("auto", "search", "sat")

Status: TypeAlias = Literal["filled", "unfillable", "unknown"]


class Fill(NamedTuple):
    """A filled grid.

    Attributes:
        rows: Its rows (`#` for blocks).
        quality: How good its words are; None: none has a score.
        missing: The preferred words that it does not hold, in alphabetic order.
        is_most: Whether it is known that no fill holds more of the preferred words, but for those found before.
    """

    rows: tuple[str, ...]
    quality: Quality | None
    missing: tuple[str, ...] = ()
    is_most: bool = False


def _search(problem: Problem, seed: int, jobs: int, budget: Budget, tuning: Tuning) -> FillSearch | SideBySide:
    if jobs == 1:
        return FillSearch(problem, seed, budget, accepts=satisfies_clues, tuning=tuning)
    from satcross.words.side_by_side import SideBySide

    return SideBySide(problem, seed, budget, jobs=jobs, accepts=satisfies_clues, tuning=tuning)


class Filling:
    """The fills of a template, found as they are asked for.  Iterate it once; its attributes say what is known so far.

    Attributes:
        problem: What is filled, and with what.
        count: The number of fills found.
        is_complete: Whether there are no others.
        engine: The engine that has given the last answer: "propagation", "search" or "sat".
        is_out_of_time: Whether the time has run out.

    Args:
        seed: Decides the order in which the search finds fills.
        jobs: How many searches run side by side; the fills depend on this number, but not on how quick they are.
        improve_seconds: How long to improve each fill; None: not at all.

    Raises:
        SatcrossError: What `build_problem` raises.
        OptionError: For an unknown engine or a number of jobs that it cannot use.
    """

    @with_checked_arguments
    def __init__(
        self,
        template: Template,
        word_list: WordList,
        choice: WordChoice = DEFAULT_CHOICE,
        *,  # as many parameters as a user of the API can choose something by name
        seed: int = 0,
        engine: Engine = "auto",
        jobs: int = 1,
        improve_seconds: float | None = None,
        reading: Reading = DEFAULT_READING,
        budget: Budget = UNLIMITED,
        tuning: Tuning = DEFAULT_TUNING,
    ) -> None:
        if engine not in ENGINES:
            raise OptionError(f"there is no engine {engine!r}", hint="choose one of " + ", ".join(ENGINES))
        if jobs < 1:
            raise OptionError(f"the number of jobs must be at least 1, not {jobs}", code=ErrorCode.OPTION_JOBS)
        if jobs > 1 and engine == "sat":
            message = "the engine sat searches in one process, so several jobs are of no use to it"
            raise OptionError(message, hint="leave one of the two options out")
        self.problem: Final[Problem] = build_problem(template, word_list, choice, reading, budget)
        self.choice: Final = choice
        self._word_list = word_list
        self.count = 0
        self.is_complete = False
        self.is_out_of_time = False
        self.engine = "propagation"
        self._seed = seed
        self._wanted = engine
        self._improve = improve_seconds
        self._budget = budget
        self._tuning = tuning
        self._search = _search(self.problem, seed, jobs, budget, tuning)
        self._partial: tuple[Letters, int] | None = None
        self._improving: Letters | None = None  # the best fill so far
        self._fills = self._run()

    def __iter__(self) -> Iterator[Fill]:
        return self._fills

    def close(self) -> None:
        """End the search and its processes: there are no further fills."""
        self._fills.close()

    @property
    def status(self) -> Status:
        return "filled" if self.count else "unfillable" if self.is_complete else "unknown"

    @property
    def best(self) -> tuple[tuple[str, ...], int]:
        """The rows of a partial fill, and how many slots it fills.  Its words fit together; it may lead to no fill."""
        if self._improving is not None:
            return self.problem.filled_rows(self._improving), len(self.problem.words)
        if self._partial is None:
            self._partial = self._search.partial()
        letters, filled = self._partial
        return self.problem.filled_rows(letters), filled

    @property
    def stats(self) -> dict[str, int]:
        """How much work the search has done, in nodes, dead ends and restarts.

        With several searches, they are those of the one that has given the last answer.
        """
        return self._search.work._asdict()

    @cached_property
    def _scores(self) -> dict[str, int]:
        """The words that verification looks up: those of the list as it was given."""
        return scores_in(self._word_list, self.problem.reading)

    def _run(self) -> Generator[Fill, None, None]:
        shown: set[Letters] = set()
        replaced: list[Letters] = []

        def is_new(problem: Problem, letters: Letters) -> bool:
            return letters not in shown and satisfies_clues(problem, letters)

        try:
            for found in self._letters():
                if found not in shown:
                    letters, is_most = self._best_from(found, is_new)
                    if letters != found:
                        replaced.append(found)
                    shown.add(letters)
                    yield self._verified(letters, is_most=is_most)
            for letters in replaced:
                if letters not in shown:
                    yield self._verified(letters)
        except TimeUp:
            self.is_out_of_time = True
            reached = self.reached()
            if reached is not None:
                yield reached

    def _best_from(self, letters: Letters, accepts: Accepts) -> tuple[Letters, bool]:
        """Return the best fill that is found from `letters`, and whether none is known to hold more preferred words."""
        self._improving = letters
        more = MorePreferred(
            self.problem,
            letters,
            self._search.root,
            f"{self._seed} {self.count}",
            self._budget,
            accepts,
            uses_search=self._wanted != "sat",
            most_clauses=0 if self._wanted == "search" else self._tuning.fill_formula_clauses,
            tuning=self._tuning,
        )
        for better in more:
            self._improving = better
        if self._improve is not None:
            budget = self._budget.until(self._improve)
            for better in improve(self.problem, self._improving, self._seed, budget, accepts, self._tuning):
                self._improving = better
        return self._improving, more.is_most

    def _verified(self, letters: Letters, *, is_most: bool = False) -> Fill:
        """Return the fill with `letters` in its cells, and count it.  Raises WrongFillError if it is none."""
        rows = self.problem.filled_rows(letters)
        verify_fill(self.problem, self.choice, self._scores, rows)
        self.count += 1
        return self._fill(rows, letters, is_most=is_most)

    def _fill(self, rows: tuple[str, ...], letters: Letters, *, is_most: bool = False) -> Fill:
        held = {self.problem.text_of(word) for word in preferred_in(self.problem, letters)}
        missing = sorted({*self.problem.preferred_texts} - held)
        return Fill(rows, quality(self.problem, letters), tuple(missing), is_most or not missing)

    def reached(self) -> Fill | None:
        """Return the fill that a stopped search had reached before it could yield its first one; None: there is none.

        A search is stopped when the time runs out, or when an exception leaves the iteration.
        """
        rows, filled = self.best
        is_full = filled == len(self.problem.words)
        if self.count or not is_full or first_fault(self.problem, self.choice, self._scores, rows) is not None:
            return None
        self.count = 1
        self.engine = "search" if self._improving is None else self.engine
        return self._fill(rows, tuple([rows[row - 1][column - 1] for row, column in self.problem.grid.places]))

    def _letters(self) -> Iterator[Letters]:
        search = self._search
        fills: set[Letters] = set()
        size = formula_size(self.problem, search.root)
        if self._wanted != "sat":
            if self._wanted == "auto" and size <= self._tuning.fill_formula_clauses:
                search.stop_after(self._tuning.descent_dead_ends + size // CLAUSES_PER_DEAD_END)
            for letters in search:
                self.engine = "search" if search.work.nodes > 1 else "propagation"
                fills.add(letters)
                yield letters
            if search.is_complete:
                self.engine = "search" if search.work.nodes > 0 else "propagation"
                self.is_complete = True
                return
        if search.is_failing:
            self.is_complete = True
            return
        formula = FormulaSearch(self.problem, search.root, self._budget, satisfies_clues)
        self.engine = "sat"
        try:
            for letters in formula:
                if letters not in fills:
                    yield letters
        except LimitError:
            if self._wanted == "sat":
                raise
            self.engine = "search"
            search.stop_after(None)
            yield from search
        self.is_complete = formula.is_complete or search.is_complete
