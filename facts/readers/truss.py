'''``truss``, ``strace``: the writes of a traced process, and in which size it asks for them.

Known forms: Solaris ``truss`` (with ``-f`` a process id, with several threads ``/LWP:``, with ``-d`` seconds in
front) and Linux ``strace`` (``[pid N]`` or a bare id, ``-t``/``-tt``/``-ttt``/``-r`` times, ``-y`` with the file's
name, ``-T`` with the time taken). One row for each file descriptor that is written in sequence. Writes here and there are
no bulk write: with the times that they took they tell how often blocks within the file were written. How much was written
in all is not known: a trace is a glimpse.

Samples::

    >>> from facts.readers import show
    >>> show("""# truss -t pwrite -p 2301
    ... pwrite64(257, "06A2\\\\0\\\\0 @".., 131072, 0x00020000)  = 131072
    ... pwrite64(257, "06A2\\\\0\\\\0 @".., 131072, 0x00040000)  = 131072
    ... pwrite64(257, "06A2\\\\0\\\\0 @".., 131072, 0x00060000)  = 131072
    ... """)
    truss lines 2-4 read
      bulk-write: direction=write number=2 program=truss request-bytes=131072 target= (2-4)

    >>> show("""[pid 812] 10:02:11.120 pwrite64(31</u02/data/x.dbf>, "\\\\6\\\\242"..., 65536, 1048576) = 65536 <0.0002>
    ... [pid 812] 10:02:11.121 pwrite64(31</u02/data/x.dbf>, "\\\\6\\\\242"..., 65536, 1114112) = 65536 <0.0002>
    ... [pid 812] 10:02:11.122 pwrite64(31</u02/data/x.dbf>, "\\\\6\\\\242"..., 65536, 1179648) = 65536 <0.0002>
    ... """)
    strace lines 1-3 read
      bulk-write: direction=write number=1 program=strace request-bytes=65536 target=/u02/data/x.dbf (1-3)

    >>> show("""pwrite64(24, "\\2"..., 4096, 1236860928) = 4096 <3.1>
    ... pwrite64(24, "\\2"..., 4096, 6479732736) = 4096 <0.3>
    ... pwrite64(24, "\\2"..., 4096, 6479917056) = 4096 <0.3>
    ... pwrite64(24, "\\2"..., 4096, 6481014784) = 4096 <0.3>
    ... """)
    strace lines 1-4 read
      block-rewrite: number=1 program=strace request-bytes=4096 target= writes-s=1 (1-4)
'''

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.fsync_times import fsync_row
from facts.reading import Extent, Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value

_IN_FRONT = r"\s*(?:\[pid +\d+\] |\d+(?:/\d+)?:?\s+|/\d+:\s+)?(?:\d\d:\d\d:\d\d(?:\.\d+)? |\d+\.\d+\s+)?"
_CALL = lazy(
    _IN_FRONT + r"(?P<call>p?write(?:64)?)\((?P<fd>\d+)(?:<(?P<file>[^>]*)>)?, "
    r"(?:(?P<quoted>\"(?:[^\"\\]|\\.)*\"(?P<dots>\.{2,3})?)|0x[0-9A-Fa-f]+), (?P<bytes>\d+)"
    r"(?:, (?P<offset>0x[0-9A-Fa-f]+|\d+))?\)\s+(?:= (?P<result>-?\d+)|Err#\d+)"
)
_OTHER_CALL = lazy(_IN_FRONT + r"(?:[a-z_]\w*\(|\+\+\+ |--- |Received signal|\(sleeping)")
_UNFINISHED = lazy(_IN_FRONT + r"p?write(?:64)?\(\d+")
_CUT = lazy(r"\s*(?:\.{3,}|\[\.{3}\])\s*\Z")
_CALLS = extent_of(_CALL, _OTHER_CALL, _UNFINISHED, _CUT, blanks=1)
_LEAST_CALLS = 3
_LEAST_SCATTERED = 4
_TAKEN = lazy(r".*\) += \d+ <(?P<seconds>\d+\.\d+)>\s*\Z")
_SEQUENTIAL = 0.6
"""Part of the writes that must follow on the one before; several writers may be interleaved in one trace."""


