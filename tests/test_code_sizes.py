"""Functions are small; where one is larger, there is a reason."""

import pytest

from tests.transcript import ROOT
from tools.code_sizes import REASONS, measure, name_in


@pytest.mark.long
def test_every_larger_function_has_a_reason_and_every_reason_a_function() -> None:
    sizes = measure(path.relative_to(ROOT) for path in sorted((ROOT / "satcross").rglob("*.py")))
    assert {name_in(entry) for entry in (*sizes.long, *sizes.wide)} == REASONS.keys()
