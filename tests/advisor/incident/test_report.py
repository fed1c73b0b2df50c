"""Incident reports: cited lines, plots of what was found, what was said and done, and no secrets."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from advisor.cli import main
from advisor.explanation.report import report
from advisor.incident.report import incident_of, page
from advisor.runbook.pages import Pages
from advisor.session.session import Session
from facts.bundle import load
from tests.kb.examples import knowledge
from tests.tree import ROOT

SPIKES = ROOT / "examples" / "zfs-log-spikes"
SECRET = "hunter2-and-more"


def session_of(*paths: Path, tell: str = "") -> Session:
    bundle, errors = load([str(path) for path in paths])
    assert not errors
    session = Session(knowledge(), name="night")
    session.begin()
    session.capture(bundle, sources=[str(path) for path in paths])
    if tell:
        session.tell(tell)
    return session


def html_of(session: Session) -> str:
    return page(report(session.consultation, session.bundle, []), session, Pages(), "html")


def test_cited_lines_stand_with_those_around_them() -> None:
    parts = incident_of(session_of(SPIKES))
    vmstat = next(excerpt for excerpt in parts.excerpts if excerpt.path.endswith("app41/vmstat.txt"))
    cited = [number for number, _, is_cited in vmstat.lines if is_cited]
    shown = [number for number, _, _ in vmstat.lines]
    whole = (SPIKES / "app41" / "vmstat.txt").read_text(encoding="utf-8").split("\n")
    assert cited
    assert set(shown) > set(cited)
    assert all(text == whole[number - 1] for number, text, _ in vmstat.lines)


def test_what_was_found_in_samples_is_drawn() -> None:
    parts = incident_of(session_of(SPIKES))
    latency = next(figure for figure in parts.figures if "asvc_t peaks every 30 s" in figure.sentence)
    path = re.search(r'<path class="v" d="(M[^"]+)"', latency.drawing)
    assert path is not None
    heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path[1])]
    assert min(heights) < 30, "the spikes reach the top"
    assert latency.drawing.count('class="e"') == 5
    assert "spike latency: at least 20 ms" in latency.drawing


def test_nothing_is_drawn_where_there_are_no_samples(tmp_path: Path) -> None:
    (tmp_path / "uname.txt").write_text("$ uname -a\nLinux a 5.15.0 #1 SMP x86_64 GNU/Linux\n", encoding="utf-8")
    parts = incident_of(session_of(tmp_path))
    assert parts.figures == ()
    assert "What was measured" not in html_of(session_of(tmp_path))


def test_the_log_of_the_session_stands_in_order() -> None:
    parts = incident_of(session_of(SPIKES, tell="the application stalls every 30 seconds"))
    assert [kind for kind, _ in parts.said] == ["understood", "you"]
    assert parts.said[1][1] == "the application stalls every 30 seconds"


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_secrets_are_nowhere(tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "examples" / "linux-writeback-stall" / "meminfo.txt").read_text(encoding="utf-8")
    lines = text.split("\n")
    lines.insert(1, f"password={SECRET}")
    (tmp_path / "meminfo.txt").write_text("\n".join(lines), encoding="utf-8")
    told = f"the host hangs, the login is https://bob:{SECRET}@example.org/ and password={SECRET}"
    assert main(["diagnose", str(tmp_path), "--tell", told, "--format", form]) == 0
    assert SECRET not in capsys.readouterr().out


class _Balanced(HTMLParser):
    void = frozenset(("meta", "br", "link", "img", "input", "hr"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag


def test_the_page_is_one_file_and_balanced() -> None:
    text = html_of(session_of(SPIKES))
    parser = _Balanced()
    parser.feed(re.sub(r"<(line|path|rect)([^>]*)/>", r"<\1\2></\1>", text))
    assert parser.open == []
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    assert len(re.findall(r"<h\d[^>]*>What was measured</h\d>", text)) == 1


def test_a_session_gives_its_report_and_the_runbook_of_each_conclusion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, folder = str(tmp_path / "s.sqlite3"), tmp_path / "out"
    assert main(["diagnose", str(SPIKES), "--session", "night", "--db", db]) == 0
    assert main(["runbook", "--session", "night", "--db", db, "--format", "html", "-o", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["incident.html", "zfs-txg-log-contention.html"]
    runbook = (folder / "zfs-txg-log-contention.html").read_text(encoding="utf-8")
    assert "ZFS-db-41" in runbook
    assert "it is not known from where it was read" not in (folder / "incident.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["runbook", "--session", "night", "--db", db, "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert "name a folder with -o" in shown.err
    assert '"said": [' in shown.out


def test_a_session_that_does_not_exist_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runbook", "--session", "nowhere", "--db", str(tmp_path / "s.sqlite3")]) == 2
    assert "error[no-such-session]" in capsys.readouterr().err
