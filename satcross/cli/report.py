"""`satcross report`: what a collection is like, from a results database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from satcross.base.wording import counted
from satcross.base.writing import replacing_bytes
from satcross.cli.outcome import SCHEMA
from satcross.cli.parser import Options, Parser, PlainAnswer, add_process_limits, command_parser
from satcross.cli.signals import YES
from satcross.cli.terminal import write_lines, write_output
from satcross.errors import OptionError, printable
from satcross.many.results.database import opened_to_read
from satcross.many.results.export import FORMATS, csv_lines, exported, json_lines, write_parquet
from satcross.many.results.page import panels, to_html, to_svg
from satcross.many.results.report import Report, report
from satcross.many.results.schema import COLUMNS, Where, where

BAR: Final = 40  # characters of the longest bar


def make_parser() -> Parser:
    parser = command_parser(
        "report",
        f"""
It says how many puzzles have which verdict, how difficult, long and large they are, which constructs they use, which
took longest, and which are nearly the same. The database is only read, and that may happen while a run writes it.
docs/results.md describes its tables.

--where takes a column, one of = != < <= > >= ~ (contains), and a value. The columns are
{", ".join(list(COLUMNS)[:13])},
{", ".join(list(COLUMNS)[13:])}.
""",
        """
        satcross report found.db
        satcross report found.db --where 'status = unique' --where 'hardness >= 4' -o hard.html
        satcross report found.db --export csv -o found.csv
        """,
    )
    parser.add_argument("file", metavar="FILE", help="the database that --results has written")
    condition = "only results for which this holds; repeatable"
    parser.add_argument("--where", action="append", default=[], metavar="CONDITION", help=condition)
    out = "write a picture or a page (.svg or .html), or what is exported"
    parser.add_argument("-o", "--output", metavar="OUT", help=out)
    add_process_limits(parser, "give up after this time")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--export", choices=FORMATS, help="write the results themselves, one on each row")
    how.add_argument("--json", action="store_true", help="the report as a JSON object")
    return parser


def run(options: Options) -> PlainAnswer:
    condition = where(options.where)
    ending = PurePath(options.output or "").suffix.lower()
    if options.export is None and options.output not in (None, "-") and ending not in (".svg", ".html"):
        hint = "call it .svg or .html, or export the results with --export"
        raise OptionError("a report is written as SVG or HTML", place=[options.output], hint=hint)
    with opened_to_read(options.file) as connection:
        if options.export is not None:
            _export(exported(connection, condition), options)
            return PlainAnswer(YES, [])
        summary = report(connection, condition)
    if ending and not options.json:
        page = to_svg(summary) if ending == ".svg" else to_html(summary, PurePath(options.file).name, options.where)
        write_output(options.output, page)
        return PlainAnswer(YES, [])
    return PlainAnswer(YES, _lines(summary, condition), {"schema": SCHEMA, **_json(summary)})


def _export(rows: Iterator[dict[str, Any]], options: Options) -> None:
    if options.export == "parquet":
        if options.output in (None, "-"):
            raise OptionError("a Parquet file cannot be printed", hint="name it with -o")
        with replacing_bytes(options.output) as binary:
            write_parquet(rows, binary)
        return
    write_lines(options.output or "-", json_lines(rows) if options.export == "jsonl" else csv_lines(rows))


def _json(summary: Report) -> dict[str, Any]:
    bars = ("verdicts", "difficulty", "ratings", "lengths", "cells", "constructs")
    return {
        **summary._asdict(),
        **{name: dict(getattr(summary, name)) for name in bars},
        "slowest": [each._asdict() for each in summary.slowest],
        "alike": [each._asdict() for each in summary.alike],
    }


def _lines(summary: Report, condition: Where) -> Iterator[str]:
    """Yield the lines of a report."""
    about = " that meet the conditions" if condition.values else ""
    if not summary.results:
        yield f"no results{about}"
        return
    results, puzzles = counted(summary.results, "result"), counted(summary.puzzles, "puzzle")
    yield f"{results}{about}, about {puzzles}, in {summary.seconds:.1f} s"
    for title, bars in panels(summary):
        yield f"\n{title}"
        shown = [(printable(name), number) for name, number in bars]
        width = max(len(name) for name, _ in shown)
        most = max(number for _, number in shown)
        for name, number in shown:
            yield f"  {name:{width}}  {'#' * max(1, BAR * number // most):{BAR}}  {number:,}"
    if summary.slowest:
        yield "\nSlowest"
        yield from [f"  {each.seconds:9.3f} s  {each.status:8}  {printable(each.name)}" for each in summary.slowest]
    if summary.alike:
        yield "\nNear duplicates, by the clues in common"
        yield from [
            f"  {each.similarity:4.0%}  {printable(each.one)}  and  {printable(each.other)}" for each in summary.alike
        ]
