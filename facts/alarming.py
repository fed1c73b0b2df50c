"""Lines of captures that speak of trouble in their own words, whatever wrote them: the worst, each shape once, and how often.

Nothing is concluded from them. They are what a person would look at first on a host whose trouble is not known.

>>> alarms_in("log", ["[  31.204100] sd 2:0:0:1: [sdb] Medium access timeout failure. Offlining disk!"])[0].message
'sd 2:0:0:1: [sdb] Medium access timeout failure. Offlining disk!'
>>> lines = ["May  3 10:00:01 db1 app[7]: connection 12 timed out", "May  3 10:00:09 db1 app[7]: connection 31 timed out", "ok"]
>>> [(alarm.line, alarm.times) for alarm in alarms_in("log", lines)], alarms_in("log", ["0 errors", "# on error: stop"])
([(1, 2)], [])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from facts.patterns import lazy
from facts.text import clean

MOST = 12
MOST_CHARACTERS = 4_000_000
"""So much of a bundle is looked through: more is a report of a whole host, and nobody waits for that."""
_MOST_OF_A_LINE = 400
_WHOLE_LOG = 1000
"""Lines: a file so long is no excerpt, and in it what is said often tells more than what happened to be said first."""
_REPEATED = 0.1


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(" ".join(word.split()) for word in text.split("|"))


_FAILS = _words_of(
    """panic|oops|bug:|corrupt|i/o error|fatal|out of memory|outofmemory|oom-kill|killed process|segfault|no space left|not responding
    |timed out|timeout|blocked for more than|hung task|possible hangs|read-only file|offline|offlining|aborted|failed|failure|fw fault
    |faulted|degraded|denied|cannot allocate memory|too many|bus error|stuck|deadlock|unable to|could not|refused|rejected|limit reached
    |exceed|throttl|unreachable|not enough|non-fresh|uncorrectable|unrecoverable|overheat|crashed|terminating the instance
    |non-operational|fault_state|reach max|still waiting for|set full|table full|queue full|oomkilled|clock wrong by"""
)
_HINDERS = _words_of(
    """disconnect|no such device|not found|cannot|can't|invalid|mismatch|missing|exception|expired|shutting down|shut down"""
)
_LEVELS = ("error", "critical", "crit", "alert", "emerg", "severe")
_WARNS = ("warn", "retry", "reset", "slow", "delay", "stall", "conflict", "unexpected", "unsupported", "deprecated")
_PLAIN = (
    "i/o error", "out of memory", "no space left", "not responding", "timed out", "read-only file", "cannot allocate memory",
    "too many open files", "bus error", "segfault", "oomkilled", "space available: 0b",
)  # fmt: skip
"""What needs no stamp beside it: a shell prints it as well."""
_WEIGHTS = {
    **dict.fromkeys(_WARNS, 1.0), **dict.fromkeys(_LEVELS, 1.5), **dict.fromkeys(_HINDERS, 1.8), **dict.fromkeys((*_FAILS, *_PLAIN), 2.0),
}  # fmt: skip
_INCIDENTS = {
    "out of memory": "memory", "oom-kill": "memory", "killed process": "memory", "oomkilled": "memory",
    "blocked for more than": "hung", "hung task": "hung",
}  # fmt: skip
"""Words whose lines tell of one incident, however many programs it hits or lines it takes."""
_STAMPED = lazy(
    r"\W{0,3}(?:\d{4}-\d\d-\d\d|\d\d?[/.-]\w{2,3}[/.-]\d{2,4}|[A-Z][a-z]{2} {1,2}\d{1,2} (?:\d{4} )?\d\d:|(?:[A-Z][a-z]{2} ){2} ?\d"
    r"|\[ *\d+\.\d+\]|\d\d:\d\d:\d\d|<\d>|[IWEF]\d{4} |(?:ERROR|FATAL|PANIC|CRITICAL|SEVERE|WARN(?:ING)?|ORA-\d)\b)"
    r"|[\w./-]{2,40}(?:\[\d+\])?: \S"
)
_HARMLESS = lazy(
    r"(?i)\b(?:0|no|zero|without|not any|any|if|on|ignor\w+) (?:\w+ ){0,2}(?:errors?|failures?|warnings?|failed)\b"
    r"|(?:errors?|fail(?:ed|ures?)|timeouts?|retr(?:y|ies)|resets?|warnings?|rejected|refused|aborted|missing|denied)\W{0,3} ?(?:0|none|no)\b"
    r"|completed without|failed password|authentication failure|preauth|invalid user|data from client|broken pipe|reset by peer"
    r"|eof on client|duplicate key|does not exist|syntax error|user request"  # what clients of a server bring on themselves
    r"|module verification|acpi|firmware bug|taint|rate-limit|martian|time drift|\b1 ce\b|audit: type=|deprecated|pam_|cron\[|sudo:"
    r"|\+0x[0-9a-f]+/0x|^#\d+ |\.java:\d+\)|hung_task_timeout_secs"  # frames of a stack, and the kernel's advice below one
    r"|usb disconnect|delaying (?:data-check|resync|recovery)|bridge-nf-call|locking disabled|type mismatch for|mmconfig|attribute check"
    r"|failed to get device path|cannot access '?/proc|already registered|patrol read|disconnection: session|crashkernel"
    r"|^[\w.]+[:=] ?-?\d+\s*$|^sysctl: |administrator command"  # a setting and its value
    r"|\[(?:full )?gc\b|gc pause|\bgc\(|errors=|error (?:recovery|counter|log|reporting)|_error|error_|timeout(?:s| set| ?=| is|:)"
)
_LEAD = lazy(
    r"(?:(?:[A-Z][a-z]{2} +\d{1,2} [\d:]{5,8} (?:\d{4} )?(?:[\w.-]+ (?=[\w/.-]+(?:\[\d+\])?:))?|\S+T[\d:.,]+(?:Z|[+-][\d:]+)? "
    r"|\d{4}-\d\d-\d\d [\d:.,]{5,15} ?(?:[A-Z]{3,4} )?|\[[\w :.]+\] ?|kernel: ) *)+"
)
_COUNTER = lazy(r"\s*[\w.]*(?:exceeded|missed|no_buffer|out_of_buffer|fifo|no_dma_res)\w*\s?: [1-9]\d{4,}$")
"""What ``ethtool -S`` counts of packets that nobody took or that were not let through."""
_COUNTED = 1.3
_FACILITY = lazy(r"\[ID \d+ \w+\.\w+\]")
"""What syslog of Solaris was told to file a line under, which is an error for what is none."""
_CSV = lazy(r',(?:DEBUG\d|INFO|NOTICE|LOG|WARNING|ERROR|FATAL|PANIC),[0-9A-Z]{5},"(?P<message>(?:[^"]|"")++)"')
_VARIES = lazy(r"\bsd[a-z]{1,2}\b|0x[0-9a-f]+|[0-9a-f]{6,}|\d+|\"[^\"]*\"|'[^']*'", 2)


