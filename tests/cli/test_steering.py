"""No text of a puzzle, a file name, a word, a database or an option steers the terminal, whatever is asked.

The commands, their options and the choices of an option come from the parsers.  Only what to write where a parser asks
for a file, a number or a text stands here.  An option that asks for something else fails until that is added.
"""

import argparse
import json
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

import pytest

import satcross
from satcross.cli import main
from satcross.cli.registry import all_parsers
from satcross.errors import printable
from satcross.puzzle.files import READABLE, WRITABLE
from satcross.puzzle.shapes import NamedLine
from tests.selection import slow_but

if os.name != "posix":
    pytest.skip("names of files and pipes as POSIX has them", allow_module_level=True)

PARSERS: Final = all_parsers()

STEERING: Final = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp.exe\u2066\r\b\x7f\u2028\u200b"
TEXT: Final = f"=1+1{STEERING}"
"""A title, a name, any text: a spreadsheet would run it too."""

FILE: Final = f"{STEERING}.json"
BROKEN: Final = f"broken{STEERING}.toml"

COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
SECONDS: Final = 30  # until a command fails that waits for what never comes
SILENT: Final = {"template", "completion", "encodings", "slots", "play", "studio"}
"""Commands that quote no text unless something is wrong with it."""


class Shown(NamedTuple):
    """The exit status of a command, and what it printed."""

    status: int
    out: str
    error: str


Run: TypeAlias = Callable[[Sequence[str]], Shown]

FOR_EVER: Final = {"studio": ["nothing", TEXT], "play": ["--new"]}
"""Commands that go on until somebody ends them, with arguments with which they do not; tests/studio and tests/play."""

ARGUMENTS: Final[dict[str, list[str]]] = {
    **{name: [FILE] for name in ("explain", "hint", "prove", "export", "encodings", "render", "convert")},
    **{name: [FILE, "other.json", BROKEN] for name in ("solve", "check", "count", "lint", "show")},
    "site": [FILE, "other.json"],
    "mark": ["only.json", "marked.txt"],
    "verify": ["only.json", "proof"],
    "decode": ["only.json", "only.cnf", f"answer{STEERING}.txt"],
    "repair": ["other.json", "--solution", "solution.txt"],
    "generate": ["--rows", "2", "--columns", "2", "--seed", "1", "--title", TEXT],
    "fill": [f"template{STEERING}.txt", "--words", f"words{STEERING}.txt", "--seed", "1", "--no-cache"],
    "slots": [f"template{STEERING}.txt", "--words", f"words{STEERING}.txt", "--no-cache"],
    "template": ["3x3"],
    "regex": [re.escape(TEXT), "--length", "50"],
    "match": [f"({re.escape(TEXT)})", TEXT],
    "completion": ["bash"],
    **FOR_EVER,
}
"""What each command needs."""

ARGUMENTS_OF_ONE: Final = {"convert": [[FILE], ["other.json"]], "render": [[FILE], ["other.json"]]}
"""Instead, for commands that take one puzzle and treat shapes differently."""

REQUIRED: Final = {
    "prove": ["-o", "a-proof"],
    "site": ["-o", "a-site"],
    "render": ["-o", "-", "--format", "txt"],
    "convert": ["--format", "json"],
}
"""Options that a command needs, unless another value of the same option is tried."""

PROGRAMS: Final = ("cluster", "checker")
"""Options that name another program."""

NUMBERS: Final = {"N": "2", "SECONDS": "20", "SIZE": "2G", "E": "0.9", "D": "0.4", "R": "2.5"}
"""A number by the name of a value."""

