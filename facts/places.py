"""What the place of a file tells: the whole host it belongs to, and whether it can matter; `facts.place_commands` has its command.

Tools that collect a whole host keep an order of their own, by their sources, by which their reports are known. SUSE's
supportconfig writes sections of commands and files into a few text files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from facts.patterns import lazy
from facts.text import is_binary


class Root(NamedTuple):
    """The folder of one whole host.

    Attributes:
        path: the folder, relative to what the user named; "" where that is the folder itself.
        tool: who collected it: ``sos``, ``insights``, ``explorer``, ``supportconfig`` or ``advisor``.
        host: the host that the folder's name tells, or "".
        time: when it was collected by the folder's name, seconds since 1970, or None.
    """

    path: str
    tool: str
    host: str = ""
    time: float | None = None


_MARKS = (
    ("sos", lazy(r"^(?P<root>(?:.*/)?)sos_commands/")),
    ("insights", lazy(r"^(?P<root>(?:.*/)?)(?:data/)?insights_commands/")),
    ("insights", lazy(r"^(?P<root>(?:.*/)?)insights_archive\.txt$")),
    ("advisor", lazy(r"^(?P<root>(?:.*/)?)advisor-manifest\.tsv$")),
    ("explorer", lazy(r"^(?P<root>(?:.*/)?)(?:sysconfig/(?:uname|prtconf|prtdiag|showrev|psrinfo)[^/]*\.out|patch\+pkg/)")),
    ("supportconfig", lazy(r"^(?P<root>(?:.*/)?)(?:basic-environment|supportconfig)\.txt$")),
)  # fmt: skip
_MARKED = lazy(
    r"(?:sos|insights)_commands/|insights_archive\.txt|advisor-manifest\.tsv|sysconfig/|patch\+pkg/|(?:basic-environment|supportconfig)\.txt"
)
"""In the path of every file that marks a whole host."""
_FOLDER_NAMES = (
    # sosreport-db1-01234567-2024-01-15-abcdefg, sosreport-db1.01234567-20130402101112-ab12 of old
    ("sos", lazy(r"sos(?:report)?-(?=.*$)(?P<host>[A-Za-z][\w-]*?)(?:[-.]\d{5,8})?(?:[-.](?P<date>20\d\d-?\d\d-?\d\d).*|-\d.*)?$")),
    ("insights", lazy(r"insights-(?=.*$)(?P<host>[A-Za-z][\w.-]*?)-(?P<date>20\d{6})")),
    ("explorer", lazy(r"explorer\.(?=.*$)\w+\.(?P<host>[\w-]+?)-(?P<date>(?:19|20)\d\d\.\d\d\.\d\d)")),
    ("supportconfig", lazy(r"(?:nts|scc)_(?=.*$)(?P<host>[\w.-]+?)_(?P<short>\d{6})_\d{4}")),
    ("advisor", lazy(r"advisor-(?=.*$)(?P<host>[\w.-]+?)-(?P<date>20\d{6})")),
)  # fmt: skip


def saved_as(command: str) -> str:
    """The name under which a command's output is saved, as sos and Insights do it.

    >>> saved_as("/usr/sbin/multipath -ll"), saved_as("smartctl -x /dev/sda")
    ('multipath_-ll', 'smartctl_-x_.dev.sda')
    """
    name = re.sub(r"[^\w\-./]+", "_", re.sub(r"^/(?:usr/)?s?bin/", "", command))
    return name.replace("/", ".").strip(" ._-")[:200]


MANIFEST = "advisor-manifest.tsv"
"""What `advisor collect` ran: a line each, with place, command, exit status, seconds, bytes, whom it is for, a note."""


def roots_of(paths: Sequence[str], outer: str = "") -> list[Root]:
    """The whole hosts that a tree or archive holds, by what lies in it.

    Args:
        paths: of its files.
        outer: what the user named, which may carry the name of the host where no folder does.

    >>> roots_of(["sosreport-db1-2024-01-15-x/sos_commands/kernel/uname_-a", "sosreport-db1-2024-01-15-x/version.txt"])
    [Root(path='sosreport-db1-2024-01-15-x', tool='sos', host='db1', time=1705276800.0)]
    >>> roots_of(["sysconfig/uname-a.out", "README"], "explorer.83a1b2c3.db2-2012.03.14.09.12.tar.gz")
    [Root(path='', tool='explorer', host='db2', time=1331683200.0)]
    """
    found: dict[str, str] = {}
    for path in filter(_MARKED.search, paths):
        for tool, mark in _MARKS:
            if match := mark.search(path):
                found.setdefault(match["root"].rstrip("/"), tool)
                break
    outermost = [
        (path, tool)
        for path, tool in found.items()
        if not any(_within(path, other) for other in found if other != path)
    ]
    return [_root(path, tool, outer) for path, tool in sorted(outermost)]


def _root(path: str, tool: str, outer: str) -> Root:
    for name in (path.rpartition("/")[2], outer.rstrip("/").rpartition("/")[2]):
        for kind, pattern in _FOLDER_NAMES:
            if kind == tool and (match := pattern.match(name)):
                return Root(path, tool, match["host"].lower(), _day(match.groupdict()))
    return Root(path, tool)


def _day(groups: dict[str, str | None]) -> float | None:
    digits = re.sub(r"\D", "", groups.get("date") or "") or (f"20{groups['short']}" if groups.get("short") else "")
    if not digits:
        return None
    from datetime import UTC, datetime  # most inputs have no such name

    try:
        return datetime(int(digits[:4]), int(digits[4:6]), int(digits[6:]), tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _within(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(folder + "/")


def root_of(path: str, roots: Sequence[Root]) -> Root | None:
    """The whole host that a file belongs to."""
    return next((root for root in roots if _within(path, root.path)), None)


_IDLE = lazy(
    r"(?:^|/)(?:"
    r"sos_(?:reports|logs|strings)/|meta_data/"
    r"|sos_commands/(?:rpm|apt|yum(?!/yum_history$)|dnf(?!/dnf_history$)|selinux|alternatives|python|ruby|perl|gdm|cups|ssh|pam|apparmor|cron|crypto"
    r"|date/hwclock|i18n|java|keyutils|ldap|libraries|x11|yumcommand|abrt|auditd|cgroups/systemd-cgls|dbus|dpkg|devices/udevadm_info_--export-db"
    r"|firewall_tables|firewalld|grub2|insights|logrotate|nis|openssl|(?:filesys|process)/lsof.*|rhui|snap|subscription_manager"
    r"|systemd/(?!timedatectl|journalctl)[^/]*|tuned|udev|unattended_upgrades|usb|xorg"
    # what an orchestrator says of its own objects; the logs of what runs there are another matter
    r"|juju/(?:ls|journalctl|juju)_[^/]*|kubernetes/(?:pods|deployments|services|nodes|kubectl_[^/]*|journalctl_[^/]*)"
    # a copy of lvm.conf, nine tenths of it comments, and lists of files
    r"|lvm2/lvmdump/(?:sysblock_listing|dev_listing|lvm)|(?:[^/]+/){0,3}?corosync-blackbox(?:-live\.txt)?"
    r"|pacemaker/crm_report/collector)(?:/|$)"
    r"|etc/(?:pki|selinux|ssh|ssl|X11|alternatives|cron[\w.]*|fonts|gconf|pam\.d|profile\.d|skel|xdg|dbus-1|httpd|apache2"
    r"|NetworkManager|rc\d?\.d|init\.d|logrotate\.d|yum\.repos\.d|apt|polkit-1|gdm|audit|rsyslog\.d|firewalld|sasl2|cups"
    r"|snmp|java|apparmor(?:\.d)?|grub\.d|update-motd\.d|ufw|cloud|udev|lvm)/"
    r"|usr/(?:share|libexec|include|lib64|src|lib/(?:udev|modules|tmpfiles\.d|sysusers\.d|python[\d.]*"
    # units of packages, but for those of databases: what an administrator sets stands below /etc
    r"|systemd/(?:user|system(?!/[^/]*(?:ora|ohas|db|sql|maria|postgres)))))/"
    r"|var/log/(?:audit|anaconda|httpd|apache2|nginx|cups|gdm|tuned|sssd|rhsm|insights-client|apt(?!/history)|squid|tomcat\w*|journal|juju"
    # services of a cloud: what they say of themselves no reader takes
    r"|neutron|nova|cinder|glance|keystone|heat|horizon|octavia|placement|barbican|designate|aodh|gnocchi|ceilometer|swift|manila|magnum"
    r"|ironic|openvswitch|ovn|ceph|radosgw|rabbitmq|calico|containers|pods|kube[\w-]*|elasticsearch|kafka|zookeeper|landscape|cloudera)/"
    r"|var/log/cloud-init[^/]*$|var/(?:cache|lib/juju)/"
    r"|var/lib/(?:rpm|dpkg|alternatives|systemd|NetworkManager|AccountsService)/"
    r"|proc/(?:bus|driver|fs/(?!jbd2|ext4|xfs)|irq|scsi/sg|tty|sys/net/ipv[46]/(?:conf|neigh))/"
    r"|proc/(?:kallsyms|ioports|keys|key-users|fb|dma|misc|timer_list|sched_debug)$"
    r"|proc/\d+/(?:task/\d+/)?(?:smaps|maps|pagemap|auxv|environ|sched|schedstat|mountinfo)$|proc/fs/ext4/[^/]+/mb_\w+$"
    r"|proc/\d+/net/(?:unix|tcp6?|udp(?:lite)?6?|raw6?|packet|netlink|protocols|ptype|psched|icmp6?|igmp6?|mcfilter6?|anycast6"
    r"|dev_mcast|if_inet6|ip_\w+|ip6_\w+|ipv6_route|route|rt_\w+|rt6_stats|fib_\w+|xfrm_stat|connector|dev_snmp6/.*|stat/.*)$"
    r"|sys/(?:bus|dev|firmware|power|hypervisor|kernel/(?:slab|debug|security|irq|iommu_groups|btf))/"
    # a module's parameters, a device's: but for those that a reader knows
    r"|sys/(?:class/(?!block/)|module/(?!zfs/|kvm/)|devices/(?!system/node/|(?:[^/]+/)*block/))"
    # programs and pages, as charms and agents keep them
    r"|[^/]*\.(?:pyc?|rb|js|css|svg|po|mo|whl|jar|deb|rpm|rst)$"
    r")"
    # a control group has some 60 files, and there are hundreds of groups; only the first such folder counts, for a path may repeat it
    r"|\A(?>(?:.*?/)??sys/fs/cgroup/)(?:[^/]+/)*+(?:(?!(?:memory|cpu|io|blkio)\.)[^/]+"
    r"|(?:memory\.(?:kmem|memsw|numa_stat|move_charge|swappiness|use_hierarchy|force_empty"
    r"|pressure_level|oom\.group|swap\.(?:events|high|current|max)|zswap|reclaim|max_usage_in_bytes$"
    r"|soft_limit_in_bytes$|peak$|low$|min$)|blkio\.(?!throttle\.write_bps_device$)"
    r"|cpu\.(?!stat$)|io\.(?!stat$|max$|pressure$))[^/]*)$"
)
_SERVED = (
    b"\x7fELF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"%PDF", b"SQLite format 3", b"LPKSHHRH", b"\xed\xab\xee\xdb",
    b"\xca\xfe\xba\xbe",
)  # fmt: skip


def is_idle(path: str) -> bool:
    """Whether a file of a whole host lies where no output of any use lies: packages, keys, menus.

    >>> is_idle("sosreport-db1/sos_commands/rpm/rpm_-Va"), is_idle("sosreport-db1/sos_commands/kernel/dmesg")
    (True, False)
    """
    return _IDLE.search(path) is not None


def is_text(head: bytes) -> bool:
    """Whether a file that begins so may be text: no program, picture, database, binary journal.

    >>> is_text(b"Linux db1"), is_text(bytes([127]) + b"ELF"), is_text(b"a" + bytes(3))
    (True, False, False)
    """
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or not (is_binary(head) or head.startswith(_SERVED))


_ROTATED = lazy(r"(?P<base>.*?)(?:\.(?P<old>old)|[.-](?P<date>(?:19|20)\d{6})(?:[-T]?\d{2,6})?|\.(?P<number>\d{1,3}))$")


_FAR = 1e10


def rotation_of(path: str) -> tuple[str, float, float | None]:
    """The log that a rotated file continues, how far back it lies (0: being written), and when it was rotated.

    >>> rotation_of("var/log/messages.2"), rotation_of("var/log/messages")
    (('var/log/messages', 2.0, None), ('var/log/messages', 0.0, None))
    >>> rotation_of("var/log/messages-20240107")
    ('var/log/messages', 8295414400.0, 1704585600.0)
    """
    match = _ROTATED.match(path)
    if match is None:
        return path, 0.0, None
    if match["date"] is not None and (day := _day({"date": match["date"]})) is not None:
        return match["base"], _FAR - day, day
    return match["base"], 1.0 if match["old"] else float(match["number"] or 0), None


_SECTION = lazy(r"#==\[ (?P<kind>Command|Configuration File|Log File) \]=+#$")
_TAIL = lazy(r"# (?P<path>/\S+) - Last (?P<lines>\d+) Lines$")
_FILE = lazy(r"# (?P<path>/\S+)$")
_PROGRAM = lazy(r"# (?:/usr)?/s?bin/(?P<rest>.*)$")


def with_prompts(lines: list[str]) -> list[str]:
    """The lines of a supportconfig file, each heading of a section as if it had been typed; other texts as they are.

    >>> with_prompts(["#==[ Log File ]=======#", "# /var/log/messages - Last 500 Lines", "x"])[1]
    '# tail -500 /var/log/messages'
    >>> with_prompts(["#==[ Command ]=======#", "# /bin/uname -a", "x"])[1]
    '# uname -a'
    """
    if not any(line.startswith("#==[") for line in lines[:400]):
        return lines
    typed = list(lines)
    for index in range(len(lines) - 1):
        if (section := _SECTION.match(lines[index])) is None:
            continue
        heading = lines[index + 1]
        if section["kind"] == "Command":
            if match := _PROGRAM.match(heading):
                typed[index + 1] = f"# {match['rest']}"
        elif match := _TAIL.match(heading):
            typed[index + 1] = f"# tail -{match['lines']} {match['path']}"
        elif match := _FILE.match(heading):
            typed[index + 1] = f"# cat {match['path']}"
        typed[index] = ""
    return typed
