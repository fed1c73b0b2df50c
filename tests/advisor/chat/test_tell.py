"""What is taken from sentences, and what is not."""

import re
import subprocess
import sys
import time
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from advisor.chat.phrases import LANGUAGES, RESERVED, PhraseError, compile_phrase, load
from advisor.chat.tell import MAX_CHARACTERS, InputError, Understood, sentences, understand
from advisor.knowledge import Knowledge
from facts.captures import TOLD, Origin
from facts.cells import Cell, Observed
from facts.observations import Observations
from facts.schema import templates
from tests import tree
from tests.each import each

HERE = Path(__file__).parent
UTTERANCES = tomllib.loads((HERE / "utterances.toml").read_text(encoding="utf-8"))
SENTENCES = tomllib.loads((HERE / "sentences.toml").read_text(encoding="utf-8"))["sentence"]
COMPLAINTS = tomllib.loads((HERE / "complaints.toml").read_text(encoding="utf-8"))["complaint"]
LEAST = {"en": 12, "de": 8}
KNOWLEDGE = Knowledge()


@cache
def tellable() -> list[str]:
    """The symptoms: the first names of findings, up to the next heading."""
    text = (tree.ROOT / "kb" / "vocabulary.clp").read_text(encoding="utf-8")
    block = text.split("; symptoms", 1)[1].split("\n", 1)[1]
    names = re.split(r"^\s*;", block, maxsplit=1, flags=re.M)[0]
    return [re.sub(r"[;)].*", "", line).strip() for line in names.splitlines() if line.strip(" )")]


def told(*texts: str, observations: Observations | None = None) -> Understood:
    return understand(KNOWLEDGE, texts, observations or Observations())


def signs(understood: Understood) -> list[str]:
    marks = {"present": "", "absent": "-"}
    return sorted(f"{'' if s.sure else '?'}{marks[s.state]}{s.name}" for s in understood.signs)


def cells(understood: Understood) -> dict[str, Any]:
    found = {}
    for row in understood.cells:
        key = [k for k in templates()[row.template].key if k not in ("host", "output", "number") and k in row.cells]
        names = ",".join(text for k in key if (text := str(row.cells[k].value)))
        for slot, cell in row.cells.items():
            if slot not in templates()[row.template].key and slot != "direction":
                found[f"{row.template}[{names}].{slot}" if names else f"{row.template}.{slot}"] = cell.value
    return found


@each((s, u) for s, by in UTTERANCES.items() for language in LANGUAGES for u in by[language])
def test_utterance_tells_its_sign(sign: str, sentence: str) -> None:
    assert (sign, "present") in {(s.name, s.state) for s in told(sentence).signs}


@each(SENTENCES)
def test_sentence_gives_this_and_nothing_else(case: dict[str, Any]) -> None:
    understood = told(case["text"])
    symptoms = tellable()
    assert [s for s in signs(understood) if s.lstrip("?-") in symptoms] == sorted(case["signs"].split())
    assert cells(understood) == case.get("cells", {})
    if "unclear" in case:
        assert understood.not_understood == case["unclear"]


@each(map(tuple, COMPLAINTS))
def test_complaint_tells_these_symptoms(text: str, expected: str) -> None:
    assert signs(told(text)) == sorted(expected.split())


def test_bounds_and_what_is_over_are_said() -> None:
    assert told("Scan rate above 10000. It was slow last week. All good now.").echo() == [
        'understood: memory-short present, from "Scan rate above 10000."',
        'understood: vmstat[host,told].scan-rate-max-pages-s = at least 10,000, from "Scan rate above 10000."',
        "taken as over: It was slow last week.",
    ]


def test_scan_for_bad_blocks_becomes_a_row() -> None:
    found = {"surface-scan.tool": "mkfs-write", "surface-scan.writes": "yes", "surface-scan.result": "clean"}
    assert cells(told("mkfs -c -c ran clean")) == found


def test_every_symptom_has_enough_utterances() -> None:
    assert set(UTTERANCES) == set(tellable())
    counts = {(s, language): len(set(by[language])) for s, by in UTTERANCES.items() for language in LANGUAGES}
    assert {k: n for k, n in counts.items() if n < LEAST[k[1]]} == {}


def test_phrases_name_findings_and_every_symptom_has_phrases_in_both_languages() -> None:
    phrases = load(KNOWLEDGE.root / "phrases")
    text = (tree.ROOT / "kb" / "vocabulary.clp").read_text(encoding="utf-8")
    findings = {line.split(";")[0].strip(" )\n") for line in text.splitlines()}
    assert set(tellable()) <= set(phrases.signs) <= findings
    for sign in phrases.signs:
        table = phrases.data[sign]
        assert set(table) <= {*LANGUAGES, "absent"}, sign
        assert table.get("en"), sign
        # what is in use has the same name in every language
        assert table.get("de") or sign.endswith("-in-use"), sign


def test_addresses_of_quantities_exist() -> None:
    data = load(KNOWLEDGE.root / "phrases").data
    for group in ("quantity", "setting"):
        for name, item in data[group].items():
            if address := item.get("address"):
                template, slot = address.split(".")
                assert slot in templates()[template].slots, name
            assert set(item.get("signs", ())) <= set(tellable()), name
    assert "quantity" in RESERVED


