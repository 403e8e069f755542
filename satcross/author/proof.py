"""Proofs that a puzzle has exactly one solution, or none, for people who do not trust the solver.

A proof is a folder:

    formula.cnf     the whole formula of the puzzle, as `satcross export` writes it; where there is a solution, one more
                    clause rules it out.  Nothing is simplified away, so propagation need not be trusted either
    proof.drat      why that formula has no model: every clause that a solver learnt, down to the empty one
    solution.json   the solution, or null
    manifest.json   the claim, and the SHA-256 of the other files

Verification writes the formula again from the puzzle and compares the bytes, matches the solution against the clues by
the reference matcher, and has the proof replayed by a checker that shares nothing with the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs,
SAT 2014.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from satcross.base.budget import Budget, limits
from satcross.base.extras import missing_extra
from satcross.base.printable_json import printable_json
from satcross.base.reading import read_bytes
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.base.writing import write_folder
from satcross.errors import Field, LimitError, MissingError, PuzzleError, SatcrossError, TimeUp, naming
from satcross.puzzle import Puzzle, Solution
from satcross.puzzle.files import json_format
from satcross.puzzle.files.source import shown
from satcross.solver.compile import read_letters
from satcross.solver.expected import Mismatch
from satcross.solver.formula import clauses_in, export
from satcross.solver.refutation import PROVERS, refute
from satcross.solver.solutions import Search, Status
from satcross.solver.verify import first_fault

FORMAT: Final = "satcross proof, version 1"
FORMULA: Final = "formula.cnf"
PROOF: Final = "proof.drat"
SOLUTION: Final = "solution.json"
MANIFEST: Final = "manifest.json"
MOST_BYTES: Final = {  # that a file of a proof may have; larger ones would fill the memory
    MANIFEST: 1_000_000,
    SOLUTION: 8_000_000,
    FORMULA: 2_000_000_000,
    PROOF: 2_000_000_000,
}

Claim: TypeAlias = Literal["unique", "none"]


class ProofError(SatcrossError):
    """A folder of a proof that is incomplete or cannot be read."""

    code = "proof"


class Proof(NamedTuple):
    """A proof that has been written.

    Attributes:
        claim: What it proves.
        solution: The only one, or None.
        steps: The number of lines of the proof.
        mismatches: How the puzzle and the solutions that its author expects disagree.
    """

    claim: Claim
    solution: Solution | None
    steps: int
    mismatches: tuple[Mismatch, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross prove` prints as JSON, without the file and the name of the puzzle."""
        mismatches = [mismatch.as_json() for mismatch in self.mismatches]
        return {"status": self.claim, "proved": True, "steps": self.steps, "mismatches": mismatches}

    def __repr__(self) -> str:
        return in_one_line("Proof", self.claim, counted(self.steps, "step"))


