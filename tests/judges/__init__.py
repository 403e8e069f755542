"""The judges: the real regex engines, questions for them, and every way in which satcross itself answers."""
