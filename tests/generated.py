"""What of the documentation is written by a program: ``python -m tests.generated`` writes it anew."""

from __future__ import annotations

from advisor.conversation.commands import HELP
from tests.tree import ROOT

GUIDE = ROOT / "docs" / "user-guide.md"
_BEGIN, _END = "<!-- commands: `make docs` writes this table -->\n", "<!-- end of commands -->"


def commands_table() -> str:
    """What can be said in a consultation, as a table."""
    rows = [f"| {', '.join(f'`/{name}`' for name in names.split(', '))} | {text} |" for names, text in HELP.items()]
    return "\n".join(["| command | does |", "|---|---|", *rows]) + "\n"


def with_commands(page: str) -> str:
    """The user guide with the table of commands between its marks."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{commands_table()}{_END}{after}"


if __name__ == "__main__":
    GUIDE.write_text(with_commands(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
