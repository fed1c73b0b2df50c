"""Short replies: numbers with units, yes and no, choices, lists, in English and German, and what is none of these."""

from __future__ import annotations

from itertools import product

import pytest

from advisor.interview.amounts import example_of, read_amount
from advisor.interview.answers import Misread, read_reply
from advisor.interview.questions import Question, load_questions
from advisor.session.session import Reply
from facts.schema import templates
from tests.each import each
from tests.kb.examples import knowledge

QUESTIONS = load_questions(knowledge().root / "questions")
VALUES = [q for q in QUESTIONS.values() if q.kind == "value"]
SIGNS = [q for q in QUESTIONS.values() if q.kind == "sign"]
USES = QUESTIONS["uses"]
SIGN = SIGNS[0]
GB = 1 << 30
SOFTWARE_RAID = str(1 + list(USES.choices).index("software-raid-in-use"))


def asks(kind: str, bare: str = "", unit: str = "", least: float = 0, most: float = 1e15) -> Question:
    return Question("value.x", "value", "How much?", "", value=kind, bare=bare, unit=unit, least=least, most=most)


def replied(text: str, question: Question, **key: str) -> Reply:
    reply = read_reply(text, question, "db1", key)
    assert isinstance(reply, Reply), reply
    return reply


@pytest.mark.parametrize(
    ("text", "kind", "bare", "value"),
    [
        ("1 GB", "bytes", "", GB), ("1,5 GB", "bytes", "", 1.5 * GB), ("1.5gb", "bytes", "", 1.5 * GB),
        ("128k", "bytes", "", 131072), ("128 KiB", "bytes", "", 131072), ("about 64 GB", "bytes", "", 64 * GB),
        ("ca. 64 GB", "bytes", "", 64 * GB), ("ungefähr 64 GB", "bytes", "", 64 * GB), ("64", "bytes", "GB", 64 * GB),
        ("2,048 MB", "bytes", "", 2 * GB), ("1.234,5 MB", "bytes", "", 1234.5 * (1 << 20)), ("0", "bytes", "", 0),
        ("half a GB", "bytes", "", GB / 2), ("ein halbes GB", "bytes", "", GB / 2),
        ("2,000", "count", "", 2000), ("2.000", "count", "", 2000), ("2'000", "count", "", 2000), ("2 000", "count", "", 2000),
        ("21k", "count", "", 21000), ("800 pages", "count", "", 800), ("800 Seiten", "count", "", 800),
        ("2,000 pages/s", "count", "", 2000), ("2.000 Seiten/s", "rate", "", 2000), ("2000 pages per second", "rate", "", 2000),
        ("92 %", "percent", "%", 92), ("92", "percent", "%", 92), ("92,5 Prozent", "percent", "%", 92.5),
        ("half", "percent", "%", 50), ("about half", "percent", "%", 50), ("die Hälfte", "percent", "%", 50),
        ("20 s", "seconds", "s", 20), ("20", "seconds", "s", 20), ("20 Sekunden", "seconds", "s", 20), ("1,5 s", "seconds", "s", 1.5),
        ("2 min", "seconds", "s", 120), ("500 ms", "seconds", "s", 0.5), ("half a minute", "seconds", "s", 30),
        ("eine halbe Sekunde", "seconds", "s", 0.5), ("2 s", "milliseconds", "ms", 2000), ("8", "milliseconds", "ms", 8),
    ],
)  # fmt: skip
def test_amounts(text: str, kind: str, bare: str, value: float) -> None:
    assert read_amount(text, asks(kind, bare)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "unit", "bare", "value"),
    [
        ("200 MB/s", "bytes/s", "MB", 200 * (1 << 20)), ("200", "bytes/s", "MB", 200 * (1 << 20)),
        ("1 GB pro Sekunde", "bytes/s", "MB", GB), ("500", "kB/s", "kB", 500), ("2 MB/s", "kB/s", "kB", 2048),
    ],
)  # fmt: skip
def test_rates_come_in_the_unit_of_their_slot(text: str, unit: str, bare: str, value: float) -> None:
    assert read_amount(text, asks("rate", bare, unit)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "question", "said"),
    [
        ("64", asks("bytes"), "`64` has no unit; this asks for something like `64 GB`"),
        ("20 s", asks("bytes"), "`20 s` has the unit `s`; this asks for something like `64 GB`"),
        ("3 GB/s", asks("bytes"), "`3 GB/s` is an amount for each second; this asks for something like `64 GB`"),
        ("3 GB", asks("count"), "`3 GB` has the unit `GB`; this asks for something like `800`"),
        ("half", asks("count"), "`half` says no amount; this asks for something like `800`"),
        ("20 s", asks("rate", "MB", "bytes/s"), "`20 s` has the unit `s`; this asks for something like `200 MB/s`"),
        ("120 %", asks("percent", "%", most=100), "`120 %` cannot be: the value lies between 0 and 100"),
        ("-5", asks("count"), "`-5` cannot be: the value lies between 0 and 1e+15"),
        ("64 GB", asks("bytes", least=2048, most=65536), "`64 GB` cannot be: the value lies between 2 kB and 64 kB"),
        ("7 kB", asks("bytes", least=8192, most=65536), "`7 kB` cannot be: the value lies between 8 kB and 64 kB"),
    ],
)
def test_a_wrong_amount_gets_one_line_that_says_what_would_do(text: str, question: Question, said: str) -> None:
    assert read_amount(text, question) == Misread(said)


