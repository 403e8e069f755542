"""The player in the terminal: Textual shows a `PlaySession`, and hands keys and clicks to its functions.

All that is remembered here is the session, the guide once it has been worked out, and what is waiting for it.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import ClassVar, Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, VerticalScroll
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from satcross.author.player_steps import PlayerSteps
from satcross.base.platform import IS_WINDOWS
from satcross.base.wording import capital, counted
from satcross.errors import printable
from satcross.pictures.lettering import constraint_text, constraint_words, reversed_mark
from satcross.pictures.picture import usual_title
from satcross.play import game as moves, session as acts
from satcross.play.game import Game, PlayBoard, Verdict
from satcross.play.grid_text import (
    BAD,
    FAINT,
    GOOD,
    MATCHED,
    MAY_BE_HERE,
    Piece,
    cell_at,
    grid_rows,
    grid_text,
    row_width,
    seen,
)
from satcross.play.keeping import DEFAULT_SETTINGS, PlaySettings
from satcross.play.session import (
    SIGNS,
    PlaySession,
    begin,
    is_solved,
    matched,
    result_text,
    satisfied,
    shown_verdicts,
    time_text,
)
from satcross.puzzle import Clue


def panel(board: PlayBoard, session: PlaySession) -> Group:
    """Return the clues of the current cell: which parts match so far, and what they say; then the pencil marks."""
    parts: list[Text | Padding] = []
    cursor = session.cursor
    through = board.lines_of[cursor.cell]
    for line in sorted(through, key=lambda each: each != cursor.line):
        about = f" {board.arrow(line)} {counted(len(board.puzzle.lines[line].cells), 'cell')}"
        name = Text(printable(capital(board.puzzle.lines[line].name)), "bold reverse" * (line == cursor.line) or "bold")
        parts.append(Text.assemble(name, (about, FAINT)))
        verdicts = shown_verdicts(board, session.game.letters, line, session.settings)
        for number, clue in enumerate(board.puzzle.lines[line].clues):
            shown = Text.assemble(_clue_text(board, session, line, number), (reversed_mark(clue), FAINT))
            shown.overflow = "fold"
            parts.append(Text.assemble(_sign(verdicts[number]), shown))
            if words := constraint_words(clue, board.puzzle):
                parts.append(Padding(Text(words, FAINT), (0, 0, 0, 2)))
        if not board.puzzle.lines[line].clues:
            parts.append(Text("  no clue", FAINT))
        parts.append(Text())
    if not through:
        parts.append(Text("No line goes through this cell.\n", FAINT))
    marks = session.game.contents[cursor.cell].marks
    if marks:
        parts.append(Text.assemble(("Pencil marks: ", "bold"), " ".join(map(seen, marks))))
    return Group(*parts)


def _sign(verdict: Verdict) -> Text:
    return Text(SIGNS[verdict] + " ", GOOD if verdict == "ok" else BAD)


def _clue_text(board: PlayBoard, session: PlaySession, line: int, number: int) -> Text:
    """Return a clue, with the parts that match so far and the parts that may be in the current cell."""
    clue = board.puzzle.lines[line].clues[number]
    if not isinstance(clue, Clue):
        return Text(constraint_text(clue))
    parts = matched(board, session.game.letters, line, number, session.cursor.cell)
    text = Text()
    for place, letter in enumerate(clue.pattern):
        styles = [
            style
            for style, spans in ((MATCHED, parts.so_far), (MAY_BE_HERE, parts.here))
            if any(span.start <= place < span.end for span in spans)
        ]
        text.append(printable(letter), " ".join(styles))
    return text


def clues_text(board: PlayBoard, session: PlaySession) -> Text:
    """Return all clues of the puzzle with what is known of them."""
    text = Text()
    for number, line in enumerate(board.puzzle.lines):
        if not line.clues:
            continue
        text.append(f"{printable(capital(line.name))}\n", "bold")
        for verdict, clue in zip(
            shown_verdicts(board, session.game.letters, number, session.settings), line.clues, strict=True
        ):
            text.append(_sign(verdict))
            text.append(f"{constraint_text(clue)}{reversed_mark(clue)}\n")
    return text


PANEL: Final = 32  # columns that the clues get at least
AROUND: Final = 5  # rows of the screen that are not the grid's
BESIDE: Final = 4  # columns around the grid
KEPT_EVERY: Final = 10  # seconds

RULES: Final = """\
Fill every cell with a letter. The letters of each line, read in its direction, must match all regular expressions of \
the line as a whole.
"""
RULES_IN_PROSE: Final = "Fill every cell with a letter, so that every line holds the word that its clue asks for.\n"
KEYS: Final = (
    ("a letter", "fills the cell and moves on along the line, and at its end to the next line with an open cell"),
    ("arrow keys", "go to the neighbour in that direction"),
    ("Home, End", "go to the first or last cell of the line"),
    (
        "Enter",
        "changes to the next line through the cell; so do a second click, and the space bar if a space is not a letter",
    ),
    ("Page Up, Down", "go to another line"),
    ("Backspace", "clears the cell, or the one before it; Delete clears this one"),
    ("F2", "pencil: letters become small marks; so does the full stop if it is not a letter"),
    ("F3", "check: letters that no solution has are struck out"),
    ("F4", "hint: first where to look, then which cells follow, then what they are"),
    ("F5", "writes down what the hint says"),
    ("F6", "reveals the letter of the cell"),
    ("F7", "all clues"),
    ("F8", "marks clues that can no longer be satisfied, or no longer does"),
    ("F9", "stops typing at the end of a line, or lets it go on again"),
    ("F10", "hides letters that have a colour once the puzzle is solved, or shows them again"),
    ("F1, ?", "these keys; the question mark if it is not a letter"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+Q", "keeps the game and leaves; the same command continues it"),
)
SIGNS_HELP: Final = """
A clue gets ✓ when its full line satisfies it. It gets ✗ when the line does not satisfy it, or no longer can. The \
parts of a clue that match the letters so far are in green. The parts that may be in the current cell are underlined.
"""

DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Page(ModalScreen[None]):
    """A text over the grid; Escape, Enter and a click close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "dismiss", "Close"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
    ]

    def __init__(self, title: str, text: Text | Group | str) -> None:
        super().__init__()
        self._heading: Final = title
        self._text: Final = text

    def compose(self) -> ComposeResult:
        box = VerticalScroll(Static(self._text, markup=False), id="page")
        box.border_title = self._heading
        box.border_subtitle = "Escape closes this"
        yield box

    def action_scroll(self, rows: int) -> None:
        self.query_one("#page").scroll_relative(y=rows, animate=False)

    def on_click(self, event: events.Click) -> None:
        self.dismiss()


