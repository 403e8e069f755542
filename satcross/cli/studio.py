"""`satcross studio`: the page on which puzzles are made."""

from __future__ import annotations

import argparse
import os
from typing import Final

from satcross.base.extras import missing_extra
from satcross.cli.options import option
from satcross.cli.parser import Options, Parser, command_parser
from satcross.cli.signals import YES, calling
from satcross.cli.terminal import say, write_to_stream
from satcross.puzzle.wordlists import read_words

LAST_PORT = 65535

SITE: Final = "SATCROSS_SITE"
"""The environment variable that names the site for players."""


def make_studio_parser() -> Parser:
    return command_parser(
        "studio",
        """
It starts a server on this computer, prints the address of its page and opens it. Only you can use it: the address
contains a secret. The page reads and writes only the files named here; a file that does not exist yet is created when
it is saved.
Ctrl-C ends the server. It needs the extra studio.
""",
        """
        satcross studio
        satcross studio puzzle.toml
        satcross studio --site https://example.org/satcross/
        satcross studio crossword.toml --words words.txt --no-browser
        """,
        (
            option("files", nargs="*", help="puzzle files that the page may open and save"),
            option("--words", action="append", default=[], metavar="LIST", help="a word list for crosswords"),
            option(
                "--site",
                metavar="ADDRESS",
                help="the site to which links for players lead; default: SATCROSS_SITE in the environment",
            ),
            option("--port", type=port, metavar="N", help="the port; default 8137, or any free one"),
            option("--no-browser", action="store_true", help="only print the address"),
        ),
    )


def port(text: str) -> int:
    """Return the port that `text` writes (the type of an argument); 0 is any free one."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to {LAST_PORT}")
    return int(text)


def run_studio(options: Options) -> int:
    try:
        import starlette  # noqa: F401 - only whether they are here
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError:
        raise missing_extra(
            "studio", "the studio needs starlette, uvicorn and websockets, which are not all installed"
        ) from None
    from satcross.cli.publishing import site_address
    from satcross.studio.named_files import Files
    from satcross.studio.server import ServerOptions, run

    named = options.site if options.site is not None else os.environ.get(SITE, "")
    site = site_address(named, "--site" if options.site is not None else SITE) if named else ""
    files = Files(options.files)
    words = tuple(map(os.path.abspath, options.words))
    if words:
        read_words(words, use_cache=False)
    try:
        run(ServerOptions(files, words, options.port, not options.no_browser, site), _announce, calling)
    except KeyboardInterrupt:  # the usual way to end it
        say("satcross studio: ended")
    return YES


def _announce(address: str) -> None:
    """Print the address of the page, and how to end the server."""
    write_to_stream(("out", address + "\n"))
    say("satcross studio: the page is at this address; Ctrl-C ends it")
