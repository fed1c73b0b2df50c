"""``python -m tests.accuracy WHAT``: measure how often the advisor is right."""

from __future__ import annotations

import sys
from importlib import import_module

PARTS = ("field", "made", "relations", "wordings", "audits", "known", "mutants", "page")


def main() -> int:
    """Hand over to the part that is named."""
    if len(sys.argv) < 2 or sys.argv[1] not in PARTS:
        sys.stderr.write(f"usage: python -m tests.accuracy {{{','.join(PARTS)}}} ...\n")
        return 2
    run: int = import_module(f"tests.accuracy.{sys.argv[1]}").main(sys.argv[2:])
    return run


if __name__ == "__main__":
    sys.exit(main())
