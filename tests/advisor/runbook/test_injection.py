"""Nothing that a capture, an answer or a site's template says becomes markup, a template or a command of its own."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from advisor.runbook import bounds
from advisor.runbook.content import Recorded, Runbook, Step, Subject, for_case, for_conclusion
from advisor.runbook.pages import Pages, TemplateError
from advisor.runbook.render import FORMATS, rendered
from advisor.runbook.summary import Avoid, Stop
from tests.advisor.runbook.marking import Page, of_markdown, page
from tests.kb.examples import ROOT, consultation_of, knowledge, read
from tests.test_cli import run

CASE = "swap-thrash"
MOUNTED = ROOT / "kb/cases/vxfs/vxfs-buffered-bulk-writes/examples/confirms--linux-infoscale.toml"
HOSTILE = [
    "{{ 1111*1111 }}{% for x in y %}{% include 'header.md' %}",
    "{{ ''.__class__.__mro__ }}",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"' onmouseover='alert(1)' x=\"",
    "</code></pre></td><b>x</b>",
    "</script><svg onload=alert(1)>",
    "[x](javascript:alert(1)) ![x](https://192.0.2.1/x.png)",
    "<https://192.0.2.1/>",
    "` <b>x</b> `",
    "``` <b>x</b> `",
    "`a``b`<img src=x>`c`",
    "\\` <img src=x> `",
    "``` \n<b>x</b>\n# A heading\n",
    "a | b | c",
    "x\n\n# A heading\n\n<b>x</b>",
    "$(reboot); rm -rf / `reboot`",
    "<IMG> <A-NAME>",
    "&lt;b&gt;&#60;b&#62;",
    "<!-- -->",
]


def general() -> Runbook:
    return for_case(knowledge(), knowledge().cases[CASE])


def filled(text: str) -> Runbook:
    """A runbook in which a text of a host stands wherever one can."""
    runbook = general()
    steps = tuple(_with(step, text) for step in runbook.steps)
    return replace(
        runbook,
        about=Subject(text, text, "likely", 0.7),
        record=(*runbook.record, Recorded("VALUE", text, text)),
        steps=steps,
        avoid=(*runbook.avoid, Avoid(text, text, 1, ())),
        stops=(Stop(text, 0),),
        watch=tuple(replace(w, look=text, command=f"ls {shlex.quote(text)}", expect=text) for w in runbook.watch),
    )


def _with(step: Step, text: str) -> Step:
    return replace(
        step, do=text, command=f"ls {shlex.quote(text)}", expect=text, differs=text, warning=text, needs=text,
        verify_expect=text, verify_command=f"ls {shlex.quote(text)}", undo=f"ls {shlex.quote(text)}", persists_how=text,
    )  # fmt: skip


@cache
def in_html() -> Page:
    """The runbook without a text of a host."""
    return page(rendered(knowledge(), general(), "html", Pages()))


@cache
def in_markdown() -> Page:
    """The same in Markdown."""
    return of_markdown(rendered(knowledge(), general(), "markdown", Pages()))


def elements(shown: Page) -> set[str]:
    return {tag for tag, _ in shown.elements}


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_a_host_is_a_text_in_html(text: str) -> None:
    plain, shown = in_html(), page(rendered(knowledge(), filled(text), "html", Pages()))
    assert shown.active() == []
    assert elements(shown) <= elements(plain) | {"mark"}
    assert [tag for tag, _ in shown.elements].count("script") == [tag for tag, _ in plain.elements].count("script")
    assert _words(text) in _words(shown.text)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_a_host_is_a_text_in_markdown(text: str) -> None:
    plain, shown = in_markdown(), of_markdown(rendered(knowledge(), filled(text), "markdown", Pages()))
    assert shown.active() == []
    assert elements(shown) <= elements(plain) | {"blockquote"}
    assert [tag for tag, _ in shown.elements].count("h1") == 1
    assert "1234321" not in shown.text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_a_host_is_a_text_in_json(text: str) -> None:
    data = json.loads(rendered(knowledge(), filled(text), "json", Pages()))
    assert data["about"]["subject"] == text
    assert data["steps"][0]["do"] == text


def _words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "name", ["/$(reboot)", "/`reboot`", "/a;reboot", "/<script>alert(1)</script>", "/{{1111*1111}}"]
)
def test_a_mount_point_of_a_capture_is_one_word_of_a_command(name: str, form: str, tmp_path: Path) -> None:
    """From the capture to the page: what is to be pasted never runs anything else."""
    source = MOUNTED.read_text(encoding="utf-8")
    changed = tmp_path / MOUNTED.name
    changed.write_text(source.replace(re.search(r"(/\S+) type vxfs", source)[1], name), encoding="utf-8")  # type: ignore[index]
    consultation, _ = consultation_of(read(changed))
    hypothesis = next(
        h for h in (*consultation.diagnoses, *consultation.risks) if h.case.slug == MOUNTED.parents[1].name
    )
    runbook = for_conclusion(knowledge(), hypothesis, {"linux"})
    text = rendered(knowledge(), runbook, form, Pages())
    assert "1234321" not in text
    if form == "html":
        assert page(text).active() == []
    named = [line for step in runbook.steps for line in step.command.split("\n") if name[:4] in line]
    assert named
    for line in named:
        assert any(name in word for word in shlex.split(line, comments=True)), line


REFUSED = {
    "{% if %}": "header.md:1",
    "text\n{{ ''.__class__.__mro__ }}": "header.md:2",
    "{{ r.__init__.__globals__ }}": "header.md:1",
    "{{ r.steps.__class__ }}": "header.md:1",
    "{{ r|attr('__class__') }}": "header.md:1",
    "{{ ''['__class__'] }}": "header.md:1",
    "{{ r.as_json() }}": "header.md:1",
    "{{ 'x'.join(r.symptoms) }}": "header.md:1",
    "{{ '{:9999999999}'.format(1) }}": "header.md:1",
    "{{ no_such_name }}": "header.md:1",
    "{{ range(9) }}": "header.md:1",
    "{% include '/etc/passwd' %}": "header.md:1",
    "{% include '../secret.md' %}": "header.md:1",
    "{% import 'os' as os %}": "header.md:1",
    "{% extends 'nothing.md' %}": "header.md:1",
    "{{ 9**9**9 }}": "header.md:1",
    "{{ 'a' * 10000000000 }}": "header.md:1",
    "{{ 1 / 0 }}": "header.md:1",
    "{% include 'header.md' %}": "",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}": "",
    "{% for a in r.mechanism %}{% for b in r.mechanism %}{% for c in r.mechanism %}{% for d in r.mechanism %}"
    "{% endfor %}{% endfor %}{% endfor %}{% endfor %}": "header.md:1",
    "x" * 300_000: "header.md",
}


@pytest.mark.parametrize("source", REFUSED, ids=lambda source: source[:40])
def test_what_a_sites_template_may_not_do_is_one_error(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "for d in" in source:
        monkeypatch.setattr(bounds, "SECONDS", 3.0)
    (tmp_path / "header.md").write_text(source, encoding="utf-8")
    with pytest.raises(TemplateError) as raised:
        rendered(knowledge(), general(), "markdown", Pages(tmp_path))
    assert raised.value.where == str(tmp_path / REFUSED[source])
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200
    assert not re.search(r"0x[0-9a-f]{6}|/advisor/", str(raised.value))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is bounded on Linux")
@pytest.mark.parametrize(
    "source", ["{% set x = 'aaaaaaaa' %}" + "{% set x = x ~ x %}" * 40, "{{ '%9999999999d' | format(1) }}"]
)
def test_a_sites_template_may_not_take_all_memory(source: str, tmp_path: Path) -> None:
    (tmp_path / "header.html").write_text(source, encoding="utf-8")
    with pytest.raises(TemplateError, match="more than 512 MiB of memory"):
        rendered(knowledge(), general(), "html", Pages(tmp_path))
    assert len("a" * bounds.BYTES) == bounds.BYTES  # the bound is gone again


def test_a_sites_template_may_not_lead_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("of another", encoding="utf-8")
    site = tmp_path / "site"
    site.mkdir()
    (site / "header.md").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(TemplateError, match="leads out of the folder"):
        rendered(knowledge(), general(), "markdown", Pages(site))


def test_a_sites_template_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "contacts.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TemplateError, match="is no UTF-8 text"):
        rendered(knowledge(), general(), "markdown", Pages(tmp_path))


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_site_puts_its_header_and_its_contacts(form: str, tmp_path: Path) -> None:
    """A name of a host in a site's own template is escaped there as well; a missing line end does no harm."""
    suffix = "md" if form == "markdown" else "html"
    (tmp_path / f"header.{suffix}").write_text("Site Nord: {{ r.title }}", encoding="utf-8")
    (tmp_path / f"contacts.{suffix}").write_text(
        "{% if r.about %}{{ r.about.host" + (" | md" if form == "markdown" else "") + " }}{% endif %} On call: 4711",
        encoding="utf-8",
    )
    text = rendered(knowledge(), filled("<b>db1</b>"), form, Pages(tmp_path))
    shown = of_markdown(text) if form == "markdown" else page(text)
    assert "On call: 4711" in shown.text
    assert f"Site Nord: {general().title}" in shown.text
    assert "b" not in elements(shown)
    assert "table" in elements(shown)


