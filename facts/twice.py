"""The same output twice: a report shows many of its files a second time at its top, or has packed a folder beside it.

A paste, too, may have all of its text once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.blobs import Blob, Refused
from facts.file_order import COPY_MARK, order_of_files
from facts.patterns import lazy
from facts.place_commands import command_of
from facts.reading import prompt_of

_LEAST = 16


class Twice:
    """Remembers the files of one input that show what a command printed."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._seen: dict[tuple[str, int, int], _Alike] = {}
        self._places: dict[str, tuple[int, int]] = {}
        self._files: dict[tuple[int, int], _Copies] = {}
        self.copies: list[tuple[str, str]] = []
        """Each copy with the file that it is one of, but for those that every report of a whole host has."""

    def is_copy(self, blob: Blob) -> bool:
        """Whether a file was read before, here or elsewhere."""
        return self.again(blob) or self.has(blob) or self._is_copied(blob)

    def _is_copied(self, blob: Blob) -> bool:
        """Whether a file says what another one says that its name makes a copy of; then `copies` has both."""
        if blob.source is not None or not (data := blob.data.strip()):
            return False
        key = len(data), hash(data)
        original = self._files.setdefault(key, _Copies()).original_of(blob.path, data)
        if original is not None:
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
_RICH = 120
"""So many digits are not alike by chance in two captures of one host."""


class _Copies:
    """Files with the same bytes; which of them is a copy, and which is the same answer of another host or time, their names tell."""

    def __init__(self) -> None:
        # Thousands of files of a report say the same one word, so each is looked up by all that could make it a copy.
        self._paths: dict[str, int] = {}
        self._whole: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._folders: dict[str, list[str]] = {}

    def original_of(self, path: str, data: bytes) -> str | None:
        """The first file that this one is a copy of; None, and it is remembered, where there is none.

        >>> same = _Copies()
        >>> [same.original_of(path, b"60") for path in ("a/x.txt", "a/x (1).txt", "old/a/x.txt", "b/x.txt", "b/1-y", "b/2-y")]
        [None, 'a/x.txt', 'a/x.txt', None, None, None]
        """
        bare = _ENDING.sub("", path)
        folder, slash, name = bare.rpartition("/")
        named = f"{folder}{slash}{COPY_MARK.sub('', name)}"
        parts = bare.split("/")
        ends = ["/".join(parts[at:]) for at in range(len(parts))]
        near = [self._ends.get(bare, ()), self._names.get(named, ()), *[self._whole.get(end, ()) for end in ends]]
        if (beside := self._folders.get(folder)) and len(data) - len(data.translate(None, b"0123456789")) >= _RICH:
            near.append(beside)
        alike = {other for others in near for other in others if order_of_files(path, other) is None}
        if alike:
            return min(alike, key=self._paths.__getitem__)
        self._paths[path] = len(self._paths)
        self._whole.setdefault(bare, []).append(path)
        self._names.setdefault(named, []).append(path)
        self._folders.setdefault(folder, []).append(path)
        for end in ends:
            self._ends.setdefault(end, []).append(path)
        return None


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


_MOST_PASTES = 4
_MOST_BY_CHANCE = 60


def once(lines: list[str]) -> list[str]:
    """The lines of a text without those in which a paste says all of it once more.

    >>> once(["$ free", "Mem: 3", "", "", "$ free", "Mem: 3 "]), once(["60", "60"])
    (['$ free', 'Mem: 3'], ['60', '60'])
    """
    filled = [line.strip() for line in lines if line.strip()]
    for times in range(2, _MOST_PASTES + 1):
        size, rest = divmod(len(filled), times)
        if (
            not rest
            and size > 1
            and filled[size] == filled[0]
            and filled == filled[:size] * times
            and _is_own(filled[:size])
        ):
            places = [number for number, line in enumerate(lines) if line.strip()]
            return lines[: places[size - 1] + 1]
    return lines


_TELLING = lazy(r"[1-9]")


def _is_own(lines: Sequence[str]) -> bool:
    """Whether lines come again in a copy only: a command stands among them, or numbers that no second sample has again."""
    return (
        any(prompt_of(line) for line in lines)
        or sum(len(_TELLING.findall(line)) for line in set(lines)) >= _MOST_BY_CHANCE
    )
