"""A service of systemd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


class NotStarted(Exception):
    """A service that did not start."""


@dataclass(eq=False)
class Service:
    """A service of systemd.

    Attributes:
        name: with its ending, such as ``postgresql.service``.
        about: its description.
        started, stop: what happens when it is started or stopped; `started` raises `NotStarted`.
        reread: what happens when systemd reads its files anew.
        active: whether it runs; `enabled` whether it starts at boot.
        unit: the text of its unit file.
        needed: whether users depend on it, so that stopping it disturbs them.
        pid: of its main process.
        properties: what `systemctl show` says besides.
        once: whether it ends once it has done its work, and counts as active then.
        set_property: takes a name and a value, and whether for the moment only; returns a complaint.
    """

    name: str
    about: str
    started: Callable[[], None] = lambda: None
    stop: Callable[[], None] = lambda: None
    reread: Callable[[], None] = lambda: None
    active: bool = True
    enabled: bool = True
    unit: str = ""
    needed: bool = True
    pid: int = 0
    properties: dict[str, str] = field(default_factory=dict)
    set_property: Callable[[str, str, bool], str] | None = None
    once: bool = False

    def begin(self) -> bool:
        """Start it; whether it runs then."""
        try:
            self.started()
        except NotStarted:
            self.active = False
        else:
            self.active = True
        return self.active
