"""Every example once more, with its captures in another guise: what comes out must be the same.

    python -m tests.vary_examples [--every N] [--only NAME]...

`tests.variations` lists the guises. Prints each example whose outcome changed, and the number of them by variation.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from advisor.authoring.examples import Example, Outcome, bundle_of, consultation_of, outcome_of, read
from advisor.inference.net import KnowledgeError
from facts.bundle import load
from facts.inputs import Bundle
from tests.kb.examples import PATHS, ROOT, knowledge
from tests.variations import DELIVERIES, VARIATIONS, seen_in

NAMES = (*VARIATIONS, *DELIVERIES)


def verdict(example: Example, bundle: Bundle) -> tuple[object, ...]:
    """What an example comes to, without the findings on the way: cases, of how many subjects each, on how many hosts."""
    consultation = consultation_of(knowledge(), example, bundle)[0]
    found: Outcome = outcome_of(consultation)
    standing = sorted((slug, found.standing.get(slug)) for slug in found.diagnoses)
    subjects = sorted(Counter((d.case.slug, d.status) for d in consultation.diagnoses).items())
    return standing, sorted(found.resolved), sorted(found.risks), subjects, len({item.host for item in bundle.inputs})


def _delivered(example: Example, name: str) -> Bundle:
    with TemporaryDirectory() as folder:
        bundle, errors = load([str(path) for path in DELIVERIES[name](example.files, Path(folder))])
    assert not errors, errors
    return bundle


def changed(path: Path, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The variations under which an example comes to something else, each with what that is."""
    example = read(path)
    if not example.files:
        return []
    bundle = bundle_of(example)
    seen, before = seen_in(bundle), verdict(example, bundle)
    found = []
    for name in names:
        files = VARIATIONS[name](example.files, seen) if name in VARIATIONS else []
        if files == example.files:
            continue
        try:
            bundle = bundle_of(replace(example, files=files)) if files else _delivered(example, name)
        except KnowledgeError as error:
            found.append((name, str(error)))
            continue
        if (after := verdict(example, bundle)) != before:
            found.append((name, f"{before} became {after}"))
    return found


def _all(paths: list[Path], names: tuple[str, ...]) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    with ProcessPoolExecutor(2) as pool:
        yield from zip(paths, pool.map(partial(changed, names=names), paths, chunksize=4), strict=True)


def main() -> int:
    """Vary the examples; 1 where one of them changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th example")
    parser.add_argument("--only", action="append", choices=NAMES, help="this variation; may be repeated")
    options = parser.parse_args()
    names = tuple(options.only or NAMES)
    paths = PATHS[:: options.every]
    counts: Counter[str] = Counter()
    for path, found in _all(paths, names):
        for name, text in found:
            counts[name] += 1
            print(f"{path.relative_to(ROOT)}: {name}: {text}", flush=True)
    print(f"{len(paths)} examples")
    for name in names:
        print(f"{counts[name]:5}  {name}")
    return min(1, counts.total())


if __name__ == "__main__":
    sys.exit(main())
