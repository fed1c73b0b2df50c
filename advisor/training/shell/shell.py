"""Runs lines on the hosts of a world, and says what each command did. What this shell does not know it names."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass

from advisor.shell.reading import NotShell, read
from advisor.shell.tree import (
    Arithmetic,
    Case,
    Command,
    For,
    Group,
    If,
    Item,
    Literal,
    Parameter,
    Redirect,
    Script,
    Simple,
    Substitution,
    Word,
)  # fmt: skip
from advisor.training.files import NoSuchFile
from advisor.training.host import Host
from advisor.training.tools.tool import RISKS, Call, Failed
from advisor.training.world import Interrupted, TooLong

_MOST_OUTPUT = 200_000
_MOST_CHARACTERS = 2000
_OWN_PID = "4711"
LEAVING = ("exit", "logout")
_EDITORS = frozenset(("vi", "vim", "nano", "emacs", "ed", "pico", "ee"))


class NotUnderstood(Exception):
    """A line that this shell does not take; the message says why, and what to do instead."""


@dataclass(slots=True)
class _Said:
    """What commands print, in order: whether it is an error, and its text."""

    parts: list[tuple[bool, str]]
    status: int = 0

    @property
    def out(self) -> str:
        return "".join(text for error, text in self.parts if not error)

    @property
    def errors(self) -> str:
        return "".join(text for error, text in self.parts if error)

    @property
    def shown(self) -> str:
        return "".join(text for _, text in self.parts)


@dataclass(frozen=True, slots=True)
class Ran:
    """One line that was run.

    Attributes:
        line: as it was typed.
        host: where.
        printed: what the screen shows.
        seconds: simulated time that it took.
        risk: the most that any of its commands did, as in `tools.tool.RISKS`.
        changed: the settings that it changed.
        shown: the settings whose value it printed.
        commands: the names of the commands that ran.
    """

    line: str
    host: str
    printed: str
    seconds: float
    risk: str = "look"
    changed: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


class Shell:
    """A prompt on one host after the other."""

    def __init__(self, hosts: Mapping[str, Host], first: str) -> None:
        """Log in to a host."""
        self.hosts = hosts
        self.here = [first]
        self.history: list[str] = []
        self.variables: dict[str, str] = {"HOME": "/root", "?": "0", "$": _OWN_PID}

    @property
    def host(self) -> Host:
        """Where the prompt is."""
        return self.hosts[self.here[-1]]

    @property
    def prompt(self) -> str:
        """The prompt as it is shown."""
        return f"{self.host.name}# "

    def run(self, line: str) -> Ran:
        """Run a line; whatever is wrong with it is printed, as a shell does."""
        self.history.append(line)
        host = self.host
        begun = host.world.now
        printed = ""
        calls: list[Call] = []
        try:
            if len(line) > _MOST_CHARACTERS:
                raise NotUnderstood(f"the line is longer than {_MOST_CHARACTERS} characters")
            printed = self._script(read(line), None, calls).shown
        except NotShell as error:
            printed += f"sh: syntax error: {error}\n"
        except NotUnderstood as error:
            printed += f"sh: {error}\n"
        except Interrupted:
            printed += "^C\n(interrupted; what it had found out until then is not shown)\n"
        except TooLong:
            printed += "(that would take longer than this exercise lasts; it was interrupted)\n"
        if len(printed) > _MOST_OUTPUT:
            printed = printed[:_MOST_OUTPUT] + "\n(more was printed than fits; use head or grep)\n"
        risk = max((call.risk for call in calls), key=RISKS.index, default="look")
        changed = tuple(dict.fromkeys(name for call in calls for name in call.changed))
        shown = tuple(dict.fromkeys(name for call in calls for name in call.shown))
        seconds = (host.world.now - begun).total_seconds()
        return Ran(line, host.name, printed, seconds, risk, changed, shown, tuple(call.name for call in calls))

    def _script(self, script: Script, stdin: str | None, calls: list[Call]) -> _Said:
        """What a list prints, and its exit status."""
        said = _Said([])
        for item in script:
            if (item.joined == "&&" and said.status) or (item.joined == "||" and not said.status):
                continue
            one = self._pipeline(item, stdin, calls)
            said.parts += one.parts
            said.status = one.status
            self.variables["?"] = str(one.status)
        return said

    def _pipeline(self, item: Item, stdin: str | None, calls: list[Call]) -> _Said:
        shown = _Said([])
        last = len(item.pipeline.commands) - 1
        for number, command in enumerate(item.pipeline.commands):
            one = self._command(command, stdin, item.background, calls)
            if number == last:
                shown.parts += one.parts
                shown.status = one.status
            else:
                shown.parts.append((True, one.errors))
                stdin = one.out
        if item.pipeline.negated:
            shown.status = int(not shown.status)
        return shown

    def _command(self, command: Command, stdin: str | None, background: bool, calls: list[Call]) -> _Said:
        if isinstance(command, Simple):
            return self._simple(command, stdin, background, calls)
        try:
            stdin = self._source(command.redirects, stdin, calls)
            return self._redirected(self._compound(command, stdin, calls), command.redirects, calls)
        except Failed as failed:
            return _Said([(True, f"{failed}\n")], failed.status)

    def _compound(self, command: Command, stdin: str | None, calls: list[Call]) -> _Said:
        match command:
            case Group(body, subshell, _):
                before = dict(self.variables)
                said = self._script(body, stdin, calls)
                if subshell:
                    self.variables = before
                return said
            case If(branches, otherwise, _):
                shown, chosen = _Said([]), otherwise
                for condition, body in branches:
                    asked = self._script(condition, stdin, calls)
                    shown.parts += asked.parts
                    if not asked.status:
                        chosen = body
                        break
                ran = self._script(chosen, stdin, calls)
                return _Said(shown.parts + ran.parts, ran.status)
            case Case(word, cases, _):
                text = " ".join(self._fields(word, calls))
                chosen = next(
                    (
                        b
                        for some, b in cases
                        if any(fnmatch.fnmatchcase(text, " ".join(self._fields(p, calls))) for p in some)
                    ),
                    (),
                )
                return self._script(chosen, stdin, calls)
            case For(name, words, body, _):
                shown = _Said([])
                for value in (text for word in words for text in self._fields(word, calls)):
                    self.variables[name] = value
                    ran = self._script(body, stdin, calls)
                    shown = _Said(shown.parts + ran.parts, ran.status)
                return shown
            case _:
                raise NotUnderstood(
                    "loops with a condition and functions are not known here; run the commands one by one"
                )

    def _simple(self, command: Simple, stdin: str | None, background: bool, calls: list[Call]) -> _Said:
        said = _Said([])
        try:
            self.variables["substituted"] = "0"
            given = {name: "".join(self._fields(word, calls, whole=True)) for name, word in command.assignments}
            words = [text for word in command.words for text in self._fields(word, calls)]
            if not words:
                self.variables.update(given)
                said.status = int(self.variables["substituted"])
                return self._redirected(said, command.redirects, calls)
            call = self._call(words, self._source(command.redirects, stdin, calls), background)
            calls.append(call)
            said.parts.append((False, self._output(call)))
        except Failed as failed:
            said.parts.append((True, f"{failed}\n" if str(failed) else ""))
            said.status = failed.status
        if background:
            self.variables["!"] = str(getattr(self.host.jobs[max(self.host.jobs)], "pid", "")) if self.host.jobs else ""
        return self._redirected(said, command.redirects, calls)

    def _source(self, redirects: tuple[Redirect, ...], stdin: str | None, calls: list[Call]) -> str | None:
        """What a command reads: a file, a here-document, or what is piped into it."""
        for redirect in redirects:
            if redirect.document is not None:
                stdin = "".join(self._fields(redirect.document, calls, whole=True))
            elif redirect.operator == "<":
                path = "".join(self._fields(redirect.target, calls, whole=True))
                try:
                    stdin = self.host.files.read(path)
                except NoSuchFile as error:
                    raise Failed(f"sh: {path}: {error}") from None
        return stdin

    def _redirected(self, said: _Said, redirects: tuple[Redirect, ...], calls: list[Call]) -> _Said:
        """What is left to show once output and errors went where the redirections send them."""
        for redirect in redirects:
            if redirect.operator not in (">", ">>", ">&"):
                continue
            path = "".join(self._fields(redirect.target, calls, whole=True))
            if redirect.operator == ">&":
                said = _Said([((redirect.descriptor or 1) == 1, text) for _, text in said.parts], said.status)
            elif redirect.descriptor == 2:
                said = _Said([(False, said.out)], said.status)
            else:
                error = self._written(path, said.out, redirect.operator == ">>", calls) if path != "/dev/null" else ""
                said = _Said([(True, said.errors), (True, error)], said.status or int(bool(error)))
        return said

    def _fields(self, word: Word, calls: list[Call], *, whole: bool = False) -> list[str]:
        """A word as the texts that it becomes: expanded, split where it is not quoted, and the files of a pattern."""
        if word.plain and not whole:
            return self._names(word.literal or "")
        fields = [""]
        empty = True
        for part in word.parts:
            text = self._expanded(part, calls)
            if isinstance(part, Literal) or part.quoted or whole:
                fields[-1] += text
                empty = False
            else:
                first, *others = text.split() or [""]
                fields[-1] += first
                fields += others
                empty = empty and not text.split()
        return [] if empty and not whole else fields

    def _expanded(self, part: Literal | Parameter | Substitution | Arithmetic, calls: list[Call]) -> str:
        match part:
            case Literal(text, _):
                return text
            case Parameter(name, _, "", _):
                return self.variables.get(name, "")
            case Parameter(name, _, ":?" | "?", word):
                if not self.variables.get(name):
                    raise Failed(f"sh: {name}: {(word.literal if word else '') or 'parameter not set'}", 2)
                return self.variables[name]
            case Substitution(script, _, _, _):
                said = self._script(script, None, calls)
                self.variables["substituted"] = str(said.status)
                if said.status and said.errors:
                    raise Failed(said.errors.rstrip("\n"), said.status)
                return said.out.rstrip("\n")
            case _:
                raise NotUnderstood("arithmetic and ${ } with operators are not known here; write the value itself")

    def _output(self, call: Call) -> str:
        if call.name in LEAVING:
            if len(self.here) == 1:
                raise Failed(f"{call.name}: this is the first login of the exercise; only :quit leaves it")
            self.here.pop()
            return ""
        if call.name in ("ssh", "rsh", "rlogin"):
            return self._login(call)
        if call.name == "history":
            return "".join(f"{n:5d}  {line}\n" for n, line in enumerate(self.history, 1))
        try:
            return call.host.tools[call.name].run(call)
        except NoSuchFile as error:
            raise Failed(f"{call.name}: {error}", 1) from None

    def _login(self, call: Call) -> str:
        name = call.args[-1].rpartition("@")[2] if call.args else ""
        if name not in self.hosts:
            others = ", ".join(n for n in self.hosts if n != self.host.name) or "none"
            raise Failed(f"{call.name}: {name or '?'}: no such host; reachable from here: {others}", 255)
        self.here.append(name)
        return ""

    def _call(self, words: list[str], stdin: str | None, background: bool) -> Call:
        name = words[0].rpartition("/")[2] if words[0].startswith("/") else words[0]
        if name in ("sudo", "pfexec", "time", "nohup") and len(words) > 1:
            words, name = words[1:], words[1]
        if name == "quit":
            raise Failed("quit: not a command of this host; exit ends a login, :quit leaves the exercise", 127)
        if name in _EDITORS:
            raise Failed(f"{name}: there is no editor here; use echo LINE >> FILE, or sed -i 's/OLD/NEW/' FILE", 127)
        if name not in self.host.tools and name not in (*LEAVING, "ssh", "rsh", "rlogin", "history"):
            raise Failed(f"{name}: not known on this host; `help` lists what is", 127)
        return Call(self.host, name, words[1:], stdin, background)

    def _names(self, text: str) -> list[str]:
        """A word, or the files that its pattern stands for."""
        if ("*" in text or "?" in text) and text.startswith("/"):
            return list(self.host.files.matching(text)) or [text]
        return [text]

    def _written(self, path: str, text: str, append: bool, calls: list[Call]) -> str:
        try:
            self.host.files.write(path, text, append)
        except NoSuchFile as error:
            return f"sh: {path}: {error}\n"
        if not path.startswith(("/tmp/", "/root/", "/var/tmp/")) and calls:
            calls[-1].does("change", self.host.files.setting(path))
        return ""
