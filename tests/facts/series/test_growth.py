"""Counters that were read more than once."""

from facts.schema import templates
from facts.series.growth import COUNTERS, Growth, growth


def test_a_counter_that_grew_and_one_that_did_not() -> None:
    readings = [
        (30.0, "/dev/sda", "pending", 12),
        (10.0, "/dev/sda", "pending", 0),
        (20.0, "/dev/sda", "pending", 40),
        (10.0, "/dev/sda", "crc-errors", 7),
        (30.0, "/dev/sda", "crc-errors", 7),
    ]
    assert growth(readings) == [
        Growth("/dev/sda", "crc-errors", 7, 7),
        Growth("/dev/sda", "pending", 0, 12),
    ]


def test_one_reading_is_no_growth() -> None:
    assert growth([(1, "/dev/sda", "pending", 5), (1, "/dev/sdb", "pending", 9)]) == []


def test_the_same_capture_twice_is_one_reading() -> None:
    assert growth([(1, "/dev/sda", "pending", 5), (1, "/dev/sda", "pending", 5)]) == []


def test_counters_are_those_of_the_templates() -> None:
    assert set(COUNTERS) <= set(templates()["smart"].slots)
    assert set(COUNTERS.values()) <= templates()["smart-growth"].slots["counter"].allowed
