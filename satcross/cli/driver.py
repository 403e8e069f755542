"""The one way in which commands answer questions about many puzzles.

In: an inquiry (what is asked about each puzzle), and the options, which name the puzzles; or an agenda of puzzles that
are to be made.  Out: every partial answer and every outcome goes to a sink, in the order of the input; and the worst
exit status.

This process answers about one puzzle after another (`in_process.py`), unless the options name other processes: then
`jobs.py` lets those do the same.  A results database stands between the answers and the sink (`kept.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import chain, islice

from satcross.cli.in_process import Agenda, Answers, PuzzleCount, answer_here, question_about, settings_of
from satcross.cli.outcome import Inquiry
from satcross.cli.parser import Options, changed
from satcross.cli.puzzles import Asked, puzzles_asked_about, read_given_grid
from satcross.cli.sinks import AnswerSink
from satcross.errors import OptionError, SatcrossError


def answer_all(options: Options, inquiry: Inquiry, sink: AnswerSink) -> int:
    """Answer for every puzzle of `options.files`, wherever the options say, and return the worst exit status.

    With `--jobs` alone this process answers for a single puzzle itself, because its search is split then.
    """
    check_many_options(options)
    asked = puzzles_asked_about(options, read_given_grid(options))
    is_elsewhere = options.jobs > 1 or options.cluster is not None
    if options.jobs > 1 and options.results is None:
        first = list(islice(asked, 2))
        is_elsewhere = len(first) > 1
        asked = chain(first, asked)
    asking = changed(options, jobs=1) if is_elsewhere else options
    return answer_agenda(puzzle_agenda(asked, asking, inquiry), inquiry, options, sink, is_elsewhere=is_elsewhere)


def puzzle_agenda(asked: Iterator[Asked | SatcrossError], options: Options, inquiry: Inquiry) -> Agenda:
    """Return what the options ask about puzzles that are there."""
    count = PuzzleCount(len(options.files), is_one_per_file=options.puzzle is not None)
    return Agenda(asked, partial(question_about, options=options, inquiry=inquiry), count)


def answer_agenda(
    agenda: Agenda, inquiry: Inquiry, options: Options, sink: AnswerSink, *, is_elsewhere: bool = False
) -> int:
    """Answer about everything on the agenda, and return the worst exit status.

    Args:
        is_elsewhere: Whether the processes or the cluster of the options do it, and not this process.
    """
    settings = settings_of(options, inquiry)
    with ExitStack() as stack:
        kept = None
        if settings.rating != "no database":
            from satcross.cli.kept import KeptResults

            kept = stack.enter_context(KeptResults(options, inquiry))
        answers = Answers(agenda, sink, kept)
        if not is_elsewhere:
            return answer_here(agenda, answers, settings)
        from satcross.cli.jobs import answer_elsewhere

        return answer_elsewhere(agenda, answers, settings, options)


def check_many_options(options: Options) -> None:
    """Raise OptionError for options about many puzzles that make no sense together."""
    if options.refresh and options.results is None:
        raise OptionError("--refresh is about a results database", hint="name it with --results")
    if getattr(options, "no_rating", False) and options.results is None:
        raise OptionError("--no-rating is about a results database", hint="leave it out; only --results rates puzzles")
    if options.jobs > 1 and options.cluster is not None:
        raise OptionError("--jobs and --cluster both say where the work is done", hint="leave one of them out")
