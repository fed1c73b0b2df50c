"""The columns of iostat, whichever system printed it."""

from __future__ import annotations

from array import array

from facts.readers import iostat_linux, iostat_solaris
from facts.readers.iostat_json import recorded_json
from facts.reading import Output
from facts.samplings.metrics import Columns, Sampled, began, spread, spread_lines, times_of
from facts.samplings.recorded import WholeRecorder, whole_dialect
from facts.samplings.zpool import pour_quantities
from facts.series.commands import interval_of
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.tables import Tables
from facts.series.timeline import timeline

_REQUESTS = frozenset("r/s w/s d/s f/s tps rrqm/s wrqm/s drqm/s".split())
_MILLISECONDS = frozenset("await r_await w_await d_await f_await svctm wsvc_t asvc_t svc_t ms/r ms/w ms/o ms/t".split())
_UNITS = (
    dict.fromkeys(_REQUESTS, "/s")
    | dict.fromkeys(_MILLISECONDS, "ms")
    | dict.fromkeys("rkB/s wkB/s dkB/s kB_read/s kB_wrtn/s kB_dscd/s kr/s kw/s Kr/s Kw/s".split(), "kB/s")
    | dict.fromkeys("rMB/s wMB/s dMB/s MB_read/s MB_wrtn/s MB_dscd/s Mr/s Mw/s".split(), "MB/s")
    | dict.fromkeys("rsec/s wsec/s dsec/s Blk_read/s Blk_wrtn/s Blk_dscd/s".split(), "sectors/s")
    | dict.fromkeys("avgqu-sz aqu-sz wait actv qlen".split(), "requests")
    | dict.fromkeys("areq-sz rareq-sz wareq-sz dareq-sz kB_read kB_wrtn kB_dscd".split(), "kB")
    | dict.fromkeys("MB_read MB_wrtn MB_dscd".split(), "MB")
    | {"avgrq-sz": "sectors", "util": "%", "Blk_read": "sectors", "Blk_wrtn": "sectors"}
)


def samples(kind: str, output: Output) -> Sampled:
    """Every column of every device, and of the CPU; see `facts.samplings.sampled`."""
    if output.lines[0].lstrip().startswith("{"):
        return _json_samples(kind, output)
    system = iostat_linux if kind == "iostat-linux" else iostat_solaris
    recorder = WholeRecorder()
    tables, at_boot = system.tables_of(output, recorder, whole_dialect(system.DIALECT, system.COLUMNS))
    first = 1 if at_boot and recorder.count > 1 else 0
    columns = Columns()
    count = recorder.count - first
    recorder.pour(columns, first, _UNITS, system.COLUMNS)
    _pour_cpu(columns, tables, first, count, output.first)
    return _finished(kind, output, recorder, count, first, columns)


def _json_samples(kind: str, output: Output) -> Sampled:
    document = recorded_json(output, iostat_linux.COLUMNS)
    if document is None:
        return Sampled(kind, None, array("d"), None, False, ())
    recorder, tables, at_boot = document
    first = 1 if at_boot and recorder.count > 1 else 0
    count = recorder.count - first
    columns = Columns()
    pour_quantities(columns, recorder, first, _JSON_NAMES)
    _pour_cpu(columns, tables, first, count, output.first)
    return _finished(kind, output, recorder, count, first, columns)


_JSON_NAMES = {
    "reads": ("r/s", "/s"),
    "writes": ("w/s", "/s"),
    "transfers": ("tps", "/s"),
    "read_kb": ("rkB/s", "kB/s"),
    "write_kb": ("wkB/s", "kB/s"),
    "latency": ("await", "ms"),
    "read_latency": ("r_await", "ms"),
    "write_latency": ("w_await", "ms"),
    "active": ("aqu-sz", "requests"),
    "busy": ("util", "%"),
}


def _pour_cpu(columns: Columns, tables: Tables, first: int, count: int, first_line: int) -> None:
    """The CPU's columns as metrics of the host; its lines are given back as they are taken."""
    assert isinstance(tables.cpu, list)  # what is drawn is never read in bulk
    cpu = [entry for entry in tables.cpu if first <= entry[0] < first + count]
    if not cpu:
        return
    index = [entry[0] - first for entry in cpu]
    lines = spread_lines(count, index, [first_line + entry[1] for entry in cpu])
    for name in cpu[0][2]:
        values = spread(count, index, [entry[2].get(name, NAN) for entry in cpu])
        columns.add(name, "", "%", values, lines)


def _finished(kind: str, output: Output, recorder: Recorder, count: int, first: int, columns: Columns) -> Sampled:
    line = timeline(count + first, recorder.stamps, interval_of(output.command, "iostat")).after(first)
    start, dated = began(recorder.stamps, line, first)
    return Sampled(
        kind, line.interval if line.known else None, times_of(line), start, dated, tuple(columns.metrics)
    )  # fmt: skip
