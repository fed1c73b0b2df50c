"""Logs whose lines have no year: read last, when everything else has told when the host was captured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facts.checked import failed, read
from facts.faults import any_template, fault_of, templates_in
from facts.file_outputs import Taken, texts_of
from facts.limits import passed
from facts.logtimes import Newest, earliest, latest, rotations
from facts.places import Root
from facts.progress import Stopped, end_for_time
from facts.reading import Reading, Refusal


def read_undated(taken: Sequence[Taken], files: Sequence[tuple[str, float | None]], roots: Sequence[Root]) -> None:
    """Read the logs whose lines have no year, up to the limit of time; a fault costs those that are not read yet."""
    try:
        _read_in_order(taken, files, roots)
    except Stopped as stopped:
        end_for_time(stopped)
        for item in (item for item in taken if item.undated is not None):
            item.reading = Reading(refusals=[Refusal(item.lines, f"not read: {passed('time', 'it took more')}")])
    except Exception as error:
        for item in (item for item in taken if item.undated is not None):
            affects = partial(templates_in, item.undated.reader.read) if item.undated else any_template
            item.reading = failed(fault_of(error, "dating logs", item.path, item.lines, affects))


def _read_in_order(taken: Sequence[Taken], files: Sequence[tuple[str, float | None]], roots: Sequence[Root]) -> None:
    """Each log from its newest file on: what that begins with ends the next older one."""
    undated = [item for item in taken if item.undated is not None]
    if not undated:
        return
    told = Newest(roots)
    for path, written in files:
        told.add_file(path, written)
    for item in taken:
        told.add(item.path, latest(item.reading.rows))
        told.up(item.path, item.reading.rows)
    for log in rotations([item.path for item in undated]):
        newer: float | None = None
        for item in (undated[index] for index in log):
            _read_until(item, told.until(item.path, item.written, newer), told.boot(item.path))
            newer = earliest(item.reading.rows) or newer


def _read_until(item: Taken, until: float | None, boot: float | None) -> None:
    found, item.undated = item.undated, None
    if found is not None:
        output = found.output._replace(until=until, boot=boot)
        item.reading = read(found.reader, output)
        item.own_host = item.reading.host or found.host
        item.texts = texts_of(output.lines, output.first, item.reading)
