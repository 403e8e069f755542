"""Same input, options and seed: same output, byte for byte, whatever the hash seed, the number of cores, the processes.

Only times differ, and where they are printed they are told apart by what stands beside them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from satcross.cli import main
from satcross.cli.commands import COMMANDS

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[2]
PUZZLES = REPOSITORY / "puzzles"
WORDS = "".join(f"{a}{b}{c}\n" for a in "ABCDEFG" for b in "ABCDEF" for c in "ABCDEF")
SEVERAL = r"""
[clues]
rows = ['(.)\1[AB]', '.*(?=C|B).', '(AB|BC|C|A)*']
columns = ['.*', '[ABC]*B', '(A|B|AC|C)*']
"""

RUNS = {
    "solve": "solve mit.toml draw.toml several.toml",
    "solve --trace": "solve --trace mit.toml several.toml",
    "solve --all --json": "solve --all --json several.toml draw.toml",
    "solve --cubes": "solve --cubes --all several.toml draw.toml",
    "solve --sample": "solve --sample 5 --seed 3 several.toml draw.toml",
    "check": "check mit.toml draw.toml several.toml",
    "check --json": "check --json draw.toml several.toml",
    "count": "count several.toml draw.toml",
    "count --approximate": "count --approximate --seed 5 several.toml",
    "explain": "explain several.toml",
    "explain --json": "explain --json cab.toml",
    "hint": "hint several.toml",
    "lint": "lint cab.toml draw.toml",
    "prove": "prove mit.toml -o out",
    "prove --jobs": "prove mit.toml --jobs 2 -o out",
    "verify": "verify proof cab.toml",
    "export": "export several.toml -o out.cnf",
    "export --simplify": "export --simplify mit.toml -o out.cnf",
    "export --competition": "export --competition --encoding diagram several.toml -o out.cnf",
    "encodings": "encodings mit.toml",
    "family": "family minimal --size 4 --seed 2 -o out",
    "decode": "decode cab.toml formula.cnf answer.txt",
    "render to svg": "render mit.toml --solution -o out.svg",
    "render to html": "render mit.toml -o out.html",
    "render to pdf": "render several.toml --candidates -o out.pdf",
    "render to png": "render draw.toml --differences -o out.png",
    "show": "show mit.toml draw.toml several.toml",
    "convert": "convert mit.toml --to json",
    "fill": "fill grid.txt --words words.txt --no-cache --seed 7 --count 3 --quality",
    "fill --engine sat": "fill grid.txt --words words.txt --no-cache --seed 7 --engine sat --count 3",
    "fill --jobs": "fill grid.txt --words words.txt --no-cache --seed 7 --jobs 3 --count 3 --stats",
    "slots": "slots grid.txt --words words.txt --no-cache",
    "template": "template 7x7 --seed 11",
    "generate": "generate --rows 2 --columns 3 --words words.txt --no-cache --seed 3 --count 2 -o out",
    "repair": "repair several.toml --grid solution.txt --choose 2 -o out.toml",
    "regex": "regex (A|B)*(?=.C)(.)\\2* --length 5 --svg out.svg --dot out.dot",
    "match": "match (.)(A|B)*\\1 CABC",
    "completion": "completion zsh",
}
"""Every command with what it may do."""

OTHERS = {"play", "studio", "report"}
"""Two wait for a person, and a report says how long things took."""

TIMES = (
    (re.compile(r"(by propagation(?: alone| and search)): [\d.]+ m?s"), r"\1: TIME"),
    (re.compile(r'("seconds": \{)[^}]*\}'), r"\1}"),
)


def test_all_commands_are_run_here() -> None:
    assert {run.split()[0] for run in RUNS.values()} == COMMANDS.keys() - OTHERS


BATCH = """
import json, os, sys
from pathlib import Path
from satcross.cli import main
for name, run in json.load(sys.stdin).items():
    os.chdir(Path(sys.argv[1], name))
    for stream, number in (("status.out", 1), ("status.err", 2)):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), number)
    status = main(run.split())
    sys.stdout.flush()
    Path("status").write_text(str(status))
