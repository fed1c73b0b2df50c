"""A compiled image of the knowledge base in the state directory, so that starting takes milliseconds.

The image is only a cache: it is used when it was made from exactly these files (place, size, time of change) by this
version, and made anew otherwise. It holds the digest of what it was made from, and that digest names the knowledge in
every report. Where the state directory cannot be written, everything works from the sources.
"""

from __future__ import annotations

import os
import pickle
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import facts.schema
from advisor import __version__
from advisor.inference.engine import Engine, InferenceError
from advisor.knowledge import Knowledge, knowledge_files
from advisor.state import is_ours, state_directory

_FORM = 1
_PACKAGE = Path(__file__).parent
_PARSERS = (_PACKAGE / "knowledge.py", _PACKAGE / "inference" / "net.py", _PACKAGE / "inference" / "engine.py")
_BROKEN = (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError)


def load() -> Knowledge:
    """The installed knowledge base, from its image where there is a current one."""
    knowledge = Knowledge()
    folder = state_directory() / "image"
    stem = f"{_FORM}-{__version__}-{sys.version_info[0]}.{sys.version_info[1]}-{_signature(knowledge):016x}"
    parsed, binary = folder / f"{stem}.parsed", folder / f"{stem}.clips"
    if is_ours(folder) and is_ours(parsed) and is_ours(binary):
        with suppress(*_BROKEN):
            _fill(knowledge, parsed.read_bytes(), binary)
            return knowledge
    with suppress(OSError, InferenceError):
        _write(knowledge, folder, parsed, binary)
    return knowledge


def _signature(knowledge: Knowledge) -> int:
    """A number for the exact files: their places, sizes and times of change, and the code that parses them."""
    roots = (knowledge.root, knowledge.templates_root)
    state = [(path, s.st_size, s.st_mtime_ns) for root in roots for path, s in knowledge_files(str(root))]
    code = [(path.name, path.stat().st_mtime_ns) for path in _PARSERS]
    text = repr((state, code)).encode()
    return zlib.crc32(text) << 32 | zlib.adler32(text)


def _fill(knowledge: Knowledge, data: bytes, binary: Path) -> None:
    # The files belong to this user and only this user may write them, so they are as trusted as the program itself.
    digest, templates, net, cases, sources, how_to = pickle.loads(data)
    facts.schema.preset(templates)
    engine = Engine(net, (), binary)
    knowledge.__dict__.update(digest=digest, net=net, cases=cases, sources=sources, how_to=how_to, engine=engine)


def _write(knowledge: Knowledge, folder: Path, parsed: Path, binary: Path) -> None:
    """Write both parts, each in one step, and remove what older versions left."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    import tempfile

    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        made = Path(scratch) / "clips"
        knowledge.engine.save_image(made)
        made.chmod(0o600)
        data = Path(scratch) / "parsed"
        parts = (knowledge.digest, facts.schema.templates(), knowledge.net, knowledge.cases, knowledge.sources, knowledge.how_to)
        data.write_bytes(pickle.dumps(parts, 5))
        data.chmod(0o600)
        os.replace(made, binary)
        os.replace(data, parsed)
    for old in folder.iterdir():
        if old.is_file() and old not in (parsed, binary):
            with suppress(OSError):
                old.unlink()
