"""Random puzzles, written in the layouts in which people have them, for the reader of pasted texts to read.

The writers share no code with the reader.  What they demand of it: the same puzzle or a refusal, never another puzzle.
"""
