"""The answer on one screen of a terminal: the cause, its chain with what proves it, the first command, where there is more.

The words are those of `advisor.explanation.answer`. `advisor.explanation.text` says everything.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from advisor.explanation.answer import (
    COLLECT,
    Answer,
    Card,
    Stage,
    answer,
    figure_of,
    first_sentences,
    harmless,
    quote_of,
)
from advisor.explanation.chain import MARKS
from advisor.explanation.text import Page, about

Json = dict[str, Any]

WIDTH = 80
"""Of a card that no terminal asks for."""
_TEXT = 20
"""Where the words of a card begin."""
_SENTENCE, _COMMAND = 2, 3
"""Lines that a sentence may take, and a command: a longer one is not shown, for half a command does damage."""
_DEEP = 6
"""Where a command begins, which is never wrapped."""
_SAME = 30
"""Where a line begins as the sentence about it does, it is not shown again."""
_MOST_RISKS, _MOST_SIGHTS = 3, 5


def card(data: Json, width: int = WIDTH, session: str = "") -> str:
    """The report of `data`, the JSON form of ``diagnose``, on one screen.

    Args:
        data: the report.
        width: columns.
        session: the name by which the rest is shown later; "" where it is shown by the same command.
    """
    page, found = Page(width), answer(data)
    if found.cards:
        _put_first(page, found.cards[0])
        _put_others(page, found)
    else:
        _put_nothing(page, data, found)
    _put_risks(page, data["risks"])
    _put_accepted(page, data["acknowledged"])
    _put_cut(page, found.cut)
    _put_more(page, data, found, session)
    return page.text()


def _put_first(page: Page, first: Card) -> None:
    """The leading diagnosis, with its chain and its first command."""
    item = first.item
    _put_head(page, item["title"], item["standing"].upper())
    page.put(f"{about(item)}{f'; {first.role}' if first.role else ''}  [{item['id']}]", 2)
    page.put(first_sentences(item["impact"], _SENTENCE * (page.width - 12)), 2)
    for note in first.notes:
        page.put(note, 2)
    page.gap()
    for number, stage in enumerate(first.stages):
        _put_stage(page, stage, "why" if number == 0 else "")
    page.gap()
    _put_now(page, first)


def _put_head(page: Page, title: str, standing: str) -> None:
    room = max(40, page.width) - len(standing) - 2
    for number, line in enumerate(textwrap.wrap(title, room) or [""]):
        page.verbatim(f"{line:<{room}}  {standing}" if number == 0 else line, 0)


def _labelled(page: Page, label: str, text: str, lines: int = _SENTENCE) -> None:
    """A paragraph beside its label, in at most some lines."""
    room = max(40, page.width) - _TEXT
    for number, line in enumerate(_lines(text, room, lines)):
        page.verbatim(f"  {label:<{_TEXT - 2}}{line}" if number == 0 else " " * _TEXT + line, 0)


def _lines(text: str, room: int, most: int) -> list[str]:
    """A text in at most some lines, with a sign where it is cut."""
    lines = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: room - 4].rsplit(' ', 1)[0]} ..."]
    return lines


def _in_one_line(text: str, room: int) -> str:
    """A line of a capture, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= room else f"{line[: room - 4].rstrip()} ..."


def _put_stage(page: Page, stage: Stage, label: str) -> None:
    """One stage: its mark, its sentence, and a line that shows it."""
    head = f"{label:<4}[{MARKS[stage.state]}] {stage.label}"
    if stage.fact is None:
        looks = f"{stage.text}: {' or '.join(stage.looks)}"
        fits = stage.looks and stage.state == "unknown" and len(looks) <= page.width - _TEXT
        _labelled(page, head, looks if fits else stage.text, 1)
        return
    _labelled(page, head, stage.text)
    page.verbatim(" " * _TEXT + _cited(stage.fact, max(40, page.width) - _TEXT), 0)


def _cited(fact: Json, room: int) -> str:
    """``place  value  line of the capture``, in one line."""
    origin, value = fact["origin"], figure_of(fact)
    head = f"{origin['path']}:{origin['lines'][0]}{f'  {value}' if value else ''}  "
    return f"{head}{_in_one_line(quote_of(fact), max(room - len(head), 5))}".rstrip()


