"""Filling a template, by the engine that is asked for.

    template, word list, choice -> problem -> propagation -> search, or a formula for a SAT solver -> verified fills

*search* is quick and finds fills of any size.  It ends only where the template is small.  *sat* learns from every dead
end.  So it decides templates (mostly unfillable ones) for which search would take too long; but its formula has a
clause for every letter of every candidate word.  *auto* searches first.  After some dead ends it turns to the formula,
unless that would be too large.  Several searches can run side by side; the formula has one process.

`Filling` yields the fills.  `remarks` and `expected_fills` say before any search why there are no or few fills, and
about how many.  `certify` writes a proof that there is none.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator
from math import inf, log10
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.base.writing import write_folder
from satcross.errors import Field, LimitError, OptionError, TimeUp, naming
from satcross.puzzle import AnyClue, Line, Puzzle, WordClue
from satcross.puzzle.files import toml_format
from satcross.puzzle.word_index import WordIndex, numbers
from satcross.puzzle.wordlists import DEFAULT_READING, Reading, WordList, assemble, fold
from satcross.words.formula import FormulaSearch, formula_size
from satcross.words.problem import DEFAULT_CHOICE, Problem, WordChoice, build_problem
from satcross.words.propagation import Network
from satcross.words.quality import MorePreferred, Quality, improve, preferred_in, quality
from satcross.words.search import Accepts, Engine, FillSearch, Letters
from satcross.words.template import OPEN, Template, unlocked
from satcross.words.verify import first_fault, satisfies_clues, verify_fill

if TYPE_CHECKING:
    from satcross.words.side_by_side import SideBySide


ENGINES: Final[tuple[Engine, ...]] = ("auto", "search", "sat")

Status: TypeAlias = Literal["filled", "unfillable", "unknown"]

CLAUSES_PER_DEAD_END: Final = 200
"""Clauses that are written in the time of one dead end.  Searching takes at least as long as writing."""

PLACING: Final = 0.9
"""The share of the time left for a fill in which more preferred words are looked for; the rest is for verifying it."""

FEW: Final = 20  # words: a slot with no more candidates is named as hard to fill
NAMED: Final = 5  # slots that are named for one reason; more would hide the most important ones
PUZZLE: Final = "puzzle.toml"  # the puzzle in the folder of a proof


class Fill(NamedTuple):
    """A filled grid.

    Attributes:
        rows: Its rows (`#` for blocks).
        quality: How good its words are; None: none has a score.
        missing: The preferred words that it does not hold, in alphabetic order.
        is_maximal: Whether it is known that no fill holds more of the preferred words, but for those found before.
    """

    rows: tuple[str, ...]
    quality: Quality | None
    missing: tuple[str, ...] = ()
    is_maximal: bool = False


def _search(problem: Problem, seed: int, jobs: int, budget: Budget) -> FillSearch | SideBySide:
    if jobs == 1:
        return FillSearch(problem, seed, budget, accepts=satisfies_clues)
    from satcross.words.side_by_side import SideBySide

    return SideBySide(problem, seed, budget, jobs=jobs, accepts=satisfies_clues)


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
        number: How many fills are wanted; the search for more preferred words gets the time left for each of them.
        jobs: How many searches run side by side; the fills depend on this number, but not on how quick they are.
        improve_seconds: How long to improve each fill; None: not at all.

    Raises:
        SatcrossError: What `build_problem` raises.
        OptionError: For a crossword whose solution is locked, an unknown engine or a number of jobs that it cannot use.
    """

    def __init__(
        self,
        template: Template,
        word_list: WordList,
        choice: WordChoice = DEFAULT_CHOICE,
        *,  # as many parameters as a user of the API can choose something by name
        seed: int = 0,
        number: int = 1,
        engine: Engine = "auto",
        jobs: int = 1,
        improve_seconds: float | None = None,
        reading: Reading = DEFAULT_READING,
        budget: Budget = UNLIMITED,
    ) -> None:
        if engine not in ENGINES:
            raise OptionError(f"there is no engine {engine!r}", hint="choose one of " + ", ".join(ENGINES))
        if jobs < 1:
            raise OptionError(f"the number of jobs must be at least 1, not {jobs}", code="option-number")
        if jobs > 1 and engine == "sat":
            raise OptionError(
                "the engine sat searches in one process, so several jobs are of no use to it",
                hint="leave one of the two options out",
            )
        self.problem: Final[Problem] = build_problem(unlocked(template), word_list, choice, reading, budget)
        self.choice: Final = choice
        self._word_list = word_list
        self.count = 0
        self.is_complete = False
        self.is_out_of_time = False
        self.engine = "propagation"
        self._seed = seed
        self._number = number
        self._wanted = engine
        self._improve = improve_seconds
        self._budget = budget
        self._search = _search(self.problem, seed, jobs, budget)
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

        With several searches, these figures are about the search that gave the last answer.
        """
        return self._search.work._asdict()

    def _run(self) -> Generator[Fill, None, None]:
        shown: set[Letters] = set()
        replaced: list[Letters] = []

        def is_new(problem: Problem, letters: Letters) -> bool:
            return letters not in shown and satisfies_clues(problem, letters)

        try:
            for first in self._letters_of_fills():
                if first not in shown:
                    letters, is_maximal = self._best_from(first, is_new)
                    if letters != first:
                        replaced.append(first)
                    shown.add(letters)
                    yield self._verified(letters, is_maximal=is_maximal)
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
        is_maximal = True
        if any(self.problem.preferred):
            seed = f"{self._seed} {self.count}"
            parts = max(1, self._number - self.count) * (1 if self._improve is None else 2)
            budget = self._budget.share(PLACING / parts)
            more = MorePreferred(self.problem, seed, budget, accepts, self._wanted)
            for better in more.after(letters):
                self._improving = better
            is_maximal = more.is_maximal
        if self._improve is not None:
            budget = self._budget.until(self._improve)
            for better in improve(self.problem, self._improving, self._seed, budget, accepts):
                self._improving = better
        return self._improving, is_maximal

    def _verified(self, letters: Letters, *, is_maximal: bool = False) -> Fill:
        """Return the fill with `letters` in its cells, and count it.  Raises WrongFillError if it is none."""
        rows = self.problem.filled_rows(letters)
        verify_fill(self.problem, self.choice, self._word_list, rows)
        self.count += 1
        return self._fill(rows, letters, is_maximal=is_maximal)

    def _fill(self, rows: tuple[str, ...], letters: Letters, *, is_maximal: bool = False) -> Fill:
        held = {self.problem.text_of(word) for word in preferred_in(self.problem, letters)}
        missing = sorted({*self.problem.preferred_texts} - held)
        return Fill(rows, quality(self.problem, letters), tuple(missing), is_maximal or not missing)

    def reached(self) -> Fill | None:
        """Return the fill that a stopped search had reached before it could yield its first one; None: there is none.

        A search is stopped when the time runs out, or when an exception leaves the iteration.
        """
        rows, filled = self.best
        is_full = filled == len(self.problem.words)
        if self.count or not is_full or first_fault(self.problem, self.choice, self._word_list, rows) is not None:
            return None
        self.count = 1
        self.engine = "search" if self._improving is None else self.engine
        return self._fill(rows, tuple([rows[row - 1][column - 1] for row, column in self.problem.grid.places]))

    def _letters_of_fills(self) -> Iterator[Letters]:
        search = self._search
        fills: set[Letters] = set()
        size = formula_size(self.problem, search.root)
        if self._wanted != "sat":
            if self._wanted == "auto" and size <= self._budget.tuning.fill_formula_clauses:
                search.stop_after(self._budget.tuning.descent_dead_ends + size // CLAUSES_PER_DEAD_END)
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


def remarks(problem: Problem) -> list[str]:
    """Return what prevents a fill or makes it hard, each as a sentence without a full stop."""
    without_slot = [*_required_without_slot(problem)]
    if without_slot:
        return without_slot
    notes = [*_slots_without_word(problem)]
    if not notes:
        notes = [*_conflict(problem)]
    if not notes:
        notes = [*_slots_with_few_words(problem)]
    size = counted(len(problem.word_list), "word")
    remedy = "fewer required words may help" if problem.required else "a larger word list is the usual remedy"
    return [*notes, f"{remedy}; {problem.word_list.name} has {size}"]


def pattern(problem: Problem, slot: int) -> str:
    """Return the given letters of a slot, with `_` for each open cell."""
    places = [problem.grid.places[cell] for cell in problem.grid.slots[slot].cells]
    return "".join([problem.rows[row - 1][column - 1] for row, column in places]).replace(OPEN, "_")


def candidates(problem: Problem, slot: int) -> int:
    """Return the set of the words that fit a slot's given letters, whatever crosses it."""
    cells = problem.grid.slots[slot].cells
    return problem.allowed[slot] & problem.words[slot].index.within([problem.domains[cell] for cell in cells])


