"""The real knowledge base holds to its lints, and its generated pages are fresh."""

from __future__ import annotations

from functools import cache

import pytest

from advisor.authoring.index import fingerprint, made_of, pages
from advisor.authoring.knowledge_base import open_knowledge
from advisor.kbcheck import LOADING, STATIC, lint
from advisor.kbcheck.accepted import divide
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from tests.tree import ROOT

PLANNED = frozenset(
    "swap-thrash jvm-gc-pause raid-battery-write-through multipath-path-loss network-link-loss vm-pause raid-patrol-read "
    "resync-in-progress ext3-ordered-fsync transparent-hugepage-stall numa-zone-reclaim zfs-dedup-table-exhaustion "
    "smr-drive-stall zfs-ashift-mismatch cgroup-dirty-throttle innodb-double-buffering nfs-sync-without-log-device "
    "volatile-write-cache postgres-wal-driven-checkpoints disk-link-errors zfs-arc-memory-squeeze zfs-pool-layout "
    "oracle-hugepages-numa-imbalance page-table-bloat postgres-default-settings postgres-checkpoint-io "
    "change-misattribution zfs-pool-degraded".split()
)
"""Cases that look-alikes may name before they are there."""


@pytest.fixture(scope="module")
def standing() -> list[Found]:
    """What no reason is given for. That fixes make their diagnosis vanish is tested example by example elsewhere."""
    material = Material(open_knowledge())
    found = [problem for name in (LOADING, *STATIC) for problem in lint(name)(material)]
    return divide(material, found, whole=True)[0]


def test_no_errors(standing: list[Found]) -> None:
    errors = [p for p in standing if p.level == "error" and not (p.code == "kb-mimic" and p.about in PLANNED)]
    assert [p.problem(p.where).block() for p in errors] == []


def test_every_acceptance_is_still_needed(standing: list[Found]) -> None:
    assert [p.message for p in standing if p.code.startswith("kb-accepted")] == []


@cache
def made_pages() -> dict[str, str]:
    return pages(open_knowledge())


@pytest.mark.parametrize("name", ["cases.md", "vocabulary.md", "sources.md"])
def test_pages_of_the_knowledge_are_fresh(name: str) -> None:
    """`make docs` writes them."""
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == made_pages()[name]


@pytest.mark.parametrize("name", ["confusion.md", "coverage.md"])
def test_measured_pages_are_of_this_knowledge(name: str) -> None:
    """`make docs` measures anew. What they say is not repeated here, for it takes long; they name what they were made of."""
    assert made_of((ROOT / "docs" / name).read_text(encoding="utf-8")) == fingerprint(open_knowledge())


def test_nothing_is_confused() -> None:
    page = (ROOT / "docs" / "confusion.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| ") and not line.startswith("| wanted")]
    assert rows
    assert [row[1].strip() for row in rows if row[2].strip() != row[3].strip() or row[4].strip()] == []
