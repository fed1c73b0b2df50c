"""Cells become rows: precedence, supersession, conflicts, and how things stood before a change."""

from __future__ import annotations

from facts.captures import INFERRED, MEASURED, TOLD, Origin
from facts.cells import Cell, Observed
from facts.moments import Cut
from facts.observations import Observations
from facts.schema import Value
from facts.sexpr import Symbol


def pool(capacity: Value, line: int, path: str = "a", rank: int = MEASURED, time: float | None = None) -> Observed:
    origin = Origin(told="they said") if rank == TOLD else Origin(path, (line, line), "h")
    return Observed("zpool-list", "h", {
        "pool": Cell("tank", origin, rank, time), "capacity-percent": Cell(capacity, origin, rank, time),
    })  # fmt: skip


def capacity(observations: Observations, cut: Cut | None = None) -> Value:
    merged = observations.merge(cut)
    assert len(merged.rows) == 1
    return merged.rows[0].cells["capacity-percent"].value


def test_half_known_rows_become_one() -> None:
    origin = Origin("b", (9, 9), "h")
    other = Observed("zpool-list", "h", {"pool": Cell("tank", origin), "health": Cell(Symbol("online"), origin)})
    merged = Observations([pool(80.0, 1), other]).merge()
    assert len(merged.rows) == 1
    assert {"capacity-percent", "health"} <= set(merged.rows[0].cells)


def test_later_line_of_one_transcript_supersedes_without_conflict() -> None:
    observations = Observations([pool(92.0, 1), pool(45.0, 20)])
    assert capacity(observations) == 45.0
    merged = observations.merge()
    assert merged.conflicts == []
    assert [(c.address, [cell.value for cell in c.cells], c.reason) for c in merged.changes] == [
        ("zpool-list[h,tank].capacity-percent", [92.0, 45.0], "the later value stands")
    ]
    assert observations.cuts() == [Cut("a", 20, None)]
    assert capacity(observations, observations.cuts()[0]) == 92.0


def test_known_time_outweighs_the_order_of_files() -> None:
    observations = Observations([pool(45.0, 1, "b", time=200.0), pool(92.0, 1, "a", time=100.0)])
    assert capacity(observations) == 45.0
    assert observations.merge().conflicts == []


def test_two_files_of_unknown_order_that_disagree_are_a_conflict() -> None:
    merged = Observations([pool(92.0, 1, "a"), pool(45.0, 1, "b")]).merge()
    assert [c.address for c in merged.conflicts] == ["zpool-list[h,tank].capacity-percent"]
    assert {c.value for c in merged.conflicts[0].cells} == {92.0, 45.0}
    assert merged.conflicts[0].reason == "which of them is later is not known; the one that was read last is taken"


def test_measured_outweighs_told_and_says_so() -> None:
    observations = Observations([pool(92.0, 1), pool(45.0, 0, rank=TOLD)])
    assert capacity(observations) == 92.0
    merged = observations.merge()
    assert [c.reason for c in merged.conflicts] == ["what was measured outweighs what was told"]
    assert merged.changes == []


def test_what_a_format_implies_yields_in_silence() -> None:
    observations = Observations([pool(92.0, 1), pool(45.0, 5, rank=INFERRED)])
    assert capacity(observations) == 92.0
    assert observations.merge().conflicts == []


def test_events_are_never_merged_or_superseded() -> None:
    def load(line: int) -> Observed:
        origin = Origin("a", (line, line), "h")
        return Observed("device-load", "h", {
            "device": Cell("sda", origin), "output": Cell("o", origin), "samples": Cell(line, origin),
        })  # fmt: skip

    observations = Observations([load(1), load(1), load(9)])
    assert len(observations.merge().rows) == 3
    assert observations.cuts() == []


