"""Outputs of tools by system and version; every module here lists its own in SOURCES."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from tests.generated.model import World


def anywhere(_world: World) -> bool:
    return True


def on_linux(world: World) -> bool:
    return world.system.linux


def on_solaris(world: World) -> bool:
    return world.system.solaris


def on_freebsd(world: World) -> bool:
    return world.system.freebsd


def with_zfs(world: World) -> bool:
    return bool(world.pools)


def with_openzfs(world: World) -> bool:
    return bool(world.pools) and world.system.openzfs


def on_linux_zfs(world: World) -> bool:
    return bool(world.pools) and world.system.linux


@dataclass(frozen=True)
class Source:
    """An output: what it is called, commands that print it, where it exists, how often somebody captures it unasked."""

    form: str
    commands: tuple[str, ...]
    render: Callable[[World, str], str]
    where: Callable[[World], bool] = anywhere
    weight: float = 0.2
    file: str = ""  # where it lies as a file of its own: "proc/meminfo"
    lasts: bool = False  # runs through the samples


@cache
def sources() -> tuple[Source, ...]:
    """Every output that any module here prints."""
    found: list[Source] = []
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda entry: entry.name):
        found.extend(getattr(importlib.import_module(f"{__name__}.{info.name}"), "SOURCES", ()))
    return tuple(found)


def command_of(source: Source, world: World, rng: Random) -> str:
    """One of its commands, with interval and count filled in; a chain is cut into samples only by those that last."""
    return rng.choice(source.commands).format(
        interval=world.interval,
        count=world.count,
        pool=world.pool.name if world.pools else "",
        host=world.host,
        client=world.names["client"],
    )
