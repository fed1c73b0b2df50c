"""The lines of a log: what stands before a message, in every form in which logs are kept, shown and pasted.

Not a reader itself: the readers of kernel and cluster logs share it. A line is taken apart into host, program, time and
message. Known forms: the kernel's ring buffer (``[   12.345678]``, ``dmesg -T``, ``dmesg -x``, reltime, iso), syslog
of BSD, ISO and RFC 5424, the journal's short forms, Solaris syslog with ``[ID 107833 kern.warning]``, and the logs that
cluster software writes itself.

>>> line = parse("Aug 24 02:10:11 db1 kernel: end_request: I/O error, dev sdb, sector 33470855")
>>> line.host, line.program, line.kernel, line.message
('db1', 'kernel', True, 'end_request: I/O error, dev sdb, sector 33470855')
>>> parse("The log of Aug 24 shows errors") is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from facts.patterns import GROUP_NAME, lazy
from facts.stamps import MONTH, MONTHS, month_of

_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?"
_ISO_DATE = r"\d{4}-\d\d-\d\d"
# what grep puts before a line: the file, a line number
_GREP = r"(?:(?!kernel:)(?:\S{0,400}(?:messages|syslog|dmesg|kern|log)[\w.-]{0,100})[:-])?(?:\d{1,9}[:-](?=[A-Z<\[]|\d{4}-))?"
_LEVEL = r"(?:<\d{1,3}>)?"
# Ceph's own logs, which no reader takes: by thread, and those of the cluster by daemon
_NOT_CEPH = r"(?!\.\d{3,6}[+-]\d{4} (?:[0-9a-f]{8,16} +-?\d|\S{1,80} \(\w{1,20}\.\d{1,12}\) \d))"

# A line whose date was cut off: who said it stands first, maybe behind the host or the rest of the stamp.
# Only programs that are certain: any word with a colon may be the beginning of a sentence or of a setting.
_CUT_DAEMONS = (
    "(?:smartd|multipathd|iscsid|chronyd|mdadm|dmeventd|zed|lvm|systemd|systemd-oomd|earlyoom|mcelog|corosync|openais|heartbeat"
    r"|pacemaker[\w-]{0,16}|crmd|stonith-ng|stonithd|sbd|had|NetworkManager|nfsd|oprocd|cssd|ocssd)"
)
# a message without any mark of one; sentences have other words, and more of them
_QUIET = r"(?!.{0,120}\b(?:I|we|you|it|my|our|your|came|then|but|nothing|what|when|the)\b)[A-Z][\w/-]*(?: [\w/-]+){1,9}\.?\s*\Z"
_NO_MESSAGE = r"(?!v?\d+\.\d|Linux \d|[\"'{]|\S+\s*\Z)"
_CUT = (
    r"(?:(?:\d{1,2} )?\d\d:\d\d:\d\d(?:\.\d{1,9})? )?"
    r"(?:(?P<host>localhost|[A-Za-z](?=[\w.]{0,60}[-.\d])[\w.-]{0,63}|[A-Za-z][\w.-]{0,63}(?= kernel: ?\[ *\d)) )?"
    rf"(?:(?P<program>kernel|vmunix):\s?(?=[^:\d(\[]{{0,200}}(?:[\d(\[]|:\S|: \S)|(?:Call Trace|Mem-[Ii]nfo|Modules linked in"
    rf"|Code):|{_QUIET}){_NO_MESSAGE}(?P<rest>\S.*)"
    rf"|(?P<daemon>{_CUT_DAEMONS})(?:\[\d{{1,9}}\]: |: (?=Device: /dev/|sd[a-z]+: |checker failed"
    rf"|\w{{1,60}}: .{{0,80}}(?:path|checker)))(?P<said>\S.*)"
    r"|(?P<driver>[a-z][a-z0-9_]{1,15}): \[ID \d{1,9} (?P<facility>[\w-]{2,12})\.\w{3,8}\] ?(?P<warned>\s?\S.*))"
)

PREFIX = (
    rf"\s*(?:\|\s?|{_GREP}){_LEVEL}(?:"
    rf"{GROUP_NAME.sub('(?:', _CUT)}|"
    rf"(?:\d{{4}} )?{MONTH} {{1,2}}\d{{1,2}} (?:\d{{4}} )?\d\d:\d\d:\d\d"
    rf"|{_ISO_DATE}[T ]\d\d:\d\d:\d\d{_NOT_CEPH}"
    rf"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) {_ISO_DATE} \d\d:\d\d:\d\d"
    r"|\[\s*(?:[<+]\s*)?\d+\.\d{3,9}(?:\s*<\s*\d+\.\d+)?\s*>?\]"
    rf"|\[(?:[^\W\d_]{{2,4}}\.?,? +)?{MONTH} {{0,3}}\d{{1,2}} \d\d:\d\d"
    r"|\d{1,3} ?\d{4}-\d\d-\d\dT"
    r"|\d{10}\.\d{6} [\w.-]+ \w"
    r"|[a-z0-9]{3,8} *:[a-z]{3,6} *: (?:\[|\d{4}-)"
    r"|\[ *[A-Za-z]{3,10} *\]\d{4}-"
    r"|\[[a-z]{3,10}\(\d+\)\]CRS-"
    r"|[\w.-]+(?:\[\d+\])?: \d{4}/\d\d/\d\d_"
    r"|\d{4}/\d\d/\d\d \d\d:\d\d:\d\d VCS "
    r")"
)
"""Matches at the start of a line that carries one of the known prefixes (as text, to be joined with others)."""


@dataclass(slots=True)
class LogLine:
    """One line of a log, taken apart.

    Attributes:
        message: the text without everything that stands before it.
        kernel: whether the kernel said it.
        program: who said it, "" where the line does not tell.
        host: the host that the line names, or "".
        month, day, clock: when, as printed; `clock` is in seconds since midnight. All 0 where the line has no date.
        year: 0 where the line has none, as in BSD syslog.
        uptime: seconds since the system was started, as the ring buffer prints them; -1 where the line does not.
        repeats: how many times the line above is said to have come again ("last message repeated 3 times").
        index: of the line in its output.

    Nobody changes one: those that `parse` gives are kept for the next time. (Frozen, each would take three times as long to make.)
    """

    message: str
    kernel: bool = True
    program: str = ""
    host: str = ""
    year: int = 0
    month: int = 0
    day: int = 0
    clock: float = 0.0
    repeats: int = 0
    index: int = field(default=0, compare=False)
    uptime: float = field(default=-1.0, compare=False)


_LEAD = lazy(rf"\s*(?:\|\s?|{_GREP}){_LEVEL}(?:1 )?")
_RFC5424 = lazy(r"\s*<\d{1,3}>1 (?P<stamp>\S+) (?P<host>\S+) (?P<app>\S+) (?P<pid>\S+) \S+ (?:-|\[.*?\]) ?(?P<rest>.*)")
_BSD = lazy(
    rf"(?:(?P<year1>\d{{4}}) )?(?P<month>{MONTH}) {{1,2}}(?P<day>\d{{1,2}}) (?:(?P<year>\d{{4}}) )?(?P<clock>{_CLOCK})"
    rf"(?: (?P<year2>\d{{4}}))? ?(?P<rest>.*)"
)
_ISO = lazy(
    rf"(?:[A-Z][a-z]{{2}} )?(?P<date>{_ISO_DATE})(?P<t>[T ])(?P<clock>{_CLOCK})(?P<zone>Z|[+-]\d\d:?\d\d"
    rf"| [A-Z]{{3,4}}(?= ))?"
    r"(?P<colon>:)? ?(?P<rest>.*)"
)
_RING = lazy(
    r"\[\s*+(?P<since>[<+]?)\s*+(?P<uptime>\d+\.\d{3,9})(?:\s*+<\s*+\d+\.\d+)?\s*+>?\](?: ?\[\s*[TC]\d+\])? ?(?P<rest>.*)"
)
_RING_DATE = lazy(
    rf"\[(?:[^\W\d_]{{2,4}}\.?,? +)?(?P<month>{MONTH}) {{0,3}}(?P<day>\d{{1,2}}) (?P<clock>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)"
    r"(?: (?P<year>\d{4}))?(?:\s*+<\s*+\d+\.\d+\s*+>)?\] ?(?P<rest>.*)"
)
_DECODED_LEVEL = lazy(r"[a-z0-9]{3,8} *:[a-z]{3,6} *: (?=\[|\d{4}-)")
_JOURNAL = lazy(r"(?P<host>[\w.-]+) (?:kernel|(?P<program>[\w./@-]+)\[\d+\]): (?P<rest>.*)")
_KERNEL = "kernel: "
_CUT_LINE = lazy(_CUT)
_UNIX = lazy(r"(?P<seconds>\d{10})\.\d{6} (?P<rest>[\w.-]+ \w.*)")
_HEARTBEAT = lazy(rf"(?P<program>[\w.-]+)(?:\[\d+\])?: (?P<date>\d{{4}}/\d\d/\d\d)_(?P<clock>{_CLOCK}) (?P<rest>.*)")
_VCS = lazy(rf"(?P<date>\d{{4}}/\d\d/\d\d) (?P<clock>{_CLOCK}) (?P<rest>VCS .*)")
_CSS_OLD = lazy(rf"\[ *(?P<program>[A-Za-z]{{3,10}}) *\](?P<date>{_ISO_DATE}) (?P<clock>{_CLOCK}) (?P<rest>.*)")
_CSS_TAG = lazy(r"\[ *(?P<program>[A-Za-z]{3,12})(?: *\(\d+\))? *\](?P<rest>.*)")
_CSS_STAMP = lazy(rf"{_ISO_DATE}[T ]{_CLOCK}(?:Z|[+-]\d\d:?\d\d| [A-Z]{{3,4}})?:?\s*(?:\[|\Z)")
_UPTIME = lazy(r"\[\s*\d+\.\d{3,9}\](?: ?\[\s*[TC]\d+\])? ?")
_REPEATED = lazy(r"(?:\S+ )?(?:last message|message) repeated (?P<times>\d{1,9}) times?")

# the level of a message, as busybox and SONiC write it; the host may be missing before it
_LEVELS = r"(?:[a-z0-9]+\.(?:emerg|alert|crit|err|error|warn|warning|notice|info|debug)|EMERG|ALERT|CRIT|ERR|WARNING|NOTICE|INFO|DEBUG)"
_HOST_PROGRAM = lazy(
    rf"(?!{_LEVELS}\s|[A-Za-z][\w-]*(?:\[\d+\])?:\s)(?P<host>[\w.:/@-]+) +(?:[a-z0-9]+\.[a-z]+ |{_LEVELS} )?"
    # not a program: the fields of a fault report or of a SCSI message, which go on below its first line
    r"(?!(?:EVENT-TIME|PLATFORM|SOURCE|EVENT-ID|DESC|AUTO-RESPONSE|IMPACT|REC-ACTION|Vendor|ASC|FRU|Cmd):)"
    r"(?P<program>[A-Za-z_/(][\w./()@+-]*?)(?:\[[^\]]{0,40}\])?:(?:\s(?P<rest>.*)|$)"
)
# a log that leaves the host out
_NO_HOST = lazy(
    rf"(?:{_LEVELS} )?(?!(?:error|warning|info|debug|fatal|note|notice|panic):)(?P<program>[a-z][\w-]*)(?:\[\d+\])?:\s(?P<rest>.*)"
)
_PROGRAM = lazy(
    r"(?P<program>kernel|vmunix|corosync|openais|heartbeat|pacemakerd?|last)(?:\[[^\]]{0,40}\])?:?\s(?P<rest>.*)"
)
_COROSYNC = lazy(
    r"(?:\[\d+\] )?(?:(?P<host>[\w.-]+) )?(?P<program>corosync|openais|pacemaker[\w-]*|stonith-ng|crmd|pengine|cib"
    r"|attrd|lrmd)"
    r"(?:\[\d+\])?:?\s+(?P<rest>.*)"
)
_PID_FIRST = lazy(r"\[\d+\] (?=[\w.-]+ +[\w-]+:)")
# FreeBSD's kernel where syslogd leaves out who said it: CAM puts the device first
_CAM = lazy(r"(?P<host>[\w.-]+) (?P<rest>\((?:ada|da|nda|cd|pass)\d+:\w+:\d+:\d+:[\da-f]+\): .*)")
_HOST_ONLY = lazy(r"(?P<host>[\w.-]+)(?:\s+(?P<rest>.*)|$)")
_MESSAGE_ID = lazy(r"\[ID \d+ (?P<facility>[\w-]+)\.\w+\] ?")
KERNEL_PROGRAMS = frozenset(
    """kernel vmunix unix genunix scsi sd ssd glm mpt mpt_sas fas isp esp ufs zfs md md_mirror md_stripe md_raid md_sp
    fp fcp fctl qlc emlxs mpxio scsi_vhci vxio vxdmp vxfs cl_runtime llt gab vxfen mac nxge bge ce hme qfe eri
    e1000g ixgbe ip""".split()
)

DAEMONS = frozenset(
    """multipathd multipath iscsid chronyd ntpd xntpd systemd-timesyncd NetworkManager systemd-networkd in.mpathd qemu-ga
    qemu-guest-agent vmtoolsd vmsvc vmtools hv_vss_daemon ifplugd networkd smartd zed ZFS MR_MONITOR
    systemd-modules-load""".split()
)
"""Whose logs are read as the kernel's are: what they say of paths, links, drives, modules and clocks is of the same kind."""


