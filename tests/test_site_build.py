"""How the site is put together, as far as that needs no download; tests/browser/test_site.py visits the built one."""

import ast
import json
import re
import shutil
import subprocess
import threading
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.transcript import ROOT
from tools.site.build import documentation
from tools.site.bundles import ESBUILD, bundled, script_of
from tools.site.compile_folder import module_name, with_first_lines
from tools.site.downloads import PYODIDE
from tools.site.modules import imports, is_never, shipped
from tools.site.pages import with_head
from tools.site.python_parts import package_files
from tools.site.serving import server

PACKAGE = ROOT / "satcross"
ENGINE = ROOT / "build" / "site" / "engine"


def test_only_modules_that_something_imports_are_shipped() -> None:
    sources = {
        "satcross": b"",
        "satcross.one": b"def work():\n    import json.decoder\n    from pysat import card\n",
        "satcross.cli": b"import argparse",
        "satcross.cli.main": b"import argparse",
        "json": b"from .decoder import JSONDecoder",
        "json.decoder": b"from . import scanner",
        "json.scanner": b"",
        "pysat": b"",
        "pysat.card": b"import multiprocessing",
        "pysat.other": b"",
        "multiprocessing": b"",
        "argparse": b"",
    }
    assert shipped(sources) == {
        "satcross", "satcross.one", "json", "json.decoder", "json.scanner", "pysat", "pysat.card",
    }  # fmt: skip


def test_what_the_site_leaves_out_is_imported_by_nothing_that_it_ships() -> None:
    """Only the module of worker processes, which a browser does not have, imports something that is left out."""
    missing = {}
    for path in sorted((ROOT / "satcross").rglob("*.py")):
        name = module_name(path.relative_to(ROOT).as_posix())
        if not is_never(name):
            found = [each for each in imports(ast.parse(path.read_bytes()), name.rpartition(".")[0]) if is_never(each)]
            missing[name] = {each.partition(".")[0] for each in found} - {"satcross"}
    assert {name: names for name, names in missing.items() if names} == {"satcross.base.workers": {"multiprocessing"}}


def test_code_without_line_numbers_does_the_same_and_names_its_functions() -> None:
    source = "def divide(a, b):\n    c = [a,\n         b]\n    return [x / c[1] for x in c]\n\nhalf = divide(1, 2)\n"
    code = with_first_lines(compile(source, "module.py", "exec"))
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["half"] == [0.5, 1.0]
    with pytest.raises(ZeroDivisionError) as error:
        names["divide"](1, 0)
    frames = [each for each in error.traceback if str(each.path).endswith("module.py")]
    assert [each.lineno + 1 for each in frames if each.name == "divide"] == [1]


