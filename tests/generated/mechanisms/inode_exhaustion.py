"""A file system has space and no inodes: nothing new can be made on it."""

from tests.generated.evidence import onset, times
from tests.generated.mechanism import Mechanism
from tests.generated.model import Mount, World
from tests.generated.noise import between, chance
from tests.generated.render.linux_host import mounts
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

TELLING = {
    "df": 0.85,
    "df -i": 0.8,
    "inodes": 0.85,
    "touch": 0.6,
    "count": 0.5,
    "dmesg": 0.15,
    "messages": 0.6,
    "syslog": 0.5,
    "journal": 0.4,
    "mount": 0.3,
    "tune2fs": 0.3,
    "vmstat": 0.15,
    "iostat -x": 0.1,
}
_PLACES = (("/var", "/var/lib/php/session", "php-fpm", "PHP Warning:  session_start(): open(/var/lib/php/session/sess_{hash}, O_RDWR) failed: No space left on device (28)"),
           ("/var/spool", "/var/spool/postfix/maildrop", "postfix/postdrop", "warning: mail_queue_enter: create file maildrop/{number}.{pid}: No space left on device"),
           ("/var/spool/clientmqueue", "/var/spool/clientmqueue", "sendmail", "queueup: cannot create queue file ./qf{hash}, euid=51: No space left on device"),
           ("/srv", "/srv/cache/thumbs", "nginx", "open() \"/srv/cache/thumbs/{hash}\" failed (28: No space left on device)"), ("/data", "/data/spool/in", "importer", "java.io.IOException: No space left on device"),
           ("/var/lib/docker", "/var/lib/docker/overlay2", "dockerd", "error creating overlay mount to /var/lib/docker/overlay2/{hash}/merged: no space left on device"), ("/tmp", "/tmp", "sshd", "mkstemp /tmp/.X{number}: No space left on device"),
           ("/home", "/home/jenkins/workspace", "jenkins", "hudson.util.IOException2: Failed to create a temporary file in /home/jenkins/workspace: No space left on device"), ("/backup", "/backup/rsnapshot", "rsync", "rsync: mkstemp \"/backup/rsnapshot/.{hash}\" failed: No space left on device (28)"))  # fmt: skip


def ground(world: World) -> None:
    """A file system of its own that takes many small files."""
    rng = world.rng
    place = rng.choice(_PLACES)
    kind = "ufs" if not world.system.linux else "ext3" if world.system.sysstat < (9, 0) else "ext4"
    world.mounts = [mount for mount in world.mounts if mount.point != place[0]]
    size = rng.choice((4.0, 8.0, 9.8, 20.0, 40.0, 50.0, 100.0, 200.0, 500.0))
    device = (
        f"/dev/dsk/{world.devices[0].name}s{rng.randint(3, 7)}"
        if world.system.solaris
        else f"/dev/{world.devices[0].name}p{rng.randint(3, 7)}"
        if world.system.freebsd
        else f"/dev/mapper/{world.names['vg'].replace('-', '--')}-{place[0].strip('/').replace('/', '_')}"
    )
    if world.system.freebsd and not world.mounts:
        world.mounts.append(
            Mount(f"/dev/{world.devices[0].name}p2", "/", "ufs", 60, rng.uniform(0.1, 0.5), rng.uniform(0.02, 0.1))
        )
    mount = Mount(
        device, place[0], kind, size, rng.uniform(0.18, 0.78), rng.uniform(0.78, 0.94), disk=world.devices[0].name
    )
    world.mounts.append(mount)
    world.parts["place"], world.parts["mount"] = place, mount
    world.after.append(_show)


def _parts(world: World) -> tuple[tuple[str, str, str, str], Mount]:
    place, mount = world.parts["place"], world.parts["mount"]
    assert isinstance(place, tuple)
    assert isinstance(mount, Mount)
    return place, mount


