"""Static sites on which puzzles are played: what a site of one's own and the site of satcross have in common."""
