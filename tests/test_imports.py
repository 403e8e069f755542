"""Start-up is felt: what a command imports is chosen, not grown."""

import subprocess
import sys

import pytest

FORBIDDEN = {
    "asyncio", "click", "concurrent", "dataclasses", "difflib", "email", "inspect", "json", "lark", "logging",
    "multiprocessing", "numpy", "pathlib", "pickle", "pprint", "pysat", "random", "reportlab", "rich", "shutil",
    "socket", "subprocess", "tempfile", "threading", "unicodedata", "unittest", "urllib", "xml",
}  # fmt: skip
if sys.version_info >= (3, 14):
    FORBIDDEN -= {"dataclasses", "inspect"}  # argparse imports them


def imported_by(*arguments: str) -> set[str]:
    """Return the modules that `satcross <arguments>` has imported when it ends."""
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from satcross.__main__ import main\n"
        f"sys.argv[1:] = {list(arguments)!r}\n"
        "main()\n"
        "print('\\n' + ' '.join(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_solving_imports_nothing_heavy() -> None:
    modules = imported_by("solve", "puzzles/mit-2013.toml")
    assert {"satcross.solver.solutions", "tomli"} <= modules
    assert not {name for name in modules if name.split(".")[0] in FORBIDDEN}


def test_solving_imports_at_most_62_modules_of_our_own() -> None:
    assert sum(name.split(".")[0] == "satcross" for name in imported_by("solve", "puzzles/hello.toml")) <= 62


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_import_next_to_nothing(argument: str) -> None:
    modules = imported_by(argument)
    assert {name for name in modules if name.startswith("satcross")} == {
        f"satcross{name}"
        for name in ("", ".__main__", ".base", ".base.platform", ".cli", ".cli.commands", ".cli.signals")
    }
    assert "argparse" not in modules


def test_a_mistyped_option_imports_no_solver() -> None:
    modules = imported_by("solve", "--limt", "3")
    assert not {
        name for name in modules if name.startswith(("satcross.regex", "satcross.solver.constraints", "pysolvers"))
    }


def test_only_the_command_line_makes_python_collect_garbage_less_often() -> None:
    code = (
        "import gc, satcross\n"
        "before = gc.get_threshold(), gc.get_freeze_count()\n"
        "satcross.check(satcross.line('A|B', 1))\n"
        "assert (gc.get_threshold(), gc.get_freeze_count()) == before\n"
        "from satcross.cli import main\n"
        "main()\n"
        "assert gc.get_threshold()[0] > before[0][0]\n"
    )
    subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, check=True)
