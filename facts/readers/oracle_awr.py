"""AWR and Statspack reports of Oracle, as text: what the database wrote in a period, and how long it waited for it.

Read are the table of the instance, ``Load Profile`` (``Redo size:``, since 11.2 also ``Redo size (bytes):``; reads and
writes as blocks), the lines of ``Instance Activity Stats`` that count bytes, the section ``init.ora Parameters``, what
``Memory Statistics`` says of the SGA, and the average waits for the log and for
single blocks, wherever such an event stands with its number of waits, its seconds and its average. Averages are
milliseconds, or bear their unit since 12.2 (``821.33us``). An excerpt of a report counts as well.

Sample::

    >>> from facts.readers import show
    >>> show('''Load Profile              Per Second    Per Transaction
    ... ~~~~~~~~~~~~         ---------------    ---------------
    ...       Redo size:        2,000,000.0            9,120.3
    ... Physical writes:              512.0                2.3
    ...
    ... Event                        Waits     Time(s)   (ms)   time Wait Class
    ... ---------------------- ------------ ----------- ------ ------ ----------
    ... log file sync               100,000       1,200     12   31.2 Commit
    ... ''')
    oracle-awr lines 1-8 read
      oracle-awr: instance= log-file-sync-ms=12 output=input:1 physical-write-bytes-s=4194304 redo-bytes-s=2000000 (1-8)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from facts.kit import ANY, run_while
from facts.patterns import lazy
from facts.readers._oracle import RELEVANT, Setting, parameter_slots, version_slots
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.units import size

_REPORT = lazy(r"\s*(?:WORKLOAD REPOSITORY report for|STATSPACK report for)\b")
_STARTS = lazy(
    r"\s*(?:WORKLOAD REPOSITORY report for\b|STATSPACK report for\b|Load Profile\s+Per Second\b"
    r"|Top \d+ (?:[A-Z][a-z]+ )*Events\b|Event\s{2,}Waits\s+(?:Total Wait )?Time\b"
    r"|Load Profile\s*\Z|init\.ora Parameters\b|Parameter Name\s+(?:Begin )?[Vv]alue\b|Memory Statistics(?:\s+DB/Inst:|\s*\Z)"
    r"|(?:Key )?Instance Activity Stats(?:\s+DB/Inst:|\s*\Z))"
)
_END = lazy(r"\s*End of Report\b")
_PART = lazy(
    r"\s*\Z|\s*_{0,2}[a-z]+(?:_[\w$]*\s|\t)\s*\S+(?:\s+\S+)?\s*\Z|\s{30,}[A-Za-z%]+\s*\Z|.*\S\s{2,}\S|\s*[~=-]{3,}|\s*(?:Load Profile"
    r"|(?:Key |Other )?Instance (?:Activity Stats|Efficiency|CPU)|Statistic|Event|[A-Z][A-Za-z ]{3,20} Statistics|Host CPU"
    r"|Top \d+ |(?:Fore|Back)ground Wait|init\.ora Parameters|Parameter Name)\b|\s*\S+:\s|\s*->\s"
)
_RULE = lazy(r"\s*-+(?:\s+-+)+\s*\Z")
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_PROFILE = lazy(
    rf"\s*(?P<name>Redo size|Physical (?:write|read)s?)(?: \((?P<unit>bytes|blocks)\))?:\s+(?P<value>{_NUMBER})(?:\s|\Z)"
)
_STATISTIC = lazy(
    rf"\s*(?P<name>physical write total bytes|physical (?:write|read) bytes|redo size)\s+(?:{_NUMBER})"
    rf"\s+(?P<value>{_NUMBER})(?:\s|\Z)"
)
_THOUSANDS = {"K": 1e3, "M": 1e6}
_USUAL_BLOCK = 8192
"""The default of ``db_block_size``, and what nearly every database has that does not tell another."""
_STATISTICS = {
    "physical write total bytes": "physical-write-total-bytes-s",
    "physical write bytes": "physical-write-bytes-s",
    "physical read bytes": "physical-read-bytes-s",
    "redo size": "redo-bytes-s",
}
# as text, or copied from a report in HTML
_PARAMETER = lazy(r"\s*(?P<name>_{0,2}[a-z]+_[\w$]*)\s+(?P<value>\S+)(?:\s+(?P<end>\S+))?\s*\Z")
_SGA_USE = lazy(rf"\s*SGA use \(MB\):\s+(?P<value>{_NUMBER})(?:\s|\Z)")
_EVENT = lazy(
    r"\s*(?P<name>log file sync|log file parallel write|db file sequential read|db file parallel write"
    r"|free buffer waits)\s{2,}(?P<rest>\d.*)\Z"
)
_EVENTS = {
    "log file sync": "log-file-sync-ms",
    "log file parallel write": "log-file-parallel-write-ms",
    "db file sequential read": "sequential-read-ms",
    "db file parallel write": "data-file-write-ms",
    "free buffer waits": "free-buffer-ms",
}
_UNREADABLE = lazy(r"\s*(?:Redo size(?: \(bytes\))?:\s*|(?:redo size|physical write (?:total )?bytes)\s{2,})#")
_BLOCK = lazy(r".*\bStd Block Size:\s+(?P<size>[\d.]+[KM]?)\b")
_ELAPSED = lazy(r"\s*Elapsed:\s+(?P<minutes>[\d,.]+)\s+\(mins?\)")
_SNAP = lazy(r"\s*Begin Snap:\s+\d+\s+(?P<time>\d\d-[A-Za-z]{3}-\d\d(?:\d\d)? \d\d:\d\d:\d\d)")
_WITH_UNIT = lazy(r"(?P<number>[\d,.]+)(?P<unit>us|ms|s)\Z")
_TO_MS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


def _figure(text: str) -> float | None:
    text = text.replace(",", "")
    return float(text) if re.fullmatch(r"\d*\.?\d+", text) else None


def _report_end(lines: Sequence[str], start: int) -> int:
    """The end of a whole report; of an excerpt that of the lines that look like one."""
    if _REPORT.match(lines[start]):
        for index in range(start + 1, len(lines)):
            if _END.match(lines[index]):
                return index + 1
            if prompt_of(lines[index]) is not None or (index > start + 1 and _REPORT.match(lines[index])):
                break
    fits = run_while(lines, start + 1, lambda line: _PART.match(line) and prompt_of(line) is None, blanks=ANY)
    return next((index for index in range(start + 2, fits) if _REPORT.match(lines[index])), fits)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = _report_end(lines, start)
    told = any(
        _PROFILE.match(line) or _STATISTIC.match(line) or _EVENT.match(line) or _SGA_USE.match(line) or _setting(line)
        for line in lines[start:end]
    )
    return (start, end) if told else None


def _setting(line: str) -> tuple[str, str] | None:
    """A parameter of the instance and its value at the end of the period, in ``init.ora Parameters``."""
    match = _PARAMETER.match(line)
    return (match["name"], match["end"] or match["value"]) if match and match["name"] in RELEVANT else None


def _wait_ms(rest: str) -> float | None:
    """The average wait, in the columns behind an event's name; None where no three columns agree with each other.

    >>> _wait_ms("100,000       1,200     12   31.2 Commit"), _wait_ms("54,321     0      123       2      11.2    4.5")
    (12.0, 2.264)
    >>> _wait_ms("4,011,200    3294.4  821.33us   12.4 User I/O"), _wait_ms("12  1  17")
    (0.82133, None)
    >>> _wait_ms("412,345      41.2K        100   58.1 Commit")
    100.0
    """
    words = rest.split()
    for word in words[1:5]:
        if (match := _WITH_UNIT.match(word)) and (figure := _figure(match["number"])) is not None:
            return figure * _TO_MS[match["unit"]]
    figures: list[float] = []
    rounded = False
    for word in words:
        letter = word[-1:] if word[-1:] in _THOUSANDS and figures else ""
        if (figure := _figure(word.removesuffix(letter) if letter else word)) is None:
            break
        rounded = rounded or bool(letter)
        figures.append(figure * _THOUSANDS.get(letter, 1.0))
    for at in (1, 2):
        if len(figures) > at + 1 and figures[0] > 0:
            mean = figures[at] * 1000.0 / figures[0]
            # the seconds and the average are both rounded
            off = 0.55 + 510.0 / figures[0] + (0.06 * mean if rounded else 0.0)
            if abs(mean - figures[at + 1]) <= off and (mean > 0 or figures[at + 1] == 0):
                exact = not rounded and figures[at] >= 10 and figures[at + 1] < 100
                return round(mean, 3) if exact else figures[at + 1]
    return None


def _table(lines: Sequence[str], index: int) -> dict[str, str]:
    """The first row of a table whose rule stands at `index`: heading to field, cut where the rule's columns are."""
    if index < 1 or index + 1 >= len(lines):
        return {}
    spans = [match.span() for match in re.finditer(r"-+", lines[index])]
    heading, row = lines[index - 1], lines[index + 1]
    return {heading[a:b].strip(): row[a:b].strip() for a, b in spans}


