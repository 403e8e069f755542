"""Every command with arguments, and a folder in which all of them can be run."""

import re
import shutil
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, get_args

from satcross import load
from satcross.cli import main
from satcross.cli.commands import COMMANDS
from satcross.errors import ErrorCode
from satcross.solver.solutions import solutions

PUZZLES: Final = Path(__file__).parents[1] / "puzzles"

RUNS: Final = {
    "solve": "solve mit.toml draw.toml several.toml",
    "solve --trace": "solve --trace mit.toml several.toml",
    "solve --all --json": "solve --all --json several.toml draw.toml",
    "solve --cubes": "solve --cubes --all several.toml draw.toml",
    "solve --sample": "solve --sample 5 --seed 3 several.toml draw.toml",
    "check": "check mit.toml draw.toml several.toml",
    "check --json": "check --json draw.toml several.toml",
    "count": "count several.toml draw.toml",
    "mark": "mark several.toml solution.txt",
    "explain": "explain several.toml",
    "explain --json": "explain --json cab.toml",
    "hint": "hint several.toml",
    "lint": "lint cab.toml draw.toml",
    "prove": "prove mit.toml -o out",
    "verify": "verify cab.toml proof",
    "export": "export cab.toml",
    "export to a file": "export several.toml -o out.cnf",
    "export --simplify": "export --simplify mit.toml -o out.cnf",
    "export --competition": "export --competition --encoding diagram several.toml -o out.cnf",
    "encodings": "encodings mit.toml",
    "decode": "decode cab.toml formula.cnf answer.txt",
    "render": "render cab.toml --format svg -o -",
    "render to svg": "render mit.toml --solution -o out.svg",
    "render to html": "render mit.toml -o out.html",
    "render to pdf": "render several.toml --candidates -o out.pdf",
    "render to png": "render draw.toml --differences -o out.png",
    "site": "site mit.toml cab.toml -o out",
    "show": "show mit.toml draw.toml several.toml",
    "convert": "convert mit.toml --format json",
    "convert to a file": "convert mit.toml -o out.json",
    "fill": "fill grid.txt --words words.txt --no-cache --seed 7 --count 3 --quality",
    "fill --engine sat": "fill grid.txt --words words.txt --no-cache --seed 7 --engine sat --count 3",
    "fill --jobs": "fill grid.txt --words words.txt --no-cache --seed 7 --jobs 3 --count 3 --stats",
    "fill to a file": "fill grid.txt --words words.txt --no-cache --seed 1 -o out.ipuz",
    "slots": "slots grid.txt --words words.txt --no-cache",
    "template": "template 7x7 --seed 11",
    "template to a file": "template 7x7 --seed 1 -o out.txt",
    "generate": "generate --rows 2 --columns 2 --seed 1",
    "generate to a file": "generate --rows 2 --columns 2 --seed 1 -o out.json",
    "generate to files": "generate --rows 2 --columns 3 --words words.txt --no-cache --seed 3 --count 2 -o out",
    "repair": "repair hello.toml",
    "repair to a file": "repair several.toml --solution solution.txt --pick 2 -o out.toml",
    "regex": "regex (A|B)*C --length 3",
    "regex to svg": "regex (A|B)*(?=.C)(.)\\2* --length 5 --svg out.svg",
    "regex to dot": "regex (A|B)*(?=.C)(.)\\2* --length 5 --dot out.dot",
    "match": "match (.)(A|B)*\\1 CABC",
    "completion": "completion zsh",
}
"""Every command with what it may do; what it writes is always called `out`."""

INTERACTIVE: Final = {"play", "studio"}
"""The commands that wait for a person."""

WRITING: Final = {name: run for name, run in RUNS.items() if " out" in run}
"""What writes files."""

PRINTING: Final = {command: RUNS[command] for command in COMMANDS if command not in INTERACTIVE}
"""Every command, printing something."""


def prepare(folder: Path) -> None:
    """Write all files that the commands need into `folder`, which may not exist yet."""
    for name, data in _files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@cache
def _files() -> dict[str, bytes]:
    """Return the files that the commands need, by name."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("mit-2013", "draw", "cab", "hello"):
            shutil.copy(PUZZLES / f"{name}.toml", folder / f"{name.removesuffix('-2013')}.toml")
        (folder / "several.toml").write_text(
            r"[clues]"
            "\n"
            r"rows = ['(.)\1[AB]', '.*(?=C|B).', '(AB|BC|C|A)*']"
            "\n"
            r"columns = ['.*', '[ABC]*B', '(A|B|AC|C)*']"
            "\n"
        )
        (folder / "solution.txt").write_text("AAB\nABC\nABA\n")
        words = [a + b + c for a in "ABCDEFG" for b in "ABCDEF" for c in "ABCDEF"]
        (folder / "words.txt").write_text("".join(f"{word};{10 + place % 90}\n" for place, word in enumerate(words)))
        (folder / "grid.txt").write_text("___\n" * 3)
        puzzle, formula = str(folder / "cab.toml"), folder / "formula.cnf"
        with redirect_stdout(StringIO()):
            assert main(["prove", puzzle, "-o", str(folder / "proof")]) == 0
            assert main(["export", puzzle, "-o", str(formula)]) == 0
        (folder / "answer.txt").write_text(_answer(folder / "cab.toml", formula.read_text()))
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _answer(puzzle: Path, formula: str) -> str:
    """Return what a SAT solver prints for the formula of `puzzle`: the variables of its first solution."""
    solution = next(solutions(load(puzzle)))
    held = {
        (f"{row},{column}", letter)
        for (row, column), letter in zip(solution.puzzle.cells, solution.letters, strict=True)
    }
    variables = [
        words[2]
        for words in map(str.split, formula.splitlines())
        if words[:2] == ["c", "x"] and tuple(words[3:5]) in held
    ]
    return f"s SATISFIABLE\nv {' '.join(variables)} 0\n"


def uncoded(text: str) -> str:
    """Return what standard error shows, without the codes with which messages end."""
    return re.sub(rf" \[(?:{'|'.join(get_args(ErrorCode))})\]$", "", text, flags=re.M)
