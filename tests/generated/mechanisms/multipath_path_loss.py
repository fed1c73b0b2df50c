"""Paths to the storage are lost: requests wait until others take over, or for ever."""

from tests.generated import multipath
from tests.generated.evidence import onset, times
from tests.generated.kernel_words import hung_task, say, version
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.multipath import Fabric, Path
from tests.generated.noise import between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
HARMS = ("stalls", "errors", "slow-storage", "slow-db", "vague")
TELLING = {"multipath": 0.85, "multipathd paths": 0.25, "fc hosts": 0.25, "mpathadm": 0.85, "fcinfo": 0.5, "gmultipath": 0.9, "dmesg": 0.6, "messages": 0.7, "syslog": 0.4, "journal": 0.4, "iostat -x": 0.55, "iostat -xn": 0.6, "vmstat": 0.4,
           "ps": 0.3, "iostat -En": 0.3}  # fmt: skip
NOTED = "genunix: [ID 834635 kern.info]"


def _fabric(world: World) -> Fabric:
    found = multipath.of(world)
    assert found is not None
    return found


def ground(world: World) -> None:
    """LUNs with several paths each."""
    multipath.lay(world)


def _lose(world: World, scope: str) -> list[Path]:
    """The paths that are lost: of one adapter, of one port of the array, or all."""
    rng, fabric = world.rng, _fabric(world)
    every = [path for lun in fabric.maps for path in lun.paths]
    if scope == "all":
        lost = every
    elif scope == "port":
        port = rng.choice(every).port
        lost = [path for path in every if path.port == port]
    else:
        host = rng.choice(fabric.hosts)
        lost = [path for path in every if path.host == host]
    for path in lost:
        path.up = False
    return lost


def _driver(world: World, fabric: Fabric, path: Path, down: bool) -> list[str]:
    """What the adapter's driver says."""
    rng = world.rng
    if world.system.solaris:
        if fabric.driver == "lpfc":
            return [
                f"emlxs: [ID 349649 kern.info] [ 5.0{'314' if down else '5D6'}]emlxs{path.host}: NOTICE: {'710: Link down.' if down else '720: Link up. (8Gb, fabric, initiator)'}".replace(
                    "] ", "]|", 1
                )
            ]
        return [
            f"qlc: [ID 630585 kern.info]|NOTICE: Qlogic qlc({path.host}): {'Loop OFFLINE' if down else 'Loop ONLINE'}"
        ]
    if world.system.freebsd:
        return [f"isp{path.host}: Loop {'DOWN' if down else 'UP'}"]
    if fabric.iscsi:
        number = path.host
        return [f" connection{number}:0: ping timeout of 5 secs expired, recv timeout 5, last rx {rng.getrandbits(32)}, last ping {rng.getrandbits(32)}, now {rng.getrandbits(32)}", f" connection{number}:0: detected conn error ({'1011' if version(world) < (4, 0) else '1022'})",
                f" session{number}: session recovery timed out after {rng.choice((120, 20, 5))} secs"] if down else [f"iscsid: connection{number}:0 is operational after recovery ({rng.randint(1, 12)} attempts)"]  # fmt: skip
    slot = f"0000:0{path.host}:00.{path.host % 2}"
    if fabric.driver == "lpfc":
        return [f"lpfc {slot}: {path.host}:(0):0203 Devloss timeout on WWPN {path.port[:2]}:{path.port[2:4]}:{path.port[4:6]}:{path.port[6:8]}:{path.port[8:10]}:{path.port[10:12]}:{path.port[12:14]}:{path.port[14:16]} NPort x0{rng.randrange(16, 255):x}400 Data: x0 x7 x0",
                f"lpfc {slot}: {path.host}:1305 Link Down Event x{rng.randint(2, 90):x} received Data: x{rng.randint(2, 90):x} x20 x80110 x0 x0"][::-1] if down else [f"lpfc {slot}: {path.host}:1303 Link Up Event x{rng.randint(2, 90):x} received Data: x{rng.randint(2, 90):x} x1 x14 x1 x0 x0 0"]  # fmt: skip
    return [
        f"qla2xxx [{slot}]-500{'b' if down else 'a'}:{path.host}: LOOP {'DOWN detected (2 3 0 0).' if down else 'UP detected (8 Gbps).'}"
    ]


