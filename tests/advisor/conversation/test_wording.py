"""How questions, values and conclusions are put into words."""

from __future__ import annotations

from itertools import product

from advisor.conversation.conversation import Message
from advisor.conversation.phrasing import cell_text, event_text, short, size_text, slot_text, value_text
from advisor.conversation.showing import lines_of
from advisor.conversation.wording import answers_of, expected, question_text, still_asked, why_text
from advisor.interview.questions import Question, load_questions
from tests.each import each
from tests.kb.examples import knowledge

QUESTIONS = load_questions(knowledge().root / "questions")
SYSTEMS = ("linux", "solaris", "illumos", "freebsd", "hp-ux", "aix", "")


def systems(name: str) -> set[str]:
    return {name} if name else set()


@each(product(QUESTIONS.values(), (80, 120)))
def test_a_question_fits_its_width_and_names_its_answers(question: Question, width: int) -> None:
    for name in SYSTEMS:
        text = question_text(question, systems(name), [], width)
        commands = {line for c in question.commands.values() for line in c.split("\n")}
        wide = [line for line in text.split("\n") if len(line) > width and line.strip() not in commands]
        assert wide == []
        assert all(f"{n}) {answer}"[:40] in " ".join(text.split()) for n, answer in enumerate(answers_of(question), 1))
        assert question.kind == "sign" or "don't know" in " ".join(text.split())


@each(QUESTIONS.values())
def test_what_is_expected_is_said_in_few_words(question: Question) -> None:
    assert len(expected(question, set())) < 160
    assert why_text(question, (), knowledge(), set(), 80).startswith("Why: ")


@each(q for q in QUESTIONS.values() if q.kind == "output")
def test_an_output_reads_on_after_please_show(question: Question) -> None:
    assert not question.text.endswith((".", "?", ":"))
    assert question.text[0].islower() or question.text.split()[0].isupper() or question.text[:2] in ("an", "a ")


@each(q for q in QUESTIONS.values() if q.kind != "output")
def test_a_question_is_one(question: Question) -> None:
    assert question.text.endswith("?")
    assert question.text.count("?") == 1


def test_commands_of_several_systems_are_told_apart() -> None:
    text = question_text(QUESTIONS["output.kernel-log"], set(), [], 80)
    assert "  Linux:\n    dmesg -T\n  Solaris, illumos:\n    cat /var/adm/messages\n" in text


def test_a_known_system_has_its_command_only() -> None:
    text = question_text(QUESTIONS["output.kernel-log"], {"linux"}, [], 80)
    assert "dmesg -T" in text
    assert "/var/adm" not in text


def test_an_output_is_asked_for_again_in_short() -> None:
    assert still_asked(QUESTIONS["output.meminfo"], {"linux"}, 80) == (
        "Still asked for: how the host uses its memory, with its huge pages.\n    cat /proc/meminfo"
    )


def test_values_carry_their_units() -> None:
    assert value_text("bytes-s", 78300000.0) == "74.67 MB/s"
    assert value_text("latency-ms-max", 131.4) == "131.4 ms"
    assert value_text("result", "unknown-symbol") == "unknown-symbol"
    assert size_text(1 << 45) == "32 TB"
    assert slot_text("immediate-write-bytes") == "immediate write"


def test_a_part_of_an_address_that_names_nothing_is_not_shown() -> None:
    assert cell_text("oracle-instance", ["host", ""], "version", "11.2") == "oracle instance: version 11.2"
    assert cell_text("module-load", ["host", "vboxdrv"], "result", "loaded") == "module load vboxdrv: result loaded"
    assert cell_text("stall-train", ["host", "told", "cpu-dropout"], "period-seconds", 300.0) == (
        "stall train cpu-dropout: period 300 s"
    )


def test_long_and_odd_texts_are_cut_and_cleaned() -> None:
    assert short("a\x1b[31m b\n c") == "a b c"
    assert len(short("x" * 500)) == 100


def test_events_in_words() -> None:
    data = {"question": "sign.host-stalls", "text": "yes"}
    assert event_text("answered", data, QUESTIONS) == (
        'your answer "yes" to “Does the whole host stand still for seconds and then go on by itself?”'
    )
    assert event_text("skipped", {"question": "gone.question"}, QUESTIONS) == "that you skipped gone.question"
    assert event_text("outcome", {"result": "worked"}, QUESTIONS) == "what came of it: worked"


def test_messages_are_marked_and_set_in() -> None:
    messages = [
        Message("understood", "one two three four five six seven eight nine ten eleven twelve"),
        Message("changed", "first\nsecond"),
        Message("progress", "3 left"),
        Message("question", "Is it?\n  1) yes"),
    ]
    assert list(lines_of(messages, 60)) == [
        "  understood: one two three four five six seven eight nine",
        "                ten eleven twelve",
        "  -> first",
        "     second",
        "[3 left]",
        "",
        "Is it?",
        "  1) yes",
    ]
