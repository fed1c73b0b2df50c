"""What every host has: files, time, and who it is."""

from __future__ import annotations

import operator
import posixpath
import re
from datetime import datetime
from textwrap import wrap

from advisor.training.files import NoSuchFile
from advisor.training.tools.filters import texts
from advisor.training.tools.tool import Call, Failed, Tool, table


def _echo(call: Call) -> str:
    args = list(call.args)
    end = "\n"
    while args and args[0] in ("-n", "-e"):
        end = "" if args.pop(0) == "-n" else end
    return " ".join(args) + end


def _cat(call: Call) -> str:
    _, rest = call.options("nv")
    return "".join(text for _, text in texts(call, rest))


def _ls(call: Call) -> str:
    options, rest = call.options("lahtrd1F")
    out = []
    for path in rest or ["/root"]:
        files = call.host.files
        if files.has_folder(path) and "-d" not in options:
            names = files.inside(path)
            out += [_listed(call, posixpath.join(path, n), n, "-l" in options) for n in names]
        elif files.has(path) or files.has_folder(path):
            out.append(_listed(call, path, path, "-l" in options))
        else:
            raise Failed(f"ls: cannot access '{path}': No such file or directory", 2)
    return "".join(f"{line}\n" for line in out)


def _listed(call: Call, path: str, name: str, whole: bool) -> str:
    if not whole:
        return name
    folder = call.host.files.has_folder(path)
    size = 4096 if folder else len(call.host.files.read(path))
    return f"{'drwxr-xr-x' if folder else '-rw-r--r--'} 1 root root {size:>10} {call.host.booted:%b %e %H:%M} {name}"


def _copy(call: Call) -> str:
    _, rest = call.options("pfar")
    if len(rest) != 2:
        raise Failed(f"usage: {call.name} FROM TO", 2)
    _, target = rest
    files = call.host.files
    (source, text), *_ = texts(call, rest[:1])
    if files.has_folder(target):
        target = posixpath.join(target, posixpath.basename(source))
    try:
        files.write(target, text)
        if call.name == "mv":
            files.remove(source)
            call.does("change")
    except NoSuchFile as error:
        raise Failed(f"{call.name}: {target}: {error}") from None
    if not _is_record(target):
        call.does("change")
    return ""


def _is_record(path: str) -> bool:
    """Whether a copy only keeps what was there: it is named so, or it lies where records lie."""
    return (
        path.startswith(("/root/", "/tmp/", "/var/tmp/"))
        or path.endswith((".before", ".orig", ".bak", ".save", ".old"))
        or bool(_DATED.search(path))
    )


_DATED = re.compile(r"\.(?:before|new|undo)-[\d-]+$")
"""A copy of before, or a text that is not in its place yet."""


def _link(call: Call) -> str:
    """`ln`: another name for a file, which refuses a name that is taken."""
    _, rest = call.options("")
    if len(rest) != 2:
        raise Failed("usage: ln FILE NAME", 2)
    if call.host.files.has(rest[1]) or call.host.files.has_folder(rest[1]):
        raise Failed(f"ln: failed to create hard link '{rest[1]}': File exists", 1)
    return _copy(call)


def _make_temporary(call: Call) -> str:
    """`mktemp`: a new file, or with -d a new directory, whose name nobody has."""
    options, rest = call.options("d")
    name = rest[0] if rest else "/tmp/tmp.XXXXXX"
    number = 1
    files = call.host.files
    while files.has(path := re.sub(r"X{3,}", f"{number:06d}", name)) or files.has_folder(path):
        number += 1
    if not files.has_folder(posixpath.dirname(path)):
        raise Failed(f"mktemp: failed to create file via template '{name}': No such file or directory")
    if "-d" in options:
        files.folder(path)
    else:
        files.write(path, "")
    return f"{path}\n"


