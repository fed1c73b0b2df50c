"""The knowledge base that an author works on: the checkout's own, or another folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import kb
from advisor.chat.phrases import load as load_phrases
from advisor.errors import did_you_mean
from advisor.inference.engine import Engine
from advisor.inference.net import KnowledgeError
from advisor.knowledge import Case, Knowledge


def open_knowledge(folder: str = "") -> Knowledge:
    """Parse the knowledge base of a folder, always from its sources: an author has just changed them.

    Raises:
        KnowledgeError: the folder holds no knowledge base.
    """
    root = Path(folder) if folder else Path(kb.__path__[0])
    if not (root / "vocabulary.clp").is_file():
        raise KnowledgeError("no-such-knowledge", f"`{root}` holds no knowledge base: it has no vocabulary.clp",
                             help="name the folder that holds vocabulary.clp, findings and cases", where="")  # fmt: skip
    knowledge = Knowledge(root.resolve())
    # Kept with this knowledge and not in the user's image, which belongs to the installed one.
    knowledge.__dict__[" phrases"] = load_phrases(root / "phrases")
    return knowledge


@contextmanager
def compiled(knowledge: Knowledge) -> Iterator[Knowledge]:
    """The knowledge base with its constructs compiled in a scratch folder: inferring hundreds of times is far quicker."""
    with TemporaryDirectory() as folder:
        image = Path(folder) / "constructs"
        knowledge.engine.save_image(image)
        before = knowledge.engine
        knowledge.__dict__["engine"] = Engine(knowledge.net, lambda: knowledge.constructs, image)
        try:
            yield knowledge
        finally:
            knowledge.__dict__["engine"] = before


def case_of(knowledge: Knowledge, slug: str) -> Case:
    """The case of a name.

    Raises:
        KnowledgeError: there is none.
    """
    if slug not in knowledge.cases:
        known = sorted(knowledge.cases)
        raise KnowledgeError("no-such-case", f"there is no case `{slug}`", "",
                             did_you_mean(slug, known) or f"the cases are {', '.join(known)}")  # fmt: skip
    return knowledge.cases[slug]


def shown_path(knowledge: Knowledge, where: str) -> str:
    """A place as a person finds it: `kb/...` is below the folder that was named."""
    if where.startswith("kb/"):
        root = knowledge.root
        base = root.parent if root.name == "kb" else None
        path = root / where.removeprefix("kb/")
        cwd = Path.cwd()
        if base == cwd:
            return where
        return str(path.relative_to(cwd)) if path.is_relative_to(cwd) else str(path)
    return where
