"""What is known and accepted is not repeated while it does not grow, and nothing else is hidden by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.baseline import BaselineError, read_baseline
from advisor.cli import main
from tests.advisor.conversation.talk import Talk, kinds, texts

HEAD = "NAME   SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT\n"
FULL = "zfs-pool-fragmentation"
DRIVE = "drive-failing"


def pools(*used: int, names: str = "abc") -> str:
    """What ``zpool list`` says of pools that are so full."""
    lines = (f"{n}     10.9T  10.1T   800G        -         -    61%    {u}%  1.00x    ONLINE  -\n"
             for n, u in zip(names, used, strict=False))  # fmt: skip
    return f"db1# zpool list\n{HEAD}{''.join(lines)}"


def errors(number: int) -> str:
    return "db1# dmesg\n" + "".join(
        f"[{1000 + n}.000000] blk_update_request: critical medium error, dev sdb, sector {90000 + 8000 * n} op 0x0:(READ) "
        "flags 0x0 phys_seg 1 prio class 0\n"
        for n in range(number)
    )


class Site:
    """Reports in one folder, the first of them a baseline for those after it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.baseline = folder / "baseline.json"

    def report(self, text: str, *options: str) -> dict[str, Any]:
        (self.folder / "captured.txt").write_text(text, encoding="utf-8")
        status = main(["diagnose", str(self.folder / "captured.txt"), "--format", "json", *options])
        found: dict[str, Any] = json.loads(self.capsys.readouterr().out)
        found["status"] = status
        return found

    def accept(self, text: str, *options: str) -> None:
        self.baseline.write_text(json.dumps(self.report(text, *options)), encoding="utf-8")

    def later(self, text: str, *options: str) -> dict[str, Any]:
        return self.report(text, "--baseline", str(self.baseline), *options)


@pytest.fixture
def site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Site:
    return Site(tmp_path, capsys)


def concluded(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(d["case"], d["subject"]) for d in (*report["diagnoses"], *report["risks"])]


def set_aside(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(d["case"], d["subject"]) for d in report["acknowledged"]]


def test_what_has_not_grown_is_set_aside_and_named(site: Site) -> None:
    site.accept(pools(92))
    report = site.later(pools(92))
    assert concluded(report) == []
    assert set_aside(report) == [(FULL, "a")]
    assert FULL not in {e["case"] for e in (*report["ruled_out"], *report["not_assessed"])}


def test_a_state_that_is_worse_by_the_least_brings_it_back(site: Site) -> None:
    site.accept(pools(92))
    (risk,) = site.later(pools(93))["risks"]
    assert risk["grown"] == ["zpool-list[db1,a].capacity-percent is 93 now and was 92"]


def test_what_is_better_stays_aside(site: Site) -> None:
    site.accept(pools(93))
    assert concluded(site.later(pools(92))) == []


def test_another_pool_is_not_hidden(site: Site) -> None:
    site.accept(pools(92))
    report = site.later(pools(92, 95))
    assert concluded(report) == [(FULL, "b")]
    assert set_aside(report) == [(FULL, "a")]


def test_a_complaint_brings_a_risk_back(site: Site) -> None:
    site.accept(pools(92))
    (entry,) = site.later(pools(92), "--tell", "the database gets slower every week")["diagnoses"]
    assert "nobody complained of it then, and somebody does now" in entry["grown"]


def test_more_events_bring_it_back(site: Site) -> None:
    site.accept(errors(3))
    assert (DRIVE, "sdb") not in concluded(site.later(errors(3)))
    report = site.later(errors(9))
    grown = next(d for d in report["diagnoses"] if d["case"] == DRIVE)["grown"]
    assert "disk-error[db1,sdb,medium-error].count is 9 now and was 3" in grown


def test_small_growth_day_by_day_adds_up_to_growth(site: Site) -> None:
    """The report of a day with a baseline is a baseline itself, and remembers what was accepted at first."""
    site.accept(pools(92))
    site.accept(pools(92), "--baseline", str(site.baseline))
    assert set_aside(site.later(pools(92))) == [(FULL, "a")]
    assert concluded(site.later(pools(93))) == [(FULL, "a")]


def test_fail_on_counts_only_what_is_not_accepted(site: Site) -> None:
    site.accept(errors(3))
    assert site.later(errors(3), "--fail-on", "possible")["status"] == 0
    assert site.later(errors(9), "--fail-on", "possible")["status"] == 1


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_form_names_what_is_accepted(site: Site, form: str) -> None:
    site.accept(pools(92))
    assert (
        main(["diagnose", str(site.folder / "captured.txt"), "--baseline", str(site.baseline), "--format", form]) == 0
    )
    assert "Known and accepted, and not grown since" in site.capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", "3", '{"schema": 2}', '{"schema": 1, "diagnoses": [{}], "risks": []}', "[" * 100_000,
        '{"schema": 1, "diagnoses": [], "risks": [], "acknowledged": [{"accepted": {"case": 1}}]}',
    ],
)  # fmt: skip
def test_what_is_no_report_is_refused_with_one_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BaselineError):
        read_baseline(str(path))


def test_a_missing_baseline_is_a_usage_error(site: Site) -> None:
    assert main(["diagnose", "--tell", "slow", "--baseline", str(site.folder / "none.json")]) == 2
    assert site.capsys.readouterr().err.startswith("error[baseline]: the baseline cannot be read")


def test_a_conclusion_is_accepted_in_a_session_and_comes_back_when_it_grows() -> None:
    talk = Talk()
    talk.say(pools(92))
    assert [h.case.slug for h in talk.session.consultation.risks] == [FULL]
    assert "understood" in kinds(said := talk.say(f"accept {FULL}"))
    assert "known and accepted" in texts(said, "understood")
    assert talk.session.consultation.risks == []
    talk.say("undo")
    assert [h.case.slug for h in talk.session.consultation.risks] == [FULL]
    talk.say("redo")
    talk.say(pools(95))
    assert [h.case.slug for h in talk.session.consultation.risks] == [FULL]


def test_only_a_current_conclusion_can_be_accepted() -> None:
    talk = Talk()
    assert "nothing is concluded yet" in texts(talk.say("accept drive-failing"), "error")
    talk.say(pools(92))
    assert f"these are: {FULL}" in texts(talk.say("accept drive-failing"), "error")


def test_an_answer_against_a_line_is_said_aloud_with_both_origins() -> None:
    talk = Talk()
    talk.say("db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40")
    said = texts(talk.say("vm.dirty_ratio is 20"), "changed")
    assert (
        '40 (pasted:2) and 20 (told: "vm.dirty_ratio is 20"); 40 counts, what was measured outweighs what was told'
        in said
    )
    assert "Values that differ:" in texts(talk.say("evidence"), "answer")


def test_a_value_before_and_after_a_change_is_said_with_both_lines() -> None:
    talk = Talk()
    talk.say("db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40")
    said = texts(talk.say("db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 5"), "changed")
    assert "40 (pasted:2) and 5 (pasted:4); 5 counts, the later value stands" in said
