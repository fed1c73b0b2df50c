'''``SHOW VARIABLES``, ``SHOW STATUS``, ``my.cnf``: a MySQL or MariaDB server's settings and what InnoDB counts.

Known forms: the client's table with ``|``, rows below each other (``\\G``), the tab-separated lines of ``mysql -B`` and of
a redirected client, ``mysqladmin variables`` and ``extended-status``, ``mysqld --print-defaults`` like ``my.cnf`` itself.
``SELECT @@name`` may stand below each other too, sizes divided by 1024 any times, and ``status`` of the client tells the
server's version. Sizes in my.cnf may carry K, M or G; a flush method that only stands behind a ``#`` there is not set.
What stands in my.cnf counts from the next start on, so it holds only where nothing
shows what is in force. Anything but a known variable is passed over.

Samples::

    >>> from facts.readers import show
    >>> show("""mysql> SHOW VARIABLES LIKE 'innodb_flush%';
    ... +--------------------------------+-------+
    ... | Variable_name                  | Value |
    ... +--------------------------------+-------+
    ... | innodb_flush_log_at_trx_commit | 1     |
    ... | innodb_flush_method            |       |
    ... +--------------------------------+-------+
    ... 2 rows in set (0.00 sec)
    ... """)
    mysql-variables lines 2-8 read
      mysql-server: flush-log-at-commit=1 flush-method=unset (5-6)

    >>> show("""[mysqld]
    ... innodb_buffer_pool_size = 48G
    ... innodb-flush-method=O_DIRECT
    ... """)
    mysql-conf lines 1-3 read
      mysql-server: buffer-pool-bytes=51539607552 flush-method=o-direct (2-3)

    >>> show("""Innodb_buffer_pool_pages_free\\t1024
    ... Innodb_data_pending_fsyncs\\t3
    ... """)
    mysql-variables lines 1-2 read
      mysql-status: buffer-pool-free-pages=1024 pending-data-fsyncs=3 (1-2)

    >>> show("""+-----------+-----------------------+-------------------------------------+
    ... | version() | @@innodb_flush_method | round(@@innodb_buffer_pool_size/1024/1024/1024) |
    ... +-----------+-----------------------+-------------------------------------+
    ... | 5.7.40    | fsync                 |                                  24 |
    ... +-----------+-----------------------+-------------------------------------+
    ... """)
    mysql-variables lines 1-5 read
      mysql-server: buffer-pool-bytes=25769803776 flavour=mysql flush-method=fsync version=5.7.40 version-code=5007040 (4-4)

    >>> show("""*************************** 1. row ***************************
    ...             version(): 10.5.21-MariaDB-log
    ... @@innodb_flush_method: fsync
    ... """)
    mysql-variables lines 1-3 read
      mysql-server: flavour=mariadb flush-method=fsync version=10.5.21-MariaDB-log version-code=10005021 (2-3)
'''

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import integer, number, size, version_code

_NAME = r"[A-Za-z][A-Za-z0-9_]{2,80}"
_TABLE = lazy(rf"\s*\|\s*(?P<name>@@[\w.]+|{_NAME})\s*\|\s?(?P<value>(?:.*[^\s|])?)\s*(?:\|\s*)?$")
_RULE = lazy(r"\s*\+-[-+]+-?\+\s*$")
# a terminal may have made blanks of the tab
_TABBED = lazy(rf"(?=\w+\t|(?i:innodb_)\w+ +\S+\s*$)(?P<name>{_NAME})(?:\t| +)(?P<value>(?:.*\S)?)\s*$")
# beside a variable of InnoDB: any other name of a variable or counter
_BLANKED = lazy(
    r"(?P<name>[A-Za-z][A-Za-z0-9]*_\w{1,80}|[A-Za-z]\w{2,80}(?=(?: +\S+)?\s*$))(?: +(?P<value>\S(?:.*\S)?))?\s*$"
)
_PAIR_NAME = lazy(rf"\s*Variable_name: (?P<name>{_NAME})\s*$")
_PAIR_VALUE = lazy(r"\s*(?:VARIABLE_VALUE|Value): ?(?P<value>(?:.*\S)?)\s*$")
_PAIR_SELECTED = lazy(
    r"\s*@@(?:\w+\.)?(?P<name>\w{3,80}): ?(?P<value>(?:.*\S)?)\s*$|\s*(?P<call>version)\(\): (?P<version>\S+)\s*$"
)
_SERVER_VERSION = lazy(r"\s*Server version:\s+(?P<version>\d+\.\d\S*+)(?P<rest>.*)$")
_STARS = lazy(r"\s*\*{10,} \d+\. row \*{10,}\s*$")
_FOOT = lazy(r"\s*(?:\d+ rows? in set|Empty set|Variable_name\s+Value)\b.*$")
_CONF = lazy(r"\s*(?:--)?(?:loose[-_])?(?P<name>[A-Za-z][\w-]{2,80})\s*+(?:=\s*+(?P<value>(?:.*\S)?))?\s*$")
_SECTION = lazy(r"\s*\[(?P<name>[\w.-]+)\]\s*$")
_SERVER = frozenset(("mysqld", "server", "mysqld_safe", "mariadb", "mariadbd", "mysqld_multi", "galera"))

