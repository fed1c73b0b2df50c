"""Until when a log can have been written, where its lines print no year.

The year follows from what is known of the host otherwise: the newest date that anything else of it carries, the day on which
the file was rotated, the next newer file of the same log, and when an archive says that it was last written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facts.places import Root, rotation_of
from facts.reading import Row

_DAY = 86_400.0
_SLACK = 60 * _DAY
"""Files of one log may overlap; only the year is to be found, so there is room."""
_NEARLY_A_YEAR = 350 * _DAY


def latest(rows: Iterable[Row]) -> float | None:
    """The newest time that rows carry."""
    return max((row.time for row in rows if row.time is not None), default=None)


def earliest(rows: Iterable[Row]) -> float | None:
    """The oldest one, of rows over a stretch its beginning."""
    found = []
    for row in rows:
        first = row.values.get("first-time")
        found += [first] if isinstance(first, float) else [] if row.time is None else [row.time]
    return min(found, default=None)


class Newest:
    """The newest time that is known in each folder."""

    def __init__(self, roots: Sequence[Root] = ()) -> None:
        """Begin with what the folders of whole hosts are called."""
        self._times: dict[str, float] = {}
        self._written: dict[str, float] = {}
        self._rotated: dict[str, float] = {}
        self._up: dict[str, list[float]] = {}
        for root in roots:
            if root.time is not None:
                self.add(f"{root.path}/" if root.path else "", root.time + _DAY)

    def add(self, path: str, time: float | None) -> None:
        """Something in a file happened then."""
        _raise(self._times, path, time)

    def add_file(self, path: str, written: float | None) -> None:
        """A file was last written then, as an archive says; its name may say when it was rotated."""
        _raise(self._written, path, written)
        base, _, day = rotation_of(path)
        if day is not None:
            self._rotated[base] = max(day, self._rotated.get(base, 0.0))

    def up(self, path: str, rows: Iterable[Row]) -> None:
        """How long the system of a folder had been up, where the rows of a file tell."""
        for row in rows:
            if row.template == "host-clock" and isinstance(seconds := row.values.get("up-seconds"), float):
                for folder in _folders(path):
                    self._up.setdefault(folder, []).append(seconds)

    def boot(self, path: str) -> float | None:
        """When the system was started whose ring buffer a file holds; None where that is not known for sure.

        >>> newest = Newest()
        >>> newest.add("db1/date", 1_705_314_104.0)
        >>> newest.up("db1/uptime", [Row("host-clock", {"up-seconds": 86400.0}, (1, 1))])
        >>> newest.boot("db1/dmesg"), newest.boot("db1/dmesg.old")
        (1705227704.0, None)
        """
        now = _nearest(self._times, path)
        if now is None or rotation_of(path)[1]:
            return None
        ups = next((self._up[folder] for folder in _folders(path) if folder in self._up), [])
        return now - max(ups) if ups and max(ups) - min(ups) < _DAY else None

    def until(self, path: str, written: float | None, newer: float | None) -> float | None:
        """When the last line of a log can have been written at the latest; None where nothing tells.

        Args:
            path: of the log.
            written: when its file was last written, or None.
            newer: the beginning of the next newer file of the same log, or None.

        >>> newest = Newest()
        >>> newest.add("db1/iostat.out", 1_705_314_104.0)
        >>> newest.add("db2/iostat.out", 1_336_989_304.0)
        >>> newest.until("db1/var/log/messages", None, None), newest.until("db2/var/log/messages", None, None)
        (1705314104.0, 1336989304.0)
        """
        base, _, day = rotation_of(path)
        known = _nearest(self._times, path)
        bounds = [] if known is None else [known]
        if newer is not None:
            bounds.append(newer + _SLACK)
        if day is not None:
            bounds.append(day + _SLACK)
        elif not bounds and base in self._rotated:
            bounds.append(self._rotated[base] + _NEARLY_A_YEAR)
        if written is None and not bounds:
            written = _nearest(self._written, path)
        if written is not None:
            bounds.append(written)
        return min(bounds, default=None)


def _folders(path: str) -> Iterator[str]:
    while path:
        path = path.rpartition("/")[0]
        yield path
        if not path:
            return


def _raise(times: dict[str, float], path: str, time: float | None) -> None:
    for folder in _folders(path) if path else [""]:
        if time is not None and time > times.get(folder, float("-inf")):
            times[folder] = time


def _nearest(times: dict[str, float], path: str) -> float | None:
    """What the nearest folder around a file tells."""
    return next((times[folder] for folder in _folders(path) if folder in times), None)


def rotations(paths: Sequence[str]) -> list[list[int]]:
    """Which of the files are of one log, the newest first, by their places in the list.

    >>> rotations(["a/messages.2", "a/messages", "b/messages", "a/messages.1"])
    [[1, 3, 0], [2]]
    """
    logs: dict[str, list[tuple[float, int]]] = {}
    for index, path in enumerate(paths):
        base, back, _ = rotation_of(path)
        logs.setdefault(base, []).append((back, index))
    return [[index for _, index in sorted(files)] for files in logs.values()]
