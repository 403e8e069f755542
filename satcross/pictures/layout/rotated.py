"""Rotated rectangles, and whether two of them meet."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from satcross.pictures.lattice import Point
from satcross.pictures.layout.parts import LEADING, Label


class RotatedRectangle(NamedTuple):
    """A rectangle: its middle, the direction of its length, and half of its length and height."""

    centre: Point
    along: Point
    half_length: float
    half_height: float

    def overlaps(self, other: RotatedRectangle) -> bool:
        """Return whether the two meet: whether no axis of either separates them."""
        dx, dy = other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]
        reach = self.half_length + self.half_height + other.half_length + other.half_height
        if hypot(dx, dy) > reach:
            return False
        for ux, uy in (self.along, _perpendicular(self.along), other.along, _perpendicular(other.along)):
            gap = abs(dx * ux + dy * uy)
            if gap > self._half_extent((ux, uy)) + other._half_extent((ux, uy)):
                return False
        return True

    def _half_extent(self, axis: Point) -> float:
        """Return half of the length of the rectangle's projection on `axis`."""
        across = _perpendicular(self.along)
        dot = abs(axis[0] * self.along[0] + axis[1] * self.along[1])
        cross = abs(axis[0] * across[0] + axis[1] * across[1])
        return self.half_length * dot + self.half_height * cross


def _perpendicular(direction: Point) -> Point:
    return -direction[1], direction[0]


def label_rectangle(label: Label) -> RotatedRectangle:
    """Return the rectangle that a label covers."""
    half = label.length / 2
    centre = (label.at[0] + label.outward[0] * half, label.at[1] + label.outward[1] * half)
    return RotatedRectangle(centre, label.outward, half, LEADING * label.size * max(1, len(label.rows)) / 2)
