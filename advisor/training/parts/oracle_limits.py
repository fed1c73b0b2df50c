"""How much memory an account may lock: limits.conf for logins, a unit's own limit for a service.

Logins read /etc/security/limits.conf and then limits.d in the order of names, through PAM; a value of an account outweighs one
for ``*``. A service of systemd reads neither: LimitMEMLOCK of its unit counts, as it was when units were read last.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from advisor.training.host import Host

UNLIMITED = math.inf
DEFAULT_KB = 64
"""What a login or a service may lock where nothing says otherwise, kB; newer kernels allow some megabytes."""
_LINE = re.compile(r"\s*(?P<who>[\w*@%]+)\s+(?P<kind>soft|hard|-)\s+memlock\s+(?P<value>\S+)\s*(?:#.*)?$")
_SUFFIX = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_WORDS = ("unlimited", "infinity", "-1")


def _amount(text: str, unit: float) -> float | None:
    if text.lower() in _WORDS:
        return UNLIMITED
    found = re.fullmatch(r"(\d{1,15})([KMGT]?)", text)
    return int(found[1]) * _SUFFIX[found[2]] * unit if found else None


def login_limit(host: Host, user: str, kind: str = "soft") -> float:
    """What a new login of an account may lock, bytes."""
    files = host.files
    paths = [
        "/etc/security/limits.conf",
        *(f"/etc/security/limits.d/{n}" for n in files.inside("/etc/security/limits.d")),
    ]
    found: dict[str, float] = {}
    for path in paths:
        for line in files.read(path).splitlines() if files.has(path) else []:
            match = _LINE.match(line)
            value = _amount(match["value"], 1024) if match and path.endswith(".conf") else None
            if match and value is not None and match["who"] in (user, "*") and match["kind"] in (kind, "-"):
                found[match["who"]] = value
    return found.get(user, found.get("*", DEFAULT_KB * 1024))


@dataclass
class Unit:
    """A unit of systemd that starts the instance, as it was read last.

    Attributes:
        name: with ``.service``.
        text: its files as they were read last.
    """

    host: Host
    name: str
    text: str = ""

    def paths(self) -> list[str]:
        """The files that make it up, those of the directory beside it last."""
        beside = f"/etc/systemd/system/{self.name}.d"
        return [f"/etc/systemd/system/{self.name}", *(f"{beside}/{name}" for name in self.host.files.inside(beside))]

    def reload(self) -> None:
        """Read its files anew."""
        self.text = "".join(f"{self.host.files.read(path)}\n" for path in self.paths() if self.host.files.has(path))

    @property
    def limit(self) -> float:
        """What the service may lock, bytes; the last LimitMEMLOCK counts."""
        values = [
            _amount(text, 1)
            for text in re.findall(r"^[^\S\n]*+LimitMEMLOCK[^\S\n]*+=[^\S\n]*+(\S+)", self.text, re.MULTILINE)
        ]
        known = [value for value in values if value is not None]
        return known[-1] if known else DEFAULT_KB * 1024


@dataclass
class Logins:
    """Whose prompt it is: ``su`` changes it for one command.

    Attributes:
        user: the account.
        limit: what its shell may lock, bytes.
    """

    host: Host
    user: str = "root"
    limit: float = UNLIMITED
    kept: list[tuple[str, float]] = field(default_factory=list)

    def enter(self, user: str) -> None:
        """Log in as an account; its limits are read now."""
        self.kept.append((self.user, self.limit))
        self.user = user
        self.limit = UNLIMITED if user == "root" else login_limit(self.host, user)

    def leave(self) -> None:
        """Log out again."""
        self.user, self.limit = self.kept.pop()


def in_kb(limit: float) -> str:
    """As ``ulimit -l`` prints it."""
    return "unlimited" if limit == UNLIMITED else str(int(limit // 1024))


def in_bytes(limit: float) -> str:
    """As ``/proc/PID/limits`` prints it."""
    return "unlimited" if limit == UNLIMITED else str(int(limit))
