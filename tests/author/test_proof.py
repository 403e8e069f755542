"""A proof convinces a checker that shares nothing with the solver; whatever is tampered with is rejected."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from satcross import load
from satcross.author.proof import Proof, ProofError, prove, verify
from satcross.errors import MissingError, OptionError
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.formula import export
from satcross.solver.refutation import PROVERS, refute
from satcross.solver.solutions import solutions
from tests.selection import slow_but
from tests.small_puzzles import small_puzzles

PUZZLES = Path(__file__).parents[2] / "puzzles"

pytest.importorskip("dratify")

SMALL = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])
MIT = Path(__file__).parents[2] / "puzzles" / "mit-2013.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert isinstance(prove(SMALL, tmp_path / "proof"), Proof)
    return tmp_path / "proof"


def test_a_proof_of_uniqueness_is_verified(folder: Path) -> None:
    assert verify(SMALL, folder) == ("unique", "", "", "dratify")
    assert sorted(each.name for each in folder.iterdir()) == [
        "formula.cnf", "manifest.json", "proof.drat", "solution.json",
    ]  # fmt: skip


def test_verdicts_of_small_puzzles_are_proved(tmp_path: Path) -> None:
    proved = set()
    for puzzle, expected in small_puzzles(60, seed=31):
        found = prove(puzzle, tmp_path)
        if len(expected) > 1:
            assert found == "several"
        else:
            assert isinstance(found, Proof)
            proved.add(found.claim)
            assert found.claim == ("unique" if expected else "none")
            assert verify(puzzle, tmp_path).is_verified
    assert proved == {"unique", "none"}


@pytest.mark.parametrize("solver", PROVERS)
def test_every_solver_that_writes_proofs_convinces(solver: str, tmp_path: Path) -> None:
    assert isinstance(prove(SMALL, tmp_path, solver=solver), Proof)
    assert verify(SMALL, tmp_path).is_verified


def with_manifest(folder: Path) -> None:
    """Let the manifest name the files as they are now: a forger would."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["files"] = {name: sha256((folder / name).read_bytes()).hexdigest() for name in manifest["files"]}
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("solution.json", "H", "L", "solution"),
        ("formula.cnf", "\n1 2", "\n1 1", "formula"),
        ("proof.drat", "", "why not\n", "proof"),
    ],
)
def test_a_file_that_has_been_changed_is_rejected(folder: Path, name: str, old: str, new: str, fault: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    with_manifest(folder)
    assert verify(SMALL, folder).fault == fault


@pytest.mark.parametrize("kept", [0.5, 0.0], ids=["the first half", "nothing but the end"])
def test_a_proof_in_which_steps_are_missing_is_rejected(kept: float, tmp_path: Path) -> None:
    puzzle = load(MIT)
    prove(puzzle, tmp_path)
    lines = (tmp_path / "proof.drat").read_text().splitlines()
    (tmp_path / "proof.drat").write_text("\n".join([*lines[: int(kept * len(lines))], "0\n"]))
    assert verify(puzzle, tmp_path).fault == "manifest"
    with_manifest(tmp_path)
    assert verify(puzzle, tmp_path).fault == "proof"


def test_a_proof_of_another_puzzle_is_rejected(folder: Path) -> None:
    other = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF|AP"])
    assert verify(other, folder).fault == "formula"
    assert verify(line("AB", 2), folder).fault == "solution"


def test_claiming_none_of_a_puzzle_with_a_solution_is_rejected(folder: Path) -> None:
    (folder / "solution.json").write_text("null\n")
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "claim": "none"}))
    with_manifest(folder)
    assert verify(SMALL, folder).fault == "formula"


def test_a_folder_that_is_no_proof_is_one_clear_error(folder: Path) -> None:
    (folder / "proof.drat").unlink()
    with pytest.raises(ProofError, match="cannot be read"):
        verify(SMALL, folder)


def test_a_program_may_check_the_proof(folder: Path, tmp_path: Path) -> None:
    """The programs stand for drat-trim: they get formula and proof, and what counts is the line `s VERIFIED`."""
    for verdict, fault in (("s VERIFIED", ""), ("s NOT VERIFIED", "proof")):
        program = tmp_path / "checker"
        program.write_text(f"#!{sys.executable}\nimport sys\nassert len(sys.argv) == 3\nprint('{verdict}')\n")
        program.chmod(0o755)
        assert verify(SMALL, folder, checker=str(program)).fault == fault
    with pytest.raises(MissingError):
        verify(SMALL, folder, checker=str(tmp_path / "nowhere"))


def test_a_solver_without_proofs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="does not write proofs"):
        prove(SMALL, tmp_path, solver="minisat22")


def test_an_open_alphabet_cannot_be_written_down(tmp_path: Path) -> None:
    puzzle: Puzzle = SMALL._replace(alphabet="any")
    with pytest.raises(OptionError):
        prove(puzzle, tmp_path)


@pytest.mark.parametrize("path", sorted(MIT.parent.glob("*.toml")), ids=lambda path: path.stem)
def test_every_verdict_on_our_puzzles_is_proved(path: Path, tmp_path: Path) -> None:
    puzzle = load(path)
    found = prove(puzzle, tmp_path)
    assert found == "several" or verify(puzzle, tmp_path).is_verified


def false_step(clauses: Iterable[Sequence[int]], steps: Iterable[str]) -> str | None:
    """Return the first step that does not follow by unit propagation, with every deletion taken literally."""
    known = Counter(tuple(sorted(set(clause))) for clause in clauses)
    for step in steps:
        clause = tuple(sorted({int(word) for word in step.split() if word not in ("d", "0")}))
        if step.startswith("d"):
            known -= Counter([clause])
        elif is_consistent(known, [-lit for lit in clause]):
            return step
        else:
            known[clause] += 1
    return None


def is_consistent(clauses: Iterable[tuple[int, ...]], assumed: Iterable[int]) -> bool:
    """Return whether unit propagation finds no contradiction."""
    true = set(assumed)
    before = -1
    while len(true) > before:
        before = len(true)
        for clause in clauses:
            if true.isdisjoint(clause):
                left = [lit for lit in clause if -lit not in true]
                if not left:
                    return False
                if len(left) == 1:
                    true.add(left[0])
    return True


@pytest.mark.long
@pytest.mark.parametrize("solver", slow_but(["glucose4"], [each for each in PROVERS if "cadical" not in each]))
def test_no_step_needs_a_unit_whose_clause_was_deleted(solver: str) -> None:
    puzzle = load(PUZZLES / "mit-2013.toml")
    (solution,) = solutions(puzzle)
    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in export(puzzle, blocked=solution.letters)
        if line[:1] not in ("c", "p")
    ]
    steps = refute([[*clause] for clause in clauses], solver)
    assert steps is not None
    assert false_step(clauses, steps) is None
    assert any(step.startswith("d") for step in steps), "deletions keep a checker quick"
