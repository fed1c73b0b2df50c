"""``lparstat INTERVAL COUNT`` of AIX: what a partition uses of the processors that it is entitled to.

The line above the table says whether the partition is capped: then its entitlement is all that it ever gets, and who uses all of
it waits for more. An uncapped one may use what others leave.

Sample::

    >>> from facts.readers import show
    >>> show('''System configuration: type=Shared mode=Capped smt=4 lcpu=16 mem=65536MB psize=8 ent=1.00
    ...
    ... %user  %sys  %wait  %idle physc %entc  lbusy   app  vcsw phint  %nsp
    ... ----- ----- ------ ------ ----- ----- ------   --- ----- ----- -----
    ...  81.2  18.4    0.0    0.4  1.00  99.9   97.1  0.00  9812   811   100
    ...  80.9  18.7    0.1    0.3  1.00 100.0   98.4  0.00 10112   790   100
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    lparstat lines 1-6 read
      cpu-load: busy-mean-percent=99.6 cap-used-percent=99.95 idle-mean-percent=0.35 output=input:1 samples=2 since-boot=no
        system-max-percent=18.7 system-mean-percent=18.55 wait-max-percent=0.1 wait-mean-percent=0.05 (5-6)
      platform: hypervisor=powervm virtual=yes (1-1)
      system: os=aix (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_CONFIGURATION = lazy(r"\s*System configuration: (?=.*\blcpu=\d)(?=.*\bmode=(?P<mode>Capped|Uncapped)\b).*$")
_HEADER = lazy(r"\s*%user +%sys +%wait +%idle\b.*$")
_RULE = lazy(r"\s*-{3,}(?: +-{3,})+\s*$")
_SAMPLE = lazy(r"\s*\d{1,3}\.\d(?: +\d{1,12}(?:\.\d{1,2})?){3,14}\s*$")
_DIGITS = 4


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _CONFIGURATION, _HEADER, _RULE, _SAMPLE, blanks=1)
    return (start, end) if any(_SAMPLE.match(line) for line in lines[start:end]) else None


def _read(output: Output) -> Reading:
    names: list[str] = []
    columns: dict[str, list[float]] = {}
    at: list[int] = []
    for index, line in enumerate(output.lines):
        if _HEADER.match(line):
            names = line.split()
        elif names and _SAMPLE.match(line) and len(fields := line.split()) == len(names):
            at.append(index)
            for name, field in zip(names, fields, strict=True):
                columns.setdefault(name, []).append(number(field) or 0.0)
    reading = Reading(used=[output.span(index) for index in at])
    if not at:
        return reading

    def mean(*wanted: str) -> float:
        return round(sum(sum(columns[name]) for name in wanted) / len(at), _DIGITS)

    values: dict[str, Value | bool] = {
        "output": output.label, "samples": len(at), "since-boot": False, "busy-mean-percent": mean("%user", "%sys"),
        "system-mean-percent": mean("%sys"), "system-max-percent": max(columns["%sys"]), "idle-mean-percent": mean("%idle"),
        "wait-mean-percent": mean("%wait"), "wait-max-percent": max(columns["%wait"]),
    }  # fmt: skip
    first = _CONFIGURATION.match(output.lines[0])
    if first and first["mode"] == "Capped" and "%entc" in columns:
        values["cap-used-percent"] = mean("%entc")
    reading.rows.append(Row("cpu-load", values, output.span(at[0], at[-1])))
    if first:
        reading.used.append(output.span(0))
        reading.rows.append(Row("platform", {"hypervisor": "powervm", "virtual": "yes"}, output.span(0)))
    reading.rows.append(Row("system", {"os": "aix"}, output.span(0), inferred=True))
    return reading


HINTS = ("%entc", "lcpu=")
READERS = (
    Reader(
        "lparstat",
        lazy(rf"(?:{_CONFIGURATION.pattern}|{_HEADER.pattern})"),
        _extent,
        _read,
        of_no_use=(("heading", _HEADER), ("rule", _RULE)),
    ),
)
