"""How Sphinx makes the site of these pages: `make docs`.

The pages are Markdown (MyST), and can be read as they are.  Two things are made anew each time: the reference of the
Python API, from the docstrings (`tools/api_page.py`), and the puzzles to play (`tools/gallery.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import satcross  # noqa: E402  (the folder has to be on the path first)
from tools.api_page import write_api_page  # noqa: E402
from tools.gallery import write_gallery, write_if_new  # noqa: E402

project = "satcross"
author = "the authors of satcross"
version = release = satcross.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["_build"]
default_role = "code"
nitpicky = False  # types of the standard library are not linked: that would need the network

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # fields of a NamedTuple are listed as members, too
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"satcross {version}"
html_copy_source = False
html_show_copyright = False
html_extra_path = ["_build/play"]
linkcheck_timeout = 20
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True


GENERATED = Path(__file__).resolve().parent / "generated"
ABOVE = {"contributing": ROOT / "CONTRIBUTING.md", "changelog": ROOT / "CHANGELOG.md"}
"""Pages of the site that lie beside the folder of the others."""

DECISIONS = "\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n"


def write_pages(app: Sphinx, config: object) -> None:
    """Write the pages that are not kept in the repository."""
    GENERATED.mkdir(exist_ok=True)
    write_api_page(GENERATED)
    write_gallery(ROOT / "puzzles", GENERATED, Path(app.srcdir) / "_build" / "play")
    for name, path in ABOVE.items():
        write_if_new(GENERATED / f"{name}.md", path.read_text("utf-8").replace("](docs/", "](../").encode())


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Let links to files beside this folder lead to their copies in it, and list the decisions below their page."""
    for page, path in ABOVE.items():
        source[0] = source[0].replace(f"](../{path.name}", f"](generated/{page}.md")
    if name == "decisions/README":
        source[0] += DECISIONS


def setup(app: Sphinx) -> None:
    app.connect("config-inited", write_pages)
    app.connect("source-read", prepare)
