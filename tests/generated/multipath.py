"""Paths to LUNs, on Linux, Solaris and FreeBSD."""

import string
from dataclasses import dataclass, field
from datetime import timedelta

from tests.generated.devices import wwn
from tests.generated.model import Device, Io, LogLine, World
from tests.generated.noise import chance

MAKERS = {
    "OPEN-V": ("HITACHI", "OPEN-V"),
    "SYMMETRIX": ("EMC", "SYMMETRIX"),
    "LUN C-Mode": ("NETAPP", "LUN C-Mode"),
    "VRAID": ("DGC", "VRAID"),
    "2145": ("IBM", "2145"),
    "CSM200_R": ("SUN", "CSM200_R"),
}


@dataclass
class Path:
    """One way to a LUN."""

    name: str
    host: int
    target: int
    lun: int
    major_minor: str
    port: str
    up: bool = True
    gone: bool = False  # not even listed any more


@dataclass
class Map:
    """A LUN with its paths in groups of priority."""

    name: str
    wwid: str
    device: str  # dm-3, or Solaris' name
    model: str
    size_gb: int
    groups: list[list[Path]]
    queue: bool = True

    @property
    def paths(self) -> list[Path]:
        return [path for group in self.groups for path in group]


@dataclass
class Fabric:
    """All LUNs of a host, and what connects them."""

    maps: list[Map] = field(default_factory=list)
    driver: str = "qla2xxx"
    hosts: tuple[int, int] = (1, 2)
    iscsi: bool = False


def of(world: World) -> Fabric | None:
    """The paths of this host, if a mechanism has laid any."""
    found = world.parts.get("fabric")
    return found if isinstance(found, Fabric) else None


def lay(world: World) -> Fabric:
    """Give every LUN its paths; on Linux the LUN becomes a dm device, and its paths are the sd devices."""
    rng = world.rng
    iscsi = world.system.linux and chance(rng, 0.2)
    fabric = Fabric(
        [],
        "iscsi" if iscsi else rng.choice(("qla2xxx", "qla2xxx", "lpfc")),
        rng.choice(((1, 2), (3, 4), (0, 1), (5, 6))),
        iscsi,
    )
    letters = iter([*string.ascii_lowercase[1:], *(f"a{letter}" for letter in string.ascii_lowercase)])
    luns = [device for device in world.disks() if device.kind == "lun"]
    ways = rng.choice((2, 4, 4, 8)) if len(luns) < 4 else rng.choice((2, 4))
    alua = luns[0].model in ("LUN C-Mode", "VRAID", "2145", "CSM200_R")
    first = rng.randint(0, 4)
    ports = [
        "".join(("50", rng.choice(("06016", "0a098", "060e8", "05076")), "".join(rng.choices("0123456789abcdef", k=9))))
        for _ in range(ways)
    ]
    style = rng.choice(("mpath", "mpath", "named"))
    for number, device in enumerate(luns):
        paths = []
        for way in range(ways):
            name = f"sd{next(letters)}" if world.system.linux else f"da{number * ways + way + 2}"
            order = (
                sum((ord(char) - 96) * 26**power for power, char in enumerate(reversed(name[2:]))) - 1
                if world.system.linux
                else way
            )
            paths.append(
                Path(
                    name,
                    fabric.hosts[way % 2],
                    way // 2,
                    number,
                    f"{8 + order // 16 if order < 16 else 64 + order // 16}:{order % 16 * 16}",
                    ports[way],
                )
            )
        groups = (
            [paths[::2], paths[1::2]]
            if alua and ways > 2 and chance(rng, 0.3)
            else [[path for path in paths if path.target % 2 == 0], [path for path in paths if path.target % 2]]
            if alua and ways > 2
            else [paths]
        )
        title = (
            f"mpath{string.ascii_lowercase[number]}"
            if style == "mpath"
            else f"{world.names['database']}_{('data', 'log', 'arch', 'fra', 'tmp')[number % 5]}{number}"
        )
        made = Map(
            title,
            "3" + wwn(rng, "lun", device.model),
            f"dm-{first + number}" if world.system.linux else device.name,
            device.model,
            device.size_gb,
            groups,
        )
        if world.system.linux:
            _rename(world, device, made.device)
        fabric.maps.append(made)
    world.parts["fabric"] = fabric
    if world.system.linux:
        world.after.append(_show_paths)
    return fabric


def _rename(world: World, device: Device, name: str) -> None:
    for tick in world.ticks:
        tick.demand[name] = tick.demand.pop(device.name)
    for mount in world.mounts:
        if mount.disk == device.name:
            mount.disk = name
    device.name = name


def _show_paths(world: World) -> None:
    """Each path does its part of what the LUN does."""
    fabric = of(world)
    assert fabric is not None
    for lun in fabric.maps:
        device = next(device for device in world.devices if device.name == lun.device)
        live = [path for path in lun.groups[0] if path.up] or [path for path in lun.paths if path.up]
        for path in lun.paths:
            if path.gone:
                continue
            text = f"sd {path.host}:0:{path.target}:{path.lun}: [{path.name}] {lun.size_gb * 2097152} 512-byte logical blocks: ({lun.size_gb * 1.0737:.0f} GB/{lun.size_gb} GiB)"
            world.log.append(LogLine(world.boot + timedelta(seconds=2 + 0.05 * len(path.name) + path.lun), text))
            world.devices.append(Device(**{**vars(device), "name": path.name, "role": "path"}))
            for tick in world.ticks:
                whole = tick.io[lun.device]
                share = 1 / len(live) if path in live else 0.0
                reads, writes = whole.reads * share, whole.writes * share
                tick.io[path.name] = Io(
                    reads,
                    writes,
                    whole.read_kb * share,
                    whole.write_kb * share,
                    whole.read_ms,
                    whole.write_ms,
                    (reads * whole.read_ms + writes * whole.write_ms) / 1000,
                    whole.busy * (share**0.5),
                )
