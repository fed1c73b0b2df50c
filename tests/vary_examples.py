"""Every example once more, with its captures in another guise: what comes out must be the same.

    python -m tests.vary_examples [--every N] [--only NAME]...

Nothing of what a variation changes tells anything of the host: a copy beside a file, the order of the files, how lines end, how
a text was quoted. Prints each example whose outcome changed, and the number of them by variation.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from advisor.authoring.examples import Example, Outcome, consultation_of, outcome_of, read
from tests.kb.examples import PATHS, ROOT, knowledge

Files = list[tuple[str, str]]
_PROMPT = re.compile(r"^(?P<user>[a-z][\w-]*)@(?P<host>[\w.-]+):(?P<folder>[^#$\s]*)(?P<sign>[#$]) ", re.MULTILINE)


def _each(change: Callable[[str], str]) -> Callable[[Files], Files]:
    return lambda files: [(name, change(text)) for name, text in files]


def _copied(files: Files) -> Files:
    """Each file a second time beside itself, as a file manager names a copy."""
    made = []
    for name, text in files:
        stem, dot, ending = name.rpartition(".")
        copy = f"{stem} (1).{ending}" if dot and "/" not in ending else f"{name} (1)"
        made += [(name, text), (copy, text)]
    return made


def _folder_copied(files: Files) -> Files:
    """Everything a second time, in a folder of its own."""
    return [*files, *((f"backup/{name}", text) for name, text in files)]


def _lines(before: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{before}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def _named(path: str, form: str) -> str:
    """A path whose name is put into a form; the places of a report's files are what they are."""
    folder, slash, name = path.rpartition("/")
    return path if folder.count("/") > 1 else f"{folder}{slash}{form.format(name)}"


VARIATIONS: dict[str, Callable[[Files], Files]] = {
    "a copy beside each file": _copied,
    "all files again in a folder": _folder_copied,
    "each text twice": _each(lambda text: f"{text.rstrip(chr(10))}\n\n{text}"),
    "names with a prefix": lambda files: [(_named(name, "my_{}"), text) for name, text in files],
    "names with an ending": lambda files: [(_named(name, "{}.log"), text) for name, text in files],
    "in an archive of an upload": lambda files: [(f"upload-4711/{name}", text) for name, text in files],
    "files in reverse order": lambda files: files[::-1],
    "indented by four blanks": _each(_lines("    ")),
    "quoted as in a mail": _each(_lines("> ")),
    "fenced as in a post": _each(lambda text: f"```\n{text.rstrip(chr(10))}\n```\n"),
    "lines that end as on Windows": _each(lambda text: text.replace("\n", "\r\n")),
    "a byte order mark": _each(lambda text: f"\ufeff{text}"),
    "another form of the prompt": _each(lambda text: _PROMPT.sub(r"[\g<user>@\g<host> ~]\g<sign> ", text)),
    "spaces at the ends of lines": _each(lambda text: text.replace("\n", "  \n")),
}


def verdict(example: Example) -> tuple[object, ...]:
    """What an example comes to, without the findings on the way."""
    found: Outcome = outcome_of(consultation_of(knowledge(), example)[0])
    standing = sorted((slug, found.standing.get(slug)) for slug in found.diagnoses)
    return standing, sorted(found.resolved), sorted(found.risks)


def changed(path: Path, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The variations under which an example comes to something else, each with what that is."""
    example = read(path)
    before = verdict(example)
    found = []
    for name in names:
        files = VARIATIONS[name](example.files)
        if files != example.files and (after := verdict(replace(example, files=files))) != before:
            found.append((name, f"{before} became {after}"))
    return found


def _all(paths: list[Path], names: tuple[str, ...]) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    with ProcessPoolExecutor(2) as pool:
        yield from zip(paths, pool.map(partial(changed, names=names), paths, chunksize=4), strict=True)


def main() -> int:
    """Vary the examples; 1 where one of them changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th example")
    parser.add_argument("--only", action="append", choices=VARIATIONS, help="this variation; may be repeated")
    options = parser.parse_args()
    names = tuple(options.only or VARIATIONS)
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
