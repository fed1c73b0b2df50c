"""Which samplings decide a diagnosis, and which of their metrics are drawn for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor.session.originals import Original, Originals
from advisor.session.session import Session
from advisor.views.captures import CaptureFile, Output, captures
from advisor.views.evidence import has_samples, samples_of
from advisor.views.limits import quantity_of
from advisor.views.plots import Panel, Plots, quantity
from facts.samplings import Metric
from facts.subjects import split_part
from facts.text import clean

Json = dict[str, Any]

_MOST = 2
_LEAST = 0.4
"""What weighs less decides nothing."""
_MOST_LINES = 50_000
"""A longer capture is drawn where somebody asks for it."""


class Sampling(NamedTuple):
    """An output with samples: its file, what is known of it, and its metrics."""

    path: str
    output: Output
    plots: Plots


class Chosen(NamedTuple):
    """One metric that a diagnosis rests on, and the lines of its file that the diagnosis cites."""

    sampling: Sampling
    panel: Panel
    cited: set[int]


class _Use(NamedTuple):
    """A value that an argument rests on: where it stands, what it is a value of, and how much it weighs."""

    path: str
    line: int
    quantities: tuple[str, ...]
    names: tuple[str, ...]
    weight: float


def chosen(item: Json, samplings: list[Sampling]) -> list[Chosen]:
    """The metrics that tell most of a diagnosis in its JSON form, at most two, the most telling first."""
    uses = list(_uses(item))
    cited: dict[str, set[int]] = {}
    for use in uses:
        cited.setdefault(use.path, set()).add(use.line)
    ranked: list[tuple[float, int, Chosen]] = []
    for sampling in samplings:
        for panel in sampling.plots.panels:
            low, high = panel.extremes.between(0, len(panel.values))
            weight = max((use.weight for use in uses if _is_of(use, sampling, panel)), default=0.0)
            if weight >= _LEAST and low < high:
                telling = weight + 0.05 * any(limit.met for limit in panel.limits) + 0.1 * bool(panel.episodes)
                ranked.append((-telling, len(ranked), Chosen(sampling, panel, cited.get(sampling.path, set()))))
    found: list[Chosen] = []
    for _, _, one in sorted(ranked):
        if all(quantity(_metric(one.panel)) != quantity(_metric(other.panel)) for other in found):
            found.append(one)
    return found[:_MOST]


def decisive(item: Json, session: Session) -> tuple[Plots, Panel] | None:
    """The metric that tells most of a diagnosis in its JSON form, with the output that it is of; None where none is drawn."""
    cited = {use.path for use in _uses(item)}
    originals, samplings = Originals(session), list[Sampling]()
    for capture in captures(session):
        drawn = [output for output in capture.outputs if has_samples(output)]
        if capture.path in cited and drawn and max(output.lines[1] for output in drawn) <= _MOST_LINES:
            samplings += samplings_of(session, capture, originals.find(capture.path))
    found = chosen(item, samplings)
    return (found[0].sampling.plots, found[0].panel) if found else None


def samplings_of(session: Session, capture: CaptureFile, original: Original) -> list[Sampling]:
    """The outputs of a capture that have samples."""
    found = []
    for output in capture.outputs:
        plots = samples_of(session, capture.path, output, original) if has_samples(output) else None
        if plots is not None:
            found.append(Sampling(capture.path, output, plots))
    return found


def _uses(item: Json) -> Iterator[_Use]:
    for evidence in item["evidence"]:
        for fact in evidence["facts"] if evidence["counted"] and evidence["cf"] > 0 else ():
            template, _, rest = fact["address"].partition("[")
            keys, _, slot = rest.rpartition("].")
            kinds = ("cpu-dropout", "write-pause") if template == "stall-train" else ("",)
            quantities = tuple(q for kind in kinds if kind in keys and (q := quantity_of(template, slot, kind)))
            if "path" in fact["origin"] and quantities:
                weight = abs(evidence["cf"]) * (1.0 if fact["demand"] else 0.7)
                yield _Use(
                    clean(fact["origin"]["path"]), fact["origin"]["lines"][0], quantities, tuple(keys.split(",")), weight
                )  # fmt: skip


def _is_of(use: _Use, sampling: Sampling, panel: Panel) -> bool:
    first, last = sampling.output.lines
    return (
        use.path == sampling.path
        and first <= use.line <= last
        and quantity(_metric(panel)) in use.quantities
        and (not panel.device or panel.device in use.names or split_part(panel.device)[0] in use.names)
    )


def _metric(panel: Panel) -> Metric:
    """A panel as the metric that it shows."""
    return Metric(panel.name, panel.device, panel.unit, panel.values, panel.lines)
