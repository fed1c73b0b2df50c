"""iostat of sysstat, extended: what block devices do, sampled by difference."""

from __future__ import annotations

import re
from collections import Counter

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.tools.on_linux import is_old, linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table


def _iostat(call: Call) -> str:
    options, rest = call.options("xktmdzycyN")
    linux = linux_of(call)
    names = [word for word in rest if not re.fullmatch(r"[\d.]+", word)]
    interval, count = call.samples([word for word in rest if word not in names])
    disks = [disk for disk in linux.disks if not names or disk.name in names]
    if not disks or "-x" not in options:
        raise Failed("iostat: known here: iostat -x [-k] [-t] [-y] [DEVICE...] [INTERVAL [COUNT]]", 2)
    now = call.host.world.now
    day = f"{now:%m/%d/%y}" if is_old(linux) else f"{now:%m/%d/%Y}"
    kernel = linux.host.release.split()[2]
    out = f"Linux {kernel} ({call.host.name}) \t{day} \t_x86_64_\t({linux.cpu.cpus} CPU)\n\n"
    before, ticks, seconds = [Counter[str]() for _ in disks], Counter[str](), max(1.0, call.host.uptime_seconds)
    for number in range(count):
        if number or "-y" in options:
            before, ticks = [Counter(disk.counts) for disk in disks], Counter(linux.cpu.ticks)
            call.host.world.wait(interval)
            seconds = interval
        used = Counter(linux.cpu.ticks)
        used.subtract(ticks)
        out += f"{call.host.world.now:%m/%d/%Y %I:%M:%S %p}\n" if "-t" in options else ""
        out += "" if "-d" in options else _iostat_cpu(used)
        rows = []
        for disk, counted in zip(disks, before, strict=True):
            changed = Counter(disk.counts)
            changed.subtract(counted)
            rows.append((disk.name, changed))
        out += _iostat_rows(linux, rows, seconds)
    return out


def _iostat_cpu(used: Counter[str]) -> str:
    total = sum(used[name] for name in ("us", "sy", "id", "wa", "st")) or 1.0
    us, sy, wa, st, idle = (100 * used[name] / total for name in ("us", "sy", "wa", "st", "id"))
    head = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
    return head + f"          {us:6.2f}  {0:6.2f}  {sy:6.2f}  {wa:6.2f}  {st:6.2f}  {idle:6.2f}\n\n"


def _iostat_rows(linux: LinuxHost, rows: list[tuple[str, Counter[str]]], seconds: float) -> str:
    out, new = "", not is_old(linux) and linux.release != "el7"
    if new:
        out = "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz"
        out += "     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n"
    elif linux.release == "el7":
        out = "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util\n"
    else:
        out = "Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util\n"
    for name, c in rows:
        r, w, rkb, wkb = (c[n] / seconds for n in ("reads", "writes", "read_bytes", "write_bytes"))
        rkb, wkb = rkb / 1024, wkb / 1024
        r_await = 1000 * c["read_wait"] / c["reads"] if c["reads"] >= 0.5 else 0.0
        w_await = 1000 * c["write_wait"] / c["writes"] if c["writes"] >= 0.5 else 0.0
        queue, util = c["queued"] / seconds, min(100.0, 100 * c["busy"] / seconds)
        r_size, w_size = rkb / r if r > 0.005 else 0.0, wkb / w if w > 0.005 else 0.0
        if new:
            out += f"{name:<13} {r:7.2f} {rkb:9.2f} {0:8.2f} {0:6.2f} {r_await:7.2f} {r_size:8.2f} {w:7.2f} {wkb:9.2f} {0:8.2f} {0:6.2f} "
            out += (
                f"{w_await:7.2f} {w_size:8.2f} {0:7.2f} {0:9.2f} {0:8.2f} {0:6.2f} {0:7.2f} {0:8.2f} {0:7.2f} {0:7.2f} "
            )
            out += f"{queue:7.2f} {util:6.2f}\n"
            continue
        both = r + w
        size = 2 * (rkb + wkb) / both if both > 0.005 else 0.0
        wait = (r_await * r + w_await * w) / both if both > 0.005 else 0.0
        service = min(wait, 10 * util / both) if both > 0.005 else 0.0
        if linux.release == "el7":
            out += f"{name:<13} {0:8.2f} {0:8.2f} {r:7.2f} {w:7.2f} {rkb:8.2f} {wkb:8.2f} {size:8.2f} {queue:8.2f} {wait:7.2f} "
            out += f"{r_await:7.2f} {w_await:7.2f} {service:6.2f} {util:6.2f}\n"
        else:
            out += f"{name:<13} {0:8.2f} {0:8.2f} {r:7.2f} {w:7.2f} {2 * rkb:8.2f} {2 * wkb:8.2f} {size:8.2f} {queue:8.2f} {wait:7.2f} "
            out += f"{service:6.2f} {util:6.2f}\n"
    return out + "\n"


TOOLS = table(
    Tool("iostat", _iostat, "devices: iostat -x INTERVAL COUNT. r/s, w/s, kB/s, await: ms that a request took with its wait, "
         "aqu-sz: how many wait, %util. The first block is since the start; -y leaves it out"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
