"""Programs of generated hosts print what the real ones print, and their figures agree."""

import csv
import json
import re
from itertools import pairwise
from random import Random

import pytest

from tests.generated import host
from tests.generated.build import switch_on
from tests.generated.hosts import plain
from tests.generated.mechanism import mechanisms
from tests.generated.model import World
from tests.generated.programs import jvm, oracle, postgres
from tests.generated.render import gc_log, mysql, oracle_alert, pg_log, pg_stats
from tests.generated.settle import finish


def _worlds(kind: str, count: int, hurts: bool = True) -> list[World]:
    found = []
    for seed in range(count):
        rng = Random(f"programs/{kind}/{seed}")
        mechanism = rng.choice(mechanisms()[kind])
        world = plain(
            rng,
            mechanism.systems,
            mechanism.roles,
            mechanism.zfs,
            mechanism.kinds,
            mechanism.virtual,
            mechanism.moment,
            mechanism.intervals,
        )
        switch_on(mechanism, world, hurts)
        finish(world)
        found.append(world)
    return found


ORACLE = (
    "oracle-hugepages-shortage",
    "oracle-memlock-limit",
    "oracle-amm-without-hugepages",
    "oracle-hugepages-numa-imbalance",
)


@pytest.mark.parametrize("kind", ORACLE)
@pytest.mark.parametrize("hurts", [True, False])
def test_huge_pages_add_up(kind: str, hurts: bool) -> None:
    for world in _worlds(kind, 30, hurts):
        made, memory = oracle.instance(world), world.memory
        assert 0 <= memory.huge_reserved <= memory.huge_free <= memory.huge_pages
        assert memory.huge_pages == made.pool
        if not made.error and made.got:
            large = sum(segment.size // 2097152 for segment in made.segments if segment.large)
            assert large == made.got
        if made.error or not made.got:
            assert memory.huge_pages - memory.huge_free == made.others


def test_alert_log_says_what_was_missing() -> None:
    said = 0
    for world in _worlds("oracle-hugepages-shortage", 60):
        world.settings["oracle:alert_form"] = "text"
        made, text = oracle.instance(world), oracle_alert.alert(world, "")
        assert "Starting ORACLE instance (normal)" in text
        if made.version >= (12,):
            row = re.search(r"^     2048K +(\d+) +(\d+) +(\d+) +(NONE|ORA-27102)$", text, re.M)
            assert row
            assert int(row[1]) < int(row[2])
            said += 1
        elif made.version >= (11, 2, 0, 2) and made.pool:
            assert (
                "Huge Pages allocation failed (free: " in text
                or "RECOMMENDATION:" in text
                or made.version == (11, 2, 0, 2, 0)
            )
    assert said


def test_postgres_log_in_each_form() -> None:
    forms = set()
    for index, world in enumerate(_worlds("postgres-checkpoint-io", 15)):
        world.settings["pg:log_form"] = ("stderr", "csv", "json")[index % 3]
        text = pg_log.log(world, "")
        if text.startswith('{"timestamp"'):
            assert all(json.loads(line)["message"] for line in text.splitlines())
            forms.add("json")
        elif ",LOG,00000," in text:
            version = postgres.server(world).version
            wide = 26 if version >= (14, 0) else 24 if version >= (13, 0) else 23
            assert {len(row) for row in csv.reader(text.splitlines())} == {wide}
            forms.add("csv")
        else:
            forms.add("stderr")
            assert re.search(
                r"LOG:  checkpoint complete: wrote \d+ buffers \(\d+\.\d%\); 0 (transaction log|WAL) file\(s\) added, 0 removed, \d+ recycled; write=\d+\.\d{3} s, sync=\d+\.\d{3} s, total=",
                text,
            )
    assert forms == {"json", "csv", "stderr"}


def test_postgres_counts_agree_with_its_log() -> None:
    for world in _worlds("postgres-wal-driven-checkpoints", 20):
        found = postgres.server(world)
        assert found.requested > found.timed
        assert all(one.end <= other.start for one, other in zip(found.checkpoints, found.checkpoints[1:], strict=False))
        names = pg_stats.bgwriter(world, "psql -x").split()
        assert ("checkpoints_req" in names) == (found.version < (17, 0))


def test_jstat_counts_what_the_log_has() -> None:
    for world in _worlds("jvm-gc-pause", 20):
        rows = [line.split() for line in gc_log.jstat(world, "").splitlines()]
        number, seconds = rows[0].index("FGC"), rows[0].index("FGCT")
        found = jvm.jvm(world)
        for one, other in pairwise(rows[1:]):
            more, took = int(other[number]) - int(one[number]), float(other[seconds]) - float(one[seconds])
            assert 0 <= took <= 0.01 + more * max(pause.ms for pause in found.pauses) / 1000
        assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("hurts", [True, False])
def test_collections_do_not_overlap(hurts: bool) -> None:
    for world in _worlds("jvm-gc-pause", 20, hurts):
        found = jvm.jvm(world)
        longest = max(pause.ms for pause in found.pauses)
        assert (longest > 1000) == hurts
        for one, other in zip(found.pauses, found.pauses[1:], strict=False):
            assert (other.time - one.time).total_seconds() * 1000 >= one.ms - 1
        assert all(pause.before <= found.heap_mb * 1.01 and pause.after <= pause.before for pause in found.pauses)
        assert gc_log.gc_log(world, "").count("Full") >= (1 if hurts else 0)


def test_tables_of_mysql() -> None:
    for world in _worlds("innodb-double-buffering", 10):
        text = mysql.variables(world, "mysql -e 'SHOW GLOBAL VARIABLES'")
        assert len({len(line) for line in text.splitlines()}) == 1
        assert re.search(
            r"^innodb_flush_method\t(fsync)?$", mysql.variables(world, "mysql -N -B -e 'SHOW VARIABLES'"), re.M
        )


@pytest.mark.parametrize("kind", [*ORACLE, "page-table-bloat", "transparent-hugepage-stall", "numa-zone-reclaim", "postgres-checkpoint-io", "postgres-default-settings", "innodb-double-buffering",
                                  "virtualbox-module-mismatch", "jvm-gc-pause"])  # fmt: skip
def test_most_hurt_and_some_do_not(kind: str) -> None:
    made = [host(kind, seed) for seed in range(60)]
    assert 0.6 < sum(one.hurts for one in made) / len(made) < 0.97
    assert sum(one.decisive for one in made) > len(made) * 0.4
