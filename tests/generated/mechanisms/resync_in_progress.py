"""An array is rebuilt or checked, and the requests of programs wait behind it."""

from tests.generated import cards, hardware, storage
from tests.generated.evidence import fits, running
from tests.generated.hardware import Array
from tests.generated.kernel_words import say
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.drive_failing import bad
from tests.generated.model import World
from tests.generated.noise import around, between, chance, pick
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
HARMS = ("slow-storage", "slow-storage", "slow-db", "vague", "stalls")
TELLING = {"mdstat": 0.9, "mdadm": 0.4, "md limits": 0.3, "iostat -x": 0.8, "iostat -xn": 0.8, "vmstat": 0.4, "top": 0.3, "dmesg": 0.5, "messages": 0.3, "syslog": 0.2, "journal": 0.3, "raid progress": 0.7, "raid volumes": 0.8, "raid drives": 0.5,
           "raid events": 0.5, "raid battery": 0.2, "raid patrol": 0.15, "raid config": 0.4, "smartctl through": 0.1, "metastat": 0.95, "gmirror": 0.95, "gstat": 0.5, "drbd": 0.95, "crontab": 0.3}  # fmt: skip


def _array(world: World) -> Array:
    return hardware.of(world).arrays[-1]


def ground(world: World) -> None:
    """A check, a resync, a recovery or a reshape of an md array is under way (or was, or will be)."""
    rng = world.rng
    hardware.fit(world)
    array = storage.in_md(world)
    array.action = (
        "recovery"
        if world.parts.get("again")
        else pick(rng, {"check": 4, "resync": 3, "reshape": 0.5 if array.level in ("raid5", "raid6") else 0})
    )
    array.progress, array.speed_kb = rng.uniform(0.02, 0.97), int(between(rng, 1000, 6000))
    if array.action == "recovery":
        array.states[rng.choice(array.members)] = "rebuilding"
    if array.action == "check" and len(hardware.of(world).arrays) > 1 and chance(rng, 0.5):
        hardware.of(world).arrays[0].action = "resync=DELAYED"
    if array.action == "check" and chance(rng, 0.4):
        debian = world.system.name.startswith(("debian", "ubuntu", "proxmox"))
        text = "57 0 * * 0 root if [ -x /usr/share/mdadm/checkarray ] && [ $(date +\\%d) -le 7 ]; then /usr/share/mdadm/checkarray --cron --all --idle --quiet; fi\n"
        world.show(
            "crontab",
            f"cat /etc/cron.d/{'mdadm' if debian else 'raid-check'}",
            text if debian else "0 1 * * Sun root /usr/sbin/raid-check\n",
        )


def ground_again(world: World) -> None:
    """A member of an md array was replaced."""
    world.parts["again"] = True
    ground(world)


def _log(world: World, hours: float, done: float | None) -> None:
    """What md says at its start and its end."""
    array = _array(world)
    word = {"check": "data-check", "resync": "resync", "recovery": "recovery", "reshape": "reshape"}[array.action]
    low, high = (
        world.settings.get("dev.raid.speed_limit_min", "1000"),
        world.settings.get("dev.raid.speed_limit_max", "200000"),
    )
    say(world, [f"md: {word} of RAID array {array.name}", f"md: minimum _guaranteed_  speed: {low} KB/sec/disk.", f"md: using maximum available idle IO bandwidth (but not more than {high} KB/sec) for {word}.",
                f"md: using 128k window, over a total of {array.size_kb}k."], hours * 3600)  # fmt: skip
    if done is not None:
        say(world, [f"md: {array.name}: {word} done."], done)


