"""An incident report: the answer, with the lines of the captures that it cites, their plots, and what was said and done.

It is the report of a diagnosis with what only a session or the captures themselves hold. Secrets are redacted in every line
that is taken from a capture, and in what was said.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from advisor.explanation.document import Event, Excerpt, Figure, Material, anchors_of, render
from advisor.explanation.report import report
from advisor.incident.figures import Chosen, Sampling, chosen, samplings_of
from advisor.incident.plot import drawing, legend, name_of, sentence_of, text_drawing
from advisor.incident.timeline import timeline
from advisor.interview.questions import load_questions
from advisor.knowledge import Knowledge
from advisor.runbook.content import for_conclusion
from advisor.runbook.pages import Pages
from advisor.runbook.render import rendered
from advisor.session.originals import Original, Originals
from advisor.session.session import Session
from advisor.views.captures import CaptureFile, captures
from advisor.views.history import history
from facts.collect.redaction import redact
from facts.faults import Faults
from facts.reading import Span
from facts.text import clean

Json = dict[str, Any]

_AROUND = 2
_MOST_LINES, _MOST_FILES = 40, 30


def material_of(data: Json, session: Session) -> Material:
    """The parts of the report `data` that come from the captures and the log of a session."""
    faults = Faults()
    current = [item for item in data["diagnoses"] if item["status"] == "current"]
    excerpts, samplings = _looked_up(data, session, faults)
    figures = _figures(current, samplings, anchors_of(excerpts), faults)
    events = faults.attempt("time line", lambda: timeline(current, session.consultation), tuple[Event, ...]())
    said = _said(session, faults)
    if all(kind == "understood" for kind, _ in said):
        said = ()  # that captures were read is listed with what was read
    excerpts += [Excerpt(safe(fault.path or fault.where), (), 0, safe(fault.line())) for fault in faults.kept]
    told = tuple(event._replace(path=safe(event.path), text=safe(event.text)) for event in events)
    return Material(tuple(excerpts), figures, told, said)


def _looked_up(data: Json, session: Session, faults: Faults) -> tuple[list[Excerpt], list[Sampling]]:
    """The lines that conclusions cite or that stand out, and the samplings among their captures."""
    originals = Originals(session)
    excerpts: list[Excerpt] = []
    samplings: list[Sampling] = []
    sights = {(clean(s["origin"]["path"]), s["origin"]["lines"][0]) for s in data["stands_out"]}
    for capture in faults.attempt("listing captures", lambda: captures(session), list[CaptureFile]()):
        spans = [citation.lines for citation in capture.citations]
        spans += [(line, line) for path, line in sights if path == capture.path]
        if spans and len(excerpts) < _MOST_FILES:
            with faults.part("excerpt", capture.path):
                original = originals.find(capture.path)
                excerpts.append(_excerpt(capture.path, spans, original))
                with faults.part("plot", capture.path):
                    samplings += samplings_of(session, capture, original)
    return excerpts, samplings


def _figures(
    current: list[Json], samplings: list[Sampling], anchors: dict[tuple[str, int], str], faults: Faults
) -> dict[tuple[str, str, str], tuple[Figure, ...]]:
    """The plots of each diagnosis."""
    figures: dict[tuple[str, str, str], tuple[Figure, ...]] = {}
    drawn: dict[int, Figure] = {}
    for item in current:
        with faults.part("plots", item["case"]):
            key = (item["case"], safe(item["host"]), safe(item["subject"]))
            figures[key] = tuple(_figure(one, anchors, drawn) for one in chosen(item, samplings))
    return figures


def _said(session: Session, faults: Faults) -> tuple[tuple[str, str], ...]:
    """What was said and done, in order."""
    questions = session.knowledge.root / "questions"
    return faults.attempt(
        "history of the session",
        lambda: tuple((message.kind, safe(message.text)) for message in history(session, load_questions(questions))),
        tuple[tuple[str, str], ...](),
    )


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


def _excerpt(path: str, spans: list[Span], original: Original) -> Excerpt:
    """Lines that are cited with those around them; where they are too many, first those where a citation begins."""
    texts = dict(zip(original.numbers, original.lines, strict=False))
    cited = {n for first, last in spans for n in range(first, min(last, first + 3) + 1)}
    wanted, first = (
        sorted({n for line in of for n in range(line - _AROUND, line + _AROUND + 1) if n in texts})
        for of in (cited, [span[0] for span in spans])
    )
    shown = sorted([*first, *(n for n in wanted if n not in first)][:_MOST_LINES])
    lines = tuple((n, safe(texts[n]), n in cited) for n in shown)
    return Excerpt(safe(path), lines, len(wanted) - len(shown), original.note)


def _figure(one: Chosen, anchors: dict[tuple[str, int], str], drawn: dict[int, Figure]) -> Figure:
    """A metric as it is drawn, with its cited samples linked to their lines; only named where it is among the `drawn` ones."""
    (path, output, plots), panel = one.sampling, one.panel
    if id(panel) in drawn:
        return drawn[id(panel)]._replace(drawing="", text="")
    drawn[id(panel)] = Figure(
        len(drawn) + 1, safe(name_of(panel)), safe(path), output.lines[0], safe(sentence_of(panel)),
        drawing(plots, panel, one.cited, lambda line: anchors.get((safe(path), line), "")),
        safe(text_drawing(plots, panel, one.cited)), tuple(legend(panel, one.cited)),
    )  # fmt: skip
    return drawn[id(panel)]


def page(data: Json, session: Session, form: str) -> str:
    """The report as ``markdown`` or ``html``.

    Args:
        data: the report of the session in its JSON form.
        session: whose captures and log are shown.
        form: ``markdown`` or ``html``.
    """
    return render(redacted(data), session.knowledge, form, material_of(data, session))


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
        text = _as_json(data, session) if options.format == "json" else page(data, session, options.format)
        return [("incident", text), *_runbooks(session, pages, options.format)]


def _as_json(data: dict[str, Any], session: Session) -> str:
    import json

    said = [{"kind": kind, "text": text} for kind, text in _said(session, Faults())]
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
