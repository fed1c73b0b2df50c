"""What a dd command line asks for."""

from __future__ import annotations

from typing import NamedTuple

from facts.patterns import lazy
from facts.schema import Value
from facts.shell import simple_commands

_FACTOR = lazy(r"(\d{1,18})([a-zA-Z]{0,3})")
_DD_UNITS = {
    "": 1, "c": 1, "w": 2, "b": 512, "kB": 1000, "KB": 1000, "k": 1024, "K": 1024, "KiB": 1024,
    "MB": 1000**2, "m": 1024**2, "M": 1024**2, "MiB": 1024**2, "GB": 1000**3, "g": 1024**3, "G": 1024**3,
    "GiB": 1024**3, "TB": 1000**4, "T": 1024**4,
}  # fmt: skip


_LUN = lazy(
    r"/dev/(?:mapper/(?:mpath\w*|3[0-9a-f]{16,32})|emcpower\w+|r?dsk/emcpower\w+|vpath\w+|r?dsk/c\d+t[0-9A-F]{16,}d\d+\w*)\Z"
)
"""Names of volumes of an array that is reached over several paths."""


class DdOrder(NamedTuple):
    """What a dd command line asks for; None where it does not say or can't be known."""

    target: str
    writes: bool
    request_bytes: float | None
    total_bytes: float | None
    direct: bool
    flushed: bool

    def values(self) -> dict[str, Value | bool]:
        """Slots of `bulk-write`, without its number."""
        values: dict[str, Value | bool] = {
            "target": self.target,
            "program": "dd",
            "direct": self.direct,
            "flushed": self.flushed,
            "direction": "write" if self.writes else "read",
        }
        if _LUN.match(self.target):
            values["lun"] = True
        if self.request_bytes is not None:
            values["request-bytes"] = self.request_bytes
        if self.total_bytes is not None:
            values["total-bytes"] = self.total_bytes
        return values


def dd_size(text: str) -> float | None:
    """A size as dd takes it: ``1024k``, ``2x512``, ``1MB`` (a million), ``8b`` (blocks of 512).

    >>> dd_size("1024k"), dd_size("2x512"), dd_size("1MB"), dd_size("$BS")
    (1048576.0, 1024.0, 1000000.0, None)
    """
    product = 1.0
    for factor in text.split("x"):
        match = _FACTOR.fullmatch(factor)
        if match is None or match[2] not in _DD_UNITS:
            return None
        product *= int(match[1]) * _DD_UNITS[match[2]]
    return product


def dd_order(command: str) -> DdOrder | None:
    """The dd command on a line, or None where there is none.

    >>> dd_order("dd if=/dev/zero of=/u01/f bs=1024k count=2048 conv=fsync").total_bytes
    2147483648.0
    """
    for words in simple_commands(command):
        if words[0].rpartition("/")[2] in ("dd", "gdd"):
            return dd_words(words[1:])
    return None


def dd_words(words: list[str]) -> DdOrder:
    """The order in the operands of dd, without the name of the program."""
    given = dict(word.split("=", 1) for word in words if "=" in word)
    target, source = given.get("of", ""), given.get("if", "")
    writes = target not in ("/dev/null", "") or source in ("/dev/zero", "/dev/urandom", "/dev/random")
    request = dd_size(given.get("obs" if writes else "ibs", given.get("bs", "512")))
    # count counts input blocks
    block, count = dd_size(given.get("ibs", given.get("bs", "512"))), dd_size(given.get("count", "-"))
    flags = set(f"{given.get('oflag' if writes else 'iflag', '')},{given.get('conv', '')}".split(","))
    name = target if writes else source
    return DdOrder(
        target="" if "$" in name else name,
        writes=writes,
        request_bytes=request,
        total_bytes=block * count if block is not None and count is not None else None,
        direct="direct" in flags,
        flushed=bool(
            flags & {"fsync", "fdatasync", "dsync", "sync"} - ({"sync"} if "sync" in given.get("conv", "") else set())
        ),
    )
