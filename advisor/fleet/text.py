"""The summary of a fleet as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]

_MOST_PLACES = 6
_MOST_COMMON = 6


def moment(seconds: float) -> str:
    """A time as the hosts' clocks tell it.

    >>> moment(1331683200.0), moment(1e30)
    ('2012-03-14 00:00', '?')
    """
    try:
        return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds):%Y-%m-%d %H:%M}"
    except OverflowError:
        return "?"


def certainty(value: float) -> str:
    """As every report has it: nothing is certain."""
    return f"{min(value, 0.99):.2f}"


def counted(number: int, word: str) -> str:
    """A number with its noun.

    >>> counted(1, "host"), counted(2, "host")
    ('1 host', '2 hosts')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def render(summary: Json, width: int) -> str:
    """The summary for a terminal."""
    return "\n".join(line for item in _items(summary) for line in _wrapped(item, width)) + "\n"


def _wrapped(item: tuple[int, str], width: int) -> list[str]:
    indent, text = item
    blank = " " * indent
    return textwrap.wrap(text, width, initial_indent=blank, subsequent_indent=f"{blank}  ", break_on_hyphens=False) or [
        ""
    ]


def headline(summary: Json) -> str:
    """How many bundles and hosts, and what became of them."""
    bundles = summary["bundles"]
    parts = [f"{counted(bundles['found'], 'bundle')}: {bundles['diagnosed']:,} diagnosed"]
    parts += [f"{bundles['failed']:,} failed"] if bundles["failed"] else []
    parts += [f"in {bundles['nothing_read']:,} nothing was read"] if bundles["nothing_read"] else []
    return f"{', '.join(parts)}; {counted(len(summary['hosts']), 'host')}."


def _items(summary: Json) -> Iterator[tuple[int, str]]:
    yield 0, headline(summary)
    for number, case in enumerate(summary["cases"], 1):
        yield 0, ""
        yield 0, f"{number}. {case['title']}  [{case['id']}, {case['case']}]"
        yield 3, standing_line(case)
        yield from ((3, f"common: {line}") for line in common_lines(case)[:_MOST_COMMON])
        yield from _places(case["where"])
    if not summary["cases"] and summary["bundles"]["diagnosed"]:
        yield 0, "No diagnosis. What could not be assessed stands in each bundle's report."
    if summary["risks"]:
        yield from ((0, ""), (0, "Risks: conditions that hold, and nothing shows that they hurt"))
        for case in summary["risks"]:
            hosts = len({(e["bundle"], e["host"]) for e in case["where"]})
            yield 2, f"{case['case']}: {counted(hosts, 'host')}"
    for title, lines in (
        ("Failed", [f"{f['bundle']}: {f['message']} [{f['code']}]" for f in summary["failed"]]),
        ("Nothing read", summary["nothing_read"]),
        ("Left out", [f"{item['name']}: {item['reason']}" for item in summary["left_out"]]),
    ):
        if lines:
            yield from ((0, ""), (0, title))
            yield from ((2, line) for line in lines)


def standing_line(case: Json) -> str:
    """How many hosts are affected, how sure, and how it stands with the others."""
    hosts = case["hosts"]
    sure = [f"{hosts[name]:,} {name}" for name in ("confirmed", "likely", "possible") if hosts[name]]
    rest = [
        f"{hosts[name]:,} {word}"
        for name, word in (
            ("at_risk", "at risk"), ("ruled_out", "ruled out"), ("not_assessed", "not assessed"),
            ("not_concerned", "of another system"),
        )
        if hosts[name]
    ]  # fmt: skip
    said = f"{counted(hosts['affected'], 'host')} affected{': ' + ', '.join(sure) if sure else ''}"
    return f"{said}; others: {', '.join(rest)}" if rest else said


def common_lines(case: Json) -> list[str]:
    """What the affected have in common and the others have not, with the counts."""
    lines = []
    if (time := case["time"]) is not None:
        first, last = moment(time["from"]), moment(time["to"])
        lines.append(
            f"begins {f'at {first}' if first == last else f'between {first} and {last}'} on {time['hosts']:,} of {time['dated']:,} dated"
            " hosts, by their own clocks"
        )
    for item in case["common"]:
        ours, theirs = item["affected"], item["others"]
        lines.append(
            f"{item['trait']} {item['value']}: on {ours['with']:,} of {ours['seen']:,} affected hosts on which it was seen, and"
            f" on {theirs['with']:,} of {theirs['seen']:,} others"
        )
    return lines


def _places(where: list[Json]) -> Iterator[tuple[int, str]]:
    for entry in where[:_MOST_PLACES]:
        status = "" if entry["status"] == "current" else f", {entry['status']}"
        sure = f"{entry['standing']} ({certainty(entry['certainty'])}), {entry['role']}{status}"
        yield 5, f"{entry['host']}: {entry['subject_kind']} {entry['subject']}, {sure}; {entry['bundle']}"
    if len(where) > _MOST_PLACES:
        yield 5, f"and {len(where) - _MOST_PLACES:,} more in summary.json"
