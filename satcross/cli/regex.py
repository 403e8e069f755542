"""`satcross regex`: what regexes mean, on a line of a given length or for strings of any length."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import chain, islice, product
from typing import Final

from satcross.base.budget import CIRCUITS
from satcross.base.wording import counted, grouped
from satcross.cli.clues import CLUE_OPTIONS
from satcross.cli.limits import budget_of
from satcross.cli.options import LIMITS, count, option, whole
from satcross.cli.outcome import SCHEMA, json_line, with_exit_status
from satcross.cli.parser import OptionGroup, Options, Parser, PlainAnswer, changed, command_parser
from satcross.cli.regexes import answer, is_plain, patterns_of, shown_text
from satcross.cli.signals import NO, UNKNOWN, YES, worse
from satcross.cli.terminal import note, report, say, show, write_output, write_to_stream
from satcross.errors import OptionError, SatcrossError
from satcross.pictures.graph import Graph, graph_of, text_lines, to_dot, to_svg
from satcross.pictures.lettering import class_text
from satcross.puzzle import MENTIONED
from satcross.puzzle.shapes import line
from satcross.regex import IGNORE_CASE
from satcross.regex.analysis.in_words import in_words, nodes_in_words
from satcross.regex.syntax import Tree
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import compile_puzzle
from satcross.solver.solutions import Cube, Search

SHOWN: Final = 20  # strings, letter sets
FEW_SHOWN: Final = 5  # strings, below the parts of the regex
SHOWN_NODES: Final = 60
SHOWN_TEXT: Final = 32  # letters of a part of the pattern
MOST_CUBES: Final = 100_000


QUESTIONS: Final = (
    OptionGroup(
        None,
        (
            option("--same", action="store_true", help="do two regexes match the same strings?"),
            option("--within", action="store_true", help="does the second match all that the first matches?"),
            option("--disjoint", action="store_true", help="which pairs of regexes match a string in common?"),
        ),
    ),
    OptionGroup(
        None,
        (
            option("--search", action="store_true", help="match somewhere in the string, as re.search does"),
            option("--prefix", action="store_true", help="match at its beginning, as re.match does"),
        ),
    ),
)
"""What can be asked about several regexes, and where they have to match."""


STRINGS: Final = (
    option("--up-to", type=count, metavar="N", help="the longest strings that are tried or drawn; default 40"),
    option("--positions", action="store_true", help="with --length: show the letters of each position"),
    option("--sample", type=count, metavar="N", help="also draw N strings at random, all equally likely"),
    option("--seed", help="equal seeds draw the same; default 1"),
)
"""Which strings are shown or drawn."""

GRAPHS: Final = (
    option("--dot", metavar="FILE", help="write the graph for Graphviz (-: stdout, and nothing else)"),
    option("--svg", metavar="FILE", help="write the graph as a picture (-: stdout, and nothing else)"),
)
"""Where the graph of a regex is written."""


ALPHABET: Final = (
    "mentioned, positive, any, or letters such as A-Z0-9; default: those mentioned, with --length of one regex;"
    " else also a letter for each kind of others"
)
"""The help of `--alphabet`."""


PATTERNS: Final = (
    option("patterns", nargs="*", metavar="PATTERN", help="a regex (after -- if it begins with a hyphen)"),
    option("--file", action="append", metavar="FILE", help="more regexes, one per line (-: stdin)"),
    option("--each", action="store_true", help="answer about each regex by itself"),
    option("--not", dest="excluded", action="append", metavar="PATTERN", help="it must not match"),
)
"""The regexes that are asked about, and whether they are asked about together."""


def make_regex_parser() -> Parser:
    return command_parser(
        "regex",
        """
For one regex it shows the parts and what each means, and the first strings that match; or with --explain the whole
regex in plain words. With --length it also shows what the regex becomes on a line of that many letters: the graph that
the solver works on, how many strings match, and all of them as letter sets. Unlike in a puzzle, the empty regex is
taken literally.

