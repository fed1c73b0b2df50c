"""What a fault says of itself, without what the captures, the host or the person said.

An exception's message is often a piece of the text that was being read. What is kept of it is short, and names, addresses
and whatever looks like a secret are masked. It masks too much rather than too little.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from facts.text import clean

LONGEST = 200
"""Characters of a message that are kept."""

_LONGEST_QUOTED = 24

# A quotation up to its end, or to the end of the text where it has none; the apostrophe within a word begins none.
_QUOTED = re.compile(r"""(?:(?<!\w)|(?<=\bb))(['"`])(?:((?:(?!\1).)*)\1|(.*))""")
_SECRET = re.compile(
    r"""(?ix) (?<![\w.-]) (?= [\w.-]*? (?: pass(?:word|wd|phrase) | pwd | token | secret | credential | cookie | auth | key ))
        (?! \w*error\b ) ( [\w.-]+ ["']? )
        \s* [=:] \s* (?: (?:bearer|basic) \s+ )? (?: "[^"]*"? | '[^']*'? | [^\s,;&)}\]]+ )"""
)
_IDENTIFIED = re.compile(r"(?i)\b(identified\s+by)\s+\S+")
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[\w+/.=~-]{6,}")
_LOGIN = re.compile(r"(?<=://)[^/\s@]+@")
_LONG_TOKEN = re.compile(r"\b(?=[A-Za-z_+/-]*\d)[A-Za-z0-9_+/-]{32,}={0,2}")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:])")


def redact(text: str, names: Iterable[str] = ()) -> str:
    """One short line of a text in which nothing is left that a stranger should not read.

    Args:
        text: anything.
        names: further words to mask, such as the hosts that are spoken of.
    """
    # A bound on what the patterns have to look at; what they shorten away makes room for the rest.
    line = " ".join(clean(part) for part in text[: LONGEST * 10].split("\n"))
    line = _hide_home(line)
    line = _LOGIN.sub("<hidden>@", line)
    line = _SECRET.sub(r"\1=<hidden>", line)
    line = _IDENTIFIED.sub(r"\1 <hidden>", line)
    line = _BEARER.sub(r"\1 <hidden>", line)
    line = _QUOTED.sub(_shorten, line)
    line = _LONG_TOKEN.sub("<hidden>", line)
    line = _ADDRESS.sub("<address>", _MAIL.sub("<mail>", line))
    for name in sorted({*names, *_own_names()}, key=len, reverse=True):
        if len(name) > 1:
            line = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", "<host>", line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _hide_home(text: str) -> str:
    """``~`` for the home folder of this user, and for that of any other user."""
    try:
        home = str(Path.home())
    except RuntimeError:  # this user has none
        home = ""
    if len(home) > 1:
        text = re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text)
    return re.sub(r"(?<![\w/])/(?:home|Users|export/home)/[^/\s'\"`]+", "~", text)


def _shorten(match: re.Match[str]) -> str:
    mark, inside, rest = match.groups()
    text = rest if inside is None else inside
    return (
        match[0] if len(text) <= _LONGEST_QUOTED else f"{mark}<{len(text)} characters>{'' if inside is None else mark}"
    )


def _own_names() -> set[str]:
    full = os.uname().nodename if hasattr(os, "uname") else ""
    return {name for name in (full, full.partition(".")[0]) if name and name != "localhost"}
