"""Bit sets hold the numbers that were put into them."""

from random import Random

from satcross.base import members


def test_the_members_of_a_bit_set_are_its_bits_in_ascending_order() -> None:
    random = Random(1)
    assert members(0) == ()
    for _ in range(100):
        chosen = tuple(sorted(random.sample(range(200), random.randint(1, 30))))
        assert members(sum(1 << each for each in chosen)) == chosen
