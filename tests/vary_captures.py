"""Real captures in other guises: `python -m tests.vary_captures FOLDER [VARIATION ...]` lists those whose facts change.

Each file is read as it is and as each variation of texts and names makes it; what it tells must be the same. The captures
stay where they are. A text that stands twice is left out: of a short one nobody can say whether it was pasted twice or read twice.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from facts.bundle import load
from facts.inputs import Bundle
from tests.variations import VARIATIONS, Files, seen_in

_LARGEST = 400_000
_OF_THE_PLACE = ("row", "host", "output")
NAMES = tuple(name for name in VARIATIONS if not name.startswith(("each text", "all files", "a copy", "names swapped")))

Facts = list[tuple[str, tuple[tuple[str, str], ...]]]


def read(files: Files) -> Bundle:
    """What the program makes of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
        return load([folder])[0]


def facts_of(bundle: Bundle) -> Facts:
    """The rows without what only tells where they stand."""
    return sorted(
        (row.template, tuple(sorted((s, str(c.value)) for s, c in row.cells.items() if s not in _OF_THE_PLACE)))
        for row in bundle.observed
    )


def changed(path: Path, names: tuple[str, ...]) -> Iterator[tuple[str, Facts, Facts]]:
    """Each variation, with the facts that it loses and those that it makes up; nothing of a file without facts."""
    try:
        files = [(path.name, path.read_bytes().decode())]
    except UnicodeDecodeError:
        return
    bundle = read(files)
    facts, seen = facts_of(bundle), seen_in(bundle)
    for name in names if facts else ():
        other = facts_of(read(VARIATIONS[name](files, seen)))
        yield name, [row for row in facts if row not in other], [row for row in other if row not in facts]


def main(folder: str, *names: str) -> int:
    """Print each difference, and the counts; the exit status is whether there is any."""
    tried, counts = 0, Counter[str]()
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and path.stat().st_size < _LARGEST:
            for name, lost, made in changed(path, names or NAMES):
                tried += 1
                if lost or made:
                    counts[name] += 1
                    print(f"{name}: {path.relative_to(folder)}\n  lost {str(lost)[:300]}\n  made {str(made)[:300]}")
    print(f"{tried:,} tried, {counts.total():,} differ: {dict(counts.most_common())}")
    return int(bool(counts))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
