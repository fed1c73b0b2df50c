"""Which pools a host no longer has, and what is left of what was seen of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import load
from facts.cells import CurrentRow
from facts.observations import Observations

PROMPT = "root@nas2:~# "
STATUS = """  pool: tank
 state: DEGRADED
  scan: none requested
config:

        NAME        STATE     READ WRITE CKSUM
        tank        DEGRADED     0     0     0
          mirror-0  DEGRADED     0     0     0
            sdb     ONLINE       0     0     0
            sdc     FAULTED      4   117     0  too many errors

errors: No known data errors

"""
LIST = (
    "NAME    SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT\n"
    "rpool   222G  41.2G   181G        -         -    12%    18%  1.00x    ONLINE  -\n"
)
IMPORTABLE = """   pool: tank
     id: 14702934086626715962
  state: ONLINE
 action: The pool can be imported using its name or numeric identifier.
 config:

        tank        ONLINE
          sdb       ONLINE
"""


def rows(folder: Path, *files: tuple[str, str, str]) -> list[CurrentRow]:
    for name, command, text in files:
        path = folder / "nas2" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{PROMPT}{command}\n{text}", encoding="utf-8")
    return Observations(load([str(folder)])[0].observed).merge().rows


def states(found: list[CurrentRow]) -> list[str]:
    return [
        str(r.cells["state"].value)
        for r in found
        if r.template in ("zpool-status", "pool-device") and "state" in r.cells
    ]


@pytest.mark.parametrize(
    ("command", "text"),
    [("zpool list", LIST), ("zpool list -v 5 1", LIST), ("zpool list", "no pools available\n"), ("zpool status", "no pools available\n"),
     ("zpool status -x", "no pools available\n"), ("zpool import", IMPORTABLE)],
)  # fmt: skip
def test_what_a_later_list_leaves_out_keeps_nothing(tmp_path: Path, command: str, text: str) -> None:
    found = rows(tmp_path, ("01-status.txt", "zpool status", STATUS), ("02-later.txt", command, text))
    assert "degraded" not in states(found)
    assert [str(r.cells["imported"].value) for r in found if r.template == "zpool-status" and r.key[1] == "tank"] == [
        "no"
    ]


@pytest.mark.parametrize(
    ("command", "text"),
    [("zpool list rpool", LIST), ("zpool list | grep rpool", LIST), ("zpool status -x", "all pools are healthy\n"),
     ("zpool status -x", "pool 'rpool' is healthy\n"), ("date", "Tue Mar  5 10:20:13 UTC 2024\n")],
)  # fmt: skip
def test_other_outputs_say_nothing_of_it(tmp_path: Path, command: str, text: str) -> None:
    found = rows(tmp_path, ("01-status.txt", "zpool status", STATUS), ("02-later.txt", command, text))
    assert "degraded" in states(found)


def test_nothing_follows_where_the_order_is_not_known(tmp_path: Path) -> None:
    assert "degraded" in states(
        rows(tmp_path, ("status.txt", "zpool status", STATUS), ("zlist.txt", "zpool list", LIST))
    )


def test_a_list_of_before_does_not_count(tmp_path: Path) -> None:
    assert "degraded" in states(
        rows(tmp_path, ("02-status.txt", "zpool status", STATUS), ("01-list.txt", "zpool list", LIST))
    )


def test_dates_outweigh_the_numbers_of_files(tmp_path: Path) -> None:
    found = rows(
        tmp_path,
        ("02-status.txt", "date; zpool status", "Tue Mar  5 10:20:13 UTC 2024\n" + STATUS),
        ("01-list.txt", "date; zpool list", "Wed Mar  6 10:20:13 UTC 2024\n" + LIST),
    )
    assert "degraded" not in states(found)
