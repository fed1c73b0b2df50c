r"""Takes secrets out of what is captured, before it is written: passwords, keys, tokens, in settings, logs and command lines.

`facts.collect.expressions` holds how they are told; this module applies it, and writes it as commands of ``sed``. What goes
past one line is here in both forms: blocks of keys, values on the line behind their names, and lists of processes, of whose
arguments only what diagnosis needs is kept (`facts.collect.arguments`). It is by names and forms, so a secret that has
neither stays: a bundle is to be looked through before it is handed on.

Time is in proportion to the length of a line, and a line is cut after `LONGEST` bytes.

>>> print(redact(b"PGPASSWORD=geheim psql 'postgresql://app:s3cret@db1/x'").decode())
PGPASSWORD=******** psql 'postgresql://app:********@db1/x'
>>> print(redact(b"node.session.auth.password_in = abc def\ntoken: 10000\nauthkey: 9f8e7d").decode())
node.session.auth.password_in = ********
token: 10000
authkey: ********
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from facts.collect import arguments
from facts.collect.basic import anycase, literal_of, python_of
from facts.collect.expressions import (
    CHOOSE,
    COMMANDS,
    HIDE,
    NAMES,
    NEXT_IS_TEXT,
    NEXT_IS_VALUE,
    NEXT_IS_WORD,
    OF_OPTIONS,
    OF_ORACLE,
    OF_URLS,
    OPTIONS,
    ORACLE,
    STARS,
    TOKENS,
    URLS,
    VALUES,
    Change,
)

_PIECE, _PIECES = 128, 256
LONGEST = _PIECE * _PIECES
"""Bytes of a line that are kept. No tool's line is as long, and readers take 8,192 characters of one."""
_MOST_KEY_LINES = 254
"""A key's block is over after so many lines: a line of a log that only looks like its beginning hides no more."""
_KEY = r"[A-Z0-9 ]\{0,40\}PRIVATE KEY"
KEY_BEGINS, KEY_ENDS = f"BEGIN {_KEY}", f"END {_KEY}"


def _substitution(change: Change) -> str:
    return f"s~{change.pattern}~{change.by}~{'' if change.once else 'g'}"


def _commands(changes: Iterable[Change]) -> str:
    """Changes as commands, under one address where they share a gate."""
    lines: list[str] = []
    for (gate, unless), group in groupby(changes, key=lambda c: (c.gate, c.unless)):
        block = [_substitution(change) for change in group]
        address = rf"\~{gate or unless}~" + "!" * bool(unless) if gate or unless else ""
        if address and len(block) > 1:
            block = [f"{address}{{", *block, "}"]
        elif address:
            block = [address + block[0]]
        lines += block
    return "\n".join(lines)


def sed(quick: bool = True) -> str:
    """The same as commands of ``sed``.

    Args:
        quick: with the one command that needs alternatives; see `sed_parts`.
    """
    before, passing, after = sed_parts()
    return before + passing * quick + after


def sed_parts() -> tuple[str, str, str]:
    """The commands of ``sed`` before and after the one that lets most lines pass by at once, and that one between.

    It needs ``\\|``, which POSIX leaves open; without it the others come to the same, in more time.

    The hold space tells what goes past a line: ``K`` in the block of a key, with a ``k`` for each of its lines, ``V`` and ``Y``
    where the next line begins with a value, and a letter for each form of a list of processes.
    """
    lists = "\n".join(f"/{form.letter}/{{\nx\n{_commands(form.columns())}\nx\n}}" for form in arguments.FORMS)
    urls = "\n".join(rf"\~{one}~b u" for one in OF_URLS)
    heads = "\n".join(f"/{form.header}/{{\nx\ns/$/{form.letter}/\nx\n}}" for form in arguments.FORMS)
    text = f"""/.\\{{{_PIECE}\\}}/s/.\\{{{_PIECE}\\}}/&\\
/{_PIECES}
s/\\n.*/{STARS}/
x
/[KVY]/{{
/V/{{
s/V//
x
s/^\\([ 	]*\\)"[^"]*"*/\\1{STARS}/
s/^\\([ 	]*\\)'[^']*'*/\\1{STARS}/
s/^\\([ 	]*\\)[^ 	\\-][^ 	]*/\\1{STARS}/
x
}}
/Y/{{
s/Y//
x
s/^\\([ 	]*[Vv]alue *[=:]\\).*/\\1 {STARS}/
x
}}
/K/{{
s/K/Kk/
/k\\{{{_MOST_KEY_LINES}\\}}/s/Kk*//
x
/{KEY_ENDS}/!{{
s/.*/{STARS}/
b
}}
s/^.*{KEY_ENDS}/{STARS}/
x
s/Kk*//
}}
}}
x
s/Private-Lines: [0-9]*/BEGIN PRIVATE KEY/
s/Private-MAC:.*/END PRIVATE KEY/
/{KEY_BEGINS}/{{
s/{KEY_BEGINS}/{STARS}\\
/
s/\\n.*{KEY_ENDS}/\\
\\
{STARS}/
/\\n\\n/!{{
s/\\n.*//
x
s/$/K/
x
}}
/{KEY_BEGINS}/{{
s/{KEY_BEGINS}.*/{STARS}/
x
s/$/K/
x
}}
s/\\n//g
}}
#quick
s/^/ /
s/$/ /
{_commands(TOKENS)}
{urls}
b c
:u
{_commands(URLS)}
:c
{_commands(COMMANDS)}
\\~{OF_ORACLE}~!b o
{_commands(ORACLE)}
:o
\\~{OF_OPTIONS}~!b p
{_commands(OPTIONS)}
:p
/\\n/!b n
{_commands(HIDE)}
:n
{_commands(NAMES)}
/\\n/!b e
{_commands(CHOOSE)}
\\~{NEXT_IS_WORD}~{{
x
s/$/V/
x
}}
\\~{NEXT_IS_TEXT}~{{
x
s/$/V/
x
}}
\\~{NEXT_IS_VALUE}~{{
x
s/$/Y/
x
}}
{_commands(VALUES)}
{_commands(HIDE)}
:e
s/^ //
s/ $//
:q
1{{
{heads}
b
}}
x
/[{"".join(form.letter for form in arguments.FORMS)}]/{{
{lists}
x
{_commands(arguments.WORDS)}
b
}}
x
"""
    before, _, rest = text.partition("#quick\n")
    return before, f"/{_any_literal()}/!b q\n", rest


