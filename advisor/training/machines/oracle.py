"""An Oracle instance on Linux with a pool of huge pages (closson-2010; oracle-use-large-pages; linux-hugetlbpage).

Before the exercise the instance ran for some time; then something was changed, and it was started anew. Whether its SGA lies in huge
pages after that is decided by the pool on each node, the limit on locked memory, how memory is managed, and the version.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from advisor.training.host import Host, Process
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.linux_files import count_past
from advisor.training.parts.linux_host import LinuxHost, Mount, NotStarted, Service, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.oracle_alert import AlertLog
from advisor.training.parts.oracle_instance import Instance, NoStart
from advisor.training.parts.oracle_limits import UNLIMITED, Logins, Unit, login_limit
from advisor.training.parts.sizes import GIB, HUGE, KIB, MIB
from advisor.training.tools import basic, filters, linux, oracle, oracle_host
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "host": "db1", "sid": "ORCL", "version": "19.0.0.0.0", "ram-gib": 64, "nodes": 2,
    "sga-gib": 32, "sga-before-gib": 0, "memory-target-gib": 0, "pga-gib": 6, "sessions": 150, "session-mib": 12, "touch": 0.35,
    "use": "TRUE", "numa": False, "pool-share": 1.02, "pool-before-share": 0.0, "poor-share": 0.5, "fragmented": 0.05, "memlock": "unlimited",
    "started-by": "login", "unit-memlock": "", "shm-gib": 0, "uptime-days": 60, "changed-minutes": 4000,
    "fine-before": False,
}  # fmt: skip
_LAST_SECONDS = 90
"""So much of what came before is stepped through, so that loads and queues are those of a host at work."""
_RELEASES = {"11": "el6", "12": "el7", "19": "el8"}
"""What each version runs on."""


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let happen what came before."""
    values = {**DEFAULTS, **drawn}
    made = _host(world, values)
    host = made.host
    instance = _instance(made, values)
    host.parts |= {"logins": Logins(host), "instance": instance}
    _limits(host, values)
    if values["started-by"] == "unit":
        host.parts["unit"] = _unit(made, instance, values)
    instance.autostart = lambda: starting_limit(host)
    _furnish(host, instance)
    dba = Dba(made, instance)
    Past(made, instance, values).happens()
    host.at_boot.insert(0, instance.stop)
    if "unit" not in host.parts:
        host.at_boot.append(instance.booted)
    dba.limit = login_limit(host, "oracle")
    instance.on_start.append(dba.names_change)
    dba.names_change()
    return Machine(
        world, {host.name: host}, host.name, dba.names, mended=lambda: instance.in_huge_pages, lasting=dba.lasting,
        in_service=lambda _: instance.running and not dba.window, problems=lambda: problems(made, instance),
        actions={"window": dba.agree, "restart": dba.restart, "log-in-anew": dba.log_in, "state": dba.state},
    )  # fmt: skip


def starting_limit(host: Host) -> float:
    """What the instance may lock when the host starts it: that of its unit, or of a login."""
    unit = host.parts.get("unit")
    return unit.limit if isinstance(unit, Unit) else login_limit(host, "oracle")


