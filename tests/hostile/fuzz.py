"""Fuzz the readers, guided by the coverage of their code: `make fuzz-readers` or

    python -m tests.hostile.fuzz --seconds 600 [--only clue]

Readers take turns, each in processes of at most `--slice` seconds.  What is new is kept in `--corpus`, what goes wrong
in `--findings`; the exit status is 1 if anything went wrong, 2 if fuzzing itself did.  `test_seeds.py` replays the
seeds (`seeds.py`).  `--minimise` adds to them what the corpus reaches, and keeps only inputs that reach a part of the
code that no smaller ones reach.
"""

import argparse
import importlib.util
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.hostile.seeds import read_seeds, write_seeds

SECONDS_PER_INPUT: Final = 1  # of processor time, by code as it is; `test_seeds.py` looks at it
SECONDS_OBSERVED: Final = 5  # on the clock, by code that is being observed, on a machine that does other things
MEGABYTES: Final = 1000
LONGEST: Final = 4096  # bytes of an input: faults of size are the business of test_corpus.py


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="of processor time in all; default 600")
    parser.add_argument("--slice", type=int, default=60, help="seconds of one process; default 60")
    parser.add_argument("--only", action="append", help="only this reader")
    parser.add_argument("--corpus", default="build/fuzz/corpus", help="default build/fuzz/corpus")
    parser.add_argument("--findings", default="build/fuzz/findings", help="default build/fuzz/findings")
    parser.add_argument("--wrap", default="", help="what each process is run by, such as 'nice -n 5'")
    parser.add_argument("--minimise", action="store_true", help="rewrite the seeds instead")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options, rest = parser.parse_known_args()
    if options.run:
        return _run(options.run, rest)
    from tests.hostile.readers import READERS

    names = options.only or list(READERS)
    if options.minimise:
        for name in names:
            _minimise(name, Path(options.corpus, name))
        return 0
    if importlib.util.find_spec("atheris") is None:
        raise SystemExit("fuzzing needs atheris: make .venv/fuzzing")
    with tempfile.TemporaryDirectory() as seeds:
        for name in names:
            _unpack(name, Path(seeds))
        return _fuzz(options, names, Path(seeds))


def _fuzz(options: argparse.Namespace, names: list[str], seeds: Path) -> int:
    """Let the readers called `names` take turns, each starting from its folder in `seeds`; return the exit status."""
    findings = Path(options.findings)
    findings.mkdir(parents=True, exist_ok=True)
    turn = 0
    while (used := _processor_seconds()) < options.seconds:
        name = names[turn % len(names)]
        turn += 1
        corpus = Path(options.corpus, name)
        corpus.mkdir(parents=True, exist_ok=True)
        seconds = max(1, min(options.slice, int(options.seconds - used)))
        before = set(findings.iterdir())
        began = time.monotonic()
        arguments = [
            str(corpus), str(seeds / name), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/{name}-",
            f"-timeout={SECONDS_OBSERVED}", f"-rss_limit_mb={MEGABYTES}", f"-max_len={LONGEST}",
            "-use_value_profile=1", "-print_final_stats=1",
        ]  # fmt: skip
        done = subprocess.run(
            [*options.wrap.split(), sys.executable, "-m", "tests.hostile.fuzz", "--run", name, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        found = sorted(set(findings.iterdir()) - before)
        runs = next((line.split()[-1] for line in done.stdout.splitlines() if "number_of_executed" in line), "?")
        kept = sum(1 for _ in corpus.iterdir())
        spent = time.monotonic() - began
        print(f"{_processor_seconds():6.0f} s  {name:9} {runs:>8} runs in {spent:4.0f} s, {kept:5} kept, ", end="")
        print("nothing found" if done.returncode == 0 else f"FOUND {[path.name for path in found]}", flush=True)
        if done.returncode:
            log = findings / f"{name}-{turn}.log"
            log.write_text(done.stdout)
            if not found:
                print(f"fuzzing {name} came to an end by itself, see {log}", file=sys.stderr)
                return 2
    return int(any(findings.iterdir()))


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(name: str, arguments: list[str]) -> int:
    """Be the process that fuzzes one reader; does not return unless told to stop."""
    import atheris

    with atheris.instrument_imports(include=["satcross", "tomli", "json", "dratify"], enable_loader_override=False):
        import dratify  # noqa: F401

        from satcross.puzzle.files import MODULE_OF
        from satcross.regex import letters  # noqa: F401
        from satcross.regex.syntax import (
            read_javascript,  # noqa: F401
        )
        from tests.hostile import readers

        for module in MODULE_OF.values():
            __import__(f"satcross.puzzle.files.{module}")
    # merging runs this command again, by way of a shell
    command = f"{sys.executable} -m tests.hostile.fuzz --run {name}"
    atheris.Setup([command, *arguments], lambda data: readers.run(name, data) and None)
    atheris.Fuzz()
    return 0


def _unpack(name: str, folder: Path) -> None:
    """Write each seed of a reader into a file of its own, in a new folder of `folder`."""
    (folder / name).mkdir()
    for number, seed in enumerate(read_seeds(name)):
        (folder / name / str(number)).write_bytes(seed)


def _minimise(name: str, corpus: Path) -> None:
    """Make the seeds of a reader a small set that reaches what they and the corpus reach.

    What counts is which edges of the code are reached, not how often: the latter would keep three times as many.
    """
    corpus.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "kept")
        kept.mkdir()
        _unpack(name, Path(folder))
        merging = [
            "-merge=1",
            "-use_value_profile=0",
            "-use_counters=0",
            str(kept),
            str(Path(folder, name)),
            str(corpus),
        ]
        command = [sys.executable, "-m", "tests.hostile.fuzz", "--run", name, *merging]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        seeds = [path.read_bytes() for path in kept.iterdir()]
    if not seeds:
        raise SystemExit(f"merging kept nothing of {name}")
    write_seeds(name, seeds)


if __name__ == "__main__":
    sys.exit(main())
