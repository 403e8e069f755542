"""Verdicts and findings for other programs: annotations of GitHub, JUnit XML, SARIF.

In: the objects that `check --json` and `lint --json` print, and an object for each error.  Out: one text.  `text` and
`json` are what the commands print themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from satcross.base.long_numbers import whole_number
from satcross.base.printable_json import printable_json
from satcross.base.wording import counted
from satcross.cli.options import is_for_programs
from satcross.cli.parser import Options
from satcross.errors import ClueName, ErrorCode, ManyErrors, OptionError, SatcrossError, printable

if TYPE_CHECKING:
    from satcross.puzzle.files.source import Source

Level: TypeAlias = Literal["error", "warning"]

GRAVE: Final = ("clash", "several-solutions", "expected-solution", "unexpected-solution")
"""The findings of lint that are errors; the others are warnings."""


class Annotation(NamedTuple):
    """Something that is to be said of a puzzle.

    Attributes:
        rule: What kind of annotation it is, for programs.
        line: The line of the file, from 1; None: the annotation is about the whole puzzle.
    """

    level: Level
    rule: str
    message: str
    line: int | None = None


class Judged(NamedTuple):
    """A puzzle, and the annotations on it; `puzzle` is its name in the file."""

    file: str
    puzzle: str
    annotations: tuple[Annotation, ...]


@contextmanager
def formatted(options: Options, command: str) -> Iterator[None]:
    """Let what the block prints appear in the format of the options.

    Raises:
        OptionError: If `--json` is given too.
    """
    format = options.output_format
    if options.json and format not in ("text", "json"):
        message = f"--json and --output-format {format} cannot be combined: both say what is printed"
        raise OptionError(message, code=ErrorCode.OPTION_TOGETHER)
    options.json = options.json or format != "text"
    if not is_for_programs(options):
        yield
        return
    printed = StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:  # an interrupt leaves a whole document too
        answers = [json.loads(line, parse_int=whole_number) for line in printed.getvalue().split("\n") if line]
        sys.stdout.write(RENDERERS[format](command, judged(answers)))
        sys.stdout.flush()


def tell_error(error: SatcrossError) -> None:
    """Let the report contain this error; standard error says it anyway."""
    for each in error.errors if isinstance(error, ManyErrors) else [error]:
        place = ", ".join(each.place)
        told = {"error": each.message, "place": place, "file": each.place[0] if place else "", "code": each.code}
        sys.stdout.write(printable_json(told) + "\n")


def judged(answers: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """Return what the objects of `--json`, and those of errors, say of each puzzle."""
    found = []
    seen: dict[str, int] = {}
    for answer in answers:
        if "error" in answer:
            file, line = _split(answer["file"])
            message = f"{answer['place']}: {answer['error']}"
            found.append(Judged(file, "", (Annotation("error", answer["code"], message, line),)))
            continue
        file = answer["file"] or ""
        number = seen[file] = seen.get(file, -1) + 1
        found.append(Judged(file, answer["name"] or "", tuple(_annotations(answer, _Lines(file, number)))))
    return found


class _Lines:
    """Finds the line of a clue in the file of puzzle `number`."""

    def __init__(self, file: str, number: int) -> None:
        self._file: Final = file
        self._number: Final = number

    def of(self, line: str, clue: int) -> int | None:
        """Return the line of the file on which a clue stands, None where that is not known."""
        source = _source(self._file)
        if source is None or not line or self._number >= len(source.entries):
            return None
        from satcross.puzzle.files import place_in

        return _split(place_in(source, self._number, (line, ClueName(clue)))[0])[1]


@cache
def _source(file: str) -> Source | None:
    """Return the file, None if it cannot be read a second time."""
    from satcross.puzzle.files import open_source

    try:
        return None if file in ("", "-", "<standard input>") else open_source(file)
    except SatcrossError:
        return None


def _split(place: str) -> tuple[str, int | None]:
    """Return the file and the line of a place such as `puzzle.toml:3`."""
    file, _, line = place.rpartition(":")
    return (file, int(line)) if file and line.isdecimal() else (place, None)


def _annotations(answer: Mapping[str, Any], lines: _Lines) -> Iterator[Annotation]:
    """Yield what `answer` of `check` or `lint` has to say of the puzzle."""
    for finding in answer.get("findings", ()):
        clue = f"{finding['line']}, clue {finding['clue']} ({finding['pattern']}): " if finding["pattern"] else ""
        level: Level = "error" if finding["code"] in GRAVE else "warning"
        line = lines.of(finding["line"], finding["clue"])
        yield Annotation(level, finding["code"], f"{clue}{finding['message']}", line)
    if "findings" not in answer and answer["status"] in ("several", "none"):
        yield from _verdict(answer, lines)
    for mismatch in answer.get("mismatches", ()):
        yield Annotation("error", f"{mismatch['kind']}-solution", mismatch["message"])
    if answer["status"] == "unknown" or ("findings" in answer and not answer["complete"]):
        yield Annotation("warning", "unknown", "out of time before everything was known")


def _verdict(answer: Mapping[str, Any], lines: _Lines) -> Iterator[Annotation]:
    """Yield why a puzzle does not have exactly one solution."""
    if answer["status"] == "several":
        cells = " ".join(",".join(map(str, cell)) if isinstance(cell, list) else cell
                         for cell in answer["differing_cells"])  # fmt: skip
        number = ("" if answer["complete"] else "at least ") + counted(answer["count"], "solution")
        yield Annotation("error", "several", f"{number}; two of them differ in these cells: {cells}")
        return
    diagnosis = answer.get("diagnosis") or {"message": "there is no solution", "clues": []}
    yield Annotation("error", "none", f"no solution: {diagnosis['message']}")
    for clue in diagnosis["clues"]:
        message = f"{clue['line']}, clue {clue['clue']} ({clue['pattern']}): {clue['message']}"
        yield Annotation("error", "none", message, lines.of(clue["line"], clue["clue"]))


def github(command: str, puzzles: Sequence[Judged]) -> str:
    """Return workflow commands, which GitHub shows as annotations of the files.

    >>> print(github("check", [Judged("a.toml", "A", (Annotation("error", "none", "no, 0%", 3),))]), end="")
    ::error file=a.toml,line=3,title=satcross check%3A none::A: no, 0%25
    """
    lines = []
    for each in puzzles:
        for annotation in each.annotations:
            line = "" if annotation.line is None else f",line={annotation.line}"
            place = f"file={_property(each.file)}{line},title={_property(f'satcross {command}: {annotation.rule}')}"
            message = f"{each.puzzle}: {annotation.message}" if each.puzzle else annotation.message
            lines.append(f"::{annotation.level} {place}::{_data(message)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(command: str, puzzles: Sequence[Judged]) -> str:
    """Return JUnit XML: a test case for each puzzle, which fails if there are annotations."""
    from xml.sax.saxutils import quoteattr

    def attribute(text: str) -> str:
        return quoteattr(printable(text))

    cases = []
    failures = 0
    for each in puzzles:
        case = f"  <testcase classname={attribute(each.file)} name={attribute(each.puzzle or each.file)}"
        failures += bool(each.annotations)
        inner = "".join(
            f"    <failure type={attribute(annotation.rule)} message={attribute(annotation.message)}/>\n"
            for annotation in each.annotations
        )
        cases.append(f"{case}>\n{inner}  </testcase>\n" if inner else f"{case}/>\n")
    head = f'<testsuite name="satcross {command}" tests="{len(puzzles)}" failures="{failures}" errors="0">\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}</testsuite>\n'


def sarif(command: str, puzzles: Sequence[Judged]) -> str:
    """Return SARIF 2.1.0 (OASIS), which code scanning of GitHub and editors read."""
    from urllib.parse import quote

    from satcross import __version__

    results = []
    for each in puzzles:
        for annotation in each.annotations:
            location: dict[str, Any] = {"artifactLocation": {"uri": quote(each.file.replace("\\", "/"))}}
            if annotation.line is not None:
                location["region"] = {"startLine": annotation.line}
            place: dict[str, Any] = {"physicalLocation": location}
            if each.puzzle:
                place["logicalLocations"] = [{"name": each.puzzle}]
            result = {"ruleId": annotation.rule, "level": annotation.level, "message": {"text": annotation.message}}
            results.append({**result, "locations": [place]})
    rules = [{"id": rule} for rule in sorted({str(result["ruleId"]) for result in results})]
    driver = {"name": f"satcross {command}", "version": __version__, "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return printable_json(log, indent=2) + "\n"


RENDERERS: Final[dict[str, Callable[[str, Sequence[Judged]], str]]] = {
    "github": github,
    "junit": junit,
    "sarif": sarif,
}