@pytest.mark.parametrize("text", ["it depends", "GB", "1 2 3 4 5 6", "12:30", "5e3", "", "64 GB of it and more", "1/2"])
def test_a_text_that_is_no_number_is_left_to_others(text: str) -> None:
    assert read_amount(text, asks("bytes")) is None


@each(q for q in VALUES if q.value != "choice")
def test_every_value_takes_its_own_example_and_fills_its_address(question: Question) -> None:
    example = example_of(question)
    reply = replied(example, question)
    template, _, slot = question.address.partition(".")
    (row,) = reply.rows
    assert (row.template, row.host, reply.text, reply.unknown) == (template, "db1", example, False)
    assert row.cells[slot].origin.question == question.text
    assert row.cells[slot].origin.answer == example
    schema = templates()[template]
    assert all(schema.slots[name].coerce(cell.value) == cell.value for name, cell in row.cells.items())
    assert {name: str(row.cells[name].value) for name, part in question.key.items() if part != "?"} == {
        name: part for name, part in question.key.items() if part != "?"
    }
    assert question.code in ("", *row.cells)


@each(q for q in VALUES if q.value == "choice")
def test_every_choice_is_taken_by_number_by_symbol_and_by_its_words(question: Question) -> None:
    slot = question.address.partition(".")[2]
    for number, (symbol, said) in enumerate(question.choices.items(), 1):
        for text in (str(number), symbol, said, said.upper(), f"{said}, not sure"):
            (row,) = replied(text, question).rows
            assert row.cells[slot].value == symbol, text
            assert row.cells[slot].sure is not text.endswith("not sure")
    for wrong in ("0", str(len(question.choices) + 1), "99999"):
        assert read_reply(wrong, question, "db1") == Misread(f"give a number from 1 to {len(question.choices)}")


@each(SIGNS)
def test_every_sign_is_present_or_absent(question: Question) -> None:
    for text, state in (("yes", "present"), ("nein", "absent"), ("n/a", "absent")):
        reply = replied(text, question)
        (sign,) = reply.signs
        assert (sign.name, sign.state, sign.host, sign.sure) == (question.sign, state, "db1", True)
        assert sign.origin is not None
        assert sign.origin.question == question.text
        assert not reply.unknown


@pytest.mark.parametrize(
    ("text", "state", "sure"),
    [
        ("Yes.", "present", True), ("JA!", "present", True), ("doch", "present", True), ("nope", "absent", True),
        ("Nein", "absent", True), ("yes, not sure", "present", False), ("ja, glaube ich", "present", False),
        ("maybe yes", "present", False), ("probably not", "absent", False), ("eher nicht", "absent", False),
        ("no?", "absent", False), ("i think so", "present", False), ("ich glaube schon", "present", False),
        ("wahrscheinlich ja", "present", False), ("yes (not sure)", "present", False), ("vermutlich nein", "absent", False),
    ],
)  # fmt: skip
def test_yes_and_no(text: str, state: str, sure: bool) -> None:
    reply = replied(text, SIGN)
    assert [(s.state, s.sure) for s in reply.signs] == [(state, sure)]
    assert reply.text == text


