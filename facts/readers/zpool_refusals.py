"""What ``zpool`` and ``zfs`` say where they do not do what was asked: ``cannot detach X: no valid replicas``.

One reason is taken: a drive whose sectors are larger than the blocks of the vdev it was to join. Of the others no value is used:
that something was refused is told, and what follows from it is not.

Samples::

    >>> from facts.readers import show
    >>> show('''cannot detach sdc: no valid replicas
    ... ''')
    zpool-refusals lines 1-1 nothing

    >>> from facts.readers import show
    >>> show('''# zpool replace tank sdb sdf
    ... cannot replace sdb with sdf: new device has a different optimal sector size; use the option '-o ashift=N' to override it
    ... ''')
    zpool-refusals lines 2-2 read
      pool-refusal: beside=sdb device=sdf pool=tank reason=sector-size (2-2)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import UNKNOWN
from facts.subjects import whole_device

_REFUSED = lazy(
    r"\s*(?:cannot (?:replace|detach|attach|offline|online|remove|add|open|import|export|create|clear|label|mount|unmount"
    r"|destroy|scrub|initialize|trim|resilver|set property for|split|upgrade|rollback|receive|send|rename"
    r"|checkpoint) .{0,300}?: (?:no valid replicas|device is too small"
    r"|new device has a different optimal sector size|devices have different sector alignment"
    r"|(?:pool|dataset|device) is busy|one or more devices (?:is|are) currently unavailable"
    r"|I/O error"
    r"|no such (?:pool|device|dataset)|pool I/O is currently suspended|already in (?:replacing|spare)|insufficient replicas"
    r"|pool must be upgraded|permission denied|out of space|invalid vdev|raidz_expand|can only attach to|only inactive|.{1,80} not supported"
    r"|operation not supported|missing (?:device|log)|last accessed by another system|pool was previously in use|dataset does not exist"
    r"|currently (?:scrubbing|resilvering)|already exists)|invalid vdev specification\s*$|must be a full path or shorthand device name\s*$"
    r"|use '-f' to override the following errors:\s*$"
    r"|/dev/\S+ (?:is part of (?:active|exported|potentially active) (?:ZFS )?pool '|contains a )"
    r"|the following errors must be manually repaired:\s*$)"
)
_ASKED = lazy(
    r"\s*(?:sudo )?(?:/\S{1,40}/)?(?:zpool (?:replace|detach|attach|offline|online|remove|add|import|export|create|clear|scrub|split)"
    r"|zfs (?:create|destroy|mount|rename|rollback|receive|send)) \S"
)

_SECTORS = lazy(
    r"\s*cannot (?:replace (?P<old>\S+) with (?P<new>\S+)|attach (?P<joins>\S+) to (?P<beside>\S+)): "
    r"(?:new device has a different optimal sector size|devices have different sector alignment)"
)
_POOL = lazy(r"\bzpool (?:replace|attach) (?:-[fsw]+ |-o \S+ )*(?P<pool>[A-Za-z][\w.:-]*) ")


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = run(lines, start, _REFUSED)
    begin = start
    if end > start and begin and _ASKED.match(lines[begin - 1]) and prompt_of(lines[begin - 1]) is None:
        begin -= 1
    return (begin, end) if end > start else None


def _read(output: Output) -> Reading:
    asked = _POOL.search(output.command) or _POOL.search(output.lines[0])
    reading = Reading()
    for index, line in enumerate(output.lines):
        if refused := _SECTORS.match(line):
            new, old = refused["new"] or refused["joins"], refused["old"] or refused["beside"]
            values = {"device": whole_device(new), "beside": whole_device(old), "reason": "sector-size"}
            values["pool"] = asked["pool"] if asked else UNKNOWN
            reading.rows.append(Row("pool-refusal", values, output.span(index)))
            reading.used.append(output.span(index))
    return reading


HINTS = (
    "cannot replace", "cannot detach", "cannot attach", "cannot offline", "cannot online", "cannot remove", "cannot add",
    "cannot open", "cannot import", "cannot export", "cannot create", "cannot clear", "cannot label", "cannot mount",
    "cannot destroy", "cannot scrub", "invalid vdev spec", "shorthand device name", "use '-f' to override", "cannot unmount",
    "cannot set", "cannot split", "cannot rename", "cannot receive", "cannot send", "cannot rollback", "cannot initialize",
    "cannot trim", "cannot upgrade", "must be manually repaired", "is part of", " contains a ", "cannot resilver", "cannot checkpoint",
)  # fmt: skip
READERS = (Reader("zpool-refusals", _REFUSED, _extent, _read, of_no_use=(("command", _ASKED),)),)
