"""`satcross explain` and `satcross hint`: how the solution of a puzzle follows, step by step, or only the next step.

`satcross hint` tells only as much of the next step as is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from satcross.author.difficulty import Difficulty, difficulty_of
from satcross.author.explanation import LEVELS, Explanation, ExplanationStep, explain, hint_and_status
from satcross.base.wording import counted, letter_in_words
from satcross.cli.answers import json_head, json_mismatches, mismatch_lines, out_of_time, with_mismatches
from satcross.cli.limits import budget_of
from satcross.cli.options import DRAWING, FILE_OPTIONS, LIMITS, option
from satcross.cli.outcome import Appearance
from satcross.cli.parser import OptionGroup, Options, Parser, PlainAnswer, command_parser
from satcross.cli.puzzles import about_the_grid, filled_of, one_puzzle
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.sinks import appearance_of
from satcross.errors import TimeUp, printable, underline
from satcross.pictures.outline import outline
from satcross.pictures.text import (
    INDENT,
    STRONG,
    TextPicture,
    TextStyle,
    candidates_symbol,
    draw,
    text_of,
    width_of_picture,
)
from satcross.puzzle import Cell, Puzzle, shown_address
from satcross.regex.analysis.in_words import in_words
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import presolve
from satcross.solver.expected import Mismatch, mismatches


def make_explain_parser() -> Parser:
    return command_parser(
        "explain",
        """
