"""Hurt by processors, locks and services: busy queries, quotas, lock chains, name lookups, clocks, file handles."""

from datetime import timedelta

from tests.generated.effects import process
from tests.generated.mechanism import other
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import ALL, LINUX, SYSTEMS

MODERN = tuple(system.name for system in SYSTEMS if system.linux and system.sysstat >= (11, 0))
CGROUP2 = tuple(system.name for system in SYSTEMS if system.cgroup2)


def busy(world: World, degree: float) -> None:
    """Queries that keep every processor busy, from memory."""
    rng = world.rng
    user, name = {
        "oracle": ("oracle", "oracle"),
        "postgres": ("postgres", "postgres"),
        "mysql": ("mysql", "mysqld"),
    }.get(world.role, (world.names["user"], "java"))
    many = int(world.cpus * (0.9 + degree))
    for _ in range(min(many, 24)):
        proc = process(
            world,
            user,
            name,
            {
                "oracle": f"oracle{world.names['sid']} (LOCAL=NO)",
                "postgres": f"postgres: app {world.names['database']} SELECT",
            }.get(world.role, name),
            rng.uniform(85, 100),
            200,
            "R",
        )
        proc.minutes = between(rng, 10, 900)
    for tick in world.ticks:
        if tick.trouble:
            tick.user = rng.uniform(88, 97)
            tick.system = rng.uniform(1.5, 5)
            tick.run = many * around(rng, 1.0, 0.1)


def quota(world: World, degree: float) -> None:
    """A container that uses its quota up, many times a second."""
    rng = world.rng
    periods = int(world.uptime.total_seconds() * 10 * rng.uniform(0.3, 0.9))
    throttled = int(periods * rng.uniform(0.25, 0.4 + 0.5 * degree))
    group = f"/sys/fs/cgroup/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod{''.join(rng.choices('0123456789abcdef', k=8))}.slice"
    used = int(periods * rng.choice((50000, 100000, 200000)) * 0.9)
    text = f"usage_usec {used}\nuser_usec {int(used * 0.8)}\nsystem_usec {int(used * 0.2)}\nnr_periods {periods}\nnr_throttled {throttled}\nthrottled_usec {int(throttled * between(rng, 30000, 190000))}\nnr_bursts 0\nburst_usec 0\n"
    world.show("cpu.stat", f"cat {group}/cpu.stat", text)
    world.show("cpu.max", f"cat {group}/cpu.max", f"{rng.choice((50000, 100000, 200000))} 100000\n")
    name = f"{world.names['service']}-{''.join(rng.choices('bcdfghjklmnpqrstvwxz2456789', k=5))}"
    world.show(
        "kubectl top",
        f"kubectl top pod -n {world.names['namespace']}",
        f"NAME{' ' * (len(name) - 1)}CPU(cores)   MEMORY(bytes)\n{name}   {rng.choice((499, 998, 1996))}m         {rng.randint(200, 3000)}Mi\n",
    )


