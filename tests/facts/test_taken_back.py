"""The moments before a log told a trouble to be over are found with one look at each event, as the pairs of them tell."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from facts import ages
from facts.captures import INFERRED, MEASURED, SUPPOSED, TOLD, Origin
from facts.cells import Cell, Observed, first
from facts.event_order import follows
from facts.moments import STATES_OF, TAKEN_BACK, Cut, taken_back
from facts.observations import Observations
from facts.sexpr import Symbol

KINDS = (*TAKEN_BACK["controller-event"], "battery-good", "cache-write-back", "patrol-read-started")
origins = st.builds(
    Origin,
    path=st.sampled_from(("a", "b")),
    lines=st.one_of(st.none(), st.integers(1, 6).map(lambda line: (line, line + 1))),
)
events = st.builds(
    lambda host, controller, kind, origin, rank, time: Observed(
        "controller-event",
        host,
        {
            slot: Cell(value, origin, rank, time)
            for slot, value in (("name", controller), ("event", Symbol(kind)), ("time", time))
            if value is not None
        },
    ),
    st.sampled_from(("h", "i")),
    st.sampled_from(("c0", "c1")),
    st.sampled_from(KINDS),
    origins,
    st.sampled_from((INFERRED, TOLD, MEASURED, SUPPOSED, SUPPOSED + 1)),
    st.one_of(st.none(), st.sampled_from((0.0, 5.0, 9.0, ages.QUIET, ages.QUIET + 6, 3 * ages.QUIET))),
)


def by_pairs(observations: Observations) -> Iterator[Cut]:
    """Every event beside every other one of its log: what is to be found."""
    logs: dict[tuple[str, str], list[tuple[str, dict[str, Cell]]]] = {}
    for item in observations.observed:
        key = item.host, str(item.cells["name"].value)
        logs.setdefault(key, []).append((str(item.cells["event"].value), item.cells))
    newest = observations.newest()
    for (host, _), told in logs.items():
        for kind, cells in told:
            for other, later in told:
                origin, time = first(later).origin, first(later).time
                old = time is not None and newest.get(host, time) - time > ages.QUIET
                ends = other in TAKEN_BACK["controller-event"].get(kind, ())
                if ends and origin.lines and follows(later, cells) and not old:
                    yield Cut(origin.path, origin.lines[0], time, STATES_OF["controller-event"])


@given(st.lists(events, max_size=12))
@settings(max_examples=400, deadline=None)
def test_one_look_at_each_finds_what_all_pairs_tell(observed: list[Observed]) -> None:
    observations = Observations(observed)
    assert set(taken_back(observations.observed, observations.newest)) == set(by_pairs(observations))
