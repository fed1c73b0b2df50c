"""A machine: the hosts of one run, the people around them, and what is true of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from advisor.training.host import Host
from advisor.training.world import World

Drawn = dict[str, Any]
"""Parameters of a run, by name."""


@dataclass(eq=False)
class Machine:
    """Hosts in a world, with what a scenario needs to know of them.

    Attributes:
        world: the clock and the chance.
        hosts: by name.
        first: the host that the learner logs in to.
        names: what texts and scripts of the scenario fill in, such as ``mount``.
        actions: what people do when they are asked, by name; each returns what they say then, or nothing.
        mended: whether the fault is gone now.
        lasting: whether it would stay so over a restart.
        in_service: whether users depend on a host now, so that loading or restarting it hurts.
        problems: what of physics does not add up, for tests: empty where everything does.
    """

    world: World
    hosts: dict[str, Host]
    first: str
    names: dict[str, str]
    mended: Callable[[], bool]
    lasting: Callable[[], bool]
    in_service: Callable[[Host], bool]
    problems: Callable[[], list[str]]
    actions: dict[str, Callable[[], str]] = field(default_factory=dict)
