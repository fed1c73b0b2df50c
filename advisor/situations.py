"""The branches of a fix's steps where the fact that decides them is not known.

A step may differ by the make of a controller, the release of a kernel or by what a drive is a part of. Where that is known,
one branch is shown. Where it is not, every branch is shown under its condition, so that a runbook read without the host
loses none and nobody takes the branch of another system for theirs.

``fix.toml`` says which situations there are::

    [[situations]]
    about = "the controller is"
    ways = [{ is = "a 3ware", family = "3ware" }, { is = "an Adaptec", family = "adaptec" }]

    [[situations]]
    about = "the kernel is"
    version = "kernel"

Each way gives values that stand for it in the conditions of the steps; they are never shown. Of a version, the ways are
found from the releases that the conditions compare with.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from advisor.templates import Placeholder, Term, placeholder, terms
from facts.schema import Value

_MILLION, _THOUSAND = 1_000_000, 1_000


class Way(NamedTuple):
    """One of the ways that a situation can be: in words, and the values that stand for it."""

    words: str
    values: dict[str, Value]


class Situation(NamedTuple):
    """A question that decides between branches.

    Attributes:
        about: how each way's words begin: ``the controller is``.
        ways: the answers, each excluding the others; of a `version` they are found from the templates.
        version: the value that holds the code of a release, "" where the ways are written out.
    """

    about: str
    ways: tuple[Way, ...]
    version: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The values that it decides."""
        return frozenset((self.version,)) if self.version else frozenset(n for way in self.ways for n in way.values)


def parse_situations(tables: Iterable[Mapping[str, Any]]) -> tuple[Situation, ...]:
    """The situations of ``fix.toml``.

    Raises:
        KeyError: a situation lacks `about`, or a way lacks `is`.
    """
    return tuple(
        Situation(
            table["about"],
            tuple(Way(way["is"], {n: v for n, v in way.items() if n != "is"}) for way in table.get("ways", ())),
            table.get("version", ""),
        )
        for table in tables
    )


class Branch(NamedTuple):
    """One way through a step.

    Attributes:
        when: the condition in words, "" where the step has one way only.
        deciding: the values that its conditions are decided by.
        shown: the texts of the step.
    """

    when: str
    deciding: Mapping[str, Value]
    shown: tuple[str, ...]


def branches(
    templates: Sequence[str],
    names: Mapping[str, Value],
    situations: Iterable[Situation],
    show: Callable[[Mapping[str, Value]], tuple[str, ...]],
) -> list[Branch]:
    """The ways through a step, of which each shows other texts.

    Args:
        templates: of the step; only what they ask counts.
        names: the values of the fix, placeholders for those that are not known.
        situations: of the case.
        show: gives the texts for values that decide.
    """
    axes = _open_situations(templates, names, situations)
    groups: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    deciding: dict[tuple[str, ...], dict[str, Value]] = {}
    for chosen, world in _worlds(axes, names):
        shown = show(world)
        groups.setdefault(shown, []).append(chosen)
        deciding.setdefault(shown, world)
    if len(groups) == 1:
        ((shown, world),) = deciding.items()
        return [Branch("", world, shown)]
    return [Branch(_condition(axes, chosen), deciding[shown], shown) for shown, chosen in groups.items()]


def worlds(
    templates: Sequence[str], names: Mapping[str, Value], situations: Iterable[Situation]
) -> Iterator[dict[str, Value]]:
    """The values that decide, in every combination of what is not known; arguments as of `branches`."""
    return (world for _, world in _worlds(_open_situations(templates, names, situations), names))


def _open_situations(
    templates: Sequence[str], names: Mapping[str, Value], situations: Iterable[Situation]
) -> list[Situation]:
    """The situations that the templates ask about and that the values leave open."""
    asked = tuple(dict.fromkeys(term for template in templates for term in terms(template)))
    unknown = {term.name for term in asked if isinstance(names[term.name], Placeholder)}
    return [_possible(s, names, asked) for s in situations if s.names & unknown]


