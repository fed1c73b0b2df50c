"""The devices, vdevs, datasets and snapshots of the pool that a database on ZFS has."""

from __future__ import annotations

from datetime import timedelta

from advisor.training.machines.machine import Drawn
from advisor.training.parts.zfs_dataset import GIB, Dataset, Snapshot
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_pool import Pool, Vdev
from advisor.training.world import World


class Layout:
    """How the pool of one run is built."""

    def __init__(self, world: World, values: Drawn) -> None:
        """Draw the names of the volumes."""
        self.world, self.values = world, values
        self.array, self.stamp = world.chance.randrange(16**6), world.chance.randrange(16**6)

    def lun(self, number: int) -> str:
        """The name of a volume of the array; the first part is that of the array."""
        return f"c6t600A0B8000{self.array:06X}0000{0xC1D0 + 3 * number:04X}4B{self.stamp:06X}d0"

    def disk(self, name: str, quick: bool = False) -> Disk:
        """A device of the kind that the pool has; a quick one for logs."""
        values = self.values
        size = float(values["size-gib"]) * GIB
        costs = {"log": float(values["small-ms"]), "bulk": float(values["bulk-ms"]), "read": float(values["seek-ms"])}
        costs |= {"write": costs["read"], "scan": 1.5}
        if quick:
            costs, size = {"log": 0.45, "bulk": 1.0, "read": 1.0, "write": 1.0, "scan": 1.0}, 18.0 * GIB
        serial = f"{self.world.chance.randrange(16**8):08X}"
        return Disk(
            name,
            size,
            {k: v / 1000 for k, v in costs.items()},
            90e6,
            1 if quick else int(values["spindles"]),
            serial=serial,
        )

    def pool(self, interval: int) -> Pool:
        """The pool, with its datasets and its history."""
        match self.values["layout"]:
            case "mirrors":
                names = [f"c1t{n}d0" for n in range(2, 8)]
                vdevs = [
                    Vdev("mirror", [self.disk(a), self.disk(b)]) for a, b in zip(names[::2], names[1::2], strict=True)
                ]
            case "raidz":
                vdevs = [Vdev("raidz1", [self.disk(f"c1t{n}d0") for n in range(2, 8)])]
            case _:
                vdevs = [Vdev("disk", [self.disk(self.lun(0))])]
        name = str(self.values["pool"])
        pool = Pool(
            self.world, name, vdevs, {}, interval, float(self.values["aggregate-kib"]) * 1024, float(self.values["aged"]),
            pid=self.world.chance.randint(280, 990),
        )  # fmt: skip
        pool.since_group = float(self.world.chance.randint(0, interval - 1))
        pool.spread_again()
        self._datasets(pool)
        return pool

    def _datasets(self, pool: Pool) -> None:
        values, name = self.values, pool.name
        used = float(values["fill"]) * pool.size
        held = 0.42 * used if values["snapshot-days"] else 0.0
        redo, data = float(values["redo-record-kib"]), float(values["data-record-kib"])
        own = {"recordsize": f"{data:g}K"} if data != 128 else {}
        log = {"recordsize": f"{redo:g}K"} if redo not in (128, data) else {}
        top = dict(own) if redo == data != 128 else {}
        parts = [("", 0.0, top, 128.0), ("oradata", 0.82, {} if top else own, data)]
        parts += [("redolog", 0.04, log, redo)] if values["redo"] else []
        if values["files"]:
            parts = [
                ("", 0.0, {}, 128.0),
                ("build", 0.4, {"sharenfs": "rw"}, 128.0),
                ("oradata", 0.6, {"mountpoint": "none"}, 128.0),
            ]
        parts += (
            []
            if values["files"]
            else [("archive", 0.14 if values["redo"] else 0.18, {"recordsize": "128K"} if top else {}, 128.0)]
        )
        if values["logbias"] != "latency":
            parts[1][2]["logbias"] = str(values["logbias"])
        for part, share, local, record in parts:
            full = f"{name}/{part}".rstrip("/")
            size = max(32_768.0, share * (used - held))
            pool.datasets[full] = Dataset(full, size, local, f"/{name}/{part}".rstrip("/"), round(record * 1024))
        self._snapshots(pool, held)
        created = self.world.now - timedelta(days=400)
        vdevs = " ".join(
            " ".join(([v.kind] if v.level != "disk" else []) + [d.device for d in v.disks]) for v in pool.data_vdevs
        )
        pool.history.append((created, f"zpool create {name} {vdevs}"))
        pool.history += [
            (created + timedelta(minutes=n), f"zfs create {d}") for n, d in enumerate(sorted(pool.datasets)[1:], 1)
        ]

    def _snapshots(self, pool: Pool, held: float) -> None:
        days = int(self.values["snapshot-days"])
        dataset = pool.datasets[f"{pool.name}/oradata"]
        for n in range(days):
            share = (days - n) / (days * (days + 1) / 2)
            made = (self.world.now - timedelta(days=7 * (days - n))).replace(hour=23, minute=30, second=0)
            dataset.snapshots.append(Snapshot(f"week-{made:%Y%m%d}", held * share, made))