TEXTS: Final[dict[str, Sequence[str]]] = {
    "to": (*WRITABLE, "text", "ipuz"), "input_format": READABLE, "rows": ("A.", "=B"), "columns": ("AB", "=B"),
    "grid": ("grid.txt",), "puzzle": ("1",), "charset": ("utf-8",), "alphabet": ("any", "A-B"), "flags": ("i",),
    "encoding": ("diagram",), "solver": ("cadical195",), "cluster": (), "results": ("new.db",), "output": ("-", "out"),
    "ignore": ("conflict",), "checker": (), "font": (FILE,), "link": ("https://example.org/",), "date": ("2026-02-14",),
    "day": ("2026-02-14",),
    "where": ("name ~ =",), "excluded": ("A",),
    "file": (FILE,), "complete": (FILE,), "theme": ("AB",), "theme_at": ("1,1",),
    "words": (f"words{STEERING}.txt",), "fill_letters": ("AB",), "difficulty": ("gentle", "2.5"),
    "constructs": ("class",),
    "without": ("class",), "style": ("class=2",), "line": (TEXT, "row 1"), "exclude": (f"words{STEERING}.txt",),
    "prefer": (f"words{STEERING}.txt",), "require": (f"words{STEERING}.txt",), "proof": ("out",),
    "symmetry": ("none",), "title": (), "themes": ("CAT",), "answer": ("AB",), "dot": ("-",), "svg": ("-",),
    "length": ("5",), "unlock": ("1234",), "saying": ("AB",), "author": (), "answers": ("none",), "kind": ("words",),
    "pattern_file": (FILE,), "text_file": (FILE,), "about": (FILE,), "url": ("https://example.org/",),
    "site": ("https://example.org/",), "note": (),
}  # fmt: skip
"""Values of the options that take a text, by what they are called in the parsed options; each also gets `TEXT`."""


def values(action: argparse.Action, pipe: str | None = None) -> list[list[str]]:
    """Return the arguments to try for an option: these, or only `pipe` if it takes a text."""
    if pipe is not None:
        is_text = action.nargs != 0 and action.choices is None and action.type is None
        return [[pipe]] if is_text and action.dest not in PROGRAMS else []
    if action.nargs == 0:
        return [[]]
    if action.choices is not None:
        return [[str(choice)] for choice in action.choices] + [[TEXT]]
    if action.metavar in NUMBERS and action.dest not in TEXTS:
        return [[NUMBERS[str(action.metavar)]], [TEXT]]
    return [[value] for value in (*TEXTS[action.dest], TEXT)]


class CommandLine(NamedTuple):
    """A command with its arguments, and what in it is tried: an option with its value, or all of it."""

    words: tuple[str, ...]
    tried: tuple[str, ...]


def command_lines(pipe: str | None = None) -> Iterator[CommandLine]:
    """Yield a command line for each command, and one for each value of each of its options.

    pipe  instead, in turn, the value of each argument and of each option that takes a text
    """
    for name, parser in PARSERS.items():
        for needed in ARGUMENTS_OF_ONE.get(name, [ARGUMENTS[name]]):
            if pipe is None:
                words = (name, *needed, *REQUIRED.get(name, []))
                yield CommandLine(words, words)
            else:
                places = [place for place, each in enumerate(needed) if not each.startswith("-")]
                for place in places if name not in FOR_EVER else []:
                    words = (name, *needed[:place], pipe, *needed[place + 1 :], *REQUIRED.get(name, []))
                    yield CommandLine(words, words)
            for action in parser.options:
                required = [] if set(action.option_strings) & set(REQUIRED.get(name, [])) else REQUIRED.get(name, [])
                for value in values(action, pipe) if action.option_strings else []:
                    tried = (action.option_strings[-1], *value)
                    yield CommandLine((name, *without(action, needed), *required, *tried), tried)


def without(action: argparse.Action, words: Sequence[str]) -> list[str]:
    """Return the words without this option and its value: given again, the option would be refused."""
    place = next((place for place, word in enumerate(words) if word in action.option_strings), None)
    return [*words] if place is None or action.nargs is not None else [*words[:place], *words[place + 2 :]]


def selected(lines: Iterable[CommandLine]) -> list[Any]:
    """Return the command lines as parameters: an option with its value is quick in the first and last command only."""
    with_same: dict[tuple[str, ...], list[CommandLine]] = {}
    for line in lines:
        with_same.setdefault(line.tried, []).append(line)
    quick = {line.words for same in with_same.values() for line in (same[0], same[-1])}
    return slow_but(quick, [line.words for same in with_same.values() for line in same])


