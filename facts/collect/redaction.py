r"""Takes secrets out of what is captured, before it is written: passwords, keys, tokens, in settings and command lines.

The expressions are POSIX basic ones, so that the script's ``sed`` applies the same; ``\(`` and ``\)`` are their only operators
beside ``*``, ``.`` and sets. It is by names, so what a tool prints without a name stays: a bundle is to be looked through before
it is handed on.

>>> print(redact(b"PGPASSWORD=geheim psql 'postgresql://app:s3cret@db1/x'").decode())
PGPASSWORD=******** psql 'postgresql://app:********@db1/x'
>>> print(redact(b"node.session.auth.password_in = abc def\ntoken: 10000\nauthkey: 9f8e7d").decode())
node.session.auth.password_in = ********
token: 10000
authkey: ********
"""

from __future__ import annotations

import re
from functools import cache

STARS = "********"

_NAMES = (
    "password", "passwd", "passphrase", "pgpassword", "secret", "apikey", "api_key", "api-key", "access_key", "access-key",
    "private_key", "private-key", "auth_pass", "auth-pass", "authkey", "auth_key", "bindpw", "credential", "requirepass",
    "masterauth", "pwd", "psk",
)  # fmt: skip
"""Whatever is set under a name that holds one of these is taken out."""

_WORDY = ("token", "community")
"""These too, where the value has a letter: a cluster's token is a number of milliseconds."""

_PART = r"[A-Za-z0-9_.-]*"
_END = r"[^ 	\"',;&<>]"


def _anycase(word: str) -> str:
    return "".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else re.escape(c) if c == "." else c for c in word)


def _of_name(name: str) -> list[tuple[str, str]]:
    key = f"{_anycase(name)}{_PART}"
    return [
        # a setting that fills its line: the value may hold blanks
        (rf"^\([ 	]*{_PART}{key}[ 	][ 	]*=[ 	]*\)[^ 	].*$", rf"\1{STARS}"),
        (rf"\({key}[\"']*[ 	]*[=:][ 	]*\)\"[^\"]*\"", rf'\1"{STARS}"'),
        (rf"\({key}[\"']*[ 	]*[=:][ 	]*\)'[^']*'", rf"\1'{STARS}'"),
        (rf"\({key}[\"']*[=:][ 	]*\){_END}{_END}*", rf"\1{STARS}"),
        # an option of a command
        (rf"\(--*{_PART}{key}[ 	][ 	]*\){_END}{_END}*", rf"\1{STARS}"),
    ]


def _of_wordy(name: str) -> list[tuple[str, str]]:
    key = f"{_anycase(name)}{_PART}"
    value = rf"[0-9]*[A-Za-z]{_END}*"
    return [
        (rf"\({key}[\"']*[ 	]*[=:][ 	]*[\"']*\){value}", rf"\1{STARS}"),
        (rf"\(--*{_PART}{key}[ 	][ 	]*\){value}", rf"\1{STARS}"),
    ]


@cache
def expressions() -> tuple[tuple[str, str], ...]:
    """Each expression with what it is replaced by, in order."""
    found = [pair for name in _NAMES for pair in _of_name(name)]
    found += [pair for name in _WORDY for pair in _of_wordy(name)]
    found += [
        # scheme://user:password@host
        (r"\(:\/\/[^:@\/ 	]*:\)[^@\/ 	][^@ 	]*@", rf"\1{STARS}@"),
        # iSCSI targets: IncomingUser NAME SECRET
        (rf"\({_anycase('incominguser')}[ 	][ 	]*[^ 	]*[ 	][ 	]*\)[^ 	].*", rf"\1{STARS}"),
        (rf"\({_anycase('outgoinguser')}[ 	][ 	]*[^ 	]*[ 	][ 	]*\)[^ 	].*", rf"\1{STARS}"),
        (rf"\({_anycase('identified')} {_anycase('by')} \)[^ 	;][^ 	;]*", rf"\1{STARS}"),
        (rf"\({_anycase('bearer')} \){_END}{_END}*", rf"\1{STARS}"),
        (rf"\({_anycase('basic')} \)[A-Za-z0-9+\/]*=[=]*", rf"\1{STARS}"),
        # multipath, pacemaker: <nvpair name="passwd" value="...">
        (rf"\({_anycase('pass')}{_PART}\" *value=\"\)[^\"]*", rf"\1{STARS}"),
        # mysql -pSECRET, sqlplus NAME/SECRET@DB
        (r"\(mysql.* -p\)[^ 	][^ 	]*", rf"\1{STARS}"),
        (r"\(sqlplus.* [A-Za-z][A-Za-z0-9_$#]*\/\)[^ @	][^ @	]*", rf"\1{STARS}"),
        (r"\(rman.* [A-Za-z][A-Za-z0-9_$#]*\/\)[^ @	][^ @	]*", rf"\1{STARS}"),
    ]
    return tuple(found)


KEY_BEGINS, KEY_ENDS = r"-----BEGIN [A-Z ]*PRIVATE KEY-----", r"-----END [A-Z ]*PRIVATE KEY-----"


def sed() -> str:
    """The same as commands of ``sed``."""
    lines = [f"/{KEY_BEGINS}/,/{KEY_ENDS}/s/.*/{STARS}/"]
    lines += [f"s/{pattern}/{replacement}/g" for pattern, replacement in expressions()]
    return "\n".join(lines) + "\n"


@cache
def _compiled() -> tuple[tuple[re.Pattern[bytes], bytes], ...]:
    found = []
    for pattern, replacement in expressions():
        source = pattern.replace(r"\(", "\0").replace(r"\)", "\1").replace("(", r"\(").replace(")", r"\)")
        source = (
            source.replace("\0", "(").replace("\1", ")").replace("+", r"\+").replace(r"[A-Za-z0-9\+", "[A-Za-z0-9+")
        )
        found.append((re.compile(source.encode(), re.MULTILINE), replacement.encode()))
    return tuple(found)


def redact(data: bytes) -> bytes:
    """The text without secrets; the lines stay as many as they were."""
    if b"PRIVATE KEY-----" in data:
        whole = re.compile(f"{KEY_BEGINS}.*?(?:{KEY_ENDS}|\\Z)".encode(), re.DOTALL)
        data = whole.sub(lambda match: b"\n".join([STARS.encode()] * (match[0].count(b"\n") + 1)), data)
    if not _MAY_HOLD.search(data):
        return data
    lines = data.split(b"\n")
    return b"\n".join(_redact_line(line) if _MAY_HOLD.search(line) else line for line in lines)


_MAY_HOLD = re.compile(
    b"(?i)" + b"|".join([*(name.encode() for name in (*_NAMES, *_WORDY)), b"://", b"user ", b"user\t", b"identified", b"bearer",
                        b"basic ", b"pass", b"mysql", b"sqlplus", b"rman"])
)  # fmt: skip


def _redact_line(line: bytes) -> bytes:
    for pattern, replacement in _compiled():
        line = pattern.sub(replacement, line)
    return line