_Stamp = tuple[int, int, int, float]
_ORCHESTRATORS = lazy(r"(?:(?:kube|k\ds|rke\d|calico|flannel|cilium)[\w.-]*|Keepalived_healthcheckers)\Z")


@lru_cache(maxsize=1 << 10)
def orchestrates(program: str) -> bool:
    """Whether a program tells of nodes, leases and links of its own making, which are not those of the host.

    >>> orchestrates("kube-apiserver.daemon"), orchestrates("kernel")
    (True, False)
    """
    return _ORCHESTRATORS.match(program) is not None


_DIGITS = lazy(r"\d+")


@lru_cache(maxsize=16)  # one message is asked about by several, one after the other
def _shape(message: str) -> str:
    return _DIGITS.sub("0", message)


class Dull:
    """Remembers messages in which nothing was found, so that the thousandth of the same kind costs little.

    Messages that differ in their numbers only count as the same; those in which a number decides are never remembered.
    """

    _DECIDED_BY_NUMBERS = lazy(r"sct 0x|sense key|CRS-|V-\d|return code|delta =|paths: |\(cmd |error = |major|minor")
    _MOST = 20_000

    def __init__(self) -> None:
        """Start with nothing."""
        self._shapes: set[str] = set()

    def knows(self, message: str) -> bool:
        """Whether nothing was found in a message of this kind."""
        return _shape(message) in self._shapes

    def add(self, message: str) -> None:
        """Nothing was found in this message."""
        if len(self._shapes) < self._MOST and not self._DECIDED_BY_NUMBERS.search(message):
            self._shapes.add(_shape(message))