def _path_words(world: World, fabric: Fabric, path: Path, left: int) -> list[tuple[str, str]]:
    """Lines about one path: program and text."""
    rng, name = world.rng, path.name
    lun = next(each for each in fabric.maps if path in each.paths)
    if world.system.solaris:
        address = f"w{path.port},{path.lun}"
        word = "degraded" if left else "failed"
        return [
            (
                NOTED,
                f"/scsi_vhci/ssd@g{lun.wwid[1:]} (ssd{path.lun + 3}) multipath status: {word}: path {path.host} fp{path.host}/ssd@{address} is offline"
                + ("" if left else ": Load balancing: round-robin"),
            )
        ]
    if world.system.freebsd:
        return [
            ("kernel", f"GEOM_MULTIPATH: Error 5, {name} in {lun.name} marked FAIL"),
            (
                "kernel",
                f"GEOM_MULTIPATH: {'all paths in ' + lun.name + ' were marked FAIL, restore ' + name if not left else lun.paths[-1].name + ' is now active path in ' + lun.name}",
            ),
        ]
    old = version(world) < (2, 7) or world.system.sysstat < (10, 0)
    where = f"{path.host}:0:{path.target}:{path.lun}"
    sector = rng.getrandbits(30)
    lines = (
        [
            (
                "kernel",
                f" rport-{path.host}:0-{path.target}: blocked FC remote port time out: {'saving binding' if old else 'removing target and saving binding'}",
            )
        ]
        if not fabric.iscsi
        else []
    )
    lines += [("kernel", f"sd {where}: SCSI error: return code = 0x00010000" if world.system.sysstat < (9, 0) else f"sd {where}: [{name}] {'' if old else f'tag#{rng.randrange(30)} FAILED '}Result: hostbyte={'DID_TRANSPORT_FAILFAST' if rng.random() < 0.5 else 'DID_NO_CONNECT'} driverbyte=DRIVER_OK"),
              ("kernel", f"{'end_request' if old else 'blk_update_request' if version(world) < (5, 15) else ''}{': ' if version(world) < (5, 15) else ''}I/O error, dev {name}, sector {sector}"), ("kernel", f"device-mapper: multipath: {'' if version(world) < (5, 0) else '253:' + lun.device[3:] + ': '}Failing path {path.major_minor}."),
              ("multipathd", f"{name}: {rng.choice(('tur', 'directio', 'tur'))} checker reports path is down" if world.system.sysstat < (12, 0) else f"checker failed path {path.major_minor} in map {lun.name}"), ("multipathd", f"{lun.name}: remaining active paths: {left}")]  # fmt: skip
    if not left:
        lines.append(
            (
                "multipathd",
                f"{lun.name}: Entering recovery mode: max_retries={rng.choice((6, 12, 60))}"
                if not lun.queue
                else f"{lun.name}: queue_if_no_path enabled",
            )
        )
    return lines


def _log(world: World, lost: list[Path], before: float) -> None:
    fabric = _fabric(world)
    down = {lun.name: 0 for lun in fabric.maps}
    hosts = {path.host: path for path in lost}
    for path in hosts.values():
        say(world, _driver(world, fabric, path, True), before + 32)
    for number, path in enumerate(lost):
        lun = next(each for each in fabric.maps if path in each.paths)
        down[lun.name] += 1
        for program, text in _path_words(world, fabric, path, len(lun.paths) - down[lun.name]):
            world.say(text, max(0.1, before - 0.02 * number), program)


