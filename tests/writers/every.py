"""All layouts: importing the modules of writers enters them into the list."""

from tests.writers import damaged, data, lines, nonograms, posted, programs, several, source_code, tables
from tests.writers.layouts import LAYOUTS

__all__ = ["LAYOUTS", "damaged", "data", "lines", "nonograms", "posted", "programs", "several", "source_code", "tables"]
