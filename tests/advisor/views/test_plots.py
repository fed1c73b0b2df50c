"""What the plots of an output say: which metrics come first, what is marked, and only what was found."""

from __future__ import annotations

import io
import random
from array import array

import pytest

from advisor.session.session import Session
from advisor.views.plots import Panel, Plots, numbers_of, plots_of
from facts.bundle import load
from facts.recognise import recognise
from facts.samplings import KINDS
from facts.text import lines_of
from tests.facts.series.captures import LINUX, XN, iostat_xn, vmstat_linux
from tests.kb.examples import knowledge


def plots(lines: list[str], concluded: bool = True) -> Plots:
    """The plots of the only sampling in a text, as a session sees it that was given the text."""
    data = "\n".join(lines).encode()
    consultation = None
    session = Session(knowledge())
    session.begin()
    bundle, errors = load(["-"], io.BytesIO(data))
    assert not errors
    session.capture(bundle)
    if concluded:
        consultation = session.consultation
    (path,) = {entry.path for entry in bundle.inputs}
    (found,) = (f for f in recognise(lines_of(data), path).found if f.reader.kind in KINDS)
    result = plots_of(found.reader.kind, found.output, consultation)
    assert result is not None
    return result


def panel(shown: Plots, name: str, device: str = "") -> Panel:
    """The only panel of that column and device."""
    (found,) = (p for p in shown.panels if (p.name, p.device) == (name, device))
    return found


def spiking(second: int, chance: random.Random) -> tuple[float, float, float]:
    """Two seconds of slow bulk writes every half minute."""
    if second % 30 in (10, 11):
        return 74.0, 7920.0, chance.uniform(130, 140)
    return 320.0, 1280.0, chance.uniform(0.1, 0.2)


@pytest.fixture(scope="module")
def spikes() -> Plots:
    return plots(iostat_xn(181, spiking, command="iostat -xn 1"))


def test_the_metric_with_the_spikes_comes_first_and_says_so(spikes: Plots) -> None:
    first = spikes.panels[0]
    assert (first.name, first.device, first.unit, first.leading, first.found) == ("asvc_t", "c1t0d0", "ms", True, True)
    assert first.sentence.startswith("asvc_t peaks every 30 s, at 135 ms, 0.15 ms in between.")
    assert "large writes in spikes" in first.sentence


def test_every_spike_is_marked_on_what_changes_in_it(spikes: Plots) -> None:
    first = spikes.panels[0]
    assert [(e.first, e.last) for e in first.episodes] == [(at, at + 1) for at in range(9, 180, 30)]
    assert all(first.values[at] > 100 for e in first.episodes for at in range(e.first, e.last + 1))
    assert panel(spikes, "kw/s", "c1t0d0").episodes == first.episodes
    assert (
        panel(spikes, "kw/s", "c1t0d0").sentence
        == "A write in the peaks is 107 kB, else 4 kB. Found: large writes in spikes."
    )
    assert panel(spikes, "asvc_t", "c1t1d0").episodes == ()


def test_the_threshold_that_was_looked_at_is_there_with_its_source(spikes: Plots) -> None:
    limit = next(limit for limit in spikes.panels[0].limits if limit.name == "spike latency")
    threshold = knowledge().net.thresholds["?*spike-latency-ms*"]
    assert (limit.value, limit.name, limit.op, limit.met) == (threshold.value, "spike latency", "at least", True)
    assert limit.citation == f"{threshold.source}: {threshold.locator}"
    assert limit.reason == threshold.reason


def test_what_does_not_move_is_behind_all_metrics(spikes: Plots) -> None:
    leading = [p for p in spikes.panels if p.leading]
    assert {p.device for p in leading} == {"c1t0d0"}
    assert "r/s" not in {p.name for p in leading}
    assert len(spikes.panels) == 20
    assert list(spikes.panels[: len(leading)]) == leading


def test_without_conclusions_only_the_numbers_are_said() -> None:
    shown = plots(iostat_xn(61, spiking, command="iostat -xn 1"), concluded=False)
    assert all(not p.found and not p.limits and not p.episodes for p in shown.panels)
    assert panel(shown, "w/s", "c1t0d0").sentence == "Never above 320 /s."
    assert any(p.leading for p in shown.panels)