def harm(world: World, degree: float) -> None:
    """It is given so much of the drives that little is left."""
    rng, array = world.rng, _array(world)
    if chance(rng, 0.5):
        world.settings["dev.raid.speed_limit_min"] = rng.choice(("50000", "100000", "200000"))
        world.settings["dev.raid.speed_limit_max"] = rng.choice(("200000", "500000", "1000000"))
    moment = world.settings["moment"]
    if not running(world):
        if moment == "after":
            _log(world, between(rng, 3, 12), rng.uniform(120, 3000))
        array.action, array.states = "", {}
        return
    begun = world.in_trouble()[0].time if moment == "begins" else None
    names = [device.name for device in world.disks()]
    device = world.disks()[0]
    share = rng.uniform(0.33, 0.42 + 0.22 * degree)
    rate = device.mb_s * 1024 * share
    target = next(
        (
            member.rstrip("0123456789").rstrip("p") if member.startswith("sd") else member
            for member, state in array.states.items()
            if state == "rebuilding"
        ),
        "",
    )
    writer = target if target in names else ""
    for tick in world.in_trouble():
        for name in names:
            ask = tick.demand[name]
            size = between(rng, 480, 1000)
            if name == writer:
                ask.add(writes=around(rng, rate / size, 0.05), write_kb=size)
            else:
                ask.add(reads=around(rng, rate / size, 0.05), read_kb=size)
            busy = ask.reads / device.read_iops + ask.writes / device.write_iops
            ask.slow = between(rng, 1.1, 1.25 + 0.9 * degree) if busy < 0.8 else 1.1
            ask.crowd = between(rng, 1.5, 2.5 + 9 * degree)
    rate *= min(fits(world, name, 0.8 + 0.16 * degree) for name in names)
    array.speed_kb = int(rate)
    hours = array.progress * array.size_kb / rate / 3600 * rng.uniform(0.95, 1.3)
    if begun:
        hours = (world.end - begun).total_seconds() / 3600
        array.progress = min(0.9, hours * 3600 * rate / array.size_kb)
    _log(world, hours, None)


def harmless(world: World) -> None:
    """It runs at its lowest speed beside little load."""
    array = _array(world)
    _log(world, min(400.0, array.progress * array.size_kb / array.speed_kb / 3600 * world.rng.uniform(1, 1.3)), None)
    for tick in world.ticks:
        for name in [device.name for device in world.disks()]:
            tick.demand[name].add(reads=_array(world).speed_kb / 128, read_kb=128)


def ground_card(world: World) -> None:
    """A drive behind a controller was replaced, and the volume is rebuilt."""
    rng = world.rng
    card = storage.behind(world, level=rng.choice(("5", "6", "10", "1")))
    volume = card.volumes[-1]
    drive = rng.choice(volume.drives)
    world.parts["bad"] = drive
    drive.state, volume.state = "rebuilding", "rebuilding"
    drive.progress = volume.progress = rng.randint(2, 95)
    drive.smart.hours, drive.smart.tests, drive.smart.cycles = rng.randint(1, 40), [], 2
    cards.decide(world, card, "rebuild")
    cards.offer(world, card, None, rng.choice((0, 0, 1)))


def harmless_card(world: World) -> None:
    """It is rebuilt at a quiet time."""
    card = hardware.of(world).controller
    if card:
        hours = between(world.rng, 0.4, 20)
        cards.note(world, card, "failed", hours + between(world.rng, 1, 60), bad(world))
        cards.note(world, card, "rebuild", hours, bad(world))


def harm_card(world: World, degree: float) -> None:
    """The rebuild takes the drives' time."""
    rng, device, card = world.rng, world.disks()[-1], hardware.of(world).controller
    if card and not running(world):
        card.volumes[-1].state, bad(world).state = "optimal", "online"
        return
    harmless_card(world)
    for tick in world.in_trouble():
        ask = tick.demand[device.name]
        ask.slow_read, ask.slow_write = around(rng, 2.5 + 5 * degree, 0.25), around(rng, 2 + 4 * degree, 0.3)
        load = ask.reads * ask.slow_read / device.read_iops + ask.writes * ask.slow_write / device.write_iops
        if load < 0.5:
            grow = min(4.0, between(rng, 0.5, 0.9) / max(0.02, load))
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                value * grow for value in (ask.reads, ask.read_kb, ask.writes, ask.write_kb)
            )
    fits(world, device.name, 0.8 + 0.13 * degree)


def ground_other(world: World) -> None:
    """SVM on Solaris, gmirror on FreeBSD, DRBD on Linux."""
    hardware.fit(world)
    world.parts["copying"] = True
    world.after.append(_show_other)


