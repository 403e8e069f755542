"""The wheel, made from the source distribution and installed into an empty environment, solves a puzzle."""

import os
import re
import subprocess
import sys
import tarfile
import venv
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, which
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, folder: Path = ROOT) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP"))}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    return next(folder.glob("*.whl"))


def test_the_wheel_is_pure_and_holds_grammars_and_types(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert wheel.name.endswith("-py3-none-any.whl")
    assert {"satcross/py.typed", "satcross/grammars/python.lark", "satcross/grammars/javascript.lark"} <= names
    sources = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "satcross").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert sources <= names
    assert not {name for name in names if name.startswith(("tests", "bench", "tools"))}


def test_the_description_on_pypi_has_absolute_links_only(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    assert "Description-Content-Type: text/markdown" in metadata
    links = re.findall(r"\]\(([^)]+)\)", metadata.partition("\n\n")[2])
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []
    assert any(link.endswith(".svg") and "/raw/" in link for link in links)


@pytest.mark.skipif(not (ROOT / ".git").exists() or which("git") is None, reason="this is no clone of the repository")
def test_the_source_distribution_holds_the_whole_repository(wheel: Path) -> None:
    tracked = run("git", "ls-files").splitlines()
    with tarfile.open(next(wheel.parent.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert [name for name in tracked if (ROOT / name).exists() and name not in names] == []


def test_the_installed_wheel_solves_a_puzzle(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False, symlinks=os.name == "posix")
    binaries = tmp_path / "env" / ("bin" if os.name == "posix" else "Scripts")
    python = next(binaries.glob("python*"))
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--quiet", wheel)
    # what it needs, as this environment has it; of python-sat that is the compiled half
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").strip())
    solvers = find_spec("pysolvers")
    assert solvers is not None
    assert solvers.origin is not None
    copy(solvers.origin, packages)
    for file in files("tomli") or ():
        (packages / file).parent.mkdir(exist_ok=True)
        copy(file.locate(), packages / file)
    shown = run(binaries / "satcross", "solve", ROOT / "puzzles" / "mit-2013.toml", folder=tmp_path)
    assert "The only solution." in shown
    assert "N H P E H A S" in shown
