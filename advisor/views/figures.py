"""Measured numbers in words: as exact as they were printed, and as short as a reader needs."""

from __future__ import annotations

from time import gmtime, strftime


def exact(value: float, unit: str = "") -> str:
    """A value as it was printed, with thousands apart.

    >>> exact(19153.9, "kB/s"), exact(12.0, "%"), exact(float("nan"))
    ('19,153.9 kB/s', '12 %', 'unknown')
    """
    if value != value:
        return "unknown"
    text = f"{value:,.0f}" if value == int(value) else f"{value:,.6f}".rstrip("0")
    return f"{text} {unit}".rstrip()


def rounded(value: float, unit: str = "") -> str:
    """A value in three figures.

    >>> rounded(135.06, "ms"), rounded(0.1234), rounded(48211.0, "kB/s"), rounded(2.5)
    ('135 ms', '0.123', '48,211 kB/s', '2.5')
    """
    if value != value:
        return "unknown"
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{text} {unit}".rstrip()


def short(value: float) -> str:
    """A value in at most six characters, for the end of an axis.

    >>> short(1234567.0), short(0.25), short(135.0), short(90000.0), short(-1500.0)
    ('1.23M', '0.25', '135', '90k', '-1.5k')
    """
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size or (letter == "k" and abs(value) >= 1000):
            scale = 1e3 if letter == "k" else size
            return f"{value / scale:.3g}{letter}"
    return f"{value:.3g}"


def moment(seconds: float, began: float | None, dated: bool, counted: bool = False) -> str:
    """When a sample was taken: by the host's clock where it is known, else from the first sample on.

    Args:
        seconds: from the first sample.
        began: the clock at the first sample, or None.
        dated: whether `began` holds the day.
        counted: whether `seconds` only counts samples, because nothing tells their interval.

    >>> moment(61.0, None, False), moment(7.0, None, False, True), moment(5.0, 86399.0, False)
    ('+0:01:01', 'sample 8', '00:00:04')
    >>> moment(0.0, 1354075416.0, True)
    '2012-11-28 04:03:36'
    """
    if began is not None:
        return strftime("%Y-%m-%d %H:%M:%S" if dated else "%H:%M:%S", gmtime(began + seconds))
    if counted:
        return f"sample {int(seconds) + 1:,}"
    whole = int(seconds)
    return f"+{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
