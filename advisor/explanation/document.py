"""The report as one Markdown or HTML document, from the same data as the JSON form."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Any

from advisor.explanation.seen import seen
from advisor.explanation.unread import MOST_NOTES, MOST_READ, is_much, read_lines, unread_lines
from advisor.inference.matching import show
from advisor.knowledge import Knowledge
from facts.faults import Fault

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

Json = dict[str, Any]


def render(data: Json, knowledge: Knowledge, form: str, more: str = "") -> str:
    """The report as ``markdown`` or as a self-contained ``html`` page; everything from a capture is escaped.

    Args:
        data: the report in its JSON form.
        knowledge: whose sources are cited.
        form: ``markdown`` or ``html``.
        more: HTML that goes between what was found and what was not.
    """
    from advisor.explanation.partial import rendered

    data = {**data, "faults": data.get("faults", [])}
    for name in ("diagnoses", "risks"):
        data[name] = [{**item, "failed": item.get("failed", [])} for item in data[name]]
    return rendered(lambda some: _page(some, knowledge, form, more), data, form)


def _page(data: Json, knowledge: Knowledge, form: str, more: str) -> str:
    from markupsafe import Markup

    template = _template(form)
    script = Markup(_PAGES.joinpath("page.js").read_text(encoding="utf-8"))
    return template.render(
        report=data, sources=knowledge.sources, cited=_cited(data), more=Markup(more), page_script=script,
        digest=knowledge.digest, notes=data.get("notes", [])[:MOST_NOTES],
        read_short=read_lines(data["inputs"]) if len(data["inputs"]) > MOST_READ else [],
        unread_short=unread_lines(data["unrecognised"]) if is_much(data["unrecognised"]) else [],
    )  # fmt: skip


def _fault(data: Json) -> str:
    return Fault.of_json(data).line()


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
        md=markdown_text,
        code=code_span,
        place=place,
        fence=fence,
        lines=lines,
        prose=prose,
        allowed=allowed,
        seen=seen,
        fault=_fault,
    )
    return environment.get_template("report.html" if form == "html" else "report.md")


def _number(value: object) -> str:
    return show(value) if isinstance(value, (int, float)) else str(value)


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


def allowed(script: str) -> str:
    """How a Content-Security-Policy allows one script and no other: by its digest."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


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
