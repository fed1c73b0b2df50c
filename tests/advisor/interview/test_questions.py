"""Questions as they are read from the knowledge base, and where they fit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from advisor.interview.questions import COSTS, Question, QuestionError, load_questions
from tests.kb.examples import knowledge

FOLDER = knowledge().root / "questions"


def test_ids_say_their_kind() -> None:
    questions = load_questions(FOLDER)
    assert {q.kind for q in questions.values()} == {"sign", "value", "output", "uses"}
    for id, question in questions.items():
        assert question.id == id
        assert id.partition(".")[0] == question.kind


def test_a_dearer_answer_costs_more() -> None:
    assert list(COSTS.values()) == sorted(COSTS.values())


def test_the_command_is_that_of_the_system() -> None:
    question = Question("output.x", "output", "", "", commands={"linux": "a", "solaris": "b"})
    assert question.command({"solaris"}) == "b"
    assert question.command(set()) == "a"
    assert question.command({"aix"}) == ""
    assert [question.fits(s) for s in (set(), {"linux"}, {"aix"}, {"aix", "solaris"})] == [True, True, False, True]


def test_what_needs_no_command_fits_every_system() -> None:
    assert Question("sign.x", "sign", "", "").fits({"aix"})
    assert Question("value.x", "value", "", "").fits({"aix"})


@pytest.mark.parametrize(("stem", "name"), [("values", "os"), ("signs", "host-stalls"), ("outputs", "mount")])
def test_a_question_that_lacks_a_key_is_named(tmp_path: Path, stem: str, name: str) -> None:
    folder = tmp_path / "questions"
    shutil.copytree(FOLDER, folder)
    (path,) = [p for p in folder.glob("*.toml") if f"[{stem}.{name}]" in p.read_text(encoding="utf-8")]
    head, found, rest = path.read_text(encoding="utf-8").partition(f"[{stem}.{name}]")
    path.write_text(head + found + rest.replace("\nwhy = ", "\nwhat = ", 1), encoding="utf-8")
    with pytest.raises(QuestionError, match=rf"^{path.name}: {stem}\.{name} lacks 'why'$"):
        load_questions(folder)


def test_an_unknown_cost_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "questions"
    shutil.copytree(FOLDER, folder)
    path = folder / "host.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('templates = ["*"]', 'templates = ["*"]\ncost = "nothing"'), encoding="utf-8")
    with pytest.raises(QuestionError, match=r"^host\.toml: outputs\.captured has the unknown cost `nothing`$"):
        load_questions(folder)
