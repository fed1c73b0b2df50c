"""`python -m advisor` is the command `advisor`."""

from advisor.cli import run

if __name__ == "__main__":
    run()
