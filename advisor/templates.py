"""The texts of fixes, filled with the user's own names and numbers.

A template is Jinja2 of the knowledge base; what comes from a capture is only ever a value, never a template. The
templates hold no more than ``{{ name }}``, ``{{ name | filter }}`` and conditions such as ``{% if name is number %}``: these
are filled here without Jinja2, whose import takes as long as the rest of a diagnosis. Tests hold that both ways agree, and
that no template of the knowledge base needs the other one.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.patterns import lazy
from facts.schema import Value

if TYPE_CHECKING:
    import jinja2

Finish = Callable[[object], str]
"""Turns a value into text: quoted for the shell, or as words."""


class Placeholder(str):
    """``<LOG-DEVICE>``: shown as it is, never quoted, so that pasting it fails at once."""

    __slots__ = ()


def placeholder(name: str) -> Placeholder:
    """What stands for a value that is not known.

    >>> placeholder("log_device")
    '<LOG-DEVICE>'
    """
    return Placeholder(f"<{name.upper().replace('_', '-').replace(' ', '-')}>")


def fill(template: str, names: Mapping[str, Value], finish: Finish, deciding: Mapping[str, Value] | None = None) -> str:
    """Fill one template.

    Args:
        template: of the knowledge base.
        names: the values that it shows.
        finish: turns each value into text.
        deciding: the values by which its conditions are decided, where they are not those shown.
    """
    nodes = _parsed(template)
    if nodes is None:
        return _environment(finish).from_string(template).render(names)
    return "".join(_rendered(nodes, names, names if deciding is None else deciding, finish))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float))


def _is_known(value: object) -> bool:
    return not isinstance(value, Placeholder)


def _raw(value: object) -> str:
    if isinstance(value, Placeholder):
        return value
    text = f"{value:.0f}" if isinstance(value, float) and value == int(value) else str(value)
    return text if re.fullmatch(r"[\w.:/@%+=-]+", text) else placeholder("VALUE")


def _setting(value: object) -> str:
    """A symbol as Oracle writes it: ``auto_only``."""
    return _raw(value.replace("-", "_") if not isinstance(value, Placeholder) and isinstance(value, str) else value)


def _leaf(value: object) -> Any:
    """The last part of a control group's name: of a container its id, as systemd-cgls and docker know it."""
    if isinstance(value, Placeholder) or not isinstance(value, str):
        return value
    last = value.rstrip("/").rpartition("/")[2]
    return re.sub(r"\A(?:docker|libpod|crio|cri-containerd)-(\w+)\.scope\Z", r"\1", last) or value


def _round_up(value: Any) -> Any:
    return -int(-value // 1) if _is_number(value) else value


def _scaled(value: Any, bits: int) -> Any:
    return int(value / (1 << bits)) if _is_number(value) else value


FILTERS: dict[str, Callable[[Any], Any]] = {
    "kib": lambda value: _scaled(value, 10),
    "mib": lambda value: _scaled(value, 20),
    "gib": lambda value: _scaled(value, 30),
    "mib_up": lambda value: _round_up(value / (1 << 20)) if _is_number(value) else value,
    "round_up": _round_up,
    "one_decimal": lambda value: round(value, 1) if _is_number(value) else value,
    "raw": _raw,
    "setting": _setting,
    "leaf": _leaf,
}
"""What a template may do with a value, beside what Jinja2 itself has. `raw` is neither quoted nor grouped."""
TESTS: dict[str, Callable[[object], bool]] = {"number": _is_number, "known": _is_known}
"""What a template may ask of a value."""


@cache
def _environment(finish: Finish) -> jinja2.Environment:
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined, finalize=finish, autoescape=False)
    environment.filters.update(FILTERS)
    environment.tests.update(TESTS)
    return environment


_Condition = Callable[[Mapping[str, Value]], bool]
_Nodes = list["str | tuple[str, str] | list[tuple[_Condition, _Nodes]]"]
"""Text, a name with its filter, or the branches of an ``if``."""
_TOKEN = lazy(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)
_SLOT = lazy(r"\{\{ (\w+)(?: \| (\w+)| (\* \d+))? \}\}")
_STATEMENT = lazy(r"\{% (?:(if|elif) (.+?)|(else|endif)) %\}")
_TEST = lazy(r"(\w+) is (not )?(\w+)")
_COMPARISON = lazy(r"(\w+) (<=|>=|==|!=|<|>) (?:(\d+)|'([^']*)'|\"([^\"]*)\")")
_CONTAINS = lazy(r"'([^']*)' in (\w+) ?\| ?string")
_EQUALS = lazy(r"(\w+) ?\| ?string (==|!=) '([^']*)'")
_STARTS = lazy(r"\((\w+) ?\| ?string\)\.startswith\('([^']*)'\)")
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class _TooRich(Exception):
    """The template needs Jinja2."""


