"""What stands in a runbook: the ladder, the record sheet, the search, and what the command line makes of its options."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from advisor.chat.tickets import hear
from advisor.cli import main
from advisor.inference.diagnosis import consult
from advisor.runbook.content import for_case, for_conclusion
from advisor.runbook.search import found, index_of, stem
from advisor.runbook.tools import programs
from facts.bundle import load
from facts.observations import Observations
from tests.kb.examples import knowledge
from tests.tree import ROOT

SLUGS = sorted(knowledge().cases)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_ladder_excludes_first_and_leads_somewhere(slug: str) -> None:
    case = knowledge().cases[slug]
    runbook = for_case(knowledge(), case)
    signs = [rung.certainty for rung in runbook.tree.rungs]
    assert signs
    against = [certainty for certainty in signs if certainty < 0]
    assert signs == sorted(against) + sorted((c for c in signs if c > 0), reverse=True)
    assert any(certainty > 0 for certainty in signs)
    for rung in runbook.tree.rungs:
        assert (rung.leads == "excluded") == (rung.certainty < 0)
        assert rung.to in ("", *(mimic.case for mimic in case.mimics))
        for systems, command in rung.look:
            assert command
            assert not case.systems or set(systems.split(", ")) <= set(case.systems)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_placeholder_of_a_step_is_on_the_record_sheet(slug: str) -> None:
    runbook = for_case(knowledge(), knowledge().cases[slug])
    shown = {name.strip("<>") for step in runbook.steps for name in step.placeholders}
    assert shown <= {line.name for line in runbook.record}
    assert all(line.what for line in runbook.record)


def test_a_conclusion_fills_in_its_own_names() -> None:
    bundle, _ = load([str(ROOT / "examples" / "vxfs-ha-cluster")])
    observations = Observations(bundle.observed)
    result = consult(knowledge(), observations, hear(knowledge(), bundle, observations))
    cause = next(d for d in result.diagnoses if d.case.slug == "vxfs-buffered-bulk-writes")
    runbook = for_conclusion(knowledge(), cause, result.now.systems())
    values = {line.name: line.value for line in runbook.record}
    assert values["MOUNT"] == "/u01/oradata"
    assert values["THRESHOLD"] == "262,144"
    assert runbook.about is not None
    assert (runbook.about.host, runbook.about.standing) == ("ora1", "confirmed")
    assert "strace" not in runbook.tools, "the host is a Solaris"
    assert all("<MOUNT>" not in step.command for step in runbook.steps)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("server hangs when creating tablespace", "vxfs-buffered-bulk-writes"),
        ("commits stall every 30 seconds", "zfs-txg-log-contention"),
        ("disk dying behind the areca card", "drive-failing"),
        ("no space left on device although df shows plenty", "inode-exhaustion"),
        ("vboxdrv module missing after a kernel update", "virtualbox-module-mismatch"),
        ("postgres freezes at every checkpoint", "postgres-checkpoint-io"),
        ("raid battery dead, writes slow", "raid-battery-write-through"),
        ("Huge Pages reichen nicht für die SGA", "oracle-hugepages-shortage"),
    ],
)  # fmt: skip
def test_the_search_finds(query: str, first: str) -> None:
    assert found(index_of(knowledge()), query)[0] == first


def test_words_that_nobody_uses_find_nothing() -> None:
    assert found(index_of(knowledge()), "the and of qzxv") == []


def test_stems_keep_short_words() -> None:
    assert [stem(word) for word in ("io", "zfs", "disks", "as")] == ["io", "zfs", "disk", "as"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo 1 > /proc/x; sysctl -p", ["sysctl"]),
        ("for f in a b; do zpool status $f; done", ["zpool"]),
        ("awk '/rm -rf/ {print}' x | mdadm --detail /dev/md0", ["awk", "mdadm"]),
        ("# zpool destroy tank", []),
        ("if [ -f x ]; then /sbin/tw_cli info; fi", ["tw_cli"]),
    ],
)
def test_programs_of_a_command(text: str, expected: list[str]) -> None:
    assert programs(text) == expected


@pytest.mark.parametrize("options", [[], ["--all", "swap-thrash"], ["--session", "x", "--all"], ["--all"]])
def test_what_is_not_one_wish_is_refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runbook", *options]) == 2
    assert capsys.readouterr().err.startswith("error[usage]: ")


def test_an_unknown_case_is_named_with_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runbook", "swap-trash"]) == 2
    assert "swap-thrash" in capsys.readouterr().err


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("x")
    assert main(["runbook", "--all", "-o", str(tmp_path)]) == 2
    assert "error[not-empty]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_earlier_set_is_replaced_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(folder, tmp_path / "set")
    (folder / "gone-case.html").write_text("<p>advisor 0.1.0</p>")
    (folder / "notes.html").write_text("<p>my own notes</p>")
    assert main(["runbook", "--all", "-o", str(folder)]) == 0
    assert not (folder / "gone-case.html").exists()
    assert (folder / "notes.html").exists()
    assert all(json.loads((folder / f"{slug}.json").read_text(encoding="utf-8"))["case"] == slug for slug in SLUGS)


def test_several_cases_go_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runbook", "swap-thrash", "drive-failing", "-o", str(tmp_path), "--format", "html"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drive-failing.html", "swap-thrash.html"]
    assert capsys.readouterr().out == ""
