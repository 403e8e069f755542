"""Files are read without waiting for what never comes."""

import os

import pytest

from satcross.base.reading import read_bytes
from satcross.errors import PuzzleError


@pytest.mark.skipif(not os.path.exists("/dev/ptmx"), reason="a device that says nothing")
def test_a_device_that_says_nothing_is_not_waited_for() -> None:
    with pytest.raises(PuzzleError, match="this device says nothing") as caught:
        read_bytes("/dev/ptmx", 1_000)
    assert (caught.value.code, caught.value.place) == ("unreadable", ("/dev/ptmx",))


@pytest.mark.skipif(os.name != "posix", reason="a device as POSIX has it")
def test_a_device_that_has_nothing_is_empty() -> None:
    assert read_bytes("/dev/null", 1_000) == b""