def _remove_folder(call: Call) -> str:
    for path in call.args:
        try:
            call.host.files.remove_folder(path)
        except NoSuchFile as error:
            raise Failed(f"rmdir: failed to remove '{path}': {error}") from None
    return ""


def _mode(call: Call) -> str:
    """`chmod` and `umask`: files have no modes here."""
    return ""


def _remove(call: Call) -> str:
    options, rest = call.options("frR")
    for path in rest:
        if call.host.files.has_folder(path) and {"-r", "-R"} & options.keys():
            raise Failed(
                f"rm: {path}: whole directories are not removed here; it would be a very bad idea on a real host", 1
            )
        try:
            call.host.files.remove(path)
        except NoSuchFile as error:
            if "-f" not in options:
                raise Failed(f"rm: cannot remove '{path}': {error}") from None
        if not _is_record(path):
            call.does("change")
    return ""


def _touch(call: Call) -> str:
    _, rest = call.options("")
    for path in rest:
        if not call.host.files.has(path):
            try:
                call.host.files.write(path, "")
            except NoSuchFile as error:
                raise Failed(f"touch: {path}: {error}") from None
    return ""


def _make_folder(call: Call) -> str:
    options, rest = call.options("pm:")
    for path in rest:
        if call.host.files.has_folder(path.rstrip("/")) and "-p" not in options:
            raise Failed(f"mkdir: cannot create directory '{path}': File exists")
        call.host.files.folder(path.rstrip("/"))
    return ""


_COMPARES = {
    "-eq": operator.eq, "-ne": operator.ne, "-gt": operator.gt, "-ge": operator.ge, "-lt": operator.lt, "-le": operator.le,
}  # fmt: skip


def _test(call: Call) -> str:
    """`[ -f FILE ]` and its kind."""
    args = list(call.args)
    if call.name == "[" and (not args or args.pop() != "]"):
        raise Failed("[: missing ]", 2)
    wrong = bool(args) and args[0] == "!"
    args = args[wrong:]
    files = call.host.files
    match args:
        case ["-f", path]:
            holds = files.has(path)
        case ["-d", path]:
            holds = files.has_folder(path)
        case ["-e", path]:
            holds = files.has(path) or files.has_folder(path)
        case ["-s", path]:
            holds = files.has(path) and bool(files.read(path))
        case ["-h" | "-L", _]:
            holds = False  # there are no links here
        case ["-n", text]:
            holds = bool(text)
        case ["-z", text]:
            holds = not text
        case [left, "=" | "==", right]:
            holds = left == right
        case [left, "!=", right]:
            holds = left != right
        case [left, "-eq" | "-ne" | "-gt" | "-ge" | "-lt" | "-le" as how, right] if left.isdigit() and right.isdigit():
            holds = _COMPARES[how](int(left), int(right))
        case _:
            raise Failed(
                "test: known here: -f, -d, -e, -s, -h FILE, -n, -z TEXT, A = B, A != B, and -eq, -gt and such of numbers",
                2,
            )
    if holds is wrong:
        raise Failed("", 1)
    return ""


def _date(call: Call) -> str:
    now = call.host.world.now
    if call.args and call.args[0].startswith("+"):
        return now.strftime(call.args[0][1:].replace("%s", str(int(now.timestamp())))) + "\n"
    return f"{now:%a %b %e %H:%M:%S %Z}".rstrip() + f" UTC {now:%Y}\n"


def _uname(call: Call) -> str:
    options, _ = call.options("asrmnvip")
    if "-a" in options:
        return call.host.release + "\n"
    words = call.host.release.split()
    shown = {"-s": words[0], "-n": words[1], "-r": words[2]}
    chosen = [shown[o] for o in ("-s", "-n", "-r") if o in options]
    return " ".join(chosen or [words[0]]) + "\n"


def _hostname(call: Call) -> str:
    return call.host.name + "\n"


