"""``btrfs scrub status``, ``btrfs replace status`` and ``btrfs balance status``: work on a whole file system.

Each runs over all its devices, as the check or rebuild of an array does. The file system goes by the path or device that the
command or the output names, else by its UUID. The errors that a scrub has found are not read.

Samples::

    >>> from facts.readers import show
    >>> show('''# btrfs scrub status /srv
    ... UUID:             5b1d1a2e-0e4d-4c2a-9a55-1d2b6c2f7a01
    ... Scrub started:    Sun Aug 13 23:19:12 2023
    ... Status:           running
    ... Total to scrub:   8.79TiB
    ... Bytes scrubbed:   4.56TiB  (51.88%)
    ... Rate:             98.70MiB/s
    ... Error summary:    no errors found
    ... ''')
    btrfs-work lines 2-8 read
      md-array: array=/srv state=active sync-action=check sync-kb-s=101069 sync-percent=51.88 (2-7)
      system: os=linux (2-8)
    >>> show('''Balance on '/data' is running
    ... 12 out of about 40 chunks balanced (13 considered),  70% left
    ... ''')
    btrfs-work lines 1-2 read
      md-array: array=/data state=active sync-action=reshape sync-percent=30 (1-2)
      system: os=linux (1-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_HEAD = lazy(rf"\s*(?:UUID:|scrub status for)\s+(?P<uuid>{_UUID})\s*$")
_BALANCE = lazy(r"\s*Balance on '(?P<path>[^']+)' is (?P<state>running|paused)\b.*$")
_NONE = lazy(r"\s*No balance found on '(?P<path>[^']+)'\s*$")
_LEFT = lazy(r"\s*\d+ out of about \d+ chunks balanced \(\d+ considered\), +(?P<left>\d+)% left\s*$")
_REPLACE = lazy(r"\s*(?P<percent>\d+\.\d)% done, \d+ write errs, \d+ uncorr\. read errs\s*$")
_REPLACED = lazy(r"\s*Started on .{1,40}, (?:finished|canceled|suspended) on .{1,40}, \d+ write errs, .*$")
_STATUS = lazy(r"\s*Status:\s+(?P<state>running|finished|aborted|interrupted)\s*$")
_OLD = lazy(
    r"\s*scrub (?:(?:started|resumed) at .{10,40}?(?:,? (?P<state>running) for |,? interrupted| and (?:finished|was aborted)"
    r"|,? finished| and was)|device /\S+ \(id \d+\) (?:history|status))"
)
_BYTES = lazy(r"\s*Bytes scrubbed:\s+\S+(?:\s+\((?P<percent>\d+(?:\.\d+)?)%\))?\s*$")
_RATE = lazy(r"\s*Rate:\s+(?P<rate>\d+(?:\.\d+)?)(?P<unit>[KMG]i?)B/s\b.*$")
_KB = {"K": 1.0, "M": 1024.0, "G": 1048576.0}
_MORE = lazy(
    r"\s*(?:Scrub (?:started|resumed):|Duration:|Time left:|ETA:|Total to scrub:|Error summary:|Corrected:|Uncorrectable:|Unverified:"
    r"|no stats available|total bytes scrubbed: |error details: |corrected errors: |Scrub device /|\(limit)"
)
_OWN = (_HEAD, _BALANCE, _NONE, _LEFT, _REPLACE, _REPLACED, _STATUS, _OLD, _BYTES, _RATE, _MORE)
_PATH = lazy(r"\bbtrfs\s+(?:scrub|replace|balance)\s+status\s+(?:-\S+\s+)*(?P<path>/\S*)")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while end < len(lines) and any(own.match(lines[end]) for own in _OWN):
        end += 1
    told = (_BALANCE, _NONE, _REPLACE, _REPLACED, _STATUS, _OLD)
    return (start, end) if any(own.match(line) for line in lines[start:end] for own in told) else None


class _Work:
    """What is known of the work so far."""

    def __init__(self, output: Output) -> None:
        path = _PATH.search(output.command)
        self.array = path["path"] if path else ""
        self.values: dict[str, Value | bool] = {"state": "active"}

    def line(self, text: str) -> bool:
        """Read a line; whether it counts."""
        if match := _HEAD.match(text):
            self.array = self.array or match["uuid"]
        elif match := _BALANCE.match(text):
            self.array = match["path"]
            self.values["sync-action"] = "reshape" if match["state"] == "running" else "pending"
        elif match := _NONE.match(text):
            self.array, self.values["sync-action"] = match["path"], "none"
        elif match := _LEFT.match(text):
            self.values["sync-percent"] = 100.0 - float(match["left"])
        elif match := _REPLACE.match(text):
            self.values |= {"sync-action": "recovery", "sync-percent": float(match["percent"])}
        elif _REPLACED.match(text):
            self.values["sync-action"] = "none"
        elif match := _STATUS.match(text) or _OLD.match(text):
            self.values["sync-action"] = "check" if match["state"] == "running" else "none"
        elif match := _RATE.match(text):
            self.values["sync-kb-s"] = float(match["rate"]) * _KB[match["unit"][0]]
        elif (match := _BYTES.match(text)) and match["percent"]:
            self.values["sync-percent"] = float(match["percent"])
        else:
            return False
        return True


def _read(output: Output) -> Reading:
    work = _Work(output)
    used = [index for index, text in enumerate(output.lines) if work.line(text)]
    if work.values.get("sync-action") == "none":
        work.values = {"state": "active", "sync-action": "none"}
    rows = [
        Row("md-array", {"array": work.array or "btrfs", **work.values}, output.span(used[0], used[-1])),
        Row("system", {"os": "linux"}, output.whole, inferred=True),
    ]
    return Reading(rows, used=[output.span(index) for index in used])


HINTS = ("scrub", "Scrub", "Balance on '", "No balance found", " uncorr. read errs")
READERS = (
    Reader(
        "btrfs-work",
        lazy("|".join(f"(?:{re.sub(r'[?]P<[a-z]+>', '?:', own.pattern)})" for own in (_HEAD, _BALANCE, _NONE, _REPLACE, _REPLACED))
             + r"|\s*Scrub started:|\s*scrub (?:started|resumed) at "),
        _extent,
        _read,
        of_no_use=(("more of the work", _MORE), ("bytes without a part", _BYTES)),
    ),
)  # fmt: skip
