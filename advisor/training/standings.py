"""Progress to read: by skill and by run, as lines and as tables for a trainer."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from advisor.training.progress import Progress, Standing
from advisor.training.scoring import PARTS
from advisor.training.skills import Skill

_MOST_RUNS = 10


def skill_lines(progress: Progress, skills: Iterable[Skill], now: datetime) -> Iterator[tuple[str, str, bool]]:
    """Each skill: its title, how it stands, and whether it was ever practised."""
    for standing in progress.standings(skills, now):
        yield standing.skill.title, _how(standing, now), standing.tried > 0


def _how(standing: Standing, now: datetime) -> str:
    if not standing.tried:
        return "not tried yet"
    times = f"tried {standing.tried} time{'s' * (standing.tried > 1)}"
    due = "" if standing.due is None else ", due now" if standing.due <= now else f", due {standing.due:%Y-%m-%d}"
    return f"{100 * standing.shown:.0f} %, {times}{due}"


def run_lines(progress: Progress) -> tuple[str, list[str]]:
    """How many runs there were, and the newest of them, the newest last."""
    runs = list(progress.runs())
    if not runs:
        return "no run yet", []
    head = f"{len(runs)} run{'s' * (len(runs) != 1)}; the newest:"
    return head, [
        f"{one['at'][:10]} {one['at'][11:16]}  {one['points']:3} points  {one['scenario']} ({one['mode']})"
        for one in runs[-_MOST_RUNS:]
    ]


def skills_table(progress: Progress, skills: Iterable[Skill], now: datetime) -> str:
    """The skills as comma-separated values."""
    return _table(progress.export(skills, now)["skills"], ("skill", "title", "tried", "shown", "recalled", "due"))


def runs_table(progress: Progress) -> str:
    """The runs as comma-separated values, the points of each part in a column of its own."""
    names = ("at", "scenario", "seed", "mode", "points", "minutes")
    rows = ({**run, "minutes": round(run["minutes"], 1), **run["parts"]} for run in progress.runs())
    return _table(rows, (*names, *PARTS))


def _table(rows: Iterable[dict[str, object]], names: tuple[str, ...]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
