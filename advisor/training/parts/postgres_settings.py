"""The settings of a PostgreSQL server: as shipped, in postgresql.conf, by ALTER SYSTEM, and in force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from advisor.training.host import Host

_SIZES = {"B": 1, "kB": 1 << 10, "8kB": 8 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}
_TIMES = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
_LINE = re.compile(r"^\s*(?P<name>[a-z_]+)\s*+(?:=\s*)?(?P<value>'[^']*'|[^\s#']+)\s*(?:#.*)?$")


class Known(NamedTuple):
    """A setting: its unit, what it is as shipped, and whether it takes a restart."""

    unit: str
    default: str
    restart: bool = False


KNOWN = {
    "autovacuum": Known("", "on"), "checkpoint_completion_target": Known("", "0.5"), "checkpoint_flush_after": Known("8kB", "32"),
    "checkpoint_timeout": Known("s", "300"), "checkpoint_warning": Known("s", "30"), "effective_cache_size": Known("8kB", "524288"),
    "effective_io_concurrency": Known("", "1"), "fsync": Known("", "on"), "full_page_writes": Known("", "on"),
    "log_checkpoints": Known("", "off"), "log_min_duration_statement": Known("ms", "-1"), "log_temp_files": Known("kB", "-1"),
    "maintenance_work_mem": Known("kB", "65536"), "max_connections": Known("", "100", True), "max_wal_size": Known("MB", "1024"),
    "min_wal_size": Known("MB", "80"), "random_page_cost": Known("", "4"), "shared_buffers": Known("8kB", "16384", True),
    "synchronous_commit": Known("", "on"), "wal_buffers": Known("8kB", "512", True), "work_mem": Known("kB", "4096"),
}  # fmt: skip


class NotTaken(Exception):
    """A name or a value that the server refuses; the message is its own."""


def in_unit(name: str, text: str) -> str:
    """A value as text in the setting's own unit.

    >>> in_unit("shared_buffers", "16GB"), in_unit("checkpoint_timeout", "15min"), in_unit("work_mem", "4096")
    ('2097152', '900', '4096')

    Raises:
        NotTaken: there is no such setting, or the value is none for it.
    """
    known = KNOWN.get(name)
    if known is None:
        raise NotTaken(f'unrecognized configuration parameter "{name}"')
    text = text.strip().strip("'")
    found = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*([A-Za-z]*)", text)
    if known.default in ("on", "off"):
        if text.lower() not in ("on", "off", "true", "false", "local", "yes", "no"):
            raise NotTaken(f'parameter "{name}" requires a Boolean value')
        return {"true": "on", "yes": "on", "false": "off", "no": "off"}.get(text.lower(), text.lower())
    units = _TIMES if known.unit in _TIMES else _SIZES
    if not found or (found[2] and (not known.unit or found[2] not in units)):
        raise NotTaken(f'invalid value for parameter "{name}": "{text}"')
    if not known.unit or not found[2]:
        return found[1]
    return str(int(float(found[1]) * units[found[2]] // units[known.unit]))


def shown(name: str, value: str) -> str:
    """A value as SHOW prints it, in the largest unit of which it is a whole number.

    >>> shown("shared_buffers", "2097152"), shown("checkpoint_timeout", "300"), shown("work_mem", "4096"), shown("fsync", "on")
    ('16GB', '5min', '4MB', 'on')
    """
    unit = KNOWN[name].unit
    if not unit or value in ("0", "-1"):
        return value
    units = _TIMES if unit in _TIMES else _SIZES
    amount = int(value) * units[unit]
    best = max((u for u in units if u != "8kB" and amount % units[u] == 0), key=lambda u: units[u])
    return f"{amount // units[best]}{best}"


@dataclass(eq=False)
class PostgresSettings:
    """The settings of one server.

    Attributes:
        host: it runs on.
        version: the major one; `full_version` all of it.
        data: its directory.
        force: in force, each in its own unit.
        source: where the value in force comes from.
    """

    host: Host
    full_version: str
    data: str
    force: dict[str, str] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The major version."""
        return int(self.full_version.split(".")[0])

    @property
    def conf(self) -> str:
        """The path of postgresql.conf."""
        return f"{self.data}/postgresql.conf"

    @property
    def auto(self) -> str:
        """The path of what ALTER SYSTEM writes."""
        return f"{self.data}/postgresql.auto.conf"

    def default(self, name: str) -> str:
        """A setting as this version ships it."""
        if name == "checkpoint_completion_target" and self.version >= 14:
            return "0.9"
        if name == "log_checkpoints" and self.version >= 15:
            return "on"
        return KNOWN[name].default

    def number(self, name: str) -> float:
        """The number in force, in the setting's unit."""
        return float(self.force[name])

    def bytes(self, name: str) -> float:
        """A size in force, bytes."""
        return float(self.force[name]) * _SIZES[KNOWN[name].unit]

    def on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.force[name] == "on"

    def in_files(self) -> Iterator[tuple[str, str, str]]:
        """Name, value and file of all that stands in the files; what stands later holds."""
        for path in (self.conf, self.auto):
            for line in self.host.files.read(path).splitlines():
                found = _LINE.match(line)
                if found and found["name"] in KNOWN:
                    try:
                        yield found["name"], in_unit(found["name"], found["value"]), path
                    except NotTaken:
                        continue

    def configured(self) -> dict[str, str]:
        """What a start would take."""
        values = {name: self.default(name) for name in KNOWN}
        values.update({name: value for name, value, _ in self.in_files()})
        return values

    def numbers(self) -> dict[str, float]:
        """What a start would take of the settings that are numbers, in their units."""
        return {name: float(value) for name, value in self.configured().items() if re.fullmatch(r"-?[\d.]+", value)}

    def reload(self) -> list[tuple[str, str, bool]]:
        """Take what needs no restart; each change with its value as shown, and whether it has to wait for one."""
        changed = []
        for name, value in self.configured().items():
            if value != self.force[name]:
                changed.append((name, shown(name, value), KNOWN[name].restart))
                if not KNOWN[name].restart:
                    self.force[name] = value
        self._sources()
        return changed

    def restart(self) -> None:
        """Take all that stands in the files."""
        self.force = self.configured()
        self._sources()

    def _sources(self) -> None:
        self.source = dict.fromkeys(KNOWN, "default")
        self.source.update({name: "configuration file" for name, _, _ in self.in_files()})

    def alter(self, name: str, value: str | None) -> None:
        """ALTER SYSTEM SET or RESET.

        Raises:
            NotTaken: the server refuses it.
        """
        if value is None:
            if name not in KNOWN:
                raise NotTaken(f'unrecognized configuration parameter "{name}"')
        else:
            in_unit(name, value)
        lines = [line for line in self.host.files.read(self.auto).splitlines() if not line.startswith(f"{name} =")]
        if value is not None:
            lines.append(f"{name} = '{value}'")
        self.host.files.put(self.auto, "".join(f"{line}\n" for line in lines))
