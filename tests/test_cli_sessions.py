"""`advisor ask` and `advisor sessions` as a user runs them: pipes, signals, full disks, damaged and foreign stores."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from advisor.store import Store
from tests import kill_sessions
from tests.kb.examples import ROOT
from tests.state import seeded

COMPLAINT = "the host freezes for some seconds while a big file is written"
SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
BUNDLE = "examples/linux-writeback-stall"
Done = subprocess.CompletedProcess[str]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "sessions.sqlite3"


def environment(**changed: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error", **changed}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "advisor", *map(str, arguments)]


def run(*arguments: str | Path, stdin: str = "", before: Callable[[], None] | None = None, **changed: str) -> Done:
    return subprocess.run(command(*arguments), input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
                          env=environment(**changed), preexec_fn=before)  # fmt: skip


def ok(*arguments: str | Path, stdin: str = "", **changed: str) -> Done:
    done = run(*arguments, stdin=stdin, before=None, **changed)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done


def refused(done: Done, code: str) -> str:
    """One error block, nothing on standard output, status 2; the block."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("error[") == 1
    assert "Traceback" not in done.stderr
    block = done.stderr[done.stderr.index("error[") :]
    assert block.startswith(f"error[{code}]: "), block
    return block


def asked(*arguments: str | Path, stdin: str = "", **changed: str) -> tuple[dict[str, Any], str]:
    done = ok("ask", *arguments, "--format", "json", stdin=stdin, **changed)
    data: dict[str, Any] = json.loads(done.stdout)
    jsonschema.validate(data, SCHEMA)
    return data, done.stderr


def events(path: Path, name: str = "night") -> list[tuple[str, dict[str, Any]]]:
    with Store.open(path) as store:
        store.check()
        return [(e.kind, e.data) for e in store.events(store.find(name).id)]


# The interview through a pipe


def test_answers_from_a_pipe_and_the_end_of_input_means_dont_know(db: Path) -> None:
    data, said = asked(
        "--db",
        db,
        "--session",
        "night",
        "--tell",
        COMPLAINT,
        stdin="nothing yet\ndon't know\n1, 6\nvm.dirty_ratio is 40\n",
    )
    answers = [a["answer"] for a in data["asked"]]
    assert answers[:3] == ["nothing yet", "don't know", "1, 6"]
    assert "don't know" in answers[3:]
    assert all(a["origin"] == {"question": a["question"], "answer": a["answer"]} for a in data["asked"])
    assert "understood: " in said
    assert said.rstrip().endswith("kept as `night`; go on with: advisor ask --session night")
    kinds = [kind for kind, _ in events(db)]
    assert kinds[0] == "started"
    assert kinds[-1] == "concluded"
    assert kinds.count("answered") == len(data["asked"])


def test_a_bundle_answers_and_the_interview_ends_at_the_same_cause(db: Path) -> None:
    data, said = asked("--db", db, "--answer-from", BUNDLE, "--tell", COMPLAINT)
    assert data["diagnoses"][0]["case"] == "linux-writeback-stall"
    assert data["asked"]
    assert {a["answer"] for a in data["asked"]} - {"don't know"}
    assert "stopped: " in said


def test_the_text_form_prints_the_report_and_nothing_else_on_standard_output(db: Path) -> None:
    done = ok("ask", "--db", db, "--tell", COMPLAINT)
    assert "What of this does the host run or use?" not in done.stdout
    assert "kept as" not in done.stdout
    assert done.stdout.strip()


def test_without_a_complaint_and_without_input_it_ends(db: Path) -> None:
    data, said = asked("--db", db)
    assert data["diagnoses"] == []
    assert "What is wrong?" in said


def test_what_cannot_be_read_is_told_before_anything_is_kept(db: Path) -> None:
    refused(run("ask", "--db", db, "--answer-from", "/nonexistent/bundle"), "no-such-input")
    assert not db.exists()


def test_a_named_session_is_begun_and_gone_on_with(db: Path) -> None:
    first, _ = asked("--db", db, "--session", "night", "--tell", COMPLAINT, stdin="quit\n")
    assert first["asked"] == []
    second, _ = asked("--db", db, "--session", "night", stdin="none\nquit\n")
    assert [a["answer"] for a in second["asked"]] == ["none"]
    third = ok("sessions", "resume", "night", "--db", db, "--format", "json", stdin="quit\n")
    assert json.loads(third.stdout)["asked"] == second["asked"]
    assert [kind for kind, _ in events(db)].count("started") == 1


def test_a_diagnosis_can_be_added_to_a_session(db: Path) -> None:
    text = "vm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
    ok(
        "diagnose",
        "-",
        "--db",
        db,
        "--session",
        "night",
        "--tell",
        COMPLAINT,
        stdin=f"# sysctl -a | grep dirty\n{text}",
    )
    data, _ = asked("--db", db, "--session", "night", stdin="quit\n")
    assert [i["path"] for i in data["inputs"]]
    assert "captured" in [kind for kind, _ in events(db)]


def test_the_usual_place_is_the_state_directory(tmp_path: Path) -> None:
    asked("--session", "night", "--tell", COMPLAINT, ADVISOR_STATE=str(seeded(tmp_path / "state")))
    assert events(tmp_path / "state" / "sessions.sqlite3")


# What is kept


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prepared") / "sessions.sqlite3"
    asked("--db", path, "--session", "night", "--answer-from", BUNDLE, "--tell", COMPLAINT)
    return path


@pytest.fixture
def night(prepared: Path, db: Path) -> Path:
    """A store with one session, from a bundle."""
    shutil.copy(prepared, db)
    return db


def test_an_export_concludes_the_same_elsewhere(night: Path, tmp_path: Path) -> None:
    state, file = str(seeded(tmp_path / "elsewhere")), tmp_path / "night.json"
    assert ok("sessions", "export", "night", "--db", night, "-o", file).stdout == f"exported `night` to {file}\n"
    assert json.loads(ok("sessions", "export", "night", "--db", night).stdout) == json.loads(file.read_text())
    assert ok("sessions", "import", file, ADVISOR_STATE=state).stdout == "imported as `night`\n"
    here = ok("sessions", "resume", "night", "--db", night, "--format", "json", stdin="quit\n").stdout
    there = ok("sessions", "resume", "night", "--format", "json", stdin="quit\n", ADVISOR_STATE=state).stdout
    assert here == there
    assert json.loads(there)["diagnoses"]


def test_list_show_stats_and_delete(night: Path) -> None:
    assert ok("sessions", "list", "--db", night).stdout.split("\n")[1].startswith("night ")
    (header,) = json.loads(ok("sessions", "list", "--db", night, "--format", "json").stdout)
    shown = json.loads(ok("sessions", "show", "night", "--db", night, "--format", "json").stdout)
    assert header["events"] == len(shown)
    text = ok("sessions", "show", header["id"][:6], "--db", night).stdout
    assert text.count("\n") == len(shown) + 1
    assert ok("sessions", "stats", "--db", night).stdout.startswith("No outcome is kept yet.")
    asked("--db", night, "--session", "night", stdin="worked\nquit\n")
    (row,) = json.loads(ok("sessions", "stats", "--db", night, "--format", "json").stdout)
    assert (row["case"], row["worked"]) == ("linux-writeback-stall", 1)
    assert row["frequency_here"] > row["frequency"]
    assert ok("sessions", "delete", "night", "--db", night).stdout == "deleted `night`\n"
    assert ok("sessions", "list", "--db", night).stdout == "No session is kept.\n"
    assert json.loads(ok("sessions", "stats", "--db", night, "--format", "json").stdout) == []


def test_a_session_that_is_not_there_is_named_with_the_nearest(night: Path) -> None:
    for action in ("show", "export", "delete", "resume"):
        assert "did you mean `night`?" in refused(run("sessions", action, "nigth", "--db", night), "no-such-session")
    assert "needs a name" in refused(run("sessions", "show", "--db", night), "usage")
    assert events(night)


@pytest.mark.parametrize(
    ("text", "code"), [(None, "import-unreadable"), ("{", "import-invalid"), ("[]", "import-invalid")]
)
def test_what_is_no_export_is_not_imported(db: Path, tmp_path: Path, text: str | None, code: str) -> None:
    file = tmp_path / "file.json"
    if text is not None:
        file.write_text(text)
    refused(run("sessions", "import", file, "--db", db), code)


def test_an_export_that_cannot_be_written_is_told(night: Path) -> None:
    refused(run("sessions", "export", "night", "--db", night, "-o", "/nonexistent/x.json"), "export-unwritable")


# Stores that cannot be used


def test_where_the_state_directory_cannot_be_written_the_session_lives_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    data, said = asked("--tell", COMPLAINT, stdin="none\n", ADVISOR_STATE=str(tmp_path / "file" / "state"))
    assert said.startswith("note: not saved for now: cannot write the session store: ")
    assert "kept as" not in said
    assert re.search(
        r"warning\[not-saved\]: \d+ steps of session `[\d-]+` will be lost: cannot write the session store", said
    )
    assert data["asked"][0]["answer"] == "none"


def test_a_place_that_the_user_named_must_be_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    block = refused(run("ask", "--db", tmp_path / "file" / "s.sqlite3", "--tell", COMPLAINT), "store-unwritable")
    assert "help: name another file with `--db`" in block


def test_a_store_of_a_newer_version_is_left_as_it_is(night: Path) -> None:
    with closing(sqlite3.connect(night)) as database:
        database.execute("PRAGMA user_version = 99")
    before = night.read_bytes()
    for arguments in (("ask", "--tell", COMPLAINT), ("sessions", "list")):
        refused(run(*arguments, "--db", night), "store-newer")
    assert night.read_bytes() == before


def test_a_file_that_is_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"not a database at all. " * 100)
    for arguments in (("ask", "--tell", COMPLAINT), ("sessions", "list"), ("sessions", "resume", "night")):
        refused(run(*arguments, "--db", path), "not-a-store")
    assert path.read_bytes() == b"not a database at all. " * 100


