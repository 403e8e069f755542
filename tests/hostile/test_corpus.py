"""Every malformed file gives one clear error: it names the file, exit status 2, within a second and 300 MB."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.hostile.corpus import GOOD, ROLE_OF, Case, bombs, commands, made_by_hand, mutants, put
from tests.measured import Run, measured
from tests.pace import slowness
from tests.selection import slow_rows_but

pytestmark = pytest.mark.long

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
ERRORS: Final = HERE / "errors.txt"
RECORDED_ON: Final = (3, 11)  # the reasons that Python's own readers of TOML and JSON give differ between versions

SECONDS: Final = 1.0
SECONDS_OF_BOMBS: Final = 2.5  # at most one on an idle machine; others run beside the tests
MEGABYTES: Final = 300
MOST_LINES: Final = 400  # of an error: those of a hundred clues

VERDICTS: Final = (0, 1)  # of what is damaged and still means something


class Result:
    """What reading one file gave."""

    def __init__(self, case: Case, path: Path, told: dict[str, Any], folder: Path) -> None:
        self.name = case.name
        self.status = told["status"]
        self.seconds: float = told["seconds"]
        self.error: str = told["err"].replace(f"{folder}{os.sep}", "").replace(f"{GOOD}{os.sep}", "good/")
        self.file = path.relative_to(folder).as_posix()


def answers(commands: Iterable[Sequence[str]]) -> tuple[list[dict[str, Any]], int]:
    """Return what each command line gave, all of them run by one process, and the most memory that it had, in bytes.

    Each command is asked for when the one before it has ended.
    """
    told = []
    program = [sys.executable, "-m", "tests.hostile.measure"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        for command in commands:
            print(json.dumps(command), file=reader.stdin, flush=True)
            told.append(json.loads(reader.stdout.readline()))
        reader.stdin.close()
        memory = int(reader.stdout.readline())
    return told, memory


def read_all(cases: Iterable[Case], folder: Path) -> tuple[list[Result], int]:
    """Return what each case gave, all of them read by one process, and the most memory that it had, in bytes."""
    read: list[tuple[Case, Path]] = []

    def reading() -> Iterator[list[str]]:
        for case in cases:
            path = put(case, folder)
            read.append((case, path))
            yield commands(case.role, str(path))
            path.unlink()

    told, memory = answers(reading())
    return [Result(case, path, each, folder) for (case, path), each in zip(read, told, strict=True)], memory


def check_clear(result: Result) -> None:
    """Raise AssertionError unless the error is one that a person can use."""
    assert result.status == 2, f"{result.name}: exit status {result.status}"
    assert result.file in result.error.split("\n")[0], f"{result.name}: the file is not named: {result.error}"
    lines = result.error.rstrip("\n").split("\n")
    assert len(lines) <= MOST_LINES, result.name
    assert all(line.isprintable() and len(line) <= 1300 for line in lines), f"{result.name}: {result.error!r}"
    assert "Traceback" not in result.error
    assert not re.search(r"\b[A-Z]\w+Error\b|<class|object at 0x", result.error), f"{result.name}: {result.error}"


def test_files_made_by_hand_give_the_errors_that_are_recorded(tmp_path: Path) -> None:
    results, memory = read_all(made_by_hand(), tmp_path)
    assert len(results) >= 300
    for result in results:
        check_clear(result)
        assert result.seconds < SECONDS * slowness(), result.name
    assert memory < MEGABYTES * 10**6
    recorded = "".join(f"== {result.name}\n{result.error}\n" for result in results)
    if os.environ.get("ACCEPT"):
        ERRORS.write_text(recorded, "utf-8", newline="\n")
    if sys.version_info[:2] == RECORDED_ON:
        assert recorded == ERRORS.read_text("utf-8")


def test_damaged_files_give_clear_errors_or_are_still_good(tmp_path: Path) -> None:
    results, memory = read_all(mutants(), tmp_path)
    for result in results:
        if result.status not in VERDICTS:
            check_clear(result)
        assert result.seconds < SECONDS * slowness(), result.name
    assert sum(result.status == 2 for result in results) >= 800
    assert memory < MEGABYTES * 10**6


def test_the_good_files_are_good(tmp_path: Path) -> None:
    """Else all of their mutants would be refused for the same reason."""
    cases = [Case(f"{role}/{Path(name).name}", (GOOD / name).read_bytes()) for name, role in ROLE_OF.items()]
    results, _ = read_all(cases, tmp_path)
    assert [result.name for result in results if result.status not in VERDICTS] == []


def test_bombs_are_refused_before_they_go_off(tmp_path: Path) -> None:
    results, memory = read_all(bombs(), tmp_path)
    for result in results:
        check_clear(result)
        assert result.seconds < SECONDS_OF_BOMBS * slowness(), f"{result.name}: {result.seconds} s"
    assert memory < MEGABYTES * 10**6


# what a path may lead to

ROLES: Final = ("puzzle", "template", "words", "formula", "answer", "grid")
"""The kinds of files that a path on the command line can name."""


def satcross(*arguments: str, stdin: Any = subprocess.DEVNULL) -> Run:
    """Return what the process `satcross <arguments>` did."""
    with TemporaryDirectory() as folder:
        return measured(arguments, Path(folder), stdin=stdin, cwd=ROOT, timeout=120)


def check_refused(run: Run, file: str) -> None:
    """Raise AssertionError unless the process refused `file` as it should."""
    assert run.status == 2, run
    assert file in run.error.split("\n")[0], run
    assert len(run.error.splitlines()) <= 3, run
    assert run.seconds < SECONDS_OF_BOMBS * slowness(), run
    assert run.memory < MEGABYTES * 10**6, run


def odd_paths(folder: Path) -> dict[str, Path]:
    """Make everything that a path may lead to other than a readable file."""
    paths = {name: folder / name for name in ("folder", "dangling", "loop", "pipe", "chain")}
    paths["folder"].mkdir()
    paths["dangling"].symlink_to(folder / "nothing")
    paths["loop"].symlink_to(paths["loop"])
    paths["chain"].symlink_to(paths["folder"])
    os.mkfifo(paths["pipe"])
    paths["nothing"] = folder / "nothing"
    paths["below-a-file"] = Path(__file__, "x")
    paths["long-name"] = folder / ("x" * 300)
    paths["zeros"] = Path("/dev/zero")
    paths["null"] = Path("/dev/null")
    return paths


def check_all_refused(files: Mapping[str, Sequence[str]]) -> None:
    """Raise AssertionError unless each command, which is given for the file that it must refuse, does so."""
    told, memory = answers(files.values())
    for file, each in zip(files, told, strict=True):
        check_refused(Run(each["status"], each["out"], each["err"], memory, each["seconds"]), file)


def test_paths_that_lead_to_no_readable_file(tmp_path: Path) -> None:
    for role in ROLES:
        (tmp_path / role).mkdir()
        paths = map(str, odd_paths(tmp_path / role).values())
        check_all_refused({path: commands(role, path) for path in paths})


def test_proofs_with_parts_that_are_no_readable_files(tmp_path: Path) -> None:
    paths = odd_paths(tmp_path)
    files = {}
    for name, part in product(
        ("folder", "dangling", "loop", "pipe", "zeros"), ("manifest.json", "solution.json", "formula.cnf", "proof.drat")
    ):
        folder = tmp_path / f"{name}-{part}"
        folder.mkdir()
        for each in (GOOD / "proof").iterdir():
            (folder / each.name).symlink_to(paths[name] if each.name == part else each)
        files[f"{folder}/{part}"] = ["verify", f"{GOOD}/only.toml", str(folder)]
    check_all_refused(files)


ENDLESS: Final = {
    "puzzle": "title = ",
    "template": ".",
    "words": "y",
    "formula": "c x 1 1,1 A",
    "answer": "v 1 2 3",
    "grid": "y",
}
"""A line of each kind of file, which may come again and again."""


@pytest.mark.parametrize(
    ("role", "line"),
    slow_rows_but(
        [*((role, "") for role in ROLES), *ENDLESS.items()], product(ROLES, ["", *dict.fromkeys(ENDLESS.values())])
    ),
)
def test_endless_standard_input_ends(role: str, line: str) -> None:
    command = ["yes", line] if line else ["cat", "/dev/zero"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
        try:
            check_refused(satcross(*commands(role, "-"), stdin=source.stdout), "standard input")
        finally:
            source.kill()


def test_a_pipe_with_a_slow_writer_is_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"exec 3> '{pipe}'; sleep 1; cat '{GOOD}/draw.toml' >&3"]):
        assert satcross("solve", str(pipe)).status == 0


@pytest.mark.parametrize("number", range(3))
def test_word_lists_of_puzzles_lie_beside_them(number: int, tmp_path: Path) -> None:
    """A puzzle from a stranger makes satcross read no file that does not belong to it."""
    folder = tmp_path / "puzzle"
    (folder / "lists").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("SECRET\n")
    (folder / "lists/words.txt").write_text("SECRET\n")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    named = ["../secret.txt", str(tmp_path / "secret.txt"), "link.txt"][number]
    for words, status in ((named, 2), ("lists/words.txt", 0)):
        (folder / "p.toml").write_text(f"[clues]\nrows = [{{ words = '{words}' }}]\ncolumns = 6\n")
        run = satcross("solve", str(folder / "p.toml"))
        assert run.status == status, run
        assert ("outside the folder" in run.error) == (status == 2)
