"""The mails of ``mdadm --monitor``: which event it noticed on which array.

Known forms: those of mdadm 1 to 4, with and without the head of the mail. A copy of /proc/mdstat stands below most of them, which
`facts.readers.mdstat` reads. No row comes of a mail: it tells what was once noticed, maybe weeks before the array was
mended. An event of a lost member is shown as not understood.

Sample::

    >>> from facts.readers import show
    >>> show('''This is an automatically generated mail message from mdadm
    ... running on vax
    ...
    ... A RebuildFinished event had been detected on md device /dev/md1.
    ...
    ... Faithfully yours, etc.
    ... ''')
    mdadm-mail lines 1-6 nothing
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, prompt_of

_EVENTS = (
    "(?:DeviceDisappeared|RebuildStarted|Rebuild\\d\\d?|RebuildFinished|Fail|FailSpare|SpareActive|NewArray|DegradedArray|MoveSpare"
    "|SparesMissing|TestMessage)"
)
_LOST = "(?:DeviceDisappeared|Fail|FailSpare|DegradedArray|SparesMissing)"
_BEGIN = lazy(
    rf"\s*(?:This is an automatically generated mail message(?: from mdadm|\.)|Subject: {_EVENTS} event on /dev/\S"
    rf"|An? {_EVENTS} event (?:had been|has been|was) detected on md device /dev/\S)"
)
_EVENT = lazy(rf"\s*An? {_EVENTS} event (?:had been|has been|was) detected on md device /dev/\S{{1,80}}\s*\Z")
_HOST = lazy(r"\s*running on (?P<host>[\w.-]{1,253})\s*\Z")
_BODY = lazy(
    r"\s*(?:This is an automatically generated mail message|running on \S+\s*\Z|It could be related to component device \S"
    r"|Extra information ?:|Faithfully yours, etc\.|P\.S\. The /proc/mdstat file currently contains the following:)"
)
_HEAD = lazy(
    r"(?:From|To|Cc|Subject|Date|Message-I[Dd]|Return-Path|Delivered-To|X-[\w-]+|Received|MIME-Version|Content-[\w-]+|Envelope-to): "
)
_MOST_LINES = 40
_MOST_HEADS = 20


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The head of the mail, and its text to the last sentence of mdadm."""
    begin, end, told = start, start + 1, False
    while begin and start - begin < _MOST_HEADS and _HEAD.match(lines[begin - 1]):
        begin -= 1
    for index in range(start, min(len(lines), start + _MOST_LINES)):
        line = lines[index]
        if _EVENT.match(line) or _BODY.match(line) or (_HEAD.match(line) and not told):
            told = told or _EVENT.match(line) is not None
            end = index + 1
        elif line.strip() or prompt_of(line) is not None:
            break
    return (begin, end) if told or _HEAD.match(lines[start]) else None


def _read(output: Output) -> Reading:
    reading = Reading()
    for _, match in output.matches(_HOST):
        reading.host = match["host"].split(".")[0]
    return reading


HINTS = ("from mdadm", "mail message.", " detected on md device ", " event on /dev/")
READERS = (
    Reader(
        "mdadm-mail",
        _BEGIN,
        _extent,
        _read,
        of_no_use=(("event", _EVENT), ("head of a mail", _HEAD), ("text of the mail", _BODY)),
        faults=lazy(rf"\s*(?:An? {_LOST} event \w|Subject: {_LOST} event on )"),
    ),
)
