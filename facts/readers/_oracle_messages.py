"""The messages of an alert log, whichever way it was written: text, ADR's ``log.xml``, or lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from facts.patterns import lazy
from facts.readers._oracle import clock

_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}"
_ISO = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]\d{3,6} ?(?:Z|[+-]\d\d:?\d\d)"
TIMESTAMP = lazy(rf"\s*(?:{_DAY}|{_ISO})\s*$")
STAMPED = lazy(rf"\s*(?P<time>{_ISO})\s+(?P<text>\S.*)$")

XML = lazy(r"\s*<msg time='(?P<time>[^']+)'")
XML_END = lazy(r"\s*</msg>")
_ATTRIBUTE = lazy(r"\b(\w+)='([^']*)'")
_TAGS = lazy(r"^\s*<txt>|(?<!\s)\s*</txt>\s*$")

_TEXT_KEYS = ("txt", "message", "message_text", "MESSAGE_TEXT", "msg")
_TIME_KEYS = ("timestamp", "time", "@timestamp", "originating_timestamp", "ORIGINATING_TIMESTAMP", "ts")


@dataclass(slots=True)
class Message:
    """One line of a message: the index of the line that holds it, its text, and when it was written."""

    index: int
    text: str
    time: float | None


@dataclass(slots=True)
class Source:
    """What the records themselves name: the host, and the component (``rdbms`` or ``asm``)."""

    host: str = ""
    component: str = ""


def record(line: str) -> dict[str, object] | None:
    """A line of JSON that holds a message's text, or None."""
    text = line.strip().rstrip(",")
    if not text.startswith("{") or not text.endswith("}"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and any(isinstance(found.get(k), str) for k in _TEXT_KEYS) else None


def messages(lines: Sequence[str], source: Source) -> Iterator[Message]:
    """The messages in order; what the records name of their source is left in `source`."""
    if XML.match(lines[0]):
        return _from_xml(lines, source)
    return _from_json(lines, source) if lines[0].lstrip().startswith("{") else _from_text(lines)


def _from_text(lines: Sequence[str]) -> Iterator[Message]:
    time: float | None = None
    for index, line in enumerate(lines):
        if TIMESTAMP.match(line):
            time = clock(line.strip())
        elif match := STAMPED.match(line):
            time = clock(match["time"])
            yield Message(index, match["text"], time)
        else:
            yield Message(index, line, time)


def _from_json(lines: Sequence[str], source: Source) -> Iterator[Message]:
    for index, line in enumerate(lines):
        found = record(line)
        if found is None:
            continue
        time = next((clock(str(found[key])) for key in _TIME_KEYS if key in found), None)
        source.host = source.host or str(found.get("host_id") or "")
        source.component = source.component or str(found.get("comp_id") or found.get("component_id") or "")
        text = next(str(found[key]) for key in _TEXT_KEYS if isinstance(found.get(key), str))
        for part in text.split("\n"):
            yield Message(index, part, time)


def _from_xml(lines: Sequence[str], source: Source) -> Iterator[Message]:
    time: float | None = None
    inside = False
    for index, line in enumerate(lines):
        if match := XML.match(line):
            time, inside = clock(match["time"]), False
        if not inside and "<txt>" not in line:
            for name, value in _ATTRIBUTE.findall(line):
                if name == "host_id":
                    source.host = source.host or value
                elif name == "comp_id":
                    source.component = source.component or value
            continue
        inside = "</txt>" not in line
        text = unescape(_TAGS.sub("", line))
        if text.strip():
            yield Message(index, text, time)
