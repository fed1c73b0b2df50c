"""A Linux host with VirtualBox whose virtual machine does not start any more.

Which of the reasons holds is drawn as `fault`: the headers of the new kernel are not there (``headers``), the source is older than
the kernel (``source``, the story of smith-2008-virtualbox), or KVM keeps the processor (``kvm``).
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from advisor.training.host import Host
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.kernel_modules import KernelModules
from advisor.training.parts.packages import HISTORY, Package, Packages
from advisor.training.tools import basic, filters, linux_logs, packages, virtualbox
from advisor.training.tools.tool import Call
from advisor.training.world import World

GIB = 1 << 30
_KNOWS = {"1.5.6r28266": (2, 6, 25), "1.6.4r33808": (2, 6, 27), "7.0.20r163906": (6, 15), "7.1.4r165100": (6, 15)}
DEFAULTS: dict[str, Any] = {
    "node": "ws12", "machine": "build-win10", "fault": "headers", "kernel": "6.8.0-45-generic", "before": "6.8.0-41-generic",
    "version": "7.0.20r163906", "newer": "", "processor": "intel", "days-ago": 2,
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, some hours after it was started with the kernel that runs."""
    values = {**DEFAULTS, **drawn}
    kernel, version, fault = str(values["kernel"]), str(values["version"]), str(values["fault"])
    old = fault == "source"
    booted = world.now - timedelta(hours=world.chance.randint(1, 6), seconds=world.chance.randint(0, 3000))
    node = str(values["node"])
    what = "i686 i686 i386" if old else "x86_64 x86_64 x86_64"
    release = (
        f"Linux {node} {kernel} #1 SMP {booted - timedelta(days=9):%a %b %d %H:%M:%S} UTC {booted:%Y} {what} GNU/Linux"
    )
    host = Host(world, node, "linux", release,
                (4 if old else 32) * GIB, 8, booted, restart_seconds=120.0)  # fmt: skip
    uuid = f"{world.chance.getrandbits(32):08x}-1c4e-4f0a-9d2b-{world.chance.getrandbits(48):012x}"
    log = "/var/log/vbox-install.log" if old else "/var/log/vbox-setup.log"
    headers = {kernel} if fault != "headers" else {str(values["before"])}
    modules = KernelModules(
        host,
        kernel,
        headers,
        version,
        _KNOWS,
        log,
        str(values["machine"]),
        uuid,
        str(values["processor"]),
        kvm=fault == "kvm",
    )
    host.parts |= {"modules": modules, "log": modules.log, "packages": _packages(host, modules, values)}
    host.at_boot.append(modules.restart)
    host.tools = {
        **basic.TOOLS,
        **filters.TOOLS,
        **linux_logs.TOOLS,
        **virtualbox.TOOLS,
        **(packages.RPM if old else packages.APT),
    }
    _furnish(host, modules, values)
    names = {"node": node, "machine": modules.machine, "kernel": kernel, "before": str(values["before"]), "version": modules.number,
             "log": log, "newer": str(values["newer"]), "kvm": f"kvm_{modules.processor}"}  # fmt: skip
    return Machine(
        world, {node: host}, node, names, mended=lambda: modules.usable, lasting=lambda: _lasts(modules),
        in_service=lambda _: modules.runs,
        problems=lambda: [] if modules.runs <= ("vboxdrv" in modules.loaded) else ["it runs without its driver"],
        actions={},
    )  # fmt: skip


def _lasts(modules: KernelModules) -> bool:
    """Whether a machine could be started after a restart as well."""
    files = modules.host.files
    waits = any("enable_virt_at_load=0" in files.read(path) for path in files.matching("/etc/modprobe.d/*.conf"))
    return modules.usable and modules.kernel in modules.built and (not modules.kvm or waits)


