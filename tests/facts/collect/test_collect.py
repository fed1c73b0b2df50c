"""Capturing this host: bounded, without secrets, nothing half; the script does the same without Python."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from facts.bundle import load
from facts.collect.host import Captured, capture, manifest, target, write
from facts.collect.publish import Folder
from facts.collect.redaction import redact, sed
from facts.collect.script import script_for
from facts.collect.table import LINUX, SOLARIS, TABLES, Command, Entry, Files
from facts.places import MANIFEST
from tests import tree

SECRETS = """PGPASSWORD=hunter2 psql -h db
postgresql://app:hunter2@db1/x
password = "hunter2 hunter2" ; x
  password = hunter2 hunter2
password=hunter2;user=x
{"api_key": "hunter2", "n": 1}
mysqldump -u root -phunter2 db1
app --password hunter2 --host x --db-passwd=hunter2
sqlplus scott/hunter2@orcl
auth_token: hunter2
IncomingUser joe hunter2
node.session.auth.password_in = hunter2
CREATE USER x IDENTIFIED BY hunter2;
Authorization: Bearer hunter2.hunter2
<nvpair id="f-passwd" name="passwd" value="hunter2"/>
mount -o secret=hunter2,ro
AWS_SECRET_ACCESS_KEY=hunter2
rman target sys/hunter2@prod
-----BEGIN RSA PRIVATE KEY-----
hunter2
-----END RSA PRIVATE KEY-----
"""
PLAIN = """Failed password for root from 10.0.0.1 port 22
token: 10000
node.session.auth.username = iqn.2010
vm.swappiness = 60
https://example.com/a:b?x=1
mysqld --basedir=/usr --pid-file=/run/x.pid
ps -eo pid,user
"""


def shells() -> list[list[str]]:
    return [["dash"], ["busybox", "sh"]]


def needs(tool: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed (Debian's package {tool}): this was not checked")


@pytest.mark.parametrize("line", SECRETS.splitlines()[:18])
def test_a_secret_is_taken_out(line: str) -> None:
    assert b"hunter2" not in redact(line.encode())
    assert b"********" in redact(line.encode())


def test_what_is_no_secret_stays() -> None:
    assert redact(PLAIN.encode()).decode() == PLAIN


def test_lines_stay_as_many_as_they_were() -> None:
    assert redact(SECRETS.encode()).count(b"\n") == SECRETS.count("\n")
    assert b"hunter2" not in redact(SECRETS.encode())


@pytest.mark.parametrize("program", [["sed"], ["busybox", "sed"]], ids=" ".join)
def test_sed_takes_out_the_same(program: list[str], tmp_path: Path) -> None:
    needs(program[0])
    (tmp_path / "s").write_text(sed())
    done = subprocess.run(
        [*program, "-f", tmp_path / "s"], input=(SECRETS + PLAIN).encode(), capture_output=True, check=True
    )
    assert done.stdout == redact((SECRETS + PLAIN).encode())


def one(entry: Entry) -> Captured:
    (item,) = capture([entry])
    return item


def test_a_command_is_ended_when_its_time_is_over() -> None:
    began = time.monotonic()
    item = one(Command("sh -c 'echo begun; sleep 60 & sleep 60'", "", seconds=1))
    assert time.monotonic() - began < 30
    assert (item.data, item.note) == (b"begun\n", "ended after 1 s")


def test_an_output_is_cut_at_whole_lines() -> None:
    item = one(Command("seq 1000000", "", size=1000))
    assert len(item.data) <= 1000
    assert item.data.endswith(b"\n")
    assert item.note == "cut after 1000 bytes"


def test_what_is_not_there_is_listed() -> None:
    assert one(Command("no-such-tool -x", "")).note == "not installed"
    assert one(Command("ls /no/such/place", "")).note.endswith("No such file or directory")
    assert one(Files("/no/such/*.conf", "")).note == "not there"


def test_an_output_without_its_secrets_is_kept() -> None:
    assert one(Command("echo password=hunter2", "")).data == b"password=********\n"


def test_the_end_of_a_long_log_is_kept(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("".join(f"line {n}\n" for n in range(1000)))
    item = one(Files(str(tmp_path / "log"), "", size=100))
    assert item.data.endswith(b"line 999\n")
    assert item.data.startswith(b"line ")
    assert item.note == "cut to 100 bytes"


def test_no_more_files_than_allowed(tmp_path: Path) -> None:
    for n in range(5):
        (tmp_path / f"f{n}").write_text("x\n")
    items = capture([Files(str(tmp_path / "*"), "", most=3)])
    assert [item.note for item in items] == ["", "", "", "2 more files left out"]


@pytest.mark.parametrize("system", TABLES)
def test_the_table_is_bounded_and_only_reads(system: str) -> None:
    changing = {"rm", "mkfs", "dd", "mv", "tee", "kill", "reboot", "fsck", "mount -o", "zpool scrub", "sh", "bash"}
    for entry in TABLES[system]:
        assert entry.why
        assert 0 < entry.size <= 16 << 20
        if isinstance(entry, Command):
            assert 0 < entry.seconds <= 60
            assert not changing & {entry.line.split()[0], " ".join(entry.line.split()[:2])}
            assert not set(entry.line) & set(";|&<>`$")


def quick(table: tuple[Entry, ...]) -> list[Entry]:
    """The table without what takes its time by itself."""
    return [entry for entry in table if not (isinstance(entry, Command) and entry.sample)]


def written(root: Path, items: list[Captured]) -> Path:
    name = "advisor-x-20240115-102144"
    path = target(str(root), name)
    with Folder(str(path.parent)) as folder:
        write(folder, path.name, name, items)
    return path


def test_its_own_bundle_is_opened_with_nothing_left_over(tmp_path: Path) -> None:
    path = written(tmp_path, capture(quick(LINUX)))
    bundle, errors = load([str(path)])
    assert errors == []
    assert bundle.unrecognised == []
    assert len({item.host for item in bundle.inputs}) == 1
    assert {"meminfo", "uname", "host-clock"} <= {item.kind for item in bundle.inputs}
    assert path.stat().st_mode & 0o077 == 0
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_an_output_that_should_be_read_and_is_not_is_said(tmp_path: Path) -> None:
    strange = Captured("commands/free_-k", "free -k", 0, 0.1, b"something else entirely\n", True, "")
    for_people = Captured("commands/lspci", "lspci", 0, 0.1, b"00:00.0 Host bridge\n", False, "")
    bundle, _ = load([str(written(tmp_path, [strange, for_people]))])
    assert [u.path.rpartition("/")[2] for u in bundle.unrecognised] == ["free_-k"]


def test_the_manifest_tells_what_was_run() -> None:
    text = manifest([Captured("", "zpool\tlist", None, 0.0, b"", True, "not installed")]).decode()
    assert text.splitlines()[1].split("\t") == ["-", "zpool list", "-", "0.0", "0", "reader", "not installed"]


def wait_for(holds: Callable[[], object]) -> None:
    ends = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.05)


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "advisor", "collect", "-o", tmp_path],
        cwd=tree.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for(
        lambda: subprocess.run(["ps", "--ppid", str(process.pid)], capture_output=True, check=False).returncode == 0
    )
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("system", TABLES)
def test_shellcheck_finds_nothing(system: str, tmp_path: Path) -> None:
    needs("shellcheck")
    (tmp_path / "s").write_text(script_for(system))
    done = subprocess.run(["shellcheck", "-s", "sh", tmp_path / "s"], capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize("shell", shells(), ids=" ".join)
def test_a_solaris_script_is_parsed(shell: list[str]) -> None:
    needs(shell[0])
    assert subprocess.run([*shell, "-n"], input=script_for("solaris"), text=True, check=False).returncode == 0
    assert "$'" not in script_for("solaris")
    assert len(SOLARIS) > 20


def by_script(shell: list[str], table: list[Entry], root: Path) -> Path:
    needs(shell[0])
    root.mkdir(exist_ok=True)
    (root.parent / "script").write_text(script_for("linux", table))
    subprocess.run(
        [*shell, root.parent / "script", root], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True
    )
    (found,) = root.iterdir()
    return found


def listed(path: Path) -> dict[str, tuple[str, str]]:
    """Of each source in the manifest where it lies and for whom it is."""
    with tarfile.open(path) as archive:
        member = next(m for m in archive if m.name.endswith(MANIFEST))
        stream = archive.extractfile(member)
        assert stream is not None
        rows = [line.split("\t") for line in stream.read().decode().splitlines()[1:]]
    assert {len(row) for row in rows} == {7}
    return {row[1]: (row[0], row[5]) for row in rows}


def share(shell: list[str]) -> list[Entry]:
    """The entries that a shell is tried with: a quarter, drawn by a hash of each; with ADVISOR_TEST_ALL=1 every one."""
    table = quick(LINUX)
    if os.environ.get("ADVISOR_TEST_ALL"):
        return table
    few = [entry._replace(most=min(entry.most, 2)) if isinstance(entry, Files) else entry for entry in table]
    return [entry for entry in few if crc32(repr(entry).encode()) % 4 == shells().index(shell)]


@pytest.mark.parametrize("shell", shells(), ids=" ".join)
def test_the_script_makes_the_same_bundle(shell: list[str], tmp_path: Path) -> None:
    table = share(shell)
    mine, its = written(tmp_path, capture(table)), by_script(shell, table, tmp_path / "out")
    assert {k: v for k, v in listed(its).items() if "interface" not in k} == listed(mine)
    (one_, _), (other, errors) = load([str(mine)]), load([str(its)])
    assert errors == []
    assert other.unrecognised == []

    def kinds(bundle: object) -> list[tuple[str, str]]:
        return sorted((i.path.partition("/")[2], i.kind) for i in bundle.inputs)  # type: ignore[attr-defined]

    assert kinds(other) == kinds(one_)


HARD: list[Entry] = [
    Command("seq 1000000", "", size=2048),
    Command("sleep 60", "", seconds=1),
    Command("echo password=hunter2", ""),
    Command("ls /no/such/place", ""),
    Command("no-such-tool", ""),
    Files("/no/such/*", ""),
]


@pytest.mark.parametrize("shell", shells(), ids=" ".join)
def test_the_script_is_bounded_too(shell: list[str], tmp_path: Path) -> None:
    began = time.monotonic()
    path = by_script(shell, HARD, tmp_path / "out")
    assert time.monotonic() - began < 40
    with tarfile.open(path) as archive:
        texts = {m.name.rpartition("/")[2]: archive.extractfile(m).read().decode() for m in archive if m.isfile()}  # type: ignore[union-attr]
    assert len(texts["seq_1000000"]) <= 2048
    assert texts["echo_password_hunter2"] == "password=********\n"
    notes = {row[1]: row[6] for line in texts[MANIFEST].splitlines()[1:] if (row := line.split("\t"))}
    assert notes["seq 1000000"] == "cut after 2048 bytes"
    assert notes["sleep 60"] == "ended after 1 s"
    assert "No such file" in notes["ls /no/such/place"]
    assert notes["no-such-tool"] == "not installed"
    assert notes["/no/such/*"] == "not there"


@pytest.mark.parametrize("shell", shells(), ids=" ".join)
def test_an_interrupted_script_leaves_nothing(shell: list[str], tmp_path: Path) -> None:
    needs(shell[0])
    (tmp_path / "script").write_text(
        script_for("linux", [Command("sleep 77", "", 60, sample=True), Command("sleep 78", "", 60)])
    )
    (tmp_path / "out").mkdir()
    process = subprocess.Popen(
        [*shell, tmp_path / "script", tmp_path / "out"], start_new_session=True, stderr=subprocess.DEVNULL
    )
    wait_for(lambda: list((tmp_path / "out").iterdir()))
    time.sleep(1.0)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
    assert process.wait(timeout=60) == 130
    assert list((tmp_path / "out").iterdir()) == []
    wait_for(lambda: not group(process.pid))


def group(number: int) -> list[str]:
    """What runs in a group of processes."""
    there = subprocess.run(["ps", "-eo", "pgid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in there if line.split()[0] == str(number) and "defunct" not in line]
