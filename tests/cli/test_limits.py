"""No input makes the program use more memory than its limit, or go on when its time is up: tried with hostile ones."""

import inspect
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import NoReturn

import pytest

import satcross
from satcross.base.budget import UNLIMITED, Budget
from satcross.cli import check as checking, main
from satcross.cli.check import INQUIRY, CheckQuestion
from satcross.cli.driver import question_about
from satcross.cli.parser import Options, parse
from satcross.cli.puzzles import FiledPuzzle, GivenGrid
from satcross.cli.registry import command_named
from satcross.errors import TimeUp
from tests import hard
from tests.cli.small import UNIQUE
from tests.commands import uncoded
from tests.measured import Run, measured
from tests.pace import slowness

pytestmark = pytest.mark.long

TIMEOUT = 1
OVERTIME = 1  # seconds
MEMORY = 500 << 20
COMMANDS = (
    "solve", "solve --all --json", "solve --cubes", "solve --sample 3", "solve --trace", "check", "count", "explain",
    "hint", "lint", "show", "prove -o proof", "export -o out.cnf", "export --simplify -o out.cnf",
    "render --solution -o out.svg", "render --candidates -o out.pdf", "render -o out.html", "convert out.json",
)  # fmt: skip

CROSSED = r".*([A-D])(.).*\2.*\1.*"
NO_LETTER_TWICE = r"(?!.*(.).*\1).*"
ALL_OF_UNICODE = "[\u0100-\U0010ffff]"
WORDS = "|".join(chr(97 + i % 26) + chr(97 + i // 26 % 26) + chr(97 + i // 676 % 26) for i in range(17_000))


CHINESE = "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))


def listed(clues: Sequence[str]) -> str:
    """Return the TOML of a list of clues."""
    return f"[{', '.join(map(quoted, clues))}]"


def quoted(clue: str) -> str:
    return f"'''{clue}'''"


def puzzle(rows: Sequence[str], columns: Sequence[str] | int, settings: str = "") -> str:
    """Return the TOML of a rectangle."""
    down = columns if isinstance(columns, int) else listed(columns)
    return f"{settings}\n[clues]\nrows = {listed(rows)}\ncolumns = {down}\n"


HOSTILE = {
    "counted loops": puzzle(["(((a{99}){99}){99})"], 200),
    "counted loops, optional": puzzle(["(((a{0,99}){0,99}){0,99})"], 200),
    "counted loops of parts": puzzle(["(((a?b?c?){0,99}){0,99}){0,99}"], 200),
    "counted loops, captured": puzzle([r"(((a{0,99}){0,99}){0,99})\1?"], 200),
    "counted loops, thousands": puzzle(["((((a{1,1000}){1,1000}){1,1000}){1,1000}){1,1000}"], 1000),
    "nested stars and a reference": puzzle([r"((((.*)*)*)*)\1[a-z]?"], 200),
    "four free groups, referred to": puzzle([r"(.*)(.*)(.*)(.*)\4\3\2\1[a-z]*"], 100),
    "eight free groups, referred to": puzzle(
        [r"(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\8\7\6\5\4\3\2\1[a-d]*"], 60),
    "a chain of references": puzzle(["(.)" + "".join(rf"(\{i}.)" for i in range(1, 60)) + "[ab]*"], 100),
    "a doubling chain of references": puzzle(["(a)" + "".join(rf"(\{i}\{i})" for i in range(1, 30))], 200),
    "references in loops": puzzle([r"((.+)\2)*(((a|b)+)\4)*((.*)\7)+"], 80),
    "empty rounds": puzzle([r"((a*)*b*)*\2(()|(a?))*\4\5[ab]*"], 60),
    "5,000 groups, nested": puzzle(["(" * 5000 + "a" + ")" * 5000], 3),
    "stars, nested": puzzle(["(" * 90 + "a|b" + ")*" * 90], 60),
    "stars, nested, and references": puzzle(["(" * 60 + "a|b" + ")*" * 60 + r"\60\45\1"], 30),
    "10,000 letters": puzzle(["abcdefghij" * 1000], 10_000),
    "99,995 letters": puzzle(["[ab]?" * 19_999], 200),
    "17,000 words": puzzle([f"({WORDS})*"], 300),
    "40,000 branches": puzzle([f"({'|'.join(CHINESE * 2)})*"], 100),
    "all of Unicode": puzzle([ALL_OF_UNICODE + "*"] * 30, [ALL_OF_UNICODE + "*"] * 30),
    "all of Unicode, compared": puzzle([rf"({ALL_OF_UNICODE})\1*"], 30),
    "all of Unicode, folded": puzzle([rf"({ALL_OF_UNICODE})\1*"], 30, 'flags = "i"'),
    "300 classes": puzzle([f"[{chr(0x4E00 + i * 50)}-{chr(0x4E00 + i * 50 + 500)}]*" for i in range(300)], 300),
    "an open alphabet": puzzle([r"[\s\S]*\w+[^\w]*", r"\d*\W+.*"], 100, 'alphabet = "any"'),
    "20,000 letters": puzzle([".*"] * 3, [".*"] * 3, f'alphabet = "{CHINESE}"'),
    "2,000 letters, compared": puzzle(
        [r"(.)(.)(.)(.)(.).*\5.*\4.*\3.*\2.*\1"] * 10, [r"(.).*\1"] * 12,
        f'alphabet = "{CHINESE[:2_000]}"'),
    "many ways to read the same": puzzle(["((((a|b|ab)*|(a|ba)*)*|(b|ab|ba)*)*a)*" * 20] * 50, ["(a|b|ab)*"] * 50),
    "lookaheads, nested": puzzle(["(?=" * 50 + ".*a" + ")" * 50 + ".*"], 100),
    "lookaheads, nested, that capture": puzzle(["(?=(.*)" * 50 + ".*a" + ")" * 50 + r".*\50"], 60),
    "negative lookaheads, nested": puzzle(["(?!" * 50 + ".*a" + ")" * 50 + ".*[ab]*"], 100),
    "lookbehinds, nested": puzzle([".*" + "(?<=" * 50 + "a" + ")" * 50 + ".*"], 100),
    "1,000 lookaheads": puzzle(["(?=.*a.*)(?!.*bb.*)" * 500 + "[ab]*"], 100),
    "lookaheads in a loop": puzzle([r"((?=.*(.)\2)(?!bb).)*[ab]*"], 60),
    "atomic groups": puzzle([r"(?>(a|b|ab)*)(?>(.*)\2)[ab]*"], 60),
    "possessive loops": puzzle([r"((a|b|ab)*+b?)*+[ab]*"], 60),
    "conditions": puzzle(["(a)?(?(1)(b)|c)(?(2)(d)|e)" * 20 + ".*"], 60),
    "100,000 cells": puzzle([".*A.*B.*A.*"] * 316, ["(A|B)*(AB)+.*"] * 316),
    "50,000 clues": "[clues]\nrows = {}\ncolumns = {}\n".format([["a|.*"] * 250] * 100, [[".*a"] * 250] * 100),
    "pigeons": puzzle(["O*XO*"] * 14, ["O*X?O*"] * 13),
    "pigeons, and a way out": puzzle(["O*XO*|Y+"] * 14, ["O*X?O*|Y+"] * 13),
    "parities": hard.IMPOSSIBLE,
    "parities, and a way out": hard.UNIQUE,
    "no letter twice": puzzle([NO_LETTER_TWICE] * 26, [NO_LETTER_TWICE] * 26, 'alphabet = "A-Z"'),
    "crossing references": puzzle([r"([A-D])(.*)\1.*\2"] * 25, [r".*([A-D])([A-D]).*\2\1.*"] * 25),
    "a hexagon of references": 'shape = "hexagon"\nside = 13\n[clues]\n' + "".join(
        f"{family} = {listed([CROSSED] * 25)}\n" for family in ("horizontal", "rising", "falling")),
}  # fmt: skip
"""Puzzles that blow up somewhere, each in another way, unless somebody is careful there."""

QUICK = ("counted loops of parts", "counted loops, captured", "empty rounds", "all of Unicode, compared", "300 classes",
         "2,000 letters, compared", "no letter twice", "100,000 cells")  # fmt: skip


def within_limits(command: str, text: str, folder: Path, timeout: float = TIMEOUT) -> Run:
    """Return the run of `command` on the puzzle `text`, after testing that it kept to its limits."""
    (folder / "puzzle.toml").write_text(text, encoding="utf-8")
    verb, *options = command.split()
    limits = ["--timeout", str(timeout), "--memory", str(MEMORY)]
    run = measured([verb, "puzzle.toml", *options, *limits], folder)
    assert run.status in (0, 1, 2, 3), run.error[-2000:]
    assert "Traceback" not in run.error
    assert run.seconds <= timeout + OVERTIME * slowness()
    assert run.memory <= MEMORY
    return run


@pytest.mark.parametrize("name", QUICK)
def test_hostile_puzzles_are_solved_within_the_limits(name: str, tmp_path: Path) -> None:
    within_limits("solve", HOSTILE[name], tmp_path, timeout=0.4)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_every_command_keeps_its_limits_on_every_hostile_puzzle(name: str, command: str, tmp_path: Path) -> None:
    within_limits(command, HOSTILE[name], tmp_path)


@pytest.mark.parametrize(("command", "limit"), [("solve", 64), ("explain", 64), ("prove -o proof", 64)])
def test_a_formula_too_large_for_the_memory_is_told_before_it_is_taken(
    command: str, limit: int, tmp_path: Path
) -> None:
    Path("puzzle.toml").write_text(HOSTILE["no letter twice"])
    verb, *options = command.split()
    run = measured([verb, "puzzle.toml", *options, "--memory", f"{limit}M"], tmp_path)
    assert run.status == 3
    assert run.memory <= limit << 20
    assert run.error.startswith("puzzle.toml:3, row 1, clue 1: the formula needs at least ")
    told = f"the limit is {limit} MB; this clue alone has [0-9,]+ clauses, and all 52 clues would need about [0-9,]+\n"
    assert re.search(told, uncoded(run.error))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["puzzle.toml"]


def test_a_limit_of_clauses_holds_to_the_clause(capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text("[clues]\nrows = ['.*A.*B|B+', 'B.*A.*']\ncolumns = 3\n")
    assert main(["export", "puzzle.toml"]) == 0
    clauses = int(next(line for line in capsys.readouterr().out.splitlines() if line.startswith("p cnf")).split()[-1])
    assert main(["export", "puzzle.toml", "--max-clauses", str(clauses)]) == 0
    capsys.readouterr()
    assert main(["export", "puzzle.toml", "--max-clauses", str(clauses - 1)]) == 3
    error = capsys.readouterr().err
    assert f"the formula needs at least {clauses:,} clauses; the limit is {clauses - 1:,}" in error
    assert ", clue 1: " in error


def test_a_clue_beyond_the_nodes_is_named_with_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text(puzzle(["A*", "(((a?b?c?){0,99}){0,99}){0,99}"], 200))
    assert main(["solve", "puzzle.toml"]) == 3
    assert capsys.readouterr().err.startswith("puzzle.toml:3, row 2, clue 1: the clue needs at least ")


@pytest.mark.parametrize("text", ["0", "2X", "-1G", "nan", "1e400", "63M", ""])
def test_no_amount_of_memory(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "x.toml", f"--memory={text}"]) == 2
    assert f"{text!r} is not an amount of memory such as 2G, of at least 64M" in capsys.readouterr().err


BACKED = "from satcross.errors import *; import satcross.cli.limits as limits\n"


def backed(code: str) -> str:
    """Return what a process of its own prints that puts the backstop behind its limits and then does `code`."""
    done = subprocess.run([sys.executable, "-c", BACKED + code], capture_output=True, encoding="utf-8", check=False)
    return done.stdout + done.stderr.splitlines()[-1] if done.stderr else done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not refuse memory")
def test_what_asks_no_budget_is_refused_memory_by_the_system() -> None:
    code = "limits.limit_process_memory(200 << 20); print(len(bytearray(100 << 20))); bytearray(200 << 20)"
    assert backed(code) == f"{100 << 20}\nMemoryError"


def test_what_looks_at_no_clock_is_ended_by_the_alarm() -> None:
    code = "limits.limit_process_memory(4 << 30)\nwith limits.limited(limits.WorkLimits(0.1)):\n    while True: pass"
    assert backed(code) == "satcross.errors.TimeUp: the time is up"


def test_an_alarm_that_rings_in_a_finalizer_is_not_told_and_rings_again() -> None:
    code = """
class Slow:
    def __del__(self):
        while True: pass

limits.limit_process_memory(4 << 30)
try:
    with limits.limited(limits.WorkLimits(0.1)):
        Slow()
        while True: pass
except TimeUp:
    print("time is up")
"""
    assert backed(code) == "time is up\n"


def test_an_alarm_that_was_stopped_does_not_ring() -> None:
    code = (
        "import signal; limits.limit_process_memory(4 << 30)\n"
        "left = lambda: signal.getitimer(signal.ITIMER_REAL)[0]\n"
        "with limits.limited(limits.WorkLimits(100)):\n    print(left() > 0); limits.cancel_alarm(); print(left())\n"
        "with limits.limited(limits.WorkLimits(100)): pass\n"
        "print(left())"
    )
    assert backed(code) == "True\n0.0\n0.0\n"


def test_the_time_of_a_puzzle_begins_with_it_and_not_with_the_command() -> None:
    """Also where the question is made for another process, and a grid has to be looked at within the time."""
    options = parse(command_named("check"), ["puzzle.toml", "--timeout", "50", "--grid", "grid.txt"])
    assert options is not None
    options = Options(monotonic() - 100, **vars(options))
    question = question_about(FiledPuzzle(satcross.line("[AB]", 1), grid=GivenGrid("grid.txt", "A")), options, INQUIRY)
    assert isinstance(question, CheckQuestion)
    assert question.puzzle.given


def test_few_frames_lie_between_the_program_and_the_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """So that a traceback, or a profile, shows the work and not the way to it."""
    frames: list[str] = []

    def answer(question: CheckQuestion, budget: Budget, send: object) -> NoReturn:
        frame = inspect.currentframe()
        while frame is not None and frame.f_code.co_name != "main":
            frames.append(frame.f_code.co_name)
            frame = frame.f_back
        raise TimeUp

    monkeypatch.setattr(checking, "INQUIRY", INQUIRY._replace(answer=answer))
    (tmp_path / "puzzle.toml").write_text(UNIQUE)
    assert main(["check", str(tmp_path / "puzzle.toml")]) == 3
    assert len(frames) + 1 <= 10, frames


def test_few_modules_take_part_in_the_answer_to_a_question() -> None:
    """The model of puzzles, errors and what everything stands on (`base`) do not count."""
    modules: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            modules.add(str(frame.f_globals["__name__"]))

    question = CheckQuestion(
        satcross.loads(UNIQUE), solver="auto", encoding="positions", difficulty=False, details=True
    )
    sys.setprofile(note)
    try:
        checking.answer(question, UNLIMITED, print)
    finally:
        sys.setprofile(None)
    rooms = {name for name in modules if re.match(r"satcross\.(regex|solver|author|cli)\b", name)}
    assert {"satcross.cli.check", "satcross.solver.verify", "satcross.author.ambiguity"} <= rooms
    assert len(rooms) <= 30, sorted(rooms)
