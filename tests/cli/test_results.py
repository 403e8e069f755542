"""Results in a database: kept before they are shown, found again, and never half-written."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path
from random import Random
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Any

import pytest

import satcross
from satcross.cli import check as checking
from satcross.cli import count, kept, lint, main, solve
from satcross.cli.parser import parse
from satcross.cli.registry import all_parsers, command_named
from satcross.many.results import database, schema, store
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import line
from tests import hard
from tests.cli.small import FAULTY, NONE, SEVERAL, UNIQUE, many
from tests.clocks import hurry, out_of_time
from tests.processes import started, wait_until
from tests.selection import slow_but, slow_rows_but
from tests.transcript import ROOT

pytestmark = pytest.mark.long

TEXTS = {
    "unique.toml": UNIQUE, "several.toml": SEVERAL, "none.toml": NONE, "faulty.toml": FAULTY,
    "many.json": many(6, faulty=[3]),
}  # fmt: skip
FILES = list(TEXTS)
SCHEMA_1 = (ROOT / "tests/golden/kept/1/results.sql").read_text("utf-8")


def rows(path: str, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def said(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str, str]:
    status = main(list(command))
    out, error = capsys.readouterr()
    return status, out, error


@pytest.mark.parametrize("command", ["check", "check --json", "solve", "solve --json", "count", "lint --json"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_output_is_that_of_a_run_without_a_database_and_later_of_the_first_run(
    command: str, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command.split(), *FILES]
    plain = said(capsys, *words)
    first = said(capsys, *words, "--results", "found.db", "--jobs", jobs)
    again = said(capsys, *words, "--results", "found.db")
    assert again == first
    if command in ("check", "count"):  # the others print times
        assert first == plain
    assert first[0] == plain[0]
    assert rows("found.db", "SELECT reused FROM run ORDER BY id") == [(0,), (10,)]


def test_what_is_kept_is_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "check", "--results", "found.db", *FILES)
    found = rows("found.db", "SELECT file, name, status, count, complete, difficulty, exit_status FROM result LIMIT 5")
    assert found == [
        ("unique.toml", "", "unique", 1, 1, "gentle", 0),
        ("several.toml", "", "several", 2, 1, None, 1),
        ("none.toml", "", "none", 0, 1, None, 1),
        ("faulty.toml", "", "error", None, None, None, 2),
        ("many.json", "number 0", "unique", 1, 1, "gentle", 0),
    ]
    ((error,),) = rows("found.db", "SELECT error FROM result WHERE file = 'faulty.toml'")
    assert "faulty.toml:2, row 1, clue 1" in str(error)
    ((witnesses, answer),) = rows("found.db", "SELECT witnesses, answer FROM result WHERE file = 'several.toml'")
    assert len(json.loads(str(witnesses))) == 2
    assert json.loads(str(answer))["status"] == "several"
    ((cells, patterns, constructs),) = rows(
        "found.db",
        "SELECT cells, patterns, constructs FROM puzzle JOIN result ON hash = puzzle WHERE name = 'number 1'",
    )
    assert (cells, json.loads(str(patterns)), json.loads(str(constructs))) == (2, ["[AB]C", "A", "C|D"], [])


def test_only_what_is_missing_or_changed_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "unique.toml", "several.toml"]

    def taken_over(*more: str) -> object:
        said(capsys, *run, *more)
        return reused()

    assert [taken_over(), taken_over()] == [0, 2]
    assert taken_over("none.toml") == 2
    assert taken_over("--json") == 2  # the same answers, shown in another way
    assert taken_over("--timeout", "60") == 2  # other limits change only what they cut short
    assert taken_over("--refresh") == 0
    Path("unique.toml").write_text(f"# a comment\n{UNIQUE}")
    assert taken_over() == 2  # a comment is no change
    Path("unique.toml").write_text(NONE)
    assert taken_over() == 1


def test_an_unknown_answer_is_asked_for_again_with_other_limits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    Path("hard.toml").write_text(hard.UNIQUE)
    for timeout, taken_over in (("1", 0), ("1", 1), ("1.5", 0)):
        assert said(capsys, "check", "--results", "found.db", "--timeout", timeout, "hard.toml")[0] == 3
        assert reused() == taken_over
    assert rows("found.db", "SELECT status FROM result") == [("unknown",)]


def reused() -> object:
    """Return how many answers the last run has taken over."""
    return rows("found.db", "SELECT reused FROM run ORDER BY id DESC LIMIT 1")[0][0]


def test_another_grid_in_the_same_file_is_another_question(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--grid", "grid.txt", "--results", "found.db", "several.toml"]
    Path("grid.txt").write_text("..\n")
    status, out, _ = said(capsys, *run)
    assert (status, out.split("\n")[0]) == (1, "several.toml: several")
    Path("grid.txt").write_text("AB\n")
    status, out, _ = said(capsys, *run)
    assert (status, out.split("\n")[0], reused()) == (0, "several.toml: unique over any alphabet", 0)
    Path("same.txt").write_text("AB\n")
    assert said(capsys, "check", "--grid", "same.txt", *run[3:])[1] == out
    assert reused() == 1


def test_a_grid_on_standard_input_is_read_once_and_part_of_the_question(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for grid, verdict in (("..\n", "several"), ("AB\n", "unique over any alphabet")):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(grid.encode())))
        _, out, _ = said(capsys, "check", "--grid", "-", "--results", "found.db", "several.toml", "unique.toml")
        assert out.split("\n")[0] == f"several.toml: {verdict}"
        assert reused() == 0


@pytest.mark.parametrize(
    ("command", "change"),
    [
        ("count", "--at-least 2"),
        ("check", "--alphabet A-Z"),
        ("check", "--flags i"),
        ("lint", "--all"),
        ("solve", "--limit 3"),
        ("solve", "--solver cadical153"),
    ],
)
def test_another_option_is_another_question(command: str, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = [command, "--results", "found.db", "unique.toml"]
    said(capsys, *run)
    said(capsys, *run, *change.split())
    assert reused() == 0
    said(capsys, *run, *change.split())
    assert reused() == 1


def test_the_title_is_part_of_the_question_and_the_way_to_show_the_answer_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One of several puzzles is headed by the name of its file."""
    run = ["solve", "--results", "found.db", "unique.toml"]
    Path("unique.toml").write_text(f"title = 'One'\n{UNIQUE}")
    assert said(capsys, *run)[1].startswith("One\n")
    assert said(capsys, *run, "several.toml")[1].startswith("unique.toml: One\n")
    assert reused() == 1
    assert re.search("^  cells +2$", said(capsys, *run, "--stats")[2], re.M)
    assert reused() == 1
    Path("unique.toml").write_text(f"title = 'Two'\n{UNIQUE}")
    assert said(capsys, *run)[1].startswith("Two\n")
    assert reused() == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_answer_that_was_kept_names_the_lines_that_its_file_has_now(
    jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["check", "--results", "found.db", "--jobs", jobs, "faulty.toml", "unique.toml"]
    assert "faulty.toml:2, row 1" in said(capsys, *run)[2]
    Path("faulty.toml").write_text(f"# a comment\n{FAULTY}")
    assert "faulty.toml:3, row 1" in said(capsys, *run)[2]
    assert reused() == 2


def test_an_answer_of_another_version_is_asked_for_again_and_replaced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ["check", "--results", "found.db", "unique.toml"]
    said(capsys, *run)
    monkeypatch.setattr(store, "__version__", "99.0")
    said(capsys, *run)
    assert reused() == 0
    assert rows("found.db", "SELECT version FROM result") == [("99.0",)]


@pytest.mark.parametrize("file", ["several.toml", "unique.toml", "none.toml"])
def test_an_answer_that_the_clock_has_cut_short_is_asked_for_again_with_other_limits(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict itself was found; what `check` says beyond it was not."""
    run = ["check", "--results", "found.db", file]
    with monkeypatch.context() as patch:
        patch.setattr(checking, "EXTRA_SECONDS", 0.0)
        short = said(capsys, *run)
        assert said(capsys, *run) == short
    assert reused() == 1
    more = said(capsys, *run, "--timeout", "1000")
    assert reused() == 0
    assert (more[0], more[1] != short[1]) == (short[0], True)
    said(capsys, *run, "--timeout", "2000")
    assert reused() == 1
    assert rows("found.db", "SELECT count(*) FROM result") == [(1,)]


def test_a_rating_that_the_time_limit_has_cut_short_is_asked_for_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(kept, "RATING_SECONDS", 1e6)
        patch.setattr(kept, "explain_without_words", out_of_time)
        said(capsys, "check", "--results", "found.db", "--timeout", "1000", "unique.toml")
    said(capsys, "check", "--results", "found.db", "unique.toml")
    assert (reused(), rows("found.db", "SELECT difficulty FROM result")) == (0, [("gentle",)])


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["check", "solve", "count", "lint"])
def test_a_rating_that_was_not_wanted_is_asked_for_when_it_is(
    command: str, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = [command, "--results", "found.db", "--jobs", jobs, "unique.toml", "several.toml"]
    ratings = "SELECT difficulty FROM result ORDER BY file DESC"

    def run_again(*more: str) -> tuple[object, list[tuple[object, ...]]]:
        said(capsys, *run, *more)
        return reused(), rows("found.db", ratings)

    assert run_again("--no-rating") == (0, [(None,), (None,)])
    assert run_again("--no-rating") == (2, [(None,), (None,)])
    assert run_again() == (1, [("gentle",), (None,)])  # only what can be rated is asked again
    assert run_again("--no-rating") == (2, [("gentle",), (None,)])


QUESTIONS = {"check": checking.INQUIRY, "solve": solve.INQUIRY, "count": count.INQUIRY, "lint": lint.INQUIRY}


def key(command: str, puzzle: Puzzle, *more: str) -> str:
    """Return the key of the question that `command` asks about `puzzle` with these options."""
    options = parse(command_named(command), [*more, "--results", "found.db", "any.toml"])
    return store.key_of(kept.contents_of(QUESTIONS[command].question(puzzle, options)))


@pytest.mark.parametrize("command", QUESTIONS)
def test_equal_questions_have_one_key_and_different_ones_never(command: str) -> None:
    """Whatever an answer depends on is a field of its question, so a field cannot be left out of the key."""
    puzzle = line("A[AB]", 2)
    assert key(command, puzzle) == key(command, line("A[AB]", 2))
    others = [key(command, puzzle._replace(alphabet="ABC")), key(command, puzzle._replace(given=((0, "A"),)))]
    options = parse(command_named(command), ["--results", "found.db", "any.toml"])
    question = QUESTIONS[command].question(puzzle, options)
    for name, value in question._asdict().items():
        if name != "puzzle":
            other = question._replace(
                **{name: frozenset({"other"}) if isinstance(value, frozenset) else f"{value} other"}
            )
            others.append(store.key_of(kept.contents_of(other)))
    assert len({key(command, puzzle), *others}) == len(others) + 1


@pytest.mark.parametrize("command", QUESTIONS)
def test_a_question_has_no_name_of_a_file_and_no_limit(command: str) -> None:
    """The name of a file says nothing of what is in it; limits count only where they cut an answer short."""
    actions = {action.dest: action for action in all_parsers()[command]._actions if action.option_strings
               and (action.metavar in ("FILE", "GRID") or action.dest in kept.LIMITS)}  # fmt: skip
    assert {"results", "timeout", "no_rating"} <= actions.keys()
    puzzle = line("A[AB]", 2)
    for name, action in actions.items():
        if name != "results":
            values = [] if action.nargs == 0 else ["1G" if name == "memory" else "12345"]
            assert key(command, puzzle, action.option_strings[-1], *values) == key(command, puzzle), name


@pytest.mark.parametrize("name", [":memory:", "", "-"])
@pytest.mark.parametrize("command", ["check unique.toml", "generate --rows 2 --columns 2 --seed 1"])
def test_names_that_are_no_files_are_refused(name: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = os.listdir()
    status, out, error = said(capsys, *command.split(), "--results", name)
    assert (status, out) == (2, "")
    assert f"{name!r} cannot be a results database" in error
    assert os.listdir() == before


def test_a_database_of_schema_1_can_be_reported_and_its_results_are_asked_for_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    craft("found.db", SCHEMA_1)
    assert said(capsys, "report", "found.db")[1].startswith("2 results, about 2 puzzles")
    run = ["check", "--results", "found.db", "unique.toml", "several.toml"]
    assert said(capsys, *run)[0] == 1
    assert (reused(), rows("found.db", "SELECT count(*) FROM result")) == (0, [(2,)])
    said(capsys, *run)
    assert reused() == 2


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL as POSIX has it")
@pytest.mark.parametrize("after", slow_but([7], [1, 7, 20]))
def test_nothing_that_was_shown_is_lost_when_the_run_is_killed(after: int, capsys: pytest.CaptureFixture[str]) -> None:
    Path("many.json").write_text(many(400))
    command = [sys.executable, "-m", "satcross", "check", "--results", "found.db", "many.json"]
    process = started(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    shown = [process.stdout.readline() for _ in range(after)]
    process.kill()
    shown += process.stdout.read().splitlines(keepends=True)
    process.wait()
    process.stdout.close()
    whole = [line for line in shown if line.endswith("\n")]
    kept = rows("found.db", "SELECT output, status FROM result ORDER BY id")
    assert len(kept) >= len(whole) >= after
    assert rows("found.db", "PRAGMA integrity_check") == [("ok",)]
    assert ["".join(text for _, text in json.loads(str(output))) for output, _ in kept][: len(whole)] == whole
    said(capsys, "check", "--results", "found.db", "many.json")
    assert rows("found.db", "SELECT reused FROM run ORDER BY id DESC LIMIT 1") == [(len(kept),)]
    assert rows("found.db", "SELECT count(*) FROM result") == [(400,)]


def test_two_runs_on_one_database_are_one_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    first = database.Writable("found.db")
    status, out, error = said(capsys, "check", "--results", "found.db", "unique.toml")
    assert (status, out) == (2, "")
    assert error.startswith("found.db: another run is writing this results database\n")
    first.close()
    assert said(capsys, "check", "--results", "found.db", "unique.toml")[0] == 0


def assert_refused(path: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Assert that this database can neither be written nor reported, which `message` says."""
    for command in (["check", "--results", path, "unique.toml"], ["report", path]):
        status, out, error = said(capsys, *command)
        assert (status, out) == (2, "")
        assert error.startswith(message)


def newer() -> None:
    database.Writable("bad.db").close()
    rows("bad.db", f"PRAGMA user_version = {schema.VERSION + 1}")


def foreign() -> None:
    rows("bad.db", "CREATE TABLE song (title)")


def no_database() -> None:
    Path("bad.db").write_text("[clues]\n" * 200)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (newer, "bad.db: this results database has schema 4, but this version of satcross knows schema 3\n"),
        (foreign, "bad.db: this is a database of another program\n"),
        (no_database, "bad.db: this is not a database\n"),
    ],
)
def test_a_file_that_is_no_results_database_is_one_clear_error(
    make: object, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(make)
    make()
    before = Path("bad.db").read_bytes()
    assert_refused("bad.db", message, capsys)
    assert Path("bad.db").read_bytes() == before


@pytest.mark.parametrize("make", [foreign, no_database, lambda: Path("bad.db").mkdir()])
def test_what_to_do_about_it_depends_on_whether_results_are_written_or_read(
    make: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(make)
    make()
    written = said(capsys, "check", "--results", "bad.db", "unique.toml")[2].splitlines()[1]
    assert written.startswith("    hint: name a file that does not exist yet")
    read = said(capsys, "report", "bad.db")[2].splitlines()[1]
    assert read == "    hint: name a database that --results has written"


def test_a_report_about_nothing_says_only_that(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "check", "--results", "found.db", "unique.toml")
    assert said(capsys, "report", "found.db", "--where", "cells > 9") == (
        0,
        "no results that meet the conditions\n",
        "",
    )


CRAFTED = {
    "a view without end in place of a table": """
        ALTER TABLE result RENAME TO other;
        CREATE VIEW result AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
            SELECT n.id, other.* FROM n JOIN other;
    """,
    "a trigger without end": """
        CREATE TRIGGER slow BEFORE INSERT ON run BEGIN
            SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
        END;
    """,
    "a computed column": "ALTER TABLE result ADD COLUMN x AS (hex(zeroblob(500000000)))",
    "a column too few": "ALTER TABLE run RENAME COLUMN host TO ghost",
    "no tables": "DROP TABLE result; DROP TABLE run; DROP TABLE puzzle; CREATE TABLE other (x)",
}


@pytest.mark.parametrize("change", CRAFTED.values(), ids=CRAFTED)
def test_tables_that_are_not_those_of_satcross_are_one_clear_error(
    change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "check", "--results", "bad.db", "unique.toml")
    craft("bad.db", change)
    assert_refused("bad.db", "bad.db: the tables are not those of a results database\n", capsys)


def craft(path: str, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(change)


WRONG_VALUES = [
    "exit_status = 99",
    "exit_status = 'x'",
    "seconds = 'soon'",
    "seconds = 1e999",
    "status = 'perfect'",
    "rating = x'00'",
    "count = 'many'",
    "error = x'07'",
    "witnesses = '[[['",
    "difficulty = 'x'",
]
WRONG_ANSWERS = [
    f"outcome = {text}"
    for text in (
        "'no JSON'",
        "''",
        "'[1]'",
        "'7'",
        "'{}'",
        "'" + "[" * 5000 + "'",
        "x'ff'",
        "NULLIF('', 'x')",
        "json_set(outcome, '$.outcome', NULL, '$.parts', 7)",
        "json_set(outcome, '$.outcome[0]', 'Puzzle')",
        "json_set(outcome, '$.outcome[0]', 'LintOutcome')",
        "json_set(outcome, '$.outcome[1].check.status', 'perfect')",
        "json_set(outcome, '$.outcome[1].check.witnesses[0].letters', json('[\"A\"]'))",
        "json_set(outcome, '$.outcome[1].search.number', 'one')",
        "json_set(outcome, '$.outcome[1].search.more', 1)",
        "json_remove(outcome, '$.outcome[1].search.solver')",
        "json_set(outcome, '$.outcome[1].search.seconds', json('[1]'))",
        "json_set(outcome, '$.errors', json('[{\"code\": \"no-such-code\"}]'))",
    )
]


@pytest.mark.parametrize("change", [*WRONG_VALUES, *WRONG_ANSWERS])
def test_a_result_that_satcross_has_not_written_is_asked_for_again(
    change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["check", "--results", "found.db", "unique.toml", "several.toml"]
    first = said(capsys, *run)
    craft("found.db", f"UPDATE result SET {change} WHERE file = 'unique.toml'")
    assert said(capsys, *run) == first
    assert reused() == 1
    said(capsys, *run)
    assert reused() == 2


WRONG_TABLES = [
    *[f"UPDATE result SET {change}" for change in WRONG_VALUES],
    "UPDATE puzzle SET cells = 'x'",
    "UPDATE puzzle SET cells = -1",
    "UPDATE puzzle SET constructs = '{\"a\": 1}'",
    "UPDATE puzzle SET patterns = '[7]'",
    "UPDATE puzzle SET patterns = 'x'",
    "UPDATE puzzle SET title = x'ff'",
]
REPORTS = ["", "--json", "--export csv", "--export jsonl", "-o out.html"]


@pytest.mark.parametrize(
    ("change", "options"),
    slow_rows_but(
        [
            *((change, "") for change in WRONG_TABLES),
            *(("UPDATE puzzle SET cells = 'x'", each) for each in REPORTS[1:]),
        ],
        product(WRONG_TABLES, REPORTS),
    ),
)
def test_a_report_about_values_that_satcross_has_not_written_is_one_clear_error(
    change: str, options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    craft("found.db", SCHEMA_1)
    craft("found.db", change)
    status, out, error = said(capsys, "report", "found.db", *options.split())
    assert (status, out) == (2, "")
    assert error.startswith("found.db: the results database is damaged: result ")


def test_a_schema_that_is_no_text_is_damage(capsys: pytest.CaptureFixture[str]) -> None:
    """The message of SQLite quotes it, and cannot be decoded."""
    said(capsys, "check", "--results", "found.db", "unique.toml")
    whole = Path("found.db").read_bytes()
    Path("found.db").write_bytes(whole.replace(b"CREATE TABLE run", b"CREATE T\x9bBLE run"))
    assert_refused("found.db", "found.db: the results database is damaged\n", capsys)


def with_one_text_changed(plain: Any, text: str) -> Iterator[Any]:
    """Yield plain values in each of which one text is another one."""
    if isinstance(plain, str):
        yield text
    elif isinstance(plain, list):
        for number, each in enumerate(plain):
            yield from ([*plain[:number], other, *plain[number + 1 :]] for other in with_one_text_changed(each, text))
    elif isinstance(plain, dict):
        for name, each in plain.items():
            yield from ({**plain, name: other} for other in with_one_text_changed(each, text))


@pytest.mark.parametrize(
    ("command", "file"),
    slow_rows_but(
        [
            *(("check", file) for file in FILES[:4]),
            ("solve", "several.toml"),
            ("lint", "none.toml"),
            ("count", "several.toml"),
            ("check --output-format junit", "faulty.toml"),
        ],
        product(["check", "solve", "lint", "count", "check --output-format junit"], FILES[:4]),
    ),
)
def test_no_text_of_an_outcome_steers_the_terminal(command: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = [*command.split(), "--results", "found.db", file]
    said(capsys, *run)
    ((text,),) = rows("found.db", "SELECT outcome FROM result")
    taken_over = 0
    for changed in with_one_text_changed(json.loads(str(text)), "\x1b[2J\u202e\x9b\a"):
        connection = sqlite3.connect("found.db")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("UPDATE result SET outcome = ?", (json.dumps(changed),))
        connection.commit()
        connection.close()
        _, out, error = said(capsys, *run)
        assert (out + error).replace("\n", "").isprintable()
        taken_over += reused() == 1
    assert taken_over or command != "check" or file == "unique.toml"


def test_what_a_database_says_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "unique.toml"]
    said(capsys, *run)
    craft("found.db", "UPDATE puzzle SET constructs = json_array(char(27) || '[2J')")
    assert "\n  \\x1b[2J  ####" in said(capsys, "report", "found.db")[1]


@pytest.mark.parametrize("seed", slow_but(range(4), range(12)))
def test_a_damaged_database_is_one_clear_error_or_still_good(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["check", "--results", "found.db", "unique.toml", "several.toml", "many.json"]
    good = said(capsys, *run)
    random = Random(seed)
    whole = Path("found.db").read_bytes()
    damaged = bytearray(whole)
    for _ in range(random.choice([1, 5, 50, 500])):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    cut = whole[: random.randrange(len(whole))]
    page = 4096 * random.randrange(len(whole) // 4096)
    other = whole[:page] + random.randbytes(4096) + whole[page + 4096 :]
    for data, command in product([bytes(damaged), cut, other], [run, ["report", "found.db"]]):
        Path("found.db").write_bytes(data)
        status, out, error = said(capsys, *command)
        told = [line for line in error.split("\n") if line.startswith("found.db: ")]
        assert len(told) <= 1
        if told:
            assert status == 2
        elif command is run:
            assert (status, out) == good[:2]


@pytest.mark.skipif(os.name != "posix", reason="a file that is open can be deleted")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_database_that_is_deleted_during_the_run_is_one_clear_error(
    is_replaced: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = kept.KeptResults.keep

    def keep_and_delete(*values: Any, **named: Any) -> None:
        keep(*values, **named)
        Path("found.db").unlink()
        if is_replaced:
            Path("found.db").write_text("")

    monkeypatch.setattr(kept.KeptResults, "keep", keep_and_delete)
    status, out, error = said(capsys, "check", "--results", "found.db", "unique.toml", "several.toml")
    assert status == 2
    assert out.startswith("unique.toml: unique")
    assert error.startswith("found.db: the file was deleted or replaced during the run\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
@pytest.mark.parametrize("name", ["bad.db", "bad.db-wal", "bad.db.lock"])
def test_a_pipe_is_no_database_and_nobody_waits_for_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name != "bad.db":
        database.Writable("bad.db").close()
        Path(name).unlink(missing_ok=True)
    os.mkfifo(name)
    assert_refused("bad.db", f"{name}: this is not a regular file\n", capsys)


@pytest.fixture
def unwritable() -> Iterator[Path]:
    """A folder in which a database can be put, and in which this process may write nothing afterwards."""
    folder = Path(mkdtemp())
    yield folder
    folder.chmod(0o755)
    rmtree(folder)


@contextmanager
def without_the_right_to_write(folder: Path) -> Iterator[None]:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_a_report_needs_the_right_to_read_only(unwritable: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(unwritable / "found.db")
    said(capsys, "check", "--results", path, "unique.toml")
    (unwritable / "found.db.lock").unlink()
    before = os.listdir(unwritable)
    with without_the_right_to_write(unwritable):
        status, out, error = said(capsys, "report", path)
    assert (status, error) == (0, "")
    assert out.startswith("one result, about one puzzle")
    assert os.listdir(unwritable) == before


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_results_in_a_log_that_cannot_be_read_are_not_left_out_silently(
    unwritable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a log is what a killed run leaves."""
    said(capsys, "check", "--results", "found.db", "unique.toml")
    connection = sqlite3.connect("found.db")
    connection.execute("UPDATE result SET status = 'several'")
    connection.commit()
    for name in ("found.db", "found.db-wal"):
        copyfile(name, unwritable / name)
    connection.close()
    with without_the_right_to_write(unwritable):
        status, out, error = said(capsys, "report", str(unwritable / "found.db"))
    assert (status, out) == (2, "")
    assert "a run that was interrupted has left results in the log beside it" in error


def test_a_folder_that_does_not_exist_is_one_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = said(capsys, "check", "--results", "missing/found.db", "unique.toml")
    assert status == 2
    assert error.startswith("missing/found.db: the file cannot be opened\n")


def test_a_full_disk_is_one_clear_error_and_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, "check", "--results", "found.db", "unique.toml")
    prepare = database.Writable._prepare

    def small(self: database.Writable) -> None:
        prepare(self)
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        self._connection.execute(f"PRAGMA max_page_count = {pages + 1}")

    monkeypatch.setattr(database.Writable, "_prepare", small)
    Path("many.json").write_text(many(400))
    status, out, error = said(capsys, "check", "--results", "found.db", "unique.toml", "many.json")
    assert status == 2
    assert error.startswith("found.db: the disk is full\n")
    assert len(out.splitlines()) == len(rows("found.db", "SELECT 1 FROM result"))
    monkeypatch.undo()


@pytest.mark.parametrize("option", ["--all", "--cubes", "--trace", "--sample=3"])
def test_lists_of_solutions_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = said(capsys, "solve", option, "--results", "found.db", "unique.toml")
    assert status == 2
    assert "at most two solutions" in error
    assert not Path("found.db").exists()


def test_options_that_contradict_each_other_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--refresh", "unique.toml")[0] == 2
    assert said(capsys, "check", "--no-rating", "unique.toml")[0] == 2
    assert said(capsys, "check", "--jobs", "2", "--cluster", "local:2", "unique.toml")[0] == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_generated_puzzles_are_kept_and_their_files_written_again(
    folder: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "--rows", "2", "--columns", "2", "--seed", "5", "--count", "3"]
    assert said(capsys, *command, "-o", "plain")[0] == 0
    more = ["-o", "made", "--results", "found.db", "--jobs", jobs]
    first = said(capsys, *command, *more)
    texts = {path.name: path.read_text() for path in (folder / "made").iterdir()}
    assert texts == {path.name: path.read_text() for path in (folder / "plain").iterdir()}
    (folder / "made" / "6.toml").unlink()
    assert said(capsys, *command, *more) == first
    assert {path.name: path.read_text() for path in (folder / "made").iterdir()} == texts
    assert rows("found.db", "SELECT name, status, hardness > 0 FROM result") == [(n, "made", 1) for n in "567"]
    assert rows("found.db", "SELECT reused FROM run") == [(0,), (3,)]


SMALL = ["generate", "--rows", "2", "--columns", "2", "--seed", "5", "--results", "found.db"]


def test_a_generated_puzzle_is_written_in_the_format_and_place_that_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, text, _ = said(capsys, *SMALL)
    assert said(capsys, *SMALL, "-o", "a.toml")[1] == ""
    said(capsys, *SMALL, "-o", "b.toml")  # taken over
    assert reused() == 1
    said(capsys, *SMALL, "-o", "c.json")
    assert [Path("a.toml").read_text(), Path("b.toml").read_text()] == [text, text]
    json.loads(Path("c.json").read_text())
    for name in ("d.toml", "e.toml"):
        assert json.loads(said(capsys, *SMALL, "--json", "-o", name)[1])["file"] == name


@pytest.mark.parametrize(
    ("option", "file", "before", "after"),
    [
        ("--words", "words.txt", "AB\nCD\nEF\n", "AB\nCD\nEG\n"),
        ("--words", "words.txt", "AB;10\nCD;20\nEF;30\n", "AB;10\nCD;20\nEF;40\n"),
        ("--grid", "grid.txt", "AB\n..\n", "AC\n..\n"),
        ("--complete", "begun.toml", "[clues]\nrows = ['A.', '']\ncolumns = ['', '']\n",
         "[clues]\nrows = ['B.', '']\ncolumns = ['', '']\n"),
    ],
)  # fmt: skip
def test_a_generated_puzzle_is_made_again_when_what_a_file_says_has_changed(
    option: str, file: str, before: str, after: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = [each for each in SMALL if option != "--complete" or each not in ("--rows", "--columns", "2")]
    run += [option, file, *(["--no-cache"] if option == "--words" else [])]
    for text, taken_over in ((before, 0), (before, 1), (after, 0)):
        Path(file).write_text(text)
        assert said(capsys, *run)[0] in (0, 3)
        assert reused() == taken_over


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
    assert rows("found.db", "SELECT file FROM result") == [("unique.toml",)]
    assert rows("found.db", "SELECT ended FROM run") == [(None,)]
    wait_until(lambda: not Path("found.db-wal").exists())


def test_results_say_how_hard_a_puzzle_is_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--results", "found.db", "unique.toml")[0] == 0
    rated = satcross.difficulty(satcross.load("unique.toml"))
    assert rows("found.db", "SELECT difficulty, hardness, steps FROM result") == [
        (rated.label, rated.hardness, rated.steps)
    ]
    report = json.loads(said(capsys, "report", "--json", "found.db")[1])
    assert (report["difficulty"], report["lengths"]) == ({rated.label: 1}, {rated.length: 1})
    assert "Length" in said(capsys, "report", "found.db")[1]


def copied_as_schema_2(path: str, copy: str) -> None:
    """Write the results of the database at `path` into one of schema 2, without hardness, steps and outcomes."""
    end = schema.TABLES.index(",  -- 0: a limit cut the answer short")
    tables = schema.TABLES[:end] + schema.TABLES[schema.TABLES.index("\n);\nCREATE UNIQUE INDEX", end) :]
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(f"{tables}PRAGMA application_id = {schema.APPLICATION}; PRAGMA user_version = 2;")
        connection.execute("ATTACH ? AS newer", (path,))
        for table in ("run", "puzzle", "result"):
            names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info ({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
        connection.execute("ALTER TABLE main.result ADD COLUMN text TEXT NOT NULL DEFAULT ''")
        connection.commit()


def test_a_database_of_schema_2_is_reported_and_gets_the_new_columns_when_it_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said(capsys, "check", "--results", "found.db", "unique.toml")[0] == 0
    copied_as_schema_2("found.db", "old.db")
    status, out, error = said(capsys, "report", "--export", "jsonl", "old.db")
    assert (status, error) == (0, "")
    assert [json.loads(out)[name] for name in ("status", "hardness", "steps")] == ["unique", None, None]
    assert rows("old.db", "PRAGMA user_version") == [(2,)]
    assert said(capsys, "check", "--results", "old.db", "unique.toml")[0] == 0
    assert rows("old.db", "SELECT reused FROM run ORDER BY id DESC LIMIT 1") == [(0,)]
    assert rows("old.db", "PRAGMA user_version") == [(schema.VERSION,)]
    assert rows("old.db", "SELECT hardness >= 1, steps >= 1 FROM result") == [(1, 1)]
