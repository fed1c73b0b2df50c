"""The columns of vmstat."""

from __future__ import annotations

from array import array

from facts.readers.vmstat import sampling_of
from facts.reading import Output
from facts.samplings.metrics import Columns, Sampled, began, times_of
from facts.series.commands import value_of

_PER_SECOND = frozenset("in cs re mf pi po flt".split())
_PERCENT = frozenset("us sys id wa st gu".split())
_LINUX_MEMORY = frozenset("swpd free buff cache inact active".split())
_SOLARIS_KB = frozenset("swap free de".split())
_SOLARIS_KB_S = frozenset("pi po fr si so epi epo epf api apo apf fpi fpo fpf".split())
_MEMORY_UNITS = {"k": "kB (1000)", "K": "kB", "m": "MB (10^6)", "M": "MB", "b": "bytes", "B": "bytes"}
_COUNTS = frozenset("r b w s p".split())


def _unit(system: str, name: str, memory: str) -> str:
    if name in _COUNTS:
        return ""
    if name in _PERCENT:
        return "%"
    if system == "linux":
        if name in _LINUX_MEMORY:
            return memory
        if name in ("si", "so"):
            return f"{memory}/s"
        return "kB/s" if name in ("bi", "bo") else "/s"
    if system == "solaris":
        if name in _SOLARIS_KB:
            return "kB"
        if name in _SOLARIS_KB_S:
            return "kB/s"
    elif name in ("avm", "fre"):
        return "pages"
    return "pages/s" if name == "sr" else "/s"


def samples(kind: str, output: Output) -> Sampled:
    """Every column of every sample; see `facts.samplings.sampled`."""
    taken = sampling_of(output)
    layout, line = taken.layout, taken.timeline
    left_out = len(taken.found.samples) - len(taken.samples)
    unit = value_of(output.command, "vmstat", "-S") or value_of(output.command, "vmstat", "--unit")
    memory = _MEMORY_UNITS.get(unit[0], "") if unit else "kB"
    assert isinstance(taken.samples, list)  # what is drawn is never read in bulk
    lines = array("L", [output.first + sample.line for sample in taken.samples])
    columns = Columns()
    for place, name in enumerate(layout.names):
        values = array("d", [sample.values[place] for sample in taken.samples])
        columns.add("sy" if name == "sys" else name, "", _unit(layout.system, name, memory), values, lines)
    start, dated = began(taken.found.stamps, line, left_out)
    return Sampled(
        kind, line.interval if line.known else None, times_of(line), start, dated, tuple(columns.metrics)
    )  # fmt: skip
