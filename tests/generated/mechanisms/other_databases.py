"""PostgreSQL and MySQL hosts hurt by what none of the cases is."""

from dataclasses import replace
from datetime import timedelta

from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.innodb_double_buffering import TELLING as MYSQL
from tests.generated.mechanisms.postgres_checkpoint_io import TELLING as CHECKPOINTS
from tests.generated.mechanisms.postgres_default_settings import TELLING as SETTINGS
from tests.generated.model import Tick, World
from tests.generated.noise import around, between
from tests.generated.programs import mysql, postgres
from tests.generated.programs.postgres import Line, Server
from tests.generated.render.mysql import boxed
from tests.generated.render.pg_settings import aligned
from tests.generated.systems import LINUX

POSTGRES = SETTINGS | CHECKPOINTS | {"pg_stat_activity": 0.85, "pg log": 0.7}


def _kept(world: World) -> Server:
    found = postgres.draw(world, "9.1")
    postgres.tuned(world, found)
    found.settings |= {"log_min_duration_statement": "1s", "log_lock_waits": "on"}
    postgres.ordinary(world)
    return found


def _quiet(world: World, tick: Tick, share: float) -> None:
    for device in world.disks():
        ask = tick.demand[device.name]
        for name in ("reads", "writes", "read_kb", "write_kb"):
            setattr(ask, name, getattr(ask, name) * share)


def locks(world: World, degree: float) -> None:
    """One transaction was left open, and the others wait for its row."""
    rng, found = world.rng, _kept(world)
    holder = rng.randint(2000, 30000)
    begin = world.end - timedelta(seconds=between(rng, 60, 300 + 3000 * degree))
    for _ in range(rng.randint(5, 40)):
        pid, xid = rng.randint(2000, 30000), rng.randint(10**6, 10**8)
        when = begin + timedelta(seconds=rng.uniform(2, max(3.0, (world.end - begin).total_seconds() - 1)))
        found.log.append(Line(when, "LOG", f"process {pid} still waiting for ShareLock on transaction {xid} after 1000.{rng.randint(10, 99)} ms", "client backend",
                              detail=f"Process holding the lock: {holder}. Wait queue: {pid}." if found.version >= (9, 4) else ""))  # fmt: skip
    world.settings["pg:waits"] = "Lock:transactionid Lock:transactionid Lock:tuple Client:ClientRead"
    for proc in world.procs:
        if proc.args.startswith("postgres: app"):
            world.procs[world.procs.index(proc)] = replace(
                proc, args=proc.args.rsplit(" ", 1)[0] + " UPDATE waiting", cpu=0.0
            )
    for tick in world.ticks:
        if tick.trouble:
            _quiet(world, tick, 0.15)
            tick.user *= 0.2


def queries(world: World, degree: float) -> None:
    """A query without its index runs in every session: all processors are busy, all pages are in memory."""
    rng, found = world.rng, _kept(world)
    postgres.slow(
        world,
        found,
        world.end - timedelta(seconds=5),
        1.2,
        3 + 30 * degree,
        14,
        ("statement: SELECT * FROM orders WHERE lower(email) = 'x@example.com'",),
    )
    world.settings["pg:waits"] = ":"
    for proc in [proc for proc in world.procs if proc.args.startswith("postgres: app")]:
        proc.cpu, proc.state = around(rng, 80, 0.15), "R"
    for tick in world.ticks:
        if tick.trouble:
            tick.user = min(97.0, around(rng, 75 + 22 * degree, 0.05))
            tick.run = world.cpus * rng.uniform(1.1, 1.5 + 2 * degree)
            _quiet(world, tick, 0.5)


def too_many(world: World, degree: float) -> None:
    """Connections come and go in thousands: the time goes into starting processes."""
    rng, found = world.rng, _kept(world)
    for _ in range(rng.randint(5, 25)):
        found.log.append(
            Line(
                world.end - timedelta(seconds=rng.uniform(1, 900)),
                "FATAL",
                "sorry, too many clients already",
                "client backend",
            )
        )
    for tick in world.ticks:
        if tick.trouble:
            tick.system = around(rng, 20 + 30 * degree, 0.15)
            tick.switches *= 3
            tick.faults *= 12


def dead_rows(world: World, degree: float) -> None:
    """An old transaction keeps vacuum from removing anything, and tables grow."""
    rng, found = world.rng, _kept(world)
    found.settings["log_autovacuum_min_duration"] = "0"
    tables = rng.sample("orders items sessions events audit stock".split(), 4)
    oldest = rng.randint(10**6, 10**8)
    counts = {name: int(between(rng, 2e5, 2e6 + 4e7 * degree)) for name in tables}
    for minutes in sorted(rng.uniform(1, 90) for _ in range(rng.randint(6, 20))):
        name = rng.choice(tables)
        dead = int(counts[name] * (1 - minutes / 400))
        text = (f'automatic vacuum of table "{world.names["database"]}.public.{name}": index scans: 0\n\tpages: 0 removed, {dead // 30} remain, 0 skipped due to pins, 0 skipped frozen\n'
                f"\ttuples: 0 removed, {dead * 3} remain, {dead} are dead but not yet removable, oldest xmin: {oldest}\n\tsystem usage: CPU: user: 1.21 s, system: 0.31 s, elapsed: {rng.uniform(2, 60):.2f} s")  # fmt: skip
        found.log.append(Line(world.end - timedelta(minutes=minutes), "LOG", text, "autovacuum worker"))
    rows = [
        (name, str(dead * 2), str(dead), f"{world.end - timedelta(minutes=rng.uniform(1, 60)):%Y-%m-%d %H:%M:%S}+01")
        for name, dead in sorted(counts.items())
    ]
    world.show(
        "pg_stat_user_tables",
        "psql -c 'select relname, n_live_tup, n_dead_tup, last_autovacuum from pg_stat_user_tables order by 1'",
        aligned(("relname", "n_live_tup", "n_dead_tup", "last_autovacuum"), rows, (False, True, True, False)),
    )
    for tick in world.ticks:
        if tick.trouble:
            tick.user = min(90.0, tick.user * (1.3 + degree))
            for device in world.disks():
                tick.demand[device.name].add(reads=device.read_iops * rng.uniform(0.1, 0.3), read_kb=16)


