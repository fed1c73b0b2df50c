"""zpool list and zpool history: size and fill of pools, and what was done to them."""

from __future__ import annotations

from advisor.training.parts.zfs_dataset import nice
from advisor.training.parts.zfs_pool import Pool
from advisor.training.tools.tool import Call, Failed
from advisor.training.tools.zfs_pools import chosen, in_columns, options_of


def list_pools(call: Call, args: list[str]) -> str:
    """``zpool list``."""
    options, names = options_of(call, args, "Ho:v")
    found = chosen(call, names)
    if not found:
        return "no pools available\n"
    values = [
        {**_figures(pool), "NAME": pool.name, "HEALTH": pool.state, "ALTROOT": pool.root or "-"} for pool in found
    ]
    asked = options.get("-o", "name,size,alloc,free,cap,health,altroot")
    short = {"CAPACITY": "CAP", "ALLOCATED": "ALLOC"}
    columns = [short.get(word.upper(), word.upper()) for word in asked.split(",")]
    if unknown := [c for c in columns if c not in values[0]]:
        raise Failed(f"bad property list: invalid property '{unknown[0].lower()}'", 2)
    if "-H" in options:
        return "".join("\t".join(row[c] for c in columns) + "\n" for row in values)
    return in_columns(columns, values, {"NAME", "HEALTH", "ALTROOT"})


def _figures(pool: Pool) -> dict[str, str]:
    return {
        "SIZE": nice(pool.size), "ALLOC": nice(pool.used), "FREE": nice(pool.size - pool.used), "CAP": f"{int(100 * pool.fill)}%",
    }  # fmt: skip


def history(call: Call, args: list[str]) -> str:
    """``zpool history``."""
    _, names = options_of(call, args, "il")
    return "".join(
        f"History for '{pool.name}':\n"
        + "".join(f"{when:%Y-%m-%d.%H:%M:%S} {text}\n" for when, text in pool.history)
        + "\n"
        for pool in chosen(call, names)
    )
