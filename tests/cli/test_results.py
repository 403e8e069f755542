"""Answers in a database: kept before they are shown, found again, and never half-written."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satcross.cli import check as checking, count, lint, main, solve
from satcross.cli.driver import question_about
from satcross.cli.outcome import Conclusion, Question
from satcross.cli.parser import parse
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.registry import all_parsers, command_named
from satcross.cli.results_store import LIMITS
from satcross.many import results
from satcross.many.results import key_of
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import line
from tests import hard
from tests.calls import calls_of
from tests.cli.small import FAULTY, NONE, SEVERAL, UNIQUE, many
from tests.clocks import hurry
from tests.commands import uncoded
from tests.processes import started, wait_until
from tests.selection import slow_but

pytestmark = pytest.mark.long

TEXTS = {
    "unique.toml": UNIQUE, "several.toml": SEVERAL, "none.toml": NONE, "faulty.toml": FAULTY,
    "many.json": many(6, faulty=[3]),
}  # fmt: skip
FILES = list(TEXTS)


def rows(query: str, path: str = "found.db") -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def craft(statements: str, path: str = "found.db") -> None:
    """Change a database as another program could."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)
        connection.commit()


def said(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str, str]:
    status = main(list(command))
    out, error = capsys.readouterr()
    return status, out, error


def asked(capsys: pytest.CaptureFixture[str], *command: str) -> int:
    """Return how many puzzles are answered, and not known already."""
    functions = [checking.answer, solve.answer, count.answer, lint.answer]
    with calls_of(*functions) as calls:
        said(capsys, *command)
    return len(calls)


