"""A report of our own among captures is set aside: a healthy host stays as it is, whatever report lies beside it."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from advisor.ask import answer_from
from advisor.cli import main
from advisor.conversation.conversation import Conversation
from advisor.diagnose import diagnose
from advisor.explanation import case_page, document, facts_page, text
from advisor.explanation.report import report
from advisor.incident.report import page
from advisor.interrupts import Interrupts
from advisor.interview.respondent import Respondent
from advisor.runbook.content import for_conclusion
from advisor.runbook.pages import Pages
from advisor.runbook.render import rendered
from advisor.session.session import Session
from facts.bundle import load
from facts.observations import Observations
from facts.own_reports import KIND, stretches
from facts.text import lines_of
from tests.fuzz import seeds
from tests.kb.examples import every, knowledge
from tests.tree import ROOT

HEALTHY = b"""root@h1:~# uname -a
Linux h1 5.14.0-362.el9.x86_64 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux
root@h1:~# free -m
               total        used        free      shared  buff/cache   available
Mem:           64000        9000       40000         100       15000       54000
Swap:           8191           0        8191
root@h1:~# df -h /
Filesystem      Size  Used Avail Use% Mounted on
/dev/sda2       100G   20G   80G  20% /
"""
EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if path.is_dir())


def _told(session: Session, name: str) -> str:
    bundle = load([str(ROOT / "examples" / name)])[0]
    said = io.StringIO()
    with Interrupts() as interrupts:
        answer_from(session, Conversation(session, 100), Respondent(knowledge(), bundle), said, interrupts)
    return said.getvalue()


@cache
def reports(name: str) -> dict[str, str]:
    """Every kind of report on an example."""
    bundle = load([str(ROOT / "examples" / name)])[0]
    consultation = diagnose(knowledge(), bundle).consultation
    data = report(consultation, bundle, [knowledge().cases["swap-thrash"]])
    session = Session(knowledge())
    session.begin()
    interview = _told(session, name)
    hypothesis = consultation.diagnoses[0]
    assert hypothesis.view is not None
    runbook = for_conclusion(knowledge(), hypothesis, hypothesis.view.systems())
    return {
        "text": text.render(consultation, data, 100),
        "json": json.dumps(data, indent=1),
        "one-line.json": json.dumps(data),
        "md": document.render(data, knowledge(), "markdown"),
        "html": document.render(data, knowledge(), "html"),
        "incident.md": page(data, session, "markdown"),
        "facts": facts_page.as_text(bundle),
        "facts.json": json.dumps(facts_page.as_json(bundle), indent=1),
        "interview": interview,
        "case": case_page.render(knowledge(), hypothesis.case, 100),
        **{f"runbook.{form}": rendered(knowledge(), runbook, form, Pages()) for form in ("markdown", "html", "json")},
    }


def _quoted(data: str) -> str:
    return "".join(f"> {line}\n" for line in data.split("\n"))


def _less(data: str, first: float, last: float) -> str:
    lines = data.split("\n")
    return "\n".join(lines[int(len(lines) * first) : int(len(lines) * last)])


def _unmarked(data: str) -> str:
    """As an older version wrote it."""
    return data.replace("<!-- advisor-report 1 -->\n", "").replace(
        '<meta name="generator" content="advisor-report">\n', ""
    )


WAYS: dict[str, Callable[[str], str]] = {
    "whole": str,
    "older": _unmarked,
    "crlf": lambda data: data.replace("\n", "\r\n"),
    "mailed": _quoted,
    "without its head": lambda data: _less(data, 0.3, 1),
    "without its end": lambda data: _less(data, 0, 0.7),
    "printed": lambda data: "\n".join(line.strip() for line in _unmarked(data).split("\n")),
}


def outcome(*files: tuple[str, bytes]) -> tuple[object, ...]:
    """What is concluded, read and told by captures in an archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    buffer.seek(0)
    bundle, _ = load(["-"], buffer)
    found = diagnose(knowledge(), bundle).consultation
    rows = sorted(repr((row.template, row.key, row.cells)) for row in Observations(bundle.observed).merge().rows)
    return [h.key for h in (*found.diagnoses, *found.risks)], rows, [sign.name for sign in found.told]


@pytest.mark.parametrize(("name", "way"), every(3, [*product(every(3, EXAMPLES), WAYS)]))
def test_a_report_beside_captures_changes_nothing(name: str, way: str) -> None:
    alone = outcome(("session.txt", HEALTHY))
    changed = [
        kind for kind, data in reports(name).items()
        if len(made := WAYS[way](data)) > 400 and not (way == "printed" and "\n<" in data)
        and outcome(("session.txt", HEALTHY), ("kept.txt", made.encode())) != alone
    ]  # fmt: skip
    assert changed == []


@pytest.mark.parametrize("name", every(3, EXAMPLES))
def test_a_report_within_a_transcript_is_set_aside_alone(name: str) -> None:
    later = b"\nroot@h1:~# cat /proc/loadavg\n0.10 0.20 0.30 1/200 3000\n"
    before = outcome(("session.txt", HEALTHY + b"root@h1:~# cat kept\n\n" + later))[0]
    for kind, data in reports(name).items():
        pasted = HEALTHY + b"root@h1:~# cat kept\n" + data.encode() + later
        assert outcome(("session.txt", pasted))[0] == before, kind
        bundle, _ = load(["-"], io.BytesIO(pasted))
        assert {item.kind for item in bundle.inputs} >= {"uname", "free", KIND}, kind


@pytest.mark.parametrize("way", ["whole", "crlf", "mailed", "printed"])
def test_the_list_of_exercises_changes_nothing(way: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The titles are complaints, and nobody has complained."""
    assert main(["train"]) == 0
    made = WAYS[way](capsys.readouterr().out).encode()
    assert outcome(("session.txt", HEALTHY), ("kept.txt", made)) == outcome(("session.txt", HEALTHY))


def test_a_report_is_listed_and_noted() -> None:
    bundle, _ = load(["-"], io.BytesIO(reports(EXAMPLES[0])["text"].encode()))
    assert {(item.kind, item.outcome, item.rows) for item in bundle.inputs} == {(KIND, "nothing", 0)}
    assert any("set aside" in note for note in bundle.notes)


def test_no_capture_is_taken_for_a_report() -> None:
    """Of all fixtures and examples, none; nor one that names the program."""
    taken = [text[:60] for text in seeds.outputs() if stretches(lines_of(text))]
    assert taken == []
    mentions = (
        HEALTHY
        + b"""root@h1:~# ps -ef | grep advisor
root 4711 1 0 10:00 pts/0 00:00:01 python -m advisor diagnose /captures
root@h1:~# tail -3 /var/log/notes
Mon: the advisor said: 1 diagnosis from 7 outputs. I replaced the battery.
Tue: advisor diagnose again: likely (0.65), so we wait.
"""
    )
    assert stretches(lines_of(mentions)) == []


def test_json_of_another_program_is_no_report() -> None:
    """Ceph and monitoring name severities and ranks too, on any number of lines."""
    checks = {f"CHECK_{n}": {"severity": word, "rank": n} for n in range(40) for word in ("HEALTH_WARN", "major")}
    alerts = [{"severity": "critical", "rank": n, "origin": {"host": f"db{n}"}} for n in range(40)]
    assert stretches(json.dumps({"checks": checks}, indent=4).splitlines()) == []
    assert stretches(json.dumps(alerts, indent=1).splitlines()) == []
