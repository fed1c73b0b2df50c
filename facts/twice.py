"""The same output twice: a report shows many of its files a second time at its top, or has packed a folder beside it."""

from __future__ import annotations

from facts.archives import Blob, Refused
from facts.file_order import order_of_files
from facts.patterns import lazy
from facts.places import command_of

_LEAST = 16


class Twice:
    """Remembers the files of one input that show what a command printed."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._seen: dict[tuple[str, int, int], _Alike] = {}
        self._places: dict[str, tuple[int, int]] = {}
        self._files: dict[tuple[int, int], list[str]] = {}
        self.copies: list[tuple[str, str]] = []
        """Each copy with the file that it is one of, but for those that every report of a whole host has."""

    def is_copy(self, blob: Blob) -> bool:
        """Whether a file was read before, here or elsewhere."""
        return self.again(blob) or self.has(blob) or self._is_copied(blob)

    def _is_copied(self, blob: Blob) -> bool:
        """Whether a file says what another one says that its name makes a copy of; then `copies` has both."""
        if blob.source is not None or not (data := blob.data.strip()):
            return False
        others = self._files.setdefault((len(data), hash(data)), [])
        original = next((path for path in others if _is_copy(blob.path, path, data)), None)
        if original is None:
            others.append(blob.path)
        else:
            self.copies.append((blob.path, original))
        return original is not None

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


_ENDING = lazy(r"(?i)\.(?:tar|zip|tgz|txz|tbz2?|gz|xz|bz2)(?=/|\Z)")
_MARK = lazy(
    r"(?i)\A(?:copy of |kopie von )| ?\(\d{1,3}\)(?=\.|\Z)| - (?:copy|kopie)(?: ?\(\d+\))?(?=\.|\Z)|[_-]copy(?=\.|\Z)"
    r"|\.(?:bak|orig|save)\Z|~\Z"
)
_RICH = 120
"""So many digits are not alike by chance in two captures of one host."""


def _is_copy(path: str, other: str, data: bytes) -> bool:
    """Whether a file with the same bytes as another one is a copy of it, and not the same answer of another host or time.

    >>> [_is_copy(*names, b"60") for names in (("a/x (1).txt", "a/x.txt"), ("old/a/x", "a/x"), ("b/x", "a/x"), ("a/2-x", "a/1-x"))]
    [True, True, False, False]
    """
    if order_of_files(path, other) is not None:
        return False
    mine, others = (_ENDING.sub("", name).split("/") for name in (path, other))
    shorter, longer = sorted((mine, others), key=len)
    if longer[len(longer) - len(shorter) :] == shorter:
        return True
    if mine[:-1] != others[:-1]:
        return False
    return _MARK.sub("", mine[-1]) == _MARK.sub("", others[-1]) or sum(48 <= byte < 58 for byte in data) >= _RICH


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
