"""One test that asks the same of many things, where an item of its own for each would cost more than what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def each(items: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Ask a test of every item, and list all of which it does not hold; a plain tuple is several arguments."""

    def made(test: Callable[..., None]) -> Callable[[], None]:
        def test_of_each() -> None:
            asked, failed = 0, []
            for asked, item in enumerate(items, 1):  # noqa: B007
                arguments = item if type(item) is tuple else (item,)
                try:
                    test(*arguments)
                except Exception as error:
                    failed.append(f"{', '.join(repr(a)[:200] for a in arguments)}\n    {type(error).__name__}: {error}")
            assert asked, "there is nothing to ask this of"
            if failed:
                pytest.fail("\n".join([f"{len(failed)} of {asked}:", *failed]), pytrace=False)

        # not functools.wraps: pytest would look for fixtures behind it
        test_of_each.__name__, test_of_each.__doc__, test_of_each.__module__ = (
            test.__name__,
            test.__doc__,
            test.__module__,
        )
        return test_of_each

    return made
