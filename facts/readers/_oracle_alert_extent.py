"""Where an alert log begins and ends: a log has few fixed forms, and may stand as an excerpt between prose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.patterns import lazy
from facts.readers._oracle import BANNER, ERROR, OS_ERROR
from facts.readers._oracle_large_pages import WORDS
from facts.readers._oracle_messages import STAMPED, TIMESTAMP, XML, XML_END, record
from facts.reading import prompt_of

_MARKS = (
    r"Starting ORACLE instance \("
    r"|\*+ ?(?:Huge Pages|Large Pages?) Information"
    r"|(?:DFLT |NUMA )?Huge Pages (?:memory pool detected|allocation) "
    r"|Startup will fail as use_large_pages"
    r"|Total (?:Shared|System) Global (?:Region|Area) in Large Pages ="
    r"|Large Pages (?:used by this instance|unused system wide|configured system wide)"
    r"|PAGESIZE\s+AVAILABLE_PAGES\s"
    r"|Supported system pagesize\(s\)"
    r"|Dump of system resources acquired for"
    r"|(?:Per|Expected per) process system memlock \(soft\) limit"
    r"|System parameters with non-default values:"
    r"|Errors in file \S+\.trc"
    r"|WARNING: You are trying to use the MEMORY_TARGET feature"
    r"|Instance (?:terminated by|shutdown complete)"
    r"|[A-Z]\w{2,3} \(ospid: \d+\): terminating the instance"
    r"|Starting up ORACLE RDBMS Version"
    r"|Completed: (?i:alter|create) "
    r"|Thread \d+ (?:advanced to|opened at|cannot allocate new) log"
    # pieces without a date above them
    r"|WARNING: Heavy swapping observed on system|pct of memory swapped in \[|Warning: VKTM detected a (?:\w+ )?(?:time )?(?:drift|stall)"
    r"|Time drifts can result in an unexpected|Total (?:System|Shared) Global (?:Region|Area) size is "
    r"|\d\. (?:Increase (?:per process memlock|the number of unused large pages)|For optimal performance, configure system with)"
    r"|(?:get|to lock) 100% of (?:the )?(?:System Global|SHARED GLOBAL) A|Please check instance \d+'s alert log"
    r"|Please also examine the CSS log|NUMA system found and support |Oracle NUMA support not enabled"
    r"|Checkpoint not complete\s*$|Private strand flush not complete|Fatal NI connect error \d|WARNING: inbound connection timed out \(ORA-"
    r"|Cause - 'Instance is being terminated|IPC Send timeout detected|Evicting instance \d+ from cluster|Waiting for instances to leave:"
    r"|Reconfiguration started \(old inc \d|WARNING: aiowait timed out \d|Archived Log entry \d+ added|opiodr aborting process \w"
)
STARTS = lazy(
    rf"\s*(?:{_MARKS}|RECOMMENDATION:\s*$|\w{{3}} \w{{3}} [ \d]\d \d\d:\d\d:\d\d \d{{4}}\s*$"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:|<msg time='|\{\")"
)
_MARK = lazy(rf"\s*(?:{_MARKS})")
_HEAD_OF_ADVICE = lazy(r"\s*RECOMMENDATION:\s*$")
_SENTENCES = (
    "WARNING: ",
    "Warning: VKTM",
    "Errors in file",
    "Time drifts",
    "Please ",
    "pct of",
    "1. ",
    "2. ",
    "3. ",
    "Total S",
)
"""How marks begin that are whole sentences."""

# Below a timestamp these too are an alert log's.
_LOGGED = lazy(
    r"\s*(?:ORA-\d{3,5}[: ]|(?i:alter (?:database|system|tablespace)) |LICENSE_MAX|Shutting down instance"
    r"|[A-Z][A-Z0-9]{3} started with pid=|Starting background process [A-Z]|Archived Log entry \d"
    r"|Fatal NI connect error|License high water mark|opiodr aborting process|Starting up:|Current log# \d|ARC\w: "
    r"|LNS: |Incremental checkpoint"
    r"|SMON: |MMNL |NOTE: (?:dependency|ASM|diskgroup|initiating|cache|Loaded|client)|Oracle Database \d|KILL SESSION"
    r"|Resize operation completed|TNS-\d{5}|db_recovery_file_dest_size|Checkpoint not complete|Private strand flush)"
)
_PARAMETER = lazy(r"\s*_{0,2}[a-z][\w$]*\s*= ?\S*")
_CONTINUES = lazy(
    r"\s*(?:\*{10,}|Starting up:|ORACLE_(?:HOME|BASE|SID)|(?:System|Node|VM) name:|(?:Release|Version|Machine):"
    r"|With the |and Real Application|Using |Picked |Autotune|IMODE=|ILAT|SYS auditing|LICENSE_|Additional information:"
    r"|Completed: |Thread \d|Dumping |System State|Patch |Bugs Fixed|Database |Successful|memory_target needs"
    r"|This feature requires|/dev/shm is|Please fix this|VERSION INFORMATION|TNS|ns |nt |Tns error|Time: |Tracing "
    r"|Client address:|Failed to allocate|Aborting|ERROR:|Windows |CPU +:|Process Affinity|Memory \(Avail|Sys-V shared"
    r"|Domain name:|Reason for not supporting|Initial number of CPU|Number of processor"
    r"|SQL> (?:ALTER|CREATE|DROP) DISKGROUP|Please make sure there is no memory pressure|are configured correctly\. Look at DBRM"
    r"|Heavy swapping can lead to|Please see the VKTM trace file)"
)
_PROSE = lazy(r"\s*[\"'(\u201c\u2018]?[A-Z\u2026][^|=<>{}]{60,}[.:!?\u2026]['\")\u201d\u2019]?\s*$")
_ADR_PROMPT = lazy(r"\s*adrci>")

_FIRST_MARK_WITHIN = 15
_UNKNOWN_IN_LOG = 300
_UNKNOWN_IN_EXCERPT = 3
_TIMESTAMP_WITHIN = 12


def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Whether an alert log stands at ``lines[start]``, and where it ends."""
    line = lines[start]
    if XML.match(line):
        return _xml_extent(lines, start)
    if line.lstrip().startswith('{"'):
        return _json_extent(lines, start)
    if not _begins(lines, start):
        return None
    return start, _text_end(lines, start)