Each step names its technique and a clue that rules letters out, or a minimal set of clues, and shows the grid after it.
The steps go the easiest way: letters are read (read) before the letters that are still possible are marked (mark,
narrow), and several clues are needed (cross; from four on, try) only if no single clue says anything new. With --grid
it starts from a half-filled grid, and first names the letters in it that no solution has. At the end it says how hard
the puzzle is and how long it takes. In the JSON, difficulty.value is the number. The exit status is 0 if
the steps end with every letter.
""",
        """
        satcross explain puzzle.toml | less
        satcross explain --brief puzzle.toml
        printf 'H.\\n.P\\n' | satcross explain --grid - puzzle.toml
        """,
        (
            option("file"),
            option("--grid"),
            OptionGroup(
                None,
                (
                    option("--brief", action="store_true", help="the sentences without the grids"),
                    option("--json"),
                ),
            ),
            option("--plain", action="store_true", help="put each clue into plain words where it first comes up"),
            FILE_OPTIONS,
            *LIMITS,
            *DRAWING,
        ),
    )


def run_explain(options: Options) -> PlainAnswer:
    with one_puzzle(options) as asked:
        puzzle, budget = asked.puzzle, budget_of(options)
        filled = filled_of(puzzle, asked.grid)
        try:
            presolved = None if any(filled) else presolve(puzzle, budget=budget)
            with about_the_grid(asked.grid):
                chain = explain(puzzle, filled, budget=budget, presolved=presolved)
        except TimeUp:
            return out_of_time(asked)
        rated = difficulty_of(chain)
        solutions = () if chain.solution is None else [chain.solution]
        wrong = mismatches(puzzle, solutions, budget, presolved and presolved.letters)
        status = UNKNOWN if not chain.is_complete else YES if chain.status == "unique" else NO
        value = {**json_head(asked), **chain.as_json(), "difficulty": rated.as_json(), **json_mismatches(puzzle, wrong)}
        return PlainAnswer(with_mismatches(status, wrong), _explanation_lines(chain, rated, wrong, options), value)


def _explanation_lines(
    chain: Explanation, rated: Difficulty, wrong: Sequence[Mismatch], options: Options
) -> Iterator[str]:
    for cell, letter in chain.wrong:
        yield f"{shown_address(cell)}: {letter_in_words(letter)} is wrong; no solution has it"
    for reason in chain.violated:
        yield f"{printable(str(reason))} is already violated"
    if not (chain.wrong or chain.violated):
        yield from _chain_lines(chain, rated, options)
    yield from mismatch_lines(wrong, indent="").splitlines()


def _chain_lines(chain: Explanation, rated: Difficulty, options: Options) -> Iterator[str]:
    look = appearance_of(options)
    if not options.brief and chain.steps:
        yield from _numbered_lines(chain.puzzle, look)
    letters = len(set("".join(chain.start)))
    explained: set[str] = set()  # the clues that have been put into words
    for number, step in enumerate(chain.steps, 1):
        what = ", ".join([step.technique, *step.constructs])
        yield f"{look.style.paint(f'{number}.', STRONG)} ({what}) {printable(step.sentence)}"
        if options.plain:
            yield from (f"{INDENT}{line}" for line in _in_words(chain.puzzle, step, explained))
        if not options.brief and step.span is not None:
            yield from underline(step.reasons[0].pattern, step.span)
        if not options.brief and not step.is_contradiction:
            changed = [cell for cell, _ in step.ruled_out]
            drawn = _draw_candidates(chain.puzzle, step.candidates, letters, changed, look.style)
            yield f"\n{text_of(drawn)}\n"
    yield _verdict(chain)
    if chain.is_complete and chain.status == "unique":
        yield f"Difficulty {rated.value:.1f} ({rated.label}): {_figures(rated)}."
        yield f"Length: {counted(rated.steps, 'step')} in {counted(rated.rounds, 'round')} ({rated.length})."


def _draw_candidates(
    puzzle: Puzzle, candidates: Sequence[str], letters: int, changed: Sequence[Cell], style: TextStyle
) -> TextPicture:
    """Return the grid with what each cell can still hold, the cells `changed` marked.

    Args:
        letters: How many letters the alphabet has.
    """
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    shown = [candidates_symbol(each, letters) for each in candidates]
    marked = {number_of[cell] for cell in changed}
    return draw(puzzle, [symbol for symbol, _ in shown], marked, style, [colour for _, colour in shown])


def _numbered_lines(puzzle: Puzzle, look: Appearance) -> Iterator[str]:
    """Yield the outline with the numbers by which the steps call the lines; the grids show lines that have names."""
    if not puzzle.shape.is_grid:
        return
    picture = outline(puzzle, style=look.style)
    if len(INDENT) + width_of_picture(picture) <= look.width:
        yield from [f"{INDENT}{row.text}".rstrip() for row in picture]
        yield ""


def _in_words(puzzle: Puzzle, step: ExplanationStep, explained: set[str]) -> Iterator[str]:
    """Yield the clues of a step in plain words, without the clues in `explained`; add them there."""
    for reason in step.reasons:
        if reason.pattern and reason.pattern not in explained:  # a word list has no pattern
            explained.add(reason.pattern)
            tree = parse(reason.pattern, puzzle.dialect, puzzle.flags)
            yield printable(f"{reason.pattern}: {'; '.join(part.words for part in in_words(tree))}")


def _verdict(chain: Explanation) -> str:
    if not chain.is_complete:
        return "Out of time: this is not the whole chain."
    if chain.status == "unique":
        return "That is the only solution."
    if chain.status == "none":
        return "There is no solution."
    if not chain.steps:
        return "There are several solutions, and no letter can be ruled out; satcross check shows two of them."
    return "There are several solutions; that is what they have in common."


def _figures(rated: Difficulty) -> str:
    marking = counted(rated.marking_rounds, "marking round") if rated.marking_rounds else "no marking round"
    parts = [marking]
    if rated.most_clues > 1:
        parts.append(f"{counted(rated.joint_steps, 'step')} of several clues at once, {rated.most_clues} at most")
    if rated.constructs:
        parts.append("with " + ", ".join(rated.constructs))
    parts.append(f"{1 - rated.scarcity:.0%} of the unfinished clues say something new")
    return ", ".join(parts)


NOTHING_MORE: Final = "There is nothing more to find."
NOTHING_CERTAIN: Final = (
    "There is nothing more to find: there are several solutions, and the clues do not say which one is meant."
)


def make_hint_parser() -> Parser:
    return command_parser(
        "hint",
        """
A hint shows where to look, which clue to use (--level clue), or the letters themselves (--level letters). The exit
status is 1 if there is nothing more to find.
""",
        """
        satcross hint puzzle.toml
        satcross hint --grid grid.txt --level letters puzzle.toml
        """,
        (
            option("file"),
            option("--grid"),
            option("--level", choices=LEVELS, default="where", help="how much to give away; default: where"),
            option("--json"),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


def run_hint(options: Options) -> PlainAnswer:
    with one_puzzle(options) as asked:
        filled = filled_of(asked.puzzle, asked.grid)
        try:
            with about_the_grid(asked.grid):
                hint, solutions = hint_and_status(asked.puzzle, filled, options.level, budget_of(options))
        except TimeUp:
            return out_of_time(asked)
        step = hint.step.as_json() if hint.step is not None and options.level == "letters" else None
        text = printable(hint.text) or (NOTHING_CERTAIN if solutions == "several" else NOTHING_MORE)
        status = YES if hint.step is not None else NO
        return PlainAnswer(status, [text], {**json_head(asked), "hint": hint.text, "step": step})
