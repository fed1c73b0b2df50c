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
from collections.abc import Sequence
from pathlib import Path

from facts.account import shapes
from facts.bundle import load
from facts.inputs import Bundle, Input


def told(bundle: Bundle) -> list[str]:
    """What one file came to, a line each."""
    lines = []
    for item in bundle.inputs:
        lines.append(f"    {item.lines[0]}-{item.lines[1]}  {item.kind}  {item.rows} rows  {item.outcome}")
        lines.extend(f"        line {r.lines[0]}: {r.reason}" for r in item.refusals[:5])
    for left in bundle.unrecognised:
        lines.append(f"    {left.lines[0]}-{left.lines[1]}  {left.reason}" if left.lines else f"    {left.reason}")
    return lines


def table(inputs: Sequence[Input]) -> list[str]:
    """A line for each kind: outputs, lines read, of no use, not understood, and the outcomes."""
    lines = [f"{'kind':28} {'outputs':>7} {'read':>8} {'no use':>8} {'missed':>7}  outcomes"]
    for kind in sorted({item.kind for item in inputs}):
        of_kind = [item for item in inputs if item.kind == kind]
        accounts = [item.account for item in of_kind if item.account is not None]
        read, missed = sum(a.read for a in accounts), sum(a.not_understood for a in accounts)
        no_use = sum(a.of_no_use.total() for a in accounts)
        outcomes = Counter(item.outcome for item in of_kind)
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        bare = "" if accounts else "  (no account)"
        lines.append(f"{kind:28} {len(of_kind):7} {read:8} {no_use:8} {missed:7}  {told}{bare}")
    return lines


def walk(folder: Path, summary: bool = False) -> int:
    """Walk the folder, print the tables, and count what must not happen."""
    bad = 0
    inputs: list[Input] = []
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
        inputs += bundle.inputs
        if not summary:
            print(f"{'SILENT ' if not lines else ''}{name}")
            print("\n".join(lines))
    print("\n".join(["", *table(inputs), ""]))
    for kind, shape, count in shapes((i.kind, i.account) for i in inputs if i.account is not None):
        print(f"{count:6} {kind}: {shape[:140]}")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--summary", action="store_true", help="only the counts")
    options = parser.parse_args()
    sys.exit(walk(options.folder, options.summary))
