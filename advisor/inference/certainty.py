"""What the numbers of certainty mean."""

from __future__ import annotations

CONFIRMED, LIKELY, POSSIBLE = 0.8, 0.6, 0.2
"""Least certainty of each standing."""

UNSURE = 0.5
"""Certainty of an answer given as "not sure"."""
