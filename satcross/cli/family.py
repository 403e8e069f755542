"""`satcross family`: puzzles and formulas that grow with a size, for experiments with solvers."""

from __future__ import annotations

from satcross.base.wording import counted
from satcross.base.writing import write_folder
from satcross.cli.answers import table_lines
from satcross.cli.folders import check_is_folder_name
from satcross.cli.limits import budget_of
from satcross.cli.options import add_encoding_option, add_limit_options, count
from satcross.cli.parser import Options, Output, Parser, command_parser
from satcross.cli.statuses import UNKNOWN, YES
from satcross.cli.terminal import message_line
from satcross.errors import OptionError, TimeUp
from satcross.puzzle.files import to_text
from satcross.solver.families import FAMILIES, check_family, instance, member


def make_parser() -> Parser:
    parser = command_parser(
        "family",
        """
Without a name: the families, what their size counts, and which sizes take milliseconds, seconds, and an hour or more.
With a name and a size: a puzzle of the family, as TOML. With -o: into a folder the puzzle, its formula in the form of
the SAT Competition, and what is known of both: the verdict, and the conflicts that a solver needs.
""",
        """
        satcross family
        satcross family pigeons --size 8
        satcross family minimal --size 10 --seed 3 -o instances
        satcross family random --size 30 --count 20 -o instances
        """,
    )
    parser.add_argument("family", nargs="?", metavar="NAME", help="the family")
    parser.add_argument("--size", type=count, metavar="N", help="how large the puzzle is")
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="which puzzle of that size; default 1")
    parser.add_argument("--count", type=count, metavar="N", help="N puzzles, from that seed on (with -o)")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder; it is created if it does not exist")
    parser.add_argument("--solver", default="glucose4", metavar="NAME", help="whose conflicts count; default glucose4")
    add_encoding_option(parser)
    add_limit_options(parser)
    return parser


def run(options: Options) -> Output:
    if options.family is None:
        yield "out", _families()
        return YES
    check_family(options.family)
    if options.size is None:
        raise OptionError("--size is missing", hint="satcross family lists which sizes are easy and which are hard")
    if options.count is not None and options.output is None:
        raise OptionError("--count needs a folder for the files", hint="name one with -o")
    if options.output is None:
        return (yield from _one(options))
    check_is_folder_name(options.output)
    return (yield from _several(options))


def _one(options: Options) -> Output:
    """Yield the text of one puzzle."""
    try:
        puzzle = member(options.family, options.size, options.seed, budget_of(options))
    except TimeUp:
        yield message_line("satcross: out of time, nothing is written")
        return UNKNOWN
    yield "out", to_text(puzzle, "toml")
    return YES


def _families() -> str:
    """Return the table of the families."""
    heads = ("family", "puzzles", "size", "known", "ms, s, an hour")
    rows = [(name, each.summary, each.size, each.known, each.hardness) for name, each in FAMILIES.items()]
    return "".join(f"{line}\n" for line in table_lines([heads, *rows]))


def _several(options: Options) -> Output:
    """Write puzzles, with formulas and what is known of both, into the folder."""
    seeds = range(options.seed, options.seed + (options.count or 1))
    for seed in seeds:
        try:
            texts = instance(
                options.family,
                options.size,
                seed,
                encoding=options.encoding,
                solver=options.solver,
                budget=budget_of(options),
            )
        except TimeUp:
            yield message_line(f"satcross: out of time at seed {seed}; nothing of it is written")
            return UNKNOWN
        write_folder(options.output, texts)
    yield message_line(f"{counted(len(seeds), 'instance')} in {options.output}")
    return YES
