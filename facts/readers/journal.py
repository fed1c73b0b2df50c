'''``journalctl -o json``, ``json-pretty``, ``export`` and ``verbose``: the journal as records instead of lines.

Each record becomes the line that ``-o short-iso`` would print, in its place, and what kernel and cluster software say in
such lines is read as in any other log. The time is that of the record, in UTC.

Samples::

    >>> from facts.readers import show
    >>> show("""{"_HOSTNAME":"db1","__REALTIME_TIMESTAMP":"1699000000000000","_TRANSPORT":"kernel",\
"SYSLOG_IDENTIFIER":"kernel","MESSAGE":"Buffer I/O error on device sdc1, logical block 12"}
    ... """)
    journal-json lines 1-1 read
      kernel-log: disk-errors=1 first-time=1699000000 last-time=1699000000 messages=1 output=input:1 (1-1)
      system: os=linux (1-1)
      disk-error: count=1 device=sdc first-time=1699000000 kind=io-error last-time=1699000000 (1-1)

    >>> show("""__REALTIME_TIMESTAMP=1699000000000000
    ... _HOSTNAME=db1
    ... SYSLOG_IDENTIFIER=kernel
    ... MESSAGE=INFO: task mysqld:2345 blocked for more than 120 seconds.
    ...
    ... """)
    journal-export lines 1-4 read
      kernel-log: disk-errors=0 first-time=1699000000 last-time=1699000000 messages=1 output=input:1 (1-4)
      system: os=linux (4-4)
      kernel-event: count=1 first-time=1699000000 kind=hung-task last-time=1699000000 subject=mysqld \
text=INFO: task mysqld:2345 blocked for more than 120 seconds. (4-4)
'''

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from facts.account import Rules
from facts.patterns import lazy
from facts.readers import kernel_log
from facts.reading import Output, Reader, Reading, prompt_of

_FIELDS = ("MESSAGE", "_HOSTNAME", "SYSLOG_IDENTIFIER", "_COMM", "_TRANSPORT", "__REALTIME_TIMESTAMP")
_JSON = lazy(r'\s*\{.*"(?:MESSAGE|__REALTIME_TIMESTAMP|_TRANSPORT)"\s*:.*\}\s*$')
_EXPORT = lazy(r"(?P<name>_{0,2}[A-Z][A-Z0-9_]{1,80})=(?P<value>.*)$")
_EXPORT_START = lazy(r"__(?:CURSOR|REALTIME_TIMESTAMP)=")
_VERBOSE_HEAD = lazy(
    r"[A-Z][a-z]{2} (?P<date>\d{4}-\d\d-\d\d) (?P<clock>\d\d:\d\d:\d\d)(?:\.\d+)? (?P<zone>[A-Z]{2,5}|[+-]\d\d:?\d\d) \[s=.*\]\s*$"
)
_VERBOSE = lazy(r"\s{4}(?P<name>_{0,2}[A-Z][A-Z0-9_]{1,80})=(?P<value>.*)$")
_PRETTY = lazy(r'\s+"(?P<name>_{0,2}[A-Z][A-Z0-9_]{1,80})" : "(?P<value>.*)",?\s*$')
_BRACE = lazy(r"\s*[{}]\s*(?:,\s*)?$")
_FIELD = {"export": _EXPORT, "verbose": _VERBOSE, "pretty": _PRETTY}
_PRETTY_ANY = lazy(r'\s+"\w+" : .*$|\s*[{}\]],?\s*$|\s+\d+,?\s*$')
_MOST_LINES = 2_000_000
_LONGEST = 100_000