def _show_other(world: World) -> None:
    rng, running = world.rng, bool(world.parts["copying"])
    share = rng.randint(2, 95)
    data = [device.name for device in world.disks()]
    if world.system.solaris:
        state = ("Resyncing", "Okay") if running else ("Okay", "Okay")
        size = world.disks()[0].size_gb * 1953125
        lines = ["d10: Mirror", "    Submirror 0: d11", "      State: Okay         ", "    Submirror 1: d12", f"      State: {state[0]:<13}", *([f"    Resync in progress: {share} % done"] if running else []), "    Pass: 1", "    Read option: roundrobin (default)", "    Write option: parallel (default)",
                 f"    Size: {size} blocks ({world.disks()[0].size_gb} GB)", ""]  # fmt: skip
        for number, name in enumerate(data[:2], 11):
            lines += [
                f"d{number}: Submirror of d10",
                f"    State: {state[0] if number == 12 else 'Okay':<13}",
                f"    Size: {size} blocks ({world.disks()[0].size_gb} GB)",
                "    Stripe 0:",
                "        Device     Start Block  Dbase        State Reloc Hot Spare",
                f"        {name}s0          0     No         {state[0] if number == 12 else 'Okay':>9}   Yes ",
                "",
            ]
        world.show("metastat", "metastat", "\n".join(lines) + "\n")
    elif world.system.freebsd:
        pair = data[:2] if len(data) > 1 else [data[0], "ada9"]
        status = f"      Name    Status  Components\nmirror/gm0  {'DEGRADED' if running else 'COMPLETE'}  {pair[0]} (ACTIVE)\n                      {pair[1]} ({f'SYNCHRONIZING, {share}%' if running else 'ACTIVE'})\n"
        world.show("gmirror", "gmirror status", status)
        if running:
            say(world, [f"GEOM_MIRROR: Device gm0: rebuilding provider {pair[1]}."], between(rng, 600, 30000))
    else:
        size = world.disks()[0].size_gb * 976562
        done = (
            f"\n\t[{'=' * (share // 5)}>{'.' * (19 - share // 5)}] sync'ed: {share}.{rng.randrange(10)}% ({int(size / 1024 * (100 - share) / 100)}/{size // 1024})M\n\tfinish: {rng.randint(0, 9)}:{rng.randrange(60):02d}:{rng.randrange(60):02d} speed: {rng.randint(20, 110)},{rng.randint(100, 999)} (61,240) K/sec"
            if running
            else ""
        )
        world.show(
            "drbd",
            "cat /proc/drbd",
            f"version: 8.4.{rng.randint(3, 11)} (api:1/proto:86-101)\nsrcversion: 2A1F09B0C7D2B1E5A6C4D11 \n 0: cs:{'SyncSource' if running else 'Connected'} ro:Primary/Secondary ds:UpToDate/{'Inconsistent' if running else 'UpToDate'} C r-----\n    ns:{size // 3} nr:0 dw:{size // 5} dr:{size // 2} al:{rng.randint(900, 90000)} bm:0 lo:{rng.randint(0, 9) if running else 0} pe:{rng.randint(1, 40) if running else 0} ua:{rng.randint(1, 40) if running else 0} ap:0 ep:1 wo:f oos:{size * (100 - share) // 100 if running else 0}{done}\n",
            "proc/drbd",
        )


def harm_other(world: World, degree: float) -> None:
    """As with md: one side is read, the other written, and both are busy."""
    rng = world.rng
    data = world.disks()[:2]
    if not running(world):
        world.parts["copying"] = False
        return
    for tick in world.in_trouble():
        for number, device in enumerate(data):
            rate, size = device.mb_s * 1024 * rng.uniform(0.35, 0.45 + 0.2 * degree), between(rng, 300, 1000)
            tick.demand[device.name].add(
                **(
                    {"reads": rate / size, "read_kb": size}
                    if number == 0 or (not world.system.freebsd and not world.system.solaris)
                    else {"writes": rate / size, "write_kb": size}
                )
            )
            tick.demand[device.name].crowd = between(rng, 2, 4 + 10 * degree)


_IO = ("iostat -x", "iostat -xn", "gstat", "vmstat")
_MD = tuple(frozenset({form}) for form in ("mdstat", "mdadm"))

_HW = tuple(frozenset({form}) for form in ("raid progress", "raid volumes", "raid config", "raid drives"))
_OTHER = tuple(frozenset({form}) for form in ("metastat", "gmirror", "drbd"))
_DISKS = ("hdd", "hdd", "hdd", "sas", "ssd")

MECHANISMS = (
    Mechanism("resync-in-progress", LINUX, ROLES, HARMS, ground, harm, harmless, zfs=False, kinds=_DISKS, virtual=False, telling=TELLING, decisive=_MD),
    Mechanism("resync-in-progress", LINUX, ROLES, HARMS, ground_again, harm, harmless, zfs=False, kinds=_DISKS, virtual=False, telling=TELLING, decisive=_MD, also=frozenset({"array-degraded"})),
    Mechanism("resync-in-progress", LINUX, ROLES, HARMS, ground_card, harm_card, harmless_card, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=TELLING, decisive=_HW, also=frozenset({"array-degraded"})),
    Mechanism("resync-in-progress", (*SOLARIS[:1], *SOLARIS[:2], *FREEBSD, *LINUX[:9]), ROLES, HARMS, ground_other, harm_other, None, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=TELLING, decisive=_OTHER),
)  # fmt: skip
