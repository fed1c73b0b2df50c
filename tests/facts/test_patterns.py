"""Stored compiled patterns are the patterns themselves, and a spoilt one is compiled anew."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterator
from functools import cache

import pytest

from facts import patterns
from facts.readers import all_readers, named_only

_compiled = cache(patterns.compiled_forms)


@pytest.fixture
def forms() -> Iterator[patterns.Forms]:
    """The compiled forms of every reader, adopted; what was adopted before comes back afterwards."""
    all_readers()
    named_only()
    before = dict(patterns._forms)
    made = _compiled()
    patterns.adopt(made)
    yield made
    patterns._forms.clear()
    patterns._forms.update(before)


def test_an_adopted_pattern_is_the_compiled_one(forms: patterns.Forms) -> None:
    assert len(forms) > 700
    for key in forms:
        number, _, pattern = key.partition(" ")
        flags = int(number)
        taken, compiled = patterns._ready(pattern, flags), re.compile(patterns._text_of(pattern, flags), flags)
        if not pattern.startswith(patterns._DERIVED):  # those are known by what they were made from
            assert taken == compiled, pattern
        assert (taken.groups, taken.groupindex) == (compiled.groups, compiled.groupindex), pattern


@pytest.mark.parametrize("code", [b"", b"no code", b"\x01\x00\x00\x00\x63\x00\x00\x00"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_spoilt_form_is_compiled_anew(forms: patterns.Forms, code: bytes, whole: bool) -> None:
    patterns.adopt({r"0 (\d+) spoilt": code if whole else marshal.dumps((code, 32, 1, {}))})
    match = patterns._ready(r"(\d+) spoilt", 0).match("12 spoilt")
    assert match is not None
    assert match[1] == "12"


def test_forms_of_begun_patterns_are_asked_for_when_the_first_is_used(forms: patterns.Forms) -> None:
    derived = patterns.begun_of(patterns.lazy(r"\d+ only here"))
    asked: list[str] = []

    def stored() -> patterns.Forms:
        asked.append("now")
        return {}

    patterns.adopt({}, stored)
    assert patterns.lazy("plain").match("plain")
    assert asked == []
    assert derived.match("00 on")
    assert asked == ["now"]
    assert all(patterns._BEGUN in key for key in patterns.compiled_forms(begun=True))
    assert not any(patterns._BEGUN in key for key in patterns.compiled_forms(begun=False))


def test_a_look_at_what_it_is_compiles_nothing() -> None:
    assert not hasattr(patterns.lazy("(never compiled"), "__wrapped__")