@dataclass(slots=True)
class _Stream:
    """The writes to one file descriptor."""

    target: str = ""
    lines: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    followed: int = 0
    next_offset: int | None = None
    seconds: list[float] = field(default_factory=list)
    placed: int = 0

    def take(self, index: int, size: int, offset: int | None, seconds: float | None) -> None:
        """One write; without an offset it goes where the last one ended."""
        self.placed += offset is not None
        if seconds is not None:
            self.seconds.append(seconds)
        self.followed += bool(self.sizes) and (offset is None or offset == self.next_offset)
        self.lines.append(index)
        self.sizes.append(size)
        self.next_offset = None if offset is None else offset + size

    @property
    def sequential(self) -> bool:
        """Whether it is one long write."""
        return len(self.sizes) >= _LEAST_CALLS and self.followed >= _SEQUENTIAL * (len(self.sizes) - 1)

    @property
    def scattered(self) -> bool:
        """Whether each write went to a place of its own, and took a time that is known."""
        calls = len(self.sizes)
        return calls >= _LEAST_SCATTERED and self.placed == len(self.seconds) == calls and not self.followed

    @property
    def usual(self) -> int:
        """The request size that carries most of the bytes."""
        carried: Counter[int] = Counter()
        for size in self.sizes:
            carried[size] += size
        return max(carried, key=lambda size: (carried[size], size))


def _is_strace(lines: Sequence[str]) -> bool:
    """Three dots stand behind a shortened string in strace, two in truss; truss gives the number of an error."""
    for match in (m for line in lines if (m := _CALL.match(line))):
        if match["dots"] == "..." or match["file"] is not None or match["result"] == "-1" or "[pid" in match[0]:
            return True
        if match["dots"] == ".." or match["result"] is None:
            return False
    return False


def _extent(strace: bool) -> Extent:
    def extent(lines: Sequence[str], start: int, command: str) -> Span | None:
        if _CALL.match(lines[start]) is None:
            return None
        if ("strace" in command or _is_strace(lines[start : start + 40])) is not strace:
            return None
        return _CALLS(lines, start, command)

    return extent


def _offset(text: str) -> int:
    """An offset as it is printed: decimal, or with 0x before it."""
    return int(text, 16 if text.lower().startswith("0x") else 10)


def _read(program: str) -> Callable[[Output], Reading]:
    def read(output: Output) -> Reading:
        streams: dict[str, _Stream] = {}
        reading = Reading()
        for index, line in enumerate(output.lines):
            match = _CALL.match(line)
            if match is None:
                if _UNFINISHED.match(line) and index + 1 == len(output.lines):
                    reading.refusals.append(Refusal(output.span(index), "the line is cut off"))
                continue
            if not (match["result"] or "-").isdecimal():
                continue  # a write that failed
            reading.used.append(output.span(index))
            stream = streams.setdefault(match["fd"], _Stream(match["file"] or ""))
            taken = _TAKEN.match(line)
            offset = _offset(match["offset"]) if match["offset"] else None
            stream.take(index, int(match["bytes"]), offset, float(taken["seconds"]) if taken else None)
        for stream in streams.values():
            if stream.sequential:
                values: dict[str, Value | bool] = {
                    "target": stream.target, "number": output.first + stream.lines[0], "program": program,
                    "request-bytes": stream.usual, "direction": "write",
                }  # fmt: skip
                reading.rows.append(Row("bulk-write", values, output.span(stream.lines[0], stream.lines[-1])))
            elif stream.scattered and any(stream.seconds):
                rewrite: dict[str, Value | bool] = {
                    "target": stream.target, "number": output.first + stream.lines[0], "program": program,
                    "request-bytes": stream.usual, "writes-s": len(stream.sizes) / sum(stream.seconds),
                }  # fmt: skip
                reading.rows.append(Row("block-rewrite", rewrite, output.span(stream.lines[0], stream.lines[-1])))
        reading.rows += fsync_row(output)
        return reading

    return read


_OF_NO_USE = (
    ("write that failed", _CALL),
    ("another call", _OTHER_CALL),
    ("call that goes on below", _UNFINISHED),
    ("lines left out", _CUT),
)
_STARTS = lazy(_IN_FRONT + r"p?write(?:64)?\(\d")
HINTS = ("write(", "write64(")
BEFORE = ("fsync_times",)
READERS = (
    Reader("strace", _STARTS, _extent(True), _read("strace"), of_no_use=_OF_NO_USE),
    Reader("truss", _STARTS, _extent(False), _read("truss"), of_no_use=_OF_NO_USE),
)
