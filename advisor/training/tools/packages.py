"""Commands that show and change packages: apt-get and dpkg, rpm and dnf."""

from __future__ import annotations

from advisor.training.parts.packages import Packages
from advisor.training.tools.tool import Call, Tool, table


def _packages(call: Call) -> str:
    """apt-get, dpkg, rpm, dnf: each asks the packages of the host."""
    packages = call.part("packages", Packages)
    changes, words = packages.run(call.name, list(call.args))
    if changes:
        call.does("change")
        call.host.world.wait(60)
        words += changes()
    return words


APT = table(
    Tool("apt-get", _packages, "install packages: apt-get install NAME..., with --only-upgrade or --reinstall"),
    Tool("dpkg", _packages, "installed packages: dpkg -l 'PATTERN'"),
)
"""Those of Debian and Ubuntu."""

RPM = table(Tool("rpm", _packages, "packages: rpm -qa 'PATTERN', rpm -qa --last, rpm -Uvh FILE"))
"""That of a host with rpm and no repository."""

DNF = table(
    Tool("dnf", _packages, "packages: dnf history lists what was installed and when; dnf history undo ID takes it back")
)
"""That of a host with dnf as well."""
