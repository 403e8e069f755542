"""What the player sees and does: each key, check and hint is a function from one `PlaySession` to the next.

A `PlaySession` never changes.  `message` answers the last action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.author.clue_parts import parts_by_index
from satcross.author.player_steps import GuideStep, PlayerSteps
from satcross.base.records import NamedTuple
from satcross.base.wording import capital, counted, listed
from satcross.errors import Span
from satcross.pictures.lettering import constraint_text
from satcross.play import game as moves
from satcross.play.game import (
    CellContent,
    Cursor,
    Game,
    PlayBoard,
    Verdict,
    changed,
    changed_cells,
    erase,
    put,
    redo,
    toggle_mark,
    undo,
)
from satcross.play.keeping import DEFAULT_SETTINGS, PlaySettings
from satcross.puzzle import Clue, address_text

WORDS: Final[dict[Verdict, str]] = {
    "": "",
    "ok": "is satisfied",
    "bad": "is not satisfied",
    "stuck": "can no longer be satisfied",
}
SIGNS: Final[dict[Verdict, str]] = {"": " ", "ok": "✓", "bad": "✗", "stuck": "✗"}


def shown_verdicts(
    board: PlayBoard, letters: Sequence[str], line: int, settings: PlaySettings = DEFAULT_SETTINGS
) -> tuple[Verdict, ...]:
    """Return the verdicts that players see: of a puzzle in prose none, because they would give the words away."""

    def is_shown(verdict: Verdict) -> bool:
        return not board.puzzle.is_in_prose and (verdict != "stuck" or settings.marks_stuck)

    return tuple([verdict if is_shown(verdict) else "" for verdict in verdicts_of(board, letters, line)])


def verdicts_of(board: PlayBoard, letters: Sequence[str], line: int) -> tuple[Verdict, ...]:
    """Return what is known of each clue of a line.

    Args:
        letters: One entry for each cell of the puzzle, "" for an open cell.
    """
    own = tuple(letters[cell] for cell in board.puzzle.lines[line].cells)
    verdicts = board.verdicts_of.get((line, own))
    if verdicts is None:
        clues = range(len(board.puzzle.lines[line].clues))
        verdicts = board.verdicts_of[line, own] = tuple(_verdict(board, letters, own, line, clue) for clue in clues)
    return verdicts


def _verdict(board: PlayBoard, letters: Sequence[str], own: Sequence[str], line: int, clue: int) -> Verdict:
    if own and not any(own):
        return ""
    if all(own):
        return "ok" if board.matches(board.puzzle.lines[line].clues[clue], "".join(own)) else "bad"
    constraint = board.constraint_of[line, clue]
    return "stuck" if constraint.line_constraint.prune(constraint.domains(_masks(board, letters))) is None else ""


class MatchedParts(NamedTuple):
    """Parts of a clue's text.

    Attributes:
        so_far: The states that may hold the letters that are there.
        here: The states that may hold the letter of the current cell.
    """

    so_far: frozenset[Span]
    here: frozenset[Span]


def matched(board: PlayBoard, letters: Sequence[str], line: int, clue: int, cell: int) -> MatchedParts:
    """Return which parts of a clue match what is in its line; no parts for a word list, or if they are not known."""
    given = board.puzzle.lines[line].clues[clue]
    nothing = frozenset[Span]()
    constraint = board.constraint_of[line, clue]
    if not isinstance(given, Clue):
        return MatchedParts(nothing, nothing)
    domains = constraint.domains(_masks(board, letters))
    held = parts_by_index(board.compiled.letters.trees[given.pattern], board.compiled.classes, domains)
    if held is None:
        return MatchedParts(nothing, nothing)
    cells = constraint.cells
    so_far = [spans for spans, each in zip(held, cells, strict=True) if letters[each]]
    here = [spans for spans, each in zip(held, cells, strict=True) if each == cell]
    return MatchedParts(nothing.union(*so_far), nothing.union(*here))


def _masks(board: PlayBoard, letters: Sequence[str]) -> list[int]:
    """Return the letter mask of each cell."""
    compiled = board.compiled
    return [
        compiled.classes.mask_of(letter) if letter else domain
        for letter, domain in zip(letters, compiled.domains, strict=True)
    ]


WHERE: Final = 1  # a hint names the lines
CELLS: Final = 2  # and marks the cells
ALL: Final = 3  # and says what follows


class PlaySession(NamedTuple):
    """A game, and what the player sees of it.

    Attributes:
        is_pencil: Whether letters become pencil marks.
        message: The answer to the last action.
        wrong: The cells that the last check found wrong.
        hinted: The cells that the hint is about.
        step: The step of the current hint, None if there is none.
        level: How much of it has been shown: WHERE, CELLS or ALL.
        settings: What the player has chosen for all puzzles.
    """

    game: Game
    cursor: Cursor
    is_pencil: bool = False
    message: str = ""
    wrong: frozenset[int] = frozenset()
    hinted: frozenset[int] = frozenset()
    step: GuideStep | None = None
    level: int = 0
    settings: PlaySettings = DEFAULT_SETTINGS


def begin(board: PlayBoard, game: Game, settings: PlaySettings = DEFAULT_SETTINGS) -> PlaySession:
    """Return the session in which `game` is begun or resumed."""
    session = PlaySession(game, moves.start(board, game.letters), settings=settings)
    return session._replace(message="Welcome back." if game.filled > len(game.fixed) else "")


def type_letter(board: PlayBoard, session: PlaySession, typed: str) -> PlaySession:
    """Return the session after a letter was typed: a letter, or a pencil mark."""
    letter = board.meant_letter(typed)
    if letter is None:
        return session._replace(message=f"{typed} is not in this puzzle's alphabet.")
    game, cursor = session.game, session.cursor
    if session.is_pencil:
        if game.contents[cursor.cell].letter:
            return session._replace(message="This cell has a letter; pencil marks are for open cells.")
        return _after(board, session, toggle_mark(game, cursor.cell, letter), cursor)
    if cursor.is_past_end and game.contents[cursor.cell].letter:
        return session._replace(
            message="The line ends here. Arrow keys move on, Enter changes to another line through this cell."
        )
    game = put(game, cursor.cell, letter)
    cursor = moves.advanced(board, game.letters, cursor, goes_on=session.settings.goes_on)
    return _after(board, session, game, cursor)


def delete(board: PlayBoard, session: PlaySession) -> PlaySession:
    """Return the session with the current cell cleared."""
    return _after(board, session, erase(session.game, session.cursor.cell), session.cursor)


def backspace(board: PlayBoard, session: PlaySession) -> PlaySession:
    """Return the session with the current cell cleared, or the one before it if there was nothing to clear."""
    game, cursor = session.game, session.cursor
    if cursor.cell in game.fixed or game.contents[cursor.cell] == CellContent():
        cursor = moves.back(board, cursor)
    return _after(board, session, erase(game, cursor.cell), cursor)


def go(session: PlaySession, cursor: Cursor) -> PlaySession:
    """Return the session with the cursor elsewhere."""
    return session._replace(cursor=cursor, message="")


def click(board: PlayBoard, session: PlaySession, cell: int) -> PlaySession:
    """Return the session after a click on a cell; a second click changes to the next line through it."""
    if cell == session.cursor.cell:
        return go(session, moves.on_next_line(board, session.cursor))
    return go(session, moves.at_cell(board, cell, session.cursor.line))


def toggle_pencil(session: PlaySession) -> PlaySession:
    """Return the session after changing between pen and pencil."""
    message = "Pen: letters fill cells." if session.is_pencil else "Pencil: letters become small marks."
    return session._replace(is_pencil=not session.is_pencil, message=message)


def toggle_stuck(session: PlaySession) -> PlaySession:
    """Return the session after switching whether clues that can no longer be satisfied are marked."""
    settings = session.settings._replace(marks_stuck=not session.settings.marks_stuck)
    are_marked = "are now marked" if settings.marks_stuck else "are not marked now"
    return session._replace(settings=settings, message=f"Clues that can no longer be satisfied {are_marked}.")


def toggle_going_on(session: PlaySession) -> PlaySession:
    """Return the session after switching whether typing goes on to another line at the end of one."""
    settings = session.settings._replace(goes_on=not session.settings.goes_on)
    message = "Typing now goes on to the next line." if settings.goes_on else "Typing now stops at the end of a line."
    return session._replace(settings=settings, message=message)


def toggle_letters(session: PlaySession) -> PlaySession:
    """Return the session after switching whether letters that have a colour are hidden at the end."""
    settings = session.settings._replace(hides_letters=not session.settings.hides_letters)
    are_hidden = "are now hidden" if settings.hides_letters else "stay"
    return session._replace(settings=settings, message=f"Letters that have a colour {are_hidden} at the end.")


def undo_step(board: PlayBoard, session: PlaySession) -> PlaySession:
    """Return the session with the last step undone."""
    return _went_back(board, session, undo(session.game), "Undone.", "There is nothing to undo.")


def redo_step(board: PlayBoard, session: PlaySession) -> PlaySession:
    """Return the session with the step done again that was undone last."""
    return _went_back(board, session, redo(session.game), "Done again.", "There is nothing to redo.")


def _went_back(board: PlayBoard, session: PlaySession, game: Game, message: str, nothing: str) -> PlaySession:
    cells = changed_cells(session.game, game)
    if not cells:
        return session._replace(message=nothing)
    cursor = moves.at_cell(board, cells[0], session.cursor.line) if len(cells) == 1 else session.cursor
    return _after(board, session, game, cursor)._replace(message=message)


def _after(board: PlayBoard, session: PlaySession, game: Game, cursor: Cursor) -> PlaySession:
    """Return the session after a change of letters, with what that says of the clues."""
    cells = changed_cells(session.game, game)
    if not cells:
        return session._replace(cursor=cursor, message="")
    news = _news(board, session, game) if len(cells) == 1 else ""
    return session._replace(
        game=game,
        cursor=cursor,
        message=news,
        wrong=session.wrong.difference(cells),
        hinted=frozenset(),
        step=None,
        level=0,
    )


def _news(board: PlayBoard, session: PlaySession, after: Game) -> str:
    """Return which clues a letter has satisfied, or made impossible to satisfy."""
    before, settings = session.game, session.settings
    news = []
    for line in board.lines_of[changed_cells(before, after)[0]]:
        old, new = [shown_verdicts(board, game.letters, line, settings) for game in (before, after)]
        clues = board.puzzle.lines[line].clues
        for clue, was, verdict in zip(clues, old, new, strict=True):
            if verdict not in ("", was):
                news.append(f"{capital(board.puzzle.lines[line].name)}: {constraint_text(clue)} {WORDS[verdict]}.")
    if board.puzzle.is_in_prose and after.is_full and not is_solved(board, after):
        news.append("Some letters are wrong; F3 strikes them out.")
    return " ".join(news)


def wrong_cells(guide: PlayerSteps, game: Game) -> list[int]:
    """Return the cells whose letter no solution has."""
    pairs = zip(guide.possible, game.contents, strict=False)
    return [cell for cell, (possible, content) in enumerate(pairs) if content.letter and content.letter not in possible]


def next_step(guide: PlayerSteps, game: Game) -> GuideStep | None:
    """Return the first step that the player does not know: some cell has no letter, and not marks that say as much."""

    def is_known(step: GuideStep) -> bool:
        contents = [(game.contents[cell], left) for cell, left in step.leaves]
        return all(each.letter or (each.marks and set(each.marks) <= set(left)) for each, left in contents)

    return next((step for step in guide.steps if not is_known(step)), None)


def check(board: PlayBoard, session: PlaySession, guide: PlayerSteps | None) -> PlaySession:
    """Return the session after a check: which letters are wrong, or which lines contradict themselves."""
    game = session.game._replace(checks=session.game.checks + 1)
    wrong = wrong_cells(guide, game) if guide else []
    lines = _contradicted(board, game)
    if guide and guide.status == "none":
        message = "This puzzle has no solution."
    elif wrong:
        message = "One letter is wrong." if len(wrong) == 1 else f"{len(wrong)} letters are wrong."
    elif lines:
        message = f"The clues contradict the letters on {listed(lines)}."
    else:
        message = "No letter is wrong so far." if guide else "No line is contradicted so far."
    return session._replace(game=game, wrong=frozenset(wrong), message=message)


def hint(board: PlayBoard, session: PlaySession, guide: PlayerSteps | None) -> PlaySession:
    """Return the session after a hint: where to look, then which cells follow, then what they are."""
    if guide is None:
        return session._replace(message="There are no hints for this puzzle; satcross explain may take longer.")
    if guide.status == "none":
        return session._replace(message="This puzzle has no solution.")
    if board.puzzle.is_in_prose:
        return session._replace(message="A word crossword has no hints; F6 reveals a letter.")
    wrong = wrong_cells(guide, session.game)
    if wrong:
        cell = address_text(board.puzzle.cells[wrong[0]])
        mistake = _with_mistake(session, f"Something is wrong already: look at cell {cell}.")
        return go(mistake, moves.at_cell(board, wrong[0], session.cursor.line))._replace(message=mistake.message)
    lines = _contradicted(board, session.game)
    if lines:
        return _with_mistake(session, f"Some letters contradict a clue already: look at {lines[0]}.")
    step = next_step(guide, session.game)
    if step is None:
        full = "The grid is full." if session.game.is_full else ""
        return session._replace(
            message=full or "Nothing more can be concluded: several letters fit the open cells.", step=None, level=0
        )
    level = min(ALL, session.level + 1) if step == session.step else WHERE
    return _with_hint(board, session, step, level)


def _with_mistake(session: PlaySession, sentence: str) -> PlaySession:
    """Return the session after a hint about a mistake, which counts as a hint, but the same one only once in a row."""
    hints = session.game.hints + (session.message != sentence)
    return session._replace(game=session.game._replace(hints=hints), message=sentence)


def _with_hint(board: PlayBoard, session: PlaySession, step: GuideStep, level: int) -> PlaySession:
    lines = board.puzzle.lines
    names = listed(list(dict.fromkeys(lines[line].name for line, _ in step.clues)))
    game, cursor = session.game, session.cursor
    message = f"Look at {names}."
    hinted = frozenset(cell for cell, _ in step.leaves) if level >= CELLS else frozenset[int]()
    if level == WHERE:
        game = game._replace(hints=game.hints + 1)
        cursor = moves.along_line(board, game.letters, step.clues[0][0])
    elif level == CELLS:
        message = f"Look at {names}: the marked cells follow."
    else:
        message = f"{step.sentence} (F5 writes it down.)"
    return session._replace(game=game, cursor=cursor, message=message, hinted=hinted, step=step, level=level)


def write_hint(board: PlayBoard, session: PlaySession) -> PlaySession:
    """Return the session with what the hint says written down: the letter of a cell, or pencil marks for several."""
    if session.step is None or session.level < ALL:
        return session._replace(message="Ask for a hint first, until it says what follows.")
    wanted = {
        cell: CellContent(left) if len(left) == 1 else CellContent(marks=left)
        for cell, left in session.step.leaves
        if not session.game.contents[cell].letter
    }
    return _after(board, session, changed(session.game, wanted), session.cursor)


def reveal(board: PlayBoard, session: PlaySession, guide: PlayerSteps | None) -> PlaySession:
    """Return the session with the letter of the current cell revealed, if only one is possible."""
    cell = session.cursor.cell
    if guide is None or not guide.solution:
        return session._replace(message="The letter is not known." if guide is None else "This puzzle has no solution.")
    if len(guide.possible[cell]) > 1:
        return session._replace(message=f"Several letters are possible here: {', '.join(guide.possible[cell])}.")
    content = CellContent(guide.solution[cell], is_revealed=True)
    if session.game.contents[cell].letter == content.letter:
        return session._replace(message="This letter is right.")
    return _after(board, session, changed(session.game, {cell: content}), session.cursor)


def _contradicted(board: PlayBoard, game: Game) -> list[str]:
    """Return the names of the lines whose letters contradict a clue."""
    return [
        line.name
        for number, line in enumerate(board.puzzle.lines)
        if any(verdict in ("bad", "stuck") for verdict in verdicts_of(board, game.letters, number))
    ]


def is_solved(board: PlayBoard, game: Game) -> bool:
    """Return whether every cell has a letter, and every clue is satisfied."""
    return game.is_full and not _contradicted(board, game)


def satisfied(board: PlayBoard, game: Game) -> tuple[int, int]:
    """Return how many clues are satisfied, and how many there are."""
    verdicts = [each for line in range(len(board.puzzle.lines)) for each in verdicts_of(board, game.letters, line)]
    return verdicts.count("ok"), len(verdicts)


def time_text(seconds: int) -> str:
    """Return a time as people read it.

    >>> time_text(59), time_text(600), time_text(3661)
    ('0:59', '10:00', '1:01:01')
    """
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def result_text(game: Game, answer: str = "") -> str:
    """Return how the game went, in a sentence, and the answer of the puzzle, if it has one."""
    help_text = listed(
        [counted(game.hints, "hint"), counted(game.checks, "check"), counted(game.revealed, "revealed letter")]
    )
    result = f"Every clue is satisfied, in {time_text(game.seconds)}, with {help_text}."
    return f"{result}\n\nThe answer: {answer}" if answer else result
