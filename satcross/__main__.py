"""The program `satcross`, which `python -m satcross` is too."""

import sys


def main() -> int:
    """Run the command line of this process and return the exit status."""
    try:
        import satcross.cli  # `from satcross import cli` would import the Python API as well

        return satcross.cli.main()
    except KeyboardInterrupt:  # while modules were imported: there is nothing to tidy up
        return 130


if __name__ == "__main__":
    sys.exit(main())
