"""The one file that goes past clipspy's objects: every function of it, and that an environment serves again as a new one."""

from __future__ import annotations

import gc
from pathlib import Path

import clips
import pytest
from clips.routers import Router

from advisor.inference.diagnosis import row_slots
from advisor.inference.engine import Engine, Inference, InferenceError
from advisor.inference.native import Native, Refused, activation_of
from facts.observations import Observations
from facts.schema import Value
from facts.sexpr import Symbol
from tests.kb.examples import PATHS, bundle_of, every, knowledge, read


class Said(Router):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__("said", 30)
        self.text = ""

    def query(self, name: str) -> bool:
        return name in ("stderr", "stdwrn", "stdout")

    def write(self, name: str, message: str) -> None:
        self.text += message


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def native(said: Said) -> Native:
    env = clips.Environment()
    env.add_router(said)
    for construct in (
        "(defmodule MAIN (export ?ALL))",
        "(deftemplate MAIN::row (slot n (type INTEGER)) (slot x (type FLOAT)) (slot s (type STRING)) (slot y (type SYMBOL)))",
        "(deftemplate MAIN::seen (slot n (type NUMBER)))",
        "(defmodule A (import MAIN ?ALL))",
        "(defrule A::one.alone (logical (row (n ?n) (y yes)) (not (row (n 99)))) => (assert (seen (n ?n))))",
        "(defrule A::two.wrong (logical (seen (n 7))) => (printout t loud) (assert (seen (n (/ 1 0)))))",
    ):
        env.build(construct)
    env.reset()
    return Native(env, said)


def fired(native: Native, module: str) -> list[bytes]:
    found = []
    for shown in native.activations(module):
        native.fire()
        found.append(shown)
    return found


def test_facts_firings_and_reset(native: Native, said: Said) -> None:
    for _ in range(2):
        slots: dict[str, Value] = {"n": 1, "x": 2.5, "s": 'a "quoted" text', "y": Symbol("yes")}
        assert native.put("row", slots) == 1
        assert native.put("row", {"n": 2, "y": Symbol("no")}) == 2
        assert fired(native, "A") == [b"0      one.alone: f-1,*"]
        assert [str(fact) for fact in native.env.facts()][-1] == "(seen (n 1))"
        native.reset()
        assert list(native.env.facts()) == []
    assert said.text == ""


def test_what_clips_says_while_it_fires_is_kept(native: Native, said: Said, capfd: pytest.CaptureFixture[str]) -> None:
    native.put("seen", {"n": 7})
    assert fired(native, "A") == [b"0      two.wrong: f-1"]
    assert said.text.startswith("loud")
    assert "divide by zero" in said.text
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("template", "slots"),
    [("none", {}), ("row", {"other": 1}), ("row", {"n": "text"}), ("row", {"n": None}), ("row", {"n": True})],
)
def test_what_clips_does_not_take(native: Native, template: str, slots: dict[str, object]) -> None:
    with pytest.raises(Refused):
        native.put(template, slots)  # type: ignore[arg-type]
    assert native.put("row", {"n": 5}) == 1  # nothing of it is left in the builder
    assert [str(fact) for fact in native.env.facts()] == ['(row (n 5) (x 0.0) (s "") (y nil))']


def test_bytes_that_are_no_utf_8_go_in(native: Native) -> None:
    assert native.put("row", {"n": 1, "s": "a \udcff text"}) == 1


def test_an_environment_leaves_no_message_behind(native: Native, capfd: pytest.CaptureFixture[str]) -> None:
    native.put("row", {"n": 1})
    del native
    gc.collect()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("shown", "read_as"),
    [
        (b"0      a.b: f-4", (b"a.b", (4,))),
        (b"0      a.b: *", (b"a.b", (None,))),
        (b"-10    a.b: f-4,*,f-31", (b"a.b", (4, None, 31))),
    ],
)
def test_an_activation_is_read(shown: bytes, read_as: object) -> None:
    assert activation_of(shown) == read_as


def told(inference: Inference) -> object:
    facts = [(f.index, f.template, f.slots) for f in inference.facts.values()]
    return facts, inference.firings, inference.supports


def test_an_environment_serves_again_as_a_new_one() -> None:
    """Whatever was inferred in it before."""
    engine = knowledge().engine
    for path in every(9, PATHS):
        merged = Observations(bundle_of(read(path)).observed).merge()
        rows = [(row.template, row_slots(row)) for row in merged.rows]
        again = told(engine.infer(rows))
        engine.forget()
        assert told(engine.infer(rows)) == again


def test_an_environment_whose_inference_failed_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.advisor.inference.test_engine import HIGH, engine_of

    monkeypatch.setattr("advisor.inference.net.unbounded", lambda *_: ())
    rule = HIGH % "(assert (quantity (name q) (host ?h) (subject ?h) (value (/ 1 (- ?n 9)))))"
    engine: Engine = engine_of(tmp_path, rule)
    for _ in range(2):
        with pytest.raises(InferenceError):
            engine.infer([("row", {"row": 1, "host": "h", "n": 9.0})])
        assert engine.infer([("row", {"row": 1, "host": "h", "n": 10.0})]).of("quantity")[0].slots["value"] == 1.0