@pytest.mark.parametrize("damage", ["text", "pages"])
def test_a_damaged_store_is_recovered_as_far_as_it_can_be_read_and_kept_aside(night: Path, damage: str) -> None:
    before, data = events(night), night.read_bytes()
    damaged = b"not a database at all. " * 100 if damage == "text" else data[:4096] + b"\xff" * 4096 + data[8192:]
    night.write_bytes(damaged)
    listed = run("sessions", "list", "--db", night)
    assert listed.returncode == 0
    assert "note: the session store is damaged: " in listed.stderr
    assert night.read_bytes() == damaged, "listing changes nothing"
    _, said = asked("--db", night, "--tell", COMPLAINT, stdin="quit\n")
    aside = list(night.parent.glob(f"{night.name}.damaged-*-1"))
    assert [path.read_bytes() for path in aside] == [damaged]
    assert f"note: the damaged file is kept as {aside[0]}" in said
    if damage == "text":
        assert f"lost: all {len(before)} events of session `night`" in said
    else:
        assert "note: recovered: 1 session" in said
        after = events(night)
        assert [one for one in after if one[0] != "lost"] == [one for one in before if one in after]
    assert "note: " not in asked("--db", night, "--tell", COMPLAINT, stdin="quit\n")[1].replace("note: lost when", "")


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="files are limited")
def test_a_full_disk_is_told_and_what_was_kept_stays(night: Path) -> None:
    before = events(night)
    most = night.stat().st_size + 12_000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    lines = "".join(f"the pool tank{n} is {n % 100} % full\n" for n in range(60))
    done = run("ask", "--db", night, "--session", "night", stdin=lines, before=limited)
    assert done.returncode == 0, done.stderr
    assert " ".join(done.stderr.split()).count("Not saved: there is no room to write the session store") == 1
    assert re.search(r"warning\[not-saved\]: \d+ steps of session `night` will be lost: there is no room", done.stderr)
    assert "understood: zpool list tank59: capacity 59 %" in done.stderr
    after = events(night)
    assert after[: len(before)] == before
    assert len(before) < len(after) < len(before) + 60
    asked("--db", night, "--session", "night", stdin="quit\n")


