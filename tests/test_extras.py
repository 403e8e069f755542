"""What is said about a missing package is a command that installs it where satcross runs."""

import json
import os
import shlex
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from satcross.base import extras
from satcross.base.extras import EXTRAS, install_command

ROOT = Path(__file__).resolve().parents[1]
EXTRAS_OF_DEVELOPERS = {"fuzz", "peers", "browser", "docs", "notebooks", "release", "all", "dev"}


def test_the_packages_are_those_of_pyproject() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {name: list(packages) for name, packages in EXTRAS.items()} == {
        name: packages for name, packages in listed.items() if name not in EXTRAS_OF_DEVELOPERS
    }
    assert listed["all"] == [f"satcross[{','.join(EXTRAS)}]"]


def test_the_page_on_installing_names_every_extra_and_the_readme_installs_them_all() -> None:
    page = (ROOT / "docs" / "install.md").read_text()
    readme = (ROOT / "README.md").read_text()
    assert "pipx install '.[all]'" in readme
    for name in EXTRAS:
        assert f"| `{name}` | " in page


def install_into(folder: Path, monkeypatch: pytest.MonkeyPatch, *, has_pip: bool = True) -> str:
    """Let satcross seem to run in the virtual environment `folder`; return its Python."""
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "bin" / "python"))
    monkeypatch.setattr(extras, "_has_pip", lambda: has_pip)
    return sys.executable


pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shells of POSIX")


def test_into_a_virtual_environment_by_its_own_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = install_into(tmp_path / "my env", monkeypatch)
    assert shlex.split(install_command("verify")) == [python, "-m", "pip", "install", "dratify>=0.1,<0.2"]
    assert shlex.split(install_command("png"))[-2:] == ["reportlab>=4.1,<6", "pypdfium2>=4.30,<6"]


def test_into_an_environment_of_uv_that_has_no_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = install_into(tmp_path / ".venv", monkeypatch, has_pip=False)
    expected = ["uv", "pip", "install", "--python", python, "dratify>=0.1,<0.2"]
    assert shlex.split(install_command("verify")) == expected


def test_into_what_pipx_has_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_into(tmp_path / "venvs" / "satcross", monkeypatch)
    (Path(sys.prefix) / "pipx_metadata.json").touch()
    assert shlex.split(install_command("puz")) == ["pipx", "inject", "satcross", "puzpy>=0.2.6,<1"]


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (None, []),
        ({"url": "file:///home/me/my%20satcross", "dir_info": {}}, ["--from", "/home/me/my satcross"]),
        (
            {"url": "https://example.org/satcross", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            ["--from", "git+https://example.org/satcross@abc"],
        ),
    ],
)
def test_uvx_is_asked_again_with_the_package(
    origin: object, source: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_into(tmp_path / "uv" / "archive-v0" / "N1rPp", monkeypatch)
    monkeypatch.setattr(sys, "argv", ["satcross", "verify", "my proof", "puzzle.toml"])

    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return None if origin is None else json.dumps(origin)

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed())
    expected = ["uvx", *source, "--with", "dratify>=0.1,<0.2", "satcross", "verify", "my proof", "puzzle.toml"]
    assert shlex.split(install_command("verify")) == expected


def test_a_system_that_keeps_its_python_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = install_into(tmp_path / "usr", monkeypatch)
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    assert install_command("pdf").startswith(f"{python} -m pip install --break-system-packages ")


def test_users_get_ranges_of_versions_that_the_pins_lie_in() -> None:
    """From the oldest that pass the tests to below the next major version, as docs/reliability.md promises."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    (listed,) = extras["all"]
    names = listed.removeprefix("satcross[").removesuffix("]").split(",")
    ranges = list(map(Requirement, [*project["dependencies"], *[each for name in names for each in extras[name]]]))
    assert len(ranges) > 10
    for pins in ("all", "oldest"):
        lines = (ROOT / f"requirements/{pins}.txt").read_text().splitlines()
        pinned = dict(line.split(" ")[0].split("==") for line in lines if "==" in line and line[0] != " ")
        for each in ranges:
            assert {specifier.operator for specifier in each.specifier} == {">=", "<"}, each
            assert pinned[each.name] in each.specifier, (pins, each)
