"""Collect in a hostile surrounding: environment, homes, programs of others, names from the host, and what tools would start."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from advisor.collect import summary
from facts.collect import commands, helper, looking
from facts.collect.bounds import Bounds
from facts.collect.captured import Captured
from facts.collect.host import capture, write
from facts.collect.publish import Folder
from facts.collect.script import script_for
from facts.collect.table import LINUX, MOST_DEVICES, Command, Entry, Files
from facts.places import MANIFEST
from tests import tree
from tests.facts.collect import hung
from tests.facts.collect.hostile import NOBODY, ROOT, WAYS

NAME = "advisor-x-20240115-102144"
SHELLS = {"dash": ["dash"], "bash": ["bash"], "busybox": ["busybox", "sh"]}
POOLS = ("my pool", "it's", "-f", "../../../up", "$(touch evil)", "a;touch evil", "\x1b[2J", "*")
TOOLS = {
    "tool": "env",
    "loud": "printf '\\033[2Jbad\\r\\n' >&2; exit 3",
    "theirs": "echo ran",
    "shared": "echo ran",
    "client": "echo ran",
}
POOL_TOOL = """#!/bin/sh
if [ "$1 $2" = "get all" ]; then printf '[%s]' "$@"; exit; fi
{names}
{more}
"""
HOSTILE = {
    "LD_BIND_NOW": "1", "PYTHONPATH": "/planted", "PERL5OPT": "", "TAR_OPTIONS": "--exclude=*", "BLOCK_SIZE": "1M",
    "QUOTING_STYLE": "c", "POSIXLY_CORRECT": "1", "GREP_OPTIONS": "-v", "LESSOPEN": "|evil", "PAGER": "evil", "IFS": "a",
    "PGPASSWORD": "mine",
}  # fmt: skip


class Seen(NamedTuple):
    """What one capture kept and noted, by its sources, and the names in its bundle."""

    kept: dict[str, str]
    notes: dict[str, str]
    names: list[str]
    root: Path


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def opened(bundle: Path) -> tuple[dict[str, str], dict[str, str], list[str]]:
    with tarfile.open(bundle) as archive:
        texts = {m.name.partition("/")[2]: archive.extractfile(m).read().decode() for m in archive if m.isfile()}  # type: ignore[union-attr]
    rows = [line.split("\t") for line in texts[MANIFEST].split("\n")[1:-1]]
    assert {len(row) for row in rows} == {7}
    return {row[1]: texts.get(row[0], "") for row in rows}, {row[1]: row[6] for row in rows}, list(texts)


def by_shell(shell: str, table: list[Entry], bins: Path, out: Path, **how: object) -> subprocess.Popen[bytes]:
    """Begin the script with programs of the test before those of the system."""
    text = script_for("linux", table, **how)  # type: ignore[arg-type]
    assert "\nPATH=" in text
    script = out.with_name("script")
    script.write_text(text.replace("\nPATH=", f"\nPATH={bins}:", 1))
    with out.with_name("said").open("w") as said:
        return subprocess.Popen([*SHELLS[shell], script, out], stdout=said, stderr=said)


@pytest.fixture(scope="module", params=WAYS)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """Capture one host on which everything is hostile."""
    root = tmp_path_factory.mktemp(f"host-{request.param}")
    bins, out = root / "bin", root / "out"
    out.mkdir()
    (root / "home").mkdir()
    if ROOT:
        os.chown(root / "home", NOBODY, NOBODY)
    for name, text in TOOLS.items():
        program(bins, name, text)
    (bins / "shared").chmod(0o777)
    program(root / "open", "theirs", TOOLS["theirs"])
    (root / "open").chmod(0o777)
    names = "printf '%s\\n' " + " ".join(f"'{name}'" if "'" not in name else f'"{name}"' for name in POOLS)
    # The script keeps them in a file, which an endless list would fill.
    more = "seq 200" if request.param == "python" else "while :; do printf '\\033\\n'; done"
    program(bins, "zpool", POOL_TOOL.format(names=names, more=more))
    table: list[Entry] = [
        Command("zpool get all {pool}", "", each="pool"),
        Command("tool", ""),
        Command("tool --own", "", own_settings=True),
        Command("loud", ""),
        Command(f"{root}/open/theirs" if request.param != "python" else "theirs", ""),
        Command("shared", ""),
        Command("client absent", "", needs=f"{root}/no.pid {root}/none"),
        Command("client there", "", needs=f"{root}/no.pid /proc/self"),
        Files("/proc/meminfo", ""),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv("HOME", str(root / "home"))
        for name, value in HOSTILE.items():
            patch.setenv(name, value)
        if request.param == "python":
            (bins / "theirs").unlink()
            patch.setattr(looking, "SEARCHED", (str(bins), str(root / "open"), *looking.SEARCHED))
            with Folder(str(out)) as folder:
                write(folder, f"{NAME}.tar.gz", NAME, capture(table))
        else:
            assert ended(by_shell(request.param, table, bins, out), 60) == 0, out.with_name("said").read_text()
    (bundle,) = out.iterdir()
    return Seen(*opened(bundle), root)


def test_names_from_the_host_are_neither_split_nor_options_nor_paths(seen: Seen) -> None:
    for name in ("my pool", "it's", "../../../up", "$(touch evil)", "a;touch evil", "*"):
        assert seen.kept[f"zpool get all {name}"] == f"[get][all][{name}]"
    assert not seen.kept.get("zpool get all -f")
    assert [note for source, note in seen.notes.items() if source.endswith("-f")] == [
        "not run: this name would be an option"
    ]
    assert len([source for source in seen.kept if source.startswith("zpool get all ")]) <= MOST_DEVICES
    assert all(".." not in name.split("/") and name.isprintable() and name.count("/") <= 1 for name in seen.names)
    assert not list(seen.root.rglob("evil"))


def test_a_command_gets_nothing_of_our_environment(seen: Seen) -> None:
    variables = {line.partition("=")[0] for line in seen.kept["tool"].splitlines()}
    assert {"PATH", "HOME", "LC_ALL"} <= variables
    assert "IFS=a" not in seen.kept["tool"].splitlines()
    assert variables & set(HOSTILE) <= {"IFS"}  # some shells export their own
    # Where a database is, is a setting of the user; all else is not.
    own = {line.partition("=")[0] for line in seen.kept["tool --own"].splitlines()}
    assert own & set(HOSTILE) - {"IFS"} == {"PGPASSWORD"}
    assert "MemTotal" in seen.kept["/proc/meminfo"]


def test_the_settings_of_another_user_are_not_taken(seen: Seen) -> None:
    if ROOT:
        assert str(seen.root / "home") not in seen.kept["tool --own"]
    assert str(seen.root / "home") not in seen.kept["tool"]


def test_what_a_command_complains_of_has_no_escapes(seen: Seen) -> None:
    assert seen.notes["loud"].isprintable()
    assert "bad" in seen.notes["loud"]


def test_a_program_that_others_may_change_is_not_run(seen: Seen) -> None:
    changeable = [(source, note) for source, note in seen.notes.items() if "theirs" in source]
    assert [note.startswith("not run: others may change ") for _, note in changeable] == [True]
    assert not seen.kept[changeable[0][0]]


def test_a_command_that_would_start_something_is_not_run(seen: Seen) -> None:
    assert seen.notes["client absent"] == f"not run: {seen.root}/no.pid is not there"
    assert not seen.kept["client absent"]
    assert seen.kept["client there"] == "ran\n"


STARTING = {
    "dmsetup": "device-mapper", "lvs": "device-mapper", "vgs": "device-mapper", "pvs": "device-mapper",
    "multipath": "device-mapper", "multipathd": "multipathd.pid", "iscsiadm": "iscsid.pid", "mdadm": "mdadm/map",
    "exportfs": "etab", "drbdadm": "/proc/drbd",
    "sas2ircu": "misc/mpt2ctl", "sas3ircu": "misc/mpt3ctl", "mpt-status": "misc/mptctl", "cciss_vol_status": "drivers/hpsa",
}  # fmt: skip


def test_what_may_start_or_write_something_needs_it_there_before() -> None:
    for entry in LINUX:
        if isinstance(entry, Command):
            assert STARTING.get(entry.line.split()[0], "") in entry.needs
            assert bool(entry.needs) == (entry.line.split()[0] in STARTING)
            assert ("--local-infile=0" in entry.quiet) == entry.line.startswith("mysql ")


def ended(child: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the status of a script, None where it hangs; it is not waited for where it cannot be ended."""
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        return None


