"""satcross against brute force by the real regex engines, and against itself by other routes, on random puzzles."""
