"""zpool export and import: pools that leave a host, and come back, under another name or root too."""

from __future__ import annotations

from advisor.training.parts.zfs_pool import Pool
from advisor.training.tools.tool import Call, Failed
from advisor.training.tools.zfs_pools import options_of, pool_named, pools, rows_of, state_of


def export_pool(call: Call, args: list[str]) -> str:
    """``zpool export``."""
    _, rest = options_of(call, args, "f")
    pool = pool_named(call, rest[0] if rest else "")
    if any(getattr(load, "running", False) for load in pool.loads):
        raise Failed(f"cannot export '{pool.name}': pool is busy")
    pool.exported, pool.root = True, ""
    call.does("change")
    return ""


def import_pool(call: Call, args: list[str]) -> str:
    """``zpool import``."""
    options, rest = options_of(call, args, "fR:")
    known = pools(call)
    if not rest:
        out = [p for p in known.known.values() if p.exported]
        return "".join(
            f"  pool: {p.name}\n    id: {_number(p)}\n state: {p.state}\n"
            f"action: The pool can be imported using its name or numeric identifier.\nconfig:\n\n{_plan_states(p)}\n" for p in out
        ) or "no pools available to import\n"  # fmt: skip
    pool = known.known.get(rest[0])
    if pool is None or not pool.exported:
        raise Failed(f"cannot import '{rest[0]}': no such pool available")
    if len(rest) > 1:
        _renamed(call, pool, rest[1])
    pool.exported, pool.root = False, options.get("-R", "")
    call.does("change")
    return ""


def _renamed(call: Call, pool: Pool, name: str) -> None:
    """Import under another name; an exported pool that has this name is kept, and found by its number."""
    known = pools(call).known
    other = known.get(name)
    if other is not None and not other.exported:
        raise Failed(f"cannot import '{pool.name}': pool already exists")
    if other is not None:
        known[_number(other)] = known.pop(name)
    del known[pool.name]
    pool.datasets = {name + key[len(pool.name) :]: d for key, d in pool.datasets.items()}
    for key, dataset in pool.datasets.items():
        if dataset.mountpoint.startswith(f"/{pool.name}"):
            dataset.mountpoint = f"/{name}" + dataset.mountpoint[len(pool.name) + 1 :]
        dataset.name = key
    pool.name = name
    known[name] = pool


def _number(pool: Pool) -> str:
    return str(8_000_000_000_000_000_000 + pool.pid)


def _plan_states(pool: Pool) -> str:
    return "".join(
        f"        {' ' * indent}{name}  {state_of(what) if what else ''}\n".rstrip() + "\n"
        for indent, name, what in [(0, pool.name, pool.vdevs[0]), *rows_of(pool)]
    )
