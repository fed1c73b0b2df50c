"""Filling without Jinja2 gives what Jinja2 gives, and what is richer goes to Jinja2."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import jinja2
import pytest

from advisor import templates
from advisor.templates import FILTERS, TESTS, Placeholder, fill, placeholder
from facts.schema import Value
from tests.kb.examples import knowledge

VALUES: list[Callable[[str, int], Value]] = [
    lambda name, n: 4096.0 * (n + 1),
    lambda name, n: 1 + n,
    lambda name, n: "a b" if n % 2 else "raid0",
    lambda name, n: "areca,2",
    lambda name, n: placeholder(name),
    lambda name, n: placeholder(name) if n % 2 else 3.5,
    lambda name, n: "auto-only" if n % 3 else 0.0,
]


def finish(value: object) -> str:
    return f"[{value}]"


def by_jinja(template: str, names: dict[str, Value]) -> str:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, finalize=finish)
    environment.filters.update(FILTERS)
    environment.tests.update(TESTS)
    return environment.from_string(template).render(names)


def test_both_ways_agree_on_every_template_of_the_knowledge_base() -> None:
    tried = 0
    for case, value in itertools.product(knowledge().cases.values(), VALUES):
        names = {name: value(name, number) for number, name in enumerate(case.values)}
        for step in case.steps:
            for text in (
                step.command,
                step.undo,
                step.verify_command,
                step.do,
                step.verify_expect,
                step.warning,
                step.expect,
            ):
                if "{" in text:
                    tried += 1
                    assert templates._parsed(text) is not None, (
                        f"only Jinja2 can fill it, which takes long to import: {text}"
                    )
                    try:
                        expected = by_jinja(text, names)
                    except TypeError:
                        continue  # a comparison with a value of the other kind than the template is for
                    assert fill(text, names, finish) == expected, text
    assert tried > 500


@pytest.mark.parametrize(
    "template",
    [
        "{% if a is number %}{{ a }}{% elif b is known %}{{ b | raw }}{% else %}none{% endif %} after",
        "{% if a is number and a > 10 %}large{% endif %}",
        "{% if a is not number or a == 3 %}other{% endif %}",
        "{% if b == 'x y' %}{% if a is number %}{{ a }}{% endif %}{% endif %}",
        "{% if ',' in b|string %}two{% else %}{{ b }}{% endif %}",
        "{% if a is number and a > 10 or b == 'x y' and a is known %}{{ b }}{% endif %}",
        "{% if b|string == '7' %}seven{% elif b|string != '1,2' %}{{ a * 128 }}{% endif %}",
        "{% if (b|string).startswith('1') or a|string == '<A>' %}{{ b }}{% endif %}",
        "one line\n",
        "two\nlines\n\n",
        "awk '{ print $1 }' # {{ a }}",
    ],
)
@pytest.mark.parametrize("a", [3, 11.5, "word", Placeholder("<A>")])
@pytest.mark.parametrize("b", ["x y", "1,2", 7])
def test_both_ways_agree(template: str, a: Value, b: Value) -> None:
    assert templates._parsed(template) is not None
    assert fill(template, {"a": a, "b": b}, finish) == by_jinja(template, {"a": a, "b": b})


@pytest.mark.parametrize(
    "template",
    [
        "{{ a + 1 }}",
        "{% for x in (1, 2) %}{{ x }}{% endfor %}",
        "{% if a > 1 and (b or a) %}x{% endif %}",
        "{{ a | int }}",
        "{# said #}{{ a }}",
        "{% if a is number or a > 1 and b %}x{% endif %}",
    ],
)
def test_what_is_richer_goes_to_jinja(template: str) -> None:
    assert templates._parsed(template) is None
    assert fill(template, {"a": 5, "b": 1}, finish) == by_jinja(template, {"a": 5, "b": 1})


@pytest.mark.parametrize("template", ["{% if a is number %}", "{% if a is number %}x{% else %}", "{% endif %}"])
def test_a_template_that_does_not_end_is_refused(template: str) -> None:
    with pytest.raises(jinja2.TemplateSyntaxError):
        fill(template, {"a": 5}, finish)
