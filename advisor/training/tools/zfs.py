"""zfs of Solaris 10 and illumos: list, get, set, inherit, create, destroy, snapshot, send and receive."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.training.parts.zfs_dataset import DEFAULTS, Dataset, Snapshot, checked, nice, size_of
from advisor.training.parts.zfs_pool import Pool, reserved
from advisor.training.tools.tool import Call, Failed, Tool, table
from advisor.training.tools.zfs_pools import in_columns, pools, remember

_COPY_BPS = 100e6
_STREAM = re.compile(r"zfs-stream (?P<pool>\S+) (?P<snapshot>\S+) (?P<since>\S+)\n")


def _pool_of(call: Call, name: str) -> Pool:
    pool = pools(call).known.get(re.split(r"[/@]", name)[0])
    if pool is None or pool.exported:
        raise Failed(f"cannot open '{name}': dataset does not exist")
    return pool


def _dataset(call: Call, name: str) -> tuple[Pool, Dataset]:
    pool = _pool_of(call, name)
    found = pool.datasets.get(name)
    if found is None:
        raise Failed(f"cannot open '{name}': dataset does not exist")
    return pool, found


def _named(call: Call, names: list[str], below: bool) -> list[tuple[Pool, Dataset]]:
    """The datasets that are named, with those below them where that is asked for; all where none is named."""
    if not names:
        return [(pool, d) for pool in pools(call).imported for _, d in sorted(pool.datasets.items())]
    found = []
    for name in names:
        pool, dataset = _dataset(call, name.rstrip("/"))
        found.append((pool, dataset))
        if below:
            found += [(pool, d) for key, d in sorted(pool.datasets.items()) if key.startswith(dataset.name + "/")]
    return found


def _below(pool: Pool, name: str) -> list[Dataset]:
    return [d for key, d in pool.datasets.items() if key == name or key.startswith(name + "/")]


def figures(pool: Pool, dataset: Dataset) -> dict[str, str]:
    """The columns of zfs list for one dataset."""
    below = _below(pool, dataset.name)
    total = sum(d.used + d.held for d in below)
    kept = size_of(pool.value(dataset.name, "reservation")) or 0
    free = max(0.0, 0.984 * pool.size - pool.used - reserved(pool))
    row = {
        "name": dataset.name, "used": nice(max(total, kept)), "avail": nice(free + kept), "refer": nice(dataset.used),
        "mountpoint": (pool.root + dataset.mountpoint) if dataset.mountpoint else "none", "usedsnap": nice(dataset.held),
        "usedds": nice(dataset.used), "usedrefreserv": "0", "usedchild": nice(total - dataset.used - dataset.held),
        "type": "filesystem", "mounted": "yes" if dataset.mountpoint else "no", "creation": "-",
    }  # fmt: skip
    aliases = {"available": "avail", "referenced": "refer", "usedbysnapshots": "usedsnap", "usedbydataset": "usedds"}
    return (
        row | {long: row[short] for long, short in aliases.items()} | {p: pool.value(dataset.name, p) for p in DEFAULTS}
    )


def _list(call: Call, args: list[str]) -> str:
    options, names = _options(call, args, "rHo:t:s:S:d:")
    kind, columns = options.get("-t", "filesystem"), options.get("-o", "name,used,avail,refer,mountpoint").split(",")
    if columns == ["space"]:
        columns = ["name", "avail", "used", "usedsnap", "usedds", "usedrefreserv", "usedchild"]
    found = _named(call, names, "-r" in options)
    rows = [figures(pool, dataset) for pool, dataset in found] if kind in ("filesystem", "all") else []
    if kind in ("snapshot", "all"):
        rows += [_snapshot_row(d, s) for _, d in found for s in d.snapshots]
    if not rows:
        return "no datasets available\n"
    if unknown := [c for c in columns if c not in rows[0]]:
        raise Failed(f"bad property list: invalid property '{unknown[0]}'", 2)
    for key, backwards in ((options.get("-s"), False), (options.get("-S"), True)):
        if key in ("used", "usedsnap"):
            rows.sort(key=lambda row: size_of(row[key]) or 0, reverse=backwards)
    if "-H" in options:
        return "".join("\t".join(row[c] for c in columns) + "\n" for row in rows)
    titles = [c.upper() for c in columns]
    left = {"NAME", "MOUNTPOINT", "CREATION", "MOUNTED", "TYPE"}
    return in_columns(titles, [{t: row[c] for t, c in zip(titles, columns, strict=True)} for row in rows], left)


def _snapshot_row(dataset: Dataset, snapshot: Snapshot) -> dict[str, str]:
    row = dict.fromkeys(
        [*DEFAULTS, "avail", "mountpoint", "usedsnap", "usedds", "usedrefreserv", "usedchild", "mounted"], "-"
    )
    return row | {
        "name": f"{dataset.name}@{snapshot.name}", "used": nice(snapshot.bytes), "refer": nice(dataset.used), "type": "snapshot",
        "creation": f"{snapshot.made:%a %b} {snapshot.made.day:2d} {snapshot.made:%H:%M %Y}",
    }  # fmt: skip


def _get(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "rHpo:t:s:")
    if not rest:
        raise Failed("usage: zfs get [-rHp] [-o FIELDS] PROPERTIES [DATASET...]", 2)
    found = _named(call, rest[1:], "-r" in options)
    asked = (
        rest[0].split(",") if rest[0] != "all" else ["type", "used", "available", "referenced", *DEFAULTS, "mountpoint"]
    )
    fields = [word.strip() for word in options.get("-o", "name,property,value,source").split(",")]
    rows = []
    for pool, dataset in found:
        shown = figures(pool, dataset)
        for name in asked:
            if name not in shown:
                raise Failed(f"bad property list: invalid property '{name}'", 2)
            value, source = pool.source(dataset.name, name) if name in DEFAULTS else (shown[name], "-")
            if "-p" in options and size_of(value):
                value = str(size_of(value))
            rows.append({"name": dataset.name, "property": name, "value": value, "source": source})
            call.shown.append(f"{name} {dataset.name}")
    if "-H" in options:
        return "".join("\t".join(row[f] for f in fields) + "\n" for row in rows)
    titles = [f.upper() for f in fields]
    return in_columns(titles, [{f.upper(): row[f] for f in fields} for row in rows], set(titles))


def _set(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "")
    name, equals, value = rest[0].partition("=") if rest else ("", "", "")
    if not equals or len(rest) < 2:
        raise Failed("usage: zfs set PROPERTY=VALUE DATASET...", 2)
    for target in rest[1:]:
        pool, dataset = _dataset(call, target)
        if name == "mountpoint":
            dataset.mountpoint = value
        elif (kept := checked(name, value)) is None:
            why = (
                "must be power of 2 from 512B to 128KB"
                if name == "recordsize"
                else f"invalid value or property '{name}'"
            )
            raise Failed(f"cannot set property for '{target}': '{name}' {why}")
        else:
            dataset.local[name] = kept
        remember(call, pool, f"zfs set {name}={value} {target}")
        call.does("change", f"{name} {target}" if name not in ("mountpoint",) else "")
    return ""


def _inherit(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "r")
    if len(rest) < 2:
        raise Failed("usage: zfs inherit PROPERTY DATASET...", 2)
    for target in rest[1:]:
        pool, dataset = _dataset(call, target)
        dataset.local.pop(rest[0], None)
        remember(call, pool, f"zfs inherit {rest[0]} {target}")
        call.does("change", f"{rest[0]} {target}")
    return ""


def _create(call: Call, args: list[str]) -> str:
    settings = [args[n + 1] for n, word in enumerate(args[:-1]) if word == "-o"]
    rest = [word for n, word in enumerate(args) if word not in ("-o", "-p") and (n == 0 or args[n - 1] != "-o")]
    if len(rest) != 1:
        raise Failed("usage: zfs create [-o PROPERTY=VALUE]... DATASET", 2)
    pool = _pool_of(call, rest[0])
    if rest[0] in pool.datasets:
        raise Failed(f"cannot create '{rest[0]}': dataset already exists")
    local = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        kept = checked(name, value) if name != "mountpoint" else value
        if kept is None:
            raise Failed(f"cannot create '{rest[0]}': bad property '{setting}'")
        local[name] = kept
    if (size_of(local.get("reservation", "0")) or 0) > pool.size - pool.used - reserved(pool):
        raise Failed(f"cannot create '{rest[0]}': out of space")
    mount = local.pop("mountpoint", "" if local.get("canmount") == "off" else f"/{rest[0]}")
    pool.datasets[rest[0]] = Dataset(rest[0], 31_744.0, local, mount)
    remember(call, pool, "zfs create " + " ".join(args))
    call.does("change")
    return ""


def _destroy(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "rnvRf")
    if len(rest) != 1:
        raise Failed("usage: zfs destroy [-r] DATASET|SNAPSHOT", 2)
    name, at, snapshot = rest[0].partition("@")
    pool, dataset = _dataset(call, name)
    if not at:
        return _destroy_dataset(call, pool, dataset, "-r" in options)
    found = [s for s in dataset.snapshots if s.name == snapshot]
    targets = _below(pool, name) if "-r" in options else [dataset]
    if not found and "-r" not in options:
        raise Failed(f"cannot open '{rest[0]}': dataset does not exist")
    for each in targets:
        each.snapshots = [s for s in each.snapshots if s.name != snapshot]
    remember(call, pool, f"zfs destroy {' '.join(args)}")
    call.does("change")
    return ""


def _destroy_dataset(call: Call, pool: Pool, dataset: Dataset, below: bool) -> str:
    children = len(_below(pool, dataset.name)) > 1
    if (children or dataset.snapshots) and not below:
        raise Failed(
            f"cannot destroy '{dataset.name}': filesystem has children\nuse '-r' to destroy the following datasets:"
        )
    if any(getattr(load, name, "") == dataset.name for load in pool.loads for name in ("data", "redo", "dataset")):
        raise Failed(f"cannot unmount '{dataset.mountpoint}': Device busy")
    for each in _below(pool, dataset.name):
        del pool.datasets[each.name]
    remember(call, pool, f"zfs destroy {dataset.name}")
    call.does("destructive" if dataset.used > 1e6 else "change")
    return ""


def _snapshot(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "r")
    name, at, snapshot = rest[0].partition("@") if rest else ("", "", "")
    if not at:
        raise Failed("usage: zfs snapshot [-r] DATASET@NAME", 2)
    pool, dataset = _dataset(call, name)
    for each in _below(pool, name) if "-r" in options else [dataset]:
        if any(s.name == snapshot for s in each.snapshots):
            raise Failed(f"cannot create snapshot '{each.name}@{snapshot}': dataset already exists")
        each.snapshots.append(Snapshot(snapshot, 0.0, call.host.world.now))
    remember(call, pool, f"zfs snapshot {' '.join(args)}")
    return ""


def _send(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "Ri:vI:")
    name, _, snapshot = rest[0].partition("@") if rest else ("", "", "")
    pool, dataset = _dataset(call, name)
    if not any(s.name == snapshot for s in dataset.snapshots):
        raise Failed(f"cannot open '{rest[0]}': dataset does not exist")
    since = options.get("-i", options.get("-I", "@-")).rpartition("@")[2]
    if since != "-" and not any(s.name == since for s in dataset.snapshots):
        raise Failed(f"incremental source ({name}@{since}) does not exist")
    return f"zfs-stream {pool.name} {snapshot} {since}\n"


def _receive(call: Call, args: list[str]) -> str:
    _options_given, rest = _options(call, args, "Fudvn")
    found = _STREAM.match(call.stdin or "")
    if not found or len(rest) != 1:
        raise Failed("cannot receive: invalid stream (a stream of zfs send must be piped in)")
    source, target = pools(call).known[found["pool"]], _pool_of(call, rest[0])
    if source is target:
        raise Failed(f"cannot receive new filesystem stream: destination '{target.name}' exists")
    fresh = found["since"] == "-"
    if fresh and "-F" not in _options_given:
        raise Failed(
            "cannot receive new filesystem stream: destination '"
            + target.name
            + "' exists\nmust specify -F to overwrite it"
        )
    if not fresh and not any(s.name == found["since"] for d in target.datasets.values() for s in d.snapshots):
        raise Failed(
            f"cannot receive incremental stream: most recent snapshot of {target.name} does not\nmatch incremental source"
        )
    amount = source.used if fresh else 0.02 * source.used
    call.host.world.wait(min(40_000, round(amount / _COPY_BPS)))
    _copied(source, target, found["snapshot"])
    remember(call, target, f"zfs receive {' '.join(args)}")
    call.does("change")
    return ""


def _copied(source: Pool, target: Pool, snapshot: str) -> None:
    """The datasets of one pool under the name of the other; records keep their size, and all lies spread over the devices."""
    for name, dataset in source.datasets.items():
        new = target.name + name[len(source.name) :]
        mount = dataset.mountpoint.replace(f"/{source.name}", f"/{target.name}", 1)
        kept = [Snapshot(s.name, s.bytes, s.made) for s in dataset.snapshots]
        target.datasets[new] = Dataset(new, dataset.used, dict(dataset.local), mount, dataset.file_record, kept)
    target.spread_again()


def _options(call: Call, args: list[str], known: str) -> tuple[dict[str, str], list[str]]:
    return Call(call.host, "zfs", args, call.stdin).options(known)


_COMMANDS: dict[str, Callable[[Call, list[str]], str]] = {
    "list": _list, "get": _get, "set": _set, "inherit": _inherit, "create": _create, "destroy": _destroy, "snapshot": _snapshot,
    "send": _send, "receive": _receive, "recv": _receive,
}  # fmt: skip


def _zfs(call: Call) -> str:
    command = _COMMANDS.get(call.args[0]) if call.args else None
    if command is None:
        raise Failed("zfs: known here: " + " ".join(_COMMANDS), 2)
    return command(call, list(call.args[1:]))


TOOLS = table(
    Tool("zfs", _zfs, "file systems of a pool: zfs list [-r] [-o space] [-t snapshot]; zfs get [-r] recordsize,logbias,sync DATASET; "
         "zfs set PROPERTY=VALUE DATASET; zfs inherit; zfs create [-o PROPERTY=VALUE] DATASET; zfs snapshot [-r] DATASET@NAME; "
         "zfs destroy DATASET@SNAPSHOT (mind the @); zfs send -R POOL@SNAPSHOT | zfs receive -F -u -d POOL"),
)  # fmt: skip
"""zfs, for a host with `Pools`."""
