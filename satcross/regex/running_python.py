r"""What depends on the Python that satcross runs under.

A clue of the dialect `python` means what the `re` of this Python makes of it.  From Python 3.14 on,

- `\z` is the end of the text, as `\Z` is;
- `\B` matches in the empty text;
- where case is ignored, a class treats capitals above U+FFFF like other capitals.
"""

from __future__ import annotations

import sys
from typing import Final

HAS_RE_OF_3_14: Final = sys.version_info >= (3, 14)