class GridView(Static):
    """The grid; a click tells the application which cell it was."""

    def __init__(self) -> None:
        super().__init__("", id="grid", markup=False)
        self.rows: list[list[Piece]] = []

    def on_click(self, event: events.Click) -> None:
        cell = cell_at(self.rows, event.x, event.y)
        app = self.app
        if cell is not None and isinstance(app, PlayApp):
            app.show(acts.click(app.board, app.session, cell))


class PlayApp(App[None]):
    """Plays one puzzle.

    Args:
        guide_of: Works out what hints and checks need; it is called in a thread, and may take its time.
        keep: Keeps the game for another day.
        keep_settings: Keeps what the player has chosen for all puzzles.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; }
    #head { height: 1; background: $primary-darken-2; color: $text; }
    #middle { height: 1fr; }
    #left { width: auto; padding: 1 1 0 2; }
    #grid { width: auto; height: auto; }
    #right { width: 1fr; padding: 1 1 0 1; }
    #message { height: 2; padding: 0 1; color: $text-warning; }
    Page { align: center middle; }
    #page { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "keys", "Keys"),
        Binding("f2", "pencil", "Pencil"),
        Binding("f3", "check", "Check"),
        Binding("f4", "hint", "Hint"),
        Binding("f5", "write", "Write it", show=False),
        Binding("f6", "reveal", "Reveal"),
        Binding("f7", "clues", "Clues"),
        Binding("f8", "stuck", "Marks", show=False),
        Binding("f9", "going_on", "End of line", show=False),
        Binding("f10", "letters", "Letters", show=False),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo", show=False),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(
        self,
        board: PlayBoard,
        game: Game,
        guide_of: Callable[[], PlayerSteps | None],
        keep: Callable[[Game], None] = lambda game: None,
        settings: PlaySettings = DEFAULT_SETTINGS,
        keep_settings: Callable[[PlaySettings], None] = lambda settings: None,
    ) -> None:
        super().__init__()
        self.board: Final = board
        self.session: PlaySession = begin(board, game, settings)
        self._guide_of: Final = guide_of
        self._keep: Final = keep
        self._keep_settings: Final = keep_settings
        self._guide: PlayerSteps | None = None
        self._has_guide = False
        self._is_guide_begun = False
        self._waiting: Callable[[], None] | None = None
        self._own_loop: AbstractEventLoop | None = None
        self._is_leaving = False
        self._is_solved = is_solved(board, game)

    def leave(self) -> None:
        """Keep the game and end as soon as possible; a signal handler or any thread may call this."""
        self._is_leaving = True
        if self._own_loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._own_loop.call_soon_threadsafe(self.exit)

    def get_driver_class(self) -> type[Driver]:
        if IS_WINDOWS:
            return super().get_driver_class()
        from satcross.play.keyboard import KeyboardDriver

        return KeyboardDriver

    def compose(self) -> ComposeResult:
        yield Static("", id="head", markup=False)
        left, right = ScrollableContainer(GridView(), id="left"), VerticalScroll(Static("", id="clues"), id="right")
        left.can_focus = right.can_focus = False
        yield Horizontal(left, right, id="middle")
        yield Static("", id="message", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._own_loop = get_running_loop()
        if self._is_leaving:
            self.exit()
        self.title = self.board.puzzle.title or "satcross"
        self.set_interval(1, self._tick)
        self.on_resize()

    def on_resize(self) -> None:
        """Draw the grid as large as there is room."""
        if not self._is_composed:
            return
        room = max(1, self.size.width - PANEL)
        self.query_one(GridView).rows = grid_rows(self.board, room - BESIDE, self.size.height - AROUND)
        self.query_one("#left").styles.max_width = room
        self.show(self.session)

    def on_unmount(self) -> None:
        self._keep(self.session.game)

    # -- what is shown

    @property
    def _is_composed(self) -> bool:
        """Whether the parts of the screen are there: not yet at the first event, and no longer at the last."""
        return len(self.query("#head, #clues, #message, #left, #grid")) == 5

    def show(self, session: PlaySession) -> None:
        """Show `session` from now on, and say so once the puzzle is solved."""
        self.session = session
        if not self._is_composed:
            return
        grid = self.query_one(GridView)
        grid.update(grid_text(self.board, session, grid.rows))
        self.query_one("#clues", Static).update(panel(self.board, session))
        self.query_one("#message", Static).update(Text(printable(session.message)))
        self._show_head()
        self.call_after_refresh(self._follow)
        was_solved, self._is_solved = self._is_solved, is_solved(self.board, session.game)
        if self._is_solved and not was_solved:
            self.push_screen(Page("Solved", result_text(session.game, printable(self.board.puzzle.answer))))

    def _show_head(self) -> None:
        game = self.session.game
        done, clues = satisfied(self.board, game)
        counted = "" if self.board.puzzle.is_in_prose else f"{done}/{clues} clues   "
        facts = f"{game.filled}/{len(game.contents)} cells   {counted}{time_text(game.seconds)} "
        title = f" {printable(self.board.puzzle.title) or usual_title(self.board.puzzle)}"
        pencil = "pencil   " if self.session.is_pencil else ""
        room = max(0, self.size.width - len(facts) - len(pencil) - 1)
        self.query_one("#head", Static).update(Text(f"{title[:room]:{room}} {pencil}{facts}"))

    def _follow(self) -> None:
        """Scroll the grid so that the current cell can be seen."""
        if not self._is_composed:
            return
        for y, row in enumerate(self.query_one(GridView).rows):
            for number, piece in enumerate(row):
                if piece.cell == self.session.cursor.cell and piece.is_middle:
                    x = row_width(row[:number])
                    region = Region(max(0, x - 4), max(0, y - 2), piece.width + 8, 5)
                    self.query_one("#left").scroll_to_region(region, animate=False)
                    return

    def _tick(self) -> None:
        if self._is_solved or not self.app_focus or not self._is_composed:
            return
        game = self.session.game
        self.session = self.session._replace(game=game._replace(seconds=game.seconds + 1))
        self._show_head()
        if self.session.game.seconds % KEPT_EVERY == 0:
            self._keep(self.session.game)

    # -- keys

    def on_key(self, event: events.Key) -> None:
        if event.character == "?" and not self.board.is_letter("?") and len(self.screen_stack) == 1:
            event.prevent_default()
            self.action_keys()
            return
        after = self._pressed(event)
        if after is not None and len(self.screen_stack) == 1:
            event.prevent_default()
            self.show(after)

    def _pressed(self, event: events.Key) -> PlaySession | None:
        """Return the session after a key; None if the key means nothing here."""
        board, session = self.board, self.session
        cursor, letters = session.cursor, session.game.letters
        key, typed = event.key, event.character
        if key in DIRECTIONS:
            return acts.go(session, moves.towards(board, cursor, *DIRECTIONS[key]))
        if key in ("home", "end"):
            return acts.go(session, moves.to_end(board, cursor, is_last=key == "end"))
        if key in ("pageup", "pagedown"):
            return acts.go(session, moves.on_other_line(board, letters, cursor, 1 if key == "pagedown" else -1))
        if key == "enter" or (typed == " " and not board.is_letter(" ")):
            return acts.go(session, moves.on_next_line(board, cursor))
        if key == "backspace":
            return acts.backspace(board, session)
        if key == "delete":
            return acts.delete(board, session)
        if typed == "." and not board.is_letter("."):
            return acts.toggle_pencil(session)
        return acts.type_letter(board, session, typed) if typed and typed.isprintable() else None

    def action_pencil(self) -> None:
        self.show(acts.toggle_pencil(self.session))

    def action_stuck(self) -> None:
        self.show(acts.toggle_stuck(self.session))
        self._keep_settings(self.session.settings)

    def action_going_on(self) -> None:
        self.show(acts.toggle_going_on(self.session))
        self._keep_settings(self.session.settings)

    def action_letters(self) -> None:
        self.show(acts.toggle_letters(self.session))
        self._keep_settings(self.session.settings)

    def action_undo(self) -> None:
        self.show(acts.undo_step(self.board, self.session))

    def action_redo(self) -> None:
        self.show(acts.redo_step(self.board, self.session))

    def action_write(self) -> None:
        self.show(acts.write_hint(self.board, self.session))

    def action_check(self) -> None:
        self._with_guide(lambda: self.show(acts.check(self.board, self.session, self._guide)))

    def action_hint(self) -> None:
        self._with_guide(lambda: self.show(acts.hint(self.board, self.session, self._guide)))

    def action_reveal(self) -> None:
        self._with_guide(lambda: self.show(acts.reveal(self.board, self.session, self._guide)))

    def action_clues(self) -> None:
        self.push_screen(Page("Clues", clues_text(self.board, self.session)))

    def action_keys(self) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        for key, meaning in KEYS:
            table.add_row(Text(key, "bold", no_wrap=True), meaning)
        is_in_prose = self.board.puzzle.is_in_prose
        rules, signs = (RULES_IN_PROSE, "") if is_in_prose else (RULES, SIGNS_HELP)
        self.push_screen(Page("Keys and rules", Group(rules, table, signs)))

    # -- the guide

    def _with_guide(self, act: Callable[[], None]) -> None:
        """Do `act` once the guide has been worked out."""
        if self._has_guide:
            act()
            return
        self._waiting = act
        self.show(self.session._replace(message="Working the solution out ..."))
        if not self._is_guide_begun:
            self._is_guide_begun = True
            Thread(target=self._work_out, daemon=True).start()  # leaving does not wait for it

    def _work_out(self) -> None:
        guide = self._guide_of()
        with suppress(RuntimeError):  # the player has left
            self.call_from_thread(self._take_guide, guide)

    def _take_guide(self, guide: PlayerSteps | None) -> None:
        self._guide, self._has_guide = guide, True
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()
