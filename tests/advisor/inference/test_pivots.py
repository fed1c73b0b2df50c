"""Where one of many rows is enough, a rule fires once for each thing that it is about, and not for each pair of things."""

from __future__ import annotations

from collections import Counter

import pytest

from advisor.authoring.rows import Row, parse_row
from facts.schema import templates
from facts.sexpr import Symbol
from tests.kb.examples import knowledge

TRAIN = "stall-train output=o kind=cpu-dropout period-seconds=30"
SPIKES = "latency-spikes device=d period-seconds=30"
CHECKPOINTS = "postgres-checkpoints output=o period-seconds=30"
RULES = {
    "slow-io.of-a-group": (["cgroup cgroup=c io-some-10-seconds-percent=50"], 1),
    "scan-of-another-disk.kernel": (
        [
            "surface-scan device=sda disk=sda layered=no",
            "disk-error device=sdb kind=io-error",
            "1 read template=disk-error complete=yes",
        ],
        8,
    ),
    "redo-shares-pool.datasets": (
        ["zfs-dataset dataset=r pool=p role=redo", "zfs-dataset dataset=d pool=p role=data"],
        8,
    ),
    "nfs-writes-slow.of-this-server": (
        ["nfs-mount-times mount=/m server=here writes=5000 write-ms=900", "nfs-export path=/e client=c"],
        8,
    ),
    "nfs-writes-slow.commits-of-this-server": (
        ["nfs-mount-times mount=/m server=here commits=5000 commit-ms=900", "nfs-export path=/e client=c"],
        8,
    ),
    "stalls-coincide-with-log-spikes.same-period-unnamed-pool": ([TRAIN, SPIKES, "1 system os=solaris"], 8),
    "stalls-at-checkpoint-interval.spikes": ([CHECKPOINTS, SPIKES], 8),
    "stalls-at-checkpoint-interval.logged": ([CHECKPOINTS, TRAIN], 8),
    "several-disks-unresponsive.kernel": (["disk-error device=sdb kind=timeout"], 7),
}


def many(text: str, number: int) -> list[Row]:
    """A row again and again, about other things each time."""
    if text.startswith("1 "):
        return [parse_row(text[2:])]
    row = parse_row(text)
    names = [s for s in templates()[row.template].key if s != "host" and not isinstance(row.slots[s], Symbol)]
    return [
        Row(row.template, {**row.slots, **{s: f"{value}{at}" if isinstance(value := row.slots[s], str) else at for s in names}})
        for at in range(number)
    ]  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_one_row_of_many_speaks_for_all(rule: str) -> None:
    texts, firings = RULES[rule]
    rows = [row for text in texts for row in many(text, 8)]
    found = knowledge().engine.infer((row.template, {**row.slots, "row": at}) for at, row in enumerate(rows, 1))
    assert Counter(firing.rule for firing in found.firings)[rule] == firings