def _clock(text: str) -> float:
    parts = text.replace(",", ".").split(":")
    seconds = float(parts[2]) if len(parts) > 2 else 0.0
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + seconds


def _stamp(date: str, clock: str) -> _Stamp:
    """Year, month, day and clock of ``2008-08-24`` or ``2008/08/24``."""
    return int(date[:4]), int(date[5:7]), int(date[8:]), _clock(clock)


def _after_stamp(rest: str, stamp: _Stamp) -> LogLine:
    """Host, program and message of what follows the time in a syslog line."""

    def line(message: str, kernel: bool, program: str, host: str, repeats: int = 0) -> LogLine:
        return LogLine(message, kernel, program, host, *stamp, repeats)

    if rest.startswith("["):
        rest = _PID_FIRST.sub("", rest)
    said_again = " repeated " in rest
    if said_again and (match := _REPEATED.match(rest)):
        host = rest.split(None, 1)[0]
        return line(rest, True, "", "" if host in ("last", "message") else host, int(match["times"]))
    if match := _HOST_PROGRAM.match(rest):
        program = match["program"].lstrip("/(").rstrip(")")
        message = match["rest"] or ""
        host = match["host"].rpartition("@")[2].partition("/")[0]
        if message.startswith("[") and (facility := _MESSAGE_ID.match(message)):
            message = message[facility.end() :]
            kernel = facility["facility"] == "kern"
        else:
            kernel = program in KERNEL_PROGRAMS
        if message.startswith("[") and (uptime := _UPTIME.match(message)):
            message = message[uptime.end() :]
        if said_again and (repeated := _REPEATED.match(message)):
            return line(message, kernel, program, host, int(repeated["times"]))
        return line(message, kernel, program, host)
    if (match := _PROGRAM.match(rest)) or (match := _COROSYNC.match(rest)) or (match := _NO_HOST.match(rest)):
        groups = match.groupdict()
        program, message = groups["program"], groups["rest"]
        if ring := _UPTIME.match(message):
            message = message[ring.end() :]
        return line(message, program in KERNEL_PROGRAMS, program, groups.get("host") or "")
    if match := _CAM.match(rest):
        return line(match["rest"], True, "kernel", match["host"])
    if match := _HOST_ONLY.match(rest):
        # Solaris: the second and later lines of one message carry the host but no program
        return line(match["rest"] or "", False, "", match["host"])
    return line(rest, False, "", "")


