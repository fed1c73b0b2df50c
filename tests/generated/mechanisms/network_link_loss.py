"""A link of the network goes and comes, or damages what it carries."""

from tests.generated import network
from tests.generated.evidence import onset, times
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.network import Link
from tests.generated.noise import around, between, chance
from tests.generated.systems import ALL

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
TELLING = {"ip link": 0.6, "ifconfig": 0.7, "ethtool": 0.55, "ethtool -S": 0.5, "bonding": 0.6, "netstat -s": 0.6, "netstat -i": 0.6, "dladm": 0.7, "kstat link": 0.5, "dmesg": 0.7, "messages": 0.65, "syslog": 0.4, "journal": 0.4, "ping": 0.5,
           "vmstat": 0.3, "iostat -x": 0.25, "iostat -xn": 0.25}  # fmt: skip


def _bad(world: World) -> Link:
    return network.of(world).links[0]


def ground(world: World) -> None:
    """Some counters of the past."""
    link = _bad(world)
    if chance(world.rng, 0.5):
        link.changes += 2 * world.rng.randint(1, 4)
        link.failures = world.rng.randint(0, 3) if link.bond else 0


def words(world: World, link: Link, up: bool) -> tuple[str, str]:
    """The kernel's words for a link that goes or comes: program and text."""
    if world.system.solaris:
        return (
            "mac: [ID 435574 kern.info]" if up else "mac: [ID 486395 kern.info]",
            f"NOTICE: {link.name} link {f'up, {link.speed} Mbps, {link.duplex} duplex' if up else 'down'}",
        )
    if world.system.freebsd:
        return "kernel", f"{link.name}: link state changed to {'UP' if up else 'DOWN'}"
    duplex = "Full Duplex" if link.duplex == "full" else "Half Duplex"
    table = {
        "igb": (f"igb: {link.name} NIC Link is Down", f"igb: {link.name} NIC Link is Up {link.speed} Mbps {duplex}, Flow Control: RX/TX"), "e1000e": (f"e1000e: {link.name} NIC Link is Down", f"e1000e: {link.name} NIC Link is Up {link.speed} Mbps {duplex}, Flow Control: Rx/Tx"),
        "ixgbe": (f"ixgbe 0000:04:00.0: {link.name}: NIC Link is Down", f"ixgbe 0000:04:00.0: {link.name}: NIC Link is Up {link.speed // 1000} Gbps, Flow Control: RX/TX"), "i40e": (f"i40e 0000:5d:00.0 {link.name}: NIC Link is Down", f"i40e 0000:5d:00.0 {link.name}: NIC Link is Up, {link.speed // 1000} Gbps Full Duplex, Flow Control: None"),
        "bnx2": (f"bnx2: {link.name} NIC Copper Link is Down", f"bnx2: {link.name} NIC Copper Link is Up, {link.speed} Mbps {duplex.lower()}, receive & transmit flow control ON"), "tg3": (f"tg3 0000:02:00.0: {link.name}: Link is down", f"tg3 0000:02:00.0: {link.name}: Link is up at {link.speed} Mbps, {link.duplex} duplex"),
        "bnxt_en": (f"bnxt_en 0000:3b:00.0 {link.name}: NIC Link is Down", f"bnxt_en 0000:3b:00.0 {link.name}: NIC Link is Up, {link.speed} Mbps full duplex, Flow control: none"), "mlx5_core": (f"mlx5_core 0000:af:00.0 {link.name}: Link down", f"mlx5_core 0000:af:00.0 {link.name}: Link up"),
    }  # fmt: skip
    down, back = table.get(link.driver, (f"{link.name}: NIC Link is Down", f"{link.name}: NIC Link is Up"))
    return "kernel", back if up else down


def _flap(world: World, link: Link, before: float, seconds: float) -> None:
    for up, at in ((False, before), (True, before - seconds)):
        if at <= 0:
            continue
        program, text = words(world, link, up)
        world.say(text, at, program)
        if link.bond:
            other = network.of(world).links[1].name
            world.say(
                f"bonding: {link.bond}: link status {'definitely up' if up else 'definitely down'} for interface {link.name}{', disabling it' if not up else f', {link.speed} Mbps full duplex.'}"
                if world.system.sysstat < (11, 0)
                else f"{link.bond}: (slave {link.name}): link status {'definitely up' if up else 'definitely down'}, {f'{link.speed} Mbps full duplex' if up else 'disabling slave'}",
                at - 0.1,
            )
            if not up:
                world.say(
                    f"bonding: {link.bond}: making interface {other} the new active one."
                    if world.system.sysstat < (11, 0)
                    else f"{link.bond}: (slave {other}): making interface the new active one",
                    at - 0.11,
                )


def _clients(world: World, before: float, seconds: float) -> None:
    """What others write of it: NFS, iSCSI."""
    rng = world.rng
    if world.system.linux and chance(rng, 0.45):
        server = rng.choice(("nas01", "filer2", "10.12.4.20"))
        world.say(f"nfs: server {server} not responding, still trying", max(0.2, before - 9))
        world.say(f"nfs: server {server} OK", max(0.1, before - seconds - 3))
    elif world.system.solaris and chance(rng, 0.4):
        world.say("NFS server filer2 not responding still trying", max(0.2, before - 9), "nfs: [ID 333984 kern.notice]")
        world.say("NFS server filer2 ok", max(0.1, before - seconds - 3), "nfs: [ID 563706 kern.notice]")


