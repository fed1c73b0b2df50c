"""Sizes, counts and times as tools and people write them. A text that is not a number gives None, never a guess."""

from __future__ import annotations

from facts.patterns import lazy

_SIZE = lazy(
    r"\s*(?P<number>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)\s*+(?P<unit>[kKmMgGtTpPeE]?)(?:i?[bB])?(?:ytes?)?\s*\Z"
)
_THOUSANDS = lazy(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])")
_INTEGER = lazy(r"[-+]?[0-9]{1,20}")
_VERSION = lazy(r"\s*[vV]?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?")
_NO_LIMIT = frozenset(("unlimited", "infinity", "max", "-1"))
_BEYOND_ANY = 1e17
"""No host has so many bytes or pages: kernels write the greatest number that they know, rounded to pages, for no limit."""
UNLIMITED = 9.2e18
"""How rows hold that there is no limit: a rule that compares it with a need sees that it is enough."""
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
_NUMBER = lazy(r"[-+]?[0-9]+(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")


SECONDS = {"": 1.0, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
"""Seconds in a unit of time, as commands take intervals."""


def bytes_of(unit: str, base: int = 1024) -> int:
    """Bytes in one unit, by its first letter; KeyError for a unit that is none.

    >>> bytes_of("k"), bytes_of("MiB"), bytes_of("Gigabytes"), bytes_of(""), bytes_of("B"), bytes_of("k", 1000)
    (1024, 1048576, 1073741824, 1, 1, 1000)
    """
    letter = unit[:1].lower()
    return 1 if letter == "b" else int(base ** _POWER[letter])


def size(text: str, base: int = 1024, bare: float = 1) -> float | None:
    """Bytes of ``128k``, ``2G``, ``1.5 GiB``, ``65536``; units are powers of `base`, a number without one counts `bare` bytes.

    A comma before three digits groups them, any other is the decimal comma of another language.

    >>> size("128k"), size("2G"), size("1,024"), size("1,5G"), size("-"), size("12 apples"), size("12", bare=512)
    (131072.0, 2147483648.0, 1024.0, 1610612736.0, None, None, 6144.0)
    """
    match = _SIZE.match(text)
    if match is None:
        return None
    unit = float(base) ** _POWER[match["unit"].lower()] if match["unit"] else bare
    figure = (
        match["number"].replace(",", "") if _THOUSANDS.match(match["number"]) else match["number"].replace(",", ".")
    )
    return _finite(float(figure) * unit)


def _finite(value: float) -> float | None:
    """None for what is so large that sums of it are infinite; no tool has measured that."""
    return value if abs(value) < 1e300 else None


def number(text: str) -> float | None:
    """A plain number, with a decimal point or a decimal comma; None for ``-`` and anything else.

    >>> number("12.5"), number("12,5"), number("-"), number("nan")
    (12.5, 12.5, None, None)
    """
    text = text.strip()
    return _finite(float(text.replace(",", "."))) if _NUMBER.match(text) else None


def integer(text: str) -> int | None:
    """A whole number, or None.

    >>> integer("42"), integer("4.2")
    (42, None)
    """
    text = text.strip()
    return int(text) if _INTEGER.fullmatch(text) else None


def count(text: str) -> int | None:
    """A whole number that counts something, so without a sign; or None.

    >>> count("42"), count("-0"), count("-5"), count("4.2")
    (42, None, None, None)
    """
    return None if "-" in text else integer(text)


def amount(text: str) -> float | None:
    """A plain number that measures something, so without a sign; or None.

    >>> amount("4,5"), amount("-0.0")
    (4.5, None)
    """
    return None if text.lstrip().startswith("-") else number(text)


def limit(text: str, unit: float = 1) -> float | None:
    """A limit in units of `unit` bytes or pages, `UNLIMITED` for the ways in which kernels and tools write that there is none.

    >>> limit("64", 1024), limit("-1"), limit("max"), limit("many"), limit("-0")
    (65536.0, 9.2e+18, 9.2e+18, None, None)
    >>> limit("18446744073692774399") == limit("9223372036854771712") == limit("18014398509465599", 1024) == UNLIMITED
    True
    """
    if text.strip().lower() in _NO_LIMIT:
        return UNLIMITED
    value = count(text)
    if value is None:
        return None
    return UNLIMITED if value * unit >= _BEYOND_ANY else float(value) * unit


def version_code(text: str) -> int | None:
    """A kernel or program version as one comparable number: major * 1,000,000 + minor * 1,000 + patch.

    >>> version_code("2.6.18-92.el5"), version_code("6.12"), version_code("x")
    (2006018, 6012000, None)
    """
    match = _VERSION.match(text)
    if match is None:
        return None
    return int(match[1]) * 1_000_000 + int(match[2]) * 1_000 + int(match[3] or 0)


def coded(slot: str, version: str) -> dict[str, str | int]:
    """The slot of a version as printed, and the one of its code where it has one.

    >>> coded("kernel", "6.12.4"), coded("kernel", "generic")
    ({'kernel': '6.12.4', 'kernel-code': 6012004}, {'kernel': 'generic'})
    """
    code = version_code(version)
    return {slot: version} if code is None else {slot: version, f"{slot}-code": code}
