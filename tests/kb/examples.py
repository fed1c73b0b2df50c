"""The examples of the cases, and what they lead to."""

from __future__ import annotations

import io
import tarfile
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from advisor import image
from advisor.chat.tell import understand
from advisor.chat.tickets import hear
from advisor.inference.diagnosis import Consultation, consult
from advisor.knowledge import Knowledge
from facts.bundle import Bundle, load
from facts.observations import Observations

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "kb").glob("**/examples/*.toml"))


@dataclass(slots=True)
class Example:
    """One example: the complaint, the captures, and what must come out."""

    path: Path
    tell: list[str]
    files: list[tuple[str, str]]
    expect: dict[str, Any]

    @property
    def case(self) -> str:
        """The case whose folder it lies in."""
        return self.path.parent.parent.name

    @property
    def confirms(self) -> bool:
        """Whether it is an example for its case (or a rejecting one)."""
        return self.path.name.startswith("confirms--")


@cache
def knowledge() -> Knowledge:
    """The knowledge base, once."""
    return image.load()


def read(path: Path) -> Example:
    """Read one example file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tell = data.get("tell", [])
    files = [(f["path"], f["text"]) for f in data.get("files", [])]
    return Example(path, [tell] if isinstance(tell, str) else tell, files, data["expect"])


def bundle_of(example: Example) -> Bundle:
    """Read the example's captures as an archive on standard input."""
    if not example.files:
        return Bundle()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in example.files:
            data = text.encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    buffer.seek(0)
    bundle, errors = load(["-"], buffer)
    assert not errors
    return bundle


def consultation_of(example: Example) -> tuple[Consultation, Bundle]:
    """Diagnose the example as the command line would."""
    bundle = bundle_of(example)
    observations = Observations(bundle.observed)
    told = hear(knowledge(), bundle, observations)
    if example.tell:
        told += understand(knowledge(), example.tell, observations).signs
    return consult(knowledge(), observations, told), bundle
