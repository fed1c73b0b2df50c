"""A runbook for every case in every format, and the linked set: whole, valid, accessible, and the same each time."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from advisor import image
from advisor.cli import main
from tests.advisor.runbook.conftest import EXAMPLES
from tests.advisor.runbook.page import Page, access_faults, foreign_faults, form_faults
from tests.tree import ROOT

CASES = sorted(path.parent.name for path in (ROOT / "kb/cases").rglob("case.toml"))
OTHERS = ["index", "terms", "sources"]
HTML = [*CASES, *OTHERS]
MARKDOWN = MarkdownIt("commonmark").enable("table")


def test_every_case_has_a_runbook_in_every_format_and_nothing_else_is_there(folder: Path) -> None:
    assert sorted(image.load().cases) == CASES
    wanted = {f"{slug}.{suffix}" for slug in CASES for suffix in ("html", "md", "json")}
    wanted |= {f"{name}.html" for name in OTHERS} | {"collect-linux.sh", "collect-solaris.sh"}
    assert {path.name for path in folder.iterdir()} == wanted
    assert sum(path.stat().st_size for path in folder.iterdir()) < 10_000_000


@cache
def _page(path: Path) -> Page:
    """A page of the set, which no test changes, parsed."""
    return Page(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", HTML)
def test_a_page_is_valid_whole_and_accessible(folder: Path, name: str) -> None:
    page = _page(folder / f"{name}.html")
    assert [*form_faults(page), *foreign_faults(page), *access_faults(page)] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_incident_report_is_valid_whole_and_accessible(reports: Path, name: str) -> None:
    page = Page((reports / f"{name}.html").read_text(encoding="utf-8"))
    assert [*form_faults(page), *foreign_faults(page), *access_faults(page)] == []
    assert "The captured lines" in [element.text for element in page.all("h2")]
    assert page.all("svg")
    assert page.all("style")[0].text.strip() == Page(_alone("vm-pause")).all("style")[0].text.strip()  # one look


def test_every_link_and_anchor_of_the_set_leads_somewhere(folder: Path) -> None:
    pages = {name: _page(folder / f"{name}.html") for name in HTML}
    ids = {f"{name}.html": set(page.ids) for name, page in pages.items()}
    wrong = []
    for name, page in pages.items():
        for element in page.all("a"):
            file, _, anchor = element.attributes["href"].removeprefix("./").partition("#")
            file = file or f"{name}.html"
            if not (folder / file).is_file() or (anchor and anchor not in ids[file]):
                wrong.append(f"{name}: {element.attributes['href']}")
    assert wrong == []
    linked = {element.attributes["href"] for element in pages["index"].all("a")}
    assert {f"{slug}.{suffix}" for slug in CASES for suffix in ("html", "md", "json")} <= linked


def _alone(slug: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["runbook", slug, "--format", "html"]) == 0
    return out.getvalue()


def test_a_page_that_stands_alone_links_to_no_other_file() -> None:
    page = Page(_alone("vxfs-buffered-bulk-writes"))
    assert [*form_faults(page), *foreign_faults(page), *access_faults(page)] == []
    hrefs = [element.attributes["href"] for element in page.all("a")]
    assert [href for href in hrefs if href[:1] != "#" or href[1:] not in page.ids] == []


def _commands(runbook: dict[str, Any]) -> list[str]:
    steps = [step[key] for step in runbook["steps"] for key in ("command", "verify_command", "undo")]
    return [text for text in [*steps, *(look["command"] for look in runbook["watch"])] if text]


@pytest.mark.parametrize("slug", CASES)
def test_the_three_formats_hold_the_same_commands(folder: Path, slug: str) -> None:
    runbook = json.loads((folder / f"{slug}.json").read_text(encoding="utf-8"))
    commands = _commands(runbook)
    page = _page(folder / f"{slug}.html")
    assert [element.text for element in page.all("pre")] == commands
    tokens = MARKDOWN.parse((folder / f"{slug}.md").read_text(encoding="utf-8"))
    assert [t.content.rstrip("\n") for t in tokens if t.type == "fence"] == [text.rstrip("\n") for text in commands]


def _unfilled(value: object, where: str = "") -> list[str]:
    if isinstance(value, dict):
        return [fault for key, item in value.items() for fault in _unfilled(item, f"{where}.{key}")]
    if isinstance(value, list):
        return [fault for n, item in enumerate(value) for fault in _unfilled(item, f"{where}[{n}]")]
    bad = isinstance(value, str) and (value.strip() in ("None", "nan") or value != value.strip("\n") or "{{" in value)
    return [f"{where}: {value!r}"] if bad else []


@pytest.mark.parametrize("slug", CASES)
def test_the_data_are_filled(folder: Path, slug: str) -> None:
    runbook = json.loads((folder / f"{slug}.json").read_text(encoding="utf-8"))
    assert (runbook["format"], runbook["case"], runbook["about"]) == (1, slug, None)
    assert _unfilled(runbook) == []
    needed = ("title", "impact", "symptoms", "steps", "mechanism", "sources", "kb")
    assert [key for key in needed if not runbook[key]] == []
    assert [step["number"] for step in runbook["steps"] if not (step["undo"] or step["undo_reason"])] == []


@pytest.mark.parametrize("slug", CASES)
def test_the_markdown_is_plain_and_its_blocks_are_named(folder: Path, slug: str) -> None:
    text = (folder / f"{slug}.md").read_text(encoding="utf-8")
    tokens = MARKDOWN.parse(text)
    inline = [child for token in tokens for child in token.children or ()]
    assert [t.content for t in (*tokens, *inline) if t.type in ("html_block", "html_inline", "code_block")] == []
    infos = [token.info for token in tokens if token.type == "fence"]
    assert [info for info in infos if not re.fullmatch(r"sh \{name=[a-z0-9-]+\}", info)] == []
    assert len(set(infos)) == len(infos)
    heads = [(int(t.tag[1]), tokens[n + 1].content) for n, t in enumerate(tokens) if t.type == "heading_open"]
    assert [level for level, _ in heads].count(1) == 1
    assert all(content.strip() for _, content in heads)
    assert [b for (a, _), (b, _) in itertools.pairwise(heads) if b > a + 1] == []
    assert not re.search(r"\{\{|\{%|Undefined|: None$|^None$|\n{3,}", text, re.MULTILINE)
    files = [str(t.attrs["href"]).partition("#")[0] for t in inline if t.type == "link_open"]
    assert [name for name in files if name and not (folder / name).is_file()] == []


def _variables(css: str, pattern: str) -> dict[str, str]:
    found = re.search(pattern, css, re.DOTALL)
    assert found, pattern
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", found[1]))


def _light(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 has it, 1 to 21."""
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