def _line(record: dict[str, str], stamp: str = "") -> str:
    """The record as ``-o short-iso`` prints it, or "" where it holds no message."""
    message = record.get("MESSAGE", "")
    micro = record.get("__REALTIME_TIMESTAMP", "")
    if micro.isdecimal() and len(micro) <= 17:
        stamp = datetime.fromtimestamp(int(micro) // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")
    if not message or not stamp:
        return ""
    program = record.get("SYSLOG_IDENTIFIER") or record.get("_COMM") or "unknown"
    if record.get("_TRANSPORT") == "kernel":
        program = "kernel"
    host = re.sub(r"[^\w.-]", "", record.get("_HOSTNAME", "")) or "localhost"
    return f"{stamp} {host} {program}: {message}".replace("\n", " ")[:4096]


def _as_lines(kind: str, lines: Sequence[str]) -> list[str]:
    """As many lines as there are, of which each holds a record's line where its message stands, or nothing."""
    result = [""] * len(lines)
    record: dict[str, str] = {}
    stamp, at = "", -1

    def close() -> None:
        nonlocal record, at
        if at >= 0:
            result[at] = _line(record, stamp)
        record, at = {}, -1

    for index, text in enumerate(lines):
        if kind == "json":
            result[index] = _line(_fields(text))
            continue
        head = _VERBOSE_HEAD.match(text) if kind == "verbose" else None
        if head is not None or (kind == "export" and not text.strip()) or (kind == "pretty" and _BRACE.match(text)):
            close()
            if head is not None:
                zone = "+00:00" if head["zone"] in ("UTC", "GMT") else head["zone"] if head["zone"][0] in "+-" else ""
                stamp = f"{head['date']}T{head['clock']}{zone}"
        elif (match := _FIELD[kind].match(text)) and match["name"] in _FIELDS:
            record[match["name"]] = _unescaped(match["value"]) if kind == "pretty" else match["value"]
            at = index if match["name"] == "MESSAGE" else at
    close()
    return result


def _fields(text: str) -> dict[str, str]:
    """The fields of one JSON record that are wanted and are text."""
    if len(text) > _LONGEST:
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    if isinstance(message := found.get("MESSAGE"), list):
        found["MESSAGE"] = _decoded(message)
    return {name: value for name in _FIELDS if isinstance(value := found.get(name), str)}


def _decoded(message: list[object]) -> str | None:
    """A message with other characters than those of a text, which the journal writes as a list of its bytes."""
    numbers = [each for each in message if isinstance(each, int) and 0 <= each < 256]
    return bytes(numbers).decode("utf-8", "replace") if numbers and len(numbers) == len(message) else None


def _unescaped(value: str) -> str:
    try:
        return str(json.loads(f'"{value}"'))
    except ValueError:
        return value


def _goes_on(kind: str, line: str) -> bool:
    if kind == "json":
        return _JSON.match(line) is not None
    if kind == "export":
        return not line.strip() or _EXPORT.match(line) is not None
    if kind == "verbose":
        return _VERBOSE_HEAD.match(line) is not None or _VERBOSE.match(line) is not None or line.startswith("      ")
    return _PRETTY_ANY.match(line) is not None


def _extent(kind: str) -> Callable[[Sequence[str], int, str], tuple[int, int] | None]:
    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        end = start
        while end < min(len(lines), start + _MOST_LINES) and _goes_on(kind, lines[end]):
            if prompt_of(lines[end]) is not None:
                break
            end += 1
        body = lines[start:end]
        if kind == "pretty" and not any('"MESSAGE" : ' in line for line in body):
            return None
        return (start, end) if any("MESSAGE" in line for line in body) else None

    return extent


def _read(kind: str) -> Callable[[Output], Reading]:
    def read(output: Output) -> Reading:
        # The rows keep the lines on which the records stand.
        lines = _as_lines(kind, output.lines)
        reading = kernel_log.READERS[0].read(output._replace(lines=lines))
        for index, line in enumerate(lines if kind == "json" else ()):
            if not line and "MESSAGE" not in (fields := _fields(output.lines[index])) and fields:
                reading.pass_over("no message", output.span(index))
        if not any(row.template == "kernel-log" and row.values.get("messages") for row in reading.rows):
            reading.complete = frozenset()  # the journal of a service says nothing of what the kernel did not log
        return reading

    return read


HINTS = ('"MESSAGE"', "__REALTIME_TIMESTAMP", "    MESSAGE=")
_OF_NO_USE: dict[str, Rules] = {
    "json": (),
    "export": (("field", lazy(r"(?!MESSAGE=\s*\S)_{0,2}[A-Z][A-Z0-9_]{1,80}=")),),
    "verbose": (
        ("head", _VERBOSE_HEAD),
        ("field", lazy(r"\s{4}(?!MESSAGE=\s*\S)_{0,2}[A-Z][A-Z0-9_]{1,80}=")),
        ("rest of a message", lazy(r"\s{6,}\S")),
    ),
    "pretty": (
        ("field", lazy(r'\s+"(?!MESSAGE" : (?!""|null))\w+" : (?:".*"|null|\d+),?\s*$')),
        ("bracket", _BRACE),
    ),
}
READERS = tuple(
    Reader(f"journal-{name}", starts, _extent(kind), _read(kind), of_no_use=_OF_NO_USE[kind])
    for name, kind, starts in (
        ("json", "json", _JSON),
        ("export", "export", _EXPORT_START),
        ("verbose", "verbose", _VERBOSE_HEAD),
        ("json-pretty", "pretty", lazy(r"\s*\{\s*$")),
    )
)
