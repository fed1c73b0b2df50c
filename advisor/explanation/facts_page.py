"""What was read: each output with its rows, cells and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from advisor import __version__
from advisor.explanation.report import unit_of, with_unit
from advisor.explanation.text import Page
from advisor.explanation.unread import is_much, unread_lines
from advisor.inference.matching import show
from facts.account import Account, shapes
from facts.cells import Cell
from facts.inputs import Bundle, Input
from facts.observations import Observations
from facts.patterns import lazy

Json = dict[str, Any]

_CONTROLLER = lazy(r"^((?:.*/)?sys/fs/cgroup/)(?:memory|unified|blkio|cpu,cpuacct|cpuacct|cpu)/")
_SETTINGS = lazy(r"^((?:.*/)?proc/sys/).*")


def as_json(bundle: Bundle) -> Json:
    """Inputs, rows with the origin of each cell, what nothing recognised, and notes."""
    merged = Observations(bundle.observed).merge()
    rows = [
        {"template": row.template, "key": list(row.key), "cells": {s: _cell(s, c) for s, c in row.cells.items()}}
        for row in merged.rows
    ]
    inputs = [
        {"path": i.path, "kind": i.kind, "host": i.host, "lines": list(i.lines), "rows": i.rows, "outcome": i.outcome,
         "refusals": [{"lines": list(r.lines), "reason": r.reason} for r in i.refusals]}
        | ({} if i.account is None else {"account": i.account.as_json()})
        for i in bundle.inputs
    ]  # fmt: skip
    left = [
        {"path": u.path, "lines": list(u.lines) if u.lines else None, "reason": u.reason} for u in bundle.unrecognised
    ]
    return {"schema": 1, "advisor": __version__, "inputs": inputs, "rows": rows, "unrecognised": left, "notes": bundle.notes,
            "faults": [fault.as_json() for fault in (*bundle.faults, *merged.faults)]}  # fmt: skip


def _cell(slot: str, cell: Cell) -> Json:
    numeric = isinstance(cell.value, (int, float))
    return {
        "value": cell.value if numeric else str(cell.value),
        "unit": unit_of(slot) if numeric else "",
        "time": cell.time,
        "origin": cell.origin.as_json(),
    }


_MOST_SHAPES = 40
_FILES_OF_A_FOLDER = frozenset(("cgroup", "sysctl", "node-hugepages"))
"""Kinds of output of which each file holds a value or two of one thing: a control group, the settings of the kernel."""


def _lines_of(account: Account) -> str:
    """What became of the lines of one output, in a line."""
    counts = [
        (account.read, "read"),
        (account.of_no_use.total(), "of no use"),
        (account.not_understood, "not understood"),
    ]
    return "lines: " + ", ".join(f"{count} {what}" for count, what in counts if count)


def _not_understood(page: Page, bundle: Bundle) -> None:
    """The shapes of the lines that readers did not understand, the most frequent first."""
    found = shapes((item.kind, item.account) for item in bundle.inputs if item.account is not None)
    if not found:
        return
    page.gap()
    page.put("Not understood, by kind of output and shape of line, the most frequent first:")
    for kind, text, count in found[:_MOST_SHAPES]:
        page.put(f"{count} x {kind}: {text[:100]}", 2)
    if len(found) > _MOST_SHAPES:
        page.put(f"and {len(found) - _MOST_SHAPES} other shapes; --format json lists the lines", 2)


def _by_folder(inputs: Sequence[Input]) -> Iterator[tuple[str, Input]]:
    """Each output with its place; the small files of one folder that are one thing to a person are one output, with its sums."""
    folders: dict[tuple[str, str, str], list[Input]] = {}
    for item in inputs:
        folders.setdefault((_folder(item), item.kind, item.host), []).append(item)
    for item in inputs:
        own = folders[_folder(item), item.kind, item.host]
        if not _folder(item) or len(own) == 1:
            yield f"{item.path}:{item.lines[0]}-{item.lines[1]}", item
        elif item is own[0]:
            yield f"{_folder(item)} ({len(own)} files)", _sum(own)


def _folder(item: Input) -> str:
    """The folder whose files are one thing, "" for any other: of a control group that of all its controllers."""
    if item.kind not in _FILES_OF_A_FOLDER:
        return ""
    folder = f"{item.path.rpartition('/')[0]}/"
    return _CONTROLLER.sub(r"\1*/", _SETTINGS.sub(r"\1", folder)) if len(folder) > 1 else ""


def _sum(items: Sequence[Input]) -> Input:
    """Several outputs as one."""
    account = Account()
    for each in (item.account for item in items if item.account is not None):
        account.read += each.read
        account.of_no_use += each.of_no_use
        account.not_understood += each.not_understood
    refusals = [
        replace(refusal, reason=f"{item.path}: {refusal.reason}") for item in items for refusal in item.refusals
    ]
    rows = sum(item.rows for item in items)
    outcome = "read" if rows else "nothing"
    if refusals:
        outcome = "partial" if rows else "refused"
    return replace(items[0], account=account, refusals=refusals, rows=rows, outcome=outcome)


def as_text(bundle: Bundle, width: int = 100) -> str:
    """The same for a terminal."""
    page = Page(width)
    for place, item in _by_folder(bundle.inputs):
        page.put(f"{place}  {item.kind} on {item.host}: {item.outcome}, {item.rows} rows")
        if item.account is not None:
            page.put(_lines_of(item.account), 2)
        for refusal in item.refusals:
            page.put(f"line {refusal.lines[0]} could not be read: {refusal.reason}", 2)
    unread = [{"path": u.path, "lines": u.lines, "reason": u.reason} for u in bundle.unrecognised]
    if is_much(unread):
        page.put("Not read, in short; --format json lists each place:")
        for line in unread_lines(unread):
            page.put(line, 2, 2)
    for left in bundle.unrecognised if not is_much(unread) else ():
        lines = f":{left.lines[0]}-{left.lines[1]}" if left.lines else ""
        page.put(f"{left.path}{lines}  not read: {left.reason}")
    _not_understood(page, bundle)
    merged = Observations(bundle.observed).merge()
    for row in merged.rows:
        page.gap()
        page.put(f"{row.template}[{','.join(row.key)}]")
        for slot, cell in row.cells.items():
            if slot not in ("host", "row"):
                value = with_unit(slot, cell.value) if isinstance(cell.value, (int, float)) else show(cell.value)
                page.put(f"{slot} = {value}   {cell.origin.place()}", 2, 4)
    for note in (*bundle.notes, *(fault.line() for fault in (*bundle.faults, *merged.faults))):
        page.gap()
        page.put(note)
    return page.text()