def harm_flap(world: World, degree: float) -> None:
    """The carrier is lost again and again."""
    rng, link, net = world.rng, _bad(world), network.of(world)
    number = int(between(rng, 3, 5 + 15 * degree))
    first = onset(world, 0.3, 12)
    for before in times(world, first, number):
        seconds = between(rng, 2, 8 + 30 * degree)
        _flap(world, link, before, seconds)
        _clients(world, before, seconds)
    link.changes += 2 * number
    link.carrier += number
    link.failures += number if link.bond else 0
    net.timeouts += int(net.sent * between(rng, 0.0005, 0.004 + 0.01 * degree))
    net.again += net.timeouts + int(net.sent * between(rng, 0.002, 0.01 + 0.02 * degree))
    if degree > 0.7 and world.settings["moment"] in ("during", "begins") and chance(rng, 0.35):
        link.up = False
        program, text = words(world, link, False)
        world.say(text, between(rng, 2, 200), program)
        net.active = net.links[1].name
    _idle(world, 0.35)
    _ping(world, 0.1 + 0.5 * degree)


def harm_damage(world: World, degree: float) -> None:
    """Frames arrive damaged, and TCP sends them again; in some hosts the link fell to a lower speed."""
    rng, link, net = world.rng, _bad(world), network.of(world)
    share = between(rng, 0.0006, 0.002 + 0.02 * degree)
    link.crc = int(link.rx_packets * share)
    link.rx_errors = int(link.crc * rng.uniform(1.0, 1.3))
    net.again += int(net.sent * share * rng.uniform(1.5, 5))
    net.timeouts += int(net.sent * share * 0.1)
    if not world.virtual and degree > 0.5 and chance(rng, 0.5):
        link.speed, link.duplex = (100, rng.choice(("half", "full"))) if link.speed == 1000 else (1000, "full")
        if link.duplex == "half":
            link.collisions = int(link.tx_packets * between(rng, 0.002, 0.05))
        _flap(world, link, onset(world, 1, 200), 3)
    _idle(world, 0.15)
    _ping(world, min(0.3, share * 4))


def _idle(world: World, share: float) -> None:
    """Less arrives, less is done."""
    for tick in world.in_trouble():
        if chance(world.rng, share + 0.2):
            for ask in tick.demand.values():
                ask.reads, ask.writes, ask.read_kb, ask.write_kb = (
                    value * 0.25 for value in (ask.reads, ask.writes, ask.read_kb, ask.write_kb)
                )
            tick.user, tick.system, tick.run = tick.user * 0.3, tick.system * 0.4, tick.run * 0.3


def _ping(world: World, lost: float) -> None:
    rng, target = world.rng, f"10.{world.rng.randint(1, 60)}.4.{world.rng.randint(2, 250)}"
    count = rng.choice((20, 50, 100, 200))
    missing = sum(rng.random() < lost for _ in range(count)) if world.in_trouble() else 0
    low = between(rng, 0.1, 0.4)
    world.show(
        "ping",
        f"ping -c {count} -q {target}" if not world.system.solaris else f"ping -s {target} 56 {count}",
        f"PING {target} ({target}) 56(84) bytes of data.\n\n--- {target} ping statistics ---\n{count} packets transmitted, {count - missing} received, {round(100 * missing / count)}% packet loss, time {count * 1000 + 12}ms\nrtt min/avg/max/mdev = {low:.3f}/{low * 1.4:.3f}/{low * around(rng, 12, 0.5):.3f}/{low * 0.5:.3f} ms\n",
    )


def harmless_flap(world: World) -> None:
    """One link of two went for an hour while the switch was exchanged, and nobody noticed."""
    rng, link = world.rng, _bad(world)
    _flap(world, link, between(rng, 20000, 400000), between(rng, 60, 3000))
    link.changes += 2
    link.failures += int(bool(link.bond))
    link.carrier += 1
    _ping(world, 0.0)


def harmless_damage(world: World) -> None:
    """A few damaged frames in months."""
    link = _bad(world)
    link.crc = world.rng.randint(1, 60)
    link.rx_errors = link.crc
    _ping(world, 0.0)


_LOGS = tuple(frozenset({form}) for form in ("dmesg", "messages", "syslog", "journal", "bonding"))
_COUNTS = tuple(frozenset({form}) for form in ("ip link", "ifconfig", "ethtool -S", "netstat -i", "kstat link"))

MECHANISMS = (
    Mechanism("network-link-loss", ALL, ROLES, ("network", "network", "stalls", "slow-files", "vague"), ground, harm_flap, harmless_flap, virtual=False, telling=TELLING, decisive=_LOGS, standing=True, second=True),
    Mechanism("network-link-loss", ALL, ROLES, ("network", "network", "slow-files", "vague"), ground, harm_damage, harmless_damage, virtual=False, telling=TELLING, decisive=_COUNTS, standing=True),
)  # fmt: skip
