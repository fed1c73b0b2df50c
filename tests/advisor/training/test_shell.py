"""The prompt: what a shell takes apart and what it refuses, filters, files, and that nothing real is touched."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime

import pytest

from advisor.training.host import Host
from advisor.training.shell.shell import Shell
from advisor.training.tools import basic, filters
from advisor.training.world import World
from tests.kb.test_paste import EDIT, NEW, UNDO


@pytest.fixture
def shell() -> Shell:
    world = World(datetime(2020, 5, 4, 12), "1")
    hosts = {}
    for name in ("one", "two"):
        host = Host(world, name, "linux", f"Linux {name} 5.4.0 x86_64", 1 << 30, 2, datetime(2020, 5, 1))
        host.tools = {**basic.TOOLS, **filters.TOOLS}
        host.files.put("/etc/motd", "first line\nSecond line\nthird: a b c\n")
        host.files.put("/proc/now", lambda: f"{world.now}\n")
        hosts[name] = host
    return Shell(hosts, "one")


LINES = [
    ("cat /etc/motd | grep -i second", "Second line\n"),
    ("grep -c line /etc/motd", "2\n"),
    ("grep -n third /etc/motd | cut -d: -f1", "3\n"),
    ("grep 'a\\|Sec' /etc/motd", "Second line\nthird: a b c\n"),
    ("grep -E '^(first|third)' /etc/motd | wc -l", "      2\n"),
    ("grep -v line /etc/motd", "third: a b c\n"),
    ("head -1 /etc/motd; tail -n 1 /etc/motd", "first line\nthird: a b c\n"),
    ("sed -n 2,3p /etc/motd", "Second line\nthird: a b c\n"),
    ("sed 's/line/LINE/' /etc/motd | head -n 1", "first LINE\n"),
    ("echo b >> /tmp/x; echo a >> /tmp/x; sort /tmp/x", "a\nb\n"),
    ("echo '10 x' > /tmp/n; echo '9 y' >> /tmp/n; sort -rn /tmp/n | head -1", "10 x\n"),
    ("[ -f /etc/motd ] && echo there || echo away", "there\n"),
    ("[ -f /etc/nothing ] && echo there || echo away", "away\n"),
    ("grep nothing /etc/motd || echo none", "none\n"),
    ("cp -p /etc/motd /root/motd.before; sed -i '/line/d' /etc/motd; cat /etc/motd", "third: a b c\n"),
    ("echo \"a   b\" 'c|d'", "a   b c|d\n"),
    ("echo a # a comment", "a\n"),
    ("ls /etc/m*", "/etc/motd\n"),
    ("ssh two; hostname; exit; hostname", "two\none\n"),
    ("cat /nothing 2>/dev/null; echo x", "x\n"),
    ("cat /nothing 2>&1 | grep -c such", "1\n"),
    ("uname -a", "Linux one 5.4.0 x86_64\n"),
    ("date +%H:%M; sleep 120; date +%H:%M", "12:00\n12:02\n"),
]


@pytest.mark.parametrize(("line", "printed"), LINES, ids=[line for line, _ in LINES])
def test_what_a_line_prints(shell: Shell, line: str, printed: str) -> None:
    assert shell.run(line).printed == printed


WRONG = [
    ("foo", "not known"), ("echo $((1 + 2))", "not known here"), ("echo ${x%y}", "not known here"),
    ("while true; do echo x; done", "loops"), ("echo 'a", "quote"), ("| cat", "syntax"), ("cat |", "syntax"), ("echo a >", "no file"),
    ("vi /etc/motd", "no editor"), ("echo x > /proc/now", "Permission denied"), ("echo x > /no/where", "No such file"),
    ("rm -rf /", "not removed"), ("rm /proc/now", "Permission denied"),
    ("grep '(' -E /etc/motd", "not a pattern"), ("ssh three", "no such host"),
    ("sleep 999999", "at most a day"), ("head -n x /etc/motd", "not a number"), ("cat", "waits for input"), ("x" * 3000, "longer than"),
    ("echo a &&", "nothing stands behind"), ("grep --wrong a /etc/motd", "man grep"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "says"), WRONG, ids=[line[:40] for line, _ in WRONG])
def test_what_is_not_known_is_said_kindly(shell: Shell, line: str, says: str) -> None:
    ran = shell.run(line)
    assert says in ran.printed
    assert "Traceback" not in ran.printed


def test_time_passes_only_as_long_as_an_exercise_lasts(shell: Shell) -> None:
    for _ in range(10):
        last = shell.run("sleep 86400")
    assert "longer than this exercise" in last.printed


def test_a_restart_takes_time_and_ends_jobs(shell: Shell) -> None:
    ran = shell.run("reboot")
    assert ran.seconds == shell.host.restart_seconds
    assert ran.risk == "disruptive"
    assert shell.host.uptime_seconds < 60


def test_what_changes_is_said(shell: Shell) -> None:
    assert shell.run("cat /etc/motd").risk == "look"
    assert shell.run("cp /etc/motd /root/motd").risk == "look"
    assert shell.run("echo x >> /etc/motd").risk == "change"
    assert shell.run("sed -i s/x/y/ /etc/motd").risk == "change"


def test_nothing_real_is_touched(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("the real machine was touched")

    for owner, name in ((os, "system"), (os, "remove"), (os, "popen"), (subprocess, "Popen"), (subprocess, "run")):
        monkeypatch.setattr(owner, name, forbidden)
    monkeypatch.setattr("builtins.open", forbidden)
    for line, _ in [*LINES, *WRONG]:
        shell.run(line)


def test_the_idioms_of_the_fixes_run(shell: Shell) -> None:
    """The texts are those of the author guide, with a file that is there."""
    shell.host.files.put("/etc/a.conf", "first = 1\nvm.dirty_ratio = 9\n")
    edit = EDIT.replace("awk '{ print }'", "awk '!/^vm[.\\/]dirty_/'")
    assert shell.run(edit).printed == "backup: /etc/a.conf.before-20200504-120000\n"
    assert shell.run("cat /etc/a.conf").printed == "first = 1\nx\n"
    assert shell.run(UNDO.replace("<DATE>", "20200504-120000")).printed == ""
    assert shell.run("cat /etc/a.conf").printed == "first = 1\nvm.dirty_ratio = 9\n"
    shell.host.files.folder("/etc/x.d")
    shell.host.files.folder("/srv")
    assert shell.run(NEW).printed == ""
    assert shell.run("ls /etc/x.d; cat /etc/x.d/a.conf").printed == "a.conf\nx\n"
    assert "File exists" in shell.run(NEW).printed
    assert "syntax error" in shell.run(UNDO).printed or "No such file" in shell.run(UNDO).printed
    assert (
        shell.run('t=$(mktemp -d /srv/advisor.XXXXXX) && echo a > "$t/x" && rm "$t/x" && rmdir "$t"; ls /srv').printed
        == ""
    )
    assert shell.run("case /dev/sda in /dev|/dev/*) false ;; esac && echo through").printed == ""
    assert "not known" in shell.run('found=$(wipefs -n /dev/sda) && [ -z "$found" ] && echo through').printed
    assert "through" not in shell.run('found=$(wipefs -n /dev/sda) && [ -z "$found" ] && echo through').printed
    assert shell.run("{ grep -q zzz /etc/a.conf; [ $? = 1 ]; } && echo none").printed == "none\n"
    assert (
        shell.run(
            "if false; then echo 1; elif true; then echo 2; else echo 3; fi; for i in a b; do echo $i; done"
        ).printed
        == "2\na\nb\n"
    )