class Past:
    """What came before: a boot, a start that went well or not, a change, and the start that is complained of."""

    def __init__(self, linux: LinuxHost, instance: Instance, values: Drawn) -> None:
        """Keep who takes part."""
        self.linux, self.host, self.instance, self.values = linux, linux.host, instance, values
        self.pool = linux.memory.pool

    def happens(self) -> None:
        """Run through it, and stand at the present with what it left behind."""
        world, instance, values = self.host.world, self.instance, self.values
        now = world.now
        parts, world.parts = world.parts, []  # long quiet times are not stepped through
        pages = round(instance.wanted * float(values["pool-share"]))
        before = self._before(pages)
        if values["fine-before"]:
            self._fine(pages)
        world.now = self.host.booted
        self.linux.begin()
        try:
            instance.start(starting_limit(self.host))
        except NoStart:
            instance.stop()
        if values["changed-minutes"]:
            world.now = now - timedelta(minutes=float(values["changed-minutes"]))
            if instance.running:
                instance.shut()
            instance.spfile |= before
            self._change(pages)
            try:
                instance.start(starting_limit(self.host))
            except NoStart:
                instance.stop()
        world.now, world.parts = now - timedelta(seconds=_LAST_SECONDS), parts
        instance.step(0.0)
        self.linux.memory.settle()
        count_past(self.linux)
        world.wait(_LAST_SECONDS)
        world.begins, self.linux.cpu.loads = now, [self.linux.cpu.loads[0]] * 3

    def _fine(self, pages: int) -> None:
        """Before the host was restarted it was started by hand, with as many pages on each node."""
        self.host.world.now = self.host.booted - timedelta(days=90, seconds=self.host.world.chance.randint(0, 80_000))
        self.pool.set_pages(pages)
        self.instance.start(login_limit(self.host, "oracle"))
        self.host.world.now = self.host.booted - timedelta(minutes=9)
        self.instance.shut()

    def _before(self, pages: int) -> dict[str, str]:
        """Set back what was changed later; what has to be set again is returned."""
        spfile, values = self.instance.spfile, self.values
        small = float(values["sga-before-gib"])
        changed: dict[str, str] = {
            name: spfile[name] for name in ("sga_max_size", "sga_target") if small and name in spfile
        }
        spfile |= dict.fromkeys(changed, f"{small:g}G")
        share = float(values["pool-before-share"])
        first = round(self.instance.wanted * share) if share else pages
        if self.values["poor-share"] != 0.5:
            poor = round(pages * float(values["poor-share"]))
            rows = [(poor, 0), (pages - poor, 1)]
            text = "".join(
                f"echo {n} > /sys/devices/system/node/node{node}/hugepages/hugepages-2048kB/nr_hugepages\n"
                for n, node in rows
            )
            self.host.files.put("/etc/rc.d/rc.local", f"#!/bin/bash\ntouch /var/lock/subsys/local\n{text}")
        elif first:
            self._setting(first)
        return changed

    def _setting(self, pages: int) -> None:
        text = "# Oracle\nkernel.shmmax = 4398046511104\nkernel.shmall = 1073741824\nkernel.shmmni = 4096\nfs.aio-max-nr = 1048576\n"
        self.host.files.put("/etc/sysctl.conf", f"{text}vm.nr_hugepages = {pages}\n")

    def _change(self, pages: int) -> None:
        self.pool.fragment(float(self.values["fragmented"]))
        if self.values["pool-before-share"]:
            self.pool.set_pages(pages)


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


def starting_limit_of_files(host: Host) -> float:
    """The same after a restart, when all files are read anew."""
    unit = host.parts.get("unit")
    if not isinstance(unit, Unit):
        return login_limit(host, "oracle")
    fresh = Unit(host, unit.name)
    fresh.reload()
    return fresh.limit


def problems(linux: LinuxHost, instance: Instance) -> list[str]:
    """What does not add up."""
    found = linux.problems()
    if instance.running and instance.begun is not None:
        if sum(instance.pages) * HUGE + instance.small_bytes != instance.begun.wanted * HUGE:
            found.append("the SGA is not the sum of its huge and its small pages")
        if sum(instance.pages) * HUGE > instance.limit:
            found.append("more is locked than may be")
    if not instance.running and (any(instance.pages) or instance.small_bytes):
        found.append("an instance that is down holds memory")
    return found


def _host(world: World, values: Drawn) -> LinuxHost:
    ram, nodes, chance = int(values["ram-gib"]) * GIB * 0.985, int(values["nodes"]), world.chance
    system = BlockDevice("sda", 300e9, 150e6, 160e6, 0.0035, model="SAS-10K")
    data = BlockDevice("sdb", 2e12, 600e6, 800e6, 0.0005, model="ARRAY-LUN")
    made = linux_host(world, str(values["host"]), _RELEASES[str(values["version"])[:2]], ram, 16 * nodes, [system, data], 16 * GIB,
                      int(values["uptime-days"]), nodes=nodes)  # fmt: skip
    host = made.host
    host.restart_seconds = 480.0
    host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS, **oracle.TOOLS, **oracle_host.TOOLS}
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime,attr2,inode64", 270e9, lambda: 61e9))
    made.mount(Mount("/dev/sdb1", "/u01", "xfs", "rw,noatime,attr2,inode64", 1.98e12, lambda: 1.2e12))
    made.start_program(Program("root", 0, "", chance.uniform(0.8, 1.2) * GIB, 0.75))
    made.cpu.user_share, made.cpu.system_share, made.cpu.switches = 0.04, 0.02, 4500.0
    return made


def _dev_shm(made: LinuxHost, size_bytes: float) -> Mount:
    """The file system in memory; its files are the granules of an instance, and a restart gives it its size back."""
    shm = Mount("tmpfs", "/dev/shm", "tmpfs", "rw,nosuid,nodev", size_bytes, lambda: 0.0)

    def resize(size: float) -> None:
        shm.size_bytes = size

    shm.resize = resize
    made.mount(shm)
    made.host.at_boot.append(lambda: resize(size_bytes))
    return shm


