"""The answer on one screen: the cause, its chain with what proves it, the first command, and where there is more.

It is made from the JSON form alone. `advisor.explanation.text` says everything.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from advisor.explanation.chain import MARKS
from advisor.explanation.text import ROLES, Page, about, alike_before
from facts.own_reports import KIND

Json = dict[str, Any]

WIDTH = 80
"""Of a card that no terminal asks for."""
_STAGES = {"ground": "possible", "act": "happening", "harm": "harm", "felt": "felt"}
"""What makes it possible, that it is seen happening, what is harmed, what people feel."""
_TEXT = 20
"""Where the words of a card begin."""
_SENTENCE, _COMMAND = 2, 3
"""Lines that a sentence may take, and a command: a longer one is not shown, for half a command does damage."""
_DEEP = 6
"""Where a command begins, which is never wrapped."""
_MOST_OTHERS, _MOST_RISKS, _MOST_SIGHTS = 4, 3, 5
_LOOKS = "a look only"
"""What a step says of its persistence that watches at a price."""
_WHOLE = 100
"""From here on a figure needs no decimals."""


def card(data: Json, width: int = WIDTH, session: str = "") -> str:
    """The report of `data`, the JSON form of ``diagnose``, on one screen.

    Args:
        data: the report.
        width: columns.
        session: the name by which the rest is shown later; "" where it is shown by the same command.
    """
    page = Page(width)
    current = [item for item in data["diagnoses"] if item["status"] == "current"]
    if current:
        _put_first(page, current[0], current)
        _put_others(page, current)
    else:
        _put_nothing(page, data)
    _put_risks(page, data["risks"])
    _put_accepted(page, data["acknowledged"])
    _put_unread(page, data["unrecognised"])
    _put_more(page, data, current, session)
    return page.text()


def _put_first(page: Page, item: Json, current: Sequence[Json]) -> None:
    """The leading diagnosis, with its chain and its first command."""
    _put_head(page, item["title"], item["standing"].upper())
    role = "" if item["role"] == "root-cause" else f"; {ROLES[item['role']]}"
    page.put(f"{about(item)}{role}  [{item['id']}]", 2)
    page.put(_first_sentences(item["impact"], _SENTENCE * (page.width - 12)), 2)
    if age := _age(item):
        page.put(age, 2)
    page.gap()
    shown: set[str] = set()
    told = [(name, stage) for name, stage in item["chain"].items() if stage["state"] != "unknown" or stage["look_at"]]
    for number, (name, stage) in enumerate(told):
        _put_stage(page, item, name, stage, "why" if number == 0 else "", shown)
    page.gap()
    _put_now(page, item)


def _age(item: Json) -> str:
    """How old its evidence is, where that matters."""
    return str(item["age"]["text"]) if item["age"] else ""


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


def _first_sentences(text: str, room: int) -> str:
    """As many whole sentences as fit, and at least one."""
    shown, *rest = [sentence for sentence in text.replace(". ", ".\0").split("\0") if sentence]
    for sentence in rest:
        if len(shown) + 1 + len(sentence) > room:
            break
        shown += f" {sentence}"
    return shown


def _in_one_line(text: str, room: int) -> str:
    """A line of a capture, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= room else f"{line[: room - 4].rstrip()} ..."


def _put_stage(page: Page, item: Json, name: str, stage: Json, label: str, shown: set[str]) -> None:
    """One stage: its mark, the sentence of its strongest argument, and a line that shows it, one that is not `shown` yet."""
    head = f"{label:<4}[{MARKS[stage['state']]}] {_STAGES[name]}"
    if name == "felt" and (said := _said(stage)):
        _labelled(page, head, said, 1)
        return
    against = stage["state"] == "refuted"
    stages = ("act", "event") if name == "act" else (name,)
    arguments = [a for a in item["evidence"] if a["stage"] in stages and a["counted"] and (a["cf"] < 0) == against]
    if not arguments:
        fits = len(stage["text"]) <= page.width - _TEXT
        _labelled(page, head, stage["text"] if fits or not stage["look_at"] else "not looked at", 1)
        return
    argument = max(arguments, key=lambda a: abs(a["cf"]))
    _labelled(page, head, argument["why"])
    fact = _telling(argument["facts"], shown)
    if fact is not None:
        shown.add(fact["address"])
        page.verbatim(" " * _TEXT + _cited(fact, max(40, page.width) - _TEXT), 0)


def _said(stage: Json) -> str:
    """What was said of it, in the words of whoever said it."""
    facts = [fact for entry in stage["entries"] for fact in entry["facts"] if fact["address"].startswith("told")]
    words = next((f["origin"].get("told") or f["origin"].get("answer") or f["text"] for f in facts), "")
    return f'"{" ".join(words.split())}"' if words else stage["text"]


def _telling(facts: Sequence[Json], shown: set[str]) -> Json | None:
    """The fact that tells most of an argument: one that was compared with a limit, has a unit, and is not `shown` above."""
    captured = [fact for fact in facts if "path" in fact["origin"]]
    return max(
        captured, key=lambda f: 2 * (f["address"] not in shown) + bool(f["demand"]) + bool(f["unit"]), default=None
    )


def _cited(fact: Json, room: int) -> str:
    """``place  value  line of the capture``, in one line."""
    origin = fact["origin"]
    figure = "" if not fact["unit"] or _stands_in(fact) else f"  {_figure(fact['value'], fact['unit'])}"
    head = f"{origin['path']}:{origin['lines'][0]}{figure}  "
    return f"{head}{_in_one_line(fact['text'] or '', max(room - len(head), 5))}"


def _stands_in(fact: Json) -> bool:
    """Whether the line of the capture says the figure itself."""
    return f"{fact['value']:.15g}" in re.findall(r"[\d.]+", (fact["text"] or "").replace(",", ""))


