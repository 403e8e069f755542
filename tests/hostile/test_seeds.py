"""What the fuzzer has found worth keeping is read again: nothing but documented errors comes out, within a second."""

import time

import pytest

from tests.hostile.fuzz import SECONDS_PER_INPUT
from tests.hostile.readers import READERS, run
from tests.hostile.seeds import read_seeds
from tests.pace import slowness


@pytest.mark.parametrize("name", READERS)
def test_seeds(name: str) -> None:
    seeds = read_seeds(name)
    assert seeds
    for seed in seeds:
        began = time.process_time()
        run(name, seed)
        assert time.process_time() - began < SECONDS_PER_INPUT * slowness(), seed
