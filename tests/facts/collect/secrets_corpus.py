"""Made-up secrets as tools, logs and settings hold them, and ordinary lines that look alike.

In the files of ``secrets/`` a secret stands between ``«`` and ``»``, and ``¶`` is a line end within one case.
"""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent / "secrets"
_MARKED = re.compile("«(.*?)»", re.DOTALL)
SHORTEST = 5
"""So many characters of a secret in a row are a leak."""


def cases(name: str) -> list[str]:
    """The cases of a file, each with its secrets marked."""
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    return [line.replace("¶", "\n") for line in lines if "«" in line]


def ordinary() -> list[str]:
    """Lines in which nothing is secret."""
    return (_FOLDER / "ordinary.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


def plain(case: str) -> str:
    """A case as a tool would write it."""
    return case.replace("«", "").replace("»", "")


def leaks(case: str, redacted: str) -> list[str]:
    """The secrets of a case of which a part is left, that does not stand elsewhere in the line too."""
    elsewhere = _MARKED.sub("\0", case)
    return [
        secret
        for secret in _MARKED.findall(case)
        if any(part in redacted and part not in elsewhere for part in _parts(secret))
    ]


def count(case: str) -> int:
    """How many secrets a case holds."""
    return len(_MARKED.findall(case))


def _parts(secret: str) -> list[str]:
    return [secret[at : at + SHORTEST] for at in range(max(1, len(secret) - SHORTEST + 1))]
