"""A database on a pool: its log writer, its data writer, and those who read; and servers that wait for their commits alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.zfs_disk import Client
from advisor.training.parts.zfs_pool import PIECES, Pool

_LOG_BLOCKS = (4096, 12_288, 36_864, 131_072)
"""The sizes that blocks of the intent log come in (zil.c of that time)."""


def log_block(size: float) -> int:
    """The block of the intent log that holds a write."""
    return next((block for block in _LOG_BLOCKS if size + 192 <= block), _LOG_BLOCKS[-1])


@dataclass
class Database:
    """What a database does to its pool.

    Attributes:
        redo, data: datasets; redo is "" where the log lies elsewhere.
        commit_bytes: what the log writer writes for one commit, or for several that it takes together.
        commit_think: seconds from one answer to its next write, while there is work.
        data_blocks: blocks of `block` bytes that the data writer writes in a second, synchronously.
        readers, read_think, read_bytes: sessions that read at random.
        running: whether the instance is up.
        data_bytes, redo_bytes: written since it began.
        commits: since it began; `share` the part of its full rate in the last second.
    """

    redo: str
    data: str
    commit_bytes: float = 900.0
    commit_think: float = 0.0004
    log_writers: float = 1.0
    data_blocks: float = 0.0
    block: int = 8192
    readers: float = 0.0
    read_think: float = 0.01
    running: bool = True
    commits: float = 0.0
    wait_seconds: float = 0.0
    data_bytes: float = 0.0
    redo_bytes: float = 0.0
    share: float = 1.0
    best: float = 0.0
    slowest: float = 0.0
    _redo: Client | None = field(default=None, repr=False)
    _write: Client | None = field(default=None, repr=False)
    _gangs: Client | None = field(default=None, repr=False)

    def asks(self, pool: Pool, seconds: float) -> list[tuple[str, Client]]:
        """What it wants in this step."""
        self._redo = self._write = self._gangs = None
        if not self.running:
            return []
        asked: list[tuple[str, Client]] = []
        busy = pool.world.chance.uniform(0.94, 1.06)
        if self.redo and pool.logged(self.redo) != "nothing":
            kind, place = ("log", "log") if pool.logged(self.redo) == "copy" else ("write", "data")
            size = log_block(self.commit_bytes) if kind == "log" else self.commit_bytes
            self._redo = Client(kind, size, self.log_writers, self.commit_think * busy)
            asked.append((place, self._redo))
        if self.data_blocks:
            asked += self._data(pool, self.data_blocks * busy)
        if self.readers:
            asked.append(("data", Client("read", self._read_bytes(pool), self.readers, self.read_think * busy)))
        return asked

    def _data(self, pool: Pool, blocks: float) -> list[tuple[str, Client]]:
        """The data writer: a copy into the log, or each block into its place, as a gang where no run is long enough."""
        how = pool.logged(self.data)
        if how == "copy":
            self._write = Client("log", self.block, blocks, 1.0)
            return [("log", self._write)]
        if how == "nothing":
            return []
        share = pool.gang_share
        self._write = Client("write", self.block, blocks * (1 - share), 1.0)
        self._gangs = Client("write", 512, blocks * share, 1.0)
        pieces = Client("write", self.block / PIECES, blocks * share * PIECES, 1.0)
        return [("data", self._write), ("data", self._gangs), ("data", pieces)]

    def _read_bytes(self, pool: Pool) -> float:
        """Whole records are read."""
        return max(self.block, pool.record(self.data))

    def answered(self, pool: Pool, seconds: float) -> None:
        """Commits are done, and what was written waits for its group, but for what is in its place already."""
        if not self.running:
            self.share = 0.0
            return
        done = self._redo.done if self._redo else (seconds / self.commit_think if self.redo else 0.0)
        if self.redo:
            self.commits += done
            self.wait_seconds += self._redo.waited if self._redo else 0.0
            self.best = max(self.best, done / seconds)
            self.share = min(1.0, done / seconds / self.best) if self.best else 0.0
            self._kept(pool, self.redo, done * self.commit_bytes)
        blocks = self._write.done if self._write else self.data_blocks * seconds
        if self._gangs:
            pool.gangs += self._gangs.done
            blocks += self._gangs.done
        self._kept(pool, self.data, blocks * self.block)

    def _kept(self, pool: Pool, dataset: str, size: float) -> None:
        if dataset == self.redo:
            self.redo_bytes += size
        else:
            self.data_bytes += size
        if size and pool.logged(dataset) != "place":
            pool.wrote(dataset, size)


@dataclass
class FileServer:
    """NFS clients that create and write small files, and wait for each commit."""

    dataset: str
    clients: float
    think: float
    file_bytes: float
    commits: float = 0.0
    wait_seconds: float = 0.0
    reads: float = 0.0
    read_wait: float = 0.0
    _commit: Client | None = field(default=None, repr=False)
    _read: Client | None = field(default=None, repr=False)

    def asks(self, pool: Pool, seconds: float) -> list[tuple[str, Client]]:
        """Commits go to the intent log; a few reads miss the cache."""
        busy = pool.world.chance.uniform(0.9, 1.1)
        self._read = Client("read", 16_384, 0.3, 0.04 * busy)
        asked = [("data", self._read)]
        self._commit = None
        if pool.logged(self.dataset) != "nothing":
            self._commit = Client("log", log_block(self.file_bytes), self.clients, self.think * busy)
            asked.append(("log", self._commit))
        return asked

    def answered(self, pool: Pool, seconds: float) -> None:
        """Count what was committed."""
        done = self._commit.done if self._commit else self.clients * seconds / self.think
        self.commits += done
        self.wait_seconds += self._commit.waited if self._commit else 0.0
        if self._read:
            self.reads += self._read.done
            self.read_wait += self._read.waited
        pool.wrote(self.dataset, done * self.file_bytes)
