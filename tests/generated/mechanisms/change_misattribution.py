"""A change is blamed, and what hurts began at another time and has another cause."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms import (
    disk_link_errors,
    drive_failing,
    network_link_loss,
    raid_battery_write_through,
    vm_pause,
)
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

TELLING = {"ticket": 0.92, "changes": 0.75, "daily": 0.8, "last": 0.3}


def _plan(world: World) -> None:
    """When the change was, and when the trouble began: days apart, one before the other."""
    rng = world.rng
    step = between(rng, 1.5, 9)
    change = step + between(rng, 4, 25) if chance(rng, 0.55) else step * rng.uniform(0.08, 0.5)
    world.parts["onset hours"] = step * 24
    world.parts["change"] = world.end - timedelta(days=change)
    world.parts["step"] = world.end - timedelta(days=step)
    world.parts["what"] = rng.choice(
        (
            "kernel",
            "packages",
            "firmware of the switches",
            "application release",
            "security patches",
            "DB patch set",
            "virus scanner",
            "network segment",
            "parameter",
        )
    )
    if change > step and world.parts["what"] in ("kernel", "security patches"):
        world.uptime = timedelta(days=change) - timedelta(minutes=20)
    else:
        world.uptime = max(world.uptime, timedelta(days=step + 3))


def _moment(world: World, key: str) -> datetime:
    found = world.parts[key]
    assert isinstance(found, datetime)
    return found


def _ticket(world: World) -> None:
    rng, change, what = world.rng, _moment(world, "change"), world.parts["what"]
    number = f"CHG{rng.randint(10000, 99999):07d}"
    german = chance(rng, 0.3)
    text = (f"{number}  {change:%Y-%m-%d %H:%M}  {world.host}\nChange: {what}\nImplemented by: operations, no findings\n\nComment: since this change users report that {world.host} is slow. Please roll back.\n" if not german
            else f"{number}  {change:%d.%m.%Y %H:%M}  {world.host}\nÄnderung: {what}\nDurchgeführt: Betrieb, ohne Auffälligkeiten\n\nKommentar: Seit dieser Änderung melden Anwender Störungen auf {world.host}. Bitte zurückrollen.\n")  # fmt: skip
    world.show("ticket", f"cat {number}.txt", text, f"{number}.txt")


def _changes(world: World) -> None:
    """What the package manager says was changed, and when."""
    rng, change = world.rng, _moment(world, "change")
    names = (
        "openssl-libs",
        "glibc",
        "tzdata",
        "curl",
        "bind-libs",
        "sudo",
        "systemd",
        "python3",
        "ca-certificates",
        "openssh-server",
    )
    kernel = world.parts["what"] in ("kernel", "security patches")
    if world.system.linux and world.system.name.startswith(("debian", "ubuntu", "proxmox")):
        lines = [
            f"{change + timedelta(seconds=9 * index):%Y-%m-%d %H:%M:%S} upgrade {name}:amd64 {rng.randint(1, 3)}.{rng.randint(0, 40)}-{rng.randint(1, 4)} {rng.randint(1, 3)}.{rng.randint(41, 60)}-1"
            for index, name in enumerate(rng.sample(names, 5))
        ]
        lines += (
            [
                f"{change + timedelta(seconds=70):%Y-%m-%d %H:%M:%S} install linux-image-{world.kernel}:amd64 <none> {world.kernel}"
            ]
            if kernel
            else []
        )
        world.show("changes", "grep -E ' (upgrade|install) ' /var/log/dpkg.log | tail", "\n".join(lines) + "\n")
    elif world.system.linux:
        lines = [
            f"{name}-{rng.randint(1, 7)}.{rng.randint(0, 40)}-{rng.randint(1, 30)}.el{''.join(char for char in world.system.name if char.isdigit())}.x86_64{' ' * 10}{change + timedelta(seconds=9 * index):%a %d %b %Y %I:%M:%S %p CET}"
            for index, name in enumerate(rng.sample(names, 6))
        ]
        lines = [
            f"kernel-{world.kernel}    {change + timedelta(seconds=99):%a %d %b %Y %I:%M:%S %p CET}"
        ] * kernel + lines
        world.show("changes", "rpm -qa --last | head -8", "\n".join(lines) + "\n")
    elif world.system.solaris:
        text = (
            f"Patch: {rng.randint(118000, 151000)}-{rng.randint(1, 60):02d} Obsoletes: Requires: Incompatibles: Packages: SUNWckr, SUNWcsu\n"
            * 2
            if world.system.name == "solaris-10"
            else f"START                    OPERATION                CLIENT             OUTCOME\n{change:%Y-%m-%dT%H:%M:%S}      update                   pkg                Succeeded\n"
        )
        world.show(
            "changes",
            "showrev -p | tail -2; ls -l /var/sadm/patch | tail -2"
            if world.system.name == "solaris-10"
            else "pkg history -n 3",
            text
            + (
                f"drwxr-x---   2 root     root         512 {change:%b %e %H:%M} {rng.randint(118000, 151000)}-{rng.randint(1, 60):02d}\n"
                if world.system.name == "solaris-10"
                else ""
            ),
        )
    else:
        world.show(
            "changes",
            "grep 'pkg' /var/log/messages | tail -3",
            "".join(
                f"{change:%b %e %H:%M:%S} {world.host} pkg[{rng.randint(2000, 60000)}]: {name} upgraded: {rng.randint(1, 3)}.{rng.randint(0, 9)} -> {rng.randint(4, 5)}.{rng.randint(0, 9)}\n"
                for name in rng.sample(names, 3)
            ),
        )


def _daily(world: World, factor: float) -> None:
    """Means of the days before: they step where the trouble began, not where the change was."""
    rng, step, change = world.rng, _moment(world, "step"), _moment(world, "change")
    device = (world.disks() or world.devices)[0]
    days = int((world.end - min(step, change)).days + rng.randint(5, 14))
    base, iops = around(rng, max(0.4, device.read_ms * 0.6 + device.write_ms * 0.6), 0.2), between(rng, 30, 800)
    rows = []
    for ago in range(days, 0, -1):
        day = world.end - timedelta(days=ago)
        ms = around(rng, base * (factor if day > step else 1.0), 0.12)
        weekend = 0.4 if day.weekday() > 4 else 1.0
        rows.append((day, around(rng, iops * weekend, 0.12), ms))
    if world.system.linux and chance(rng, 0.5):
        text = "".join(
            f"{day:%Y-%m-%d} Average: {device.name:>12} {tps:9.2f} {tps * 11:9.2f} {tps * 14:9.2f} {25:9.2f} {tps * ms / 1000:9.2f} {ms:9.2f} {min(100.0, tps * ms / 10):9.2f}\n"
            for day, tps, ms in rows
        )
        world.show(
            "daily",
            f"for f in /var/log/sa/sa??; do sar -dp -f $f | grep 'Average.*{device.name}'; done",
            f"#          Average:          DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     %util\n{text}",
        )
    else:
        world.show(
            "daily",
            "cat latency-per-day.csv",
            "day;requests_per_s;latency_ms\n"
            + "".join(f"{day:%Y-%m-%d};{tps:.1f};{ms:.2f}\n" for day, tps, ms in rows),
            "latency-per-day.csv",
        )


def _network_daily(world: World) -> None:
    rng, step, change = world.rng, _moment(world, "step"), _moment(world, "change")
    days = int((world.end - min(step, change)).days + rng.randint(5, 14))
    rows = []
    for ago in range(days, 0, -1):
        day = world.end - timedelta(days=ago)
        rows.append(
            f"{day:%Y-%m-%d};{int(around(rng, 9, 0.5) if day <= step else around(rng, 900, 0.4))};{around(rng, 0.3, 0.1) if day <= step else around(rng, 4, 0.3):.2f}\n"
        )
    world.show("daily", "cat net-per-day.csv", "day;tcp_retransmits;ping_ms\n" + "".join(rows), "net-per-day.csv")


def _steal_daily(world: World) -> None:
    rng, step, change = world.rng, _moment(world, "step"), _moment(world, "change")
    days = int((world.end - min(step, change)).days + rng.randint(5, 14))
    rows = []
    for ago in range(days, 0, -1):
        day = world.end - timedelta(days=ago)
        steal = around(rng, 1.0, 0.4) if day <= step else around(rng, 28, 0.2)
        rows.append(f"{day:%Y-%m-%d};{around(rng, 22, 0.2):.1f};{steal:.1f}\n")
    world.show("daily", "cat cpu-per-day.csv", "day;user_percent;steal_percent\n" + "".join(rows), "cpu-per-day.csv")


def blamed(other: Mechanism, factor: float) -> Mechanism:
    """The other mechanism at work, and a change that people blame for it."""
    own = {"network-link-loss": _network_daily, "vm-pause": _steal_daily}.get(other.slug)

    def ground(world: World) -> None:
        _plan(world)
        other.ground(world)
        _ticket(world)
        _changes(world)
        if own:
            world.after.append(own)

    def harm(world: World, degree: float) -> None:
        other.harm(world, degree)
        world.needs = tuple(have | {form} for have in world.needs for form in ("ticket", "changes"))
        if not own:
            world.after.append(lambda done: _daily(done, factor))

    shown = tuple(have | {form} for have in other.decisive for form in ("ticket", "changes"))
    return replace(
        other,
        slug="change-misattribution",
        harms=("change",),
        ground=ground,
        harm=harm,
        harmless=None,
        telling={**other.telling, **TELLING},
        decisive=shown,
        also=other.also | {other.slug},
        second=False,
        moment="during",
        harmless_share=0.0,
    )


def ground_nothing(world: World) -> None:
    """A change, and figures as before it."""
    _plan(world)
    _ticket(world)
    _changes(world)
    world.after.append(lambda done: _daily(done, 1.0))


def _first(module_mechanisms: tuple[Mechanism, ...]) -> Mechanism:
    return module_mechanisms[0]


_OTHERS: tuple[tuple[Callable[[tuple[Mechanism, ...]], Mechanism], tuple[Mechanism, ...], float], ...] = (
    (_first, drive_failing.MECHANISMS, 4.0), (_first, drive_failing.MECHANISMS[1:], 3.0), (_first, drive_failing.MECHANISMS[2:], 3.0), (_first, disk_link_errors.MECHANISMS, 3.0), (_first, raid_battery_write_through.MECHANISMS, 12.0),
    (_first, raid_battery_write_through.MECHANISMS, 20.0), (_first, network_link_loss.MECHANISMS, 1.0),
    (_first, vm_pause.MECHANISMS, 1.0),
)  # fmt: skip

MECHANISMS = (
    *(blamed(choose(found), factor) for choose, found, factor in _OTHERS),
    Mechanism("change-misattribution", (*LINUX, *SOLARIS, *FREEBSD), ("oracle", "postgres", "mysql", "files", "vms", "apps"), ("change",), ground_nothing, moment="during", telling={**TELLING, "iostat -x": 0.6, "iostat -xn": 0.6, "vmstat": 0.6},
              decisive=(frozenset({"ticket", "daily"}), frozenset({"changes", "daily"})), standing=True, harmless_share=1.0),
)  # fmt: skip
