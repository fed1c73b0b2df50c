"""Commands in a line of text: with a slash, or in the words that people use, English or German."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """A command with the rest of its line, in the words as given."""

    name: str
    argument: str = ""


HELP = {
    "why": "why this question is asked, and how to find out (also ?)",
    "how": "how the conclusions come about, down to line or answer",
    "why-not CASE": "why a case is not concluded, and what would change it",
    "what-if FACT": "what would follow, without keeping it",
    "changed": "what the last step changed",
    "explain WORD": "a term or a case, with sources",
    "search WORDS": "cases, terms and sources with these words",
    "evidence [all]": "what is known by now, and where from",
    "sources": "the sources of the conclusions",
    "undo, redo": "take back the last step, or let it hold again",
    "change WORDS": "answer an earlier question anew",
    "strike NUMBER": "take back a fact that was wrongly understood (numbers in evidence)",
    "skip": "go to the next question",
    "questions": "every question that could be asked now",
    "open PATH": "read a file, folder or archive of captures",
    "paste": "paste an output of several lines; end it with a line that is a single dot",
    "fix": "what to do, step by step",
    "done NUMBER [SEEN]": "a step of the fix is carried out; with what was seen afterwards",
    "accept CASE": "a conclusion is known and accepted; it is not repeated unless it grows",
    "worked, no-help, other WORDS": "what came of it; kept for this site's statistics",
    "status": "how far it has got",
    "more": "go on asking after it has stopped",
    "save NAME": "keep the session under a name",
    "export FILE": "write the whole session to a file, also what is not saved",
    "quit": "leave; the session is kept",
}
_ALIASES = {
    "w": "why", "warum": "why", "wie": "how", "whynot": "why-not", "why-not": "why-not", "why_not": "why-not",
    "whatif": "what-if", "what-if": "what-if", "if": "what-if", "changes": "changed", "what-changed": "changed",
    "explain": "explain", "erkläre": "explain", "term": "explain", "find": "search", "suche": "search",
    "facts": "evidence", "belege": "evidence", "quellen": "sources", "zurück": "undo", "ändere": "change",
    "weiter": "skip", "next": "skip", "all": "questions", "fragen": "questions", "load": "open", "read": "open",
    "lösung": "fix", "exit": "quit", "q": "quit", "ende": "quit", "hilfe": "help", "h": "help", "stand": "status",
    "continue": "more", "nohelp": "no-help", "acknowledge": "accept", "akzeptiere": "accept",
}  # fmt: skip
_SLASH = re.compile(r"[/:](?P<name>[A-Za-zäöüß][\wäöüß-]*)(?P<rest>(?: .*)?)")
NAMES = frozenset(name for names in HELP for name in re.findall(r"[a-z-]+(?= [A-Z[]|,|$)", names)) | {"help", "runbook"}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The commands in words, in the order of the file."""
    import tomllib

    text = Path(__file__).with_name("commands.toml").read_text(encoding="utf-8")
    return tuple(
        (name, re.compile(rf"(?:{pattern.replace('...', '(?P<rest>.+?)')})\s*[?.!]*", re.IGNORECASE))
        for name, patterns in tomllib.loads(text).items()
        for pattern in patterns
    )


def read_command(line: str) -> Command | None:
    """The command in a line, or None where the line is none.

    >>> read_command("/why-not drive-failing"), read_command("Was ist ein slog?")
    (Command(name='why-not', argument='drive-failing'), Command(name='explain', argument='ein slog'))
    >>> read_command("why is it slow"), read_command("no paging")
    (None, None)
    """
    line = " ".join(line.split())
    if line in ("?", "??"):
        return Command("why")
    if slash := _SLASH.fullmatch(line):
        name = slash["name"].lower()
        name = name if name in NAMES else _ALIASES.get(name, "unknown")
        return Command(name, slash["name"] if name == "unknown" else slash["rest"].strip())
    if (name := line.lower()) in NAMES:
        return Command(name)
    for name, pattern in _patterns():
        if match := pattern.fullmatch(line):
            return Command(name, (match.groupdict().get("rest") or "").strip(" ?!"))
    return None
