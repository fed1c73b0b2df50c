"""An Oracle instance on Linux with a pool of huge pages (closson-2010; oracle-use-large-pages; linux-hugetlbpage).

Before the exercise the instance ran for some time; then something was changed, and it was started anew. Whether its SGA lies in huge
pages after that is decided by the pool on each node, the limit on locked memory, how memory is managed, and the version.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.training.host import Host, Process
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.machines.oracle_past import Past, starting_limit
from advisor.training.machines.oracle_staff import Dba
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.linux_host import LinuxHost, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.mount import Mount
from advisor.training.parts.oracle_alert import AlertLog
from advisor.training.parts.oracle_instance import Instance, NoStart, amount
from advisor.training.parts.oracle_limits import UNLIMITED, Logins, Unit, login_limit
from advisor.training.parts.service import NotStarted, Service
from advisor.training.parts.sizes import GIB, HUGE, MIB
from advisor.training.tools import basic, filters, linux, oracle, oracle_host
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "host": "db1", "sid": "ORCL", "version": "19.0.0.0.0", "ram-gib": 64, "nodes": 2,
    "sga-gib": 32, "sga-before-gib": 0, "memory-target-gib": 0, "pga-gib": 6, "sessions": 150, "session-mib": 12, "touch": 0.35,
    "use": "TRUE", "numa": False, "pool-share": 1.02, "pool-before-share": 0.0, "poor-share": 0.5, "fragmented": 0.05, "memlock": "unlimited",
    "started-by": "login", "unit-memlock": "", "shm-gib": 0, "uptime-days": 60, "changed-minutes": 4000,
    "fine-before": False, "target-before-gib": 0,
}  # fmt: skip
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
    refused = bool(values["target-before-gib"])  # it does not open at all: that it opens with the new size mends it

    def opens() -> bool:
        return instance.running and instance.sga(instance.given) >= 0.5 * float(values["memory-target-gib"]) * GIB

    def lasting() -> bool:
        return dba.lasting() or (refused and _shm_at_boot(host) >= instance.target(instance.spfile) > 0)

    return Machine(
        world, {host.name: host}, host.name, dba.names, mended=opens if refused else lambda: instance.in_huge_pages, lasting=lasting,
        in_service=lambda _: instance.running and not dba.window, problems=lambda: problems(made, instance),
        actions={"window": dba.agree, "restart": dba.restart, "log-in-anew": dba.log_in, "state": dba.state},
    )  # fmt: skip


def _shm_at_boot(host: Host) -> float:
    """The size that /etc/fstab gives /dev/shm; 0 where it says none."""
    text = host.files.read("/etc/fstab") if host.files.has("/etc/fstab") else ""
    found = re.search(r"^\S+\s+/dev/shm\s+tmpfs\s+\S*\bsize=(\d{1,12}[kKmMgG]?)\b", text, re.MULTILINE)
    return amount(found[1]) if found else 0.0


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
    host.processes.append(Process("root", 988, "/usr/sbin/chronyd"))
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
