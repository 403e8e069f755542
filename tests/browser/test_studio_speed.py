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

# Notes when a key goes down, and when everything is known about a revision and has been painted.  Nothing runs in
# between: a page that is asked again and again whether it has finished would paint more often than it has to.
WATCH = """() => {
    window.times = [];
    let down = 0, tell = () => {};
    document.addEventListener("keydown", (event) => { down = event.timeStamp; }, {capture: true});
    new MutationObserver(() => {
        const since = down; // answers are shown at the beginning of a frame, which is painted before the next task
        setTimeout(() => { window.times.push(performance.now() - since); tell(); });
    }).observe(document.getElementById("verdict"), {attributes: true, attributeFilter: ["data-known"]});
    window.answered = (count) => new Promise((done) => {
        tell = () => window.times.length >= count && done();
        tell();
    });
}"""


@pytest.mark.long
def test_from_keystroke_to_verdict(open_studio: Studio) -> None:
    puzzle = tomllib.loads((PUZZLES / "mit-2013.toml").read_text("utf-8"))
    page = open_studio(document={"puzzle": puzzle, "letters": {}})
    assert settled(page) == "✓ Exactly one solution"
    page.evaluate(WATCH)
    keys = 0
    for name in CLUES:
        field = page.get_by_role("textbox", name=f"Clue of {name}", exact=True)
        field.focus()
        page.keyboard.press("End")
        last = field.input_value()[-1]
        # a letter more, and taken away again; the last letter away, and written again
        for key in ("A", "Backspace", "Backspace", last):
            page.keyboard.press(key)
            keys += 1
            page.evaluate("(count) => window.answered(count)", keys)
    times = page.evaluate("window.times")
    cuts = quantiles(times, n=20)
    print(f"\nkeystroke to verdict, {len(times)} keystrokes: median {cuts[9]:.0f} ms, 95 % within {cuts[18]:.0f} ms,"
          f" longest {max(times):.0f} ms")  # fmt: skip
    assert len(times) == 4 * len(CLUES)
    assert settled(page) == "✓ Exactly one solution"
