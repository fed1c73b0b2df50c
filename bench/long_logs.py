"""Writes the long logs that reading is measured with: a day of ``iostat -xn 1`` of Solaris, and the same made irregular.

Nothing of it is kept: the same seed writes the same bytes again.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

DEVICES = tuple(f"c{1 + n // 4}t{n % 4}d0" for n in range(8))
DAY = 86_400
_TITLE = "                    extended device statistics              \n"
_HEADER = "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n"
_BEGAN = 1_354_060_800
_WAYS = 4


def _line(dice: random.Random, name: str, slow: bool) -> str:
    reads, writes = dice.random() * 90, dice.random() * 180
    service = 20 + 60 * dice.random() if slow else 0.2 + 6 * dice.random()
    busy = 99 if slow else int(writes / 3)
    return (
        f"{reads:7.1f}{writes:7.1f}{reads * 8:7.1f}{writes * 30:7.1f}{0.0:5.1f}{service / 5:5.1f}{0.0:7.1f}{service:7.1f}"
        f"{0:4d}{busy:4d} {name}\n"
    )


def _irregular(dice: random.Random, sample: str) -> str:
    """A sample as real logs have them now and then: a wide number, a device that is gone, one cut off, a remark."""
    lines = sample.splitlines(keepends=True)
    way, at = dice.randrange(_WAYS), dice.randrange(2, len(lines))
    if way == 0:
        fields = lines[at].split()
        lines[at] = " ".join([*fields[:3], f"{dice.random() * 1e6 + 1e5:.1f}", *fields[4:]]) + "\n"
    elif way == 1:
        del lines[at]
    elif way == 2:
        lines[at] = lines[at][: dice.randrange(20, 40)] + "\n"
    else:
        lines.insert(at, "\n")
    return "".join(lines)


def samples(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """So many samples of eight devices: every 300 s each is slow for 4 s.

    Args:
        count: samples, one a second.
        stamped: with ``-T d``.
        irregular: share of samples that are not as the others.
        seed: the same seed gives the same text.
    """
    dice = random.Random(seed)
    for number in range(count):
        body = "".join(_line(dice, name, number % 300 < 4 and number >= 300) for name in DEVICES)
        sample = _TITLE + _HEADER + body
        if irregular and dice.random() < irregular:
            sample = _irregular(dice, sample)
        yield time.strftime("%a %b %e %H:%M:%S UTC %Y\n", time.gmtime(_BEGAN + number)) + sample if stamped else sample


_LINUX = (
    "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz"
    "  aqu-sz  %util\n"
)
_CPU = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
_BANNER = "Linux 5.10.0-8-amd64 (db1) \t11/28/2012 \t_x86_64_\t(8 CPU)\n\n"


def _linux_line(dice: random.Random, name: str, slow: bool) -> str:
    reads, writes = dice.random() * 90, dice.random() * 180
    service = 20 + 60 * dice.random() if slow else 0.2 + 6 * dice.random()
    return (
        f"{name:<12s}{reads:9.2f}{reads * 8:10.2f}{0.0:9.2f}{0.0:7.2f}{service / 2:8.2f}{8.0:9.2f}{writes:8.2f}{writes * 30:10.2f}"
        f"{1.5:9.2f}{2.5:7.2f}{service:8.2f}{30.0:9.2f}{service / 5:8.2f}{99.0 if slow else writes / 3:7.2f}\n"
    )


def linux_samples(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """So many samples of ``iostat -x 1`` of Linux with eight disks, as `samples`; with ``-t`` where stamped."""
    dice = random.Random(seed)
    yield _BANNER.expandtabs(1)
    for number in range(count):
        slow = number % 300 < 4 and number >= 300
        busy = 2 + dice.random() * 60
        cpu = f"{busy:16.2f}{0.0:8.2f}{busy / 8:8.2f}{30.0 if slow else 0.5:8.2f}{0.0:8.2f}{max(0.0, 69 - busy * 1.125):8.2f}\n"
        body = "".join(_linux_line(dice, f"sd{chr(97 + n)}", slow) for n in range(8))
        sample = _CPU + cpu + "\n" + _LINUX + body + "\n"
        if irregular and dice.random() < irregular:
            sample = _irregular(dice, sample)
        yield time.strftime("%m/%d/%Y %I:%M:%S %p\n", time.gmtime(_BEGAN + number)) + sample if stamped else sample


_VMSTAT = """procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
"""


def vmstat_samples(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """So many lines of ``vmstat 1`` of Linux: every 300 s writing stops for 4 s; with ``-t`` where stamped."""
    dice = random.Random(seed)
    for number in range(count):
        if number % 20 == 0:
            first, second = _VMSTAT.splitlines()
            yield f"{first} -----timestamp-----\n{second}                 UTC\n" if stamped else _VMSTAT
        slow = number % 300 < 4 and number >= 300
        swap = int(dice.random() * 900) if number % 700 < 9 else 0
        free, user = 80_000 + int(dice.random() * 90_000), int(dice.random() * 50)
        into, out = (0, 0) if slow else (int(dice.random() * 90), 3_000 + int(dice.random() * 30_000))
        line = (
            f"{int(dice.random() * 9):2d} {9 if slow else 0:2d} {90_000 + swap:6d} {free:6d} {20_112:6d} {6_812_044:6d}"
            f" {swap:4d} {2 * swap:4d} {into:5d} {out:5d} {900:4d} {1_800:4d}"
            f" {user:2d} {3:2d} {55 - user if slow else 97 - user:2d} {42 if slow else 0:2d} {0:2d}\n"
        )
        if stamped:
            line = line[:-1] + time.strftime(" %Y-%m-%d %H:%M:%S\n", time.gmtime(_BEGAN + number))
        if irregular and dice.random() < irregular:
            line = line[: dice.randrange(30, 60)] + "\n"
        yield line


_SAR = {
    "CPU": "     %user     %nice   %system   %iowait    %steal     %idle",
    "": "  pswpin/s pswpout/s",
    "pages": "  pgpgin/s pgpgout/s   fault/s  majflt/s  pgfree/s pgscank/s pgscand/s pgsteal/s    %vmeff",
    "memory": " kbmemfree   kbavail kbmemused  %memused kbbuffers  kbcached  kbcommit   %commit  kbactive   kbinact   kbdirty",
    "DEV": "       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util",
}
_BEFORE_MIDNIGHT = 1354060800 - 40


def _sar_values(dice: random.Random, table: str, number: int) -> list[str]:
    """What stands behind the time in the lines of a table."""
    slow = number % 300 < 4 and number >= 300
    if table == "CPU":
        busy = 2 + dice.random() * 60
        values: tuple[float, ...] = (busy, 0.0, busy / 8, 30.0 if slow else 0.5, 0.0, max(0.0, 69 - busy * 1.125))
        return ["     all" + "".join(f"{v:10.2f}" for v in values)]
    if table == "DEV":
        lines = []
        for name in range(8):
            writes = dice.random() * 180
            service = 20 + 60 * dice.random() if slow else 0.2 + 6 * dice.random()
            values = (writes, writes * 8, writes * 30, 0.0, 38.0, service / 5, service, 99.0 if slow else writes / 3)
            lines.append(f"{f'sd{chr(97 + name)}':>10s}" + "".join(f"{v:10.2f}" for v in values))
        return lines
    if table == "":
        swap = dice.random() * 90 if number % 700 < 9 else 0.0
        return [f"{swap:10.2f}{2 * swap:10.2f}"]
    if table == "pages":
        values = (
            dice.random() * 900,
            dice.random() * 9000,
            900.0,
            3.0 * slow,
            1800.0,
            40.0 * slow,
            8.0 * slow,
            40.0 * slow,
            90.0 * slow,
        )
        return ["".join(f"{v:10.2f}" for v in values)]
    used = 6_000_000 + int(dice.random() * 900_000)
    first = f"{8_000_000 - used:10d}{8_400_000 - used:10d}{used:10d}{used / 80_000:10.2f}{20_112:10d}{900_000:10d}"
    return [f"{first}{used + 1000:10d}{used / 90_000:10.2f}{300_000:10d}{400_000:10d}{int(dice.random() * 900):10d}"]


def _sar_clock(number: int, step: int, half: bool) -> str:
    return time.strftime("%I:%M:%S %p" if half else "%H:%M:%S", time.gmtime(_BEFORE_MIDNIGHT + number * step))


def _sar_table(table: str, clock: str) -> str:
    key = f"{table:>8s}" if table == "CPU" else f"{table:>10s}" if table == "DEV" else ""
    return f"\n{clock}{key}{_SAR[table]}\n"


def _sar_lines(dice: random.Random, table: str, number: int, clock: str, irregular: float) -> str:
    lines = "".join(f"{clock}{values}\n" for values in _sar_values(dice, table, number))
    return _irregular(dice, lines) if table == "DEV" and irregular and dice.random() < irregular else lines


def sar_samples(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """So many samples of ``sar -u -W -B -r -d 1`` of Linux; with a clock of 12 hours where stamped."""
    dice = random.Random(seed)
    yield _BANNER
    for number in range(count):
        clock, before = _sar_clock(number, 1, stamped), _sar_clock(number - 1, 1, stamped)
        for table in _SAR:
            yield _sar_table(table, before) + _sar_lines(dice, table, number, clock, irregular)
    yield f"\nAverage:     CPU{_SAR['CPU']}\nAverage:     all{_sar_values(dice, 'CPU', 0)[0][8:]}\n"


def sar_reports(count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1) -> Iterator[str]:
    """The same as ``sar -f`` prints it, table by table, day by day in steps of 10 minutes."""
    dice = random.Random(seed)
    for day in range(-(-count // 144)):
        yield ("\n" if day else "") + _BANNER.replace("11/28", f"{1 + day // 28 % 12:02d}/{1 + day % 28:02d}")
        for table in _SAR:
            yield _sar_table(table, _sar_clock(0, 0, stamped))
            for number in range(day * 144, min(count, day * 144 + 144)):
                yield _sar_lines(dice, table, number, _sar_clock(number % 144, 600, stamped), irregular)
            yield f"Average:  {_sar_values(dice, table, 0)[0]}\n"


def solaris_sar_samples(
    count: int = DAY, stamped: bool = False, irregular: float = 0.0, seed: int = 1
) -> Iterator[str]:
    """So many samples of ``sar -d 1`` of Solaris with eight disks."""
    dice = random.Random(seed)
    yield "\nSunOS db1 5.10 Generic_142900-13 sun4u    11/28/2012\n"
    yield f"\n{_sar_clock(-1, 1, False)}   device        %busy   avque   r+w/s  blks/s  avwait  avserv\n\n"
    for number in range(count):
        slow = number % 300 < 4 and number >= 300
        sample = ""
        for name in range(8):
            writes = int(dice.random() * 180)
            service = 20 + 60 * dice.random() if slow else 0.2 + 6 * dice.random()
            front = _sar_clock(number, 1, False) if not name else " " * 8
            sample += (
                f"{front}   sd{name:<14d}{99 if slow else writes // 3:6d}{service / 5:8.1f}{writes:8d}{writes * 16:8d}"
                f"{service / 9:8.1f}{service:8.1f}\n"
            )
        sample += "\n"
        yield _irregular(dice, sample) if irregular and dice.random() < irregular else sample


WRITERS = {"solaris": samples, "linux": linux_samples, "vmstat": vmstat_samples, "sar": sar_samples,
    "sar -f": sar_reports, "sar of solaris": solaris_sar_samples,
}  # fmt: skip


def write(path: Path, count: int = DAY, stamped: bool = False, irregular: float = 0.0, of: str = "solaris") -> None:
    """Write such a log."""
    with path.open("w", encoding="ascii") as stream:
        stream.writelines(WRITERS[of](count, stamped, irregular))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--of", choices=WRITERS, default="solaris")
    parser.add_argument("--samples", type=int, default=DAY)
    parser.add_argument("--stamped", action="store_true")
    parser.add_argument("--irregular", type=float, default=0.0)
    options = parser.parse_args()
    write(options.path, options.samples, options.stamped, options.irregular, options.of)
