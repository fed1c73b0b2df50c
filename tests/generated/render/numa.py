"""What is on which NUMA node: numactl, numastat, meminfo of nodes, zoneinfo."""

from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.programs.numa import Node, count, nodes
from tests.generated.render import Source


def with_nodes(world: World) -> bool:
    """A Linux host of more than one node."""
    return world.system.linux and count(world) > 1


def hardware(world: World, _command: str) -> str:
    """`numactl --hardware`."""
    found, rng = nodes(world), world.rng
    number = len(found)
    lines = [f"available: {number} nodes (0-{number - 1})"]
    for index, node in enumerate(found):
        own = [str(cpu) for cpu in range(world.cpus) if cpu % number == index]
        lines += [
            f"node {index} cpus: {' '.join(own)}",
            f"node {index} size: {node.total:.0f} MB",
            f"node {index} free: {node.free:.0f} MB",
        ]
    far = world.counters.setdefault("node_distance", rng.choice((20, 21, 21, 32)))
    lines += ["node distances:", "node " + "".join(f"{index:>3} " for index in range(number))]
    lines += [
        f"{row:>3}: " + "".join(f"{10 if row == column else far:>3} " for column in range(number))
        for row in range(number)
    ]
    return "\n".join(lines) + "\n"


def _table(names: list[str], rows: list[tuple[str, list[float]]], total: bool = False) -> str:
    heads = names + (["Total"] if total else [])
    lines = [" " * 16 + "".join(f"{name:>16}" for name in heads)]
    if total:
        lines.append(" " * 16 + " ".join(["-" * 15] * len(heads)).rjust(16 * len(heads)))
    for name, values in rows:
        cells = values + ([sum(values)] if total else [])
        lines.append(f"{name:<16}" + "".join(f"{value:>16.2f}" if total else f"{int(value):>16}" for value in cells))
    return "\n".join(lines) + "\n"


def numastat(world: World, _command: str) -> str:
    """`numastat`: pages since the boot."""
    found, rng = nodes(world), world.rng
    names = [f"node{index}" for index in range(len(found))]
    hits = [around(rng, world.uptime.total_seconds() * 9000, 0.4) for _ in found]
    missed = world.counters.get("numa_missed", 0)
    full = min(range(len(found)), key=lambda index: found[index].free)
    foreign = [
        around(rng, missed, 0.05) if index == full else around(rng, missed * 0.01 + 40, 0.5)
        for index in range(len(found))
    ]
    miss = [
        sum(foreign) - each
        if len(found) == 2
        else (sum(foreign) - foreign[full])
        if index == full
        else foreign[full] / (len(found) - 1)
        for index, each in enumerate(foreign)
    ]
    rows = [("numa_hit", hits), ("numa_miss", miss), ("numa_foreign", foreign), ("interleave_hit", [around(rng, 24000, 0.05) for _ in found]),
            ("local_node", [hit * 0.998 for hit in hits]), ("other_node", [hit * 0.002 + each for hit, each in zip(hits, miss, strict=True)])]  # fmt: skip
    return _table(names, rows)


def _rows(world: World, node: Node) -> list[tuple[str, float]]:
    memory, share = world.memory, node.total / world.memory.total
    shared = memory.shared * share
    used = node.total - node.free
    return [("MemTotal", node.total), ("MemFree", node.free), ("MemUsed", used), ("Active", node.programs * 0.7 + node.cache * 0.5), ("Inactive", node.programs * 0.3 + node.cache * 0.5),
            ("Active(anon)", node.programs * 0.7), ("Inactive(anon)", node.programs * 0.3), ("Active(file)", node.cache * 0.5), ("Inactive(file)", node.cache * 0.5),
            ("Unevictable", 2.2), ("Mlocked", 2.2), ("Dirty", memory.dirty * share), ("Writeback", memory.writeback * share), ("FilePages", node.cache + shared), ("Mapped", 30 + shared * 0.8),
            ("AnonPages", node.programs), ("Shmem", shared), ("KernelStack", 5.2), ("PageTables", memory.page_tables * share), ("NFS_Unstable", 0), ("Bounce", 0), ("WritebackTmp", 0),
            ("Slab", memory.slab * share), ("SReclaimable", memory.slab_reclaimable * share), ("SUnreclaim", (memory.slab - memory.slab_reclaimable) * share)]  # fmt: skip


