"""Places of a new case that are not written yet: what `kb new` left as FILL IN, and notes to oneself.

A problem for each file, with the lines; nobody should read a placeholder at night.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-unfilled"
_MARK = re.compile(r"FILL[ -]IN|\bfill-in-|\bTODO\b|\bFIXME\b")
_SHOWN = 12


def problems(material: Material) -> Iterator[Found]:
    """Every file of every case."""
    for folder in sorted((material.root / "cases").glob("*/*")):
        for path in (*sorted(folder.glob("*.*")), *sorted(folder.glob("examples/*.toml"))):
            lines = [n for n, line in enumerate(material.text(path).splitlines(), 1) if _open(line, path.name)]
            if lines:
                shown = ", ".join(map(str, lines[:_SHOWN])) + (", ..." if len(lines) > _SHOWN else "")
                yield material.found(CODE, path.name, f"{path.name} of {folder.name} is not filled in yet: lines {shown}",
                                     f"{material.knowledge.name_of(path)}:{lines[0]}",
                                     "write each FILL IN; the comments say what belongs there")  # fmt: skip


def _open(line: str, name: str) -> bool:
    """Whether a line waits to be written; comments of our own templates do not, but the one at an example's head."""
    text = line.strip()
    if not _MARK.search(text) or text.startswith((";", "# What the case is")):
        return False
    return not text.startswith("#") or name.startswith(("confirms--", "rejects--"))