def hostile(**more: Any) -> satcross.Puzzle:
    """Return a puzzle that says `TEXT` wherever a puzzle can say anything; its letters steer too."""
    names = [f"{TEXT}{number}" for number in range(2)]
    clues = ["A.", f"A?[AB\x1b\x9b\u202e]|{re.escape(TEXT)}"]
    about = dict.fromkeys(("title", "author", "source", "notes", "licence", "answer"), TEXT)
    return satcross.lines([NamedLine([*names], clues, TEXT)], given={names[0]: "A"}, **about, **more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("steering")
    satcross.save(hostile(), folder / FILE)
    about = dict.fromkeys(("title", "author", "source", "notes", "licence", "answer"), TEXT)
    grid = satcross.rectangle(
        rows=["[=\x1b].", "(?![A]).B"], columns=[".[A-C]", "\x9b?.+"], alphabet="ABC=\x1b\x9b", **about
    )
    satcross.save(grid, folder / "other.json")
    satcross.save(satcross.rectangle(rows=["=B"], columns=["=", "B"], **about), folder / "only.json")
    (folder / BROKEN).write_text(f"[clues]\nrows = ['A(']\ncolumns = 1 # {TEXT.replace(chr(13), '')}\n", newline="")
    (folder / f"template{STEERING}.txt").write_text("__\n__\n")
    (folder / f"words{STEERING}.txt").write_text("ab\nba\naa\nbb\n")
    (folder / "grid.txt").write_text("..\n..\n")
    (folder / "solution.txt").write_text("=C\nBB\n")
    (folder / "marked.txt").write_text(f"{TEXT.splitlines()[0]}\n=B\n\n{STEERING.splitlines()[0]}\nX\x1bY\n")
    os.mkfifo(folder / "pipe")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        main(["prove", "only.json", "-o", "proof"])
        main(["export", "only.json", "-o", "only.cnf"])
        variables = [
            line.split()[2] for line in (folder / "only.cnf").read_text().split("\n") if line.startswith("c x ")
        ]
        (folder / f"answer{STEERING}.txt").write_text(f"s SATISFIABLE\nv {' '.join(variables)} 0\n")
    return folder


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Return the function that runs a command in the folder of hostile files."""

    def ended(*ignored: object) -> NoReturn:
        raise KeyboardInterrupt

    def run(command: Sequence[str]) -> Shown:
        status = main(command)
        out, error = capfdbinary.readouterr()
        is_text = not out.startswith((b"%PDF", b"\x89PNG"))
        return Shown(status, out.decode() if is_text else "", error.decode())

    monkeypatch.chdir(folder)
    monkeypatch.setattr("satcross.cli.watching.sleep", ended)
    return run


@pytest.mark.parametrize("command", selected(command_lines()), ids=ascii)
def test_no_output_steers_the_terminal(command: Sequence[str], run: Run) -> None:
    shown = run(command)
    for stream in (shown.out, shown.error):
        text = COLOUR.sub("", stream) if "always" in command else stream
        assert not [letter for letter in text if not letter.isprintable() and letter != "\n"], ascii(text[:2000])


@pytest.mark.parametrize("name", sorted(set(PARSERS) - SILENT))
def test_every_command_here_shows_hostile_text(name: str, run: Run) -> None:
    """So the test above can fail: what each command shows has the escape of a letter that steers."""
    shown = run([name, *ARGUMENTS[name], *REQUIRED.get(name, [])])
    assert "202e" in (shown.out + shown.error).lower()


@pytest.mark.parametrize("command", selected(command_lines("pipe")), ids=ascii)
def test_no_command_waits_for_a_pipe(command: Sequence[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise AssertionError(f"still waiting after {SECONDS} seconds")

    monkeypatch.setattr("satcross.base.reading.PATIENCE", 0)
    monkeypatch.setattr("satcross.base.writing.PATIENCE", 0)
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        run(command)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("command", [["check", "--json"], ["lint", "--json"], ["count", "--json"], ["show", "--json"]])
def test_json_has_the_texts_themselves(command: list[str], run: Run) -> None:
    answer = json.loads(run([*command, FILE]).out)
    assert (answer["file"], answer["name"]) == (FILE, TEXT)


def test_reports_for_programs_have_the_texts(run: Run) -> None:
    (first, *_) = json.loads(run(["check", FILE, "--format", "sarif"]).out)["runs"][0]["results"]
    assert first["locations"][0]["logicalLocations"] == [{"name": TEXT}]
    assert printable(TEXT) in run(["check", FILE, "--format", "github"]).out.replace("%25", "%")
