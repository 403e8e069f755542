"""`satcross match`: whether and how a clue matches a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satcross.base.wording import counted
from satcross.cli.limits import budget_of
from satcross.cli.outcome import SCHEMA, add_clue_options
from satcross.cli.parser import Options, Parser, PlainAnswer, add_process_limits, command_parser
from satcross.cli.signals import NO, YES
from satcross.cli.terminal import note
from satcross.errors import OptionError, printable
from satcross.puzzle.model import ANY
from satcross.regex.flags import has_units_for_letters
from satcross.regex.letters.sets import EVERY_LETTER
from satcross.regex.matcher import Matcher
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Tree, with_all_groups


def make_parser() -> Parser:
    parser = command_parser(
        "match",
        """
The whole text must match. If it does, the answer shows what each group matched last, in the first way that the engine
would find. If it does not, the answer says how many of its first letters a match of the same length can begin with.
""",
        r"""
        satcross match '(.)*DO\1' ADDOD
        satcross match --dialect javascript '(A)?\1B' B
        """,
    )
    parser.hyphen_hint = "put -- before a regex that begins with a hyphen"
    parser.add_argument("pattern", metavar="PATTERN", help="the regex (after -- if it begins with a hyphen)")
    parser.add_argument("text", metavar="TEXT")
    add_clue_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    add_process_limits(parser, "give up after this time")
    return parser


def run(options: Options) -> PlainAnswer:
    tree = parse(options.pattern, options.dialect, options.flags)
    if has_units_for_letters(options.dialect, options.flags) and max(options.text, default="") > "\uffff":
        message = f"the letter {max(options.text)!r} of the text is two letters in JavaScript without the flag u"
        raise OptionError(message, hint="add --flags u")
    tree = with_all_groups(tree)
    note("matching")
    core = lower(tree, EVERY_LETTER)
    spans = Matcher(core).first_match(options.text)
    value: dict[str, object] = {
        "schema": SCHEMA,
        "pattern": options.pattern,
        "dialect": options.dialect,
        "flags": options.flags,
        "text": options.text,
        "matches": spans is not None,
    }
    if spans is None:
        return PlainAnswer(NO, _mismatch_lines(options), value)
    value["groups"] = {str(number): list(span) for number, span in spans.items()}
    return PlainAnswer(YES, ["matches", *_groups(tree, options.text, spans)], value)


def _groups(tree: Tree, text: str, spans: Mapping[int, tuple[int, int]]) -> Iterator[str]:
    name_of = {number: name for name, numbers in tree.groups.numbers_by_name.items() for number in numbers}
    for number in range(1, tree.groups.total + 1):
        name = f" ({name_of[number]})" if number in name_of else ""
        span = spans.get(number)
        if span is None:
            yield f"  group {number}{name}: not set"
        else:
            start, end = span
            if end > start + 1:
                place = f"letters {start + 1} to {end}"
            else:
                place = f"letter {end}" if end > start else f"before letter {start + 1}"
            yield f"  group {number}{name}: {printable(text[start:end]) or '(empty)'}, {place}"


def _mismatch_lines(options: Options) -> Iterator[str]:
    """Yield that the text does not match, then how many of its first letters a match of the same length can have."""
    yield "does not match"
    text = options.text
    # what k letters allow, fewer do too
    possible, impossible = -1, len(text)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if _can_begin(options, middle):
            possible = middle
        else:
            impossible = middle
    size = counted(len(text), "letter")
    if possible < 0:
        yield f"  no text of {size} does"
    elif not possible:
        yield f"  no match of {size} begins with {printable(text[0])}"
    else:
        begun, next_letter = printable(text[:possible]), printable(text[possible])
        yield f"  matches of {size} can begin with {begun}, but not continue with {next_letter}"


def _can_begin(options: Options, letters: int) -> bool:
    """Return whether a match as long as the text begins with the first `letters` letters of it."""
    from satcross.puzzle.shapes import line
    from satcross.solver.solutions import Search

    puzzle = line(options.pattern, len(options.text), ANY, options.dialect, options.flags)
    puzzle = puzzle._replace(given=tuple(enumerate(options.text[:letters])))
    return bool(Search(puzzle, limit=1, budget=budget_of(options)).run().count)
