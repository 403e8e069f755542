"""Collections on larger machines: a local cluster measured, larger ones simulated with what was measured.

    python -m bench.scaling --measure 100000    check so many generated small puzzles by a local cluster, a worker
                                                killed now and then
    python -m bench.scaling                     measure briefly, then simulate 16, 64 and 1,000 workers

The simulation has what limits a real cluster: one process makes, sends and receives all puzzles, one after another, and
workers get batches as they become free.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.ladders import grid
from satcross.api import check
from satcross.budget import memory_held
from satcross.many.cluster import cluster
from satcross.many.executor import BATCH_SECONDS, LARGEST_BATCH
from satcross.many.stream import answered
from satcross.model import Clue, Puzzle

CLUES = (".*A.*", "[^A]*", "[^B]*", "[^C]*", "(.).*\\1.*", ".*(AB|BA|C).*", ".*[AB].?", "[AC].*", "[BC].*", ".*", ".+")
WORKERS = (16, 64, 1_000)
PUZZLES = 1_000_000
KILL_SECONDS = 10.0


class Measured(NamedTuple):
    """What a simulation starts from, in seconds.

    tasks   of puzzles, a sample
    sender  of the process that asks, for each puzzle: to make it, to send it, to schedule its batch, to get its answer
    """

    tasks: Sequence[float]
    sender: float


class Simulated(NamedTuple):
    """A run on many workers.

    seconds  from the first puzzle to the last answer
    busy     the share of the workers' time that was work
    limit    what the workers waited for
    """

    seconds: float
    busy: float
    limit: str


def small_puzzles(number: int, seed: int = 1) -> Iterator[Puzzle]:
    """Yield random puzzles of 3 x 3 to 5 x 5 cells that have a solution, two clues a line."""
    chance = random.Random(seed)
    for _ in range(number):
        size = chance.randint(3, 5)
        plain = grid(size, size, ".*", "ABC")
        letters = chance.choices("ABC", k=size * size)
        lines = []
        for line in plain.lines:
            text = "".join(letters[cell] for cell in line.cells)
            fitting = [clue for clue in CLUES if re.fullmatch(clue, text)]
            lines.append(line._replace(clues=tuple(map(Clue, chance.sample(fitting, 2)))))
        yield plain._replace(lines=tuple(lines))


def timed_status(puzzle: Puzzle) -> tuple[str, float]:
    """Return the verdict on a puzzle, and the seconds of the processor that it took."""
    start = time.process_time()
    return check(puzzle).status, time.process_time() - start


def simulate(measured: Measured, puzzles: int, workers: int) -> Simulated:
    """Return how long `puzzles` puzzles take on so many workers."""
    mean = sum(measured.tasks) / len(measured.tasks)
    size = max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / mean)))
    chance = random.Random(workers)
    free = [0.0] * workers
    sent = worked = last = 0.0
    for start in range(0, puzzles, size):
        count = min(size, puzzles - start)
        sent += count * measured.sender
        began = max(heapq.heappop(free), sent)
        work = sum(chance.choices(measured.tasks, k=count))
        worked += work
        heapq.heappush(free, began + work)
        last = max(last, began + work)
    return Simulated(last, worked / (last * workers), "the sender" if sent > 0.9 * last else "the workers")


def simulate_hard(seconds: float, subproblems: int, shared: float, workers: int) -> float:
    """Return how long one hard puzzle takes, if its subproblems differ in size as the splitting leaves them.

    shared  the share of the work that is done before there are subproblems
    """
    chance = random.Random(1)
    sizes = [chance.paretovariate(1.5) for _ in range(subproblems)]
    scale = seconds * (1 - shared) / sum(sizes)
    free = [seconds * shared] * workers
    for size in sizes:
        heapq.heappush(free, heapq.heappop(free) + size * scale)
    return max(free)


def measure(number: int, workers: int, *, kills: bool) -> Measured:
    """Check so many puzzles by a local cluster, print how it goes, and return what a task and a batch cost."""
    alone = [timed_status(each)[1] for each in small_puzzles(300)]
    mean = sum(alone) / len(alone)
    print(f"{number:,} puzzles, {1000 * mean:.2f} ms each in one process; {workers} workers", flush=True)
    verdicts: dict[str, int] = {}
    errors, work, killed = 0, 0.0, 0
    with cluster(f"local:{workers}") as found:
        start = last_kill = time.monotonic()
        process = time.process_time()
        for each in answered(timed_status, small_puzzles(number), found.executor, workers=found.workers):
            errors += each.error is not None
            if each.answer is not None:
                status, took = each.answer
                verdicts[status] = verdicts.get(status, 0) + 1
                work += took
            if kills and time.monotonic() - last_kill > KILL_SECONDS:
                last_kill, killed = time.monotonic(), killed + _kill_a_worker()
            if not (each.number + 1) % max(1, number // 10):
                print(
                    f"  {each.number + 1:>9,}  {time.monotonic() - start:8.1f} s  {memory_held() >> 20} MB", flush=True
                )
        seconds, own = time.monotonic() - start, time.process_time() - process
    elapsed = seconds * min(workers, os.cpu_count() or 1)
    print(f"  {number / seconds:,.0f} puzzles a second; {killed} workers killed; {errors} errors; {verdicts}")
    print(
        f"  the answers took {work:.1f} s of the processor, {work / elapsed:.0%} of what this machine has in that time"
    )
    print(f"  the process that asks used {own / number * 1e6:.0f} microseconds a puzzle")
    return Measured(alone, own / number)


def _kill_a_worker() -> int:
    """Kill a worker process of the local cluster, and return 1; 0 if there is none."""
    workers = [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if _parent_of(path.parent) == os.getpid() and b"spawn_main" in path.read_bytes()
    ]
    if not workers:
        return 0
    os.kill(random.choice(workers), signal.SIGKILL)
    return 1


def _parent_of(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, simulate, and print both."""
    parser = argparse.ArgumentParser(prog="python -m bench.scaling", description=__doc__.splitlines()[0])
    parser.add_argument("--measure", type=int, default=2_000, metavar="N", help="puzzles to check; default 2,000")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2, metavar="N", help="of the local cluster")
    parser.add_argument("--kill", action="store_true", help=f"kill a worker every {KILL_SECONDS:.0f} seconds")
    parser.add_argument("--hard", type=float, default=600.0, metavar="SECONDS", help="of one hard puzzle alone")
    options = parser.parse_args(arguments)
    measured = measure(options.measure, options.workers, kills=options.kill)
    print(f"\nsimulated: {PUZZLES:,} such puzzles, and one puzzle of {options.hard:.0f} s")
    print(f"{'workers':>8}  {'small puzzles':>14}  {'busy':>5}  {'limited by':12}  {'hard one':>9}")
    for workers in WORKERS:
        many = simulate(measured, PUZZLES, workers)
        hard = simulate_hard(options.hard, 50 * workers, 0.01, workers)
        print(f"{workers:>8,}  {many.seconds:12.0f} s  {many.busy:5.0%}  {many.limit:12}  {hard:7.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
