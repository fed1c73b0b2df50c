"""The alert log of an Oracle instance, in the forms of 11.2.0.2, 11.2.0.3 to 11.2.0.4, 12.1, and 12.2 to 19c.

What a start says of large pages changed with each of them; timestamps are ISO 8601 from 12.2 on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from advisor.training.host import Host
from advisor.training.parts.oracle_limits import UNLIMITED

_BANNERS = {
    "11.2": "Oracle Database 11g Enterprise Edition Release {version} - 64bit Production",
    "12.1": "Oracle Database 12c Enterprise Edition Release {version} - 64bit Production",
    "19.0": "Oracle Database 19c Enterprise Edition Release {version} - Production\nVersion 19.22.0.0.0.",
}


class Asked(NamedTuple):
    """One segment that a start asked huge pages for.

    Attributes:
        pages: how many.
        node: on which node; None for any.
        got: how many it got.
        free: how many were free in the pool when it asked.
    """

    pages: int
    node: int | None
    got: int
    free: int


@dataclass
class Begun:
    """What a start asked for and got.

    Attributes:
        pool: pages in the pool before it.
        free: pages in it that nobody held.
        asked: segment by segment.
        limit: what it might lock, bytes.
        only: whether it may start in huge pages only.
        denied: whether the limit kept it from pages.
    """

    pool: int
    free: int
    limit: float
    only: bool
    denied: bool = False
    asked: list[Asked] = field(default_factory=list)

    @property
    def wanted(self) -> int:
        """Pages of all segments."""
        return sum(one.pages for one in self.asked)

    @property
    def got(self) -> int:
        """Pages that it got."""
        return sum(one.got for one in self.asked)


@dataclass
class AlertLog:
    """The log of one instance.

    Attributes:
        version: of the software, such as ``11.2.0.4.0``.
        path: where it lies.
    """

    host: Host
    version: str
    path: str
    _second: str = ""
    _micro: int = 0

    @property
    def form(self) -> str:
        """The first version that wrote starts so."""
        if self.version.startswith("11.2.0.2"):
            return "segments"
        return "summary" if self.version.startswith("11.") else "table"

    def say(self, *messages: str) -> None:
        """Write messages, with the time before them."""
        text = "".join(f"{self._stamp()}{message}\n" for message in messages)
        self.host.files.write(self.path, text, more=True)

    def _stamp(self) -> str:
        """The line with the time; up to 11.2 only where it is another second."""
        now = self.host.world.now
        second = f"{now:%a %b %d %H:%M:%S %Y}"
        again, self._second = second == self._second, second
        if self.version.startswith("11."):
            return "" if again else f"{second}\n"
        if self.version.startswith("12.1"):
            return f"{second}\n"
        self._micro = (self._micro if again else 0) + self.host.world.chance.randint(90, 9000)
        return f"{now:%Y-%m-%dT%H:%M:%S}.{self._micro:06d}+01:00\n"

    def begins(self, pid: int) -> None:
        """The first line of a start."""
        self.say("Starting ORACLE instance (normal)" + (f" (OS id: {pid})" if self.form == "table" else ""))

    def large_pages(self, begun: Begun) -> None:
        """What a start says of large pages."""
        match self.form:
            case "segments":
                self.say("\n".join(_segments(begun)))
            case "summary":
                self.say("\n".join(_summary(begun)))
            case _:
                self.say(*_table(begun))

    def parameters(self, given: Mapping[str, str], spfile: str) -> None:
        """The banner, and the parameters that are not at their default."""
        banner = _BANNERS[self.version[:4]].format(version=self.version)
        rows = "\n".join(f"  {name:<24} = {_quoted(name, value)}" for name, value in given.items())
        head = "" if self.version.startswith("19.") else "Starting up:\n"
        self.say(
            f"{head}{banner}\nUsing parameter settings in server-side spfile {spfile}\n"
            f"System parameters with non-default values:\n{rows}"
        )

    def opens(self, pid: int) -> None:
        """The database is mounted and opened."""
        self.say(f"PMON started with pid=2, OS id={pid} ")
        self.host.world.wait(4)
        self.say("ALTER DATABASE   MOUNT", "Completed: ALTER DATABASE   MOUNT", "ALTER DATABASE OPEN")
        self.host.world.wait(5)
        self.say("Completed: ALTER DATABASE OPEN")


def _quoted(name: str, value: str) -> str:
    return f'"{value}"' if name in ("db_name", "use_large_pages", "control_files", "compatible") else value


def size(count: int) -> str:
    """A number of pages of 2 MB as a size."""
    megabytes = 2 * count
    return f"{megabytes // 1024} GB" if megabytes and megabytes % 1024 == 0 else f"{megabytes} MB" if count else "0 KB"


def _segments(begun: Begun) -> Iterable[str]:
    """11.2.0.2 counts segment by segment; where one fails on a node, it is tried again in smaller pieces."""
    yield "****************** Huge Pages Information *****************"
    yield f"Huge Pages memory pool detected (total: {begun.pool} free: {begun.free})"
    for one in begun.asked:
        where = (
            "DFLT Huge Pages allocation successful"
            if one.node is None
            else f"NUMA Huge Pages allocation on node ({one.node})"
        )
        if one.got >= one.pages:
            yield f"{where} (allocated: {one.got})"
            continue
        yield f"Huge Pages allocation failed (free: {one.free} required: {one.pages})"
        if not begun.only:
            yield "Allocation will continue with default/smaller page size"
            break
        yield 'Startup will fail as use_large_pages is set to "ONLY"'
        yield "******************************************************"
        if one.node is not None:
            for piece in _pieces(one.got):
                yield f"NUMA Huge Pages allocation on node ({one.node}) (allocated: {piece})"
        return
    yield "**********************************************************"


def _pieces(left: int) -> list[int]:
    """What is left of a node, in the pieces in which it is tried."""
    first = left // 64 * 64
    return [piece for piece in (first, left - first) if piece > 0]


def _summary(begun: Begun) -> Iterable[str]:
    """11.2.0.3 and 11.2.0.4 print totals, and a recommendation."""
    limit = "UNLIMITED" if begun.limit == UNLIMITED else f"{int(begun.limit / 1024)} KB"
    failed = begun.only and begun.got < begun.wanted
    unused = begun.free - (0 if failed else begun.got)
    yield "****************** Large Pages Information *****************"
    yield f"Per process system memlock (soft) limit = {limit}"
    if begun.only:
        yield "Parameter use_large_pages = ONLY"
    yield ""
    if not failed:
        yield f"Total Shared Global Region in Large Pages = {size(begun.got)} ({100 * begun.got // begun.wanted}%)"
        yield ""
        yield f"Large Pages used by this instance: {begun.got} ({size(begun.got)})"
    yield f"Large Pages unused system wide = {unused} ({size(unused)})"
    yield f"Large Pages configured system wide = {begun.pool} ({size(begun.pool)})"
    yield "Large Page size = 2048 KB"
    if begun.got < begun.wanted:
        yield ""
        yield from _aborting(begun) if failed else _recommending(begun)
    yield "********************************************************************"


def _aborting(begun: Begun) -> Iterable[str]:
    yield "ERROR:"
    yield f"  Failed to allocate shared global region with large pages, unix errno = {1 if begun.denied else 12}."
    yield "  Aborting Instance startup."
    yield "  ORA-27137: unable to allocate Large Pages to create a shared memory segment"
    yield ""
    yield "ACTION:"
    yield f"  Total Shared Global Region size is {size(begun.wanted)}. Increase the number of"
    yield f"  unused large pages to atleast {begun.wanted} ({size(begun.wanted)}) to allocate 100% Shared Global"
    yield "  Region with Large Pages."


def _recommending(begun: Begun) -> Iterable[str]:
    missing = begun.wanted - begun.free
    yield "RECOMMENDATION:"
    yield f"  Total System Global Area size is {size(begun.wanted)}. For optimal performance,"
    yield "  prior to the next instance restart:"
    if missing > 0:
        yield "  1. Increase the number of unused large pages by"
        yield f" at least {missing} (page size 2048 KB, total size {size(missing)}) system wide to"
        yield "  get 100% of the System Global Area allocated with large pages"
    if begun.denied:
        yield f"  {1 + (missing > 0)}. Increase per process memlock (soft) limit to at least {size(begun.wanted)}"
        yield " to lock 100% of System Global Area's Large Pages into physical memory"


def _table(begun: Begun) -> Sequence[str]:
    """12.1 and later print a line for each size of page, and the limit."""
    limit = "UNLIMITED" if begun.limit == UNLIMITED else _short(begun.limit)
    stars = "*" * 70
    small = 5 + (begun.wanted - begun.got) * 512
    rows = [
        stars, "Dump of system resources acquired for SHARED GLOBAL AREA (SGA) \n",
        f" Per process system memlock (soft) limit = {limit}",
        f" Expected per process system memlock (soft) limit to lock\n instance MAX SHARED GLOBAL AREA (SGA) into memory: {2 * begun.wanted}M",
        " Available system pagesizes:\n  4K, 2048K ", " Supported system pagesize(s):",
        "  PAGESIZE  AVAILABLE_PAGES  EXPECTED_PAGES  ALLOCATED_PAGES  ERROR(s)",
        f"        4K       Configured {5:>15} {small:>16}        NONE",
        f"     2048K {begun.free:>16} {begun.wanted:>15} {begun.got:>16}        NONE",
    ]  # fmt: skip
    if begun.got < begun.wanted:
        rows.append("RECOMMENDATION:")
        if begun.free < begun.wanted:
            rows.append(
                " 1. For optimal performance, configure system with expected number\n"
                " of pages for every supported system pagesize prior to the next\n instance restart operation."
            )
        if begun.denied:
            rows.append(
                f" {1 + (begun.free < begun.wanted)}. Increase per process memlock (soft) limit to at least {2 * begun.wanted}MB\n"
                " to lock 100% of SHARED GLOBAL AREA (SGA) pages into physical memory"
            )
    return [*rows, stars]


def _short(limit: float) -> str:
    """A limit as 12.1 and later print it."""
    kilobytes = math.floor(limit / 1024)
    return f"{kilobytes}K" if kilobytes < 1024 else f"{kilobytes // 1024}M"
