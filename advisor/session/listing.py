"""Kept sessions in words: a list, one session event by event, and what this site has had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from advisor.explanation.text import Page
from advisor.session.log import Entry
from advisor.store import Header
from facts.text import clean

_SHOWN = 120


def when(seconds: float) -> str:
    """A time in UTC, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def list_text(headers: Iterable[Header]) -> str:
    """One line for each session, the last one used first."""
    lines = [f"{h.name:<24} {when(h.changed)}  {h.events:>4} events  {h.id}" for h in headers]
    return (
        "\n".join([f"{'name':<24} {'last used (UTC)':<16}  {'events':>11}  id", *lines])
        if lines
        else "No session is kept."
    )


def event_text(entry: Entry) -> str:
    """One event in a line."""
    data = entry.data
    if entry.kind == "started":
        said = f"with knowledge {str(data.get('kb', ''))[:19]}"
    elif entry.kind in ("told", "noted"):
        said = f'"{data.get("text", "")}"'
    elif entry.kind == "answered":
        said = f"{data.get('question', '')}: {data.get('text', '')}"
    elif entry.kind == "captured":
        kinds = [str(i["kind"]) for i in data.get("inputs", ())]
        said = f"{', '.join(kinds[:6])}{f' and {len(kinds) - 6} more' if len(kinds) > 6 else ''}" or "command lines"
        said += f" for {data['question']}" if data.get("question") else ""
    elif entry.kind in ("undone", "redone"):
        said = f"event {data.get('of')}"
    elif entry.kind == "concluded":
        said = "; ".join(f"{c[1]} {c[4]} ({c[5]})" for c in data.get("conclusions", ())) or "nothing"
    elif entry.kind == "accepted":
        said = " ".join(str(data.get("record", {}).get(name, "")) for name in ("case", "host", "subject", "standing"))
    elif entry.kind == "lost":
        said = "this event was lost when the session store was damaged"
    elif entry.kind == "fixed":
        said = f"{data.get('case', '')} step {data.get('step')} {data.get('result', '')}"
        said += "".join(f": {data[name]}" for name in ("command", "observed", "note") if data.get(name))
    else:
        said = ", ".join(
            str(data[k]) for k in ("question", "result", "case", "note", "of", "item", "number") if data.get(k)
        )
    said = clean(" ".join(said.split()))
    return f"{entry.seq:>4}  {when(entry.time)}  {entry.kind:<9} {said if len(said) <= _SHOWN else said[: _SHOWN - 1] + '…'}"


def statistics_text(rows: Iterable[Mapping[str, object]], width: int = 100) -> str:
    """Which cases this site has had, and what that makes of their frequencies."""
    page = Page(width)
    for row in rows:
        results = ", ".join(f"{row[k]} {k}" for k in ("worked", "did not help", "something else") if row.get(k))
        page.put(f"{row['case']}: {row['sessions']} ({results}); taken to be {row['frequency_here']:.3f} of all cases here, "
                 f"{row['frequency']:.3f} by the knowledge base", 0, 2)  # fmt: skip
    if not page.lines:
        return "No outcome is kept yet. Say `worked`, `no-help` or `other` at the end of a session."
    page.put("Only `worked` counts. Deleting a session, or undoing its outcome, takes its share back.")
    return page.text().rstrip("\n")
