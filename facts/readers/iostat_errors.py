"""``iostat -En``: what Solaris counted of errors for each device since boot.

Three to five lines for each device: soft, hard and transport errors; vendor, model and serial number; size; media
errors and their kin. ``iostat -E`` names devices ``sd0``. Media errors are among the hard errors. A device without
errors gives no row: the output counts as read completely.

Sample::

    >>> from facts.readers import show
    >>> show('''c1t0d0           Soft Errors: 0 Hard Errors: 3 Transport Errors: 1
    ... Vendor: SEAGATE  Product: ST373453LC       Revision: 0003 Serial No: 3HW0XYZA
    ... Size: 73.40GB <73400057856 bytes>
    ... Media Error: 2 Device Not Ready: 0 No Device: 0 Recoverable: 4
    ... Illegal Request: 0 Predictive Failure Analysis: 1
    ... ''')
    iostat-En lines 1-5 read
      disk-error: count=2 device=c1t0d0 kind=medium-error (1-5)
      disk-error: count=4 device=c1t0d0 kind=recovered (1-5)
      disk-error: count=1 device=c1t0d0 kind=hardware-error (1-5)
      disk-error: count=1 device=c1t0d0 kind=link-error (1-5)
      disk-error: count=1 device=c1t0d0 kind=predicted-failure (1-5)
      system: os=solaris (1-5)

``iostat -e`` has the sums of each device in four columns.

    >>> show('''  ---- errors ---
    ...   s/w h/w trn tot device
    ...     0   4 612 616 c0t1d0
    ... ''')
    iostat-e lines 1-3 read
      disk-error: count=4 device=c0t1d0 kind=io-error (3-3)
      disk-error: count=612 device=c0t1d0 kind=link-error (3-3)
      system: os=solaris (1-3)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row

_STARTS = lazy(r"\s*\S+\s+Soft Errors:\s*\d+\s+Hard Errors:")
_FIRST = lazy(r"\s*(?P<device>\S+)\s+Soft Errors:\s*\S*")
_DETAIL = lazy(r"\s*(?:Vendor:|Model:|Product:|Size:|Media Error:|Illegal Request:|Revision:|Serial No:).*")
_PAIR = lazy(
    r"(?P<name>Soft Errors|Hard Errors|Transport Errors|Media Error|Device Not Ready|No Device|Recoverable"
    r"|Illegal Request"
    r"|Predictive Failure Analysis):[ \t]*(?P<value>[^\s]*)"
)
_COUNTED = lazy(r"\s*(?:\S+\s+Soft Errors|Media Error|Illegal Request):")
# An empty or dusty optical drive collects errors that say nothing about a disk.
_OPTICAL = lazy(r"(?:Product|Model):\s*(?:\S+ )?(?:DVD|CD[-R]|BD[-R])")
_KINDS = {
    "Media Error": "medium-error",
    "Device Not Ready": "not-ready",
    "Recoverable": "recovered",
    "Predictive Failure Analysis": "predicted-failure",
    "Transport Errors": "link-error",
}


def _counts(output: Output, start: int, end: int, reading: Reading) -> dict[str, int]:
    found: dict[str, int] = {}
    for index in range(start, end):
        for match in _PAIR.finditer(output.lines[index]):
            if match["value"].isdecimal():
                found[match["name"]] = int(match["value"])
            else:
                reason = f"{match['name']} is not a number: {match['value'] or 'nothing'}"
                reading.refusals.append(Refusal(output.span(index), reason))
    return found


def _rows(output: Output, start: int, end: int, device: str, found: dict[str, int]) -> list[Row]:
    """One row for each kind. Hard errors beyond those of the medium are the device's own."""
    counts = {kind: found[name] for name, kind in _KINDS.items() if kind and name in found}
    if "Hard Errors" in found and "Media Error" in found:
        beside = sum(found.get(name, 0) for name in ("Media Error", "Device Not Ready", "No Device"))
        counts["hardware-error"] = max(0, found["Hard Errors"] - beside)
    elif "Hard Errors" in found:
        counts["hardware-error"] = found["Hard Errors"]
    order = ("medium-error", "not-ready", "recovered", "hardware-error", "link-error", "predicted-failure")
    rows = []
    for kind in order:
        if counts.get(kind):
            values: Values = {"device": device, "kind": kind, "count": counts[kind]}
            rows.append(Row("disk-error", values, output.span(start, end - 1)))
    return rows


def _read(output: Output) -> Reading:
    reading = Reading()
    for match, start, end in output.parts(_FIRST):
        if any(_OPTICAL.search(line) for line in output.lines[start:end]):
            reading.pass_over("optical drive", output.span(start, end - 1))
        else:
            reading.rows += _rows(output, start, end, match["device"], _counts(output, start, end, reading))
    reading.used = output.matching(_COUNTED)
    reading.complete = frozenset({"disk-error"})
    reading.rows.append(Row("system", {"os": "solaris"}, output.whole, inferred=True))
    return reading


_SUMS_HEAD = lazy(r"\s*(?:device\s+)?s/w\s+h/w\s+trn\s+tot(?:\s+device)?\s*\Z")
_SUMS_ABOVE = lazy(r"\s*-+ (?:device )?errors? -+\s*\Z")
_SUMS = lazy(
    r"\s*(?:(?P<name>[a-z]\w*)\s+)?(?P<soft>\d+)\s+(?P<hard>\d+)\s+(?P<transport>\d+)\s+\d+(?:\s+(?P<device>[a-z]\S*))?\s*\Z"
)


def _read_sums(output: Output) -> Reading:
    """Hard errors that this table does not tell apart: of the medium, or of an empty optical drive."""
    reading = Reading(complete=frozenset({"disk-error"}))
    for index, match in output.matches(_SUMS):
        device = match["name"] or match["device"]
        reading.used.append(output.span(index))
        for group, kind in (("hard", "io-error"), ("transport", "link-error")):
            if device and int(match[group]):
                values: Values = {"device": device, "kind": kind, "count": int(match[group])}
                reading.rows.append(Row("disk-error", values, output.span(index)))
    reading.rows.append(Row("system", {"os": "solaris"}, output.whole, inferred=True))
    return reading


HINTS = ("Soft Errors", "h/w trn tot")
READERS = (
    Reader(
        "iostat-e", lazy(rf"{_SUMS_ABOVE.pattern}|{_SUMS_HEAD.pattern}"),
        extent_of(_SUMS, _SUMS_ABOVE, _SUMS_HEAD, tells=(_SUMS_HEAD,), least=2), _read_sums,
        of_no_use=(("heading", _SUMS_HEAD), ("heading", _SUMS_ABOVE)),
    ),
    Reader(
        "iostat-En", _STARTS, extent_of(_FIRST, _DETAIL, head=_STARTS, blanks=1, least=0), _read,
        of_no_use=(("what the device is", lazy(r"\s*(?:Vendor|Model|Product|Size|Revision|Serial No):")),),
    ),
)  # fmt: skip
