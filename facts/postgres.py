"""PostgreSQL's settings: their names, the units in which they count, and values as text.

A value is written with a unit (``8GB``, ``15min``) or as a bare number in the setting's own unit: ``shared_buffers``
counts blocks of 8 kB, ``work_mem`` kB, ``checkpoint_timeout`` seconds. `pg_settings` shows number and unit apart.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from facts.patterns import lazy

_BYTES = {"B": 1, "kB": 1 << 10, "8kB": 8 << 10, "16kB": 16 << 10, "32kB": 32 << 10, "4kB": 4 << 10,
          "MB": 1 << 20, "16MB": 16 << 20, "GB": 1 << 30, "TB": 1 << 40}  # fmt: skip
_MILLISECONDS = {"us": 0.001, "ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}

# Setting to the unit of a bare number.
_UNITS = {
    "8kB": """shared_buffers temp_buffers effective_cache_size wal_buffers checkpoint_flush_after backend_flush_after
        bgwriter_flush_after wal_writer_flush_after min_parallel_table_scan_size min_parallel_index_scan_size""",
    "kB": """work_mem maintenance_work_mem autovacuum_work_mem logical_decoding_work_mem max_stack_depth temp_file_limit
        log_temp_files log_rotation_size wal_skip_threshold huge_page_size gin_pending_list_limit
        vacuum_buffer_usage_limit sort_mem vacuum_mem""",
    "MB": "wal_keep_size max_slot_wal_keep_size min_dynamic_shared_memory shared_memory_size",
    "s": """checkpoint_timeout checkpoint_warning archive_timeout authentication_timeout autovacuum_naptime
        tcp_keepalives_idle tcp_keepalives_interval wal_receiver_status_interval post_auth_delay pre_auth_delay""",
    "ms": """bgwriter_delay wal_writer_delay deadlock_timeout statement_timeout lock_timeout transaction_timeout
        idle_in_transaction_session_timeout idle_session_timeout log_min_duration_statement log_autovacuum_min_duration
        log_min_duration_sample vacuum_cost_delay autovacuum_vacuum_cost_delay max_standby_archive_delay
        max_standby_streaming_delay wal_receiver_timeout wal_sender_timeout wal_retrieve_retry_interval
        recovery_min_apply_delay log_startup_progress_interval tcp_user_timeout client_connection_check_interval""",
    "min": "log_rotation_age old_snapshot_threshold",
}
UNIT_OF = {name: unit for unit, names in _UNITS.items() for name in names.split()}
"""The unit of a bare number, for the settings that have one and the same in every version."""

AMBIGUOUS = frozenset(("max_wal_size", "min_wal_size"))
"""A bare number counts 16 MB segments in 9.5 and 9.6, and MB since 10."""

KNOWN = (
    frozenset(UNIT_OF)
    | AMBIGUOUS
    | frozenset(
        """allow_in_place_tablespaces archive_command archive_mode autovacuum autovacuum_analyze_scale_factor
    autovacuum_analyze_threshold autovacuum_freeze_max_age autovacuum_max_workers autovacuum_vacuum_cost_limit
    autovacuum_vacuum_scale_factor autovacuum_vacuum_threshold bgwriter_lru_maxpages bgwriter_lru_multiplier
    bgwriter_all_maxpages bgwriter_all_percent bgwriter_lru_percent checkpoint_completion_target checkpoint_segments
    cluster_name commit_delay commit_siblings config_file constraint_exclusion cpu_index_tuple_cost cpu_operator_cost
    cpu_tuple_cost cursor_tuple_fraction data_checksums data_directory data_sync_retry default_statistics_target
    default_text_search_config default_transaction_isolation dynamic_shared_memory_type effective_io_concurrency
    enable_hashjoin enable_mergejoin enable_nestloop enable_seqscan external_pid_file fsync full_page_writes
    hash_mem_multiplier hba_file hot_standby hot_standby_feedback huge_pages huge_pages_status ident_file io_method
    io_workers jit join_collapse_limit from_collapse_limit lc_messages lc_monetary lc_numeric lc_time listen_addresses
    log_autovacuum_min_duration log_checkpoints log_connections log_destination log_directory log_disconnections
    log_filename log_line_prefix log_lock_waits log_min_messages log_statement log_timezone log_truncate_on_rotation
    logging_collector maintenance_io_concurrency max_connections max_files_per_process max_fsm_pages max_fsm_relations
    max_locks_per_transaction max_parallel_maintenance_workers max_parallel_workers max_parallel_workers_per_gather
    max_prepared_transactions max_replication_slots max_wal_senders max_worker_processes password_encryption port
    primary_conninfo random_page_cost recovery_target_timeline redirect_stderr restore_command search_path
    seq_page_cost server_version server_version_num shared_memory_size_in_huge_pages shared_memory_type
    shared_preload_libraries silent_mode ssl standard_conforming_strings stats_command_string stats_row_level
    stats_start_collector superuser_reserved_connections synchronous_commit synchronous_standby_names
    syslog_facility syslog_ident TimeZone timezone track_activities track_activity_query_size track_counts
    track_io_timing track_wal_io_timing unix_socket_directories unix_socket_directory update_process_title
    vacuum_cost_limit vacuum_cost_page_dirty vacuum_cost_page_hit vacuum_cost_page_miss wal_block_size
    wal_compression wal_init_zero wal_keep_segments wal_level wal_log_hints wal_recycle wal_segment_size
    wal_sync_method zero_damaged_pages block_size bonjour datestyle DateStyle""".split()
    )
)
"""Names by which text is taken for PostgreSQL's settings."""