@cache
def _parsed(template: str) -> _Nodes | None:
    """The parts of a template, or None where only Jinja2 can fill it."""
    tokens = iter(_TOKEN.split(template.removesuffix("\n")))
    try:
        nodes, ended = _nodes(tokens)
        return None if ended else nodes
    except _TooRich:
        return None


def _nodes(tokens: Iterator[str]) -> tuple[_Nodes, str]:
    """The nodes up to the statement that ends them, which is returned with them."""
    nodes: _Nodes = []
    for token in tokens:
        if token.startswith("{%"):
            statement = _STATEMENT.fullmatch(token)
            if statement is None:
                raise _TooRich
            if statement[1] != "if":
                return nodes, token
            nodes.append(_branches(_condition(statement[2]), tokens))
        elif token.startswith("{{"):
            slot = _SLOT.fullmatch(token)
            if slot is None or (slot[2] and slot[2] not in FILTERS):
                raise _TooRich
            nodes.append((slot[1], slot[2] or slot[3] or ""))
        elif "{#" in token:
            raise _TooRich
        else:
            nodes.append(token)
    return nodes, ""


def _branches(condition: _Condition, tokens: Iterator[str]) -> list[tuple[_Condition, _Nodes]]:
    found = []
    while True:
        nodes, end = _nodes(tokens)
        found.append((condition, nodes))
        statement = _STATEMENT.fullmatch(end)
        if statement is None:
            raise _TooRich
        if statement[3] == "endif":
            return found
        condition = (lambda _: True) if statement[3] == "else" else _condition(statement[2])


class Term(NamedTuple):
    """One test of one value: ``kernel < 2006029``."""

    text: str
    name: str
    holds: Callable[[Mapping[str, Value]], bool]

    @property
    def asks_whether_known(self) -> bool:
        """Whether it only asks if there is a value at all."""
        return self.text.partition(" is ")[2].removeprefix("not ") in TESTS


@cache
def terms(template: str) -> tuple[Term, ...]:
    """Every test in the conditions of a template, each once; none where only Jinja2 can fill it.

    >>> [term.text for term in terms("{% if a is number and a < 3 %}x{% elif a is number %}y{% endif %}")]
    ['a is number', 'a < 3']
    """
    if _parsed(template) is None:
        return ()
    conditions = _CONDITION.findall(template)
    texts = dict.fromkeys(text for condition in conditions for text in _CONNECTIVE.split(condition))
    return tuple(Term(text, _term_name(text), _term(text)) for text in texts)


_CONDITION = lazy(r"\{% (?:el)?if (.+?) %\}")
_CONNECTIVE = lazy(r" (?:or|and) ")
_QUOTED_IN = lazy(r"'[^']*' in ")
_WORD = lazy(r"\w+")

MOST_WAYS = 4096
"""So many combinations of conditions are tried; a step that needs more is not readable either."""
VALUE_SIGN = "\ue002"
"""Stands in every value of `every_way`, so that a reader of the text can tell where a value ended up."""


class TooManyWays(Exception):
    """The conditions of a step have more than `MOST_WAYS` combinations."""


def every_way(texts: Sequence[str], names: Iterable[str]) -> Iterator[dict[str, Value]]:
    """Values for which the templates of one step take each consistent combination of branches.

    Each value is once not known, and once known: then it holds what a shell would run or split if it were not quoted.

    Raises:
        TooManyWays: the conditions have more combinations than `MOST_WAYS`.

    >>> [sorted(map(str, way.values())) for way in every_way(["{% if a < 3 %}x{% endif %}"], ["a"])]
    [['<A>'], ['2'], ['3']]
    """
    asked = list(dict.fromkeys(term for text in texts for term in terms(text)))
    deciding = {name: _values_for(name, asked) for name in dict.fromkeys(term.name for term in asked)}
    if prod(len(values) for values in deciding.values()) > MOST_WAYS:
        raise TooManyWays(", ".join(deciding))
    others = [name for name in names if name not in deciding]
    plain: list[dict[str, Value]] = [{name: placeholder(name) for name in others}]
    if others:
        plain.append({name: hostile(name) for name in others})
    for chosen in itertools.product(*deciding.values()):
        for world in plain:
            yield world | dict(zip(deciding, chosen, strict=True))


def hostile(name: str, part: str = "") -> str:
    """A legal value, with `part` in it, that does damage in a shell where it stands without quotes."""
    return f"{part}{VALUE_SIGN}{name} it's; $(reboot) `halt` * \"{part}"


