"""`satcross generate`: new puzzles with the letters that the author wants, as hard as the author wants.

The question that `satcross generate` asks is which puzzle a seed gives.  It holds all that the puzzle depends on,
besides limits.  How the puzzle is written is for the process that writes it to know (`made_puzzles.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.base.writing import check_replaceable, has_text, with_others
from satcross.cli.driver import Agenda, answer_agenda, check_many_options
from satcross.cli.limits import cancel_alarm
from satcross.cli.made_puzzles import PuzzleFiles
from satcross.cli.options import JSON_LINES, count, day_of, many_puzzles, new_seed, option, process_limits
from satcross.cli.outcome import (
    SCHEMA,
    Appearance,
    Conclusion,
    Inquiry,
    KnownAnswer,
    Question,
    Send,
)
from satcross.cli.parser import OptionGroup, Options, Parser, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle, say_what_is_left_out
from satcross.cli.request_options import (
    CLUES,
    LETTERS,
    SHAPE,
    DifficultyRange,
    Ingredients,
    MakingQuestion,
    question_about,
    request_of,
    say_what_is_cut,
    wanted_of,
)
from satcross.cli.signals import UNKNOWN, YES, ended_like_interrupted
from satcross.cli.sinks import StreamSink, appearance_of
from satcross.cli.terminal import (
    Written,
    error_text,
    message_line,
    note,
    write_to_stream,
)
from satcross.errors import (
    InternalError,
    LimitError,
    ManyErrors,
    OptionError,
    PuzzleError,
    RegexError,
    SatcrossError,
    TimeUp,
    printable,
)
from satcross.generator.maker import complete, generate
from satcross.generator.request import Request, check_request
from satcross.generator.results import Generated, GeneratorProgress
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.files import check_writable, explain, format_of_path, to_text

DOING: Final = {
    "grid": "choosing letters",
    "clues": "collecting clues",
    "start": "looking for clues that lead to one solution",
    "lower": "making the clues simpler",
    "search": "looking for better clues",
    "check": "checking the best puzzle",
}


def answer(question: MakingQuestion, budget: Budget, send: Send) -> MadePuzzle | NoPuzzle:
    """Look for the puzzle of a seed, or for the best one of several seeds.

    When an interrupt ends the search, the best puzzle so far is sent.

    Raises:
        KeyboardInterrupt: If an interrupt has ended the search.
        SatcrossError: For what would recur with every seed.
    """
    best: MadePuzzle | NoPuzzle | None = None
    for number in range(question.best_of):
        request = question.request._replace(seed=question.request.seed + number)
        if best is not None and budget.seconds_left == 0:
            break
        found = _answer_one(question._replace(request=request), budget, send)
        if isinstance(found, MadePuzzle) and (isinstance(best, NoPuzzle) or best is None or found.exceeds(best)):
            best = found
        best = best or found
    assert best is not None, "there is one seed at least"
    return best


def _answer_one(question: MakingQuestion, budget: Budget, send: Send) -> MadePuzzle | NoPuzzle:
    request = question.request
    make = complete if question.is_completion else generate

    def watch(progress: GeneratorProgress) -> None:
        if progress.phase == "search":
            cancel_alarm()  # it looks at its budget, and needs a moment after its end to check the best puzzle
        budget.note(progress_text(progress))

    try:
        made = next(make(request, budget=budget._replace(report=None), watch=watch))
    except LimitError as error:
        return NoPuzzle(request.seed, error.at(f"seed {request.seed}"))
    except TimeUp as error:
        return NoPuzzle(request.seed, LimitError(str(error), place=[f"seed {request.seed}"]))
    budget.note("")
    if budget.seconds_left == 0 or not any(each.code == "time" for each in made.unmet):
        return MadePuzzle(made)
    send(MadePuzzle(made))  # only the clock and an interrupt end a search early
    raise KeyboardInterrupt


class MadePuzzle(NamedTuple):
    """The puzzle of a seed, or the best one so far when the search was interrupted."""

    made: Generated

    def exceeds(self, other: MadePuzzle) -> bool:
        return self.made.goodness > other.made.goodness

    @property
    def exit_status(self) -> int:
        return UNKNOWN if self.made.unmet else YES

    @property
    def verdict(self) -> str:
        return "made"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        assert asked.files is not None, "it is known how the puzzle is written"
        path = asked.files.path(self.made.seed)
        what = {"puzzle": asked.files.text(self.made)} if path is None else {"file": path}
        return {"schema": SCHEMA, **self.made.as_json(), **what}

    @property
    def is_final(self) -> bool:
        return not self.made.unmet


class NoPuzzle(NamedTuple):
    """No puzzle was found; `error` says why."""

    seed: int
    error: SatcrossError

    @property
    def exit_status(self) -> int:
        return self.error.exit_status

    @property
    def verdict(self) -> str:
        return "unknown"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        return {"schema": SCHEMA, "seed": self.seed, "puzzle": None}

    @property
    def is_final(self) -> bool:
        return self.exit_status != UNKNOWN


def part_text(asked: FiledPuzzle, part: MadePuzzle, look: Appearance) -> Iterator[Written]:
    """Yield the text of the best puzzle of a search that was interrupted."""
    return text(asked, part, look)


def part_json(asked: FiledPuzzle, part: MadePuzzle) -> dict[str, Any]:
    """Return what programs get of the best puzzle of a search that was interrupted."""
    return part.as_json(asked)


def text(asked: FiledPuzzle, outcome: MadePuzzle | NoPuzzle, look: Appearance) -> Iterator[Written]:
    """Yield the text for people: the puzzle if it has no file, and what there is to say of it."""
    if isinstance(outcome, NoPuzzle):
        yield message_line(error_text(outcome.error))
        return
    assert asked.files is not None, "it is known how the puzzle is written"
    made = outcome.made
    if asked.files.path(made.seed) is None:
        yield "out", asked.files.text(made)
    clues = [clue for line in made.puzzle.lines for clue in line.clues if isinstance(clue, Clue)]
    length = f" of {sum(len(clue.pattern) for clue in clues) / len(clues):.1f} characters" if clues else ""
    difficulty = made.difficulty
    yield message_line(
        f"seed {made.seed}: {difficulty.label} ({difficulty.value}), {counted(difficulty.steps, 'step')}"
        f" ({difficulty.length}), {counted(len(clues), 'clue')}{length},"
        f" cost {made.cost / 10:g}"
    )
    for each in made.unmet:
        yield message_line(f"  not reached: {printable(each.message)}")


INQUIRY: Final = Inquiry(MakingQuestion, answer, text, part_text, part_json=part_json, errors=(InternalError,))


def agenda_of(
    request: Request, seeds: range, difficulties: Sequence[str | float], files_of: Mapping[str | float, PuzzleFiles]
) -> Agenda:
    """Return what is asked about the puzzle of each seed, or about each run of seeds, if `seeds` has steps.

    Args:
        difficulties: The difficulty of each puzzle.
        files_of: How the puzzles of each difficulty are written.
    """

    def ask(asked: FiledPuzzle) -> Question:
        seed = int(asked.name)
        wanted = request._replace(seed=seed, difficulty=difficulties[seeds.index(seed)])
        is_completion = asked.files is not None and asked.files.begun is not None
        return question_about(wanted, is_completion=is_completion, best_of=seeds.step)

    asked = (
        FiledPuzzle(request.shape, name=str(seed), files=files_of[difficulty])
        for seed, difficulty in zip(seeds, difficulties, strict=True)
    )
    return Agenda(asked, ask, len(seeds))


def _difficulties(options: Options) -> list[str | float]:
    """Return the difficulty of each puzzle; "": any.  Raises OptionError."""
    wanted, number = options.difficulty or "", options.count or 1
    if not isinstance(wanted, DifficultyRange):
        return [wanted] * number
    if number < 2:
        raise OptionError(
            f"--difficulty {wanted.first}..{wanted.last} is for several puzzles",
            hint="give --count N, of 2 or more, or one difficulty",
            code="option-together",
        )
    return wanted.spread(number)


def progress_text(progress: GeneratorProgress) -> str:
    """Return in words how far a search has come."""
    known = [DOING[progress.phase]]
    if progress.cost is not None:
        known.append(f"cost {progress.cost / 10:g}")
    if progress.difficulty is not None:
        known.append(f"difficulty {progress.difficulty:.1f}")
    return "; ".join(known)


NOT_IN_RECIPE: Final = (
    "help", "count", "output", "overwrite", "to", "title", "author", "note", "answer", "timeout", "jobs", "cluster",
    "results", "refresh", "memory", "quiet", "json", "no_cache", "seed", "best_of",
)  # fmt: skip
"""Options that do not change which puzzle a seed gives; the seed itself is written last."""


def make_generate_parser() -> Parser:
    return command_parser(
        "generate",
        """
