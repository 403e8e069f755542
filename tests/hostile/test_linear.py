"""Every pattern with which satcross reads foreign text takes linear time, whatever the text; and so do the readers.

The patterns are found by a walk over the modules, and judged by `tests/ambiguity.py`.
"""

import ast
import importlib
import re
import signal
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest

import satcross
from satcross.cli.registry import all_parsers
from satcross.errors import OptionError, SatcrossError
from satcross.many.cluster import cluster
from satcross.regex.syntax import tables_javascript, tables_python
from tests.ambiguity import Attack, attack
from tests.pace import slowness

PACKAGE: Final = Path(satcross.__file__).parent
METHODS: Final = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
FLAGS_AT: Final = {"compile": 1, "sub": 4, "subn": 4, "split": 3}  # number of the argument; 2 for other functions

MADE_ELSEWHERE: Final[Mapping[tuple[str, str], Sequence[str]]] = {
    ("satcross.regex.syntax.parse", "pattern"): [
        pattern
        for tables in (tables_python, tables_javascript)
        for pattern, is_fixed in zip(tables.PATTERNS, tables.FIXED, strict=True)
        if not is_fixed
    ],
    ("satcross.author.regexes", "self.patterns[number]"): (),  # the author's regexes, on short texts
    ("satcross.cli.codes", "f'^### `{re.escape(code)}`\\\\n(.*?)(?=^##|\\\\Z)'"): (),  # on our own pages
    (
        "satcross.cli.codes",
        "f'^\\\\| [^|\\\\n]*`{re.escape(code)}`[^|\\\\n]* \\\\| (.*) \\\\|$'",
    ): (),  # on our own pages
    ("satcross.regex.lower", "f'\\\\{name}+'"): (r"\d+", r"\w+", r"\s+"),
}
"""What a pattern can be that is not a constant of its module: the module and the expression, and all its values."""


class Use(NamedTuple):
    """A pattern, and how it is used: the methods of `re`."""

    line: int
    pattern: str
    flags: int
    methods: frozenset[str]

    @property
    def attack(self) -> Attack | None:
        for method in sorted(self.methods):
            is_anywhere = method not in ("match", "fullmatch")
            found = attack(self.pattern, self.flags, is_anywhere=is_anywhere, is_whole=method == "fullmatch")
            if found is not None:
                return found
        return None


def uses(name: str) -> Iterator[Use]:
    """Yield the patterns in the module `name`.  A pattern that is passed on counts as one that is searched for."""
    module = importlib.import_module(name)
    tree = parsed(name)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        function = node.func
        if not (isinstance(function.value, ast.Name) and function.value.id == "re"):
            continue
        if function.attr not in (*METHODS, "compile"):
            continue
        keywords = [each.value for each in node.keywords if each.arg == "flags"]
        flags = keywords or node.args[FLAGS_AT.get(function.attr, 2) :]
        methods = methods_of(name, tree, node) if function.attr == "compile" else frozenset({function.attr})
        for pattern in values(node.args[0], name, vars(module)):
            yield Use(node.lineno, pattern, flags_of(flags, vars(module)), methods)


def values(node: ast.expr, name: str, known: dict[str, Any]) -> Sequence[str]:
    """Return the patterns that the expression `node` can be."""
    try:
        value = evaluated(node, known)
    except NameError:
        text = ast.unparse(node)
        assert (name, text) in MADE_ELSEWHERE, f"{name}:{node.lineno}: {text} is not a constant of the module"
        return MADE_ELSEWHERE[name, text]
    value = value.pattern if isinstance(value, re.Pattern) else value
    return [value.decode("latin-1") if isinstance(value, bytes) else value]


def flags_of(written: Sequence[ast.expr], known: dict[str, Any]) -> int:
    """Return the flags, or none if they depend on the moment (then they only say what ASCII is)."""
    try:
        return int(evaluated(written[0], known)) if written else 0
    except NameError:
        return 0


def evaluated(node: ast.expr, known: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "pattern", "eval"), known)


def methods_of(name: str, tree: ast.Module, pattern: ast.Call) -> frozenset[str]:
    """Return the methods that are called of a compiled pattern, in its module and in those that import it."""
    parents = parents_in(name)
    parent = parents[pattern]
    if isinstance(parent, ast.Attribute):
        return frozenset({parent.attr})
    target = parent.targets[0] if isinstance(parent, ast.Assign) else getattr(parent, "target", None)
    if not isinstance(target, ast.Name):
        return frozenset({"search"})
    found = set()
    for other in modules():
        for node, above in parents_in(other).items() if other == name or (name, target.id) in imported(other) else ():
            if isinstance(node, ast.Name) and node.id == target.id and isinstance(node.ctx, ast.Load):
                found.add(above.attr if isinstance(above, ast.Attribute) and above.attr in METHODS else "search")
    return frozenset(found)