_SIZES = (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def _figure(value: float, unit: str) -> str:
    """A figure as short as a person says it.

    >>> _figure(3315130368.0, "B"), _figure(78348484.3, "B/s"), _figure(126.38, "ms"), _figure(4.012, "kB")
    ('3.32 GB', '78.3 MB/s', '126 ms', '4.01 kB')
    """
    if unit in ("B", "B/s"):
        size, one = next(((name, one) for name, one in _SIZES if abs(value) >= one), ("B", 1.0))
        value, unit = value / one, f"{size}/s" if unit.endswith("/s") else size
    return f"{f'{value:,.0f}' if abs(value) >= _WHOLE else f'{value:.3g}'} {unit}"


def _put_now(page: Page, item: Json) -> None:
    """What to begin with, and the first step that changes anything; their labels tell that others stand between them."""
    steps = item["fix"]
    if item["before_fix"]:
        _labelled(page, "first", item["before_fix"])
    if steps:
        _put_step(page, "now", steps[0])
    change = next((step for step in steps[1:] if step["risk"] != "look" and step["persists_how"] != _LOOKS), None)
    if change is not None:
        _put_step(page, "then", change)
    if item["standing"] != "confirmed" and item["missing"]:
        nearest = item["missing"][0]
        effect = "could confirm it" if nearest["would"].startswith("raise") else "could rule it out"
        if _fits(page, nearest["how"].split("\n")):
            _labelled(page, "capture next", f"what {effect}:")
            page.verbatim(nearest["how"], _DEEP)


def _put_step(page: Page, label: str, step: Json) -> None:
    """A step, with its command where that is short and safe: what disrupts is only given with its check and its undo."""
    room = _SENTENCE * (page.width - _TEXT - 18)
    _labelled(page, label, f"{step['label']}. [{step['risk']}] {_first_sentences(step['do'], room)}")
    lines = step["command"].split("\n")
    if step["command"] and step["risk"] in ("look", "safe") and not step["warning"] and _fits(page, lines):
        page.verbatim(step["command"], _DEEP)


def _fits(page: Page, command: Sequence[str]) -> bool:
    """Whether a command stands on a card without being cut or wrapped."""
    return len(command) <= _COMMAND and all(len(line) + _DEEP <= page.width for line in command)


_LABELS = {"consequence": "led to", "alternative": "or else"}


def _put_others(page: Page, current: Sequence[Json]) -> None:
    """The other diagnoses, a line each; many alike are one."""
    alike = alike_before(current)
    others = [(n, item) for n, item in enumerate(current, 1) if n > 1 and not alike[n - 1]][:_MOST_OTHERS]
    if others:
        page.gap()
    before = ""
    for number, item in others:
        label = _LABELS.get(item["role"], "also")
        text = f"{number}. {item['title']}: {about(item)}; {item['standing']}"
        _labelled(page, "" if label == before else label, text)
        before = label
    if (more := len(current) - 1 - len(others)) > 0:
        _labelled(page, "", f"and {more} more")


def _put_nothing(page: Page, data: Json) -> None:
    """What is said where no case is concluded: what stands out, and what would tell more."""
    read = sum(i["outcome"] in ("read", "partial", "nothing") and i["kind"] != KIND for i in data["inputs"])
    if not read and not data["diagnoses"] and not data["risks"]:
        page.put("Nothing was read, so nothing was assessed.")
        _put_next(page)
        return
    _put_head(page, f"No known cause found in {read} {'output' if read == 1 else 'outputs'}", "NOT DIAGNOSED")
    out, open_cases = len({i["case"] for i in data["ruled_out"]}), len(data["not_assessed"])
    page.put(f"Ruled out: {out} known causes. Not assessed for lack of captures: {open_cases}.", 2)
    for item in data["diagnoses"]:
        page.put(f"Past, by old captures or logs: {item['title']}: {about(item)}. {_age(item)}", 2, 2)
    if data["stands_out"]:
        page.gap()
    for sight in data["stands_out"][:_MOST_SIGHTS]:
        _labelled(page, "stands out" if sight["rank"] == 1 else "", f"{sight['rank']}. {sight['text']}")
        origin = sight["origin"]
        line = f"{origin['path']}:{origin['lines'][0]}  {sight['line']}"
        page.verbatim(" " * (_TEXT + 3) + _in_one_line(line, page.width - _TEXT - 3), 0)
    _put_next(page)


def _put_next(page: Page) -> None:
    page.gap()
    _labelled(
        page, "capture next", "advisor collect -o HOST.tar.gz, on the host itself: all that is looked at, read-only"
    )


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


def _put_unread(page: Page, unread: Sequence[Json]) -> None:
    """What was not read for a reason that somebody can do something about."""
    cut = [item for item in unread if "--limit" in item["reason"]]
    for item in cut[:1]:
        page.gap()
        page.put(f"Not read in full: {item['path']}: {item['reason']}", 2, 2)
    if len(cut) > 1:
        page.put(f"and {len(cut) - 1} more: --full", 4)


def _put_more(page: Page, data: Json, current: Sequence[Json], session: str) -> None:
    """How to see the rest."""
    page.gap()
    if data["faults"]:
        page.put("Something failed while this was made: see --full.", 2)
    command = f"advisor diagnose --session {session} " if session else ""
    if not current:
        page.put(f"Everything that was looked at: {command}--full", 2)
    elif session:
        page.put(f"{command}--fix 1 shows the whole fix, --explain 1 the proof, --full everything", 2, 2)
    else:
        page.put(f"Whole fix, {len(current[0]['fix'])} steps: --fix 1   Proof: --explain 1   Everything: --full", 2)
