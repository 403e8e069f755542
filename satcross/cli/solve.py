"""`satcross solve`: the solutions of puzzles, and whether there are others."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from satcross.base.wording import capital
from satcross.cli.answers import (
    Timer,
    answer_all,
    are_facts_wanted,
    free_cells,
    json_mismatches,
    json_object,
    json_solution,
    print_json,
    print_mismatches,
    search_for,
    statistics,
    summary,
    tell_facts,
    verdict,
    with_mismatches,
)
from satcross.cli.clues import warn_of_defects_in
from satcross.cli.limits import budget_of
from satcross.cli.options import (
    add_drawing_options,
    add_encoding_option,
    add_file_options,
    add_grid_option,
    add_jobs_option,
    add_search_options,
    count,
)
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import Asked, revised, with_grid
from satcross.cli.statuses import NO, UNKNOWN, YES, Terminated
from satcross.cli.terminal import style_of
from satcross.errors import LimitError, OptionError, printable, tidy
from satcross.pictures.text import STRONG, TextStyle, draw, text_of
from satcross.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from satcross.solver.diagnosis import Diagnosis
    from satcross.solver.expected import Mismatch
    from satcross.solver.solutions import Search

LIMIT: Final = 2  # enough to know whether the first solution is the only one


def make_parser() -> Parser:
    parser = command_parser(
        "solve",
        """
