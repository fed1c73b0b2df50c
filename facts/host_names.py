"""Host names in the names of files and folders: ``vmstat-dbsrv1.log`` beside a log of ``dbsrv1``.

A name that something inside a capture tells is known, and is found in the name of a file wherever it stands there alone. Any other
word in the name of a file is a guess: it must look like a host, letters and then a number, and must not be the name of a tool, a device
or a reading. Where hosts are known, or several files could tell one, a guess needs a relative: `db2` beside `db1`, or the same
file once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from facts.file_order import names_time
from facts.patterns import lazy
from facts.subjects import names_whole_disk

_ENDINGS = lazy(r"(?i)(?:\.(?:txt|log|out|csv|json|html?|md|gz|xz|bz2|tgz|tar|zip|bak|old|orig))+\Z")
_WORDS = lazy(r"[^A-Za-z0-9]+")
_LIKE_A_HOST = lazy(r"(?P<stem>[a-z]{2,15})\d{1,3}[a-z]?\Z")
# Letters before a number that say what is meant, not whose it is.
_OF_THINGS = frozenset(
    """sd hd vd xvd da ada nvme nvd dm md mmcblk loop sr sg st tty pts emcpower mpath dasd cciss raid jbod lun vol vg lv pv pool tank
    zpool rpool disk drive hdd ssd slot bay enclosure ctrl controller adapter hba array ld arc eth en em ens eno enp bond team br
    vlan net lan port cpu core socket node numa dimm pid uid run look sample poll try test probe lauf reading snap snapshot shot part
    teil step phase day tag week woche month hour min sec time round set page case ticket upload attachment capture output out
    file datei log logs screen window session user host guest data image img pic note mail msg version rev release el rhel centos sles suse
    ubuntu debian fc ol aix sol solaris hpux win linux kernel ext xfs zfs jfs ufs pg pgsql postgres postgresql mysql mariadb ora oracle
    java jdk jre php python perl md sha crc base utf latin ip ipv http tcp udp x86 amd arm ppc sparc sun ver cli sas mpt meg level
    hour id nr no top gen q issue pr bug faulty oi""".split()
)
_SAVED = frozenset(
    "meminfo mdstat messages syslog smart arcstats interrupts cpuinfo log logs output out capture of from".split()
)
"""What else people save, beside what commands print."""
_OPTION = 2
_OF_INSTANCES = lazy(r"(?i)(?:alert|init|spfile|awr|ash|addm|orapw|listener|tnsnames|statspack)[-_.]?")


class Guess(NamedTuple):
    """A host that the name of a file seems to tell, and the name of the file without it."""

    name: str
    stem: str
    shape: str


def known_in(path: str, known: Iterable[str]) -> str:
    """The known host that the name of a file holds as a word, "" where it holds none or several.

    >>> known_in("x/vmstat-db1.log", ["db1", "db10"]), known_in("db1-new.txt", ["db1", "db1-new"]), known_in("db1-db2.txt", ["db1", "db2"])
    ('db1', 'db1-new', '')
    """
    name = f"-{path.rpartition('/')[2].lower()}-"
    found = []
    for host in sorted(known, key=len, reverse=True):
        at = name.find(host) if len(host) > 1 else -1
        while at > 0 and (name[at - 1].isalnum() or name[at + len(host)].isalnum()):
            at = name.find(host, at + 1)
        if at > 0:
            found.append(host)
            name = name[:at] + " " + name[at + len(host) :]
    return found[0] if len(found) == 1 else ""


def guess_in(path: str, tools: frozenset[str]) -> Guess | None:
    """The one word of a file's name that looks like a host, where all others say what was captured, or when.

    >>> tools = frozenset(("vmstat", "iostat", "zpool"))
    >>> guess_in("vmstat-dbsrv1.log", tools)
    Guess(name='dbsrv1', stem='dbsrv', shape='vmstat-*')
    >>> [guess_in(name, tools) for name in ("smart-sdc1.txt", "vmstat-run2.log", "iostat-2024-05-01.log", "alert_x1.log", "zpool-tank2.txt")]
    [None, None, None, None, None]
    >>> guess_in("mdstat_raid1-degraded-x4.txt", tools) is None
    True
    """
    name = _ENDINGS.sub("", path.rpartition("/")[2]).lower()
    if _OF_INSTANCES.match(name):
        return None
    found = []
    for word in filter(None, _WORDS.split(name)):
        match = _LIKE_A_HOST.match(word)
        if word in tools or word in _SAVED or names_time(word) or len(word) <= _OPTION:
            continue
        if match is None or match["stem"] in _OF_THINGS or names_whole_disk(word) is not None:
            return None  # a name that says something else as well
        found.append((word, match["stem"]))
    if len(found) != 1:
        return None
    word, stem = found[0]
    return Guess(word, stem, name.replace(word, "*"))


def guesses(paths: Sequence[str], known: Iterable[str], tools: frozenset[str]) -> Mapping[str, str]:
    """The hosts of files that nothing else tells, as far as their names can be trusted with it.

    Args:
        paths: of the files.
        known: the hosts that something inside a capture tells.
        tools: names of commands, which are no hosts.

    >>> tools = frozenset(("vmstat", "free"))
    >>> guesses(["vmstat-app1.log", "vmstat-app2.log", "free.txt"], [], tools)
    {'vmstat-app1.log': 'app1', 'vmstat-app2.log': 'app2'}
    >>> guesses(["vmstat-web1.log"], ["db1"], tools), guesses(["vmstat-db2.log"], ["db1"], tools), guesses(["vmstat-web1.log"], [], tools)
    ({}, {'vmstat-db2.log': 'db2'}, {'vmstat-web1.log': 'web1'})
    """
    found = {path: guess for path in paths if (guess := guess_in(path, tools)) is not None}
    stems = {match["stem"] for host in known if (match := _LIKE_A_HOST.match(host.partition("-")[0]))}
    names = {guess.name for guess in found.values()}
    alone = len(names) == 1 and not list(known)
    return {
        path: guess.name
        for path, guess in found.items()
        if alone
        or guess.stem in stems
        or any(
            other.name != guess.name and (other.stem == guess.stem or other.shape == guess.shape)
            for other in found.values()
        )
    }
