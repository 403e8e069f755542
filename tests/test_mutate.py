"""The tool of mutation testing changes what it says, and notices whether tests notice."""

import pytest

from tools.mutate import EXPLAINED, mutants

pytestmark = pytest.mark.long


def test_what_is_explained_is_still_a_mutant() -> None:
    entries = [line for line in EXPLAINED.read_text(encoding="utf-8").splitlines() if line.startswith("- `")]
    assert entries
    for entry in entries:
        module = "satcross." + entry.split("`")[1]
        assert any(entry.startswith(f"- {mutant.name}:") for mutant in mutants(module)), entry
