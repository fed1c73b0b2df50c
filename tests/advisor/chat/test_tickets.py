"""What running text among the captures tells: half sure, behind every capture, and silent where it disagrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.chat.tickets import hear
from facts.bundle import load
from facts.cells import Cell
from facts.observations import Observations
from tests.kb.examples import knowledge

MEMINFO = "MemTotal:        8174748 kB\nMemFree:           61236 kB\nBuffers:           28160 kB\nCached:          6188640 kB\n"
ZFS_GET = "NAME     PROPERTY    VALUE  SOURCE\ndb/redo  recordsize  128K   local\n"


def heard(folder: Path, **files: str) -> dict[str, list[Cell]]:
    """The cells taken from prose, by template and slot."""
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    bundle, errors = load([str(folder)])
    assert not errors
    observations = Observations(bundle.observed)
    before = len(observations.observed)
    hear(knowledge(), bundle, observations)
    found: dict[str, list[Cell]] = {}
    for row in observations.observed[before:]:
        for slot, cell in row.cells.items():
            found.setdefault(f"{row.template}.{slot}", []).append(cell)
    return found


def test_a_setting_has_its_line_and_is_not_sure(tmp_path: Path) -> None:
    told = heard(
        tmp_path,
        ticket="Hello,\nthe writes are slow on this host.\n\nThe redo logs lie on ZFS with a\nrecordsize of 8k.\n",
    )
    (cell,) = told["zfs-dataset.recordsize-bytes"]
    assert (cell.value, cell.sure) == (8192, False)
    assert cell.origin.place() == "ticket.txt:4-5"


def test_a_capture_outweighs_prose(tmp_path: Path) -> None:
    told = heard(tmp_path, ticket="The server has 64 GB of RAM and freezes at times.\n", meminfo=MEMINFO)
    assert "meminfo.total-bytes" not in told
    assert "zfs-dataset.recordsize-bytes" not in heard(
        tmp_path, ticket="The redo logs lie on ZFS with a recordsize of 8k.\n", zfs=ZFS_GET
    )


def test_prose_that_disagrees_about_a_size_says_nothing(tmp_path: Path) -> None:
    assert "system.ram-bytes" in heard(tmp_path, ticket="The server here has 64 GB of RAM.\n")
    told = heard(tmp_path, ticket="The server here has 64 GB of RAM.\n\nThe other one there has 32 GB of RAM.\n")
    assert "system.ram-bytes" not in told


def test_a_setting_may_change_in_a_story(tmp_path: Path) -> None:
    told = heard(tmp_path, ticket="At first dirty_ratio was 40 here.\n\nSince Monday dirty_ratio is 10 here.\n")
    assert [c.value for c in told["vm-settings.dirty-ratio-percent"]] == [40, 10]


@pytest.mark.parametrize(
    "text",
    [
        "For instance, dirty_ratio is 40 on old kernels.",
        "If dirty_ratio is 40, the backlog may become large.",
        "Zum Beispiel steht dirty_ratio auf 40.",
    ],
)
def test_an_example_is_no_observation(tmp_path: Path, text: str) -> None:
    assert not heard(tmp_path, ticket=text + "\n")


def test_of_several_hosts_none_is_meant(tmp_path: Path) -> None:
    told = heard(
        tmp_path,
        one="[root@db1 ~]# cat /proc/sys/vm/dirty_ratio\n40\n",
        two="[root@db2 ~]# cat /proc/sys/vm/dirty_ratio\n10\n",
        ticket="The server here has 64 GB of RAM and freezes.\n",
    )
    assert not told
