"""Commands around huge pages, the boot line and nodes of memory: grubby, numactl, tuned-adm."""

from __future__ import annotations

import re

from advisor.training.parts.linux_pages import ENTRY, Nodes
from advisor.training.tools.tool import Call, Failed, Tool, table


def _grubby(call: Call) -> str:
    files, words = call.host.files, list(call.args)
    text = files.read(ENTRY) if files.has(ENTRY) else ""
    options = re.search(r"options root=(\S+) ?(.*)", text)
    if options is None:
        raise Failed("grubby: no boot entry")
    given = dict(word.removeprefix("--").partition("=")[::2] for word in words)
    if "info" in given:
        kernel = call.host.release.split()[2]
        return (
            f'index=0\nkernel="/boot/vmlinuz-{kernel}"\nargs="{options[2]}"\nroot="{options[1]}"\n'
            f'initrd="/boot/initramfs-{kernel}.img"\ntitle="Linux ({kernel})"\n'
        )
    if "update-kernel" not in given:
        raise Failed("grubby: known here: --info=DEFAULT, --update-kernel=ALL --args=ARGS, --remove-args=ARGS")
    kept = options[2].split()
    for word in f"{given.get('args', '')} {given.get('remove-args', '')}".split():
        kept = [old for old in kept if old.partition("=")[0] != word.partition("=")[0]]
    kept += given.get("args", "").split()
    files.write(ENTRY, text.replace(options[0], f"options root={options[1]} {' '.join(kept)}"))
    call.does("change")
    return ""


def _numactl(call: Call) -> str:
    nodes = next((part for part in call.host.parts.values() if isinstance(part, Nodes)), None)
    if not {"--hardware", "-H"} & set(call.args):
        raise Failed("numactl: known here: numactl --hardware", 1)
    cpus = call.host.cpus
    sizes = nodes.sizes() if nodes else [(call.host.ram_bytes, 0.0)]
    out = f"available: {len(sizes)} nodes (0-{len(sizes) - 1})\n"
    for number, (size, free) in enumerate(sizes):
        own = range(number * cpus // len(sizes), (number + 1) * cpus // len(sizes))
        out += f"node {number} cpus: {' '.join(map(str, own))}\n"
        out += f"node {number} size: {size / 2**20:.0f} MB\nnode {number} free: {free / 2**20:.0f} MB\n"
    return out + "node distances:\nnode   0   1 \n  0:  10  21 \n  1:  21  10 \n"


TOOLS = table(
    Tool("grubby", _grubby, "the boot line: grubby --info=DEFAULT shows it, grubby --update-kernel=ALL --args='NAME=VALUE' adds to it"),
    Tool("numactl", _numactl, "nodes of memory, their size and what is free on each: numactl --hardware"),
    Tool("tuned-adm", lambda _: "No current active profile.\n", "the active profile of tuned: tuned-adm active"),
)  # fmt: skip
