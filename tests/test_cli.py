"""The command line as a user runs it: exit status, what goes to which channel, hostile names, nothing left behind."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest

from advisor.cli import main
from tests.kb.examples import ROOT


def run(
    *arguments: str, stdin: bytes = b"", cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error", **environment}
    return subprocess.run(
        [sys.executable, "-m", "advisor", *arguments], input=stdin, capture_output=True, cwd=cwd, env=env, timeout=120, check=False
    )  # fmt: skip


def diagnosed(*arguments: str, stdin: bytes = b"") -> dict[str, object]:
    done = run("diagnose", *arguments, "--format", "json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    data: dict[str, object] = json.loads(done.stdout)
    return data


def test_empty_folder_assesses_nothing(tmp_path: Path) -> None:
    data = diagnosed(str(tmp_path))
    assert (data["inputs"], data["diagnoses"], data["risks"], data["ruled_out"]) == ([], [], [], [])
    assert data["not_assessed"]


def test_nothing_given_is_a_usage_error() -> None:
    done = run("diagnose")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == (
        "error[nothing-to-read]: neither a PATH nor --tell is given\n"
        "  help: name a file, a folder, an archive, or `-` for standard input\n"
    )


def test_unknown_case_is_one_error_with_a_suggestion() -> None:
    done = run("explain", "linux-writeback-stal")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "error[no-such-case]: there is no case `linux-writeback-stal`\n  help: did you mean `linux-writeback-stall`?\n"
    )


def test_every_missing_input_is_named_at_once() -> None:
    done = run("diagnose", "/nonexistent/a", "/nonexistent/b")
    assert done.returncode == 2
    assert done.stderr.decode().count("error[no-such-input]") == 2


@pytest.mark.parametrize("command", ["diagnose", "facts"])
def test_what_the_other_inputs_hold_counts_beside_a_missing_one(command: str) -> None:
    example = "examples/linux-writeback-stall"
    done = run(command, example, "/nonexistent/a")
    assert done.returncode == 2
    assert done.stderr.decode().count("error[no-such-input]") == 1
    first = run(command, example).stdout.decode().split("\n")[0]
    assert first
    assert done.stdout.decode().split("\n")[0].endswith(first)


def test_unknown_option_is_a_usage_error() -> None:
    done = run("diagnose", "--frmat", "json")
    assert done.returncode == 2
    assert done.stderr.startswith(b"error[usage]: ")


def test_fail_on(tmp_path: Path) -> None:
    assert run("diagnose", str(tmp_path), "--fail-on", "possible").returncode == 0
    assert run("diagnose", "examples/areca-failing-disk", "--fail-on", "possible").returncode == 1


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m advisor diagnose examples/areca-failing-disk | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert b"Traceback" not in done.stderr


HOSTILE = [
    "tank; rm -rf /",
    "$(reboot)",
    "`reboot`",
    "a'b\"c",
    "-rf",
    "[bold]x[/bold]",
    "{{ 1111*1111 }}",
    "(assert (a))",
    "x\x1b[31my",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", ["text", "json", "markdown", "html"])
def test_hostile_names_are_quoted_or_refused(
    name: str, form: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A file system with such a mount point: what the fix says to paste never runs anything else."""
    capture = (
        f"# vxtunefs -p /u01\nFilesystem i/o parameters for /{name}\nread_pref_io = 65536\nread_nstream = 1\nwrite_pref_io = 65536\n"
        "write_nstream = 1\ndiscovered_direct_iosz = 262144\nmax_direct_iosz = 1048576\n"
    ).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(capture)))
    told = "the host hangs while a big file is written in 128 kB requests"
    assert main(["diagnose", "-", "--tell", told, "--format", form]) == 0
    out = capsysbinary.readouterr().out
    assert out
    assert b"\x1b" not in out
    assert b"1234321" not in out
    if form == "json":
        import shlex

        data = json.loads(out)
        for item in [*data["diagnoses"], *data["risks"]]:
            for step in item["fix"]:
                for line in step["command"].split("\n"):
                    words = shlex.split(line, comments=True)
                    assert "reboot" not in words
                    assert ("rm", "-rf") not in pairwise(words)


PEAK = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""
"""Runs a command and prints its peak of memory, kB. In a small process of its own: what a child shared with a large parent before it
became another program counts as the child's."""


def test_a_bomb_is_refused_with_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("letters", "w", force_zip64=True) as member,
    ):
        block = b"a" * (1 << 22)
        for _ in range(100):
            member.write(block)
    done = subprocess.run(
        [sys.executable, "-S", "-c", PEAK, sys.executable, "-P", "-m", "advisor", "diagnose", str(path)],
        capture_output=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"larger than" in done.stderr
    assert int(done.stdout) < 400_000


def test_an_endless_line_is_cut_and_told(tmp_path: Path) -> None:
    path = tmp_path / "line"
    path.write_bytes(b"x" * (40 << 20))
    done = run("diagnose", str(path))
    assert done.returncode == 0
    assert b"`--limit line-length=N` allows more" in done.stdout


def test_an_archive_cannot_write_anywhere(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name in ("../../escaped", "/tmp/escaped", "ok/vmstat"):
            member = tarfile.TarInfo(name)
            member.size = 1
            archive.addfile(member, io.BytesIO(b"x"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.tar.gz").write_bytes(buffer.getvalue())
    state = tmp_path / "state"
    done = run("diagnose", "b.tar.gz", cwd=tmp_path / "in", ADVISOR_STATE=str(state))
    assert done.returncode == 0
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if not p.is_relative_to(state)) == [
        "in", "in/b.tar.gz",
    ]  # fmt: skip


def test_an_unwritable_state_directory_changes_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run("explain", "linux-writeback-stall", ADVISOR_STATE=str(blocked / "state"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert run("explain", "linux-writeback-stall").stdout == done.stdout


def test_facts_shows_what_was_read() -> None:
    done = run(
        "facts",
        "-",
        stdin=b"$ uname -a\nLinux db1 2.6.18-92.el5 #1 SMP Tue Jun 10 18:51:06 EDT 2008 x86_64 GNU/Linux\n",
    )
    assert done.returncode == 0
    assert b"system[db1]" in done.stdout
    assert b"standard input:2" in done.stdout
