"""A host of a kind, for ever the same for a seed."""

from copy import deepcopy
from datetime import timedelta
from random import Random

from tests.generated import capture, complaints, hosts, loads, oddities
from tests.generated.mechanism import Mechanism, mechanisms, nothing
from tests.generated.model import Host, World
from tests.generated.noise import chance, pick
from tests.generated.retelling import coarser, of_release
from tests.generated.settle import finish

KINDS: tuple[str, ...] = tuple(mechanisms())


def host(kind: str, seed: int, every: int = 1, release: int = -1) -> Host:
    """The host of this kind and seed.

    Args:
        kind: one of `KINDS`.
        seed: of everything that is drawn.
        every: put so many samples together into one, where enough are left.
        release: from 0 the number of another release whose tools print the same, where there is one.
    """
    rng = Random(f"{kind}/{seed}")
    mechanism = rng.choice(mechanisms()[kind])
    world = hosts.plain(
        rng,
        mechanism.systems,
        mechanism.roles,
        mechanism.zfs,
        mechanism.kinds,
        mechanism.virtual,
        _moment(rng, mechanism),
        mechanism.intervals,
    )
    hurts = kind != "healthy" and not chance(rng, mechanism.harmless_share) and world.settings["moment"] != "before"
    calm = _calm(mechanism, world) if hurts and chance(rng, 0.12) else None
    switch_on(mechanism, world, hurts)
    oddities.strew(world)
    if hurts and chance(rng, 0.06):
        world.also |= _second(rng, mechanism, world)
    also = set(mechanism.also) | world.also if hurts else set()
    finish(world)
    for told in (world, calm):
        if told and every > 1:
            coarser(told, every)
        if told and release >= 0:
            of_release(told, release)
    outputs = capture.choose(world, mechanism.telling)
    forms = frozenset(output.form for output in outputs)
    cause = mechanism.cause or mechanism.slug
    return Host(
        f"{kind}/{seed:05d}", seed, cause, frozenset(also) - {cause}, hurts, decisive(mechanism, world, hurts, forms), world.system.name,
        complaints.write(world, mechanism.harms, hurts), capture.files(world, outputs, capture.earlier(calm) if calm else []), forms,
    )  # fmt: skip


def _moment(rng: Random, mechanism: Mechanism) -> str:
    """When it was captured: after the trouble only where evidence stands, before it only where there is a ground to see."""
    if mechanism.moment:
        return mechanism.moment
    after = 6 if mechanism.standing else 0
    before = 3 if mechanism.ground is not nothing else 0
    return pick(rng, {"during": 69, "begins": 18, "ends": 10, "after": after, "before": before})


def _calm(mechanism: Mechanism, world: World) -> World:
    """The same host some days earlier, with the ground laid and nobody hurt."""
    calm = deepcopy(world)
    calm.rng = Random(f"{world.host}/{world.start}/calm")
    back = timedelta(days=calm.rng.randint(1, 9))
    calm.start -= back
    calm.uptime = max(calm.uptime - back, timedelta(hours=3))
    for tick in calm.ticks:
        tick.time -= back
        tick.trouble = 0.0
    for device in calm.devices:
        device.read_ms *= calm.rng.uniform(0.97, 1.03)
    loads.lay(calm)
    hosts.remember(calm)
    mechanism.ground(calm)
    finish(calm)
    return calm


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
    needed = world.needs or mechanism.decisive
    enough = not needed or any(wanted <= forms for wanted in needed)
    return enough and mechanism.shows(world) and (seen or not hurts)


def _second(rng: Random, first: Mechanism, world: World) -> set[str]:
    """Switch a second cause on that can stand beside the first."""
    fitting = [
        each
        for variants in mechanisms().values()
        for each in variants
        if each.second and each.slug != first.slug and world.system.name in each.systems and world.role in each.roles
        and (each.virtual is None or each.virtual == world.virtual)
        and (each.zfs is None or each.zfs == bool(world.pools)) and (not each.kinds or world.disks()[0].kind in each.kinds)
    ]  # fmt: skip
    if not fitting:
        return set()
    other = rng.choice(fitting)
    switch_on(other, world, True)
    return {other.cause or other.slug}
