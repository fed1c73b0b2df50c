"""Files of a Linux host that its tools read: /proc/meminfo, /proc/vmstat and others, made of the state of its parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from advisor.training.parts.distributions import DISTRIBUTIONS
from advisor.training.parts.huge_pool import POOL
from advisor.training.parts.sizes import HUGE

if TYPE_CHECKING:
    from advisor.training.parts.linux_host import LinuxHost


def setting_defaults(dirty: int, background: int, kernel: str) -> dict[str, str]:
    """What a kernel begins with; those before 2.6.29 know no limits in bytes."""
    values = {
        "vm.dirty_ratio": str(dirty), "vm.dirty_background_ratio": str(background), "vm.dirty_expire_centisecs": "3000",
        "vm.dirty_writeback_centisecs": "500", "vm.swappiness": "60", "vm.vfs_cache_pressure": "100", "vm.overcommit_memory": "0",
        "vm.overcommit_ratio": "50", "vm.min_free_kbytes": "67584", "vm.nr_hugepages": "0", "vm.zone_reclaim_mode": "0",
        "vm.drop_caches": "0", "kernel.shmmax": "68719476736", "kernel.shmall": "4294967296", "kernel.sem": "250\t32000\t32\t128",
        "kernel.hung_task_timeout_secs": "120", "fs.file-max": "1611021", "net.core.somaxconn": "4096", "fs.aio-max-nr": "65536",
        "kernel.shmmni": "4096", "vm.hugetlb_shm_group": "0",
    }  # fmt: skip
    if not kernel.startswith("2.6.18"):
        values |= {"vm.dirty_bytes": "0", "vm.dirty_background_bytes": "0", "vm.nr_overcommit_hugepages": "0"}
    return values


def meminfo(linux: LinuxHost) -> str:
    """/proc/meminfo as this kernel writes it."""
    m, old = linux.memory, linux.kernel < (2, 6, 32)
    cache, available = m.cached_bytes + m.buffers_bytes, linux.kernel >= (3, 10)
    active = 0.35 * cache
    anon, swap_free = m.anon_bytes, m.swap_bytes - m.swapped_bytes
    rows: list[tuple[str, float]] = [("MemTotal", m.ram_bytes), ("MemFree", m.free_bytes)]
    rows += [("MemAvailable", m.available_bytes)] if available else []
    rows += [
        ("Buffers", m.buffers_bytes),
        ("Cached", m.cached_bytes + m.shmem_bytes),
        ("SwapCached", min(m.swapped_bytes, 0.002 * m.ram_bytes)),
    ]
    rows += [("Active", anon * 0.8 + active), ("Inactive", anon * 0.2 + m.shmem_bytes + cache - active)]
    if not old:
        rows += [("Active(anon)", anon * 0.8), ("Inactive(anon)", anon * 0.2 + m.shmem_bytes)]
        rows += [("Active(file)", active), ("Inactive(file)", cache - active), ("Unevictable", 0), ("Mlocked", 0)]
    rows += [
        ("SwapTotal", m.swap_bytes),
        ("SwapFree", swap_free),
        ("Dirty", m.unwritten()[0]),
        ("Writeback", m.unwritten()[1]),
    ]
    rows += [("AnonPages", anon), ("Mapped", m.cache_floor * 0.8)] + ([] if old else [("Shmem", m.shmem_bytes)])
    rows += [("KReclaimable", m.slab_bytes)] if linux.kernel >= (4, 18) else []
    rows += [("Slab", m.slab_bytes + 0.25 * m.kernel_bytes)]
    rows += [] if old else [("SReclaimable", m.slab_bytes), ("SUnreclaim", 0.25 * m.kernel_bytes), ("KernelStack", 9e6)]
    tables = m.shared_table_bytes or 0.002 * m.shmem_bytes
    rows += [("PageTables", 0.002 * anon + tables + 8e6), ("NFS_Unstable", 0), ("Bounce", 0)]
    wanted = sum(p.wants_bytes for p in m.programs) + m.shmem_bytes
    rows += [
        ("CommitLimit", (m.ram_bytes - m.huge_bytes) / 2 + m.swap_bytes),
        ("Committed_AS", wanted * 1.1 + 2e8),
        ("VmallocTotal", 34359738367 * 1024),
    ]
    rows += [("VmallocUsed", 2.9e8)]
    rows += [("AnonHugePages", m.anon_huge_bytes)] if linux.kernel >= (2, 6, 32) else []
    out = "".join(f"{name + ':':<16}{max(0.0, value) / 1024:8.0f} kB\n" for name, value in rows)
    return out + _pool_rows(linux)


def _pool_rows(linux: LinuxHost) -> str:
    pool, old = linux.memory.pool, linux.kernel < (2, 6, 32)
    rows = {"Total": pool.pages, "Free": pool.free_pages, "Rsvd": pool.reserved_pages} | ({} if old else {"Surp": 0})
    out = "".join(f"{f'HugePages_{name}:':<16}{value:8d}\n" for name, value in rows.items())
    out += f"Hugepagesize:   {HUGE >> 10:8d} kB\n"
    if linux.kernel >= (4, 18):
        out += f"Hugetlb:        {linux.memory.huge_bytes / 1024:8.0f} kB\n"
    if old:
        return out
    small = 310_272
    return out + f"DirectMap4k:    {small:8d} kB\nDirectMap2M:    {linux.host.ram_bytes / 1024 - small:8.0f} kB\n"


def vmstat(linux: LinuxHost) -> str:
    """/proc/vmstat, the lines that matter."""
    m = linux.memory
    background, limit = m.limits()
    total_in, total_out = (sum(disk.counts[name] for disk in linux.disks) / 1024 for name in ("in_bytes", "out_bytes"))
    rows: list[tuple[str, float]] = [
        ("nr_free_pages", m.free_bytes / 4096), ("nr_inactive_anon", m.anon_bytes * 0.2 / 4096),
        ("nr_active_anon", m.anon_bytes * 0.8 / 4096),
        ("nr_anon_pages", m.anon_bytes / 4096), ("nr_file_pages", (m.cached_bytes + m.buffers_bytes + m.shmem_bytes) / 4096),
        ("nr_dirty", m.unwritten()[0] / 4096), ("nr_writeback", m.unwritten()[1] / 4096), ("nr_shmem", m.shmem_bytes / 4096),
    ]  # fmt: skip
    if linux.kernel >= (2, 6, 36):
        rows += [("nr_dirty_threshold", limit / 4096), ("nr_dirty_background_threshold", background / 4096)]
    rows += [
        ("pgpgin", total_in),
        ("pgpgout", total_out),
        ("pswpin", m.counts["pswpin"]),
        ("pswpout", m.counts["pswpout"]),
    ]
    rows += [("pgmajfault", m.counts["pgmajfault"])]
    rows += [(name, value) for name, value in m.counts.items() if name not in ("pswpin", "pswpout", "pgmajfault")]
    return "".join(f"{name} {max(0.0, value):.0f}\n" for name, value in rows)


def swaps(linux: LinuxHost) -> str:
    """/proc/swaps, which `swapon -s` prints as well."""
    m = linux.memory
    head = "Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n"
    if not m.swap_bytes:
        return head
    return (
        head
        + f"/dev/{m.swap_device.name}2                               partition\t{m.swap_bytes / 1024:.0f}\t{m.swapped_bytes / 1024:.0f}\t-2\n"
    )


def diskstats(linux: LinuxHost) -> str:
    """/proc/diskstats: reads, writes, sectors and milliseconds."""
    out = ""
    for number, disk in enumerate(linux.disks):
        c = disk.counts
        reads, writes = round(c["reads"]), round(c["writes"])
        out += (
            f"   8 {16 * number:7d} {disk.name} {reads} 0 {c['read_bytes'] / 512:.0f} {c['read_wait'] * 1000:.0f} {writes} 0 "
            f"{c['write_bytes'] / 512:.0f} {c['write_wait'] * 1000:.0f} {min(disk.requests, 128):.0f} {c['busy'] * 1000:.0f} "
            f"{c['queued'] * 1000:.0f}\n"
        )
    return out


def _loadavg(linux: LinuxHost) -> str:
    one, five, fifteen = linux.cpu.loads
    return f"{one:.2f} {five:.2f} {fifteen:.2f} {max(1, linux.cpu.running)}/{312 + len(linux.tasks())} {linux.host.next_pid}\n"


def count_past(linux: LinuxHost) -> None:
    """Count what came since the start, before anybody looked."""
    chance, up = linux.host.world.chance, linux.host.uptime_seconds
    for disk in linux.disks:
        out, into = chance.uniform(60e3, 300e3) * up, chance.uniform(5e3, 60e3) * up
        writes, reads = out / 24e3, into / 22e3
        wait = disk.request_seconds + 0.001
        disk.counts.update({
            "out_bytes": out, "write_bytes": out, "writes": writes, "in_bytes": into, "read_bytes": into, "reads": reads,
            "write_wait": writes * wait, "read_wait": reads * wait, "busy": (writes + reads) * wait * 0.7, "queued": (writes + reads) * wait,
        })  # fmt: skip
    total = linux.cpu.cpus * up
    user, system, wait = 0.8 * linux.cpu.user_share * total, 0.8 * linux.cpu.system_share * total, 0.004 * total
    linux.cpu.ticks.update({"us": user, "sy": system, "wa": wait, "st": 0.0, "id": total - user - system - wait})
    linux.cpu.ticks.update({"cs": linux.cpu.switches * up, "in": linux.cpu.switches * 0.7 * up})


def _boot_lines(linux: LinuxHost) -> list[tuple[float, str]]:
    made, m = DISTRIBUTIONS[linux.release], linux.memory
    lines = [
        (0.0, f"Linux version {made.kernel} (mockbuild@build.example.org) (gcc) {made.build}"),
        (0.0, f"Command line: BOOT_IMAGE=/vmlinuz-{made.kernel} {linux.boot.line}"),
        (0.004, f"Memory: {m.ram_bytes / 1024 - 180_000:.0f}K/{m.ram_bytes / 1024 + 400_000:.0f}K available"),
    ]
    for number, disk in enumerate(linux.disks):
        blocks = disk.size_bytes // 512
        size = f"({disk.size_bytes / 1e9:.0f} GB/{disk.size_bytes / 2**30:.0f} GiB)"
        lines.append(
            (1.9 + number * 0.11, f"sd {number}:0:0:0: [{disk.name}] {blocks:.0f} 512-byte logical blocks: {size}")
        )
        lines.append((2.0 + number * 0.11, f"sd {number}:0:0:0: [{disk.name}] Attached SCSI disk"))
    lines.append(
        (5.2, f"Adding {m.swap_bytes / 1024:.0f}k swap on /dev/{linux.disks[0].name}2.  Priority:-2 extents:1")
    )
    return lines


def furnish(linux: LinuxHost) -> None:
    """Place the files, count the past, and let the kernel have said what it says at a start."""
    files, made = linux.host.files, DISTRIBUTIONS[linux.release]
    for folder in ("/proc", "/sys", "/var/tmp", "/etc/default", "/etc/systemd/system", "/boot"):
        files.folder(folder)
    files.put("/proc/meminfo", lambda: meminfo(linux), setting=POOL)
    files.put("/proc/vmstat", lambda: vmstat(linux))
    files.put("/proc/swaps", lambda: swaps(linux))
    files.put("/proc/diskstats", lambda: diskstats(linux))
    files.put("/proc/loadavg", lambda: _loadavg(linux))
    files.put("/proc/uptime", lambda: f"{linux.host.uptime_seconds:.2f} {linux.cpu.ticks['id']:.2f}\n")
    files.put("/proc/version", f"Linux version {made.kernel} (mockbuild@build.example.org) (gcc) {made.build}\n")
    files.put("/proc/mounts", lambda: "".join(f"{m.device} {m.path} {m.kind} {m.options} 0 0\n" for m in linux.mounts))
    files.put("/etc/fstab", f"/dev/{linux.disks[0].name}2              swap                 swap     defaults 0 0\n")
    if linux.kernel >= (4, 20):
        for name in ("memory", "io", "cpu"):
            files.put(f"/proc/pressure/{name}", lambda name=name: linux.pressure.text(name))  # type: ignore[misc]
    if re.match("el[56]", linux.release):
        files.put("/etc/redhat-release", made.pretty + "\n")
    else:
        files.put("/etc/os-release", f'NAME="{made.pretty.split()[0]}"\nPRETTY_NAME="{made.pretty}"\n')
    files.put("/etc/sysctl.conf", "# Kernel sysctl configuration file\nkernel.shmmax = 68719476736\n")
    linux.settings.watch.append(
        lambda name, value: linux.memory.drop_clean() if name == "vm.drop_caches" and value != "0" else None
    )
    linux.settings.watch.append(lambda name, value: linux.memory.pool.set_pages(int(value)) if name == POOL else None)
    for number in range(len(linux.memory.pool.nodes)):
        _node_files(linux, number)
    count_past(linux)
    linux.log.at_start = _boot_lines(linux)
    linux.log.boot()


def _node_files(linux: LinuxHost, number: int) -> None:
    """The files of the pool on one node of memory."""
    pool, files = linux.memory.pool, linux.host.files
    folder = f"/sys/devices/system/node/node{number}/hugepages/hugepages-2048kB"

    def take(text: str) -> None:
        if re.fullmatch(r"\d{1,9}", text.strip()):
            pool.set_node(number, int(text))

    files.put(
        f"{folder}/nr_hugepages",
        lambda: f"{pool.nodes[number].pages}\n",
        take,
        setting=f"nr_hugepages of node {number}",
    )
    files.put(
        f"{folder}/free_hugepages",
        lambda: f"{pool.nodes[number].pages - pool.reserved(number) + pool.untouched(number)}\n",
    )
    files.put(f"{folder}/surplus_hugepages", "0\n")
