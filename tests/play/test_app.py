"""The player in the terminal, played by keys and clicks, and its pictures in docs/pictures.

`ACCEPT=1` writes the pictures again; look at them before you commit.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from itertools import product

import pytest

pytest.importorskip("textual", reason="needs the extra play")

from textual.pilot import Pilot

from satcross.api import player_steps
from satcross.author.player_steps import PlayerSteps
from satcross.play.app import GridView, Page, PlayApp
from satcross.play.game import Game, PlayBoard, new_game
from satcross.play.grid_text import cell_at
from satcross.puzzle import Puzzle
from tests.golden.test_pictures import PICTURES, own
from tests.pictures.samples import fifteen
from tests.selection import slow_rows_but

pytestmark = pytest.mark.long

Act = Callable[["Pilot[None]", PlayApp], Awaitable[None]]


def played(puzzle: Puzzle, act: Act, size: tuple[int, int] = (80, 24), game: Game | None = None) -> PlayApp:
    """Play `puzzle` by `act` on a terminal of so many columns and rows; return the application."""
    board = PlayBoard(puzzle)
    kept: list[Game] = []
    known: PlayerSteps | None = player_steps(puzzle) if len(puzzle.cells) < 60 else None
    app = PlayApp(board, game or new_game(board.given, len(puzzle.cells)), lambda: known, kept.append)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await act(pilot, app)
            await pilot.pause()

    asyncio.run(run())
    assert kept[-1] == app.session.game
    return app


async def help_by(pilot: Pilot[None], app: PlayApp, key: str) -> None:
    """Press a key that needs the guide, and wait for what it does."""
    before = app.session
    await pilot.press(key)
    for _ in range(1000):
        await pilot.pause(0.01)
        if app.session != before and app.session.message != "Working the solution out ...":
            return
    pytest.fail("the guide never came")


async def click_cell(pilot: Pilot[None], app: PlayApp, cell: int) -> None:
    rows = app.query_one(GridView).rows
    for y in range(len(rows)):
        for x in range(100):
            if cell_at(rows, x, y) == cell:
                await pilot.click(GridView, offset=(x, y))
                return
    pytest.fail(f"cell {cell} is not drawn")


def test_a_puzzle_is_solved_by_keys() -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("h", "i", "pagedown", "o", "k")
        assert app.session.game.letters == ("H", "I", "O", "K")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        assert not isinstance(app.screen, Page)

    hello = own("hello")
    assert hello.expected == (("H", "I", "O", "K"),)
    played(hello, act)


def test_the_mouse_moves_changes_the_line_and_presses_the_keys_of_the_footer() -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        await click_cell(pilot, app, 3)
        assert app.session.cursor.cell == 3
        line = app.session.cursor.line
        await click_cell(pilot, app, 3)
        assert (app.session.cursor.cell, app.session.cursor.line != line) == (3, True)
        await pilot.press("f2", "n")
        assert app.session.game.contents[3].marks == "N"

    played(own("hexagon"), act)


def test_help_waits_for_the_guide_and_then_answers() -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("x")
        await help_by(pilot, app, "f3")
        assert (app.session.message, app.session.wrong) == ("One letter is wrong.", {0})
        await pilot.press("ctrl+z")
        await help_by(pilot, app, "f4")
        assert app.session.message.startswith("Look at ")
        await pilot.press("f4", "f4", "f5")
        assert app.session.game.filled
        await pilot.press("ctrl+z", "ctrl+y", "f6", "f7")
        assert isinstance(app.screen, Page)
        await pilot.press("down", "up", "enter", "f1")
        assert isinstance(app.screen, Page)

    played(own("hexagon"), act)


def test_the_time_goes_on_until_the_puzzle_is_solved() -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        app._tick()
        await pilot.press("h", "i", "pagedown", "o", "k")
        await pilot.pause()
        seconds = app.session.game.seconds
        app._tick()
        assert app.session.game.seconds == seconds >= 1

    played(own("hello"), act)


@pytest.mark.parametrize(
    ("name", "size"),
    slow_rows_but(
        [("mit-2013", (40, 12)), ("mit-2013", (200, 60)), ("sator", (120, 40)), ("star", (80, 24)), ("cube", (40, 12)),
         ("to-be", (80, 24)), ("free-form", (40, 12))],
        product(["mit-2013", "sator", "star", "cube", "to-be", "free-form"],
                [(80, 24), (120, 40), (200, 60), (40, 12)])),
)  # fmt: skip
def test_every_shape_can_be_shown_at_every_size(name: str, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        rows = app.query_one(GridView).rows
        drawn = {piece.cell for row in rows for piece in row if piece.is_middle} - {None}
        assert drawn == set(range(len(app.board.puzzle.cells)))

    played(own(name), act, size)


def test_the_current_cell_of_a_large_grid_is_always_in_sight() -> None:
    async def act(pilot: Pilot[None], app: PlayApp) -> None:
        left = app.query_one("#left")
        assert left.scroll_offset == (0, 0)
        await pilot.press("end", "enter", "end")
        await pilot.pause()
        assert app.session.cursor.cell == len(app.board.puzzle.cells) - 1
        assert left.scroll_offset == (left.max_scroll_x, left.max_scroll_y)
        assert left.max_scroll_y > 0

    played(fifteen(), act, (50, 12))


# -- pictures


async def begun_hexagon(pilot: Pilot[None], app: PlayApp) -> None:
    await pilot.press("h", "e", "f2", "n", "x", "f2", "right")
    await help_by(pilot, app, "f4")
    await pilot.press("f4")


async def begun_mit(pilot: Pilot[None], app: PlayApp) -> None:
    await pilot.press("n", "h", "p", "e", "h", "a", "down")


async def begun_star(pilot: Pilot[None], app: PlayApp) -> None:
    await pilot.press("b", "o", "o")


SCENES: dict[str, tuple[str, Act, tuple[int, int]]] = {
    "play-hexagon": ("hexagon", begun_hexagon, (80, 24)),
    "play-mit": ("mit-2013", begun_mit, (100, 30)),
    "play-star": ("star", begun_star, (80, 24)),
}


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_one_in_the_docs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayApp, "_tick", lambda self: None)  # the clock stands still
    puzzle, act, size = SCENES[name]
    shot: list[str] = []

    async def scene(pilot: Pilot[None], app: PlayApp) -> None:
        await act(pilot, app)
        await pilot.pause()
        app.session = app.session._replace(game=app.session.game._replace(seconds=83))
        app.show(app.session)
        await pilot.pause()
        shot.append(app.export_screenshot(title="satcross play"))

    played(own(puzzle), scene, size)
    drawn = re.sub(r"terminal-\d+-", "terminal-", shot[0])
    file = PICTURES / f"{name}.svg"
    if os.environ.get("ACCEPT"):
        file.write_text(drawn, "utf-8")
    assert text_of(drawn) == text_of(file.read_text("utf-8"))


def text_of(drawing: str) -> list[str]:
    """Return the texts of a picture; colours and measures are left to the version of Textual."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
