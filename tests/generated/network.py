"""Links of a host and what they have counted."""

from dataclasses import dataclass, field
from random import Random

from tests.generated.model import World
from tests.generated.noise import between


@dataclass
class Link:
    """An interface of the network."""

    name: str
    driver: str
    speed: int  # Mb/s as negotiated
    address: str
    mac: str
    up: bool = True
    duplex: str = "full"
    mtu: int = 1500
    rx_packets: int = 0
    tx_packets: int = 0
    rx_errors: int = 0
    crc: int = 0
    tx_errors: int = 0
    rx_dropped: int = 0
    collisions: int = 0
    carrier: int = 0  # losses of the carrier
    changes: int = 2
    bond: str = ""
    failures: int = 0


@dataclass
class Network:
    """All of them, and what TCP has counted."""

    links: list[Link] = field(default_factory=list)
    sent: int = 0
    again: int = 0  # segments sent again
    timeouts: int = 0
    bad: int = 0
    active: str = ""  # of the bond

    def link(self, name: str) -> Link:
        return next(each for each in self.links if each.name == name)


def of(world: World) -> Network:
    """The network of this host; all is well with it until something changes it."""
    found = world.parts.get("network")
    if not isinstance(found, Network):
        rng = Random(f"net/{world.host}/{world.start}")
        found = _new(rng, world)
        world.parts["network"] = found
    return found


def _new(rng: Random, world: World) -> Network:
    if world.system.solaris:
        driver = (
            rng.choice(("e1000g", "bge", "nxge", "igb"))
            if "SPARC" in world.system.title or world.system.name == "solaris-10"
            else rng.choice(("igb", "ixgbe", "e1000g"))
        )
        names = [f"{driver}0", f"{driver}1"] if world.system.name in ("solaris-10", "illumos") else ["net0", "net1"]
    elif world.system.freebsd:
        driver = "vtnet" if world.virtual else rng.choice(("em", "igb", "ix", "bge", "re"))
        names = [f"{driver}0", f"{driver}1"]
    else:
        driver = (
            rng.choice(("virtio_net", "vmxnet3"))
            if world.virtual
            else rng.choice(("igb", "bnx2", "tg3", "ixgbe", "i40e", "e1000e", "bnxt_en", "mlx5_core"))
        )
        old = world.system.sysstat < (10, 1)
        names = (
            ["eth0", "eth1"]
            if old or (world.virtual and rng.random() < 0.5)
            else rng.choice((["em1", "em2"], ["eno1", "eno2"], ["ens3f0", "ens3f1"], ["enp4s0f0", "enp4s0f1"]))
            if not world.virtual
            else ["ens192", "ens224"]
        )
    speed = (
        10000
        if driver in ("ixgbe", "i40e", "ix", "bnxt_en", "mlx5_core", "virtio_net", "vmxnet3", "vtnet", "nxge")
        else 1000
    )
    bond = "bond0" if world.system.linux and not world.virtual and rng.random() < 0.5 else ""
    seconds = world.uptime.total_seconds()
    links = []
    for number, name in enumerate(names):
        traffic = between(rng, 60, 9000) * (1 if number == 0 or bond else 0.05)
        links.append(Link(name, driver, speed, f"10.{rng.randint(1, 60)}.{rng.randint(1, 30)}.{rng.randint(5, 250)}", ":".join(f"{rng.randrange(256):02x}" for _ in range(6)), bond=bond,
                          rx_packets=int(seconds * traffic), tx_packets=int(seconds * traffic * rng.uniform(0.5, 1.3)), rx_dropped=int(between(rng, 1, 9000)) if rng.random() < 0.4 else 0))  # fmt: skip
    sent = int(sum(link.tx_packets for link in links) * rng.uniform(0.8, 0.95))
    return Network(
        links,
        sent,
        int(sent * between(rng, 0.00002, 0.0012)),
        int(sent * between(rng, 0.000005, 0.0001)),
        rng.randint(0, 30),
        names[0],
    )
