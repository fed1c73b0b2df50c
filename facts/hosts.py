"""Which host each output belongs to.

An output names its host itself (``uname -a``, a syslog line), or the prompt above it does, or the folder that it lies
in stands for a host. Outputs of one input that nothing labels belong to one host.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.places import Root, root_of

DEFAULT = "host"

_OF_OTHERS = frozenset(("kernel-log", "ha-log"))
"""What other hosts may have sent to this one: the lines of a log say whose they are."""

# Folders that say what lies in them, not whose it is.
_CATEGORIES = frozenset(
    """proc sys etc var usr opt home root run dev boot tmp log logs sos_commands sos_logs sos_reports conf config
    configs kernel oracle postgres postgresql pgsql zfs zpool vxfs disk disks storage memory mem network net os system
    systems commands cmd cmds output outputs out data captures capture before after vorher nachher pre post day1 day2
    raw text txt files diag trace alert db database smart smartctl iostat vmstat sar hardware raid virtualbox vbox dbs
    linux solaris sunos messages dmesg misc other scripts results result samples sample monitoring perf performance
    """.split()
)
# Folders of a system itself, below which everything is of one host.
_ROOTS = frozenset("proc sys etc var sos_commands".split())
_NOT_NAMES = frozenset({"localhost", "localhost.localdomain", "kernel", "(none)", "unknown", "root", "-"})


def short_name(name: str) -> str:
    """A host name without its domain; "" for one that names no host.

    >>> short_name("DB1.example.com"), short_name("localhost"), short_name("10.0.0.1")
    ('db1', '', '10.0.0.1')
    """
    name = name.strip().lower()
    if name in _NOT_NAMES or not name:
        return ""
    if name.replace(".", "").isdecimal():
        return name
    return name.split(".")[0]


def _folders(paths: Sequence[str]) -> list[str]:
    """The first folder in which the paths differ, for each path ("" where it lies beside such folders)."""
    parts = [p.split("/")[:-1] for p in paths]
    shared = 0
    while parts and all(len(p) > shared and p[shared] == parts[0][shared] for p in parts):
        shared += 1
    if parts and _ROOTS & {part.lower() for part in parts[0][:shared]}:
        return [""] * len(parts)  # below /proc and its like no folder stands for a host
    return [p[shared] if len(p) > shared else "" for p in parts]


def assign(outputs: Sequence[tuple[str, str]], roots: Sequence[Root] = (), kinds: Sequence[str] = ()) -> list[str]:
    """The host of each output.

    Args:
        outputs: path of the file, and the host that the output or its prompt names, or "".
        roots: the whole hosts among the files; all that lies in one is that host's, but for logs of others in it.
        kinds: the kind of each output; not needed without `roots`.

    Returns:
        One host for each, in order.

    >>> assign([("app1/vmstat.out", ""), ("db1/iostat.out", "")])
    ['app1', 'db1']
    >>> assign([("a/uname.txt", "db7.example.com"), ("a/proc/meminfo", ""), ("a/etc/sysctl.conf", "")])
    ['db7', 'db7', 'db7']
    >>> assign([("proc/pressure/memory", ""), ("proc/spl/kstat/zfs/arcstats", "")])
    ['host', 'host']
    >>> assign([("vmstat.out", ""), ("iostat.out", "")])
    ['host', 'host']
    """
    whole = [root_of(path, roots) for path, _ in outputs]
    if any(whole):
        return _assign_whole(outputs, whole, kinds)
    own = [short_name(name) for _, name in outputs]
    folders = _folders([path for path, _ in outputs])
    named: dict[str, set[str]] = {}
    for folder, name in zip(folders, own, strict=True):
        named.setdefault(folder, set()).update({name} - {""})
    labels: dict[str, str] = {}
    for folder, names in named.items():
        if folder and folder.lower() not in _CATEGORIES:
            labels[folder] = next(iter(names)) if len(names) == 1 else short_name(folder)
    if len(labels) == 1 and len(named) > 1 and not next(iter(named[next(iter(labels))]), ""):
        labels = {}  # one odd folder beside unlabelled files is no host
    everyone = {name for names in named.values() for name in names} | set(labels.values())
    loose = {name for folder, names in named.items() if folder not in labels for name in names}
    default = next(iter(loose)) if len(loose) == 1 else next(iter(everyone)) if len(everyone) == 1 else DEFAULT
    by_file: dict[str, set[str]] = {}
    for (path, _), name in zip(outputs, own, strict=True):
        by_file.setdefault(path, set()).update({name} - {""})
    hosts = []
    for (path, _), name, folder in zip(outputs, own, folders, strict=True):
        in_file = by_file[path]
        hosts.append(name or (next(iter(in_file)) if len(in_file) == 1 else labels.get(folder, default)))
    return hosts


def _assign_whole(outputs: Sequence[tuple[str, str]], whole: Sequence[Root | None], kinds: Sequence[str]) -> list[str]:
    """The host of each output where some lie in the folders of whole hosts; those beside them are told as ever."""
    of_root: dict[Root, list[tuple[str, str]]] = {}
    for (_, own), root, kind in zip(outputs, whole, kinds, strict=True):
        if root is not None:
            of_root.setdefault(root, []).append((own, kind))
    names = {root: _name_of(root, own) for root, own in of_root.items()}
    outside = [n for n, root in enumerate(whole) if root is None]
    beside = dict(zip(outside, assign([outputs[n] for n in outside]), strict=True))
    only = next(iter(names.values())) if len(names) == 1 else ""
    hosts = []
    for n, ((_, own), root) in enumerate(zip(outputs, whole, strict=True)):
        if root is None:
            hosts.append(only if only and beside[n] == DEFAULT else beside[n])
        else:
            sent = kinds[n] in _OF_OTHERS and short_name(own)
            hosts.append(sent or names[root])
    return hosts


def _name_of(root: Root, outputs: Sequence[tuple[str, str]]) -> str:
    """What a whole host is called, by the name and kind of its outputs: by `hostname` and `uname`, else by its folder, else by most."""
    counts: dict[str, int] = {}
    surest: dict[str, int] = {}
    for own, kind in outputs:
        if name := short_name(own):
            counts[name] = counts.get(name, 0) + 1
            if kind in ("hostname", "uname"):
                surest[name] = surest.get(name, 0) + 1
    told = surest or ({} if root.host else counts)
    return max(told, key=lambda name: told[name]) if told else short_name(root.host) or DEFAULT
