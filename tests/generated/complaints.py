"""What somebody says of a host, by what hurts: of many moods, often wrong, sometimes nothing."""

from pathlib import Path

from tests.generated.model import World
from tests.generated.noise import chance, pick

_HERE = Path(__file__).parent / "words"


def _templates() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(_HERE.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found[path.stem] = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return found


TEMPLATES = _templates()


def write(world: World, harms: tuple[str, ...], hurts: bool) -> tuple[str, ...]:
    """Nothing, a sentence, or a few."""
    rng = world.draw_apart("complaint")
    if chance(rng, 0.12):
        return ()
    kind = rng.choice(harms) if hurts and harms else pick(rng, {"unfounded": 6, "vague": 1})
    words = [rng.choice(TEMPLATES[kind])]
    if chance(rng, 0.3):
        words.append(rng.choice(TEMPLATES["aside"]))
    if chance(rng, 0.2):
        words.append(rng.choice(TEMPLATES["blame"]))
    return tuple(_fill(world, text) for text in words)


def _fill(world: World, text: str) -> str:
    rng, names = world.rng, world.names
    hour = world.start.hour
    start = f"{max(0, hour - 1)}:{rng.choice(('00', '15', '30', '45'))}"
    return (
        text.replace("{host}", world.host)
        .replace("{db}", names["sid"] if world.role == "oracle" else names["database"])
        .replace("{service}", names["service"])
        .replace("{pool}", world.pool.name if world.pools else names["datamount"])
        .replace("{mount}", names["datamount"])
        .replace("{job}", names["bulk"])
        .replace("{client}", names["client"])
        .replace("{time}", start)
        .replace("{days}", str(rng.randint(2, 40)))
        .replace("{seconds}", str(rng.choice((2, 3, 5, 8, 10, 15, 20, 30, 45))))
        .replace("{percent}", str(rng.choice((20, 30, 40, 50, 70))))
        .replace("{times}", str(rng.choice((2, 3, 4, 5, 10))))
    )
