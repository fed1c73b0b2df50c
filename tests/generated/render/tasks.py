"""Blocked tasks: ps with the wait channel, kernel stacks, and the log of hung tasks."""

from tests.generated.model import Proc, World
from tests.generated.render import Source, on_linux

STACKS = {
    "balance_dirty_pages": ("io_schedule_timeout", "balance_dirty_pages_ratelimited", "generic_perform_write", "new_sync_write", "vfs_write", "ksys_write", "do_syscall_64"),
    "log_wait_commit": ("log_wait_commit", "journal_stop", "journal_force_commit", "ext3_sync_file", "do_fsync", "sys_fsync", "system_call_fastpath"),
    "wait_on_page_bit": ("io_schedule", "wait_on_page_bit", "filemap_fdatawait_range", "filemap_write_and_wait_range", "vfs_fsync_range", "do_fsync", "do_syscall_64"),
    "get_request_wait": ("io_schedule", "get_request_wait", "__make_request", "generic_make_request", "submit_bio", "submit_bh", "sys_write"),
    "txg_wait_synced": ("cv_wait_common", "__cv_wait", "txg_wait_synced", "dsl_sync_task", "zfs_ioc_destroy", "zfsdev_ioctl", "do_syscall_64"),
    "wait_on_buffer": ("io_schedule", "sync_buffer", "__wait_on_buffer", "journal_commit_transaction", "kjournald", "kthread"),
    "zil_commit": ("cv_wait_common", "__cv_wait", "zil_commit", "zfs_fsync", "vfs_fsync_range", "do_fsync", "do_syscall_64"),
    "rpc_wait_bit_killable": ("rpc_wait_bit_killable", "__rpc_execute", "nfs_getattr", "vfs_stat", "do_syscall_64"),
}  # fmt: skip


def ps_wchan(world: World, command: str) -> str:
    """`ps -eo stat,pid,wchan:30,args`: every task, or those that are blocked."""
    only = "grep" in command
    lines = [] if only else ["STAT   PID WCHAN                          COMMAND"]
    for proc in sorted(world.procs, key=lambda proc: proc.pid):
        if only and not proc.state.startswith("D"):
            continue
        idle = world.rng.choice(
            ("ep_poll", "poll_schedule_timeout", "futex_wait_queue_me", "hrtimer_nanosleep", "do_select")
        )
        lines.append(
            f"{proc.state:<4} {proc.pid:5d} {proc.waits_in or ('-' if proc.args.startswith('[') else idle):<30} {proc.args}"
        )
    return "\n".join(lines) + "\n" if lines else ""


def block(world: World, proc: Proc, channel: str, hung_for: float = 0.0) -> None:
    """Leave a process blocked in the kernel, while there is trouble; the kernel may write of it, so many seconds before the end."""
    if not world.in_trouble() and not hung_for:
        return
    proc.state, proc.waits_in = "D", channel
    if hung_for and world.system.sysstat >= (8, 0):
        hung(world, proc, channel, hung_for)


def hung(world: World, proc: Proc, channel: str, seconds: float) -> None:
    """What the kernel writes of a task that has hung for two minutes."""
    taint = (
        "Not tainted"
        if world.system.sysstat < (9, 5)
        else "Tainted: P           O     "
        if world.pools
        else "Not tainted"
    )
    world.say(f"INFO: task {proc.name[:15]}:{proc.pid} blocked for more than 120 seconds.", seconds)
    if world.system.sysstat >= (10, 0):
        world.say(f"      {taint} {world.kernel} #1", seconds)
    world.say('"echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.', seconds)
    world.say(
        f"task:{proc.name[:15]:<15} state:D stack:    0 pid:{proc.pid:5d} ppid:     1 flags:0x00000080"
        if world.system.sysstat >= (12, 2)
        else f"{proc.name[:15]:<13} D 0000000000000004     0 {proc.pid:5d}      1 0x00000080",
        seconds,
    )
    world.say("Call Trace:", seconds)
    for function in STACKS[channel]:
        address = (
            ""
            if world.system.sysstat >= (10, 1)
            else f"[<{world.rng.randrange(0xFFFFFFFF80000000, 0xFFFFFFFF81FFFFFF):016x}>] "
        )
        world.say(
            f" {address}{function}+0x{world.rng.randrange(0x10, 0x180):x}/0x{world.rng.randrange(0x190, 0x700):x}",
            seconds,
        )


SOURCES = (
    Source(
        "ps wchan",
        ("ps -eo stat,pid,wchan:30,args | grep ^D", "ps -eo stat,pid,wchan:30,args"),
        ps_wchan,
        on_linux,
        0.04,
    ),
)
