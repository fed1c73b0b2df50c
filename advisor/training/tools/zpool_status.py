"""zpool status: the state of a pool, what is going on in it, its devices and their errors."""

from __future__ import annotations

from datetime import datetime

from advisor.training.parts.zfs_dataset import nice
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_pool import Pool, Scan, Vdev
from advisor.training.tools.tool import Call
from advisor.training.tools.zfs_pools import chosen, options_of, rows_of, state_of

_OFFLINE = """\
status: One or more devices has been taken offline by the administrator.
        Sufficient replicas exist for the pool to continue functioning in a
        degraded state.
action: Online the device using 'zpool online' or replace the device with
        'zpool replace'.
"""
_RESILVER = """\
status: One or more devices is currently being resilvered.  The pool will
        continue to function, possibly in a degraded state.
action: Wait for the resilver to complete.
"""
_FAULTED = """\
status: One or more devices are faulted in response to persistent errors.
        Sufficient replicas exist for the pool to continue functioning in a
        degraded state.
action: Replace the faulted device, or use 'zpool clear' to mark the device
        repaired.
"""
_ERRORS = """\
status: One or more devices has experienced an unrecoverable error.  An
        attempt was made to correct the error.  Applications are unaffected.
action: Determine if the device needs to be replaced, and clear the errors
        using 'zpool clear' or replace the device with 'zpool replace'.
   see: http://www.sun.com/msg/ZFS-8000-9P
"""


def status(call: Call, args: list[str]) -> str:
    """``zpool status``."""
    options, names = options_of(call, args, "vxT:")
    found = chosen(call, names)
    call.shown += ["pool-layout", "pool-state"]
    if "-x" in options:
        found = [pool for pool in found if pool.state != "ONLINE" or _message(pool)]
        if not found:
            return "all pools are healthy\n" if not names else f"pool '{names[0]}' is healthy\n"
    if not found:
        return "no pools available\n"
    return "\n".join(
        f"  pool: {pool.name}\n state: {pool.state}\n{_message(pool)}{_scan_line(pool)}config:\n\n{_table(pool)}\n"
        "errors: No known data errors\n"
        for pool in found
    )


def _message(pool: Pool) -> str:
    states = {disk.state for disk in pool.disks}
    if "FAULTED" in states:
        return _FAULTED
    if "OFFLINE" in states:
        return _OFFLINE
    if pool.scan is not None and pool.scan.running and pool.scan.kind == "resilver":
        return _RESILVER
    return _ERRORS if any(sum(disk.errors) for disk in pool.disks) else ""


def _table(pool: Pool) -> str:
    rows = [(0, pool.name, pool.state, "    0     0     0", "")]
    for indent, name, what in rows_of(pool):
        if what is None:
            rows.append((0, name, "", "", ""))
            continue
        errors = "{:>5} {:>5} {:>5}".format(*what.errors) if isinstance(what, Disk) else "    0     0     0"
        rows.append((indent, name, state_of(what), errors, _remark(pool, what)))
    wide = max(indent + len(name) for indent, name, *_ in rows)
    head = f"        {'NAME':<{wide}}  STATE     READ WRITE CKSUM\n"
    return head + "".join(
        f"        {' ' * indent + name:<{wide}}  {state:<8} {errors}{remark}".rstrip() + "\n"
        for indent, name, state, errors, remark in rows
    )


def _remark(pool: Pool, what: Disk | Vdev) -> str:
    if not isinstance(what, Disk):
        return ""
    scan = pool.scan
    if scan is not None and scan.disk is what and scan.copied:
        return f"  {nice(scan.copied)} resilvered"
    return "  too many errors" if what.state == "FAULTED" else ""


def _scan_line(pool: Pool) -> str:
    scan = pool.scan
    if scan is None:
        return " scan: none requested\n"
    if scan.canceled:
        return f" scan: scrub canceled on {_date(scan.ended or scan.began)}\n"
    if scan.running:
        return _running(pool, scan)
    minutes = int(((scan.ended or scan.began) - scan.began).total_seconds()) // 60
    took = f"{minutes // 60}h{minutes % 60}m"
    what = "scrub repaired 0" if scan.kind == "scrub" else f"resilvered {nice(scan.total)}"
    return f" scan: {what} in {took} with 0 errors on {_date(scan.ended or scan.began)}\n"


def _running(pool: Pool, scan: Scan) -> str:
    seconds = max(1.0, (pool.world.now - scan.began).total_seconds())
    rate = scan.done / seconds
    minutes = int((scan.total - scan.done) / rate / 60) if rate > 0 else 0
    first = f" scan: {scan.kind} in progress since {_date(scan.began)}\n"
    amount = f"{nice(scan.copied)} resilvered" if scan.kind == "resilver" else "0 repaired"
    return (
        f"{first}    {nice(scan.done)} scanned out of {nice(scan.total)} at {nice(rate)}/s, {minutes // 60}h{minutes % 60}m to go\n"
        f"    {amount}, {100 * scan.done / scan.total:.2f}% done\n"
    )


def _date(moment: datetime) -> str:
    return f"{moment:%a %b} {moment.day:2d} {moment:%H:%M:%S %Y}"
