"""The way from the symptom to the cause, made from the rules: what excludes the case first, then what speaks for it most.

A ladder of questions. Each asks for what one argument of the case needs; *yes* leads off it, to the look-alike that the
same observation speaks for, or to this case with the certainty that the argument alone gives; *no* leads on.
"""

from __future__ import annotations

from dataclasses import dataclass

from advisor.explanation.names import plain
from advisor.inference.certainty import CONFIRMED, LIKELY
from advisor.inference.looking import row_needs
from advisor.inference.net import Outline
from advisor.inference.openness import outlines_of
from advisor.knowledge import Case, Knowledge

_EXCLUDES = -0.6
_MOST_AGAINST, _MOST_FOR = 4, 4
_SPEAKS = 0.5


@dataclass(frozen=True, slots=True)
class Rung:
    """One question.

    Attributes:
        ask: what is observed, as the rule says it.
        signs: the names of the observations, absent ones with `no` before them.
        look: how to look: systems, and the command that they have.
        leads: ``excluded``, ``possible``, ``likely`` or ``confirmed``.
        certainty: what the argument alone gives, -1 to 1.
        to: the case that the same observation speaks for, "" where it is none of ours.
    """

    ask: str
    signs: tuple[str, ...]
    look: tuple[tuple[str, str], ...]
    leads: str
    certainty: float
    to: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole ladder: the symptoms at its top, the case."""

    symptoms: tuple[str, ...]
    rungs: tuple[Rung, ...]


def tree_of(knowledge: Knowledge, case: Case) -> Tree:
    """The ladder of a case."""
    outlines = sorted(outlines_of(knowledge.net, case.slug), key=lambda o: (-abs(o.cf), o.rule))
    against = _apart([o for o in outlines if o.cf <= _EXCLUDES], _MOST_AGAINST)
    speaking = _apart([o for o in outlines if o.cf >= _SPEAKS], _MOST_FOR)
    rungs = tuple(_rung(knowledge, case, outline) for outline in (*against, *speaking))
    return Tree(tuple(plain(name) for name in case.symptoms), rungs)


def _apart(outlines: list[Outline], most: int) -> list[Outline]:
    """The first ones, without those that ask for nothing new."""
    chosen: list[Outline] = []
    asked: set[frozenset[tuple[str, str]]] = set()
    for outline in outlines:
        needs = frozenset(outline.needs)
        if needs and not any(needs >= other for other in asked):
            chosen.append(outline)
            asked.add(needs)
    return chosen[:most]


def _rung(knowledge: Knowledge, case: Case, outline: Outline) -> Rung:
    rule = knowledge.net.rules[outline.rule]
    signs = tuple(f"{'no ' if state == 'absent' else ''}{plain(name)}" for name, state in outline.needs)
    return Rung(
        rule.comment, signs, _look(knowledge, case, outline), _leads(outline), outline.cf,
        _other(knowledge, case, outline) if outline.cf < 0 else "",
    )  # fmt: skip


def _leads(outline: Outline) -> str:
    certainty = outline.cf
    if certainty < 0:
        return "excluded"
    if outline.stage not in ("act", "event"):
        return "possible"
    return "confirmed" if certainty >= CONFIRMED else "likely" if certainty >= LIKELY else "possible"


def _look(knowledge: Knowledge, case: Case, outline: Outline) -> tuple[tuple[str, str], ...]:
    """The commands for the first observation that a command shows: the systems that have it, and the command."""
    for name, state in outline.needs:
        for template, slots in row_needs(knowledge.net, name, state):
            addresses = {f"{template}.{slot}" for slot in slots}
            for how in knowledge.how_to.get(template, ()):
                commands = {s: c for s, c in how.commands.items() if not case.systems or s in case.systems}
                if commands and (not how.slots or addresses.intersection(how.slots)):
                    return _by_command(commands)
    return ()


def _by_command(commands: dict[str, str]) -> tuple[tuple[str, str], ...]:
    systems: dict[str, list[str]] = {}
    for system, command in commands.items():
        systems.setdefault(command, []).append(system)
    return tuple((", ".join(names), command) for command, names in systems.items())


def _other(knowledge: Knowledge, case: Case, outline: Outline) -> str:
    """The look-alike for which the same observation speaks most."""
    needs = set(outline.needs)
    best = (_SPEAKS, "")
    for mimic in case.mimics:
        if mimic.case and mimic.case in knowledge.cases:
            for other in outlines_of(knowledge.net, mimic.case):
                if other.needs and needs >= set(other.needs):
                    best = max(best, (other.cf, mimic.case))
    return best[1]
