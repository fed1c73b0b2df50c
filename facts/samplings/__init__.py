"""The samples of one output as they were taken, column by column, to be drawn: vmstat, iostat, zpool iostat, sar.

The lines are walked as the readers walk them, so what is drawn is what the rows were made from; the average since boot
that such an output begins with is left out here as there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from facts.reading import Output, Span, prompt_of
from facts.samplings.metrics import Metric, Sampled

__all__ = ["KINDS", "Metric", "Sampled", "output_at", "sampled"]

_MODULES = {
    "vmstat-linux": "vmstat",
    "vmstat-solaris": "vmstat",
    "vmstat-bsd": "vmstat",
    "iostat-linux": "iostat",
    "iostat-xn": "iostat",
    "iostat-bsd": "iostat",
    "zpool-iostat": "zpool",
    "sar": "sar",
}

KINDS = frozenset(_MODULES)
"""The kinds of output that have samples."""

_MOST_LINES_TO_COMMAND = 2_000
"""A command line further above is not looked for."""


def sampled(kind: str, output: Output) -> Sampled | None:
    """The samples of an output; None where its kind has none, or nothing in it could be read.

    Args:
        kind: the reader's kind.
        output: the output as it was found; the line numbers are those of its file.
    """
    name = _MODULES.get(kind)
    if name is None:
        return None
    read: Callable[[str, Output], Sampled] = import_module(f"facts.samplings.{name}").samples
    found = read(kind, output)
    return found if found.metrics and len(found.times) else None


def output_at(lines: Sequence[str], span: Span, path: str = "") -> Output:
    """The output that stands on known lines of a file, with the command above it, without finding it anew.

    Args:
        lines: all cleaned lines of the file.
        span: the output's first and last line.
        path: the file.
    """
    first, last = span
    for above in range(first - 1, max(0, first - 1 - _MOST_LINES_TO_COMMAND), -1):
        prompt = prompt_of(lines[above - 1])
        if prompt is not None:
            return Output(lines[first - 1 : last], first, path, prompt.command, prompt.user, above)
    return Output(lines[first - 1 : last], first, path)
