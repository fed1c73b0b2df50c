"""Files of control groups: ``memory.stat``, ``memory.max``, ``memory.events``, ``io.pressure``, ``io.max``, ``cpu.stat``.

Both interfaces are known: version 2 (``memory.max``) and version 1 (``memory.limit_in_bytes``, ``total_dirty``). Which
group it is stands in the path: in the command, in ``grep``'s prefix (``grep . /sys/fs/cgroup/a/memory.*``), in the line
``==> path <==`` of ``head`` and ``tail``, or in the folder in which the command was typed. Several files of one ``cat``
are told apart by their order. Inside a container the group looks at itself and is called ``/``, unless ``docker exec
NAME`` or ``kubectl exec POD`` names it. Of several samples the largest sum of dirty and writeback is kept, of everything
else the last value.

Samples::

    >>> from facts.readers import show
    >>> show('''# cat /sys/fs/cgroup/system.slice/imp.service/memory.max
    ... 536870912
    ... # grep -E '^(file_dirty|file_writeback|(in)?active_file) ' /sys/fs/cgroup/system.slice/imp.service/memory.stat
    ... file_dirty 61210624
    ... file_writeback 33554432
    ... inactive_file 402653184
    ... active_file 41943040
    ... ''')
    cgroup lines 2-2 read
      cgroup: cgroup=imp.service memory-max-bytes=536870912 version=v2 (2-2)
      system: os=linux (2-2)
    cgroup lines 4-7 read
      cgroup: cgroup=imp.service dirty-and-writeback-bytes=94765056 file-bytes=444596224 version=v2 (4-7)
      system: os=linux (4-4)

    >>> show('''/sys/fs/cgroup/memory/docker/4f2a/memory.limit_in_bytes:268435456
    ... /sys/fs/cgroup/memory/docker/4f2a/memory.failcnt:90211
    ... ''')
    cgroup lines 1-2 read
      cgroup: cgroup=docker/4f2a limit-hits=90211 memory-max-bytes=268435456 version=v1 (1-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from facts.kit import run
from facts.patterns import lazy
from facts.readers.cgroup_files import CONTENT, KINDS, Group, group_name, kind_of_line
from facts.reading import Output, Reader, Reading, Refusal

_FILE = r"(?:memory|io|cpu|blkio)\.[a-z][\w.]{1,40}"
_PREFIXED = lazy(rf"\s*(?P<path>(?:[^\s:]*/)?{_FILE}):(?P<content>\S(?:.*\S)?)\s*$")
_HEAD = lazy(
    rf"\s*(?:(?:=+>?|-{{2,}}+|\*{{2,}}+|>{{1,4}}) *)?(?P<path>(?:[^\s:=]*/)?{_FILE})(?: *(?:<?=+|-{{2,}}|\*{{2,}}|:))?\s*$"
)
_IN_COMMAND = lazy(rf"(?P<path>(?:[^\s:'\"=,{{}}]*/)?(?:{_FILE}|(?:memory|io|cpu)\.\*|\{{[^}}]{{1,200}}\}}))")
_FOLDER = lazy(
    r"(?:.*?/sys/fs/cgroup|.*?/(?:dev|mnt|tmp)?/?cgroups?)(?:/(?:memory|unified|systemd|blkio|cpu,cpuacct|cpuacct|cpu)"
    r"(?=/|$))?/?(?P<name>.*)$"
)
_INSIDE = lazy(r"\b(?:docker|podman|nerdctl|crictl|kubectl|oc|lxc)\s+(?:\S+\s+){0,12}?exec\s+(?:-\S+\s+(?:\w[\w-]*\s+)?){0,12}?"
               r"(?P<name>[\w][\w./-]*)\s+(?:-- ?)?(?:sh |bash |cat |grep |head )")  # fmt: skip
_CHANGED = lazy(r"\bcd\s+(?P<folder>/[^\s;&]*cgroup[^\s;&]*)")
_STARTS = lazy(
    rf"\s*(?:(?:(?:=+>?|-{{2,}}+|\*{{2,}}+|>{{1,4}}) *)?(?:[^\s:=]*/)?{_FILE}(?::\S|(?: *(?:<?=+|-{{2,}}|\*{{2,}}|:))?\s*$)"
    r"|(?:anon|cache|low|total_cache|file_dirty|total_dirty) \d+\s*$)"
)
_COMMAND = lazy(
    r"/sys/fs/cgroup\b|\bmemory\.(?:stat|max|high|current|events|limit_in_bytes|usage_in_bytes|failcnt|pressure|\*)"
    r"|\bio\.(?:max|stat|pressure)\b|\bcpu\.stat\b"
)
_MOST_LINES = 20_000


class _Entry(NamedTuple):
    """One line of a file: where it stands in the output, the file's folder and name, its content."""

    at: int
    folder: str
    file: str
    content: str


