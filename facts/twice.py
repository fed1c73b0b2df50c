"""The same output twice: a report shows many of its files a second time at its top, or has packed a folder beside it."""

from __future__ import annotations

from facts.archives import Blob, Refused
from facts.places import command_of

_LEAST = 16


class Twice:
    """Remembers the files of one input that show what a command printed."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._seen: dict[tuple[str, int, int], _Alike] = {}
        self._places: dict[str, tuple[int, int]] = {}

    def is_copy(self, blob: Blob) -> bool:
        """Whether a file was read before, here or elsewhere."""
        return self.again(blob) or self.has(blob)

    def again(self, blob: Blob) -> bool:
        """Whether the same bytes were read at the same path: `sys/power/state` beside a `sys.tgz` that holds it too.

        >>> twice = Twice()
        >>> [twice.again(Blob(path, data)) for path, data in (("a", b"1"), ("a", b"2"), ("b", b"2"), ("b", b"2"))]
        [False, False, False, True]
        """
        if blob.source is not None:
            return False
        here = len(blob.data), hash(blob.data)
        before = self._places.setdefault(blob.path, here)
        return before is not here and before == here

    def has(self, blob: Blob | Refused) -> bool:
        """Whether a file shows again what was read under another name: `free` beside `sos_commands/memory/free`.

        Two captures that happen to be alike are two: one of both must lie where a report keeps its commands.

        >>> twice = Twice()
        >>> [twice.has(Blob(path, b"total used free shared")) for path in ("r/free", "r/sos_commands/memory/free", "r/two")]
        [False, True, False]
        """
        if isinstance(blob, Refused) or len(blob.data) < _LEAST:
            return False
        key = (blob.path.partition("/")[0], len(blob.data), hash(blob.data))
        alike = self._seen.setdefault(key, _Alike())
        if "commands/" in blob.path:
            command = command_of(blob.path)
            if command in alike.commands or any(_shows(top, blob.path, command) for top in alike.others):
                return True
            alike.commands[command] = blob.path
        else:
            if any(_shows(blob.path, saved, command) for command, saved in alike.commands.items()):
                return True
            alike.others.append(blob.path)
        return False


class _Alike:
    """Files with the same bytes: by their commands those that lie where a report keeps commands, and the others."""

    def __init__(self) -> None:
        self.commands: dict[str, str] = {}
        self.others: list[str] = []


def _shows(top: str, saved: str, command: str) -> bool:
    """Whether a file shows what a command printed that is saved elsewhere."""
    if command == command_of(top):
        return True
    name = top.rpartition("/")[2].replace("-", "_")
    return top.count("/") <= saved.count("/") and command.replace("-", "_").replace(" ", "_").startswith(name)
