"""What PostgreSQL counts: checkpoints, databases, sessions."""

from tests.generated.model import World
from tests.generated.noise import around, chance
from tests.generated.programs.postgres import server
from tests.generated.render import Source
from tests.generated.render.pg_settings import formed, running


def bgwriter(world: World, command: str) -> str:
    """pg_stat_bgwriter, with the columns of the release."""
    found = server(world)
    stamp = f"{found.reset:%Y-%m-%d %H:%M:%S}.{found.reset.microsecond:06d}+01"
    rows = (
        [("checkpoints_timed", str(found.timed)), ("checkpoints_req", str(found.requested))]
        if found.version < (17, 0)
        else []
    )
    if (9, 2) <= found.version < (17, 0):
        rows += [("checkpoint_write_time", f"{found.write_ms:.0f}"), ("checkpoint_sync_time", f"{found.sync_ms:.0f}")]
    if found.version < (17, 0):
        rows += [("buffers_checkpoint", str(found.written))]
    rows += [("buffers_clean", str(found.cleaned)), ("maxwritten_clean", str(found.cleaned // 4000))]
    if found.version < (17, 0):
        rows += [("buffers_backend", str(found.backends))]
        rows += [("buffers_backend_fsync", str(found.backend_fsync))] if found.version >= (9, 1) else []
    rows += [("buffers_alloc", str(found.allocated))]
    rows += [("stats_reset", stamp)] if found.version >= (9, 1) else []
    return formed(
        command, [row[0] for row in rows], [[row[1] for row in rows]], [row[0] != "stats_reset" for row in rows]
    )


def checkpointer(world: World, command: str) -> str:
    """pg_stat_checkpointer of 17 and later."""
    found = server(world)
    rows = [("num_timed", str(found.timed)), ("num_requested", str(found.requested)), ("restartpoints_timed", "0"), ("restartpoints_req", "0"), ("restartpoints_done", "0"),
            ("write_time", f"{found.write_ms:.0f}"), ("sync_time", f"{found.sync_ms:.0f}"), ("buffers_written", str(found.written)),
            ("stats_reset", f"{found.reset:%Y-%m-%d %H:%M:%S}.{found.reset.microsecond:06d}+01")]  # fmt: skip
    return formed(
        command, [row[0] for row in rows], [[row[1] for row in rows]], [row[0] != "stats_reset" for row in rows]
    )


def databases(world: World, command: str) -> str:
    """pg_stat_database, some of its columns."""
    found, rng = server(world), world.rng
    rows = [[world.names["database"], str(world.counters.get("pg_sessions", rng.randint(5, 60))), str(found.commits), str(int(found.commits * rng.uniform(0.0005, 0.01))), str(found.reads), str(found.hits)],
            ["postgres", "1", str(rng.randint(10000, 900000)), "0", str(rng.randint(200, 9000)), str(rng.randint(10**6, 10**8))]]  # fmt: skip
    heads = ["datname", "numbackends", "xact_commit", "xact_rollback", "blks_read", "blks_hit"]
    if found.version >= (9, 2):
        heads += ["temp_files", "temp_bytes"]
        rows[0] += [str(found.temp_files), str(found.temp_bytes)]
        rows[1] += ["0", "0"]
    return formed(command, heads, rows, [False, *[True] * (len(heads) - 1)])


def hit_ratio(world: World, command: str) -> str:
    """The question of every guide."""
    found = server(world)
    return formed(command, ["ratio"], [[f"{found.hits / max(1, found.hits + found.reads):.20f}"[:22]]], [True])


def sizes(world: World, command: str) -> str:
    """Sizes of databases."""
    found = server(world)
    rows = [
        [
            world.names["database"],
            f"{found.size_gb:.0f} GB" if found.size_gb >= 10 else f"{found.size_gb * 1024:.0f} MB",
        ],
        ["postgres", "7905 kB"],
        ["template1", "7753 kB"],
        ["template0", "7609 kB"],
    ]
    return formed(command, ["datname", "pg_size_pretty"], rows)


def activity(world: World, command: str) -> str:
    """Who does what: with waits from 9.6 on."""
    found, rng = server(world), world.rng
    waits = (world.settings.get("pg:waits") or "Client:ClientRead Client:ClientRead : IO:DataFileRead").split()
    rows = []
    for proc in [proc for proc in world.procs if proc.args.startswith("postgres: app")][:40]:
        kind, _, event = rng.choice(waits).partition(":")
        state = "idle" if event == "ClientRead" else "active"
        query = rng.choice(
            (
                "COMMIT",
                "UPDATE accounts SET balance = balance + $1 WHERE id = $2",
                "INSERT INTO history VALUES ($1, $2, now())",
                "SELECT * FROM orders WHERE customer = $1",
            )
        )
        row = [str(proc.pid), "app", state, f"00:00:{around(rng, 0.4, 1.2) % 59:09.6f}", kind, event, query]
        rows.append(
            row
            if found.version >= (9, 6)
            else [row[0], row[1], "t" if kind == "Lock" else "f", row[3], query if state == "active" else "<IDLE>"]
        )
    heads = (
        ["pid", "usename", "state", "age", "wait_event_type", "wait_event", "query"]
        if found.version >= (9, 6)
        else [
            "pid" if found.version >= (9, 2) else "procpid",
            "usename",
            "waiting",
            "age",
            "query" if found.version >= (9, 2) else "current_query",
        ]
    )
    return formed(command, heads, rows, [head.endswith("pid") for head in heads]) if rows and chance(rng, 0.97) else ""


def _checkpointer(world: World) -> bool:
    return running(world) and server(world).version >= (17, 0)


SOURCES = (
    Source("pg_stat_bgwriter", ("psql -c 'select * from pg_stat_bgwriter'", "psql -x -c 'select * from pg_stat_bgwriter'", "psql -At -c 'select * from pg_stat_bgwriter'"), bgwriter, running, 0.1),
    Source("pg_stat_checkpointer", ("psql -c 'select * from pg_stat_checkpointer'", "psql -x -c 'select * from pg_stat_checkpointer'"), checkpointer, _checkpointer, 0.2),
    Source("pg_stat_database", ("psql -c 'select datname, numbackends, xact_commit, xact_rollback, blks_read, blks_hit, temp_files, temp_bytes from pg_stat_database'", "psql -x -c 'select * from pg_stat_database'"), databases, running, 0.07),
    Source("pg hit ratio", ('psql -c "select sum(blks_hit)/(sum(blks_hit)+sum(blks_read)) as ratio from pg_stat_database"',), hit_ratio, running, 0.03),
    Source("pg sizes", ("psql -c 'select datname, pg_size_pretty(pg_database_size(oid)) from pg_database'",), sizes, running, 0.05),
    Source("pg_stat_activity", ("psql -c 'select pid, usename, state, now()-query_start as age, wait_event_type, wait_event, query from pg_stat_activity'",), activity, running, 0.07),
)  # fmt: skip
