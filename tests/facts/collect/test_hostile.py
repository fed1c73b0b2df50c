"""Collect on hostile hosts: nothing planted is followed, nothing hangs or floods it, and nothing on the host differs."""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import random
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from advisor import collect as command
from facts.bundle import load
from facts.collect import helper, looking
from facts.collect.bounds import FULL, NOT_REACHED
from facts.collect.captured import Captured, manifest, placed
from facts.collect.host import capture, write
from facts.collect.publish import Folder, publish
from facts.collect.script import script_for
from facts.collect.table import LINUX, Command, Entry, Files
from facts.place_commands import command_of
from facts.places import saved_as
from tests import tree
from tests.facts.collect import hostile, hung, kills

TEXT = b"what was captured\n"


def fill(stream: IO[bytes]) -> None:
    stream.write(TEXT)


def published(path: Path, name: str = "bundle.tar.gz") -> str:
    with Folder(str(path)) as folder:
        return publish(folder, name, fill)


# Where the bundle is written


def without_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system that has no files without a name."""
    real = os.open

    def opened(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "not supported")
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", opened)


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system that has neither those nor hard links."""
    without_temporary(monkeypatch)

    def link(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "not permitted")

    monkeypatch.setattr(os, "link", link)


@pytest.mark.parametrize("system", [None, without_temporary, without_links], ids=["plain", "no-tmpfile", "no-links"])
def test_a_bundle_follows_no_planted_link_and_takes_over_no_file(
    system: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if callable(system):
        system(monkeypatch)
    victim, folder = tmp_path / "victim", tmp_path / "shared"
    victim.write_text("untouched")
    folder.mkdir()
    folder.chmod(0o1777)
    (folder / "bundle.tar.gz").symlink_to(victim)
    (folder / ".bundle.tar.gz.part").symlink_to(victim)
    given = published(folder)
    assert victim.read_text() == "untouched"
    assert given != "bundle.tar.gz"
    assert (folder / given).read_bytes() == TEXT
    assert {path.name for path in folder.iterdir()} == {"bundle.tar.gz", ".bundle.tar.gz.part", given}


@pytest.mark.parametrize("system", [None, without_temporary, without_links], ids=["plain", "no-tmpfile", "no-links"])
def test_only_its_owner_reads_a_bundle_and_a_failure_leaves_nothing(
    system: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if callable(system):
        system(monkeypatch)
    before = os.umask(0)
    try:
        assert published(tmp_path) == "bundle.tar.gz"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "bundle.tar.gz").stat().st_mode) == 0o600
    (tmp_path / "bundle.tar.gz").unlink()

    def fails(stream: IO[bytes]) -> None:
        stream.write(TEXT)
        raise OSError(errno.ENOSPC, "no space left on device")

    with Folder(str(tmp_path)) as folder, pytest.raises(OSError, match="no space"):
        publish(folder, "bundle.tar.gz", fails)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_replaced_meanwhile_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "victim").mkdir()
    with Folder(str(tmp_path / "out")) as folder:
        (tmp_path / "out").rename(tmp_path / "moved")
        (tmp_path / "out").symlink_to("victim")
        publish(folder, "bundle.tar.gz", fill)
        assert folder.moved()
    assert list((tmp_path / "victim").iterdir()) == []
    assert (tmp_path / "moved" / "bundle.tar.gz").read_bytes() == TEXT


@pytest.mark.parametrize("kind", ["file", "link", "dangling", "pipe", "folder/"])
def test_a_file_that_is_named_and_there_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "capture", lambda **_: pytest.fail("captured before it was refused"))
    path, victim = tmp_path / "mine.tar.gz", tmp_path / "victim"
    victim.write_text("untouched")
    if kind == "file":
        path.write_text("mine")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "folder/":
        path.symlink_to(victim if kind == "link" else "new")
    assert command.collect(str(path) + "/deeper" * (kind == "folder/")) == 2
    assert ("is no folder" if kind == "folder/" else "is there already: a ") in capsys.readouterr().err
    assert victim.read_text() == "untouched"
    assert not (tmp_path / "new").exists()


# What is read


