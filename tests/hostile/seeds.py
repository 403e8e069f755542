"""The seeds of the fuzzer: inputs that together reach whatever it has reached in the code.

`seeds/<reader>.jsonl` has one input in each line, as a JSON string, the shortest input first.  Bytes that are no UTF-8
are written as lone surrogates (`"\udcff"` is the byte FF), so every input can be read by people and by git.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SEEDS: Final = Path(__file__).parent / "seeds"


def read_seeds(reader: str) -> list[bytes]:
    """Return the seeds of a reader."""
    lines = (SEEDS / f"{reader}.jsonl").read_text("ascii").splitlines()
    return [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]


def write_seeds(reader: str, seeds: Iterable[bytes]) -> None:
    """Replace the seeds of a reader."""
    ordered = sorted(set(seeds), key=lambda seed: (len(seed), seed))
    lines = [json.dumps(seed.decode("utf-8", "surrogateescape")) + "\n" for seed in ordered]
    (SEEDS / f"{reader}.jsonl").write_text("".join(lines), "ascii", newline="\n")
