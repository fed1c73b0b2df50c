"""Which host each output belongs to.

An output names its host itself (``uname -a``, a syslog line), or the prompt above it does, or the name of its file or folder stands
for a host. Outputs of one input that nothing labels belong to one host. Whatever was guessed is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.file_order import names_time
from facts.host_names import guesses, known_in
from facts.places import Root, root_of
from facts.reading import COMMANDS

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
    old new alt neu yesterday today gestern heute users downloads desktop documents uploads upload attachments mnt media srv
    backup backups copy kopie case cases ticket tickets
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


def assign(
    outputs: Sequence[tuple[str, str]],
    roots: Sequence[Root] = (),
    kinds: Sequence[str] = (),
    notes: list[str] | None = None,
) -> list[str]:
    """The host of each output.

    Args:
        outputs: path of the file, and the host that the output or its prompt names, or "".
        roots: the whole hosts among the files; all that lies in one is that host's, but for logs of others in it.
        kinds: the kind of each output; not needed without `roots`.
        notes: takes what was guessed.

    Returns:
        One host for each, in order.

    >>> assign([("app1/vmstat.out", ""), ("db1/iostat.out", "")])
    ['app1', 'db1']
    >>> assign([("a/uname.txt", "db7.example.com"), ("a/proc/meminfo", ""), ("a/etc/sysctl.conf", "")])
    ['db7', 'db7', 'db7']
    >>> assign([("proc/pressure/memory", ""), ("proc/spl/kstat/zfs/arcstats", "")])
    ['host', 'host']
    >>> assign([("vmstat.out", ""), ("iostat.out", "")]), assign([("mon/vmstat.out", ""), ("tue/vmstat.out", "")])
    (['host', 'host'], ['host', 'host'])
    >>> notes = []
    >>> assign([("messages", "db1"), ("vmstat-db1.log", ""), ("vmstat-db2.log", ""), ("free.txt", "")], notes=notes)
    ['db1', 'db1', 'db2', 'db1']
    >>> notes
    ['db2: a guess, from the name of a file (vmstat-db2.log); nothing in it names the host', \
'free.txt: names no host, and is taken for one of db1']
    """
    said: list[str] = [] if notes is None else notes
    whole = [root_of(path, roots) for path, _ in outputs]
    if any(whole):
        return _assign_whole(outputs, whole, kinds, said)
    return _assign_loose(outputs, kinds, set(), said)


def _assign_loose(
    outputs: Sequence[tuple[str, str]], kinds: Sequence[str], others: set[str], notes: list[str]
) -> list[str]:
    """The host of each output that lies in no whole host; `others` are hosts that are known besides."""
    own = [short_name(name) for _, name in outputs]
    folders = _folders([path for path, _ in outputs])
    known = {name for name in own if name} | others
    labels = _labels(folders, own, known)
    by_file: dict[str, set[str]] = {}
    for (path, _), name in zip(outputs, own, strict=True):
        by_file.setdefault(path, set()).update({name} - {""})
    folder_of = {path: folder for (path, _), folder in zip(outputs, folders, strict=True)}
    nameless = [path for path, names in by_file.items() if len(names) != 1 and folder_of[path] not in labels]
    named = {path: host for path in nameless if (host := known_in(path, known | set(labels.values())))}
    guessed = guesses(
        [path for path in nameless if path not in named], known | set(labels.values()), COMMANDS | _CATEGORIES
    )
    loose = {name for name, folder in zip(own, folders, strict=True) if name and folder not in labels}
    sent = {n for n, kind in enumerate(kinds) if kind in _OF_OTHERS}
    local = {
        name for n, (name, folder) in enumerate(zip(own, folders, strict=True))
        if name in loose and n not in sent and folder not in labels
    }  # fmt: skip
    default = _default(loose, local, known | set(labels.values()), set() if known else set(guessed.values()))
    hosts = []
    for (path, _), name, folder in zip(outputs, own, folders, strict=True):
        in_file = by_file[path]
        told = (
            next(iter(in_file))
            if len(in_file) == 1
            else labels.get(folder, named.get(path, guessed.get(path, default)))
        )
        hosts.append(name or told)
    sure = {path for path, names in by_file.items() if names} | named.keys()
    notes.extend(_said(dict(zip((path for path, _ in outputs), hosts, strict=True)), sure, known))
    return hosts


def _default(*candidates: set[str]) -> str:
    """Whose an output is that nothing labels: the only host of the first candidates that are but one."""
    return next((next(iter(names)) for names in candidates if len(names) == 1), DEFAULT)


def _labels(folders: Sequence[str], own: Sequence[str], known: set[str]) -> dict[str, str]:
    """The hosts that folders stand for."""
    named: dict[str, set[str]] = {}
    for folder, name in zip(folders, own, strict=True):
        named.setdefault(folder, set()).update({name} - {""})
    labels: dict[str, str] = {}
    for folder, names in named.items():
        if not folder or folder.lower() in _CATEGORIES:
            continue
        if len(names) == 1:
            labels[folder] = next(iter(names))
        elif not names_time(folder):
            labels[folder] = short_name(folder)
    if len(labels) == 1 and len(named) > 1:
        folder, label = next(iter(labels.items()))
        if not named[folder] and label not in known:
            return {}  # one odd folder beside unlabelled files is no host
    return labels


_MOST_NAMED = 3


def _said(hosts: dict[str, str], sure: set[str], known: set[str]) -> Iterator[str]:
    """What was guessed of the hosts of files: their names, or whose they are."""
    if not known and DEFAULT in hosts.values() and len(set(hosts.values())) == 1:
        return
    by_name: dict[str, str] = {}
    nameless: dict[str, list[str]] = {}
    for path, host in hosts.items():
        if path not in sure and host != DEFAULT:
            if host in known:
                nameless.setdefault(host, []).append(path)
            elif host not in by_name or (known_in(path, [host]) and not known_in(by_name[host], [host])):
                by_name[host] = path  # the file that names it, before one that only lies beside it
    for host, path in by_name.items():
        of = "file" if known_in(path, [host]) else "folder"
        yield f"{host}: a guess, from the name of a {of} ({path}); nothing in it names the host"
    for host, paths in nameless.items():
        more = f" and {len(paths) - _MOST_NAMED} more files" if len(paths) > _MOST_NAMED else ""
        verb = "name no host, and are" if len(paths) > 1 else "names no host, and is"
        yield f"{', '.join(paths[:_MOST_NAMED])}{more}: {verb} taken for one of {host}"


def _assign_whole(
    outputs: Sequence[tuple[str, str]], whole: Sequence[Root | None], kinds: Sequence[str], notes: list[str]
) -> list[str]:
    """The host of each output where some lie in the folders of whole hosts; those beside them are told as ever."""
    of_root: dict[Root, list[tuple[str, str]]] = {}
    for (_, own), root, kind in zip(outputs, whole, kinds, strict=True):
        if root is not None:
            of_root.setdefault(root, []).append((own, kind))
    names = {root: _name_of(root, own) for root, own in of_root.items()}
    renamed = _earlier_names(outputs, whole, kinds, names)
    notes += [
        f"{old}: taken for the name that {new} had before; its log goes on under that name"
        for old, new in renamed.items()
    ]
    outside = [n for n, root in enumerate(whole) if root is None]
    loose = _assign_loose(
        [outputs[n] for n in outside], [kinds[n] for n in outside], set(names.values()) - {DEFAULT}, notes
    )
    beside = dict(zip(outside, loose, strict=True))
    only = next(iter(names.values())) if len(names) == 1 else ""
    hosts = []
    for n, ((_, own), root) in enumerate(zip(outputs, whole, strict=True)):
        if root is None:
            hosts.append(only if only and beside[n] == DEFAULT else beside[n])
        else:
            sent = short_name(own) if kinds[n] in _OF_OTHERS else ""
            hosts.append(renamed.get(sent, sent) or names[root])
    return hosts


def _earlier_names(
    outputs: Sequence[tuple[str, str]], whole: Sequence[Root | None], kinds: Sequence[str], names: dict[Root, str]
) -> dict[str, str]:
    """The names that whole hosts had when they were set up, and those that they have now.

    A journal begins with the lines of the old name and goes on with those of the new, and no line of the old one stands
    below; other logs may be sent by other hosts.
    """
    old: dict[str, str] = {}
    never: set[str] = set()
    above: dict[str, set[str]] = {}
    for (path, own), root, kind in zip(outputs, whole, kinds, strict=True):
        name = short_name(own)
        if root is None or kind not in _OF_OTHERS or not name:
            continue
        seen = above.setdefault(path, set())
        if name != names[root]:
            if names[root] in seen:
                never.add(name)
        elif len(seen - {name}) == 1 and "journalctl" in path:
            old[next(iter(seen - {name}))] = name
        seen.add(name)
    return {name: new for name, new in old.items() if name not in never and name not in names.values()}


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
