"""Incident reports: cited lines, plots of what was found, what was said and done, and no secrets."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from advisor.cli import main
from advisor.explanation.answer import answer
from advisor.explanation.document import Material, markdown_text
from advisor.explanation.report import report
from advisor.incident.report import material_of, page
from advisor.session.session import Session
from facts.bundle import load
from tests.advisor.runbook.page import Page, access_faults, foreign_faults, form_faults
from tests.kb.examples import knowledge
from tests.tree import ROOT

SPIKES = ROOT / "examples" / "zfs-log-spikes"
EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if path.is_dir())
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


def data_of(session: Session) -> dict[str, Any]:
    return report(session.consultation, session.bundle, [])


@cache
def shown(name: str) -> tuple[Material, str]:
    """What the captures of an example give, and its page; no test changes them."""
    session = session_of(ROOT / "examples" / name)
    data = data_of(session)
    return material_of(data, session), page(data, session, "html")


def test_cited_lines_stand_with_those_around_them() -> None:
    vmstat = next(e for e in shown("zfs-log-spikes")[0].excerpts if e.path.endswith("app41/vmstat.txt"))
    cited = [number for number, _, is_cited in vmstat.lines if is_cited]
    whole = (SPIKES / "app41" / "vmstat.txt").read_text(encoding="utf-8").split("\n")
    assert cited
    assert {number for number, _, _ in vmstat.lines} > set(cited)
    assert all(text == whole[number - 1] for number, text, _ in vmstat.lines)


def test_what_decides_is_drawn_with_its_limit_its_episodes_and_the_cited_sample() -> None:
    latency, *others = (f for figures in shown("zfs-log-spikes")[0].figures.values() for f in figures)
    assert latency.sentence == "asvc_t peaks every 30 s, at 126 ms, 0.1 ms in between."
    path = re.search(r'<path class="v" d="(M[^"]+)"', latency.drawing)
    assert path is not None
    heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path[1])]
    assert min(heights) < 30, "the spikes reach the top"
    assert latency.drawing.count('class="e"') == 5
    assert latency.drawing.count('class="l"') == 1
    assert latency.drawing.count('class="c"') == 1
    assert latency.legend == (("e", "latency spike, 5 times"), ("l", "spike latency: at least 20 ms"), ("c", "cited"))
    bars = latency.text.split("\n")[1]
    assert sum(bar == "█" for bar in bars) + sum(bar == "▇" for bar in bars) == 5
    assert len(others) == 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_diagnosis_has_more_than_two_plots_and_none_is_drawn_twice(name: str) -> None:
    figures = shown(name)[0].figures
    assert all(len(found) <= 2 for found in figures.values())
    drawn = [figure.number for found in figures.values() for figure in found if figure.drawing]
    assert len(set(drawn)) == len(drawn)


def test_nothing_is_drawn_where_there_are_no_samples() -> None:
    material, text = shown("oracle-hugepages")
    assert not any(material.figures.values())
    assert "<svg" not in text


def test_events_whose_order_is_the_argument_stand_on_one_time_line() -> None:
    events = shown("vxfs-ha-cluster")[0].timeline
    assert {event.host for event in events} == {"ora1", "ora2"}
    assert [event.first for event in events] == sorted(event.first for event in events)
    assert events[0].path == "ora1/vmstat.txt", "memory ran short first"
    assert 3 <= len(events) <= 12
    assert all(not shown(name)[0].timeline for name in EXAMPLES if name != "vxfs-ha-cluster")


def test_the_log_of_the_session_stands_in_order() -> None:
    session = session_of(SPIKES, tell="the application stalls every 30 seconds")
    said = material_of(data_of(session), session).said
    assert [kind for kind, _ in said] == ["understood", "you"]
    assert said[1][1] == "the application stalls every 30 seconds"


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_secrets_are_nowhere(tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "examples" / "linux-writeback-stall" / "meminfo.txt").read_text(encoding="utf-8")
    lines = text.split("\n")
    lines.insert(1, f"password={SECRET}")
    (tmp_path / "meminfo.txt").write_text("\n".join(lines), encoding="utf-8")
    told = f"the host hangs, the login is https://bob:{SECRET}@example.org/ and password={SECRET}"
    assert main(["diagnose", str(tmp_path), "--tell", told, "--format", form]) == 0
    assert SECRET not in capsys.readouterr().out


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_begins_with_the_card_and_each_link_leads_somewhere(name: str) -> None:
    text = shown(name)[1]
    found = Page(text)
    data = data_of(session_of(ROOT / "examples" / name))
    assert [*form_faults(found), *foreign_faults(found), *access_faults(found)] == []
    assert found.all("script") == []
    assert found.all("h1")[0].text.startswith(data["diagnoses"][0]["title"])
    links = [element.attributes["href"] for element in found.all("a")]
    assert [href for href in links if href[:1] != "#" or href[1:] not in found.ids] == []
    for stage in answer(data).cards[0].stages:
        place = stage.fact and f"{stage.fact['origin']['path']}:{stage.fact['origin']['lines'][0]}"
        assert place is None or any(a.text == place for a in found.all("a")), place


HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def hostile(folder: Path) -> Session:
    """An example whose device and host, and a line that is cited, would be markup."""
    for path in SPIKES.rglob("*.txt"):
        text = path.read_text(encoding="utf-8").replace("c3t60080E500017D55C000015C04F8BF4F6d0", "c3<b>x</b>`d0")
        other = folder / "</summary>`a`" / path.relative_to(SPIKES)
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_text(f"{HOSTILE}\n\n# {HOSTILE}\n{text}", encoding="utf-8")
    return session_of(folder, tell=f"the application stalls every 30 seconds {HOSTILE}\n\n# no heading")


def test_nothing_of_a_capture_is_markup_on_a_page(tmp_path: Path) -> None:
    session = hostile(tmp_path)
    data = data_of(session)
    found = Page(page(data, session, "html"))
    assert data["diagnoses"] or data["risks"]
    assert [*form_faults(found), *foreign_faults(found)] == []
    assert found.all("img", "script") == []
    assert not [b for b in found.all("b") if b.text == "x"]


def test_nothing_of_a_capture_is_markup_in_markdown(tmp_path: Path) -> None:
    session = hostile(tmp_path)
    text = page(data_of(session), session, "markdown")
    rendered = MarkdownIt("commonmark").enable("table").render(text)
    assert re.findall(r"<(?:img|script|b|a)\b", rendered) == []
    assert "no heading</h" not in rendered
    assert rendered.count("<details>") == rendered.count("</details>") == text.count("\n<details>")
    ids = re.findall(r"^#+ .*", text, re.MULTILINE)
    assert rendered.count("<h") - rendered.count("<hr") == len(ids)


@pytest.mark.parametrize("name", EXAMPLES)
def test_markdown_begins_with_the_card_and_folds_the_rest(name: str) -> None:
    session = session_of(ROOT / "examples" / name)
    data = data_of(session)
    text = page(data, session, "markdown")
    item = data["diagnoses"][0]
    assert text.split("\n")[2] == f"# {markdown_text(item['title'])}: {item['standing']}"
    assert "\n- ✓ **happening**: " in text
    assert text.count("<details>") == text.count("</details>") > 3
    fences = [line for line in text.split("\n") if re.match("```", line)]
    assert len(fences) % 2 == 0


def test_where_nothing_fits_the_page_says_what_stands_out(tmp_path: Path) -> None:
    head = "Linux 2.6.18-92.el5 (db9)  11/07/2009\n\n07:20:01 AM       CPU     %user     %nice   %system   %iowait     %idle"
    row = "AM     all      4.91      0.00     79.30      3.12     12.67"
    rows = "\n".join(f"07:{minute}:01 {row}" for minute in (30, 40, 50))
    (tmp_path / "sar-u.txt").write_text(f"{head}\n{rows}\n", encoding="utf-8")
    session = session_of(tmp_path)
    data = data_of(session)
    found = Page(page(data, session, "html"))
    assert [*form_faults(found), *foreign_faults(found), *access_faults(found)] == []
    assert found.all("h1")[0].text.startswith("No known cause found in 1 output")
    markdown = page(data, session, "markdown")
    assert data["stands_out"]
    for sight in data["stands_out"]:
        assert sight["text"] in found.all("main")[0].text
        assert markdown_text(sight["text"]) in markdown
        place = f"{sight['origin']['path']}:{sight['origin']['lines'][0]}"
        assert any(a.text == place and a.attributes["href"][1:] in found.ids for a in found.all("a"))


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
