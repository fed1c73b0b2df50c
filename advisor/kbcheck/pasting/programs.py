"""What programs do to a host, as data: which only look, which read what is pasted behind them, which take files to write to.

What is not listed as looking is taken for a change.
"""

from __future__ import annotations

import re

from advisor.shell.reading import NotShell, read
from advisor.shell.tree import Simple
from advisor.shell.walk import runs

LOOKS = frozenset(
    """
    : [ [[ arcstat awk badblocks basename blkid cat cd cfgadm cmp command corosync-cmapctl cut date df diff dirname dladm dmesg
    dtrace du dumpe2fs e2fsck echo egrep false fcinfo fgrep fincore findmnt fmdump free fuser getconf grep gzip head id iostat ip
    ipcs journalctl jstat last less lsblk lscpu lsmod lsof lspath lspci ls luxadm mdb mktemp modinfo mountstats mpathadm netstat
    nfsiostat nfsstat nproc numactl numastat od pgrep printf prstat ps pvs lvs vgs read readlink rpm sar sleep sort ss stat strace
    sync systemd-cgls systemd-detect-virt tail test tr true truss tty ulimit uname uniq uptime vmstat wc which who whoami xfs_info
    xfs_repair zdb zpool zfs return break continue exportfs dpkg-query lpstat svcs psrinfo prtconf smartd wait
    bitesize.d ddrescuelog ioscan seq
    """.split()
)  # fmt: skip
"""Programs that only look, whatever they are asked; what some of them can change is in `CHANGES`."""

_WITH: dict[str, str] = {
    "3dm2": r"",
    "MegaCli": r"-(?:\w*Info|GetBbu\w*|AdpBbuCmd -(?:Get\w+|aALL)|AdpEventLog|AdpAllInfo|AdpPR -Info|AdpCcSched -Info)",
    "MegaCli64": r"-(?:\w*Info|GetBbu\w*|AdpBbuCmd -(?:Get\w+|aALL)|AdpEventLog|AdpAllInfo|AdpPR -Info|AdpCcSched -Info)",
    "arcconf": r"(?:getconfig|getstatus|getlogs)",
    "cli64": r"\w+ (?:info|smart)",
    "corosync-cfgtool": r"-s",
    "crm_mon": r"-",
    "docker": r"(?:inspect|ps|stats|info)",
    "dpkg": r"-[lsL]",
    "ethtool": r"(?:-[Si] )?[^-]",
    "fmadm": r"faulty",
    "gmultipath": r"(?:status|list)",
    "grubby": r"--info",
    "hdparm": r"-(?:W|I) ?[/$]",
    "iscsiadm": r"-m session -P",
    "jcmd": r".*(?:VM\.command_line|VM\.flags|GC\.class_histogram|VM\.version)",
    "kubectl": r".*\bget\b",
    "mdadm": r"(?:--detail|--examine|-D|-E)",
    "modprobe": r"--showconfig",
    "mokutil": r"--(?:sb-state|test-key|list-\w+)",
    "mount": r"(?:-[lv])?\Z",
    "multipath": r"-ll",
    "multipathd": r"show",
    "mysql": r"-e (?:SHOW|SELECT)",
    "pkg": r"(?:history|list|info)",
    "psql": r".*\b(?:show|select (?!pg_reload_conf)|pg_settings)",
    "smartctl": r"(?!.*(?:-t|-X|-s) )",
    "ssacli": r".*\bshow\b",
    "storcli64": r".*\bshow\b",
    "svccfg": r"listprop",
    "swap": r"-[sl]",
    "sysctl": r"(?!.*(?:-w|-p|=))",
    "systemctl": r"(?:show|cat|list-\w+|status|is-\w+)",
    "tune2fs": r"-l",
    "tuned-adm": r"(?:active|list)",
    "tw_cli": r"(?:\S+ )*(?:show|info)",
    "vxtunefs": r"-p",
    "VBoxManage": r"(?:--version|list|showvminfo)",
    "wipefs": r"-n",
    "xargs": r"\Z",
}
"""Programs that look where their arguments begin so."""

_CHANGES: dict[str, str] = {
    "badblocks": r".*-\w*[nw]\b",
    "e2fsck": r"(?!.*-\w*n\b)",
    "xfs_repair": r"(?!.*-\w*n\b)",
    "find": r".*(?:-delete|-exec)",
    "zpool": r"(?!(?:status|list|iostat|get|history|events|add -n|create -n)\b)",
    "zfs": r"(?!(?:list|get|mount\Z|destroy -\w*n\w*|holds|diff)\b|mount\Z)",
    "ip": r".*\b(?:set|add|del)\b",
    "fuser": r".*-k",
    "dmesg": r".*-[cCn]\b",
    "svcs": r"",
    "rpm": r"-[UiFe]",
    "numactl": r"(?!--hardware|--show|-H|-s)",
    "exportfs": r".*-[aru]",
    "gzip": r"(?!-[ltc])",
    "smartd": r"(?!-q onecheck)",
}  # fmt: skip
"""What programs of `LOOKS` change where their arguments are such."""

