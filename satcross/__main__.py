"""`python -m satcross` is `satcross`."""

import sys

from satcross.cli import main

if __name__ == "__main__":
    sys.exit(main())
