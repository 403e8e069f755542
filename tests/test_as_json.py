"""The objects of the Python API give what `--json` prints, and docs/answers.schema.json describes it."""

import json
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.cli import main
from tests.transcript import ROOT

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads((ROOT / "docs" / "answers.schema.json").read_text("utf-8"))
FILES = [ROOT / "puzzles" / name for name in ("hello.toml", "star.toml", "hexagon.toml", "to-be.toml")]
SEVERAL = satcross.rectangle(rows=["[O|A]", "B"], columns=["[^O]B"])
NONE = satcross.rectangle(rows=["A", "(..)\\1"], columns=["BC"], expected=[("A", "C")])


def puzzles() -> list[satcross.Puzzle]:
    return [*map(satcross.load, FILES), SEVERAL, NONE]


def answers(puzzle: satcross.Puzzle) -> dict[str, Any]:
    """Return what the API says of a puzzle, by the name of its description in the schema."""
    found = {
        "Check": satcross.check(puzzle),
        "Count": satcross.count(puzzle),
        "Lint": satcross.lint(puzzle),
        "Explanation": satcross.explain(puzzle),
        "Hint": satcross.next_hint(puzzle),
        "Overview": satcross.overview(puzzle),
        "Difficulty": satcross.difficulty(puzzle),
        "Ambiguity": satcross.ambiguity(puzzle),
    }
    return {name: value.as_json() for name, value in found.items()}


@pytest.mark.parametrize("number", range(len(FILES) + 2))
def test_the_schema_describes_every_answer(number: int) -> None:
    puzzle = puzzles()[number]
    described = answers(puzzle)
    for mistake in satcross.likely_mistakes(puzzle):
        described["LikelyMistake"] = mistake.as_json()
    for name, value in described.items():
        check_described(name, value)


def test_the_schema_describes_what_is_made(tmp_path: Path) -> None:
    loose = satcross.rectangle(rows=["A.", "[AB]B"], columns=[".*", "A|B"], expected=[["AA", "BB"]])
    request = satcross.Request(satcross.rectangle(rows=2, columns=2), solution=tuple("ABBA"))
    proof = satcross.prove(satcross.load(FILES[0]), tmp_path)
    assert not isinstance(proof, str)
    made = {
        "Repaired": next(satcross.repair(loose)),
        "Generated": next(satcross.generate(request)),
        "Sample": satcross.sample(SEVERAL, 2),
        "Cube": next(satcross.Search(SEVERAL).cubes()),
        "Solved": next(satcross.solve_many([SEVERAL])).answer,
        "Proof": proof,
        "Common": satcross.common(["[ab]+", ".*b"], ["a*b"], length=3, draw=2),
        "Comparison": satcross.same(r"(.)\1", ".."),
        "Overlaps": satcross.disjoint(["a", "[ab]", r"(b+)\1"]),
        "Verification": satcross.verify(SEVERAL, tmp_path),
    }
    for name, value in made.items():
        check_described(name, value.as_json())


def check_described(name: str, value: dict[str, Any]) -> None:
    assert json.loads(json.dumps(value)) == value, name
    schema = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}"}
    jsonschema.Draft202012Validator(schema).validate(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("command", "name"),
    [("check", "Check"), ("count", "Count"), ("lint --all", "Lint"), ("explain", "Explanation"), ("show", "Overview")],
)
def test_commands_print_the_same(path: Path, command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*command.split(), "--json", str(path)])
    printed = json.loads(capsys.readouterr().out)
    puzzle = satcross.load(path)
    for key, value in answers(puzzle)[name].items():
        if key != "count" or printed["status"] == "unique":
            assert printed[key] == value, key
