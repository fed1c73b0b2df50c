"""A database on ZFS under Solaris: one pool, its log and its data, and an application host that waits for its commits.

Which fault it has is drawn: the log among the data (oracle-blogs-2012), a disk out of use, free space in pieces, records that do
not fit, data that is logged whole, a cache that takes too much (gaechter-2012), one short queue for all (oracle-zfs-queue-depth).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from advisor.training.host import Host, Interface, Process
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.machines.zfs_layout import Layout
from advisor.training.machines.zfs_staff import Staff
from advisor.training.parts.array import Array
from advisor.training.parts.device import Counts
from advisor.training.parts.processors import Processors
from advisor.training.parts.zfs_database import Database, FileServer
from advisor.training.parts.zfs_dataset import GIB, MIB
from advisor.training.parts.zfs_host import Pools, Tunables
from advisor.training.parts.zfs_memory import ZfsMemory
from advisor.training.parts.zfs_pool import Pool, reserved
from advisor.training.tools import basic, filters, nfs, solaris, zfs, zfs_probes, zpool
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "fault": "log", "node": "oradb2", "app": "webapp2", "pool": "dbpool", "release": "5.10", "layout": "lun", "size-gib": 136,
    "fill": 0.45, "aged": 0.0, "bulk-ms": 8.0, "small-ms": 0.15, "seek-ms": 6.0, "spindles": 1, "aggregate-kib": 104,
    "commit-bytes": 900, "commit-think-ms": 0.45, "log-writers": 1.0, "data-blocks": 0, "readers": 0, "read-think-ms": 10.0,
    "redo-record-kib": 128, "data-record-kib": 8, "logbias": "latency", "ram-gib": 64, "sga-share": 0.2, "process-share": 0.1,
    "in-service": True, "redo": True, "snapshot-days": 0, "patch": "142909-17", "missed-gib": 2.0,
    "files": False, "clients": 5.0, "client-think-ms": 2.0, "file-bytes": 7000,
}  # fmt: skip
_WARM = 66


def build(world: World, drawn: Drawn) -> Machine:
    """Put the hosts together, and let them work for a while."""
    values = {**DEFAULTS, **drawn}
    site = Site(world, values)
    return Machine(
        world, {host.name: host for host in (site.node, site.app)}, site.node.name, site.names,
        mended=site.mended, lasting=site.lasting,
        in_service=lambda host: bool(values["in-service"]) and (site.database.running or host is not site.node),
        problems=site.problems, actions=site.staff.actions(),
    )  # fmt: skip


@dataclass
class Site:
    """The two hosts and their pool."""

    world: World
    values: Drawn
    names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Build and warm up."""
        values = self.values
        self.node, self.app = (self._host(str(values[name])) for name in ("node", "app"))
        self.layout = Layout(self.world, values)
        self.pool = self.layout.pool(self._interval())
        self.database = self._database()
        self.pool.loads.append(self.database)
        if values["files"]:
            self._files()
        self.pools = Pools(self.node)
        self.pools.add(self.pool)
        self._spare_devices()
        self._memory()
        self.tunables = Tunables(
            self.node,
            {"zfs_txg_timeout": self._interval(), "zfs_vdev_max_pending": 10, "zfs_arc_max": 0},
            self._applied,
        )
        self.node.parts |= {"pools": self.pools, "tunables": self.tunables}
        self.node.at_boot += [self.pools.restarted, self.tunables.restarted, self.memory.restart, self._started]
        self._furnish()
        self._age()

    # --- how it is built

    def _host(self, name: str) -> Host:
        world, values = self.world, self.values
        booted = world.now - timedelta(days=world.chance.randint(20, 200), seconds=world.chance.randint(0, 80_000))
        release = f"SunOS {name} {values['release']} Generic_{values['patch']} sun4u sparc SUNW,SPARC-Enterprise"
        host = Host(world, name, "solaris", release, int(values["ram-gib"]) * GIB, 32, booted, page_bytes=8192)
        host.tools = {**basic.TOOLS, **filters.TOOLS, **solaris.TOOLS, **zpool.TOOLS, **zfs.TOOLS, **zfs_probes.TOOLS}
        host.interfaces = [
            Interface("lo0", 8232, "loopback", "localhost", 3.0),
            Interface("nxge0", 1500, "public", name, 900.0),
        ]
        return host

    def _interval(self) -> int:
        return 30 if self.values["release"] == "5.10" else 5

    def _database(self) -> Database:
        values, name = self.values, self.pool.name
        return Database(
            f"{name}/redolog" if values["redo"] else "", f"{name}/oradata", float(values["commit-bytes"]),
            float(values["commit-think-ms"]) / 1000, float(values["log-writers"]), float(values["data-blocks"]), 8192,
            float(values["readers"]), float(values["read-think-ms"]) / 1000,
        )  # fmt: skip

    def _files(self) -> None:
        """The pool serves files to a Linux client; no database is there."""
        values, name = self.values, self.pool.name
        build, oradata = self.pool.datasets[f"{name}/build"], self.pool.datasets.pop(f"{name}/oradata")
        build.used += oradata.used
        self.database.data, self.database.redo = build.name, ""
        work = FileServer(
            build.name, float(values["clients"]), float(values["client-think-ms"]) / 1000, float(values["file-bytes"])
        )
        self.pool.loads.append(work)
        app, chance = self.app, self.world.chance
        app.system, app.release = "linux", f"Linux {app.name} 3.2.0-4-amd64 #1 SMP Debian 3.2.35-2 x86_64 GNU/Linux"
        app.tools = {**basic.TOOLS, **filters.TOOLS, **nfs.CLIENT}
        commits = float(chance.randint(40_000, 120_000))
        response = float(values["small-ms"]) / 1000 * 1.8
        before = (commits, commits * response, 2.2 * commits, 2.2 * commits * 0.0016)
        app.parts["mount"] = nfs.NfsMount(self.node.name, build.mountpoint, "/build", work, before)
        self.node.tools = {**self.node.tools, **nfs.SERVER}
        self.names |= {"export": build.name}

    def _spare_devices(self) -> None:
        luns = self.values["layout"] == "lun"
        logs = [self.layout.lun(21), self.layout.lun(22)] if luns else ["c2t0d0", "c2t1d0"]
        self.pools.free = {name: self.layout.disk(name, quick=True) for name in logs}
        more = [self.layout.lun(n) for n in range(1, 7)] if luns else [f"c3t{n}d0" for n in range(6)]
        self.pools.free |= {name: self.layout.disk(name) for name in more}
        self.names |= {"log_a": logs[0], "log_b": logs[1]}
        self.names |= {f"new_{letter}": name for letter, name in zip("abcdef", more, strict=True)}

    def _memory(self) -> None:
        node, values, world = self.node, self.values, self.world
        ram, root = float(node.ram_bytes), Array("c1t0d0", 60e6, 60e6, 0.0)
        self.memory = ZfsMemory(
            world,
            ram,
            0.11 * ram,
            float(values["sga-share"]) * ram,
            float(values["process-share"]) * ram,
            root,
            0.6 * ram,
        )
        self.memory.crowded = values["fault"] == "arc"
        self.memory.settle()
        idle = ZfsMemory(
            world, ram, 0.08 * ram, 0.0, 0.1 * ram, Array("c0t0d0", 60e6, 60e6, 0.0), 0.6 * ram, limit=0.05 * ram
        )
        idle.settle()
        busy = Processors(world, 32, 24.0, 9.0, lambda: float(self.database.running))
        self.processors = Processors(world, 32, 69.0, 20.0, lambda: self.database.share if self.database.redo else 0.3)
        node.parts |= {"memory": self.memory, "array": root, "processors": busy}
        app_pools, app_tunables = Pools(self.app), Tunables(self.app, {"zfs_txg_timeout": 30}, lambda live: None)
        self.app.parts |= {
            "memory": idle,
            "array": idle.volume,
            "processors": self.processors,
            "pools": app_pools,
            "tunables": app_tunables,
        }
        world.parts += [self.memory, root, idle, idle.volume, busy, self.processors]

    def _applied(self, live: dict[str, int]) -> None:
        for pool in self.pools.known.values():
            pool.interval = float(live["zfs_txg_timeout"])
            for disk in pool.disks:
                disk.limit = max(1, live["zfs_vdev_max_pending"])
        self.memory.limit = float(live["zfs_arc_max"])

    def _furnish(self) -> None:
        for host in (self.node, self.app):
            host.files.put("/etc/system", "* local settings\nset rlim_fd_max=65536\nset rlim_fd_cur=8192\n")
            host.files.put("/var/adm/messages", "")
        self.node.processes += (
            [Process("daemon", 640, "/usr/lib/nfs/nfsd")]
            if self.values["files"]
            else [
                Process("oracle", 2811 + n, f"ora_{name}_DB1")
                for n, name in enumerate(("pmon", "dbw0", "lgwr", "ckpt", "smon"))
            ]
        )
        self.node.processes.append(Process("root", self.pool.pid, f"zpool-{self.pool.name}"))
        self.app.processes += [Process("webserv", 3300, "/usr/java/bin/java -server -Xmx24g com.example.shop.Main")]
        name, disk = self.pool.name, self.pool.data_vdevs[0].disks[0].device
        self.names |= {
            "node": self.node.name, "app": self.app.name, "pool": name, "device": disk, "data": f"{name}/oradata",
            "redo": f"{name}/redolog", "archive": f"{name}/archive", "limit": str(int(0.2 * self.node.ram_bytes) // MIB * MIB),
            "floor": f"{max(1, int(0.3 * self.pool.size / GIB))}G", "half": f"{self.pool.size / 2 / GIB:.0f}", "new": f"{name}2",
            "gib": f"{int(self.values['ram-gib'])}",
        }  # fmt: skip
        if self.values["fault"] == "offline":
            self._take_out()
        snapshots = self.pool.datasets[self.database.data].snapshots
        self.names |= {
            f"snapshot_{letter}": f"{name}/oradata@{s.name}" for letter, s in zip("abcdefgh", snapshots, strict=False)
        }

    def _take_out(self) -> None:
        disk = self.pool.data_vdevs[1].disks[1]
        self.pool.offline(disk)
        when = self.world.now - timedelta(days=self.world.chance.randint(5, 12), hours=self.world.chance.randint(1, 9))
        self.pool.offline_since[disk.device] = when
        self.pool.missed[disk.device] = float(self.values["missed-gib"]) * GIB
        self.pool.history.append((when, f"zpool offline {self.pool.name} {disk.device}"))
        self.names |= {"out": disk.device, "day": f"{when:%A}"}

    def _age(self) -> None:
        """Let it work for a while, and take this for its whole life."""
        self.world.wait(_WARM)
        uptime = self.node.uptime_seconds - _WARM
        for disk in self.pool.disks:
            seen = disk.counted()
            disk.aged(uptime, Counts(*(value / _WARM for value in seen)))
        self.world.begins = self.world.now
        self.staff = Staff(self.node, self.pools, self.database)

    def _started(self) -> None:
        self.database.running = True

    # --- what is true

    @property
    def now(self) -> Pool:
        """The pool that the database is on."""
        return next((p for p in self.pools.imported if self.database in p.loads), self.pool)

    def mended(self) -> bool:
        """Whether the drawn fault is gone, and nothing worse was done for it."""
        pool = self.now
        safe = (
            not pool.exported
            and pool.state == "ONLINE"
            and all(pool.value(d, "sync") != "disabled" for d in pool.datasets)
        )
        alike = len({v.level for v in pool.data_vdevs}) == 1
        return safe and alike and self._gone(pool)

    def _gone(self, pool: Pool) -> bool:
        match self.values["fault"]:
            case "log" | "nfs":
                return bool(pool.log_vdevs)
            case "offline":
                whole = all(len(v.disks) == 2 for v in pool.data_vdevs)
                return whole and pool.scan is not None and not pool.scan.running
            case "gang":
                return pool.fill <= 0.5
            case "record":
                return pool.record(self.database.redo) >= 131_072
            case "logbias":
                return pool.logged(self.database.data) == "place" and pool.logged(self.database.redo) == "copy"
            case "arc":
                return self.memory.arc_max <= 0.25 * self.memory.ram_bytes
            case "layout":
                return len(pool.data_vdevs) >= 4 and max(pool.weights) < 0.4 and self.database.running
            case _:
                return True

    def lasting(self) -> bool:
        """Whether it stays so over a restart, or over the weeks."""
        match self.values["fault"]:
            case "gang":
                return self.mended() and reserved(self.now) >= 0.2 * self.now.size
            case "arc":
                limit = self.tunables.at_boot().get("zfs_arc_max", 0)
                return 0 < limit <= 0.25 * self.memory.ram_bytes
            case _:
                return self.mended()

    def problems(self) -> list[str]:
        """What does not add up."""
        found = [text for pool in self.pools.known.values() for text in pool.problems()]
        memory = self.memory
        held = memory.kernel_bytes + memory.anon_bytes + memory.others_bytes + memory.dirty_bytes
        if held > memory.ram_bytes * 1.001:
            found.append("memory holds more than there is")
        if memory.away_bytes < -1:
            found.append("more came back than was paged out")
        return found
