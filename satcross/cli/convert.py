"""`satcross convert`: puzzles from one file format to another."""

from __future__ import annotations

from os.path import isfile
from typing import Final

from satcross.base.reading import shown_name
from satcross.base.writing import check_replaceable
from satcross.cli.options import FILE_OPTIONS, option, process_limits
from satcross.cli.parser import Options, Parser, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle, one_puzzle, say_what_is_left_out
from satcross.cli.series import OUTPUT_HELP, is_series, write_series
from satcross.cli.signals import YES
from satcross.cli.terminal import note, say, write_output
from satcross.errors import OptionError
from satcross.puzzle import Puzzle
from satcross.puzzle.files import READABLE, WRITABLE, check_writable, extension_of, format_of_path, to_text
from satcross.puzzle.files.expressing import undo_reversals
from satcross.puzzle.files.programs import to_link

IN_HELP: Final = (
    "the puzzle, in any format that satcross reads (-: stdin), and after it a new file to write it to; or with -o"
    " several puzzles, or folders"
)


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

Several files, or the files in folders, are written into the folder that -o names, each under its own name. A file that
exists is replaced only with --overwrite.
""",
        """
        satcross convert puzzle.input.txt puzzle.toml
        satcross convert challenges.json --puzzle 'The OR' or.toml
        satcross convert --format board puzzles/hexagon.toml -
        satcross convert challenges.json more --format toml -o puzzles
        satcross convert puzzles/hexagon.toml --link https://example.org/crossword.html
        satcross convert puzzles/hexagon.toml --format link --link https://example.org/satcross/
        """,
        (
            option("files", metavar="IN", help=IN_HELP),
            option("--recursive"),
            option("--output", help=OUTPUT_HELP),
            option("--overwrite"),
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
    if options.to is not None:
        check_writable(options.to)
    if is_series(options):
        return _convert_each(options)
    output = options.output or _target(options)
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
    if not options.overwrite:
        check_replaceable(output)
    with one_puzzle(changed(options, file=options.files[0])) as asked:
        return _convert(asked.puzzle, output, options)


def _target(options: Options) -> str:
    """Return where the puzzle is written if -o does not say so.  Raises OptionError if that is not clear."""
    if len(options.files) == 1:
        return "-"
    target: str = options.files[1]
    if isfile(target) and not options.overwrite:
        raise OptionError(
            "this file exists; the second file is where convert writes the puzzle of the first one",
            place=[shown_name(target)],
            hint="--overwrite replaces it; to convert several files, name a folder with -o",
            code="exists",
        )
    return target


def _convert_each(options: Options) -> int:
    """Write the puzzles of several files into a folder."""
    if options.link is not None:
        raise OptionError("--link is about one puzzle", hint="leave it out", code="option-together")
    if options.to is None:
        raise OptionError("no output format is given", hint="give --format FORMAT", code="format")

    def write(asked: FiledPuzzle, path: str) -> None:
        _convert(asked.puzzle, path, options)

    return write_series(options, extension_of(options.to), write, is_work=True)


def _convert(puzzle: Puzzle, output: str, options: Options) -> int:
    note("converting")
    if options.link is not None and options.to == "link":
        text = options.link.partition("#")[0] + to_text(puzzle, "link")
    elif options.link is not None:
        text = to_link(puzzle, options.link) + "\n"
        say_what_is_left_out(puzzle, text, "board")
    else:
        format = options.to or format_of_path(output)
        text = to_text(undo_reversals(puzzle) if format in ("toml", "json", "link") else puzzle, format)
        say_what_is_left_out(puzzle, text, format)
        if format == "link" and output == "-":
            say(
                "satcross: this is the end of a link; --link PAGE puts the address of a page of satcross's site before"
                " it, such as --link https://example.org/satcross/"
            )
    write_output(output, text)
    return YES