def _required_without_slot(problem: Problem) -> Iterator[str]:
    """Yield a remark for each required word whose length no slot has, and for each length with too few slots."""
    lengths = Counter(words.n for words in problem.words)
    for n, number in Counter(word[0] for word in problem.required).items():
        if 0 < lengths[n] < number:
            words, slots = f"{number} words of {counted(n, 'letter')}", counted(lengths[n], "slot")
            yield f"{words} are required, but only {slots} can have one"
    for word in problem.required:
        if word[0] not in lengths:
            there = listed([str(n) for n in sorted(lengths)])
            needed = f"no slot has {counted(word[0], 'cell')}, for the required word {problem.text_of(word)}"
            yield f"{needed}; the slots have {there}"


def _slots_without_word(problem: Problem) -> Iterator[str]:
    """Yield remarks about the slots that no word fits, whatever crosses them, and the options that drop words."""
    slots = [slot for slot in range(len(problem.words)) if not candidates(problem, slot)]
    for slot in slots[:NAMED]:
        shown = pattern(problem, slot)
        given = f" like {shown}" if shown.strip("_") else f" of {counted(len(shown), 'letter')}"
        clued = any(clue.name == problem.grid.slots[slot].name for clue in problem.line_clues)
        dropped = [] if clued else [*_dropped(problem, slot)]
        if dropped:
            reasons = naming("; ".join(["{}"] * len(dropped)), *dropped)
            yield naming(f"no word that is allowed fits {problem.grid.slots[slot].name}: {{}}", reasons)
        else:
            yield f"no word fits {problem.grid.slots[slot].name}: none{given}{' satisfies its clue' if clued else ''}"
    if len(slots) > NAMED:
        yield f"nor does a word fit {counted(len(slots) - NAMED, 'other slot')}"


