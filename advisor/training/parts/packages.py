"""Packages of a Linux host, as apt-get, dpkg and rpm show and change them, with the history that they keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.host import Host

HISTORY = "/var/log/apt/history.log"


@dataclass(eq=False)
class Package:
    """A package.

    Attributes:
        name, version: what dpkg shows; for rpm both make the name of the file.
        about: the short description.
        at: when it was installed; None where it is only to be had.
        effect: called when it is installed, upgraded or installed again; what its script prints.
    """

    name: str
    version: str
    about: str = ""
    at: datetime | None = None
    effect: Callable[[], str] | None = None


@dataclass(eq=False)
class Packages:
    """The packages of one host.

    Attributes:
        host: whose they are.
        known: by name, installed or to be had; for rpm by the name of the file without ``.rpm``.
        newer: what an upgrade brings, by name.
        history: what dnf keeps: number, command line, time, actions, packages.
    """

    host: Host
    known: dict[str, Package] = field(default_factory=dict)
    newer: dict[str, Package] = field(default_factory=dict)
    history: list[tuple[int, str, datetime, str, int]] = field(default_factory=list)

    def add(self, *packages: Package) -> None:
        """Add packages."""
        self.known |= {package.name: package for package in packages}

    def install(self, package: Package) -> str:
        """Install one with its repository; what is said."""
        now = self.host.world.now
        package.at = now
        self.known[package.name] = package
        self.newer.pop(package.name, None)
        if self.host.files.has(HISTORY):
            stamp = f"{now:%Y-%m-%d  %H:%M:%S}"
            what = f"Commandline: apt-get install {package.name}\nInstall: {package.name}:amd64 ({package.version})"
            self.host.files.write(HISTORY, f"\nStart-Date: {stamp}\n{what}\nEnd-Date: {stamp}\n", more=True)
        return f"Setting up {package.name} ({package.version}) ...\n" + (package.effect() if package.effect else "")

    def undo(self, row: tuple[int, str, datetime, str, int]) -> str:
        """Take a transaction back; what is said."""
        number = self.history[0][0] + 1
        self.history.insert(0, (number, f"history undo {row[0]}", self.host.world.now, "D, E", row[4]))
        return f"Downgrading {row[4]} packages\nComplete!\n".replace("!", ".")

    def update(self, package: Package) -> str:
        """Install one of a file in the place of the others like it; what is said."""
        for other in self.known.values():
            if other.about == package.about:
                other.at = None
        package.at = self.host.world.now
        said = package.effect() if package.effect else ""
        return f"   1:{package.name.partition('-')[0]:<23} ########################################### [100%]\n" + said