def test_what_a_log_took_back_stays_taken_back() -> None:
    """Only of numbered events is the last one told by their order."""

    def event(name: str, latest: str, line: int) -> Observed:
        origin = Origin("log", (line, line), "h")
        values: dict[str, Value] = {"name": "adapter 0", "event": Symbol(name), "latest": Symbol(latest)}
        return Observed("controller-event", "h", {slot: Cell(v, origin) for slot, v in values.items()})

    rows = Observations([event("patrol-read-started", "no", 1), event("patrol-read-ended", "yes", 9)]).merge().rows
    assert [str(row.cells["latest"].value) for row in rows] == ["no", "yes"]


def test_work_of_a_controller_is_over_when_its_log_went_on() -> None:
    """A patrol read of months ago is past; a battery that failed is told once and stays so."""
    day = 86_400.0

    def event(name: str, at: float) -> Observed:
        origin = Origin("log", (1, 1), "h")
        values: dict[str, Value] = {
            "name": "adapter 0",
            "event": Symbol(name),
            "latest": Symbol("yes"),
            "last-time": at,
        }
        return Observed("controller-event", "h", {slot: Cell(v, origin, time=at) for slot, v in values.items()})

    read = {"template": Symbol("controller-event"), "complete": Symbol("yes")}
    end = Observed("read", "h", {slot: Cell(v, Origin("log", (1, 9), "h"), time=200 * day) for slot, v in read.items()})
    observations = Observations([event("patrol-read-started", 10 * day), event("battery-failed", 10 * day), end])
    assert observations.past() == {0}


def test_a_figure_that_two_tools_round_is_no_conflict() -> None:
    merged = Observations([pool(55.0, 1), pool(55.275, 9, path="b")]).merge()
    assert merged.conflicts == []
    assert merged.changes == []
    assert Observations([pool(55.0, 1), pool(57.0, 9, path="b")]).merge().conflicts != []


def test_a_drive_that_a_later_status_leaves_out_is_gone() -> None:
    def status(line: int, *devices: str) -> list[Observed]:
        origin = Origin("a", (line, line + 9), "h")
        rows = [
            Observed("zpool-status", "h", {"pool": Cell("tank", origin), "data-devices": Cell(len(devices), origin)})
        ]
        for n, name in enumerate(devices):
            at = Origin("a", (line + 3 + n, line + 3 + n), "h")
            rows.append(Observed("pool-device", "h", {"pool": Cell("tank", at), "device": Cell(name, at)}))
        return rows

    observations = Observations([*status(1, "old", "good"), *status(20, "good", "new")])
    names = {str(r.cells["device"].value) for r in observations.merge().rows if r.template == "pool-device"}
    assert names == {"good", "new"}
    before = observations.merge(Cut("a", 20, None)).rows
    assert {str(r.cells["device"].value) for r in before if r.template == "pool-device"} == {"good", "old"}


def test_what_a_controller_took_back_stood_before() -> None:
    def event(kind: str, line: int, latest: str, time: float) -> Observed:
        origin = Origin("log", (line, line), "h")
        cells: dict[str, Value] = {"name": "adapter 0", "event": Symbol(kind), "latest": Symbol(latest)}
        return Observed("controller-event", "h", {s: Cell(v, origin, MEASURED, time) for s, v in cells.items()})

    origin = Origin("now", (1, 1), "h")
    now = Observed("controller-array", "h", {"array": Cell("0:0", origin), "write-cache": Cell(Symbol("on"), origin)})
    log = [event("cache-write-through", 4, "no", 1e9), event("cache-write-back", 9, "yes", 1e9 + 7200)]
    observations = Observations([*log, now])
    (cut,) = observations.cuts()
    rows = {r.template: r for r in observations.merge(cut).rows}
    assert rows["controller-event"].cells["latest"].value == "yes"
    assert "controller-array" not in rows
    clock = Observed("host-clock", "h", {"taken-time": Cell(1.2e9, origin, MEASURED, 1.2e9)})
    assert Observations([*log, now, clock]).cuts() == []  # long ago
