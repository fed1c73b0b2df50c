"""``init.ora`` and ``show parameter``: the parameters of an Oracle instance.

Read are a parameter file (``NAME=VALUE``, ``*.NAME=VALUE``, ``SID.NAME=VALUE``, also as ``grep`` prints it with the
file before it), SQL*Plus's ``show parameter`` and ``show spparameter`` (NAME, TYPE, VALUE; long names and values
wrap), and a select of NAME and VALUE from ``v$parameter``. A value for one SID outweighs that for ``*``. What
stands behind ``#`` is no setting; a parameter that is not there stays unknown.

Samples::

    >>> from facts.readers import show
    >>> show('''$ cat initsales.ora
    ... sales.__db_cache_size=654311424
    ... *.db_block_size=8192
    ... *.db_name='sales'
    ... #*.memory_target=1500M
    ... *.sga_target=20G
    ... ''')
    oracle-parameters lines 2-6 read
      oracle-instance: buffer-cache-bytes=654311424 db-block-size-bytes=8192 instance=sales \
sga-target-bytes=21474836480 type=rdbms (2-6)

    >>> show('''SQL> show parameter target
    ...
    ... NAME                                 TYPE        VALUE
    ... ------------------------------------ ----------- ------------------------------
    ... memory_max_target                    big integer 0
    ... memory_target                        big integer 0
    ... pga_aggregate_target                 big integer 8G
    ... ''')
    oracle-parameters lines 3-7 read
      oracle-instance: instance= memory-max-target-bytes=0 memory-target-bytes=0 pga-aggregate-target-bytes=8589934592 \
(3-7)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facts.patterns import lazy
from facts.readers._oracle import RELEVANT, Setting, instance_type, parameter_slots, unquoted
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_KNOWN = RELEVANT | frozenset(
    """aq_tm_processes archive_lag_target audit_file_dest audit_trail background_dump_dest cluster_database
    commit_logging compatible control_files core_dump_dest cpu_count cursor_sharing cursor_space_for_time
    db_16k_cache_size db_block_buffers db_block_checking db_block_checksum db_create_file_dest db_domain
    db_file_multiblock_read_count db_files db_flashback_retention_target db_keep_cache_size db_name
    db_recovery_file_dest db_recovery_file_dest_size db_recycle_cache_size db_unique_name db_writer_processes
    db_32k_cache_size db_4k_cache_size db_2k_cache_size db_8k_cache_size diagnostic_dest disk_asynch_io dispatchers
    enable_pluggable_database fal_server fast_start_mttr_target fast_start_io_target inmemory_size instance_name
    instance_number java_pool_size job_queue_processes large_pool_size local_listener lock_sga log_archive_config
    log_archive_dest_1 log_archive_format log_archive_start log_buffer log_checkpoint_interval max_dump_file_size
    nls_language nls_territory open_cursors optimizer_mode parallel_max_servers parallel_threads_per_cpu
    pga_aggregate_limit pre_page_sga query_rewrite_enabled recyclebin remote_listener remote_login_passwordfile
    resource_limit session_cached_cursors sessions sga_min_size shared_pool_reserved_size shared_pool_size
    shared_servers sort_area_size spfile statistics_level streams_pool_size tape_asynch_io thread timed_statistics
    transactions undo_management undo_retention undo_tablespace user_dump_dest utl_file_dir workarea_size_policy
    asm_diskgroups asm_diskstring asm_power_limit db_cache_advice standby_file_management parallel_servers_target
    __db_cache_size __java_pool_size __large_pool_size __oracle_base __pga_aggregate_target __sga_target
    __shared_io_pool_size __shared_pool_size __streams_pool_size __data_transfer_cache_size __inmemory_ext_roarea
    __unified_pga_pool_size _use_single_log_writer hi_shared_memory_address shared_memory_address
    allow_group_access_to_sga unified_audit_sga_queue_size target_pdbs sga_max_size db_lost_write_protect
    dg_broker_start db_big_table_cache_percent_target""".split()
)
# Other programs have settings of these names too.
_COMMON = frozenset(
    "processes sessions thread compatible transactions resource_limit audit_trail spfile local_listener".split()
)

_FILE = lazy(
    r"\s*(?:(?P<file>(?>(?:[\w./+~-]*[/+~-])?)(?>[\w.]*?\.(?:ora|txt|pfile|bak))[\w.]*+):(?:\d+:)?)?(?:(?P<sid>\*|[\w+#$]+)\.)?"
    r"(?P<name>_{0,2}[A-Za-z][\w$]*)\s*=\s*(?P<value>.*)$"
)
_COMMENT = lazy(r"\s*#")
_UNCOMMENTED = lazy(r"(?:'[^']*'|\"[^\"]*\"|[^#])*")
_CONTINUED = lazy(r"\s*[('\",)]")
_INIT = lazy(r"(?:^|/)(?:init|spfile)(?P<sid>[\w+]+)\.ora")
_SHOWS_FILE = lazy(
    r"^\s*(?:sudo )?(?:\S*/)?(?:e?grep|fgrep|cat|more|less|strings|awk|sed|head|tail)\b.*(?:\.ora\b|\w+_\w+)"
)


def _setting(line: str) -> re.Match[str] | None:
    match = _FILE.match(line)
    return match if match and match["name"].lower() in _KNOWN and not _COMMENT.match(line) else None


def _strip_comment(value: str) -> str:
    match = _UNCOMMENTED.match(value)
    return match[0].strip() if match else ""


def _file_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end, names, marked = start, set(), False
    index = start
    while index < len(lines):
        line = lines[index]
        match = _FILE.match(line)
        if (known := _setting(line)) is not None:
            names.add(known["name"].lower())
            marked = marked or known["sid"] == "*" or known["file"] is not None
            end = index + 1
        elif _COMMENT.match(line) and prompt_of(line) is None:
            # a comment between settings is the file's; one behind the last is taken when it hides a setting
            end = index + 1 if _FILE.match(line.lstrip().lstrip("#")) else end
        elif match is not None and (match["sid"] or match["file"] or index - end < 3) and prompt_of(line) is None:
            pass  # a parameter that is not listed here
        elif line.strip() and not (end > start and _CONTINUED.match(line)):
            break
        if index - end > 12:
            break
        index += 1
    return (start, end) if end > start and _is_file(lines, names, marked, command) else None


def _is_file(lines: Sequence[str], names: set[str], marked: bool, command: str) -> bool:
    """Several parameters, or one with a file's marks; a lone ``name=value`` in a text is advice rather than a file."""
    own = names - _COMMON
    if not own:
        return False
    if len(names) > 1 or marked or _SHOWS_FILE.match(command):
        return True
    return sum(1 for line in lines if line.strip() and not _COMMENT.match(line)) == 1


