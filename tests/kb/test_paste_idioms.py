"""The idioms of the fixes, run for real: what they do on a full disk, at a second run, with programs that are missing or fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from advisor.kbcheck import paste
from tests.kb.examples import knowledge
from tests.kb.test_paste import EDIT, MARK, NEW, TEST, UNDO

SHELLS = (["dash"], ["busybox", "sh"], ["bash", "--posix"], ["bash"])
EMPTY = 'found=$(wipefs -n dev) && [ -z "$found" ] && touch made'


@pytest.fixture(params=SHELLS, ids=" ".join)
def shell(request: pytest.FixtureRequest) -> list[str]:
    """A shell that an admin pastes into."""
    command: list[str] = request.param
    assert shutil.which(command[0]), f"{command[0]} is not installed: apt-get install {command[0]}"
    return command


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with /etc and a file of settings in it, of an own mode and date."""
    (tmp_path / "etc/x.d").mkdir(parents=True)
    (tmp_path / "srv").mkdir()
    config = tmp_path / "etc/a.conf"
    config.write_text("first = 1\nlast = 2")  # no new line at its end
    config.chmod(0o640)
    return tmp_path


DAY = "20260321-141500"


def run(shell: list[str], text: str, place: Path, date: str = DAY, programs: Mapping[str, str] = {}) -> tuple[int, str]:
    """Paste a text in a folder that stands for the root; `programs` are texts of programs that go before the real ones."""
    tools = place / "tools"
    shutil.rmtree(tools, ignore_errors=True)
    tools.mkdir()
    for name, body in {"date": f"echo {date}", **programs}.items():
        (tools / name).write_text(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    here = re.sub(r"(?<![\w\"}])/(etc|root|srv)\b", rf"{place}/\1", text)
    done = subprocess.run(
        [*shell, "-c", here], cwd=place, env={"PATH": f"{tools}:/usr/bin:/bin"}, stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20, check=False,
    )  # fmt: skip
    shutil.rmtree(tools)
    return done.returncode, done.stdout


def files(place: Path) -> dict[str, str]:
    return {str(p.relative_to(place)): p.read_text() for p in sorted(place.rglob("*")) if p.is_file()}


def filled(text: str, **marks: str) -> str:
    for mark, value in marks.items():
        text = text.replace(f"<{mark}>", value)
    assert not MARK.search(text)
    return text


def test_an_edit_keeps_mode_and_ends_lines_and_its_undo_brings_the_very_file_back(
    shell: list[str], place: Path
) -> None:
    config = place / "etc/a.conf"
    ended, printed = run(shell, EDIT, place)
    assert (ended, printed) == (0, f"backup: {place}/etc/a.conf.before-20260321-141500\n")
    assert config.read_text() == "first = 1\nlast = 2\nx\n"
    assert config.stat().st_mode & 0o777 == 0o640
    config.write_text("changed by another since\n")
    assert run(shell, EDIT, place, date="20260322-090000")[0] == 0
    assert config.read_text() == "changed by another since\nx\n"
    assert run(shell, filled(UNDO, DATE="20260322-090000"), place, date="20260322-100000")[0] == 0
    assert config.read_text() == "changed by another since\n", "not the copy of the day before"
    assert sorted(p.name for p in (place / "etc").glob("a.conf*")) == [
        "a.conf", "a.conf.before-20260321-141500", "a.conf.before-20260322-090000",
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["<DATE>", "20200101-000000", ""])
def test_an_undo_without_its_copy_changes_nothing(shell: list[str], place: Path, mark: str) -> None:
    run(shell, EDIT, place)
    before = files(place)
    assert run(shell, UNDO.replace("<DATE>", mark), place, date="20260321-150000")[0] != 0
    assert files(place) == before


def test_an_edit_leaves_a_link_alone(shell: list[str], place: Path) -> None:
    (place / "etc/a.conf").rename(place / "etc/real.conf")
    (place / "etc/a.conf").symlink_to("real.conf")
    before = files(place)
    assert run(shell, EDIT, place)[0] != 0
    assert (place / "etc/a.conf").is_symlink()
    assert files(place) == before


@pytest.mark.parametrize("there", ["pipe", "directory", "missing"])
def test_an_edit_leaves_what_is_no_file_alone(shell: list[str], place: Path, there: str) -> None:
    config = place / "etc/a.conf"
    config.unlink()
    match there:
        case "pipe":
            os.mkfifo(config)
        case "directory":
            config.mkdir()
    before = sorted(place.rglob("*"))
    assert run(shell, EDIT, place)[0] != 0
    assert sorted(place.rglob("*")) == before
    assert config.is_fifo() == (there == "pipe")


UNIT = {"dash": 512, "busybox sh": 512, "bash --posix": 512, "bash": 1024}
"""Bytes of a block of `ulimit -f`, which lets no file grow further, as a disk that is full."""


@pytest.mark.parametrize("size", [1024, 18_000], ids=["for what is added", "for a copy"])
@pytest.mark.parametrize("text", [EDIT, UNDO.replace("<DATE>", DAY)], ids=["edit", "undo"])
def test_a_full_disk_leaves_the_file_as_it_was(shell: list[str], place: Path, text: str, size: int) -> None:
    config = place / "etc/a.conf"
    config.write_text("line =1\n" * (size // 8))
    run(shell, EDIT, place)
    if text == EDIT:
        config.write_text("line =1\n" * (size // 8))
    before = config.read_text()
    full = f"trap '' XFSZ; ulimit -f {1024 // UNIT[' '.join(shell)]}; {text}"
    ended, printed = run(shell, full, place, "20260322-090000")
    assert ended != 0, printed
    assert config.read_text() == before
    ended, printed = run(shell, text, place, "20260323-090000")
    assert ended == 0, printed


def test_a_full_disk_leaves_no_new_file(shell: list[str], place: Path) -> None:
    full = f"trap '' XFSZ; ulimit -f 0; {NEW}"
    assert run(shell, full, place)[0] != 0
    assert not (place / "etc/x.d/a.conf").exists()
    assert run(shell, NEW, place)[0] == 0


@pytest.mark.parametrize("broken", ["awk", "cp", "mv", "date"])
def test_an_edit_whose_program_fails_changes_nothing(shell: list[str], place: Path, broken: str) -> None:
    config = place / "etc/a.conf"
    before = config.read_text()
    assert run(shell, EDIT, place, programs={broken: "exit 1"})[0] != 0
    assert config.read_text() == before


@pytest.mark.parametrize("there", ["file", "directory", "link", "dangling link"])
def test_a_new_file_refuses_a_name_that_is_taken(shell: list[str], place: Path, there: str) -> None:
    target = place / "etc/x.d/a.conf"
    match there:
        case "file":
            target.write_text("of somebody\n")
        case "directory":
            target.mkdir()
        case "link":
            target.symlink_to(place / "etc/a.conf")
        case _:
            target.symlink_to("nowhere")
    before = files(place)
    assert run(shell, NEW, place)[0] != 0
    kept = {
        name: text for name, text in files(place).items() if not re.search(r"a\.conf[./]\w*", name) or name in before
    }
    assert kept == before
    assert target.is_symlink() == ("link" in there)
    assert not target.is_file() or target.read_text() != "x\n"


def test_a_new_file_is_complete_and_readable(shell: list[str], place: Path) -> None:
    assert run(shell, NEW, place) == (0, "")
    assert {p.name for p in (place / "etc/x.d").iterdir()} == {"a.conf"}
    assert (place / "etc/x.d/a.conf").read_text() == "x\n"
    assert (place / "etc/x.d/a.conf").stat().st_mode & 0o777 == 0o644


def left_in_shared_memory() -> set[Path]:
    """What a test file that is not refused below /dev leaves there."""
    return {path for path in Path("/dev/shm").glob("advisor.*") if path.is_dir()}


MADE = TEST.replace("t=$(mktemp -d <DIR>/advisor.XXXXXX)", 't=<DIR>/advisor.$$ && mkdir "$t"')


@pytest.mark.parametrize("text", [TEST, MADE], ids=["mktemp", "mkdir"])
def test_a_test_file_lies_in_a_directory_of_its_own_and_is_gone_afterwards(
    shell: list[str], place: Path, text: str
) -> None:
    ended, printed = run(shell, filled(text, DIR=str(place / "srv")), place)
    assert ended == 0, printed
    assert list((place / "srv").iterdir()) == []
    before, shared = files(place), left_in_shared_memory()
    for wrong in ("/dev", "/dev/shm", "/dev/null", str(place / "missing"), str(place / "etc/a.conf"), "<DIR>"):
        assert run(shell, text.replace("<DIR>", wrong), place)[0] != 0, wrong
    assert files(place) == before
    assert left_in_shared_memory() <= shared


@pytest.mark.parametrize(("wipefs", "passes"), [
    ("exit 127", False), ("exit 1", False), ("echo DEVICE OFFSET TYPE", False), ("echo busy >&2; exit 1", False), ("true", True),
])  # fmt: skip
def test_a_guard_fails_closed(shell: list[str], place: Path, wipefs: str, passes: bool) -> None:
    run(shell, EMPTY, place, programs={"wipefs": wipefs})
    assert (place / "made").exists() is passes


def test_a_guard_whose_program_is_missing_fails_closed(shell: list[str], place: Path) -> None:
    run(shell, EMPTY.replace("wipefs", "no-such-program"), place)
    assert not (place / "made").exists()
    run(shell, "{ no-such-grep x y; [ $? = 1 ]; } && touch made", place)
    assert not (place / "made").exists()
    run(shell, "{ grep x missing-file; [ $? = 1 ]; } && touch made", place)
    assert not (place / "made").exists()
    run(shell, "{ grep x etc/a.conf; [ $? = 1 ]; } && touch made", place)
    assert (place / "made").exists()


_TAKE_MARKS = (" psql", " sqlplus", " mysql", " sed", " awk", " grep")
"""SQL is refused by its server; what reads finds nothing."""


def marked_changes() -> list[tuple[str, str]]:
    """Every command and undo with a mark left in it, once."""
    found: dict[str, str] = {}
    for case in knowledge().cases.values():
        for number, step in enumerate(case.steps, 1):
            for command, _, undo in paste.texts(case, step):
                for what, text in (("command", command), ("undo", undo)):
                    if step.risk != "look" and MARK.search(text) and not text.startswith("none"):
                        found.setdefault(text, f"{case.slug} {number} {what}")
    return [(where, text) for text, where in found.items()]


@pytest.mark.parametrize("shell", [["dash"], ["bash"]], ids=" ".join)
def test_a_mark_that_is_not_filled_in_stops_its_command(shell: list[str], tmp_path: Path) -> None:
    """No program gets a mark as a word, and no file appears, whatever is pasted; SQL is refused by its server."""
    log = tmp_path / "log"
    tools = tmp_path / "tools"
    here = tmp_path / "here"
    tools.mkdir()
    (tools / "stub").write_text(
        f'#!/bin/sh\nfor word; do printf "%s " "$word"; done >> {log}\nprintf "%s\\n" "${{0##*/}}" >> {log}\n'
    )
    (tools / "stub").chmod(0o755)
    texts = marked_changes()
    assert len(texts) > 100
    for name in {word for _, text in texts for word in re.findall(r"[\w.-]+", text)} - {"stub", ".", ".."}:
        (tools / name).symlink_to("stub")
    for where, text in texts:
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir()
        log.unlink(missing_ok=True)
        safe = re.sub(r"(?<![\w$}\"])/(?=(?:etc|root|sys|proc|dev|var|run|boot|sbin|usr|mnt)\b)", f"{here}/", text)
        subprocess.run(
            [shutil.which(shell[0]) or shell[0], "-c", safe], cwd=here, env={"PATH": str(tools)}, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=20, check=False,
        )  # fmt: skip
        told = log.read_text().splitlines() if log.exists() else []
        assert not [
            line
            for line in told
            if MARK.search(line) and not line.endswith((" psql", " sqlplus", " mysql", " sed", " awk", " grep"))
        ], where
        assert [p.name for p in here.iterdir() if not p.name.endswith(".new-")] == [], where
