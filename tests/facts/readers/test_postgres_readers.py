"""What the PostgreSQL readers do beyond their fixtures."""

from __future__ import annotations

import doctest

import pytest

from facts import postgres
from facts.postgres import amount
from facts.readers import readers_for
from facts.reading import Reading
from facts.segments import segment


def read(text: str, command: str = "") -> list[tuple[str, Reading]]:
    found = segment(text.split("\n"), readers_for(f"{command}\n{text}"), "a.txt", command).found
    return [(f.reader.kind, f.reader.read(f.output)) for f in found]


@pytest.mark.parametrize(
    "prose",
    [
        "We raised shared_buffers to 8GB and restarted.",
        "shared_buffers = 25 % of RAM is a good start.",
        "PostgreSQL 9.6 on Linux is what we run.",
        "LOG: lines with checkpoint complete are missing.",
        "The name | setting table is below.",
        "checkpoint_timeout",
    ],
)
def test_prose_is_no_output(prose: str) -> None:
    assert read(f"Before.\n\n{prose}\n\nAfter.") == []


def test_another_programs_file_is_not_postgresqls() -> None:
    assert read("[mysqld]\nport = 3306\nmax_connections = 500\nssl = off")[0][0] == "mysql-conf"
    assert read("max_client_conn = 100\nlisten_port = 6432") == []


def test_one_grepped_setting_is_read() -> None:
    ((kind, reading),) = read("checkpoint_segments = 16")
    assert kind == "postgres-conf"
    assert reading.rows[0].values["number"] == 16


def test_what_is_declared_is_in_force_only_where_one_value_stands() -> None:
    assert not read("| Setting | Old | New |\n|---|---|---|\n| shared_buffers | 128MB | 8GB |\n")
    assert not read("  huge_pages: off\n  port: 5432\n")  # of other programs too
    ((_, composed),) = read(
        '  command:\n    - "postgres"\n    - "-c"\n    - "shared_buffers=256MB"\n    - "-c"\n    - jit=off\n'
    )
    assert [(r.values["name"], r.values["text"]) for r in composed.rows] == [
        ("shared_buffers", "256MB"),
        ("jit", "off"),
    ]
    ((_, packed),) = read(
        '{"postgresql": {"parameters": {"shared_buffers": "128MB", "max_wal_size": "1GB", "wal_level": "replica"}}}\n'
    )
    assert [r.values["name"] for r in packed.rows] == ["shared_buffers", "max_wal_size", "wal_level"]


def test_a_setting_behind_a_remark_is_a_default_only_in_a_whole_file() -> None:
    head = "# PostgreSQL configuration file\n"
    ((_, whole),) = read(head + "#work_mem = 1MB\nfsync = on")
    assert [(r.values["name"], r.values["source"], r.inferred) for r in whole.rows] == [
        ("fsync", "configuration file", False),
        ("work_mem", "default", True),
    ]
    assert whole.complete == {"postgres-setting"}
    ((_, part),) = read("#work_mem = 1MB\nfsync = on\nwal_level = minimal")
    assert [r.values["name"] for r in part.rows] == ["fsync", "wal_level"]
    ((_, memory),) = read("shared_buffers = 128MB\n#work_mem = 4MB  # min 64kB\n#effective_cache_size = 24GB")
    assert [r.values["name"] for r in memory.rows] == ["shared_buffers", "work_mem"]  # 24 GB were never a default
    ((_, including),) = read(head + "#work_mem = 1MB\nfsync = on\ninclude_dir = 'conf.d'")
    assert [r.values["name"] for r in including.rows] == ["fsync"]
    assert including.complete == frozenset()


def test_the_same_value_in_every_form() -> None:
    forms = [("8GB", None), ("1048576", "8kB"), ("1048576", None), ("8192MB", None)]
    assert {amount("shared_buffers", text, unit) for text, unit in forms} == {
        postgres.Amount("8GB", 8589934592.0, "bytes")
    }


def test_units_are_written_as_postgresql_writes_them() -> None:
    assert amount("work_mem", "64mb") is None
    assert amount("checkpoint_timeout", "15 min") == postgres.Amount("15min", 900000.0, "milliseconds")


def test_log_prefixes_and_restartpoints() -> None:
    complete = (
        "restartpoint complete: wrote 80 buffers (0.5%); 0 transaction log file(s) added, 0 removed, 1 recycled; "
        "write=270.000 s, sync=0.500 s, total=270.600 s; sync files=8, longest=0.300 s, average=0.060 s"
    )
    lines = [
        "< 2016-02-01 03:00:00.123 UTC >LOG:  restartpoint starting: time",
        f"< 2016-02-01 03:04:30.123 UTC >LOG:  {complete}",
        "app@shop 10.0.0.7(51234) LOG:  checkpoint starting: wal",
    ]
    ((kind, reading),) = read("\n".join(lines))
    row = reading.rows[0]
    assert kind == "postgres-log"
    assert (row.values["timed"], row.values["wal-driven"], row.values["sync-seconds-max"]) == (1, 1, 0.5)
    assert row.slot_lines["sync-seconds-max"] == (2, 2)


def test_syslog_names_the_host() -> None:
    ((_, reading),) = read("Mar  5 02:05:00 pg2 postgres[905]: [5-1] LOG:  checkpoint starting: time")
    assert reading.host == "pg2"
    assert reading.rows[0].time is None


def test_json_log() -> None:
    line = (
        '{"timestamp":"2024-03-05 02:05:00.310 UTC","pid":905,"error_severity":"LOG",'
        '"message":"checkpoint starting: time","backend_type":"checkpointer"}'
    )
    ((kind, reading),) = read(line)
    assert (kind, reading.rows[0].values["timed"]) == ("postgres-log", 1)


def test_a_pgbouncer_log_is_no_postgresql_log() -> None:
    line = "2018-09-12 16:08:54.775 3392 LOG file descriptor limit: 1024 (H:4096), max_client_conn: 100"
    assert "postgres-log" not in [kind for kind, _ in read(f"{line}\n{line}")]


def test_psqls_own_version_is_only_inferred() -> None:
    ((_, client),) = read("psql (PostgreSQL) 16.1")
    ((_, server),) = read("postgres (PostgreSQL) 16.1")
    assert client.rows[0].inferred
    assert not server.rows[0].inferred


def test_documentation() -> None:
    assert doctest.testmod(postgres).failed == 0