def test_a_df_that_hangs_holds_up_the_script_once(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    program(tmp_path / "bin", "df", "exec sleep 57.0625")
    table: list[Entry] = [Command("echo a", ""), Command("sleep 3", ""), Command("echo b", "")]
    assert ended(by_shell("dash", table, tmp_path / "bin", tmp_path / "out", patience=1), 20) == 0
    (bundle,) = (tmp_path / "out").iterdir()
    kept, notes, _ = opened(bundle)
    assert (kept["echo a"], kept["echo b"]) == ("a\n", "b\n")
    assert [note for source, note in notes.items() if source.startswith("df of ")] == [
        "no answer for 1 s: the rest is left out"
    ]
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 57.0625" not in left


def test_a_folder_that_gives_no_answer_holds_up_no_script(tmp_path: Path) -> None:
    if not hung.possible():
        pytest.skip("no mount that hangs can be made here: this was not checked")
    (tmp_path / "mnt").mkdir()
    script, said = tmp_path / "script", tmp_path / "said"
    text = script_for("linux", [Command("echo a", "")], patience=1)
    assert "doze 6 " in text
    script.write_text(text.replace("doze 6 ", "doze 1 "))
    with hung.hung(tmp_path / "mnt"), said.open("w") as stream:
        child = subprocess.Popen(["dash", script, tmp_path / "mnt" / "x"], stdout=stream, stderr=stream)
        status = ended(child, 10)
    assert (status, "gives no answer" in said.read_text()) == (2, True)


def test_a_script_from_a_pipe_runs_no_file_of_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "sh").write_text("echo planted\n")
    text = script_for("solaris", []).replace("/usr/xpg4/bin/sh", "/bin/sh")
    environment = {name: value for name, value in os.environ.items() if name != "ADVISOR_SHELL"}
    done = subprocess.run(
        ["sh", "-s"], input=text, text=True, capture_output=True, cwd=tmp_path, env=environment, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "save this script to a file" in done.stderr


def test_a_module_in_the_current_folder_is_not_imported(tmp_path: Path) -> None:
    for name in ("tarfile", "shlex", "json", "select", "pwd"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('planted {name}')\n")
    (tmp_path / "there").write_text("x")
    done = subprocess.run(
        [sys.executable, "-m", "advisor", "collect", "-o", tmp_path / "there"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tree.ROOT)}, check=False,
    )  # fmt: skip
    assert "planted" not in done.stderr
    assert "is there already" in done.stderr


CLOSED = """
import functools, sys
import advisor.collect as command
from facts.collect import host
from facts.collect.table import Command
command.capture = functools.partial(host.capture, [Command("echo a", "")])
sys.exit(command.collect(sys.argv[1]))
"""


@pytest.mark.parametrize("how", ["<&- >&- 2>&-", ">/dev/full"])
def test_closed_streams_cost_no_bundle(how: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" "$2" {how}', sys.executable, CLOSED, tmp_path],
        cwd=tree.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    (bundle,) = tmp_path.iterdir()
    assert (done.returncode, opened(bundle)[0]["echo a"]) == (0, "a\n")
    assert "cannot" not in done.stderr


def test_a_host_that_starts_no_thread_still_gives_a_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    real, started = threading.Thread.start, []

    def start(thread: threading.Thread) -> None:
        if isinstance(thread, commands._Drain):
            started.append(thread)
            if len(started) == 2:
                raise RuntimeError("can't start new thread")
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    notes = [item.note for item in capture([Command("echo a", ""), Command("echo b", ""), Files("/proc/meminfo", "")])]
    assert sorted(notes) in (["", "", "not run: no thread can be started"],)


def test_the_summary_has_no_escapes() -> None:
    name = "/var/log/x\x1b[2J"
    items = [Captured("", name, None, 0.0, b"", True, note) for note in ("cut to 3 bytes", "permission denied")]
    assert all(line.isprintable() for line in summary(items))


KILLED = """
import errno, os, signal, sys
from facts.collect.publish import Folder, publish
real = os.open
def opened(path, flags, mode=0o777, *, dir_fd=None):
    if flags & os.O_TMPFILE == os.O_TMPFILE:
        raise OSError(errno.EOPNOTSUPP, "not supported")
    return real(path, flags, mode, dir_fd=dir_fd)
def killed(*_, **__):
    assert len(os.listdir(sys.argv[1])) == int(sys.argv[2])
    os.kill(os.getpid(), signal.SIGKILL)
def no_link(*_, **__):
    raise PermissionError(errno.EPERM, "not permitted")
os.open, os.link, os.rename = opened, no_link, killed
publish(Folder(sys.argv[1]), "b.tar.gz", killed if sys.argv[2] == "1" else lambda stream: stream.write(b"x"))
"""


@pytest.mark.parametrize("files", ["1", "2"], ids=["written", "named"])
def test_a_kill_leaves_no_half_of_a_bundle_where_a_file_needs_a_name(files: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path, files], cwd=tree.ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (-9, b"")
    ends = time.monotonic() + 5
    while list(tmp_path.iterdir()) and time.monotonic() < ends:
        time.sleep(0.02)
    assert list(tmp_path.iterdir()) == []


def test_when_a_log_was_read_last_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("x\n")
    os.utime(tmp_path / "log", (1_000_000, 2_000_000))
    (item,) = capture([Files(str(tmp_path / "log"), "")])
    assert (item.data, (tmp_path / "log").stat().st_atime) == (b"x\n", 1_000_000)


def test_a_star_in_the_name_of_the_folder_is_no_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []
    look = looking.Look(Bounds())
    real = looking.Look._found

    def found(look: looking.Look, request: dict[str, object]) -> list[str]:
        asked.append(request)
        return real(look, request)

    (tmp_path / "a").mkdir()
    monkeypatch.setattr(looking.Look, "_found", found)
    try:
        assert look.answers(f"{tmp_path}/*")
        assert real(look, asked[0]) == []
    finally:
        look.end_all()


@pytest.mark.parametrize("way", ["python", "dash"])
def test_no_program_is_looked_for_where_that_would_mount_something(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    for name in ("auto", "mounted"):
        (tmp_path / name).mkdir()
        program(tmp_path / name / "bin", f"in-{name}", "echo ran")
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/a / ext4 rw 0 0\nmap {tmp_path}/auto autofs rw 0 0\n"
        f"map {tmp_path}/mounted autofs rw 0 0\nnfs:/x {tmp_path}/mounted nfs4 rw 0 0\n"
    )
    folders = [f"{tmp_path}/{name}/bin" for name in ("auto", "mounted")]
    if way == "python":
        monkeypatch.setattr(helper, "MOUNTS", mounts)
        assert [helper._would_mount(folder) for folder in folders] == [True, False]
        answers = list(helper.answer({"do": "which", "name": "in-auto", "folders": folders}))
        assert [header["found"] for header, _ in answers if "found" in header] == [[]]
        return
    text = script_for("linux", [Command("in-auto", ""), Command("in-mounted", "")])
    listed = next(line for line in text.splitlines() if line.startswith("more='/"))
    text = text.replace(listed, f"more='{' '.join(folders)}'").replace("/proc/self/mounts", str(mounts))
    (tmp_path / "script").write_text(text)
    subprocess.run(["dash", tmp_path / "script", tmp_path / "out"], check=True, capture_output=True)
    (bundle,) = (tmp_path / "out").iterdir()
    kept, notes, _ = opened(bundle)
    assert (notes["in-auto"], kept["in-mounted"]) == ("not installed", "ran\n")
