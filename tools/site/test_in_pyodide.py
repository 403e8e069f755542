"""Run tests of satcross in Pyodide, in node: python -m tools.site.test_in_pyodide [--quick] [TESTS]...

The tests are those of this working copy, unchanged, and so is the package.  pytest and what it needs come from this
environment; python-sat and tomli are those that the site ships.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from tools.site.downloads import PYODIDE, ROOT, WHEELS, DownloadError, fetch, fetch_wheels

PACKAGES: Final = ROOT / "build" / "site-tests"
WHEELS_OF_TESTS: Final = ROOT / "build" / "wheels-of-tests"
OF_TESTS: Final = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "sortedcontainers", "attrs")

TESTS: Final = (
    "tests/regex", "tests/constraints", "tests/solve", "tests/author", "tests/golden", "tests/test_platform.py",
    "tests/generator/test_day.py",
)  # fmt: skip
"""With `--quick`, which is for continuous integration, the short ones run with the first of their parameters."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site.test_in_pyodide", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run short ones, with the first of their parameters")
    parser.add_argument("tests", nargs="*")
    asked, options = parser.parse_known_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("skipped: tests in Pyodide need node and npm", file=sys.stderr)
        return 0
    try:
        fetch()
        fetch_wheels("site-tests", WHEELS_OF_TESTS)
    except DownloadError as error:
        print(f"skipped: {error}", file=sys.stderr)
        return 0
    _gather()
    chosen = asked.tests or TESTS
    quick = ["--quick"] if asked.quick else []
    script = Path(__file__).parent / "in_pyodide.mjs"
    command = ["node", str(script), str(PYODIDE), str(ROOT), str(ROOT), str(PACKAGES), "tools.site.pytest_in_pyodide"]
    return subprocess.run([*command, *quick, *options, *chosen], check=False).returncode


def _gather() -> None:
    """Copy what the tests import into one folder."""
    shutil.rmtree(PACKAGES, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    for name in OF_TESTS:
        for file in files(name) or ():
            if file.suffix in (".py", ".json", ".txt") and ".." not in file.parts:
                target = PACKAGES / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    for wheel in [*WHEELS.glob("*.whl"), *WHEELS_OF_TESTS.glob("*.whl")]:
        with ZipFile(wheel) as archive:
            archive.extractall(PACKAGES)


if __name__ == "__main__":
    sys.exit(main())
