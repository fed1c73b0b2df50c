"""A compiled image of the knowledge base, so that starting takes milliseconds: one that was installed, or one in the state directory.

The wheel has an image, and `make demo` puts one into its environment: ``python -m advisor.image FOLDER`` makes it. It is used
where every byte that it was made from, Python, CLIPS and the machine are the same, so the first start is as quick as any.

The image in the state directory is a cache for everything else, such as knowledge that somebody changes: it is used when it
was made from exactly these files (place, size, time of change) by this version, and made anew otherwise. Either holds the
digest of what it was made from, and that digest names the knowledge in every report. Without any, all works from the sources.
"""

from __future__ import annotations

import errno
import os
import pickle
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import facts.packed
import facts.schema
from advisor import __version__
from advisor.inference.engine import VERSION, Engine, InferenceError
from advisor.inference.openness import outline
from advisor.knowledge import Knowledge, knowledge_files, packed
from advisor.state import is_ours, state_directory
from facts import patterns
from facts.packed import Packed

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrases
    from advisor.inference.net import Net

_FORM = 9
_PACKAGE = Path(__file__).parent
_PARSERS = (
    _PACKAGE / "knowledge.py", *(_PACKAGE / "inference" / name for name in ("net.py", "chain.py", "engine.py")),
    Path(facts.packed.__file__),
    _PACKAGE / "chat" / "phrases.py", Path(facts.schema.__file__),
    *(Path(facts.schema.__file__).with_name(name) for name in ("beginnings.py", "numberless.py")),
)  # fmt: skip
_CLIPS_MARK, _CLIPS_FOOTER = b"\x01\x02\x03\x04CLIPS", 20
"""What a binary image of CLIPS begins with, and what its last bytes begin with."""
_BROKEN = (
    OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError,
    MemoryError, OverflowError,
)  # fmt: skip


SHIPPED = (_PACKAGE / "shipped", Path(sys.prefix) / "share" / "advisor")
"""Where an installed image may lie: in the wheel, and in the environment of a checkout."""
_STEM = "image"
_PARTS = ("parsed", "clips", "phrases", "patterns", "begun")


