"""A damaged store is set aside, and what can be read of it goes into a new one at its place.

The damaged files stay as they are, under another name. The new store is complete on disk before it takes the place; a program
that is killed in between leaves a finished new store beside the damaged one, and the next one puts it there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from advisor.store import swap
from advisor.store.faults import StoreError, translated
from advisor.store.log import Store
from advisor.store.losses import Gap, Rebuilt, as_exported, rebuild
from advisor.store.salvage import salvage
from advisor.store.witness import Witness

_ENDINGS = ("", "-wal", "-journal")
_MOST_SAID = 5


class Recovery(NamedTuple):
    """What became of a damaged store.

    Attributes:
        store: what could be read; on disk at the old place, or in memory.
        sessions: every session with what is lost of it; the whole of those without an event.
        made: whether it was repaired here and now; otherwise another program did, or nothing was written.
        aside: where the damaged files are now, None where they stayed in their place or were gone.
    """

    store: Store
    sessions: list[Rebuilt]
    made: bool
    aside: Path | None

    def lines(self) -> list[str]:
        """What was recovered and what is lost, in sentences; nothing where another program did that."""
        if not self.sessions and not self.made:
            return []
        kept = [one for one in self.sessions if one.lost < one.written or not one.written]
        there = sum(one.written - one.lost for one in kept)
        total = sum(one.written for one in self.sessions)
        lines = [f"recovered: {_counted(len(kept), 'session')} with {there} of {_counted(total, 'event')}"]
        damaged = [one for one in self.sessions if one.lost]
        lines += [f"lost: {_said(one)}" for one in damaged[:_MOST_SAID]]
        if damaged[_MOST_SAID:]:
            lines.append(f"lost: events of {_counted(len(damaged) - _MOST_SAID, 'more session')}")
        if not damaged:
            lines.append("no event is lost")
        if self.aside is not None:
            lines.append(f"the damaged file is kept as {self.aside}")
        return lines


def _said(one: Rebuilt) -> str:
    if one.lost == one.written:
        return f"all {_counted(one.written, 'event')} of session `{one.name}`"
    return f"session `{one.name}`: {'; '.join(gap_text(gap) for gap in one.gaps)} (of {one.written})"


def gap_text(gap: Gap) -> str:
    """Which events are lost, and when they happened.

    >>> gap_text(Gap(5, 7, 1795400000.0, 1795400300.0))
    'events 5 to 7, between 2026-11-23 02:13:20 and 02:18:20 UTC'
    """
    which = f"event {gap.first}" if gap.first == gap.last else f"events {gap.first} to {gap.last}"
    after, before = (datetime.fromtimestamp(time, UTC) if time else None for time in (gap.after, gap.before))
    if after is None:
        return which
    if before is None:
        return f"{which}, after {after:%Y-%m-%d %H:%M:%S} UTC"
    end = f"{before:%H:%M:%S}" if before.date() == after.date() else f"{before:%Y-%m-%d %H:%M:%S}"
    return f"{which}, between {after:%Y-%m-%d %H:%M:%S} and {end} UTC"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def in_memory(path: Path) -> Recovery:
    """Read what is left into memory; nothing is written.

    Raises:
        StoreError: the file cannot be read.
    """
    sessions = _rebuilt(path)
    store = Store.in_memory()
    _fill(store, sessions)
    return Recovery(store, sessions, False, None)


def repair(path: Path, whole: Iterable[Mapping[str, Any]] = ()) -> Recovery:
    """Set a damaged store aside and put what is left of it into a new one.

    Args:
        path: of the store.
        whole: sessions that the caller has in memory as they were exported; these are not taken from the damaged file.

    Raises:
        StoreError: the files cannot be read or written; the damaged ones are still in their place then.
    """
    path = Path(os.path.realpath(path))
    with translated(path), swap.alone(path):
        swap.put(path)
        if (sound := _sound(path)) is not None:  # another program has repaired it
            return Recovery(sound, [], False, None)
        known = {str(session["id"]): session for session in whole}
        sessions = _rebuilt(path)
        made = Path(f"{path}-recovering")
        for ending in (*_ENDINGS, "-shm", "-seen"):
            Path(f"{made}{ending}").unlink(missing_ok=True)
        with Store.open(made) as store:
            store.leave_log()
            _fill(store, [one for one in sessions if one.id not in known])
            for session in known.values():
                store.import_(session)
        Witness(made).path.unlink(missing_ok=True)
        aside = _set_aside(path)
        made.replace(swap.finished(path))
        swap.put(path)
        return Recovery(Store.open(path), sessions, True, aside)


def _sound(path: Path) -> Store | None:
    try:
        return Store.open(path, prove=True)
    except StoreError as error:
        if error.code != "store-corrupt":
            raise
        return None


def _rebuilt(path: Path) -> list[Rebuilt]:
    with translated(path):
        return rebuild(salvage(path), Witness(path).claims())


def _fill(store: Store, sessions: list[Rebuilt]) -> None:
    for one in sessions:
        if one.lost and one.lost == one.written:
            continue  # nothing of it is left; it is said, and it does not come back as an empty one
        store.restore(one.id if not one.lost else "", one.name, one.created, as_exported(one), one.unchained)


def _set_aside(path: Path) -> Path | None:
    """Give the damaged files another name as well; the old one stays until the new store takes it."""
    there = [ending for ending in _ENDINGS if Path(f"{path}{ending}").exists()]
    if not there:
        return None
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    for number in count(1):
        aside = Path(f"{path}.damaged-{day}-{number}")
        if "" in there and aside.exists() and aside.samefile(path):
            return aside  # another program was killed after it had set it aside
        if not any(Path(f"{aside}{ending}").exists() for ending in _ENDINGS):
            break
    for ending in reversed(there):
        _second_name(Path(f"{path}{ending}"), Path(f"{aside}{ending}"))
    swap.sync(path.parent)
    return aside


def _second_name(path: Path, other: Path) -> None:
    try:
        other.hardlink_to(path)
    except OSError:  # a file system without links; a copy needs room
        import shutil

        shutil.copyfile(path, other)
        other.chmod(0o600)
