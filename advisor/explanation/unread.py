"""What was read and what was not, for a person: one by one where it is little, else by kind, tool and folder.

A report of a whole host has thousands of files. What nobody reads of it is listed by the tool that wrote it, as far as its
place tells, the most telling first: tools and commands, then logs, then folders of the system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from facts.patterns import lazy
from facts.place_commands import command_of
from facts.reading import is_command

Json = Mapping[str, Any]

MOST = 40
"""So many lines at most say what was not read."""
MOST_NOTES = 12
MOST_READ = 100
"""So many outputs are listed one by one."""
_MOST_GROUPS = {"command": 14, "log": 4, "folder": 6}
_MOST_REASONS = 3
_MOST_TOOLS = 12
_MOST_REFUSALS = 20
_UNKNOWN = "no known output"
_NO_READER = "no reader: "
_SAVED = lazy(r"(?:^|/)(?:sos_commands|insights_commands|commands)/(?P<rest>.+)$")
_LOG = lazy(r"(?:^|/)(?P<folder>var/(?:log|adm))/(?P<name>[^/]+)")
_SYSTEM = lazy(r"(?:^|/)(?P<rest>(?:boot|dev|etc|home|lib|opt|proc|root|run|srv|sys|usr|var)/.+)$")
_ROTATED = lazy(r"[.-]\d.*$")
_NUMBER = lazy(r"[\d,]*\d")


class _Group(NamedTuple):
    """Unread text of one tool, log or folder."""

    kind: str
    name: str
    lines: int
    files: int


def is_much(unread: Sequence[Json]) -> bool:
    """Whether there is more unread text than anybody looks through."""
    return len(unread) > MOST


def unread_lines(unread: Sequence[Json]) -> list[str]:
    """What was not read, on so few lines that a terminal shows at most `MOST`; for what is `is_much`.

    A line that begins with blanks belongs to the one above it.

    Args:
        unread: places with ``path``, ``lines`` (first and last, or None for a whole file) and ``reason``.
    """
    texts = [item for item in unread if item["reason"] == _UNKNOWN]
    others = [item["reason"] for item in unread if item["reason"] != _UNKNOWN]
    tools = Counter(reason.removeprefix(_NO_READER) for reason in others if reason.startswith(_NO_READER))
    return [
        *_tools(tools),
        *_grouped(texts),
        *_reasons(item for item in unread if item["reason"] != _UNKNOWN and not item["reason"].startswith(_NO_READER)),
    ]


def _tools(tools: Counter[str]) -> Iterator[str]:
    if tools:
        named = [name if count == 1 else f"{name} ({count:,})" for name, count in tools.most_common(_MOST_TOOLS)]
        more = f" and {len(tools) - len(named):,} more" if len(tools) > len(named) else ""
        yield f"known tools without a reader: {', '.join(named)}{more}"


def _grouped(texts: Sequence[Json]) -> Iterator[str]:
    if not texts:
        return
    count, files = len(texts), len({item["path"] for item in texts})
    yield f"{count:,} stretches of text that is no known output, in {_files(files)}; the most lines of them:"
    groups = _groups(texts)
    for kind, most in _MOST_GROUPS.items():
        found = [group for group in groups if group.kind == kind]
        for group in found[:most]:
            yield f"  {group.name}: {_lines(group.lines)} in {_files(group.files)}"
        if left := found[most:]:
            what = {"command": "other commands", "log": "other logs", "folder": "other folders"}[kind]
            yield f"  {len(left):,} {what}: {_lines(sum(group.lines for group in left))}"


def _groups(texts: Iterable[Json]) -> list[_Group]:
    """Unread text by its place, the longest first."""
    lines: Counter[tuple[str, str]] = Counter()
    files: dict[tuple[str, str], set[str]] = {}
    for item in texts:
        key = place_of(item["path"])
        first, last = item["lines"] or (1, 1)
        lines[key] += last - first + 1
        files.setdefault(key, set()).add(item["path"])
    return [_Group(*key, count, len(files[key])) for key, count in lines.most_common()]


def place_of(path: str) -> tuple[str, str]:
    """The kind of place that a file lies in (``command``, ``log`` or ``folder``), and the tool, log or folder.

    >>> place_of("db1/sos_commands/block/lsblk_-f_-a"), place_of("sos_commands/pacemaker/crm_report/db1/members.txt")
    (('command', 'lsblk'), ('command', 'pacemaker/crm_report'))
    >>> place_of("db1/var/log/juju/unit-0.log"), place_of("proc/4711/mountinfo"), place_of("etc/lvm/lvm.conf")
    (('log', 'var/log/juju'), ('folder', 'proc/PID/mountinfo'), ('folder', 'etc/lvm'))
    """
    if match := _SAVED.search(path):
        parts = match["rest"].split("/")
        if len(parts) > 2:
            return "command", "/".join(parts[:2])
        return "command", _tool(command_of(path) or parts[-1])
    if match := _LOG.search(path):
        return "log", f"{match['folder']}/{_ROTATED.sub('', match['name'])}"
    if match := _SYSTEM.search(path):
        parts = match["rest"].split("/")
        parts = ["PID" if part.isdecimal() else part for part in parts]
        return "folder", "/".join(parts[: 3 if parts[1] == "PID" else 2])
    return "log", path.rpartition("/")[2] or path


def _tool(command: str) -> str:
    """The tool of a command: `kubectl` of `k8s kubectl get pods`."""
    words = command.split()[:2]
    return next((word for word in words if is_command(word)), words[0] if words else command)[:60]


def _reasons(unread: Iterable[Json]) -> Iterator[str]:
    """Why other places were not read, bounds first."""
    counts: Counter[str] = Counter()
    first: dict[str, Json] = {}
    for item in unread:
        alike = _NUMBER.sub("N", item["reason"])
        counts[alike] += 1
        first.setdefault(alike, item)
    found = sorted(counts.items(), key=lambda item: ("--limit" not in item[0], -item[1]))
    for alike, count in found[:_MOST_REASONS]:
        reason, path = first[alike]["reason"], first[alike]["path"]
        yield f"{path}: {reason}" if count == 1 else f"{count:,} places: {reason}; the first: {path}"
    if left := found[_MOST_REASONS:]:
        yield f"{_many(sum(count for _, count in left), 'place')} for other reasons"


def read_lines(inputs: Sequence[Json]) -> list[str]:
    """What was read by kind, the most rows first, and what could not be read of it: for more than `MOST_READ` outputs."""
    outputs: Counter[tuple[str, str]] = Counter()
    rows: Counter[tuple[str, str]] = Counter()
    for item in inputs:
        outputs[item["kind"], item["host"]] += 1
        rows[item["kind"], item["host"]] += item["rows"]
    found = [
        f"{kind} on {host}: {_many(outputs[kind, host], 'output')}, {_many(count, 'row')}"
        for (kind, host), count in rows.most_common()
    ]
    refused = [(item, refusal) for item in inputs for refusal in item["refusals"]]
    found += [
        f"{item['path']}:{refusal['lines'][0]}  {item['kind']}: could not read it: {refusal['reason']}"
        for item, refusal in refused[:_MOST_REFUSALS]
    ]
    if len(refused) > _MOST_REFUSALS:
        found.append(f"{len(refused) - _MOST_REFUSALS:,} more lines could not be read")
    return found


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _lines(count: int) -> str:
    return _many(count, "line")


def _files(count: int) -> str:
    return _many(count, "file")
