"""What `make sizes` counts."""

from pathlib import Path

import pytest

from tools.code_sizes import REASONS, Sizes, measure, name_in

MODULE = '''
"""A docstring is no statement."""

class Pair:
    """Nor is this one."""

    def first(self, a, b, *, c, d, e, f):
        return a

    async def second(self, a, b, *rest, c, d, e, **more):
        pass
'''


def test_what_is_counted(tmp_path: Path) -> None:
    module, long = tmp_path / "module.py", tmp_path / "long.py"
    module.write_text(MODULE)
    long.write_text("def f():\n" + "    f()\n" * 40)
    wide = f"{module.as_posix()}:10 second: 7 parameters"
    assert measure([module]) == Sizes(modules=1, statements=5, functions=2, classes=1, long=[], wide=[wide])
    assert measure([long]).long == [f"{long.as_posix()}:1 f: 41 lines"]
    assert measure([long, module])[:4] == (2, 46, 3, 1)


@pytest.mark.long
def test_every_larger_function_has_a_reason_and_every_reason_a_function() -> None:
    root = Path(__file__).resolve().parent.parent
    sizes = measure(path.relative_to(root) for path in sorted((root / "satcross").rglob("*.py")))
    assert {name_in(entry) for entry in (*sizes.long, *sizes.wide)} == REASONS.keys()
