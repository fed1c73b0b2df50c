"""Kernels of a Linux host, and modules that are built for each of them: VirtualBox's against the headers of the kernel that runs.

A module fits one kernel. It is compiled against that kernel's headers, from a source that knows the interfaces of kernels up to
some release, and it is loaded where every name that it asks for is there (virtualbox-source: setup_modules; smith-2008-virtualbox:
root cause). From 6.12 on KVM takes the processor as soon as its module is loaded (virtualbox-issues: 188).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.host import Host
from advisor.training.parts.kernel_log import KernelLog

KVM_TAKES_THE_PROCESSOR = (6, 12)
_AT_LOAD = "/sys/module/kvm/parameters/enable_virt_at_load"
_OPTION = re.compile(r"^[^\S\n]*+options[^\S\n]++kvm[^\S\n].*enable_virt_at_load=(?:0|N|n)\b", re.MULTILINE)


def release_of(kernel: str) -> tuple[int, ...]:
    """The numbers of a kernel, by which they are compared.

    >>> release_of("2.6.25.10-custom")
    (2, 6, 25)
    >>> release_of("6.8.0-45-generic")
    (6, 8)
    """
    numbers = tuple(int(n) for n in re.findall(r"\d+", kernel.partition("-")[0]))
    return numbers[:3] if numbers[0] < 3 else numbers[:2]


@dataclass(eq=False)
class KernelModules:
    """The modules of one host.

    Attributes:
        kernel: the one that runs.
        headers: the kernels whose headers are installed.
        version: of VirtualBox, with its revision.
        knows: for each version of VirtualBox that can be had, the first kernel that its source no longer fits.
        built: for which kernels the modules were built, and with which version.
        loaded: name to size and users, as lsmod shows them.
        log: of the kernel.
        setup_log: the path of the log of the build.
        machine: a virtual machine that is to start; `runs` whether it does.
        uuid: its identity.
        processor: ``intel`` or ``amd``.
        kvm: whether KVM is loaded at each start of the host.
    """

    host: Host
    kernel: str
    headers: set[str]
    version: str
    knows: dict[str, tuple[int, ...]]
    setup_log: str
    machine: str
    uuid: str
    processor: str = "intel"
    built: dict[str, str] = field(default_factory=dict)
    loaded: dict[str, tuple[int, str]] = field(default_factory=dict)
    log: KernelLog = field(init=False)
    runs: bool = False
    kvm: bool = False
    _waits: bool = False

    def __post_init__(self) -> None:
        """Make the log."""
        old = release_of(self.kernel) < (3,)
        builder = "(root@localhost) (gcc version 4.1.2 20071124 (Red Hat 4.1.2-42))" if old else "(buildd@lcy02) (gcc)"
        self.log = KernelLog(self.host, not old, [
            (0.0, f"Linux version {self.kernel} {builder} #1 SMP"), (0.0, "Command line: ro quiet"),
            (1.21, "ahci 0000:00:17.0: AHCI 0001.0301 32 slots 4 ports 6 Gbps 0xf impl SATA mode"),
            (3.4, "e1000e: eth0 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: Rx/Tx"),
        ])  # fmt: skip

    @property
    def number(self) -> str:
        """The version without its revision."""
        return self.version.partition("r")[0]

    @property
    def fits(self) -> bool:
        """Whether the source of this version knows the kernel."""
        return release_of(self.kernel) < self.knows[self.version]

    @property
    def usable(self) -> bool:
        """Whether a virtual machine can start."""
        return "vboxdrv" in self.loaded and not self.kvm_owns_processor

    @property
    def kvm_owns_processor(self) -> bool:
        """Whether KVM keeps the processor's virtualization for itself."""
        name = f"kvm_{self.processor}"
        return name in self.loaded and release_of(self.kernel) >= KVM_TAKES_THE_PROCESSOR and not self._waits

    def compiles(self) -> bool:
        """Whether a build for this kernel gives modules; those of a source that is too old may be built and not load."""
        return self.kernel in self.headers and (self.fits or release_of(self.kernel) < (3,))

    def build(self) -> bool:
        """Build for the kernel that runs; the old ones go first."""
        self.unload()
        self.built.clear()
        if self.compiles():
            self.built[self.kernel] = self.version
            return True
        return False

    def load(self, at: datetime | None = None) -> str:
        """Load the driver, now or earlier; what modprobe says, or nothing."""
        if "vboxdrv" in self.loaded:
            return ""
        built = self.built.get(self.kernel)
        if built is None:
            return "absent"
        if release_of(self.kernel) >= self.knows[built]:
            self.log.say("vboxdrv: Unknown symbol change_page_attr", at)
            self.log.say("vboxdrv: Unknown symbol global_flush_tlb", at)
            return "symbol"
        old = release_of(self.kernel) < (3,)
        self.loaded |= {"vboxdrv": (64592, "") if old else (708608, "vboxnetadp,vboxnetflt")}
        if not old:
            self.loaded |= {"vboxnetadp": (28672, ""), "vboxnetflt": (40960, "")}
        interface = "0x00080001)" if old else "0x00330004)"
        self.log.say(f"vboxdrv: Successfully loaded version {self.number} (interface {interface}" + "." * old, at)
        return ""

    def load_kvm(self) -> None:
        """Load KVM, with the options that stand below /etc/modprobe.d now."""
        self._waits = any(
            _OPTION.search(self.host.files.read(path)) for path in self.host.files.matching("/etc/modprobe.d/*.conf")
        )
        self.host.files.put(_AT_LOAD, "N\n" if self._waits else "Y\n")
        self.loaded |= {
            f"kvm_{self.processor}": (413696, ""),
            "kvm": (1396736, f"kvm_{self.processor}"),
            "irqbypass": (12288, "kvm"),
        }

    def unload(self, *names: str) -> None:
        """Take modules out; without names VirtualBox's."""
        for name in names or ("vboxnetadp", "vboxnetflt", "vboxdrv"):
            self.loaded.pop(name, None)
        if "kvm" in names and self.host.files.has(_AT_LOAD):
            self.host.files.remove(_AT_LOAD)

    def restart(self) -> None:
        """What happens at a start: the driver is loaded where it was built; newer versions build it where they can."""
        self.runs = False
        self.unload()
        self.log.restart()
        if self.kvm:
            self.load_kvm()
        if self.kernel not in self.built and release_of(self.kernel) >= (3,) and self.compiles():
            self.built[self.kernel] = self.version
        self.load(self.host.booted + timedelta(seconds=14.2))

    def start(self) -> str:
        """Start the virtual machine: ``started``, ``running``, ``driver`` or ``processor`` for what is missing."""
        if self.runs:
            return "running"
        if "vboxdrv" not in self.loaded:
            return "driver"
        if self.kvm_owns_processor:
            return "processor"
        self.runs = True
        return "started"
