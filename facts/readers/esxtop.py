"""``esxtop`` and ``resxtop`` of VMware, the screen of the processors: how long virtual machines waited for one.

Of each group that has worlds for processors a row: how much it ran, and how long it was ready and not run or waited for its
other processors. Groups of the hypervisor's own are left out. Several screens: the last one.

Sample::

    >>> from facts.readers import show
    >>> show('''      ID      GID NAME             NWLD   %USED    %RUN    %SYS   %WAIT %VMWAIT    %RDY   %IDLE  %OVRLP   %CSTP  %MLMTD  %SWPWT
    ...   645445   645445 web-12              8  105.14  106.19    0.22  541.07    0.38   52.94   20.28    2.38    0.00    0.00    0.00
    ...        1        1 idle               16 1200.00 1200.00    0.00    0.00       -  400.00    0.00    0.00    0.00    0.00    0.00
    ... ''')
    esxtop lines 1-3 read
      guest-cpu: guest=web-12 output=input:1 run-percent=106.19 waited-percent=52.94 waited-share-percent=33.27 (2-2)
"""  # noqa: E501

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_HEAD = lazy(r"\s*(?:ID\s+)?GID\s+NAME\s+NWLD\s+%USED\s+%RUN\s.*%RDY\b")
_ROW = lazy(
    r"\s*(?P<ids>\d{1,12}(?:\s+\d{1,12})?)\s+(?P<name>(?!\d+\s)\S.{0,60}?)\s+\d{1,4}(?P<cells>(?:\s+(?:\d+(?:\.\d+)?|-)){6,14})\s*$"
)
_TOP = lazy(r"\s*\d\d?:\d\d:\d\d\s?(?:[ap]m)? up .*worlds|\s*(?:PCPU|CCPU|LCPU|CORE) ?(?:USED|UTIL)?\s?\(%\)")
_OWN = {"idle", "system", "helper", "drivers", "ft", "vmotion", "console", "init", "vmsyslogd"}


def _read(output: Output) -> Reading:
    names: list[str] = []
    rows: dict[str, Row] = {}
    used = []
    for n, line in enumerate(output.lines):
        if _HEAD.match(line):
            names = line.split("NWLD", 1)[1].split()
            used.append(output.span(n))
        elif (match := _ROW.match(line)) and len(cells := match["cells"].split()) == len(names):
            used.append(output.span(n))
            values = dict(zip(names, cells, strict=True))
            # the hypervisor's own groups have no guest that could wait
            if match["name"] in _OWN or ("." in match["name"] and match["name"].rpartition(".")[2].isdecimal()):
                continue
            if "-" in (values.get("%VMWAIT"), values["%RUN"], values["%RDY"]):
                continue
            run, waited = float(values["%RUN"]), float(values["%RDY"])
            waited += float(values.get("%CSTP", "0").replace("-", "0"))
            guest: dict[str, Value | bool] = {
                "guest": match["name"], "output": output.label, "run-percent": run, "waited-percent": round(waited, 2),
            }  # fmt: skip
            if run + waited > 0:
                guest["waited-share-percent"] = round(100.0 * waited / (run + waited), 2)
            rows[match["name"]] = Row("guest-cpu", guest, output.span(n))
    return Reading(list(rows.values()), used=used, complete=frozenset(("guest-cpu",)) if rows else frozenset())


HINTS = ("NWLD",)
READERS = (
    Reader("esxtop", _HEAD, extent_of(_ROW, _HEAD, _TOP, head=_HEAD, tells=(_ROW,), blanks=3), _read,
           of_no_use=(("above the table", _TOP),)),
)  # fmt: skip
