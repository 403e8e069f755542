"""Malformed input of every kind that satcross reads, and the command that reads it.

A case is a file in a *role*, which says by which command it is read and what stands beside it.  There are

    corpus/<role>/*   files made by hand, one mistake each
    mutants()         the good files of `good/`, damaged by the functions below, the same ones each time
    bombs()           files that are small on disk or in this module, and ask for much time, memory or stack

All of them are read by `tests/hostile/test_corpus.py`, and what satcross says to each of them is in `errors.txt`.
"""

import base64
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

HERE: Final = Path(__file__).parent
GOOD: Final = HERE / "good"
MADE: Final = HERE / "corpus"
SMALL_WORDS: Final = str(HERE.parents[1] / "puzzles/words/small.txt")


class Case(NamedTuple):
    """One input: its name (role, slash, file name), and its bytes."""

    name: str
    data: bytes

    @property
    def role(self) -> str:
        return self.name.partition("/")[0]


def commands(role: str, path: str) -> list[str]:
    """Return the command line that reads the file `path`, whose other files are those of `GOOD`."""
    beside = str(GOOD)
    fill = ["fill", "--no-cache", "--seed", "1", "--words"]
    return {
        "puzzle": ["solve", path],
        "template": [*fill, SMALL_WORDS, path],
        "words": [*fill, path, f"{beside}/dense.txt"],
        "formula": ["decode", f"{beside}/draw.toml", path, f"{beside}/draw.answer"],
        "answer": ["decode", f"{beside}/draw.toml", f"{beside}/draw.cnf", path],
        "grid": ["hint", "--grid", path, f"{beside}/draw.toml"],
        "manifest": ["verify", f"{beside}/only.toml", str(Path(path).parent)],
        "solution": ["verify", f"{beside}/only.toml", str(Path(path).parent)],
        "proof": ["verify", f"{beside}/only.toml", str(Path(path).parent)],
    }[role]


FILE_OF: Final = {"manifest": "manifest.json", "solution": "solution.json", "proof": "proof.drat"}


def put(case: Case, folder: Path) -> Path:
    """Write the file of `case` somewhere below `folder`, with what has to stand beside it, and return its path."""
    role, _, name = case.name.partition("/")
    place = folder / role
    place.mkdir(parents=True, exist_ok=True)
    if role in FILE_OF:
        place /= name
        shutil.copytree(GOOD / "proof", place)
        name = FILE_OF[role]
    elif role in ("puzzle", "template"):
        shutil.copy(GOOD / "words.txt", place)
    path = place / name
    path.write_bytes(case.data)
    return path


def made_by_hand() -> Iterator[Case]:
    for path in sorted(MADE.rglob("*")):
        if path.is_file():
            yield Case(path.relative_to(MADE).as_posix(), path.read_bytes())


# mutants

ROLE_OF: Final = {
    "bank.json": "puzzle", "pasted.json": "puzzle", "pasted.md": "puzzle", "pasted.txt": "puzzle",
    "board.json": "puzzle", "hexagon.toml": "puzzle", "hexregex-rectangle.json": "puzzle", "hexregex.json": "puzzle",
    "lines.json": "puzzle", "lines.toml": "puzzle", "link.txt": "puzzle", "puzzle.json": "puzzle",
    "puzzle.toml": "puzzle", "slots.json": "puzzle", "trux.txt": "puzzle", "website.json": "puzzle",
    "template.toml": "template", "quiz.txt": "template", "dense.txt": "template", "grid.ipuz": "template",
    "words.txt": "words", "draw.cnf": "formula", "draw.answer": "answer", "grid.txt": "grid",
    "proof/manifest.json": "manifest", "proof/solution.json": "solution", "proof/proof.drat": "proof",
}  # fmt: skip

DAMAGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "cut-to-a-quarter": lambda data: data[: len(data) // 4],
    "cut-to-a-half": lambda data: data[: len(data) // 2],
    "cut-to-three-quarters": lambda data: data[: len(data) * 3 // 4],
    "nul-inside": lambda data: _with(data, b"\0"),
    "invalid-utf-8-inside": lambda data: _with(data, b"\xff"),
    "escape-sequence-inside": lambda data: _with(data, b"\x1b[2J"),
    "as-utf-16": lambda data: data.decode().encode("utf-16"),
    "backwards": lambda data: data[::-1],
    "without-line-ends": lambda data: data.replace(b"\n", b""),
    "brackets-doubled": lambda data: re.sub(rb"([\[{(])", rb"\1\1", data),
    "without-closing-brackets": lambda data: re.sub(rb"[\]})]", b"", data),
    "without-quotes": lambda data: re.sub(rb"[\"']", b"", data),
    "digits-as-letters": lambda data: re.sub(rb"\d", b"x", data),
    "digits-repeated": lambda data: re.sub(rb"(\d)", rb"\1" * 5000, data, count=1),
}
"""What can happen to the bytes of any file."""

WRONG: Final[dict[str, Any]] = {
    "null": None, "true": True, "negative": -1, "huge": 10**30, "fraction": 0.5, "text": "\x1b]0;x\x07", "list": [[[]]],
    "object": {"": {}}, "deep": json.loads("[" * 90 + "]" * 90),
}  # fmt: skip
"""What can stand for any value of a document."""

WRONG_TOML: Final = {"true": "true", "negative": "-1", "huge": "0x" + "f" * 4000, "fraction": "-inf",
                     "text": '"\\u001b]0;x\\u0007"', "list": "[[[]]]", "table": "{ '' = {} }",
                     "date": "1979-05-27T07:32:00Z", "deep": "[" * 90 + "]" * 90}  # fmt: skip


def mutants() -> Iterator[Case]:
    """Yield the good files damaged in each way that changes them; some of these are still good."""
    for name, role in ROLE_OF.items():
        data = (GOOD / name).read_bytes()
        stem, _, ending = name.rpartition("/")[2].partition(".")
        for damage, harm in DAMAGES.items():
            if (harmed := harm(data)) != data:
                yield Case(f"{role}/{stem}-{damage}.{ending}", harmed)
        documents = (
            _documents(data) if ending in ("json", "ipuz") else _toml_documents(data) if ending == "toml" else ()
        )
        for damage, document in documents:
            yield Case(f"{role}/{stem}-{damage}.{ending}", document)


def _with(data: bytes, piece: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + piece + data[middle:]


def _documents(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a JSON document with each of its keys, in turn, missing, misspelled and of each wrong type."""
    document = json.loads(data)
    if not isinstance(document, dict):
        return
    for key in document:
        without = {each: value for each, value in document.items() if each != key}
        yield f"without-{key}", json.dumps(without).encode()
        yield f"{key}-misspelled", json.dumps({**without, key + "s": document[key]}).encode()
        for kind, value in WRONG.items():
            yield f"{key}-{kind}", json.dumps({**document, key: value}).encode()


def _toml_documents(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the same of a TOML document, all keys of which stand on a line of their own."""
    text = data.decode()
    for found in re.finditer(r"^(\w+) = (?!\"\"\")(.*)\n", text, re.M):
        key, number = found.group(1), text.count("\n", 0, found.start()) + 1
        before, after = text[: found.start()], text[found.end() :]
        yield f"without-{key}-{number}", (before + after).encode()
        yield f"{key}s-{number}", f"{before}{key}s = {found.group(2)}\n{after}".encode()
        for kind, value in WRONG_TOML.items():
            yield f"{key}-{kind}-{number}", f"{before}{key} = {value}\n{after}".encode()


# bombs


def bombs() -> Iterator[Case]:
    """Yield files that would take long, or much memory, or a deep stack, if nothing were bounded."""
    toml = {
        "many-tables": "".join(f"[a{i}]\n" for i in range(40_000)),
        "dotted-key": "a." * 199_000 + "a = 1\n",
        "dotted-tables": "".join(f"[a{i}.b.c.d.e.f]\n" for i in range(20_000)),
        "many-numbers": "x = [" + "1," * 190_000 + "]\n",
        "nested-lists": "x = " + "[" * 390_000,
        "nested-tables": "x = " + "{a=" * 130_000,
        "too-large": "#" * 600_000 + "\n",
        "many-bad-clues": "[clues]\nrows = [" + "'(A'," * 20_000 + "]\ncolumns = ['.']\n",
        "long-clue": "[clues]\nrows = ['" + "A|" * 60_000 + "']\ncolumns = 1\n",
        "long-key": "a" * 390_000 + " = 1\n",
        "long-title": 'title = "' + "\\u001b" * 60_000 + '"\nshape = 3\n',
        "nested-clue": "[clues]\nrows = ['" + "(" * 30_000 + "A" + ")" * 30_000 + "']\ncolumns = 1\n",
        "nested-class": "dialect = 'javascript'\nflags = 'v'\n[clues]\nrows = ['" + "[" * 30_000 + "']\ncolumns = 1\n",
        "one-long-row": "[clues]\nrows = 1\ncolumns = 50000\n\n[[solutions]]\nrows = ['" + "A" * 49_999 + "']\n",
        "many-solutions": "[clues]\nrows = 1\ncolumns = 1\n\n" + "[[solutions]]\nrows=['AB']\n" * 13_000,
        "many-cells-by-name": "shape = 'lines'\ncells = [" + "'a'," * 90_000 + "]\n",
        "all-of-unicode": "alphabet = '" + "".join(map(chr, range(0x10000, 0x10000 + 400_000))) + "z-a'\n",
    }
    for name, text in toml.items():
        yield Case(f"puzzle/bomb-{name}.toml", text.encode())
    website = '{"name": "%s", "patternsX": [["A"]], "patternsY": [["(A"]]}'
    jsons = {
        "nested-lists": "[" * 4_000_000,
        "nested-objects": '{"puzzles":' * 500_000,
        "nested-just-so": '{"puzzles":' * 900 + "1" + "}" * 900,
        "nested-solution": website[:-1] % "x" + ', "solutionMap": ' + "[" * 900 + "]" * 900 + "}",
        "nested-size": '{"size": ' + "[" * 900 + "]" * 900 + ', "x": [], "y": [], "z": []}',
        "empty-lists": "[" + "[]," * 1_600_000 + "3]",
        "empty-objects": "[" + "{}," * 100_000 + "3]",
        "many-keys": "{" + ",".join(f'"k{i}": 1' for i in range(200_000)) + ', "k199999": 2}',
        "many-bad-puzzles": "[" + ",\n".join(website % i for i in range(1_000)) + "]",
        "late-mistake": "[" + ",\n".join(website % i for i in range(3_000)) + ', {"patternsX": 3}]',
        "long-number": '{"clues": {"rows": ' + "9" * 4299 + ', "columns": ' + "9" * 4299 + "}}",
        "long-text": '{"clues": "' + "\\u0007" * 400_000 + '"}',
        "backslashes": '{"title": "' + "\\\\" * 2_000_000 + '", "clues": 3}',
        "astral-letters": json.dumps({"title": "\U0001f9e9" * 1_200_000, "clues": 3}, ensure_ascii=False),
        "too-large": "[" + " " * 8_000_000,
        "half-surrogates": '{"title": "' + "\\ud800" * 400_000 + '", "clues": 3}',
        "many-puzzles": "[" + ",".join([website % 1] * 15_000) + "]",
        "slots": '{"slots": [' + '[["a"],"A"],' * 20_000 + '[["a"],3]]}',
    }
    for name, text in jsons.items():
        yield Case(f"puzzle/bomb-{name}.json", text.encode())
    trux = "shape = rectangular\nnum_rows = %d\nnum_cols = 1\nnum_regexes_per_row = 1\nnum_regexes_per_col = 1\n"
    yield Case("puzzle/bomb-many-lines.txt", (trux % 200_001 + "'A'\n" * 200_002).encode())
    yield Case("puzzle/bomb-many-bad-lines.txt", (trux % 20_000 + "'(A'\n" * 20_001).encode())
    yield Case("puzzle/bomb-header.txt", b"k = v\n" * 200_000)
    deep = base64.b64encode(b'{"size":' + b"[" * 90_000)
    yield Case("puzzle/bomb-link.txt", b"https://example.org/?puzzle=" + deep)
    yield Case("puzzle/bomb-percents.txt", b"https://example.org/?puzzle=" + b"%41" * 1_000_000)
    yield Case("template/bomb-rows.txt", b".\n" * 200_000)
    yield Case("template/bomb-columns.txt", b"." * 4_000_000 + b"\n")
    yield Case("template/bomb-blank.txt", b"\n" * 200_000)
    yield Case("template/bomb-nested.toml", b"template = " + b"[" * 400_000)
    yield Case("template/bomb-nested.ipuz", b'{"kind": ' + b"[" * 400_000 + b"}")
    yield Case("template/bomb-nested-just-so.ipuz", b'{"kind": ' + b"[" * 900 + b'"crossword"' + b"]" * 900 + b"}")
    cells = b"[" + b"0," * 999_999 + b"0]"
    yield Case("template/bomb-wide.ipuz", b'{"kind": ["crossword"], "puzzle": [' + cells + b"]}")
    yield Case("words/bomb-one-word.txt", b"word\n" * 1_200_000)
    yield Case("words/bomb-digits.txt", b"12345\n" * 1_200_000)
    yield Case("words/bomb-one-line.txt", b"word" * 500_000)
    yield Case("formula/bomb-comments.cnf", b"c\n" * 1_000_000)
    yield Case("formula/bomb-one-line.cnf", b"c " * 4_000_000)
    yield Case("formula/bomb-one-variable.cnf", b"c satcross formula, version 1\n" + b"c x 1 1,1 A\n" * 500_000)
    yield Case("answer/bomb-lines.txt", b"y\n" * 4_000_000)
    yield Case("answer/bomb-literals.txt", b"s SATISFIABLE\n" + b"v 1 2 3\n" * 500_000)
    yield Case("answer/bomb-one-literal.txt", b"s SATISFIABLE\nv " + b"9" * 900_000 + b" 0\n")
    yield Case("grid/bomb-rows.txt", b"A\n" * 500_000)
    yield Case("grid/bomb-one-row.txt", b"A" * 7_000_000)
    yield Case("manifest/bomb-nested.json", b"[" * 900_000)
    yield Case("manifest/bomb-too-large.json", b" " * 1_100_000)
    yield Case("solution/bomb-nested.json", b"[" * 4_000_000)