A puzzle is a file (- is standard input), or the clues of its rows and columns. If a clue begins with a hyphen, write
[-] for it, or it looks like an option. Every solution is matched once more against all clues, without the solver,
before it is shown.
""",
        """
        satcross solve puzzles/mit-2013.toml
        satcross solve --rows 'HE|LL|O+' '[PLEASE]+' --columns '[^SPEAK]+' 'EP|IP|EF'
        satcross solve --all --json puzzle.toml > solutions.jsonl
        satcross solve --trace puzzle.toml | less
        """,
    )
    parser.hyphen_hint = "write the first hyphen of a clue as [-], so that it is not taken for an option"
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles, in any format that satcross reads")
    parser.add_argument("--rows", nargs="+", metavar="CLUE", help="the clue of each row, from the top ('': none)")
    parser.add_argument(
        "--columns", nargs="+", metavar="CLUE", help="the clue of each column, from the left ('': none)"
    )
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--limit", type=count, default=LIMIT, metavar="N", help=f"at most N solutions; default {LIMIT}")
    number.add_argument("--all", action="store_true", help="print all solutions, each as soon as it is found")
    number.add_argument(
        "--sample", type=count, metavar="N", help="print N solutions drawn at random, all equally likely"
    )
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="the seed of --sample; default 1")
    parser.add_argument(
        "--cubes",
        action="store_true",
        help="print sets of solutions instead: letters for each cell, of which every combination is one",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--json",
        action="store_true",
        help="print JSON Lines, one object for each puzzle; with --all also one for each solution",
    )
    kind.add_argument(
        "--trace", action="store_true", help="show each step of propagation: the clue, what it rules out, the grid"
    )
    parser.add_argument(
        "--stats", action="store_true", help="print the size of the formula and the seconds of each stage"
    )
    add_grid_option(parser)
    add_file_options(parser)
    add_encoding_option(parser)
    add_search_options(parser)
    add_jobs_option(parser)
    add_drawing_options(parser)
    return parser


def run(options: Options) -> int:
    if options.rows is None and options.columns is None:
        if not options.files:
            hint = "name a file (- is standard input), or give --rows and --columns"
            raise OptionError("no puzzle is given", hint=hint)
        return answer_all(options, _answer)
    if options.files:
        raise OptionError("a file and clues are two puzzles", hint="give one of them")
    if options.rows is None or options.columns is None:
        missing = "--rows" if options.rows is None else "--columns"
        raise OptionError(f"{missing} is missing", hint="every row and every column needs an entry; '' is no clue")
    from satcross.puzzle.shapes import rectangle

    puzzle = revised(rectangle(rows=options.rows, columns=options.columns), options)
    warn_of_defects_in(puzzle, lambda place: place)
    return _answer(Asked(puzzle), options)


def _answer(asked: Asked, options: Options) -> int:
    asked = with_grid(asked, options)
    if options.sample is not None or options.cubes:
        from satcross.cli.many import print_cubes, print_sample

        return (print_cubes if options.cubes else print_sample)(asked, options)
    timer = Timer()
    search = search_for(asked, options, None if options.all else options.limit)
    if options.json:
        mismatches = _print_json(asked, search, options)
    else:
        style = style_of(sys.stdout, options.color, options.ascii)
        heading = _heading(asked, len(options.files) > 1)
        found: list[Solution] = []
        for block in _blocks(
            search, options, style, found
        ):  # the first comes when the clues have been read without an error
            if heading:
                print(style.paint(heading, STRONG) + "\n")
                heading = ""
            print(block, flush=True)
        diagnosis = None
        if search.status == "none":
            from satcross.cli.diagnosed import diagnosed, diagnosis_text

            diagnosis = diagnosed(asked.puzzle, budget_of(options))
            print(diagnosis_text(diagnosis, style), flush=True)
        mismatches = search.mismatches()
        _tell(asked, search, found, diagnosis, {}, options)
        print_mismatches(mismatches, indent="")
        print(summary(search, timer, options), file=sys.stderr)
    if options.stats:
        print(statistics(search), file=sys.stderr)
    status = UNKNOWN if search.stopped == "timeout" else YES if search.count else NO
    return with_mismatches(status, mismatches)


def _heading(asked: Asked, is_one_of_several: bool) -> str:
    """Return the title of the puzzle, before it the file where there are several."""
    if asked.file is None:
        return ""
    title = tidy(asked.name or asked.puzzle.title)
    source = f" ({tidy(asked.puzzle.source)})" if asked.puzzle.source else ""
    return f"{asked.label}{source}" if is_one_of_several or not title else f"{title}{source}"


def _tell(
    asked: Asked,
    search: Search,
    found: list[Solution],
    diagnosis: Diagnosis | None,
    more: Mapping[str, object],
    options: Options,
) -> None:
    """Tell the results database, if there is one, what was found; `more` are further entries of the JSON object."""
    if are_facts_wanted(options):
        answer = json_object(asked, search, found, **more)
        told = {"count": search.count, "complete": search.is_complete, "witnesses": answer["solutions"][:2]}
        is_final = search.stopped != "timeout" and (diagnosis is None or diagnosis.is_complete)
        tell_facts(options, search.status, answer, is_final=is_final, **told)


def _blocks(search: Search, options: Options, style: TextStyle, found: list[Solution]) -> Iterator[str]:
    """Yield what `solve` prints about a puzzle, as it becomes known.

    Args:
        found: Receives the solutions, if facts are wanted.
    """
    if options.trace:
        yield from _trace(search.puzzle, options, style)
    puzzle = search.puzzle
    for number, solution in enumerate(search, 1):
        heading = f"Solution {number}:\n\n" if number > 1 else ""
        if are_facts_wanted(options):
            found.append(solution)
        yield f"{heading}{text_of(draw(puzzle, solution.letters, style=style))}\n"
    yield verdict(search)
    if free := free_cells(search):
        yield printable(capital(f"{free}."))
    if options.trace:
        yield "Search was needed." if search.was_searched else "Propagation alone was enough."


def _print_json(asked: Asked, search: Search, options: Options) -> tuple[Mismatch, ...]:
    """Print the solutions as they are found (`--all`) and the object of the puzzle, also if interrupted.

    Return how the solutions disagree with the expected ones.
    """
    is_streamed = options.all
    found: list[Solution] = []
    try:
        for solution in search:
            if is_streamed:
                print_json(json_solution(solution))
            else:
                found.append(solution)
    except (KeyboardInterrupt, Terminated, LimitError) as error:
        if search.count or not isinstance(error, LimitError):
            print_json(json_object(asked, search, None if is_streamed else found))
        raise
    mismatches = search.mismatches()
    more = json_mismatches(asked.puzzle, mismatches)
    diagnosis = None
    if search.status == "none":
        from satcross.cli.diagnosed import diagnosed, json_diagnosis

        diagnosis = diagnosed(asked.puzzle, budget_of(options))
        more["diagnosis"] = json_diagnosis(diagnosis)
    print_json(json_object(asked, search, None if is_streamed else found, **more))
    _tell(asked, search, found, diagnosis, more, options)
    return mismatches


def _trace(puzzle: Puzzle, options: Options, style: TextStyle) -> Iterator[str]:
    """Yield the steps of propagation: line and clue, what it rules out, the grid."""
    from satcross.errors import TimeUp
    from satcross.pictures.text import candidates_symbol
    from satcross.puzzle.addresses import shown_address
    from satcross.puzzle.alphabet import contract_alphabet
    from satcross.solver.tracing import trace

    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    try:
        for number, step in enumerate(trace(puzzle, budget_of(options)), 1):
            clue = printable(f"{step.line}, clue {step.clue}  {step.pattern}")
            yield f"{number}. {style.paint(clue, STRONG)}"
            if step.is_contradiction:
                yield "    cannot be satisfied any more\n"
                return
            for cell, letters in step.ruled_out:
                left = printable(contract_alphabet(step.candidates[number_of[cell]])) or "nothing"
                yield f"    {shown_address(cell)}: not {printable(contract_alphabet(letters))}, leaves {left}"
            shown = [candidates_symbol(letters, len(step.alphabet)) for letters in step.candidates]
            marked = {number_of[cell] for cell, _ in step.ruled_out}
            picture = draw(puzzle, [symbol for symbol, _ in shown], marked, style, [colour for _, colour in shown])
            yield text_of(picture) + "\n"
    except TimeUp:  # the search comes to the same end, and says so
        return