def _files_of(command: str) -> list[str]:
    """The files that a command names, braces written out: ``x/memory.{max,stat}``."""
    found: list[str] = []
    for word in command.split():
        before, brace, rest = word.partition("{")
        if brace and "}" in rest:
            inside, _, after = rest.partition("}")
            found += [f"{before}{part}{after}" for part in inside.split(",")]
        else:
            found.append(word)
    return [word.strip("'\";)") for word in found if _IN_COMMAND.fullmatch(word.strip("'\";)"))]


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def _name(folder: str, command: str, typed_in: str) -> str:
    if inside := _INSIDE.search(command):
        return inside["name"]
    if not folder.startswith("/") and (changed := _CHANGED.search(command)):
        folder = f"{changed['folder'].rstrip('/')}/{folder}".rstrip("/")
    elif not folder.startswith("/") and "cgroup" in typed_in:
        folder = f"{typed_in}/{folder.removeprefix('./')}".rstrip("/")
    match = _FOLDER.match(folder)
    return group_name(match["name"] if match else folder.lstrip("./"))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    asked = _COMMAND.search(command) is not None
    first = lines[start]
    named = _PREFIXED.match(first) or _HEAD.match(first)
    if not named and not (kind_of_line(first) and (asked or _two_of_a_stat(lines, start))):
        return None
    if named and kind_of_file(named["path"]) is None:
        return None
    if _HEAD.match(first) and not (start + 1 < len(lines) and kind_of_line(lines[start + 1])):
        return None  # a list of files
    return start, run(lines, start, _PREFIXED, _HEAD, *CONTENT, blanks=1, most=_MOST_LINES)


def kind_of_file(path: str) -> str | None:
    """Which kind of file this is by its name; None where it is of no interest.

    >>> kind_of_file("/sys/fs/cgroup/a/memory.stat"), kind_of_file("memory.numa_stat"), kind_of_file("io.pressure")
    ('stat', None, 'pressure')
    """
    return KINDS.get(path.rpartition("/")[2])


def _two_of_a_stat(lines: Sequence[str], start: int) -> bool:
    """Content alone is only unmistakable where memory.stat or memory.events begins."""
    below = lines[start + 1].split() if start + 1 < len(lines) else []
    pair = (lines[start].split()[0], below[0] if below else "")
    return pair in {
        ("anon", "file"), ("cache", "rss"), ("low", "high"), ("file_dirty", "file_writeback"),
        ("total_dirty", "total_writeback"),
    }  # fmt: skip


def _entries(output: Output) -> Iterator[_Entry]:
    """Each line with the file that it belongs to."""
    order = _Order(_files_of(output.command))
    heading = ""
    for index, line in enumerate(output.lines):
        if match := _PREFIXED.match(line):
            path, content = match["path"], match["content"]
        elif match := _HEAD.match(line):
            heading = match["path"]
            continue
        elif line.strip():
            path, content = heading or order.file_of(kind_of_line(line) or ""), line.strip()
        else:
            continue
        yield _Entry(index, _folder_of(path), path.rpartition("/")[2], content)


class _Order:
    """Tells the lines of several files apart that one command printed after another."""

    def __init__(self, named: Sequence[str]) -> None:
        self.files = [path for path in named if kind_of_file(path) is not None]
        self.others = [path for path in named if kind_of_file(path) is None]
        self.at, self.used = 0, False

    def file_of(self, kind: str) -> str:
        """The file that the next line belongs to, which is of this kind."""
        here = self.at < len(self.files) and kind_of_file(self.files[self.at]) == kind
        if not (here and (kind != "value" or not self.used)):
            behind = [*range(self.at + 1, len(self.files)), *range(self.at + 1)]
            fitting = next((n for n in behind if n < len(self.files) and kind_of_file(self.files[n]) == kind), None)
            if fitting is None:
                return self._default(kind)
            self.at = fitting
        self.used = True
        return self.files[self.at]

    def _default(self, kind: str) -> str:
        """The file by its content alone, where the command leaves it open: it names none, or several by a pattern."""
        pattern = next((path for path in self.others if "*" in path), None)
        if pattern is None and (self.files or self.others):
            return ""
        folder = _folder_of(pattern or "")
        return f"{folder}/{_DEFAULT[kind]}" if folder and kind in _DEFAULT else _DEFAULT.get(kind, "")


_DEFAULT = {"stat": "memory.stat", "events": "memory.events", "cpu": "cpu.stat", "limits": "io.max"}


def _read(output: Output) -> Reading:
    groups: dict[str, Group] = {}
    reading = Reading()
    for entry in _entries(output):
        group = groups.setdefault(_name(entry.folder, output.command, output.folder), Group())
        span = output.span(entry.at)
        # where the names of the files are echoed, the last may be missing before a grep
        made = group.take(entry.file, entry.content, entry.at) or group.take("memory.stat", entry.content, entry.at)
        if not entry.file and "*" in output.command:
            reading.refusals.append(Refusal(span, "which file it stands in is not told"))
        elif not made:
            reading.refusals.append(Refusal(span, f"{entry.file}: `{entry.content[:40]}` is not understood"))
        elif made == "used":
            reading.used.append(span)
        elif made == "unnamed":
            reading.unnamed.append(span[0])
        else:
            reading.pass_over(made, span)
    reading.rows = [group.row(name, output) for name, group in groups.items() if group.values]
    reading.infer_system("linux", output.span(0))
    return reading


HINTS = (
    "cgroup", "memory.", "io.pressure", "io.max", "cpu.stat", "anon ", "\ncache ", "low ", "file_dirty ",
    "total_dirty ",
)  # fmt: skip
READERS = (Reader("cgroup", _STARTS, _extent, _read, _COMMAND, of_no_use=(("name of a file", _HEAD),)),)
