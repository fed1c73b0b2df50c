"""VirtualBox on Linux: its release, how it was installed, and for which kernels its module was built."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from tests.generated.model import Proc, World
from tests.generated.noise import between, chance

RELEASES = {"1.5.6": 2008, "1.6.2": 2008, "2.2.4": 2009, "3.1.8": 2010, "3.2.12": 2011, "4.0.16": 2011, "4.1.18": 2012, "4.2.18": 2013, "4.3.10": 2014, "4.3.40": 2015, "5.0.20": 2016, "5.1.38": 2017, "5.2.8": 2018,
            "5.2.34": 2019, "6.0.14": 2019, "6.1.4": 2020, "6.1.16": 2020, "6.1.30": 2021, "6.1.38": 2022, "7.0.6": 2023, "7.0.14": 2024, "7.1.4": 2024, "7.1.8": 2025, "7.2.2": 2025}  # fmt: skip
PREVIOUS = {"rhel-5": "2.6.18-164.el5", "centos-5": "2.6.18-53.el5", "rhel-6": "2.6.32-220.el6.x86_64", "oracle-linux-6": "2.6.39-200.24.1.el6uek.x86_64", "rhel-7": "3.10.0-693.el7.x86_64",
            "centos-7": "3.10.0-514.26.2.el7.x86_64", "oracle-linux-7": "4.14.35-1902.3.2.el7uek.x86_64", "rhel-8": "4.18.0-305.el8.x86_64", "oracle-linux-8": "5.4.17-2102.201.3.el8uek.x86_64", "rhel-9": "5.14.0-284.11.1.el9_2.x86_64",
            "rocky-9": "5.14.0-362.24.1.el9_3.x86_64", "oracle-linux-9": "5.15.0-101.103.2.1.el9uek.x86_64", "sles-11": "3.0.13-0.27-default", "sles-12": "4.4.73-5-default", "sles-15": "5.3.18-57-default",
            "debian-8": "3.16.0-3-amd64", "debian-10": "4.19.0-8-amd64", "debian-12": "6.1.0-9-amd64", "ubuntu-14.04": "3.13.0-24-generic", "ubuntu-18.04": "4.15.0-45-generic", "ubuntu-20.04": "5.4.0-26-generic",
            "ubuntu-22.04": "5.15.0-25-generic", "ubuntu-24.04": "6.8.0-22-generic"}  # fmt: skip
# What a kernel no longer has that an older release asks for: since when, where, what the compiler says.
BROKEN = (
    ((2, 6), "r0drv/linux/memobj-r0drv-linux.c", 134, "implicit declaration of function 'change_page_attr'"),
    ((2, 6), "linux/SUPDrv-linux.c", 1204, "'struct task_struct' has no member named 'euid'"),
    ((3, 0), "r0drv/linux/mp-r0drv-linux.c", 69, "implicit declaration of function 'cpu_present_map'"),
    ((3, 10), "r0drv/linux/memobj-r0drv-linux.c", 1542, "'struct mm_struct' has no member named 'numa_next_reset'"),
    ((3, 16), "linux/VBoxNetAdp-linux.c", 186, 'macro "alloc_netdev" requires 4 arguments, but only 3 given'),
    ((4, 4), "r0drv/linux/memobj-r0drv-linux.c", 581, "implicit declaration of function 'page_cache_release'"),
    ((4, 12), "r0drv/linux/memobj-r0drv-linux.c", 1085, "too many arguments to function 'get_user_pages'"),
    (
        (4, 15),
        "r0drv/linux/timer-r0drv-linux.c",
        871,
        "implicit declaration of function 'setup_timer'; did you mean 'sk_stop_timer'?",
    ),
    ((5, 0), "r0drv/linux/memuserkernel-r0drv-linux.c", 146, 'macro "access_ok" passed 3 arguments, but takes just 2'),
    (
        (5, 4),
        "linux/SUPDrv-linux.c",
        760,
        "implicit declaration of function 'set_pages_x'; did you mean 'set_pages_uc'?",
    ),
    (
        (5, 14),
        "r0drv/linux/memobj-r0drv-linux.c",
        1061,
        "'struct mm_struct' has no member named 'mmap_sem'; did you mean 'mmap_base'?",
    ),
    ((5, 15), "r0drv/linux/alloc-r0drv-linux.c", 188, "implicit declaration of function '__vmalloc_node_range'"),
    (
        (6, 1),
        "VBoxNetFlt-linux.c",
        922,
        "implicit declaration of function 'skb_gso_segment'; did you mean 'skb_gso_reset'?",
    ),
    ((6, 5), "r0drv/linux/memobj-r0drv-linux.c", 1755, "assignment of read-only member 'vm_flags'"),
    (
        (6, 8),
        "r0drv/linux/initterm-r0drv-linux.c",
        96,
        "implicit declaration of function 'strlcpy'; did you mean 'strncpy'?",
    ),
)


@dataclass
class Vbox:
    """What is installed, what is built, what fails."""

    release: str
    build: int
    packaged: bool  # by the distribution, with DKMS
    way: str = ""  # why there is no module for the kernel: headers, api, stale, symbols; "" if there is one
    old_kernel: str = ""
    built: list[str] = field(default_factory=list)  # kernels with a module
    headers: list[str] = field(default_factory=list)
    newer_kernel: str = ""  # installed and not booted
    loaded: bool = True
    machines: list[str] = field(default_factory=list)
    updated: datetime = datetime(2020, 1, 1)

    @property
    def version(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.release.split("."))


def vbox(world: World) -> Vbox:
    """The installation of this host."""
    return cast(Vbox, world.parts["vbox"])


def kernel_version(kernel: str) -> tuple[int, int]:
    first, second = kernel.split("-")[0].split(".")[:2]
    return int(first), int(second)


# The first release that was made for a kernel.
FIRST = (((2, 6), "1.5.6"), ((3, 0), "4.1.18"), ((3, 10), "4.2.18"), ((3, 13), "4.3.10"), ((3, 16), "4.3.40"), ((4, 4), "5.0.20"), ((4, 12), "5.1.38"), ((4, 14), "5.2.8"), ((4, 18), "5.2.34"), ((5, 3), "6.0.14"),
         ((5, 4), "6.1.4"), ((5, 14), "6.1.30"), ((6, 1), "7.0.6"), ((6, 5), "7.0.14"), ((6, 8), "7.1.4"))  # fmt: skip


def draw(world: World, too_old: bool = False) -> Vbox:
    """An installation made for the host's kernel, or one that came before it."""
    rng, year = world.rng, world.start.year
    names = list(RELEASES)
    first = names.index([release for kernel, release in FIRST if kernel <= kernel_version(world.kernel)][-1])
    if too_old:
        release = rng.choice(names[max(0, first - 4) : max(1, first)])
    else:
        fitting = names[first : first + 6]
        release = rng.choice([name for name in fitting if RELEASES[name] <= year] or fitting[:1])
    debian = world.system.name.startswith(("debian", "ubuntu"))
    found = Vbox(
        release,
        rng.randint(40000, 170000),
        debian and chance(rng, 0.5),
        "",
        PREVIOUS.get(world.system.name, world.kernel),
    )
    found.built, found.headers = [found.old_kernel, world.kernel], [found.old_kernel, world.kernel]
    found.machines = rng.sample(
        "win10 win7-test ubuntu-build centos7 jenkins-slave oldcrm sap-gui debian-ci nt4-plc winxp k8s-lab".split(),
        rng.randint(1, 4),
    )
    found.updated = max(world.boot - timedelta(minutes=between(rng, 5, 4000)), world.boot - timedelta(days=20))
    world.parts["vbox"] = found
    return found


def dress(world: World, found: Vbox) -> None:
    """The machines that run, if the module is loaded."""
    world.procs[:] = [proc for proc in world.procs if proc.name not in ("kvm", "bhyve")]
    if not found.loaded:
        return
    each = world.memory.programs * 0.85 / len(found.machines)
    for name in found.machines:
        args = f"/usr/lib/virtualbox/VBoxHeadless --comment {name} --startvm {world.rng.randint(0x10000000, 0xFFFFFFFF):08x}-21d4-4a1e-9c1f-0800271c1eaf --vrde config"
        world.procs.append(
            Proc(
                world.rng.randint(2000, 30000),
                "vbox",
                "VBoxHeadless",
                args,
                each,
                each * 1.4,
                between(world.rng, 2, 60),
                "S",
                between(world.rng, 20, 9000),
            )
        )
