"""What was found in captures, in words, and whether it holds what a question asks for."""

from __future__ import annotations

from collections import Counter

from advisor.interview.questions import Question
from facts.hosts import DEFAULT
from facts.inputs import Bundle
from facts.own_reports import KIND

_MOST_INPUTS, _MOST_REFUSALS, _MOST_LEFT = 12, 2, 3
_OUTCOMES = {
    "read": "read", "nothing": "read, and there is nothing of note in it", "partial": "read in part",
    "refused": "could not be read",
}  # fmt: skip


def holds_answer(question: Question, bundle: Bundle) -> bool:
    """Whether captures show what a question asks for; an output of the right kind that has nothing to say does too."""
    for row in bundle.labelled:
        cell = row.cells.get("template") if row.template == "read" else None
        if row.template in question.templates or (cell is not None and cell.value in question.templates):
            return True
    return any(item.outcome == "nothing" and item.kind != KIND for item in bundle.inputs)


def found_text(bundle: Bundle) -> str:
    """What was found in captures, in a few lines."""
    said = []
    for item in bundle.inputs:
        whose = f" of {item.host}" if item.host != DEFAULT else ""
        reasons = "".join(f"; line {r.lines[0]}: {r.reason}" for r in item.refusals[:_MOST_REFUSALS])
        said.append(f"{item.kind}{whose}: {_OUTCOMES[item.outcome]}{reasons}")
    lines = [f"{line}{f' ({times} times)' if times > 1 else ''}" for line, times in Counter(said).items()]
    if len(lines) > _MOST_INPUTS:
        lines = [*lines[:_MOST_INPUTS], f"and {len(lines) - _MOST_INPUTS} more"]
    if not bundle.inputs and bundle.labelled:
        lines.append("command lines")
    lines += [
        f"not read: {left.path}{f':{left.lines[0]}' if left.lines else ''}, {left.reason}"
        for left in bundle.unrecognised[:_MOST_LEFT]
    ]
    return "\n".join(lines)
