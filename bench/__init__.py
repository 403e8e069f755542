"""The benchmark suite: where the time of each stage goes, how it grows, and what other solvers take.

    make bench                 the short suite, under five minutes
    make bench-full            every rung, and the peers that are installed
    make bench-compare REV=... this revision and another one, taking turns

A *rung* is one puzzle of a *family*; a family whose rungs grow is a *ladder*.  Each rung is measured in a process of
its own.  The process is warm: everything is imported and one small puzzle is solved before the clock starts.  Puzzles
are drawn with fixed seeds and solvable by construction.
"""