UNKNOWN = ("don't know", "dont know", "I do not know", "Don't know.", "no idea", "weiß nicht", "weiss nicht", "keine Ahnung", "k.A.",
           "unbekannt", "not sure", "maybe", "vielleicht", "nicht sicher", "unsicher", "probably?")  # fmt: skip


@each(product(UNKNOWN, [SIGN, VALUES[0], VALUES[4], USES, QUESTIONS["output.iostat"]]))
def test_dont_know_is_an_answer_to_every_question_and_tells_nothing(text: str, question: Question) -> None:
    assert read_reply(text, question, "db1") == Reply(text, [], [], unknown=True)


@pytest.mark.parametrize("text", ["n/a", "n.a.", "not applicable", "entfällt", "trifft nicht zu", "gibt es nicht"])
def test_not_applicable_says_that_a_sign_is_absent_and_nothing_of_a_value(text: str) -> None:
    assert [s.state for s in replied(text, SIGN).signs] == ["absent"]
    reply = replied(text, VALUES[4])
    assert (reply.rows, reply.signs, reply.unknown) == ([], [], True)


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("1", {"zfs-in-use"}), ("1, 3", {"zfs-in-use", "oracle-in-use"}), ("1 3", {"zfs-in-use", "oracle-in-use"}),
        ("1 und 3", {"zfs-in-use", "oracle-in-use"}), ("ZFS and Oracle", {"zfs-in-use", "oracle-in-use"}),
        ("an oracle database", {"oracle-in-use"}), ("postgres", {"postgres-in-use"}), ("Software RAID", {"software-raid-in-use"}),
        ("md; virtualbox", {"software-raid-in-use", "virtualbox-in-use"}), ("none", set()), ("nichts davon", set()), ("keine", set()),
        (" ".join([SOFTWARE_RAID] * 3), {"software-raid-in-use"}),
    ],
)  # fmt: skip
def test_uses_by_number_and_name(text: str, used: set[str]) -> None:
    signs = replied(text, USES).signs
    assert {s.name for s in signs if s.state == "present"} == used
    assert {s.name for s in signs} == set(USES.choices)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("99", f"`99` is not in the list: give numbers from 1 to {len(USES.choices)}, or `none`"),
        ("1, 0", f"`0` is not in the list: give numbers from 1 to {len(USES.choices)}, or `none`"),
        ("raid", "`raid` may be a RAID controller or Linux software RAID (md)"),
    ],
)
def test_uses_that_are_not_in_the_list(text: str, said: str) -> None:
    assert read_reply(text, USES, "db1") == Misread(said)


def test_a_value_belongs_to_what_it_was_said_of() -> None:
    question = QUESTIONS["value.recordsize-data"]
    (row,) = replied("8k", question, dataset="tank/oradata").rows
    assert {n: c.value for n, c in row.cells.items()} == {
        "recordsize-bytes": 8192, "dataset": "tank/oradata", "role": "data",
    }  # fmt: skip
    (row,) = replied("8k", question).rows
    assert row.cells["dataset"].value == "pool"


def test_a_fraction_of_what_is_counted_is_refused() -> None:
    question = QUESTIONS["value.huge-pages-total"]
    assert read_reply("800.5", question, "db1") == Misread("`800.5` is not what this asks for")


HOSTILE = [
    "", " ", ".", ",", ";", "-", "()", "1" * 5000, "²", "٣" * 30, "\x1b[31myes\x1b[0m and no", "$(reboot)", "(assert (a))", "a" * 10_000,
    "1," * 3000, "1.5.5.5", "½", "∞", "nan", "inf", "1e999", "yes\x00no", "\u202eyes but", "{{ 7*7 }}", ", " * 2000 + "1 GB",
]  # fmt: skip


@each(product(HOSTILE, [SIGN, USES, *VALUES[:6], QUESTIONS["value.write-drain"]]))
def test_hostile_replies_are_no_answer_or_a_proper_one(text: str, question: Question) -> None:
    reply = read_reply(text, question, "db1")
    if isinstance(reply, Reply):
        assert reply.unknown or reply.rows or reply.signs
        assert "\x1b" not in reply.text
        schema = templates()
        for row in reply.rows:
            for name, cell in row.cells.items():
                assert schema[row.template].slots[name].coerce(cell.value) == cell.value
                assert len(str(cell.value)) <= 200
    if not text.strip(" .,;-()"):
        assert reply is None