def test_writing_that_pauses_is_marked_and_said() -> None:
    rows = [(8, 0, 0, 2, 85) if at % 20 in (5, 6, 7, 8) else (1, 0, 42000 + at, 30, 10) for at in range(100)]
    shown = plots(vmstat_linux(rows))
    first = shown.panels[0]
    assert (first.name, first.leading) == ("bo", True)
    assert first.sentence.startswith("Writing pauses while tasks wait: 5 times, every 20 s, for at most 4 s.")
    # the average since boot was left out, so every sample stands one earlier
    assert [(e.first, e.last) for e in first.episodes] == [(at, at + 3) for at in range(5, 100, 20)]
    assert [e.words for e in panel(shown, "b").episodes] == 5 * ["writing paused"]


def test_a_plateau_is_marked_from_its_knee() -> None:
    rates = [(200.0, 200000.0, 3.0)] * 30 + [(50.0, 50000.0, 40.0)] * 40
    shown = plots(iostat_xn(70, lambda second, chance: rates[second], command="iostat -xn 1"))
    written = panel(shown, "kw/s", "c1t0d0")
    assert written.leading
    assert "for 29 s, then at 50,000 kB/s." in written.sentence
    assert [(e.first, e.last) for e in written.episodes if e.words == "lower write rate"] == [(29, 68)]


def test_a_scanner_is_marked_where_it_runs() -> None:
    head = [
        " kthr      memory            page            disk          faults      cpu",
        " r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id",
    ]
    body = [
        f" 0 0 0 3243004 {50000 if at in range(40, 60) else 845352} 237 1317 0 64 90 0 "
        f"{4000 + at if at in range(40, 60) else 0} 0 0 0 0 1140  780  981 12  3 85"
        for at in range(100)
    ]
    shown = plots(["# vmstat 5", *head, *body])
    scan = panel(shown, "sr")
    assert [(e.first, e.last) for e in scan.episodes] == [(39, 58)]
    assert scan.sentence.startswith("The page scanner runs 1 time, at up to 4,059 pages/s, for at most 100 s.")
    assert scan.leading


def test_lines_lead_to_what_is_printed(spikes: Plots) -> None:
    lines = iostat_xn(181, spiking, command="iostat -xn 1")
    first = spikes.panels[0]
    for value, line in zip(first.values, first.lines, strict=True):
        assert lines[line - 1].split()[7] == f"{value:.1f}"


def test_hostile_device_names_are_text() -> None:
    lines = ["$ iostat -xn 1"]
    for _ in range(3):
        lines += XN
        lines.append("    0.0   74.0    0.0 7920.6  0.0 10.0    0.0  135.1   0 100 [bold]\x1b[31m/dev/sd]")
    shown = plots(lines)
    assert {p.device for p in shown.panels} == {"[bold]/dev/sd]"}


def test_one_sample_and_a_constant_one() -> None:
    shown = plots(
        ["$ vmstat", *LINUX, " 1  0      0 802956  50016 512520    0    0     9    99 1006  556  1  1 97  1  0"]
    )
    assert len(shown.times) == 1
    assert any(p.leading for p in shown.panels)
    assert panel(shown, "bo").sentence == "Never above 99 kB/s."


def test_numbers_leave_out_what_is_unknown() -> None:
    nan = float("nan")
    assert numbers_of(array("d", [nan, 4.0, 1.0, 3.0, 2.0])) == (2.5, 4.0, 4.0)
    assert numbers_of(array("d", [*(float(at) for at in range(1, 101))])) == (50.5, 95.0, 100.0)
    assert numbers_of(array("d", [nan, nan])).words("ms") == "No value is known."


def test_without_findings_each_quantity_is_shown_where_it_is_highest() -> None:
    lines = ["$ iostat -xn 1"]
    for second in range(6):
        lines += XN
        lines.append(
            f"    0.0   {second + 1}.0    0.0   {second + 8}.0  0.0  0.1    0.0    17.{second}   0   {second} c1t0d0"
        )
        lines.append(
            f"    0.0   {second + 2}.0    0.0   {second + 9}.0  0.0  0.1    0.0    16.{second}   0   {second + 1} c1t1d0"
        )
    shown = plots(lines)
    leading = [(p.name, p.device) for p in shown.panels if p.leading]
    assert leading == [("asvc_t", "c1t0d0"), ("kw/s", "c1t1d0"), ("%b", "c1t1d0"), ("w/s", "c1t1d0")]