def _back(world: World, lost: list[Path], before: float) -> None:
    fabric = _fabric(world)
    for path in {path.host: path for path in lost}.values():
        say(world, _driver(world, fabric, path, False), before + 4)
    for path in lost:
        lun = next(each for each in fabric.maps if path in each.paths)
        if world.system.linux:
            world.say(
                f"{path.name}: tur checker reports path is up"
                if world.system.sysstat < (12, 0)
                else f"{lun.name}: {path.name} - tur checker reports path is up",
                max(0.1, before),
                "multipathd",
            )
            world.say(f"{path.major_minor}: reinstated", max(0.1, before), "multipathd")
        elif world.system.solaris:
            world.say(
                f"/scsi_vhci/ssd@g{lun.wwid[1:]} (ssd{path.lun + 3}) multipath status: optimal: path {path.host} fp{path.host}/ssd@w{path.port},{path.lun} is online",
                max(0.1, before),
                NOTED,
            )


def harm(world: World, degree: float) -> None:
    """Half of the paths go and everything waits for the others; or they come and go; or all are gone."""
    rng, fabric = world.rng, _fabric(world)
    way = rng.choice(("half", "half", "flap", "all" if degree > 0.5 else "port"))
    over = world.settings["moment"] in ("ends", "after", "before")
    lost = _lose(world, {"half": "host", "flap": rng.choice(("host", "port")), "all": "all", "port": "port"}[way])
    inside = world.in_trouble()
    first = onset(world, 0.02, 3)
    if inside and way in ("half", "port"):
        first = max(1.0, (world.end - inside[0].time).total_seconds() - 1)
    if way == "flap":
        for before in times(world, first * 5, rng.randint(3, 7)):
            _log(world, lost, before)
            _back(world, lost, max(1.0, before - between(rng, 20, 60)))
        over = over or chance(rng, 0.5)
    else:
        _log(world, lost, first)
        if over:
            _back(world, lost, first * 0.4)
    _waiting(world, way, degree)
    if way == "all" and world.system.linux and first > 150:
        for before in times(world, first - 120, rng.randint(1, 3)):
            say(
                world,
                hung_task(
                    world,
                    rng.choice(("jbd2/dm-5-8", "xfsaild/dm-5", "oracle", "kworker/u16:3")),
                    rng.randint(400, 30000),
                ),
                before,
            )
    if over:
        world.needs = tuple(frozenset({form}) for form in _LOGS[:4])
        for path in lost:
            path.up = True
    elif not fabric.iscsi and chance(rng, 0.15):
        for path in lost[:: len(fabric.maps)]:
            path.gone = world.system.linux and way != "all"


def _waiting(world: World, way: str, degree: float) -> None:
    rng = world.rng
    troubled = world.in_trouble()
    outage = max(1, int(between(rng, 8, 20 + 40 * degree) / world.interval))
    starts = [rng.randrange(len(troubled)) for _ in range(3)] if way == "flap" and troubled else [0]
    for index, tick in enumerate(troubled):
        still = way == "all" or any(start <= index < start + outage for start in starts)
        for lun in _fabric(world).maps:
            ask = tick.demand[lun.device]
            if still:
                left = 0.0 if way == "all" or chance(rng, 0.5) else 0.02
                ask.reads, ask.writes, ask.read_kb, ask.write_kb = (
                    ask.reads * left,
                    ask.writes * left,
                    ask.read_kb * left,
                    ask.write_kb * left,
                )
                ask.slow = 1 + left * 5000
                tick.blocked = max(tick.blocked, between(rng, 4, 30))
            else:
                ask.slow = rng.uniform(1.1, 1.9)
        if still:
            tick.user *= 0.3
            tick.system *= 0.4


def harmless(world: World) -> None:
    """A path has been gone for days, and the others carry the load."""
    lost = _lose(world, "port")
    _log(world, lost, between(world.rng, 90000, 700000))


