"""``select version()``: which PostgreSQL runs; also what ``postgres --version`` and the greeting of psql say.

Sample::

    >>> from facts.readers import show
    >>> show(''' PostgreSQL 9.6.24 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 4.8.5, 64-bit
    ... ''')
    postgres-version lines 1-1 read
      postgres-server: version=9.6.24 version-code=9006024 (1-1)

    >>> show('''psql (12.3, server 9.6.24)
    ... ''')
    postgres-version lines 1-1 read
      postgres-server: version=9.6.24 version-code=9006024 (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row

_VERSION = r"(?P<{}>\d{{1,2}}(?:\.\d{{1,2}}){{0,2}}(?:(?:beta|rc|devel)\d*+)?)"
_SERVER = lazy(rf"\s*+(?:[|]\s*+)?PostgreSQL {_VERSION.format('version')}(?: \([^)]*\))? on [\w-]\S*, compiled by ")
_BINARY = lazy(
    rf"\s*(?P<program>postgres|psql|pg_ctl|pg_config|PostgreSQL) ?(?:\((?:PostgreSQL"
    rf"|EnterpriseDB)\))? {_VERSION.format('version')}(?: \([^)]*\))?\s*$"
)
_GREETING = lazy(
    rf"\s*psql \({_VERSION.format('version')}[^(,)]*+(?:\([^)]*+\))?"
    rf"(?:, server {_VERSION.format('server')}[^()]*+(?:\([^)]*+\))?)?\)\s*$"
)
_HEAD = lazy(r"\s*(?:server_)?version(?:_num)?\s*$")
_NUMBER = lazy(rf"\s*{_VERSION.format('version')}(?: \([^)]*\))?\s*$|\s*(?P<code>\d{{5,6}})\s*$")
_RULE = lazy(r"\s*-{3,}\s*$")
_FOOT = lazy(r"\s*\(1 (?:row|Zeile)\)\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _HEAD.match(lines[start]):
        if start + 2 >= len(lines) or not _RULE.match(lines[start + 1]):
            return None
        if not _SERVER.match(lines[start + 2]) and (
            "server_" not in lines[start] or not _NUMBER.match(lines[start + 2])
        ):
            return None
        return start, start + 3 + (start + 3 < len(lines) and _FOOT.match(lines[start + 3]) is not None)
    line = lines[start]
    return (start, start + 1) if _SERVER.match(line) or _BINARY.match(line) or _GREETING.match(line) else None


def _read(output: Output) -> Reading:
    for index, line in enumerate(output.lines):
        if (number := _NUMBER.match(line)) and "server_" in output.lines[0]:
            return _reading(output, index, number["code"] or number["version"])
        match = _SERVER.match(line) or _GREETING.match(line) or _BINARY.match(line)
        if match is None:
            continue
        named = match.groupdict()
        # psql names its own version; the server's is most often the same.
        client = named.get("program") in ("psql", "pg_config", "pg_ctl") or (
            _GREETING.match(line) is not None and not named.get("server")
        )
        return _reading(output, index, named.get("server") or match["version"], client)
    return Reading()


def _reading(output: Output, index: int, text: str, client: bool = False) -> Reading:
    from facts.postgres import version_of  # many a text names the program, and few its version

    version = version_of(text)
    if version is None:
        return Reading(refusals=[Refusal(output.span(index), f"`{text}` is no version")])
    values: dict[str, str | int] = {"version": version[0], "version-code": version[1]}
    return Reading([Row("postgres-server", values, output.span(index), inferred=client)], used=[output.span(index)])


HINTS = ("PostgreSQL", "psql (", "server_version")
READERS = (
    Reader(
        "postgres-version",
        lazy(
            r"\s*+(?:[|]\s*+)?PostgreSQL \d|\s*(?:postgres|psql|pg_ctl|pg_config) \(|\s*(?:server_)?version(?:_num)?\s*$"
        ),
        _extent,
        _read,
        of_no_use=(("heading", _HEAD), ("foot", _FOOT)),
    ),
)
