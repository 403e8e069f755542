"""`satcross lint`: what an author could leave out, loosen or tighten, and what has to be corrected."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from satcross.author import likely_mistakes
from satcross.author.lint import CODES, Finding, Lint, lint
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.cli.answers import json_head
from satcross.cli.driver import answer_all
from satcross.cli.options import (
    DRAWING,
    FILE_OPTIONS,
    FILES,
    JSON_LINES,
    LIMITS,
    REPORT_FORMAT,
    check_combinations,
    is_for_programs,
    many_puzzles,
    option,
)
from satcross.cli.outcome import UNFINISHED, Annotation, Appearance, Inquiry, Level, Send
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.sinks import sink_of
from satcross.cli.terminal import Written
from satcross.errors import ClueName, OptionError, TimeUp, describe, did_you_mean, printable
from satcross.pictures.text import FAINT, STRONG, TextStyle
from satcross.puzzle import Puzzle
from satcross.solver.compile import presolve
from satcross.solver.diagnosis import WORD_LIST

INSIDE: Final = {
    "looser-clue",
    "no-effect-alternative",
    "no-effect-letter",
    "no-effect-loop",
    "no-effect-group",
    "no-effect-lookaround",
    "dead-decoy",
}
"""The codes of findings for which the inside of every clue is examined."""

KINDS: Final = (
    ("Likely mistakes in clues", likely_mistakes.CODES),
    ("The expected solutions are wrong", ("expected-solution", "unexpected-solution")),
    ("The answer is wrong", ("missing-answer",)),
    ("Clues that contradict each other", ("conflict",)),
    ("The solution is not unique", ("several-solutions", "give-letters", "tighten-clue")),
    ("Lines without clues", ("line-without-clue",)),
    ("Redundant clues: without any one of them the solution stays the only one", ("redundant-clue",)),
    ("Clues that could accept more: the solution stays the only one", ("looser-clue",)),
    (
        "Parts of clues that have no effect",
        ("no-effect-alternative", "no-effect-letter", "no-effect-loop", "no-effect-group", "no-effect-lookaround"),
    ),
    ("Decoys that do not mislead: without one, each step of the explanation stays the same", ("dead-decoy",)),
)
"""The kinds of findings, the most important first: a heading and codes.  Each code is in one of them."""

GRAVE: Final = ("conflict", "several-solutions", "expected-solution", "unexpected-solution")
"""The codes of findings that are errors in a report; the others are warnings."""

LOOSER: Final = 3  # looser clues on a line that are looked for without --all
LEAST_RIVALS: Final = 10
RIVAL_CELLS: Final = 10_000
"""Cells of the other solutions together that are looked at without --all."""

SHOWN: Final = 10  # findings of a kind without --all


TASTE: Final = option(
    "--taste",
    action="store_true",
    help="also remark on parts of clues that people rarely write, such as a dot in a branch, and on the way to the "
    "solution; these remarks are not findings",
)


def make_lint_parser() -> Parser:
    return command_parser(
        "lint",
        """
