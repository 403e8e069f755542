"""`satcross convert`: puzzles from one file format to another."""

from __future__ import annotations

from os.path import isfile

from satcross.base.reading import shown_name
from satcross.cli.options import FILE_OPTIONS, option, process_limits
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import one_puzzle
from satcross.cli.signals import YES
from satcross.cli.terminal import note, say, write_output
from satcross.errors import OptionError
from satcross.puzzle import Puzzle
from satcross.puzzle.files import READABLE, WRITABLE, check_writable, format_of_path, to_text
from satcross.puzzle.files.expressing import undo_reversals
from satcross.puzzle.files.programs import to_link


def make_convert_parser() -> Parser:
    return command_parser(
        "convert",
        f"""
The formats follow from the names and the contents of the files, or are given by --from and --format.
satcross reads {", ".join(READABLE)}.
It writes {", ".join(WRITABLE)}.
A link holds the puzzle without its solution, and opens on the pages of satcross's site.
If the format has no place for something, the error names it, and nothing is written. If the format reads a line in the
opposite direction, the clue is reversed, provided that it then accepts the same lines.
""",
        """
        satcross convert puzzle.input.txt puzzle.toml
        satcross convert challenges.json --puzzle 'The OR' or.toml
        satcross convert --format board puzzles/hexagon.toml -
        satcross convert puzzles/hexagon.toml --link https://example.org/crossword.html
        satcross convert puzzles/hexagon.toml --format link --link https://example.org/satcross/
        """,
        (
            option("file", metavar="IN"),
            option("target", nargs="?", metavar="OUT", help="a new file to write it to (-, the default: stdout)"),
            option("--output", help="where to write it; a file that exists is replaced"),
            option("--format"),
            option(
                "--link",
                metavar="PAGE",
                help="write the link that opens it in the hexagon player at PAGE; with --format link: on the site"
                " at PAGE",
            ),
            FILE_OPTIONS,
            *process_limits(),
        ),
    )


def run_convert(options: Options) -> int:
    if options.output is not None and options.target is not None:
        raise OptionError(
            "-o and a second file both say where to write the puzzle",
            hint="leave one of them out",
            code="option-together",
        )
    if options.target is not None and isfile(options.target):
        raise OptionError(
            "this file exists; the second file is where convert writes the puzzle of the first one",
            place=[shown_name(options.target)],
            hint=f"-o {options.target} replaces it; to convert several files, run the command for each",
            code="write",
        )
    output = options.output or options.target or "-"
    if options.to is not None:
        check_writable(options.to)
    if options.link is not None and options.to not in (None, "board", "link"):
        raise OptionError(
            f"--link and --format {options.to} cannot be combined: both say what is written",
            hint="leave one of them out",
            code="option-together",
        )
    if options.link is None and options.to is None and output == "-":
        raise OptionError(
            "no output format is given",
            hint="give --format FORMAT, or an output file such as puzzle.toml",
            code="format",
        )
    with one_puzzle(options) as asked:
        return _convert(asked.puzzle, output, options)


def _convert(puzzle: Puzzle, output: str, options: Options) -> int:
    note("converting")
    if options.link is not None and options.to == "link":
        text = options.link.partition("#")[0] + to_text(puzzle, "link")
    elif options.link is not None:
        text = to_link(puzzle, options.link) + "\n"
    else:
        format = options.to or format_of_path(output)
        text = to_text(undo_reversals(puzzle) if format in ("toml", "json", "link") else puzzle, format)
        if format == "link" and output == "-":
            say(
                "satcross: this is the end of a link; --link PAGE puts the address of a page of satcross's site before"
                " it, such as --link https://example.org/satcross/"
            )
    write_output(output, text)
    return YES
