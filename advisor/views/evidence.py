"""What the captures of a session show: the files, what is concluded from them, and the samples in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from advisor.inference.view import Hypothesis
from advisor.session.originals import Original
from advisor.session.session import Session
from advisor.views.captures import CaptureFile, Output, captures
from advisor.views.keys import Key, conclusions
from advisor.views.plots import Plots, plots_of
from facts.samplings import KINDS, output_at
from facts.text import clean, unquote


class Concluded(NamedTuple):
    """A conclusion in a few words: ``title``, what it is ``about``, its ``standing``, and its certainty from 0 to 1."""

    title: str
    about: str
    standing: str
    certainty: float


class Evidence(NamedTuple):
    """All captures.

    Attributes:
        files: every capture with what was found in it.
        conclusions: those that cite lines, and the others.
        stamp: the same for as long as the same captures are read, so that their lines need not be read again.
    """

    files: tuple[CaptureFile, ...]
    conclusions: Mapping[Key, Concluded]
    stamp: tuple[object, ...]


def evidence(session: Session) -> Evidence:
    """The captures of a session."""
    found = {hypothesis.key: _concluded(hypothesis) for hypothesis in conclusions(session.consultation)}
    read = (entry.seq for entry in session.standing.contributions if entry.kind == "captured")
    began = session.entries[0].time if session.entries else 0.0
    return Evidence(tuple(captures(session)), found, (began, *read))


def _concluded(hypothesis: Hypothesis) -> Concluded:
    names = dict.fromkeys(clean(name) for name in (hypothesis.subject, hypothesis.host) if name)
    standing = "resolved" if hypothesis.status == "resolved" else hypothesis.standing
    return Concluded(hypothesis.case.title, " on ".join(names), standing, hypothesis.certainty)


def has_samples(output: Output) -> bool:
    """Whether an output is of a kind that is drawn."""
    return output.kind in KINDS and output.outcome in ("read", "partial")


def samples_of(session: Session, path: str, output: Output, original: Original) -> Plots | None:
    """The plots of an output; None where there are no samples in it, or its lines are not kept."""
    if original.state == "cited-only":
        return None
    found = output_at(unquote(original.lines), output.lines, path)
    return plots_of(output.kind, found, session.consultation, output.host)
