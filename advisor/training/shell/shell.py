"""Runs lines on the hosts of a world, and says what each command did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from advisor.training.files import NoSuchFile
from advisor.training.host import Host
from advisor.training.shell.parsing import Command, NotUnderstood, Pipe, Word, parse
from advisor.training.tools.tool import RISKS, Call, Failed
from advisor.training.world import Interrupted, TooLong

_MOST_OUTPUT = 200_000
LEAVING = ("exit", "logout")
_EDITORS = frozenset(("vi", "vim", "nano", "emacs", "ed", "pico", "ee"))


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
            status = 0
            for pipe in parse(line):
                if (pipe.after == "&&" and status) or (pipe.after == "||" and not status):
                    continue
                text, status = self._pipe(pipe, calls)
                printed += text
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

    def _pipe(self, pipe: Pipe, calls: list[Call]) -> tuple[str, int]:
        """What a pipe prints, and its exit status."""
        stdin: str | None = None
        shown = ""
        status = 0
        for command in pipe.commands:
            try:
                call = self._call(command, stdin, pipe.background)
                calls.append(call)
                stdin, status = self._output(call), 0
                error = ""
            except Failed as failed:
                stdin, status = "", failed.status
                error = f"{failed}\n" if str(failed) else ""
            if command.errors == "2>&1":
                stdin, error = stdin + error, ""
            elif command.errors == "2>/dev/null":
                error = ""
            shown += error
            if command.to and command.to != "/dev/null":
                shown += self._written(command, stdin, calls)
            if command.to:
                stdin = ""
        return shown + (stdin or ""), status

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

    def _call(self, command: Command, stdin: str | None, background: bool) -> Call:
        words = [text for word in command.words for text in self._names(word)]
        name = words[0].rpartition("/")[2] if words[0].startswith("/") else words[0]
        if command.source:
            try:
                stdin = self.host.files.read(command.source)
            except NoSuchFile as error:
                raise Failed(f"sh: {command.source}: {error}") from None
        if name in ("sudo", "pfexec", "time", "nohup") and len(words) > 1:
            words, name = words[1:], words[1]
        if name == "quit":
            raise Failed("quit: not a command of this host; exit ends a login, :quit leaves the exercise", 127)
        if name in _EDITORS:
            raise Failed(f"{name}: there is no editor here; use echo LINE >> FILE, or sed -i 's/OLD/NEW/' FILE", 127)
        if name not in self.host.tools and name not in (*LEAVING, "ssh", "rsh", "rlogin", "history"):
            raise Failed(f"{name}: not known on this host; `help` lists what is", 127)
        return Call(self.host, name, words[1:], stdin, background)

    def _names(self, word: Word) -> list[str]:
        """A word, or the files that its pattern stands for."""
        if word.plain and ("*" in word.text or "?" in word.text) and word.text.startswith("/"):
            return list(self.host.files.matching(word.text)) or [word.text]
        return [word.text]

    def _written(self, command: Command, text: str, calls: list[Call]) -> str:
        try:
            self.host.files.write(command.to, text, command.append)
        except NoSuchFile as error:
            return f"sh: {command.to}: {error}\n"
        if not command.to.startswith(("/tmp/", "/root/", "/var/tmp/")) and calls:
            calls[-1].does("change", self.host.files.setting(command.to))
        return ""
