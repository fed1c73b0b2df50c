"""What is known to be wrong: lists and counts that may only become smaller.

`known/*.toml` are written by ``python -m tests.accuracy known``. A test fails where something is wrong that does not stand there; what
stands there and is wrong no more is taken out by writing the lists anew.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.accuracy.audits import audited
from tests.accuracy.relations import Violation, open_trials, related
from tests.accuracy.sources import SOURCES

FOLDER = Path(__file__).with_name("known")
_HEAD = "# Written by `python -m tests.accuracy known`; the lists may only become shorter.\n"


def shown(violation: Violation) -> str:
    """A violation in one line that stays the same while the answer does."""
    return f"{violation.relation}: {violation.trial}: {violation.said}"


def known(name: str) -> Mapping[str, list[str]]:
    """The entries of a list, by audit or source."""
    path = FOLDER / f"{name}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {str(key): [str(entry) for entry in entries] for key, entries in data.items()}


def write(name: str, lists: Mapping[str, Iterable[str]]) -> None:
    """Write a list anew; an entry that is there several times stands there so often."""
    lines = [_HEAD]
    for key, entries in lists.items():
        lines.append(f'"{key}" = [')
        lines += [
            f'  "{entry.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}",'
            for entry in sorted(entries)
        ]
        lines.append("]\n")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.toml").write_text("\n".join(lines), encoding="utf-8")


def more_than_known(found: Iterable[str], listed: Iterable[str]) -> list[str]:
    """What is there more often than it is listed."""
    return sorted((Counter(found) - Counter(listed)).elements())


def main(arguments: Sequence[str]) -> int:
    """Write every list anew, and tell how long they are."""
    write("audits", audited())
    lists = {}
    for source in SOURCES:
        tried, found = related(open_trials(source))
        lists[source] = [shown(one) for one in found]
        sys.stdout.write(f"{source}: {tried} changes, {len(found)} violations\n")
        for relation, number in Counter(one.relation for one in found).most_common():
            sys.stdout.write(f"  {number:5} {relation}\n")
    write("violations", lists)
    return 0
