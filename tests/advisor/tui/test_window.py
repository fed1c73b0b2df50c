"""The stretch of time that plots share: no sample falls between two columns, gaps stay gaps, the cursor stays in it."""

import random

import pytest

from advisor.tui.window import Window


@pytest.mark.parametrize("seed", range(10))
def test_no_sample_is_lost_between_columns(seed: int) -> None:
    chance = random.Random(seed)
    times = [0.0]
    for _ in range(chance.randrange(5000)):
        times.append(times[-1] + chance.choice([1.0, 1.0, 1.0, 2.0, 30.0]))
    window = Window(times, 1.0)
    for _ in range(6):
        columns = chance.randrange(1, 400)
        ranges = window.ranges(columns)
        assert len(ranges) == columns
        seen = {at for first, last in ranges for at in range(first, last)}
        wanted = {at for at, time in enumerate(times) if window.begin <= time < window.end}
        assert wanted <= seen
        for at in chance.sample(sorted(wanted), min(20, len(wanted))):
            column = window.column_of(at, columns)
            assert column is not None
            first, last = window.span_of(column, columns)
            assert first <= at < last
        window.cursor = chance.randrange(len(times))
        window.move_to(window.cursor)
        window.zoom(chance.choice([0.5, 0.5, 2.0]))


def test_a_sample_lasts_until_the_next_and_a_hole_in_the_log_is_a_gap() -> None:
    window = Window([0.0, 10.0, 100.0], 10.0)
    assert window.ranges(11) == [(0, 1), (1, 2), (1, 2), *7 * [(0, 0)], (2, 3)]


def test_zoom_keeps_the_cursor_where_it_is_on_the_screen() -> None:
    window = Window([float(at) for at in range(1000)], 1.0)
    window.move_to(250)
    window.zoom(0.5)
    assert (window.begin, window.end) == (125.0, 625.0)
    assert window.column_of(250, 100) == 25
    window.zoom(2.0)
    assert (window.begin, window.end) == (0.0, 1000.0)


def test_zoom_ends_at_a_few_samples_and_at_everything() -> None:
    window = Window([float(at) for at in range(1000)], 1.0)
    for _ in range(40):
        window.zoom(0.5)
    assert window.end - window.begin == 4.0
    for _ in range(40):
        window.zoom(2.0)
    assert (window.begin, window.end) == (0.0, 1000.0)


def test_the_window_follows_the_cursor_to_both_ends() -> None:
    window = Window([float(at) for at in range(1000)], 1.0)
    window.zoom(0.1)
    window.move_to(10_000)
    assert (window.cursor, window.begin, window.end) == (999, 900.0, 1000.0)
    window.move_to(-5)
    assert (window.cursor, window.begin, window.end) == (0, 0.0, 100.0)


def test_one_sample_fills_the_window() -> None:
    window = Window([0.0], 1.0)
    window.zoom(0.5)
    window.pan(0.25)
    window.move_to(3)
    assert window.ranges(4) == 4 * [(0, 1)]
    assert window.column_of(0, 4) == 0