def chain(world: World, degree: float) -> None:
    """One idle transaction holds a lock, and everybody queues behind it."""
    rng, database = world.rng, world.names["database"]
    age = timedelta(seconds=between(rng, 300, 9000))
    root = rng.randint(2000, 60000)
    rows = [
        " pid  | state               | wait_event_type | wait_event    | xact_age        | blocked_by | query",
        "-" * 6 + "+" + "-" * 21 + "+" + "-" * 17 + "+" + "-" * 15 + "+" + "-" * 17 + "+" + "-" * 12 + "+" + "-" * 30,
    ]
    rows.append(
        f"{root:6d}| idle in transaction | Client          | ClientRead    | {str(age)[:15]:<16}| {{}}         | UPDATE orders SET state = $1 WHERE id = $2"
    )
    blocker, many = root, rng.randint(4, 8 + int(20 * degree))
    log = []
    for number in range(many):
        pid = rng.randint(2000, 60000)
        waited = age * rng.uniform(0.2, 0.9)
        query = (
            "ALTER TABLE orders ADD COLUMN note text"
            if number == 0 and rng.random() < 0.5
            else rng.choice(
                (
                    "SELECT * FROM orders WHERE id = $1",
                    "UPDATE orders SET qty = qty - 1 WHERE id = $1",
                    "INSERT INTO orders (sku, qty) VALUES ($1, $2)",
                )
            )
        )
        rows.append(
            f"{pid:6d}| active              | Lock            | {'transactionid' if number else 'relation     '} | {str(waited)[:15]:<16}| {{{blocker}}}    | {query}"
        )
        stamp = f"{world.end - waited:%Y-%m-%d %H:%M:%S}.{rng.randrange(1000):03d} CET [{pid}] app@{database}"
        log.append(
            f"{stamp} LOG:  process {pid} still waiting for ShareLock on transaction {rng.randint(10**6, 10**9)} after 1000.{rng.randint(10, 999)} ms\n{stamp} DETAIL:  Process holding the lock: {root}. Wait queue: {pid}.\n{stamp} STATEMENT:  {query}"
        )
        process(
            world,
            "postgres",
            "postgres",
            f"postgres: app {database} 10.20.7.{rng.randint(2, 250)}({rng.randint(32000, 60000)}) {query.split()[0]} waiting",
            0.0,
            30,
        )
    world.show(
        "pg_stat_activity",
        f'psql -d {database} -c "select pid, state, wait_event_type, wait_event, now()-xact_start as xact_age, pg_blocking_pids(pid) as blocked_by, query from pg_stat_activity"',
        "\n".join(rows) + f"\n({many + 1} rows)\n\n",
    )
    world.show(
        "postgresql log", "tail -100 postgresql.log", "\n".join(sorted(log)) + "\n", "var/log/postgresql/postgresql.log"
    )
    for tick in world.ticks:
        if tick.trouble:
            tick.user *= 0.3


def metadata(world: World, degree: float) -> None:
    """DDL waits for a forgotten transaction, and all others for the DDL."""
    rng, database = world.rng, world.names["database"]
    rows = ["Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo"]
    rows.append(
        f"{rng.randint(1000, 90000)}\treport\t10.20.7.4:51022\t{database}\tSleep\t{rng.randint(900, 40000)}\t\tNULL"
    )
    rows.append(
        f"{rng.randint(1000, 90000)}\tdeploy\tlocalhost\t{database}\tQuery\t{rng.randint(200, 800)}\tWaiting for table metadata lock\tALTER TABLE orders ADD INDEX idx_created (created_at)"
    )
    rows += [
        f"{rng.randint(1000, 90000)}\tapp\t10.20.7.{rng.randint(2, 250)}:{rng.randint(32000, 60000)}\t{database}\tQuery\t{rng.randint(3, 199)}\tWaiting for table metadata lock\tSELECT * FROM orders WHERE id = {rng.randint(1, 10**6)}"
        for _ in range(rng.randint(5, 10 + int(40 * degree)))
    ]
    world.show("processlist", "mysql -e 'show full processlist'", "\n".join(rows) + "\n")
    for tick in world.ticks:
        if tick.trouble:
            tick.user *= 0.25


def lookups(world: World, degree: float) -> None:
    """A name server that does not answer: each new connection waits for it."""
    rng = world.rng
    dead = f"10.20.0.{rng.randint(2, 60)}"
    world.show(
        "resolv.conf",
        "cat /etc/resolv.conf",
        f"search {world.domain}\nnameserver {dead}\nnameserver 10.20.0.{rng.randint(61, 99)}\n",
    )
    world.show(
        "dig",
        f"dig @{dead} {world.host}.{world.domain}",
        f"\n; <<>> DiG 9.11.4 <<>> @{dead} {world.host}.{world.domain}\n; (1 server found)\n;; global options: +cmd\n;; connection timed out; no servers could be reached\n",
    )
    world.show(
        "time ssh",
        f"time ssh {world.host} true",
        f"\nreal\t0m{rng.choice((5, 10, 15))}.{rng.randint(10, 999):03d}s\nuser\t0m0.021s\nsys\t0m0.009s\n",
    )
    for _ in range(rng.randint(3, 9)):
        world.say(
            f"reverse mapping checking getaddrinfo for {world.names['client']} failed: Temporary failure in name resolution",
            between(rng, 20, 9000),
            "sshd",
        )


