"""What pyproject.toml cannot express: the regex grammars lie at the top of the repository and go into the package."""

from pathlib import Path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithGrammars(build_py):
    """Copies `grammars/` to `satcross/grammars/` in the wheel; an editable install has them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            copytree(
                Path(__file__).parent / "grammars", Path(self.build_lib) / "satcross" / "grammars", dirs_exist_ok=True
            )


setup(cmdclass={"build_py": BuildWithGrammars})
