"""`satcross repair`: other clues, so that the wanted solution is the only one, or still is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from satcross.author.half_filled_grids import check_filled
from satcross.base.writing import check_replaceable
from satcross.cli.answers import json_head, out_of_time
from satcross.cli.limits import budget_of, cancel_alarm
from satcross.cli.options import FILE_OPTIONS, check_combinations, count, option, process_limits
from satcross.cli.outcome import json_line
from satcross.cli.parser import OptionGroup, Options, Parser, PlainAnswer, command_parser
from satcross.cli.puzzles import (
    FiledPuzzle,
    GivenGrid,
    about_the_grid,
    filled_of,
    one_puzzle,
    say_what_is_left_out,
)
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.terminal import note, show, write_output, write_to_stream
from satcross.errors import OptionError, PuzzleError, TimeUp, printable
from satcross.puzzle import ANY, MENTIONED, POSITIVE, Puzzle, address_text
from satcross.puzzle.files import WRITABLE, check_writable, format_of_path, with_changes
from satcross.regex.letters import from_text
from satcross.solver.solutions import check

if TYPE_CHECKING:
    from satcross.generator.repair import Change, Repaired

USUAL_COUNT: Final = 5
NO_END: Final = "\\ No newline at end of file\n"


def make_repair_parser() -> Parser:
    return command_parser(
        "repair",
        f"""
