"""On ext3 with ordered data a small fsync waits until everybody's data of the file system is written."""

from tests.generated.effects import process, wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.render.tasks import block

OLD = ("rhel-5", "centos-5", "sles-11", "rhel-5", "debian-8", "ubuntu-14.04")


def ground(world: World) -> None:
    """A database that commits, on ext3, beside other things."""
    for mount in world.mounts:
        if mount.kind.startswith("ext") or mount.kind == "xfs":
            mount.kind = "ext3"
            mount.options = world.rng.choice(
                ("rw", "rw", "rw,data=ordered", "rw,noatime", "rw,relatime,errors=remount-ro,data=ordered")
            )


def harm(world: World, degree: float) -> None:
    """A bulk writer, and commits that take seconds."""
    rng = world.rng
    point, target = world.names["datamount"], world.disks()[0]
    writer = process(world, "root", "cp", f"cp /mnt/iso/image.{rng.randint(1, 90)} {point}/", 8.0, 3)
    if rng.random() < 0.5:
        writer.name, writer.args = "dd", f"dd if=/dev/zero of={point}/big bs=1M count={rng.choice((4000, 20000))}"
    block(world, process(world, "root", "kjournald", "[kjournald]", 0.3, 0), "wait_on_buffer")
    server = {"mysql": "mysqld", "postgres": "postgres"}.get(
        world.role, "firefox-bin" if rng.random() < 0.3 else "syslogd"
    )
    victims = [
        process(world, world.role if world.role in ("mysql", "postgres") else "root", server, server, 0.4, 60)
        for _ in range(rng.randint(1, 2 + int(6 * degree)))
    ]
    seconds = between(rng, 2.5, 5 + 40 * degree)
    for number, victim in enumerate(victims):
        block(world, victim, "log_wait_commit", between(rng, 20, 900) if seconds > 15 and number == 0 else 0)
    lines = []
    for _ in range(rng.randint(6, 16)):
        lines.append(
            f"{rng.choice(('fsync', 'fsync', 'fdatasync'))}({rng.randint(4, 60)})                              = 0 <{around(rng, seconds, 0.5):.6f}>"
        )
        lines.append(
            f'pwrite({rng.randint(4, 60)}, "..."..., {rng.choice((512, 1024, 8192))}, {rng.randrange(10**7)}) = 512 <0.0000{rng.randint(11, 99)}>'
        )
    world.show("strace", f"strace -T -e trace=fsync,fdatasync,pwrite -p {victims[0].pid}", "\n".join(lines) + "\n")
    for tick in world.ticks:
        if not tick.trouble:
            continue
        ask = tick.demand[target.name]
        ask.add(writes=target.mb_s * 1024 / 220 * rng.uniform(0.85, 1.3), write_kb=around(rng, 220, 0.1))
        ask.crowd = target.depth * rng.uniform(1.0, 3.5)
        tick.dirty_mb = between(rng, 100, 900)
        tick.writeback_mb = between(rng, 20, 200)
        tick.blocked = len(victims) + rng.uniform(1, 3)
        wait_for(tick, 0.4 + 0.4 * degree)


MECHANISMS = (
    Mechanism(
        "ext3-ordered-fsync", OLD, ("mysql", "postgres", "apps", "files"), ("slow-db", "stalls", "stalls", "vague"), ground, harm, zfs=False, kinds=("hdd", "sas", "hdd"),
        telling={"mount": 0.85, "ps wchan": 0.75, "strace": 0.7, "iostat -x": 0.6, "vmstat": 0.5, "dmesg": 0.45, "meminfo": 0.3, "top": 0.3},
        decisive=(frozenset({"mount", "ps wchan"}), frozenset({"mount", "strace"})),
    ),
)  # fmt: skip
