"""Where a fact is not known, each branch of a step is shown under its condition; where it is known, one is."""

from __future__ import annotations

import pytest

from advisor import remedies
from advisor.explanation import case_page
from advisor.knowledge import Case, Step
from advisor.runbook.content import for_case
from advisor.runbook.pages import Pages
from advisor.runbook.render import rendered
from advisor.situations import Situation, Way, branches, worlds
from advisor.templates import fill, placeholder
from facts.schema import Value
from tests.kb.examples import knowledge

MAKER = Situation(
    "the controller is", (Way("a 3ware", {"family": "3ware"}), Way("of another make", {"family": "areca"}))
)
PLACE = Situation(
    "the drive is in",
    (Way("an md array", {"array": "md0"}), Way("a pool", {"pool": "tank"}), Way("no array", {})),
)
KERNEL = Situation("the kernel is", (), "kernel")


def shown(template: str, situations: tuple[Situation, ...], **known: Value) -> list[tuple[str, str]]:
    """The condition and text of each branch; what is not `known` stands as a placeholder."""
    names = {n: known.get(n, placeholder(n)) for n in ("family", "array", "pool", "kernel", "wanted")}
    found = branches((template,), names, situations, lambda deciding: (fill(template, names, str, deciding),))
    return [(branch.when, branch.shown[0]) for branch in found]


def test_every_branch_stands_under_its_condition() -> None:
    text = "{% if family == '3ware' %}tw_cli{% else %}storcli{% endif %}"
    assert shown(text, (MAKER,)) == [
        ("the controller is a 3ware", "tw_cli"),
        ("the controller is of another make", "storcli"),
    ]


def test_a_known_fact_leaves_one_branch_without_a_condition() -> None:
    text = "{% if family == '3ware' %}tw_cli{% else %}storcli{% endif %}"
    assert shown(text, (MAKER,), family="3ware") == [("", "tw_cli")]
    assert shown(text, (MAKER,), family="adaptec") == [("", "storcli")]


def test_what_stands_for_a_way_is_never_shown() -> None:
    text = "{% if array is known %}mdadm /dev/{{ array }}{% elif pool is known %}zpool {{ pool }}{% else %}umount{% endif %}"
    assert shown(text, (PLACE,)) == [
        ("the drive is in an md array", "mdadm /dev/<ARRAY>"),
        ("the drive is in a pool", "zpool <POOL>"),
        ("the drive is in no array", "umount"),
    ]


def test_a_known_value_excludes_the_ways_that_lack_it() -> None:
    text = "{% if array is known %}mdadm /dev/{{ array }}{% elif pool is known %}zpool {{ pool }}{% else %}umount{% endif %}"
    assert shown(text, (PLACE,), pool="tank7") == [("", "zpool tank7")]


def test_releases_are_named_from_the_newest() -> None:
    text = "{% if kernel is number and kernel < 2006029 %}ratio{% elif kernel is number and kernel < 3010000 %}bytes{% else %}new{% endif %}"
    assert shown(text, (KERNEL,)) == [
        ("the kernel is 3.10 or newer", "new"),
        ("the kernel is 2.6.29 or newer, but older than 3.10", "bytes"),
        ("the kernel is older than 2.6.29", "ratio"),
    ]
    assert shown(text, (KERNEL,), kernel=2006018) == [("", "ratio")]


def test_neighbouring_releases_with_one_text_are_one_branch() -> None:
    text = "{% if kernel is number and kernel < 2006029 %}a{% elif kernel is number and kernel < 3010000 %}a{% else %}b{% endif %}"
    assert [when for when, _ in shown(text, (KERNEL,))] == [
        "the kernel is 3.10 or newer",
        "the kernel is older than 3.10",
    ]


def test_most_ways_are_named_by_the_others() -> None:
    ways = tuple(Way(f"a {n}", {"family": n}) for n in ("3ware", "areca", "cciss", "adaptec"))
    text = "{% if family == '3ware' %}x{% else %}y{% endif %}"
    found = [when for when, _ in shown(text, (Situation("the controller is", ways),))]
    assert found == ["the controller is a 3ware", "the controller is not a 3ware"]


