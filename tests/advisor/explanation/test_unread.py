"""What nobody reads of a whole host is said in a page that a person looks through, by tool and folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.cli import main
from advisor.explanation.unread import MOST, place_of, unread_lines
from tests import whole_hosts as make

_TOOLS = (
    "lshw",
    "lsof_-b",
    "udevadm_info_--export-db",
    "dmidecode_-t_9",
    "iptables_-vnL",
    "tc_-s_qdisc",
    "vgdisplay_-vv",
)


def _tree(tmp_path: Path) -> Path:
    """A small report with the outputs of some hundred tools that nobody reads."""
    files = {"sos_commands/memory/free": make.FREE, "sos_commands/kernel/uname_-a": make.uname("db1")}
    for number, tool in enumerate(_TOOLS):
        files[f"sos_commands/hardware/{tool}"] = f"{tool}: handle 0x7f [x]\n" * (900 - 100 * number)
    for number in range(90):
        files[f"sos_commands/plugin{number}/strange{number}tool_-v"] = f"value {number} of {number}: 0x{number}\n" * 3
        files[f"etc/app{number}/app.conf"] = f"<entry {number}>\n"
        files[f"var/log/app{number}/app.log"] = f"{number} | {number} | went by\n" * 2
    return make.write(tmp_path / "in", {f"sosreport-db1-2024-01-15-x/{path}": text for path, text in files.items()})


def _shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    return capsys.readouterr().out


def test_what_is_not_read_takes_at_most_forty_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = _shown(capsys, "diagnose", str(_tree(tmp_path)), "--full")
    section = page[page.index("\nNot read") :].strip().split("\n")
    assert len(section) <= MOST
    names = [line.strip().partition(":")[0] for line in section]
    assert [name for name in names if name in ("lshw", "lsof", "udevadm", "dmidecode", "iptables", "tc", "vgdisplay")] == [
        "lshw", "lsof", "udevadm", "dmidecode", "iptables", "tc", "vgdisplay",
    ]  # fmt: skip
    assert names.index("vgdisplay") < names.index("var/log/app0") < names.index("etc/app0")
    assert "other commands" in page
    assert "strange89tool" not in page


@pytest.mark.parametrize(("command", "form"), [("facts", "text"), ("diagnose", "markdown"), ("diagnose", "html")])
def test_every_page_for_people_is_as_short(
    command: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = _shown(capsys, command, str(_tree(tmp_path)), "--format", form)
    assert "lshw: 900 lines in 1 file" in page
    assert page.count("strange") < 20


def test_every_place_is_still_listed_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "strange89tool" in _shown(capsys, "facts", str(_tree(tmp_path)), "--format", "json")


def test_bounds_come_before_other_reasons_and_every_place_counts() -> None:
    unread: list[dict[str, Any]] = [{"path": f"a/{n}", "lines": None, "reason": "empty"} for n in range(50)]
    unread += [
        {"path": "b", "lines": None, "reason": "not opened: more than 20,000 files; `--limit files=N` allows more"}
    ]
    unread += [{"path": "c", "lines": (1, 9), "reason": "no reader: lspci"}] * 3
    told = unread_lines(unread)
    assert told == [
        "known tools without a reader: lspci (3)",
        "b: not opened: more than 20,000 files; `--limit files=N` allows more",
        "50 places: empty; the first: a/0",
    ]


@pytest.mark.parametrize(
    "path", ["", "/", "a", "sos_commands/x/", "proc/1", "var/log/x", "\x1b[2Jsys/a", "etc/" + "a" * 9000]
)
def test_any_path_has_a_place(path: str) -> None:
    kind, _ = place_of(path)
    assert kind in ("command", "log", "folder")
