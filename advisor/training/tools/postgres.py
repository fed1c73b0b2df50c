"""Commands around PostgreSQL: psql with what an administrator asks, pg_ctl, and a test of how it feels."""

from __future__ import annotations

import re

from advisor.training.parts.postgres import Postgres
from advisor.training.parts.postgres_settings import KNOWN, NotTaken, shown
from advisor.training.tools.tool import Call, Failed, Tool, table

_KNOWN_HERE = (
    "psql: known here: -c with show NAME, select version(), select ... from pg_settings where name ..., select * from pg_stat_bgwriter, "
    "alter system set NAME = VALUE, alter system reset NAME, select pg_reload_conf(), checkpoint"
)


def _server(call: Call) -> Postgres:
    return call.part("postgres", Postgres)


def aligned(columns: list[str], rows: list[list[str]], numbers: bool = False) -> str:
    """A table as psql prints it: heads in the middle, columns of numbers to the right; settings are text.

    >>> print(aligned(["a", "count"], [["xyz", "1"]], numbers=True), end="")
      a  | count
    -----+-------
     xyz |     1
    (1 row)
    <BLANKLINE>
    """
    wide = [max(len(c), *(len(r[n]) for r in rows)) if rows else len(c) for n, c in enumerate(columns)]
    right = [bool(rows) and all(re.fullmatch(r"-?[\d.]*", r[n]) for r in rows) and numbers for n in range(len(columns))]
    out = (
        "|".join(f" {c:^{w}} " for c, w in zip(columns, wide, strict=True)).rstrip(" " if len(columns) > 1 else "")
        + "\n"
    )
    out += "+".join("-" * (w + 2) for w in wide) + "\n"
    for row in rows:
        cells = [f" {v:>{w}} " if r else f" {v:<{w}} " for v, w, r in zip(row, wide, right, strict=True)]
        out += "|".join(cells).rstrip() + "\n"
    return out + f"({len(rows)} row{'s' * (len(rows) != 1)})\n\n"


def _psql(call: Call) -> str:
    options, _ = call.options("U:d:c:h:p:AtXxqw", ["pset="])
    server = _server(call)
    if not server.running:
        raise Failed('psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory\n'
                     "\tIs the server running locally and accepting connections on that socket?", 2)  # fmt: skip
    if "-c" not in options:
        raise Failed(_KNOWN_HERE, 2)
    sql = re.sub(r"\s+", " ", options["-c"].strip().rstrip(";").strip())
    columns, rows = _answer(call, server, sql)
    if not columns:
        return rows[0][0] + "\n"
    if "-x" in options:
        return _records(columns, rows)
    if "-t" in options:
        divider = "|" if "-A" in options else " | "
        return "".join(("" if "-A" in options else " ") + divider.join(row) + "\n" for row in rows) + (
            "" if "-A" in options else "\n"
        )
    return aligned(columns, rows, "pg_stat" in sql)


def _records(columns: list[str], rows: list[list[str]]) -> str:
    wide = max(map(len, columns))
    out = ""
    for number, row in enumerate(rows, 1):
        head = f"-[ RECORD {number} ]"
        out += head + "-" * max(0, wide + 1 - len(head)) + "+" + "-" * (2 + max(map(len, row))) + "\n"
        out += "".join(f"{c:<{wide}} | {v}\n" for c, v in zip(columns, row, strict=True))
    return out + "\n"


def _answer(call: Call, server: Postgres, sql: str) -> tuple[list[str], list[list[str]]]:
    lowered = sql.lower()
    settings = server.settings
    if found := re.fullmatch(r"show (\w+)", lowered):
        return _show(call, server, found[1])
    if lowered == "select version()":
        compiler = "gcc (GCC) 11.4.1 20231218 (Red Hat 11.4.1-3)"
        text = f"PostgreSQL {settings.full_version} on x86_64-redhat-linux-gnu, compiled by {compiler}, 64-bit"
        return ["version"], [[text]]
    if " from pg_settings" in lowered:
        return _settings(call, server, sql)
    if re.fullmatch(r"select .* from pg_stat_bgwriter", lowered):
        return _counters(server, lowered)
    if found := re.fullmatch(r"alter system set (\w+) ?(?:=|to) ?(.+)", sql, re.I):
        return _alter(call, server, found[1].lower(), found[2].strip())
    if found := re.fullmatch(r"alter system reset (\w+)", lowered):
        return _alter(call, server, found[1], None)
    if lowered == "select pg_reload_conf()":
        call.does("change")
        server.reload()
        return ["pg_reload_conf"], [["t"]]
    if lowered == "checkpoint":
        call.does("load")
        if server.checkpoint is None:
            server.begin("immediate force wait")
        while server.checkpoint is not None:
            call.host.world.wait(1)
        return [], [["CHECKPOINT"]]
    if re.match(r"(select|show|alter|checkpoint)\b", lowered):
        raise Failed(_KNOWN_HERE, 2)
    raise Failed(f'ERROR:  syntax error at or near "{sql.split(" ")[0]}"\nLINE 1: {sql}\n        ^')


