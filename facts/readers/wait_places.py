"""Where in the kernel a task waits, by the names of functions: patterns only.

Not a reader itself; the readers of ps, of call traces and of ``/proc/PID/stack`` use it. ext3 keeps its journal with jbd,
ext4 with jbd2; the names of jbd2 carry that prefix, but some are common to both. ``ps`` cuts the name off after six
characters unless it is told otherwise.

>>> place_of_wait("log_wait_commit"), place_of_wait("jbd2_log_wait_commit"), place_of_wait("log_wa")
('ext3-journal', 'ext4-journal', 'ext3-journal')
>>> place_of_trace([("start_this_handle", ""), ("ext3_dirty_inode", "ext3")])
'ext3-journal'
>>> place_of_trace([("io_schedule_timeout", ""), ("balance_dirty_pages", ""), ("generic_perform_write", "")])
'dirty-throttle'
>>> place_of_trace([("shrink_inactive_list", ""), ("zone_reclaim", ""), ("get_page_from_freelist", "")])
'zone-reclaim'
>>> place_of_wait("-") is None
True
"""

from __future__ import annotations

from collections.abc import Iterable

from facts.patterns import lazy

# Place, and how the names of its functions begin, without leading underscores. Looked through in this order.
_PLACES: dict[str, tuple[str, ...]] = {
    place: tuple(names.split())
    for place, names in {
        "group-reclaim": "mem_cgroup_handle_over_high try_to_free_mem_cgroup_pages mem_cgroup_do_charge try_charge "
        "mem_cgroup_charge mem_cgroup_try_charge charge_memcg mem_cgroup_oom mem_cgroup_reclaim reclaim_high",
        "dirty-throttle": "balance_dirty_pages",
        "ext4-journal": "jbd2_ kjournald2 wait_transaction_locked wait_transaction_switching ext4_sync_file "
        "ext4_force_commit ext4_fc_commit ext4_sync_fs ext4_journal_start ext4_dirty_inode ext4_write_inode",
        "ext3-journal": "log_wait_commit log_wait_for_space log_start_commit log_do_checkpoint kjournald "
        "journal_commit_transaction journal_force_commit journal_stop journal_start journal_get_write_access "
        "ext3_sync_file ext3_force_commit ext3_sync_fs ext3_journal_start ext3_dirty_inode ext3_write_inode",
        "journal": "start_this_handle do_get_write_access sync_dirty_buffer",
        "zfs-dedup": "ddt_lookup ddt_zap_lookup ddt_zap_update ddt_update ddt_remove ddt_sync ddt_object_ ddt_enter ddt_prefetch zio_ddt_",
        "zfs-log": "zil_commit zil_lwb zfs_fsync zpl_fsync",
        "nfs": "nfs_ nfs3_ nfs4_ nfsd_ rpc_wait_bit rpc_execute nlmclnt",
        "swap": "do_swap_page swapin_ swap_readpage swap_read_folio read_swap_cache swap_writepage",
        "compaction": "alloc_pages_direct_compact try_to_compact_pages compact_zone compact_node isolate_migratepages "
        "isolate_freepages compaction_alloc compaction_free compact_unlock_should_abort kcompactd proactive_compact "
        "split_map_pages pageblock_pfn_to_page fast_isolate_freepages fast_isolate_around fast_find_migrateblock "
        "move_freelist_tail update_pageblock_skip reset_isolation_suitable",
        "zone-reclaim": "zone_reclaim node_reclaim",
        "memory-reclaim": "try_to_free_pages do_try_to_free_pages shrink_inactive_list shrink_page_list shrink_folio_list shrink_zone "
        "shrink_node shrink_lruvec congestion_wait wait_iff_congested throttle_direct_reclaim throttle_vm_writeout "
        "reclaim_throttle alloc_pages_slowpath alloc_pages_direct",
        "page-writeback": "wait_on_page_writeback folio_wait_writeback wait_on_page_bit folio_wait_bit "
        "filemap_fdatawait filemap_fdatawrite write_cache_pages sync_page wb_wait_for_completion sync_inodes",
        "block-io": "get_request_wait io_schedule blk_ sync_buffer wait_on_buffer sleep_on_buffer blockdev_direct_IO "
        "dio_ do_blockdev_direct iomap_dio submit_bio bit_wait_io rq_qos_wait wbt_wait blkdev_ md_ raid",
        "lock": "mutex_ rwsem_ call_rwsem down_read down_write down rt_mutex",
    }.items()
}
# Names of which the first six characters tell, as older `ps` prints them.
_SHORT = {
    "log_wa": "ext3-journal", "journa": "ext3-journal", "kjourn": "ext3-journal", "jbd2_l": "ext4-journal",
    "jbd2_j": "ext4-journal", "kjour2": "ext4-journal", "start_": "journal", "balanc": "dirty-throttle",
    "do_get": "journal", "nfs_wa": "nfs", "rpc_wa": "nfs", "zil_co": "zfs-log", "get_re": "block-io",
    "io_sch": "block-io", "sync_b": "block-io", "wait_o": "page-writeback", "sync_p": "page-writeback",
    "conges": "memory-reclaim", "try_to": "memory-reclaim", "mem_cg": "group-reclaim", "mutex_": "lock",
    "rwsem_": "lock", "call_r": "lock", "blk_mq": "block-io", "wait_t": "ext4-journal", "ext3_s": "ext3-journal",
    "ext4_s": "ext4-journal",
}  # fmt: skip
_FSYNC = lazy(
    r"(?:(?:__(?:x64|arm64|se|ia32)_)?(?:sys|ksys|do|vfs|SyS|SYSC)_?(?:fsync|fdatasync|msync|sync)\b"
    r"|(?:vfs|do)_fsync|file_fsync|sys_(?:fsync|fdatasync|msync|sync)\b|msync_interval|generic_write_sync)"
)
THREADS = lazy(
    r"\[?(?:k?jour?nald2?|jbd2/|pdflush|flush-|bdi-|kworker|kupdated|bdflush|kswapd|kcompactd|khugepaged|md\d+_|xfsaild|txg_sync|z_)"
)
"""Threads of the kernel itself: whoever waits for the journal waits for these."""


