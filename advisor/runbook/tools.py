"""Which programs the commands of a runbook run, so that nobody finds out at night that one is not installed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

_BUILT_IN = frozenset(
    "fi for done in case esac cd echo [ [[ test read export set unset exit true false : wait printf return time".split()
)
_EVERYWHERE = frozenset(
    "awk basename cat chmod cp cut date dirname expr find grep egrep head kill ls mkdir mv printf ps rm sed sh sleep sort tail tee"
    " touch tr uniq vi wc".split()
)
"""Every Unix has these, so that no page lists them."""
_SEPARATOR = re.compile(r"\|\||&&|[|;&\n(){}]|\$\(|`")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=\S*")
_PREFIX = frozenset(
    ("sudo", "env", "nohup", "nice", "exec", "command", "!", "do", "then", "else", "if", "elif", "while", "until")
)
_PROGRAM = re.compile(r"[A-Za-z_][\w.+-]*\Z")
_HERE = re.compile(r"(<<-?\s*['\"]?(\w+)['\"]?[^\n]*)\n.*?(?:\n\s*\2\b|\Z)", re.DOTALL)
_REST_OF_PATH = re.compile(r"(?<=\))/\S*")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")


class _Commands(Protocol):
    @property
    def command(self) -> str: ...
    @property
    def verify_command(self) -> str: ...
    @property
    def undo(self) -> str: ...


def tools_of(steps: Iterable[_Commands]) -> tuple[str, ...]:
    """The programs of all commands, checks and undos that not every Unix has, in order of the alphabet."""
    texts = [text for step in steps for text in (step.command, step.verify_command, step.undo)]
    return tuple(sorted({program for text in texts for program in programs(text)} - _EVERYWHERE))


def programs(text: str) -> list[str]:
    """The programs of one text.

    >>> programs("vxtunefs -p /u01 | grep 'a|b'\\nLC_ALL=C sudo /sbin/sysctl -a  # look; here")
    ['vxtunefs', 'grep', 'sysctl']
    >>> programs("sqlplus / as sysdba <<'END'\\nshow parameter sga\\nEND\\nls /lib/$(uname -r)/build; /etc/init.d/vboxdrv setup")
    ['sqlplus', 'ls', 'uname', 'vboxdrv']
    """
    found = []
    for line in _HERE.sub(r"\1", text).split("\n"):
        bare = re.sub(r"(?:^|\s)#.*", "", _QUOTED.sub("''", _REST_OF_PATH.sub("", line)))
        for part in _SEPARATOR.split(bare):
            words = [w for w in part.split() if not _ASSIGNMENT.fullmatch(w)]
            while words and words[0] in _PREFIX:
                words = words[1:]
            name = words[0].rpartition("/")[2] if words else ""
            if _PROGRAM.match(name) and name not in _BUILT_IN:
                found.append(name)
    return list(dict.fromkeys(found))
