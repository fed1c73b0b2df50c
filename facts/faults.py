"""Faults of this program: each costs the part in which it came up, and is reported once, with a code.

A reader that fails loses one output, a rule one conclusion, a plot itself. What failed is never taken as absent: the
templates whose rows may be missing go with the fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple, TypeVar

from facts.schema import templates

Result = TypeVar("Result")

SWITCH = "ADVISOR_FAULTS"
"""Set to `raise`, a fault is an exception: in our own tests none may pass unseen."""
ALL = "*"
"""Stands for every template."""


class Fault(NamedTuple):
    """One part that failed.

    Attributes:
        code: names the kind of fault, ``bug-3f2a1c``: the same for the same place in the program, whatever the input.
        where: the part: ``reader meminfo``, ``rule pool-full.list``.
        error: type of the exception and the function that raised it; nothing that was read.
        path: the file that it came up in, or "".
        lines: its lines, or None.
        templates: names of the templates whose rows may be missing or wrong for it; `ALL` for any.
    """

    code: str
    where: str
    error: str
    path: str = ""
    lines: tuple[int, int] | None = None
    templates: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why something is missing: the code, and what to do with it."""
        return f"internal error {self.code}; please report this code"

    def line(self) -> str:
        """The fault as one line: what failed, where, and the code to report."""
        lines = f":{self.lines[0]}-{self.lines[1]}" if self.lines else ""
        where = f"{self.path}{lines}: " if self.path else ""
        return f"{where}{self.where} failed: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        """The fault as an entry of ``faults`` in a report."""
        return {
            "code": self.code, "where": self.where, "error": self.error, "path": self.path or None,
            "lines": list(self.lines) if self.lines else None, "templates": list(self.templates),
        }  # fmt: skip

    @staticmethod
    def of_json(data: dict[str, Any]) -> Fault:
        """A fault from its entry."""
        lines = data.get("lines")
        return Fault(
            data["code"], data["where"], data["error"], data.get("path") or "",
            (lines[0], lines[1]) if lines else None, tuple(data.get("templates", ())),
        )  # fmt: skip


def are_raised() -> bool:
    """Whether a fault is to be an exception."""
    return os.environ.get(SWITCH) == "raise"


def fault_of(
    error: Exception,
    where: str,
    path: str = "",
    lines: tuple[int, int] | None = None,
    affects: Callable[[], Iterable[str]] = tuple,
) -> Fault:
    """The fault that an exception of a part comes to.

    Args:
        error: the exception.
        where: the part that raised it.
        path: the file that the part was at work on, or "".
        lines: the lines of it.
        affects: gives the templates whose rows may be missing.

    Raises:
        Exception: the error itself, where faults are to be exceptions.
    """
    if are_raised():
        raise error
    kind, place = type(error).__name__, _place(error)
    return Fault(code_of(where, kind, place), where, f"{kind}, {place}", path, lines, tuple(affects()))


def code_of(*parts: str) -> str:
    """A short code for a fault, by the part that failed, the type of the exception, and the place in the program."""
    from hashlib import sha256  # a fault is rare, and this takes milliseconds

    return f"bug-{sha256('|'.join(parts).encode()).hexdigest()[:6]}"


def _place(error: BaseException) -> str:
    """The function of ours that raised an error, with its file: no line number, so that a code survives a release."""
    at, place = error.__traceback__, ""
    while at is not None:
        code = at.tb_frame.f_code
        folder, _, name = code.co_filename.rpartition("/")
        if place == "" or "/facts" in folder or "/advisor" in folder:
            place = f"{name} {code.co_qualname}" if hasattr(code, "co_qualname") else f"{name} {code.co_name}"
        at = at.tb_next
    return place


class Faults:
    """The faults of one piece of work, each kind once for each place in the captures."""

    def __init__(self, kept: list[Fault] | None = None) -> None:
        """Begin, in a list of which somebody else knows or in a new one."""
        self.kept: list[Fault] = [] if kept is None else kept

    def add(self, fault: Fault) -> None:
        """Keep a fault, unless it is known."""
        if fault not in self.kept:
            self.kept.append(fault)

    def attempt(
        self,
        where: str,
        work: Callable[[], Result],
        otherwise: Result,
        path: str = "",
        lines: tuple[int, int] | None = None,
        affects: Callable[[], Iterable[str]] = tuple,
    ) -> Result:
        """What `work` returns; `otherwise` where it fails, and the fault is kept."""
        try:
            return work()
        except Exception as error:
            self.add(fault_of(error, where, path, lines, affects))
            return otherwise

    @contextmanager
    def part(self, where: str, path: str = "") -> Iterator[None]:
        """A part of the work whose failure is kept, and ends that part alone."""
        try:
            yield
        except Exception as error:
            self.add(fault_of(error, where, path))


def templates_in(function: object) -> tuple[str, ...]:
    """The templates that a function names, or anything of ours that it uses: whose rows it may give or change.

    Too many rather than too few; it takes a while, and is asked after a fault only.
    """
    known, words, seen = templates(), set[str](), set[int]()
    _words(function, words, seen)
    return tuple(sorted(words & known.keys())) or (ALL,)


def _words(value: object, words: set[str], seen: set[int]) -> None:
    """Add every string that a value holds, or that the code of a function and of what it uses holds."""
    if isinstance(value, str):
        words.add(value)
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, partial):
        parts: Iterable[object] = (value.func, *value.args)
    elif isinstance(value, MethodType):
        parts = (value.__func__, type(value.__self__))
    elif isinstance(value, FunctionType):
        parts = _used(value)
    elif isinstance(value, type):
        parts = vars(value).values() if str(value.__module__).startswith("facts.") else ()
    elif isinstance(value, dict):
        parts = (*value.keys(), *value.values())
    elif hasattr(value, "__wrapped__"):
        parts = (value.__wrapped__,)
    else:
        parts = value if isinstance(value, (tuple, list, set, frozenset)) else ()
    for part in parts:
        _words(part, words, seen)


def _used(function: FunctionType) -> Iterator[object]:
    """What a function of ours uses: constants, names of its module, and names of modules that it names."""
    if not str(function.__module__).startswith("facts."):
        return
    yield from (cell.cell_contents for cell in function.__closure__ or () if cell != CellType())
    inner = [function.__code__]
    while inner:
        code = inner.pop()
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                inner.append(constant)
            else:
                yield constant
        modules = [function.__globals__]
        modules += [vars(m) for m in map(function.__globals__.get, code.co_names) if isinstance(m, ModuleType)]
        yield from (names[name] for names in modules for name in code.co_names if name in names)


def any_template() -> tuple[str, ...]:
    """What a fault affects that may have cost rows of any template."""
    return (ALL,)
