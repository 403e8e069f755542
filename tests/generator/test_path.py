"""Figures of the path through a puzzle, and the best of several seeds."""

import json
from itertools import pairwise
from pathlib import Path as File

import pytest

import satcross
from satcross.cli import main
from satcross.generator.path import Path, path_of

SMALL = ("generate", "--rows", "3", "--columns", "4")


def test_the_figures_are_those_of_the_explanation() -> None:
    puzzle = satcross.rectangle(rows=["AB", "C[CD]"], columns=["[AX][CX]", "B[DE]"])
    explanation = satcross.explain(puzzle)
    steps, path = explanation.steps, path_of(explanation)
    assert path.doors == steps[0].open_clues
    assert (path.skeletons, path.clues) == (3, 4)
    kinds = [{reason.line.split()[0] for reason in step.reasons} for step in steps]
    pairs = list(pairwise(kinds))
    assert path.turns == pytest.approx(sum(one != two for one, two in pairs) / len(pairs), abs=0.001)
    known, half = 0, 0
    for number, step in enumerate(steps, 1):
        known += len(step.placed)
        half = half or number * (2 * known >= 4)
    assert path.readable_at == pytest.approx(half / len(steps), abs=0.001)


def test_one_door_turns_and_a_late_solution_are_better_than_the_opposite() -> None:
    good = Path(doors=1, turns=0.9, readable_at=0.5, skeletons=8, clues=8)
    for worse in (
        {"doors": 8},
        {"doors": 0},
        {"turns": 0.2},
        {"readable_at": 0.2},
        {"readable_at": 1.0},
        {"skeletons": 3},
    ):
        assert good._replace(**worse).merit < good.merit


def test_the_best_of_several_seeds_is_the_one_with_the_best_path(
    capsys: pytest.CaptureFixture[str], tmp_path: File
) -> None:
    """Its file names its own seed, which makes it again without --best-of."""
    merits = {}
    for seed in (1, 2, 3):
        assert main([*SMALL, "--seed", str(seed), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        path = path_of(satcross.explain(satcross.loads(answer["puzzle"])))
        assert [answer[name] for name in ("doors", "turns", "readable_at", "skeletons")] == list(path[:4])
        merits[seed] = path.merit
    assert main([*SMALL, "--seed", "1", "--best-of", "3", "-o", str(tmp_path / "best.toml")]) == 0
    best = max(merits, key=lambda seed: merits[seed])
    first = (tmp_path / "best.toml").read_text().splitlines()[0]
    assert first == f"# satcross generate --rows 3 --columns 4 --seed {best}"


def test_each_of_many_puzzles_is_the_best_of_seeds_of_its_own(tmp_path: File) -> None:
    assert main([*SMALL, "--seed", "1", "--best-of", "2", "--count", "2", "-o", str(tmp_path)]) == 0
    seeds = sorted(int(file.stem) for file in tmp_path.glob("*.toml"))
    assert seeds[0] in (1, 2)
    assert seeds[1] in (3, 4)
