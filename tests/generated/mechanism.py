"""What a module in mechanisms/ declares."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tests.generated.model import World


def nothing(_world: World) -> None:
    """Change nothing."""


def no_harm(_world: World, _degree: float) -> None:
    """Hurt nobody."""


def always(_world: World) -> bool:
    """Whatever the host."""
    return True


@dataclass(frozen=True)
class Mechanism:
    """A cause: where it occurs, what it does to a host, and what shows it.

    `ground` lays the condition (a setting, a failed part) that hurts nobody as such; `harm` switches the effects on, by a
    degree of 0.3 (mild, but plain to an expert) to 1 (severe). A host without harm has the ground only, or what `harmless` does.
    """

    slug: str
    systems: tuple[str, ...]
    roles: tuple[str, ...]
    harms: tuple[str, ...]  # kinds of complaint, see complaints.py
    ground: Callable[[World], None] = nothing
    harm: Callable[[World, float], None] = no_harm
    harmless: Callable[[World], None] | None = None
    zfs: bool | None = None  # whether the data lies in a pool
    kinds: tuple[str, ...] = ()  # classes of the data's drives
    virtual: bool | None = None
    intervals: tuple[int, ...] = ()  # seconds between samples; drawn if empty
    moment: str = ""  # during, begins, ends, after, before; drawn if empty
    telling: Mapping[str, float] = field(default_factory=dict)  # form of output: how often it is captured
    decisive: tuple[frozenset[str], ...] = ()  # one set of forms that an expert needs to name the cause
    shows: Callable[[World], bool] = always  # whether the samples can show it at all, by their interval
    standing: bool = False  # the evidence is there outside the trouble as well
    also: frozenset[str] = frozenset()  # slugs that are right as well wherever this one hurts
    second: bool = False  # may be switched on beside another cause
    harmless_share: float = 0.2  # hosts with the condition and without harm
    cause: str = ""  # what the label says, if not the slug


@cache
def mechanisms() -> dict[str, tuple[Mechanism, ...]]:
    """Every mechanism of the modules below mechanisms/, by kind; those named other:... are of the kind `other`."""
    package = importlib.import_module("tests.generated.mechanisms")
    found: dict[str, list[Mechanism]] = {}
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda entry: entry.name):
        for each in importlib.import_module(f"{package.__name__}.{info.name}").MECHANISMS:
            found.setdefault(each.slug.split(":")[0], []).append(each)
    return {kind: tuple(each) for kind, each in sorted(found.items())}
