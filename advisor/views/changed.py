"""What the last step changed, in sentences: the conclusion first, then the mechanism that speaks most for it."""

from __future__ import annotations

from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Argument, Hypothesis
from advisor.session.changes import Change, changes
from advisor.views.differential import about

_MOST = 6


def changed(before: Consultation, after: Consultation) -> list[str]:
    """One text for each conclusion that is another now; its second line says why, in the words of the rule."""
    found = changes(before, after)
    texts = [_text(change, before, after) for change in found[:_MOST]]
    return [*texts, f"and {len(found) - _MOST} more"] if len(found) > _MOST else texts


def _text(change: Change, before: Consultation, after: Consultation) -> str:
    now, was = _of(change, after), _of(change, before)
    hypothesis = now or was
    if hypothesis is None:
        return change.text()
    head = f"{hypothesis.case.title} ({about(hypothesis)}) {_moved(change)}"
    new = _arguments(now, was)
    gone = _arguments(was, now)
    shown, lead = (new, "because: ") if new else (gone, "without: ")
    if not shown:
        return head
    rules = after.knowledge.net.rules
    more = (
        f" And {len(shown) - 1} more {'argument' if len(shown) == 2 else 'arguments'}; F4 shows all."
        if len(shown) > 1
        else ""
    )
    return f"{head}\n{lead}{rules[shown[0].rule].comment}{more}"


def _of(change: Change, consultation: Consultation) -> Hypothesis | None:
    named = (h for h in (*consultation.diagnoses, *consultation.risks) if h.case.slug == change.case)
    every = {h.key: h for h in named}
    return every.get((change.case, change.host, change.subject)) or consultation.now.hypotheses.get(
        (change.case, change.host, change.subject)
    )


def _arguments(of: Hypothesis | None, without: Hypothesis | None) -> list[Argument]:
    """The arguments that one has and the other has not, the strongest first."""
    if of is None:
        return []
    had = {argument.name for argument in without.arguments} if without is not None else set()
    return sorted((a for a in of.arguments if a.name not in had), key=lambda a: (-abs(a.cf), a.name))


def _moved(change: Change) -> str:
    """``is likely (0.76) now``, and the like; as `Change.text` says it, without the names of arguments."""
    bare = change._replace(because=()).text()
    return bare.partition(f"{change.case}")[2].partition(") ")[2]
