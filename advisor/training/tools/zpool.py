"""zpool of Solaris 10 and illumos."""

from __future__ import annotations

from collections.abc import Callable

from advisor.training.tools.tool import Call, Failed, Tool, table
from advisor.training.tools.zpool_devices import clear, offline, online, scrub
from advisor.training.tools.zpool_import import export_pool, import_pool
from advisor.training.tools.zpool_iostat import iostat
from advisor.training.tools.zpool_layout import add, create, detach, remove, replace
from advisor.training.tools.zpool_list import history, list_pools
from advisor.training.tools.zpool_status import status

_COMMANDS: dict[str, Callable[[Call, list[str]], str]] = {
    "status": status, "list": list_pools, "iostat": iostat, "history": history, "add": add, "create": create, "online": online,
    "offline": offline, "clear": clear, "scrub": scrub, "detach": detach, "replace": replace, "remove": remove,
    "export": export_pool, "import": import_pool,
}  # fmt: skip


def _zpool(call: Call) -> str:
    if not call.args:
        raise Failed("usage: zpool COMMAND; known here: " + " ".join(_COMMANDS), 2)
    command = _COMMANDS.get(call.args[0])
    if command is None:
        raise Failed(f"zpool: {call.args[0]}: not known here; known are " + " ".join(_COMMANDS), 2)
    return command(call, list(call.args[1:]))


TOOLS = table(
    Tool("zpool", _zpool, "pools: zpool status [-v] [-x] [POOL] shows state, scan, devices and their errors; zpool list: size and fill; "
         "zpool iostat [-v] [POOL] INTERVAL COUNT; zpool history POOL. zpool add -n POOL log mirror A B shows what an addition would give; "
         "without -n it does it. zpool online, offline, clear, scrub, replace, detach, remove, create, export, import"),
)  # fmt: skip
"""zpool, for a host with `Pools`."""
