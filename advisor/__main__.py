"""`python -m advisor` is the command `advisor`."""

import os
import sys

if __name__ == "__main__":
    # -m puts the current folder first, where a planted file would stand in for a module. Without a path: pathlib could be one.
    if not sys.flags.safe_path and not __file__.startswith(os.path.join(sys.path[0], "")):  # noqa: PTH118
        del sys.path[0]
    from advisor.cli import run

    run()