def metadata(world: World, _degree: float) -> None:
    """An ALTER TABLE waits for a forgotten transaction, and everybody waits for the ALTER TABLE."""
    rng = world.rng
    found = mysql.draw(world, False)
    found.flush = "O_DIRECT"
    found.pool_mb = max(128, int(world.memory.programs * 0.82 / 128) * 128)
    mysql.busy(world, found)
    age = rng.randint(200, 9000)
    rows = [(str(rng.randint(100, 900)), "app", "10.20.4.31:41190", world.names["database"], "Sleep", str(age), "", "NULL"),
            (str(rng.randint(900, 2000)), "deploy", "localhost", world.names["database"], "Query", str(age - 90), "Waiting for table metadata lock", "ALTER TABLE orders ADD COLUMN note varchar(80)")]  # fmt: skip
    rows += [(str(rng.randint(2000, 90000)), "app", "10.20.4.31:5" + str(rng.randint(1000, 9999)), world.names["database"], "Query", str(rng.randint(1, age - 100)), "Waiting for table metadata lock", "SELECT * FROM orders WHERE id = 4711")
             for _ in range(rng.randint(12, 60))]  # fmt: skip
    world.show(
        "processlist",
        "mysql -e 'SHOW FULL PROCESSLIST'",
        boxed(("Id", "User", "Host", "db", "Command", "Time", "State", "Info"), rows),
    )
    for tick in world.ticks:
        if tick.trouble:
            _quiet(world, tick, 0.1)
            tick.user *= 0.15


def few_connections(world: World, degree: float) -> None:
    """A pool of a program holds all connections; the server has time and memory to spare."""
    rng = world.rng
    found = mysql.draw(world, False)
    found.flush = "O_DIRECT"
    found.pool_mb = max(128, int(world.memory.programs * 0.82 / 128) * 128)
    found.settings["max_connections"] = "151"
    mysql.busy(world, found)
    error = (
        "[Warning] Aborted connection 4711 to db: 'unconnected' user: 'app' host: '10.20.4.31' (Too many connections)"
    )
    lines = [
        f"{world.end - timedelta(seconds=rng.uniform(1, 900)):%Y-%m-%d %H:%M:%S} 140211 {error}"
        for _ in range(rng.randint(5, 20))
    ]
    world.show("mysqld.log", "tail -50 /var/log/mysqld.log", "\n".join(sorted(lines)) + "\n", "var/log/mysqld.log")
    for tick in world.ticks:
        if tick.trouble:
            _quiet(world, tick, 0.4 - 0.2 * degree)


MECHANISMS = (
    Mechanism("other:sessions wait for a lock", LINUX, ("postgres",), ("slow-db", "stalls"), harm=locks, zfs=False, telling=POSTGRES, harmless_share=0.0, cause="other:postgres-lock-chain",
              decisive=(frozenset({"pg_stat_activity"}), frozenset({"pg log"}))),
    Mechanism("other:a query without its index", LINUX, ("postgres",), ("slow-db",), harm=queries, zfs=False, telling=POSTGRES | {"vmstat": 0.8, "top": 0.7}, harmless_share=0.0, cause="other:queries use all processors",
              decisive=(frozenset({"vmstat"}), frozenset({"top"}))),
    Mechanism("other:connections come and go", LINUX, ("postgres",), ("slow-db", "errors"), harm=too_many, zfs=False, telling=POSTGRES | {"vmstat": 0.7}, harmless_share=0.0, cause="other:too many connections",
              decisive=(frozenset({"pg log"}),), standing=True),
    Mechanism("other:metadata lock", LINUX, ("mysql",), ("slow-db", "stalls"), harm=metadata, zfs=False, telling=MYSQL | {"processlist": 0.9}, harmless_share=0.0, cause="other:mysql-metadata-lock",
              decisive=(frozenset({"processlist"}),), standing=True),
    Mechanism("other:all connections taken", LINUX, ("mysql",), ("slow-db", "errors"), harm=few_connections, zfs=False, telling=MYSQL | {"mysqld.log": 0.9}, harmless_share=0.0, cause="other:too many connections",
              decisive=(frozenset({"mysqld.log"}),), standing=True),
    Mechanism("other:vacuum is held back", LINUX, ("postgres",), ("slow-db", "space"), harm=dead_rows, zfs=False, telling=POSTGRES | {"pg_stat_user_tables": 0.8}, harmless_share=0.0, cause="other:postgres-autovacuum-lag",
              decisive=(frozenset({"pg_stat_user_tables"}), frozenset({"pg log"})), standing=True),
)  # fmt: skip
