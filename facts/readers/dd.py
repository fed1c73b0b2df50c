'''``dd``: how long a large sequential read or write took.

GNU dd since 5.2 prints bytes, seconds and a rate (``... copied, 209.117 seconds, 78.3 MB/s``; since 8.24 ``(16 GB, 15
GiB) copied, 209.1 s``), in other languages with a decimal comma; BSD prints ``bytes transferred in N secs``; older Solaris
only the records, so the time is that of ``time``. What was written where, in which block size and whether past the
cache, stands only in the command above.

Samples::

    >>> from facts.readers import show
    >>> show("""$ dd if=/dev/zero of=/data/big bs=8k count=2000000
    ... 2000000+0 records in
    ... 2000000+0 records out
    ... 16384000000 bytes (16 GB) copied, 209.117 seconds, 78.3 MB/s
    ... """)
    dd lines 2-4 read
      bulk-write: bytes-s=78348484 direct=no direction=write flushed=no number=1 program=dd request-bytes=8192 seconds=209.117 target=/data/big total-bytes=16384000000 (2-4)

    >>> show("""16384000000 bytes (16 GB) copied, 261.112 seconds, 62.7 MB/s
    ... """)
    dd lines 1-1 read
      bulk-write: bytes-s=62747020 number=1 program=dd seconds=261.112 target= total-bytes=16384000000 (1-1)

    >>> show("""# dd if=/dev/sdi of=/dev/null bs=1M
    ... dd: error reading '/dev/sdi': Input/output error
    ... 7021+1 records in
    ... 7021+1 records out
    ... 7362052096 bytes (7.4 GB) copied, 97.4 s, 75.6 MB/s
    ... """)
    dd lines 2-5 read
      bulk-write: bytes-s=75585750 direct=no direction=read flushed=no number=1 program=dd request-bytes=1048576 seconds=97.4 target=/dev/sdi total-bytes=7362052096 (2-5)
      surface-scan: device=/dev/sdi number=1 result=errors tool=dd writes=no (2-5)
'''  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facts.dd_order import dd_order
from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.shell import simple_commands