def ground_dmp(world: World) -> None:
    """Veritas keeps the paths."""
    fabric = multipath.lay(world)
    world.names["multipathing"] = "dmp"
    vendor = {
        "OPEN-V": "TagmaStore-USP0",
        "SYMMETRIX": "EMC0",
        "LUN C-Mode": "NETAPP0",
        "VRAID": "EMC_CLARiiON0",
        "2145": "IBM_SVC0",
        "CSM200_R": "Disk",
    }[fabric.maps[0].model]

    def show(done: World) -> None:
        lines = ["NAME         STATE[A]   PATH-TYPE[M] DMPNODENAME  ENCLR-TYPE   CTLR   ATTRS", "=" * 78]
        for number, lun in enumerate(fabric.maps):
            for path in lun.paths:
                name = f"c{path.host}t{path.port.upper()}d{path.lun}s2" if done.system.solaris else path.name
                lines.append(
                    f"{name:<12} {'ENABLED(A)' if path.up else 'DISABLED  '} -            {vendor.lower()}_{number:04d}   {vendor:<12} c{path.host}        -"
                )
        done.show("vxdmpadm", "vxdmpadm getsubpaths", "\n".join(lines) + "\n")

    world.after.append(show)


def _disabled(world: World, lost: list[Path], first: float, back: float = 0.0) -> None:
    """What DMP says of paths that go, and of those that come back."""
    fabric, solaris = _fabric(world), world.system.solaris
    program, head = ("vxdmp: [ID 480808 kern.notice]", "NOTICE: ") if solaris else ("kernel", "")
    for path in {path.host: path for path in lost}.values():
        say(world, _driver(world, fabric, path, True), first + 30)
    for number, path in enumerate(lost):
        lun = next(index for index, lun in enumerate(fabric.maps) if path in lun.paths)
        name = f"{118 if solaris else int(path.major_minor.split(':')[0])}/0x{number * 16 + 8:x} belonging to the dmpnode 201/0x{lun * 16:x}"
        world.say(
            f"{head}VxVM vxdmp V-5-0-112 disabled path {name} due to path failure",
            max(0.1, first - 0.1 * number),
            program,
        )
        if back:
            world.say(f"{head}VxVM vxdmp V-5-0-148 enabled path {name}", max(0.1, back - 0.1 * number), program)


def harm_dmp(world: World, degree: float) -> None:
    """Paths go, and DMP disables them."""
    lost = _lose(world, world.rng.choice(("host", "port")))
    inside = world.in_trouble()
    first = max(1.0, (world.end - inside[0].time).total_seconds() - 1) if inside else onset(world, 0.1, 3)
    over = world.settings["moment"] in ("after", "ends", "before")
    _disabled(world, lost, first, first * 0.3 if over else 0.0)
    _waiting(world, "half", degree)
    if over:
        world.needs = tuple(frozenset({form}) for form in _LOGS[:4])
        for path in lost:
            path.up = True


def harmless_dmp(world: World) -> None:
    """A path has been gone for days."""
    _disabled(world, _lose(world, "port"), between(world.rng, 90000, 700000))


_LOGS = ("dmesg", "messages", "syslog", "journal", "multipath", "multipathd paths", "mpathadm", "gmultipath")

MECHANISMS = (
    Mechanism("multipath-path-loss", (*LINUX, *LINUX, *SOLARIS, *FREEBSD), ROLES, HARMS, ground, harm, harmless, zfs=False, kinds=("lun",), virtual=False, telling=TELLING, decisive=tuple(frozenset({form}) for form in _LOGS), standing=True),
    Mechanism("multipath-path-loss", SOLARIS, ROLES, HARMS, ground, harm, harmless, zfs=True, kinds=("lun",), virtual=False, telling=TELLING, decisive=tuple(frozenset({form}) for form in _LOGS), standing=True),
    Mechanism("multipath-path-loss", ("rhel-5", "rhel-6", "rhel-7", "oracle-linux-6", "sles-11", "solaris-10", "solaris-10", "solaris-11.3"), ROLES, HARMS, ground_dmp, harm_dmp, harmless_dmp, zfs=False, kinds=("lun",), virtual=False,
              telling={**TELLING, "vxdmpadm": 0.85, "multipath": 0.0, "multipathd paths": 0.0, "mpathadm": 0.0}, decisive=tuple(frozenset({form}) for form in ("vxdmpadm", *_LOGS[:4])), standing=True),
)  # fmt: skip