class Verification(NamedTuple):
    """Whether a proof proves its claim about a puzzle.

    Attributes:
        fault: What is wrong with it, as a stable code: "solution", "formula", "manifest", "proof", or "".
        message: The fault in a sentence, or "".
        checker: The program that replayed the proof.
    """

    claim: Claim
    fault: str
    message: str
    checker: str

    @property
    def is_verified(self) -> bool:
        return not self.fault

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross verify` prints as JSON, without the file and the name of the puzzle."""
        return {"verified": self.is_verified, **self._asdict()}


def prove(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    solver: str = PROVERS[0],
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Proof | Status:
    """Write the proof that `puzzle` has one solution or none into `folder`, and return it.

    If there are several solutions, or the time runs out, nothing is written, and the status is returned.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: For a solver that writes no proofs and for an open alphabet.
        SatcrossError: With the code `write`.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    outcome = proved(puzzle, solver=solver, budget=budget)
    if isinstance(outcome, str):
        return outcome
    proof, texts = outcome
    write_folder(folder, texts)
    return proof


def proved(puzzle: Puzzle, *, solver: str = PROVERS[0], budget: Budget) -> tuple[Proof, dict[str, str]] | Status:
    """Return what `prove` writes: the proof, and the text of each of its files, the manifest last; or the status.

    Raises what `prove` raises, except for `write`.
    """
    search = Search(puzzle, limit=2, budget=budget)
    witnesses = tuple(search)
    if search.status not in ("unique", "none"):
        return search.status
    solution = witnesses[0] if witnesses else None
    try:
        lines = list(export(puzzle, blocked=None if solution is None else solution.letters, budget=budget))
        steps = refute(clauses_in(lines), solver, budget)
    except TimeUp:
        return "unknown"
    if steps is None:
        raise SatcrossError("the formula has a model that the search did not find", code="wrong-answer")
    claim: Claim = "none" if solution is None else "unique"
    texts = {
        FORMULA: "\n".join(lines) + "\n",
        PROOF: "\n".join(steps) + "\n",
        SOLUTION: _indented_json(None if solution is None else list(solution.letters)),
    }
    manifest = {
        "format": FORMAT,
        "claim": claim,
        "title": puzzle.title,
        "solver": solver,
        "files": {name: _digest(text) for name, text in texts.items()},
    }
    return Proof(claim, solution, len(steps), search.mismatches()), {**texts, MANIFEST: _indented_json(manifest)}


def verify(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    checker: str | None = None,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Verification:
    """Return whether the proof in `folder` proves its claim about `puzzle`.

    Args:
        checker: A program such as drat-trim, which is called with the formula and the proof; None: the package dratify.
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        ProofError: If `folder` does not hold a proof.
        MissingError: If the checker is not installed.
        TimeUp: If the checker is a program, and the time is up.
        SatcrossError: What `compile_puzzle` raises.
    """
    budget = limits(timeout, budget)
    texts = {name: _read(folder, name) for name in (MANIFEST, SOLUTION, FORMULA, PROOF)}
    manifest = _parsed(folder, MANIFEST, texts[MANIFEST])
    _check_format(manifest.get("format") if isinstance(manifest, dict) else None, os.path.join(folder, MANIFEST))
    letters = _parsed(folder, SOLUTION, texts[SOLUTION])
    fault = next(_faults(puzzle, manifest, letters, texts, budget), None)
    if fault is None:
        budget.note("replaying the proof, steps", texts[PROOF].count("\n"))
        paths = os.path.join(folder, FORMULA), os.path.join(folder, PROOF)
        problem = _replay(texts[FORMULA], texts[PROOF]) if checker is None else _replay_by(checker, *paths, budget)
        fault = ("proof", problem) if problem else ("", "")
    claim: Claim = "none" if manifest.get("claim") == "none" else "unique"
    return Verification(claim, *fault, checker or "dratify")


def _faults(
    puzzle: Puzzle, manifest: dict[str, Any], letters: Any, texts: dict[str, str], budget: Budget
) -> Iterator[tuple[str, str]]:
    """Yield the codes and the messages of faults; each check relies on those before it.

    Args:
        letters: The content of the solution's file.
        texts: The content of all files, by their names.
    """
    claim = manifest.get("claim")
    if claim not in ("unique", "none") or (claim == "none") != (letters is None):
        yield "manifest", "the claim and the solution do not fit together"
    if letters is not None:
        is_grid = isinstance(letters, list) and all(isinstance(each, str) and len(each) == 1 for each in letters)
        if not is_grid or len(letters) != len(puzzle.cells):
            yield "solution", f"the solution does not have a letter for each of {len(puzzle.cells)} cells"
        budget.note("verifying the solution")
        fault = first_fault(read_letters(puzzle, budget), letters, budget)
        if fault is not None:
            yield "solution", f"the solution does not solve this puzzle: {fault}"
    anew = export(puzzle, blocked=None if letters is None else tuple(letters), budget=budget)
    if list(anew) != texts[FORMULA].removesuffix("\n").split("\n"):
        yield "formula", "the formula does not belong to this puzzle"
    files = manifest.get("files")
    for name in (SOLUTION, FORMULA, PROOF):
        if not isinstance(files, dict) or files.get(name) != _digest(texts[name]):
            yield "manifest", f"{name} is not the file that was written"


def _check_format(format: object, path: str) -> None:
    """Raise ProofError unless `format` is one that this version of satcross reads."""
    if format == FORMAT:
        return
    if isinstance(format, str) and format.startswith(FORMAT.partition("1")[0]):
        raise ProofError(
            f"this proof has the format {shown(format)}, but this version of satcross reads {FORMAT!r}",
            place=[path],
            hint="a newer version of satcross may read it",
            code="schema",
        )
    raise ProofError("this is not the manifest of a proof by satcross", place=[path])


def _replay(formula: str, proof: str) -> str:
    """Return what dratify finds wrong with `proof`; "" if it finds nothing."""
    try:
        import dratify
    except ImportError:
        other = naming("name a program such as drat-trim with {}", Field("checker"))
        raise missing_extra("verify", "the checker dratify is not installed", other) from None
    try:
        result = dratify.check_proof(dratify.parse_dimacs(formula), proof)
    except ValueError as error:
        return f"the proof cannot be read: {error}"
    return "" if result.ok else f"the proof does not hold: {result.reason}"


def _replay_by(program: str, formula: str, proof: str, budget: Budget) -> str:
    """Return why `program` does not accept the proof; "" if it prints "s VERIFIED"."""
    import subprocess

    try:
        done = subprocess.run(
            [program, formula, proof],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=budget.seconds_left,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeUp from None
    except OSError as error:
        raise MissingError(f"the checker {program} cannot be run: {error.strerror or error}") from None
    lines = done.stdout.splitlines()
    if any(line.strip() == "s VERIFIED" for line in lines):
        return ""
    verdict = next((line for line in reversed(lines) if line.startswith("s ")), "it does not say s VERIFIED")
    return f"{program} rejects the proof: {verdict}"


def _read(folder: str | os.PathLike[str], name: str) -> str:
    """Return the text of a file of the proof.  Raises ProofError if it is missing, too large, or not text."""
    path = os.path.join(folder, name)
    if os.path.exists(path) and not os.path.isfile(path):
        raise ProofError("the proof cannot be read: this is not a regular file", place=[path])
    try:
        content = read_bytes(path, MOST_BYTES[name], "proof")
        if b"\0" in content:
            raise ProofError("the proof cannot be read: it is not text", place=[path])
        return content.decode()
    except UnicodeDecodeError:
        raise ProofError("the proof cannot be read: it is not UTF-8", place=[path]) from None
    except (MissingError, PuzzleError, LimitError) as error:
        message = error.message if error.code == "unreadable" else f"the proof cannot be read: {error.message}"
        raise error.replace(message=message, place=[path], code="proof").convert(ProofError) from None


def _parsed(folder: str | os.PathLike[str], name: str, text: str) -> Any:
    try:
        return json_format.parse(text)
    except PuzzleError as error:
        place = [os.path.join(folder, name), *error.place]
        raise error.replace(place=place, code="proof").convert(ProofError) from None


def _indented_json(value: object) -> str:
    return printable_json(value, indent=1) + "\n"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
