"""What stands in short on a runbook comes from the steps and the rules, and leads to what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from advisor.runbook.content import Runbook, for_case
from tests.kb.examples import knowledge

SLUGS = sorted(knowledge().cases)


def runbook(slug: str) -> Runbook:
    return for_case(knowledge(), knowledge().cases[slug])


def test_a_warning_that_forbids_and_a_turn_that_stops_are_found() -> None:
    degraded = runbook("zfs-pool-degraded")
    assert "Replace, never add" in " ".join(bad.what for bad in degraded.avoid if bad.step == 7)
    assert any(stop.step == 7 and "stop and compare the serial number" in stop.when for stop in degraded.stops)
    assert degraded.stops[0].step == 0


def test_telling_somebody_to_stop_a_program_is_no_reason_to_stop() -> None:
    assert not any("stop another program" in stop.when for stop in runbook("swap-thrash").stops)


def test_causes_and_consequences_lead_both_ways() -> None:
    links = {(link.case, link.kind) for link in runbook("zfs-pool-degraded").related}
    assert ("drive-failing", "cause") in links
    assert ("zfs-pool-degraded", "effect") in {(link.case, link.kind) for link in runbook("drive-failing").related}


def test_a_reason_that_a_rule_gives_for_several_links_stands_at_none() -> None:
    assert [link.why for link in runbook("zfs-pool-degraded").related if link.case == "disk-link-errors"] == [""]


@pytest.mark.parametrize("slug", SLUGS)
def test_all_of_it_leads_to_steps_and_cases_that_are_there(slug: str) -> None:
    made = runbook(slug)
    numbers = {0, *(step.number for step in made.steps)}
    assert {*(bad.step for bad in made.avoid), *(stop.step for stop in made.stops)} <= numbers
    assert {link.case for link in made.related} <= set(SLUGS) - {slug}
    assert made.surest is not None
    assert all(bad.sources and bad.why for bad in made.avoid if not bad.step)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_shows_each_of_it(slug: str, folder: Path) -> None:
    page, text = ((folder / f"{slug}.{suffix}").read_text(encoding="utf-8") for suffix in ("html", "md"))
    for heading in ("In short", "Stop and call somebody"):
        assert (page.count(f">{heading}</h2>"), text.count(f"{heading}\n")) == (1, 1)
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= {*re.findall(r'id="([\w-]+)"', page)}
    assert all(f"name={name}}}" in text for name in re.findall(r"its undo, `(step-\d+-undo)`", text))