def place_of_wait(name: str) -> str | None:
    """The place of one function, as the column WCHAN of ``ps`` shows it; None where it shows none."""
    if name in ("", "-", "0", "?", "*") or name.isdecimal():
        return None
    if len(name) <= 7 and (short := _SHORT.get(name[:6])) is not None:
        return short
    return next((place for place, names in _PLACES.items() if _one_of(name, names)), "other")


def _one_of(name: str, beginnings: Iterable[str]) -> bool:
    """Whether a name begins like one of these; `ps` cuts names off at any width that it was told."""
    bare = name.lstrip("_")
    return any(bare.startswith(known) or (len(bare) >= _CUT_LEAST and known.startswith(bare)) for known in beginnings)


_CUT_LEAST = 9
"""A name cut shorter than this could be many."""


def place_of_trace(frames: Iterable[tuple[str, str]]) -> str:
    """The place of a call trace: the first kind that says why, from the innermost function out.

    `frames` are function and module. A name common to both journals takes the file system further out.
    """
    found = []
    for name, module in frames:
        place = place_of_wait(name)
        if place == "journal" and module in ("jbd", "jbd2"):
            place = "ext3-journal" if module == "jbd" else "ext4-journal"
        found.append(place or "other")
    general = ("other", "lock", "block-io", "page-writeback")
    for place in ("group-reclaim", "dirty-throttle", "compaction", "zone-reclaim"):
        if place in found:
            return place
    first = next((place for place in found if place not in general), None)
    if first == "journal":
        return next((place for place in found if place in ("ext3-journal", "ext4-journal")), "journal")
    if first is not None:
        return first
    return next((place for place in general[::-1] if place in found), "other")


def is_fsync(names: Iterable[str]) -> bool:
    """Whether a call trace came from fsync or one of its kin.

    >>> is_fsync(["log_wait_commit", "ext3_sync_file", "do_fsync", "sys_fdatasync"]), is_fsync(["vfs_write"])
    (True, False)
    """
    return any(_FSYNC.match(name) for name in names)