def test_the_engine_has_every_file_that_the_package_installs() -> None:
    """The generator reads its words in the browser too.  A shell needs the rest, or the site has it as files."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["satcross"]
    installed = {path.relative_to(ROOT).as_posix() for pattern in patterns for path in PACKAGE.glob(pattern)}
    needless = {path for path in installed if re.search(r"studio/|/site/|/completions/|py\.typed$", path)}
    assert installed - needless <= set(package_files())


def test_a_page_gets_a_policy_and_the_way_to_the_engine() -> None:
    page = with_head("<!DOCTYPE html>\n<head>\n<title>x</title></head>", "0123", "../")
    assert page.count("<head>") == 1
    assert re.search(r'Content-Security-Policy" content="default-src \'none\';', page)
    assert 'name="satcross-engine" content="../engine/worker.js"' in page
    assert 'name="satcross-version" content="0123"' in page
    assert 'rel="apple-touch-icon" href="../icons/apple-touch-icon.png"' in page
    with pytest.raises(ValueError, match="head"):
        with_head("<p>", "")


def test_a_page_allows_no_script_within_it_but_its_own() -> None:
    policy = r"script-src ([^;]*);"
    (plain,) = re.findall(policy, with_head("<head></head>", ""))
    (own,) = re.findall(policy, with_head('<head><script type="application/json">1</script><script>f()</script>', ""))
    digest = b64encode(sha256(b"f()").digest()).decode()
    assert own == f"{plain} 'sha256-{digest}'"


@pytest.mark.skipif(not ESBUILD.exists(), reason="esbuild is not installed (make site)")
def test_a_page_asks_for_one_script_and_one_style_sheet() -> None:
    page = (
        '<head><link rel="stylesheet" href="player/player.css">\n'
        '<script data-early="js/early.js"></script><script type="module" src="js/a.js"></script></head>'
    )
    files = {
        "index.html": page.encode(),
        "js/a.js": b'import {two} from "../player/b.js";\nconsole.log(two + 1, import.meta.url);\n',
        "js/early.js": b'import {two} from "../player/b.js";\nglobalThis.early = two;\n',
        "player/b.js": b"export const two = 2;\n",
        "player/player.css": b"a { color: red; }",
        "page/studio.css": b"",
        "site.css": b"a { color: blue; }",
        "frame.css": b"",
        "fonts.css": b"",
        "pages.css": b"",
        "docs.css": b"",
        "engine/offline.js": b"globalThis.offline = true;\n",
        **dict.fromkeys(("engine/worker.js", "engine/between.js", "js/engine.js"), b"globalThis.here = 1;\n"),
    }
    made = bundled(files)
    assert not {"player/b.js", "player/player.css", "js/early.js"} & made.keys()
    shown = made["index.html"].decode()
    assert re.findall(r'(?:href|src)="([^"]*)"', shown) == ["js/a.js", "site.css"]
    assert re.search(r"<script>.*globalThis\.early=2.*</script>", shown, re.S)
    assert made["site.css"].index(b"red") < made["site.css"].index(b"blue" if b"blue" in made["site.css"] else b"#00f")
    assert b"import{" not in made["js/a.js"]
    assert b"offline=!0" in made["js/a.js"]
    assert bundled(files) == made
    assert "two:()=>" in script_of(files, "player/b.js")


@pytest.mark.skipif(not ESBUILD.exists(), reason="esbuild is not installed (make site)")
def test_a_script_that_cannot_be_read_stops_the_build() -> None:
    with pytest.raises(RuntimeError, match=r"js/a\.js"):
        script_of({"js/a.js": b"const = 1;"}, "js/a.js")


def test_every_package_of_the_site_is_pinned_by_its_hash() -> None:
    locked = json.loads((ROOT / "site" / "package-lock.json").read_text("utf-8"))["packages"]
    assert all(package["integrity"].startswith("sha512-") for path, package in locked.items() if path)
    for name in ("site", "site-tests"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        packages = re.findall(r"^\S+==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", text, re.M)
        assert len(packages) == len(re.findall("==", text))


def test_each_page_of_the_documentation_has_the_way_back_to_the_puzzles(tmp_path: Path) -> None:
    (tmp_path / "how-to").mkdir()
    (tmp_path / "how-to" / "x.html").write_text("<html><head></head><body class='x'><main>Text</main></body></html>")
    (tmp_path / "_sources").mkdir()
    (tmp_path / "_sources" / "x.md").write_text("Text")
    pages = documentation(tmp_path)
    assert pages.keys() == {"docs/how-to/x.html"}
    page = pages["docs/how-to/x.html"].decode()
    assert re.search(
        r"<body class='x'><link [^>]*\"../../docs.css\">.*<nav id=\"site\".*</nav>\s*<main>Text", page, re.S
    )
    assert '<a href="../../gallery.html">Gallery</a>' in page
    assert "Content-Security-Policy" in page


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, int]]:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<p>" + "home" * 100, "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    host = server(folder, 0, "/below/")
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield "127.0.0.1", host.server_address[1]
    host.shutdown()
    host.server_close()


@pytest.mark.parametrize("path", ["/", "/secret.txt", "/below/../secret.txt", "/below/%2e%2e/secret.txt", "/below/x"])
def test_the_host_sends_no_other_file(address: tuple[str, int], path: str) -> None:
    connection = HTTPConnection(*address)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert (answer.status, b"secret" in answer.read()) == (404, False)


SMALL = {"puzzle": {"clues": {"rows": [["HE|LL|O+"], ["[PLEASE]+"]], "columns": [["[^SPEAK]+"], ["EP|IP|EF"]]}}}
OPEN = {"puzzle": {"clues": {"rows": [["HE|LL|O+"], []], "columns": [[], []]}}}
PARTS = ["layout", "parse", "verdict", "lint", "steps"]
EXPORTS = ("svg", "html", "toml", "json", "regexcrossword", "trux", "board", "link")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.skipif(not (ENGINE / "library.part").exists(), reason="the site is not built (make site)")
def test_the_built_engine_has_every_module_that_questions_need() -> None:
    messages = [
        {"type": "edit", "revision": 1, "document": SMALL, "want": PARTS},
        {"type": "show", "id": "show", "revision": 1, "cell": 0, "letter": "H"},
        {"type": "mend", "id": "loosen", "revision": 1, "how": "loosen", "line": 0, "clue": 0, "most": 1},
        {"type": "mend", "id": "vary", "revision": 1, "how": "vary", "line": 0, "clue": 0, "most": 1},
        {"type": "reshape", "id": "reshape", "revision": 1, "shape": {"kind": "hexagon", "sides": [2, 2, 2]}},
        {"type": "import", "id": "import", "text": '[clues]\nrows = ["A"]\ncolumns = ["A"]\n'},
        {"type": "play", "id": "play", "revision": 1},
        {"type": "export", "id": "proof", "revision": 1, "format": "proof"},
        *[{"type": "export", "id": each, "revision": 1, "format": each} for each in EXPORTS],
        {"type": "edit", "revision": 2, "document": OPEN, "want": PARTS},
        {"type": "mend", "id": "repair", "revision": 2, "how": "repair", "most": 1},
        {"type": "complete", "id": "complete", "revision": 2, "seed": 1},
        {"type": "edit", "revision": 3, "document": {"puzzle": {"clues": {"rows": [["A"]], "columns": [["B"]]}}}},
    ]
    done = subprocess.run(
        ["node", str(ROOT / "tools" / "site" / "talk.mjs"), str(PYODIDE), str(ENGINE)],
        input="\n".join(map(json.dumps, messages)), capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    refused = {each["id"]: each["code"] for each in answers if each["type"] == "refusal"}
    assert set(refused) <= {"trux", "board", "regexcrossword"}  # formats for other shapes
    assert "died" not in refused.values(), done.stderr
    statuses = [each["status"] for each in answers if each["type"] == "verdict" and each["is_last"]]
    assert statuses == ["unique", "several", "none"]


def test_the_library_of_pyodide_is_where_the_build_looks_for_it() -> None:
    if not PYODIDE.exists():
        pytest.skip("Pyodide has not been downloaded (make site)")
    with ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        assert {"asyncio/__init__.py", "pyodide/__init__.py", "_pyodide/__init__.py"} <= set(archive.namelist())
