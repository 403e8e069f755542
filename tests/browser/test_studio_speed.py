"""How long it takes from a keystroke to the verdict, the count and the candidates, on the puzzle of MIT.

The test only checks that each keystroke is answered.  It prints what it measured (`pytest -s`); docs/studio.md reports
the figures of a quiet machine.
"""

from __future__ import annotations

import tomllib
from statistics import quantiles

import pytest

from tests.browser.conftest import Studio
from tests.browser.studio_page import PUZZLES, settled

pytestmark = pytest.mark.slow

CLUES = [
    *("horizontal 1", "horizontal 3", "horizontal 7", "horizontal 11"),
    *("rising 1", "rising 4", "rising 8", "falling 1", "falling 3", "falling 13"),
]

# Notes when a key goes down, and when everything is known about a revision and has been painted.
WATCH = """() => {
    window.times = [];
    let down = 0;
    document.addEventListener("keydown", (event) => { down = event.timeStamp; }, {capture: true});
    new MutationObserver(() => {
        const since = down; // answers are shown at the beginning of a frame, which is painted before the next task
        setTimeout(() => window.times.push(performance.now() - since));
    }).observe(document.getElementById("verdict"), {attributes: true, attributeFilter: ["data-known"]});
}"""


def test_from_keystroke_to_verdict(open_studio: Studio) -> None:
    puzzle = tomllib.loads((PUZZLES / "mit-2013.toml").read_text("utf-8"))
    page = open_studio(document={"puzzle": puzzle, "letters": {}})
    assert settled(page) == "✓ Exactly one solution"
    page.evaluate(WATCH)
    answered = 0
    for name in CLUES:
        field = page.get_by_role("textbox", name=f"Clue of {name}", exact=True)
        field.focus()
        page.keyboard.press("End")
        last = field.input_value()[-1]
        # a letter more, and taken away again; the last letter away, and written again
        for key in ("A", "Backspace", "Backspace", last):
            page.keyboard.press(key)
            answered += 1
            page.wait_for_function("(count) => window.times.length >= count", arg=answered, timeout=30000)
    times = page.evaluate("window.times")
    cuts = quantiles(times, n=20)
    print(f"\nkeystroke to verdict, {len(times)} keystrokes: median {cuts[9]:.0f} ms, 95 % within {cuts[18]:.0f} ms,"
          f" longest {max(times):.0f} ms")  # fmt: skip
    assert len(times) == 4 * len(CLUES)
    assert settled(page) == "✓ Exactly one solution"
