"""Verdicts and findings for other programs: annotations of GitHub, JUnit XML, SARIF.

In: the outcomes of `check` and `lint`, and errors.  Out: one text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from satcross import __version__
from satcross.base.printable_json import printable_json
from satcross.base.wording import counted
from satcross.cli.outcome import Appearance, Outcome, Showable
from satcross.cli.puzzles import Asked
from satcross.cli.streams import write_to_stream
from satcross.cli.terminal import WIDTH, flag_of, report
from satcross.errors import ClueName, LimitError, ManyErrors, SatcrossError, printable
from satcross.pictures.text import PLAIN

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


class AnnotatedPuzzle(NamedTuple):
    """A puzzle, and the annotations on it; `name` is its name in the file."""

    file: str
    name: str
    annotations: tuple[Annotation, ...]


FOR_PROGRAMS: Final = Appearance(PLAIN, WIDTH, is_json=True)


class ReportSink:
    """Collects what a report says of each puzzle; errors and warnings are shown on standard error at once, too."""

    def __init__(self) -> None:
        self.puzzles: Final[list[AnnotatedPuzzle]] = []

    def show_part(self, asked: Asked, part: Showable) -> None:
        for written in part.shown(asked, FOR_PROGRAMS):
            write_to_stream(written)

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        self.puzzles.append(annotated(asked, outcome.as_json(asked)))

    def show_error(self, error: SatcrossError) -> int:
        self.puzzles.extend(map(annotated_error, error_objects(error)))
        return report(error)

    def show_out_of_time(self, asked: Asked) -> None:
        self.puzzles.extend(map(annotated_error, error_objects(LimitError("out of time", place=[asked.file or ""]))))
        write_to_stream(("error", f"satcross: {asked.label}: out of time\n"))


def error_objects(error: SatcrossError) -> list[dict[str, str]]:
    """Return each error as the results database has it: what is wrong, where, and its code."""
    error = error.with_names(flag_of)
    return [
        {"error": each.message, "place": ", ".join(each.place), "file": (*each.place, "")[0], "code": str(each.code)}
        for each in (error.errors if isinstance(error, ManyErrors) else [error])
    ]


def annotated_error(error: Mapping[str, str]) -> AnnotatedPuzzle:
    """Return an error, as `error_objects` returns it, as an annotation of its file."""
    file, line = _split(error["file"])
    return AnnotatedPuzzle(file, "", (Annotation("error", error["code"], f"{error['place']}: {error['error']}", line),))


def annotated(asked: Asked, answer: Mapping[str, Any]) -> AnnotatedPuzzle:
    """Return what the JSON object of an outcome says of a puzzle."""
    return AnnotatedPuzzle(answer["file"] or "", answer["name"] or "", tuple(_annotations(answer, asked)))


def _split(place: str) -> tuple[str, int | None]:
    """Return the file and the line of a place such as `puzzle.toml:3`."""
    file, _, line = place.rpartition(":")
    return (file, int(line)) if file and line.isdecimal() else (place, None)


def _line_of(asked: Asked, line: str, clue: int) -> int | None:
    """Return the line of the file on which a clue stands, None where that is not known."""
    return _split(asked.located((line, ClueName(clue)))[0])[1] if line else None


def _annotations(answer: Mapping[str, Any], asked: Asked) -> Iterator[Annotation]:
    """Yield what `answer` of `check` or `lint` has to say of the puzzle."""
    for finding in answer.get("findings", ()):
        clue = f"{finding['line']}, clue {finding['clue']} ({finding['pattern']}): " if finding["pattern"] else ""
        level: Level = "error" if finding["code"] in GRAVE else "warning"
        line = _line_of(asked, finding["line"], finding["clue"])
        yield Annotation(level, finding["code"], f"{clue}{finding['message']}", line)
    if "findings" not in answer and answer["status"] in ("several", "none"):
        yield from _verdict(answer, asked)
    for mismatch in answer.get("mismatches", ()):
        yield Annotation("error", f"{mismatch['kind']}-solution", mismatch["message"])
    if answer["status"] == "unknown" or ("findings" in answer and not answer["complete"]):
        yield Annotation("warning", "unknown", "out of time before everything was known")


def _verdict(answer: Mapping[str, Any], asked: Asked) -> Iterator[Annotation]:
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
        yield Annotation("error", "none", message, _line_of(asked, clue["line"], clue["clue"]))


def github(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return workflow commands, which GitHub shows as annotations of the files.

    >>> print(github("check", [AnnotatedPuzzle("a.toml", "A", (Annotation("error", "none", "no, 0%", 3),))]), end="")
    ::error file=a.toml,line=3,title=satcross check%3A none::A: no, 0%25
    """
    lines = []
    for each in puzzles:
        for annotation in each.annotations:
            line = "" if annotation.line is None else f",line={annotation.line}"
            place = f"file={_property(each.file)}{line},title={_property(f'satcross {command}: {annotation.rule}')}"
            message = f"{each.name}: {annotation.message}" if each.name else annotation.message
            lines.append(f"::{annotation.level} {place}::{_data(message)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return JUnit XML: a test case for each puzzle, which fails if there are annotations."""
    from xml.sax.saxutils import quoteattr

    def attribute(text: str) -> str:
        return quoteattr(printable(text))

    cases = []
    failures = 0
    for each in puzzles:
        case = f"  <testcase classname={attribute(each.file)} name={attribute(each.name or each.file)}"
        failures += bool(each.annotations)
        inner = "".join(
            f"    <failure type={attribute(annotation.rule)} message={attribute(annotation.message)}/>\n"
            for annotation in each.annotations
        )
        cases.append(f"{case}>\n{inner}  </testcase>\n" if inner else f"{case}/>\n")
    head = f'<testsuite name="satcross {command}" tests="{len(puzzles)}" failures="{failures}" errors="0">\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}</testsuite>\n'


def sarif(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return SARIF 2.1.0 (OASIS), which code scanning of GitHub and editors read."""
    from urllib.parse import quote

    results = []
    for each in puzzles:
        for annotation in each.annotations:
            location: dict[str, Any] = {"artifactLocation": {"uri": quote(each.file.replace("\\", "/"))}}
            if annotation.line is not None:
                location["region"] = {"startLine": annotation.line}
            place: dict[str, Any] = {"physicalLocation": location}
            if each.name:
                place["logicalLocations"] = [{"name": each.name}]
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


RENDERERS: Final[dict[str, Callable[[str, Sequence[AnnotatedPuzzle]], str]]] = {
    "github": github,
    "junit": junit,
    "sarif": sarif,
}


def report_text(format: str, command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return the report of a command about these puzzles."""
    return RENDERERS[format](command, puzzles)
