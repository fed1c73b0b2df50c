"""Sizes that several parts count in."""

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
PAGE, HUGE = 4096, 2 << 20
"""A page, and a huge page, of Linux on x86-64."""
