"""A mounted file system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Mount:
    """A mounted file system; `used` is asked at each look, `resize` takes a new size where it can have one.

    `reserved` is the part of it that only root gets, which df counts neither as used nor as available.
    """

    device: str
    path: str
    kind: str
    options: str
    size_bytes: float
    used: Callable[[], float]
    resize: Callable[[float], None] | None = None
    reserved: float = 0.0
