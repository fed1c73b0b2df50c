"""Models of programs in detail: what they are set to, what memory they got; renderers print from them."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.generated.model import World


@contextmanager
def apart(world: World, what: str) -> Iterator[None]:
    """Draw a program by itself: which output asks for it first makes no difference."""
    before = world.rng
    world.draw_apart(what)
    try:
        yield
    finally:
        world.rng = before