@cache
def imported(name: str) -> frozenset[tuple[str, str]]:
    """Return the modules and names that the module `name` imports names from."""
    froms = [node for node in ast.walk(parsed(name)) if isinstance(node, ast.ImportFrom)]
    return frozenset((node.module or "", each.name) for node in froms for each in node.names)


@cache
def modules() -> list[str]:
    paths = sorted(PACKAGE.rglob("*.py"))
    names = [".".join(("satcross", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in paths]
    return [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]


@cache
def parsed(name: str) -> ast.Module:
    path = importlib.import_module(name).__file__
    assert path is not None
    return ast.parse(Path(path).read_text("utf-8"))


@cache
def parents_in(name: str) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(parsed(name)) for child in ast.iter_child_nodes(node)}


def path_of(name: str) -> Path:
    path = importlib.import_module(name).__file__
    assert path is not None
    return Path(path)


def with_patterns() -> list[Any]:
    """Return the modules that use `re`."""
    return [
        name
        for name in modules()
        if any(isinstance(node, ast.Import) and node.names[0].name == "re" for node in ast.walk(parsed(name)))
    ]


@pytest.mark.parametrize("name", with_patterns())
def test_no_text_takes_a_pattern_more_than_linear_time(name: str) -> None:
    found = list(uses(name))
    assert found or any(name == module for module, _ in MADE_ELSEWHERE)
    assert [(use.line, use.pattern, use.attack) for use in found if use.attack] == []


# the judge


LINEAR: Final = [
    ("search", r"a+"), ("match", r"\s+$"), ("fullmatch", r".*\S\s*"), ("search", r'"[^"]*"'), ("search", r"(?m)^ *x"),
    ("search", r"x.*"), ("match", r"\s*+:?\s*+x"), ("search", r'(?s)"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)'),
    ("finditer", r"\S+(?: \S+)*"), ("fullmatch", r"\{\d*(?:,\d*)?\}"), ("match", r"a{2,5}a{3}b"),
    ("search", r"\bx\w*+y"),
]  # fmt: skip
NOT_LINEAR: Final = [
    ("match", r"(?:a+)+b"), ("match", r"(?:a|ab?)*c"), ("match", r"(?:a*)*b"), ("match", r"(?:x(?:b*)?)*y"),
    ("match", r"\s*:?\s*x"), ("search", r"\s+$"), ("match", r"[-=\s]*-[-=\s]*x"), ("search", r"\[.*\]"),
    ("search", r'"(?:[^"\\]|\\.)*"'), ("search", r"(?=.*x)y"), ("search", r"(?m)^\s*x"), ("match", r"(?:\d{1,3}\.?)*x"),
    ("findall", r"a(?:a*b)?"), ("match", r"(?i)K*k*x"), ("fullmatch", r"(\w+)\s?\1"),
]  # fmt: skip


def judged(method: str, pattern: str) -> Attack | None:
    return Use(0, pattern, 0, frozenset({method})).attack


@pytest.mark.parametrize(("method", "pattern"), LINEAR)
def test_a_linear_pattern_is_not_accused(method: str, pattern: str) -> None:
    assert judged(method, pattern) is None


def steps(method: str, pattern: str, text: str) -> float:
    """Return the processor time that the engine takes, at least that of the clock."""
    compiled, least = re.compile(pattern), 1e9
    for _ in range(3):
        began = process_time()
        list(compiled.finditer(text)) if method == "findall" else getattr(compiled, method)(text)
        least = min(least, process_time() - began)
    return max(least, 1e-7)


@pytest.mark.parametrize(("method", "pattern"), NOT_LINEAR)
def test_an_attack_takes_the_engine_more_than_linear_time(method: str, pattern: str) -> None:
    found = judged(method, pattern)
    assert found is not None
    short, times = (9, 2) if found.kind == "exponential" else (1_500, 4)
    long = found.text(short * times) + "\0\n\0"
    assert steps(method, pattern, long) > 1.7 * times * steps(method, pattern, found.text(short) + "\0\n\0")


# the pages


SCRIPTS: Final = sorted(
    path
    for folder in (PACKAGE / "pictures/page", PACKAGE / "studio/page", PACKAGE / "site/page", PACKAGE.parent / "site")
    for path in folder.rglob("*.js")
    if "node_modules" not in path.parts
)
REGEX: Final = re.compile(
    r"(?<=[(=,!?:&|>\[ ])/(?![/* ])((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([dgimsuvy]*)(?=[.,;)\]\n ?])"
)


def test_no_text_takes_a_pattern_of_the_pages_more_than_linear_time() -> None:
    found = [(path.name, match[1], match[2]) for path in SCRIPTS for match in REGEX.finditer(path.read_text("utf-8"))]
    assert len(found) > 20
    attacks = []
    for name, pattern, flags in found:
        ours = re.sub(r"\\[pP]\{[^}]*\}", r"\\w", re.sub(r"\(\?<(?=\w)", "(?P<", pattern)).replace("[^]", r"[\s\S]")
        if attacked := attack(ours, re.M * ("m" in flags) | re.S * ("s" in flags) | re.I * ("i" in flags)):
            attacks.append((name, pattern, attacked))
    assert attacks == []


# the readers


LETTERS: Final = 20_000
SECONDS: Final = 1.0
RUNS: Final = (
    "-", "\t", " ", "\n", "|", ">", "- ", "[=[", "=", "1", "1 ", "1.", "a", "A ", "a ", "'", '"', "'' ", "(", "[", "[[",
    "{", "{|", "|-\n", "||", "/", "/*", "//\n", "<", "<a>", "<td>", "&", "&amp;", "&#", "\\", "\\\\", "\\begin{", "`",
    "```\n", "*", "_", ":", ",", ";", "#", "+", "—", "→ ", "r1: ", "-- ", "q(", "R\"(", "<nowiki>", "\r", "\x0b",
    "\xa0",
)  # fmt: skip
"""What may be repeated in a text that somebody has pasted."""

LONG: Final = "1" * 4_301
NUMBERS: Final = (
    f"{LONG}x", f"&#{LONG};", f"&#x{LONG};", f"{LONG}x5\nA\nB", f"size: {LONG}", f"rows: {LONG}\n1. A+\n2. B",
    f"{LONG}. A\n2. B\n\n1. A\n2. B", f"r{LONG}: A\nr2: B", f"Row {LONG}: A\nRow 2: B\nColumn 1: A\nColumn 2: B",
    f"| | {LONG} | 2 |\n|--|--|--|\n| 1 | a | b |", f"rows = [{LONG}, 'A']", f"x = {{'rows': ['A'], 'size': {LONG}}}",
    f"<table><tr><td colspan={LONG}>A</td></tr></table>", f"A{{{LONG}}}\n\nB", f"\\{LONG}\n\nB",
    f"| &#{LONG}; | B |\n|--|--|\n| A | B |", f"rows:\n  - &#{LONG};\ncolumns:\n  - A", f"In[{LONG}]: rows = ['A']",
)  # fmt: skip


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise TimeoutError when the block has taken more processor time."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def is_slow(text: str) -> bool:
    try:
        with bounded(SECONDS * slowness()), suppress(SatcrossError):
            satcross.loads(text)
    except TimeoutError:
        return True
    return False


@pytest.mark.long
def test_texts_of_one_thing_again_and_again_are_read_quickly() -> None:
    texts = [before + run * (LETTERS // len(run)) + end for run in RUNS for before in ("", "A\n") for end in ("", "x")]
    assert [text[:5] + text[-1] for text in texts if is_slow(text)] == []


def test_numbers_of_thousands_of_digits_are_no_more_than_errors_of_the_text() -> None:
    for text in NUMBERS:
        with suppress(SatcrossError):
            satcross.loads(text)


@pytest.mark.parametrize("command", all_parsers())
def test_numbers_of_thousands_of_digits_are_no_more_than_errors_of_an_option(command: str) -> None:
    for each in all_parsers()[command]._actions:
        if callable(each.type):
            with suppress(ArgumentTypeError):
                each.type(LONG)


CLUES: Final = (
    f"A{{{LONG}}}", f"A{{1,{LONG}}}", f"A{{,{LONG}}}", f"(A)\\{LONG}", f"(A)(?({LONG})A|B)", f"\\x{LONG}",
    f"\\u{{{LONG}}}", f"\\U{LONG}", f"(A)\\g{{{LONG}}}", f"(A)(?P={LONG})", f"\\N{{{LONG}}}", f"\\0{LONG}",
    f"&#{LONG};",
)  # fmt: skip


@pytest.mark.parametrize("dialect", ["python", "javascript"])
@pytest.mark.parametrize("clue", CLUES, ids=range(len(CLUES)))
def test_numbers_of_thousands_of_digits_are_no_more_than_errors_of_a_clue(clue: str, dialect: str) -> None:
    with suppress(SatcrossError):
        satcross.check(satcross.line(clue, 3, dialect=dialect))


def test_numbers_of_thousands_of_digits_are_no_more_than_errors_of_a_cluster() -> None:
    pytest.importorskip("distributed", reason="needs the extra cluster")
    with pytest.raises(OptionError), cluster(f"local:{LONG}"):
        pass
