"""Cases on disk: clues with the texts that each engine accepts, as the engines themselves said.

    [[case]]
    about = "a reference to a group that took no part"
    pattern = '(A)?\\1B'
    alphabet = "AB"
    longest = 3
    python = ["AAB"]
    javascript = ["B", "AAB"]

A dialect whose engine refuses the pattern has `"refused"`; one that was not asked has no answer.  `flags`
and `longest` (3) may be left out.  `python -m tests.judges.cases` asks the engines and writes their answers.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.judges.engines import Rejected, find_engine
from tests.judges.generate import Question

TESTS = Path(__file__).parent.parent
FOLDERS = (TESTS / "cases", TESTS / "regressions")
DIALECTS = ("python", "javascript")
CHANGED_IN_3_14 = {r"\B", r"[\U00010400-\U00010427]"}  # patterns that `re` of 3.14 reads otherwise than was recorded


def is_as_recorded(pattern: str, dialect: str) -> bool:
    """Return whether the engine of this dialect that runs here reads `pattern` as the recorded one did."""
    return dialect != "python" or sys.version_info < (3, 14) or pattern not in CHANGED_IN_3_14


class Case(NamedTuple):
    """A question, and the accepted texts; None: the engine refuses the pattern."""

    name: str
    question: Question
    accepts: tuple[str, ...] | None


def all_cases() -> Iterator[Case]:
    """Yield every case of every file."""
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.toml")):
            for number, entry in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], 1):
                for dialect in DIALECTS:
                    if dialect in entry:
                        answer = entry[dialect]
                        accepts = None if answer == "refused" else tuple(answer)
                        yield Case(f"{path.stem}-{number}-{dialect}", _question(entry, dialect), accepts)


def _question(entry: dict[str, object], dialect: str) -> Question:
    flags, longest = entry.get("flags", ""), entry.get("longest", 3)
    assert isinstance(longest, int)
    return Question(dialect, str(flags), str(entry["pattern"]), str(entry["alphabet"]), longest)


def text_of(entry: dict[str, object]) -> str:
    """Return `entry` as TOML."""
    lines = ["[[case]]"]
    for key, value in entry.items():
        is_plain = isinstance(value, str) and "'" not in value and value.isprintable() and key == "pattern"
        lines.append(f"{key} = '{value}'" if is_plain else f"{key} = {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    engines = {dialect: find_engine(dialect) for dialect in DIALECTS}
    if any(engine is None for engine in engines.values()):
        sys.exit("an engine is missing: npm ci --prefix tests/judges")
    versions = ", ".join(engine.version for engine in engines.values() if engine is not None)
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.toml")):
            parts = [f"# answers of {versions}\n"]
            for entry in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
                asked = [dialect for dialect in DIALECTS if dialect in entry] or DIALECTS
                for dialect in asked:
                    engine = engines[dialect]
                    assert engine is not None
                    question = _question(entry, dialect)
                    try:
                        ways = engine.ways(question.pattern, question.flags, question.texts)
                    except Rejected:
                        entry[dialect] = "refused"
                    else:
                        pairs = zip(question.texts, ways, strict=True)
                        entry[dialect] = [text for text, way in pairs if way is not None]
                parts.append(text_of(entry))
            path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
