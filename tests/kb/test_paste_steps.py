"""The steps that edit files, run for real in a scratch folder: what they change, and whether their undo takes it back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from advisor.kbcheck import paste
from tests.kb.examples import knowledge
from tests.kb.test_paste import MARK
from tests.kb.test_paste_idioms import run

SHELLS = (["dash"], ["busybox", "sh"], ["bash"])
_EDITED = re.compile(r"(?:f|a|b|conf)=(/(?:boot|etc)/[\w./-]+)")
_STUBBED = "systemctl service sysctl update-initramfs dracut umount mount bootadm svcadm modprobe psql".split()
_SEEDS = {
    "/etc/fstab": "/dev/sda1 / ext4 defaults 0 1\n/dev/sdb1 /srv ext3 barrier=0 0 2\n",
    "/boot/loader.conf": 'a="b"\n',
}


def edits() -> list[tuple[str, str, str]]:
    """Name, command and undo of every step with only marks of dates and plain values that edits a named file."""
    found: dict[str, tuple[str, str, str]] = {}
    for case in knowledge().cases.values():
        for number, step in enumerate(case.steps, 1):
            for command, _, undo in paste.texts(case, step):
                publishes = "before-$d" in command or 'ln "$t" "$f"' in command
                plain = "it'" not in command and "oracle)" not in command and 'vi "' not in command
                if publishes and plain and _EDITED.search(command):
                    found.setdefault(f"{case.slug} {number}", (f"{case.slug} {number}", command, undo))
    return list(found.values())


def filled(text: str, date: str) -> str:
    """A text with its marks filled in."""
    text = re.sub(r"<DATE-OF-[A-Z-]*>", date, text)
    return MARK.sub(lambda mark: "/srv" if "MOUNT" in mark[0] or "DIRECTORY" in mark[0] else "1", text)


def state(root: Path) -> dict[str, str]:
    """The files, without the dated copies that stay for good."""
    return {
        str(path.relative_to(root)): path.read_text() if path.is_file() else ""
        for path in sorted(root.rglob("*"))
        if not re.search(r"\.(?:before|undone)-\d", path.name)
    }


def prepared(root: Path, command: str) -> list[Path]:
    """Put the files there that a command edits; give back those that it names."""
    named = [root / name.lstrip("/") for name in _EDITED.findall(filled(command, ""))]
    for path in named:
        path.parent.mkdir(parents=True, exist_ok=True)
        if "before-$d" in command:
            path.write_text(_SEEDS.get("/" + str(path.relative_to(root)), "# first\n"))
    (root / "root").mkdir(exist_ok=True)
    return named


def done(shell: list[str], root: Path, text: str) -> tuple[int, str]:
    """Paste a text, with its folders below `root` and every program that touches the host as a stub."""
    stubs = dict.fromkeys(_STUBBED, "for a; do case $a in -*) ;; *) echo $a = 1 ;; esac; done")
    here = re.sub(r"(?<![\w\"}])/boot\b", f"{root}/boot", text)
    return run(shell, here, root, programs=stubs)


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_an_undo_brings_back_what_a_step_changed(shell: list[str], tmp_path: Path) -> None:
    changed = 0
    for name, command, undo in edits():
        root = tmp_path / name.replace(" ", "-")
        root.mkdir()
        prepared(root, command)
        before = state(root)
        ended, printed = done(shell, root, filled(command, ""))
        if ended != 0:
            assert {k: v for k, v in state(root).items() if ".new-" not in k} == before, (name, printed)
            continue
        changed += state(root) != before
        ended, printed = done(shell, root, filled(undo, "20260321-141500"))
        assert (ended, state(root)) == (0, before), (name, printed)
    assert changed > 12


@pytest.mark.parametrize("there", ["directory", "link"])
def test_a_step_leaves_alone_what_is_no_file(there: str, tmp_path: Path) -> None:
    for name, command, _ in edits():
        root = tmp_path / name.replace(" ", "-")
        root.mkdir()
        for path in prepared(root, command)[-1:]:
            path.unlink(missing_ok=True)
            match there:
                case "directory":
                    path.mkdir()
                case _:
                    path.with_name("elsewhere").touch()
                    path.symlink_to("elsewhere")
        before = state(root)
        ended, printed = done(["dash"], root, filled(command, ""))
        assert ended != 0, (name, printed)
        kept = {k: v for k, v in state(root).items() if k in before}
        added = [k for k in state(root) if k not in before and not re.search(r"\.(?:new-\d+-\d+|[A-Za-z0-9]{6})\Z", k)]
        assert (kept, added) == (before, []), (name, printed)
