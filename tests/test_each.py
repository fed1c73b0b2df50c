"""A test of many things holds of each of them, and names all of which it does not hold."""

from __future__ import annotations

import pytest

from tests.each import each


def test_all_that_fail_are_named() -> None:
    @each([(1, 1), (2, 3), (4, 4), (5, 6)])
    def test_alike(one: int, other: int) -> None:
        assert one == other

    with pytest.raises(pytest.fail.Exception, match=r"2 of 4:\n2, 3\n[^5]*5, 6\n"):
        test_alike()


def test_what_is_asked_of_nothing_fails() -> None:
    @each(())
    def test_never() -> None:
        raise NotImplementedError

    with pytest.raises(AssertionError, match="nothing to ask"):
        test_never()


@each([3, 4])
def test_one_that_holds_of_each_passes(number: int) -> None:
    assert number > 2