It offers the smallest changes of clues that make the author's solution the only one, the smallest first. The author's
solution is in --solution, or else in the file. For a puzzle with one solution, --vary and --loosen
offer other clues instead of the one on --line. Every puzzle that is offered has been checked. If no small change is
found, the first offer changes as few clues as possible, and names the clues that can then be left out. The cost of a
change is about the length of the new clue in characters, plus 20 to 30 for the change itself. Up to {USUAL_COUNT}
offers are listed. --patch prints one of them as a patch of the TOML file, -o writes the puzzle with it. The exit
status is 0 if there is an offer or nothing to repair, 1 if no offer was found, and 3 if time ran out before the list
was full.
""",
        """
        satcross repair puzzle.toml
        satcross repair puzzle.toml --solution solution.txt --patch | patch puzzle.toml
        satcross repair puzzle.toml --pick 2 -o repaired.toml
        satcross repair puzzle.toml --vary --line 'row 3'
        """,
        (
            option("file"),
            option("--solution", dest="grid", metavar="FILE", help="the author's solution: its rows (-: stdin)"),
            VARIATION,
            OFFERS,
            OUTPUT,
            FILE_OPTIONS,
            *process_limits(),
        ),
    )


VARIATION: Final = OptionGroup(
    "another clue for a puzzle with one solution",
    (
        option("--vary", action="store_true", help="offer other clues for --line"),
        option("--loosen", action="store_true", help="offer looser clues for --line"),
        option("--line", metavar="NAME", help="the line of the clue, such as 'row 3'"),
        option("--clue", type=count, metavar="N", help="which clue of that line; default 1"),
    ),
)
"""The options that ask for another clue where nothing is wrong."""


OFFERS: Final = OptionGroup(
    "offers",
    (
        option("--count", help=f"how many to list; default {USUAL_COUNT}"),
        option("--max-length", default=18, help="characters of a new clue; default 18"),
        option("--seed", default=0, help="a different seed gives different candidates; default 0"),
    ),
)
"""The options that say how many offers there are, and which clues they may have."""


OUTPUT: Final = OptionGroup(
    "output",
    (
        option("--patch", action="store_true", help="print a patch of the TOML file on standard output"),
        option("--output", help="write the puzzle with the changes (-: stdout)"),
        option("--overwrite"),
        option("--pick", type=count, metavar="N", help="which offer to print or write; default 1"),
        option("--format"),
        option("--json", help="print an object with the status and all offers"),
    ),
)
"""The options that say which of the offers is written, where, and in which form."""


CLASHES: Final = (
    ("--vary", "--loosen", "--vary offers looser clues and others"),
    ("--patch", "--json", "--json has the patch of every offer"),
    ("--patch", "-o -", "both are for standard output"),
    ("--json", "-o -", "both are for standard output"),
    ("--solution", "--vary", "the puzzle must have one solution already"),
    ("--solution", "--loosen", "the puzzle must have one solution already"),
)
NEEDS: Final = (
    ("--vary", "--line"),
    ("--loosen", "--line"),
    ("--line", "--vary or --loosen"),
    ("--clue", "--line"),
    ("--pick", "--patch or -o"),
    ("--format", "-o"),
)


def run_repair(options: Options) -> PlainAnswer | int:
    given = {
        "--vary": options.vary, "--loosen": options.loosen, "--vary or --loosen": options.vary or options.loosen,
        "--patch": options.patch, "--json": options.json, "-o": options.output, "-o -": options.output == "-",
        "--patch or -o": options.patch or options.output, "--solution": options.grid, "--line": options.line,
        "--clue": options.clue, "--pick": options.pick, "--format": options.to,
    }  # fmt: skip
    check_combinations("repair", given, CLASHES, NEEDS)
    if options.to is not None:
        check_writable(options.to)
    if options.output not in (None, "-") and options.to is None:
        format_of_path(options.output)  # its error comes before the search
    if not options.overwrite:
        check_replaceable(options.output)
    with one_puzzle(options) as asked:
        return _answer(asked, options)


def _answer(asked: FiledPuzzle, options: Options) -> PlainAnswer | int:
    if options.patch and (asked.source is None or asked.source.format != "toml"):
        raise OptionError(
            "a patch can only be made for a TOML file",
            hint="-o FILE writes the repaired puzzle; satcross convert makes TOML of other formats",
            code="format",
        )
    try:
        search = _search(asked.puzzle, asked.grid, options)
    except TimeUp:
        return out_of_time(asked)
    if search is None:
        _write_unique(asked, options)
        return YES
    status, found = search
    stream = _stream(options)
    offers: list[Repaired] = []
    is_complete = True
    note("looking for clues")
    try:
        for offer in islice(found, _number(options)):
            offers.append(offer)
            if not options.json:
                note("")
                if len(offers) == 1:
                    write_to_stream((stream, f"{asked.label}: {status}{_what(options, offer)}\n"))
                write_to_stream((stream, _listed(offer, len(offers), options)))
                note("looking for clues")
    except TimeUp:
        is_complete = False
    cancel_alarm()
    note("")
    return _end(asked, status, offers, options, is_complete=is_complete)


def _stream(options: Options) -> Literal["out", "error"]:
    """Return where the list goes: standard output may be wanted for something else."""
    return "error" if options.patch or options.output == "-" else "out"


def _end(asked: FiledPuzzle, status: str, offers: list[Repaired], options: Options, *, is_complete: bool) -> int:
    """Write what is asked for besides the list, and return the exit status."""
    if options.json:
        objects = [{**offer.as_json(), "patch": _patch(asked, offer.puzzle)} for offer in offers]
        value = {**json_head(asked), "status": status, "complete": is_complete, "offers": objects}
        write_to_stream(json_line(value))
    elif not offers:
        write_to_stream(
            (_stream(options), f"{asked.label}: {status}; {_none(options) if is_complete else 'out of time'}\n")
        )
    elif not is_complete:
        write_to_stream((_stream(options), "  out of time: there may be others\n"))
    number = options.pick or 1
    if number <= len(offers):
        _write(asked, offers[number - 1].puzzle, options)
    elif offers and is_complete:
        raise OptionError(f"there is no offer {number}", hint=f"choose one from 1 to {len(offers)}")
    return UNKNOWN if not is_complete else YES if offers else NO


def _search(puzzle: Puzzle, grid: GivenGrid | None, options: Options) -> tuple[str, Iterator[Repaired]] | None:
    """Return what is known of the puzzle, and what the options ask for as it is found.

    Return None if the wanted solution is the only one already.

    Raises:
        OptionError: If an option cannot be met.
        PuzzleError: If the puzzle cannot be repaired so.
        TimeUp: If the time is up.
    """
    from satcross.generator.repair import alternatives, repair

    budget = budget_of(options)
    if not any(line.clues for line in puzzle.lines):
        raise PuzzleError(
            "the puzzle has no clue that could be repaired",
            hint="satcross generate --complete makes clues for all lines",
            code="clue-count",
        )
    wanted = _wanted(puzzle, grid)
    verdict = check(puzzle, budget=budget)
    if verdict.status == "unknown":
        raise TimeUp
    if options.line is not None:
        of_clue = alternatives(puzzle, options.line, options.clue or 1, loosen=options.loosen,
                               max_length=options.max_length, seed=options.seed, budget=budget)  # fmt: skip
        return verdict.status, of_clue
    status: str = verdict.status
    if status == "unique":
        letters = verdict.witnesses[0].letters
        if letters in ([wanted] if wanted else puzzle.expected or [letters]):
            return None
        status = "unique, but with another solution"
    return status, repair(puzzle, wanted, max_length=options.max_length, seed=options.seed, budget=budget_of(options))


def _wanted(puzzle: Puzzle, grid: GivenGrid | None) -> tuple[str, ...]:
    """Return the letters of `--solution`; () without it.  Raises PuzzleError for an open cell or a foreign letter."""
    if grid is None:
        return ()
    letters = filled_of(puzzle, grid)
    open_cells = [cell for cell, letter in zip(puzzle.cells, letters, strict=True) if not letter]
    with about_the_grid(grid):
        if open_cells:
            raise PuzzleError(
                f"the grid has no letter in cell {address_text(open_cells[0])}",
                code="grid-shape",
                hint="a repair needs the whole solution",
            )
        if puzzle.alphabet not in (ANY, MENTIONED, POSITIVE):
            check_filled(puzzle, letters, from_text(puzzle.alphabet))
    return letters


def _number(options: Options) -> int:
    """Return how many offers are looked for: for a patch or a file, only as many as it takes."""
    chosen: int = options.pick or 1
    if options.count is None and (options.patch or options.output is not None):
        return chosen
    return max(options.count or USUAL_COUNT, chosen if options.pick else 0)


def _write_unique(asked: FiledPuzzle, options: Options) -> None:
    """Say that there is nothing to repair, and write the file."""
    if options.json:
        write_to_stream(json_line({**json_head(asked), "status": "unique", "complete": True, "offers": []}))
    else:
        text = "unique; there is nothing to repair (--vary and --loosen offer other clues)"
        write_to_stream((_stream(options), f"{asked.label}: {text}\n"))
    if options.output is not None:
        _write(asked, asked.puzzle, options)


def _what(options: Options, first: Repaired) -> str:
    if first.is_fewest:
        return "; no small change was found, so the first offer changes as few clues as possible"
    if options.line is None:
        return "; each offer makes the wanted solution the only one"
    kind = "looser clues" if options.loosen else "other clues"
    return f"; {kind} for {printable(options.line)}"


def _none(options: Options) -> str:
    if options.loosen:
        return "every looser clue leaves several solutions"
    return "no clues were found; longer clues (--max-length) may help"


def _listed(offer: Repaired, number: int, options: Options) -> str:
    """Return the changes below each other, and after the first what they cost."""
    bound = (
        ""
        if offer.is_proven or options.line is not None
        else f"; no changes with these candidates cost less than {offer.bound / 10:g}"
    )
    texts = [printable(_change_text(change)) for change in offer.changes]
    texts[0] += f"  (cost {offer.cost / 10:g}{bound})"
    for line, clue in offer.redundant:
        name = line if clue == 1 else f"{line}, clue {clue}"
        texts.append(f"{printable(name)}  can then be left out")
    head = f"{number:3}. "
    return head + f"\n{' ' * len(head)}".join(texts) + "\n"


def _change_text(change: Change) -> str:
    name = change.line if change.clue == 1 else f"{change.line}, clue {change.clue}"
    if not change.before:
        return f"{name}  gets  {change.after}"
    return f"{name}  {change.before}  " + (f"becomes  {change.after}" if change.after else "is left out")


def _write(asked: FiledPuzzle, puzzle: Puzzle, options: Options) -> None:
    """Write the patch, or the puzzle, as the options ask for."""
    if options.patch:
        show(_patch(asked, puzzle) or "")
    if options.output is not None:
        source = asked.source
        assert source is not None, "the puzzle comes from a file"
        usual = source.format if source.format in WRITABLE else "toml"
        format = options.to or (usual if options.output == "-" else format_of_path(options.output))
        text = with_changes(source, puzzle, format)
        say_what_is_left_out(puzzle, text, format)
        write_output(options.output, text)


def _patch(asked: FiledPuzzle, puzzle: Puzzle) -> str | None:
    """Return the changes as a patch of the TOML file; None for other formats."""
    source = asked.source
    if source is None or source.format != "toml":
        return None
    before = source.text.replace("\n", source.newline)
    return _unified_diff(before, with_changes(source, puzzle, "toml"), asked.file or "puzzle.toml")


def _unified_diff(before: str, after: str, path: str) -> str:
    r"""Return the unified difference between two texts of the file `path`; "" if they are equal.

    >>> print(_unified_diff("A\nB\n", "A\nC", "x.toml"), end="")
    --- a/x.toml
    +++ b/x.toml
    @@ -1,2 +1,2 @@
     A
    -B
    +C
    \ No newline at end of file
    """
    from difflib import unified_diff

    relative = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
    name = (path if relative.startswith(os.pardir) else relative).replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines_with_ends(before), _lines_with_ends(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n{NO_END}" for line in lines)


def _lines_with_ends(text: str) -> list[str]:
    """Return the lines of `text` with their ends; only a line feed ends a line, as for `patch`."""
    lines = text.split("\n")
    return [*(line + "\n" for line in lines[:-1]), *lines[-1:]] if lines[-1] else [line + "\n" for line in lines[:-1]]
