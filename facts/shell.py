"""Command lines as words: split like a shell would, never executed."""

from __future__ import annotations

import shlex

from facts.patterns import lazy

_SETTING = lazy(r"[A-Za-z_]\w*=")
_MAX_LENGTH = 4096
_MAX_COMMANDS = 50
_SEPARATORS = frozenset((";", "&&", "||", "|", "&", "(", ")", "{", "}", "do", "then", "!"))
_PREFIXES = frozenset(
    ("sudo", "nohup", "time", "nice", "ionice", "exec", "pfexec", "doas", "/usr/bin/time", "timex", "ptime")
)


def simple_commands(line: str) -> list[list[str]]:
    """The simple commands on one line, each as its words, also those inside ``sh -c "..."``.

    >>> simple_commands("sync; time sh -c 'dd if=/dev/zero of=/data/f bs=8k && sync'")
    [['sync'], ['dd', 'if=/dev/zero', 'of=/data/f', 'bs=8k'], ['sync']]
    """
    return _split(line, 0)


def _split(line: str, depth: int) -> list[list[str]]:
    if len(line) > _MAX_LENGTH or depth > 2:
        return []
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|()<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
    except ValueError:
        return []
    commands: list[list[str]] = [[]]
    for word in words:
        if word in _SEPARATORS:
            commands.append([])
        else:
            commands[-1].append(word)
    found: list[list[str]] = []
    for command in commands[:_MAX_COMMANDS]:
        plain = _without_prefix(command)
        if not plain:
            continue
        if plain[0].rpartition("/")[2] in ("sh", "bash", "ksh", "su", "ssh") and plain[-1].count(" "):
            found.extend(_split(plain[-1], depth + 1))
        else:
            found.append(plain)
    return found


def _without_prefix(words: list[str]) -> list[str]:
    index = 0
    while index < len(words):
        word = words[index]
        if word in _PREFIXES or _SETTING.match(word):
            index += 1
            # the options of sudo, nice, ionice: `-n 10` takes a number with it
            while index < len(words) and words[index].startswith("-"):
                index += 2 if index + 1 < len(words) and words[index + 1].isdecimal() else 1
        else:
            break
    return words[index:]
