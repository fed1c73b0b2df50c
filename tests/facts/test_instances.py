"""Which rows are about which instance, and which start of it is the last."""

from __future__ import annotations

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.moments import Cut
from facts.observations import Observations
from facts.resolution.instances import instances
from facts.schema import Value, templates


def row(template: str, line: int, path: str = "a", time: float | None = None, **values: Value) -> Observed:
    origin = Origin(path, (line, line), "h")
    slots = templates()[template].slots
    named = {name.replace("_", "-"): value for name, value in values.items()}
    return Observed(template, "h", {s: Cell(slots[s].coerce(v), origin, time=time) for s, v in named.items()})


def names(items: list[Observed]) -> list[str]:
    return [str(i.cells["instance"].value) for i in items]


def start(number: int, line: int, outcome: str, path: str = "a", time: float | None = None) -> Observed:
    return row("oracle-startup", line, path, time, instance="crm", number=number, latest="yes", outcome=outcome)


def latest(observations: Observations, cut: Cut | None = None) -> dict[str, str]:
    return {
        str(r.cells["outcome"].value): str(r.cells["latest"].value)
        for r in observations.merge(cut).rows
        if r.template == "oracle-startup"
    }


def test_an_unnamed_row_belongs_to_the_only_database() -> None:
    named = row("oracle-instance", 1, instance="crm", processes=100)
    unnamed = row("oracle-instance", 5, instance="", running="yes")
    assert set(names(instances([named, unnamed]))) == {"crm"}


def test_an_asm_instance_is_no_rival_of_the_database() -> None:
    asm = row("oracle-instance", 1, instance="+ASM1", type="asm")
    database = row("oracle-instance", 3, instance="crm", processes=9)
    items = [asm, database, row("oracle-instance", 5, instance="", running="yes")]
    assert names(instances(items))[:3] == ["+ASM1", "crm", "crm"]


def test_what_only_asm_can_own_stays_with_asm() -> None:
    asm = row("oracle-instance", 1, instance="+ASM", type="asm")
    items = [asm, row("oracle-instance", 5, instance="", running="yes")]
    assert set(names(instances(items))) == {"+ASM"}


def test_two_databases_leave_an_unnamed_row_apart() -> None:
    items = [row("oracle-instance", n, instance=name, processes=n) for n, name in enumerate(("hr", "crm", ""), 1)]
    resolved = instances(items)
    assert names(resolved)[:3] == ["hr", "crm", ""]
    assert {str(i.cells["only-one-seen"].value) for i in resolved[3:]} == {"no"}


def test_the_database_name_of_a_parameter_file_is_the_instance_of_the_log() -> None:
    log = row("oracle-instance", 1, instance="PAY1", processes=9)
    items = [log, row("oracle-instance", 2, "b", instance="pay", processes=9)]
    assert set(names(instances(items))) == {"PAY1"}


def test_an_error_alone_makes_its_instance_known() -> None:
    resolved = instances([row("oracle-error", 4, instance="", code="ORA-27102", count=1)])
    assert [i.template for i in resolved] == ["oracle-error", "oracle-instance"]
    assert resolved[1].cells["only-one-seen"].value == "yes"
    assert resolved[1].cells["start-figures-seen"].value == "no"


def test_a_later_start_in_the_same_transcript_is_the_latest() -> None:
    observations = Observations([start(1, 10, "failed"), start(1, 40, "started")])
    assert latest(observations) == {"failed": "no", "started": "yes"}


def test_time_decides_over_the_order_of_files() -> None:
    observations = Observations([start(1, 90, "started", "b", 200.0), start(1, 1, "failed", "a", 100.0)])
    assert latest(observations) == {"failed": "no", "started": "yes"}


def test_of_two_files_without_time_both_may_be_the_latest() -> None:
    observations = Observations([start(1, 1, "failed", "a"), start(1, 1, "started", "b")])
    assert latest(observations) == {"failed": "yes", "started": "yes"}


def test_a_start_that_came_out_otherwise_is_a_moment_to_look_before() -> None:
    observations = Observations([start(1, 10, "failed"), start(2, 40, "started"), start(3, 70, "started")])
    assert observations.cuts() == [Cut("a", 40, None)]
    assert latest(observations, observations.cuts()[0]) == {"failed": "yes"}


def test_starts_of_other_instances_do_not_follow_each_other() -> None:
    other = row("oracle-startup", 40, instance="hr", number=1, latest="yes", outcome="started")
    observations = Observations([start(1, 10, "failed"), other])
    assert latest(observations) == {"failed": "yes", "started": "yes"}
    assert observations.cuts() == []


def sizes(items: list[Observed]) -> list[str]:
    return [s for i in instances(items) if i.template == "oracle-instance" for s in i.cells if s.startswith("sga-")]


def test_a_failed_start_makes_the_sizes_of_the_one_before_it_past() -> None:
    grown = row("oracle-instance", 5, instance="crm", sga_max_size_bytes=8e9, processes=300)
    assert sizes([start(1, 2, "started"), grown, start(2, 20, "failed")]) == []
    assert sizes([start(1, 2, "failed"), grown, start(2, 20, "started")]) == ["sga-max-size-bytes"]


def test_a_failed_start_that_prints_its_parameters_keeps_them() -> None:
    asked = row("oracle-instance", 21, instance="crm", sga_max_size_bytes=16e9)
    assert sizes([start(1, 2, "started"), start(2, 20, "failed"), asked]) == ["sga-max-size-bytes"]


def test_sizes_of_unknown_order_and_of_another_instance_stay() -> None:
    elsewhere = row("oracle-instance", 5, path="init.ora", instance="crm", sga_target_bytes=8e9)
    other = row("oracle-instance", 6, instance="hr", sga_target_bytes=4e9)
    assert sizes([elsewhere, other, start(1, 20, "failed")]) == ["sga-target-bytes"] * 2
