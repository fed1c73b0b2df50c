"""``echo ::zfs_params | mdb -k``, ``/etc/system`` and the ZFS module's parameters on Linux: how ZFS is tuned.

Known versions: ``::zfs_params`` (values in hexadecimal); ``/etc/system`` (``set zfs:NAME=VALUE``, decimal or
hexadecimal); ``/sys/module/zfs/parameters/NAME``, one file or several with their paths before the values; ``options
zfs`` lines below ``/etc/modprobe.d``; ``echo NAME/D | mdb -k``. A single ``set zfs:`` or ``options zfs`` line in a text
is advice, not a setting: it counts below the command that prints the file, in a whole file or among other lines of one.

Samples::

    >>> from facts.readers import show
    >>> show('''# grep zfs /etc/system
    ... set zfs:zfs_immediate_write_sz=8000
    ... set zfs:zfs_arc_max = 0x100000000
    ... ''')
    zfs-parameters lines 2-3 read
      zfs-parameters: arc-max-bytes=4294967296 immediate-write-bytes=8000 (2-3)

    >>> show('''$ cat /sys/module/zfs/parameters/zfs_txg_timeout
    ... 5
    ... ''')
    zfs-parameters lines 2-2 read
      zfs-parameters: txg-timeout-seconds=5 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from facts.account import Rules
from facts.kit import ANY, extent_of, run
from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value

_SLOTS = {
    "zfs_immediate_write_sz": "immediate-write-bytes",
    "zfs_txg_timeout": "txg-timeout-seconds",
    "txg_time": "txg-timeout-seconds",
    "zfs_arc_max": "arc-max-bytes",
    "zfs_nocacheflush": "nocacheflush",
    "zfs_dirty_data_max": "dirty-data-max-bytes",
    "zfs_vdev_max_pending": "vdev-max-pending",
}
_PARAMS = lazy(r"\s*(?P<name>[a-z]\w+) = (?P<value>0x[0-9a-f]+)\s*\Z")
_PARAMS_NOISE = lazy(r"\s*mdb: .*\Z")
_SYSTEM = lazy(r"\s*set\s+(?:[a-z]\w*:)?\w+\s*=\s*\S+\s*.*\Z")
_OF_ZFS = lazy(r"\s*set\s+zfs:(?P<name>\w+)\s*=\s*(?P<value>\S+)\s*.*\Z")
_SYSTEM_OTHER = lazy(r"\s*(?:\*.*|(?:forceload|exclude|include|moddir|rootdev|rootfs|set)\b.*)?\Z")
_SYSFS = lazy(
    r"\s*(?:/sys/module/zfs/parameters/)?(?P<name>zfs_\w+|zil_\w+|zvol_\w+|spa_\w+|l2arc_\w+"
    r"|metaslab_\w+):\s*(?P<value>-?\d+)\s*\Z"
)
_SYSFS_TITLE = lazy(r"\s*==> .*/zfs/parameters/(?P<name>\w+) <==\s*\Z")
_OPTIONS = lazy(r"\s*options\s+zfs\s+(?P<rest>\w+=.*)\Z")
_FILE_NAME = lazy(r"/sys/module/zfs/parameters/(?P<name>\w+)\s*\Z")
_VARIABLE = lazy(r"\s*(?P<name>[a-z]\w+):\s+(?P<value>(?:0x)?[0-9a-f]+)\s*\Z")

_NUMBER = lazy(r"\s*(?:(?i:0x[0-9a-f]{1,16})|-?\d{1,20});?\s*\Z")
_NO_VALUE = lazy(r"\s*[a-z]\w+:\s*\Z")

Setting = tuple[int, str, str]
Settings = Callable[[Output], Iterable[Setting]]


def _number(text: str) -> int | None:
    """A number as /etc/system and mdb write them: 0x is hexadecimal."""
    text = text.lower().rstrip(";")
    if re.fullmatch(r"0x[0-9a-f]{1,16}", text):
        return int(text, 16)
    return int(text) if re.fullmatch(r"-?\d{1,20}", text) else None


def _reading(output: Output, settings: Iterable[Setting]) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {}
    spans: dict[str, Span] = {}
    for index, name, text in settings:
        slot = _SLOTS.get(name)
        if slot is None:
            reading.pass_over("another parameter", output.span(index))
            continue
        value = _number(text)
        if value is None:
            reading.refusals.append(Refusal(output.span(index), f"{name} cannot be read: {text}"))
            continue
        values[slot] = bool(value) if slot == "nocacheflush" else value
        spans[slot] = output.span(index)
    if values:
        lines = (min(s[0] for s in spans.values()), max(s[1] for s in spans.values()))
        reading.rows.append(Row("zfs-parameters", values, lines, spans))
    return reading


def _named(pattern: re.Pattern[str]) -> Settings:
    """The settings that a line tells by its groups."""
    return lambda output: ((index, match["name"], match["value"]) for index, match in output.matches(pattern))


def _extent_params(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _PARAMS, _PARAMS_NOISE)
    names = [match["name"] for line in lines[start:end] if (match := _PARAMS.match(line))]
    known = (
        "zfs_params" in command or sum(1 for n in names if n.startswith(("zfs_", "arc_", "spa_", "zil_", "zio_"))) >= 3
    )
    return (start, end) if names and known else None


def _extent_system(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """A stretch of /etc/system around a line that sets something of ZFS."""
    begin = start
    while (
        begin
        and lines[begin - 1].strip()
        and _SYSTEM_OTHER.match(lines[begin - 1])
        and prompt_of(lines[begin - 1]) is None
    ):
        begin -= 1
    end = run(lines, start, _SYSTEM_OTHER, blanks=ANY)
    block = lines[begin:end]
    shown = re.search(r"/etc/system\b|\bsysdef\b", command) is not None
    whole_file = all(_SYSTEM_OTHER.match(line) for line in lines)
    file_like = sum(1 for line in block if _SYSTEM.match(line)) > 1 and any(re.match(r"\s*\*", line) for line in block)
    return (begin, end) if shown or whole_file or file_like else None


def _extent_titles(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    while end + 1 < len(lines) and _SYSFS_TITLE.match(lines[end]) and _number(lines[end + 1].strip()) is not None:
        end += 2
        if end < len(lines) - 1 and not lines[end].strip() and _SYSFS_TITLE.match(lines[end + 1]):
            end += 1
    return (start, end) if end > start else None


def _titles(output: Output) -> Iterator[Setting]:
    return ((i + 1, match["name"], output.lines[i + 1].strip()) for i, match in output.matches(_SYSFS_TITLE))


def _file(output: Output) -> Iterator[Setting]:
    return ((0, name["name"], output.lines[0].strip()) for name in _FILE_NAME.finditer(output.command))


def _extent_options(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _OPTIONS)
    whole_file = all(re.match(r"\s*(?:#.*|(?:options|softdep|blacklist|install|alias)\s.*)?\Z", line) for line in lines)
    return (start, end) if whole_file or re.search(r"modprobe|zfs\.conf", command) else None


def _options(output: Output) -> Iterator[Setting]:
    for index, match in output.matches(_OPTIONS):
        for word in match["rest"].partition("#")[0].split():
            name, _, value = word.partition("=")
            yield index, name, value


def _variables(output: Output) -> Iterator[Setting]:
    """One variable: ``/D`` prints decimal, ``/X`` and ``/J`` hexadecimal without a mark."""
    hexadecimal = re.search(r"/[XxJKp]\b", output.command) is not None
    for index, match in output.matches(_VARIABLE):
        text = match["value"]
        yield index, match["name"], f"0x{text}" if hexadecimal and not text.startswith("0x") else text


_OF_SYSTEM = (
    ("remark", lazy(r"\s*\*")),
    ("another setting", lazy(r"\s*(?:forceload|exclude|include|moddir|rootdev|rootfs|set)\b")),
)
HINTS = (" = 0x", "set zfs:", "zfs/parameters", "options zfs", "zfs_")


def _reader(
    starts: re.Pattern[str] | None, extent: Extent, settings: Settings, of_no_use: Rules = (),
    commands: re.Pattern[str] | None = None,
) -> Reader:  # fmt: skip
    return Reader(
        "zfs-parameters",
        starts,
        extent,
        lambda output: _reading(output, settings(output)),
        commands,
        of_no_use=of_no_use,
    )


READERS = (
    _reader(
        lazy(r"\s*(?:arc|zfs|spa|zil|zio|metaslab|dmu|vdev)_?\w* = 0x"), _extent_params, _named(_PARAMS),
        (("remark of mdb", _PARAMS_NOISE),),
    ),
    _reader(lazy(r"\s*set\s+zfs:"), _extent_system, _named(_OF_ZFS), _OF_SYSTEM),
    _reader(lazy(r"\s*(?:/sys/module/zfs/parameters/\w+|zfs_\w+):\s*-?\d"), extent_of(_SYSFS), _named(_SYSFS)),
    _reader(lazy(r"\s*==> \S*/zfs/parameters/"), _extent_titles, _titles, (("name of the file", _SYSFS_TITLE),)),
    _reader(lazy(r"\s*options\s+zfs\s+\w+="), _extent_options, _options),
    _reader(None, extent_of(_NUMBER, most=1), _file, commands=_FILE_NAME),
    _reader(
        None, extent_of(_VARIABLE, _NO_VALUE, tells=(_VARIABLE,)), _variables, (("variable without a value", _NO_VALUE),),
        lazy(r"\b(?:zfs|txg)_\w+/[DEXxJKUd]\b.*\bmdb\b"),
    ),
)  # fmt: skip
