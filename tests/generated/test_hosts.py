"""Hosts are the same for ever, their counters agree, and their outputs have the tools' formats."""

import re
from random import Random

import pytest

from tests.generated import KINDS, host
from tests.generated.build import switch_on
from tests.generated.hosts import plain
from tests.generated.mechanism import mechanisms
from tests.generated.model import World
from tests.generated.render import command_of, sources
from tests.generated.settle import finish


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_makes_hosts_and_the_same_again(kind: str) -> None:
    for seed in range(20):
        made = host(kind, seed)
        assert made.files
        assert all(text.strip() for _, text in made.files)
        assert made.hurts or not made.also
    assert host(kind, 7) == host(kind, 7)


def _world(kind: str, seed: int) -> World:
    rng = Random(f"test/{kind}/{seed}")
    mechanism = rng.choice(mechanisms()[kind])
    world = plain(
        rng, mechanism.systems, mechanism.roles, mechanism.zfs, mechanism.kinds, mechanism.virtual, mechanism.moment
    )
    switch_on(mechanism, world, kind != "healthy")
    finish(world)
    return world


@pytest.mark.parametrize("kind", KINDS)
def test_counters_agree(kind: str) -> None:
    for seed in range(12):
        world = _world(kind, seed)
        for tick in world.ticks:
            for io in tick.io.values():
                assert io.in_flight == pytest.approx(
                    (io.reads * io.read_ms + io.writes * io.write_ms) / 1000, rel=0.02, abs=0.01
                )
                assert 0 <= io.busy <= 1
                assert io.reads >= 0
                assert io.writes >= 0
            assert tick.user + tick.system + tick.wait + tick.steal <= 100.01
            assert min(tick.free_mb, tick.cache_mb, tick.swapped_mb, tick.dirty_mb) >= 0
        assert world.memory.free > -0.02 * world.memory.total
        assert world.memory.swap_used <= world.memory.swap_total


@pytest.mark.parametrize("kind", KINDS)
def test_every_output_can_be_printed(kind: str) -> None:
    world = _world(kind, 3)
    for source in sources():
        if source.where(world):
            command = command_of(source, world, Random(1))
            assert isinstance(source.render(world, command), str)


HEADS = {
    ("iostat -x", (7, 0)): "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util",
    ("iostat -x", (10, 1)): "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util",
    ("iostat -x", (11, 7)): "Device            r/s     w/s     rkB/s     wkB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util",
    ("iostat -x", (12, 5)): "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz"
    "     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util",
    ("vmstat", (10, 1)): " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st",
}  # fmt: skip
ROWS = {
    "iostat -x": r"\S+ +(\d+\.\d\d +){9,23}\d+\.\d\d",
    "vmstat": r"( *\d+){17,18}",
    "iostat -xn": r"( +\d+\.\d){8} +\d+ +\d+ \S+",
    "zpool iostat": r"\S+( +(\d+(\.\d+)?[KMGTP]?|-)){6}",
}


def _printed(form: str, os: str) -> list[tuple[World, str]]:
    found = []
    for seed in range(60):
        world = _world("healthy", seed)
        if world.system.os != os:
            continue
        for source in sources():
            if source.form == form and source.where(world):
                command = next(text for text in source.commands if "w" not in text.split()[1]).format(
                    interval=1, count=2, pool=""
                )
                found.append((world, source.render(world, command)))
    return found


@pytest.mark.parametrize(("form", "version"), list(HEADS))
def test_heads_by_version(form: str, version: tuple[int, int]) -> None:
    texts = [text for world, text in _printed(form, "linux") if world.system.sysstat == version]
    assert texts
    assert all(HEADS[form, version] in text.splitlines() for text in texts)


@pytest.mark.parametrize(
    ("form", "os"),
    [("iostat -x", "linux"), ("vmstat", "linux"), ("iostat -xn", "solaris"), ("zpool iostat", "solaris")],
)
def test_rows(form: str, os: str) -> None:
    for _, text in _printed(form, os):
        rows = [
            line
            for line in text.splitlines()
            if re.search(r"\d", line) and not re.match(r"Linux|\s*\d+[/.]\d+[/.]", line)
        ]
        table = [line for line in rows if re.fullmatch(ROWS[form], line.rstrip())]
        other = [line for line in rows if line not in table and not re.fullmatch(r"( +\d+\.\d\d){6}", line)]
        assert table
        assert not [line for line in other if "stat" not in line and "/s" not in line], other[:3]
