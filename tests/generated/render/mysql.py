"""What MySQL and MariaDB print: variables, status, InnoDB's monitor, my.cnf; and the server's process."""

from collections.abc import Sequence

from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs.mysql import Server, hit, pages, server
from tests.generated.render import Source


def on_mysql(world: World) -> bool:
    """Whether a server is here."""
    return world.role == "mysql"


def on_linux_mysql(world: World) -> bool:
    return world.role == "mysql" and world.system.linux


def variables_of(world: World, found: Server) -> dict[str, str]:
    """Names and values, those that people look at."""
    maria, version = found.maria, found.version
    pool = str(found.pool_mb * 1048576)
    values = {"basedir": "/usr/", "binlog_format": "ROW" if version >= (5, 7) else "STATEMENT", "datadir": world.names["datamount"].rstrip("/") + "/", "have_innodb": "YES" if version < (5, 6) else "",
              "innodb_adaptive_hash_index": "ON", "innodb_buffer_pool_size": pool, "innodb_doublewrite": "ON", "innodb_file_per_table": "ON" if version >= (5, 6) else "OFF",
              "innodb_flush_log_at_trx_commit": found.settings["innodb_flush_log_at_trx_commit"], "innodb_flush_method": found.shown, "innodb_io_capacity": found.settings.get("innodb_io_capacity", "200"),
              "innodb_log_buffer_size": "8388608" if version < (5, 7) else "16777216", "innodb_log_file_size": found.settings.get("innodb_log_file_size", "50331648" if version >= (5, 6) else "5242880"),
              "innodb_log_files_in_group": "2", "innodb_max_dirty_pages_pct": "75" if version < (8, 0) else "90", "innodb_page_size": "16384", "innodb_read_io_threads": "4", "innodb_write_io_threads": "4",
              "key_buffer_size": "8388608", "max_connections": found.settings["max_connections"], "query_cache_size": "0" if version >= (5, 6) else "33554432", "read_buffer_size": "131072",
              "sort_buffer_size": "262144" if version >= (5, 6) else "2097144", "sync_binlog": "1" if version >= (5, 7) else "0", "table_open_cache": "2000" if version >= (5, 6) else "400",
              "tmp_table_size": "16777216", "version": found.title, "version_comment": "MariaDB Server" if maria else "MySQL Community Server (GPL)", "version_compile_os": "Linux" if version >= (5, 7) else "linux-gnu"}  # fmt: skip
    if version >= (5, 5):
        values["innodb_buffer_pool_instances"] = "8" if found.pool_mb > 1024 and not maria else "1"
    if version >= (5, 7) or (maria and version >= (10, 0)):
        values["innodb_numa_interleave"] = "OFF"
    if version >= (8, 0) and not maria:
        values["innodb_redo_log_capacity"] = "104857600"
        values.pop("query_cache_size")
    return {name: text for name, text in values.items() if text or name == "innodb_flush_method"}


