"""Backtraces of processes, as ``gdb`` and ``pstack`` print them. No value of them is used.

Sample::

    >>> from facts.readers import show
    >>> show('''Thread 1 (Thread 0x7f2b (LWP 812)):
    ... #0  0x00002b9eec171a0b in do_futex_wait () from /lib64/libpthread.so.0
    ... #1  main (argc=3, argv=0x21dbe90) at main.c:228
    ... ''')
    backtrace lines 1-3 nothing
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading

_FRAME = lazy(r"\s*#\d{1,3}\s+(?:<signal handler called>|(?:0x[0-9a-f]{4,16} in )?[\w:~<>@.$*&, ]{1,120} ?\(.*)\s*$")
_SURE = lazy(
    r"\s*#\d{1,3}\s+0x[0-9a-f]{4,16} in [\w:~<>@.$*?]{1,120} ?\(|\s*#\d{1,3}\s+[\w:~<>@.$]{1,80} \(.*\) at [\w./-]{1,200}:\d+\s*$"
)
_THREAD = lazy(r"\s*(?:Thread \d{1,5} \((?:Thread 0x|LWP)|\[Switching to thread |\[New LWP \d)")


def _read(output: Output) -> Reading:
    return Reading()


HINTS = (" () from ", ") at ", "in ?? ()", "(Thread 0x", "(LWP ", "[Switching to thread", "[New LWP ")
READERS = (
    Reader(
        "backtrace",
        lazy(rf"{_SURE.pattern}|{_THREAD.pattern}"),
        extent_of(_FRAME, _THREAD, least=2, tells=(_SURE,), blanks=1),
        _read,
        of_no_use=(("frame", _FRAME), ("thread", _THREAD)),
    ),
)
