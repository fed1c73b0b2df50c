"""What opening an input gives: the bytes of a file, or why it was not opened."""

from __future__ import annotations

from typing import NamedTuple

from facts.faults import Fault, any_template, fault_of
from facts.source import Source
from facts.text import clean


class InputError(Exception):
    """An input that cannot be read at all; `code` names the kind, `help` says what to do next."""

    def __init__(self, code: str, message: str, where: str, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.help = code, message, where, help


class Blob(NamedTuple):
    """The bytes of one file.

    Attributes:
        data: all of them; none of a file that is read while it lies where it lies, by its `source`.
        time: when it was last written, where an archive says so (seconds since 1970).
    """

    path: str
    data: bytes
    time: float | None = None
    source: Source | None = None


class Refused(NamedTuple):
    """One file or member that was not opened, and why."""

    path: str
    reason: str
    fault: Fault | None = None


def failed(path: str, error: Exception) -> Refused:
    """A file that a fault of ours kept shut."""
    fault = fault_of(error, "opening the file", path, None, any_template)
    return Refused(path, f"{fault.where} failed: {fault.reason}", fault)


def shown(path: str) -> str:
    """A path as it is told: without what a terminal would take for more than text."""
    if path.isascii() and path.isprintable():
        return path
    return clean(path.encode("utf-8", "replace").decode("utf-8"))
