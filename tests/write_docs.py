"""What of the documentation is written by a program: ``python -m tests.write_docs`` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.conversation.commands import HELP
from advisor.tui.actions import ACTIONS, EVERYWHERE, PLACES
from advisor.tui.key_words import readable
from tests.readers_index import INDEX, index_of_readers
from tests.tree import ROOT

GUIDE = ROOT / "docs" / "user-guide.md"
HEADINGS = {
    EVERYWHERE: "Everywhere",
    "list": "In every list",
    "input": "While writing in the text box",
    "plot": "On plots",
    "search": "In the search box of Cases",
    "steps": "On the steps of a fix",
    "text": "On the lines of a capture",
    "exercise": "In an exercise on a simulated host",
    "prompt": "At the prompt of a simulated host",
    "host": "On what a simulated host has printed",
    "quiz": "In a short exercise",
    **{name: f"On the screen {title}" for name, _, title in PLACES},
}
"""A heading for each place that actions have."""


def commands_table() -> str:
    """What can be said in a consultation, as a table."""
    rows = [f"| {', '.join(f'`/{name}`' for name in names.split(', '))} | {text} |" for names, text in HELP.items()]
    return "\n".join(["| command | does |", "|---|---|", *rows]) + "\n"


def keys_tables() -> str:
    """What can be done by a key, a table for each place."""
    places = dict.fromkeys(action.where for action in ACTIONS)
    return "\n".join("\n".join(_keys_table(place)) + "\n" for place in places)


def _keys_table(place: str) -> Iterator[str]:
    yield from (f"**{HEADINGS[place]}**", "", "| keys | does | name |", "|---|---|---|")
    for action in ACTIONS:
        if action.where == place:
            keys = ", ".join(f"`{readable(key)}`" for key in action.keys)
            yield f"| {keys} | {action.help or f'{action.text}.'} | `{action.id}` |"


def with_generated(page: str) -> str:
    """The user guide with the generated tables between their marks."""
    for name, table in (("commands", commands_table()), ("keys", keys_tables())):
        begin, end = f"<!-- {name}: `make docs` writes this -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}{table}{end}{after}"
    return page


if __name__ == "__main__":
    INDEX.write_text(index_of_readers(), encoding="utf-8")

    from advisor.authoring.index import measured_pages, pages
    from advisor.authoring.knowledge_base import open_knowledge
    from tests.advisor.training.transcripts import LEARNERS, page

    GUIDE.write_text(with_generated(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    knowledge = open_knowledge()
    for name, text in {**pages(knowledge), **measured_pages(knowledge)}.items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")
    for name in LEARNERS:
        (ROOT / "docs" / "training" / f"{name}.md").write_text(page(name), encoding="utf-8")
