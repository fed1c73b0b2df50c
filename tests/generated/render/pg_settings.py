"""Settings of PostgreSQL: the file, pg_settings in psql's forms, show all."""

from collections.abc import Sequence

from tests.generated.model import World
from tests.generated.noise import chance
from tests.generated.programs.postgres import Server, defaults, seconds, server, size_mb
from tests.generated.render import Source


def on_postgres(world: World) -> bool:
    """Whether a server is here."""
    return world.role == "postgres"


def running(world: World) -> bool:
    """Whether it answers."""
    return on_postgres(world) and not server(world).down


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """A table of psql."""
    widths = [
        max(len(head), *(len(row[index]) for row in rows), 1) if rows else len(head) for index, head in enumerate(heads)
    ]
    lines = [
        "|".join(f" {head:^{width}} " for head, width in zip(heads, widths, strict=True)).rstrip(),
        "+".join("-" * (width + 2) for width in widths),
    ]
    for row in rows:
        cells = [
            f" {cell:>{width}} " if right and right[index] else f" {cell:<{width}} "
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("|".join(cells).rstrip())
    return "\n".join([*lines, f"({len(rows)} row{'s' if len(rows) != 1 else ''})", ""]) + "\n"


def expanded(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same with -x."""
    width = max(len(head) for head in heads)
    wide = max((len(cell) for row in rows for cell in row), default=4)
    lines = []
    for number, row in enumerate(rows, 1):
        lines.append(f"-[ RECORD {number} ]".ljust(width + 1, "-") + "+" + "-" * (wide + 1))
        lines += [f"{head:<{width}} | {cell}" for head, cell in zip(heads, row, strict=True)]
    return "\n".join([*lines, ""]) + "\n"


def formed(command: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """As psql was asked to print it."""
    if " -x" in command:
        return expanded(heads, rows)
    if "-At" in command:
        return "".join("|".join(row) + "\n" for row in rows)
    return aligned(heads, rows, right)


UNITS = {"shared_buffers": "8kB", "effective_cache_size": "8kB", "wal_buffers": "8kB", "temp_buffers": "8kB", "work_mem": "kB", "maintenance_work_mem": "kB", "checkpoint_flush_after": "8kB",
         "checkpoint_timeout": "s", "checkpoint_warning": "s", "bgwriter_delay": "ms", "log_min_duration_statement": "ms", "log_temp_files": "kB"}  # fmt: skip
RESTART = "shared_buffers max_connections wal_buffers port huge_pages listen_addresses wal_level autovacuum_max_workers"


def base(found: Server, name: str) -> tuple[str, str]:
    """Setting and unit as pg_settings has them."""
    text = found.value(name)
    if name in ("max_wal_size", "min_wal_size"):
        mb = size_mb(text)
        return (str(int(mb)), "MB") if found.version >= (10, 0) else (str(int(mb / 16)), "16MB")
    if name == "wal_buffers" and text == "-1":
        return str(max(8, min(2048, int(size_mb(found.value("shared_buffers")) * 128 / 32)))), "8kB"
    unit = UNITS.get(name, "")
    if unit in ("s", "ms") and text != "-1":
        return str(int(seconds(text) * (1000 if unit == "ms" else 1))), unit
    if unit.endswith("kB") and text != "-1":
        return str(int(size_mb(text) * 1024 / int(unit[:-2] or 1))), unit
    return text.strip("'"), unit


def _names(found: Server) -> list[str]:
    return sorted({*defaults(found.version), *found.settings} - {"datestyle"})


def settings(world: World, command: str) -> str:
    """Rows of pg_settings."""
    found = server(world)
    rows = []
    for name in _names(found):
        value, unit = base(found, name)
        source = "configuration file" if name in found.settings else "default"
        if name == "wal_buffers" and name not in found.settings and found.version >= (9, 1):
            source = "override"
        if name == "max_connections" and name not in found.settings:
            source = "configuration file"  # initdb writes it
        if name == "shared_buffers" and name not in found.settings:
            source = "configuration file"
        rows.append(
            (
                name,
                value,
                unit,
                "postmaster"
                if name in RESTART
                else "sighup"
                if name.startswith(("checkpoint", "bgwriter", "log", "max_wal", "min_wal", "autovacuum"))
                else "user",
                source,
            )
        )
    if "source <>" in command:
        rows = [row for row in rows if row[4] != "default"]
    if "~" in command:
        rows = [row for row in rows if any(word in row[0] for word in ("checkpoint", "wal", "buffers", "mem", "cache"))]
    heads = ["name", "setting", "unit", "context", "source"]
    if "source" not in command:
        return formed(command, heads[:3], [row[:3] for row in rows])
    return formed(command, ["name", "setting", "unit", "source"], [(*row[:3], row[4]) for row in rows])


def human(found: Server, name: str) -> str:
    """As SHOW prints it."""
    value, unit = base(found, name)
    if unit.endswith("kB") or unit in ("MB", "16MB"):
        if value.startswith("-"):
            return value
        kb = float(value) * (1048576 / 1024 if unit == "MB" else 16384 if unit == "16MB" else int(unit[:-2] or 1))
        for word, size in (("GB", 1048576), ("MB", 1024)):
            if kb % size == 0 and kb:
                return f"{int(kb / size)}{word}"
        return f"{int(kb)}kB"
    if unit == "s" and float(value) % 60 == 0:
        return f"{int(float(value) / 60)}min"
    return value + unit if value != "-1" else value


TEXTS = {"shared_buffers": "Sets the number of shared memory buffers used by the server.", "work_mem": "Sets the maximum memory to be used for query workspaces.",
         "max_wal_size": "Sets the WAL size that triggers a checkpoint.", "checkpoint_segments": "Sets the maximum distance in log segments between automatic WAL checkpoints.",
         "checkpoint_timeout": "Sets the maximum time between automatic WAL checkpoints.", "max_connections": "Sets the maximum number of concurrent connections.",
         "effective_cache_size": "Sets the planner's assumption about the total size of the data caches."}  # fmt: skip


def show_all(world: World, command: str) -> str:
    """`show all`."""
    found = server(world)
    rows = [(name, human(found, name), TEXTS.get(name, f"Sets {name.replace('_', ' ')}.")) for name in _names(found)]
    return formed(command, ("name", "setting", "description"), rows)


def show_some(world: World, _command: str) -> str:
    """A few SHOWs in psql."""
    found, database = server(world), world.names["database"]
    names = [
        name
        for name in (
            "shared_buffers",
            "work_mem",
            "effective_cache_size",
            "max_wal_size",
            "checkpoint_segments",
            "checkpoint_timeout",
            "max_connections",
        )
        if found.value(name)
    ]
    wanted = world.rng.sample(names, min(len(names), world.rng.randint(2, 5)))
    return "".join(f"{database}=# show {name};\n{aligned([name], [[human(found, name)]])}" for name in wanted)


NOTES = {"max_connections": "(change requires restart)", "shared_buffers": "min 128kB", "work_mem": "min 64kB", "maintenance_work_mem": "min 1MB", "checkpoint_timeout": "range 30s-1h",
         "checkpoint_completion_target": "checkpoint target duration, 0.0 - 1.0", "checkpoint_segments": "in logfile segments, min 1, 16MB each", "random_page_cost": "same scale as above",
         "wal_buffers": "min 32kB", "checkpoint_warning": "0 disables", "fsync": "turns forced synchronization on or off", "full_page_writes": "recover from partial page writes"}  # fmt: skip
PARTS = (("CONNECTIONS AND AUTHENTICATION", "listen_addresses port max_connections"),
         ("RESOURCE USAGE (except WAL)", "shared_buffers huge_pages temp_buffers work_mem maintenance_work_mem bgwriter_delay bgwriter_lru_maxpages effective_io_concurrency max_parallel_workers_per_gather"),
         ("WRITE AHEAD LOG", "wal_level fsync synchronous_commit full_page_writes wal_compression wal_buffers checkpoint_segments checkpoint_timeout max_wal_size min_wal_size checkpoint_completion_target checkpoint_flush_after checkpoint_warning"),
         ("QUERY TUNING", "seq_page_cost random_page_cost effective_cache_size default_statistics_target jit"),
         ("ERROR REPORTING AND LOGGING", "log_checkpoints log_min_duration_statement log_line_prefix log_temp_files log_timezone"), ("AUTOVACUUM PARAMETERS", "autovacuum autovacuum_max_workers"),
         ("CLIENT CONNECTION DEFAULTS", "datestyle"))  # fmt: skip


def conf(world: World, command: str) -> str:
    """postgresql.conf: what is not set stands there behind a #."""
    found, rng = server(world), world.rng
    lines: list[str] = []
    if "grep" not in command:
        lines += [
            "# -----------------------------",
            "# PostgreSQL configuration file",
            "# -----------------------------",
            "#",
            "# This file consists of lines of the form:",
            "#",
            "#   name = value",
            "#",
        ]
    known, shown = defaults(found.version), set()
    for title, names in PARTS:
        if "grep" not in command:
            lines += ["", f"#{'-' * 78}", f"# {title}", f"#{'-' * 78}", ""]
        for name in names.split():
            if name not in known and name not in found.settings:
                continue
            shown.add(name)
            note = f"\t\t\t# {NOTES[name]}" if name in NOTES else ""
            written = name in found.settings or name in ("max_connections", "shared_buffers")
            if written or "grep" not in command:
                lines.append(f"{'' if written else '#'}{name} = {found.value(name)}{note}")
    rest = [f"{name} = {value}" for name, value in found.settings.items() if name not in shown]
    if rest:
        lines += ["", "# Add settings for extensions here", *rest] if "grep" not in command else rest
    if chance(rng, 0.1):
        lines += ["", "include_dir = 'conf.d'"]
    return "\n".join(lines).strip("\n") + "\n"


def version(world: World, command: str) -> str:
    """The version of the server, or that of psql."""
    found = server(world)
    if "--version" in command:
        return f"psql (PostgreSQL) {found.minor}\n"
    text = (
        f"PostgreSQL {found.minor} on x86_64-pc-linux-gnu, compiled by gcc (GCC) 8.5.0 20210514, 64-bit"
        if found.version >= (9, 0)
        else f"PostgreSQL {found.minor} on x86_64-redhat-linux-gnu, compiled by GCC gcc (GCC) 4.1.2, 64-bit"
    )
    return formed(command, ["version"], [[text]])


WHERE = "where source <> 'default'"
SOURCES = (
    Source("pg_settings", ('psql -c "select name, setting, unit, source from pg_settings order by 1"', f'psql -c "select name, setting, unit, source from pg_settings {WHERE}"', 'psql -At -c "select name, setting, unit from pg_settings"',
                           f'psql -x -c "select name, setting, unit, source from pg_settings {WHERE}"', "psql -c \"select name, setting, unit from pg_settings where name ~ 'checkpoint|wal|buffers|mem|cache'\""),
           settings, running, 0.12),
    Source("pg show all", ("psql -c 'show all'", "psql -At -c 'show all'"), show_all, running, 0.04),
    Source("pg show", ("psql",), show_some, running, 0.05),
    Source("postgresql.conf", ("cat postgresql.conf", "grep -Ev '^[[:space:]]*(#|$)' postgresql.conf"), conf, on_postgres, 0.12, "pgdata/postgresql.conf"),
    Source("pg version", ("psql -c 'select version()'", "psql --version", "psql -At -c 'select version()'"), version, running, 0.1),
)  # fmt: skip