def _show(call: Call, server: Postgres, name: str) -> tuple[list[str], list[list[str]]]:
    settings = server.settings
    other = {"data_directory": settings.data, "config_file": settings.conf, "server_version": settings.full_version,
             "log_directory": "log", "hba_file": f"{settings.data}/pg_hba.conf"}  # fmt: skip
    if name in other:
        return [name], [[other[name]]]
    if name not in KNOWN:
        raise Failed(f'ERROR:  unrecognized configuration parameter "{name}"')
    call.shown.append(name)
    return [name], [[shown(name, settings.force[name])]]


def _settings(call: Call, server: Postgres, sql: str) -> tuple[list[str], list[list[str]]]:
    chosen, _, where = sql[len("select ") :].partition(" from pg_settings")
    known = ("name", "setting", "unit", "source", "context", "pending_restart")
    columns = [c.strip().lower() for c in chosen.split(",")] if chosen.strip() != "*" else list(known)
    if not set(columns) <= set(known):
        raise Failed(f'ERROR:  column "{next(c for c in columns if c not in known)}" does not exist')
    settings = server.settings
    configured = settings.configured()
    rows = []
    for name, about in sorted(KNOWN.items()):
        if not _wanted(where, name, settings.source[name]):
            continue
        call.shown.append(name)
        cells = {"name": name, "setting": settings.force[name], "unit": about.unit, "source": settings.source[name],
                 "context": "postmaster" if about.restart else "sighup",
                 "pending_restart": "t" if about.restart and configured[name] != settings.force[name] else "f"}  # fmt: skip
        rows.append([cells[c] for c in columns])
    return columns, rows


def _wanted(where: str, name: str, source: str) -> bool:
    """Whether a condition takes a setting; its parts are joined by `or`, the usual ones are known."""
    where = where.strip()
    if not where:
        return True
    for part in re.split(r"(?<!\s)\s+or\s+", re.sub(r"^where\s+", "", where, flags=re.I), flags=re.I):
        quoted = re.findall(r"'([^']*)'", part)
        words = part.lower()
        if "source" in words and "default" in words:
            if source != "default":
                return True
        elif " like " in words and quoted:
            if re.fullmatch(re.escape(quoted[0]).replace("%", ".*"), name):
                return True
        elif "~" in words and quoted:
            if len(quoted[0]) < 80 and re.search(re.escape(quoted[0]), name):
                return True
        elif name in quoted:
            return True
    return False


def _counters(server: Postgres, sql: str) -> tuple[list[str], list[list[str]]]:
    if server.settings.version >= 17:
        raise Failed('ERROR:  column "checkpoints_timed" does not exist')
    names = ["checkpoints_timed", "checkpoints_req", "checkpoint_write_time", "checkpoint_sync_time", "buffers_checkpoint", "buffers_clean",
             "maxwritten_clean", "buffers_backend", "buffers_backend_fsync", "buffers_alloc", "stats_reset"]  # fmt: skip
    chosen = sql[len("select ") :].partition(" from")[0].strip()
    values = {name: str(server.counts[name]) for name in names} | {
        "stats_reset": f"{server.reset_at:%Y-%m-%d %H:%M:%S}.114002+00"
    }
    now = server.linux.host.world.now
    values["now()"] = f"{now:%Y-%m-%d %H:%M:%S}.402118+00"
    wanted = [c for part in chosen.split(",") for c in ([*names] if part.strip() == "*" else [part.strip()])]
    if any(c not in values for c in wanted):
        raise Failed(f'ERROR:  column "{next(c for c in wanted if c not in values)}" does not exist')
    return [c.removesuffix("()") for c in wanted], [[values[c] for c in wanted]]


def _alter(call: Call, server: Postgres, name: str, value: str | None) -> tuple[list[str], list[list[str]]]:
    try:
        server.settings.alter(name, value.strip("'") if value is not None else None)
    except NotTaken as error:
        raise Failed(f"ERROR:  {error}") from None
    call.does("change", name)
    return [], [["ALTER SYSTEM"]]


def _control(call: Call) -> str:
    """`pg_ctl`: status, reload; a restart goes through systemd here."""
    words = [w for w in call.args if not w.startswith("-")]
    server = _server(call)
    match words[:1]:
        case ["status"]:
            if not server.running:
                raise Failed("pg_ctl: no server running", 3)
            return (
                f'pg_ctl: server is running (PID: {server.pid - 7})\n/usr/bin/postgres "-D" "{server.settings.data}"\n'
            )
        case ["reload"]:
            call.does("change")
            server.reload()
            return "server signaled\n"
        case _:
            raise Failed(
                "pg_ctl: cannot be run as root\n"
                'Please log in (using, e.g., "su") as the (unprivileged) user that will own the server process.'
            )


TOOLS = table(
    Tool("psql", _psql, "ask the server: psql -U postgres -c 'show NAME'; "
         "select name, setting, unit, source from pg_settings where name in (...); "
         "select * from pg_stat_bgwriter (-x: one column a line); alter system set NAME = VALUE, then select pg_reload_conf(); "
         "shared_buffers and max_connections take a restart. -At: the value alone"),
    Tool("pg_ctl", _control, "the server: pg_ctl status, pg_ctl reload; it is started by systemctl restart postgresql"),
)  # fmt: skip
"""Those of a host with a `Postgres`."""
