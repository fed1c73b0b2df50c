"""The entry of whole diagnoses: the captures of an example with other numbers and names, from bytes to the report as text."""

from __future__ import annotations

import io
import json
import tarfile
from functools import cache
from random import Random

from advisor.authoring.examples import example_paths, read
from advisor.diagnose import diagnose
from advisor.explanation.report import report
from advisor.explanation.text import render
from facts.bundle import load
from facts.inputs import Bundle
from tests.fuzz import mutations, seeds
from tests.fuzz.watch import Broken
from tests.kb.examples import knowledge

_BETWEEN = b"\0\0\0\0"
_RENDERED = 20
"""Each so-many-th input is shown as a report as well: that takes as long as all before it."""


@cache
def bundles() -> list[bytes]:
    """The captures of every example, and each further text by itself, as `files_of` takes them apart."""
    found = []
    for path in example_paths(knowledge().root):
        files = read(path).files
        found.append(_BETWEEN.join(f"{name}\n{text}".encode() for name, text in files))
    return [data for data in found if 0 < len(data) < mutations.MOST_BYTES // 2] + [
        b"text\n" + text for text in seeds.outputs()[-len(seeds.more) * 400 :] if seeds.more
    ]


def files_of(data: bytes) -> bytes:
    """The captures as an archive: of each part, the first line is its name."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for number, part in enumerate(data.split(_BETWEEN)):
            name, _, text = part.partition(b"\n")
            member = tarfile.TarInfo(name.decode("latin-1").replace("\0", "")[:90] or f"f{number}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
    return buffer.getvalue()


def faults_of(bundle: Bundle, more: list[str]) -> list[str]:
    """The lines of all faults of a diagnosis, without the file."""
    return [f"{fault.where}: {fault.error}" for fault in bundle.faults] + more


def whole(data: bytes) -> None:
    """From captures to the conclusions, and now and then to the report: no part of it fails."""
    bundle, errors = load(["-"], io.BytesIO(files_of(data)))
    if errors:
        return
    consultation = diagnose(knowledge(), bundle).consultation
    found = faults_of(bundle, [f"{fault.where}: {fault.error}" for fault in consultation.faults])
    if not found and Random(len(data)).randrange(_RENDERED) == 0:
        made = report(consultation, bundle, [])
        json.dumps(made, allow_nan=False)
        if "\x1b" in render(consultation, made, 100):
            raise Broken("the report holds an escape")
        found += [f"{fault['where']}: {fault['error']}" for fault in made["faults"]]
    if found:
        raise Broken(found[0])
