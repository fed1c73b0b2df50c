"""One runbook in each format."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from markupsafe import Markup

from advisor import __version__
from advisor.knowledge import Knowledge
from advisor.runbook.content import Runbook
from advisor.runbook.ladder import drawing
from advisor.runbook.pages import Pages, tidy

FORMATS = ("markdown", "html", "json")
SUFFIXES = {"markdown": "md", "html": "html", "json": "json"}


def rendered(
    knowledge: Knowledge, runbook: Runbook, form: str, pages: Pages, known: Collection[str] = (), up: str = ""
) -> str:
    """A runbook as text.

    Args:
        knowledge: that it was made from.
        runbook: its data.
        form: one of `FORMATS`.
        pages: the templates.
        known: the cases whose runbooks lie beside it, to be linked.
        up: the way to the start page of the set, "" where the runbook stands alone.
    """
    if form == "json":
        return json.dumps(runbook.as_json(), indent=1, ensure_ascii=False) + "\n"
    titles = {slug: case.title for slug, case in knowledge.cases.items()}
    values = {"r": runbook, "titles": titles, "known": frozenset(known), "links": bool(known), "up": up}
    if form == "markdown":
        text = pages.render("runbook.md", "md", **values)
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
    links = {slug: f"{slug}.html" for slug in known}
    tree = Markup(drawing(runbook.tree, runbook.title, titles, links))
    terms = {key: term.name for key, term in knowledge.terms.items()}
    text = pages.render("runbook.html", "html", tree=tree, terms=terms, edition=edition_of(knowledge), **values)
    return tidy(text)


def edition_of(knowledge: Knowledge) -> dict[str, str]:
    """What the foot of each page says."""
    return {
        "program": f"advisor {__version__}", "name": knowledge.edition.name, "date": knowledge.edition.date,
        "digest": knowledge.digest,
    }  # fmt: skip
