"""The kernel's and the system's log in further forms: the journal, syslog of Debian and Ubuntu, logs of FreeBSD, fmdump of Solaris."""

from datetime import datetime, timedelta

from tests.generated.model import LogLine, World
from tests.generated.render import Source, on_freebsd
from tests.generated.render.linux_host import mounts


def _lines(world: World, days: int, kernel_only: bool = False) -> list[LogLine]:
    found = [
        line
        for line in world.log
        if line.time > world.end - timedelta(days=days) and (line.program == "kernel" or not kernel_only)
    ]
    return sorted(found, key=lambda line: line.time)


def _journal_there(world: World) -> bool:
    return (
        world.system.linux and world.system.sysstat >= (10, 1) and world.system.name != "ubuntu-14.04"
    ) or world.system.name == "sles-12"


def journal(world: World, command: str) -> str:
    """`journalctl`."""
    lines = _lines(world, 12, "-k" in command)
    if not lines:
        return ""
    out = []
    if world.system.sysstat < (12, 2) or world.rng.random() < 0.4:
        out.append(
            f"-- Logs begin at {world.boot:%a %Y-%m-%d %H:%M:%S} CET, end at {world.end:%a %Y-%m-%d %H:%M:%S} CET. --"
        )
    for line in lines[-160:]:
        stamp = f"{line.time:%Y-%m-%dT%H:%M:%S}+0200" if "short-iso" in command else f"{line.time:%b %d %H:%M:%S}"
        program = (
            "kernel" if line.program == "kernel" else f"{line.program}[{1000 + sum(map(ord, line.program)) % 4000}]"
        )
        out.append(f"{stamp} {world.host} {program}: {line.text}")
    return "\n".join(out) + "\n"


def syslog(world: World, command: str) -> str:
    """/var/log/syslog or kern.log, with the kernel's own seconds."""
    out = []
    iso = world.system.name in ("ubuntu-24.04", "debian-12", "proxmox-8")
    for line in _lines(world, 7, "kern.log" in command)[-200:]:
        stamp = (
            f"{line.time:%Y-%m-%dT%H:%M:%S}.{line.time.microsecond:06d}+02:00" if iso else f"{line.time:%b %e %H:%M:%S}"
        )
        seconds = (line.time - world.boot).total_seconds()
        program = (
            f"kernel: [{seconds:12.6f}]"
            if line.program == "kernel"
            else f"{line.program}[{1000 + sum(map(ord, line.program)) % 4000}]:"
        )
        out.append(f"{stamp} {world.host} {program} {line.text}")
    return "\n".join(out) + "\n" if out else ""


def _debian(world: World) -> bool:
    return world.system.name.startswith(("debian", "ubuntu", "proxmox"))


def freebsd_messages(world: World, _command: str) -> str:
    """/var/log/messages of FreeBSD."""
    out = []
    for line in _lines(world, 12)[-160:]:
        program = (
            "kernel:" if line.program == "kernel" else f"{line.program}[{700 + sum(map(ord, line.program)) % 900}]:"
        )
        out.append(f"{line.time:%b %e %H:%M:%S} {world.host} {program} {line.text}")
    return "\n".join(out) + "\n" if out else ""


def freebsd_dmesg(world: World, _command: str) -> str:
    """`dmesg` of FreeBSD, which has no times."""
    lines = sorted((line for line in world.log if line.program == "kernel"), key=lambda line: line.time)
    return "\n".join(line.text for line in lines) + "\n" if lines else ""


def freebsd_df(world: World, _command: str) -> str:
    """`df -h` of FreeBSD."""
    found = mounts(world)
    if not found:
        return ""
    lines = ["Filesystem            Size    Used   Avail Capacity  Mounted on"]
    for each in found:
        used = each.size_gb * each.used
        left = max(0.0, each.size_gb * 0.92 - used)
        lines.append(
            f"{each.device:<20} {each.size_gb:5.0f}G  {used:5.1f}G  {left:5.1f}G {round(100 * used / max(0.01, used + left)):6d}%    {each.point}"
        )
    return "\n".join(lines) + "\n"


def last(world: World, _command: str = "") -> str:
    """`last -x reboot`: when the host was started."""
    boots: list[datetime] = [world.boot, world.boot - timedelta(days=97, hours=3)]
    rows = []
    for number, boot in enumerate(boots):
        end = "still running" if number == 0 else f"{boots[number - 1]:%a %b %e %H:%M}"
        rows.append(f"reboot   system boot  {world.kernel[:16]:<16} {boot:%a %b %e %H:%M} - {end}")
    return "\n".join(rows) + f"\n\nwtmp begins {boots[-1] - timedelta(days=12):%a %b %e %H:%M:%S %Y}\n"


SOURCES = (
    Source("journal", ("journalctl -k --no-pager | tail -160", "journalctl -b --no-pager | tail -160", "journalctl -k -o short-iso --no-pager", "journalctl --since yesterday"), journal, _journal_there, 0.12),
    Source("syslog", ("tail -200 /var/log/syslog",), syslog, _debian, 0.12, "var/log/syslog"),
    Source("df", ("df -h",), freebsd_df, on_freebsd, 0.25),
    Source("messages", ("tail -150 /var/log/messages",), freebsd_messages, on_freebsd, 0.25, "var/log/messages"),
    Source("dmesg", ("dmesg", "dmesg -a"), freebsd_dmesg, on_freebsd, 0.3),
)  # fmt: skip
