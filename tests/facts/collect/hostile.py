"""Captures hostile file systems: by Python and by the script, and proves what holds of each.

    python -m tests.facts.collect.hostile --layouts 200

A layout is a folder of hostile files that the table names, and a hostile place for the bundle. Of each capture it is held
that it ends in time and in bounded memory, that nothing differs afterwards but for one bundle, which only its owner may read,
and that no secret of another user is in it. Root builds what only root can: other users' files, devices, mounts that give no
answer, small disks.
"""

from __future__ import annotations

import argparse
import bz2
import ctypes
import gzip
import hashlib
import lzma
import os
import random
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from facts.collect.captured import MANIFEST_COLUMNS
from facts.collect.script import script_for
from facts.collect.table import Command, Entry, Files
from facts.places import MANIFEST
from tests import tree
from tests.facts.collect import hung
from tests.facts.collect.kills import left_folders

ROOT = os.geteuid() == 0
NOBODY = 65534
SECRET = b"k7-of-somebody-else-3f9a"
WAYS = ("python", "dash", "busybox")
SECONDS, PATIENCE = 12, 3
LONGEST = 45.0
"""Seconds that a capture may take: its deadline, and the patience with what was begun before it."""
MOST_MEMORY_KB = 300_000
SIZE = 64 << 10


class Place:
    """The sandbox of one layout."""

    def __init__(self, root: Path, draw: random.Random, end: ExitStack, nap: float = 0.0) -> None:
        self.root, self.draw, self.end, self.nap = root, draw, end, nap
        self.logs, self.out, self.victim = root / "logs", root / "out", root / "victim"
        for folder in (self.logs, self.out, self.victim):
            folder.mkdir(mode=0o755)
        (self.victim / "shadow").write_bytes(b"root:" + SECRET + b"\n")
        (self.victim / "shadow").chmod(0o600)
        self.table: list[Entry] = []
        self.output: str = str(self.out)
        self.changes: set[str] = set()
        self.bundle = True
        self.racing = False

    def folder(self, owner: int = 0, mode: int = 0o755) -> Path:
        """Make a folder of logs, which the table names."""
        path = self.logs / f"{len(self.table)}"
        path.mkdir()
        self.table.append(Files(f"{path}/*", "", SIZE, 20))
        path.chmod(mode)
        if ROOT:
            os.chown(path, owner, owner)
        return path

    def as_nobody(self, do: Callable[[], object], forever: bool = False) -> None:
        """Do something as another user: once, or over and over until the layout is done."""
        child = os.fork()
        if not child:
            with suppress(BaseException):
                if ROOT:
                    os.setgroups([])
                    os.setgid(NOBODY)
                    os.setuid(NOBODY)
                while True:
                    with suppress(OSError):
                        do()
                    if not forever:
                        break
                    time.sleep(self.nap)
            os._exit(0)
        if forever:
            self.end.callback(_end, child)
        else:
            os.waitpid(child, 0)


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


Build = Callable[[Place], None]


# What the table names


def planted_link(p: Place) -> None:
    folder = p.folder(NOBODY)
    p.as_nobody(lambda: (folder / "app.log").symlink_to(p.victim / "shadow"))


def planted_chain(p: Place) -> None:
    theirs = p.folder(NOBODY)
    p.as_nobody(lambda: (theirs / "next").symlink_to(p.victim / "shadow"))
    folder = p.folder()
    (folder / "log").symlink_to(theirs / "next")


def planted_folder(p: Place) -> None:
    p.folder(NOBODY)
    theirs = p.logs / "0" if len(p.table) == 1 else Path(str(p.table[-1].pattern)).parent  # type: ignore[union-attr]
    p.as_nobody(lambda: (theirs / "sub").symlink_to(p.victim))
    p.table.append(Files(f"{theirs}/*/shadow", "", SIZE))


def planted_hard_link(p: Place) -> None:
    folder = p.folder(*p.draw.choice(((NOBODY, 0o755), (0, 0o1777), (0, 0o775))))
    os.link(p.victim / "shadow", folder / "app.log")


def link_loop(p: Place) -> None:
    folder = p.folder()
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")


def dangling(p: Place) -> None:
    (p.folder() / "a").symlink_to("/no/such/place")