def _iso(match: re.Match[str]) -> LogLine | None:
    rest = match["rest"]
    tag = _CSS_TAG.match(rest)
    blank = match["t"] == " " and not (tag or match["colon"] or match["zone"] or match[0][0].isalpha())
    if blank and not (_HOST_PROGRAM.match(rest) or _PROGRAM.match(rest)):
        return None  # the log of a program that is no log of a system: most lines with such a date
    stamp = _stamp(match["date"], match["clock"])
    if tag:
        message = re.sub(r"^\[ *-?\d+\] *", "", tag["rest"]).lstrip(">")
        return LogLine(message, False, tag["program"].lower(), "", *stamp)
    if match["colon"]:
        return LogLine(rest, False, "", "", *stamp) if not rest.strip() else None
    if match["t"] == "T" and "," in match["clock"]:
        return LogLine(rest, True, "kernel", "", *stamp)  # dmesg --time-format=iso
    line = _after_stamp(rest, stamp)
    return line if line.program or line.repeats else None


@lru_cache(maxsize=1 << 12)  # finding an output and reading it take the same lines apart
def parse(text: str) -> LogLine | None:
    """Take one line apart, or None when it carries no prefix of a log."""
    if (plain := _PLAIN.match(text)) is not None and not (" repeated " in text or plain["program"] in FIELDS):
        return _plain(plain)
    lead = None if text[:3].lower() in MONTHS else _LEAD.match(text)
    body = text[lead.end() :] if lead else text
    if not body:
        return None
    if body[0] == "[":
        return _bracketed(body)
    if body[0].isdecimal():
        line = _numbered(body, text)
        return _cut(match) if line is None and (match := _CUT_LINE.match(body)) else line
    if match := _BSD.match(body):
        return _bsd(match)
    if (match := _ISO.match(body)) and body[0].isalpha():
        return _iso(match)
    if match := _DECODED_LEVEL.match(body):
        body = body[match.end() :]
        return _bracketed(body) if body[0] == "[" else _numbered(body, body)
    if match := _HEARTBEAT.match(body):
        return LogLine(match["rest"], False, match["program"], "", *_stamp(match["date"], match["clock"]))
    return _cut(match) if (match := _CUT_LINE.match(body)) else None