It finds lines without clues, clues that can be left out, clues that could be looser, and parts of clues without effect.
If there is no solution, it finds clues that contradict each other. If there are several, it finds the smallest number
of letters that have to be given, and clues that could be tighter. Every finding has been verified. --ignore leaves out
findings by their codes. The exit status is 1 if there are findings.
""",
        """
        satcross lint puzzle.toml
        satcross lint --ignore looser-clue --ignore redundant-clue puzzles/*.toml
        satcross lint --taste puzzle.toml
        satcross lint --json puzzle.toml
        satcross lint --format github --ignore looser-clue puzzles/*.toml
        """,
        (
            *FILES,
            option(
                "--ignore",
                action="append",
                default=[],
                metavar="CODE",
                help="leave out the findings with this code; repeatable",
            ),
            option(
                "--all",
                help=f"find and show everything, not {LOOSER} looser clues on a line and {SHOWN} findings of a "
                "kind, and each + that could be a *",
            ),
            TASTE,
            option("--json", help=JSON_LINES),
            REPORT_FORMAT,
            FILE_OPTIONS,
            *LIMITS,
            many_puzzles(),
            *DRAWING,
        ),
    )


def run_lint(options: Options) -> int:
    for code in options.ignore:
        if code not in CODES:
            raise OptionError(
                f"there is no finding {code!r}", hint=did_you_mean(code, CODES) or "the codes are " + ", ".join(CODES)
            )
    report = f"--format {options.output_format}"
    given = {"--taste": options.taste, report: is_for_programs(options)}
    check_combinations("lint", given, [("--taste", report, "a report lists findings only")], ())
    with sink_of(options, INQUIRY) as sink:
        return answer_all(options, INQUIRY, sink)


def answer(question: LintQuestion, budget: Budget, send: Send) -> LintOutcome:
    """Return the findings that are wanted.  Raises what `compile_puzzle` raises."""
    puzzle, presolved = question.puzzle, None
    is_detailed, ignored = question.all, frozenset(question.ignore)
    with suppress(TimeUp):  # the findings say so, too
        presolved = presolve(puzzle, budget=budget)
    with_rewrites = not ignored >= INSIDE
    if is_detailed:
        linted = lint(puzzle, with_rewrites=with_rewrites, budget=budget, presolved=presolved)
    else:
        rivals = _rivals(puzzle, budget)
        budget = budget.tuned(rivals=rivals, given_letters=rivals)
        linted = lint(puzzle, with_rewrites=with_rewrites, most_looser=LOOSER, budget=budget, presolved=presolved)
    wanted = tuple(finding for finding in linted.findings if finding.code not in ignored)
    counting = tuple(finding for finding in wanted if is_detailed or not _is_about_a_plus(finding))
    most = None if is_detailed else SHOWN
    outcome = LintOutcome(linted, counting, wanted, most, None)
    return _with_remarks(outcome, puzzle, budget) if question.taste else outcome


def _with_remarks(outcome: LintOutcome, puzzle: Puzzle, budget: Budget) -> LintOutcome:
    """Return `outcome` with remarks of taste; if time runs out, it is not complete."""
    from satcross.generator.remarks import remarks_on

    try:
        return outcome._replace(remarks=remarks_on(puzzle, budget))
    except TimeUp:
        return outcome._replace(lint=outcome.lint._replace(is_complete=False), remarks=())


def _rivals(puzzle: Puzzle, budget: Budget) -> int:
    """Return how many other solutions to look at for the letters to give: fewer for large puzzles."""
    return min(budget.tuning.rivals, max(LEAST_RIVALS, RIVAL_CELLS // max(1, len(puzzle.cells))))


class LintQuestion(NamedTuple):
    """What `lint` is asked about a puzzle."""

    puzzle: Puzzle
    ignore: Sequence[str]
    all: bool
    taste: bool


class LintOutcome(NamedTuple):
    """The findings about a puzzle.

    Attributes:
        findings: The findings that count.
        wanted: These, and the findings that only say that a `+` could be a `*`.
        most: How many of a kind people get; None: all.
        remarks: Remarks of taste; None: they were not asked for.
    """

    lint: Lint
    findings: tuple[Finding, ...]
    wanted: tuple[Finding, ...]
    most: int | None
    remarks: tuple[Finding, ...] | None

    @property
    def exit_status(self) -> int:
        if not self.lint.is_complete:
            return UNKNOWN
        return NO if self.findings else YES

    @property
    def verdict(self) -> str:
        if not self.lint.is_complete:
            return "unknown"
        return "with findings" if self.findings else "without findings"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        taste = {} if self.remarks is None else {"taste": [remark.as_json() for remark in self.remarks]}
        return {**json_head(asked), **self.lint._replace(findings=self.wanted).as_json(), **taste}

    @property
    def is_final(self) -> bool:
        return self.lint.is_complete


def report(outcome: LintOutcome) -> Iterator[Annotation]:
    """Yield what a report for other programs says of the puzzle."""
    for finding in outcome.findings:
        pattern = f"({finding.pattern})" if finding.pattern else WORD_LIST
        clue = f"{finding.line}, clue {finding.clue} {pattern}: " if finding.clue else ""
        place = (finding.line, ClueName(finding.clue)) if finding.line else ()
        level: Level = "error" if finding.code in GRAVE else "warning"
        yield Annotation(level, finding.code, f"{clue}{finding.message}", place)
    if not outcome.lint.is_complete or outcome.lint.status == "unknown":
        yield UNFINISHED


def text(asked: FiledPuzzle, outcome: LintOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text for people."""
    number = counted(len(outcome.findings), "finding") + ("" if outcome.lint.is_complete else " so far (out of time)")
    yield "out", f"{asked.label}: {look.style.paint(f'{outcome.lint.status}, {number}', STRONG)}\n"
    for line in _report(outcome.lint, outcome.findings, outcome.most, look.style):
        yield "out", f"{line}\n"
    if pluses := len(outcome.wanted) - len(outcome.findings):
        yield "out", f"  In {counted(pluses, 'place')} a + could be a * (--all shows them)\n"
    for line in _taste(outcome, look.style):
        yield "out", f"{line}\n"


INQUIRY: Final = Inquiry(LintQuestion, answer, text, annotations=report)


def _is_about_a_plus(finding: Finding) -> bool:
    """Return whether all that is found is that a `+` could be a `*`."""
    if finding.span is None or finding.pattern[finding.span.start : finding.span.end] != "+":
        return False
    return finding.rewrite == finding.pattern[: finding.span.start] + "*" + finding.pattern[finding.span.end :]


def _report(lint: Lint, findings: Collection[Finding], most: int | None, style: TextStyle) -> Iterator[str]:
    """Yield lines about `findings` by their kinds, at most `most` of each, and about the clues that suffice."""
    puzzle = lint.puzzle
    for heading, codes in KINDS:
        of_kind = [finding for finding in findings if finding.code in codes]
        if of_kind:
            yield f"  {heading}" + (style.paint(f" [{codes[0]}]", FAINT) if len(codes) == 1 else "")
            for finding in of_kind[:most]:
                code = "" if len(codes) == 1 else style.paint(f" [{finding.code}]", FAINT)
                yield "    " + (_finding_text(puzzle, finding) + code).replace("\n", "\n    ")
            if most is not None and len(of_kind) > most:
                yield f"    and {len(of_kind) - most:,} more (--all shows them)"
    if lint.sufficient:
        yield from _sufficient(puzzle, lint, most)


def _taste(outcome: LintOutcome, style: TextStyle) -> Iterator[str]:
    """Yield the lines that list the remarks of taste, if they were asked for."""
    if outcome.remarks is None:
        return
    if not outcome.remarks:
        is_known = outcome.lint.is_complete
        yield f"  There are no remarks of taste{'' if is_known else ' so far (out of time)'}."
        return
    yield "  Remarks of taste, which are not findings:"
    for each in outcome.remarks[: outcome.most]:
        place = _place(outcome.lint.puzzle, each.line, each.clue) if each.clue else ""
        if each.span is not None:
            shown = describe(each.message, place=[place], text=each.pattern, span=each.span)
        else:
            shown = printable(f"{place}  {each.pattern}: {each.message}" if place else each.message)
        yield "    " + (shown + style.paint(f" [{each.code}]", FAINT)).replace("\n", "\n    ")
    if outcome.most is not None and len(outcome.remarks) > outcome.most:
        yield f"    and {len(outcome.remarks) - outcome.most:,} more (--all shows them)"


def _sufficient(puzzle: Puzzle, lint: Lint, most: int | None) -> Iterator[str]:
    """Yield the lines that list the clues which can be left out together."""
    needed = {(reason.line, reason.clue) for reason in lint.sufficient}
    clues = [(line, number) for line in puzzle.lines for number in range(1, len(line.clues) + 1)]
    spare = [(line, number) for line, number in clues if (line.name, number) not in needed]
    if not spare:
        yield "  Every clue is needed."
        return
    yield f"  {len(needed)} of {counted(len(clues), 'clue')} suffice; these can be left out together:"
    for line, number in spare[:most]:
        yield "    " + printable(_place(puzzle, line.name, number))
    if most is not None and len(spare) > most:
        yield f"    and {len(spare) - most:,} more (--all shows them)"


def _place(puzzle: Puzzle, line: str, clue: int) -> str:
    """Return the line's name, and the clue's number where the line has several."""
    is_only = all(len(each.clues) == 1 for each in puzzle.lines if each.name == line)
    return line if is_only else f"{line}, clue {clue}"


def _finding_text(puzzle: Puzzle, finding: Finding) -> str:
    """Return a finding as it is shown below the heading of its kind."""
    if not finding.clue:
        return printable(finding.message)
    place = _place(puzzle, finding.line, finding.clue)
    pattern = finding.pattern or WORD_LIST
    if finding.code == "redundant-clue":
        return printable(f"{place}  {pattern}")
    if finding.code == "looser-clue":
        return printable(f"{place}  {finding.pattern}  could be  {finding.rewrite}")
    if finding.span is None:
        return printable(f"{place}  {pattern}: {finding.message}")
    return describe(finding.message, place=[place], text=finding.pattern, span=finding.span)
