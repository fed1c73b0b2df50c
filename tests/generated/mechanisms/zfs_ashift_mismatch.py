"""The pool writes blocks of 512 bytes to drives with sectors of 4096: each small write is read, changed and written back."""

from tests.generated import loads
from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import Leaf, World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, ZFS_LINUX

ADVANCED = (
    "WDC WD30EFRX-68EUZN0",
    "ST4000DM000-1F2168",
    "ST8000VN0022-2EL112",
    "HGST HUS726T4TALA6L4",
    "TOSHIBA HDWE140",
    "WDC WD20EARS-00MVWB0",
)


def ground(world: World) -> None:
    """Drives with large sectors below a pool made for small ones."""
    world.pool.ashift = 9
    for device in loads.devices_of(world):
        old = device.model
        device.model = ADVANCED[len(world.host) % len(ADVANCED)] if device.kind == "hdd" else device.model
        device.long_name = device.long_name.replace(old.replace(" ", "_"), device.model.replace(" ", "_"))
        world.counters[f"{device.name}_sector"] = 4096
    first = loads.devices_of(world)[0]
    if world.rng.random() < 0.7:
        world.show("smartctl -i", f"smartctl -i /dev/{first.name}", _identity(world))
    if world.system.freebsd:
        world.show(
            "diskinfo",
            f"diskinfo -v {first.name}",
            f"{first.name}\n\t512         \t# sectorsize\n\t{first.size_gb * 10**9:<12}\t# mediasize in bytes ({first.size_gb * 0.9313:.0f}G)\n\t{first.size_gb * 10**9 // 512:<12}\t# mediasize in sectors\n\t4096        \t# stripesize\n\t0           \t# stripeoffset\n\tATA {first.model}\t# Disk descr.\n\t{first.serial}\t# Disk ident.\n",
        )


def told(world: World) -> None:
    """Zpool status says so by itself."""
    ground(world)
    pool = world.pool
    pool.status = "One or more devices are configured to use a non-native block size.\nExpect reduced performance."
    pool.action = "Replace affected devices with devices that support the\nconfigured block size, or migrate data to a properly configured\npool."
    for device in loads.devices_of(world):
        pool.leaves[device.name] = Leaf(note="block size: 512B configured, 4096B native")


def _identity(world: World) -> str:
    device = loads.devices_of(world)[0]
    lines = [f"smartctl {world.rng.choice(('6.6 2017-11-05 r4594', '7.2 2020-12-30 r5155', '6.2 2013-07-26 r3841'))} [x86_64-{'linux-' + world.kernel if world.system.linux else 'FreeBSD ' + world.kernel}] (local build)", "Copyright (C) Bruce Allen, Christian Franke, www.smartmontools.org", "", "=== START OF INFORMATION SECTION ===",
             f"Device Model:     {device.model}", f"Serial Number:    {device.serial}", f"User Capacity:    {device.size_gb * 10**9:,} bytes [{device.size_gb / 1000:.2f} TB]", "Sector Sizes:     512 bytes logical, 4096 bytes physical"]  # fmt: skip
    lines += ["Rotation Rate:    5400 rpm"] if device.kind == "hdd" else ["Rotation Rate:    Solid State Device"]
    return "\n".join(
        [
            *lines,
            "ATA Version is:   ACS-3 T13/2161-D revision 3b",
            "SATA Version is:  SATA 3.1, 6.0 Gb/s (current: 6.0 Gb/s)",
            "SMART support is: Available - device has SMART capability.",
            "SMART support is: Enabled",
            "",
        ]
    )


def harm(world: World, degree: float) -> None:
    """Small writes take a turn of the platter more (on flash: a page more), and there are many of them."""
    rng = world.rng
    extra = between(rng, 2.2, 2.5 + 4 * degree)
    devices = loads.devices_of(world)
    for tick in world.ticks:
        if not tick.trouble:
            continue
        for device in devices:
            ask = tick.demand[device.name]
            ask.add(writes=device.write_iops * around(rng, 0.28 + 0.25 * degree, 0.15), write_kb=around(rng, 9, 0.25))
            ask.slow_write = extra * min(1.2, tick.trouble)
        wait_for(tick, 0.4 * degree)


COMMON = {
    "iostat -x": 0.7,
    "zpool status": 0.85,
    "zpool iostat -v": 0.35,
    "gstat": 0.5,
    "lsblk -t": 0.35,
    "zdb -C": 0.75,
    "diskinfo": 0.7,
    "smartctl -i": 0.8,
}
SLOW = ("slow-storage", "slow-storage", "slow-files", "vague")

MECHANISMS = (
    Mechanism(
        "zfs-ashift-mismatch", (*FREEBSD, *ZFS_LINUX), ("files", "vms", "backup", "postgres"), SLOW, ground, harm, zfs=True, kinds=("hdd", "hdd", "ssd"), virtual=False,
        telling=COMMON, decisive=tuple(frozenset(pair) for pair in (("zdb -C", "smartctl -i"), ("zdb -C", "lsblk -t"), ("zdb -C", "diskinfo"))), standing=True,
    ),
    Mechanism(
        "zfs-ashift-mismatch", ("freebsd-11", "freebsd-13", "freebsd-14", "ubuntu-20.04", "ubuntu-22.04", "debian-12", "proxmox-8", "rocky-9"), ("files", "vms", "backup"), SLOW, told, harm, zfs=True,
        kinds=("hdd",), virtual=False, telling=COMMON | {"zpool status": 0.97, "zdb -C": 0.3}, decisive=(frozenset({"zpool status"}), frozenset({"zdb -C", "smartctl -i"})), standing=True,
    ),
)  # fmt: skip
