"""Running text among captures that addresses somebody: a ticket, a mail, a note. What tools print is none of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.patterns import lazy
from facts.reading import Span, prompt_of


class Prose(NamedTuple):
    """Running text that stood among the outputs, as in a ticket: what somebody says of the host."""

    path: str
    lines: Span
    text: str


_BY_A_TOOL = lazy(
    r"(?!(?:fyi|ps|edit|update|note|btw|nb|re|question|problem|issue|summary|symptoms?|hosts?|env|nachtrag|frage)\b)"
    r"-?(?:[a-z][\w.+-]*|/[\w./-]+)(?:\[\d+\])?: |.{0,200}: (?:No such file|Permission denied|command not found|not found$)",
)
"""How a program says something: its name, and what it has to say."""
_OF_A_LOG = lazy(
    r"\W{0,3}(?:\d{4}-\d\d-\d\d[T ]|\d{1,2}[./]\d{1,2}[./]\d{4} |[A-Z][a-z]{2} +\d{1,2} |\d\d/[A-Z][a-z]{2}/\d{4}:)?\d\d:\d\d:\d\d"
    # but for a chat, in which a name follows
    r"(?!\]? +(?:<[\w.-]+>|[A-Z][a-z]+(?: [A-Z][a-z]*\.?)?:) )"
    r"|\W{0,3}(?i:trace|debug|info|notice|warn|warning|error|err|crit|critical|alert|fatal|severe)\b\W"
)
"""How a line of a log begins: with the time to the second, or with how bad it is. A person says neither."""
_COMMENT = lazy(r"\s*(?:#|;|//|/\*|\*|--|\"\"\"|'''|rem |dnl |\.\\\")")
_PLACES = lazy(
    r"(?i)(?:^|/)(?:(?:proc|sys|etc|var|usr|lib|lib64|boot|run|opt|sbin|bin|dev|root|snap|sos_commands|sos_logs|sos_strings|sos_reports"
    r"|insights_commands|commands|sysconfig|patch\+pkg|doc|docs|man|node_modules|site-packages|licenses?)/"
    r"|(?:readme|changelog|license|copying|authors|motd|crontab)(?:\.\w{1,4})?\Z"
    r"|[^/]*\.(?:sh|bash|py|pl|rb|awk|sql|conf|cfg|cnf|ini|rules|service|timer|socket|target|spec|c|h|js|ya?ml|toml|xml|json|properties|repo"
    r"|patch|diff|[1-8])\Z)"
)
"""Where the files of a system, a program or a report lie: their words address nobody about this host."""
_OF_A_PERSON = lazy(
    r"(?i)\b(?:i|we|us|our|my|please|thanks|thank|hi|hello|dear|regards|ich|wir|uns|unser\w*|mein\w*|bitte|danke|hallo|gru(?:ss|ß)|liebe\w*)\b"
)
"""A word by which somebody speaks of himself, or to another; tools say "you"."""
_WORDS = lazy(r"[A-Za-zÄÖÜäöüß]{2,}")
_MAX_PROSE = 20_000


def says_nothing(path: str) -> bool:
    """Whether a file is one of a system or a program, and holds no complaint, whatever its words.

    >>> [says_nothing(path) for path in ("n1/etc/motd", "usr/share/doc/x/NOTES", "fix.sh", "ticket.txt", "case 17/mail.eml")]
    [True, True, True, False, False]
    """
    return _PLACES.search(path) is not None


def prose_in(path: str, lines: Sequence[str], span: Span) -> list[Prose]:
    """The paragraphs of a stretch that are somebody's sentences: several words, mostly words, and no tool says them.

    What follows an output or a command without an empty line is what a tool printed, whatever words it uses. So is all text in a
    saved session, which begins with a prompt, unless a person speaks in it.
    """
    if says_nothing(path):
        return []
    found = []
    first = next((line for line in lines if line.strip()), "")
    session = prompt_of(first) is not None
    start = span[0]
    if start > 1 and lines[start - 2].strip():
        start = next((n for n in range(start, span[1] + 1) if not lines[n - 1].strip()), span[1] + 1)
    stretch = lines[start - 1 : span[1]]
    for number in [*[start + n for n, line in enumerate(stretch) if not line or line.isspace()], span[1] + 1]:
        text = "\n".join(lines[start - 1 : number - 1]).strip()
        if is_sentence(text) and not _by_a_program(text) and (not session or _OF_A_PERSON.search(text)):
            found.append(Prose(path, (start, number - 1), text))
        start = number + 1
    return found


def _by_a_program(text: str) -> bool:
    """Whether a paragraph is what a program says, a stretch of a log, or a comment in a file."""
    if _BY_A_TOOL.match(text):
        return True
    lines = text.split("\n")
    return any(_OF_A_LOG.match(line) for line in lines) or all(_COMMENT.match(line) for line in lines)


def is_sentence(text: str) -> bool:
    """Whether a text is mostly words, and at least four of them."""
    words = _WORDS.findall(text) if len(text) <= _MAX_PROSE else []
    return len(words) >= 4 and sum(map(len, words)) >= 0.6 * len(text.replace(" ", ""))


def remark(path: str, number: int, command: str) -> list[Prose]:
    """What somebody wrote for the reader of the session, as a comment at the prompt."""
    text = command.lstrip("# ") if command.startswith("#") else ""
    return [Prose(path, (number, number), text)] if is_sentence(text) and not says_nothing(path) else []