def test_two_open_questions_name_both_answers_only_where_both_matter() -> None:
    text = "{% if family == '3ware' %}tw_cli{% else %}{% if array is known %}md{% else %}other{% endif %}{% endif %}"
    assert shown(text, (MAKER, PLACE)) == [
        ("the controller is a 3ware", "tw_cli"),
        ("the controller is of another make and the drive is in an md array", "md"),
        ("the controller is of another make and the drive is in a pool or no array", "other"),
    ]


def test_a_value_that_is_only_missing_makes_no_branches() -> None:
    text = "{% if wanted is number %}{{ wanted }}{% else %}65536{% endif %}"
    assert shown(text, (MAKER, PLACE, KERNEL)) == [("", "65536")]


def test_a_branch_that_hangs_on_no_situation_is_lost_and_a_lint_says_so() -> None:
    from advisor.kbcheck.branches import lost

    step = Step(do="x", risk="safe", command="{% if family == '3ware' %}tw_cli{% else %}storcli{% endif %}")
    names: dict[str, Value] = {"family": placeholder("family")}
    bare = Case("c", "a", "X-1", "", "minor", "host", 0.1, "draft", "", "", (), ())
    assert list(lost(bare, step, names)) == [("command", "if family == '3ware'")]
    bare.situations = (MAKER,)
    assert list(lost(bare, step, names)) == []


def general(slug: str) -> list[remedies.Rendered]:
    return remedies.general(knowledge().cases[slug])


@pytest.mark.parametrize(
    ("slug", "when", "holds"),
    [
        ("raid-battery-write-through", "MegaRAID", "MegaCli64 -LDInfo"),
        ("raid-battery-write-through", "an Areca", "cli64 vsf info"),
        ("linux-writeback-stall", "older than 2.6.29", "sysctl -w vm.dirty_ratio=10"),
        ("linux-writeback-stall", "2.6.29 or newer", "sysctl -w vm.dirty_bytes=268435456"),
        ("cgroup-dirty-throttle", "a systemd service", "systemctl set-property --runtime"),
        ("cgroup-dirty-throttle", "a Kubernetes pod", "kubectl"),
    ],
)
def test_a_runbook_without_a_host_has_the_command_of_every_kind_of_host(slug: str, when: str, holds: str) -> None:
    steps = [step for step in general(slug) if holds in step.command]
    assert steps
    for step in steps:
        assert when in step.when
        assert step.do.startswith(f"If {step.when}: "), "the condition comes first, wherever the step is shown"


def test_the_tool_of_one_make_is_never_under_the_condition_of_another() -> None:
    for slug in ("raid-battery-write-through", "raid-patrol-read"):
        for step in general(slug):
            for text in (step.command, step.undo, step.verify_command):
                if "MegaCli" in text or "storcli" in text:
                    assert step.when == "the controller is a MegaRAID (Broadcom, LSI, Dell PERC)", step.label


def test_labels_are_unique_and_count_on() -> None:
    for case in knowledge().cases.values():
        labels = [step.label for step in remedies.general(case)]
        assert len(labels) == len(set(labels))
        assert [label.rstrip("abcdefghijklmnopqrstuvwxyz") for label in labels] == [
            str(step.step) for step in remedies.general(case)
        ]


def test_every_format_of_a_runbook_shows_every_branch() -> None:
    case = knowledge().cases["raid-battery-write-through"]
    commands = {line for step in remedies.general(case) for line in step.command.split("\n") if line}
    assert len(commands) > 15
    runbook = for_case(knowledge(), case)
    markdown = rendered(knowledge(), runbook, "markdown", Pages())
    page = case_page.render(knowledge(), case)
    for line in commands:
        assert line in markdown
        assert " ".join(line.split()) in " ".join(page.split())


def test_no_combination_of_situations_breaks_a_template() -> None:
    for case in knowledge().cases.values():
        names: dict[str, Value] = {name: placeholder(name) for name in case.values}
        for step in case.steps:
            texts = (step.command, step.undo, step.verify_command, step.do, step.expect, step.verify_expect)
            for world in worlds(texts, names, case.situations):
                for text in texts:
                    assert "{" + "%" not in fill(text, names, str, world)