def _file(output: Output) -> Reading:
    for_all: dict[str, Setting] = {}
    by_sid: dict[str, dict[str, Setting]] = {}
    file, reading = "", Reading()
    for index, line in enumerate(output.lines):
        if (match := _setting(line)) is None:
            continue
        file = match["file"] or file
        reading.used.append(output.span(index))
        settings = for_all if match["sid"] in (None, "*") else by_sid.setdefault(match["sid"], {})
        settings[match["name"].lower()] = (_strip_comment(match["value"]), index)
    for sid, own in (by_sid or {"": {}}).items():
        settings = {**for_all, **own}
        if "db_cache_size" not in settings and "__db_cache_size" in settings:
            settings["db_cache_size"] = settings["__db_cache_size"]
        _add(reading, settings, sid or _name(settings, file or output.command), output)
    return reading


def _name(settings: Mapping[str, Setting], place: str) -> str:
    for name in ("instance_name", "db_unique_name", "db_name"):
        if name in settings and (text := unquoted(settings[name][0])):
            return text
    match = _INIT.search(place)
    return match["sid"] if match else ""


def _add(reading: Reading, settings: Mapping[str, Setting], instance: str, output: Output) -> None:
    slots = parameter_slots(settings, output)
    reading.refusals += [refusal for refusal in slots.refusals if refusal not in reading.refusals]
    kind: dict[str, Value] = {"type": "rdbms"} if "db_name" in settings else {}
    values: dict[str, Value] = {**kind, **instance_type(instance), **slots.values}
    if values:
        reading.rows.append(Row("oracle-instance", {"instance": instance, **values}, output.whole, slots.lines))


# show parameter, and select from v$parameter

_TYPES = r"(?:big integer|integer|string|boolean|file|number|real|char)"
_HEADER = lazy(r"\s*(?:(?:INST_ID|SID|NUM)[\s|]+)?NAME[\s|]+(?:TYPE[\s|]+)?(?:DISPLAY_)?VALUE\b", re.IGNORECASE)
_RULE = lazy(r"\s*-{3}[-\s|+]*$")
_TYPED = lazy(
    rf"\s*(?:(?P<sid>\*|[\w+]+)\s+)?(?P<name>(?!big\s)_{{0,2}}[a-z][\w$]*)\s+{_TYPES}(?:\s++(?P<value>\S(?:.*\S)?))?\s*$",
    re.IGNORECASE,
)
# what did not fit a column stands below it, or at the margin for a name
_TAIL = lazy(r"(?:\s{20,}\S.*|\s{0,8}(?:, )?\S{1,60}\s*)$")
_ROWS_SELECTED = lazy(r"\s*\d+ rows? selected\.?\s*$")


def _typed(line: str) -> re.Match[str] | None:
    match = _TYPED.match(line)
    return match if match and not _HEADER.match(line) else None


def _columns(line: str) -> list[str]:
    return [part.strip() for part in (line.split("|") if "|" in line else line.split())]