def _dropped(problem: Problem, slot: int) -> Iterator[str]:
    """Yield which options drop the words of the list that would fit a slot, with some of these words."""
    words, choice = problem.words[slot], problem.choice
    domains = [problem.domains[cell] for cell in problem.grid.slots[slot].cells]
    fitting = sorted([words[number] for number in numbers(words.index.within(domains))])
    excluded = {fold(word, problem.reading) for word in choice.excluded}
    low = [word for word in fitting if (problem.word_list.score_of(word) or 0) < choice.min_score]
    for field, value, dropped in (
        ("min_length", str(choice.min_length), fitting if words.n < choice.min_length else []),
        ("exclude", "", [word for word in fitting if word in excluded]),
        ("min_score", str(choice.min_score), low),
    ):
        if dropped:
            more = f", and {len(dropped) - NAMED} more" if len(dropped) > NAMED else ""
            yield naming(f"{{}} drops {', '.join(dropped[:NAMED])}{more}", Field(field, value))


def _conflict(problem: Problem) -> Iterator[str]:
    """Yield a remark about given letters that conflict, if propagation fails with them and not without them.

    It names a minimal set: one letter after the other is taken out, and stays out if the others conflict without it.
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
    yield "these given letters conflict: " + "; ".join(named)


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


def certify(
    template: Template, problem: Problem, folder: str | os.PathLike[str], budget: Budget = UNLIMITED
) -> str | None:
    """Write the proof that `problem`, of `template`, has no fill into `folder`; return why there is none, or None.

    The template becomes a puzzle of lines whose clues are word lists.  It is written into the folder, with a file for
    each list, beside the proof that it has no solution (`satcross.author.proof`).  Such a puzzle cannot say that no
    word appears twice, nor that some word must appear, and it has no lines without cells.  So there is no such proof
    for a template that fails only because of these.

    Raises:
        TimeUp: If the time is up.
        LimitError: For a formula beyond the budget.
        SatcrossError: With the code `write`.
    """
    from satcross.author.proof import proved

    plain = problem._replace(allow_repeats=True, required=())
    search = FillSearch(plain, 0, budget)
    if not search.is_failing and next(iter(FormulaSearch(plain, search.root, budget)), None) is not None:
        return "there are fills with repeated words, or without the required ones"
    texts, puzzle = _as_puzzle(template, problem)
    proof = proved(puzzle, budget=budget)
    if proof == "unknown":
        raise TimeUp
    if isinstance(proof, str) or proof[0].claim != "none":
        return "a line without cells has a clue that the empty string does not match"
    write_folder(folder, {**texts, **proof[1]})
    return None


def _as_puzzle(template: Template, problem: Problem) -> tuple[dict[str, str], Puzzle]:
    """Return the template as a puzzle of lines: the text of each of its files, and the puzzle that they hold."""
    rows, places = problem.rows, problem.grid.places
    files: dict[str, str] = {}
    lines = [
        line._replace(clues=tuple([_with_file(clue, len(line.cells), files) for clue in line.clues]))
        for line in (*_slot_lines(problem), *_clued_lines(problem))
    ]
    puzzle = Puzzle(
        tuple([f"r{row}c{column}" for row, column in places]),
        tuple(lines),
        given=tuple([
            (cell, rows[row - 1][column - 1])
            for cell, (row, column) in enumerate(places) if rows[row - 1][column - 1] != OPEN
        ]),
        alphabet=problem.word_list.letters,
        dialect=template.dialect,
        flags=template.flags,
        title=template.title,
    )  # fmt: skip
    text = toml_format.write(puzzle)
    read = toml_format.read(text, lambda name: assemble(dict.fromkeys(files[name].split(), 0), [name]))[0].puzzle
    return {**files, PUZZLE: text}, read


def _slot_lines(problem: Problem) -> Iterator[Line]:
    """Yield each slot as a line whose clue is the list of its candidates."""
    for slot, words, allowed in zip(problem.grid.slots, problem.words, problem.allowed, strict=True):
        candidates_of_slot = tuple(sorted([words[number] for number in numbers(allowed)]))
        yield Line(slot.name, slot.cells, (WordClue(candidates_of_slot),))


def _clued_lines(problem: Problem) -> list[Line]:
    """Return the lines with cells that have clues in the template, each with all of them."""
    clues: dict[tuple[str, tuple[int, ...]], tuple[AnyClue, ...]] = {}
    for name, cells, clue in problem.line_clues:
        clues[name, cells] = (*clues.get((name, cells), ()), clue)
    return [Line(f"{name} clue", cells, those) for (name, cells), those in clues.items() if cells]


def _with_file(clue: AnyClue, n: int, files: dict[str, str]) -> AnyClue:
    """Return `clue`, on a line of `n` cells, with the name of the file of its words, if it has words.

    Args:
        files: The text of each file by its name; a new one is added.
    """
    if not isinstance(clue, WordClue):
        return clue
    # a list without words would be refused; a word of another length does not fit the line either
    text = "\n".join(clue.words or ["A" * (n + 1)]) + "\n"
    name = next((name for name, other in files.items() if other == text), f"words-{len(files) + 1}.txt")
    files[name] = text
    return clue._replace(source=name)