def _values_for(name: str, asked: Iterable[Term]) -> list[Value]:
    """Values that bring each test of a name to hold and to fail."""
    mine = [term.text for term in asked if term.name == name]
    numbers = sorted({int(n) for text in mine for n in re.findall(r" (?:<=|>=|==|!=|<|>) (\d+)\Z", text)})
    values: list[Value] = [placeholder(name)]
    values += sorted(
        {
            near
            for number in numbers
            for near in (number - 1, number, *((number + 1,) if any("> " in t for t in mine) else ()))
        }
    )
    if not numbers and any(text.endswith("number") for text in mine):
        values.append(4_294_967_296)
    words = [quoted for text in mine for quoted in re.findall(r"'([^']*)'", text)]
    parts = [quoted for text in mine for quoted in re.findall(r"'([^']*)' in ", text)]
    values += [word if word not in parts else hostile(name, word) for word in dict.fromkeys(words)]
    if len(parts) > 1:
        values.append(hostile(name, "".join(parts)))
    if not numbers and not any(text.endswith("number") for text in mine):
        values.append(hostile(name))
    return values


def _term_name(text: str) -> str:
    """The name that a term is about: the first word outside of quotes."""
    words: list[str] = _WORD.findall(_QUOTED_IN.sub("", text))
    return words[0]


def _condition(text: str) -> _Condition:
    """Terms with `and` and `or` between them; `and` binds closer."""
    ways = [[_term(term) for term in way.split(" and ")] for way in text.split(" or ")]
    return lambda names: any(all(term(names) for term in way) for way in ways)


def _term(text: str) -> _Condition:
    if (test := _TEST.fullmatch(text)) and test[3] in TESTS:
        name, wanted, ask = test[1], not test[2], TESTS[test[3]]
        return lambda names: ask(names[name]) is wanted
    if comparison := _COMPARISON.fullmatch(text):
        left, holds = comparison[1], _OPERATORS[comparison[2]]
        right = int(comparison[3]) if comparison[3] else comparison[4] or comparison[5] or ""
        return lambda names: holds(names[left], right)
    if contains := _CONTAINS.fullmatch(text):
        part, whole = contains[1], contains[2]
        return lambda names: part in str(names[whole])
    if equals := _EQUALS.fullmatch(text):
        name, same, other = equals[1], equals[2] == "==", equals[3]
        return lambda names: (str(names[name]) == other) is same
    if starts := _STARTS.fullmatch(text):
        name, begin = starts[1], starts[2]
        return lambda names: str(names[name]).startswith(begin)
    raise _TooRich


def longest(template: str) -> int:
    """How many characters the longest way through a template shows; a value counts as its name.

    >>> longest("a{% if b is number %}{{ b }} of{% else %}no{% endif %}.")
    6
    """
    nodes = _parsed(template)
    return len(template) if nodes is None else _length(nodes)


def _length(nodes: _Nodes) -> int:
    total = 0
    for node in nodes:
        if isinstance(node, list):
            total += max(_length(inner) for _, inner in node)
        else:
            total += len(node if isinstance(node, str) else node[0])
    return total


def branches_taken(template: str, names: Mapping[str, Value] | None) -> list[str]:
    """The conditions of a template in words, with the way that they go; all ways where no names are given.

    A condition without `else` may go neither way of its own: that is ``not if ...``. Of a template that only Jinja2 can
    fill, nothing is known.

    >>> branches_taken("{% if a is number %}{{ a }}{% else %}none{% endif %}", {"a": 1})
    ['if a is number']
    >>> branches_taken("{% if a is number %}{{ a }}{% endif %}", None)
    ['if a is number', 'not if a is number']
    """
    if "{%" not in template:
        return []
    nodes = _parsed(template)
    words = iter(re.findall(r"\{% ((?:el)?if .+?|else) %\}", template))
    return [] if nodes is None else list(dict.fromkeys(_ways(nodes, names, words, shown=True)))


def _ways(nodes: _Nodes, names: Mapping[str, Value] | None, words: Iterator[str], *, shown: bool) -> Iterator[str]:
    """Walks through all branches in the order of the text, and names those that are gone."""
    for branches in (node for node in nodes if isinstance(node, list)):
        taken, first = False, ""
        for condition, inner in branches:
            word = next(words)
            first = first or word
            goes = shown and (names is None or (not taken and condition(names)))
            taken = taken or goes
            if goes:
                yield word if word != "else" else f"else of {first}"
            yield from _ways(inner, names, words, shown=goes)
            last = word
        if shown and last != "else" and (names is None or not taken):
            yield f"not {first}"


def _rendered(
    nodes: _Nodes, names: Mapping[str, Value], deciding: Mapping[str, Value], finish: Finish
) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif isinstance(node, tuple):
            value = names[node[0]]
            if node[1].startswith("*"):
                value = value * int(node[1][2:])
            yield finish(FILTERS[node[1]](value) if node[1] in FILTERS else value)
        else:
            chosen = next((inner for condition, inner in node if condition(deciding)), [])
            yield from _rendered(chosen, names, deciding, finish)