def _instance(made: LinuxHost, values: Drawn) -> Instance:
    host = made.host
    sid, version = str(values["sid"]), str(values["version"])
    home = {"11": "/u01/app/oracle/product/11.2.0/dbhome_1", "12": "/u01/app/oracle/product/12.1.0/dbhome_1"}.get(
        version[:2], "/u01/app/oracle/product/19.0.0/dbhome_1"
    )
    path = f"/u01/app/oracle/diag/rdbms/{sid.lower()}/{sid}/trace/alert_{sid}.log"
    host.files.put(path, "")
    host.files.folder(f"{home}/dbs")
    host.files.folder("/var/tmp")
    spfile = {"processes": str(max(300, 2 * int(values["sessions"])))}
    target = int(values["memory-target-gib"])
    spfile |= {"memory_max_target": f"{target}G", "memory_target": f"{target}G"} if target else {
        "sga_max_size": f"{values['sga-gib']}G", "sga_target": f"{values['sga-gib']}G", "pga_aggregate_target": f"{values['pga-gib']}G"
    }  # fmt: skip
    spfile |= {"db_name": sid} | ({"use_large_pages": str(values["use"])} if values["use"] != "TRUE" else {})
    if values["numa"]:
        spfile["_enable_NUMA_support"] = "TRUE"
    shm = _dev_shm(made, float(values["shm-gib"] or values["ram-gib"] / 2) * GIB)
    instance = Instance(
        host, sid, version, made, shm, AlertLog(host, version, path), spfile, int(values["sessions"]),
        float(values["session-mib"]) * MIB, float(values["touch"]), home,
    )  # fmt: skip
    shm.used = lambda: instance.small_shared_bytes() if instance.in_files else 0.0
    return instance


def _limits(host: Host, values: Drawn) -> None:
    files = host.files
    files.folder("/etc/security/limits.d")
    files.put(
        "/etc/security/limits.conf",
        "# /etc/security/limits.conf\n#<domain>      <type>  <item>         <value>\n# End of file\n",
    )
    rows = {"soft nofile": "1024", "hard nofile": "65536", "soft nproc": "16384", "hard nproc": "16384"}
    if values["memlock"]:
        rows |= {"soft memlock": str(values["memlock"]), "hard memlock": str(values["memlock"])}
    files.put("/etc/security/limits.d/oracle.conf", "".join(f"oracle {what} {value}\n" for what, value in rows.items()))


def _unit(made: LinuxHost, instance: Instance, values: Drawn) -> Unit:
    host = made.host
    path = "/etc/systemd/system/oracle-rdbms.service"
    limit = f"LimitMEMLOCK={values['unit-memlock']}\n" if values["unit-memlock"] else ""
    home = "/u01/app/oracle/product/19.0.0/dbhome_1"
    host.files.put(
        path,
        "[Unit]\nDescription=Oracle database\nAfter=network.target\n\n[Service]\nType=oneshot\nRemainAfterExit=yes\nUser=oracle\n"
        f"{limit}ExecStart={home}/bin/dbstart {home}\nExecStop={home}/bin/dbshut {home}\n\n[Install]\nWantedBy=multi-user.target\n",
    )
    unit = Unit(host, "oracle-rdbms.service")
    service = Service(unit.name, "Oracle database", once=True)

    def reread() -> None:
        unit.reload()
        service.properties["LimitMEMLOCK"] = "infinity" if unit.limit == UNLIMITED else f"{unit.limit:.0f}"

    def start() -> None:
        if instance.running:
            return
        try:
            instance.start(unit.limit)
        except NoStart as failed:
            raise NotStarted from failed

    def stop() -> None:
        if instance.running:
            instance.shut()

    service.started, service.stop, service.reread = start, stop, reread
    reread()
    made.services[unit.name] = service
    return unit


def _furnish(host: Host, instance: Instance) -> None:
    files = host.files
    files.put(
        "/etc/sysctl.conf",
        "# Oracle\nkernel.shmmax = 4398046511104\nkernel.shmall = 1073741824\nfs.aio-max-nr = 1048576\n",
    )
    files.put("/etc/rc.d/rc.local", "#!/bin/bash\ntouch /var/lock/subsys/local\n")
    instance.on_start.append(lambda: _process_files(host, instance, instance.pid))
    for name, pid in (("sshd: /usr/sbin/sshd -D", 1102), ("/usr/sbin/crond -n", 1140), ("/usr/sbin/chronyd", 988)):
        host.processes.append(Process("root", pid, name))
    host.processes.append(Process("oracle", 2204, "/u01/app/oracle/product/bin/tnslsnr LISTENER -inherit"))


def _process_files(host: Host, instance: Instance, pid: int) -> None:
    """The files of pmon and of one session; those of processes that are gone cannot be read."""
    for offset in (4, 60):
        host.files.put(
            f"/proc/{pid + offset}/limits", lambda: oracle_host.of_process(instance, pid, oracle_host.limits_of)
        )
        host.files.put(
            f"/proc/{pid + offset}/status", lambda: oracle_host.of_process(instance, pid, oracle_host.status_of)
        )