class _Report:
    """What has been read of one report, and where."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.values: dict[str, Value | bool] = {}
        self.where: dict[str, Span] = {}
        self.about: dict[str, str] = {}
        self.block: float | None = None
        self.blocks_s: dict[str, tuple[float, Span]] = {}
        self.settings: dict[str, Setting] = {}
        self.sga: Setting | None = None
        self.time: float | None = None
        self.refusals: list[Refusal] = []

    def note(self, slot: str, value: float | None, index: int) -> None:
        if value is not None and slot not in self.values:
            self.values[slot] = value
            self.where[slot] = self.output.span(index)

    def line(self, index: int, line: str) -> None:
        if match := _STATISTIC.match(line):
            slot = _STATISTICS[match["name"]]
            # the statistics are exact where the profile is rounded
            self.values.pop(slot, None)
            self.note(slot, _figure(match["value"]), index)
        elif match := _PROFILE.match(line):
            figure = _figure(match["value"])
            if match["name"] == "Redo size":
                self.note("redo-bytes-s", figure, index)
            elif figure is not None:
                slot = "physical-read-bytes-s" if "read" in match["name"] else "physical-write-bytes-s"
                self.blocks_s.setdefault(slot, (figure, self.output.span(index)))
        elif match := _EVENT.match(line):
            self.note(_EVENTS[match["name"]], _wait_ms(match["rest"]), index)
        elif setting := _setting(line):
            self.settings.setdefault(setting[0], (setting[1], index))
        elif match := _SGA_USE.match(line):
            self.sga = (match["value"], index)
        elif _UNREADABLE.match(line):
            self.refusals.append(Refusal(self.output.span(index), "the figure is wider than its column"))
        elif match := _ELAPSED.match(line):
            minutes = _figure(match["minutes"])
            self.note("seconds", None if minutes is None else minutes * 60.0, index)
        elif match := _SNAP.match(line):
            self.time = self.time or _time(match["time"])
        elif _RULE.match(line):
            self.about = {**_table(self.output.lines, index), **self.about}
        if match := _BLOCK.match(line):
            self.block = self.block or size(match["size"])


def _time(text: str) -> float | None:
    for form in ("%d-%b-%y %H:%M:%S", "%d-%b-%Y %H:%M:%S"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return None


def _read(output: Output) -> Reading:
    report = _Report(output)
    for index, line in enumerate(output.lines):
        report.line(index, line)
    slots = parameter_slots(report.settings, output)
    if not report.block and isinstance(block := slots.values.get("db-block-size-bytes"), float):
        report.block = block
    for slot, (blocks, where) in report.blocks_s.items():
        if slot not in report.values:
            report.values[slot] = blocks * (report.block or _USUAL_BLOCK)
            report.where[slot] = where
    instance = report.about.get("Instance", "")
    if not re.fullmatch(r"[\w$#+-]{1,30}", instance):
        instance = ""
    reading = Reading(refusals=report.refusals + slots.refusals)
    if set(report.values) - {"seconds"}:
        values = {"instance": instance, "output": output.label, **report.values}
        reading.rows.append(Row("oracle-awr", values, output.whole, report.where, report.time))
    about: dict[str, Value | bool] = {"instance": instance, **slots.values}
    if report.sga and (megabytes := _figure(report.sga[0])):
        about |= {"sga-bytes": megabytes * 1024**2, "running": True}
    if re.fullmatch(r"\d+(?:\.\d+){3,4}", release := report.about.get("Release", "")):
        about |= version_slots(release)
    if report.block:
        about["db-block-size-bytes"] = report.block
    if len(about) > 1:
        reading.rows.append(Row("oracle-instance", about, output.whole, slots.lines, report.time))
    host = report.about.get("Host Name") or report.about.get("Host", "")
    if re.fullmatch(r"[A-Za-z][\w.-]*", host):
        reading.host = host
    return reading


HINTS = (
    "Timed Events",
    "Timed Foreground Events",
    "Foreground Events by Total",
    "Event  ",
    "WORKLOAD REPOSITORY",
    "STATSPACK",
    "Statspack",
    "Load Profile",
    "Instance Activity Stats",
    "init.ora Parameters",
    "Parameter Name",
    "Memory Statistics",
)
_OF_NO_USE = (
    ("heading", lazy(
        r"\s*(?:(?:WORKLOAD REPOSITORY|STATSPACK) report for|End of Report|init\.ora Parameters"
        r"|Parameter Name|Load Profile\b|Cache Sizes|DB Name\s|Host Name\s|Snap Id\s"
        r"|Host\s+Platform"
        r"|(?:Key |Other )?Instance (?:Activity Stats|Efficiency)|(?:Fore|Back)ground Wait|Top \d+ |Statistic\s+Total|Event\s{2,}Waits"
        r"|Wait (?:Event|Class)\b|Shared Pool Statistics|Instance CPU\b|Memory Statistics|Statistic\s+Value|Snap Time\s|Host CPU\b"
        r"|Service Statistics|Time Model Statistics|Operating System Statistics|SQL ordered by|Statistic Name\s{2,})")),
    ("heading", lazy(r"\s{15,}[A-Za-z%(/#][^\d=?!]*\Z|~{5,}\s+\S")),
    ("row of another table", lazy(r"\s*[A-Za-z*+][\w$*+ .:/()\[\]&%'#-]*?\s{2,}[\d,.]+[KMGTPs%]?(?:\s+\S+)*\s*\Z")),
    ("another parameter", lazy(r"\s*_{0,2}[a-z][\w$]*\s{2,}\S.*|\s*_{0,2}[a-z]+(?:_[\w$]*\s|\t)\s*\S+(?:\s+\S+)?\s*\Z")),
    ("another figure", lazy(r"\s*[A-Z%][\w/ ()%.>+*-]{1,44}:\s+[\d.,]")),
    ("row of another table", lazy(r"\s{10,}[\d.,]+(?:\s+[\d.,]+){3,}\s*\Z|\d\d-[A-Z][a-z]{2} \d\d:\d\d:\d\d\s")),
    ("remark", lazy(r" {3}[A-Za-z][^\d=?!]*\Z")),
    ("remark", lazy(r"\s*->\s")),
)  # fmt: skip
READERS = (Reader("oracle-awr", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),)
