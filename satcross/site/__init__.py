"""Static sites on which puzzles are played: what a site you make and the site of satcross have in common."""
