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
_FAILS = tuple(
    """panic|oops|corrupt|i/o error|fatal|out of memory|oom-kill|killed process|segfault|no space left|not responding|timed out|timeout
    |blocked for more than|hung task|read-only file|shutting down|shut down|offline|aborted|failed|failure|faulted|degraded
    |cannot allocate|too many open files|bus error|stuck|deadlock|unable to|no such device|refused|rejected|limit reached|exceeded
    |throttl|denied|disconnect|unreachable|not found|cannot|can't|invalid|mismatch|missing|exception|expired""".replace("\n", "")
    .replace("  ", "").split("|")
)  # fmt: skip
_LEVELS = ("error", "critical", "crit", "alert", "emerg", "severe")
_WARNS = ("warn", "retry", "reset", "slow", "delay", "stall", "conflict", "unexpected", "unsupported", "deprecated")
_PLAIN = (
    "i/o error", "out of memory", "no space left", "not responding", "timed out", "read-only file", "cannot allocate",
    "too many open files", "bus error", "segfault",
)  # fmt: skip
"""What needs no stamp beside it: a shell prints it as well."""
_WEIGHTS = {**dict.fromkeys(_WARNS, 1.0), **dict.fromkeys(_LEVELS, 1.5), **dict.fromkeys(_FAILS, 2.0)}
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
    r"|\+0x[0-9a-f]+/0x|hung_task_timeout_secs"  # a frame of a stack trace, and the kernel's advice below
    r"|\[(?:full )?gc\b|gc pause|\bgc\(|errors=|error (?:recovery|counter|log|reporting)|_error|error_|timeout(?:s| set|=| is|:)"
)
_LEAD = lazy(
    r"(?:(?:[A-Z][a-z]{2} +\d{1,2} [\d:]{5,8} (?:\d{4} )?(?:[\w.-]+ (?=[\w/.-]+(?:\[\d+\])?:))?|\S+T[\d:.,]+(?:Z|[+-][\d:]+)? "
    r"|\d{4}-\d\d-\d\d [\d:.,]{5,15} ?(?:[A-Z]{3,4} )?|\[[\w :.]+\] ?|kernel: ) *)+"
)
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


def alarms_in(path: str, lines: Sequence[str]) -> list[Alarm]:
    """The lines of one file that speak of trouble, those that tell most first.

    Args:
        path: of the file.
        lines: cleaned lines.
    """
    names = tuple(_WEIGHTS.values())
    plain = {at for at, word in enumerate(_WEIGHTS) if word in _PLAIN}
    found: dict[str, Alarm] = {}
    for number, line in enumerate(lines, 1):
        if len(line) > _MOST_OF_A_LINE:
            continue
        matches = {at for at, _, _ in _words().find_matches_as_indexes(line.lower())}
        if not matches or (matches.isdisjoint(plain) and not _STAMPED.match(line)) or _HARMLESS.search(line):
            continue
        weight = max(names[at] for at in matches)
        shape = _VARIES.sub("#", line)[-120:]
        known = found.get(shape)
        found[shape] = Alarm(path, number, line, 1, weight) if known is None else known._replace(times=known.times + 1)
    return worst(found.values())


def worst(alarms: Iterable[Alarm]) -> list[Alarm]:
    """The `MOST` that tell most: what failed before what is only called an error, what is said often before what is said once."""
    return sorted(alarms, key=lambda a: (-a.weight, -a.times, a.path, a.line))[:MOST]
