"""What a reader is, and what it gives back.

A reader knows one command's output. It finds where such an output begins and ends in a text that may hold anything,
and turns it into rows of the templates in ``facts/templates``. Three outcomes are kept apart: rows were *read*; the
output holds *nothing* to report; or it could *not be read*, with the lines and the reason. A number that cannot be
read is a refusal, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from facts.account import Account, Rules
from facts.faults import Fault
from facts.patterns import lazy
from facts.schema import Value

Span = tuple[int, int]
"""First and last line, 1-based, both inclusive."""


class Place(NamedTuple):
    """How people name the file in which they save what one command prints.

    Attributes:
        pattern: of the end of the path, from the beginning of a name on, without a last ``.out`` or ``.txt``.
        command: the command that such a name stands for; ``{group}`` is what a group of the pattern holds, in words: ``_`` is a blank.
            A group called ``disk`` names the disk, and it is said where nothing else names it.
        examples: such names, each of which a test tries with the reader's sample.
    """

    pattern: str
    command: str
    examples: tuple[str, ...]


@dataclass(slots=True)
class Row:
    """One row as read.

    Attributes:
        template: name in ``facts/templates``.
        values: slot to value, without ``row`` and ``host``; a slot that the output does not tell is left out.
        lines: the lines of the file that the row rests on.
        slot_lines: lines of single slots, where they differ from `lines`.
        time: when it was measured or happened, seconds since 1970 UTC (the host's own clock), or None.
        inferred: deduced from the format (``iostat -xn`` is Solaris) and not printed; anything printed outweighs it.
    """

    template: str
    values: Mapping[str, Value | bool]
    lines: Span
    slot_lines: Mapping[str, Span] = field(default_factory=dict)
    time: float | None = None
    inferred: bool = False


MOST_REFUSALS = 100
"""So many lines of one output are named that could not be read; of more there is the number."""


class First(list[Any]):
    """The first of what is appended; the others are counted, so that a log of nothing else takes no memory.

    Attributes:
        left: how many were left out.
        last: the last of these.

    >>> first = First(range(MOST_REFUSALS + 3))
    >>> len(first), first.left, first.last
    (100, 3, 102)
    """

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__()
        self.left = 0
        self.last: Any = None
        self.extend(items)

    def append(self, item: Any) -> None:
        """Keep it, or count it."""
        if len(self) < MOST_REFUSALS:
            super().append(item)
        else:
            self.left, self.last = self.left + 1, item

    def extend(self, items: Iterable[Any]) -> None:
        """Keep or count each of them."""
        for item in items:
            self.append(item)

    def made(self, make: Callable[[Any], Refusal]) -> First:
        """The same with a refusal for each."""
        other = First(map(make, self))
        other.left, other.last = self.left, None if self.last is None else make(self.last)
        return other


@dataclass(slots=True)
class Refusal:
    """Lines that belong to the output and could not be read, and why."""

    lines: Span
    reason: str


@dataclass(slots=True)
class Reading:
    """What one output came to.

    Attributes:
        rows: the rows that were read.
        refusals: the lines that could not be read.
        host: the host that the output itself names (``uname -a``, a syslog line, a sar header), or None.
        complete: templates whose rows such an output shows all, so that a missing row means that there is none. It holds only
            where the account of the lines (`facts.account`) has no gap.
        used: lines that count for what was read beyond those that rows cite.
        walked: the reader takes a sampling line by line, and ends it at the first one that is neither a sample, nor a heading, nor
            a damaged sample, which it refuses: no line of it is passed over.
        passed: lines that are known and say nothing we use, by the name of the rule.
        unnamed: numbers of lines of a known form with a name or a word that is not known; they can show nothing else.
        time: when that was, where there is no row to tell it.
        fault: what failed in the reader, where it could not read the output for a fault of its own.
        account: what became of the lines; None where the reader does not account for them yet.
    """

    rows: list[Row] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    host: str | None = None
    complete: frozenset[str] = frozenset()
    used: list[Span] = field(default_factory=list)
    walked: bool = False
    passed: dict[str, list[Span]] = field(default_factory=dict)
    unnamed: list[int] = field(default_factory=list)
    time: float | None = None
    fault: Fault | None = None
    account: Account | None = None

    def pass_over(self, rule: str, span: Span) -> None:
        """Account for lines that say nothing we use."""
        self.passed.setdefault(rule, []).append(span)

    def infer_system(self, os: str, span: Span) -> None:
        """Add the system on which alone such an output is printed, where anything of it was read."""
        if self.rows:
            self.rows.append(Row("system", {"os": os}, span, inferred=True))

    def cited(self) -> Iterator[Span]:
        """The stretches of lines that gave a value: those of single slots, the one line of a row, and what else was counted."""
        yield from self.used
        for row in self.rows:
            if not row.inferred:
                yield from row.slot_lines.values()
                if row.lines[0] == row.lines[1]:
                    yield row.lines

    @property
    def outcome(self) -> str:
        """``read``, ``nothing``, ``partial`` or ``refused``."""
        if self.refusals:
            return "partial" if self.rows else "refused"
        return "read" if self.rows else "nothing"


class Output(NamedTuple):
    """One output found in a text.

    Attributes:
        lines: its lines, cleaned; ``lines[0]`` is line `first` of the file.
        first: 1-based number of the first line.
        path: the file (a member's path in an archive), for messages only: never tells what the output is.
        command: the command line seen above it at a shell prompt, or "".
        user: the account that the prompt names, or "".
        command_line: the line of the file on which that command was typed; 0 where the place of the file stands for it.
        nth: how many outputs already stand below the same command.
        folder: the folder in which that command was typed, absolute, as the prompt or a ``cd`` before it tells; or "".
        until: no line of it is later, seconds since 1970, as far as other outputs of the host tell; None where they do not.
        boot: when the system was started that the output is of, by other outputs; None where they do not tell.
        after: the kind of the output right above this one, with nothing but empty lines between both; or "".
        top: `first`, or 1 where nothing but empty lines and frames of a session stands above; 0 where that is not told.
        tail: the lines that follow the last one directly and that nothing reads: the output may go on there.
    """

    lines: Sequence[str]
    first: int = 1
    path: str = ""
    command: str = ""
    user: str = ""
    command_line: int = 0
    nth: int = 0
    until: float | None = None
    boot: float | None = None
    folder: str = ""
    tail: Span | None = None
    after: str = ""
    top: int = 0

    @property
    def label(self) -> str:
        """A name for this output that is unique in its input: path and first line."""
        return f"{self.path or 'input'}:{self.first}"

    def span(self, start: int, end: int | None = None) -> Span:
        """File lines of ``lines[start]`` to ``lines[end]``, both inclusive; of one line without `end`."""
        return (self.first + start, self.first + (start if end is None else end))

    @property
    def whole(self) -> Span:
        """File lines of the whole output."""
        return self.span(0, max(0, len(self.lines) - 1))

    def matching(self, *patterns: re.Pattern[str]) -> list[Span]:
        """The file lines that one of these patterns matches, each as a stretch of one line.

        >>> Output(["a 1", "--", "b 2"], first=5).matching(re.compile("[ab] "))
        [(5, 5), (7, 7)]
        """
        fits = (n for n, line in enumerate(self.lines) if any(pattern.match(line) for pattern in patterns))
        return [self.span(n) for n in fits]

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
        """The lines that a pattern matches, each by its index.

        >>> [(index, match[1]) for index, match in Output(["a 1", "--", "b 2"], first=5).matches(re.compile(". (.)"))]
        [(0, '1'), (2, '2')]
        """
        for index, line in enumerate(self.lines):
            if match := pattern.match(line):
                yield index, match

    def parts(self, head: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int, int]]:
        """The stretches that each begin with a line that `head` matches: the match, start and end.

        The end is exclusive and leaves out empty lines.

        >>> output = Output(["", "eth0", "  up", "", "eth1", "  down"])
        >>> [(match[0], start, end) for match, start, end in output.parts(re.compile("eth."))]
        [('eth0', 1, 3), ('eth1', 4, 6)]
        >>> list(Output(["nothing of it"]).parts(re.compile("eth.")))
        []
        """
        heads = [(match, n) for n, line in enumerate(self.lines) if (match := head.match(line))]
        ends = [*(n for _, n in heads[1:]), len(self.lines)][: len(heads)]
        for (match, start), end in zip(heads, ends, strict=True):
            while not self.lines[end - 1].strip() and end > start + 1:
                end -= 1
            yield match, start, end


Extent = Callable[[Sequence[str], int, str], tuple[int, int] | None]
"""``extent(lines, start, command)``: whether an output of this kind stands at ``lines[start]``, and where it runs.

`start` is the index of a line that matched `starts`, or the first line below a prompt whose command matched `commands`
(`command` is then that command line, else the last command seen above, or ""). Returns ``(begin, end)``, end exclusive;
begin is `start`, or a little before it where a banner belongs to the output. None when it is not such an output: a
sentence that mentions the tool is none.
"""


class Reader(NamedTuple):
    """One kind of output.

    Attributes:
        kind: name in reports, starts with the tool: ``vmstat-linux``.
        starts: matches a line on which such an output may begin (cheap; `extent` decides), or None.
        extent: see `Extent`.
        read: turns the output into rows.
        commands: matches a command line below whose prompt such an output may stand, where the content alone does not
            tell (``cat /proc/sys/vm/dirty_ratio`` prints just a number), or None.
        undated: whether an output has lines without a year, so that it is read after all others of its host, which tell
            it (`Output.until`, `Output.boot`); None where the tool always prints the year, or never a date.
        leftover: it is asked only about lines that no other reader took, of which each output is one.
        open_ended: each line ends with words of others, such as the command line of a process, which may be of any length
            and of which only the beginning counts: where such a line is cut, nothing was missed.
        of_no_use: what lines of no use look like, each with the name of its rule; None where nothing accounts for lines, as in a
            tool that is known by name alone.
        faults: found in a line that tells of a fault for which no row has a slot. Such a line is not understood, whatever
            rule names it and whatever else is read of it: a fault is never of no use.
        together: the same for faults that only lines seen together show: a link that is down below the node it belongs to. Gives
            the indexes of those lines in the output.
    """

    kind: str
    starts: re.Pattern[str] | None
    extent: Extent
    read: Callable[[Output], Reading]
    commands: re.Pattern[str] | None = None
    undated: Callable[[Output], bool] | None = None
    leftover: bool = False
    open_ended: bool = False
    of_no_use: Rules | None = ()
    faults: re.Pattern[str] | None = None
    together: Callable[[Sequence[str]], Iterable[int]] | None = None


# A prompt with a user or host name, a bare one, or that of an interactive tool; many have the time in front.
_CLOCK = r"(?:\[?\d\d:\d\d(?::\d\d)?\]?\s+)?"
_NAMED_PROMPT = lazy(
    r"\s*" + _CLOCK + r"(?:\([\w.-]+\)\s*)?"
    # a path in it may be of any length, any other text may not: a sentence with an address is no prompt
    r"(?:\[?(?P<user>[\w.-]+)@(?P<host>[\w.-]+)(?:(?:[: ](?P<folder>[/~][^\s#$%>]{0,400})\]?\s?|[^#$%>]{0,60})[#$%>]\s*"
    # ESXi's ends with the bracket
    r"|:(?P<folder2>[/~][^\s\]#$%>]{0,400})\]\s+)"
    r"|(?P<host2>[A-Za-z][\w.-]*)(?::[~/][\w./~-]*)?\s?[#$%](?:\s+|(?=[a-z/]))"
    r"|(?:-?(?:ba|k|z|c|tc)?sh(?:-[\d.]+)?)[#$%]\s+)(?P<command>\S.*)?$"
)
_TOOL_PROMPT = lazy(r"\s*(?:SQL|CLI|mdb|multipathd|MariaDB \[[^\]]*\]|mysql|\w+=[#>])>?\s?(?P<command>\S.*)?$")
_TOOL_START = lazy(r"\s*(?:SQL>|CLI>|mdb>|multipathd>|mysql>|MariaDB \[[^\]]*\]>|\w+=[#>](?: |\Z))")
_FURTHER = lazy(
    r"\s{0,4}\w+[-('\"*][#>] (?P<psql>.*)$|\s{4,8}(?:->|'>|\">|`>|/\*>) ?(?P<mysql>.*)$|\s{1,4}(?P<nth>\d{1,3})  ?(?P<sqlplus>\S.*)$"
)
# what people set SQL*Plus's prompt to: the name behind the @ is an instance, not a host
_SQLPLUS_PROMPT = lazy(
    r"\s*(?:\d\d:\d\d:\d\d SQL|idle|(?i:sys|system)(?: (?i:as) \w+)?@[\w+.$-]+)>\s?(?P<command>\S.*)?$"
)
# the shell of a container names the folder alone, and `sh -x` prints a mark before each command of a script
_BARE_PROMPT = lazy(
    rf"(?:\s{{0,8}}{_CLOCK}(?:(?:~|/(?!dev/))[\w./-]{{0,200}}\s?)?[#$%\u276f\u279c\u03bb]\s{{0,2}}"
    rf"|\s{{0,8}}\u279c\s{{1,2}}\S{{1,80}} (?:git:\(\S{{1,40}}\) (?:\u2717 )?)?"
    rf"|\+{{1,3}} )(?P<command>[\w./!:\"\[-].*)$"
)
OF_PROMPT = lazy(r"[>#$%+=~\u276f\u279c\u03bb]")
"""One of these stands in every prompt and heading."""
# a heading over an output, as scripts that collect write it: `### zpool list`, `=== iostat -x 1 ===`
_HEADING = lazy(r"\s{0,8}(?:#{2,8}|={2,40})\s+(?P<command>[\w./](?:.*?\S)??)(?:\s+(?:#{2,}|={2,}))?\s*\Z")
# a heading that says whose the outputs below it are, as loops over hosts print it, and Ansible's line above each host's output
_HOST_HEADING = lazy(
    r"\s{0,8}(?:(?:#{2,40}|={2,40})\s*(?i:host ?name|host)\s*[:=]\s*(?P<host>[A-Za-z][\w.-]{0,99})(?:\s*(?:#{2,40}|={2,40}))?"
    r"|(?:#{2,40}|={2,40})\s*(?i:node|server)\s*[:=]\s*(?P<host3>[A-Za-z][\w.-]{0,99})\s*(?:#{2,40}|={2,40})"
    r"|(?P<host2>\w[\w.-]{0,99}) \| (?:CHANGED|SUCCESS|FAILED!?)(?: \| rc=\d{1,3})? >>)\s*\Z"
)
# the shell's own prompt, where nobody set another: `bash-3.2#` names no host
_SHELL_NAME = lazy(r"(?:ba|k|z|c|tc|da|a|mk)?sh(?:-\d[\d.]*)?\Z")
PROMPTS = (_TOOL_START, _SQLPLUS_PROMPT, _BARE_PROMPT, _HEADING, _HOST_HEADING, _NAMED_PROMPT)
"""Each line with a prompt begins as one of these says."""
COMMANDS = frozenset(
    """adb arcconf atop dstat badblocks bitesize.d cat cd chmod chown cli cli32 cli64 cp curl cut date dd dbca debugfs df dmesg
    dmidecode dtrace du dumpe2fs e2fsck echo egrep env esxtop ethtool exit export fdisk fgrep find fio fmadm fmdump free
    fsck getconf grep hdparm head hostname id ifconfig iostat iotop ip ipcrm ipcs isainfo journalctl kill kstat less ls
    lsblk lscpu lsmod lspci lsof mdadm mdb megacli MegaCli MegaCli64 mkdir mke2fs mkfs modinfo modprobe mokutil more
    mount mpathadm mpstat multipath mv netstat nfsstat nmon nproc numactl numastat perccli pgbench pgstat pidstat pkginfo
    pmap prctl prstat prtconf prtdiag ps psql pstack psrinfo pwd racadm rm rmmod rpm sadc sadf sar sed service sh showrev
    sg_logs slabtop smartctl sndradm dsstat sort sqlplus ss storcli storcli64 strace su sudo swap swapinfo swapon sync sysctl
    sysdef systemctl tail tee time top touch truss tune2fs tunefs tw_cli udevadm ulimit umount uname update-grub uptime
    vboxconfig vboxmanage vgs lvs pvs vi vim virsh vmstat vxdisk vxdg vxprint vxtunefs wc while for which who xfs_info
    zarcstat zarcsummary arcstat arc_summary zcat zdb zfs zilstat zpool sas2ircu sas3ircu metastat prtvtoc format luxadm fcinfo
    cfgadm lgrpinfo pagesize showmount mkinitramfs dracut depmod insmod vboxreload asmcmd crsctl srvctl lsnrctl awk
    nawk perl python python3 bash ksh oerr rman expdp impdp opatch VBoxManage mkfs.ext2 mkfs.ext3 mkfs.ext4
    fsck.ext2 fsck.ext3 fsck.ext4 smartd areca vxassist e2freefrag ddrescue sdparm qm
    hpacucli hpssacli ssacli blockdev iosnoop rwsnoop sas2flash lsscsi fstrim nvme dpkg dpkg-query apt apt-get yum dnf zypper
    stat bpftrace hostnamectl multipathd powermt lspath dladm systemd-detect-virt virt-what virtinfo jstat
    fcinfo iscsiadm vxdmpadm chronyc ntpq docker podman nerdctl crictl kubectl oc systemd-cgtop systemd-cgls
    mysql mysqladmin mariadb mariadb-admin exportfs nfsiostat mountstats rpcinfo findmnt share dfshares fincore vmtouch pcstat
    hastatus hasys lltstat gabconfig pcs crm_mon crm_node corosync-quorumtool corosync-cmapctl clustat cman_tool olsnodes
    scstat clnode
    drbdadm drbdsetup drbd-overview ioping pg_test_fsync dmsetup lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan
    xfs_repair xfs_db xfs_admin errpt lspv lsvg kdb lsof perf crontab dkms vboxmanage lspci
    pg_controldata pg_waldump blkid btrfs zramctl lsattr mpt-status cciss_vol_status
    camcontrol diskinfo gstat gpart geom pveperf prlimit pgrep smem htop hugeadm tuned-adm timedatectl vmware-toolbox-cmd
    svmon lparstat lsps vmo xentop xl pct pvesh kvm_stat arcstat.py arc_summary.py""".split()
)


@dataclass(slots=True, frozen=True)
class Prompt:
    """A prompt line: the command typed there; host, account and folder that the prompt names ("" where none)."""

    command: str
    host: str = ""
    user: str = field(default="", repr=False, compare=False)
    folder: str = field(default="", repr=False, compare=False)


def _folder(named: str | None) -> str:
    """The folder that a prompt names, without the bracket that closes the prompt."""
    return (named or "").removesuffix("]")


def is_command(text: str) -> bool:
    """Whether a line of text begins with a command that admins type."""
    words = text.split()
    while words and (
        words[0] in ("sudo", "time", "ptime", "timex", "nohup", "/usr/bin/time")
        or re.match(r"[A-Za-z_]+=\S*$", words[0])
    ):
        words = words[1:]
        while words and words[0].startswith("-"):  # sudo -u oracle, time -p
            words = words[2 if words[0] in ("-u", "-g", "-U") else 1 :]
    if not words:
        return False
    word = words[0].lstrip("!(").rstrip(";")
    return word.rpartition("/")[2] in COMMANDS or (word.startswith(("/", "./")) and len(word) > 2)


_SCAN = lazy(
    r"\s*(?:/s?bin/|/usr/s?bin/)?(?:mkfs(?:\.ext[234])?|mke2fs|e2fsck|fsck(?:\.ext[234])?|badblocks)(?: [-\w./=,]+)+\s*\Z"
)

SCANNED = " /dev/"
"""Stands in every line that `scan_command` takes."""


def scan_command(line: str) -> Prompt | None:
    """A surface scan that stands alone on its line without a prompt, as tickets and posts write it, or None.

    Only scans are taken so: what else stands without a prompt is as often advice as something that was done.

    >>> scan_command("mkfs -j -c -c /dev/md0")
    Prompt(command='mkfs -j -c -c /dev/md0', host='')
    >>> scan_command("badblocks found nothing on /dev/sdb today") is None
    True
    """
    if SCANNED not in line or not _SCAN.match(line) or not re.search(r" -\w", line):
        return None
    return Prompt(line.strip())


_BARE_LINE = lazy(r"\s{0,8}(?:sudo |time )?[a-z/][\w./+-]*(?:\s+\S+){0,40}\s*\Z")
_ENDS_SENTENCE = lazy(r".*[.:,?!;]\s*\Z")
_PLAIN_WORD = lazy(r"[A-Za-z][a-z'’]*[,;]?\Z")
_ARGUMENT = lazy(r"-\w|--\w|/|\S+=|\||\d+\Z|[\w.-]*/[\w./-]|[a-z]\w{0,20}\.[a-z]\w{0,40}\Z")
_WITH_SUBCOMMANDS = frozenset(
    """zpool zfs multipath multipathd systemctl docker kubectl drbdadm pcs lvs vgs pvs lsblk free df uptime vmstat iostat dmesg mount
    hastatus lltstat gabconfig dmsetup virsh nvme btrfs hostnamectl""".split()
)


def bare_command(line: str) -> Prompt | None:
    """A command that stands on its line without a prompt, as people write it above what it printed, or None.

    A sentence may begin with the name of a tool: only what has the form of a call counts, and only where its output follows
    may anything be concluded from it.

    >>> [bare_command(line) is not None for line in ("mdadm -D /dev/md1", "free", "zpool status tank", "grep -i huge /proc/meminfo | sort")]
    [True, True, True, True]
    >>> [bare_command(line) is not None for line in ("top shows that /var is full", "free memory is low", "df -h says:", "service is slow")]
    [False, False, False, False]
    """
    if not line or len(line) > 400 or not _BARE_LINE.match(line) or _ENDS_SENTENCE.match(line) or not is_command(line):
        return None
    words = line.split()
    while words[0] in ("sudo", "time"):
        words = words[1:]
    plain = sum(_PLAIN_WORD.match(word) is not None for word in words[1:])
    if any(_ARGUMENT.match(word) for word in words[1:]):
        return Prompt(line.strip()) if plain <= 2 or 2 * plain < len(words) else None
    name = words[0].rpartition("/")[2]
    enough = len(words) == 1 or (
        len(words) <= 3 and name in _WITH_SUBCOMMANDS and line == line.lower() and words[1] not in _SAID
    )
    return Prompt(line.strip()) if enough else None


_SAID = frozenset(
    "is was are were has had says said shows showed tells prints gives and or the a memory space on of in".split()
)


def prompt_of(line: str) -> Prompt | None:
    """The prompt and command on a line of a terminal session, or None.

    >>> prompt_of("[gsmith@server ~]$ cat /proc/sys/vm/dirty_ratio")
    Prompt(command='cat /proc/sys/vm/dirty_ratio', host='server')
    >>> prompt_of("# zpool status tank")
    Prompt(command='zpool status tank', host='')
    >>> prompt_of("+ cat /proc/pressure/io")
    Prompt(command='cat /proc/pressure/io', host='')
    >>> prompt_of("# This is a comment about zpool status") is None
    True
    >>> prompt_of("SQL> !grep -i huge /proc/meminfo")
    Prompt(command='grep -i huge /proc/meminfo', host='')
    >>> prompt_of("SYS@sales1> show sga")
    Prompt(command='show sga', host='')
    >>> prompt_of("bash-3.2# vmstat 5")
    Prompt(command='vmstat 5', host='')
    >>> prompt_of("### zpool list"), prompt_of("### what zpool list says")
    (Prompt(command='zpool list', host=''), None)
    >>> prompt_of("### HOSTNAME: db1.example.com ###"), prompt_of("db2 | CHANGED | rc=0 >>")
    (Prompt(command='', host='db1.example.com'), Prompt(command='', host='db2'))
    >>> prompt_of("root@n7:/sys/fs/cgroup/a.slice# cat memory.max").folder
    '/sys/fs/cgroup/a.slice'
    >>> prompt_of("[root@esx07:~] esxcli storage core device list")
    Prompt(command='esxcli storage core device list', host='esx07')
    """
    if not line or len(line) > 4096 or not OF_PROMPT.search(line):
        return None
    if _TOOL_START.match(line) and (match := _TOOL_PROMPT.match(line)):
        command = (match["command"] or "").strip().lstrip(">").strip()
        return Prompt(command.removeprefix("!").removeprefix("HOST ").strip())
    if match := _SQLPLUS_PROMPT.match(line):
        return Prompt((match["command"] or "").strip())
    if match := _HOST_HEADING.match(line):
        return Prompt("", match["host"] or match["host2"] or match["host3"])
    if match := _BARE_PROMPT.match(line):
        command = match["command"].strip()
        return Prompt(command) if is_command(command) else None
    if match := _HEADING.match(line):
        # a file's name is a heading as well, and no command
        file = match["command"].startswith("/") and match["command"].split()[0].rpartition("/")[2] not in COMMANDS
        return Prompt(match["command"]) if is_command(match["command"]) and not file else None
    if match := _NAMED_PROMPT.match(line):
        command = (match["command"] or "").strip()
        host = match["host"] or match["host2"] or ""
        if match["user"] or is_command(command):
            if not match["user"] and _SHELL_NAME.match(host):
                host = ""
            account = host in ("root", "oracle", "postgres", "grid")
            return Prompt(
                command,
                "" if account else host,
                match["user"] or (host if account else ""),
                _folder(match["folder"] or match["folder2"]),
            )
    return None


def continued(prompt: str, line: str, nth: int) -> str | None:
    """What a further line of a statement says that was begun at the prompt of a database's client, or None.

    Args:
        prompt: the line with the prompt.
        line: one below it.
        nth: which line of the statement that would be.

    >>> continued("shop=# select a", "shop-# from b;", 2), continued("SQL> select a", "  2  from b;", 2), continued("SQL> x", "  4  b", 2)
    ('from b;', 'from b;', None)
    >>> continued("mysql> select a", "    -> from b;", 2), continued("# df", "    -> x", 2)
    ('from b;', None)
    """
    if not (_TOOL_START.match(prompt) or _SQLPLUS_PROMPT.match(prompt)) or (match := _FURTHER.match(line)) is None:
        return None
    if match["nth"] is not None:
        return str(match["sqlplus"]) if int(match["nth"]) == nth else None
    return str(match["psql"] if match["psql"] is not None else match["mysql"])


FRAME = lazy(
    r"\s*+(?:S[ck]ript (?:started|done|gestartet|beendet)\b.*|exit|logout|\^C|login as: \S*|(?=\S+@\S)\S+'s password:|Password:"
    r"|=~=~=~=.*PuTTY log.*|Last login: .*|Connection to \S+ closed\.?)?\s*\Z"
)
"""Lines around a session, as `script`, ssh and PuTTY put them there, and empty ones."""
MOST_FRAMES = 5
_IDLE = lazy(r"\s{0,8}(?P<sign>[#$%])\s*\Z")
_TYPED = lazy(r"\s{0,8}(?P<sign>[#$%]) ?[a-z/]")
_LONGEST_SESSION = 20_000
_CLOSED = lazy(r"\s*[}\]]+(?=[#$%]|[\w\[(].{0,80}[#$%>] ?\Z)")
"""The end of a document that ends without a line end, with the next prompt right behind it."""


def _is_idle(text: str) -> bool:
    """Whether a text is a prompt at which nothing was typed."""
    return _IDLE.match(text) is not None or ((prompt := prompt_of(text)) is not None and not prompt.command)


def without_idle_prompts(lines: list[str]) -> list[str]:
    """The lines of a session without prompts at which nothing was typed: those of its first prompt's form, and the last line.

    >>> without_idle_prompts(["$ free", "Mem: 3", "$ ", "$ uptime", "up", "#"]), without_idle_prompts(["# a remark", "#", "b = 2"])
    (['$ free', 'Mem: 3', '', '$ uptime', 'up', ''], ['# a remark', '#', 'b = 2'])
    >>> without_idle_prompts(["{", ' "a": 1', "}root@db1:~# "])[-1]
    '}'
    """
    last = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].strip()), 0)
    if last and _IDLE.match(lines[last]):
        lines = [*lines[:last], "", *lines[last + 1 :]]
    elif last and (closed := _CLOSED.match(lines[last])) and _is_idle(lines[last][closed.end() :]):
        lines = [*lines[:last], closed[0], *lines[last + 1 :]]
    first = next((line for line in lines if line.strip()), "")
    if (typed := _TYPED.match(first)) is None or prompt_of(first) is None or len(lines) > _LONGEST_SESSION:
        return lines
    sign = typed["sign"]
    return ["" if line.strip() == sign and _IDLE.match(line) else line for line in lines]
