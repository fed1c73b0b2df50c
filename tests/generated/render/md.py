"""mdstat, mdadm --detail and --examine, and the speed limits of md."""

from tests.generated import hardware
from tests.generated.hardware import Array
from tests.generated.model import World
from tests.generated.render import Source


def _flags(array: Array) -> tuple[int, str]:
    letters = "".join(
        "_" if array.states.get(member) in ("faulty", "rebuilding", "missing") else "U" for member in array.members
    )
    return letters.count("U"), letters


def _blocks(array: Array) -> int:
    number = len(array.members)
    return (
        array.size_kb
        * {"raid1": 1, "raid10": number // 2, "raid5": number - 1, "raid6": number - 2, "raid0": number}[array.level]
    )


def mdstat(world: World, _command: str = "") -> str:
    """/proc/mdstat."""
    arrays = hardware.of(world).arrays
    lines = [
        "Personalities : "
        + " ".join(
            f"[{word}]"
            for word in sorted(
                {array.level for array in arrays}
                | ({"raid6", "raid5", "raid4"} if any(array.level in ("raid5", "raid6") for array in arrays) else set())
            )
        )
        + " "
    ]
    for array in arrays:
        letter = {"faulty": "(F)", "spare": "(S)"}
        shown = [
            f"{member}[{number}]{letter.get(array.states.get(member, ''), '')}"
            for number, member in enumerate(array.members)
            if array.states.get(member) != "missing"
        ]
        working, flags = _flags(array)
        level = (
            f"level {array.level[4:]}, {array.chunk_kb}k chunk, algorithm 2 "
            if array.level in ("raid5", "raid6")
            else f"{array.chunk_kb}K chunks 2 near-copies "
            if array.level == "raid10"
            else ""
        )
        lines += [
            f"{array.name} : active {array.level} {' '.join(reversed(shown))}",
            f"      {_blocks(array)} blocks super 1.2 {level}[{len(array.members)}/{working}] [{flags}]",
        ]
        if array.action == "resync=DELAYED":
            lines.append("      \tresync=DELAYED")
        elif array.action:
            done = int(array.size_kb * array.progress)
            left = (array.size_kb - done) / max(1, array.speed_kb) / 60
            bars = int(array.progress * 20)
            lines.append(
                f"      [{'=' * bars}>{'.' * (20 - bars)}]  {array.action:>8} = {array.progress * 100:4.1f}% ({done}/{array.size_kb}) finish={left:.1f}min speed={array.speed_kb}K/sec"
            )
        if array.bitmap:
            pages = max(1, array.size_kb // (65536 * 2048) + 1)
            lines.append(
                f"      bitmap: {world.rng.randrange(pages + 1)}/{pages} pages [{world.rng.randrange(pages + 1) * 4}KB], 65536KB chunk"
            )
        lines.append("")
    return "\n".join([*lines, "unused devices: <none>"]) + "\n"


def detail(world: World, array: Array) -> str:
    """`mdadm --detail`."""
    number = len(array.members)
    faulty = [member for member in array.members if array.states.get(member) == "faulty"]
    rebuilding = [member for member in array.members if array.states.get(member) == "rebuilding"]
    missing = [member for member in array.members if array.states.get(member) == "missing"]
    active = number - len(faulty) - len(rebuilding) - len(missing)
    state = ("clean" if world.rng.random() < 0.4 else "active") + (", degraded" if active < number else "")
    state += {"recovery": ", recovering", "resync": ", resyncing", "check": ", checking", "reshape": ", reshaping"}.get(
        array.action, ""
    )
    size, whole = array.size_kb, _blocks(array)

    def both(kb: int) -> str:
        return (
            f"{kb} ({kb / 1048576:.2f} GiB {kb * 1024 / 1e9:.2f} GB)"
            if kb < 1073741824
            else f"{kb} ({kb / 1073741824:.2f} TiB {kb * 1024 / 1e12:.2f} TB)"
        )

    rows = [("Version", "1.2"), ("Creation Time", f"{array.made:%a %b %e %H:%M:%S %Y}"), ("Raid Level", array.level), ("Array Size", both(whole)), ("Used Dev Size", both(size)), ("Raid Devices", str(number)), ("Total Devices", str(number - len(missing))),
            ("Persistence", "Superblock is persistent"), ("", ""), *([("Intent Bitmap", "Internal"), ("", "")] if array.bitmap else []), ("Update Time", f"{world.end:%a %b %e %H:%M:%S %Y}"), ("State", state), ("Active Devices", str(active)),
            ("Working Devices", str(active + len(rebuilding))), ("Failed Devices", str(len(faulty))), ("Spare Devices", str(len(rebuilding))), ("", "")]  # fmt: skip
    if array.level != "raid1":
        rows += [
            ("Layout", "near=2" if array.level == "raid10" else "left-symmetric"),
            ("Chunk Size", f"{array.chunk_kb}K"),
            ("", ""),
        ]
    word = {
        "recovery": "Rebuild Status",
        "resync": "Resync Status",
        "check": "Check Status",
        "reshape": "Reshape Status",
    }.get(array.action)
    if word:
        rows += [(word, f"{int(array.progress * 100)}% complete"), ("", "")]
    rows += [
        ("Name", f"{world.host}:{array.name[2:]}  (local to host {world.host})"),
        ("UUID", ":".join(f"{abs(hash_of(array.name + str(part))):08x}" for part in range(4))),
        ("Events", str(world.uptime.days * 37 + 412)),
    ]
    lines = [
        f"/dev/{array.name}:",
        *[f"{name:>18} : {value}" if name else "" for name, value in rows],
        "",
        "    Number   Major   Minor   RaidDevice State",
    ]
    for index, member in enumerate(array.members):
        what = array.states.get(member, "")
        if what in ("faulty", "missing"):
            lines.append(f"       -       0        0        {index}      removed")
            continue
        lines.append(
            f"       {index}       8 {(ord(member[2]) - 97) * 16 + (int(member[3:]) if member[3:].isdigit() else 0) if member.startswith('sd') else index:8d}        {index}      {'spare rebuilding' if what == 'rebuilding' else 'active sync'}   /dev/{member}"
        )
    for member in faulty:
        lines += [
            "",
            f"       {array.members.index(member)}       8 {(ord(member[2]) - 97) * 16:8d}        -      faulty   /dev/{member}",
        ]
    return "\n".join(lines) + "\n"


def hash_of(text: str) -> int:
    """A figure that is always the same for a text."""
    value = 2166136261
    for char in text:
        value = (value ^ ord(char)) * 16777619 & 0xFFFFFFFF
    return value


def details(world: World, _command: str = "") -> str:
    """`mdadm --detail` of all arrays."""
    return "".join(detail(world, array) for array in hardware.of(world).arrays)


def limits(world: World, _command: str = "") -> str:
    """The speed limits of md."""
    low, high = (
        world.settings.get("dev.raid.speed_limit_min", "1000"),
        world.settings.get("dev.raid.speed_limit_max", "200000"),
    )
    return f"dev.raid.speed_limit_max = {high}\ndev.raid.speed_limit_min = {low}\n"


def _with_md(world: World) -> bool:
    return world.system.linux and bool(hardware.of(world).arrays)


SOURCES = (
    Source("mdstat", ("cat /proc/mdstat",), mdstat, _with_md, 0.3, "proc/mdstat"),
    Source("mdadm", ("mdadm --detail /dev/md*", "mdadm -D /dev/md?*"), details, _with_md, 0.15),
    Source("md limits", ("sysctl dev.raid",), limits, _with_md, 0.05),
)
