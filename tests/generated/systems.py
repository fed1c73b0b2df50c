"""Operating systems with the versions of tools that belong to them."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class System:
    """A release of an operating system; `os` is linux, solaris or freebsd."""

    name: str
    os: str
    title: str
    kernels: tuple[str, ...]
    years: tuple[int, int]
    sysstat: tuple[int, int] = (0, 0)
    zfs: str = ""  # "" where there is none, "sun" for Solaris' own
    memavailable: bool = True
    psi: bool = False
    cgroup2: bool = False

    @property
    def linux(self) -> bool:
        return self.os == "linux"

    @property
    def solaris(self) -> bool:
        return self.os == "solaris"

    @property
    def freebsd(self) -> bool:
        return self.os == "freebsd"

    @property
    def openzfs(self) -> bool:
        return self.zfs not in ("", "sun")


def _linux(
    name: str, title: str, kernels: str, years: tuple[int, int], sysstat: tuple[int, int], zfs: str = ""
) -> System:
    first = tuple(int(part) for part in kernels.split()[0].split("-")[0].split(".")[:2])
    backported = name.startswith(("rhel-6", "rhel-7", "centos-7", "oracle-linux-6", "oracle-linux-7"))
    return System(
        name,
        "linux",
        title,
        tuple(kernels.split()),
        years,
        sysstat,
        zfs,
        memavailable=first >= (3, 14) or (backported and first >= (3, 10)),
        psi=first >= (5, 4) and not name.startswith(("rhel", "rocky", "oracle")),
        cgroup2=first >= (5, 10),
    )


SYSTEMS: tuple[System, ...] = (
    _linux("rhel-5", "Red Hat Enterprise Linux Server release 5.11 (Tikanga)", "2.6.18-398.el5 2.6.18-194.el5", (2009, 2014), (7, 0)),
    _linux("centos-5", "CentOS release 5.8 (Final)", "2.6.18-308.el5 2.6.18-92.1.22.el5", (2008, 2013), (7, 0)),
    _linux("rhel-6", "Red Hat Enterprise Linux Server release 6.9 (Santiago)", "2.6.32-696.el6.x86_64 2.6.32-431.el6.x86_64", (2012, 2019), (9, 0)),
    _linux("oracle-linux-6", "Oracle Linux Server release 6.8", "3.8.13-118.el6uek.x86_64 2.6.39-400.211.1.el6uek.x86_64", (2013, 2019), (9, 0)),
    _linux("rhel-7", "Red Hat Enterprise Linux Server release 7.9 (Maipo)", "3.10.0-1160.el7.x86_64 3.10.0-862.14.4.el7.x86_64", (2016, 2023), (10, 1)),
    _linux("centos-7", "CentOS Linux release 7.6.1810 (Core)", "3.10.0-957.el7.x86_64 3.10.0-1127.19.1.el7.x86_64", (2016, 2023), (10, 1), "0.8.5"),
    _linux("oracle-linux-7", "Oracle Linux Server release 7.9", "4.14.35-2047.521.4.el7uek.x86_64 5.4.17-2136.307.3.el7uek.x86_64", (2017, 2024), (10, 1)),
    _linux("rhel-8", "Red Hat Enterprise Linux release 8.6 (Ootpa)", "4.18.0-372.9.1.el8.x86_64 4.18.0-477.27.1.el8_8.x86_64", (2020, 2025), (11, 7)),
    _linux("oracle-linux-8", "Oracle Linux Server release 8.8", "5.4.17-2136.319.1.4.el8uek.x86_64 5.15.0-101.103.2.1.el8uek.x86_64", (2020, 2025), (11, 7)),
    _linux("rhel-9", "Red Hat Enterprise Linux release 9.3 (Plow)", "5.14.0-362.8.1.el9_3.x86_64 5.14.0-427.13.1.el9_4.x86_64", (2022, 2026), (12, 5)),
    _linux("rocky-9", "Rocky Linux release 9.4 (Blue Onyx)", "5.14.0-427.13.1.el9_4.x86_64", (2023, 2026), (12, 5), "2.1.15"),
    _linux("oracle-linux-9", "Oracle Linux Server release 9.3", "5.15.0-205.149.5.1.el9uek.x86_64", (2023, 2026), (12, 5)),
    _linux("sles-11", "SUSE Linux Enterprise Server 11 (x86_64)", "3.0.101-108.13-default 3.0.76-0.11-default", (2012, 2018), (8, 1)),
    _linux("sles-12", "SUSE Linux Enterprise Server 12 SP5", "4.12.14-122.124-default 4.12.14-95.54-default", (2017, 2023), (12, 0)),
    _linux("sles-15", "SUSE Linux Enterprise Server 15 SP5", "5.14.21-150500.55.31-default", (2022, 2026), (12, 0)),
    _linux("debian-8", "Debian GNU/Linux 8 (jessie)", "3.16.0-6-amd64 3.16.0-4-amd64", (2015, 2019), (11, 0), "0.6.5.9"),
    _linux("debian-10", "Debian GNU/Linux 10 (buster)", "4.19.0-21-amd64 4.19.0-14-amd64", (2019, 2023), (12, 0), "0.8.4"),
    _linux("debian-12", "Debian GNU/Linux 12 (bookworm)", "6.1.0-21-amd64 6.1.0-13-amd64", (2023, 2026), (12, 6), "2.1.11"),
    _linux("ubuntu-14.04", "Ubuntu 14.04.5 LTS", "3.13.0-170-generic 4.4.0-148-generic", (2014, 2018), (10, 2), "0.6.5.11"),
    _linux("ubuntu-18.04", "Ubuntu 18.04.6 LTS", "4.15.0-213-generic 4.15.0-91-generic", (2018, 2022), (11, 6), "0.7.5"),
    _linux("ubuntu-20.04", "Ubuntu 20.04.6 LTS", "5.4.0-186-generic 5.4.0-91-generic", (2020, 2024), (12, 2), "0.8.3"),
    _linux("ubuntu-22.04", "Ubuntu 22.04.4 LTS", "5.15.0-105-generic 5.15.0-78-generic", (2022, 2026), (12, 5), "2.1.5"),
    _linux("ubuntu-24.04", "Ubuntu 24.04.1 LTS", "6.8.0-45-generic 6.8.0-31-generic", (2024, 2026), (12, 6), "2.2.2"),
    _linux("proxmox-6", "Debian GNU/Linux 10 (buster)", "5.4.106-1-pve 5.3.18-3-pve", (2019, 2022), (12, 0), "0.8.5"),
    _linux("proxmox-8", "Debian GNU/Linux 12 (bookworm)", "6.8.12-4-pve 6.5.13-5-pve", (2023, 2026), (12, 6), "2.2.6"),
    System("solaris-8", "solaris", "Solaris 8 2/04 s28s_hw4wos_05a SPARC", ("Generic_117350-39", "Generic_108528-29"), (2001, 2007)),
    System("solaris-9", "solaris", "Solaris 9 9/05 s9s_u8wos_05 SPARC", ("Generic_118558-39", "Generic_122300-60"), (2004, 2010)),
    System("solaris-10", "solaris", "Oracle Solaris 10 1/13 s10s_u11wos_24a SPARC", ("Generic_147147-26", "Generic_150400-40", "Generic_144500-19"), (2010, 2018), zfs="sun"),
    System("solaris-11.3", "solaris", "Oracle Solaris 11.3 SPARC", ("11.3", "11.3"), (2015, 2019), zfs="sun"),
    System("solaris-11.4", "solaris", "Oracle Solaris 11.4 X86", ("11.4.42.111.0", "11.4.57.144.3"), (2019, 2025), zfs="sun"),
    System("illumos", "solaris", "OmniOS v11 r151046", ("omnios-r151046-3a6d5cd3c7", "omnios-r151038-b0d6b8e0a2"), (2019, 2025), zfs="illumos"),
    System("freebsd-11", "freebsd", "FreeBSD 11.3-RELEASE-p9", ("11.3-RELEASE-p9", "11.2-STABLE"), (2018, 2021), zfs="fbsd"),
    System("freebsd-13", "freebsd", "FreeBSD 13.2-RELEASE-p4", ("13.2-RELEASE-p4", "13.1-RELEASE"), (2021, 2025), zfs="2.1.9"),
    System("freebsd-14", "freebsd", "FreeBSD 14.1-RELEASE-p5", ("14.1-RELEASE-p5", "14.0-RELEASE"), (2023, 2026), zfs="2.2.4"),
)  # fmt: skip

BY_NAME = {system.name: system for system in SYSTEMS}
LINUX = tuple(system.name for system in SYSTEMS if system.linux)
ZFS_LINUX = tuple(system.name for system in SYSTEMS if system.linux and system.zfs)
SOLARIS = tuple(system.name for system in SYSTEMS if system.solaris and system.zfs)
OLD_SOLARIS = ("solaris-8", "solaris-9")
FREEBSD = tuple(system.name for system in SYSTEMS if system.freebsd)
ZFS = tuple(system.name for system in SYSTEMS if system.zfs)
ALL = tuple(system.name for system in SYSTEMS)


def draw(rng: Random, names: tuple[str, ...]) -> System:
    """One of the systems named."""
    return BY_NAME[rng.choice(names)]