def _packages(host: Host, modules: KernelModules, values: Drawn) -> Packages:
    had = Packages(host)
    long_ago = host.world.now - timedelta(days=190)
    changed = host.booted - timedelta(hours=5)
    call = Call(host, "vboxconfig", [])

    def install(version: str) -> str:
        modules.version = version
        return virtualbox.built(call, modules)

    if values["fault"] == "source":
        old, new = "VirtualBox-1.5.6_28266_rhel5-1", "VirtualBox-1.6.4_33808_rhel5-1"
        had.add(Package(old, "1.5.6", "VirtualBox", long_ago, lambda: install("1.5.6r28266")),
                     Package(new, "1.6.4", "VirtualBox", None, lambda: install("1.6.4r33808")),
                     Package("kernel-2.6.18-92.el5", "2.6.18", "kernel", long_ago),
                     Package("gcc-4.1.2-42.el5", "4.1.2", "gcc", long_ago))  # fmt: skip
        host.files.put(f"/root/{new}.i386.rpm", "(a package)\n")
        host.files.put(f"/root/{old}.i386.rpm", "(a package)\n")
        return had
    series = ".".join(modules.number.split(".")[:2])

    def headers(kernel: str) -> str:
        modules.headers.add(kernel)
        host.files.folder(f"/lib/modules/{kernel}/build/include")
        return ""

    for kernel, at in ((modules.kernel, changed), (str(values["before"]), long_ago)):
        version = kernel.rpartition("-")[0] + ".45"
        had.add(Package(f"linux-image-{kernel}", version, "Signed kernel image generic", at),
                Package(f"linux-headers-{kernel}", version, f"Linux kernel headers for version {kernel}",
                        at if kernel in modules.headers else None, partial(headers, kernel)))  # fmt: skip
    system = "Ubuntu~noble" if "generic" in modules.kernel else "Debian~bookworm"
    had.add(Package("build-essential", "12.10ubuntu1", "Informational list of build-essential packages", long_ago),
                 Package(f"virtualbox-{series}", f"{modules.number}-{modules.version.partition('r')[2]}~{system}", "Oracle VM VirtualBox",
                         long_ago,
                         lambda: install(modules.version)))  # fmt: skip
    return had


def _furnish(host: Host, modules: KernelModules, values: Drawn) -> None:
    files, kernel, before = host.files, modules.kernel, str(values["before"])
    for folder in (
        "/etc/modprobe.d",
        "/var/log/apt",
        "/root/Downloads",
        "/dev",
        *(f"/lib/modules/{name}" for name in (kernel, before)),
    ):
        files.folder(folder)
    for name in modules.headers:
        files.folder(f"/lib/modules/{name}/build/include")
    files.put("/etc/modprobe.d/blacklist.conf", "blacklist pcspkr\n")
    files.put(modules.setup_log, "")
    modules.built = {before: modules.version}
    virtualbox.built(Call(host, "vboxconfig", []), modules)
    modules.restart()
    if values["fault"] == "source":
        return
    changed = host.booted - timedelta(hours=5)
    earlier = changed - timedelta(days=21)
    files.put(HISTORY, (
        f"\nStart-Date: {earlier:%Y-%m-%d  %H:%M:%S}\nCommandline: /usr/bin/unattended-upgrade\n"
        f"Upgrade: tzdata:amd64 (2024a-2ubuntu1, 2024a-3ubuntu1)\nEnd-Date: {earlier + timedelta(seconds=12):%Y-%m-%d  %H:%M:%S}\n"
        f"\nStart-Date: {changed:%Y-%m-%d  %H:%M:%S}\nCommandline: /usr/bin/unattended-upgrade\n"
        f"Install: linux-image-{kernel}:amd64 ({kernel.rpartition('-')[0]}.45)"
        + (f", linux-headers-{kernel}:amd64 ({kernel.rpartition('-')[0]}.45)" if kernel in modules.headers else "")
        + f"\nEnd-Date: {changed + timedelta(seconds=48):%Y-%m-%d  %H:%M:%S}\n"
    ))  # fmt: skip
