"""Generated pages of the documentation that no longer say what the knowledge base says.

Only for the knowledge base of a checkout, where `docs` lies beside `kb`. `make docs` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-stale-docs"


def problems(material: Material) -> Iterator[Found]:
    """The pages that are made from the knowledge base alone; what is measured over the examples is left to `make docs`."""
    from advisor.authoring.index import pages

    docs = material.root.parent / "docs"
    if not (docs / "cases.md").is_file() or material.refused:
        return
    for name, text in pages(material.knowledge).items():
        path = docs / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield material.found(CODE, name, f"docs/{name} is stale", f"docs/{name}", "run `make docs`", "warning")