"""
"""Runs commands one after another, each in its folder, and leaves there what each of them has said."""

Outcome: TypeAlias = Mapping[str, bytes]
"""What a run has said and written, without times: by stream, and by file."""


def outcomes(runs: Mapping[str, str], folder: Path, environment: Mapping[str, str], *prefix: str) -> dict[str, Outcome]:
    """Return the outcome of each of `runs`, each in a fresh folder, in one process with this environment."""
    for name, run in runs.items():
        prepare(run, folder / name)
    subprocess.run(
        [*prefix, sys.executable, "-c", BATCH, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        input=json.dumps(runs), encoding="utf-8", check=True,
    )  # fmt: skip
    return {name: outcome(folder / name) for name in runs}


def prepare(run: str, folder: Path) -> None:
    """Make the folder, with the files that a command may need."""
    folder.mkdir(parents=True)
    for name in ("mit-2013", "draw", "cab"):
        shutil.copy(PUZZLES / f"{name}.toml", folder / f"{name.removesuffix('-2013')}.toml")
    (folder / "several.toml").write_text(SEVERAL)
    (folder / "solution.txt").write_text("AAB\nABC\nABA\n")
    (folder / "words.txt").write_text(WORDS)
    (folder / "grid.txt").write_text("___\n" * 3)
    if run.startswith("verify"):
        assert main(["prove", str(PUZZLES / "cab.toml"), "-o", str(folder / "proof")]) == 0
    if run.startswith("decode"):
        assert main(["export", str(PUZZLES / "cab.toml"), "-o", str(folder / "formula.cnf")]) == 0
        (folder / "answer.txt").write_text("s UNSATISFIABLE\n")


def outcome(folder: Path) -> Outcome:
    """Return what the run in this folder has left there."""
    said = {name: (folder / f"status{name}").read_text("utf-8") for name in (".out", ".err")}
    assert "Traceback" not in said[".err"]
    if "is not installed" not in said[".err"]:
        assert (folder / "status").read_text() in ("0", "1"), said[".err"]
    paths = [path for pattern in ("out*", "out/*") for path in folder.rglob(pattern) if path.is_file()]
    written = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    assert any(said.values()) or written
    return {
        "status": (folder / "status").read_bytes(),
        **{name: timeless(text) for name, text in said.items()},
        **written,
    }


def timeless(text: str) -> bytes:
    for time, name in TIMES:
        text = time.sub(name, text)
    return text.encode()


def assert_equal(first: Mapping[str, Outcome], second: Mapping[str, Outcome]) -> None:
    assert {name for name in first if first[name] != second[name]} == set()


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    return outcomes(RUNS, tmp_path_factory.mktemp("usual"), {"PYTHONHASHSEED": "1"})


def test_hash_seeds_make_no_difference(usual: dict[str, Outcome], tmp_path: Path) -> None:
    assert_equal(usual, outcomes(RUNS, tmp_path, {"PYTHONHASHSEED": "4242"}))


@pytest.mark.skipif(not shutil.which("taskset") or os.cpu_count() == 1, reason="cores cannot be taken away here")
def test_the_number_of_cores_makes_no_difference(usual: dict[str, Outcome], tmp_path: Path) -> None:
    runs = {name: RUNS[name] for name in ("solve", "check", "count --approximate", "prove", "fill", "fill --jobs")}
    assert_equal(outcomes(runs, tmp_path, {}, "taskset", "-c", str(min(os.sched_getaffinity(0)))), usual)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_make_no_difference(usual: dict[str, Outcome], method: str, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        f"import multiprocessing\nmultiprocessing.set_start_method({method!r})\n"
    )
    path = os.pathsep.join([str(tmp_path / "site"), *sys.path])
    runs = {name: f"{RUNS[name]} --jobs 3" for name in ("solve --all --json", "check", "check --json")}
    environment = {"PYTHONPATH": path, "PYTHONHASHSEED": "random"}
    assert_equal(outcomes(runs, tmp_path / "runs", environment), usual)
