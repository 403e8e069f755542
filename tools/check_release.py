"""Build the wheel and the source distribution into dist/, and check both: what a release has to pass.

    1. `twine check` and `check-wheel-contents` have no objections
    2. the source distribution alone, unpacked into an empty folder, builds, installs and passes its tests
    3. the wheel is installed by pip with all extras, by pipx, and by uvx, and solves a puzzle

`make check-release` calls this.  It takes some minutes, and needs PyPI.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
PUZZLE: Final = ROOT / "puzzles" / "mit-2013.toml"
SOLVED: Final = "The only solution."


def main() -> None:
    rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST)
    wheel, source = next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, source)
    run(sys.executable, "-m", "check_wheel_contents", wheel)
    with TemporaryDirectory() as folder:
        check_installing(wheel, Path(folder))
    with TemporaryDirectory() as folder:
        check_source(source, Path(folder))


def check_installing(wheel: Path, folder: Path) -> None:
    """Install `wheel` in each of the ways that docs/install.md has, and solve a puzzle with it."""
    run(sys.executable, "-m", "venv", folder / "env")
    run(folder / "env" / "bin" / "pip", "install", "-q", f"{wheel}[all]")
    must_solve(folder / "env" / "bin" / "satcross")
    tools = {
        "PIPX_HOME": str(folder / "pipx"),
        "PIPX_BIN_DIR": str(folder / "bin"),
        "PIPX_MAN_DIR": str(folder / "man"),
    }
    run(sys.executable, "-m", "pipx", "install", "--quiet", wheel, environment=tools)
    must_solve(folder / "bin" / "satcross")
    must_solve(sys.executable, "-m", "uv", "tool", "run", "--quiet", "--from", wheel, "satcross")


def check_source(source: Path, folder: Path) -> None:
    """Unpack `source`, and run its tests."""
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    run("make", "--no-print-directory", "test", folder=next(folder.iterdir()))


def must_solve(*command: str | Path) -> None:
    """Raise SystemExit unless `command`, which runs satcross, solves the puzzle."""
    if SOLVED not in run(*command, "solve", PUZZLE):
        sys.exit(f"{command[0]} did not solve {PUZZLE}")


def run(*command: str | Path, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Return what `command` prints.  Raises SystemExit, after printing it, if it fails."""
    print("$", *command, flush=True)
    done = subprocess.run(
        command, cwd=folder, env=os.environ | (environment or {}), encoding="utf-8", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        print(done.stdout, flush=True)
        sys.exit(f"{command[0]} failed with the exit status {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
