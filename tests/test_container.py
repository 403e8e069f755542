"""The container image: the steps of the Containerfile, taken without podman or docker, make a satcross that solves."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import satcross
from tests.transcript import ROOT

STEPS = [
    tuple(line.split(" ", 1))
    for line in (ROOT / "Containerfile").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def settings(instruction: str) -> list[str]:
    return [value for name, value in STEPS if name == instruction]


def sent() -> list[str]:
    """Return the files and folders that .dockerignore lets into the build."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


def test_what_the_build_is_sent_exists_and_is_little() -> None:
    assert [name for name in sent() if not (ROOT / name).exists()] == []
    assert not {"tests", "docs", "puzzles", ".git"} & set(sent())


def test_the_image_runs_as_nobody_and_all_packages_are_pinned_by_hash() -> None:
    assert settings("USER") == ["65534:65534"]
    installs = [step for step in settings("RUN") if "pip install" in step]
    assert installs
    assert all("--require-hashes" in step or "--no-deps" in step for step in installs)
    assert len({step.split()[0] for step in settings("FROM")}) == 1
    workflow = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    assert re.search("docker build .*Containerfile", workflow)


@pytest.mark.slow
def test_the_steps_make_a_satcross_that_needs_nothing_else(tmp_path: Path) -> None:
    source, installed = tmp_path / "source", tmp_path / "satcross"
    for name in sent():
        copied = source / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copied)
    for step in settings("RUN"):
        command = shlex.split(step.replace("/source", str(source)).replace("/satcross", str(installed)))
        command[0] = sys.executable if command[0] == "python" else command[0]
        subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    shutil.rmtree(source)  # the image has the environment only
    assert not list(installed.glob("lib/python*/site-packages/pip"))
    (entry,) = [json.loads(value) for value in settings("ENTRYPOINT")]
    program = entry[0].replace("/satcross/", f"{installed}/", 1)
    puzzle = shutil.copy(ROOT / "puzzles/hello.toml", tmp_path)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert satcross.__version__ in version.stdout
    checked = subprocess.run([program, "check", puzzle], capture_output=True, text=True, check=True)
    assert "unique" in checked.stdout
