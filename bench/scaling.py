"""Collections on larger machines: a local cluster measured, larger ones simulated with what was measured.

    python -m bench.scaling --measure 100000    check this many generated small puzzles by a local cluster, a worker
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
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bench.ladders import grid
from satcross.api import check
from satcross.base.budget import memory_held
from satcross.base.wording import counted
from satcross.many.cluster import cluster
from satcross.many.executor import BATCH_SECONDS, LARGEST_BATCH
from satcross.many.queue import Where, answered
from satcross.puzzle import Clue, Puzzle

CLUES = (".*A.*", "[^A]*", "[^B]*", "[^C]*", "(.).*\\1.*", ".*(AB|BA|C).*", ".*[AB].?", "[AC].*", "[BC].*", ".*", ".+")
WORKERS = (16, 64, 1_000)
PUZZLES = 1_000_000
KILL_SECONDS = 10.0
ALONE = 1_000  # puzzles that one process answers first


class StartMeasurement(NamedTuple):
    """What a simulation starts from, in seconds.

    Attributes:
        tasks: A sample of the tasks of puzzles.
        sender: The seconds that the process that asks needs for each puzzle: to make it, to send it, to schedule its
            batch, and to get its answer.
    """

    tasks: Sequence[float]
    sender: float


class Simulation(NamedTuple):
    """A run on many workers.

    Attributes:
        seconds: The time from the first puzzle to the last answer.
        busy: The share of the workers' time that was work.
        limit: What the workers waited for.
    """

    seconds: float
    busy: float
    limit: str


def small_puzzles(number: int, largest: int = 5, seed: int = 1) -> Iterator[Puzzle]:
    """Yield random puzzles of 3 x 3 to `largest` x `largest` cells that have a solution, two clues a line.

    Some have only this solution, because clues of some lines tell it.
    """
    chance = random.Random(seed)
    for _ in range(number):
        size = chance.randint(3, largest)
        plain = grid(size, size, ".*", "ABC")
        letters = chance.choices("ABC", k=size * size)
        telling = chance.random()
        lines = []
        for line in plain.lines:
            text = "".join(letters[cell] for cell in line.cells)
            fitting = [clue for clue in CLUES if re.fullmatch(clue, text)]
            chosen = chance.sample(fitting, 2)
            if chance.random() < telling:
                chosen[0] = f"{text}|{text[::-1]}"
            lines.append(line._replace(clues=tuple(map(Clue, chosen))))
        yield plain._replace(lines=tuple(lines))


def timed_status(puzzle: Puzzle) -> tuple[str, float]:
    """Return the verdict on a puzzle, and the seconds of the processor that it took."""
    start = time.process_time()
    return check(puzzle).status, time.process_time() - start


def simulate(measured: StartMeasurement, puzzles: int, workers: int) -> Simulation:
    """Return how long `puzzles` puzzles take on that many workers."""
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
    return Simulation(last, worked / (last * workers), "the sender" if sent > 0.9 * last else "the workers")


def alone(number: int, largest: int) -> tuple[list[float], float]:
    """Return the processor's seconds of each of these puzzles in this process, and the seconds of one in all."""
    start = time.monotonic()
    tasks = [each.answer[1] for each in answered(timed_status, small_puzzles(number, largest)) if each.answer]
    return tasks, (time.monotonic() - start) / number


def measure(options: argparse.Namespace) -> StartMeasurement:
    """Check that many puzzles by a local cluster, print how it goes, and return what a task and a batch cost."""
    number, workers = options.measure, options.workers
    tasks, each_alone = alone(min(number, ALONE), options.largest)
    mean = sum(tasks) / len(tasks)
    print(f"one process: {1000 * mean:.2f} ms a puzzle, {1 / each_alone:,.0f} puzzles a second", flush=True)
    print(f"{number:,} puzzles by {counted(workers, 'worker')}:", flush=True)
    verdicts: Counter[str] = Counter()
    errors, work, killed = 0, 0.0, 0
    digest = sha256()
    with where(options) as (executor, own_workers):
        start = last_kill = time.monotonic()
        process = time.process_time()
        puzzles = small_puzzles(number, options.largest)
        for each in answered(timed_status, puzzles, executor, workers=own_workers):
            errors += each.error is not None
            if each.answer is not None:
                status, took = each.answer
                verdicts[status] += 1
                digest.update(status.encode())
                work += took
            if options.kill and time.monotonic() - last_kill > KILL_SECONDS:
                last_kill, killed = time.monotonic(), killed + _kill_a_worker()
            if not (each.number + 1) % max(1, number // 10):
                print(
                    f"  {each.number + 1:>9,}  {time.monotonic() - start:8.1f} s  {memory_held() >> 20} MB", flush=True
                )
        seconds, own = time.monotonic() - start, time.process_time() - process
    rate = number / seconds
    print(f"  {rate:,.0f} puzzles a second, {rate * each_alone:.2f} times one process")
    print(f"  {killed} workers killed; {errors} errors; {dict(sorted(verdicts.items()))}, in an order whose digest is")
    print(f"  {digest.hexdigest()[:16]}")
    print(
        f"  {1e3 * work / number:.2f} ms of a worker's processor a puzzle, and {1e6 * own / number:.0f} microseconds of"
    )
    print("  the process that asks", flush=True)
    return StartMeasurement(tasks, own / number)


@contextmanager
def where(options: argparse.Namespace) -> Iterator[tuple[Where, int | None]]:
    """Give the block what does the work, and how many tasks it does at once."""
    if options.pool:
        yield options.workers, None
        return
    with cluster(f"local:{options.workers}") as found:
        yield found.executor, found.workers


def _kill_a_worker() -> int:
    """Kill a worker process, and return 1; 0 if there is none."""
    workers = [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if _parent_of(path.parent) == os.getpid() and b"resource_tracker" not in path.read_bytes()
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
    parser.add_argument("--largest", type=int, default=5, metavar="N", help="rows of the largest puzzles; default 5")
    parser.add_argument("--pool", action="store_true", help="by processes of our own (--jobs), not by Dask")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2, metavar="N", help="of the local cluster")
    parser.add_argument("--kill", action="store_true", help=f"kill a worker every {KILL_SECONDS:.0f} seconds")
    options = parser.parse_args(arguments)
    measured = measure(options)
    print(f"\nsimulated: {PUZZLES:,} such puzzles")
    print(f"{'workers':>8}  {'time':>9}  {'busy':>5}  limited by")
    for workers in WORKERS:
        many = simulate(measured, PUZZLES, workers)
        print(f"{workers:>8,}  {many.seconds:7.0f} s  {many.busy:5.0%}  {many.limit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
