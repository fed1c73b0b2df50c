"""What the plots of a sampling show: its metrics in order of interest, with limits, episodes and a sentence each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.engine import Fact
from advisor.views.episodes import Episode, episodes
from advisor.views.extremes import Extremes
from advisor.views.figures import rounded
from advisor.views.limits import Limit, Place, facts_of, limits, place_of
from advisor.views.sentences import sentence
from facts.reading import Output
from facts.samplings import Metric, Sampled, sampled
from facts.subjects import split_part
from facts.text import clean

_QUANTITIES = {
    "latency": "await asvc_t svc_t ms/t avserv",
    "write latency": "w_await ms/w|total_wait write",
    "read latency": "r_await ms/r|total_wait read",
    "write rate": "wkB/s wMB/s wsec/s kB_wrtn/s MB_wrtn/s Blk_wrtn/s wr_sec/s kw/s Kw/s Mw/s|bandwidth write",
    "read rate": "rkB/s rMB/s rsec/s kB_read/s MB_read/s Blk_read/s rd_sec/s kr/s Kr/s Mr/s|bandwidth read",
    "writes": "w/s tps r+w/s|operations write",
    "reads": "r/s|operations read",
    "busy": "%util util %b %busy",
    "queue": "aqu-sz avgqu-sz actv qlen avque",
    "blocks out": "bo",
    "blocks in": "bi",
    "wait": "wa wt %iowait %wio",
    "idle": "id %idle",
    "user": "us %user %usr",
    "nice": "%nice",
    "system": "%system %sys",
    "guest": "gu",
    "steal": "st %steal",
    "run queue": "r",
    "blocked": "b",
    "swapped": "w",
    "free": "free",
    "swap in": "si",
    "swap out": "so",
    "scan": "sr",
    "page out": "po",
    "anonymous page out": "apo",
    "file page out": "fpo",
}
"""The columns that show a quantity, by the quantity."""

_BY_COLUMN = {
    name: quantity
    for quantity, listed in _QUANTITIES.items()
    for name in (*listed.split("|")[0].split(), *listed.split("|")[1:])
}
_KB_IN = {"kB/s": 1.0, "MB/s": 1024.0, "sectors/s": 0.5}
_ORDER = (
    "latency", "write latency", "read latency", "blocks out", "scan", "wait", "blocked", "write rate", "busy", "queue",
    "idle", "free", "swap out", "swap in", "page out", "anonymous page out", "run queue", "writes", "reads", "read rate",
)  # fmt: skip
_MOST_LEADING = 8
_MOST_LIMITS = 2
_FOUND = 2
_FEW = 4
"""Panels that lead where no finding says which matter."""


class Numbers(NamedTuple):
    """A metric in three numbers, NaN where nothing is known."""

    median: float
    high: float
    highest: float

    def words(self, unit: str) -> str:
        """In words, with the unit."""
        if self.median != self.median:
            return "No value is known."
        if self.median == self.highest:
            return f"Never above {rounded(self.highest, unit)}."
        return (
            f"Median {rounded(self.median, unit)}, 95th percentile {rounded(self.high, unit)}, "
            f"highest {rounded(self.highest, unit)}."
        )


@dataclass(slots=True, frozen=True)
class Panel:
    """One metric to be drawn.

    Attributes:
        name: the column. device: whose it is, "" for the host. unit: of the values.
        values: one for each sample. lines: the line of each sample, 0 where it has none.
        extremes: lowest and highest value of any stretch.
        limits: thresholds to be drawn, in the unit of the values.
        episodes: what is marked below it.
        sentence: the finding, or else the numbers.
        found: whether `sentence` tells what the rules or the readers found.
        leading: whether it is shown before all metrics are asked for.
    """

    name: str
    device: str
    unit: str
    values: array[float]
    lines: array[int]
    extremes: Extremes
    limits: tuple[Limit, ...]
    episodes: tuple[Episode, ...]
    sentence: str
    found: bool
    leading: bool


@dataclass(slots=True, frozen=True)
class Plots:
    """All metrics of one output over one time axis; see `facts.samplings.Sampled` for the axis.

    Attributes:
        title: which output it is, in a few words.
        panels: the leading ones first.
    """

    title: str
    times: array[float]
    interval_s: float | None
    began: float | None
    dated: bool
    panels: tuple[Panel, ...]


def plots_of(kind: str, output: Output, consultation: Consultation | None = None, host: str = "") -> Plots | None:
    """The plots of an output, or None where it has no samples.

    Args:
        kind: the reader's kind.
        output: the output; `facts.samplings.output_at` makes it from the lines of its file.
        consultation: what the session concludes; without it there are no limits, episodes and findings.
        host: whose output it is, "" where only one host has an output at this place.
    """
    samples = sampled(kind, output)
    if samples is None:
        return None
    rows = facts_of(consultation, output.label, host) if consultation is not None else []
    title = f"{kind}, {len(samples.times):,} samples"
    if samples.interval_s is not None:
        title += f" of {rounded(samples.interval_s, 's')}"
    if output.path:
        title = f"{clean(output.path)}:{output.first}: {title}"
    return Plots(
        title, samples.times, samples.interval_s, samples.began, samples.dated, _panels(samples, rows, consultation)
    )  # fmt: skip


def quantity(metric: Metric) -> str:
    """The quantity that a metric shows, or ""."""
    if metric.name == "sy":
        return "system" if metric.unit == "%" else ""
    return "" if metric.name == "w" and metric.device else _BY_COLUMN.get(metric.name, "")


def _panels(samples: Sampled, rows: list[Fact], consultation: Consultation | None) -> tuple[Panel, ...]:
    called = _called({metric.device for metric in samples.metrics}, rows)
    shown: dict[Place, Metric] = {}
    for metric in samples.metrics:
        if name := quantity(metric):
            shown.setdefault((name, called[metric.device]), metric)
    held = limits(consultation, rows) if consultation is not None else {}
    marked = episodes(samples, rows, shown)
    weights = _weights(rows)
    panels = []
    for metric in samples.metrics:
        place = (quantity(metric), called[metric.device])
        found = sentence(place, metric, rows, consultation) if shown.get(place) is metric else ""
        numbers = numbers_of(metric.values)
        panels.append((
            weights.get(place, 0) + _FOUND * bool(found) if shown.get(place) is metric else 0,
            place,
            _moves(metric),
            Panel(
                metric.name, clean(metric.device), metric.unit, metric.values, metric.lines, Extremes(metric.values),
                tuple(_converted(limit, metric) for limit in held.get(place, [])[:_MOST_LIMITS]),
                marked.get(place, ()), found or numbers.words(metric.unit), bool(found), False,
            ),
        ))  # fmt: skip
    return _ordered(panels)


def _called(devices: Iterable[str], rows: list[Fact]) -> dict[str, str]:
    """What the rows call each device: a slice or a partition that was printed may be known as its disk."""
    known = {str(fact.slots["device"]) for fact in rows if "device" in fact.slots}
    disks = {device: device if device in known else split_part(device)[0] for device in devices}
    return {device: disk if disk in known else device for device, disk in disks.items()}


Weighed = tuple[int, Place, bool, Panel]


def _ordered(panels: list[Weighed]) -> tuple[Panel, ...]:
    """The panels in order: what findings look at, then what moves, then the rest as printed."""
    ranked = sorted(
        ((weight, _rank(place[0]), number) for number, (weight, place, moves, _) in enumerate(panels) if moves),
        key=lambda item: (-item[0], item[1], item[2]),
    )
    wanted = [number for weight, _, number in ranked if weight > 0]
    if not wanted:
        wanted = _highest_of_each([panels[number] for weight, rank, number in ranked if rank < len(_ORDER)], panels)
        wanted = wanted[:_FEW] or [number for _, _, number in ranked][:_FEW] or list(range(min(_FEW, len(panels))))
    leading = wanted[:_MOST_LEADING]
    chosen = set(leading)
    rest = [number for number in range(len(panels)) if number not in chosen]
    return tuple(replace(panels[number][3], leading=True) for number in leading) + tuple(
        panels[number][3] for number in rest
    )


def _highest_of_each(ranked: list[Weighed], panels: list[Weighed]) -> list[int]:
    """Of each quantity the panel of the device where it is highest, in the order of the quantities."""
    highest: dict[str, Weighed] = {}
    for one in ranked:
        name, panel = one[1][0], one[3]
        count = len(panel.values)
        other = highest.get(name)
        if other is None or panel.extremes.between(0, count)[1] > other[3].extremes.between(0, count)[1]:
            highest[name] = one
    numbers = {id(one[3]): number for number, one in enumerate(panels)}
    return [numbers[id(one[3])] for one in highest.values()]


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _weights(rows: list[Fact]) -> dict[Place, int]:
    """How much each place matters by the episodes in it: most where they were found."""
    weights: dict[Place, int] = {}
    for fact in rows:
        if fact.template in ("latency-spikes", "write-plateau", "stall-train", "scan-episode"):
            places = {place for slot in fact.slots if (place := place_of(fact, slot))}
            main = place_of(fact, "period-seconds")
            for place in places:
                weights[place] = weights.get(place, 0) + (4 if place == main else 1)
    return weights


def _moves(metric: Metric) -> bool:
    first = metric.values[0]
    return metric.values.count(first) != len(metric.values)


def _converted(limit: Limit, metric: Metric) -> Limit:
    """A limit in the unit of the metric: bytes and kB become what the tool prints."""
    if metric.name in ("free", "swap") and metric.unit in ("kB", "MB", "bytes"):
        return limit._replace(value=limit.value / {"kB": 1024.0, "MB": 1048576.0, "bytes": 1.0}[metric.unit])
    if metric.unit in _KB_IN:
        return limit._replace(value=limit.value / _KB_IN[metric.unit])
    return limit


def numbers_of(values: array[float]) -> Numbers:
    """Median, 95th percentile and highest of the known values."""
    first = values[0]
    if values.count(first) == len(values):
        return Numbers(first, first, first)
    known = sorted(v for v in values if v == v)
    if not known:
        return Numbers(*(3 * (float("nan"),)))
    count = len(known)
    middle = count // 2
    half = known[middle] if count % 2 else (known[middle - 1] + known[middle]) / 2
    return Numbers(half, known[min(count - 1, -(-95 * count // 100) - 1)], known[-1])
