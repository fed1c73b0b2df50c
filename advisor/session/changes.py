"""What changed between two consultations: which conclusions came, went, rose and fell, and because of what."""

from __future__ import annotations

from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from facts.hosts import DEFAULT

_LEAST = 0.005
_GONE = "no longer "


class Change(NamedTuple):
    """One conclusion that is another now.

    Attributes:
        how: ``came``, ``went``, ``rose``, ``fell`` or ``became`` (the same certainty, another role or status).
        case, host, subject: which conclusion.
        before, after: standing and certainty, "" and 0 where there is none.
        because: the arguments that came, as ``+0.80 name``, or went, as ``no longer +0.80 name``.
    """

    how: str
    case: str
    host: str
    subject: str
    before: tuple[str, float]
    after: tuple[str, float]
    because: tuple[str, ...]

    def text(self) -> str:
        """One line for a person."""
        about = f" ({self.subject} on {self.host})" if self.subject not in ("", self.host) else f" (on {self.host})"
        if self.how == "came":
            moved = f"is {self._said(self.after)} now"
        elif self.how == "went":
            moved = f"was {self._said(self.before)}, and stands no more"
        elif self.how == "became" and "resolved" in self.after[0] + self.before[0]:
            resolved = "resolved" in self.after[0]
            return f"{self.case}{about} {'is resolved: it stood earlier and stands no more' if resolved else 'stands again'}"
        else:
            moved = f"{self.how}: from {self._said(self.before)} to {self._said(self.after)}"
        gone = [why.removeprefix(_GONE) for why in self.because if why.startswith(_GONE)]
        came = [why for why in self.because if not why.startswith(_GONE)]
        why = f"; because of {', '.join(came)}" if came else ""
        without = f"; without {', '.join(gone)}" if gone else ""
        return f"{self.case}{about} {moved}{why}{without}"

    @staticmethod
    def _said(state: tuple[str, float]) -> str:
        return f"{state[0]} ({min(state[1], 0.99):.2f})"


def changes(before: Consultation, after: Consultation) -> list[Change]:
    """What is concluded otherwise now, diagnoses and risks alike, in the order of the new ones."""
    old, new = _standing(before), _standing(after)
    named = {host for _, host, _ in new} - {DEFAULT}
    if len(named) == 1 and not any(host == DEFAULT for _, host, _ in new):
        old = {_renamed(key, *named): h for key, h in old.items()}
    found = []
    for key in [*new, *(k for k in old if k not in new)]:
        was, is_ = old.get(key), new.get(key)
        change = _change(key, was, is_, after)
        if change is not None:
            found.append(change)
    return found


def _renamed(key: tuple[str, str, str], host: str) -> tuple[str, str, str]:
    """A conclusion on the host without a name, once it is known which host that is."""
    return tuple(host if part == DEFAULT and n else part for n, part in enumerate(key))  # type: ignore[return-value]


def _standing(consultation: Consultation) -> dict[tuple[str, str, str], Hypothesis]:
    accepted = (item.hypothesis for item in consultation.acknowledged)
    return {h.key: h for h in (*consultation.diagnoses, *consultation.risks, *accepted)}


def _change(
    key: tuple[str, str, str], was: Hypothesis | None, is_: Hypothesis | None, after: Consultation
) -> Change | None:
    now = is_ if is_ is not None else after.now.hypotheses.get(key)
    names_before, names_after = _strongest_first(was), _strongest_first(now)
    because = [f"{cf:+.2f} {name}" for name, cf in names_after.items() if name not in names_before]
    because += [f"{_GONE}{cf:+.2f} {name}" for name, cf in names_before.items() if name not in names_after]
    if was is None and is_ is not None:
        how = "came"
    elif was is not None and is_ is None:
        how = "went"
    elif was is not None and is_ is not None and abs(is_.certainty - was.certainty) >= _LEAST:
        how = "rose" if is_.certainty > was.certainty else "fell"
    elif was is not None and is_ is not None and (was.status, was.standing) != (is_.status, is_.standing):
        how = "became"
    else:
        return None
    return Change(how, *key, _state(was), _state(is_), tuple(because))


def _strongest_first(hypothesis: Hypothesis | None) -> dict[str, float]:
    """The arguments of a hypothesis with their certainty factors."""
    arguments = hypothesis.arguments if hypothesis is not None else []
    return {a.name: a.cf for a in sorted(arguments, key=lambda a: (-abs(a.cf), a.name))}


def _state(hypothesis: Hypothesis | None) -> tuple[str, float]:
    if hypothesis is None:
        return "", 0.0
    resolved = "resolved, " if hypothesis.status == "resolved" else ""
    return resolved + hypothesis.standing, hypothesis.certainty


def other_arguments(before: Consultation, after: Consultation) -> list[str]:
    """The arguments of the conclusions that come or go, also where the conclusion stays as sure as it was."""
    old, new = _standing(before), _standing(after)
    lines = []
    for key, was in old.items():
        is_ = new.get(key)
        if is_ is not None:
            here, there = ({a.name for a in h.arguments} for h in (was, is_))
            lines += [f"{key[0]}: without {name}" for name in sorted(here - there)]
            lines += [f"{key[0]}: also {name}" for name in sorted(there - here)]
    return lines
