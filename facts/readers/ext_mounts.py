"""What kernel messages say of mounted ext file systems: the driver and the data mode.

Not a reader itself; `facts.readers.kernel_log` feeds it.

>>> mounts = ExtMounts()
>>> for at, text in enumerate(["EXT3 FS on sda3, internal journal", "EXT3-fs: mounted filesystem with ordered data mode.",
...                            "EXT4-fs (sdb1): mounting ext3 file system using the ext4 subsystem"]):
...     mounts.feed(at, text)
>>> for row in mounts.rows(Output(["x"] * 3), range(3), [None] * 3):
...     print(row.template, dict(row.values))
ext-mount {'device': 'sda3', 'driver': 'ext3', 'data-mode': 'ordered'}
ext3-driver {'driver': 'ext4'}
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.log_shapes import Tells
from facts.reading import Output, Row
from facts.schema import Value

_MOUNTED = lazy(
    r"\s*EXT(?P<number>[34])-fs(?: \((?:device )?(?P<device>[\w!/-]{1,40})\))?: mounted filesystem .{0,80}?"
    r"with (?P<mode>ordered|writeback|journal(?:led)?) data mode"
)
_BEFORE = lazy(r"\s*EXT3 FS (?:\S+, .{0,40} )?on (?P<device>[\w!/-]{1,40}), (?:internal|external) journal")
_BY_EXT4 = lazy(r"\s*EXT4-fs \((?:device )?[\w!/-]{1,40}\): mounting ext[23] file system using the ext4 subsystem")
TELLS = (Tells(starts=(_MOUNTED, _BEFORE, _BY_EXT4), needles=lazy("EXT")),)


class ExtMounts:
    """Fed with every kernel message in order; `rows` gives what came of it."""

    def __init__(self) -> None:
        """Start with nothing mounted."""
        self._mounts: dict[str, tuple[int, dict[str, Value | bool]]] = {}
        self._by_ext4: int | None = None
        self._device = ""

    def feed(self, at: int, message: str) -> None:
        """Take one message; `at` is its position in the log."""
        if "EXT" not in message[:40]:
            return
        if match := _MOUNTED.match(message):
            device = match["device"] or (self._device if match["number"] == "3" else "")
            mode = "journal" if match["mode"].startswith("journal") else match["mode"]
            self._mounts[device] = (at, {"device": device, "driver": f"ext{match['number']}", "data-mode": mode})
            self._device = ""
        elif match := _BEFORE.match(message):
            self._device = match["device"]
        elif _BY_EXT4.match(message):
            self._by_ext4 = at

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """The rows; `where` and `times` tell the line in the output and the time of each position."""
        rows = [
            Row("ext-mount", values, output.span(where[at]), time=times[at]) for at, values in self._mounts.values()
        ]
        if self._by_ext4 is not None:
            at = self._by_ext4
            rows.append(Row("ext3-driver", {"driver": "ext4"}, output.span(where[at]), time=times[at]))
        return rows
