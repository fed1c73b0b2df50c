"""What counts as a bundle, and by what it is known again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from advisor.fleet.bundles import find, state_of


def tree(root: Path, *files: str) -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n") if not name.endswith("/") else path.mkdir()


@pytest.mark.parametrize(
    ("files", "bundles", "left_out"),
    [
        (["vmstat.txt"], [""], []),
        (["vmstat.txt", "logs/messages"], [""], []),
        (["vmstat.txt", "old.tar.gz"], [""], []),
        (["a/vmstat.txt", "b/iostat.txt"], ["a", "b"], []),
        (["site1/a/vmstat.txt", "site2/b.tar.xz", "c.zip"], ["c.zip", "site1/a", "site2/b.tar.xz"], []),
        (["list.txt", "sosreport-a.tar.xz", "sosreport-b.tar.xz"], ["sosreport-a.tar.xz", "sosreport-b.tar.xz"], ["list.txt"]),
        (["sos_commands/kernel/uname_-a", "proc/meminfo"], [""], []),
        (["list.txt", "a/sos_commands/x", "b/vmstat.txt"], ["a", "b"], ["list.txt"]),
        (["a/data/insights_commands/uname", "b/vmstat.txt"], ["a", "b"], []),
        (["explorer/sysconfig/uname-a.out", "explorer/disks/iostat.out"], ["explorer"], []),
    ],
)  # fmt: skip
def test_what_is_a_bundle(tmp_path: Path, files: list[str], bundles: list[str], left_out: list[str]) -> None:
    tree(tmp_path, *files)
    found = find([str(tmp_path)])
    assert [bundle.path for bundle in found.bundles] == [
        str(tmp_path / name) if name else str(tmp_path) for name in bundles
    ]
    assert [item.name for item in found.left_out] == [str(tmp_path / name) for name in left_out]


def test_a_bundle_is_found_once_and_results_are_none(tmp_path: Path) -> None:
    tree(tmp_path, "a/vmstat.txt", "out/results.jsonl")
    (tmp_path / "loop").symlink_to(tmp_path)
    paths = [str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a" / "vmstat.txt"), str(tmp_path / "none")]
    found = find(paths, tmp_path / "out")
    assert [bundle.path for bundle in found.bundles] == [str(tmp_path / "a"), str(tmp_path / "a" / "vmstat.txt")]
    assert found.missing == [str(tmp_path / "none")]
    assert [item.reason for item in found.left_out] == ["a link, not followed"]


def test_an_empty_folder_is_told_and_an_empty_bundle_is_one(tmp_path: Path) -> None:
    assert find([str(tmp_path)]).empty == [str(tmp_path)]
    tree(tmp_path, "a/vmstat.txt")
    (tmp_path / "b").mkdir()
    assert [Path(bundle.path).name for bundle in find([str(tmp_path)]).bundles] == ["a", "b"]


def test_the_state_follows_size_time_and_place(tmp_path: Path) -> None:
    tree(tmp_path, "a/vmstat.txt", "a/logs/messages")
    states = {state_of(str(tmp_path / "a"))}
    (tmp_path / "a" / "logs" / "messages").write_text("xx\n")
    states.add(state_of(str(tmp_path / "a")))
    os.utime(tmp_path / "a" / "vmstat.txt", (1, 1))
    states.add(state_of(str(tmp_path / "a")))
    (tmp_path / "a" / "vmstat.txt").rename(tmp_path / "a" / "vmstat.out")
    states.add(state_of(str(tmp_path / "a")))
    assert len(states) == 4
    assert state_of(str(tmp_path / "a")) in states
