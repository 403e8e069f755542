"""satcross against the real regex engines, on random questions."""
