"""Memory and swap at a glance: free, swapon, swapoff, numactl."""

from __future__ import annotations

from advisor.training.parts.linux_files import swaps
from advisor.training.parts.linux_host import LinuxHost
from advisor.training.tools.on_linux import is_old, linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table

_FREE_UNITS = {"-b": 1, "-k": 1024, "-m": 1 << 20, "-g": 1 << 30}


def _free(call: Call) -> str:
    options, _ = call.options("bkmghtw")
    linux = linux_of(call)
    m = linux.memory
    human = "-h" in options
    unit = next((size for option, size in _FREE_UNITS.items() if option in options), 1024)

    if is_old(linux):
        return _old_free(linux, unit)

    def row(title: str, *sizes: float) -> str:
        shown = [_human(max(0.0, n), linux) if human else f"{max(0.0, n) / unit:.0f}" for n in sizes]
        return f"{title:<{first}}{''.join(f'{text:>12}' for text in shown)}\n"

    # procps-ng 3.3.17 moved all columns by one, for languages with longer words
    first = 7 if linux.release in ("el7", "el8") else 8
    cache = m.cached_bytes + m.shmem_bytes + m.slab_bytes + m.buffers_bytes
    used = m.ram_bytes - (m.available_bytes if linux.release == "debian12" else m.free_bytes + cache)
    head = f"{'':{first}}       total        used        free      shared  buff/cache   available\n"
    memory = row("Mem:", m.ram_bytes, used, m.free_bytes, m.shmem_bytes, cache, m.available_bytes)
    return head + memory + row("Swap:", m.swap_bytes, m.swapped_bytes, m.swap_bytes - m.swapped_bytes)


def _old_free(linux: LinuxHost, unit: int) -> str:
    """As free printed it until procps-ng 3.3.10: what is used counts buffers and cache."""
    m = linux.memory
    used, cached = m.ram_bytes - m.free_bytes, m.cached_bytes + m.shmem_bytes
    held = m.buffers_bytes + cached
    rows = {
        "Mem:   ": (m.ram_bytes, used, m.free_bytes, 0, m.buffers_bytes, cached), "-/+ buffers/cache:": (used - held, m.free_bytes + held),
        "Swap:  ": (m.swap_bytes, m.swapped_bytes, m.swap_bytes - m.swapped_bytes),
    }  # fmt: skip
    head = "             total       used       free     shared    buffers     cached\n"
    return head + "".join(f"{name}{''.join(f'{n / unit:>11.0f}' for n in sizes)}\n" for name, sizes in rows.items())


def _human(size: float, linux: LinuxHost) -> str:
    """A size as ``free -h`` prints it; Ki and the like only since procps-ng 3.3.13."""
    units = ("B", "K", "M", "G") if linux.release == "el7" else ("B", "Ki", "Mi", "Gi")
    place = 0
    while size >= 1000 and place < 3:
        size, place = size / 1024, place + 1
    return f"{size:.0f}{units[place]}" if size >= 10 or not place else f"{size:.1f}{units[place]}"


def _swapon(call: Call) -> str:
    if not {"-s", "--summary", "--show"} & set(call.args):
        raise Failed("swapon: known here: swapon -s, swapon --show", 2)
    linux = linux_of(call)
    m = linux.memory
    if "--show" in call.args:
        head = "NAME      TYPE       SIZE USED PRIO\n"
        return (
            head
            + f"/dev/{m.swap_device.name}2 partition {m.swap_bytes / 2**30:4.1f}G {m.swapped_bytes / 2**20:.0f}M   -2\n"
        )
    return swaps(linux)


def _swapoff(call: Call) -> str:
    call.does("disruptive")
    raise Failed("swapoff: /dev: swapoff failed: Cannot allocate memory", 4)


def _numactl(call: Call) -> str:
    if not {"--hardware", "-H"} & set(call.args):
        raise Failed("numactl: known here: numactl --hardware", 1)
    memory = linux_of(call).memory
    nodes = memory.pool.nodes
    out = f"available: {len(nodes)} nodes ({'0' if len(nodes) == 1 else f'0-{len(nodes) - 1}'})\n"
    for number, (node, (size, free)) in enumerate(zip(nodes, memory.node_sizes(), strict=True)):
        out += f"node {number} cpus: {' '.join(map(str, node.cpus))}\n"
        out += f"node {number} size: {size / 2**20:.0f} MB\nnode {number} free: {free / 2**20:.0f} MB\n"
    out += "node distances:\nnode " + " ".join(f"{n:3d}" for n in range(len(nodes))) + " \n"
    for number in range(len(nodes)):
        out += f"{number:3d}: " + " ".join(f"{10 if n == number else 21:3d}" for n in range(len(nodes))) + " \n"
    return out


def _tuned(call: Call) -> str:
    return "No current active profile.\n"


TOOLS = table(
    Tool("free", _free, "memory and swap: free [-k|-m|-g|-h]. available is what programs can still get, free what nobody uses"),
    Tool("swapon", _swapon, "swap devices: swapon -s"),
    Tool("numactl", _numactl, "nodes of memory, their size and what is free on each: numactl --hardware"),
    Tool("tuned-adm", _tuned, "the active profile of tuned: tuned-adm active"),
    Tool("swapoff", _swapoff, "take swap away; what lies in it has to fit into memory"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