def of_somebody_else(link: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a link to another user; who is not root sees its own links as another's instead."""
    if os.geteuid() == 0:
        os.chown(link, hostile.NOBODY, hostile.NOBODY, follow_symlinks=False)
    else:
        monkeypatch.setattr(helper, "_trusted", lambda: {0})


def test_a_link_of_another_user_is_followed_only_to_a_file_of_that_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = tmp_path / "planted"
    planted.symlink_to("/etc/passwd")
    of_somebody_else(planted, monkeypatch)
    with pytest.raises(helper.Refused, match="another user"):
        helper.read(str(planted), 4096)
    (tmp_path / "to-planted").symlink_to(planted)
    with pytest.raises(helper.Refused, match="another user"):
        helper.read(str(tmp_path / "to-planted"), 4096)
    theirs, link = tmp_path / "theirs", tmp_path / "link"
    theirs.write_text("theirs\n")
    link.symlink_to(theirs)
    for path in (theirs, link):
        of_somebody_else(path, monkeypatch)
    assert helper.read(str(link), 4096)[0] == b"theirs\n"


def test_a_hard_link_in_a_shared_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x\n")
    shared = tmp_path / "shared"
    shared.mkdir()
    os.link(tmp_path / "secret", shared / "log")
    assert helper.read(str(shared / "log"), 4096)[0] == b"x\n"
    shared.chmod(0o1777)
    with pytest.raises(helper.Refused, match="hard link"):
        helper.read(str(shared / "log"), 4096)


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", 'echo x > "$0"', tmp_path / "pipe"])
    try:
        (item,) = capture([Files(str(tmp_path / "*"), "")])
        assert (item.place, item.note) == ("", "no regular file")
        assert writer.poll() is None  # a reader would have let it go on
    finally:
        writer.kill()
        writer.wait()


@pytest.mark.parametrize(("pack", "ending"), [(gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz")])
def test_a_packed_log_gives_its_end_and_no_more(pack: object, ending: str, tmp_path: Path) -> None:
    assert callable(pack)
    text = b"".join(b"line %d\n" % number for number in range(40_000))
    half = len(text) // 2
    path = tmp_path / f"log.1.{ending}"
    path.write_bytes(pack(text[:half]) + pack(text[half:]))  # files that were joined
    data, note, packed = helper.read(str(path), 1000)
    assert (data[-11:], note, packed) == (b"line 39999\n", "cut to 1000 bytes", True)
    assert data.startswith(b"line ")
    assert len(data) <= 1000
    path.write_bytes(pack(text[:half]) + pack(text[half:])[:-9])
    data, note, _ = helper.read(str(path), 1 << 20)
    assert data[: half // 2] == text[: half // 2]
    assert note.startswith("packed, and not whole")


def test_a_bomb_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "UNPACK_MOST", 4 << 20)
    (tmp_path / "log.gz").write_bytes(gzip.compress(bytes(64 << 20)))
    data, note, _ = helper.read(str(tmp_path / "log.gz"), 1000)
    assert len(data) <= 1000
    assert note.startswith("only the first ")


def test_of_a_huge_log_only_the_end_is_read(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as stream:
        stream.truncate(1 << 40)
        stream.seek(0, os.SEEK_END)
        stream.write(b"\nthe last line\n")
    began = time.monotonic()
    (item,) = capture([Files(str(tmp_path / "log"), "", 1 << 20)])
    assert time.monotonic() - began < 20
    assert item.data == b"the last line\n"


@contextmanager
def silence(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A mount that gives no answer; where none can be made, a helper that hangs when it comes to that path."""
    if hung.possible():
        with hung.hung(path):
            yield
        return
    code = (
        "import sys, time; from pathlib import Path; sys.path.insert(0, str(Path(sys.argv[1]).parent)); import helper\n"
        f"real = helper.read; helper.read = lambda p, m: time.sleep(600) if p.startswith({str(path)!r}) else real(p, m)\n"
        "names = helper._names\n"
        f"helper._names = lambda f, w: time.sleep(600) if f == {str(path)!r} else names(f, w)\n"
        "getattr(helper, sys.argv[2])(sys.stdin.buffer, sys.stdout.buffer)\n"
    )
    monkeypatch.setattr(looking, "PROGRAM", [sys.executable, "-c", code, looking.PROGRAM[-1]])
    yield


def test_a_mount_that_gives_no_answer_holds_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "ANSWER_SECONDS", 1.0)
    (tmp_path / "logs").mkdir()
    (tmp_path / "mnt").mkdir()
    (tmp_path / "logs" / "a").write_text("before\n")
    (tmp_path / "logs" / "b").symlink_to(tmp_path / "mnt" / "x") if hung.possible() else None
    (tmp_path / "logs" / "c").write_text("after\n")
    table: list[Entry] = [Files(str(tmp_path / part), "") for part in ("mnt/log", "mnt/*", "mnt/*/log", "logs/*")]
    with silence(tmp_path / "mnt", monkeypatch):
        began = time.monotonic()
        items = capture(table)
        assert time.monotonic() - began < 30
    notes = [item.note for item in items]
    assert all("no answer" in note for note in notes[:3])
    assert [item.data for item in items if item.place] == [b"before\n", b"after\n"]


def test_a_program_in_a_folder_that_gives_no_answer_is_looked_for_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hung.possible():  # the search is what hangs there, and a helper cannot stand in for it
        monkeypatch.setattr(looking.Look, "_found", _only_in("/bin", looking.Look._found))
    monkeypatch.setattr(looking, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(looking, "SEARCHED", (str(tmp_path), "/usr/bin", "/bin"))
    with silence(tmp_path, monkeypatch):
        items = capture([Command("echo x", ""), Command("echo y", "")])
    assert [item.data for item in items] == [b"x\n", b"y\n"]


def _only_in(_: str, real: object) -> object:
    def found(look: looking.Look, request: dict[str, object]) -> list[str]:
        folders = request.get("folders")
        if isinstance(folders, list) and len(folders) == 3:
            raise looking.Unanswered(folders[0], 1.0)
        assert callable(real)
        return list(real(look, request))

    return found


def test_the_whole_capture_has_a_deadline() -> None:
    table: list[Entry] = [Command("sleep 50", "", 50) for _ in range(20)] + [Files("/proc/meminfo", "")]
    began = time.monotonic()
    items = capture(table, seconds=1.5)
    assert time.monotonic() - began < 40
    assert {item.note for item in items} == {NOT_REACHED, "ended after 1 s", "ended after 2 s"} - (
        {"ended after 1 s", "ended after 2 s"} - {item.note for item in items}
    )
    assert items[-1].note == NOT_REACHED


def test_a_bundle_has_a_size(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"f{number}").write_bytes(b"x" * 99 + b"\n")
    items = capture([Files(str(tmp_path / "*"), "")], size=250)
    assert sorted(item.note for item in items) == ["", "", FULL, FULL, FULL]


def test_names_that_others_chose_break_no_manifest() -> None:
    strange = [
        Captured(f"a/{name}", name, 0, 0.0, b"x", True, "") for name in ("b\nc", "b\tc", "\x1b[2J", "\udcff", "b_c")
    ]
    items = placed(strange)
    assert [item.place for item in items] == ["a/b_c", "a/b_c.2", "a/_[2J", "a/_", "a/b_c.3"]
    assert all(hostile._is_row(row) for row in manifest(items).decode().splitlines()[1:])


# What is run

TOOLS = (
    "lvs",
    "vgs",
    "pvs",
    "storcli64",
    "perccli64",
    "MegaCli64",
    "ssacli",
    "hpssacli",
    "arcconf",
    "cli64",
    "smartctl",
    "dmsetup",
)
TOOL = """#!/bin/sh
# leaves what such tools leave: a log where it runs, one at home, and a core
for place in . "$HOME"; do echo "$0 $*" >> "$place/$(basename "$0").log"; done
echo core > core
echo "ran: $*"
echo "modules: $ZFS_MODULE_LOADING"
"""


def listing(root: Path) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(root.rglob("*")):
        info = path.lstat()
        found[str(path)] = (
            info.st_mode,
            info.st_uid,
            info.st_size,
            info.st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
    return found


@pytest.mark.parametrize("way", hostile.WAYS)
def test_nothing_on_the_host_differs_afterwards(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, out = tmp_path / "host", tmp_path / "out"
    for made in (host, host / "bin", host / "home", host / "cwd", out):
        made.mkdir()
    for name in TOOLS:
        (host / "bin" / name).write_text(TOOL)
        (host / "bin" / name).chmod(0o755)
    table = [
        entry._replace(needs="")
        for entry in LINUX
        if isinstance(entry, Command) and entry.line.split()[0] in TOOLS and not entry.each
    ]
    monkeypatch.setenv("HOME", str(host / "home"))
    monkeypatch.chdir(host / "cwd")
    before = listing(host)
    if way == "python":
        monkeypatch.setattr(looking, "SEARCHED", (str(host / "bin"), *looking.SEARCHED))
        name = "advisor-x-20240115-102144"
        with Folder(str(out)) as folder:
            write(folder, f"{name}.tar.gz", name, capture(table))
    else:
        text = script_for("linux", table).replace("\nPATH=", f"\nPATH={host / 'bin'}:", 1)
        (tmp_path / "script").write_text(text)
        shell = {"dash": ["dash"], "busybox": ["busybox", "sh"]}[way]
        subprocess.run([*shell, tmp_path / "script", out], check=True, capture_output=True)
    assert listing(host) == before
    (bundle,) = out.iterdir()
    with tarfile.open(bundle) as archive:
        texts = {m.name.partition("/")[2]: archive.extractfile(m).read().decode() for m in archive if m.isfile()}  # type: ignore[union-attr]
    said = {entry.line: texts[f"commands/{saved_as(entry.line)}"] for entry in table}
    assert len(said) == len(table) >= 12
    for line, text in said.items():
        words = text.splitlines()[0]
        assert ("locking_type=0 metadata_read_only=1" in words) == (line.split()[0] in ("lvs", "vgs", "pvs"))
        assert words.endswith(" nolog") == (line.split()[0] in ("storcli64", "perccli64"))
        assert words.endswith(" -NoLog") == (line.split()[0] == "MegaCli64")
        assert "modules: NO" in text
    assert kills.left_folders() == []


def test_words_that_keep_a_command_quiet_do_not_hide_it_from_its_reader() -> None:
    quiet = [entry for entry in LINUX if isinstance(entry, Command) and entry.quiet]
    assert {entry.line.split()[0] for entry in quiet} >= {
        "lvs",
        "vgs",
        "pvs",
        "storcli64",
        "perccli64",
        "MegaCli64",
        "smartctl",
    }
    for entry in quiet:
        assert entry.quiet.split()[0] not in command_of(f"commands/{saved_as(entry.line)}")


def test_what_a_quiet_command_prints_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = tree.ROOT / "tests/facts/readers/fixtures"
    samples = {
        "storcli64 /call show all": ("storcli", fixtures / "storcli"),
        "MegaCli64 -LdPdInfo -aALL": ("megacli", fixtures / "megacli/volume-and-battery.txt"),
        "arcconf getconfig 1": ("arcconf", fixtures / "arcconf/config-and-status.txt"),
    }
    bins = tmp_path / "bin"
    bins.mkdir()
    for line, (_, sample) in samples.items():
        text = (sample if sample.is_file() else sorted(sample.glob("*.txt"))[0]).read_text()
        plain = "".join(part for part in text.splitlines(True) if not part.startswith(("$ ", "# ")))
        (bins / f"{line.split()[0]}.text").write_text(plain)
        (bins / line.split()[0]).write_text('#!/bin/sh\ncat "$0.text"\n')
        (bins / line.split()[0]).chmod(0o755)
    monkeypatch.setattr(looking, "SEARCHED", (str(bins), *looking.SEARCHED))
    table = [entry for entry in LINUX if isinstance(entry, Command) and entry.line in samples]
    name = "advisor-x-20240115-102144"
    with Folder(str(tmp_path)) as folder:
        write(folder, f"{name}.tar.gz", name, capture(table))
    bundle, errors = load([str(tmp_path / f"{name}.tar.gz")])
    assert errors == []
    assert bundle.unrecognised == []
    assert {kind for kind, _ in samples.values()} <= {item.kind for item in bundle.inputs}


# Campaigns, a small part of each


PLANTED = (hostile.planted_link, hostile.planted_chain, hostile.planted_folder, hostile.swapped, hostile.bomb)
STRANGE = (hostile.strange_names, hostile.pipe, hostile.sparse, hostile.growing, hostile.tool)
SILENT = (hostile.no_answer, hostile.planted_hard_link, hostile.packed_and_cut, hostile.flood)
NAP = 0.003
"""Seconds that a racing user rests between two changes: still hundreds while one file is read."""
LAYOUTS = {
    "planted": (PLANTED, hostile.planted_names, "dash"),
    "strange": (STRANGE, hostile.raced, "busybox"),
    "silent": (SILENT, hostile.strange_folder, "dash"),
    "full": ((hostile.many,), hostile.small_disk, "busybox"),
}


@pytest.mark.parametrize("way", ["python", "shell"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_hostile_layout(layout: str, way: str) -> None:
    inputs, output, shell = LAYOUTS[layout]
    assert hostile.attempt(7, way if way == "python" else shell, inputs, output, NAP).wrong == []


@pytest.mark.parametrize("way", kills.WAYS)
def test_a_killed_capture_leaves_nothing(way: str) -> None:
    assert kills.kill(way, random.Random(way)).wrong == []