def _show(world: World) -> None:
    place, mount = _parts(world)
    inodes = int(mount.size_gb * (65536 if world.system.linux else 122000))
    used = int(inodes * mount.inodes_used)
    if world.system.solaris:
        lines = ["Filesystem             iused   ifree  %iused  Mounted on"]
        lines += [
            f"{each.device:<22} {int(each.size_gb * 122000 * each.inodes_used):7d} {int(each.size_gb * 122000 * (1 - each.inodes_used)):7d}  {round(each.inodes_used * 100):4d}%   {each.point}"
            for each in world.mounts
            if each.kind == "ufs"
        ]
        world.show("inodes", "df -F ufs -o i", "\n".join(lines) + "\n")
    elif world.system.freebsd:
        lines = ["Filesystem          1K-blocks     Used    Avail Capacity iused   ifree %iused  Mounted on"]
        for each in mounts(world):
            total, nodes = int(each.size_gb * 1048576), int(each.size_gb * 122000)
            taken = int(total * each.used)
            lines.append(
                f"{each.device:<19} {total:9d} {taken:8d} {int((total - taken) * 0.92):8d} {round(100 * each.used / 0.96):7d}% {int(nodes * each.inodes_used):6d} {int(nodes * (1 - each.inodes_used)):6d} {round(each.inodes_used * 100):5d}%  {each.point}"
            )
        world.show("inodes", "df -i", "\n".join(lines) + "\n")
    elif chance(world.rng, 0.5):
        world.show(
            "tune2fs",
            f"tune2fs -l {mount.device} | grep -i -E 'inode|block'",
            f"Inode count:              {inodes}\nBlock count:              {int(mount.size_gb * 262144)}\nReserved block count:     {int(mount.size_gb * 13107)}\nFree blocks:              {int(mount.size_gb * 262144 * (1 - mount.used))}\nFree inodes:              {inodes - used}\nFirst block:              0\nBlock size:               4096\nInodes per group:         8192\nInode size:               256\n",
        )
    rows = (
        [(int(used * 0.93), place[1])]
        if chance(world.rng, 0.5)
        else [(int(used * 0.31), f"{place[1]}/{part}") for part in ("0", "1", "2")]
    )
    world.show(
        "count",
        f"find {mount.point} -xdev -type f | sed 's|/[^/]*$||' | sort | uniq -c | sort -rn | head -5",
        "".join(
            f"{number:8d} {path}\n"
            for number, path in [*rows, (int(used * 0.01) + 3, f"{mount.point}/log"), (12, f"{mount.point}/tmp")]
        ),
    )


def harm(world: World, degree: float) -> None:
    """The last inode is gone."""
    rng = world.rng
    place, mount = _parts(world)
    over = world.settings["moment"] in ("after", "ends")
    mount.inodes_used = 1.0 if not over or chance(rng, 0.7) else rng.uniform(0.9, 0.98)
    if mount.inodes_used < 1.0:
        world.needs = tuple(
            frozenset({log, form}) for log in ("messages", "syslog", "journal") for form in ("df -i", "inodes")
        )
    for before in times(world, onset(world, 0.3, 20), int(between(rng, 5, 10 + 40 * degree))):
        world.say(
            place[3]
            .replace("{hash}", f"{rng.getrandbits(60):015x}")
            .replace("{number}", str(rng.randint(10000, 999999)))
            .replace("{pid}", str(rng.randint(400, 30000))),
            before,
            place[2],
        )
    if mount.inodes_used >= 1.0:
        name = f"{mount.point}/{rng.choice(('x', 'test', 'testfile', 'foo'))}"
        error = {
            "solaris": f"touch: cannot create {name}: No space left on device",
            "freebsd": f"touch: {name}: No space left on device",
            "linux": f"touch: cannot touch `{name}': No space left on device"
            if world.system.sysstat < (10, 2)
            else f"touch: cannot touch '{name}': No space left on device",
        }[world.system.os]
        world.show("touch", f"touch {name}", error + "\n")


_SHOWN = tuple(frozenset({form}) for form in ("df -i", "inodes", "tune2fs"))
ROLES = ("files", "apps", "apps", "mysql", "backup")

MECHANISMS = (
    Mechanism("inode-exhaustion", (*LINUX, *LINUX, *FREEBSD), ROLES, ("space", "space", "space", "vague"), ground, harm, zfs=False, telling=TELLING, decisive=_SHOWN, standing=True),
    Mechanism("inode-exhaustion", SOLARIS[:1], ROLES, ("space",), ground, harm, zfs=False, telling=TELLING, decisive=_SHOWN, standing=True),
)  # fmt: skip
