"""The log of PostgreSQL in the forms of its releases: plain, by syslog, as csv, as JSON."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

from tests.generated.model import World
from tests.generated.noise import chance, pick
from tests.generated.programs import apart
from tests.generated.programs.postgres import Checkpoint, Line, Server, buffers_of, seconds, server
from tests.generated.render import Source
from tests.generated.render.pg_settings import on_postgres


def complete(found: Server, each: Checkpoint) -> str:
    """What a release says of a checkpoint that is over."""
    version = found.version
    share = 100 * each.buffers / max(1, buffers_of(found))
    files = "WAL file(s)" if version >= (10, 0) else "transaction log file(s)"
    recycled = each.segments
    text = (f"checkpoint complete: wrote {each.buffers} buffers ({share:.1f}%); 0 {files} added, 0 removed, {recycled} recycled; "
            f"write={each.write:.3f} s, sync={each.sync:.3f} s, total={each.write + each.sync + 0.05:.3f} s")  # fmt: skip
    if version >= (9, 1):
        text += f"; sync files={each.files}, longest={each.longest:.3f} s, average={min(each.longest, each.sync / max(1, each.files)):.3f} s"
    if version >= (9, 5):
        text += f"; distance={each.distance_kb} kB, estimate={int(each.distance_kb * 1.04)} kB"
    if version >= (16, 0):
        text += f"; lsn={each.distance_kb % 4096:X}/{each.buffers * 8192 % 2**32:X}, redo lsn={each.distance_kb % 4096:X}/{each.buffers * 4096 % 2**32:X}"
    return text


def _reason(found: Server, reason: str) -> str:
    return "xlog" if reason == "wal" and found.version < (10, 0) else reason


def lines(world: World, found: Server) -> list[Line]:
    """All that was logged, in order."""
    made = list(found.log)
    warn = seconds(found.value("checkpoint_warning"))
    name = "checkpoint_segments" if found.version < (9, 5) else "max_wal_size"
    last: datetime | None = None
    for each in found.checkpoints:
        apart = (each.start - last).total_seconds() if last else 1e9
        if each.reason == "wal" and apart < warn:
            seconds_apart = int(apart)
            made.append(Line(each.start, "LOG", f"checkpoints are occurring too frequently ({seconds_apart} second{'s' if seconds_apart != 1 else ''} apart)",
                             hint=f'Consider increasing the configuration parameter "{name}".'))  # fmt: skip
        last = each.start
        if found.value("log_checkpoints") == "on":
            made.append(Line(each.start, "LOG", f"checkpoint starting: {_reason(found, each.reason)}"))
            if each.end < world.end:
                made.append(Line(each.end, "LOG", complete(found, each)))
    if not found.down:
        made += _chatter(world, made)
    return sorted(made, key=lambda line: line.time)


def _chatter(world: World, made: list[Line]) -> list[Line]:
    """What any server logs."""
    rng = world.rng
    first = min((line.time for line in made), default=world.end - timedelta(hours=3))
    span = max(60.0, (world.end - first).total_seconds())
    texts = (
        "could not receive data from client: Connection reset by peer",
        "unexpected EOF on client connection with an open transaction",
    )
    found = [
        Line(first + timedelta(seconds=rng.uniform(0, span)), "LOG", rng.choice(texts), "client backend")
        for _ in range(rng.randint(0, 4))
    ]
    if chance(rng, 0.3):
        found.append(
            Line(
                first + timedelta(seconds=rng.uniform(0, span)),
                "ERROR",
                'duplicate key value violates unique constraint "orders_pkey"',
                "client backend",
                detail="Key (id)=(4711) already exists.",
            )
        )
    return found


def _prefix(world: World, found: Server, line: Line, pid: int, number: int) -> str:
    form = found.settings.get(
        "log_line_prefix", "'%m [%p] '" if found.version >= (10, 0) else "'%t '" if chance(world.rng, 0) else "''"
    ).strip("'")
    zone = "CET" if "Berlin" in found.settings.get("log_timezone", "") else "UTC"
    client = line.who == "client backend"
    before, split, after = form.partition("%q")
    form = before + (after if client and split else "")
    values = {"%m": f"{line.time:%Y-%m-%d %H:%M:%S}.{line.time.microsecond // 1000:03d} {zone}", "%t": f"{line.time:%Y-%m-%d %H:%M:%S} {zone}", "%p": str(pid), "%l": str(number),
              "%u": "app" if client else "", "%d": world.names["database"] if client else "", "%a": "app" if client else "", "%h": "10.20.4.31" if client else ""}  # fmt: skip
    for key, value in values.items():
        form = form.replace(key, value)
    return form


def _plain(world: World, found: Server, made: list[Line], syslog: bool) -> list[str]:
    pids = {
        who: world.rng.randint(700, 30000)
        for who in ("checkpointer", "postmaster", "client backend", "autovacuum worker")
    }
    printed: list[str] = []
    for number, line in enumerate(made, 1):
        pid = pids[line.who] + (number * 7 % 900 if line.who == "client backend" else 0)
        start = f"{line.time:%b %e %H:%M:%S} {world.host} postgres[{pid}]: [{number}-1] " if syslog else ""
        prefix = _prefix(world, found, line, pid, number)
        printed.append(f"{start}{prefix}{line.level}:  {line.text}")
        for word, text in (("DETAIL", line.detail), ("HINT", line.hint)):
            if text:
                again = f"{line.time:%b %e %H:%M:%S} {world.host} postgres[{pid}]: [{number}-2] " if syslog else ""
                printed.append(f"{again}{prefix}{word}:  {text}")
    return printed


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if text else ""


def _csv(world: World, found: Server, made: list[Line]) -> list[str]:
    printed = []
    pid = world.rng.randint(700, 30000)
    for number, line in enumerate(made, 1):
        client = line.who == "client backend"
        user = ('"app"', f'"{world.names["database"]}"') if client else ("", "")
        own = pid + number if client else pid
        session = f"{int(line.time.timestamp()) - 86400:x}.{own:x}"
        cells = [f"{line.time:%Y-%m-%d %H:%M:%S}.{line.time.microsecond // 1000:03d} UTC", *user, str(own), '"10.20.4.31:41122"' if client else "", session, str(number), '"COMMIT"' if client else "",
                 f"{line.time - timedelta(days=1):%Y-%m-%d %H:%M:%S} UTC", "7/2211" if client else "", "0", line.level, "00000" if line.level != "ERROR" else "23505", _quoted(line.text), _quoted(line.detail), _quoted(line.hint),
                 "", "", "", "", "", "", '"app"' if client else '""']  # fmt: skip
        if found.version >= (13, 0):
            cells.append(f'"{line.who}"')
        if found.version >= (14, 0):
            cells += ["", "0"]
        printed.append(",".join(cells))
    return printed


def _json(world: World, made: list[Line]) -> list[str]:
    printed = []
    pid = world.rng.randint(700, 30000)
    for number, line in enumerate(made, 1):
        entry: dict[str, object] = {
            "timestamp": f"{line.time:%Y-%m-%d %H:%M:%S}.{line.time.microsecond // 1000:03d} UTC"
        }
        if line.who == "client backend":
            entry |= {"user": "app", "dbname": world.names["database"]}
        entry |= {"pid": pid, "session_id": f"{int(world.boot.timestamp()):x}.{pid:x}", "line_num": number, "session_start": f"{world.boot:%Y-%m-%d %H:%M:%S} UTC", "txid": 0,
                  "error_severity": line.level, "message": line.text}  # fmt: skip
        entry |= {name: text for name, text in (("detail", line.detail), ("hint", line.hint)) if text}
        entry |= {"backend_type": line.who, "query_id": 0}
        printed.append(json.dumps(entry, separators=(",", ":")))
    return printed


def form(world: World) -> str:
    """How this server writes its log."""
    version = server(world).version
    if server(world).down:
        return "stderr"  # the collector of logs was not started
    if "pg:log_form" not in world.settings:
        with apart(world, "log of postgres"):
            world.settings["pg:log_form"] = pick(
                world.rng, {"stderr": 6.0, "syslog": 1.0, "csv": 2.0, "json": 1.5 if version >= (15, 0) else 0.0}
            )
    return world.settings["pg:log_form"]


def log(world: World, command: str) -> str:
    """The log of the last hours."""
    found = server(world)
    made = lines(world, found)[-240:]
    if "grep" in command:
        made = [line for line in made if "checkpoint" in line.text]
    if not made:
        return ""
    how = form(world)
    printed = (
        _csv(world, found, made)
        if how == "csv"
        else _json(world, made)
        if how == "json"
        else _plain(world, found, made, how == "syslog")
    )
    return "\n".join(printed) + "\n"


def _written_as(*forms: str) -> Callable[[World], bool]:
    return lambda world: on_postgres(world) and form(world) in forms


SOURCES = (
    Source("pg log", ("tail -240 log/postgresql.log", "grep checkpoint log/postgresql.log", "less log/postgresql.log"), log, _written_as("stderr"), 0.2, "pgdata/log/postgresql.log"),
    Source("pg log", ("grep postgres /var/log/messages | tail -240",), log, _written_as("syslog"), 0.2, "var/log/postgresql"),
    Source("pg log", ("tail -240 log/postgresql.csv", "cat log/postgresql-Mon.csv"), log, _written_as("csv"), 0.2, "pgdata/log/postgresql.csv"),
    Source("pg log", ("tail -240 log/postgresql.json",), log, _written_as("json"), 0.2, "pgdata/log/postgresql.json"),
)  # fmt: skip
