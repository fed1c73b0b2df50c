"""An incident report: what was observed, with cited lines and plots, the differential, the plan, and what was done.

It is the report of a diagnosis with what only a session or the captures themselves hold. Secrets are redacted in every line
that is taken from a capture, and in what was said.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from advisor.explanation.report import report
from advisor.incident.plot import drawing
from advisor.interview.questions import load_questions
from advisor.knowledge import Knowledge
from advisor.runbook.content import for_conclusion
from advisor.runbook.pages import Pages
from advisor.runbook.render import rendered
from advisor.session.originals import Original, Originals
from advisor.session.session import Session
from advisor.views.captures import CaptureFile, captures
from advisor.views.evidence import has_samples, samples_of
from advisor.views.history import history
from facts.collect.redaction import redact
from facts.faults import Faults

_AROUND = 2
_MOST_LINES, _MOST_FILES, _MOST_PANELS = 40, 30, 3


@dataclass(slots=True, frozen=True)
class Excerpt:
    """Cited lines of one capture with those around them: number, text, and whether a conclusion cites it."""

    path: str
    lines: tuple[tuple[int, str, bool], ...]
    left: int
    note: str


@dataclass(slots=True, frozen=True)
class Figure:
    """A plot, and what it shows in a sentence."""

    title: str
    drawing: str
    sentence: str


@dataclass(slots=True, frozen=True)
class Incident:
    """What an incident report has beside the report itself."""

    excerpts: tuple[Excerpt, ...]
    figures: tuple[Figure, ...]
    said: tuple[tuple[str, str], ...]


def incident_of(session: Session) -> Incident:
    """The parts that come from the captures and the log of a session."""
    originals = Originals(session)
    excerpts: list[Excerpt] = []
    figures: list[Figure] = []
    faults = Faults()
    for capture in faults.attempt("listing captures", lambda: captures(session), list[CaptureFile]()):
        if capture.citations and len(excerpts) < _MOST_FILES:
            with faults.part("excerpt", capture.path):
                original = originals.find(capture.path)
                excerpts.append(_excerpt(capture, original))
                with faults.part("plot", capture.path):
                    figures += _figures(session, capture, original)
    said: tuple[tuple[str, str], ...] = ()
    with faults.part("history of the session"):
        said = tuple(
            (message.kind, safe(message.text))
            for message in history(session, load_questions(session.knowledge.root / "questions"))
        )
    excerpts += [Excerpt(fault.path or fault.where, (), 0, safe(fault.line())) for fault in faults.kept]
    return Incident(tuple(excerpts), tuple(figures), said)


def safe(text: str) -> str:
    """A text without secrets."""
    return redact(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def redacted(data: Any) -> Any:
    """The report without secrets in any of its texts."""
    if isinstance(data, dict):
        return {key: redacted(value) for key, value in data.items()}
    if isinstance(data, list):
        return [redacted(item) for item in data]
    return safe(data) if isinstance(data, str) else data


def _excerpt(capture: CaptureFile, original: Original) -> Excerpt:
    texts = dict(zip(original.numbers, original.lines, strict=False))
    cited = {
        n
        for citation in capture.citations
        for n in range(citation.lines[0], min(citation.lines[1], citation.lines[0] + 3) + 1)
    }
    wanted = sorted({n for line in cited for n in range(line - _AROUND, line + _AROUND + 1) if n in texts})
    shown = wanted[:_MOST_LINES]
    lines = tuple((n, safe(texts[n]), n in cited) for n in shown)
    return Excerpt(capture.path, lines, len(wanted) - len(shown), original.note)


def _figures(session: Session, capture: CaptureFile, original: Original) -> list[Figure]:
    found = []
    for output in capture.outputs:
        title, where = f"{capture.path}:{output.lines[0]}", Faults()
        with where.part("plot", title):
            plots = samples_of(session, capture.path, output, original) if has_samples(output) else None
            for panel in [p for p in plots.panels if p.found][:_MOST_PANELS] if plots else []:
                found.append(Figure(safe(plots.title), drawing(plots, panel), panel.sentence))  # type: ignore[arg-type,union-attr]
        found += [Figure(safe(title), "", safe(fault.line())) for fault in where.kept]
    return found


def page(data: dict[str, Any], session: Session, pages: Pages, form: str) -> str:
    """The report as ``markdown`` or ``html``.

    Args:
        data: the report of the session in its JSON form.
        session: whose captures and log are shown.
        pages: the templates.
        form: ``markdown`` or ``html``.
    """
    from advisor.explanation.document import render

    parts = incident_of(session)
    data = redacted(data)
    if form == "html":
        figures = [(f.title, Markup(f.drawing), f.sentence) for f in parts.figures]
        more = pages.render("incident.html", "html", i=parts, figures=figures)
        return render(data, session.knowledge, form, more)
    body = render(data, session.knowledge, form)
    return body.rstrip("\n") + "\n\n" + pages.render("incident.md", "md", i=parts).strip("\n") + "\n"


def of_session(knowledge: Knowledge, options: argparse.Namespace) -> list[tuple[str, str]]:
    """The report of a session that is kept, then the runbook of each conclusion that stands: names and texts.

    Raises:
        StoreError: there is no such session.
    """
    from pathlib import Path

    from advisor.session import kept

    pages = Pages(Path(options.templates) if options.templates else None)
    opened = kept.open_store(Path(options.db) if options.db else None, to_write=False)
    sys.stderr.write("".join(f"note: {line}\n" for line in opened.note.splitlines()))
    with opened.store as store:
        session = kept.resume(knowledge, store, options.session)
        data = report(session.consultation, session.bundle, [])
        text = _as_json(data, session) if options.format == "json" else page(data, session, pages, options.format)
        return [("incident", text), *_runbooks(session, pages, options.format)]


def _as_json(data: dict[str, Any], session: Session) -> str:
    import json

    said = [{"kind": kind, "text": text} for kind, text in incident_of(session).said]
    return json.dumps({**redacted(data), "said": said}, indent=1, ensure_ascii=False) + "\n"


def _runbooks(session: Session, pages: Pages, form: str) -> Iterator[tuple[str, str]]:
    """Those of what stands now, with the names and numbers of its host; a number behind the second of one case."""
    counted: Counter[str] = Counter()
    for hypothesis in session.consultation.diagnoses:
        if hypothesis.status != "current" or hypothesis.view is None:
            continue
        slug = hypothesis.case.slug
        counted[slug] += 1
        name = slug if counted[slug] == 1 else f"{slug}-{counted[slug]}"
        faults = Faults()
        text = ""
        with faults.part(f"runbook {slug}"):
            runbook = for_conclusion(session.knowledge, hypothesis, hypothesis.view.systems())
            text = rendered(session.knowledge, runbook, form, pages)
        yield name, text or "".join(f"{fault.line()}\n" for fault in faults.kept)
