"""Verdicts and findings for other programs: annotations of GitHub, JUnit XML, SARIF.

In: puzzles with annotations.  Out: one text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final

from satcross import __version__
from satcross.cli.outcome import (
    AnnotatedPuzzle,
)
from satcross.errors import printable


def github(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return workflow commands, which GitHub shows as annotations of the files.

    >>> from satcross.cli.outcome import Annotation
    >>> puzzle = AnnotatedPuzzle("a.toml", "A", (Annotation("error", "none", "no, 0%", ("a.toml:3", "row 1")),))
    >>> print(github("check", [puzzle]), end="")
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
    """Return JUnit XML: a test case for each puzzle, which fails once if there are annotations.

    A puzzle without an answer, such as an unreadable file, is an error instead of a failure.  Either has the first
    annotation as its message, and all of them as its text, each on its own line.
    """
    from xml.sax.saxutils import escape, quoteattr

    def attribute(text: str) -> str:
        return quoteattr(printable(text))

    cases = []
    for each in puzzles:
        case = f"  <testcase classname={attribute(each.file)} name={attribute(each.name or each.file)}"
        if not each.annotations:
            cases.append(f"{case}/>\n")
            continue
        first = each.annotations[0]
        text = "\n".join(escape(printable(annotation.message)) for annotation in each.annotations)
        kind = "error" if each.is_unanswered else "failure"
        problem = f"<{kind} type={attribute(first.rule)} message={attribute(first.message)}>{text}</{kind}>"
        cases.append(f"{case}>\n    {problem}\n  </testcase>\n")
    errors = sum(each.is_unanswered for each in puzzles)
    failures = sum(bool(each.annotations) for each in puzzles) - errors
    head = f'<testsuite name="satcross {command}" tests="{len(puzzles)}" failures="{failures}" errors="{errors}">\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}</testsuite>\n'


def sarif(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return SARIF 2.1.0 (OASIS), which GitHub code scanning and editors read."""
    from urllib.parse import quote

    from satcross.base.printable_json import printable_json

    results = []
    for each in puzzles:
        for annotation in each.annotations:
            uri = quote(os.fsencode(each.file.replace("\\", "/")))
            location: dict[str, Any] = {"artifactLocation": {"uri": uri}}
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
"""The function that makes the report of a command about puzzles, by the name of its format."""
