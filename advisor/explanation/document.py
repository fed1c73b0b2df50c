"""The report as one Markdown or HTML document, from the same data as the JSON form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.explanation.answer import COLLECT, answer, figure_of, first_sentences, harmless, quote_of
from advisor.explanation.seen import seen
from advisor.explanation.text import MOST_WHOLE, ROLES, about, alike_before, ruled_out_together, sure
from advisor.explanation.unread import MOST_NOTES, MOST_READ, is_much, read_lines, unread_lines
from advisor.inference.matching import show
from advisor.knowledge import Knowledge
from facts.faults import Fault
from facts.text import clean

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

Json = dict[str, Any]


class Excerpt(NamedTuple):
    """Cited lines of one capture with those around them.

    Attributes:
        path: the capture.
        lines: of each line its number, its text, and whether a conclusion cites it.
        left: how many more are not shown.
        note: why they are not whole, "" where they are.
    """

    path: str
    lines: tuple[tuple[int, str, bool], ...]
    left: int
    note: str


class Figure(NamedTuple):
    """A plot: its number, what is drawn, where it stands, what it shows in a sentence, as SVG and as text, its signs in words.

    Where it was drawn for a diagnosis above, `drawing` is "", and so is `text`.
    """

    number: int
    name: str
    path: str
    line: int
    sentence: str
    drawing: str
    text: str
    legend: tuple[tuple[str, str], ...]


class Event(NamedTuple):
    """Something that happened: from when to when, seconds since 1970, on which host, where it stands, and what it is."""

    first: float
    last: float
    host: str
    path: str
    line: int
    text: str


@dataclass(slots=True, frozen=True)
class Material:
    """What only the captures themselves and the log of a session hold.

    Attributes:
        figures: the plots of a diagnosis, by case, host and subject.
        timeline: events in order.
        said: what was said and done: of what kind, and the words.
    """

    excerpts: tuple[Excerpt, ...] = ()
    figures: Mapping[tuple[str, str, str], tuple[Figure, ...]] = field(default_factory=dict)
    timeline: tuple[Event, ...] = ()
    said: tuple[tuple[str, str], ...] = ()


NOTHING = Material()


def anchors_of(excerpts: Iterable[Excerpt]) -> dict[tuple[str, int], str]:
    """Where each cited line of a capture stands on the page, by its path and number.

    >>> anchors_of([Excerpt("a.txt", ((6, "w", False), (7, "x", True)), 0, "")])
    {('a.txt', 7): 'line-1-7'}
    """
    return {
        (excerpt.path, line): f"line-{number}-{line}"
        for number, excerpt in enumerate(excerpts, 1)
        for line, _, cited in excerpt.lines
        if cited
    }


def render(data: Json, knowledge: Knowledge, form: str, material: Material = NOTHING) -> str:
    """The report as ``markdown`` or as a self-contained ``html`` page; everything from a capture is escaped.

    Args:
        data: the report in its JSON form.
        knowledge: whose sources are cited.
        form: ``markdown`` or ``html``.
        material: excerpts, plots, time line and log; without it no line is linked.
    """
    from advisor.explanation.partial import rendered

    data = {**data, "faults": data.get("faults", [])}
    for name in ("diagnoses", "risks"):
        data[name] = [{**item, "failed": item.get("failed", [])} for item in data[name]]
    page = rendered(lambda some: _page(some, knowledge, form, material), data, form)
    return page if form == "html" else re.sub(r"\n{3,}", "\n\n", page)


def _page(data: Json, knowledge: Knowledge, form: str, material: Material) -> str:
    anchors = anchors_of(material.excerpts)

    def anchor(origin: Json) -> str:
        return anchors.get((clean(origin["path"]), origin["lines"][0]), "") if "path" in origin else ""

    return _template(form).render(
        report=data, answer=answer(data), material=material, sources=knowledge.sources, cited=_cited(data),
        anchor=anchor, collect=COLLECT, roles=ROLES,
        alike={name: alike_before(data[name]) for name in ("diagnoses", "risks")}, most_whole=MOST_WHOLE,
        digest=knowledge.digest, notes=data.get("notes", [])[:MOST_NOTES],
        read_short=read_lines(data["inputs"]) if len(data["inputs"]) > MOST_READ else [],
        unread_short=unread_lines(data["unrecognised"]) if is_much(data["unrecognised"]) else [],
    )  # fmt: skip


def _fault(data: Json) -> str:
    return Fault.of_json(data).line()


def _clock(time: float, other: float) -> str:
    """A moment as time of day; with its day where it is not that of another one."""
    day, same = datetime.fromtimestamp(time, UTC), datetime.fromtimestamp(other, UTC).date()
    return f"{day:%H:%M:%S}" if day.date() == same else f"{day:%Y-%m-%d %H:%M:%S}"


def _day(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"


_PAGES = resources.files("advisor.explanation").joinpath("pages")


@cache
def _template(form: str) -> Template:
    """The template of a form, compiled once: that takes longer than a report."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: _PAGES.joinpath(name).read_text(encoding="utf-8")),
        autoescape=form == "html", undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters.update(
        number=_number,
        md=_running,
        code=lambda text: code_span(_one_line(text)),
        summary=_summary,
        place=place,
        fence=fence,
        lines=lines,
        prose=prose,
        excerpt=excerpt,
        seen=seen,
        fault=_fault,
        about=about,
        figure=figure_of,
        quote=quote_of,
        sentences=first_sentences,
        harmless=harmless,
        sure=sure,
        clock=_clock,
        day=_day,
        together=ruled_out_together,
    )
    return environment.get_template("report.html" if form == "html" else "report.md")