Setter = Callable[[str], "Value | bool | None"]


def _switch(text: str) -> bool | None:
    known = {"on": True, "1": True, "yes": True, "true": True, "off": False, "0": False, "no": False, "false": False,
             "detect_and_recover": True, "detect_only": True}  # fmt: skip
    return known.get(text.lower())


_METHODS = {
    "fsync": "fsync", "fdatasync": "fsync", "0": "fsync", "o_dsync": "o-dsync", "1": "o-dsync",
    "littlesync": "littlesync", "2": "littlesync", "nosync": "nosync", "3": "nosync", "o_direct": "o-direct",
    "4": "o-direct", "o_direct_no_fsync": "o-direct-no-fsync", "5": "o-direct-no-fsync", "all_o_direct": "o-direct",
    "": "unset", "null": "unset",
}  # fmt: skip


def _method(text: str) -> str:
    return _METHODS.get(text.strip("'\"").lower(), "other")


_VARIABLES: dict[str, tuple[str, Setter]] = {
    "innodb_flush_method": ("flush-method", _method),
    "innodb_data_file_buffering": ("data-file-buffering", _switch),
    "innodb_buffer_pool_size": ("buffer-pool-bytes", size),
    "innodb_page_size": ("page-bytes", size),
    "innodb_doublewrite": ("double-write", _switch),
    "innodb_flush_log_at_trx_commit": ("flush-log-at-commit", integer),
    "datadir": ("data-directory", lambda text: text.rstrip("/") or None),
    "version": ("version", lambda text: text or None),
}
_STATUS: dict[str, str] = {
    "innodb_buffer_pool_pages_total": "buffer-pool-pages",
    "innodb_buffer_pool_pages_free": "buffer-pool-free-pages",
    "innodb_buffer_pool_pages_dirty": "buffer-pool-dirty-pages",
    "innodb_data_pending_fsyncs": "pending-data-fsyncs",
    "innodb_os_log_pending_fsyncs": "pending-log-fsyncs",
    "innodb_buffer_pool_wait_free": "waits-for-free-page",
    "uptime": "uptime-seconds",
}
_KNOWN = frozenset((*_VARIABLES, *_STATUS, "version_comment"))
_STARTS = lazy(
    r"\s*(?:\+-{5}[-+]*+(?<=\+)\s*$|\|\s*(?:Variable_name|VARIABLE_NAME)\s*\||\*{10,} 1\. row"
    r"|Server version:\s+\d|\|\s*(?:@@)?(?:innodb_|Innodb_|INNODB_|datadir|version|have_innodb)|(?:Variable_name|VARIABLE_NAME)\t"
    r"|(?:[Ii]nnodb_|INNODB_|version\t|datadir\t|Uptime\t|have_|auto_increment|Aborted_|activate_all)\S*\t"
    r"|[Ii]nnodb_\w+ +\S+\s*$)"
)


def _is_blanked(lines: Sequence[str]) -> bool:
    """Whether a terminal has made blanks of all tabs between names and values."""
    return any(map(_TABBED.match, lines)) and not any("\t" in line or "|" in line[:3] for line in lines)


