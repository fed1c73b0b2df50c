"""Commands that show and change packages: apt-get and dpkg, rpm and dnf."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Callable
from datetime import datetime

from advisor.training.parts.packages import Packages
from advisor.training.tools.tool import Call, Failed, Tool, table


def _packages(call: Call) -> str:
    """apt-get, dpkg, rpm, dnf: each shows the packages of the host, or says what it will do and does it."""
    changes, said = _asked(call, call.part("packages", Packages))
    if changes:
        call.does("change")
        call.host.world.wait(60)
        said += changes()
    return said


def _asked(call: Call, packages: Packages) -> tuple[Callable[[], str] | None, str]:
    words = [a for a in call.args if not a.startswith("-")]
    flags = {a for a in call.args if a.startswith("-")}
    if call.name == "dpkg":
        return None, _dpkg(packages, words, flags)
    if call.name == "rpm":
        return _rpm(packages, words, flags)
    if call.name == "dnf":
        return _dnf(packages, words)
    if words[:1] != ["install"] or not words[1:]:
        raise Failed("apt-get: known here: apt-get install [--only-upgrade|--reinstall] NAME...", 100)
    return _apt(packages, words[1:], flags)


def _dpkg(packages: Packages, words: list[str], flags: set[str]) -> str:
    if "-l" not in flags:
        raise Failed("dpkg: known here: dpkg -l [PATTERN]", 2)
    found = [p for p in packages.known.values() if p.at and any(fnmatch.fnmatchcase(p.name, w) for w in words or ["*"])]
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


def _apt(packages: Packages, names: list[str], flags: set[str]) -> tuple[Callable[[], str] | None, str]:
    out = "Reading package lists... Done\nBuilding dependency tree... Done\nReading state information... Done\n"
    for name in names:
        if name not in packages.known:
            raise Failed(f"{out}E: Unable to locate package {name}", 100)
    again = "--reinstall" in flags
    new = [
        packages.newer.get(n) or packages.known[n]
        for n in names
        if n in packages.newer or packages.known[n].at is None or again
    ]
    kept = [n for n in names if n not in packages.newer and packages.known[n].at is not None and not again]
    out += "".join(f"{n} is already the newest version ({packages.known[n].version}).\n" for n in kept)
    if not new:
        return None, out + "0 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.\n"
    fresh = [p for p in new if p.name not in packages.newer]
    if fresh and not again:
        out += "The following NEW packages will be installed:\n  " + " ".join(p.name for p in fresh) + "\n"
    upgraded = len(new) - len(fresh)
    installed, repeated = (0, len(fresh)) if again else (len(fresh), 0)
    out += (
        f"{upgraded} upgraded, {installed} newly installed, {repeated} reinstalled, 0 to remove and 0 not upgraded.\n"
    )
    return (lambda: "".join(packages.install(p) for p in new)), out


def _dnf(packages: Packages, words: list[str]) -> tuple[Callable[[], str] | None, str]:
    if words[:1] != ["history"] or words[1:2] not in ([], ["list"], ["undo"]):
        raise Failed("dnf: known here: dnf history, dnf history undo ID", 1)
    if words[1:2] == ["undo"]:
        found = next((row for row in packages.history if words[2:3] == [str(row[0])]), None)
        if found is None:
            raise Failed("No transaction which should be undone was found.", 1)
        return lambda: packages.undo(
            found
        ), f"Undoing transaction {found[0]}, from {found[2]:%a %d %b %Y %I:%M:%S %p UTC}\n"
    out = f"ID     | {'Command line':<24} | Date and time    | Action(s)      | Altered\n" + "-" * 79 + "\n"
    return None, out + "".join(
        f"{n:>6} | {text:<24} | {at:%Y-%m-%d %H:%M} | {what:<14} | {count:>4}   \n"
        for n, text, at, what, count in packages.history
    )


def _rpm(packages: Packages, words: list[str], flags: set[str]) -> tuple[Callable[[], str] | None, str]:
    query = any(flag.startswith("-q") for flag in flags)
    if query:
        found = [
            p for p in packages.known.values() if p.at and any(fnmatch.fnmatchcase(p.name, w) for w in words or ["*"])
        ]
        if "--last" in flags:
            found.sort(key=lambda p: p.at or datetime.min, reverse=True)
            return None, "".join(f"{p.name:<45} {p.at:%a %d %b %Y %I:%M:%S %p} CEST\n" for p in found)
        return None, "".join(f"{p.name}\n" for p in found)
    if not any(flag.startswith(("-U", "-i", "-F")) for flag in flags) or not words:
        raise Failed("rpm: known here: rpm -qa [PATTERN] [--last], rpm -Uvh FILE", 2)
    name = posixpath.basename(words[0]).removesuffix(".rpm").removesuffix(".i386")
    if not packages.host.files.has(words[0]) or name not in packages.known:
        raise Failed(f"error: open of {words[0]} failed: No such file or directory")
    package = packages.known[name]
    if package.at is not None and "--force" not in flags:
        raise Failed(f"package {name} is already installed")
    return (
        lambda: packages.update(package)
    ), "Preparing...                ########################################### [100%]\n"


APT = table(
    Tool("apt-get", _packages, "install packages: apt-get install NAME..., with --only-upgrade or --reinstall"),
    Tool("dpkg", _packages, "installed packages: dpkg -l 'PATTERN'"),
)
"""Those of Debian and Ubuntu."""

RPM = table(Tool("rpm", _packages, "packages: rpm -qa 'PATTERN', rpm -qa --last, rpm -Uvh FILE"))
"""That of a host with rpm and no repository."""

DNF = table(
    Tool("dnf", _packages, "packages: dnf history lists what was installed and when; dnf history undo ID takes it back")
)
"""That of a host with dnf as well."""