For several regexes it lists the strings that all of them match, the shortest first. The answer holds for strings of any
length, unless a regex compares letters (a backreference) or an automaton gets too large: then it holds up to --up-to
letters, and says so. The exit status is 1 if no string matches, and 3 if that is not known. --each answers about each
regex by itself.
""",
        r"""
        satcross regex '(.)\1[^A]*' --length 3 --alphabet ABC
        satcross regex --explain '(..).*\1'
        satcross regex '[a-z]+' '.*oo.*' --not 'f.*'
        satcross regex --same '(ab)*a' 'a(ba)*'
        satcross regex --disjoint --file tokens.txt
        satcross regex --each --explain --file exercise.txt
        satcross regex '(A|B)*C' --length 4 --dot - | dot -Tpdf -o graph.pdf
        satcross regex '(?<=(A+)B)\1' --dialect javascript
        """,
        (
            *PATTERNS,
            option("--explain", action="store_true", help="put it into plain words, part by part"),
            option("--length", type=whole, metavar="N", help="only strings of N letters"),
            *CLUE_OPTIONS,
            option("--alphabet", help=ALPHABET),
            option("--limit", help=f"strings shown; default {SHOWN}"),
            option("--json"),
            *QUESTIONS,
            *STRINGS,
            *GRAPHS,
            *LIMITS,
        ),
        hyphen_hint="put -- before a regex that begins with a hyphen",
    )


def run_regex(options: Options) -> PlainAnswer | int:
    for pattern in options.patterns:
        if pattern.startswith("--"):
            make_regex_parser().refuse_option(pattern)
    return _answer_each(options) if options.each else _answer(options)


def _answer_each(options: Options) -> int:
    """Answer about each regex by itself, and return the worst exit status."""
    if options.dot is not None or options.svg is not None:
        raise OptionError("--each and a graph cannot be combined", hint="leave one of them out", code="option-together")
    status = YES
    gap = ""
    for pattern, name in zip(*patterns_of(options), strict=True):
        try:
            found = _answer(changed(options, patterns=[pattern], file=None))
        except SatcrossError as error:
            status = worse(status, error.exit_status if options.json else report(error.at(name)))
            if options.json:
                value = {"schema": SCHEMA, "pattern": pattern, "error": error.message}
                write_to_stream(json_line(with_exit_status(value, error.exit_status)))
            continue
        status = worse(status, found.exit_status)
        if options.json:
            write_to_stream(json_line(with_exit_status({"pattern": pattern, **(found.value or {})}, found.exit_status)))
            continue
        show(f"{gap}{name}: {shown_text(pattern)}\n")
        gap = "\n"
        for line_of_answer in found.lines:
            show(f"  {line_of_answer}".rstrip() + "\n")
    return status


def _answer(options: Options) -> PlainAnswer:
    """Return the answer about the regexes of the options together."""
    patterns, names = patterns_of(options)
    alone = ("--explain", options.explain), ("--dot", options.dot is not None), ("--svg", options.svg is not None)
    asked = [name for name, is_given in alone if is_given]
    if asked and not is_plain(options, patterns):
        raise OptionError(f"{asked[0]} is about one regex that matches a whole string")
    if options.length is None and asked and asked[0] != "--explain":
        raise OptionError("a graph needs a length", hint="add --length N")
    if not is_plain(options, patterns):
        return answer(options, patterns, names)
    options = changed(options, pattern=patterns[0])
    tree = parse(options.pattern, options.dialect, options.flags)
    if options.length is not None:
        alphabet = MENTIONED if options.alphabet is None else options.alphabet
        return _run_on_line(changed(options, limit=options.limit or SHOWN, alphabet=alphabet), tree)
    if options.explain:
        if options.limit is not None:
            say("satcross: --limit changes nothing beside --explain without --length")
        return PlainAnswer(YES, _parts(options, tree), _json(options, tree))
    found = answer(changed(options, limit=options.limit or FEW_SHOWN), patterns, names)
    value = {**_json(options, tree), **(found.value or {})}
    return PlainAnswer(found.exit_status, chain(_parts(options, tree), [""], found.lines), value)


def _run_on_line(options: Options, tree: Tree) -> PlainAnswer:
    puzzle = line(options.pattern, options.length, options.alphabet, options.dialect, options.flags)
    compiled = compile_puzzle(puzzle, budget_of(options)._replace(tuning=CIRCUITS))
    graph = graph_of(compiled.constraints[0].line_constraint, compiled.classes)
    if _write_graph(options, graph):
        return PlainAnswer(YES if graph.nodes else NO, [])
    search = Search(puzzle, limit=MOST_CUBES, budget=budget_of(options))
    cubes = list(search.cubes())
    note("listing strings")
    strings = list(islice(_strings(cubes), options.limit))
    status = YES if cubes else NO if search.is_complete else UNKNOWN
    on_line = {
        "length": options.length,
        "alphabet": search.alphabet,
        "count": search.count,
        "complete": search.is_complete,
        "strings": strings,
        "cubes": [list(cube.letters) for cube in cubes[: options.limit]],
    }
    shown = _report(options, tree, graph, search, cubes, strings)
    return PlainAnswer(status, shown, {**_json(options, tree), **on_line})


def _write_graph(options: Options, graph: Graph) -> bool:
    """Write the graph into the file that the options name; return whether that is all that standard output is for."""

    is_taken = False
    for target, convert in ((options.dot, to_dot), (options.svg, to_svg)):
        if target is not None:
            write_output(target, convert(graph))
            is_taken |= target == "-"
    return is_taken


def _report(
    options: Options, tree: Tree, graph: Graph, search: Search, cubes: list[Cube], strings: list[str]
) -> Iterator[str]:
    yield from _parts(options, tree)
    yield ""
    kind = "a layered graph" if graph.nodes and graph.nodes[0].label == "start" else "a circuit"
    letters = counted(options.length, "letter")
    size = f"nodes: {len(graph.nodes):,}, edges: {len(graph.edges):,}"
    yield f"on {letters}: {kind}, {size}" if graph.nodes else f"on {letters}: nothing matches"
    for text in islice(text_lines(graph), SHOWN_NODES):
        yield "  " + text
    if len(graph.nodes) > SHOWN_NODES:
        yield f"  and {len(graph.nodes) - SHOWN_NODES:,} more; --dot and --svg draw them all"
    yield ""
    yield _count_text(search) + _alphabet_text(search)
    yield from ("  " + shown_text(text) for text in strings)
    if search.count > len(strings):
        yield _rest(search.count - len(strings), search)
    if cubes and len(cubes) < search.count:
        yield ""
        yield f"as letter sets: {len(cubes):,}"
        every = search.alphabet or ""
        yield from ("  " + _cube_text(cube, every) for cube in cubes[: options.limit])
        if len(cubes) > options.limit:
            yield _rest(len(cubes) - options.limit, search)


def _rest(number: int, search: Search) -> str:
    """Return the line in place of what is not shown."""
    return f"  and {'' if search.is_complete else 'at least '}{grouped(number)} more (--limit N shows more of them)"


def _parts(options: Options, tree: Tree) -> Iterator[str]:
    """Yield the parts of the regex with what they mean, in two columns."""
    if options.explain:
        pattern = options.pattern
        lines = [(_cut(shown_text(pattern[part.span.start : part.span.end])), part.words) for part in in_words(tree)]
        if tree.flags & IGNORE_CASE:  # the first part is about the flag, wherever that was given
            lines[0] = ("(flag i)", lines[0][1])
    else:
        lines = [("  " * each.depth + _cut(each.text), each.words) for each in nodes_in_words(tree)]
    width = max(len(text) for text, _ in lines)
    yield from (f"{text:{width}}  {meaning}" for text, meaning in lines)


def _cut(text: str) -> str:
    return (text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 3] + "...") or "(empty)"


def _count_text(search: Search) -> str:
    if not search.count:
        return "no string matches" if search.is_complete else "out of time before any string was found"
    strings = counted(search.count, "string matches", "strings match")
    return strings if search.is_complete else f"at least {strings}"


def _alphabet_text(search: Search) -> str:
    alphabet = search.alphabet
    if alphabet is None or alphabet == "any":
        return ", one letter standing for all that the regex cannot tell apart" if alphabet else ""
    shown = shown_text(alphabet) if len(alphabet) <= 64 else counted(len(alphabet), "letter")
    return f" over the alphabet {shown}"


def _strings(cubes: list[Cube]) -> Iterator[str]:
    """Yield the strings in alphabetical order."""
    return merge(*(map("".join, product(*map(sorted, cube.letters))) for cube in cubes))


def _cube_text(cube: Cube, every: str) -> str:
    alphabet = every if every != "any" else ""
    return "".join(class_text(letters, alphabet or letters + "\0") for letters in cube.letters) or "(empty)"


def _json(options: Options, tree: Tree) -> dict[str, object]:
    parts = [{"depth": each.depth, "text": each.text, "meaning": each.words} for each in nodes_in_words(tree)]
    answer: dict[str, object] = {
        "schema": SCHEMA,
        "pattern": options.pattern,
        "dialect": options.dialect,
        "flags": options.flags,
        "syntax": parts,
    }
    if options.explain:
        answer["words"] = [
            {"span": list(part.span), "text": options.pattern[part.span.start : part.span.end], "words": part.words}
            for part in in_words(tree)
        ]
    return answer