def _known(line: str) -> bool:
    return (
        any(p.match(line) for p in (TIMESTAMP, _MARK, _LOGGED, _CONTINUES, BANNER, OS_ERROR))
        or WORDS.search(line) is not None
    )


def _begins(lines: Sequence[str], start: int) -> bool:
    """A mark on this line, or below a timestamp before anything that is no log."""
    line = lines[start]
    if _HEAD_OF_ADVICE.match(line) and start + 1 < len(lines) and WORDS.search(lines[start + 1]):
        return True
    if _MARK.match(line):
        return not _PROSE.match(line) or line.lstrip().startswith(_SENTENCES)
    if match := STAMPED.match(line):
        return _MARK.match(match["text"]) is not None or ERROR.match(match["text"]) is not None
    if not TIMESTAMP.match(line):
        return False
    for following in lines[start + 1 : start + 1 + _FIRST_MARK_WITHIN]:
        if _MARK.match(following) or _LOGGED.match(following):
            return True
        if prompt_of(following) is not None:
            return False
    return False


def _timestamp_follows(lines: Sequence[str], index: int) -> bool:
    """Whether the log goes on: a timestamp soon, before any blank line or prompt."""
    for line in lines[index + 1 : index + 1 + _TIMESTAMP_WITHIN]:
        if TIMESTAMP.match(line) or STAMPED.match(line):
            return True
        if not line.strip() or prompt_of(line) is not None:
            return False
    return False


def _ends(lines: Sequence[str], index: int, after_blank: bool) -> bool:
    """Whether a line of no known form is something else: a prompt, or prose."""
    line = lines[index]
    if _ADR_PROMPT.match(line) or prompt_of(line) is not None:
        return True
    return (after_blank or _PROSE.match(line) is not None) and not _timestamp_follows(lines, index)


def _text_end(lines: Sequence[str], start: int) -> int:
    end = start + 1  # after the last line that is surely the log's
    timestamps = unknown = blank = 0
    in_parameters = False
    index = start
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            blank += 1
            if blank > 3:
                break
        elif _known(line) or STAMPED.match(line) or (in_parameters and not blank and _PARAMETER.match(line)):
            if TIMESTAMP.match(line) or STAMPED.match(line):
                timestamps += 1
            else:
                in_parameters = "non-default values:" in line or (in_parameters and bool(_PARAMETER.match(line)))
            end, unknown, blank = index + 1, 0, 0
        elif _ends(lines, index, blank > 0):
            break
        else:
            unknown, blank, in_parameters = unknown + 1, 0, False
            if unknown > (_UNKNOWN_IN_LOG if timestamps else _UNKNOWN_IN_EXCERPT):
                return end
        index += 1
    # a log's last lines may be of a kind not listed here; an excerpt's are not taken on trust
    return end + unknown if timestamps and all(line.strip() for line in lines[end : end + unknown]) else end


def other_lines(lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The stretches of an alert log that say nothing we use: the name of the rule, first and last line.

    Below a timestamp, and in the text of a record, the database, its options and its patches may say anything; an excerpt without
    either is taken at its known words only.
    """
    rule, begin = "", 0
    for index, found in enumerate(_rules(lines)):
        if found != rule:
            if rule:
                yield rule, begin, index - 1
            rule, begin = found, index
    if rule:
        yield rule, begin, len(lines) - 1


def _rules(lines: Sequence[str]) -> Iterator[str]:
    """The rule of each line, "" for none."""
    free = False
    for line in lines:
        if TIMESTAMP.match(line):
            free = True
            yield "time"
        elif _RECORD.match(line):
            free = "<txt>" in line and "</txt>" not in line
            yield "record"
        else:
            yield "message" if free or STAMPED.match(line) or _known(line) else ""


_RECORD = lazy(r"\s*(?:(?:[a-z_]+='[^']*'\s*)+>?\s*\Z|</?(?:txt|msg|attr)\b|\{\")")


def _xml_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """Records of the database or of ASM; the listener's log has the same form and is not one."""
    if not any("comp_id='rdbms'" in line or "comp_id='asm'" in line for line in lines[start : start + 4]):
        return None
    end = index = start
    while index < len(lines):
        line = lines[index]
        if XML_END.match(line) or (line.rstrip().endswith("</msg>") and XML.match(line)):
            end = index + 1
        elif index == end and line.strip() and not XML.match(line):
            break
        index += 1
    return start, max(end, start + 1) if index < len(lines) else len(lines)


def _json_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """Lines of JSON of which one at least is surely an alert log's."""
    sure = False
    index = start
    while index < len(lines) and (found := record(lines[index])) is not None:
        text = "\n".join(str(value) for value in found.values() if isinstance(value, str))
        sure = sure or str(found.get("comp_id") or "") in ("rdbms", "asm") or any(
            _MARK.match(part) or ERROR.match(part) for part in text.split("\n")
        )  # fmt: skip
        if not sure and index - start > 200:
            return None
        index += 1
    return (start, index) if sure else None
