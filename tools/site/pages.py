"""The pages of the site: what stands in each of them, so that nothing comes from another host.

In: the text of a page.  Out: the same with a Content-Security-Policy, the way to the engine, and the version.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Final

from satcross.pictures.page import to_html
from satcross.puzzle.shapes import rectangle

ENGINE: Final = "engine/worker.js"

FONT: Final = "fonts/latin.woff2"
"""The font of letters and clues."""

DOCS_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""Sphinx writes scripts into its pages."""

_HEAD: Final = re.compile(r"<head>\n?")
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.S)


_FIND_HOME: Final = """<script>(async () => {
  for (let folder = new URL("./", location); ; folder = new URL("../", folder)) {
    const found = await fetch(new URL("manifest.webmanifest", folder), {method: "HEAD"}).catch(() => null);
    if (found?.ok) for (const link of document.links) link.href = new URL(link.getAttribute("href"), folder).href;
    if (found?.ok || folder.pathname === "/") return;
  }
})();</script>
"""
"""Lets links lead to the site, which is in the folder of the page or around it."""

_NOT_FOUND: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="POLICY">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No page here · satcross</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; }</style>
</head>
<body>
<main>
<h1>No page here</h1>
<p>The site has no page at this address.</p>
<p><a href="HOME">Play today's puzzle</a> or <a href="HOMEgallery.html">browse the gallery</a>.</p>
</main>
</body>
</html>
"""


@cache
def player_script() -> str:
    """Return the hash by which a page allows the script of playable pages, which it may show in a frame."""
    page = to_html(rectangle(rows=["A"], columns=["A"]))
    match = re.search(r"script-src ('sha256-[^']+')", page)
    assert match is not None, "the page says which script may run"
    return match[1]


def policy(page: str) -> str:
    """Return the Content-Security-Policy of a page: the site itself, its own scripts, and playable pages in a frame."""
    own = [f" 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in _INLINE.findall(page)]
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {player_script()}{''.join(own)};"
        " style-src 'self' 'unsafe-inline';"
        " img-src 'self' data: blob:; font-src 'self'; connect-src 'self' blob:; worker-src 'self' blob:;"
        " frame-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
    )


def not_found(address: str) -> str:
    """Return what hosts show at an address that the site does not have, which may be in any folder.

    Args:
        address: The address of the site, with a slash at its end; "" if it is not known.
    """
    page = _NOT_FOUND if address else _NOT_FOUND.replace("</body>", f"{_FIND_HOME}</body>")
    return page.replace("POLICY", policy(page)).replace("HOME", address or "./")


def with_head(page: str, version: str, root: str = "") -> str:
    """Return a page of the site with what each of them has in its head.

    Args:
        version: That of the engine, which talks only to pages of the same one.
        root: The way from the page to the folder of the site: "" or "../" for each folder between.

    Raises:
        ValueError: If it has no head.
    """
    head = (
        f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy(page)}">\n'
        f'<meta name="satcross-engine" content="{root}{ENGINE}">\n'
        f'<meta name="satcross-version" content="{version}">\n'
        f'<link rel="apple-touch-icon" href="{root}icons/apple-touch-icon.png">\n'
        f'<link rel="manifest" href="{root}manifest.webmanifest">\n'
        f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{root}{FONT}">\n'
    )
    text, count = _HEAD.subn(lambda match: head, page, count=1)
    if not count:
        raise ValueError("the page has no <head>")
    return text
