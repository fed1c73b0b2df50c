"""mdadm 2.6 and 3.2, in its formats; what destroys says so."""

from __future__ import annotations

from advisor.training.parts.md import MdArray
from advisor.training.parts.raid_host import RaidHost
from advisor.training.tools.tool import Call, Failed, Tool, table

_BITS = {"--fail": "-f", "--set-faulty": "-f", "--remove": "-r", "--add": "-a", "--re-add": "-a"}
_LATER = ("--replace", "--with")
"""Options of mdadm 3.3, which need a kernel of 3.3: the hosts of the exercises are older."""


def _mdadm(call: Call) -> str:
    host = call.part("raid", RaidHost)
    unknown = next((a for a in call.args if a in _LATER), "")
    if unknown:
        raise Failed(f"mdadm: unrecognized option '{unknown}'\nUsage: mdadm --help\n  for help", 2)
    args = [_BITS.get(a, a) for a in call.args]
    if args[:1] == ["--zero-superblock"]:
        return _zero(call, host, args[1:])
    if (args[:1] in (["--detail"], ["-D"]) and "--scan" in args) or args in (
        ["-Ds"],
        ["-E", "-s"],
        ["--examine", "--scan"],
    ):
        return host.array.scan_line() if host.array and host.array.running else ""
    if args[:1] in (["--detail"], ["-D"]):
        return _running(call, host, args[-1]).detail()
    if args[:1] in (["--examine"], ["-E"]):
        return _examine(host, args[-1])
    if args[:1] in (["--stop"], ["-S"]):
        return _stop(call, host, args[-1])
    if args[:1] in (["--create"], ["-C"]):
        return _create(call, host, args[1:])
    if args[:1] in (["--assemble"], ["-A"]):
        return _assemble(call, host)
    if args and args[0].startswith("/dev/md") and {"-f", "-r", "-a"} & set(args):
        return _manage(call, host, args)
    raise Failed(
        "mdadm: known here: --detail [--scan], --examine, --stop, --assemble --scan, --create, and MD --fail, --remove, --add DISK",
        2,
    )


def _running(call: Call, host: RaidHost, name: str) -> MdArray:
    if host.array is None or name != f"/dev/{host.array.name}" or not host.array.running:
        raise Failed(f"mdadm: md device {name} does not appear to be active.")
    return host.array


def _examine(host: RaidHost, device: str) -> str:
    name = device.removeprefix("/dev/")
    if host.array is None or name not in host.array.members:
        raise Failed(f"mdadm: No md superblock detected on {device}.")
    return (
        f"{device}:\n          Magic : a92b4efc\n        Version : 00.90.00\n           UUID : {host.array.uuid}\n"
        f"  Creation Time : {host.array.made:%a %b %e %H:%M:%S %Y}\n     Raid Level : raid{host.array.level}\n"
        f"   Raid Devices : {len(host.array.members)}\n"
    )


def _stop(call: Call, host: RaidHost, name: str) -> str:
    array = _running(call, host, name)
    if host.system and host.system.mounted:
        raise Failed(
            f"mdadm: fail to stop array {name}: Device or resource busy\n"
            "Perhaps a running process, mounted filesystem or active volume group?"
        )
    call.does("disruptive")
    array.running, array.action = False, "idle"
    host.log.say(f"md: {array.name} stopped.")
    return f"mdadm: stopped {name}\n"


def _assemble(call: Call, host: RaidHost) -> str:
    array = host.array
    if array is None or array.running or not array.whole():
        raise Failed("mdadm: No arrays found in config file or automatically")
    call.does("change")
    array.running = True
    return f"mdadm: /dev/{array.name} has been started with {len(array.members)} drives.\n"


def _create(call: Call, host: RaidHost, args: list[str]) -> str:
    given = {key.lstrip("-"): value for key, _, value in (a.partition("=") for a in args if a.startswith("-"))}
    names = [a.removeprefix("/dev/") for a in args if a.startswith("/dev/") and not a.startswith("/dev/md")]
    array = host.array
    if (
        array is None
        or str(array.level) != given.get("level", "").removeprefix("raid")
        or len(names) != len(array.members)
    ):
        raise Failed(
            "mdadm: known here: --create /dev/md0 --level=N --raid-devices=N DISK..., with the level and the number of before",
            2,
        )
    if array.running:
        raise Failed(f"mdadm: {args[0]} is already in use." if args else "mdadm: in use", 2)
    gone = [n for n in names if host.drive(n) is None]
    if gone:
        raise Failed(f"mdadm: Cannot open /dev/{gone[0]}: No such device or address")
    holds = array.whole() and host.system is not None and not host.system.lost
    call.does("destructive" if holds else "change")
    array.members, array.made, array.running = list(names), call.host.world.now, True
    array.failed, array.new, array.action = [], None, "idle"
    if host.system:
        host.system.made, host.system.lost = False, True
        host.system.contents.clear()
    return f"mdadm: array /dev/{array.name} started.\n"


def _manage(call: Call, host: RaidHost, args: list[str]) -> str:
    array = _running(call, host, args[0])
    out = ""
    for verb, device in zip(args[1::2], args[2::2], strict=False):
        name = device.removeprefix("/dev/")
        if verb == "-f":
            out += _fail(call, host, array, name)
        elif verb == "-r":
            if name not in array.failed:
                raise Failed(f"{out}mdadm: hot remove failed for {device}: Device or resource busy")
            array.failed.remove(name)
            out += f"mdadm: hot removed {device}\n"
        else:
            out += _add(call, host, array, name)
    return out


def _fail(call: Call, host: RaidHost, array: MdArray, name: str) -> str:
    if name not in array.members:
        raise Failed(f"mdadm: cannot find /dev/{name}: No such device")
    if array.level == 0:
        raise Failed(f"mdadm: set device faulty failed for /dev/{name}:  Device or resource busy")
    call.does("destructive" if array.missing else "disruptive")
    array.members[array.members.index(name)] = None
    array.failed.append(name)
    array.action, array.position = "idle", 0.0
    host.log.say(
        f"raid{array.level}: Disk failure on {name}, disabling device. Operation continuing on {len(array.members) - array.missing} devices"
    )
    return f"mdadm: set /dev/{name} faulty in /dev/{array.name}\n"


def _add(call: Call, host: RaidHost, array: MdArray, name: str) -> str:
    if host.drive(name) is None:
        raise Failed(f"mdadm: cannot find /dev/{name}: No such device")
    if name in array.members or name in array.failed or None not in array.members:
        raise Failed(f"mdadm: Cannot open /dev/{name}: Device or resource busy")
    call.does("change")
    array.add(name)
    return f"mdadm: added /dev/{name}\n"


def _zero(call: Call, host: RaidHost, rest: list[str]) -> str:
    name = rest[-1].removeprefix("/dev/") if rest else ""
    if host.array is None or name not in host.array.members:
        raise Failed(f"mdadm: Unrecognised md component device - {rest[-1] if rest else ''}")
    if host.array.running:
        raise Failed(f"mdadm: Couldn't open /dev/{name} for write - not zeroing")
    call.does("destructive")
    host.array.members[host.array.members.index(name)] = None
    return ""


TOOLS = table(
    Tool("mdadm", _mdadm, "software RAID: mdadm --detail /dev/md0; --detail --scan for mdadm.conf, without which an array is not "
         "found at the "
         "next start; /dev/md0 --fail DISK --remove DISK, --add DISK; --stop; --create destroys what lies on the disks"),
)  # fmt: skip
"""Those of a host with a `RaidHost`."""