@dataclass(slots=True)
class _Applied:
    """A change in Python: without `needs` in a line, in lower case, it is not tried."""

    needs: bytes
    also: bytes
    gate: re.Pattern[bytes] | None
    unless: re.Pattern[bytes] | None
    pattern: re.Pattern[bytes]
    by: bytes
    count: int


def compiled(basic: str) -> re.Pattern[bytes]:
    """A basic expression as Python's, for bytes of one line.

    >>> compiled("a*b").search(b"xaab").end()
    4
    """
    return re.compile(python_of(basic).encode(), re.DOTALL)


def _template(by: str) -> bytes:
    found = re.sub(r"\\(.)|&", lambda m: "\\g<0>" if m[0] == "&" else _escaped(m[1]), by, flags=re.DOTALL)
    return found.encode()


def _escaped(char: str) -> str:
    return f"\\g<{char}>" if char.isdigit() else "\\\\" if char == "\\" else char


@cache
def _applied(changes: tuple[Change, ...]) -> tuple[_Applied, ...]:
    return tuple(
        _Applied(
            _needed(c)[0].encode(),
            _needed(c)[1].encode(),
            compiled(c.gate) if c.gate else None,
            compiled(c.unless) if c.unless else None,
            compiled(c.pattern),
            _template(c.by),
            int(c.once),
        )
        for c in changes
    )


def _needed(change: Change) -> tuple[str, str]:
    """Two texts that a line must hold, the longer one first; they may be the same, or "", and a line end is a mark."""
    literal = "\n" if r"\n" in change.pattern else literal_of(change.pattern)
    first, second = sorted((literal_of(change.gate), literal), key=lambda text: -len(text.strip(" ")))
    return first, second


def apply(changes: tuple[Change, ...], line: bytes, chosen: bool = True) -> bytes:
    """A line after some changes, one after the other.

    Args:
        changes: what is done.
        line: a line, with a blank at both ends.
        chosen: leave out what needs a text that the line did not hold at first. Not where changes work on each other's results.
    """
    low = line.lower()
    for one in _applied(changes):
        if chosen and not (
            one.needs in (line if one.needs == b"\n" else low) and one.also in (line if one.also == b"\n" else low)
        ):
            continue
        if one.gate is not None and one.gate.search(line) is None:
            continue
        if one.unless is not None and one.unless.search(line) is not None:
            continue
        line = one.pattern.sub(one.by, line, count=one.count)
    return line


@cache
def _literals() -> tuple[bytes, ...]:
    """What a line holds one of where anything in it may be a secret."""
    found = {one.needs.lstrip(b" ") for one in _applied(TOKENS + URLS + COMMANDS + ORACLE + OPTIONS + NAMES)} - {
        b"\n",
        b"",
    } | {b"private key", b"private-"}
    return tuple(sorted(one for one in found if not any(other != one and other in one for other in found)))


def _any_literal() -> str:
    texts = [re.sub(r"[/.*$]", r"[\g<0>]", anycase(text.decode())) for text in _literals()]
    return r"\|".join([*texts, r"^[ 	]*[A-Za-z0-9/+]\{60\}".replace("/", r"\/")])


