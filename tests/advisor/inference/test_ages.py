"""How old evidence is: what rests on old events only is no current conclusion, and every form of the report says so."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from advisor import image
from advisor.cli import main
from advisor.inference.ages import age_of
from advisor.inference.diagnosis import Consultation, consult
from facts.bundle import load
from facts.observations import Observations
from tests import whole_hosts as make

NOW = datetime(2024, 3, 20, 9, 0, tzinfo=UTC)
RECENT = {"var/log/messages": make.quiet_log("db1", NOW - timedelta(days=5), 5)}


def consulted(root: Path, logs: dict[str, str]) -> Consultation:
    bundle, errors = load([str(make.write(root, make.sos("db1", NOW, logs)))])
    assert errors == []
    return consult(image.load(), Observations(bundle.observed))


def of_drive(consultation: Consultation) -> list[tuple[str, str, bool]]:
    found = [*consultation.diagnoses, *consultation.risks]
    return [(h.subject, h.status, h.over) for h in found if h.case.slug == "drive-failing"]


def rotated(when: datetime, *errors: str) -> dict[str, str]:
    return {f"var/log/messages-{when + timedelta(days=2):%Y%m%d}": "".join(errors) or make.disk_errors("db1", when)}


def test_errors_of_last_year_are_past(tmp_path: Path) -> None:
    old = NOW - timedelta(days=320)
    consultation = consulted(tmp_path, {**RECENT, **rotated(old)})
    assert of_drive(consultation) == [("sdb", "resolved", True)]
    age = age_of(consultation.observations, consultation.diagnoses[0])
    assert age is not None
    assert age.sentence() == (
        f"Last seen 11 months before this capture (2024-03-20): {old:%Y-%m-%d}. The logs go on after that and do not "
        "show it again; nothing tells whether it was mended."
    )


def test_errors_of_this_week_are_current(tmp_path: Path) -> None:
    found = consulted(tmp_path, {**rotated(NOW - timedelta(days=3)), **RECENT})
    assert of_drive(found) == [("sdb", "current", False)]


def test_old_errors_that_came_again_are_current(tmp_path: Path) -> None:
    again = make.disk_errors("db1", NOW - timedelta(days=1), count=2)
    found = consulted(tmp_path, {**rotated(NOW - timedelta(days=320)), "var/log/messages": again})
    assert of_drive(found) == [("sdb", "current", False)]


def test_errors_that_come_every_month_are_current(tmp_path: Path) -> None:
    logs = RECENT | {}
    for days in (88, 58, 28):
        logs |= rotated(NOW - timedelta(days=days))
    assert of_drive(consulted(tmp_path, logs)) == [("sdb", "current", False)]


def test_errors_of_another_disk_do_not_keep_old_ones_current(tmp_path: Path) -> None:
    new = make.disk_errors("db1", NOW - timedelta(days=1), "sdc")
    found = consulted(tmp_path, {**rotated(NOW - timedelta(days=320)), "var/log/messages": new})
    assert sorted(of_drive(found)) == [("sdb", "resolved", True), ("sdc", "current", False)]


def test_an_old_log_that_nothing_continues_is_current_and_its_age_is_said(tmp_path: Path) -> None:
    consultation = consulted(tmp_path, rotated(NOW - timedelta(days=320)))
    assert of_drive(consultation) == [("sdb", "current", False)]
    age = age_of(consultation.observations, consultation.diagnoses[0])
    assert age is not None
    assert "11 months before this capture" in age.sentence()
    assert "Nothing that is later tells whether it still holds." in age.sentence()


def test_one_long_log_tells_it_too(tmp_path: Path) -> None:
    start = NOW - timedelta(days=60)
    log = make.disk_errors("db1", start) + make.quiet_log("db1", start + timedelta(days=1), 58)
    assert of_drive(consulted(tmp_path, {"var/log/messages": log})) == [("sdb", "resolved", True)]


def test_a_ring_buffer_is_dated_by_the_uptime(tmp_path: Path) -> None:
    ring = (
        "[    0.000000] Linux version 5.14.0 (mock@build) (gcc) #1 SMP\n"
        "[ 1000.000001] sd 0:0:1:0: [sdb] tag#1 Sense Key : Medium Error [current]\n"
        "[ 1000.000002] sd 0:0:1:0: [sdb] tag#1 Add. Sense: Unrecovered read error\n"
        "[ 1000.000003] blk_update_request: I/O error, dev sdb, sector 33470855 op 0x0:(READ)\n"
        "[ 1009.000003] blk_update_request: I/O error, dev sdb, sector 33479999 op 0x0:(READ)\n"
    )
    up = " 09:00:00 up 200 days,  1:02,  2 users,  load average: 0.52, 0.58, 0.59\n"
    logs = {"sos_commands/kernel/dmesg": ring, "sos_commands/host/uptime": up, **RECENT}
    assert of_drive(consulted(tmp_path, logs)) == [("sdb", "resolved", True)]
    up = up.replace("200 days", "2 days")
    found = consulted(tmp_path / "b", {**logs, "sos_commands/host/uptime": up})
    assert of_drive(found) == [("sdb", "current", False)]


MDSTAT = (
    "Personalities : [raid1]\nmd0 : active raid1 sda1[0] {}\n      488253440 blocks super 1.2 [2/{}] [{}]\n"
    "unused devices: <none>\n"
)


@pytest.mark.parametrize(
    ("members", "status"), [(("sdb1[1](F)", "1", "U_"), "current"), (("sdb1[1]", "2", "UU"), "resolved")]
)
def test_a_drive_that_its_array_dropped_is_not_over(members: tuple[str, ...], status: str, tmp_path: Path) -> None:
    logs = {**RECENT, **rotated(NOW - timedelta(days=40)), "proc/mdstat": MDSTAT.format(*members)}
    assert [found[:2] for found in of_drive(consulted(tmp_path, logs))] == [("sdb", status)]


def test_a_path_that_failed_once_is_not_over(tmp_path: Path) -> None:
    old = NOW - timedelta(days=100)
    failed = f"{old:%b} {old.day:2d} {old:%H:%M:%S} db1 kernel: device-mapper: multipath: Failing path 8:16.\n"
    bundle, _ = load([str(make.write(tmp_path, make.sos("db1", NOW, {**RECENT, **rotated(old, failed)})))])
    observations = Observations(bundle.observed)
    assert observations.past() == frozenset()
    assert any(row.template == "kernel-event" for row in observations.merge().rows)


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html"])
def test_every_form_says_it(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make.write(tmp_path, make.sos("db1", NOW, {**RECENT, **rotated(NOW - timedelta(days=320))}))
    status = main(["diagnose", str(tmp_path), "--format", form, "--fail-on", "possible", "--tell", "sdb is slow"])
    out = capsys.readouterr().out
    assert status == 0  # nothing current
    assert "11 months before this capture" in " ".join(out.replace("\\", "").split())
    if form == "json":
        (found,) = [d for d in json.loads(out)["diagnoses"] if d["case"] == "drive-failing"]
        assert (found["status"], found["age"]["over"], found["age"]["days"]) == (
            "resolved",
            True,
            pytest.approx(320, abs=1),
        )