def test_the_command_says_one_error_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "header.md").write_text("{{ ''.__class__ }}", encoding="utf-8")
    done = run("runbook", CASE, "--templates", str(tmp_path), "-o", str(tmp_path / "out.md"))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith("error[runbook-template]: the template fails: ")
    assert f"--> {tmp_path}/header.md:1\n" in done.stderr.decode()
    assert not (tmp_path / "out.md").exists()


SAID = "the host hangs <img src=x onerror=alert(1)> {{ 1111*1111 }} ` <b>x</b> ` [x](javascript:alert(1))"


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_captures_answers_and_names_of_sessions_are_texts_in_an_incident_report(form: str, tmp_path: Path) -> None:
    capture = tmp_path / "<b>vmstat<b>.txt"
    capture.write_text(
        "# cat /proc/meminfo\nMemTotal: 1000 kB\nMemFree: 10 kB\n<script>alert(1)</script>{{ 1111*1111 }}\n# free -m\n",
        encoding="utf-8",
    )
    place = ("--db", str(tmp_path / "sessions.db"))
    kept = run("diagnose", str(capture), "--tell", SAID, "--session", "<i>n</i>{{ 1111*1111 }}", *place)
    name = "<i>n</i>{{ 1111*1111 }}"
    if kept.returncode != 0:  # such a name is refused: then an ordinary one
        assert kept.stderr.decode().startswith("error[")
        name = "night"
        assert run("diagnose", str(capture), "--tell", SAID, "--session", name, *place).returncode == 0
    for arguments in (
        ("diagnose", str(capture), "--tell", SAID, "--format", form),
        ("runbook", "--session", name, "--format", form, *place),
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        text = done.stdout.decode()
        shown = page(text) if form == "html" else of_markdown(text)
        assert shown.active() == []
        assert not {"b", "i", "script"} & (elements(shown) - ({"script"} if form == "html" else set()))
        assert "1234321" not in text