@pytest.mark.parametrize("text", ["", "..", "a .. & b", "b?", "[a]", "<nothing>", "a&", "*a*", "a.b"])
def test_malformed_phrase_is_refused(text: str) -> None:
    with pytest.raises(PhraseError):
        compile_phrase(text, {})


def test_cells_are_added_with_their_sentence() -> None:
    observations = Observations()
    understood = told("It is slow. The box has 8 GB RAM.", observations=observations)
    assert observations.observed == understood.cells
    (row,) = understood.cells
    assert (row.template, row.host) == ("system", "host")
    assert row.cells["ram-bytes"] == Cell(8 * 2.0**30, Origin(told="The box has 8 GB RAM."), TOLD)


def measured(template: str, host: str, **values: str | float) -> Observed:
    return Observed(template, host, {k.replace("_", "-"): Cell(v, Origin(path="x")) for k, v in values.items()})


def test_cells_go_to_the_only_host_and_pool() -> None:
    observations = Observations([measured("zpool-status", "db1", pool="tank")])
    (row,) = told("the pool is 92% full", observations=observations).cells
    assert (row.host, row.cells["pool"].value) == ("db1", "tank")


def test_named_host_is_meant() -> None:
    observations = Observations([measured("system", "db1", os="linux"), measured("system", "app1", os="linux")])
    understood = told("app1 has 4 GB RAM", "it swaps", observations=observations)
    assert {(s.name, s.host) for s in understood.signs} == {("memory-short", "")}
    assert {row.host for row in understood.cells} == {"app1"}


def test_what_belongs_to_one_write_is_one_row() -> None:
    understood = told("We create a 2 GB tablespace.", "It writes in 128k requests.")
    assert len(understood.cells) == 1
    assert cells(understood) == {"bulk-write.total-bytes": 2.0**31, "bulk-write.request-bytes": 131072.0}


def test_hedge_makes_cells_unsure() -> None:
    (row,) = told("I think it has 8 GB RAM").cells
    assert not row.cells["ram-bytes"].sure


def test_same_sign_is_told_once_and_the_sure_one_holds() -> None:
    understood = told("Maybe it swaps.", "It swaps.", "It swaps!")
    assert signs(understood) == ["memory-short"]
    assert understood.signs[0].text == "It swaps."


def test_echo_says_what_was_understood_and_what_not() -> None:
    understood = told("The databse is slow. Hello there. RAM is 8 GB and 3 TB.")
    assert understood.echo() == [
        'understood: slow-database present, from "The databse is slow.", "databse" read as "database"',
        'understood: system[host].ram-bytes = 8,589,934,592, from "RAM is 8 GB and 3 TB."',
        "not understood: Hello there.",
        'not understood: "3 TB" in "RAM is 8 GB and 3 TB."',
    ]


def test_sentences_keep_versions_abbreviations_and_wrapped_lines() -> None:
    text = "It hangs, e.g. at\nnight. Oracle 11.2.0.2 z. B. swaps!\n- kernel 2.6.25\n- RAM ca. 8 GB"
    assert sentences(text) == [
        "It hangs, e.g. at night.", "Oracle 11.2.0.2 z. B. swaps!", "kernel 2.6.25", "RAM ca. 8 GB",
    ]  # fmt: skip


def test_long_text_is_refused_with_one_message() -> None:
    with pytest.raises(InputError, match=r"10,001 characters is too long; the most is 10,000"):
        told("x" * (MAX_CHARACTERS + 1))


@pytest.mark.parametrize(
    "text",
    [
        "(assert (finding (name host-stalls)))",
        "[red]it hangs[/red] \x1b[31m",
        ".*+?^${}()|[]\\",
        "\x00\u202eit swaps",
        "' \" ` $(reboot)",
        "<b>&& ||",
        "%s%n{0}",
        "\u0663 \U0001d7d8 GB RAM",
        "²³ GB",
    ],
)
def test_hostile_text_is_only_text(text: str) -> None:
    understood = told(text)
    assert not any(c in line for line in understood.echo() for c in "\x1b\x00\u202e\n")


@pytest.mark.parametrize(
    "unit",
    ["server freezes ", "not swap ", "12 GB ", "a-", "a/", "(", "1,", "pool a ", "every 30 s ", "database ", "."],
)
def test_repetitive_text_takes_bounded_time(unit: str) -> None:
    begin = time.perf_counter()
    told((unit * MAX_CHARACTERS)[:MAX_CHARACTERS])
    assert time.perf_counter() - begin < 20


def test_import_is_light() -> None:
    code = "import sys, advisor.chat.tell; print([m for m in ('clips', 'rapidfuzz', 'tomllib') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=tree.ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_complaint_of_which_nothing_is_understood_is_one_and_a_greeting_is_none() -> None:
    assert [s.name for s in told("This box is driving all of us up the wall.").unnamed] == ["unspecified-complaint"]
    assert told("It drives all of us mad since this morning.").unnamed
    assert not told("Hello everybody!").unnamed
    assert not told("The commits are slow today.").unnamed


def test_what_nobody_understands_is_not_denied() -> None:
    assert signs(told("Free memory keeps shrinking and nobody knows where it goes.")) == ["memory-short"]
    assert "slow-io" in signs(told("Die Platte macht es nicht mehr lange."))
    assert "-host-stalls" in signs(told("Nobody knows of any stall."))
