"""Run command lines in this process and tell what each said and took: `python -m tests.hostile.measure < LIST`.

In go lines of JSON, the arguments of one command each; out come lines of JSON, in order.  The last one is the most
memory that the process has had, in bytes.
"""

import io
import json
import resource
import sys
import time
from contextlib import redirect_stderr, redirect_stdout

from satcross.cli import main

MOST_BYTES = 2_000_000_000  # of address space: what would take more has failed, and does not take the machine with it


def measure() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    for line in sys.stdin:
        out, err = io.StringIO(), io.StringIO()
        began = time.process_time()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status: object = main(json.loads(line))
            except BaseException as error:
                status = repr(error)[:300]
        seconds = time.process_time() - began
        print(json.dumps({"status": status, "out": out.getvalue()[-2000:], "err": err.getvalue()[:5000],
                          "seconds": round(seconds, 3)}), flush=True)  # fmt: skip
    print(most_memory())


def most_memory() -> int:
    """Return the most memory that this program has had; `getrusage` alone counts the tests that started it, too."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) * 1024
    except OSError:  # there is none on macOS
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    measure()
