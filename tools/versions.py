"""Run the tests on every Python that is supported and found here: `make test-versions`, or

    python -m tools.versions [--only 3.13-newest] [-- PYTEST ARGUMENT...]

For each Python two environments in `.versions/`: `newest` has the pinned packages (requirements/dev.txt, all.txt),
which are the newest that pyproject.toml allows; `oldest` has the oldest (requirements/oldest.txt) where these have
wheels for that Python.  A Python that is not found is named.  The exit status is 1 if any tests failed.
"""

from __future__ import annotations

import argparse
import glob
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PLACE: Final = ROOT / ".versions"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
PACKAGES: Final = {
    "newest": (("dev.txt",), ("all.txt",)),
    "oldest": (("dev.txt",), ("oldest.txt",)),  # the tests' own tools first, then what is tested
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="VERSION-PACKAGES", help="such as 3.12-oldest")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest; default: all quick tests")
    options = parser.parse_args()
    outcomes: dict[str, str] = {}
    for version in PYTHONS:
        found = find_python(version)
        for packages in PACKAGES:
            name = f"{version}-{packages}"
            if options.only and name not in options.only:
                continue
            outcomes[name] = "not run: there is no such Python here" if found is None else run(
                name, found, packages, options.pytest or ["-n", "auto", "-m", "not slow"]
            )  # fmt: skip
            print(f"== {name}: {outcomes[name]}", flush=True)
    print("\n".join(f"{name:12} {outcome}" for name, outcome in outcomes.items()))
    return int(any(outcome.startswith("failed") for outcome in outcomes.values()))


def find_python(version: str) -> str | None:
    """Return the path of this Python, from PATH or pyenv."""
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    places = [which(f"python{version}") or "", *sorted(glob.glob(f"{pyenv}/versions/{version}.*/bin/python{version}"))]
    code = f"import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != {tuple(map(int, version.split('.')))})"
    for place in filter(None, reversed(places)):
        if subprocess.run([place, "-c", code], capture_output=True, check=False).returncode == 0:
            return place
    return None


def run(name: str, python: str, packages: str, arguments: Sequence[str]) -> str:
    """Return how the tests went in the environment `name`, which is made unless it is there with these packages."""
    folder = PLACE / name
    inside = str(folder / "bin/python")
    made = folder / "made"  # of these lists of packages
    wanted = "".join(
        (ROOT / "requirements" / file).read_text("utf-8") for files in PACKAGES[packages] for file in files
    )
    if not made.exists() or made.read_text("utf-8") != wanted:
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        for files in PACKAGES[packages]:
            lists = [argument for file in files for argument in ("-r", f"requirements/{file}")]
            pip = [inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", *lists]
            if packages == "oldest":
                pip += ["--only-binary", ":all:"]
            if subprocess.run(pip, cwd=ROOT, check=False).returncode:
                return "not run: some of these packages have no wheel for this Python"
        package = [inside, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "-e", str(ROOT)]
        subprocess.run(package, cwd=ROOT, check=True)
        made.write_text(wanted, "utf-8")
    done = subprocess.run([inside, "-m", "pytest", "-p", "no:cacheprovider", *arguments], cwd=ROOT, check=False)
    return "passed" if done.returncode == 0 else f"failed (pytest's status {done.returncode})"


if __name__ == "__main__":
    sys.exit(main())