def _put_now(page: Page, first: Card) -> None:
    """What to begin with, and what to capture next."""
    if first.item["before_fix"]:
        _labelled(page, "first", first.item["before_fix"])
    for label, step in first.steps:
        _put_step(page, label, step)
    if first.capture is not None and _fits(page, first.capture[1].split("\n")):
        _labelled(page, "capture next", f"what {first.capture[0]}:")
        page.verbatim(first.capture[1], _DEEP)


def _put_step(page: Page, label: str, step: Json) -> None:
    """A step, with its command where that is short and harmless."""
    room = _SENTENCE * (page.width - _TEXT - 18)
    _labelled(page, label, f"{step['label']}. [{step['risk']}] {first_sentences(step['do'], room)}")
    if harmless(step) and _fits(page, step["command"].split("\n")):
        page.verbatim(step["command"], _DEEP)


def _fits(page: Page, command: Sequence[str]) -> bool:
    """Whether a command stands on a card without being cut or wrapped."""
    return len(command) <= _COMMAND and all(len(line) + _DEEP <= page.width for line in command)


def _put_others(page: Page, found: Answer) -> None:
    """The other diagnoses, a line each."""
    if found.others:
        page.gap()
    before = ""
    for other in found.others:
        _labelled(page, "" if other.label == before else other.label, other.text)
        before = other.label
    if found.more:
        _labelled(page, "", f"and {found.more} more")


def _put_nothing(page: Page, data: Json, found: Answer) -> None:
    """What is said where no case is concluded: what stands out, and what would tell more."""
    if not found.counts:
        page.put(found.headline)
    else:
        _put_head(page, found.headline, found.verdict)
        page.put(found.counts, 2)
        for text in found.past:
            page.put(text, 2, 2)
        if data["stands_out"]:
            page.gap()
        for sight in data["stands_out"][:_MOST_SIGHTS]:
            _labelled(page, "stands out" if sight["rank"] == 1 else "", f"{sight['rank']}. {sight['text']}")
            origin = sight["origin"]
            place = f"{origin['path']}:{origin['lines'][0]}"
            line = place if sight["text"][:_SAME] in sight["line"] else f"{place}  {sight['line']}"
            page.verbatim(" " * (_TEXT + 3) + _in_one_line(line, page.width - _TEXT - 3), 0)
    page.gap()
    _labelled(page, "capture next", COLLECT)


def _put_risks(page: Page, risks: Sequence[Json]) -> None:
    """Conditions that hold and hurt nobody as far as is known."""
    if risks:
        page.gap()
    for number, item in enumerate(risks[:_MOST_RISKS]):
        _labelled(page, "" if number else "risk", f"{item['title']}: {about(item)}")
    if (more := len(risks) - _MOST_RISKS) > 0:
        _labelled(page, "", f"and {more} more")


def _put_accepted(page: Page, accepted: Sequence[Json]) -> None:
    """What a baseline accepts, in one paragraph."""
    if accepted:
        page.gap()
        named = "; ".join(f"{item['title']}: {about(item)}" for item in accepted[:_MOST_RISKS])
        more = f"; and {len(accepted) - _MOST_RISKS} more" if len(accepted) > _MOST_RISKS else ""
        page.put(f"Known and accepted, and not grown since: {named}{more}", 2, 2)


def _put_cut(page: Page, cut: Sequence[str]) -> None:
    """What was not read for a reason that somebody can do something about."""
    if cut:
        page.gap()
        page.put(f"Not read in full: {cut[0]}", 2, 2)
    if len(cut) > 1:
        page.put(f"and {len(cut) - 1} more: --full", 4)


def _put_more(page: Page, data: Json, found: Answer, session: str) -> None:
    """How to see the rest."""
    page.gap()
    if data["faults"]:
        page.put("Something failed while this was made: see --full.", 2)
    command = f"advisor diagnose --session {session} " if session else ""
    if not found.cards:
        page.put(f"Everything that was looked at: {command}--full", 2)
    elif session:
        page.put(f"{command}--fix 1 shows the whole fix, --explain 1 the proof, --full everything", 2, 2)
    else:
        steps = len(found.cards[0].item["fix"])
        page.put(f"Whole fix, {steps} steps: --fix 1   Proof: --explain 1   Everything: --full", 2)