SCHEMES = {
    "light": r"^:root \{(.*?)\}",
    "dark": r"prefers-color-scheme: dark\) \{ :root \{(.*?)\}",
    "print": r"@media print \{ :root \{(.*?)\}",
}
TEXTS = ("ink", "soft", "accent", "look", "safe", "disruptive", "destructive")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_stands_out_from_its_background(scheme: str) -> None:
    css = (ROOT / "advisor/explanation/pages/page.css").read_text(encoding="utf-8")
    colours = _variables(css, SCHEMES[scheme])
    pairs = [(text, back) for text in TEXTS for back in ("paper", "shade")] + [("mark-ink", "mark"), ("soft", "mark")]
    weak = {pair: round(contrast(*(colours[name] for name in pair)), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}
    assert set(_variables(css, SCHEMES["light"])) == set(colours)


def test_contrast_is_counted_as_wcag_counts() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def _built(folder: Path, seed: str) -> dict[str, bytes]:
    subprocess.run(
        [sys.executable, "-m", "advisor", "runbook", "--all", "-o", str(folder)],
        cwd=ROOT, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_knowledge_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Also in another place, and in a process whose hashes differ from those of this one."""
    assert _built(tmp_path / "else", "4242") == {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<p><b>a</p>", "closes b"), ("<p>a<div>b</div></p>", "stands in <p>"), ("<b id=x>a</b><i id=x>b</i>", "twice"),
        ("<p>{{ x }}</p>", "unfilled"), ("<td>1</td>", "stands in <"), ("<h2></h2>", "is empty"), ("<dl><dd>None</dd></dl>", "just None"),
        ("<p>Expect:</p>", "should follow"), ("<div/>", "closes itself"),
    ],
)  # fmt: skip
def test_the_reader_of_pages_sees_faults(text: str, fault: str) -> None:
    assert any(fault in found for found in form_faults(Page(f"<!doctype html>\n<body>{text}</body>")))