def own_link(p: Place) -> None:
    folder = p.folder()
    (folder / "kept.1").write_text("seen through a link\n")
    (folder / "kept").symlink_to("kept.1")


def pipe(p: Place) -> None:
    path = p.folder() / "pipe"
    os.mkfifo(path)
    writer = subprocess.Popen(["sh", "-c", 'echo x > "$0"', path], stderr=subprocess.DEVNULL)

    def still_waits() -> None:
        opened = writer.poll() is not None
        writer.kill()
        writer.wait()
        assert not opened, "a pipe was opened"

    p.end.callback(still_waits)


def a_socket(p: Place) -> None:
    path = p.folder() / "s"
    with socket.socket(socket.AF_UNIX) as one:
        here = os.open(path.parent, os.O_PATH)
        one.bind(f"/proc/self/fd/{here}/s")
        os.close(here)


def device(p: Place) -> None:
    if ROOT:
        os.mknod(p.folder() / "d", stat.S_IFCHR | 0o600, os.makedev(1, p.draw.choice((5, 8, 9))))
        os.mknod(p.folder() / "b", stat.S_IFBLK | 0o600, os.makedev(7, 0))


def folders(p: Place) -> None:
    (p.folder() / "messages").mkdir()


def sparse(p: Place) -> None:
    with (p.folder() / "sparse").open("wb") as stream:
        stream.truncate(10 << 30)


def large(p: Place) -> None:
    line = b"Nov 23 14:15:19 db1 kernel: something happened\n"
    (p.folder() / "messages").write_bytes(line * p.draw.choice((10_000, 600_000)))


def growing(p: Place) -> None:
    path = p.folder() / "messages"
    path.write_text("begun\n")
    nap = f"sleep {p.nap}" if p.nap else ":"
    writer = subprocess.Popen(["sh", "-c", f'while {nap}; do echo "it grows and grows" >> "$0"; done', path])
    p.end.callback(writer.wait)
    p.end.callback(writer.kill)
    p.changes.add(str(path))


