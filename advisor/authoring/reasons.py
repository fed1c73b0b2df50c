"""`kb/mutants.toml`: why a change of a rule that no example notices makes no difference."""

from __future__ import annotations

import tomllib

from advisor.inference.net import KnowledgeError
from advisor.knowledge import Knowledge


def reasons(knowledge: Knowledge) -> dict[str, str]:
    """The reason by the name of the mutant.

    Raises:
        KnowledgeError: the file is no TOML.
    """
    path = knowledge.root / "mutants.toml"
    if not path.is_file():
        return {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeError("kb-toml", str(error), knowledge.name_of(path)) from error
    return {str(name): str(reason) for name, reason in data.get("equivalent", {}).items()}
