"""A PostgreSQL server: buffers that sessions change, a log, and checkpoints that write the buffers and force them to disk.

A checkpoint writes what is dirty to the page cache of the kernel, spread over a part of the interval, and then waits until the
kernel has all of it on disk (postgres-docs: WAL Configuration). What the kernel has not written by then has to go out at once, and
commits wait behind it. With checkpoint_flush_after the server makes the kernel write while the checkpoint goes on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.parts.postgres_settings import PostgresSettings

BLOCK = 8192
_FLUSH_REQUEST = 131_072
_SEGMENT = 16 << 20
_SLOWED = 0.04
"""Part of the work that goes on while commits wait."""


@dataclass(eq=False)
class Checkpoint:
    """One that runs.

    Attributes:
        why: ``time``, ``wal``, or ``immediate force wait`` where somebody asked.
        begun: when.
        total: bytes that it has to write; `left` what it has not written.
        sync_begun: when it began to force them to disk; `behind` what the disk had written by then and what it must have written.
    """

    why: str
    begun: datetime
    total: float
    left: float
    sync_begun: datetime | None = None
    behind: tuple[float, float] = (0.0, 0.0)


@dataclass(eq=False)
class Postgres:
    """One server on a Linux host.

    Attributes:
        linux: the host.
        settings: its settings, in force and in files.
        change_bps: bytes of buffers that sessions newly make dirty in a second.
        wal_bps: bytes a second that they log.
        log_path: of the server's log.
        running: whether it runs; `complaint` what its last start said where it did not.
        counts: since the last reset, as pg_stat_bgwriter names them.
        stalls: when commits waited, and for how many seconds.
    """

    linux: LinuxHost
    settings: PostgresSettings
    change_bps: float
    wal_bps: float
    log_path: str
    zone: str = "UTC"
    running: bool = True
    dirty: float = 0.0
    wal_since: float = 0.0
    last: datetime | None = None
    checkpoint: Checkpoint | None = None
    counts: Counter[str] = field(default_factory=Counter)
    reset_at: datetime | None = None
    stalls: list[tuple[datetime, float]] = field(default_factory=list)
    estimate: float = 0.0
    written: float = 0.0
    taken: float = 0.0
    pid: int = 2211
    distance: float = 0.0
    _said: datetime = datetime.min

    # --- time

    def step(self, seconds: float) -> None:
        """Let sessions work, and a checkpoint go on or begin."""
        if not self.running:
            return
        world = self.linux.host.world
        share = _SLOWED if self.checkpoint and self.checkpoint.sync_begun else 1.0
        changed = world.about(self.change_bps, 0.05) * seconds * share
        self.dirty = min(0.9 * self.settings.bytes("shared_buffers"), self.dirty + changed)
        self.wal_since += world.about(self.wal_bps, 0.05) * seconds * share
        self.counts["buffers_alloc"] += round(changed / BLOCK * 1.7)
        self.counts["buffers_clean"] += round(changed / BLOCK * 0.01)
        self.counts["buffers_backend"] += round(changed / BLOCK * 0.06)
        if self.checkpoint is None:
            self._perhaps_begin()
        elif self.checkpoint.sync_begun is None:
            self._write(self.checkpoint)
        else:
            self._sync(self.checkpoint)

    def wal_limit(self) -> float:
        """Bytes of log after which a checkpoint begins before its time (luzanov-2020: distance between checkpoints)."""
        target = self.settings.number("checkpoint_completion_target")
        return self.settings.bytes("max_wal_size") / ((1 if self.settings.version >= 11 else 2) + target)

    def _perhaps_begin(self) -> None:
        now = self.linux.host.world.now
        since = (now - self.last).total_seconds() if self.last else 1e9
        if self.wal_since >= self.wal_limit():
            if since < self.settings.number("checkpoint_warning"):
                self.log(f"LOG:  checkpoints are occurring too frequently ({round(since)} seconds apart)")
                self.log('HINT:  Consider increasing the configuration parameter "max_wal_size".')
            self.begin("wal")
        elif since >= self.settings.number("checkpoint_timeout"):
            self.begin("time")

    def begin(self, why: str) -> None:
        """Begin a checkpoint."""
        now = self.linux.host.world.now
        self.checkpoint = Checkpoint(why, now, self.dirty, self.dirty)
        self.counts["checkpoints_timed" if why == "time" else "checkpoints_req"] += 1
        self.distance, self.wal_since, self.last = self.wal_since, 0.0, now
        self.estimate = max(self.distance, 0.9 * self.estimate + 0.1 * self.distance)
        self.dirty = 0.0
        if self.settings.on("log_checkpoints"):
            self.log(f"LOG:  checkpoint starting: {why}")

    def _write(self, now: Checkpoint) -> None:
        memory = self.linux.memory
        wanted = min(now.left, max(0.0, self._due(now) * now.total - (now.total - now.left)))
        done = memory.write(wanted) if wanted else 0.0
        now.left -= done
        self.taken += done
        if self.settings.bytes("checkpoint_flush_after"):
            self._hand_over(memory.dirty_bytes)
        if now.left < BLOCK:
            now.sync_begun = self.linux.host.world.now
            self._hand_over(memory.dirty_bytes)
            out = memory.device.counts["write_bytes"]
            now.behind = (out, out + memory.device.waiting + memory.dirty_bytes - 1)

    def _due(self, now: Checkpoint) -> float:
        """Part of a checkpoint that should be written by now: as far as the time to the next one has gone, or the log to its limit."""
        if now.why not in ("time", "wal"):
            return 1.0
        elapsed = (self.linux.host.world.now - now.begun).total_seconds() / self.settings.number("checkpoint_timeout")
        gone = max(elapsed, self.wal_since / self.wal_limit())
        return min(1.0, gone / max(0.001, self.settings.number("checkpoint_completion_target")))

    def _hand_over(self, wanted: float) -> None:
        """Make the kernel hand over what is unwritten, as far as the queue of the device takes it."""
        memory = self.linux.memory
        handed = memory.device.submit("cache", min(wanted, memory.dirty_bytes), _FLUSH_REQUEST)
        memory.dirty_bytes -= handed
        memory.writeback_bytes += handed

    def _sync(self, now: Checkpoint) -> None:
        memory = self.linux.memory
        self._hand_over(memory.dirty_bytes)
        if memory.device.counts["write_bytes"] >= now.behind[1]:
            self._complete(now)

    def _complete(self, now: Checkpoint) -> None:
        world, begun = self.linux.host.world, now.sync_begun
        assert begun
        write = (begun - now.begun).total_seconds() + world.chance.uniform(0.01, 0.4)
        sync = max(0.0, (world.now - begun).total_seconds() - world.chance.uniform(0.1, 0.9)) + world.chance.uniform(
            0.01, 0.12
        )
        files = world.chance.randint(80, 420)
        buffers = round(now.total / BLOCK)
        self.counts["buffers_checkpoint"] += buffers
        self.counts["checkpoint_write_time"] += round(write * 1000)
        self.counts["checkpoint_sync_time"] += round(sync * 1000)
        if sync > 1.5:
            self.stalls.append((begun, sync))
            self._slow_statements(sync)
        if self.settings.on("log_checkpoints"):
            share = 100 * now.total / self.settings.bytes("shared_buffers")
            recycled = round(self.distance / _SEGMENT)
            self.log(
                f"LOG:  checkpoint complete: wrote {buffers} buffers ({share:.1f}%); 0 WAL file(s) added, 0 removed, {recycled} recycled; "
                f"write={write:.3f} s, sync={sync:.3f} s, total={write + sync + 0.02:.3f} s; sync files={files}, "
                f"longest={sync * world.chance.uniform(0.25, 0.4):.3f} s, average={sync / files:.3f} s; "
                f"distance={self.distance / 1024:.0f} kB, estimate={self.estimate / 1024:.0f} kB"
            )
        self.checkpoint = None

    def _slow_statements(self, sync: float) -> None:
        least = self.settings.number("log_min_duration_statement")
        if 0 <= least < sync * 1000:
            for number in range(3):
                took = sync * 1000 * self.linux.host.world.chance.uniform(0.6, 0.98)
                self.log(f"LOG:  duration: {took:.3f} ms  statement: COMMIT", self.pid + 40 + 7 * number)

    # --- what it is asked

    def expected_sync(self, settings: dict[str, float], kernel: dict[str, str]) -> float:
        """About how many seconds a checkpoint would wait for the disk, with these settings of server and kernel."""
        memory = self.linux.memory
        rate = self.change_bps / max(0.1, settings["checkpoint_completion_target"])
        if settings["checkpoint_flush_after"]:
            return 0.5
        backlog = rate * 33 + 4e6
        background = float(kernel["vm.dirty_background_bytes"])
        background = background or float(kernel["vm.dirty_background_ratio"]) / 100 * memory.dirtyable_bytes
        return min(backlog, background * 1.2) / memory.device.write_bps

    def log(self, text: str, pid: int = 0) -> None:
        """A line of the server's log."""
        world = self.linux.host.world
        stamp = max(world.now + timedelta(milliseconds=world.chance.randint(1, 400)), self._said)
        self._said = stamp + timedelta(milliseconds=1)
        line = f"{stamp:%Y-%m-%d %H:%M:%S}.{stamp.microsecond // 1000:03d} {self.zone} [{pid or self.pid}] {text}\n"
        self.linux.host.files.write(self.log_path, line, more=True)

    # --- start and stop

    def reload(self) -> None:
        """Read the files again, as SIGHUP has it."""
        self.log("LOG:  received SIGHUP, reloading configuration files", self.pid - 7)
        for name, text, restart in self.settings.reload():
            if restart:
                self.log(f'LOG:  parameter "{name}" cannot be changed without restarting the server', self.pid - 7)
            else:
                self.log(f'LOG:  parameter "{name}" changed to "{text}"', self.pid - 7)

    def start(self) -> None:
        """Start, with what stands in the files."""
        self.settings.restart()
        self.running = self.settings.bytes("shared_buffers") < 0.85 * self.linux.memory.ram_bytes
        main = self.pid - 7
        self.log(
            f"LOG:  starting PostgreSQL {self.settings.full_version} on x86_64-redhat-linux-gnu, compiled by gcc (GCC) 11.4.1, 64-bit",
            main,
        )
        if not self.running:
            self.log("FATAL:  could not map anonymous shared memory: Cannot allocate memory", main)
            return
        self.log("LOG:  database system is ready to accept connections", main)
        self.linux.memory.segment_bytes = self.settings.bytes("shared_buffers")
        self.last, self.dirty, self.wal_since = self.linux.host.world.now, 0.0, 0.0

    def stop(self) -> None:
        """Stop: what is dirty goes to disk first."""
        self.log("LOG:  received fast shutdown request", self.pid - 7)
        self.log("LOG:  database system is shut down", self.pid - 7)
        self.running, self.checkpoint = False, None
        self.linux.memory.segment_bytes = 0.0
        self.dirty = 0.0

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        if self.dirty > self.settings.bytes("shared_buffers"):
            found.append("more buffers are dirty than there are")
        if self.checkpoint and not -1 <= self.checkpoint.left <= self.checkpoint.total:
            found.append("a checkpoint has more to write than it had")
        return found