Every puzzle has exactly one solution, over any alphabet unless --alphabet lists one. check, lint and explain have
tested it: no clue can be left out, no part of a clue is without effect, and it is as hard as you ask for. If something
cannot be reached, standard error says so, the best puzzle so far is written, and the exit status is 3. The same
options and the same seed give the same puzzle on every machine, unless --timeout ends the search.
""",
        """
        satcross generate --rows 5 --columns 5 --theme CRANE --theme-at diagonal --difficulty gentle
        satcross generate --saying 'TURN OFF AND ON' --difficulty moderate
        satcross generate --side 3 --theme 'HELLO WORLD' --theme-at border -o hello.toml
        satcross generate --rows 4 --columns 4 --solution letters.txt --difficulty 3.5 --seed 7
        satcross generate --rows 6 --columns 6 --words words.txt --without references lookarounds
        satcross generate --complete begun.toml -o complete.toml
        satcross generate --day 2026-02-14 -o today.toml
        satcross generate --side 4 --count 10 -o puzzles --style mirrors=3 --style sets=0
        """,
        (
            SHAPE,
            LETTERS,
            CLUES,
            CHOICE,
            many_puzzles("use N processes, for --count"),
            *process_limits("end the search for a puzzle after this time: the best so far, status 3"),
            OUTPUT,
        ),
    )


CHOICE: Final = OptionGroup(
    "search",
    (
        option("--seed", help="the same seed gives the same puzzle; default: a new seed, printed on stderr"),
        option(
            "--best-of",
            type=count,
            default=1,
            metavar="N",
            help="of the puzzles of N seeds, write the puzzle with the best path: few first steps, rows and columns in"
            " turns, a solution that is readable half-way, and different clues",
        ),
        option(
            "--day",
            metavar="DATE",
            help="the puzzle of this day, such as 2026-02-14: gentle on Mondays, hard on Sundays, the same for"
            " everybody",
        ),
    ),
)
"""The options that choose one of the puzzles that answer the request."""


OUTPUT: Final = OptionGroup(
    "output",
    (
        option("--output", help="the file to write, or with --count the folder; default: TOML on standard output"),
        option("--overwrite"),
        option("--format", help="the format to write; default: from the extension of OUT, or toml"),
        option("--count", help="make N puzzles, each in a file named after its seed"),
        option(
            "--title", metavar="TEXT", help="the title; default: a hint at the answer, or difficulty, shape and seed"
        ),
        option("--author", metavar="TEXT", help="who has made it"),
        option("--note", metavar="TEXT", help="what players may read about it"),
        option("--answer", metavar="TEXT", help="what players see at the end; default: the theme, if there is one"),
        option("--json", help=JSON_LINES),
    ),
)
"""The options that say what is written: how many puzzles, where, and in which form."""


def run_generate(options: Options) -> int:
    cancel_alarm()  # the search looks at its budget, and needs a moment after its end to check the best puzzle
    if options.day is not None:
        return _run_day(options)
    difficulties = _difficulties(options)
    wanted = wanted_of(options)
    request = request_of(wanted, changed(options, difficulty=difficulties[0]))
    for difficulty in dict.fromkeys(difficulties):
        check_request(request._replace(difficulty=difficulty))
    say_what_is_cut(wanted.shape, options)
    format = _format(options)
    trial = _trial(request, is_completion=wanted.begun is not None)
    to_text(trial, format)  # so that what the format cannot express is known before a puzzle is looked for
    first = new_seed() if options.seed is None else options.seed
    seeds = range(first, first + (options.count or 1) * options.best_of, options.best_of)
    check_many_options(options)
    files = _files(options, format, ())._replace(
        title=options.title or "",
        author=options.author or "",
        note=options.note or "",
        answer=options.answer or " ".join((options.theme or options.saying or "").upper().split()),
        begun=wanted.begun,
    )
    if not options.overwrite and options.results is None:
        check_replaceable(*map(files.path, seeds))
    trial = files.with_texts(trial)
    say_what_is_left_out(trial, to_text(trial, format), format)
    files_of = {
        each: files._replace(recipe=tuple(_recipe_words(changed(options, difficulty=each or None))))
        for each in dict.fromkeys(difficulties)
    }
    agenda = agenda_of(request, seeds, difficulties, files_of)
    is_elsewhere = options.cluster is not None or (options.jobs > 1 and len(seeds) > 1)
    with ended_like_interrupted(), _about(wanted):
        return answer_agenda(agenda, INQUIRY, options, _sink(options), is_elsewhere=is_elsewhere)


class PuzzleFileSink(StreamSink):
    """Writes each puzzle into its file, if it has one, and then shows what there is to say of it.

    Args:
        is_overwriting: Whether files that exist with another text are replaced. Files that it has written itself always
            are.
    """

    def __init__(self, look: Appearance, inquiry: Inquiry, *, is_overwriting: bool) -> None:
        super().__init__(look, inquiry)
        self._is_overwriting: Final = is_overwriting
        self._written: Final[list[str]] = []

    def show_part(self, asked: FiledPuzzle, part: object) -> None:
        self._keep(asked, part)
        super().show_part(asked, part)

    def show_conclusion(self, asked: FiledPuzzle, conclusion: Conclusion) -> int:
        self._keep(asked, conclusion.outcome)
        return super().show_conclusion(asked, conclusion)

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        files, seed = asked.files, known.answer["seed"]
        text = None if files is None else files.kept(known.answer)
        assert files is not None, "it is known how the puzzle is written"
        assert text is not None, "the answer has a puzzle"
        path = self._filed(files, text, seed)
        shown = {**known.answer, "puzzle": text}
        if path is not None:
            del shown["puzzle"]
            shown["file"] = path
        elif not self._look.is_json:
            write_to_stream(("out", text))
        return super().show_known(asked, known._replace(answer=shown))

    def _keep(self, asked: FiledPuzzle, made: object) -> None:
        """Write a puzzle that has been made into its file, if it has one."""
        if isinstance(made, MadePuzzle) and asked.files is not None:
            self._filed(asked.files, asked.files.text(made.made), made.made.seed)

    def _filed(self, files: PuzzleFiles, text: str, seed: int) -> str | None:
        """Write the text of a puzzle, and return the path of its file.  Raises SatcrossError (`exists`)."""
        path = files.path(seed)
        if not self._is_overwriting and path not in self._written and not has_text(path, text):
            check_replaceable(path)
        try:
            files.write(text, seed)
        except SatcrossError as error:
            raise with_others(error, self._written) from None
        if path is not None and path not in self._written:
            self._written.append(path)
        return path


def _sink(options: Options) -> PuzzleFileSink:
    return PuzzleFileSink(appearance_of(options), INQUIRY, is_overwriting=options.overwrite)


OF_ANY_DAY: Final = ("help", "day", "output", "overwrite", "to", "quiet", "json")
"""Options that can be combined with --day."""


def _run_day(options: Options) -> int:
    """Write the puzzle of a day."""
    from satcross.generator.day import daily

    day = day_of(options.day)
    for action in make_generate_parser().options:
        if action.dest not in OF_ANY_DAY and vars(options).get(action.dest, action.default) != action.default:
            raise OptionError(
                f"--day and {action.option_strings[-1]} cannot be combined",
                hint="with --day, give only -o, --overwrite, --format, --json or --quiet",
                code="option-together",
            )
    format = _format(options)
    if not options.overwrite:
        check_replaceable(options.output)
    note(f"making the puzzle of {day.isoformat()}")
    with ended_like_interrupted():
        made = daily(day)
    note("")
    files = _files(options, format, ("satcross", "generate", "--day", day.isoformat()))._replace(is_by_seed=False)
    asked = FiledPuzzle(made.puzzle, name=str(made.seed), files=files)
    return _sink(options).show_conclusion(asked, Conclusion(MadePuzzle(made)))


@contextmanager
def _about(wanted: Ingredients) -> Iterator[None]:
    """Let errors about the puzzle that is to be completed name its file, and the line of the clue at fault."""
    try:
        yield
    except (RegexError, PuzzleError, ManyErrors) as error:
        if wanted.begun is None:
            raise
        raise explain(wanted.begun, wanted.begun.puzzles.index(wanted.shape), error) from None


def _files(options: Options, format: str, recipe: tuple[str, ...]) -> PuzzleFiles:
    """Return how puzzles are written that the command `recipe` makes."""
    output = None if options.output == "-" else options.output
    return PuzzleFiles(format, output, is_folder=options.count is not None, recipe=recipe)


def _format(options: Options) -> str:
    """Return the format to write.  Raises OptionError if there is none of that name."""
    if options.to is not None:
        check_writable(options.to)
        format: str = options.to
        return format
    if options.count is not None or options.output in (None, "-"):
        return "toml"
    if os.path.isdir(options.output):
        raise OptionError("this is a folder", place=[options.output], hint="write puzzles into it with --count")
    return format_of_path(options.output)


def _trial(request: Request, *, is_completion: bool) -> Puzzle:
    """Return a puzzle that a format can express if it can express the puzzles that are asked for."""
    kept = request.shape.lines if is_completion else ()
    clues = (Clue("."),) * request.clues_per_line
    clues_of = [line.clues or clues for line in kept] or [clues] * len(request.shape.lines)
    lines = tuple(line._replace(clues=each) for line, each in zip(request.shape.lines, clues_of, strict=True))
    letters = tuple(letter or "A" for letter in request.solution) or ("A",) * len(request.shape.cells)
    return request.shape._replace(lines=lines, dialect=request.dialect, expected=(letters,), expects_all=True)


def _recipe_words(options: Options) -> Iterator[str]:
    """Yield the words of the command that makes these puzzles again, without the seed."""
    yield from ("satcross", "generate")
    for action in make_generate_parser().options:
        value: Any = vars(options).get(action.dest)
        if action.dest in NOT_IN_RECIPE or value == action.default:
            continue
        flag = action.option_strings[-1]
        if value is True:
            yield flag
        elif action.nargs == "+":
            yield from (flag, *value)
        else:
            for each in value if isinstance(value, list) else [value]:
                yield from [f"{flag}={each}"] if str(each).startswith("-") else [flag, str(each)]
