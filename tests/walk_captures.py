"""Try every reader on a folder of real captures: ``python -m tests.walk_captures FOLDER [--summary]``.

Prints one line for each output found: file, lines, kind, rows, outcome; below it each refusal with its reason; and one
line for each stretch that nothing reads, with the reason. Exit status 1 where a file crashed a reader, or came to
nothing at all without a word.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from pathlib import Path

from facts.bundle import Bundle, load


def told(bundle: Bundle) -> list[str]:
    """What one file came to, a line each."""
    lines = []
    for item in bundle.inputs:
        lines.append(f"    {item.lines[0]}-{item.lines[1]}  {item.kind}  {item.rows} rows  {item.outcome}")
        lines.extend(f"        line {r.lines[0]}: {r.reason}" for r in item.refusals[:5])
    for left in bundle.unrecognised:
        lines.append(f"    {left.lines[0]}-{left.lines[1]}  {left.reason}" if left.lines else f"    {left.reason}")
    return lines


def walk(folder: Path, summary: bool = False) -> int:
    """Walk the folder, print the table, and count what must not happen."""
    bad = 0
    outcomes: Counter[tuple[str, str]] = Counter()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name = path.relative_to(folder).as_posix()
        try:
            bundle, errors = load([str(path)])
        except Exception:
            bad += 1
            print(f"CRASH {name}\n{traceback.format_exc()}")
            continue
        lines = told(bundle) + [f"    refused: {e.message}" for e in errors]
        if not lines:
            bad += 1
        for item in bundle.inputs:
            outcomes[item.kind, item.outcome] += 1
        if not summary:
            print(f"{'SILENT ' if not lines else ''}{name}")
            print("\n".join(lines))
    print("\nkind, outcome, outputs")
    for (kind, outcome), count in sorted(outcomes.items()):
        print(f"{kind:28} {outcome:10} {count}")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--summary", action="store_true", help="only the counts")
    options = parser.parse_args()
    sys.exit(walk(options.folder, options.summary))