def _cut(match: re.Match[str]) -> LogLine:
    """A line without its date; the kernel's may still have the seconds since the start of the system."""
    host = match["host"] or ""
    if match["daemon"]:
        return LogLine(match["said"], match["daemon"] in KERNEL_PROGRAMS, match["daemon"], host)
    if match["driver"]:
        return LogLine(match["warned"], match["facility"] == "kern", match["driver"], host)
    if ring := _RING.match(match["rest"]):
        uptime = -1.0 if ring["since"] else float(ring["uptime"])
        return LogLine(ring["rest"], True, match["program"], host, uptime=uptime)
    return LogLine(match["rest"], True, match["program"], host)


def is_cut(text: str) -> bool:
    """Whether a line begins with who said it, and its date was cut off.

    >>> is_cut("kernel: [ 12.5] md: md0 stopped."), is_cut("kernel: 5.10.0-8-amd64"), is_cut("Aug 24 02:10:11 db1 kernel: md: x")
    (True, False, False)
    """
    line = parse(text)
    return line is not None and not line.month and form_of(text) == "cut"


def _bsd(match: re.Match[str]) -> LogLine | None:
    month = month_of(match["month"])
    if not month or not match["rest"].strip():
        return None
    year = int(match["year1"] or match["year"] or match["year2"] or 0)
    return _after_stamp(match["rest"].lstrip(), (year, month, int(match["day"]), _clock(match["clock"])))


