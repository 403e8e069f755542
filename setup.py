"""What pyproject.toml cannot express: where the grammars and two pages go, and a README whose links work on PyPI."""

import re
import tomllib
from pathlib import Path
from shutil import copy, copytree

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class BuildWithFiles(build_py):
    """Copies `grammars/`, and the pages that `satcross help CODE` shows, into the wheel.

    An editable install has them where they are.
    """

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            package = Path(self.build_lib) / "satcross"
            copytree(HERE / "grammars", package / "grammars", dirs_exist_ok=True)
            (package / "docs").mkdir(parents=True, exist_ok=True)
            for name in ("errors.md", "authors-guide.md"):
                copy(HERE / "docs" / name, package / "docs" / name)


def readme() -> str:
    """Return README.md with absolute links: pages to the repository, and pictures to their files."""
    repository = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[1].startswith("!") else "blob"
        return f"{link[1]}({repository}/{kind}/main/{link[2]})"

    return re.sub(r"(!?\[[^\]]*\])\((?!https?:|#)([^)]+)\)", absolute, (HERE / "README.md").read_text("utf-8"))


setup(cmdclass={"build_py": BuildWithFiles}, long_description=readme(), long_description_content_type="text/markdown")
