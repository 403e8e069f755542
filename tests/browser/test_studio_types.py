"""The types in the comments of the studio's modules agree with how they are used: TypeScript checks them."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
COMPILER = HERE / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.mark.long
@pytest.mark.skipif(
    not COMPILER.exists(),
    reason="typescript is not installed: npm ci --prefix tests/browser (make test-browser does it)",
)
def test_types_of_the_studio() -> None:
    node = shutil.which("node")
    assert node is not None, "npm has installed typescript, so there should be a node"
    done = subprocess.run(
        [node, str(COMPILER), "--project", str(HERE)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == ""
    assert done.returncode == 0
