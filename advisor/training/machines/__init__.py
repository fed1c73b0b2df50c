"""What scenarios run on: hosts put together from parts, with parameters that a scenario draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from advisor.training.machines.machine import Drawn, Machine
from advisor.training.world import World

MODELS = (
    "drives", "linux_group", "linux_pages", "linux_programs", "linux_writes", "megaraid", "mirror", "oracle", "postgres", "virtualbox", "vxfs", "zfs",
)  # fmt: skip
"""The models, each a module here with `build`."""


def build(model: str, world: World, drawn: Drawn) -> Machine:
    """Put a machine together.

    Raises:
        KeyError: there is no such model.
    """
    if model not in MODELS:
        raise KeyError(model)
    make: Callable[[World, Drawn], Machine] = import_module(f"advisor.training.machines.{model}").build
    return make(world, drawn)


def defaults(model: str) -> Mapping[str, object]:
    """The parameters that a model takes, with what they are where a scenario does not draw them.

    Raises:
        KeyError: there is no such model.
    """
    if model not in MODELS:
        raise KeyError(model)
    found: Mapping[str, object] = import_module(f"advisor.training.machines.{model}").DEFAULTS
    return found
