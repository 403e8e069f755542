"""The one way in which commands answer questions about many puzzles.

In: an inquiry (what is asked about each puzzle), and the options, which name the puzzles.  Out: every partial answer
and every outcome goes to a sink, in the order of the input; and the worst exit status.

This process answers one puzzle after another (`in_process.py`), unless the options name other processes or a results
database: then `jobs.py` lets those do the same.
"""

from __future__ import annotations

from satcross.cli.in_process import answer_each
from satcross.cli.outcome import Inquiry
from satcross.cli.parser import Options
from satcross.cli.sinks import AnswerSink
from satcross.errors import OptionError


def answer_all(options: Options, inquiry: Inquiry, sink: AnswerSink) -> int:
    """Answer for every puzzle of `options.files`, wherever the options say, and return the worst exit status."""
    check_many_options(options)
    if options.jobs == 1 and options.cluster is None and options.results is None:
        return answer_each(options, inquiry, sink)
    from satcross.cli.jobs import answer_elsewhere

    return answer_elsewhere(options, inquiry, sink)


def check_many_options(options: Options) -> None:
    """Raise OptionError for options about many puzzles that make no sense together."""
    if options.refresh and options.results is None:
        raise OptionError("--refresh is about a results database", hint="name it with --results")
    if getattr(options, "no_rating", False) and options.results is None:
        raise OptionError("--no-rating is about a results database", hint="leave it out; only --results rates puzzles")
    if options.jobs > 1 and options.cluster is not None:
        raise OptionError("--jobs and --cluster both say where the work is done", hint="leave one of them out")
