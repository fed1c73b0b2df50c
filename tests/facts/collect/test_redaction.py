"""No made-up secret comes through, ordinary text stays, Python and `sed` agree, and no line takes long."""

from __future__ import annotations

import shutil
import subprocess
import time
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from facts.bundle import load
from facts.collect import expressions
from facts.collect.basic import literal_of, python_of
from facts.collect.expressions import STARS, Change
from facts.collect.redaction import LONGEST, redact, sed, sed_parts
from facts.collect.script import script_for
from tests.facts.collect import secrets_corpus as corpus
from tests.fuzz.patterns import ENOUGH_OF_LINE, LENGTH, of_collect

FILES = ("known", "later", "third", "blind")
PS_LINUX = """    PID    PPID USER     STAT WCHAN                              RSS    VSZ     ELAPSED COMMAND
      1       0 root     Ss   ep_poll                          12000 170000 12-03:04:05 /sbin/init splash
    698       2 root     D    jbd2_journal_commit_transaction      0      0 12-03:04:00 [jbd2/sda1-8]
   2212       1 tomcat   Sl   -   790000 990000  03:04:05 /usr/bin/java -Xmx8g -XX:G1Size=4m -Dpw=Hidden11 -jar /a.jar org.apache.Boot x
   2213       1 oracle   Ss   do_semtimedop                   80000 990000    03:04:05 ora_pmon_ERP
   2214       1 oracle   Ss   sk_wait_data                    80000 990000    03:04:05 oracleERP (LOCAL=NO)
   2215       1 root     D    balance_dirty_pages               800  99000       04:05 dd if=/dev/zero of=/data/x bs=1M count=100 oflag=direct
   2216       1 postgres Ss   ep_poll                         80000 990000       04:05 postgres: writer process
   2217       1 root     S    poll                              800  99000       04:05 mytool -k Hidden12 --port=5432 Hidden13
"""
PS_SOLARIS = """     UID   PID  PPID   C    STIME TTY         TIME CMD
    root     0     0   0   Mar 02 ?          58:12 sched
    root   371     0   0   May 06 ?        9155:49 zpool-Oracle_R10
  oracle  4711  4200   0 10:02:11 pts/3       0:00 sqlldr Hidden21 control=x
  oracle  4712  4200   0   Jan 15 ?           0:00 /u01/app/oracle/bin/tnslsnr LISTENER -inherit
  oracle  4713  4200   0   Jan 15 ?           0:00 mytool May 16 Hidden22 10:02
"""
PS_AUX = """USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 170000 12000 ?        Ss   Mar02   0:12 /usr/lib/systemd/systemd --switched-root --system --deserialize 22
mysql       2211 12.0 40.0 990000 790000 ?       Sl   10:02   9:12 /usr/sbin/mysqld --innodb-buffer-pool-size=8G --datadir=/var/lib/mysql
root        2212  0.0  0.0   8000   800 pts/0    D+   10:02   0:00 tar -xzf /backup/x.tar.gz -C /data
root        2213  0.0  0.0   8000   800 pts/0    S+   10:02   0:00 mytool first
Hidden31 second line of an argument
"""


@pytest.mark.parametrize("name", FILES)
def test_no_secret_comes_through(name: str) -> None:
    cases = corpus.cases(name)
    assert sum(map(corpus.count, cases)) >= {"known": 200, "later": 70, "third": 60, "blind": 130}[name]
    out = [redact(corpus.plain(case).encode()).decode() for case in cases]
    assert [(leak, text) for case, text in zip(cases, out, strict=True) for leak in corpus.leaks(case, text)] == []
    assert all(STARS in text for text in out)


def test_a_leak_is_seen() -> None:
    assert corpus.leaks("a «geheim» b", "a ********eheim b") == ["geheim"]
    assert corpus.leaks("a «geheim» b", f"a {STARS} b") == []


def test_ordinary_text_stays() -> None:
    lines = corpus.ordinary()
    assert len(lines) > 220
    assert [line for line in lines if redact(line.encode()).decode() != line] == []


def test_what_is_redacted_twice_is_the_same() -> None:
    text = "\n".join(corpus.plain(case) for name in FILES for case in corpus.cases(name)).encode()
    once = redact(text)
    assert redact(once) == once


def test_lines_stay_as_many_as_they_were() -> None:
    for case in corpus.cases("known"):
        assert redact(corpus.plain(case).encode()).count(b"\n") == case.count("\n")


HOSTILE = [b"user " + b"-" * 5000, b"password=" + b'"\\' * 3000, b"x" * (3 * LONGEST) + b" password=a", b"a\tb \\"]
TEXTS = [
    *("\n".join(corpus.plain(case) for case in corpus.cases(name)).encode() for name in FILES),
    "\n".join(corpus.ordinary()).encode(),
    PS_LINUX.encode(), PS_SOLARIS.encode(), PS_AUX.encode(), b"\n".join(HOSTILE),
    b"-----BEGIN PRIVATE KEY-----\n" + b"line\n" * 300,
]  # fmt: skip


SEVERAL = b"".join(text.removesuffix(b"\n") + b"\n" + b"x\n" * 300 for text in TEXTS[:-5])
"""What may stand in one output, since a run of `sed` costs more than its text; a key that is not closed ends before the next."""


