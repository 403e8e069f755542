"""Same input, options and seed: same output, byte for byte, whatever the hash seed, the number of cores, the processes.

Only times differ, and where they are printed they are told apart by what stands beside them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

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
ENVIRONMENTS: tuple[Mapping[str, str], ...] = ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "4242"})

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
    "template": "template 9x9 --seed 11",
    "generate": "generate --rows 3 --columns 3 --words words.txt --no-cache --seed 3 --count 2 -o out",
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


def told(run: str, folder: Path, environment: Mapping[str, str], *prefix: str) -> dict[str, bytes]:
    """Return what a run says and writes, in a fresh folder; without times."""
    folder.mkdir()
    for name in ("mit-2013", "draw", "cab"):
        shutil.copy(PUZZLES / f"{name}.toml", folder / f"{name.removesuffix('-2013')}.toml")
    (folder / "several.toml").write_text(SEVERAL)
    (folder / "solution.txt").write_text("AAB\nABC\nABA\n")
    (folder / "words.txt").write_text(WORDS)
    (folder / "grid.txt").write_text("___\n" * 3)
    if run.startswith("verify"):
        pytest.importorskip("dratify")
        satcross("prove cab.toml -o proof", folder, {})
    if run.startswith("decode"):
        satcross("export cab.toml -o formula.cnf", folder, {})
        (folder / "answer.txt").write_text("s UNSATISFIABLE\n")
    done = satcross(run, folder, environment, *prefix)
    if "is not installed" in done.stderr:
        pytest.skip(done.stderr)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1), done.stderr
    written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("out*") if path.is_file()}
    written |= {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("out/*")}
    assert done.stdout or done.stderr or written
    return {"status": b"%d" % done.returncode, "out": timeless(done.stdout), "err": timeless(done.stderr), **written}


def satcross(run: str, folder: Path, environment: Mapping[str, str], *prefix: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*prefix, sys.executable, "-m", "satcross", *run.split()],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def timeless(text: str) -> bytes:
    for time, name in TIMES:
        text = time.sub(name, text)
    return text.encode()


@pytest.mark.parametrize("name", RUNS)
def test_hash_seeds_make_no_difference(name: str, tmp_path: Path) -> None:
    first, second = (
        told(RUNS[name], tmp_path / str(number), environment) for number, environment in enumerate(ENVIRONMENTS)
    )
    assert first == second


@pytest.mark.skipif(not shutil.which("taskset") or os.cpu_count() == 1, reason="cores cannot be taken away here")
@pytest.mark.parametrize("name", ["solve", "check", "count --approximate", "prove", "fill", "fill --jobs"])
def test_the_number_of_cores_makes_no_difference(name: str, tmp_path: Path) -> None:
    alone = told(RUNS[name], tmp_path / "one", {}, "taskset", "-c", str(min(os.sched_getaffinity(0))))
    assert alone == told(RUNS[name], tmp_path / "all", {})


@pytest.mark.parametrize("name", ["solve --all --json", "check", "check --json"])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_make_no_difference(name: str, method: str, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        f"import multiprocessing\nmultiprocessing.set_start_method({method!r})\n"
    )
    path = os.pathsep.join([str(tmp_path / "site"), *sys.path])
    side_by_side = told(f"{RUNS[name]} --jobs 3", tmp_path / "three", {"PYTHONPATH": path, "PYTHONHASHSEED": "random"})
    assert side_by_side == told(RUNS[name], tmp_path / "one", {})