# Ends that nobody planned


def test_ctrl_c_keeps_everything_and_says_how_to_go_on(db: Path) -> None:
    child = subprocess.Popen(command("ask", "--db", db, "--session", "night", "--tell", COMPLAINT, "--format", "json"), cwd=ROOT,
                             env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    assert child.stdin is not None
    child.stdin.write("none\n")
    child.stdin.flush()
    wait_for(lambda: db.exists() and any(kind == "answered" for kind, _ in seen(db)))
    child.send_signal(signal.SIGINT)
    out, said = child.communicate(timeout=60)
    assert child.returncode == 0, said
    assert "Traceback" not in said
    assert "go on with: advisor ask --session night" in said
    data = json.loads(out)
    jsonschema.validate(data, SCHEMA)
    assert [a["answer"] for a in data["asked"]] == ["none"]
    again, _ = asked("--db", db, "--session", "night", stdin="quit\n")
    assert again["asked"] == data["asked"]


def seen(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The events, or nothing where the session is not there yet."""
    try:
        return events(path)
    except ValueError:
        return []


def wait_for(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def test_two_programs_on_one_session_lose_nothing(db: Path) -> None:
    asked("--db", db, "--session", "night", "--tell", COMPLAINT, stdin="quit\n")
    texts = [[f"the pool tank{who} is {80 + n} % full" for n in range(6)] for who in ("a", "b")]
    children = [
        subprocess.Popen(command("ask", "--db", db, "--session", "night"), cwd=ROOT, env=environment(), text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in texts
    ]  # fmt: skip
    for child, lines in zip(children, texts, strict=True):
        assert child.stdin is not None
        child.stdin.write("\n".join([*lines, "quit", ""]))
        child.stdin.close()
    for child in children:
        assert child.stderr is not None
        said = child.stderr.read()
        child.stderr.close()
        assert (child.wait(60), "error[" in said, "Traceback" in said) == (0, False, False), said
    told = [data["text"] for kind, data in events(db) if kind == "told"]
    for lines in texts:
        assert [text for text in told if text in lines] == lines
    asked("--db", db, "--session", "night", stdin="undo\nquit\n")


def test_a_killed_interview_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    found = kill_sessions.kill_many(6, seed=int(time.time()), folder=tmp_path)
    assert len(found) == 6