# `sed --posix` knows no alternatives, as the script finds out by trying
@pytest.mark.parametrize(
    ("program", "quick"),
    [
        (["sed"], True),
        (["sed"], False),
        (["busybox", "sed"], True),
        (["busybox", "sed"], False),
        (["sed", "--posix"], False),
    ],
)
def test_sed_comes_to_the_same(program: list[str], quick: bool, tmp_path: Path) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed: this was not checked")
    (tmp_path / "s").write_text(sed(quick))
    for given in (SEVERAL, *(text.removesuffix(b"\n") + b"\n" for text in TEXTS[-5:])):
        command = ["env", "LC_ALL=C", *program, "-f", str(tmp_path / "s")]
        done = subprocess.run(command, input=given, capture_output=True, check=True)
        assert done.stdout.split(b"\n") == redact(given).split(b"\n")


def test_the_script_holds_the_same_commands() -> None:
    script = script_for("linux")
    assert all(part in script for part in sed_parts())
    assert max(map(len, sed(quick=False).split("\n"))) < 2048  # POSIX promises no longer ones


def every_change() -> list[Change]:
    passes = [
        value
        for name, value in vars(expressions).items()
        if name.isupper() and name[0] != "_" and isinstance(value, tuple)
    ]
    return [change for changes in passes for change in changes if isinstance(change, Change)]


def test_no_expression_begins_with_a_repetition() -> None:
    """From each of many places it could begin at, it would look to the end of the line."""
    changes = every_change()
    assert len(changes) > 250
    for change in changes:
        for basic in filter(None, (change.pattern, change.gate)):
            python = python_of(basic).lstrip("(")
            first = python[: python.index("]", 2) + 1] if python[0] == "[" else python[: 2 if python[0] == "\\" else 1]
            assert python[0] == "^" or python[len(first) : len(first) + 1] not in ("*", "{"), basic


def test_no_line_takes_long() -> None:
    """Runs of each text that an expression looks for, with what may stand around it, as long as the check of patterns makes them."""
    chance = Random(7)
    texts = sorted(
        {literal_of(c.pattern) for c in every_change()} | {literal_of(c.gate) for c in every_change()} - {""}
    )
    around = [*"-=:\"'\\@/,;&* \t{a1", "://", " -", "--", '\\"', "user ", "password ", "-----BEGIN RSA PRIVATE KEY"]
    runs = [*around, *texts[::3]]
    slow = []
    for run in runs:
        for lead, other in (
            (chance.choice(texts), ""),
            ("user ", chance.choice(around)),
            (chance.choice(around), chance.choice(texts)),
        ):
            line = (lead + (run + other) * LENGTH)[:LENGTH].encode()
            begun = time.thread_time()
            redact(line)
            if time.thread_time() - begun > ENOUGH_OF_LINE:
                slow.append((lead, run, other))
    assert slow == []


@pytest.mark.parametrize("program", [["sed"], ["busybox", "sed"]], ids=" ".join)
def test_no_line_takes_sed_long(program: list[str], tmp_path: Path) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed: this was not checked")
    (tmp_path / "s").write_text(sed())
    runs = ["-", " ", "\t", "password", "://", '"', "\\", "user -", "key ", " -p", "identified by ", "psk", "a/"]
    text = "".join(f"user password {(one * 100_000)[:100_000]}\n" for one in runs).encode()
    command = ["env", "LC_ALL=C", *program, "-f", str(tmp_path / "s")]
    out = subprocess.run(command, input=text, capture_output=True, check=True, timeout=60).stdout
    assert all(len(line) <= 3 * LONGEST for line in out.split(b"\n"))


def test_a_line_is_cut_where_it_is_too_long() -> None:
    line = b"x" * 1_000_000
    assert redact(line + b"\nnext") == line[:LONGEST] + STARS.encode() + b"\nnext"


def test_what_only_looks_like_a_key_hides_no_more_than_one() -> None:
    lines = [b"-----BEGIN PRIVATE KEY-----", *(b"line %d" % n for n in range(400))]
    out = redact(b"\n".join(lines)).split(b"\n")
    assert out[1] == STARS.encode()
    assert out[255:] == lines[255:]


@pytest.mark.parametrize("text", [PS_LINUX, PS_SOLARIS, PS_AUX], ids=["linux", "solaris", "aux"])
def test_lists_of_processes_are_read_as_before(text: str) -> None:
    out = redact(text.encode())
    assert b"Hidden" not in out

    def values(data: bytes) -> list[tuple[str, list[tuple[str, object]]]]:
        bundle, _ = load(["-"], BytesIO(data))
        return [(row.template, [(name, cell.value) for name, cell in row.cells.items()]) for row in bundle.observed]

    assert values(out) == values(text.encode())


def test_what_diagnosis_needs_of_arguments_stays() -> None:
    out = redact(PS_LINUX.encode()).decode()
    for kept in (
        "java -Xmx8g -XX:G1Size=4m ... -jar /a.jar org.apache.Boot ...", "ora_pmon_ERP",
        "oracleERP (LOCAL=NO)", "dd if=/dev/zero of=/data/x bs=1M count=100 oflag=direct", "postgres: writer process",
        "mytool -k ... --port=5432 ...",
    ):  # fmt: skip
        assert f"{kept}\n" in out
    assert (
        "/usr/sbin/mysqld --innodb-buffer-pool-size=8G --datadir=/var/lib/mysql\n" in redact(PS_AUX.encode()).decode()
    )
    assert "tar -xzf /backup/x.tar.gz -C /data\n" in redact(PS_AUX.encode()).decode()
    assert "zpool-Oracle_R10\n" in redact(PS_SOLARIS.encode()).decode()


def test_a_list_within_another_text_is_left_as_it_is() -> None:
    text = "a log\n" + PS_AUX.replace("Hidden31", "said")
    assert redact(text.encode()).decode() == text


def test_every_expression_is_among_the_checked_patterns() -> None:
    checked = {used.pattern for used in of_collect()}
    assert {python_of(change.pattern) for change in every_change()} <= checked
    assert len(checked) > 250
