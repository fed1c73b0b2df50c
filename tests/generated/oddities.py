"""What any host has in its logs and figures, and harmless things that look like more."""

from collections.abc import Callable
from datetime import timedelta

from tests.generated.model import LogLine, Mount, World
from tests.generated.noise import around, between, some


def strew(world: World) -> None:
    """Write the log of ordinary days, then up to three oddities."""
    _boot(world)
    _routine(world)
    _scrub_done(world)
    chosen = some(world.rng, ODDITIES, 0, 3)
    for oddity in chosen:
        oddity(world)


def _at(world: World, hours_before: float, text: str, program: str = "kernel") -> None:
    time = world.end - timedelta(hours=hours_before)
    world.log.append(LogLine(max(time, world.boot + timedelta(seconds=40)), text, program))


def _boot(world: World) -> None:
    rng, boot = world.rng, world.boot
    if not world.system.linux:
        lines = (
            [f"SunOS Release 5.{'10' if world.system.name == 'solaris-10' else '11'} Version {world.kernel} 64-bit"]
            if world.system.solaris
            else [f"FreeBSD {world.kernel} GENERIC amd64"]
        )
    else:
        lines = [f"Linux version {world.kernel} (gcc) #1 SMP", f"Command line: BOOT_IMAGE=/vmlinuz-{world.kernel} root=/dev/mapper/{world.names['vg']}-root ro quiet",
                 f"Memory: {int((world.memory.total - world.memory.kernel) * 1024)}k/{int(world.memory.total * 1024)}k available", f"Brought up {world.cpus} CPUs"]  # fmt: skip
        for index, device in enumerate(world.devices):
            if device.name.startswith("vd"):
                lines.append(
                    f"virtio_blk virtio{index + 1}: [{device.name}] {device.size_gb * 1953125} 512-byte logical blocks ({device.size_gb}.0 GB/{int(device.size_gb * 0.9313)} GiB)"
                )
            elif device.kind != "nvme" and not device.name.startswith("dm-"):
                lines.append(
                    f"sd {index}:0:0:0: [{device.name}] {device.size_gb * 1953125} 512-byte logical blocks: ({device.size_gb} GB/{int(device.size_gb * 0.9313)} GiB)"
                )
                lines.append(
                    f"sd {index}:0:0:0: [{device.name}] Write cache: {'disabled, read cache: enabled' if device.kind in ('lun', 'sas') else 'enabled, read cache: enabled'}, doesn't support DPO or FUA"
                )
        for mount in world.mounts:
            if mount.kind == "xfs":
                lines.append(f"XFS ({mount.device.split('/')[-1]}): Mounting Filesystem")
            elif mount.kind.startswith("ext"):
                lines.append(
                    f"EXT4-fs ({mount.device.split('/')[-1]}): mounted filesystem with ordered data mode"
                    if mount.kind == "ext4"
                    else "kjournald starting.  Commit interval 5 seconds"
                )
    for number, text in enumerate(lines):
        world.log.append(LogLine(boot + timedelta(seconds=0.3 * number + rng.random() * 0.3), text))


def _routine(world: World) -> None:
    rng = world.rng
    for _ in range(rng.randint(6, 30)):
        text, program = rng.choice(_daily(world))
        _at(world, between(rng, 0.05, 40), text, program)


def _daily(world: World) -> list[tuple[str, str]]:
    """Lines of daemons as the system has them."""
    rng, user = world.rng, world.rng.choice(("root", "admin", "nagios", "ansible", "monitor"))
    peer = f"10.20.{rng.randint(1, 9)}.{rng.randint(2, 250)}"
    lines = [
        (
            f"Accepted {rng.choice(('publickey', 'publickey', 'password'))} for {user} from {peer} port {rng.randint(32000, 60999)} ssh2",
            "sshd",
        ),
        (f"Connection closed by {peer} port {rng.randint(32000, 60999)} [preauth]", "sshd"),
    ]
    if world.system.solaris:
        return [*lines, (f"synchronized to 10.20.0.5, stratum={rng.randint(2, 4)}", "xntpd" if world.system.name == "solaris-10" else "ntpd"), (f"{rng.randint(10, 99)}AE{rng.randint(100, 999)}: to=root, delay=00:00:0{rng.randint(1, 9)}, stat=Sent", "sendmail"),
                (f"'su root' succeeded for {user} on /dev/pts/{rng.randint(1, 9)}", "su")]  # fmt: skip
    if world.system.freebsd:
        return [
            *lines,
            (f"kernel time sync status change {rng.choice(('2001', '2007', '6001'))}", "ntpd"),
            (f"BAD SU {user} to root on /dev/pts/{rng.randint(1, 4)}", "su"),
            (
                f"Device: /dev/ada{rng.randint(0, 3)}, SMART Usage Attribute: 194 Temperature_Celsius changed from {rng.randint(110, 120)} to {rng.randint(110, 120)}",
                "smartd",
            ),
        ]
    old = world.system.sysstat < (10, 0)
    lines += [(f"pam_unix(cron:session): session opened for user {rng.choice(('root', 'oracle', 'munin'))} by (uid=0)", "crond" if old or world.system.name.startswith(("rhel", "centos", "oracle", "rocky", "sles")) else "CRON"),
              (f"synchronized to 10.20.0.{rng.randint(2, 9)}, stratum {rng.randint(2, 4)}", "ntpd") if old else (f"Selected source 10.20.0.{rng.randint(2, 9)}", "chronyd"), (f"Connection from UDP: [{peer}]:{rng.randint(32000, 60999)}->[10.20.4.7]:161", "snmpd"),
              (f"imuxsock lost {rng.randint(3, 900)} messages from pid {rng.randint(900, 30000)} due to rate-limiting", "rsyslogd")]  # fmt: skip
    if old:
        return lines
    return [
        *lines,
        (f"Removed session {rng.randint(20, 90000)}.", "systemd-logind"),
        (f"New session {rng.randint(20, 90000)} of user {user}.", "systemd-logind"),
        (
            rng.choice(
                (
                    "Started Daily Cleanup of Temporary Directories.",
                    "Starting system activity accounting tool...",
                    "Started Session of user root.",
                    "logrotate.service: Succeeded.",
                    "Reloading.",
                )
            ),
            "systemd",
        ),
    ]


