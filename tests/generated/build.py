"""A host of a kind, for ever the same for a seed."""

from random import Random

from tests.generated import capture, complaints, hosts, oddities
from tests.generated.mechanism import Mechanism, mechanisms
from tests.generated.model import Host, World
from tests.generated.noise import chance
from tests.generated.settle import finish

KINDS: tuple[str, ...] = tuple(mechanisms())


def host(kind: str, seed: int) -> Host:
    """The host of this kind and seed."""
    rng = Random(f"{kind}/{seed}")
    mechanism = rng.choice(mechanisms()[kind])
    world = hosts.plain(
        rng,
        mechanism.systems,
        mechanism.roles,
        mechanism.zfs,
        mechanism.kinds,
        mechanism.virtual,
        mechanism.moment,
        mechanism.intervals,
    )
    hurts = kind not in ("healthy",) and not chance(rng, mechanism.harmless_share)
    switch_on(mechanism, world, hurts)
    also = set(mechanism.also) if hurts else set()
    more = world.parts.get("also")
    also |= set(more) if hurts and isinstance(more, frozenset) else set()
    oddities.strew(world)
    if hurts and chance(rng, 0.06):
        also |= _second(rng, mechanism, world)
    finish(world)
    outputs = capture.choose(world, mechanism.telling)
    forms = frozenset(output.form for output in outputs)
    cause = mechanism.cause or mechanism.slug
    return Host(
        f"{kind}/{seed:05d}", seed, cause, frozenset(also) - {cause}, hurts, decisive(mechanism, world, hurts, forms), world.system.name,
        complaints.write(world, mechanism.harms, hurts), capture.files(world, outputs), forms,
    )  # fmt: skip


def switch_on(mechanism: Mechanism, world: World, hurts: bool) -> None:
    """The ground, and the harm or what lies there without any."""
    mechanism.ground(world)
    if hurts:
        mechanism.harm(world, world.rng.uniform(0.3, 1.0))
    elif mechanism.harmless:
        mechanism.harmless(world)
        for tick in world.ticks:
            tick.trouble = 0.0
    else:
        for tick in world.ticks:
            tick.trouble = 0.0


def decisive(mechanism: Mechanism, world: World, hurts: bool, forms: frozenset[str]) -> bool:
    """Whether what was captured is enough to name the cause: its forms, and the trouble in the samples."""
    seen = mechanism.standing or bool(world.in_trouble())
    needed = world.parts.get("decisive", mechanism.decisive)
    enough = not isinstance(needed, tuple) or not needed or any(wanted <= forms for wanted in needed)
    return enough and (seen or not hurts)


def _second(rng: Random, first: Mechanism, world: World) -> set[str]:
    """Switch a second cause on that can stand beside the first."""
    fitting = [
        each
        for variants in mechanisms().values()
        for each in variants
        if each.second and each.slug != first.slug and world.system.name in each.systems and world.role in each.roles
        and (each.zfs is None or each.zfs == bool(world.pools)) and (not each.kinds or world.disks()[0].kind in each.kinds)
    ]  # fmt: skip
    if not fitting:
        return set()
    other = rng.choice(fitting)
    switch_on(other, world, True)
    return {other.cause or other.slug}