def _uptime(call: Call) -> str:
    now, seconds = call.host.world.now, int(call.host.uptime_seconds)
    days, rest = divmod(seconds, 86_400)
    loads = call.host.load_averages()
    since = f"{days} day{'s' * (days != 1)}, " if days else ""
    clock = f"{rest // 3600}:{rest % 3600 // 60:02d}" if rest >= 3600 else f"{rest // 60} min"
    average = ", ".join(f"{load:.2f}" for load in loads)
    return f" {now:%H:%M:%S} up {since}{clock},  2 users,  load average: {average}\n"


def _sleep(call: Call) -> str:
    try:
        seconds = float(call.args[0])
    except (IndexError, ValueError):
        raise Failed("usage: sleep SECONDS", 2) from None
    if not 0 <= seconds <= 86_400:
        raise Failed("sleep: at most a day", 2)
    call.host.world.wait(seconds)
    return ""


def _true(call: Call) -> str:
    return ""


def _false(call: Call) -> str:
    raise Failed("", 1)


def _identity(call: Call) -> str:
    return "uid=0(root) gid=0(root) groups=0(root)\n" if call.name == "id" else "root\n"


_MAN_WIDTH = 78


def _man(call: Call) -> str:
    if not call.args:
        raise Failed("What manual page do you want? Known here: " + " ".join(sorted(call.host.tools)))
    tool = call.host.tools.get(call.args[-1])
    if tool is None:
        raise Failed(f"No manual entry for {call.args[-1]}")
    lines = f"{tool.name} - {tool.man}".splitlines()
    return "".join(f"{part}\n" for line in lines for part in wrap(line, _MAN_WIDTH, subsequent_indent="    ") or [""])


def _restart(call: Call) -> str:
    """A restart; the time that it takes passes."""
    call.does("disruptive")
    begun: datetime = call.host.world.now
    call.host.restart()
    minutes = (call.host.world.now - begun).total_seconds() / 60
    return f"(the host restarts; {minutes:.0f} minutes later it is back, and you log in again)\n"


TOOLS = table(
    Tool("echo", _echo, "print its arguments: echo TEXT, with >> FILE to append a line"),
    Tool("cat", _cat, "print files: cat FILE..."),
    Tool("ls", _ls, "list files: ls [-l] [PATH...]"),
    Tool("cp", _copy, "copy a file: cp [-p] FROM TO"),
    Tool("mv", _copy, "rename a file: mv FROM TO"),
    Tool("rm", _remove, "remove files: rm [-f] FILE..."),
    Tool("touch", _touch, "make an empty file: touch FILE..."),
    Tool("mkdir", _make_folder, "make a directory: mkdir [-p] PATH..."),
    Tool("test", _test, "ask about a file: test -f FILE"), Tool("[", _test, "ask about a file: [ -f FILE ]"),
    Tool("date", _date, "print the time: date [+FORMAT]"),
    Tool("uname", _uname, "print what system this is: uname -a"),
    Tool("hostname", _hostname, "print the name of the host"),
    Tool("uptime", _uptime, "how long it has been running, and its load over 1, 5 and 15 minutes"),
    Tool("sleep", _sleep, "let time pass: sleep SECONDS"),
    Tool("true", _true, "do nothing"), Tool("false", _false, "do nothing, and end with 1"),
    Tool("ln", _link, "give a file another name, which must be new: ln FILE NAME"),
    Tool("mktemp", _make_temporary, "make a new file, or with -d a directory, and print its name: mktemp [-d] NAME.XXXXXX"),
    Tool("rmdir", _remove_folder, "remove an empty directory: rmdir PATH"),
    Tool("chmod", _mode, "change the mode of a file: chmod 644 FILE"), Tool("umask", _mode, "the mode of new files: umask 077"),
    Tool("id", _identity, "who you are"), Tool("whoami", _identity, "who you are"),
    Tool("man", _man, "a short page about a command: man COMMAND"),
    Tool("reboot", _restart, "restart the host; settings that stand in no file are gone afterwards"),
)  # fmt: skip
"""All of them, for every system."""
