"""Processes that belong to what a host is there for."""

from tests.generated.model import Proc, World
from tests.generated.noise import around, chance


def fill(world: World) -> None:
    """List what runs, with memory that adds up to what programs hold."""
    rng, memory = world.rng, world.memory
    rows = _of_role(world)
    own = memory.programs / max(1, sum(weight for *_, weight, _ in rows))
    for user, name, args, weight, shares in rows:
        private = around(rng, own * weight, 0.2)
        rss = private + (memory.shared * rng.uniform(0.2, 0.8) if shares else 0)
        size = private * 1.3 + (memory.shared + 2.0 * (memory.huge_pages - memory.huge_free) if shares else 0) + 60
        world.procs.append(
            Proc(_pid(world), user, name, args, rss, size, around(rng, 2.5, 1.1) if weight > 2 else around(rng, 0.2, 1),
                 "S", around(rng, 30 * world.uptime.days + 1, 1.0))
        )  # fmt: skip
    for user, name, args in _common(world):
        held = 0.0 if args.startswith("[") else 1.0
        world.procs.append(
            Proc(
                _pid(world),
                user,
                name,
                args,
                held * around(rng, 9, 0.8),
                held * around(rng, 90, 0.8),
                around(rng, 0.05, 1),
                "S",
                around(rng, 6, 1.5),
            )
        )


def _pid(world: World) -> int:
    return world.rng.randint(700, 32000 if world.system.name[-2:] in ("-5", "-6") else 420000)


def _of_role(world: World) -> list[tuple[str, str, str, float, bool]]:
    """User, name, arguments, weight of its private memory, whether it maps the shared memory."""
    sid, names, mount = world.names["sid"], world.names, world.names["datamount"]
    if world.role == "oracle":
        back = [
            ("oracle", f"ora_{part}_{sid}", f"ora_{part}_{sid}", 1.0, True)
            for part in "pmon smon dbw0 dbw1 lgwr ckpt mmon arc0 arc1".split()
        ]
        sessions = [("oracle", "oracle", f"oracle{sid} (LOCAL=NO)", 3.0, True) for _ in range(world.rng.randint(4, 10))]
        listener = (
            "oracle",
            "tnslsnr",
            f"{world.rng.choice(('/u01/app/oracle/product/19.0.0/dbhome_1', '/oracle/product/11.2.0/db_1'))}/bin/tnslsnr LISTENER -inherit",
            1.0,
            False,
        )
        return [*back, *sessions, listener]
    if world.role == "postgres":
        parts = "checkpointer|background writer|walwriter|autovacuum launcher".split("|")
        back = [("postgres", "postgres", f"postgres: {part}", 0.5, True) for part in parts]
        rows = [("postgres", "postgres", f"postgres: app {names['database']} 10.{world.rng.randint(1, 99)}.4.{world.rng.randint(2, 250)}({world.rng.randint(32000, 60999)}) {state}", 3.0, True)
                for state in world.rng.choices(("idle", "SELECT", "COMMIT", "UPDATE", "idle in transaction"), k=world.rng.randint(4, 10))]  # fmt: skip
        return [("postgres", "postgres", f"/usr/lib/postgresql/bin/postgres -D {mount}", 1.0, True), *back, *rows]
    if world.role == "mysql":
        return [("mysql", "mysqld", f"/usr/sbin/mysqld --datadir={mount}", 60.0, False)]
    if world.role == "files":
        return [("root", "smbd", "/usr/sbin/smbd --foreground", 2.0, False)] * 3 + [
            ("root", "nfsd", "[nfsd]" if world.system.linux else "/usr/lib/nfs/nfsd", 0.5, False)
        ] * 4
    if world.role == "vms":
        return [("root", "bhyve" if world.system.freebsd else "kvm", f"/usr/bin/kvm -id {number} -name vm{number} -m {world.rng.choice((4096, 8192, 16384))}", 20.0, False)
                for number in world.rng.sample(range(100, 160), world.rng.randint(3, 9))]  # fmt: skip
    if world.role == "backup":
        return [
            ("bacula", "bacula-sd", "/usr/sbin/bacula-sd -f -c /etc/bacula/bacula-sd.conf", 6.0, False),
            ("root", "rsync", "rsync --server -vlogDtpr . /backup", 5.0, False),
        ] * 2
    java = f"/usr/bin/java -Xmx{world.rng.choice((2, 4, 6, 8))}g -jar /opt/{names['service']}/{names['service']}.jar"
    return [(names["user"], "java", java, 30.0, False), ("www-data", "nginx", "nginx: worker process", 1.0, False),
            (names["user"], "node", "node /srv/app/server.js", 5.0, False)] * (2 if chance(world.rng, 0.3) else 1)  # fmt: skip


def _common(world: World) -> list[tuple[str, str, str]]:
    if world.system.solaris:
        words = "svc.startd svc.configd inetd sshd syslogd fmd nscd sendmail utmpd cron"
        return [("root", word, f"/usr/lib/{word}") for word in words.split()]
    if world.system.freebsd:
        return [("root", word, f"/usr/sbin/{word}") for word in "syslogd sshd cron ntpd devd smartd".split()]
    init = (
        "init"
        if world.system.name in ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11", "ubuntu-14.04")
        else "systemd"
    )
    daemons = [
        init,
        "sshd",
        "rsyslogd",
        "crond",
        "ntpd" if init == "init" else "chronyd",
        "snmpd",
        "irqbalance",
        "dbus-daemon",
    ]
    own = [("root", word, f"/usr/sbin/{word}") for word in daemons]
    return [*own, *(("root", name, f"[{name}]") for name in ("ksoftirqd/0", "kworker/1:2", "kswapd0", "migration/2"))]
