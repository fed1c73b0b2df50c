"""What the database administrators of a database on ZFS do when they are asked."""

from __future__ import annotations

from collections.abc import Callable

from advisor.training.host import Host
from advisor.training.parts.zfs_database import Database
from advisor.training.parts.zfs_dataset import GIB, size_of
from advisor.training.parts.zfs_host import Pools
from advisor.training.parts.zfs_pool import Pool


class Staff:
    """Those who run the database."""

    def __init__(self, node: Host, pools: Pools, database: Database) -> None:
        """They took figures of the database when the exercise began."""
        self.node, self.world, self.pools, self.database = node, node.world, pools, database
        self._reported = (self.world.now.timestamp(), database.data_bytes, database.redo_bytes, database.commits)

    def actions(self) -> dict[str, Callable[[], str]]:
        """By name."""
        return {
            "stop-database": self.stop, "start-database": self.start, "new-redo": self.new_redo, "move-archive": self.move_archive,
            "database-writes": self.database_writes, "move-files": self.move_files,
        }  # fmt: skip

    def stop(self) -> str:
        """Shut the instance down."""
        self.database.running = False
        return "The database is down; the users know."

    def start(self) -> str:
        """Start it, on the pool that is there."""
        if not self.pools.imported:
            return "It does not start: its files are not there."
        pool = self.pools.imported[-1]
        if self.database not in pool.loads:
            for other in self.pools.known.values():
                other.loads = [load for load in other.loads if load is not self.database]
            pool.loads.append(self.database)
            self.database.data = f"{pool.name}/oradata"
            self.database.redo = f"{pool.name}/redolog" if self.database.redo else ""
        self.database.running = True
        return "The database is up again."

    def new_redo(self) -> str:
        """New log groups in the dataset, the old ones dropped: their files get the record size that is set now."""
        pool = self.pools.imported[0]
        if not self.database.redo:
            return "The redo logs are not in this pool."
        name = self.database.redo
        pool.datasets[name].file_record = _record_of(pool, name)
        return "Done: four new groups are there, and the old ones are dropped."

    def move_files(self) -> str:
        """All data files written anew, one after the other."""
        pool = self.pools.imported[0]
        pool.datasets[self.database.data].file_record = _record_of(pool, self.database.data)
        pool.spread_again()
        return "Done: every data file was moved into a new one."

    def move_archive(self) -> str:
        """Archive logs that are on tape go."""
        dataset = self.pools.imported[0].datasets[f"{self.pools.imported[0].name}/archive"]
        gone = 0.6 * dataset.used
        dataset.used -= gone
        return f"I have moved {gone / GIB:.0f} GB of archive logs to the tape library; two days are left on disk."

    def database_writes(self) -> str:
        """A report of what the database wrote since the last one, as AWR has it."""
        database, begun = self.database, self._reported
        now = (self.world.now.timestamp(), database.data_bytes, database.redo_bytes, database.commits)
        seconds, data, redo, commits = (a - b for a, b in zip(now, begun, strict=True))
        if seconds < 30:
            return "Give it a minute first: I take the figures from two snapshots."
        self._reported = now
        rows = (("physical write bytes", data), ("redo size", redo))
        text = "Instance Activity Stats                    DB/Inst: DB1/DB1  Snaps: 4071-4072\n\n"
        text += f"{'Statistic':<32} {'Total':>18} {'per Second':>14} {'per Trans':>13}\n"
        text += f"{'-' * 32} {'-' * 18} {'-' * 14} {'-' * 13}\n"
        text += "".join(
            f"{name:<32} {value:18,.0f} {value / seconds:14,.1f} {value / max(1.0, commits):13,.1f}\n"
            for name, value in rows
        )
        self.node.files.put("/tmp/awr.txt", text)
        return "Two snapshots are taken; what was written between them stands in /tmp/awr.txt on {node}."


def _record_of(pool: Pool, dataset: str) -> int:
    return size_of(pool.value(dataset, "recordsize")) or 131_072
