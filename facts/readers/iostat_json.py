"""``iostat -o JSON``: the same figures as the tables, as sysstat 11.5 and newer print them.

Sample::

    >>> from facts.readers import show
    >>> show('''{"sysstat": {"hosts": [{"nodename": "db1", "sysname": "Linux", "release": "5.14.0", "machine": "x86_64",
    ...   "number-of-cpus": 8, "date": "11/28/2022", "statistics": [{"disk": [
    ...   {"disk_device": "sda", "r/s": 0.0, "w/s": 4.0, "wkB/s": 56.0, "w_await": 2.5, "aqu-sz": 0.01, "util": 0.2}
    ... ]}]}]}}''')  # doctest: +NORMALIZE_WHITESPACE
    iostat-linux lines 1-4 read
      device-load: busy-percent-max=0.2 busy-percent-mean=0.2 device=sda latency-ms-max=2.5 latency-ms-mean=2.5
        latency-ms-median=2.5 no-completion-samples=0 output=input:1 queue-max=0.01 queue-mean=0.01
        reads-s-mean=0 samples=1 since-boot=yes write-kb-s-max=56 write-kb-s-mean=56 write-latency-ms-max=2.5
        write-latency-ms-mean=2.5 write-size-kb-mean=14 writes-s-max=4 writes-s-mean=4 (3-3)
      system: arch=x86_64 cpus=8 kernel=5.14.0 kernel-code=5014000 os=linux (1-4)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from facts.reading import Output, Reading, Refusal, Row
from facts.series.commands import begins_at_boot, interval_of
from facts.series.iostat_rows import iostat_reading
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES
from facts.series.tables import Columns, Tables
from facts.series.timeline import date_of, stamp_of
from facts.units import coded

_MOST_LINES_TO_NAME = 8


def json_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """Where the JSON document that begins at ``lines[start]`` ends, if it is one of iostat."""
    head = "".join(lines[start : start + _MOST_LINES_TO_NAME])
    if '"sysstat"' not in head:
        return None
    depth = 0
    marked = False
    index = start
    for index in range(start, len(lines)):
        line = lines[index]
        marked = marked or '"disk_device"' in line or '"avg-cpu"' in line
        depth += line.count("{") + line.count("[") - line.count("}") - line.count("]")
        if depth <= 0:
            break
    return (start, index + 1) if marked else None


def _values(entry: Mapping[str, Any], columns: Columns) -> list[float]:
    found = dict.fromkeys(QUANTITIES, NAN)
    for name, (quantity, factor) in columns.items():
        value = entry.get(name)
        if isinstance(value, (int, float)):
            found[quantity] = float(value) * factor
    return [found[quantity] for quantity in QUANTITIES]


class _Lines:
    """Finds the line of each device's next entry."""

    def __init__(self, output: Output) -> None:
        self.places: dict[str, list[int]] = {}
        for index, line in enumerate(output.lines):
            _, found, rest = line.partition('"disk_device":')
            if found:
                self.places.setdefault(rest.split('"')[1] if '"' in rest else "", []).append(output.first + index)
        self.given: dict[str, int] = {}
        self.otherwise = output.first

    def next(self, name: str) -> int:
        places = self.places.get(name, [])
        number = self.given.get(name, 0)
        self.given[name] = number + 1
        return places[number] if number < len(places) else self.otherwise


def _host_of(output: Output) -> dict[str, Any] | str:
    """What the document says of its first host, or why it cannot be read."""
    try:
        host = json.loads("\n".join(output.lines))["sysstat"]["hosts"][0]
        host["statistics"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        broken = isinstance(error, json.JSONDecodeError)
        return f"JSON that is not complete: {error}" if broken else "JSON without iostat statistics"
    return dict(host)


def recorded_json(output: Output, columns: Columns) -> tuple[Recorder, Tables, bool | None] | None:
    """The samples of a document, and whether the first is an average since boot; None where it cannot be read."""
    host = _host_of(output)
    if isinstance(host, str):
        return None
    return *_recorded(output, host, columns), begins_at_boot(output.command, "iostat", 1)


def _recorded(output: Output, host: Mapping[str, Any], columns: Columns) -> tuple[Recorder, Tables]:
    recorder, tables, where = Recorder(), Tables(), _Lines(output)
    date = date_of(str(host.get("date", "")))
    cpu_lines = [index for index, line in enumerate(output.lines) if '"avg-cpu"' in line]
    for number, report in enumerate(host["statistics"]):
        recorder.header("report")
        stamp = stamp_of(str(report.get("timestamp", "")), date)
        if stamp is not None:
            recorder.stamps[number] = stamp
        if isinstance(cpu := report.get("avg-cpu"), dict):
            given = {f"%{name}": float(v) for name, v in cpu.items() if isinstance(v, (int, float))}
            tables.cpu.append((number, cpu_lines[number] if number < len(cpu_lines) else 0, given))
        for entry in report.get("disk", []):
            name = str(entry.get("disk_device", ""))
            recorder.row(where.next(name), name, _values(entry, columns))
    return recorder, tables


def read_json(output: Output, columns: Columns) -> Reading:
    """Read a JSON document of iostat; `columns` maps the names that it uses."""
    host = _host_of(output)
    if isinstance(host, str):
        return Reading(refusals=[Refusal(output.whole, host)])
    recorder, tables = _recorded(output, host, columns)
    at_boot = begins_at_boot(output.command, "iostat", 1)
    reading = iostat_reading(output, recorder, tables, interval_of(output.command, "iostat"), at_boot)
    values: dict[str, str | int] = {"os": "linux"}
    if release := host.get("release"):
        values |= coded("kernel", str(release))
    if machine := host.get("machine"):
        values["arch"] = str(machine)
    if isinstance(cpus := host.get("number-of-cpus"), int):
        values["cpus"] = cpus
    reading.rows.append(Row("system", values, output.whole))
    reading.host = str(host["nodename"]) if host.get("nodename") else None
    return reading