@pytest.mark.parametrize("command", ["check", "check --json", "solve", "solve --json", "count", "lint --json"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_first_run_prints_what_a_run_without_a_database_does(
    command: str, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_seconds(text: str) -> str:
        return "\n".join(
            line.partition('"stats"')[0].partition(" ms")[0].rstrip("0123456789") for line in text.split("\n")
        )

    plain = said(capsys, *command.split(), *FILES[:4])
    kept = said(capsys, *command.split(), *FILES[:4], "--jobs", jobs, "--results", "found.db")
    assert kept[0] == plain[0]
    assert [without_seconds(text) for text in kept[1:]] == [without_seconds(text) for text in plain[1:]]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_known_answer_is_the_same_object_or_the_verdict(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "--jobs", jobs, *FILES]
    first = said(capsys, *run, "--json")
    assert said(capsys, *run, "--json") == first
    status, out, error = said(capsys, *run)
    assert (status, error) == (first[0], first[2])
    assert out.splitlines() == [
        "unique.toml: unique, as before", "several.toml: several, as before", "none.toml: none, as before",
        *(f"many.json: number {number}: unique, as before" for number in (0, 1, 2, 4, 5)),
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["github", "junit", "sarif"])
def test_a_known_answer_is_its_verdict_in_a_report(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "--format", format, *FILES[:4]]
    statuses = [said(capsys, *run)[0], said(capsys, *run)[0]]
    assert statuses == [2, 2]
    assert "several" in said(capsys, *run)[1]


def test_each_answer_has_a_row_that_says_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    printed = said(capsys, "check", "--json", "--difficulty", "--results", "found.db", *FILES[:4], "missing.toml")[1]
    objects = list(map(json.loads, printed.splitlines()))
    found = rows("SELECT file, name, command, status, answer, seconds >= 0 FROM result")
    by_file = {file: (name, command, status, json.loads(answer), fine)
               for file, name, command, status, answer, fine in found}  # fmt: skip
    assert by_file == {each["file"]: ("", "check", each["status"], each, 1) for each in objects}
    assert by_file["unique.toml"][3]["difficulty"]["label"] == "gentle"
    assert rows("SELECT count(*) FROM result WHERE at > '2026-' AND length(key) >= 64") == [(5,)]


def test_the_same_question_has_one_row_however_its_answer_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "solve", "count", "lint"):
        ways = ["", "--json", *(["--ascii", "--color=always"] if command not in ("count",) else []), "--quiet"]
        ways += ["--format=sarif"] * (command in ("check", "lint")) + ["--stats"] * (command == "solve")
        run = [command, "several.toml", "--results", "found.db", *["--details"] * (command == "check")]
        numbers = [asked(capsys, *run, *filter(None, [way])) for way in ways]
        assert numbers == [1, *[0] * (len(ways) - 1)]
    assert rows("SELECT command FROM result ORDER BY rowid") == [("check",), ("solve",), ("count",), ("lint",)]


def test_only_what_is_new_or_has_changed_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--details", "--results", "found.db"]
    assert asked(capsys, *run, "unique.toml") == 1
    assert asked(capsys, *run, "unique.toml", "several.toml") == 1
    Path("unique.toml").write_text(UNIQUE.replace("A", "C"))
    assert asked(capsys, *run, "unique.toml", "several.toml") == 1
    assert asked(capsys, *run, "--refresh", "unique.toml", "several.toml") == 2


def test_a_puzzle_in_two_files_is_answered_once_and_has_two_rows(capsys: pytest.CaptureFixture[str]) -> None:
    Path("copy.toml").write_text(f'title = "Copy"\n{UNIQUE}')
    run = ["check", "--json", "--results", "found.db", "unique.toml", "copy.toml"]
    assert asked(capsys, *run) == 1
    found = rows("SELECT count(*), count(DISTINCT key) FROM result")
    assert found == [(2, 1)]
    for file, name, answer in rows("SELECT file, name, answer FROM result"):
        assert json.loads(answer)["file"] == file
        assert name == ("Copy" if file == "copy.toml" else "")
    assert [json.loads(each)["name"] for each in said(capsys, *run)[1].splitlines()] == ["", "Copy"]


def test_an_answer_cut_short_by_a_limit_holds_for_the_same_limits_and_is_replaced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("hard.toml").write_text(hard.UNIQUE)
    run = ["check", "--results", "found.db", "hard.toml"]
    with monkeypatch.context() as patch:
        hurry(patch)
        assert said(capsys, *run, "--timeout", "1")[0] == 3
        assert [asked(capsys, *run, "--timeout", timeout) for timeout in ("1", "1.5", "1.5")] == [0, 1, 0]
        assert rows("SELECT status FROM result") == [("unknown",)]
    Path("hard.toml").write_text(UNIQUE)
    assert asked(capsys, *run, "--timeout", "1000") == 1
    assert asked(capsys, *run, "--timeout", "2000") == 0


def test_errors_are_told_again_and_forgotten_when_they_are_mended(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "faulty.toml", "missing.toml"]
    first = said(capsys, *run)
    assert said(capsys, *run) == first
    assert rows("SELECT file, status FROM result ORDER BY file") == [
        ("faulty.toml", "error"),
        ("missing.toml", "error"),
    ]
    for file in ("faulty.toml", "missing.toml"):
        Path(file).write_text(UNIQUE)
    said(capsys, *run)
    assert rows("SELECT file, status FROM result ORDER BY file") == [
        ("faulty.toml", "unique"), ("missing.toml", "unique")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "change"),
    [
        ("check", "--difficulty"), ("check", "--alphabet=ABC"), ("check", "--flags=i"),
        ("check", "--dialect=javascript"),
        ("check", "--solver=cadical195"), ("check", "--encoding=diagram"), ("check", "--grid=grid.txt"),
        ("solve", "--limit=3"), ("count", "--at-least=1"), ("count", "--method=search"), ("lint", "--ignore=conflict"),
        ("lint", "--all"),
    ],
)  # fmt: skip
def test_another_option_is_another_question(command: str, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid.txt").write_text("A.\n")
    run = [command, "--results", "found.db", "several.toml"]
    assert [asked(capsys, *run), asked(capsys, *run, change), asked(capsys, *run), asked(capsys, *run, change)] == [
        1, 1, 0, 0
    ]  # fmt: skip
    Path("grid.txt").write_text("AA\n")
    assert asked(capsys, *run, change) == (change == "--grid=grid.txt")


QUESTIONS = {"check": checking.INQUIRY, "solve": solve.INQUIRY, "count": count.INQUIRY, "lint": lint.INQUIRY}


def question(command: str, puzzle: Puzzle, *more: str) -> Question:
    options = parse(command_named(command), [*more, "--results", "found.db", "any.toml"])
    assert options is not None
    asked = question_about(FiledPuzzle(puzzle), options, QUESTIONS[command])
    assert not isinstance(asked, Conclusion)
    return asked


def key(command: str, puzzle: Puzzle, *more: str) -> str:
    """Return the key of the question that `command` asks about `puzzle` with these options."""
    return key_of(command, **question(command, puzzle, *more)._asdict())


@pytest.mark.parametrize("command", QUESTIONS)
def test_equal_questions_have_one_key_and_different_ones_never(command: str) -> None:
    puzzle = line("A[AB]", 2)
    assert key(command, puzzle) == key(command, line("A[AB]", 2)._replace(title="T", source="S", author="A", notes="N"))
    changes: list[dict[str, Any]] = [{"alphabet": "ABC"}, {"given": ((0, "A"),)}, {"expected": (("A", "A"),)},
                                     {"expects_all": True}, {"answer": "AA"}, {"flags": "i"}]  # fmt: skip
    others = [key(command, puzzle._replace(**change)) for change in changes]
    options = question(command, puzzle)._asdict()
    others += [key_of(command, **{**options, name: f"{options[name]} other"}) for name in options.keys() - {"puzzle"}]
    assert len({key(command, puzzle), *others}) == len(others) + 1


@pytest.mark.parametrize("command", QUESTIONS)
def test_a_question_has_no_name_of_a_file_and_no_limit(command: str) -> None:
    """The name of a file says nothing of what is in it; limits count only where they cut an answer short."""
    actions = {action.dest: action for action in all_parsers()[command].options if action.option_strings
               and (action.metavar in ("FILE", "GRID") or action.dest in LIMITS)}  # fmt: skip
    assert {"results", "timeout"} <= actions.keys()
    puzzle = line("A[AB]", 2)
    for name, action in actions.items():
        if name != "results":
            values = ["1G" if name == "memory" else "12345"]
            assert key(command, puzzle, action.option_strings[-1], *values) == key(command, puzzle), name


def test_an_answer_of_another_version_is_asked_for_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ["check", "--results", "found.db", "unique.toml"]
    assert asked(capsys, *run) == 1
    monkeypatch.setattr(results, "__version__", "0.0")
    assert [asked(capsys, *run), asked(capsys, *run)] == [1, 0]


@pytest.mark.parametrize("name", [":memory:", "", "-"])
@pytest.mark.parametrize("command", ["check unique.toml", "generate --rows 2 --columns 2 --seed 1"])
def test_names_that_are_no_files_are_refused(name: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = os.listdir()
    status, out, error = said(capsys, *command.split(), "--results", name)
    assert (status, out) == (2, "")
    assert f"{name!r} cannot be a results database" in error
    assert os.listdir() == before


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL as POSIX has it")
@pytest.mark.parametrize("after", slow_but([7], [1, 7, 20]))
def test_nothing_that_was_shown_is_lost_when_the_run_is_killed(after: int, capsys: pytest.CaptureFixture[str]) -> None:
    Path("many.json").write_text(many(400))
    command = [sys.executable, "-m", "satcross", "check", "--json", "--results", "found.db", "many.json"]
    process = started(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    shown = [process.stdout.readline() for _ in range(after)]
    process.kill()
    shown += process.stdout.read().splitlines(keepends=True)
    process.wait()
    process.stdout.close()
    whole = [json.loads(line) for line in shown if line.endswith("\n")]
    kept = [json.loads(answer) for (answer,) in rows("SELECT answer FROM result ORDER BY rowid")]
    assert len(kept) >= len(whole) >= after
    assert kept[: len(whole)] == whole
    assert rows("PRAGMA integrity_check") == [("ok",)]
    before = set(rows("SELECT key, name, at FROM result"))
    said(capsys, "check", "--results", "found.db", "many.json")
    after_all = rows("SELECT key, name, at FROM result")
    assert len(after_all) == 400
    assert before <= set(after_all)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupted_run_keeps_what_it_has_shown() -> None:
    Path("hard.toml").write_text(f"[clues]\nrows = {['O*XO*|Y+'] * 19}\ncolumns = {['O*X?O*|Y+'] * 18}\n")
    command = [sys.executable, "-m", "satcross", "check", "--results", "found.db", "unique.toml", "hard.toml"]
    process = started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (130, "satcross: interrupted\n")
    assert rows("SELECT file FROM result") == [("unique.toml",)]
    wait_until(lambda: not Path("found.db-wal").exists())


def test_two_runs_on_one_file_do_not_harm_each_other() -> None:
    Path("many.json").write_text(many(150))
    command = [sys.executable, "-m", "satcross", "check", "--quiet", "--results", "found.db", "many.json"]
    runs = [started([*command], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    printed = [run.communicate(timeout=120) for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert [error for _, error in printed] == ["", "", ""]
    assert rows("SELECT count(*), count(DISTINCT name) FROM result") == [(150, 150)]
    assert rows("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_text("This is a text.\n" * 500), "this is not a database\n"),
        (Path.mkdir, "this is not a regular file\n"),
    ],
)
@pytest.mark.parametrize("command", ["check unique.toml", "generate --rows 2 --columns 2 --seed 1"])
def test_a_file_that_is_no_database_is_one_clear_error(
    make: Callable[[Path], Any], message: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make(Path("bad.db"))
    status, out, error = said(capsys, *command.split(), "--results", "bad.db")
    assert (status, out) == (2, "")
    assert uncoded(error).startswith(f"bad.db: {message}")
    assert len(error.splitlines()) == 2


CANNOT = "the results database cannot be used: "


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("PRAGMA application_id = 7", "this is a database of another program\n"),
        ("PRAGMA user_version = 99", "this results database has schema 99, but this version of satcross knows schema "),
        ("ALTER TABLE result DROP COLUMN seconds", CANNOT),
        ("ALTER TABLE result RENAME TO old; CREATE VIEW result AS SELECT * FROM old", CANNOT),
        ("DROP TABLE result; CREATE TABLE other (key)", CANNOT),
    ],
)
@pytest.mark.parametrize("command", ["check --refresh unique.toml", "generate --rows 2 --columns 2 --seed 1"])
def test_a_table_that_is_not_that_of_satcross_is_one_clear_error(
    change: str, message: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "check", "--results", "found.db", "unique.toml")
    craft(change)
    status, out, error = said(capsys, *command.split(), "--results", "found.db")
    assert (status, out) == (2, "")
    assert uncoded(error).startswith(f"found.db: {message}")


def test_views_and_indexes_of_others_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "unique.toml"]
    said(capsys, *run)
    craft("CREATE VIEW hard AS SELECT * FROM result; CREATE INDEX by_status ON result (status)")
    assert asked(capsys, *run) == 0


def with_one_text_changed(plain: Any, text: str) -> Iterator[Any]:
    """Yield `plain` with `text` in the place of each text in it, one after another."""
    if isinstance(plain, str):
        yield text
    elif isinstance(plain, list):
        for number, each in enumerate(plain):
            yield from ([*plain[:number], other, *plain[number + 1 :]] for other in with_one_text_changed(each, text))
    elif isinstance(plain, dict):
        for name, each in plain.items():
            yield from ({**plain, name: other} for other in with_one_text_changed(each, text))


@pytest.mark.parametrize("way", ["", "--json", "--format=github", "--format=junit"])
@pytest.mark.parametrize("file", FILES[:3])
def test_no_text_of_a_database_steers_the_terminal(way: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", file, *filter(None, [way])]
    said(capsys, *run)
    ((answer, status),) = rows("SELECT answer, status FROM result")
    steering = "\x1b[2J\u202e\x9b\a"
    changes = [(json.dumps(changed), status) for changed in with_one_text_changed(json.loads(answer), steering)]
    for changed in [*changes, (answer, steering)]:
        with closing(sqlite3.connect("found.db")) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("UPDATE result SET answer = ?, status = ?", changed)
            connection.commit()
        _, out, error = said(capsys, *run)
        assert (out + error).replace("\n", "").isprintable()


WRONG_ANSWERS = [
    "NULL", "'no JSON'", "'[]'", "'{}'", "7", "x'00'", """'{"exit_status": 4}'""", """'{"exit_status": true}'""",
    """'{"exit_status": 0}'""",
    "printf('%.*c', 100000, '[')", "replace(hex(zeroblob(3000)), '00', '{\"a\":')",
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_ANSWERS)
@pytest.mark.parametrize("way", ["", "--json"])
def test_an_answer_that_satcross_has_not_written_is_asked_for_again(
    wrong: str, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["check", "--results", "found.db", "several.toml", *filter(None, [way])]
    said(capsys, *run)
    craft(f"PRAGMA writable_schema = ON; UPDATE result SET answer = coalesce({wrong}, '')")
    assert asked(capsys, *run) == 1
    assert asked(capsys, *run) == 0


@pytest.mark.parametrize("seed", slow_but(range(4), range(12)))
def test_a_damaged_database_is_one_clear_error_or_still_good(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "unique.toml", "several.toml", "many.json"]
    status, out, _ = said(capsys, *run)
    verdicts = said(capsys, *run)[1]
    random = Random(seed)
    whole = Path("found.db").read_bytes()
    damaged = bytearray(whole)
    for _ in range(random.choice([1, 5, 50, 500])):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    cut = whole[: random.randrange(len(whole))]
    page = 4096 * random.randrange(len(whole) // 4096)
    other = whole[:page] + random.randbytes(4096) + whole[page + 4096 :]
    for data in (bytes(damaged), cut, other):
        Path("found.db").write_bytes(data)
        now, shown, error = said(capsys, *run)
        told = [line for line in error.split("\n") if line.startswith("found.db: ")]
        assert len(told) <= 1
        if told:
            assert now == 2
        else:
            assert now == status
            assert shown in (out, verdicts) or len(shown.splitlines()) >= len(verdicts.splitlines())


def test_a_folder_that_does_not_exist_is_one_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = said(capsys, "check", "--results", "missing/found.db", "unique.toml")
    assert status == 2
    assert uncoded(error).startswith("missing/found.db: the file cannot be opened\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is full")
def test_a_full_disk_is_one_clear_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said(capsys, "check", "--details", "--results", "found.db", "unique.toml")
    connect = sqlite3.connect

    def small(*arguments: Any, **settings: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **settings)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        return connection

    Path("many.json").write_text(many(400))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", small)
        status, out, error = said(
            capsys, "check", "--details", "--json", "--results", "found.db", "unique.toml", "many.json"
        )
    assert status == 2
    assert uncoded(error).startswith("found.db: the disk is full\n")
    assert len(out.splitlines()) == len(rows("SELECT 1 FROM result"))


@pytest.mark.parametrize("option", ["--all", "--cubes", "--trace", "--sample=3"])
def test_lists_of_solutions_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = said(capsys, "solve", option, "--results", "found.db", "unique.toml")
    assert status == 2
    assert "a database keeps at most as many solutions as --limit says" in error
    assert not Path("found.db").exists()


def test_options_that_contradict_each_other_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--refresh", "unique.toml")[0] == 2
    assert said(capsys, "check", "--jobs", "2", "--cluster", "local:2", "unique.toml")[0] == 2


SMALL = ["generate", "--rows", "2", "--columns", "2", "--seed", "5", "--results", "found.db"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_generated_puzzles_are_kept_and_their_files_written_again(
    folder: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "--rows", "2", "--columns", "2", "--seed", "5", "--count", "3"]
    assert said(capsys, *command, "-o", "plain")[0] == 0
    more = ["-o", "made", "--results", "found.db", "--jobs", jobs]
    said(capsys, *command, *more)
    texts = {path.name: path.read_text() for path in (folder / "made").iterdir()}
    assert texts == {path.name: path.read_text() for path in (folder / "plain").iterdir()}
    (folder / "made" / "6.toml").unlink()
    kept = rows("SELECT * FROM result ORDER BY name")
    assert said(capsys, *command, *more)[1].splitlines() == [f"seed {seed}: made, as before" for seed in (5, 6, 7)]
    assert {path.name: path.read_text() for path in (folder / "made").iterdir()} == texts
    assert rows("SELECT * FROM result ORDER BY name") == kept
    assert [(name, status) for _, _, name, _, status, *_ in kept] == [(n, "made") for n in "567"]


def test_a_generated_puzzle_is_written_in_the_format_and_place_that_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, text, _ = said(capsys, *SMALL)
    kept = rows("SELECT * FROM result")
    assert text in said(capsys, *SMALL)[1]
    said(capsys, *SMALL, "-o", "b.toml")
    said(capsys, *SMALL, "-o", "c.json")
    said(capsys, *SMALL, "-o", "d.toml", "--title", "Another")
    assert Path("b.toml").read_text() == text
    json.loads(Path("c.json").read_text())
    assert 'title = "Another"' in Path("d.toml").read_text()
    first, second = (
        json.loads(said(capsys, *SMALL, "--json", "-o", name, "--overwrite")[1]) for name in ("d.toml", "e.toml")
    )
    assert (first.pop("file"), second.pop("file")) == ("d.toml", "e.toml")
    assert first == second
    assert json.loads(said(capsys, *SMALL, "--json")[1])["puzzle"] == text
    assert rows("SELECT * FROM result") == kept


@pytest.mark.parametrize("puzzle", ["", "no TOML", "[clues]\nrows = ['('']", "[clues]\nrows = {file = 'x'}\n"])
def test_a_puzzle_that_satcross_has_not_written_is_made_again(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys, *SMALL)
    with closing(sqlite3.connect("found.db")) as connection:
        connection.execute("UPDATE result SET answer = json_set(answer, '$.puzzle', ?)", (puzzle,))
        connection.commit()
    assert said(capsys, *SMALL) == first


@pytest.mark.parametrize(
    ("option", "file", "before", "after"),
    [
        ("--words", "words.txt", "AB\nCD\nEF\n", "AB\nCD\nEG\n"),
        ("--words", "words.txt", "AB;10\nCD;20\nEF;30\n", "AB;10\nCD;20\nEF;40\n"),
        ("--solution", "grid.txt", "AB\n..\n", "AC\n..\n"),
        ("--complete", "begun.toml", "[clues]\nrows = ['A.', '']\ncolumns = ['', '']\n",
         "[clues]\nrows = ['B.', '']\ncolumns = ['', '']\n"),
    ],
)  # fmt: skip
def test_a_generated_puzzle_is_made_again_when_what_a_file_says_has_changed(
    option: str, file: str, before: str, after: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = [each for each in SMALL if option != "--complete" or each not in ("--rows", "--columns", "2")]
    run += [option, file, *(["--no-cache"] if option == "--words" else [])]
    numbers = []
    for text in (before, before, after):
        Path(file).write_text(text)
        assert said(capsys, *run)[0] in (0, 3)
        numbers += rows("SELECT count(*) FROM result")
    assert numbers == [(1,), (1,), (2,)]


LOCKING = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
print("locked", flush=True)
time.sleep(600)
"""


@pytest.fixture(params=slow_but(["BEGIN IMMEDIATE"], ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]))
def locker(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """A process that has locked the results database, which has answers."""
    assert main(["check", "--results", "found.db", "none.toml"]) == 1
    with started([sys.executable, "-c", LOCKING, "found.db", request.param], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield process
        process.kill()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux tells who has locked a file")
def test_a_locked_database_is_waited_for_as_long_as_the_timeout_says(
    locker: subprocess.Popen[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "TELLING", 0.3)
    capsys.readouterr()
    status, _, error = said(capsys, "check", "--results", "found.db", "--timeout", "1", "unique.toml")
    assert status in (2, 3)
    assert f"found.db is locked by the process {locker.pid} (python" in error
    assert f"the results database is locked by the process {locker.pid}" in error or "out of time" in error


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_wait_for_a_locked_database(locker: subprocess.Popen[str], number: int, status: int) -> None:
    command = [sys.executable, "-m", "satcross", "check", "--results", "found.db", "unique.toml"]
    with started(command, stderr=subprocess.PIPE) as waiting:
        assert waiting.stderr is not None
        assert "is locked by" in waiting.stderr.readline()
        waiting.send_signal(number)
        assert waiting.wait(20) == status


def test_a_database_that_is_free_again_is_used(locker: subprocess.Popen[str]) -> None:
    command = [sys.executable, "-m", "satcross", "check", "--results", "found.db", "unique.toml"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as waiting:
        assert waiting.stderr is not None
        assert "is locked by" in waiting.stderr.readline()
        locker.kill()
        assert waiting.wait(60) == 0
    assert rows("SELECT status FROM result ORDER BY status") == [("none",), ("unique",)]