def bomb(p: Place) -> None:
    size = (64 if p.nap else p.draw.choice((200, 700))) << 20
    pack, ending = p.draw.choice(((gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz")))
    piece = pack(bytes(8 << 20))  # files that are joined unpack to what each holds
    (p.folder() / f"messages.1.{ending}").write_bytes(piece * (size // (8 << 20)))


def packed_and_cut(p: Place) -> None:
    text = "".join(f"line {p.draw.random()}\n" for _ in range(20_000)).encode()
    for pack, ending in ((gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz")):
        data = pack(text)
        (p.folder() / f"messages.2.{ending}").write_bytes(data[: p.draw.randrange(1, len(data))])


def magic_alone(p: Place) -> None:
    for head in (b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh9"):
        (p.folder() / "m.gz").write_bytes(head + p.draw.randbytes(2000))


def strange_names(p: Place) -> None:
    folder = os.fsencode(p.folder())
    for name in (b"a\nb", b"\x1b[2Jc", b"\xff\xfe", b"-rf", b"a b", b"x -> y", b"[*?]", b"$(id)", b"`id`", b"n" * 250,
                 b"tab\there", b"'", b'"', b"\\"):  # fmt: skip
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(b"of a strange name\n")


def unreadable(p: Place) -> None:
    path = p.folder(mode=p.draw.choice((0o755, 0o000))) / "secret"
    path.write_text("x\n")
    path.chmod(0)


def many(p: Place) -> None:
    folder = p.folder()
    for number in range(3000):
        (folder / f"f{number}").write_bytes(b"x\n")


def one_line(p: Place) -> None:
    (p.folder() / "line").write_bytes(b"x" * p.draw.choice((100, SIZE, SIZE + 1, 3 << 20)))


def zeros(p: Place) -> None:
    (p.folder() / "zeros").write_bytes(bytes(p.draw.choice((0, 1, 1024, SIZE + 7))))


def swapped(p: Place) -> None:
    """A log that its owner turns into a link and back while it is read."""
    folder = p.folder(NOBODY)

    def swap() -> None:
        log, new = folder / "log", folder / ".new"
        new.unlink(missing_ok=True)
        new.symlink_to(p.victim / "shadow")
        new.replace(log)
        new.write_text("harmless\n")
        new.replace(log)

    p.as_nobody(swap, forever=True)
    p.changes.add(str(folder))


def no_answer(p: Place) -> None:
    """A mount that hangs for ever: as a file, as a folder, below a link; and a program in it."""
    path = p.root / "mnt"
    path.mkdir()
    if not hung.possible():
        return
    p.end.enter_context(hung.hung(path))
    p.changes.add(str(path))
    kind = p.draw.randrange(4)
    if kind == 0:
        p.table.append(Files(f"{path}/log", "", SIZE))
    elif kind == 1:
        p.table.append(Files(f"{path}/*/log", "", SIZE))
    elif kind == 2:
        folder = p.folder()
        (folder / "a").write_text("before\n")
        (folder / "b").symlink_to(path / "log")
        (folder / "c").write_text("after\n")
    else:
        p.table.append(Command(f"cat {path}/log", "", 1))


def tool(p: Place) -> None:
    """A command that leaves files in its folder and its home, and a child."""
    p.table.append(Command("sh -c 'echo x > here.log; echo y > \"$HOME/home.log\"; sleep 9 & echo done'", "", 3))


def flood(p: Place) -> None:
    p.table.append(Command("yes", "", 1, SIZE))


INPUTS = (
    planted_link, planted_chain, planted_folder, planted_hard_link, link_loop, dangling, own_link, pipe, a_socket, device,
    folders, sparse, large, growing, bomb, packed_and_cut, magic_alone, strange_names, unreadable, many, one_line, zeros,
    swapped, no_answer, tool, flood,
)  # fmt: skip


# Where the bundle is written


def ordinary(p: Place) -> None:
    p.out.chmod(p.draw.choice((0o755, 0o700, 0o2775, 0o1777)))


def planted_names(p: Place) -> None:
    """A shared folder in which every name that a bundle could get in the next minutes leads elsewhere."""
    p.out.chmod(0o1777)
    host = os.uname().nodename.split(".")[0]
    now = time.time()

    def plant() -> None:
        for second in range(120):
            name = f"advisor-{host}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(now + second))}.tar.gz"
            for planted in (name, f".{name}.part"):
                (p.out / planted).symlink_to(p.victim / p.draw.choice(("shadow", "new", "")))

    p.as_nobody(plant)


def raced(p: Place) -> None:
    """A folder in which somebody else renames whatever appears, and plants a link in its place."""
    p.out.chmod(0o777)
    p.racing = True

    def race() -> None:
        for path in p.out.iterdir():
            if not path.name.endswith("~"):
                path.rename(f"{path}~")
                path.symlink_to(p.victim)

    p.as_nobody(race, forever=True)


def moved(p: Place) -> None:
    """The folder itself is renamed, and a link put in its place."""
    outer = p.root / "outer"
    outer.mkdir(mode=0o777)
    outer.chmod(0o777)
    p.out = outer / "out"
    p.out.mkdir()
    p.output = str(p.out)
    p.racing = True

    def race() -> None:
        time.sleep(0.3)
        p.out.rename(outer / "moved")
        p.out.symlink_to(p.victim)

    p.as_nobody(race, forever=True)


def by_link(p: Place) -> None:
    (p.root / "link").symlink_to("out")
    p.output = str(p.root / "link")


def strange_folder(p: Place) -> None:
    p.out = p.root / p.draw.choice(("-rf", "a b", "a\nb", "$(id)", "*"))
    p.out.mkdir()
    p.output = str(p.out)


def read_only(p: Place) -> None:
    p.bundle = not ROOT
    if ROOT:
        _mounted(p, "size=1m,ro")


def small_disk(p: Place) -> None:
    """A disk that is full before the bundle is whole."""
    if ROOT:
        _mounted(p, "size=64k")
        p.bundle = False
        with suppress(OSError), (p.out / "filler").open("wb", buffering=0) as stream:
            while True:
                stream.write(bytes(512))


def no_folder(p: Place) -> None:
    p.out.rmdir()
    p.output = str(p.out / "deeper")
    p.bundle = False
    if p.draw.random() < 0.5:
        p.out.symlink_to("out")


OUTPUTS = (ordinary, ordinary, planted_names, raced, moved, by_link, strange_folder, read_only, small_disk, no_folder)


def _mounted(p: Place, options: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    flags = 1 if options.endswith(",ro") else 0
    assert libc.mount(b"small", os.fsencode(p.out), b"tmpfs", flags, options.removesuffix(",ro").encode()) == 0
    p.end.callback(libc.umount2, os.fsencode(p.out), 2)


# Capturing, and what holds then


class Outcome(NamedTuple):
    """What one capture of a layout came to."""

    layout: str
    way: str
    seconds: float
    memory: int
    wrong: list[str]


def _listing(p: Place) -> dict[str, object]:
    found: dict[str, object] = {}
    skipped = {*p.changes, str(p.root / "table"), str(p.root / "script"), str(p.root / "table.usage")}
    todo = [str(p.root)]
    while todo:  # not os.walk, which looks through links: one leads to where nothing answers
        folder = todo.pop()
        for entry in os.scandir(folder):
            path = entry.path
            if path not in skipped and entry.is_dir(follow_symlinks=False):
                todo.append(path)
            if path in skipped or (p.racing and folder.startswith((str(p.out), str(p.root / "outer")))):
                continue
            info = os.lstat(path)
            data: object = str(Path(path).readlink()) if stat.S_ISLNK(info.st_mode) else None
            if stat.S_ISREG(info.st_mode) and info.st_size < 1 << 20:
                data = hashlib.sha256(Path(path).read_bytes()).hexdigest()
            kind = stat.S_ISDIR(info.st_mode)
            found[path] = (
                info.st_mode,
                info.st_uid,
                info.st_nlink,
                None if kind else (info.st_size, info.st_mtime_ns),
                data,
            )
    return found


_MEASURED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as stream:
    stream.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status if status >= 0 else 128 - status)
"""
_PYTHON = """
import functools, pickle, sys
import advisor.collect as command
from facts.collect import host, looking
looking.ANSWER_SECONDS = float(sys.argv[4])
with open(sys.argv[1], "rb") as stream:
    table = pickle.load(stream)
command.capture = functools.partial(host.capture, table, seconds=float(sys.argv[3]))
sys.exit(command.collect(sys.argv[2]))
"""


def words_for(way: str, p: Place, seconds: int = SECONDS, patience: int = PATIENCE) -> list[str]:
    """Return the command that captures a layout one way."""
    import pickle

    if way == "python":
        (p.root / "table").write_bytes(pickle.dumps(p.table))
        return [sys.executable, "-c", _PYTHON, str(p.root / "table"), p.output, str(seconds), str(patience)]
    (p.root / "script").write_text(script_for("linux", p.table, seconds=seconds, patience=patience))
    return [*({"dash": ["dash"], "busybox": ["busybox", "sh"]}[way]), str(p.root / "script"), p.output]


def attempt(
    seed: int, way: str, inputs: tuple[Build, ...] = (), output: Build | None = None, nap: float = 0.0
) -> Outcome:
    """Build one layout, capture it one way, and look at what is there afterwards.

    Those who change the host meanwhile rest `nap` seconds after each change: without a rest each takes a whole processor.
    With a rest, packed bombs are small too.
    """
    draw = random.Random(seed)
    chosen = inputs or tuple(draw.sample(INPUTS, draw.randrange(2, 6)))
    place = output or draw.choice(OUTPUTS)
    layout = f"{seed}: {', '.join(one.__name__ for one in chosen)} -> {place.__name__}"
    root = Path(tempfile.mkdtemp(prefix="hostile-"))
    root.chmod(0o755)
    wrong: list[str] = []
    try:
        with ExitStack() as end:
            p = Place(root, draw, end, nap)
            p.folder().joinpath("plain").write_text("plain\n")
            for one in chosen:
                one(p)
            place(p)
            words = words_for(way, p)
            before = _listing(p)
            began = time.monotonic()
            said, status, memory = _run(words, root)
            seconds = time.monotonic() - began
            wrong += _judged(p, before, status, said)
            wrong += [f"left behind: {name}" for name in left_folders()]
            if seconds > LONGEST:
                wrong.append(f"it took {seconds:.0f} s")
            if memory > MOST_MEMORY_KB:
                wrong.append(f"it took {memory} kB")
    except AssertionError as error:
        wrong.append(str(error))
    finally:
        subprocess.run(["rm", "-rf", root], check=False)
    return Outcome(layout, way, seconds, memory, wrong)


def _run(words: list[str], root: Path) -> tuple[str, int, int]:
    """Run a capture; what it said, its status, and the most memory that one of its processes took, in kB."""
    usage = root / "table.usage"
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen([sys.executable, "-S", "-c", _MEASURED, usage, *words], cwd=tree.ROOT, start_new_session=True,
                                 stdin=subprocess.DEVNULL, stdout=said, stderr=said)  # fmt: skip
        try:
            child.wait(2 * LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        said.seek(0)
        memory = int(usage.read_text()) if usage.exists() else 0
        return said.read().decode("utf-8", "replace"), child.returncode, memory


def _judged(p: Place, before: dict[str, object], status: int, said: str) -> list[str]:
    wrong = []
    after = _listing(p)
    new = set(after) - set(before)
    bundles = [path for path in new if Path(path).parent == p.out and path.endswith((".tar.gz", ".tar"))]
    if p.racing:
        bundles = [str(path) for path in (p.root / "out", p.root / "outer" / "moved", p.out) if path.is_dir() and not path.is_symlink()
                   for path in path.glob("advisor-*") if path.is_file() and not path.is_symlink()]  # fmt: skip
    elif (status == 0) != p.bundle or len(bundles) != p.bundle:
        wrong.append(f"status {status}, {len(bundles)} bundles: {said[-300:]}")
    if "Traceback" in said:
        wrong.append(said[-600:])
    wrong += [f"it differs: {path}" for path in before if after.get(path) != before[path] and path != str(p.out)]
    wrong += [f"it is new: {path}" for path in new - set(bundles)]
    for path in bundles:
        wrong += _of_bundle(path)
    return wrong


def _of_bundle(path: str) -> list[str]:
    info = os.lstat(path)
    wrong = []
    if stat.S_IMODE(info.st_mode) != 0o600 or info.st_uid != os.geteuid():
        wrong.append(f"the bundle is {stat.filemode(info.st_mode)} of {info.st_uid}")
    with tarfile.open(path) as archive:
        for member in archive:
            if not (member.isfile() or member.isdir()) or ".." in member.name or not member.name.startswith("advisor-"):
                wrong.append(f"a strange member: {member.name!r}")
            stream = archive.extractfile(member) if member.isfile() else None
            data = stream.read() if stream else b""
            if SECRET in data:
                wrong.append(f"the secret is in {member.name}")
            if len(data) > SIZE + 2048 and not member.name.endswith(MANIFEST):
                wrong.append(f"{member.name} has {len(data)} bytes")
            if member.name.endswith(MANIFEST):
                wrong += [f"a strange row: {row!r}" for row in data.decode().splitlines()[1:] if not _is_row(row)]
    return wrong


def _is_row(row: str) -> bool:
    return row.count("\t") == MANIFEST_COLUMNS - 1 and row.replace("\t", " ").isprintable()


def campaign(
    layouts: int, first: int = 0, ways: tuple[str, ...] = WAYS, tell: Callable[[str], None] = print
) -> list[Outcome]:
    """Capture so many layouts, each by Python and by one of the shells in turn."""
    done = []
    shells = [way for way in ways if way != "python"]
    for seed in range(first, first + layouts):
        for way in ("python", shells[seed % len(shells)]):
            outcome = attempt(seed, way)
            done.append(outcome)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{seed - first + 1} of {layouts}")
            if outcome.wrong:
                tell(f"{outcome.way} {outcome.layout}\n    " + "\n    ".join(outcome.wrong))
    return done


def main() -> int:
    """Run the campaign and print its figures; 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--ways", default=",".join(WAYS))
    options = parser.parse_args()
    ways = tuple(way for way in options.ways.split(",") if way == "python" or shutil.which(way))
    done = campaign(options.layouts, options.first, ways)
    bad = sum(bool(outcome.wrong) for outcome in done)
    for way in ways:
        of_way = [outcome for outcome in done if outcome.way == way]
        sys.stdout.write(f"{way}: {len(of_way)} captures, longest {max(o.seconds for o in of_way):.1f} s, most memory "
                         f"{max(o.memory for o in of_way) / 1000:.0f} MB, {sum(bool(o.wrong) for o in of_way)} wrong\n")  # fmt: skip
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