def boxed(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of the mysql client."""
    widths = [
        max(len(head), *(len(row[index]) for row in rows)) if rows else len(head) for index, head in enumerate(heads)
    ]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = [rule, "|" + "|".join(f" {head:<{width}} " for head, width in zip(heads, widths, strict=True)) + "|", rule]
    lines += [
        "|" + "|".join(f" {cell:<{width}} " for cell, width in zip(row, widths, strict=True)) + "|" for row in rows
    ]
    return "\n".join([*lines, rule]) + "\n"


def _formed(command: str, rows: list[tuple[str, str]]) -> str:
    if "like 'innodb%'" in command.lower():
        rows = [row for row in rows if row[0].lower().startswith("innodb")]
    if "-N" in command or "-B" in command or "-s" in command:
        return "".join(f"{name}\t{value}\n" for name, value in rows)
    if "\\G" in command:
        return "".join(
            f"*************************** {number}. row ***************************\nVariable_name: {name}\n        Value: {value}\n"
            for number, (name, value) in enumerate(rows, 1)
        )
    return boxed(("Variable_name", "Value"), rows)


def variables(world: World, command: str) -> str:
    """SHOW VARIABLES in one of the client's forms."""
    return _formed(command, sorted(variables_of(world, server(world)).items()))


def status(world: World, command: str) -> str:
    """SHOW GLOBAL STATUS, the lines of InnoDB and some others."""
    found, rng = server(world), world.rng
    up = int(world.uptime.total_seconds() * 0.9)
    data = int(pages(found) * found.resident)
    rows = {"Connections": rng.randint(2000, 900000), "Innodb_buffer_pool_pages_data": data, "Innodb_buffer_pool_pages_dirty": int(data * found.dirty), "Innodb_buffer_pool_pages_free": pages(found) - data,
            "Innodb_buffer_pool_pages_total": pages(found), "Innodb_buffer_pool_read_requests": int(found.requests * up), "Innodb_buffer_pool_reads": int(found.reads * up), "Innodb_buffer_pool_wait_free": rng.randint(0, 3),
            "Innodb_data_fsyncs": int(found.writes * 0.3 * up), "Innodb_data_reads": int(found.reads * 1.02 * up), "Innodb_data_writes": int(found.writes * up), "Innodb_log_waits": 0,
            "Innodb_os_log_fsyncs": int(found.writes * 0.2 * up), "Innodb_row_lock_current_waits": 0, "Open_tables": rng.randint(100, 2000), "Questions": int(up * between(rng, 80, 3000)), "Slow_queries": rng.randint(10, 90000),
            "Threads_connected": rng.randint(5, 120), "Threads_running": max(1, int(around(rng, 4, 0.5))), "Uptime": up}  # fmt: skip
    return _formed(command, [(name, str(value)) for name, value in rows.items()])


def monitor(world: World, command: str) -> str:
    """SHOW ENGINE INNODB STATUS."""
    found, rng = server(world), world.rng
    old, maria = found.version < (5, 6), found.maria
    stamp = (
        f"{world.end:%y%m%d %H:%M:%S}"
        if old
        else f"{world.end:%Y-%m-%d %H:%M:%S} 0x{rng.randint(0x7F0000000000, 0x7FFFFFFFFFFF):x}"
    )
    lsn = rng.randint(10**11, 10**13)
    data = int(pages(found) * found.resident)
    size = f"Buffer pool size   {pages(found)}"
    seconds = rng.randint(4, 58)
    threads = ["insert buffer thread", "log thread", *["read thread"] * 4, *["write thread"] * 4]
    lines = ["=====================================", f"{stamp} INNODB MONITOR OUTPUT", "=====================================", f"Per second averages calculated from the last {seconds} seconds",
             "-----------------", "BACKGROUND THREAD", "-----------------", f"srv_master_thread loops: {rng.randint(10**5, 10**7)} srv_active, 0 srv_shutdown, {rng.randint(10**3, 10**6)} srv_idle",
             f"srv_master_thread log flush and writes: {rng.randint(10**5, 10**7)}", "----------", "SEMAPHORES", "----------", f"OS WAIT ARRAY INFO: reservation count {rng.randint(10**4, 10**7)}",
             f"OS WAIT ARRAY INFO: signal count {rng.randint(10**4, 10**7)}", "------------", "TRANSACTIONS", "------------", f"Trx id counter {rng.randint(10**7, 10**9)}",
             f"Purge done for trx's n:o < {rng.randint(10**7, 10**9)} undo n:o < 0 state: running but idle", f"History list length {rng.randint(3, 900)}", "LIST OF TRANSACTIONS FOR EACH SESSION:",
             f"---TRANSACTION {rng.randint(4 * 10**14, 5 * 10**14)}, not started", "0 lock struct(s), heap size 1136, 0 row lock(s)", "--------", "FILE I/O", "--------"]  # fmt: skip
    if not (maria and found.version >= (10, 5)):
        lines += [
            f"I/O thread {number} state: waiting for {'i/o request' if old else 'completed aio requests'} ({name})"
            for number, name in enumerate(threads)
        ]
        lines.append("Pending normal aio reads: [0, 0, 0, 0] , aio writes: [0, 0, 0, 0] ,")
    lines += [f"Pending flushes (fsync) log: {rng.choice((0, 0, 0, 1))}; buffer pool: {rng.choice((0, 0, 1))}",
              f"{int(found.reads * 10**5)} OS file reads, {int(found.writes * 10**5)} OS file writes, {int(found.writes * 3 * 10**4)} OS fsyncs",
              f"{around(rng, found.reads, 0.05):.2f} reads/s, 16384 avg bytes/read, {around(rng, found.writes, 0.05):.2f} writes/s, {found.writes * 0.3:.2f} fsyncs/s",
              "---", "LOG", "---", f"Log sequence number          {lsn}" if found.version >= (8, 0) and not maria else f"Log sequence number {lsn}", f"Log flushed up to   {lsn - rng.randint(0, 9000)}",
              f"Pages flushed up to {lsn - 40_000_000}", f"Last checkpoint at  {lsn - 41_000_000}", "----------------------", "BUFFER POOL AND MEMORY", "----------------------",
              f"Total {'memory' if old else 'large memory'} allocated {int(found.pool_mb * 1048576 * 1.023)}" + ("; in additional pool allocated 0" if old else ""), f"Dictionary memory allocated {rng.randint(10**6, 10**8)}",
              size, f"Free buffers       {pages(found) - data - 1000 if pages(found) - data > 2000 else 1024}", f"Database pages     {data - 700}", f"Old database pages {int(data * 0.369)}", f"Modified db pages  {int(data * found.dirty)}",
              f"Pending reads {rng.choice((0, 0, 0, 1, 4))}", "Pending writes: LRU 0, flush list 0, single page 0", f"Pages made young {rng.randint(10**5, 10**8)}, not young {rng.randint(10**5, 10**9)}",
              f"{between(rng, 0.3, 90):.2f} youngs/s, {between(rng, 0.3, 900):.2f} non-youngs/s", f"Pages read {int(found.reads * 10**5)}, created {rng.randint(10**4, 10**7)}, written {int(found.writes * 10**5)}",
              f"{found.reads:.2f} reads/s, {between(rng, 0.1, 9):.2f} creates/s, {found.writes * 0.8:.2f} writes/s", f"Buffer pool hit rate {int(hit(found))} / 1000, young-making rate 0 / 1000 not 0 / 1000",
              f"Pages read ahead 0.00/s, evicted without access {between(rng, 0.01, 3):.2f}/s, Random read ahead 0.00/s", f"LRU len: {data - 700}, unzip_LRU len: 0", "--------------", "ROW OPERATIONS", "--------------",
              f"{rng.randint(0, 6)} queries inside InnoDB, 0 queries in queue", f"{rng.randint(0, 4)} read views open inside InnoDB",
              f"Number of rows inserted {rng.randint(10**7, 10**9)}, updated {rng.randint(10**7, 10**9)}, deleted {rng.randint(10**5, 10**8)}, read {rng.randint(10**10, 10**12)}",
              f"{between(rng, 2, 900):.2f} inserts/s, {between(rng, 2, 900):.2f} updates/s, {between(rng, 0.1, 90):.2f} deletes/s, {found.requests * 0.4:.2f} reads/s", "----------------------------",
              "END OF INNODB MONITOR OUTPUT", "============================"]  # fmt: skip
    head = (
        ["*************************** 1. row ***************************", "  Type: InnoDB", "  Name: ", "Status: "]
        if "\\G" in command
        else []
    )
    return "\n".join([*head, *lines]) + "\n"


def my_cnf(world: World, _command: str) -> str:
    """my.cnf: the method of flushing stands there only if somebody set it."""
    found, rng = server(world), world.rng
    size = f"{found.pool_mb // 1024}G" if found.pool_mb % 1024 == 0 else f"{found.pool_mb}M"
    lines = [
        "[mysqld]",
        f"datadir={world.names['datamount']}",
        "socket=/var/lib/mysql/mysql.sock",
        "symbolic-links=0",
        "",
        f"max_connections = {found.settings['max_connections']}",
        f"innodb_buffer_pool_size = {size}",
    ]
    if found.flush:
        lines.append(f"innodb_flush_method = {found.flush}")
    elif chance(rng, 0.2):
        lines.append("#innodb_flush_method = O_DIRECT")
    lines += [
        f"innodb_flush_log_at_trx_commit = {found.settings['innodb_flush_log_at_trx_commit']}",
        "slow_query_log = 1",
        "long_query_time = 2",
    ]
    return (
        "\n".join([*lines, "", "[mysqld_safe]", "log-error=/var/log/mysqld.log", "pid-file=/var/run/mysqld/mysqld.pid"])
        + "\n"
    )


def _mysqld_mb(world: World) -> float:
    return max((proc.rss_mb for proc in world.procs if proc.name == "mysqld"), default=world.memory.programs * 0.9)


def process(world: World, _command: str) -> str:
    """/proc/PID/status of mysqld."""
    found, rss = server(world), _mysqld_mb(world)
    size = found.pool_mb * 1.25 + 1500
    rows = [
        ("VmPeak", size * 1.01),
        ("VmSize", size),
        ("VmLck", 0.0),
        ("VmHWM", rss * 1.02),
        ("VmRSS", rss),
        ("VmData", size * 0.98),
        ("VmStk", 0.13),
        ("VmExe", 12.4),
        ("VmLib", 5.8),
        ("VmPTE", (rss + found.swapped_mb) / 512 + 0.3),
    ]
    if world.system.sysstat >= (9, 0):
        rows.append(("VmSwap", found.swapped_mb))
    return f"Name:\tmysqld\nState:\tS (sleeping)\nThreads:\t{world.rng.randint(30, 160)}\n" + "".join(
        f"{name}:\t{int(mb * 1024):>8} kB\n" for name, mb in rows
    )


def cached(world: World, command: str) -> str:
    """How much of the tables' files lies in the cache: fincore of util-linux."""
    found, rng, memory = server(world), world.rng, world.memory
    share = 0.8 if not found.flush else 0.01
    left, rows = memory.cache * share, []
    for name in (
        "ibdata1",
        *(
            f"{world.names['database']}/{table}.ibd"
            for table in rng.sample(
                "orders items customers sessions history log_entries invoices audit stock mails".split(), 6
            )
        ),
    ):
        size = found.data_gb * 1024 * rng.uniform(0.04, 0.2)
        here = min(size, left * rng.uniform(0.15, 0.5))
        left -= here
        rows.append((here, size, name))
    lines = [f"{'RES':>6} {'PAGES':>8} {'SIZE':>6} FILE"]
    return (
        "\n".join(
            lines
            + [
                f"{_unit(here):>6} {int(here * 256):>8} {_unit(size):>6} {name}"
                for here, size, name in sorted(rows, reverse=True)
            ]
        )
        + "\n"
    )


def _unit(mb: float) -> str:
    return f"{mb / 1024:.1f}G" if mb >= 1024 else f"{mb:.1f}M" if mb >= 1 else f"{mb * 1024:.0f}K"


def _util_linux(world: World) -> bool:
    return on_linux_mysql(world) and world.system.sysstat >= (11, 6)


SOURCES = (
    Source("mysql variables", ("mysql -e 'SHOW GLOBAL VARIABLES'", "mysqladmin variables", "mysql -N -B -e 'SHOW VARIABLES'", "mysql -e \"SHOW VARIABLES LIKE 'innodb%'\"", "mysql -e 'SHOW VARIABLES\\G'"), variables, on_mysql, 0.12),
    Source("mysql status", ("mysql -e 'SHOW GLOBAL STATUS'", "mysqladmin extended-status", "mysql -B -e 'SHOW GLOBAL STATUS'"), status, on_mysql, 0.09),
    Source("innodb status", ("mysql -e 'SHOW ENGINE INNODB STATUS\\G'",), monitor, on_mysql, 0.1),
    Source("my.cnf", ("cat /etc/my.cnf",), my_cnf, on_mysql, 0.1, "etc/my.cnf"),
    Source("mysqld status", ("cat /proc/$(pidof mysqld)/status", "grep -E 'Name|Vm|State|Threads' /proc/$(pidof mysqld)/status"), process, on_linux_mysql, 0.05),
    Source("fincore", ("fincore ibdata1 */*.ibd",), cached, _util_linux, 0.02),
)  # fmt: skip
