"""The order of letters on paper, compared with that of Chromium."""

from __future__ import annotations

import random
from typing import Any

import pytest

from satcross.pictures.bidi import visual_order
from tests.pictures.test_bidi import ALPHABET

pytestmark = pytest.mark.slow

ORDER = """(text) => {
  const row = document.body.appendChild(document.createElement("div"));
  row.dir = "auto";
  row.style.cssText = "white-space: pre; display: inline-block; font: 16px monospace; font-variant-ligatures: none";
  row.textContent = text;
  const left = (place) => {
    const range = document.createRange();
    range.setStart(row.firstChild, place);
    range.setEnd(row.firstChild, place + 1);
    return range.getBoundingClientRect().left;
  };
  return Array.from(text, (letter, place) => [left(place), letter]).sort((a, b) => a[0] - b[0])
    .map(([, letter]) => letter).join("");
}"""


def test_letters_stand_as_in_chromium(browser: Any) -> None:
    page = browser.new_page()
    page.set_content("<!DOCTYPE html>")
    chosen = random.Random(1)
    texts = ["".join(chosen.choices(ALPHABET, k=chosen.randrange(1, 12))) for _ in range(300)]
    shown = [page.evaluate(ORDER, text) for text in texts]
    page.close()
    assert [visual_order(text) for text in texts] == shown