def _scrub_done(world: World) -> None:
    for pool in world.pools:
        if pool.scan:
            continue
        days = world.rng.randint(1, 27)
        over = (world.end - timedelta(days=days)).replace(hour=world.rng.randint(1, 9))
        hours = between(world.rng, 0.2, 14)
        took = f"{int(hours)}h{int(hours * 60 % 60)}m"
        if world.system.openzfs and world.system.zfs[0].isdigit() and world.system.zfs >= "0.8":
            took = f"{int(hours):02d}:{int(hours * 60 % 60):02d}:{world.rng.randrange(60):02d}"
        nothing = "0B" if world.system.zfs >= "0.8" and world.system.zfs[0].isdigit() else "0"
        if world.system.name == "solaris-10" and world.start.year < 2012:
            pool.scan = f"scrub completed after {took} with 0 errors on {over:%a %b %e %H:%M:%S %Y}"
        else:
            pool.scan = f"scrub repaired {nothing} in {took} with 0 errors on {over:%a %b %e %H:%M:%S %Y}"
        if world.rng.random() < 0.15:
            pool.scan = "none requested"


def _snaps(world: World) -> None:
    if world.system.name.startswith("ubuntu"):
        for number, name in enumerate(("core20/2318", "core22/1380", "lxd/28373")):
            world.mounts.append(
                Mount(
                    f"/dev/loop{number}",
                    f"/snap/{name}",
                    "squashfs",
                    around(world.rng, 0.07, 0.3),
                    1.0,
                    1.0,
                    "ro,nodev,relatime",
                )
            )


def _old_swap(world: World) -> None:
    memory = world.memory
    if not memory.swap_used:
        memory.swap_used = min(between(world.rng, 3, 600), memory.swap_total * 0.25)
        for tick in world.ticks:
            tick.swapped_mb = memory.swap_used


def _link_once(world: World) -> None:
    if world.system.linux:
        nic, hours = world.rng.choice(("eth1", "eno2", "ens1f1", "em2")), between(world.rng, 50, 2000)
        _at(world, hours, f"{nic}: NIC Link is Down")
        _at(world, hours - 0.01, f"{nic}: NIC Link is Up 1000 Mbps Full Duplex, Flow Control: None")


def _segfault(world: World) -> None:
    if world.system.linux:
        _at(
            world,
            between(world.rng, 20, 900),
            f"check_{world.rng.choice(('snmp', 'omsa', 'ntp'))}[{world.rng.randint(2000, 30000)}]: segfault at 0 ip 00007f3c2a1b5c1e sp 00007ffd2b41a0c8 error 4 in libc-2.17.so[7f3c2a13a000+1c3000]",
        )


def _corrected_memory(world: World) -> None:
    if world.system.linux and not world.virtual:
        _at(
            world,
            between(world.rng, 100, 3000),
            "EDAC MC0: 1 CE memory read error on CPU_SrcID#0_Ha#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x5f3a2 offset:0x0 grain:32 syndrome:0x0)",
        )


def _usb(world: World) -> None:
    if world.system.linux and not world.virtual:
        _at(world, between(world.rng, 30, 800), "usb 2-1.6: USB disconnect, device number 7")


def _clock(world: World) -> None:
    _at(
        world,
        max(0.1, world.uptime.total_seconds() / 3600 - 0.1),
        f"{'System clock wrong by' if world.system.sysstat > (9, 5) else 'time reset +'} {world.rng.uniform(0.2, 1.6):.6f} s",
        "chronyd" if world.system.sysstat > (9, 5) else "ntpd",
    )


def _upgrade(world: World) -> None:
    for pool in world.pools:
        if not pool.status and world.system.zfs not in ("sun",):
            pool.status = "Some supported features are not enabled on the pool. The pool can\nstill be used, but some features are unavailable."
            pool.action = "Enable all features using 'zpool upgrade'. Once this is done,\nthe pool may no longer be accessible by software that does not support\nthe features. See zpool-features(5) for details."


def _rebooted(world: World) -> None:
    if world.uptime > timedelta(days=3) and not any("after" in line.text for line in world.log):
        _at(world, between(world.rng, 4, 60), "Server listening on 0.0.0.0 port 22.", "sshd")


def _martian(world: World) -> None:
    if world.system.linux:
        for _ in range(world.rng.randint(1, 5)):
            _at(world, between(world.rng, 0.2, 60), "IPv4: martian source 10.20.4.255 from 10.20.7.12, on dev bond0")


def _apparmor(world: World) -> None:
    if world.system.name.startswith(("ubuntu", "debian")):
        _at(
            world,
            between(world.rng, 0.2, 60),
            'audit: type=1400 audit(1712.104:88): apparmor="DENIED" operation="open" profile="/usr/sbin/cups-browsed" pid=1812 comm="cups-browsed"',
        )


ODDITIES: tuple[Callable[[World], None], ...] = (
    _snaps, _old_swap, _link_once, _segfault, _corrected_memory, _usb, _clock, _upgrade, _rebooted, _martian, _apparmor,
)  # fmt: skip
