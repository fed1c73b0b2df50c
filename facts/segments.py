"""Finds the outputs in a text: a pure capture, a saved terminal session, a ticket, a blog post.

Every line ends up in one of three places: in an output that a reader takes, in an output of a tool that has no reader
(named), or in a stretch that nothing recognises. Nothing is dropped but prompts, blank lines and the marks that `script`,
ssh and PuTTY put around a session.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from facts.patterns import lazy
from facts.reading import (
    FRAME,
    MOST_FRAMES,
    OF_PROMPT,
    SCANNED,
    Output,
    Prompt,
    Reader,
    bare_command,
    continued,
    prompt_of,
    scan_command,
)

if TYPE_CHECKING:
    from facts.beginnings import Beginnings, Kind

CommandLine = tuple[int, Prompt]
UNKNOWN = "no known output"
"""The reason of a stretch that nothing recognises."""


class Found(NamedTuple):
    """An output and the reader that takes it; `host` is the one that the prompt above it names, or ""."""

    reader: Reader
    output: Output
    host: str = ""


class Unread(NamedTuple):
    """Lines that no reader takes: `reason` is ``no reader: NAME`` or ``no known output``."""

    lines: tuple[int, int]
    reason: str


@dataclass(slots=True, repr=False)
class Segments:
    """What one text holds, in order; `commands` are the command lines seen at prompts, by line number."""

    found: list[Found] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    commands: list[CommandLine] = field(default_factory=list)


_WIDEST_GAP = 2
"""Empty lines between a command and what it printed."""
_SEVERAL = lazy(r";|&&")
_MANY_LINES = 600
"""So many lines on which nothing began, one by one: from here on it pays to look at the beginnings of all further ones."""
_LEAST_BLOCK = 256
_BLOCK = 8_192
"""So many are looked at in one go."""


class _Plan:
    """Readers by what makes them try a line, and on how many lines none of them began until now."""

    def __init__(self, readers: tuple[Reader, ...], leftover: tuple[Reader, ...], starting: tuple[Reader, ...]) -> None:
        self.readers = readers
        self.leftover = leftover
        self.starting = starting
        self.passed = 0
        self.beginnings: Beginnings | None = None

    def among(self, lines: Sequence[str]) -> list[tuple[int, Kind]]:
        """The lines on which something may begin."""
        if self.beginnings is None:
            from facts.beginnings import Beginnings  # only long texts need it

            self.beginnings = Beginnings(self.starting)
        return self.beginnings.among(lines)


@lru_cache(maxsize=32)  # each may remember some thousand beginnings of lines
def _plan(readers: tuple[Reader, ...]) -> _Plan:
    in_order = tuple(r for r in readers if not r.leftover)
    return _Plan(in_order, tuple(r for r in readers if r.leftover), tuple(r for r in in_order if r.starts is not None))


_CHANGE = lazy(r"(?:^|[;&]\s*)cd\s+(?P<to>[\w./@:+~-]+)\s*(?=$|[;&])")


def _folder(command: str, before: str) -> str:
    """The folder in which a shell is after a command, absolute, or "" where that is not known.

    >>> _folder("cd /sys/fs/cgroup; cd a.slice", ""), _folder("cd ..", "/a/b"), _folder("cd", "/a"), _folder("ls", "/a")
    ('/sys/fs/cgroup/a.slice', '/a', '', '/a')
    """
    if command.strip() == "cd":
        return ""
    for change in _CHANGE.finditer(command):
        to = change["to"]
        if to.startswith("/"):
            before = posixpath.normpath(to)
        else:
            before = posixpath.normpath(f"{before}/{to}") if before and not to.startswith(("~", "-")) else ""
    return before


class _Segmenter:
    def __init__(self, lines: Sequence[str], readers: tuple[Reader, ...], path: str, implied_command: str) -> None:
        self.lines, self.path = lines, path
        self.plan = _plan(readers)
        self.readers, self.leftover, self.starting = self.plan.readers, self.plan.leftover, self.plan.starting
        self.may: list[
            tuple[int, Kind]
        ] = []  # the lines before `known` on which something may begin, the last one first
        self.known, self.block = 0, _LEAST_BLOCK
        self.result = Segments()
        self.command = implied_command
        self.implied = bool(implied_command)
        self.host = ""
        self.user = ""
        self.folder = ""
        self.command_line = 0
        self.below = 0  # outputs found below the command
        self.floor = 0  # first line that no output has taken yet

    def run(self, begin: int) -> Segments:
        index = self.floor = begin
        lines, count, plan = self.lines, len(self.lines), self.plan
        may_prompt = OF_PROMPT.search
        first = next((at for at, line in enumerate(lines[:MOST_FRAMES]) if not FRAME.match(line)), 0)
        if self.implied and (end := self._below_command(first)):
            index = end
        readers = self.starting
        while index < count:
            if plan.passed > _MANY_LINES:
                index, readers = self._next(index)
                if index >= count:
                    break
            line = lines[index]
            if line and not line.isspace():
                if end := self._starting(index, readers):
                    index = self._further(end) or end
                    continue
                if may_prompt(line) and (prompt := prompt_of(line)) is not None:
                    index = self._prompt(index, prompt)
                    continue
                if (bare := bare_command(line)) is not None and (end := self._below_bare(index, bare)):
                    index = end
                    continue
            index += 1
            plan.passed += 1
        self._leave(len(lines))
        return self.result

    def _below_bare(self, index: int, bare: Prompt) -> int | None:
        """The end of what stands below a command without a prompt; None where nothing does that it may have printed."""
        start = index + 1
        while start < len(self.lines) and start <= index + 1 + _WIDEST_GAP and not self.lines[start].strip():
            start += 1
        if start >= len(self.lines) or prompt_of(self.lines[start]) is not None:
            return None
        taken = next((reader for reader in self.readers if self._may_take(reader, start, bare.command)), None)
        if taken is None:
            return None
        before = self.command, self.command_line, self.below
        self._leave(index)
        self.floor = index + 1
        self.result.commands.append((index + 1, bare))
        self.command, self.command_line, self.below = bare.command, index + 1, 0
        end = self._take(taken, start)
        self.command, self.command_line, self.below = before
        return end

    def _may_take(self, reader: Reader, index: int, command: str) -> bool:
        """Whether an output of that kind begins on a line, below that command."""
        begins = reader.starts is not None and reader.starts.match(self.lines[index]) is not None
        if not begins and (reader.commands is None or " " not in command or not reader.commands.search(command)):
            return False
        extent = reader.extent(self.lines, index, command)
        return extent is not None and extent[1] > index

    def _next(self, index: int) -> tuple[int, tuple[Reader, ...]]:
        """The next line from `index` on, on which something may begin, and the readers that may take it."""
        while True:
            while self.may:
                at, kind = self.may[-1]
                if at >= index:
                    return at, kind.readers
                self.may.pop()
            start = max(self.known, index)
            if start >= len(self.lines):
                return start, ()
            self.known = min(start + self.block, len(self.lines))
            self.block = min(2 * self.block, _BLOCK)
            found = self.plan.among(self.lines[start : self.known])
            self.may = [(start + at, kind) for at, kind in reversed(found)]

    def _prompt(self, index: int, prompt: Prompt) -> int:
        """Note the command; its output may start on the next line. Returns the next line to look at."""
        self._leave(index)
        self.floor = index + 1
        command = prompt.command
        following = index + 1
        while command.endswith("\\") and following < len(self.lines):
            command = command[:-1].rstrip() + " " + self.lines[following].strip().lstrip("> ")
            self.floor = following = following + 1
        nth = 2
        while (
            following < len(self.lines)
            and (more := continued(self.lines[index], self.lines[following], nth)) is not None
        ):
            command = f"{command} {more}"
            self.floor = following = following + 1
            nth += 1
        elsewhere = bool(prompt.host) and prompt.host != self.host
        before = prompt.folder or ("" if elsewhere else self.folder)
        self.folder = _folder(command, before if before.startswith("/") else "")
        self.command, self.host = command, prompt.host or self.host
        self.user = prompt.user
        self.command_line, self.below = index + 1, 0
        self.result.commands.append((index + 1, Prompt(command, prompt.host)))
        return self._further(self._below_command(following) or self._below_gap(following)) or following

    def _below_gap(self, index: int) -> int | None:
        """What the last command printed, where a paste has left empty lines between both."""
        start = index
        while start < len(self.lines) and start <= index + _WIDEST_GAP and not self.lines[start].strip():
            start += 1
        if start == index or start >= len(self.lines) or prompt_of(self.lines[start]) is not None:
            return None
        return self._below_command(start)

    def _further(self, end: int | None) -> int | None:
        """Past what the next commands of a line print, `hostname; uname -r; date`, each below the one before it."""
        while end is not None and _SEVERAL.search(self.command):
            following = end
            while following < len(self.lines) and not self.lines[following].strip():
                following += 1
            if following >= len(self.lines) or prompt_of(self.lines[following]) is not None:
                break
            further = self._starting(following, self.starting) or self._below_command(following)
            if further is None:
                break
            end = further
        return end

    def _below_command(self, index: int) -> int | None:
        for reader in self.readers:
            if (
                reader.commands is not None
                and reader.commands.search(self.command)
                and (end := self._take(reader, index))
            ):
                return end
        return None

    def _starting(self, index: int, readers: tuple[Reader, ...]) -> int | None:
        line = self.lines[index]
        for reader in readers:
            if reader.starts is not None and reader.starts.match(line) and (end := self._take(reader, index)):
                return end
        return None

    def _take(self, reader: Reader, index: int) -> int | None:
        if index >= len(self.lines):
            return None
        extent = reader.extent(self.lines, index, self.command)
        if extent is None:
            return None
        begin, end = max(extent[0], self.floor), min(extent[1], len(self.lines))
        if end <= index:
            return None
        while end > begin and not self.lines[end - 1].strip():
            end -= 1
        if end <= index:
            return None
        after = self._right_above(begin)
        self._leave(begin)
        lines = self.lines if end - begin == len(self.lines) else self.lines[begin:end]
        output = Output(
            lines,
            begin + 1,
            self.path,
            self.command,
            self.user,
            self.command_line,
            self.below,
            folder=self.folder,
            after=after,
            top=self._top(begin),
        )
        self.below += 1
        self.result.found.append(Found(reader, output, self.host))
        self.floor = end
        return end

    def _top(self, begin: int) -> int:
        """The number of a line, or 1 where nothing but empty lines and frames stands above it."""
        return 1 if begin <= MOST_FRAMES and all(map(FRAME.match, self.lines[:begin])) else begin + 1

    def _right_above(self, begin: int) -> str:
        """The kind of the output that ends right above a line; "" where there is none."""
        above = self.result.found[-1] if self.result.found else None
        if above is None or any(line.strip() for line in self.lines[above.output.whole[1] : begin]):
            return ""
        return above.reader.kind

    def _leftover(self, index: int) -> bool:
        """Take one line that nothing else took, the first of them; whether there is a reader for it."""
        line = self.lines[index]
        for reader in self.leftover:
            if (reader.starts is None or reader.starts.match(line)) and reader.extent(self.lines, index, self.command):
                output = Output([line], index + 1, self.path, self.command, self.user, self.command_line, self.below)
                self.result.found.append(Found(reader, output, self.host))
                return True
        return False

    def _leave(self, end: int) -> None:
        """List the lines from `floor` to `end` that nothing took."""
        begin = self.floor
        while begin < end and not self.lines[begin].strip():
            begin += 1
        while end > begin and not self.lines[end - 1].strip():
            end -= 1
        while begin < end and FRAME.match(self.lines[begin]):
            begin += 1
        while begin < end and FRAME.match(self.lines[end - 1]):
            end -= 1
        while begin < end and self._leftover(begin):
            begin += 1
        if begin < end:
            self.result.unread.append(Unread((begin + 1, end), UNKNOWN))
            left = self.lines[begin:end]
            if SCANNED not in "\n".join(left):
                return
            for number, line in enumerate(left, begin + 1):
                if SCANNED in line and (scan := scan_command(line)) is not None:
                    self.result.commands.append((number, scan))


def segment(
    lines: Sequence[str], readers: tuple[Reader, ...], path: str = "", implied_command: str = "", begin: int = 0
) -> Segments:
    """Find every output in `lines`.

    Args:
        lines: cleaned lines of one file.
        readers: tried in order; the first that takes a line wins.
        path: for messages.
        implied_command: the command that the place of the file stands for (``cat /proc/meminfo`` for a file saved as
            ``.../proc/meminfo`` in a tree), or "".
        begin: index of the line to begin at.

    Returns:
        The outputs found, the lines left, and the command lines seen.
    """
    return _Segmenter(lines, readers, path, implied_command).run(begin)
