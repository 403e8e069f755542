"""Same input, options and seed: same output, byte for byte, whatever the hash seed, the number of cores, the processes.

Only times differ, and where they are printed they are told apart by what stands beside them.
"""

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

from tests.commands import RUNS, prepare

pytestmark = pytest.mark.long

TIMES = (
    (re.compile(r"(by propagation(?: alone| and search)): [\d.]+ m?s"), r"\1: TIME"),
    (re.compile(r'("seconds": \{)[^}]*\}'), r"\1}"),
)


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
    for name in runs:
        prepare(folder / name)
    subprocess.run(
        [*prefix, sys.executable, "-c", BATCH, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        input=json.dumps(runs), encoding="utf-8", check=True,
    )  # fmt: skip
    return {name: outcome(folder / name) for name in runs}


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
    runs = {name: RUNS[name] for name in ("solve", "check", "count", "prove", "fill", "fill --jobs")}
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