CLEANS_UP = frozenset("rm rmdir kill".split())
"""What may follow a change whether it succeeded or not, where it takes away only what this text made."""

READS_THE_TERMINAL: dict[str, str] = {
    "apt-get": r"(?!.*(?:-y|-s)\b)", "bash": r"\Z", "cat": r"\Z", "dnf": r"(?!.*-y\b)", "ed": r"", "fdisk": r"(?!-l)",
    "format": r"",
    "journalctl": r"(?!.*--no-pager)", "less": r"", "mokutil": r"--(?:import|delete|reset|disable)", "more": r"", "mysql": r"(?!.*-e)",
    "parted": r"(?!.*-s)", "passwd": r"", "psql": r"(?!.*-\w*c\b)", "read": r"", "rman": r"", "sh": r"\Z", "sqlplus": r"",
    "ssh": r"(?!.*-n)",
    "su": r"(?!.*-c\b)", "systemctl": r"(?:status|cat|list-\w+)(?!.*--no-pager)", "top": r"(?!.*-b)",
    "vi": r"", "vim": r"", "visudo": r"(?!-c)",
    "yum": r"(?!.*-y\b)", "zypper": r"(?!(?:-n|--non-interactive)\b)",
}  # fmt: skip
"""Programs that read from the terminal, or page there: what is pasted behind them goes into them."""

FALLS_BACK = frozenset("netstat ip dmesg dpkg rpm".split())
"""Programs that only look, behind which ``||`` names another way to look; of a change each failure may name another way."""

CHECKS_A_FILE = frozenset(
    "[ test sysctl visudo findmnt diff postgres corosync sshd named-checkconf awk grep gzip".split()
)
"""Programs that tell whether a new file is good before it takes its place."""


REFUSES_MARKS = frozenset("sqlplus psql mysql".split())
"""Programs to which a mark is a wrong value or no syntax, so that it may stand within quotes; a file that SQL creates is not."""


def arguments(simple: Simple) -> str:
    """The arguments of a command in one line, for the patterns here."""
    return " ".join(word.shape for word in simple.words[1:])


def is_program(simple: Simple, patterns: dict[str, str]) -> bool:
    """Whether the program and its arguments are among the patterns."""
    return simple.name in patterns and re.match(patterns[simple.name], arguments(simple)) is not None


def inner(simple: Simple) -> Simple:
    """The command that ``nohup``, ``xargs`` and such start, else the command itself."""
    words = simple.words
    names = [word.literal or "" for word in words]
    if names[:1] in (["nohup"], ["time"], ["exec"], ["nice"]):
        return inner(simple._replace(words=words[1:]))
    if names[:1] == ["xargs"]:
        begin = 1
        while begin < len(names) and names[begin].startswith("-"):
            begin += 2 if names[begin] in ("-n", "-I", "-L", "-P") else 1
        return inner(simple._replace(words=words[begin:])) if begin < len(names) else simple
    return simple


_SQL_LOOKS = re.compile(r"\s*(?:select|show|set|column|whenever|exit|desc|create pfile)\b|\s*\Z", re.IGNORECASE)


def _looks_in_sql(command: Simple) -> bool:
    """Whether each line of a here-document of sqlplus only looks; what comes through a pipe is read at the other end of it."""
    documents = [redirect.document.shape for redirect in command.redirects if redirect.document is not None]
    return all(_SQL_LOOKS.match(line) for text in documents for line in text.splitlines())


def changes(simple: Simple) -> bool:
    """Whether a command does more than look, apart from the files that it is redirected to."""
    command = inner(simple)
    if not command.words:
        return False
    if command.name == "sqlplus":
        return not _looks_in_sql(command)
    if command.name == "su" and "-c" in arguments(command).split(" "):
        try:
            return any(changes(run.simple) for run in runs(read(command.words[-1].shape)))
        except NotShell:
            return True
    if is_program(command, _CHANGES):
        return True
    if command.name == "sed":
        return bool(re.match(r"(?:\S+ )*-i", arguments(command)))
    if command.name == "tee":
        return False
    return not (command.name in LOOKS or command.name == "find" or is_program(command, _WITH))