class _Image:
    """The files of one image: parts with the same stem in one folder that nobody may write who may not write the program too."""

    def __init__(self, folder: Path, stem: str, trusts: Callable[[Path], bool] = is_ours) -> None:
        self.folder, self.stem, self.trusts = folder, stem, trusts

    def part(self, name: str) -> Path:
        return self.folder / f"{self.stem}.{name}"

    def recall(self, name: str) -> Any:
        """A part as it was stored, or None."""
        path = self.part(name)
        if self.trusts(self.folder) and self.trusts(path):
            with suppress(*_BROKEN), path.open("rb") as file:
                # Whoever may write it may write the program too. From the file, for memory that is new takes time.
                return pickle.load(file)
        return None

    def sum(self, name: str) -> tuple[int, int] | None:
        """Size and sum of the binary image, for CLIPS does not end on one that is cut off; None where it is not to be trusted."""
        path = self.part(name)
        if not self.trusts(path):
            return None
        with suppress(OSError):
            data = path.read_bytes()
            return len(data), zlib.crc32(data)
        return None

    def store(self, name: str, write: Callable[[Path], object]) -> None:
        """Let `write` make a part beside its place, put it there in one step, and remove what older versions left."""
        import tempfile

        with suppress(OSError, InferenceError, pickle.PicklingError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
                made = Path(scratch) / name
                write(made)
                made.chmod(0o600)
                made.replace(self.part(name))
            for old in self.folder.iterdir():
                if old.is_file() and not old.name.startswith(self.stem):
                    old.unlink()


def _image(knowledge: Knowledge) -> _Image:
    """The image of a knowledge base; one look at its files serves all parts, which then belong together."""
    known: _Image | None = knowledge.__dict__.get(" image")
    if known is None:
        known = knowledge.__dict__[" image"] = _shipped(knowledge) or _cached(knowledge)
    return known


def _cached(knowledge: Knowledge) -> _Image:
    """The image in the state directory, which may not be there yet."""
    version = f"{_FORM}-{__version__}-{sys.version_info[0]}.{sys.version_info[1]}"
    return _Image(state_directory() / "image", f"{version}-{_signature(knowledge):016x}")


def _shipped(knowledge: Knowledge) -> _Image | None:
    """The image that was installed, where it is one of exactly this program and knowledge."""
    for folder in SHIPPED:
        try:
            told = (folder / "about").read_text(encoding="utf-8")
            if told == _about(knowledge, folder):
                return _Installed(folder, _STEM, _is_as_safe_as_the_program)
        except (OSError, UnicodeDecodeError):
            continue
    return None


class _Installed(_Image):
    """An image that is never written: what is installed is not ours to change."""

    def store(self, name: str, write: Callable[[Path], object]) -> None:
        """Keep nothing."""


def _is_as_safe_as_the_program(path: Path) -> bool:
    """Whether nobody may write a file of an installation who may not write the program itself."""
    if is_ours(path):
        return True
    with suppress(OSError):
        own, program = path.stat(), Path(__file__).stat()
        writable = own.st_mode & 0o022
        return (own.st_uid, own.st_gid) == (program.st_uid, program.st_gid) and not writable & ~program.st_mode
    return False


def _about(knowledge: Knowledge, folder: Path) -> str:
    """All that an image must agree with: the program and what it runs on, every byte that was compiled, the size of each part."""
    code = size = 0
    for path in [*(path for root in _roots(knowledge) for path, _ in knowledge_files(str(root))), *map(str, _PARSERS)]:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (hundreds of files: a Path and a buffer take as long)
            data = file.read()
        code, size = zlib.crc32(data, zlib.crc32(os.fsencode(os.path.basename(path)), code)), size + len(data)  # noqa: PTH119
    parts = [(folder / f"{_STEM}.{name}").stat().st_size for name in _PARTS]
    system = sys.platform, *os.uname()[4:], sys.maxsize, sys.version, VERSION
    return repr((_FORM, __version__, system, size, code, parts))


def _roots(knowledge: Knowledge) -> tuple[Path, Path]:
    return knowledge.root, knowledge.templates_root


def ship(folder: Path) -> None:
    """Make the image that is installed with the program."""
    knowledge = Knowledge()
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # whatever the umask: an image that others may write is not used
    for left in ("about", *(f"{_STEM}.{name}" for name in _PARTS)):
        (folder / left).unlink(missing_ok=True)  # what an older program left here would be taken for this one's
    knowledge.__dict__[" image"] = _Image(folder, _STEM)
    _load(knowledge)
    phrases(knowledge)
    about = folder / "about"
    about.write_text(_about(knowledge, folder), encoding="utf-8")
    for path in (about, *(folder / f"{_STEM}.{name}" for name in _PARTS)):
        path.chmod(0o644)


def _signature(knowledge: Knowledge) -> int:
    """A number for the exact files: their places, sizes and times of change, and the code that parses them."""
    state = [(path, s.st_size, s.st_mtime_ns) for root in _roots(knowledge) for path, s in knowledge_files(str(root))]
    code = [(path.name, path.stat().st_mtime_ns) for path in _PARSERS]
    text = repr((state, code)).encode()
    return zlib.crc32(text) << 32 | zlib.adler32(text)


def load() -> Knowledge:
    """The installed knowledge base, from its image where there is a current one."""
    return _load(Knowledge())


def _load(knowledge: Knowledge) -> Knowledge:
    image = _image(knowledge)
    parts = image.recall("parsed")
    if parts is None or parts[-1] is None or parts[-1] != image.sum("clips"):
        # The constructs first: an image whose parts do not all stand is not used.
        image.store("clips", lambda path: _save_whole(knowledge.engine, path))
        outline(knowledge.net, knowledge.cases)
        parts = (
            knowledge.digest,
            Packed(facts.schema.templates()),
            _packed(knowledge.net),
            {slug: packed(case) for slug, case in knowledge.cases.items()},
            knowledge.sources,
            knowledge.how_to,
            image.sum("clips"),
        )
        image.store("parsed", lambda path: path.write_bytes(pickle.dumps(parts, 5)))
    _adopt_patterns(image)
    digest, templates, net, cases, sources, how_to, binary_sum = parts
    facts.schema.preset(templates)
    binary = image.part("clips")
    engine = Engine(net, lambda: knowledge.constructs, binary if binary_sum is not None else None)
    knowledge.__dict__.update(digest=digest, net=net, cases=cases, sources=sources, how_to=how_to, engine=engine)
    return knowledge


def _packed(net: Net) -> Net:
    """A net of which a diagnosis unpacks what it asks for."""
    return replace(net, rules=Packed(net.rules), thresholds=Packed(net.thresholds), shown_by=Packed(net.shown_by))


def _save_whole(engine: Engine, path: Path) -> None:
    """Write the binary image; CLIPS takes no notice of a disk that fills, and would crash on what it wrote then.

    Raises:
        OSError: it is not there to its end.
    """
    engine.save_image(path)
    with path.open("rb") as file:
        mark = file.read(len(_CLIPS_MARK))
        file.seek(-min(_CLIPS_FOOTER, path.stat().st_size), os.SEEK_END)
        if mark != _CLIPS_MARK or not file.read().startswith(_CLIPS_MARK):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(file.fileno())


def _adopt_patterns(image: _Image) -> None:
    """Hand the readers their compiled patterns, or make them for the next time."""
    stored = image.recall("patterns")
    if stored is not None and stored[0] == sys.version:
        patterns.adopt(stored[1], lambda: _of_long_texts(image))
        return
    from importlib import import_module

    from facts.beginnings import prepare
    from facts.readers import all_readers, named_only
    from facts.resolution import prepare as prepare_resolution

    for name in ("chat.tickets", "chat.values", "explanation.report", "explanation.text"):
        import_module(f"advisor.{name}")  # only what is imported has patterns
    import_module("facts.bundle")
    prepare_resolution()
    prepare([*all_readers(), *named_only()])
    for name, begun in (("begun", True), ("patterns", False)):
        stored = (sys.version, patterns.compiled_forms(begun))
        image.store(name, partial(_write, pickle.dumps(stored, 5)))


def _write(data: bytes, path: Path) -> None:
    path.write_bytes(data)


def _of_long_texts(image: _Image) -> patterns.Forms:
    """The compiled forms that only long texts need."""
    stored = image.recall("begun")
    return stored[1] if stored is not None and stored[0] == sys.version else {}


def phrases(knowledge: Knowledge) -> Phrases:
    """The phrases of the knowledge base and all that is compiled of them, from its image where there is a current one."""
    known: Phrases | None = knowledge.__dict__.get(" phrases")
    if known is not None:
        return known
    image = _image(knowledge)
    found = image.recall("phrases")
    if found is None:
        from advisor.chat.lore import lore
        from advisor.chat.past import past
        from advisor.chat.phrases import load as compile_phrases
        from advisor.chat.polarity import grammar
        from advisor.chat.spelling import spellings
        from advisor.chat.supposed import supposed

        found = compile_phrases(knowledge.root / "phrases")
        for prepare in (grammar, past, supposed, lore, spellings):
            prepare(found)
        image.store("phrases", lambda path: path.write_bytes(pickle.dumps(found, 5)))
    compiled: Phrases = found
    knowledge.__dict__[" phrases"] = compiled  # each later sentence of a session needs them
    return compiled


if __name__ == "__main__":
    # Not as `__main__`: what is pickled names its module.
    from advisor.image import ship as make

    make(Path(sys.argv[1]))
