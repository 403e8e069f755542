"""The program `satcross`, which `python -m satcross` is too."""

import sys


def main() -> int:
    """Run the command line of this process and return the exit status."""
    try:
        from satcross.cli import main  # `from satcross import cli` would import the Python API as well

        return main()
    except KeyboardInterrupt:  # while modules were imported: there is nothing to tidy up
        return 130


if __name__ == "__main__":
    sys.exit(main())