_RECORDS = lazy(
    r"\s*(?P<whole>\d+)\+(?P<part>\d+) (?:records (?P<way>in|out)|Datens.{1,2}tze (?P<weg>ein|aus)"
    r"|enregistrements (?P<sens>lus|.crits)|"
    r"registros (?P<modo>le.dos|escritos))\s*$"
)
_GNU = lazy(
    r"\s*(?P<bytes>\d+) [Bb]ytes?(?: \([^)]{1,40}\))? (?:copied|kopiert|copi.s"
    r"|copiados), (?P<seconds>\d+(?:[.,]\d+)?(?:e[-+]?\d+)?) "
    r"?(?:s|sec|seconds|Sekunden|secs?)\b"
)
# within somebody's sentence or a line of a script: the words, the size in brackets and the rate are dd's own
_TOLD = lazy(
    r"(?:.{0,120}?[^\d.,:/-])?(?P<bytes>\d{3,18}) bytes \([^)]{1,40}\) copied, (?P<seconds>\d+(?:[.,]\d+)?(?:e[-+]?\d+)?) ?s(?:ec|econds)?,"
    r" [\d.,]+ [kMGT]?B/s"
)
_BSD = lazy(r"\s*(?P<bytes>\d+) bytes transferred in (?P<seconds>\d+(?:[.,]\d+)?) sec")
_REAL = lazy(r"\s*(?:real\s+(?P<text>\d[\dhms:.,]*)|(?P<csh>\d+(?:\.\d+)?)u \S+s (?P<elapsed>\d+:\d\d(?:[:.]\d+)*))")
_TIMES = lazy(r"\s*(?:real|user|sys|elapsed)\s+\d")
_ERROR = lazy(r"\s*dd: ")
_OWN = lazy(r"\s*(?:dd: |\d+\+\d+ )")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Records in, records out, the summary, and the times of ``time`` below it."""
    if not any(pattern.match(lines[start]) for pattern in (_RECORDS, _GNU, _BSD)):
        return (start, start + 1) if _TOLD.match(lines[start]) else None
    end = start
    for index in range(start, min(len(lines), start + 40)):
        line = lines[index]
        if not line.strip():
            continue
        if _RECORDS.match(line):
            if _summed(lines[start:end]) or sum(_RECORDS.match(x) is not None for x in lines[start:end]) > 1:
                break  # the next run
        elif _GNU.match(line) or _BSD.match(line):
            if end > start and _summed(lines[start:end]) and _RECORDS.match(lines[end - 1]) is None and index != end:
                break
            if end > start and _bytes(line) <= _bytes(lines[end - 1]):
                break  # the next run, of which somebody kept the summary alone; what status=progress prints grows
        elif not (_TIMES.match(line) or _OWN.match(line)) or prompt_of(line) is not None:
            break
        end = index + 1
    # what went wrong stands above the records
    begin = start - 1 if start and re.match(r"\s*dd: \S", lines[start - 1]) else start
    return (begin, end) if end > start else None


def _summed(lines: Sequence[str]) -> bool:
    return any(_GNU.match(line) or _BSD.match(line) for line in lines) and any(
        _RECORDS.match(line) for line in lines[-2:]
    )


def _bytes(line: str) -> int:
    """How much a summary says was copied, 0 for another line."""
    match = _GNU.match(line) or _BSD.match(line)
    return int(match["bytes"]) if match else 0


_LOOP = lazy(r"\s*(?:for|while|until)\b[^\n]*\bdo\b")
_OVER = lazy(r"\bconv=\S*notrunc")


def clock_seconds(text: str) -> float | None:
    """Seconds of ``3m29.117s``, ``3:29.1``, ``209.1``, ``1h02m03s``.

    >>> clock_seconds("3m29.1s"), clock_seconds("3:29.1"), clock_seconds("209,1"), clock_seconds("x")
    (209.1, 209.1, 209.1, None)
    """
    text = text.strip().replace(",", ".")
    match = re.fullmatch(r"(?:(?:(\d+)[h:])?(\d+)[m:])?(\d+(?:\.\d+)?)s?", text)
    if match is None:
        return None
    return int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + float(match[3])


def _rewritten(output: Output, values: Mapping[str, Value | bool]) -> list[Row]:
    """What `conv=notrunc` wrote over a file that was there."""
    request, rate = values.get("request-bytes"), values.get("bytes-s")
    over = _OVER.search(output.command) is not None and values.get("direction") != "read"
    if (
        not over
        or not isinstance(request, float)
        or not isinstance(rate, float)
        or str(values["target"]).startswith("/dev/")
    ):
        return []
    found: dict[str, Value | bool] = {name: values[name] for name in ("target", "number", "program")}
    found |= {"request-bytes": request, "writes-s": rate / request}
    if "sync" in output.command:
        found["synchronous"] = re.search(r"oflag=\S*sync", output.command) is not None
    return [Row("block-rewrite", found, output.whole)]


_WHOLE = lazy(r"/dev/(?:[sh]d[a-z]{1,2}|a?da\d{1,3}|nvme\d{1,2}n\d|disk/by-id/(?!.*-part\d)\S+)\Z")
_ENDED = lazy(r"\s*dd: .*: (?:No space left on device|end of device)\s*\Z")
_FAILED = lazy(
    r"\s*dd: (?:error (?P<way>reading|writing) |(?P<old>reading|writing):? |)['`\"\u2018]?(?P<device>/dev/\S+?)['\"\u2019]?"
    r": Input/output error\s*\Z"
)


def _scanned(output: Output, values: Mapping[str, Value | bool], whole: bool) -> list[Row]:
    """What a run over a whole disk says of it: read or written from its beginning to its end, or until it failed."""
    failed = next(iter(output.matches(_FAILED)), None)
    device = failed[1]["device"] if failed else str(values["target"])
    # what lies on a disk may fail as well, and says nothing of the whole of it
    if not _WHOLE.match(device) or not (failed or whole or any(map(_ENDED.match, output.lines))):
        return []
    writes = "writing" in (failed[1]["way"], failed[1]["old"]) if failed else values.get("direction") == "write"
    found: dict[str, Value | bool] = {
        "device": device, "number": values["number"], "writes": writes, "tool": "dd-write" if writes else "dd",
        "result": "errors" if failed else "clean",
    }  # fmt: skip
    return [Row("surface-scan", found, output.whole)]


def _read(output: Output) -> Reading:
    order = dd_order(output.command) if output.nth == 0 or _LOOP.match(output.command) else None
    whole = order is not None and order.total_bytes is None and "skip=" not in output.command
    whole = whole and "seek=" not in output.command
    values: dict[str, Value | bool] = {"target": "", "program": "dd"}
    if order is not None:
        values |= order.values()
        values.pop("total-bytes", None)
    first = order is not None and output.nth == 0
    values["number"] = output.command_line if first and output.command_line else output.first
    written = seconds = real = None
    partial = 0
    refusals: list[Refusal] = []
    for index, line in enumerate(output.lines):
        if match := (_GNU.match(line) or _BSD.match(line) or _TOLD.match(line)):
            values["total-bytes"] = float(match["bytes"])
            seconds = float(match["seconds"].replace(",", "."))
        elif match := _RECORDS.match(line):
            written, partial = int(match["whole"]), int(match["part"])
        elif match := _REAL.match(line):
            real = clock_seconds(match["text"] or match["elapsed"])
            if real is None:
                refusals.append(Refusal(output.span(index), f"no time in `{line.strip()[:40]}`"))
    request = order.request_bytes if order is not None and not partial else None
    if "total-bytes" not in values and written is not None and request:
        values["total-bytes"] = written * request
    synced = order is not None and any(words[0] == "sync" for words in simple_commands(output.command))
    if real is not None and (seconds is None or synced):
        # the time around dd and sync together counts until the data is on the disk
        seconds = real
        if synced:
            values["flushed"] = True
    if seconds is not None:
        values["seconds"] = seconds
    if seconds and "total-bytes" in values:
        values["bytes-s"] = float(values["total-bytes"]) / seconds
    if "seconds" not in values and "total-bytes" not in values:
        reason = "only records: neither their size nor the time is known"
        return Reading(refusals=[*refusals, Refusal(output.whole, reason)])
    rows = [Row("bulk-write", values, output.whole), *_rewritten(output, values), *_scanned(output, values, whole)]
    return Reading(rows, refusals, used=output.matching(_GNU, _BSD, _TOLD, _RECORDS, _REAL, _FAILED, _ENDED))


_REAL_TIME = lazy(r"\s*real\s+\d{1,6}m\d{1,2}[.,]\d{2,3}s\s*\Z")
_CPU_TIME = lazy(r"\s*(?:user|sys)\s+\d{1,6}m\d{1,2}[.,]\d{2,3}s\s*\Z")


_SYNC = lazy(r"(?:.{0,200}[;&|]\s*)?(?:sudo )?time (?:sudo )?(?:sync|umount (?!\S*:)[^\s;&|-]\S{0,200})\s*(?:\Z|[;&|])")


def _read_time(output: Output) -> Reading:
    """How long ``sync`` took, or ``umount``, where the command is told; the time of other commands says nothing by itself."""
    match = _REAL.match(output.lines[0]) if _SYNC.match(output.command) else None
    seconds = clock_seconds(match["text"]) if match and match["text"] else None
    if seconds is None:
        return Reading()
    return Reading([Row("sync-run", {"output": output.label, "seconds": seconds}, output.span(0))])


HINTS = (
    "real\t", "real  ",
    "records in", "records out", "copied, ", "kopiert, ", "bytes transferred in", "Datens", "enregistrements",
    "registros", "copi",
)  # fmt: skip
READERS = (
    Reader(
        "dd",
        lazy(
            r"\s*\d+\+\d+ (?:records (?:in|out)|Datens|enregistrements|registros)"
            r"|\s*\d+ [Bb]ytes?(?: \([^)]{1,40}\))? (?:copied|kopiert|copi.s|copiados), \d"
            r"|\s*\d+ bytes transferred in \d|.{0,120}?\d bytes \([^)]{1,40}\) copied, \d"
        ),
        _extent,
        _read,
        of_no_use=(("times", _TIMES), ("error", _ERROR)),
    ),
    # of another program, whose work nothing tells
    Reader(
        "time", _REAL_TIME, extent_of(_REAL_TIME, _CPU_TIME, least=2, tells=(_REAL_TIME,)), _read_time,
        of_no_use=(("times", _REAL_TIME), ("times", _CPU_TIME)),
    ),
)  # fmt: skip
