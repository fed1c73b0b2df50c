"""Releases of Linux, and what each brings."""

from __future__ import annotations

from typing import NamedTuple


class Daemon(NamedTuple):
    """A program that runs all the time, and the service that it is."""

    service: str
    about: str
    pid: int
    words: str


_RED_HAT = (
    Daemon("sshd.service", "OpenSSH server daemon", 911, "sshd: /usr/sbin/sshd -D"),
    Daemon("crond.service", "Command Scheduler", 933, "/usr/sbin/crond -n"),
)
_DEBIAN = (
    Daemon("ssh.service", "OpenBSD Secure Shell server", 911, "sshd: /usr/sbin/sshd -D"),
    Daemon("cron.service", "Regular background program processing daemon", 933, "/usr/sbin/cron -f"),
)


class Distribution(NamedTuple):
    """What a release brings: its kernel, its name, the percentages from which on writers are slowed, and what always runs."""

    kernel: str
    build: str
    pretty: str
    dirty_ratio: int = 20
    dirty_background_ratio: int = 10
    daemons: tuple[Daemon, ...] = _RED_HAT


DISTRIBUTIONS = {
    "el5": Distribution("2.6.18-128.el5", "#1 SMP Wed Dec 17 11:41:38 EST 2008", "CentOS release 5.3 (Final)", 40),
    "el6": Distribution("2.6.32-754.el6.x86_64", "#1 SMP Tue Jun 19 21:26:04 UTC 2018", "CentOS release 6.10 (Final)"),
    "el7": Distribution("3.10.0-1160.el7.x86_64", "#1 SMP Mon Oct 19 16:18:59 UTC 2020", "CentOS Linux 7 (Core)"),
    "el8": Distribution("4.18.0-513.5.1.el8_9.x86_64", "#1 SMP Fri Sep 29 05:21:10 EDT 2023", "Red Hat Enterprise Linux 8.9 (Ootpa)"),
    "el9": Distribution("5.14.0-427.13.1.el9_4.x86_64", "#1 SMP PREEMPT_DYNAMIC Wed Apr 10 10:29:16 EDT 2024",
                        "Red Hat Enterprise Linux 9.4 (Plow)"),
    "debian12": Distribution("6.1.0-18-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)", "Debian GNU/Linux 12 (bookworm)",
                             daemons=_DEBIAN),
    "ubuntu22": Distribution("5.15.0-118-generic", "#128-Ubuntu SMP Fri Jul 5 09:28:59 UTC 2024", "Ubuntu 22.04.4 LTS",
                             daemons=_DEBIAN),
}  # fmt: skip
