"""Small whole hosts in the exact layouts of the tools that collect them.

sos of old and of today, Insights, Solaris Explorer, SUSE's supportconfig. Each is a mapping of paths to contents; a content
that begins with `link:` is a symbolic link.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

Tree = Mapping[str, str]
LINK = "link:"

MEMINFO = (
    "MemTotal:       65807028 kB\nMemFree:        12062076 kB\nMemAvailable:   41938212 kB\nBuffers:          521724 kB\n"
    "Cached:         28158912 kB\nSwapCached:            0 kB\nDirty:             18324 kB\nWriteback:             0 kB\n"
    "SwapTotal:      16777212 kB\nSwapFree:       16777212 kB\nHugePages_Total:       0\nHugepagesize:       2048 kB\n"
)
FREE = (
    "              total        used        free      shared  buff/cache   available\n"
    "Mem:       65807028    24102844    12062076      221840    29642108    41938212\n"
    "Swap:      16777212           0    16777212\n"
)
DF = "Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/sda2       52403200 21403200  31000000  41% /\n"


def uname(host: str, kernel: str = "5.14.0-362.8.1.el9_3.x86_64") -> str:
    return f"Linux {host} {kernel} #1 SMP PREEMPT_DYNAMIC Tue Oct 3 11:12:36 EDT 2023 x86_64 x86_64 x86_64 GNU/Linux\n"


def quiet_log(host: str, first: datetime, days: int, kernel: bool = True) -> str:
    """A log in which nothing is wrong, one line a day and some of the kernel."""
    lines = []
    for day in range(days):
        when = first + timedelta(days=day, hours=3)
        lines.append(f"{when:%b} {when.day:2d} {when:%H:%M:%S} {host} systemd[1]: Started Daily Cleanup.")
        if kernel and day % 3 == 0:
            lines.append(f"{when:%b} {when.day:2d} {when:%H:%M:%S} {host} kernel: perf: interrupt took too long")
    return "\n".join(lines) + "\n"


def disk_errors(host: str, when: datetime, disk: str = "sdb", count: int = 3) -> str:
    """What the kernel logs of a drive that cannot read some of its sectors."""
    lines = []
    for n in range(count):
        at = when + timedelta(minutes=7 * n)
        head = f"{at:%b} {at.day:2d} {at:%H:%M:%S} {host} kernel: "
        lines += [
            f"{head}sd 0:0:1:0: [{disk}] tag#14 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE cmd_age=2s",
            f"{head}sd 0:0:1:0: [{disk}] tag#14 Sense Key : Medium Error [current] ",
            f"{head}sd 0:0:1:0: [{disk}] tag#14 Add. Sense: Unrecovered read error",
            f"{head}blk_update_request: I/O error, dev {disk}, sector {33470855 + 4096 * n} op 0x0:(READ) flags 0x0",
        ]
    return "\n".join(lines) + "\n"


def date_output(when: datetime) -> str:
    return f"{when:%a} {when:%b} {when.day:2d} {when:%H:%M:%S} UTC {when.year}\n"


def timedatectl(when: datetime) -> str:
    return (
        f"               Local time: {when:%a %Y-%m-%d %H:%M:%S} UTC\n           Universal time: {when:%a %Y-%m-%d %H:%M:%S} UTC\n"
        f"                 RTC time: {when:%a %Y-%m-%d %H:%M:%S}\n                Time zone: Etc/UTC (UTC, +0000)\n"
        "System clock synchronized: yes\n              NTP service: active\n          RTC in local TZ: no\n"
    )


def sos(host: str, when: datetime, logs: Tree, old: bool = False) -> dict[str, str]:
    """A report of sos 4, or of sosreport 3 with ``date`` and its commands of that time."""
    top = f"sosreport-{host}-{'01234567-' if not old else '0123456.'}{when:%Y-%m-%d}-abcdefg/"
    if old:
        top = f"sosreport-{host}.01234567-{when:%Y%m%d%H%M%S}-ab12/"
    memory, kernel, name = ("general", "kernel", "general") if old else ("memory", "kernel", "host")
    clock = {"sos_commands/general/date": date_output(when), "date": LINK + "sos_commands/general/date"} if old else {
        "sos_commands/date/date": date_output(when), "sos_commands/systemd/timedatectl": timedatectl(when),
        "date": LINK + "sos_commands/systemd/timedatectl",
    }  # fmt: skip
    files = {
        "version.txt": "sosreport: 3.2\n" if old else "sos report: 4.6.1\n",
        f"sos_commands/{name}/hostname": f"{host}.example.com\n", "hostname": f"{LINK}sos_commands/{name}/hostname",
        f"sos_commands/{kernel}/uname_-a": uname(host), "uname": f"{LINK}sos_commands/{kernel}/uname_-a",
        f"sos_commands/{memory}/free": FREE, "free": f"{LINK}sos_commands/{memory}/free",
        "sos_commands/filesys/df_-al_-x_autofs": DF, "df": LINK + "sos_commands/filesys/df_-al_-x_autofs",
        "sos_commands/rpm/rpm_-Va": "S.5....T.  c /etc/sysctl.conf\n" * 50,
        "sos_reports/sos.html": "<html><body>vmstat</body></html>\n", "sos_logs/sos.log": "2024 INFO: done\n",
        "proc/meminfo": MEMINFO, "proc/sys/vm/dirty_ratio": "20\n", "proc/sys/vm/swappiness": "60\n",
        "etc/sysctl.conf": "# sysctl settings\nvm.dirty_background_ratio = 10\n",
        **clock, **logs,
    }  # fmt: skip
    return {top + path: text for path, text in files.items()}


def insights(host: str, when: datetime, logs: Tree) -> dict[str, str]:
    """An archive of insights-core: data, meta_data, the mark at its top."""
    top = f"insights-{host}-{when:%Y%m%d%H%M%S}/"
    files = {
        "insights_archive.txt": "", "meta_data/insights.specs.Specs.uname.json": '{"name": "uname", "results": []}\n',
        "data/insights_commands/hostname_-f": f"{host}.example.com\n", "data/insights_commands/uname_-a": uname(host),
        "data/insights_commands/date": date_output(when), "data/proc/meminfo": MEMINFO, "data/branch_info": "{}\n",
        "data/proc/sys/vm/swappiness": "60\n",
        **{f"data/{path}": text for path, text in logs.items()},
    }  # fmt: skip
    return {top + path: text for path, text in files.items()}


IOSTAT_EN = (
    "c0t0d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0 \n"
    "Vendor: FUJITSU  Product: MAY2073RCSUN72G  Revision: 0501 Serial No: 0638S01ABC \n"
    "Size: 73.40GB <73400057856 bytes>\nMedia Error: 0 Device Not Ready: 0 No Device: 0 Recoverable: 0 \n"
    "Illegal Request: 0 Predictive Failure Analysis: 0 \n"
)


def explorer(host: str, when: datetime, messages: str) -> dict[str, str]:
    """A tree of Solaris Explorer."""
    top = f"explorer.84a1b2c3.{host}-{when:%Y.%m.%d.%H.%M}/"
    files = {
        "README": f"explorer version 6.4\nHostname: {host}\n",
        "sysconfig/uname-a.out": f"SunOS {host} 5.10 Generic_147440-01 sun4v sparc SUNW,T5240\n",
        "sysconfig/prtconf-vp.out": "System Configuration:  Sun Microsystems  sun4v\nMemory size: 32768 Megabytes\n",
        "sysconfig/date.out": date_output(when).replace("UTC", "MET"),
        "disks/iostat_-En.out": IOSTAT_EN, "disks/iostat_-E.out": IOSTAT_EN.replace("c0t0d0", "sd0   "),
        "patch+pkg/showrev-p.out": "Patch: 118833-36 Obsoletes:  Requires:  Incompatibles:  Packages: SUNWcsu\n",
        "etc/system": "set zfs:zfs_arc_max = 0x200000000\n", "messages/messages": messages,
    }  # fmt: skip
    return {top + path: text for path, text in files.items()}


def supportconfig(host: str, when: datetime, messages: str) -> dict[str, str]:
    """SUSE's supportconfig: text files of sections."""
    top = f"scc_{host}_{when:%y%m%d_%H%M}/"
    command = "#==[ Command ]======================================#\n"
    file = "#==[ Configuration File ]===========================#\n"
    log = "#==[ Log File ]=====================================#\n"
    files = {
        "basic-environment.txt": (
            f"{command}# /bin/date\n{date_output(when)}\n{command}# /bin/uname -a\n{uname(host, '5.14.21-150500.55.39-default')}\n"
            f'{file}# /etc/os-release\nNAME="SLES"\nVERSION="15-SP5"\nPRETTY_NAME="SUSE Linux Enterprise Server 15 SP5"\n\n'
        ),
        "memory.txt": (
            f"{command}# /usr/bin/free -k\n{FREE}\n{file}# /proc/meminfo\n{MEMINFO}\n"
            f"{file}# /proc/sys/vm/swappiness\n60\n\n{file}# /etc/nowhere.conf - File not found\n\n"
        ),
        "env.txt": f"{file}# /etc/sysctl.conf\nvm.dirty_ratio = 20\n\n",
        "messages.txt": f"{log}# /var/log/messages - Last 10000 Lines\n{messages}\n",
    }
    return {top + path: text for path, text in files.items()}


def write(root: Path, *trees: Tree) -> Path:
    """The trees as folders."""
    for tree in trees:
        for name, text in tree.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith(LINK):
                path.symlink_to(text.removeprefix(LINK))
            else:
                path.write_text(text, encoding="utf-8")
    return root


def pack(path: Path, tree: Tree, written: datetime | None = None, mode: str = "w:gz") -> Path:
    """The tree as a tar archive; `written` is the time of its files."""
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, text in tree.items():
            member = tarfile.TarInfo(name)
            member.mtime = int(written.replace(tzinfo=UTC).timestamp()) if written else 0
            if text.startswith(LINK):
                member.type, member.linkname = tarfile.SYMTYPE, text.removeprefix(LINK)
                archive.addfile(member)
            else:
                data = text.encode()
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
    return path


def many(root: Path, count: int) -> Iterable[Path]:
    """A report's bulk: files of parameters and packages that say nothing."""
    for n in range(count):
        folder = root / f"sys/module/mod{n // 20}/parameters" if n % 2 else root / f"etc/selinux/targeted/{n // 100}"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"p{n}"
        path.write_text("N\n" if n % 2 else "module text of a policy\n" * 40)
        yield path