def numastat_m(world: World, _command: str) -> str:
    """`numastat -m`."""
    found = nodes(world)
    columns = [_rows(world, node) for node in found]
    rows = [(columns[0][row][0], [column[row][1] for column in columns]) for row in range(len(columns[0]))]
    rows += [
        ("HugePages_Total", [node.huge * 2.0 for node in found]),
        ("HugePages_Free", [node.huge_free * 2.0 for node in found]),
        ("HugePages_Surp", [0.0 for _ in found]),
    ]
    names = [f"Node {index}" for index in range(len(found))]
    return "\nPer-node system memory usage (in MBs):\n" + _table(names, rows, True)


def node_meminfo(world: World, command: str) -> str:
    """`/sys/devices/system/node/node*/meminfo`, or its lines on huge pages."""
    lines = []
    for index, node in enumerate(nodes(world)):
        path = f"/sys/devices/system/node/node{index}/meminfo:" if "grep" in command else ""
        rows = (
            []
            if "uge" in command
            else [f"{path}Node {index} {name + ':':<15}{int(mb * 1024):>9} kB" for name, mb in _rows(world, node)]
        )
        lines += rows
        lines += [
            f"{path}Node {index} {name + ':':<16}{value:>6}"
            for name, value in (
                ("HugePages_Total", node.huge),
                ("HugePages_Free", node.huge_free),
                ("HugePages_Surp", 0),
            )
        ]
    return "\n".join(lines) + "\n"


def nr_hugepages(world: World, _command: str) -> str:
    """Huge pages of every node as sysfs has them."""
    base = "/sys/devices/system/node/node{}/hugepages/hugepages-2048kB/nr_hugepages:{}"
    return "".join(base.format(index, node.huge) + "\n" for index, node in enumerate(nodes(world)))


def zoneinfo(world: World, _command: str) -> str:
    """The Normal zones of `/proc/zoneinfo`, cut after the counters that people look at."""
    lines = []
    for index, node in enumerate(nodes(world)):
        pages = int(node.total * 256)
        low = int(world.memory.floor * 256 / len(nodes(world)) * 0.55)
        lines += [f"Node {index}, zone   Normal", f"  pages free     {int(node.free * 256)}", f"        min      {low}", f"        low      {int(low * 1.25)}", f"        high     {int(low * 1.5)}",
                  "        scanned  0", f"        spanned  {pages}", f"        present  {int(pages * 0.985)}", f"    nr_free_pages {int(node.free * 256)}", f"    nr_inactive_anon {int(node.programs * 77)}",
                  f"    nr_active_anon {int(node.programs * 179)}", f"    nr_inactive_file {int(node.cache * 128)}", f"    nr_active_file {int(node.cache * 128)}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def reclaim_mode(world: World, command: str) -> str:
    """The switch by itself."""
    value = world.settings.get("vm.zone_reclaim_mode", "0")
    return f"vm.zone_reclaim_mode = {value}\n" if command.startswith("sysctl") else f"{value}\n"


SOURCES = (
    Source("zone_reclaim_mode", ("cat /proc/sys/vm/zone_reclaim_mode", "sysctl vm.zone_reclaim_mode"), reclaim_mode, with_nodes, 0.03),
    Source("numactl", ("numactl --hardware", "numactl -H"), hardware, with_nodes, 0.06),
    Source("numastat", ("numastat",), numastat, with_nodes, 0.04),
    Source("numastat -m", ("numastat -m",), numastat_m, lambda world: with_nodes(world) and world.system.sysstat >= (9, 0), 0.03),
    Source("node meminfo", ("grep -i huge /sys/devices/system/node/node*/meminfo", "grep . /sys/devices/system/node/node*/meminfo", "cat /sys/devices/system/node/node*/meminfo"), node_meminfo, with_nodes, 0.04),
    Source("node hugepages", ("grep . /sys/devices/system/node/node*/hugepages/hugepages-2048kB/nr_hugepages",), nr_hugepages, lambda world: with_nodes(world) and world.system.sysstat >= (9, 0), 0.02),
    Source("zoneinfo", ("cat /proc/zoneinfo",), zoneinfo, with_nodes, 0.02),
)  # fmt: skip