class Alarm(NamedTuple):
    """A line that speaks of trouble: where it stands first, how often its like does, and how much it tells."""

    path: str
    line: int
    text: str
    times: int
    weight: float

    @property
    def message(self) -> str:
        """The line without when and where it was logged."""
        if csv := _CSV.search(self.text):
            return csv["message"].replace('""', '"')
        return self.text[lead.end() :] if (lead := _LEAD.match(self.text)) else self.text.strip()

    def as_json(self) -> dict[str, Any]:
        """For the log of a session."""
        return self._asdict()

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Alarm:
        """From such an entry."""
        return cls(
            str(data["path"]), int(data["line"]), clean(str(data["text"])), int(data["times"]), float(data["weight"])
        )


@cache
def _words() -> Any:
    from ahocorasick_rs import AhoCorasick

    return AhoCorasick(list(_WEIGHTS))


def _told(line: str) -> set[str]:
    """Which of the words a line has, each at the beginning of a word; ``OSError:`` is one, and ``InErrors`` is none."""
    low = _FACILITY.sub("", line).lower()
    names = tuple(_WEIGHTS)
    return {
        names[at]
        for at, start, end in _words().find_matches_as_indexes(low, overlapping=True)
        if not (start and (low[start - 1].isalnum() or low[start - 1] == "_"))
        or (names[at] in ("error", "exception") and low[end : end + 1] == ":")
    }


def alarms_in(path: str, lines: Sequence[str]) -> list[Alarm]:
    """The lines of one file that speak of trouble, those that tell most first.

    Args:
        path: of the file.
        lines: cleaned lines.
    """
    plain = frozenset(_PLAIN)
    found: dict[str, Alarm] = {}
    for number, line in enumerate(lines, 1):
        if len(line) > _MOST_OF_A_LINE:
            continue
        if _COUNTER.match(line):
            found[line] = Alarm(path, number, line, 1, _COUNTED)
        words = _told(line)
        if not words or (words.isdisjoint(plain) and not _STAMPED.match(line)) or _HARMLESS.search(line):
            continue
        weight = max(_WEIGHTS[word] for word in words)
        shape = next((_INCIDENTS[word] for word in _INCIDENTS if word in words), _VARIES.sub("#", line)[-120:])
        known = found.get(shape)
        found[shape] = Alarm(path, number, line, 1, weight) if known is None else known._replace(times=known.times + 1)
    if len(lines) >= _WHOLE_LOG:
        return worst(a._replace(weight=a.weight + _REPEATED * (a.times > 2)) for a in found.values())
    return worst(found.values())


def worst(alarms: Iterable[Alarm]) -> list[Alarm]:
    """The `MOST` that tell most: what failed before what is only called an error, and the first before what may follow from it.

    A line that stands in several files, as in a log and in ``dmesg``, is one.
    """
    found: dict[str, Alarm] = {}
    for alarm in sorted(alarms, key=lambda a: (-a.weight, a.line, a.path)):
        found.setdefault(_VARIES.sub("#", alarm.message), alarm)
    return list(found.values())[:MOST]