# A line of nothing else is a piece of a key.
_LONE = re.compile(rb"^[ \t]*[A-Za-z0-9/+]{60}", re.MULTILINE)


def _suspects(data: bytes) -> set[int]:
    """Where the lines begin in which there may be secrets."""
    low, found = data.lower(), {match.start() for match in _LONE.finditer(data)}
    for text in _literals():
        at = low.find(text)
        while at >= 0:
            found.add(low.rfind(b"\n", 0, at) + 1)
            end = low.find(b"\n", at)
            at = low.find(text, end) if end >= 0 else -1
    return found


@dataclass(slots=True)
class _State:
    """What goes past one line: as in the hold space of `sed`."""

    key_lines: int = 0
    word: bool = False
    value: bool = False


def redact(data: bytes) -> bytes:
    """The text without secrets; the lines stay as many as they were."""
    lines = data.split(b"\n")
    suspects, state, at = _suspects(data), _State(), 0
    form = arguments.form_of(lines[0])
    for number, line in enumerate(lines):
        suspect = at in suspects
        at += len(line) + 1
        if suspect or state.key_lines or state.word or state.value or len(line) > LONGEST:
            lines[number] = _redacted(line, state, suspect)
        if form is not None and number and line:
            lines[number] = apply(arguments.WORDS, apply(form.columns(), lines[number], chosen=False), chosen=False)
    return b"\n".join(lines)


def _redacted(line: bytes, state: _State, suspect: bool) -> bytes:
    if len(line) > LONGEST:
        line = line[:LONGEST] + STARS.encode()
    if state.word:
        state.word, line = False, _without_first_word(line)
    if state.value:
        state.value, line = False, _NAMED_VALUE.sub(rb"\1 " + STARS.encode(), line)
    kept = _outside_keys(line, state)
    if kept is None:
        return STARS.encode()
    return _one_line(kept, state)


_NAMED_VALUE = compiled(r"^\([ 	]*[Vv]alue *[=:]\).*")
_FIRST_WORDS = tuple(
    map(
        compiled,
        (
            r"^\([ 	]*\)\"[^\"]*\"*".replace(r"\"", '"'),
            r"^\([ 	]*\)'[^']*'*",
            r"^\([ 	]*\)[^ 	\-][^ 	]*",
        ),
    )
)


def _without_first_word(line: bytes) -> bytes:
    for pattern in _FIRST_WORDS:
        line = pattern.sub(rb"\1" + STARS.encode(), line)
    return line


_BEGINS, _ENDS, _ALL_TO_END = compiled(KEY_BEGINS), compiled(KEY_ENDS), compiled(f"^.*{KEY_ENDS}")
_PUTTY, _PUTTY_END = compiled("Private-Lines: [0-9]*"), compiled("Private-MAC:.*")


def _outside_keys(line: bytes, state: _State) -> bytes | None:
    """What of a line is in no block of a private key; None where all of it is."""
    if state.key_lines:
        state.key_lines = (state.key_lines + 1) % (_MOST_KEY_LINES + 1)
        if _ENDS.search(line) is None:
            return None
        line, state.key_lines = _ALL_TO_END.sub(STARS.encode(), line), 0
    if b"Private-" in line:
        line = _PUTTY_END.sub(b"END PRIVATE KEY", _PUTTY.sub(b"BEGIN PRIVATE KEY", line, count=1), count=1)
    begun = _BEGINS.search(line)
    if begun is None:
        return line
    before, after = line[: begun.start()] + STARS.encode(), line[begun.end() :]
    if _ENDS.search(after) is None:
        state.key_lines = 1
        return before
    line = before + _ALL_TO_END.sub(STARS.encode(), after)
    if (again := _BEGINS.search(line)) is not None:
        state.key_lines = 1
        line = line[: again.start()] + STARS.encode()
    return line


def _one_line(line: bytes, state: _State) -> bytes:
    line = b" " + line + b" "
    line = apply(TOKENS, line)
    line = apply(URLS, line)
    for changes in (COMMANDS, ORACLE, OPTIONS):
        line = apply(changes, line)
    if b"\n" in line:
        line = apply(HIDE, line, chosen=False)
    line = apply(NAMES, line)
    if b"\n" in line:
        line = apply(CHOOSE, line)
        state.word = any(_compiled(basic).search(line) for basic in (NEXT_IS_WORD, NEXT_IS_TEXT))
        state.value = _compiled(NEXT_IS_VALUE).search(line) is not None
        line = apply(HIDE, apply(VALUES, line), chosen=False)
    return line.removeprefix(b" ").removesuffix(b" ")


_compiled = cache(compiled)