# The most frequent form by far, taken apart at one go; whatever is stranger goes the long way, which tells the same of these.
_PLAIN = lazy(
    r"(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?P<day>[ \d]\d) (?P<hours>\d\d):(?P<minutes>\d\d):(?P<seconds>\d\d) "
    r"(?P<host>[A-Za-z][\w-]*) (?P<program>[A-Za-z][\w-]*)(?:\[\d{1,9}\])?: (?!\[)(?P<rest>.*)\Z",
    re.ASCII,
)
FIELDS = frozenset(
    "EVENT-TIME PLATFORM SOURCE EVENT-ID DESC AUTO-RESPONSE IMPACT REC-ACTION Vendor ASC FRU Cmd".split()
)


def _plain(match: re.Match[str]) -> LogLine:
    month, day, hours, minutes, seconds, host, program, rest = match.groups()
    clock = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    return LogLine(rest, program in KERNEL_PROGRAMS, program, host, 0, MONTHS[month.lower()], int(day), clock)


def _without_stamp(rest: str) -> str:
    """A message of the ring buffer, where somebody's logger has written once more who said it and when."""
    return _UPTIME.sub("", rest.removeprefix(_KERNEL), count=1)


def _bracketed(body: str) -> LogLine | None:
    if match := _RING.match(body):
        rest = match["rest"]
        uptime = -1.0 if match["since"] else float(match["uptime"])
        if journal := _JOURNAL.match(rest):
            program = journal["program"] or "kernel"
            return LogLine(journal["rest"], program in KERNEL_PROGRAMS, program, journal["host"], uptime=uptime)
        return LogLine(_without_stamp(rest), True, "kernel", uptime=uptime)
    if match := _RING_DATE.match(body):
        month, year = month_of(match["month"]), int(match["year"] or 0)
        if not month:
            return None
        message = _without_stamp(match["rest"])
        return LogLine(message, True, "kernel", "", year, month, int(match["day"]), _clock(match["clock"]))
    if match := _CSS_OLD.match(body):
        message = re.sub(r"^\[\d+\] *", "", match["rest"]).lstrip(">")
        return LogLine(message, False, match["program"].lower(), "", *_stamp(match["date"], match["clock"]))
    if (match := _CSS_TAG.match(body)) and "CRS-" in match["rest"][:5]:
        return LogLine(match["rest"], False, match["program"].lower())
    return None


def _numbered(body: str, text: str) -> LogLine | None:
    if match := _RFC5424.match(text):
        stamp = _ISO.match(match["stamp"])
        if stamp is None:
            return None
        program, written = match["app"], _stamp(stamp["date"], stamp["clock"])
        message = _UPTIME.sub("", match["rest"], count=1) if match["rest"].startswith("[") else match["rest"]
        return LogLine(message, program in KERNEL_PROGRAMS, program, match["host"], *written)
    if match := _ISO.match(body):
        return _iso(match)
    if match := _BSD.match(body):
        return _bsd(match)
    if match := _VCS.match(body):
        return LogLine(match["rest"], False, "vcs", "", *_stamp(match["date"], match["clock"]))
    if match := _UNIX.match(body):
        when = datetime.fromtimestamp(int(match["seconds"]), UTC)
        clock = float(when.hour * 3600 + when.minute * 60 + when.second)
        return _after_stamp(match["rest"], (when.year, when.month, when.day, clock))
    return None


def form_of(text: str) -> str:
    """The form of the prefix that a line carries; the lines of one log have one form."""
    lead = _LEAD.match(text)
    body = (text[lead.end() :] if lead else text).lstrip()
    if body.startswith("["):
        return "css" if _CSS_TAG.match(body) and not _RING.match(body) and not _RING_DATE.match(body) else "ring"
    if body[:4].isdecimal():
        return "css" if _CSS_STAMP.match(body) else "vcs" if body[4:5] == "/" else "iso"
    if _HEARTBEAT.match(body):
        return "heartbeat"
    return "bsd" if _BSD.match(body) or not _CUT_LINE.match(body) else "cut"
