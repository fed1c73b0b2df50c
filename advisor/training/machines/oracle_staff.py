"""The database administrator of an Oracle instance, and what is agreed."""

from __future__ import annotations

from advisor.training.machines.oracle_past import starting_limit_of_files
from advisor.training.parts.linux_host import LinuxHost
from advisor.training.parts.oracle_instance import Instance, NoStart
from advisor.training.parts.oracle_limits import Unit, login_limit
from advisor.training.parts.sizes import GIB, HUGE, KIB


class Dba:
    """The database administrator, with a shell that was opened long ago."""

    def __init__(self, linux: LinuxHost, instance: Instance) -> None:
        """Nothing is agreed yet."""
        self.linux, self.host, self.instance = linux, linux.host, instance
        self.window = False
        self.limit = 0.0
        self.names: dict[str, str] = {}

    def names_change(self) -> None:
        """Fill in what scenarios write into texts."""
        instance, pool = self.instance, self.instance.pool
        nodes = len(pool.nodes)
        wanted = self._wanted()
        pages = wanted + 24
        sga = max(1, round(self._sga() / GIB))
        self.names.update({
            "host": self.host.name, "sid": instance.sid, "log": instance.log.path, "pmon": str(instance.pid + 4),
            "session": str(instance.pid + 60), "pages": str(pages), "node_pages": str(pages // nodes + 12),
            "all_nodes_pages": str((pages // nodes + 12) * nodes), "wanted": str(wanted), "pool": str(pool.pages), "sga": f"{sga}G",
            "pga": instance.spfile.get("pga_aggregate_target", "4G"), "spfile": instance.spfile_path, "sessions": str(instance.sessions),
            "memlock": str(int(0.9 * self.linux.memory.ram_bytes / KIB)), "ram": f"{self.host.ram_bytes / GIB:.0f}",
        })  # fmt: skip
        if (unit := self.host.parts.get("unit")) and isinstance(unit, Unit):
            self.names["unit"] = unit.name

    def _sga(self) -> float:
        return self.instance.sga(self.instance.spfile)

    def _wanted(self) -> int:
        """Pages that the SGA needs once nothing else keeps it from them."""
        plain = {name: value for name, value in self.instance.spfile.items() if not name.startswith("memory_")}
        if "sga_target" not in plain:
            plain["sga_target"] = f"{max(1, round(self._sga() / GIB))}G"
        return sum(pages for _, pages in self.instance.segments(plain))

    def lasting(self) -> bool:
        """Whether it would lie in huge pages after a restart of the host, too."""
        instance, given = self.instance, self.instance.spfile
        segments = instance.segments(given)
        limit = starting_limit_of_files(self.host)
        if instance.target(given) or given.get("use_large_pages", "TRUE") == "FALSE" or limit < instance.wanted * HUGE:
            return False
        left = self.linux.pages_after()
        fits = [node is None or pages <= left[node] for node, pages in segments]
        return all(fits) and sum(left) >= instance.wanted

    def agree(self) -> str:
        """A window: the clock goes to the evening, and nobody works."""
        if self.window or not self.instance.running:
            return "The database may be stopped and started now, nobody works with it."
        world = self.host.world
        evening = world.now.replace(hour=21, minute=world.chance.randint(5, 40))
        world.now = evening if evening > world.now else world.now
        self.linux.memory.settle()
        self.window = True
        return "It is past nine in the evening now and nobody works any more. You have the window: the database may be stopped and started."

    def restart(self) -> str:
        """A restart from the shell that the administrator has had open all the time."""
        if self.instance.running and not self.window:
            return "Not while they work. Ask me for a window."
        if self.instance.running:
            self.instance.shut()
        try:
            self.instance.start(self.limit)
        except NoStart as failed:
            return f"It does not start. It says: {str(failed).splitlines()[0]}"
        return "I have restarted it from my shell, and it is open again."

    def log_in(self) -> str:
        """Log in anew: limits are read again."""
        self.limit = login_limit(self.host, "oracle")
        return "I have logged out and in again."

    def state(self) -> str:
        """Whether it is up."""
        return "It is open." if self.instance.running else "It is down; the start fails."