_BOOLEANS = {"on": "on", "true": "on", "yes": "on", "off": "off", "false": "off", "no": "off"}
_VALUE = lazy(r"(?P<number>-?\d+(?:\.\d+)?)\s*(?P<unit>[A-Za-z]+)?\Z")


class Amount(NamedTuple):
    """A value as it counts: text as PostgreSQL shows it, and the number in bytes, milliseconds or as it stands."""

    text: str
    number: float | None = None
    unit: str = "none"


def amount(name: str, text: str, unit: str | None = None) -> Amount | None:
    """What a setting's value comes to.

    Args:
        name: the setting.
        text: its value, without quotes.
        unit: the unit of a bare number as `pg_settings` shows it; None to go by the name.

    Returns:
        The value; None where its number has a unit that PostgreSQL does not know, or one that depends on the version.

    >>> amount("shared_buffers", "8GB")
    Amount(text='8GB', number=8589934592.0, unit='bytes')
    >>> amount("shared_buffers", "1048576", "8kB")
    Amount(text='8GB', number=8589934592.0, unit='bytes')
    >>> amount("checkpoint_timeout", "300")
    Amount(text='5min', number=300000.0, unit='milliseconds')
    >>> amount("max_wal_size", "64") is None, amount("work_mem", "4 apples") is None
    (True, True)
    >>> amount("fsync", "true"), amount("wal_buffers", "-1")
    (Amount(text='on', number=None, unit='none'), Amount(text='-1', number=-1.0, unit='none'))
    """
    match = _VALUE.match(text)
    if match is None:
        if name in UNIT_OF or name in AMBIGUOUS:
            return None
        return Amount(_BOOLEANS.get(text.lower(), text))
    number, written = float(match["number"]), match["unit"]
    base = written or unit or UNIT_OF.get(name)
    if number < 0:
        return Amount(match["number"], number)  # -1: switched off, or chosen by the server
    if base is None:
        return None if name in AMBIGUOUS else Amount(text, number)
    if base in _BYTES:
        return Amount(
            _shown(number * _BYTES[base], _BYTES, ("TB", "GB", "MB", "kB", "B")), number * _BYTES[base], "bytes"
        )
    if base in _MILLISECONDS:
        total = number * _MILLISECONDS[base]
        return Amount(_shown(total, _MILLISECONDS, ("d", "h", "min", "s", "ms", "us")), total, "milliseconds")
    return None if written is not None and name in KNOWN and (name in UNIT_OF or name in AMBIGUOUS) else Amount(text)


def _shown(total: float, units: dict[str, int] | dict[str, float], order: tuple[str, ...]) -> str:
    """In the largest unit that leaves no fraction, as SHOW prints it."""
    if total == 0:
        return "0"
    for unit in order:
        count = total / units[unit]
        if count >= 1 and count == int(count):
            return f"{int(count)}{unit}"
    return f"{total:g}"


def version_of(text: str) -> tuple[str, int] | None:
    """Version and its comparable number, from ``9.6.24``, ``14.4``, ``17beta1`` or a ``server_version_num``.

    >>> version_of("9.6.24"), version_of("140004"), version_of("90624"), version_of("17beta1")
    (('9.6.24', 9006024), ('14.4', 14004000), ('9.6.24', 9006024), ('17beta1', 17000000))
    """
    if re.fullmatch(r"\d{5,6}", text):
        number = int(text)
        if number >= 100_000:
            return f"{number // 10_000}.{number % 10_000}", number // 10_000 * 1_000_000 + number % 10_000 * 1000
        first, second, third = number // 10_000, number // 100 % 100, number % 100
        return f"{first}.{second}.{third}", first * 1_000_000 + second * 1000 + third
    match = re.match(r"(\d{1,2})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?((?:beta|rc|devel|alpha)\d*)?", text)
    if match is None:
        return None
    return match[0], int(match[1]) * 1_000_000 + int(match[2] or 0) * 1000 + int(match[3] or 0)