def _shown_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    header = _HEADER.match(lines[start])
    if not header and not ((match := _typed(lines[start])) and match["name"].lower() in _KNOWN):
        return None
    end = start
    width = len(_columns(lines[start])) if header else 0
    known = wrapped = 0
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if _HEADER.match(line) or _RULE.match(line):
            continue
        typed = _typed(line)
        if typed or (header and "TYPE" not in lines[start].upper() and _selected(line, lines[start])):
            name = typed["name"] if typed else str(_selected(line, lines[start]))
            known, wrapped, end = known + (name.lower() in _KNOWN), 0, index + 1
        elif _ROWS_SELECTED.match(line):
            end = index + 1
        elif (
            width != 2
            and end > start
            and index == end
            and wrapped < 4
            and _TAIL.match(line)
            and prompt_of(line) is None
        ):
            wrapped, end = wrapped + 1, index + 1
        else:
            break
    return (start, end) if known else None


def _selected(line: str, header: str) -> str | None:
    """The name in a line of a select, where its columns are as many as the heading's."""
    names, parts = [c.upper() for c in _columns(header)], _columns(line)
    if len(parts) > len(names) or len(parts) <= names.index("NAME"):
        return None
    name = parts[names.index("NAME")]
    # alone it has no value
    wanted = name in _KNOWN if len(parts) == 1 else re.fullmatch(r"_{0,2}[a-z][\w$]*", name)
    return name if wanted else None


def _shown(output: Output) -> Reading:
    reading = Reading()
    settings: dict[str, Setting] = {}
    header: list[str] = []
    for index, line in enumerate(output.lines):
        if _HEADER.match(line):
            header = [column.upper() for column in _columns(line)]
            if not {"NAME"} < {*header} or not {"VALUE", "DISPLAY_VALUE"} & {*header}:
                header = []  # it only looks like one
        elif match := _typed(line):
            name = match["name"].lower()
            # the first part of a name that was too long for its column is no parameter that is read here
            settings[name] = (match["value"] or "", index)
            reading.used.append(output.span(index))
        elif header and "TYPE" not in header and _selected(line, " ".join(header)):
            reading.used.append(output.span(index))
            parts = _columns(line)
            at = next(i for i, column in enumerate(header) if column in ("VALUE", "DISPLAY_VALUE"))
            if at < len(parts):
                settings[parts[header.index("NAME")].lower()] = (parts[at], index)
    name = next((unquoted(settings[n][0]) for n in ("instance_name", "db_unique_name", "db_name") if n in settings), "")
    _add(reading, settings, name, output)
    return reading


_ANY_VALUE = r"(?:'[^']*'|\"[^\"]*\"|\(.*|[\w./+$*:%@-]+)?"
_OF_NO_USE = (
    ("comment", _COMMENT),
    ("heading", _HEADER),
    ("foot", _ROWS_SELECTED),
    (
        "another parameter",
        lazy(
            rf"\s*(?:\S*\.ora\S*:)?(?:(?:\*|[\w+#$]+)\.)?[A-Za-z_][\w$]*\s*=\s*{_ANY_VALUE}(?:\s*,\s*{_ANY_VALUE})*\s*(?:#.*)?$"
        ),
    ),
    ("rest of a value", _CONTINUED),
    ("rest of a value", _TAIL),
)
_SOME_NAMES = "|".join(sorted(re.escape(name) for name in _KNOWN - _COMMON))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return _shown_extent(lines, start, command) or _file_extent(lines, start, command)


def _read(output: Output) -> Reading:
    first = output.lines[0]
    return _shown(output) if _HEADER.match(first) or (_typed(first) and "=" not in first) else _file(output)


HINTS = (
    "_target", "_size", "_pages", "filesystemio", "db_name", "_TARGET", "_SIZE", "_PAGES", "DB_NAME", "FILESYSTEMIO",
    "VALUE", "value", "undo_", "UNDO_", "instance_type", "cluster_database", "db_files", "compatible", "lock_sga", "LOCK_SGA",
)  # fmt: skip
READERS = (
    Reader(
        "oracle-parameters",
        lazy(
            r"\s*+(?:(?i:NAME|INST_ID|SID|NUM)[\s|]+(?i:NAME|TYPE|VALUE|DISPLAY_VALUE)\b"
            rf"|(?i:{_SOME_NAMES})\s+(?i:{_TYPES})\b"
            r"|(?:(?:(?>[\w./+~-]*[/+~-])|[\w.])(?>[\w.]*?\.ora)[\w.]*+:(?:\d+:)?)?(?:(?:\*|[\w+#$]+)\.)?"
            rf"_{{0,2}}(?i:{_SOME_NAMES}|{'|'.join(sorted(_COMMON))})\s*=)"
        ),
        _extent,
        _read,
        of_no_use=_OF_NO_USE,
    ),
)
