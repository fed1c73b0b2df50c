"""What of a log still holds: answers that were given again, taken back, skipped, struck."""

from __future__ import annotations

from advisor.session.log import MemoryLog, Standing, standing


def answered(question: str, text: str = "yes", unknown: bool = False) -> tuple[str, dict[str, object]]:
    return "answered", {"question": question, "text": text, "unknown": unknown, "rows": [], "signs": []}


def told(text: str) -> tuple[str, dict[str, object]]:
    return "told", {"text": text, "rows": [], "signs": []}


def after(*events: tuple[str, dict[str, object]]) -> Standing:
    log = MemoryLog()
    for kind, data in events:
        log.append(kind, data)
    return standing(log.entries())


def seqs(found: Standing) -> list[int]:
    return [entry.seq for entry in found.contributions]


def test_events_are_numbered_from_one_and_nobody_changes_the_list() -> None:
    log = MemoryLog()
    assert [log.append(*told("a")).seq, log.append(*told("b")).seq] == [1, 2]
    log.entries().clear()
    assert len(log.entries()) == 2
    assert log.rename("x") == ""


def test_numbers_go_on_after_a_gap() -> None:
    """Another program may have written between; the log of a fork goes on from the last number that it has."""
    log = MemoryLog()
    for text in "abc":
        log.append(*told(text))
    fork = MemoryLog([e for e in log.entries() if e.seq != 2])
    assert fork.append(*told("d")).seq == 4


def test_a_later_answer_to_the_same_question_holds_alone() -> None:
    found = after(told("a"), answered("q", "yes"), answered("p"), answered("q", "no"))
    assert seqs(found) == [1, 3, 4]
    assert found.asked["q"].data["text"] == "no"


def test_taking_the_later_answer_back_brings_the_earlier_one_back() -> None:
    found = after(answered("q", "yes"), answered("q", "no"), ("undone", {"of": 2}))
    assert seqs(found) == [1]
    assert found.asked["q"].data["text"] == "yes"
    assert seqs(after(answered("q"), answered("q", "no"), ("undone", {"of": 2}), ("redone", {"of": 2}))) == [2]
    assert seqs(after(answered("q"), answered("q"), ("undone", {"of": 2}), ("undone", {"of": 1}))) == []


def test_what_is_not_known_is_what_was_said_last() -> None:
    assert after(answered("q", unknown=True)).unknown == {"q"}
    assert after(answered("q", unknown=True), answered("q")).unknown == set()
    assert after(answered("q"), answered("q", unknown=True)).unknown == {"q"}
    assert after(("skipped", {"question": "q"})).unknown == {"q"}
    assert after(("skipped", {"question": "q"}), ("undone", {"of": 1})).asked == {}


def test_what_was_taken_back_is_not_asked() -> None:
    assert after(answered("q"), ("undone", {"of": 1})).asked == {}


def test_a_struck_item_holds_again_when_the_strike_is_taken_back() -> None:
    strike = ("struck", {"of": 1, "item": "sign", "number": 0})
    assert after(told("a"), strike).struck == {1: {("sign", 0)}}
    assert after(told("a"), strike, ("undone", {"of": 2})).struck == {}


def test_outcomes_and_fixes_are_kept_apart_from_what_is_told() -> None:
    found = after(("fixed", {"step": 1}), ("outcome", {"result": "worked"}), ("concluded", {"conclusions": []}))
    assert ([e.seq for e in found.fixed], [e.seq for e in found.outcomes], seqs(found)) == ([1], [2], [])
    assert after(("outcome", {"result": "worked"}), ("undone", {"of": 1})).outcomes == []


def test_the_last_that_was_taken_back_comes_last() -> None:
    assert after(told("a"), told("b"), ("undone", {"of": 2}), ("undone", {"of": 1})).undone == [2, 1]
