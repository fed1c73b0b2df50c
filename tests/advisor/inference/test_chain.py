"""A chain as data becomes rules of the one restricted form, each on the line of its entry."""

from __future__ import annotations

import tomllib

import pytest

from advisor.inference.chain import parse_chain, rules_of
from advisor.inference.net import KnowledgeError, parse_net

SLUG = "some-case"
TEXT = """
needs = ["zfs-in-use"]

[ground.pool-nearly-full]
level = "suggests"
why = "A \\"full\\" pool has no long runs."
sources = ["book: page 1"]
systems = ["linux", "illumos"]

[act."!device-slow"]
level = "contradicts"
why = "Its devices are quick."
sources = ["book: page 2"]
of = "pool-device"

[harm.memory-short]
level = "hints"
why = "Memory is short."
sources = ["book: page 3"]
of = "host"

[event.node-panicked]
level = "proves"
why = "The partner wrote it down."
sources = ["book: page 4"]
of = "peer"

[felt.slow-on-schedule]
level = "shows"
why = "It is slow at the same hour."
sources = ["book: page 5"]
"""


def test_each_entry_is_a_rule_on_its_own_line() -> None:
    chain = parse_chain(SLUG, tomllib.loads(TEXT), "chain.toml")
    net = parse_net({"chain.toml": rules_of(SLUG, chain, False, TEXT)})
    lines = TEXT.split("\n")
    assert {(rule.name, lines[int(rule.where.partition(":")[2]) - 1]) for rule in net.rules.values()} == {
        (f"{SLUG}.pool-nearly-full", "[ground.pool-nearly-full]"),
        (f"{SLUG}.no-device-slow", '[act."!device-slow"]'),
        (f"{SLUG}.memory-short", "[harm.memory-short]"),
        (f"{SLUG}.node-panicked", "[event.node-panicked]"),
    }
    assert net.rules[f"{SLUG}.pool-nearly-full"].comment == 'A "full" pool has no long runs.'


def test_what_is_felt_is_no_rule_but_a_premise() -> None:
    premises = parse_chain(SLUG, tomllib.loads(TEXT), "chain.toml").premises
    assert premises == (("zfs-in-use",), (("slow-on-schedule", 0.7),), True)


@pytest.mark.parametrize(
    ("argument", "patterns", "subject"),
    [
        ("pool-nearly-full", ["system", "finding"], "?subject"),
        ("no-device-slow", ["pool-device", "finding"], "?whole"),
        ("memory-short", ["finding"], "?host"),
        ("node-panicked", ["cluster-peer", "finding"], "?host"),
    ],
)
def test_whose_finding_it_is(argument: str, patterns: list[str], subject: str) -> None:
    chain = parse_chain(SLUG, tomllib.loads(TEXT), "chain.toml")
    rule = parse_net({"chain.toml": rules_of(SLUG, chain, False, TEXT)}).rules[f"{SLUG}.{argument}"]
    assert [pattern.template for pattern in rule.patterns] == patterns
    assert rule.actions[0].slots["subject"] == subject


def test_a_case_about_the_host_takes_every_finding_of_it() -> None:
    chain = parse_chain(SLUG, tomllib.loads(TEXT), "chain.toml")
    net = parse_net({"chain.toml": rules_of(SLUG, chain, True, TEXT)})
    assert {str(rule.actions[0].slots["subject"]) for rule in net.rules.values()} == {"?host"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[felt.", "[feels.", "no stage `feels`"),
        ('"hints"', '"whispers"', "no level `whispers`"),
        ('of = "peer"', 'of = "disk"', "`disk`"),
        ('why = "Memory is short."\n', "", "lacks 'why'"),
    ],
)
def test_what_is_wrong_with_a_chain_is_said(before: str, after: str, said: str) -> None:
    with pytest.raises(KnowledgeError, match=said):
        parse_chain(SLUG, tomllib.loads(TEXT.replace(before, after)), "chain.toml")
