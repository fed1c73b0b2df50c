"""multipath -ll by its versions, mpathadm, gmultipath, and the ports of HBAs."""

from tests.generated.model import World
from tests.generated.multipath import MAKERS, Map, Path, of
from tests.generated.render import Source


def _size(gb: int) -> str:
    return f"{gb / 1024:.1f}T" if gb >= 1024 else f"{gb}G"


def _hctl(path: Path) -> str:
    return f"{path.host}:0:{path.target}:{path.lun}"


def multipath_ll(world: World, _command: str = "") -> str:
    """`multipath -ll`."""
    fabric = of(world)
    if fabric is None:
        return ""
    return "".join(_old(lun) if world.system.sysstat < (9, 0) else _new(world, lun) for lun in fabric.maps)


def _groups(lun: Map) -> list[list[Path]]:
    return [[path for path in group if not path.gone] for group in lun.groups]


def _new(world: World, lun: Map) -> str:
    vendor, product = MAKERS[lun.model]
    handler = "1 alua" if lun.model in ("LUN C-Mode", "VRAID", "2145") else "1 rdac" if lun.model == "CSM200_R" else "0"
    features = (
        ("1 queue_if_no_path" if lun.queue else "0")
        if handler == "0"
        else ("3 queue_if_no_path pg_init_retries 50" if lun.queue else "2 pg_init_retries 50")
    )
    policy = "round-robin 0" if world.system.sysstat < (10, 1) else "service-time 0"
    lines = [
        f"{lun.name} ({lun.wwid}) {lun.device} {vendor:<8},{product}",
        f"size={_size(lun.size_gb)} features='{features}' hwhandler='{handler}' wp=rw",
    ]
    groups = [group for group in _groups(lun) if group]
    active = next((index for index, group in enumerate(groups) if any(path.up for path in group)), -1)
    for index, group in enumerate(groups):
        last = index == len(groups) - 1
        prio = (50 if index == 0 else 10) if handler != "0" else 1
        alive = any(path.up for path in group)
        lines.append(
            f"{'`' if last else '|'}-+- policy='{policy}' prio={prio if alive else 0} status={'active' if index == active else 'enabled'}"
        )
        for number, path in enumerate(group):
            mark = "`" if number == len(group) - 1 else "|"
            state = (
                "active ready  running"
                if path.up
                else "failed faulty " + ("offline" if path.port.endswith(("0", "1", "2")) else "running")
            )
            lines.append(
                f"{' ' if last else '|'} {mark}- {_hctl(path):<9} {path.name:<4} {path.major_minor:<6} {state}"
            )
    return "\n".join(lines) + "\n"


def _old(lun: Map) -> str:
    vendor, product = MAKERS[lun.model]
    lines = [
        f"{lun.name} ({lun.wwid}) {lun.device} {vendor},{product}",
        f"[size={_size(lun.size_gb)}][features={'1 queue_if_no_path' if lun.queue else '0'}][hwhandler=0][rw]",
    ]
    for index, group in enumerate(_groups(lun)):
        lines.append(
            f"\\_ round-robin 0 [prio={len([path for path in group if path.up])}][{'active' if index == 0 else 'enabled'}]"
        )
        lines += [
            f" \\_ {_hctl(path)} {path.name:<4} {path.major_minor:<6} [{'active][ready]' if path.up else 'failed][faulty]'}"
            for path in group
        ]
    return "\n".join(lines) + "\n"


def topology(world: World, _command: str = "") -> str:
    """`multipathd show paths`."""
    fabric = of(world)
    if fabric is None:
        return ""
    lines = ["hcil    dev dev_t  pri dm_st  chk_st dev_st  next_check     "]
    for lun in fabric.maps:
        for group in _groups(lun):
            for path in group:
                lines.append(
                    f"{_hctl(path)} {path.name:<3} {path.major_minor:<6} {1 if path.up else 0}   {'active ready  running' if path.up else 'failed faulty running'} XXXXXX.... {len(path.name) + 3}/20 "
                )
    return "\n".join(lines) + "\n"


def mpathadm(world: World, _command: str = "") -> str:
    """`mpathadm list lu`."""
    fabric = of(world)
    if fabric is None:
        return ""
    lines = []
    for lun in fabric.maps:
        lines += [
            f"        /dev/rdsk/{lun.device}s2",
            f"                Total Path Count: {len([path for path in lun.paths if not path.gone])}",
            f"                Operational Path Count: {len([path for path in lun.paths if path.up])}",
        ]
    return "\n".join(lines) + "\n"


def fcinfo(world: World, _command: str = "") -> str:
    """`fcinfo hba-port`."""
    fabric = of(world)
    if fabric is None:
        return ""
    lines = []
    for number, host in enumerate(fabric.hosts):
        up = any(path.up for lun in fabric.maps for path in lun.paths if path.host == host)
        vendor = "QLogic Corp." if fabric.driver == "qla2xxx" else "Emulex"
        lines += [f"HBA Port WWN: 2100001b32{host:02x}4a{number + 17:02x}", "        Port Mode: Initiator", f"        OS Device Name: /dev/cfg/c{number + 4}", f"        Manufacturer: {vendor}", f"        Model: {'QLE2562' if 'Q' in vendor else 'LPe12002'}",
                  "        Firmware Version: 05.06.04", "        Type: N-port" if up else "        Type: unknown", f"        State: {'online' if up else 'offline'}", "        Supported Speeds: 2Gb 4Gb 8Gb ", f"        Current Speed: {'8Gb' if up else 'not established'} ",
                  f"        Node WWN: 2000001b32{host:02x}4a{number + 17:02x}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def gmultipath(world: World, _command: str = "") -> str:
    """`gmultipath status`."""
    fabric = of(world)
    if fabric is None:
        return ""
    lines = ["          Name    Status  Components"]
    for lun in fabric.maps:
        bad = any(not path.up for path in lun.paths)
        for number, path in enumerate(lun.paths):
            head = f"multipath/{lun.name:<6}" if number == 0 else " " * 16
            lines.append(
                f"{head}  {('DEGRADED' if bad else 'OPTIMAL') if number == 0 else '        '}  {path.name} ({'FAIL' if not path.up else 'ACTIVE' if number == 0 else 'PASSIVE'})"
            )
    return "\n".join(lines) + "\n"


def fc_hosts(world: World, _command: str = "") -> str:
    """The state of FC ports in sysfs."""
    fabric = of(world)
    if fabric is None or fabric.iscsi:
        return ""
    rows = []
    for host in fabric.hosts:
        up = any(path.up for lun in fabric.maps for path in lun.paths if path.host == host)
        rows.append(f"/sys/class/fc_host/host{host}/port_state:{'Online' if up else 'Linkdown'}")
    return "\n".join(rows) + "\n"


def _linux(world: World) -> bool:
    return world.system.linux and of(world) is not None


def _solaris(world: World) -> bool:
    return world.system.solaris and of(world) is not None


SOURCES = (
    Source("multipath", ("multipath -ll",), multipath_ll, _linux, 0.4),
    Source("multipathd paths", ("multipathd -k'show paths'", "multipathd show paths"), topology, _linux, 0.08),
    Source("fc hosts", ("grep . /sys/class/fc_host/host*/port_state",), fc_hosts, _linux, 0.08),
    Source("mpathadm", ("mpathadm list lu",), mpathadm, _solaris, 0.4),
    Source("fcinfo", ("fcinfo hba-port",), fcinfo, _solaris, 0.2),
    Source(
        "gmultipath",
        ("gmultipath status",),
        gmultipath,
        lambda world: world.system.freebsd and of(world) is not None,
        0.4,
    ),
)