def clock(world: World, degree: float) -> None:
    """The clock was wrong and jumped."""
    rng = world.rng
    step = between(rng, 8, 60 + 4000 * degree)
    text = f"Reference ID    : 0A140005 (ntp1.{world.domain})\nStratum         : 3\nRef time (UTC)  : {world.end:%a %b %d %H:%M:%S %Y}\nSystem time     : {step * 0.8:.9f} seconds {rng.choice(('slow', 'fast'))} of NTP time\nLast offset     : {rng.choice(('+', '-'))}{step:.9f} seconds\nRMS offset      : {step * 0.5:.9f} seconds\nFrequency       : {rng.uniform(80, 490):.3f} ppm slow\nResidual freq   : +{rng.uniform(1, 90):.3f} ppm\nSkew            : {rng.uniform(100, 900):.3f} ppm\nRoot delay      : 0.000911 seconds\nRoot dispersion : {step / 3:.9f} seconds\nUpdate interval : 64.2 seconds\nLeap status     : Normal\n"
    world.show("chronyc", "chronyc tracking", text)
    world.say(f"System clock wrong by {-step:.6f} seconds, adjustment started", 900, "chronyd")
    world.say(f"Forward time jump detected! ({step:.2f} s)", 890, "chronyd")
    world.say("token expired: issued in the future", 500, world.names["service"])


def handles(world: World, degree: float) -> None:
    """A service at its limit of open files."""
    rng = world.rng
    limit = rng.choice((1024, 4096, 8192))
    proc = process(
        world, world.names["user"], "java", f"/usr/bin/java -jar /opt/{world.names['service']}.jar", 14, 1800
    )
    world.show(
        "limits",
        f"cat /proc/{proc.pid}/limits",
        f"Limit                     Soft Limit           Hard Limit           Units     \nMax cpu time              unlimited            unlimited            seconds   \nMax processes             63432                63432                processes \nMax open files            {limit:<20} {limit:<20} files     \nMax locked memory         65536                65536                bytes     \n",
    )
    world.show("fd count", f"ls /proc/{proc.pid}/fd | wc -l", f"{limit - rng.randint(0, 2)}\n")
    rows = [
        f"{world.end - timedelta(seconds=between(rng, 2, 900)):%Y-%m-%d %H:%M:%S},{rng.randrange(1000):03d} ERROR [acceptor] java.net.SocketException: {rng.choice(('Too many open files', 'Too many open files (Accept failed)'))}"
        for _ in range(rng.randint(5, 25))
    ]
    world.show(
        "service log",
        f"tail /var/log/{world.names['service']}.log",
        "\n".join(sorted(rows)) + "\n",
        f"var/log/{world.names['service']}.log",
    )


MECHANISMS = (
    other(
        "cpu-bound-queries",
        ALL,
        ("oracle", "postgres", "mysql", "apps"),
        ("slow-db", "vague"),
        busy,
        "vmstat",
        "top",
        "prstat",
    ),
    other("cgroup-cpu-throttle", CGROUP2, ("apps",), ("stalls", "vague"), quota, "cpu.stat", standing=True),
    other(
        "postgres-lock-chain",
        MODERN,
        ("postgres",),
        ("slow-db", "stalls"),
        chain,
        "pg_stat_activity",
        "postgresql log",
        standing=True,
    ),
    other("mysql-metadata-lock", MODERN, ("mysql",), ("slow-db", "stalls"), metadata, "processlist", standing=True),
    other(
        "name-server-not-answering",
        LINUX,
        ("apps", "files", "backup"),
        ("stalls", "vague"),
        lookups,
        "dig",
        standing=True,
    ),
    other(
        "clock-stepped", MODERN, ("apps", "postgres"), ("errors", "vague", "failover"), clock, "chronyc", standing=True
    ),
    other(
        "file-handles-exhausted",
        LINUX,
        ("apps",),
        ("vague", "stalls"),
        handles,
        "service log",
        "fd count",
        standing=True,
    ),
)