def _number(value: object) -> str:
    return show(value) if isinstance(value, (int, float)) else str(value)


def _one_line(text: object) -> str:
    return " ".join(str(text).split())


def _running(text: object) -> str:
    """Running text for Markdown: in one line, since a line of its own could begin a heading, a list or a rule."""
    return markdown_text(_one_line(text))


def _summary(text: object) -> str:
    """Text for the HTML that Markdown takes as it is: in one line, since an empty line would end that HTML."""
    from markupsafe import escape

    return str(escape(_one_line(text)))


_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|!~&])")


def markdown_text(text: object) -> str:
    """Text in which nothing is Markdown or HTML.

    >>> markdown_text("a<b>*c* [x](y)")
    'a\\\\<b\\\\>\\\\*c\\\\* \\\\[x\\\\](y)'
    """
    return _MARKDOWN.sub(r"\\\1", str(text))


def code_span(text: object) -> str:
    """A code span that no backtick in the text can end.

    >>> code_span("a`b")
    '`` a`b ``'
    """
    text = str(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or longest else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fence(text: object) -> str:
    """A fence for a code block that nothing in the text can close."""
    longest = max((len(run) for run in re.findall(r"`+", str(text))), default=0)
    return "`" * max(3, longest + 1)


def excerpt(lines: Iterable[tuple[int, str, bool]]) -> str:
    """Lines of a capture as a fenced block, the cited ones marked."""
    text = "\n".join(f"{'>' if cited else ' '}{number:5d}  {line}" for number, line, cited in lines)
    ticks = fence(text)
    return f"{ticks}text\n{text}\n{ticks}"


def marked(text: object) -> Markup:
    """Text for HTML in which each placeholder is marked unmistakably."""
    from markupsafe import Markup, escape

    safe = str(escape(str(text)))
    return Markup(re.sub(r"&lt;([A-Z][A-Z0-9-]*)&gt;", r"<mark>&lt;\1&gt;</mark>", safe))


def prose(text: object) -> Markup:
    """Running text for HTML: placeholders are marked, and what stands between backticks is code."""
    from markupsafe import Markup

    parts = re.split(r"`([^`\n]+)`", str(text))
    return Markup("").join(
        Markup("<code>{}</code>").format(marked(part)) if n % 2 else marked(part) for n, part in enumerate(parts)
    )


def lines(text: object) -> Markup:
    """The lines of a command for HTML, each its own element, so that one that wraps is not taken for two."""
    from markupsafe import Markup

    shown = str(marked(text)).split("\n")
    return Markup("\n</span>".join(f'<span class="line">{line}' for line in shown) + "</span>")


def place(origin: Json) -> str:
    """``path:line``, or what was told or answered."""
    if "path" in origin:
        return f"{origin['path']}:{origin['lines'][0]}"
    return f'told: "{origin["told"]}"' if "told" in origin else f"answer to {origin['question']}: {origin['answer']}"


def _cited(data: Json) -> dict[str, list[str]]:
    """Every cited source with its locators, in order of appearance."""
    found: dict[str, list[str]] = {}
    for item in [*data["diagnoses"], *data["risks"]]:
        for citation in [*item["sources"], *(s for e in item["evidence"] for s in e["sources"])]:
            places = found.setdefault(citation["key"], [])
            if citation["locator"] and citation["locator"] not in places:
                places.append(citation["locator"])
    return found
