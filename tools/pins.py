"""Write requirements/: every package that is installed here, in one version, with the hashes of its files.

    run.txt       what satcross needs, and what building it needs
    dev.txt       what its development needs besides; browser.txt, docs.txt, ...: what some targets need
    all.txt       everything that users may add
    oldest.txt    the oldest versions that pyproject.toml allows of what users install

Each file serves every Python that satcross runs on, and every platform.  `make pins` runs this; it needs `uv`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
HEADER: Final = "# Written by `make pins`.\n"
BUILD: Final = "requirements/build.in"

FILES: Final = {
    "run": [BUILD],
    "dev": ["--extra", "dev", BUILD, "-c", "requirements/run.txt"],
    "browser": ["--extra", "browser", "-c", "requirements/dev.txt"],
    "docs": ["--extra", "docs", "-c", "requirements/dev.txt"],
    "notebooks": ["--extra", "notebooks", "-c", "requirements/dev.txt"],
    "release": ["--extra", "release", "-c", "requirements/docs.txt"],
    "fuzz": ["--extra", "fuzz", "-c", "requirements/dev.txt"],
    "all": ["--extra", "all", "-c", "requirements/dev.txt"],
    "oldest": ["--extra", "all", "--resolution", "lowest-direct"],
}


def main() -> None:
    for name, options in FILES.items():
        path = ROOT / "requirements" / f"{name}.txt"
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade", "--universal", "--generate-hashes",
             "--python-version", "3.11", "--no-header", "--no-annotate", "pyproject.toml", *options, "-o", str(path)],
            cwd=ROOT, check=True,
        )  # fmt: skip
        path.write_text(HEADER + path.read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    main()
