"""The same output under two names: a report shows many of its files a second time at its top."""

from __future__ import annotations

from facts.archives import Blob, Refused
from facts.places import command_of

_LEAST = 16


class Twice:
    """Remembers the files of one input that show what a command printed."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._seen: dict[tuple[str, int, int], list[str]] = {}

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
        others = self._seen.setdefault(key, [])
        if any(_same(blob.path, other) for other in others):
            return True
        others.append(blob.path)
        return False


def _same(one: str, other: str) -> bool:
    at_command = ["commands/" in path for path in (one, other)]
    if not any(at_command):
        return False
    if all(at_command):
        return command_of(one) == command_of(other)
    top, saved = (other, one) if at_command[0] else (one, other)
    if command_of(saved) == command_of(top):
        return True
    name = top.rpartition("/")[2].replace("-", "_")
    return top.count("/") <= saved.count("/") and command_of(saved).replace("-", "_").replace(" ", "_").startswith(name)
