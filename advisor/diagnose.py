"""What `advisor diagnose` makes of a bundle, for every command that diagnoses one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from advisor.inference.accepted import Record
    from advisor.inference.diagnosis import Consultation
    from advisor.inference.view import ToldSign
    from advisor.knowledge import Knowledge
    from facts.inputs import Bundle
    from facts.observations import Observations


class Diagnosed(NamedTuple):
    """A consultation, and how each sentence of the complaint was understood."""

    consultation: Consultation
    understood: list[str]


def diagnose(
    knowledge: Knowledge, bundle: Bundle, tell: Sequence[str] = (), accepted: Iterable[Record] = ()
) -> Diagnosed:
    """Derive everything from a bundle, the prose in it, and a complaint in plain words."""
    from advisor.inference.diagnosis import consult
    from facts.observations import Observations

    observations = Observations(bundle.observed)
    told = []
    lines: list[str] = []
    if bundle.prose:
        told += heard(knowledge, bundle, observations)
    if tell:
        from advisor.chat.tell import understand

        understood = understand(knowledge, tell, observations)
        told += [*understood.signs, *understood.unnamed]
        lines += understood.echo()
    return Diagnosed(consult(knowledge, observations, told, accepted, bundle.faults), lines)


def heard(knowledge: Knowledge, bundle: Bundle, observations: Observations) -> list[ToldSign]:
    """The signs that the prose of a bundle tells; what it tells beside them is added to the observations."""
    from advisor.chat.tickets import hear
    from facts.faults import Faults

    before = len(observations.observed)
    signs = Faults(bundle.faults).attempt("reading sentences", lambda: hear(knowledge, bundle, observations), None)
    if signs is None:
        del observations.observed[before:]
    return signs or []
