"""``vxtunefs``: the I/O parameters of a VxFS file system, and what ``vxtunefs -o`` says when it has set one.

Known versions: ``Filesystem i/o parameters for MOUNT`` and ``NAME = VALUE`` lines (all, with ``-p`` or without); ``vxfs
vxtunefs: Parameters successfully set for MOUNT``, with ``UX:`` and ``INFO: V-3-...`` in later ones; the lines of
``/etc/vx/tunefstab``, which take effect when the file system is mounted. A ``grep`` may have left the threshold's line
alone: it is read where the command names the mount point.

Samples::

    >>> from facts.readers import show
    >>> show('''# vxtunefs -p /dev/vx/dsk/datadg/db01
    ... Filesystem i/o parameters for /u01/oradata
    ... read_pref_io = 65536
    ... discovered_direct_iosz = 262144
    ... # vxtunefs -o discovered_direct_iosz=64k /dev/vx/dsk/datadg/db01
    ... vxfs vxtunefs: Parameters successfully set for /u01/oradata
    ... ''')
    vxtunefs lines 2-4 read
      vxfs-tunables: device=/dev/vx/dsk/datadg/db01 discovered-direct-iosz-bytes=262144 mount=/u01/oradata (2-4)
      file-system: device=/dev/vx/dsk/datadg/db01 mount=/u01/oradata type=vxfs (2-4)
    vxtunefs lines 6-6 read
      vxfs-tunables: device=/dev/vx/dsk/datadg/db01 discovered-direct-iosz-bytes=65536 mount=/u01/oradata (6-6)
      file-system: device=/dev/vx/dsk/datadg/db01 mount=/u01/oradata type=vxfs (6-6)

    >>> show('''# vxtunefs -p /u01/oradata | grep discovered_direct_iosz
    ... discovered_direct_iosz = 65536
    ... ''')
    vxtunefs lines 2-2 read
      vxfs-tunables: discovered-direct-iosz-bytes=65536 mount=/u01/oradata (2-2)
      file-system: mount=/u01/oradata type=vxfs (2-2)

    >>> show('''# cat /etc/vx/tunefstab
    ... # table spaces
    ... /dev/vx/dsk/datadg/db01 discovered_direct_iosz=64k,read_nstream=4
    ... ''')
    vxtunefs-tab lines 3-3 read
      vxfs-tunefstab: device=/dev/vx/dsk/datadg/db01 discovered-direct-iosz-bytes=65536 (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.units import size

_TITLE = lazy(r"\s*Filesystem i/o parameters for (?P<mount>/\S*)\s*\Z")
_SET = lazy(
    r"\s*(?:UX:)?(?:vxfs )?vxtunefs: (?:INFO: (?:V-[\d-]+: )?)?Parameters successfully set for (?P<mount>/\S*?)\.?\s*\Z"
)
_PARAMETER = lazy(r"\s*(?P<name>[a-z]\w+)\s*=\s*(?P<value>\S+)(?:\s+(?:\*+|<-.*|#.*|\(.*))?\s*\Z")
_OTHER = lazy(
    r"\s*(?:(?:read|write)_(?:pref_io|nstream|unit_io|throttle|ahead)|pref_strength|buf_breakup_size|max_(?:direct_iosz|diskq|seqio_extent_size"
    r"|buf_data_size)|default_indir_size|qio_cache_enable|initial_extent_size|hsm_write_prealloc|inode_aging_(?:size|count)"
    r"|fcl_(?:maxalloc|keeptime|winterval|ointerval)|oltp_load|delicache_enable|thin_friendly_alloc|dalloc_(?:enable|limit)"
    r"|lazy_copyonwrite|lazy_isize_enable|drop_behind|chunk_(?:flush|inval)_size|i_?mon_size|vx_\w+)\s*="
)
_LEFT_OUT = lazy(r"\s*(?:\.\.\.|…|\[\.\.\.\])\s*\Z")
_BROKEN = lazy(r"\s*(?=[a-z]\w+?_\w)\w++(?:\s*=)?\s*\Z")
_COMMAND = lazy(r"\bvxtunefs\b(?P<rest>.*)")
_GREPPED = lazy(r"\bvxtunefs\s+(?:-p\s+)?(?P<mount>/(?!dev/)[^\s|]*)\s*\|\s*[ef]?grep\b")
_OPTION = lazy(r"-o\s*(?P<settings>\S+)")
_TAB = lazy(r"\s*(?P<device>/dev/\S+|system-default)\s+(?P<settings>[a-z]\w+=[^\s,]+(?:[,\s]+[a-z]\w+=[^\s,]+)*)\s*\Z")
_THRESHOLD = "discovered_direct_iosz"
_SLOT = "discovered-direct-iosz-bytes"


def _device(command: str) -> str | None:
    """The device that the command names."""
    match = _COMMAND.search(command)
    words = [word for word in match["rest"].split() if word.startswith("/dev/")] if match else []
    return words[0] if len(words) == 1 else None


def _rows(
    mount: str, device: str | None, values: dict[str, Value | bool], lines: Span, slots: dict[str, Span]
) -> list[Row]:
    place: dict[str, Value | bool] = {"mount": mount}
    if device is not None:
        place["device"] = device
    return [
        Row("vxfs-tunables", {**place, **values}, lines, slots),
        Row("file-system", {**place, "type": "vxfs"}, lines, inferred=True),
    ]


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _SET.match(lines[start]):
        return start, start + 1
    if not _TITLE.match(lines[start]):
        if not (_PARAMETER.match(lines[start]) and _GREPPED.search(command)):
            return None
        return start, run(lines, start, _PARAMETER)
    return start, run(lines, start + 1, _PARAMETER, _LEFT_OUT, _BROKEN, blanks=1)


def _read_print(output: Output, mount: str) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {}
    slots: dict[str, Span] = {}
    for index, line in enumerate(output.lines):
        match = _PARAMETER.match(line)
        if match is None and line.strip() and not (_LEFT_OUT.match(line) or _TITLE.match(line)):
            reading.refusals.append(Refusal(output.span(index), "a parameter without its value"))
        elif match and match["name"] == _THRESHOLD:
            reading.used.append(output.span(index))
            if (value := size(match["value"])) is None:
                reading.refusals.append(Refusal(output.span(index), f"{_THRESHOLD} cannot be read: {match['value']}"))
            else:
                values[_SLOT], slots[_SLOT] = value, output.span(index)
    reading.rows = _rows(mount, _device(output.command), values, output.whole, slots)
    reading.used += output.matching(_TITLE)
    return reading


def _read_set(output: Output, mount: str) -> Reading:
    """What was set stands in the command only."""
    option = _OPTION.search(output.command) if "vxtunefs" in output.command else None
    settings = dict(part.partition("=")[::2] for part in option["settings"].split(",")) if option else {}
    values: dict[str, Value | bool] = {}
    if (value := size(settings.get(_THRESHOLD, ""))) is not None:
        values[_SLOT] = value
    return Reading(_rows(mount, _device(output.command), values, output.whole, {}))


def _read(output: Output) -> Reading:
    if match := _SET.match(output.lines[0]):
        return _read_set(output, match["mount"])
    title = _TITLE.match(output.lines[0])
    grepped = _GREPPED.search(output.command)
    found = title or grepped
    assert found is not None  # extent lets no other line through
    return _read_print(output, found["mount"])


def _read_tab(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_TAB):
        values: dict[str, Value | bool] = {"device": match["device"]}
        settings = dict(part.partition("=")[::2] for part in re.split(r"[,\s]+", match["settings"]))
        if (text := settings.get(_THRESHOLD)) is not None:
            if (value := size(text)) is None:
                reading.refusals.append(Refusal(output.span(index), f"{_THRESHOLD} cannot be read: {text}"))
                continue
            values[_SLOT] = value
        reading.rows.append(Row("vxfs-tunefstab", values, output.span(index)))
    return reading


HINTS = ("Filesystem i/o parameters", "vxtunefs:", "system-default", "_iosz", "_pref_io", "_nstream", "/dev/vx/")
READERS = (
    Reader(
        "vxtunefs",
        lazy(r"\s*(?:Filesystem i/o parameters for /|(?:UX:)?(?:vxfs )?vxtunefs: |discovered_direct_iosz\s*=)"),
        _extent,
        _read,
        of_no_use=(("another parameter", _OTHER), ("left out", _LEFT_OUT)),
    ),
    Reader("vxtunefs-tab", _TAB, extent_of(_TAB), _read_tab),
)