def _worlds(
    axes: Sequence[Situation], names: Mapping[str, Value]
) -> Iterator[tuple[tuple[int, ...], dict[str, Value]]]:
    for chosen in itertools.product(*(range(len(axis.ways)) for axis in axes)):
        world = dict(names)
        for axis, index in zip(axes, chosen, strict=True):
            world.update(_decided(axis, index, names))
        yield chosen, world


def _possible(situation: Situation, names: Mapping[str, Value], asked: Iterable[Term]) -> Situation:
    """The situation with the ways only that agree with the values that are known."""
    if situation.version:
        return situation._replace(ways=tuple(_releases(situation.version, asked)))
    known = [t for t in asked if t.name in situation.names and not isinstance(names[t.name], Placeholder)]
    left = [
        way for way in situation.ways
        if all(t.holds(names) == t.holds({t.name: way.values.get(t.name, placeholder(t.name))}) for t in known)
    ]  # fmt: skip
    return situation._replace(ways=tuple(left or situation.ways))


def _decided(axis: Situation, index: int, names: Mapping[str, Value]) -> dict[str, Value]:
    way = axis.ways[index]
    return {n: way.values.get(n, placeholder(n)) for n in axis.names if isinstance(names[n], Placeholder)}


def _releases(name: str, asked: Iterable[Term]) -> Iterator[Way]:
    """A way for each span between the releases that a value is compared with, the newest first."""
    bounds = sorted({int(t.text.split(" ")[2]) for t in asked if t.name == name and not t.asks_whether_known})
    for low, high in reversed(list(itertools.pairwise((None, *bounds, None)))):
        value = low if low is not None else bounds[0] - 1
        yield Way(f"{low if low is not None else ''}:{high if high is not None else ''}", {name: value})


def release(code: int) -> str:
    """The release that a code stands for.

    >>> release(2006029), release(9004000), release(17000000)
    ('2.6.29', '9.4', '17')
    """
    parts = [code // _MILLION, code // _THOUSAND % _THOUSAND, code % _THOUSAND]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return ".".join(str(part) for part in parts)


def _condition(axes: Sequence[Situation], chosen: Sequence[tuple[int, ...]]) -> str:
    """In which of the situations a text is shown; one that makes no difference is left out."""
    sets = [sorted({choice[n] for choice in chosen}) for n in range(len(axes))]
    if len(chosen) < len(list(itertools.product(*sets))):
        # no product of ways: each first answer has conditions of its own
        parts = [
            _condition(axes, [c for c in chosen if c[0] == first]) for first in dict.fromkeys(c[0] for c in chosen)
        ]
        return "; or ".join(parts)
    said = [_words(axis, ways) for axis, ways in zip(axes, sets, strict=True) if len(ways) < len(axis.ways)]
    return " and ".join(said)


def _words(axis: Situation, ways: Sequence[int]) -> str:
    if not axis.version:
        others = [way.words for n, way in enumerate(axis.ways) if n not in ways]
        if axis.about.endswith(" is") and len(others) < min(3, len(ways)):  # said shorter by what it is not
            return f"{axis.about} {'neither' if others[1:] else 'not'} {' nor '.join(others)}"
        return f"{axis.about} {_joined([axis.ways[n].words for n in ways])}"
    spans: list[list[str]] = []
    for number in reversed(ways):
        low, high = axis.ways[number].words.split(":")
        if spans and spans[-1][1] == low:
            spans[-1][1] = high
        else:
            spans.append([low, high])
    return f"{axis.about} {_joined([_span(low, high) for low, high in spans])}"


def _span(low: str, high: str) -> str:
    if not low:
        return f"older than {release(int(high))}"
    return f"{release(int(low))} or newer" + (f", but older than {release(int(high))}" if high else "")


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
