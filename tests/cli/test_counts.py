"""What the commands say about numbers of solutions: of those that are estimates, of none at all, and of huge ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from satcross.cli.count import guarantee


@pytest.mark.parametrize("epsilon", [0.001, 0.004, 0.29, 0.8, 3.0, 1e300])
def test_the_bounds_of_an_estimate_are_those_of_its_guarantee(epsilon: float) -> None:
    low, high = map(int, guarantee(1_000, epsilon, 0.2).replace(",", "").split(" between ")[1].split()[0:3:2])
    factor = 1 + Fraction(str(epsilon))
    assert low <= 1_000 / factor < low + 1
    assert high <= 1_000 * factor < high + 1


@pytest.mark.parametrize(("delta", "percent"), [(0.2, "80"), (0.05, "95"), (0.004, "99.6"), (1e-9, "99.9999999")])
def test_the_probability_of_an_estimate_is_not_rounded_up(delta: float, percent: str) -> None:
    assert guarantee(900, 0.8, delta) == f"with a probability of at least {percent}% between 500 and 1,620"
