"""Functions are small; where one is larger, there is a reason."""

from pathlib import Path

import pytest

from tools.code_sizes import REASONS, measure, name_in


@pytest.mark.long
def test_every_larger_function_has_a_reason_and_every_reason_a_function() -> None:
    root = Path(__file__).resolve().parent.parent
    sizes = measure(path.relative_to(root) for path in sorted((root / "satcross").rglob("*.py")))
    assert {name_in(entry) for entry in (*sizes.long, *sizes.wide)} == REASONS.keys()