def _pairs(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Line, name and value of every variable of an output, whatever its form."""
    pending: tuple[int, str] | None = None
    blanked = _is_blanked(lines)
    for index, line in enumerate(lines):
        if match := _TABLE.match(line) or _TABBED.match(line) or (_BLANKED.match(line) if blanked else None):
            yield index, match["name"].rpartition(".")[2].lstrip("@"), match["value"] or ""
        elif match := _PAIR_NAME.match(line):
            pending = index, match["name"]
        elif pending is not None and (match := _PAIR_VALUE.match(line)):
            yield pending[0], pending[1], match["value"]
            pending = None
        elif match := _PAIR_SELECTED.match(line):
            yield index, match["name"] or match["call"], match["value"] or match["version"] or ""
        elif match := _SERVER_VERSION.match(line):
            mark = "-MariaDB" if "mariadb" in match["rest"].lower() else ""
            yield index, "version", match["version"] + mark


_IN_HEAD = lazy(
    r"[(\s]*(?:(?i:round|format|floor|ceil(?:ing)?|truncate)\s*\([(\s]*)?@@(?:(?i:global|session)\.)?(?P<name>\w{3,80})"
)
_CELL = r"\s*(?!\s)[^|]{1,120}"
# one of the headings is a variable; others may be expressions or names that somebody gave
_SELECTED = lazy(rf"(?=[^@]{{0,400}}@@\w)\s*\|(?:{_CELL}\|){{1,20}}\s*$")
_UNITS = {"kb": 1, "kib": 1, "mb": 2, "mib": 2, "gb": 3, "gib": 3}
_NAMED_IN_UNITS = lazy(
    r"(?:innodb_)?(?:buffer_)?pool(?:_size)?(?:_in)?_(?P<unit>[kmg]i?b)\s*$|(?:innodb_)?buffer_pool_size\s*$"
)


def _selected(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Variables that were selected: their names stand in the heading of a table, side by side."""
    for index, line in enumerate(lines):
        if _SELECTED.match(line):
            heads = [cell.strip() for cell in line.strip().strip("|").split("|")]
            below = next((n for n in range(index + 1, min(index + 3, len(lines))) if not _RULE.match(lines[n])), index)
            cells = lines[below].strip().strip("|").split("|")
            if below > index and len(cells) == len(heads):
                for head, cell in zip(heads, cells, strict=True):
                    name, times = _meant(head)
                    yield below, name, _multiplied(cell.strip(), times)


def _meant(head: str) -> tuple[str, int]:
    """The variable that a heading means, and how many times it was divided by 1024."""
    if (match := _IN_HEAD.match(head)) is not None:
        return match["name"], head.count("1024")
    if (match := _NAMED_IN_UNITS.match(head.lower())) is not None:
        return "innodb_buffer_pool_size", _UNITS[match["unit"]] if match["unit"] else 0
    return ("version" if head.lower() == "version()" else head), 0


def _multiplied(text: str, times: int) -> str:
    """A size that was divided by 1024 when it was selected, in bytes again."""
    value = number(text) if times else None
    return text if value is None else f"{value * 1024**times:.0f}"


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    forms = (_TABLE, _RULE, _TABBED, _PAIR_NAME, _PAIR_VALUE, _PAIR_SELECTED, _SERVER_VERSION, _STARS, _FOOT, _SELECTED)
    begin = start
    if _is_blanked(lines[start : start + 1]):
        while begin > 0 and _BLANKED.match(lines[begin - 1]):
            begin -= 1
        start, end = begin, run(lines, start, _TABBED, _BLANKED)
    else:
        end = run(lines, start, *forms, lazy(r"\s*\|"), blanks=2)
    names = [name.lower() for _, name, _ in (*_pairs(lines[start:end]), *_selected(lines[start:end]))]
    return (start, end) if any(name in _KNOWN for name in names) else None


class _Found:
    """What one output sets, with its lines; what is set later holds."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.rows: dict[str, tuple[dict[str, Value | bool], list[int]]] = {"server": ({}, []), "status": ({}, [])}
        self.reading = Reading()

    def set(self, name: str, text: str, index: int) -> None:
        name = name.lower().replace("-", "_")
        if name in _VARIABLES:
            slot, setter = _VARIABLES[name]
            self._put("server", slot, setter(text), index, f"{name}: `{text[:40]}` is not understood")
            if name == "version" and text:
                self._version(text)
        elif name == "version_comment" and "mariadb" in text.lower():
            self._put("server", "flavour", "mariadb", index)
        elif name in _STATUS:
            count = integer(text)
            value = float(count) if name == "uptime" and count is not None else count
            self._put("status", _STATUS[name], value, index, f"{name}: `{text[:40]}` is no number")

    def _put(self, row: str, slot: str, value: Value | bool | None, index: int, reason: str = "") -> None:
        if value is None:
            self.reading.refusals.append(Refusal(self.output.span(index), reason))
            return
        values, where = self.rows[row]
        values[slot] = value
        where.append(index)
        self.reading.used.append(self.output.span(index))

    def _version(self, text: str) -> None:
        server, _ = self.rows["server"]
        if (code := version_code(text.removeprefix("5.5.5-"))) is not None:
            server["version-code"] = code
        server["flavour"] = "mariadb" if "mariadb" in text.lower() else "mysql"

    def close(self, inferred: bool = False) -> Reading:
        for row, (values, at) in self.rows.items():
            if values:
                span = self.output.span(min(at), max(at))
                self.reading.rows.append(Row(f"mysql-{row}", values, span, inferred=inferred))
        return self.reading


def _read(output: Output) -> Reading:
    found = _Found(output)
    for index, name, value in (*_pairs(output.lines), *_selected(output.lines)):
        if not value.startswith("@@"):
            found.set(name, value, index)
    if _is_blanked(output.lines):
        for index, _ in output.matches(_BLANKED):
            found.reading.pass_over("another variable", output.span(index))
    return found.close()


def _conf_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    match = _SECTION.match(lines[start])
    if match is None or match["name"].partition("-")[0].lower() not in (*_SERVER, "client", "mysql", "mysqldump"):
        return None
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if prompt_of(line) is not None and not line.lstrip().startswith("#"):
            break
        if line.strip() and not line.lstrip().startswith(("#", ";", "!include")):
            if not (_SECTION.match(line) or _CONF.match(line)):
                break
            end = index + 1
        index += 1
    return (start, end) if end > start + 1 else None


_NO_METHOD = lazy(r"\s*#\s*innodb[-_]flush[-_]method\s*=")
_INNODB = lazy(r"\s*(?:loose[-_])?innodb[-_]\w[\w-]{2,70}\s*=\s*\S")


def _part_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Lines of the file without its section: settings that only InnoDB has, and those among them."""
    end = start
    for index in range(start, len(lines)):
        if _INNODB.match(lines[index]) or (index > start and _NO_METHOD.match(lines[index])):
            end = index + 1
        elif prompt_of(lines[index]) is not None or not (_CONF.match(lines[index]) and "=" in lines[index]):
            break
    return (start, end) if end > start else None


def _read_part(output: Output) -> Reading:
    return _read_conf(output, True)


def _read_conf(output: Output, inside: bool = False) -> Reading:
    found = _Found(output)
    commented: int | None = None
    for index, line in enumerate(output.lines):
        if inside and _NO_METHOD.match(line):
            commented = index
        elif section := _SECTION.match(line):
            inside = section["name"].partition("-")[0].lower() in _SERVER
        elif inside and not line.lstrip().startswith(("#", ";")) and (match := _CONF.match(line)):
            value = (match["value"] or "").partition(" #")[0].strip().strip("'\"")
            name = match["name"].lower().replace("-", "_")
            if name in _VARIABLES and name not in ("version",) and value:
                found.set(name, value, index)
    if commented is not None and "flush-method" not in found.rows["server"][0]:
        found.set("innodb_flush_method", "", commented)
    return found.close(inferred=True)


HINTS = (
    "ariable_name", "VARIABLE_NAME", "nnodb_", "INNODB_", "\t", "[mysqld", "[mariadb", "[server]", "[client",
    "[mysql",
)  # fmt: skip
BEFORE = ("mysql_server",)
READERS = (
    Reader(
        "mysql-variables",
        _STARTS,
        _extent,
        _read,
        of_no_use=(
            ("another variable", _TABLE),
            ("another variable", _TABBED),
            ("another variable", _PAIR_NAME),
            ("its value", _PAIR_VALUE),
            ("another variable", _PAIR_SELECTED),
            ("row", _STARS),
            ("foot", _FOOT),
            ("heading", _SELECTED),
        ),
    ),
    Reader(
        "mysql-conf",
        lazy(r"\s*\[[\w.-]+\]\s*$"),
        _conf_extent,
        _read_conf,
        of_no_use=(("section", _SECTION), ("comment", lazy(r"\s*(?:[#;]|!include)")), ("another setting", _CONF)),
    ),
    Reader(
        "mysql-conf", _INNODB, _part_extent, _read_part, of_no_use=(("comment", _NO_METHOD), ("another setting", _CONF))
    ),
)
