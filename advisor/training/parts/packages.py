"""Packages of a Linux host, as apt-get, dpkg and rpm show and change them, with the history that they keep."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.host import Host
from advisor.training.tools.tool import Failed

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

    def run(self, tool: str, args: list[str]) -> tuple[Callable[[], str] | None, str]:
        """One call: what it changes, and what it prints before.

        Raises:
            Failed: what it prints where it does not understand, or there is no such package.
        """
        words = [a for a in args if not a.startswith("-")]
        flags = {a for a in args if a.startswith("-")}
        if tool == "dpkg":
            return None, self._dpkg(words, flags)
        if tool == "rpm":
            return self._rpm(words, flags)
        if tool == "dnf":
            return self._dnf(words)
        if words[:1] != ["install"] or not words[1:]:
            raise Failed("apt-get: known here: apt-get install [--only-upgrade|--reinstall] NAME...", 100)
        return self._apt(words[1:], flags)

    def _dpkg(self, words: list[str], flags: set[str]) -> str:
        if "-l" not in flags:
            raise Failed("dpkg: known here: dpkg -l [PATTERN]", 2)
        found = [p for p in self.known.values() if p.at and any(fnmatch.fnmatchcase(p.name, w) for w in words or ["*"])]
        if not found:
            raise Failed(f"dpkg-query: no packages found matching {words[0] if words else '*'}")
        wide, long = (max(len(getattr(p, name)) for p in found) for name in ("name", "version"))
        head = (
            "Desired=Unknown/Install/Remove/Purge/Hold\n"
            "| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend\n"
            "|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)\n"
            f"||/ {'Name':<{wide}} {'Version':<{long}} Architecture Description\n"
            f"+++-{'=' * wide}-{'=' * long}-============-{'=' * 40}\n"
        )
        return head + "".join(f"ii  {p.name:<{wide}} {p.version:<{long}} amd64        {p.about}\n" for p in found)

    def _apt(self, names: list[str], flags: set[str]) -> tuple[Callable[[], str] | None, str]:
        out = "Reading package lists... Done\nBuilding dependency tree... Done\nReading state information... Done\n"
        for name in names:
            if name not in self.known:
                raise Failed(f"{out}E: Unable to locate package {name}", 100)
        again = "--reinstall" in flags
        new = [
            self.newer.get(n) or self.known[n] for n in names if n in self.newer or self.known[n].at is None or again
        ]
        kept = [n for n in names if n not in self.newer and self.known[n].at is not None and not again]
        out += "".join(f"{n} is already the newest version ({self.known[n].version}).\n" for n in kept)
        if not new:
            return None, out + "0 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.\n"
        fresh = [p for p in new if p.name not in self.newer]
        if fresh and not again:
            out += "The following NEW packages will be installed:\n  " + " ".join(p.name for p in fresh) + "\n"
        upgraded = len(new) - len(fresh)
        installed, repeated = (0, len(fresh)) if again else (len(fresh), 0)
        out += f"{upgraded} upgraded, {installed} newly installed, {repeated} reinstalled, 0 to remove and 0 not upgraded.\n"
        return (lambda: "".join(self._installed(p) for p in new)), out

    def _installed(self, package: Package) -> str:
        now = self.host.world.now
        package.at = now
        self.known[package.name] = package
        self.newer.pop(package.name, None)
        if self.host.files.has(HISTORY):
            stamp = f"{now:%Y-%m-%d  %H:%M:%S}"
            what = f"Commandline: apt-get install {package.name}\nInstall: {package.name}:amd64 ({package.version})"
            self.host.files.write(HISTORY, f"\nStart-Date: {stamp}\n{what}\nEnd-Date: {stamp}\n", more=True)
        return f"Setting up {package.name} ({package.version}) ...\n" + (package.effect() if package.effect else "")

    def _dnf(self, words: list[str]) -> tuple[Callable[[], str] | None, str]:
        if words[:1] != ["history"] or words[1:2] not in ([], ["list"], ["undo"]):
            raise Failed("dnf: known here: dnf history, dnf history undo ID", 1)
        if words[1:2] == ["undo"]:
            found = next((row for row in self.history if words[2:3] == [str(row[0])]), None)
            if found is None:
                raise Failed("No transaction which should be undone was found.", 1)
            return lambda: self._undone(
                found
            ), f"Undoing transaction {found[0]}, from {found[2]:%a %d %b %Y %I:%M:%S %p UTC}\n"
        out = f"ID     | {'Command line':<24} | Date and time    | Action(s)      | Altered\n" + "-" * 79 + "\n"
        return None, out + "".join(
            f"{n:>6} | {text:<24} | {at:%Y-%m-%d %H:%M} | {what:<14} | {count:>4}   \n"
            for n, text, at, what, count in self.history
        )

    def _undone(self, row: tuple[int, str, datetime, str, int]) -> str:
        number = self.history[0][0] + 1
        self.history.insert(0, (number, f"history undo {row[0]}", self.host.world.now, "D, E", row[4]))
        return f"Downgrading {row[4]} packages\nComplete!\n".replace("!", ".")

    def _rpm(self, words: list[str], flags: set[str]) -> tuple[Callable[[], str] | None, str]:
        query = any(flag.startswith("-q") for flag in flags)
        if query:
            found = [
                p for p in self.known.values() if p.at and any(fnmatch.fnmatchcase(p.name, w) for w in words or ["*"])
            ]
            if "--last" in flags:
                found.sort(key=lambda p: p.at or datetime.min, reverse=True)
                return None, "".join(f"{p.name:<45} {p.at:%a %d %b %Y %I:%M:%S %p} CEST\n" for p in found)
            return None, "".join(f"{p.name}\n" for p in found)
        if not any(flag.startswith(("-U", "-i", "-F")) for flag in flags) or not words:
            raise Failed("rpm: known here: rpm -qa [PATTERN] [--last], rpm -Uvh FILE", 2)
        name = posixpath.basename(words[0]).removesuffix(".rpm").removesuffix(".i386")
        if not self.host.files.has(words[0]) or name not in self.known:
            raise Failed(f"error: open of {words[0]} failed: No such file or directory")
        package = self.known[name]
        if package.at is not None and "--force" not in flags:
            raise Failed(f"package {name} is already installed")
        return (
            lambda: self._updated(package)
        ), "Preparing...                ########################################### [100%]\n"

    def _updated(self, package: Package) -> str:
        for other in self.known.values():
            if other.about == package.about:
                other.at = None
        package.at = self.host.world.now
        said = package.effect() if package.effect else ""
        return f"   1:{package.name.partition('-')[0]:<23} ########################################### [100%]\n" + said
