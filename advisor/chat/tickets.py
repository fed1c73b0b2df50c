"""The complaint in a ticket: signs told in running text that stands among the captures."""

from __future__ import annotations

from advisor.chat.tell import InputError, understand
from advisor.inference.view import ToldSign
from advisor.knowledge import Knowledge
from facts.bundle import Bundle
from facts.captures import Origin
from facts.observations import Observations

_MOST = 60_000
"""Characters of prose that are read: a ticket is shorter, and a book is no complaint."""


def signs_in(knowledge: Knowledge, bundle: Bundle) -> list[ToldSign]:
    """Signs that the prose of a bundle tells, each with its file and lines.

    Only present signs are taken. A number in prose may be anybody's (a default, an example, another host), and what a
    story says was not so may be about another day.
    """
    signs: dict[tuple[str, str, str], ToldSign] = {}
    left = _MOST
    for prose in bundle.prose:
        left -= len(prose.text)
        if left < 0:
            break
        try:
            understood = understand(knowledge, [prose.text], Observations())
        except InputError:
            continue
        for sign in understood.signs:
            if sign.state != "present":
                continue
            origin = Origin(prose.path, prose.lines, sign.host or "host", text=" ".join(sign.text.split())[:300])
            signs.setdefault((sign.name, sign.host, sign.subject), sign._replace(origin=origin))
    return list(signs.values())
